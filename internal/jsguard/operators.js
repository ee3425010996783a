// What operators allocate, or recurse by: the rewritten source calls these. check(n) throws when an array of n elements is
// too long to be spread; steps(v) is v, or what gives its values so that the program can be ended meanwhile;
// reflectApply is Reflect.apply for calls that nest deeply.
(function (check, steps, reflectApply) {
'use strict';
const maxBits = 2 ** 30, maxPowerBits = 2 ** 24;
const tooBig = () => new RangeError('Maximum BigInt size exceeded');
const none = [];
// The number or BigInt that an operand stands for.
function numeric(v) {
  if (v === null || typeof v !== 'object' && typeof v !== 'function') return v;
  const to = v[Symbol.toPrimitive];
  let r;
  if (to !== undefined && to !== null) r = reflectApply(to, v, ['number']);
  else {
    r = v.valueOf();
    if (r !== null && (typeof r === 'object' || typeof r === 'function')) r = v.toString();
  }
  if (r !== null && (typeof r === 'object' || typeof r === 'function')) throw new TypeError('Cannot convert object to primitive value');
  return r;
}
function shift(n) {
  n = numeric(n);
  if (typeof n === 'bigint' && (n > maxBits || n < -maxBits)) throw tooBig();
  return n;
}
function exponent(n) {
  n = numeric(n);
  if (typeof n === 'bigint' && n > 4) throw tooBig();
  return n;
}
function power(a, b) {
  a = numeric(a);
  b = numeric(b);
  if (typeof b === 'bigint' && typeof a === 'bigint' && b > 1 && (a > 1 || a < -1)) {
    if (b > maxPowerBits || a.toString(16).length * 4 * Number(b) > maxPowerBits + 4 * Number(b)) throw tooBig();
  }
  return a ** b;
}
const isArray = Array.isArray;
function spread(v) {
  if (isArray(v) && v.length > 1000) check(v.length);
  return steps(v);
}
function args(v) {
  if (typeof v === 'string' ? v.length > 120000 : isArray(v) && v.length > 120000) throw new RangeError('Maximum call stack size exceeded');
  return steps(v);
}
// yield* resumes the inner generator on the Go stack, outside of the engine's count of calls.
const maxDelegates = 2000;
let delegates = 0;
class Delegate {
  #it; #next;
  constructor(source) {
    const make = source[Symbol.iterator];
    if (typeof make !== 'function') throw new TypeError(`${typeof source === 'object' ? 'object' : String(source)} is not iterable`);
    const it = reflectApply(make, source, none);
    if (it === null || typeof it !== 'object' && typeof it !== 'function') throw new TypeError('Result of the Symbol.iterator method is not an object');
    this.#it = it;
    this.#next = it.next;
  }
  [Symbol.iterator]() { return this; }
  #call(fn, v) {
    if (delegates >= maxDelegates) throw new RangeError('Maximum call stack size exceeded');
    delegates++;
    try { return reflectApply(fn, this.#it, [v]); } finally { delegates--; }
  }
  next(v) { return this.#call(this.#next, v); }
  return(v) {
    const fn = this.#it.return;
    return fn === undefined || fn === null ? { done: true, value: v } : this.#call(fn, v);
  }
  throw(e) {
    const fn = this.#it.throw;
    if (fn !== undefined && fn !== null) return this.#call(fn, e);
    const close = this.#it.return;
    if (close !== undefined && close !== null) this.#call(close, undefined);
    throw new TypeError("The iterator does not provide a 'throw' method");
  }
}
const delegate = (source) => source === null || source === undefined ? source : new Delegate(source);
const guards = { delegate, shift, power, exponent, spread, args };
const reflectHas = Reflect.has, reflectGet = Reflect.get, reflectSet = Reflect.set;
const scope = {
  has: (t, k) => !(typeof k === 'string' && k.charCodeAt(0) === 0) && reflectHas(t, k),
  get: (t, k) => reflectGet(t, k, t),
  set: (t, k, v) => reflectSet(t, k, v, t),
};
guards.with = (v) => v === null || v === undefined ? v : new Proxy(Object(v), scope);
for (const k of Object.keys(guards)) Object.defineProperty(globalThis, `\0${k}`, { value: guards[k], writable: false, enumerable: false, configurable: false });
})
