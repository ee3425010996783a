// Tables of WebAssembly from JavaScript: references to values and to functions.
const leb = (n) => { const o = []; do { const b = n & 127; n >>>= 7; o.push(n ? b | 128 : b); } while (n); return o; };
const vec = (a) => [...leb(a.length), ...a.flat()], str = (s) => [...leb(s.length), ...Buffer.from(s)], sec = (id, b) => [id, ...leb(b.length), ...b], body = (b) => [...leb(b.length), ...b];
const I = 0x7f, X = 0x6f, F = 0x70;
const bytes = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  ...sec(1, vec([[0x60, 1, I, 1, X], [0x60, 2, I, X, 0], [0x60, 1, X, 1, X], [0x60, 1, I, 1, I]])),
  ...sec(2, vec([[...str('env'), ...str('pass'), 0, 2]])),
  ...sec(3, vec([[0], [1], [2], [3], [3]])),
  ...sec(4, vec([[X, 0, 2], [F, 0, 3]])),
  ...sec(7, vec([[...str('refs'), 1, 0], [...str('funcs'), 1, 1], [...str('get'), 0, 1], [...str('put'), 0, 2], [...str('viaJS'), 0, 3], [...str('call'), 0, 4], [...str('twice'), 0, 5]])),
  ...sec(10, vec([body([0, 0x20, 0, 0x25, 0, 0x0b]), body([0, 0x20, 0, 0x20, 1, 0x26, 0, 0x0b]), body([0, 0x20, 0, 0x10, 0, 0x0b]), body([0, 0x41, 21, 0x20, 0, 0x11, 3, 1, 0x0b]), body([0, 0x20, 0, 0x20, 0, 0x6a, 0x0b])])),
]);
const T = (n, f) => { try { console.log(n, f()); } catch (e) { console.log(n, 'THROWS', e.name); } };
const i = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { pass: (v) => [v] } }), e = i.exports;
T('names', () => Object.keys(e).join()); T('kinds', () => WebAssembly.Module.exports(new WebAssembly.Module(bytes)).map((x) => `${x.name}:${x.kind}`).join());
T('len', () => [e.refs.length, e.funcs.length, e.refs instanceof WebAssembly.Table, String(e.refs)]);
const o = { a: 1 }; e.refs.set(0, o); T('same', () => [e.get(0) === o, e.refs.get(0) === o, e.get(1) === null]); e.put(1, 'text'); T('put', () => [e.refs.get(1), e.get(1)]); e.refs.set(1, undefined); T('undef', () => [e.get(1), e.refs.get(1)]); e.refs.set(1, null); T('null', () => e.get(1));
for (const v of [5, -0, 1n, Symbol.for('s'), true, e.get]) T('value', () => { e.put(0, v); return Object.is(e.get(0), v); });
T('js', () => { const [v] = e.viaJS(o); return v === o; });
T('grow', () => [e.refs.grow(2, 'new'), e.refs.length, e.refs.get(3)]); T('out', () => e.refs.get(9)); T('out2', () => e.refs.set(9, 1)); T('trap', () => e.get(9));
e.funcs.set(1, e.twice); T('call', () => [e.call(1), e.funcs.get(1) === e.twice, e.funcs.get(0)]); T('empty', () => e.call(0)); T('bad', () => e.funcs.set(0, () => 1)); T('bad2', () => e.funcs.set(0, 5)); e.funcs.set(1, null); T('unset', () => e.call(1)); T('growf', () => [e.funcs.grow(1), e.funcs.length]);
const t = new WebAssembly.Table({ element: 'externref', initial: 2, maximum: 3 }, 7); T('own', () => [t.length, t.get(0), t.grow(1), t.length]); T('full', () => t.grow(1)); t.set(0, o); T('own2', () => t.get(0) === o); T('ctor', () => new WebAssembly.Table({ element: 'x', initial: 1 })); T('ctor2', () => new WebAssembly.Table());
// A JavaScript function comes into a table through a module that hands it on.
const wrap = (f) => new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...sec(1, vec([[0x60, 1, I, 1, I]])), ...sec(2, vec([[...str('e'), ...str('f'), 0, 0]])), ...sec(7, vec([[...str('f'), 0, 0]]))])), { e: { f } }).exports.f;
const log = [], w = wrap((x) => { log.push(x); return x * 10; }), w2 = wrap((x) => { if (x > 0) throw new TypeError('from the table'); return x; });
e.funcs.set(2, w); e.funcs.set(0, w2); T('wrapped', () => [e.call(2), log.join(), e.funcs.get(2) === w, w(4)]); T('throws', () => e.call(0)); T('still', () => e.call(2));
