// The arguments of apply and construct traps stay what they were.
const log = [];
const p = new Proxy(function () {}, { apply(t, self, args) { return async () => args[0]; }, construct(t, args, nt) { return { args, same: nt === p }; }, get(t, k, r) { return k === 'x' ? r === p : t[k]; } });
const f = p({ name: 1 }, 2), o = new p(1, 2);
function noise(a, b, c) { return a + b + c; }
noise(7, 8, 9);
f().then((v) => console.log(v, o, p.x));
console.log(Proxy.name, Proxy.length, 'prototype' in Proxy, typeof Proxy.revocable);
try { Proxy(function () {}, {}); } catch (e) { console.log(e.message); }
try { new Proxy(1, {}); } catch (e) { console.log(e.name); }
const r = Proxy.revocable(() => 5, {}); console.log(r.proxy()); r.revoke(); try { r.proxy(); } catch (e) { console.log(e.name); }
const handler = {}; const late = new Proxy(() => 1, handler); handler.apply = () => { log.push('late'); return 2; }; console.log(late(), log);
class A extends (new Proxy(class B { constructor(v) { this.v = v; } }, {})) {} console.log(new A(3).v, new A(1) instanceof A);
console.log(require('util').types.isProxy(p), typeof p, new Proxy([], {}) instanceof Array, Array.isArray(new Proxy([], {})));
