'use strict';
// What the engine lacks of the language's library. Each is defined only where it is missing.
function def(o, name, value) {
  if (!(name in o)) Object.defineProperty(o, name, { value, writable: true, enumerable: false, configurable: true });
}
for (const [n, k] of [['asyncIterator', 'Symbol.asyncIterator'], ['dispose', 'Symbol.dispose'], ['asyncDispose', 'Symbol.asyncDispose']]) {
  if (!Symbol[n]) Object.defineProperty(Symbol, n, { value: Symbol(k) });
}
const cls = (name, C) => { def(globalThis, name, C); };

// The functions of Math whose last digit differs from fdlibm's, which every JavaScript engine of note has.
{
  const m = internalBinding('core').math();
  for (const name of Object.keys(m)) Object.defineProperty(Math, name, { value: m[name], writable: true, enumerable: false, configurable: true });
}

cls('WeakRef', class WeakRef {
  #v;
  constructor(v) {
    if ((typeof v !== 'object' || v === null) && typeof v !== 'function' && typeof v !== 'symbol') throw new TypeError('WeakRef: target must be an object');
    this.#v = v;
  }
  deref() { return this.#v; }
  get [Symbol.toStringTag]() { return 'WeakRef'; }
});
cls('FinalizationRegistry', class FinalizationRegistry {
  constructor(fn) { if (typeof fn !== 'function') throw new TypeError('FinalizationRegistry: cleanup must be callable'); }
  register() {}
  unregister() { return false; }
  get [Symbol.toStringTag]() { return 'FinalizationRegistry'; }
});
for (const name of ['SharedArrayBuffer', 'Atomics']) {
  const set = (value) => Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });
  Object.defineProperty(globalThis, name, { configurable: true, enumerable: false, get() { const v = require('internal/shared_memory')[name]; set(v); return v; }, set });
}
def(Promise, 'withResolvers', function withResolvers() { let resolve, reject; const promise = new this((a, b) => { resolve = a; reject = b; }); return { promise, resolve, reject }; });
def(Promise, 'try', function (f, ...a) { return new this((r) => r(f(...a))); });
function groupInto(items, fn, add) { let i = 0; for (const x of items) add(fn(x, i++), x); }
def(Object, 'groupBy', function groupBy(items, fn) { const o = Object.create(null); groupInto(items, fn, (k, x) => { (o[k] ??= []).push(x); }); return o; });
def(Map, 'groupBy', function groupBy(items, fn) { const m = new Map(); groupInto(items, fn, (k, x) => { const l = m.get(k); if (l) l.push(x); else m.set(k, [x]); }); return m; });
def(Array, 'fromAsync', async function fromAsync(src, fn, self) {
  const out = [];
  let i = 0;
  const am = src[Symbol.asyncIterator];
  if (am != null) {
    const it = am.call(src);
    for (;;) { const r = await it.next(); if (r.done) break; out.push(fn ? await fn.call(self, r.value, i) : r.value); i++; }
  } else if (src[Symbol.iterator] != null) {
    for (const x of src) { const v = await x; out.push(fn ? await fn.call(self, v, i) : v); i++; }
  } else for (; i < src.length; i++) { const v = await src[i]; out.push(fn ? await fn.call(self, v, i) : v); }
  return out;
});
const wellFormed = (s) => { for (let i = 0; i < s.length; i++) { const c = s.charCodeAt(i); if (c >= 0xd800 && c < 0xdc00) { const d = s.charCodeAt(i + 1); if (d >= 0xdc00 && d < 0xe000) { i++; continue; } return false; } if (c >= 0xdc00 && c < 0xe000) return false; } return true; };
def(String.prototype, 'isWellFormed', function isWellFormed() { return wellFormed(String(this)); });
def(String.prototype, 'toWellFormed', function toWellFormed() { return internalBinding('buffer').toWellFormed(String(this)); });
def(RegExp, 'escape', function escape(s) { return String(s).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/^[0-9A-Za-z]/, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`); });
def(Object.prototype, '__defineGetter__', function (k, get) { Object.defineProperty(this, k, { get, enumerable: true, configurable: true }); });
def(Object.prototype, '__defineSetter__', function (k, set) { Object.defineProperty(this, k, { set, enumerable: true, configurable: true }); });
def(Object.prototype, '__lookupGetter__', function (k) { for (let o = this; o; o = Object.getPrototypeOf(o)) { const d = Object.getOwnPropertyDescriptor(o, k); if (d) return d.get; } });
def(Object.prototype, '__lookupSetter__', function (k) { for (let o = this; o; o = Object.getPrototypeOf(o)) { const d = Object.getOwnPropertyDescriptor(o, k); if (d) return d.set; } });
// Annex B of dates.
def(Date.prototype, 'getYear', { getYear() { return this.getFullYear() - 1900; } }.getYear);
def(Date.prototype, 'setYear', { setYear(y) { y = Math.trunc(Number(y)); return this.setFullYear(y >= 0 && y <= 99 ? 1900 + y : y); } }.setYear);
def(Date.prototype, 'toGMTString', Date.prototype.toUTCString);
def(ArrayBuffer.prototype, 'resizable', false);
def(ArrayBuffer.prototype, 'transfer', function transfer(n = this.byteLength) { const b = new ArrayBuffer(n); new Uint8Array(b).set(new Uint8Array(this, 0, Math.min(n, this.byteLength))); return b; });

const IteratorProto = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
function Iterator() {}
Iterator.prototype = IteratorProto;
def(globalThis, 'Iterator', Iterator);
const gen = {
  *map(f) { let i = 0; for (const x of this) yield f(x, i++); },
  *filter(f) { let i = 0; for (const x of this) if (f(x, i++)) yield x; },
  *take(n) { if (n <= 0) return; for (const x of this) { yield x; if (--n <= 0) return; } },
  *drop(n) { for (const x of this) if (n > 0) n--; else yield x; },
  *flatMap(f) { let i = 0; for (const x of this) yield* f(x, i++); },
};
for (const k of Object.keys(gen)) def(IteratorProto, k, gen[k]);
def(IteratorProto, 'toArray', function toArray() { return [...this]; });
def(IteratorProto, 'forEach', function forEach(f) { let i = 0; for (const x of this) f(x, i++); });
def(IteratorProto, 'some', function some(f) { let i = 0; for (const x of this) if (f(x, i++)) return true; return false; });
def(IteratorProto, 'every', function every(f) { let i = 0; for (const x of this) if (!f(x, i++)) return false; return true; });
def(IteratorProto, 'find', function find(f) { let i = 0; for (const x of this) if (f(x, i++)) return x; });
def(IteratorProto, 'reduce', function reduce(f, ...init) {
  let acc = init[0], has = init.length > 0, i = 0;
  for (const x of this) { if (!has) { acc = x; has = true; } else acc = f(acc, x, i); i++; }
  if (!has) throw new TypeError('Reduce of a done iterator with no initial value');
  return acc;
});
def(Iterator, 'from', function from(o) { const it = o[Symbol.iterator] ? o[Symbol.iterator]() : o; if (it instanceof Iterator) return it; return (function* () { for (;;) { const r = it.next(); if (r.done) return r.value; yield r.value; } })(); });
