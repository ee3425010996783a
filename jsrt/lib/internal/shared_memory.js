'use strict';
// SharedArrayBuffer and Atomics. A shared buffer is an ArrayBuffer of the engine over memory that other programs of the same
// family (a main program and its workers) may have a buffer of, too; its class is told apart by a list kept here.
const b = internalBinding('shared');
const known = new WeakMap(); // buffer -> its memory
const has = WeakMap.prototype.has.bind(known), memory = WeakMap.prototype.get.bind(known), add = WeakMap.prototype.set.bind(known);
const lengthOf = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength').get;
const bufferOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'buffer').get;
const tagOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
const { apply, setPrototypeOf } = Reflect;

function SharedArrayBuffer(length, options) {
  if (new.target === undefined) throw new TypeError("Constructor SharedArrayBuffer requires 'new'");
  const n = Number(length), size = Number.isNaN(n) ? 0 : Math.trunc(n) + 0;
  if (size < 0 || size > Number.MAX_SAFE_INTEGER) throw new RangeError('Invalid array buffer length');
  const max = options === undefined || options === null ? undefined : options.maxByteLength;
  if (max !== undefined && Number(max) < size) throw new RangeError('Invalid array buffer max length');
  return adopt(b.create(size), new.target.prototype);
}
Object.defineProperty(SharedArrayBuffer, 'length', { value: 1, configurable: true });
Object.defineProperty(SharedArrayBuffer, 'prototype', { writable: false });
Object.defineProperty(SharedArrayBuffer, Symbol.species, { configurable: true, get: { get() { return this; } }.get });
const methods = {
  get byteLength() { check(this, 'get SharedArrayBuffer.prototype.byteLength'); return apply(lengthOf, this, []); },
  get growable() { check(this, 'get SharedArrayBuffer.prototype.growable'); return false; },
  get maxByteLength() { check(this, 'get SharedArrayBuffer.prototype.maxByteLength'); return apply(lengthOf, this, []); },
  grow() { check(this, 'SharedArrayBuffer.prototype.grow'); throw new TypeError('Method SharedArrayBuffer.prototype.grow called on incompatible receiver #<SharedArrayBuffer>'); },
  slice(start, end) {
    check(this, 'SharedArrayBuffer.prototype.slice');
    const part = new Uint8Array(this).subarray(start, end ?? apply(lengthOf, this, []));
    const out = new SharedArrayBuffer(part.length);
    new Uint8Array(out).set(part);
    return out;
  },
};
for (const [k, d] of Object.entries(Object.getOwnPropertyDescriptors(methods))) Object.defineProperty(SharedArrayBuffer.prototype, k, { ...d, enumerable: false });
function check(v, name) { if (typeof v !== 'object' || v === null || !has(v)) throw new TypeError(`Method ${name} called on incompatible receiver ${v === null || typeof v !== 'object' ? String(v) : `#<${v.constructor?.name ?? 'Object'}>`}`); }
function adopt([buf, handle], proto = SharedArrayBuffer.prototype) { add(buf, handle); setPrototypeOf(buf, proto); return buf; }
Object.defineProperty(SharedArrayBuffer.prototype, Symbol.toStringTag, { value: 'SharedArrayBuffer', configurable: true });

// ---- Atomics: integer arrays, under one lock for each shared memory ----
const kinds = { Int8Array: 0, Uint8Array: 0, Int16Array: 0, Uint16Array: 0, Int32Array: 1, Uint32Array: 0, BigInt64Array: 2, BigUint64Array: 3 };
function at(t, i, waits) {
  const kind = ArrayBuffer.isView(t) ? apply(tagOf, t, []) : undefined;
  if (kind === undefined || kinds[kind] === undefined || waits && kinds[kind] !== 1 && kinds[kind] !== 2) throw new TypeError(`[object ${kind ?? 'Array'}] is not an ${waits ? 'int32 or BigInt64' : 'integer'} typed array.`);
  const n = Number(i);
  const k = Number.isNaN(n) ? 0 : Math.trunc(n);
  if (k < 0 || k >= t.length) throw new RangeError('Invalid atomic access index');
  return k;
}
const big = (t) => kinds[apply(tagOf, t, [])] >= 2;
const value = (t, v) => big(t) ? BigInt(v) : Math.trunc(Number(v)) || 0;
// locked runs f, which only reads and writes t, while no other Atomics call on the same memory does.
const locked = (t, f) => { const buf = apply(bufferOf, t, []); return has(buf) ? b.locked(memory(buf), f) : f(); };
const rmw = (f) => (t, i, v) => { const k = at(t, i); const x = value(t, v); return locked(t, () => { const old = t[k]; t[k] = f(old, x); return old; }); };
const ops = {
  add: rmw((x, y) => x + y), and: rmw((x, y) => x & y),
  compareExchange(t, i, expected, v) {
    const k = at(t, i), want = new t.constructor([value(t, expected)])[0], x = value(t, v);
    return locked(t, () => { const old = t[k]; if (old === want) t[k] = x; return old; });
  },
  exchange: rmw((x, y) => y), isLockFree: (n) => n === 1 || n === 2 || n === 4 || n === 8,
  load(t, i) { const k = at(t, i); return locked(t, () => t[k]); },
  notify(t, i, count) {
    const k = at(t, i, true);
    const n = count === undefined ? Infinity : Math.max(Math.trunc(Number(count)) || 0, 0);
    const buf = apply(bufferOf, t, []);
    return has(buf) ? b.notify(memory(buf), t.byteOffset + k * t.BYTES_PER_ELEMENT, n) : 0;
  },
  or: rmw((x, y) => x | y),
  store(t, i, v) { const k = at(t, i), x = value(t, v); locked(t, () => { t[k] = x; }); return x; },
  sub: rmw((x, y) => x - y),
  wait(t, i, v, timeout) {
    const k = at(t, i, true), buf = apply(bufferOf, t, []);
    if (!has(buf)) throw new TypeError('[object Int32Array] is not a shared typed array.');
    const want = big(t) ? BigInt.asIntN(64, BigInt(v)) : Number(v) | 0, ms = timeout === undefined ? Infinity : Number(timeout);
    return b.wait(memory(buf), t.byteOffset + k * t.BYTES_PER_ELEMENT, () => t[k] === want, Number.isNaN(ms) ? Infinity : Math.max(ms, 0));
  },
  waitAsync(t, i, v, timeout) {
    const k = at(t, i, true), buf = apply(bufferOf, t, []);
    if (!has(buf)) throw new TypeError('[object Int32Array] is not a shared typed array.');
    const want = big(t) ? BigInt.asIntN(64, BigInt(v)) : Number(v) | 0, ms = timeout === undefined ? Infinity : Number(timeout);
    let settle;
    const promise = new Promise((r) => { settle = r; });
    const now = b.waitAsync(memory(buf), t.byteOffset + k * t.BYTES_PER_ELEMENT, () => t[k] === want, Number.isNaN(ms) ? Infinity : Math.max(ms, 0), settle);
    return now === undefined ? { async: true, value: promise } : { async: false, value: now };
  },
  xor: rmw((x, y) => x ^ y),
};
const Atomics = {};
for (const k of Object.keys(ops)) {
  Object.defineProperty(ops[k], 'name', { value: k, configurable: true });
  Object.defineProperty(Atomics, k, { value: ops[k], writable: true, enumerable: false, configurable: true });
}
Object.defineProperty(Atomics, Symbol.toStringTag, { value: 'Atomics', configurable: true });
exports.SharedArrayBuffer = SharedArrayBuffer;
exports.Atomics = Atomics;

// What workers are told of: the number of a memory, and a buffer over the memory of that number.
exports.isShared = (v) => typeof v === 'object' && v !== null && has(v);
exports.again = (buf) => adopt(b.again(memory(buf)));
exports.share = (buf) => b.share(memory(buf));
exports.open = (id) => { const p = b.open(id); return p === null ? null : adopt(p); };
