'use strict';
// The WebAssembly namespace, over an interpreter.
const b = internalBinding('wasm');
const { notImplemented } = require('internal/errors');
const native = new WeakMap();
const errors = {};
for (const name of ['CompileError', 'LinkError', 'RuntimeError']) {
  const C = errors[name] = class extends Error {};
  Object.defineProperty(C, 'name', { value: name, configurable: true });
  Object.defineProperty(C.prototype, 'name', { value: name, writable: true, configurable: true, enumerable: false });
}
const thrown = (where, e) => Array.isArray(e) && errors[e[0]] ? new errors[e[0]](where ? `${where}: ${e[1]}` : e[1]) : e;
const bytesOf = (v, where) => {
  if (ArrayBuffer.isView(v)) return new Uint8Array(v.buffer, v.byteOffset, v.byteLength);
  if (v instanceof ArrayBuffer) return new Uint8Array(v);
  throw new TypeError(`${where}: Argument 0 must be a buffer source`);
};
const tag = (C, name) => Object.defineProperty(C.prototype, Symbol.toStringTag, { value: `WebAssembly.${name}`, configurable: true });

class Module {
  constructor(bytes) {
    const r = b.compile(bytesOf(bytes, 'WebAssembly.Module()'));
    if (typeof r === 'string') throw new errors.CompileError(`WebAssembly.Module(): ${r}`);
    native.set(this, r);
  }
  static imports(m) { return native.get(m)[1].map(([module, name, kind]) => ({ module, name, kind })); }
  static exports(m) { return native.get(m)[2].map(([name, kind]) => ({ name, kind })); }
  static customSections() { return []; }
}
// A memory that no instance has yet is bytes; it becomes an instance's when that imports it.
class Memory {
  #o;
  constructor(d) {
    if (d === null || typeof d !== 'object') throw new TypeError('WebAssembly.Memory(): Argument 0 must be a memory descriptor');
    const initial = Number(d.initial ?? d.minimum);
    if (!(initial >= 0 && initial <= 65536)) throw new TypeError("WebAssembly.Memory(): Property 'initial' is required");
    if (d.shared) notImplemented('WebAssembly.Memory with shared')();
    this.#o = { pages: initial, max: d.maximum === undefined ? 65536 : Number(d.maximum), m: null, buf: null, size: -1 };
  }
  static _of(m) { const o = new Memory({ initial: 0 }); o.#o.m = m; return o; }
  _bind(m) {
    const o = this.#o;
    if (o.m !== null) throw new errors.LinkError('WebAssembly.Instance(): a memory can belong to one instance here');
    const old = o.buf;
    o.m = m;
    o.size = -1;
    if (old) { new Uint8Array(this.buffer).set(new Uint8Array(old)); b.detach(old); }
  }
  get buffer() {
    const o = this.#o;
    if (o.m === null) return o.buf ??= new ArrayBuffer(o.pages * 65536);
    const size = b.memorySize(o.m);
    if (size !== o.size) {
      if (o.buf && o.size >= 0) b.detach(o.buf);
      o.buf = b.memoryBuffer(o.m);
      o.size = size;
    }
    return o.buf;
  }
  get _pages() { return this.#o.m === null ? this.#o.pages : b.memorySize(this.#o.m) / 65536; }
  grow(n) {
    const o = this.#o;
    if (o.m === null) {
      const was = o.pages;
      if (was + n > o.max) throw new RangeError('WebAssembly.Memory.grow(): Maximum memory size exceeded');
      const old = this.buffer;
      o.pages += n;
      o.buf = new ArrayBuffer(o.pages * 65536);
      new Uint8Array(o.buf).set(new Uint8Array(old));
      b.detach(old);
      return was;
    }
    const r = b.memoryGrow(o.m, n);
    if (r < 0) throw new RangeError('WebAssembly.Memory.grow(): Maximum memory size exceeded');
    void this.buffer;
    return r;
  }
}
for (const k of ['_bind', '_pages']) Object.defineProperty(Memory.prototype, k, { enumerable: false });
class Global {
  #g;
  constructor(d, v) {
    const type = d?.value;
    if (!['i32', 'i64', 'f32', 'f64'].includes(type)) throw new TypeError("WebAssembly.Global(): Descriptor property 'value' must be a WebAssembly type");
    this.#g = { v: v === undefined ? (type === 'i64' ? 0n : 0) : type === 'i32' ? v | 0 : v, get: null, set: null, mutable: !!d.mutable };
  }
  static _of([get, set]) { const g = new Global({ value: 'i32', mutable: set !== null }); g.#g.get = get; g.#g.set = set; return g; }
  _bind([get, set]) { this.#g.get = get; this.#g.set = set; }
  get value() { return this.#g.get ? this.#g.get() : this.#g.v; }
  set value(v) {
    if (!this.#g.mutable) throw new TypeError("set WebAssembly.Global.value: Can't set the value of an immutable global.");
    if (this.#g.set) this.#g.set(v); else this.#g.v = v;
  }
  valueOf() { return this.value; }
}
// A table that no instance has is a list; one of an instance is read and written by functions that were put into its module.
const functionRefs = new WeakMap(); // exported function -> reference to it
// functionOf is the function behind a reference: an exported one, else one that stands for it but cannot be called from here.
const byRef = new Map(), listed = new WeakSet();
function functionOf(ref, exports) {
  const key = b.refKey(ref);
  if (!byRef.has(key) && !listed.has(exports)) {
    listed.add(exports);
    for (const f of Object.values(exports)) if (functionRefs.has(f)) byRef.set(b.refKey(functionRefs.get(f)()), f);
  }
  let f = byRef.get(key);
  if (f === undefined) {
    f = notImplemented('calling a function that is in a WebAssembly.Table only');
    functionRefs.set(f, () => ref);
    byRef.set(key, f);
  }
  return f;
}
class Table {
  #t;
  constructor(d, init) {
    if (d === null || typeof d !== 'object') throw new TypeError('WebAssembly.Table(): Argument 0 must be a table descriptor');
    if (d.element !== 'anyfunc' && d.element !== 'externref') throw new TypeError("WebAssembly.Table(): Descriptor property 'element' must be a WebAssembly reference type");
    const n = Number(d.initial ?? d.minimum ?? 0), max = d.maximum === undefined ? 10000000 : Number(d.maximum);
    if (!(n >= 0 && n <= 10000000)) throw new TypeError("WebAssembly.Table(): Property 'initial': value is out of bounds");
    this.#t = { list: Array(n).fill(d.element === 'externref' ? init : init ?? null), max, fns: null, extern: d.element === 'externref' };
  }
  static _of(inst, name, exports) {
    const fn = (op) => b.func(inst, `\0table ${op} ${name}`);
    const t = new Table({ element: 'anyfunc', initial: 0 });
    if (fn('get')) Object.assign(t.#t, { fns: { get: fn('get'), set: fn('set'), grow: fn('grow'), size: fn('size') }, set: new Map(), extern: undefined, exports });
    return t;
  }
  get length() { const t = this.#t; return t.fns ? t.fns.size() : t.list.length; }
  #at(i, name) { const k = Number(i); if (!(k >= 0 && k < this.length)) throw new RangeError(`WebAssembly.Table.${name}(): invalid address ${i} in ${this.#t.extern ? 'externref' : 'funcref'} table of size ${this.length}`); return Math.trunc(k); }
  get(i) {
    const k = this.#at(i, 'get'), t = this.#t;
    if (!t.fns) return t.list[k];
    if (t.set.has(k)) return t.set.get(k);
    const v = t.fns.get(k);
    return v === null || !b.isFuncRef(v) ? v : functionOf(v, t.exports);
  }
  set(i, v) {
    const k = this.#at(i, 'set'), t = this.#t;
    if (!t.fns) { t.list[k] = v; return; }
    let ref = v;
    if (typeof v === 'function' && functionRefs.has(v)) { ref = functionRefs.get(v)(); t.set.set(k, v); } else t.set.delete(k);
    try { t.fns.set(k, ref); } catch (e) {
      t.set.delete(k);
      if (/incompatibility|Cannot convert/.test(e.message)) { t.extern = false; throw new TypeError("WebAssembly.Table.set(): Argument 1 is invalid for table: function-typed object expected"); }
      throw thrown('', e);
    }
  }
  grow(n, v = null) {
    const t = this.#t;
    if (t.fns) {
      let ref = v;
      if (typeof v === 'function' && functionRefs.has(v)) ref = functionRefs.get(v)();
      const was = t.fns.grow(ref, n);
      if (was < 0) throw new RangeError(`WebAssembly.Table.grow(): failed to grow table by ${n}`);
      return was;
    }
    const was = t.list.length;
    if (!(was + Number(n) <= t.max)) throw new RangeError(`WebAssembly.Table.grow(): failed to grow table by ${n}`);
    for (let i = 0; i < n; i++) t.list.push(v);
    return was;
  }
}
class Instance {
  constructor(module, imports) {
    if (!(module instanceof Module)) throw new TypeError('WebAssembly.Instance(): Argument 0 must be a WebAssembly.Module');
    const [handle, wants, gives] = native.get(module);
    if (wants.length > 0 && (imports === null || typeof imports !== 'object')) throw new TypeError('WebAssembly.Instance(): Imports argument must be present and must be an object');
    const list = [], later = [];
    wants.forEach(([mod, name, kind], i) => {
      const where = `WebAssembly.Instance(): Import #${i} module="${mod}"`;
      const from = imports[mod];
      if (from === null || typeof from !== 'object' && typeof from !== 'function') throw new TypeError(`${where} error: module is not an object or function`);
      let v = from[name];
      if (kind === 'function') {
        if (typeof v !== 'function') throw new errors.LinkError(`${where} function="${name}" error: function import requires a callable`);
      } else if (kind === 'memory') {
        if (!(v instanceof Memory)) throw new errors.LinkError(`${where} function="${name}" error: memory import must be a WebAssembly.Memory object`);
        later.push((inst) => { const m = b.memory(inst, mod, name); const extra = v._pages - b.memorySize(m) / 65536; if (extra > 0) b.memoryGrow(m, extra); v._bind(m); });
      } else if (kind === 'global') {
        if (v instanceof Global) { const g = v; later.push((inst) => g._bind(b.global(inst, mod, name))); v = g.value; } else if (typeof v !== 'number' && typeof v !== 'bigint') throw new errors.LinkError(`${where} function="${name}" error: global import must be a number, valid Wasm reference, or WebAssembly.Global object`);
      }
      list.push(v);
    });
    let inst;
    try { inst = b.instantiate(handle, list); } catch (e) { throw thrown('WebAssembly.Instance()', e); }
    for (const f of later) f(inst);
    const exports = { __proto__: null };
    for (const [name, kind] of gives) {
      if (kind === 'function') {
        const f = b.func(inst, name);
        const w = (...a) => { try { return f(...a); } catch (e) { throw thrown('', e); } };
        Object.defineProperty(w, 'name', { value: f.name, configurable: true });
        Object.defineProperty(w, 'length', { value: f.length, configurable: true });
        const ref = b.func(inst, `\0ref ${name}`);
        if (ref) functionRefs.set(w, ref);
        exports[name] = w;
      } else if (kind === 'memory') exports[name] = Memory._of(b.memory(inst, undefined, name));
      else if (kind === 'global') exports[name] = Global._of(b.global(inst, undefined, name));
      else exports[name] = Table._of(inst, name, exports);
    }
    Object.defineProperty(this, 'exports', { value: Object.freeze(exports), enumerable: true, configurable: true });
  }
}
function validate(bytes) { return typeof b.compile(bytesOf(bytes, 'WebAssembly.validate()')) !== 'string'; }
async function compile(bytes) {
  const r = bytesOf(bytes, 'WebAssembly.compile()');
  try { return new Module(r); } catch (e) { e.message = e.message.replace('WebAssembly.Module()', 'WebAssembly.compile()'); throw e; }
}
async function instantiate(src, imports) {
  if (src instanceof Module) return new Instance(src, imports);
  let module;
  try { module = new Module(src); } catch (e) { if (typeof e.message === 'string') e.message = e.message.replace('WebAssembly.Module()', 'WebAssembly.instantiate()'); throw e; }
  await null;
  return { module, instance: new Instance(module, imports) };
}
const streamed = (f) => async (source, imports) => { const r = await source; return f(await r.arrayBuffer(), imports); };
const WebAssembly = { compile, validate, instantiate, compileStreaming: streamed(compile), instantiateStreaming: streamed(instantiate) };
for (const [k, v] of Object.entries({ Module, Instance, Memory, Table, Global, ...errors })) Object.defineProperty(WebAssembly, k, { value: v, writable: true, enumerable: false, configurable: true });
for (const [k, v] of Object.entries({ Module, Instance, Memory, Table, Global })) tag(v, k);
for (const k of ['compile', 'validate', 'instantiate', 'compileStreaming', 'instantiateStreaming']) Object.defineProperty(WebAssembly, k, { enumerable: false });
Object.defineProperty(WebAssembly, Symbol.toStringTag, { value: 'WebAssembly', configurable: true });
exports.WebAssembly = WebAssembly;
