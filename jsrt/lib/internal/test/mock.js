'use strict';
// MockTracker: functions, methods, getters, setters and timers that a test puts in the place of others.
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateFunction, validateInteger, validateObject } = require('internal/validators');

class MockFunctionContext {
  #calls = []; #impl; #original; #restore; #once = new Map(); #left;
  constructor(original, impl, restore, times) { this.#original = original; this.#impl = impl; this.#restore = restore; this.#left = times; }
  get calls() { return this.#calls.slice(); }
  callCount() { return this.#calls.length; }
  mockImplementation(fn) { validateFunction(fn, 'implementation'); this.#impl = fn; }
  mockImplementationOnce(fn, onCall) {
    validateFunction(fn, 'implementation');
    const n = onCall ?? this.#calls.length;
    validateInteger(n, 'onCall', this.#calls.length);
    this.#once.set(n, fn);
  }
  resetCalls() { this.#calls = []; }
  restore() {
    if (this.#restore) { this.#restore(); this.#restore = null; }
    this.#impl = this.#original;
    this.#once.clear();
  }
  _next() {
    const n = this.#calls.length;
    const once = this.#once.get(n);
    if (once) { this.#once.delete(n); return once; }
    if (n + 1 >= this.#left) { const f = this.#impl; this.restore(); return f; }
    return this.#impl;
  }
  _track(call) { this.#calls.push(call); }
}

function makeMock(original, impl, restore, times) {
  const ctx = new MockFunctionContext(original, impl, restore, times);
  return new Proxy(original, {
    apply(target, self, list) {
      const args = [...list];
      const call = { arguments: args, error: undefined, result: undefined, stack: new Error(), target: undefined, this: self };
      const f = ctx._next();
      try { return call.result = Reflect.apply(f, self, args); } catch (e) { call.error = e; throw e; } finally { ctx._track(call); }
    },
    construct(target, list, nt) {
      const args = [...list];
      const call = { arguments: args, error: undefined, result: undefined, stack: new Error(), target, this: undefined };
      const f = ctx._next();
      try { return call.result = call.this = Reflect.construct(f, args, nt); } catch (e) { call.error = e; throw e; } finally { ctx._track(call); }
    },
    get(target, k, r) { return k === 'mock' ? ctx : Reflect.get(target, k, r); },
  });
}

function findMethod(o, name) {
  for (let h = o; h !== null && h !== undefined; h = Object.getPrototypeOf(h)) {
    const d = Object.getOwnPropertyDescriptor(h, name);
    if (d) return d;
  }
}
const timesOf = (o) => { const n = o?.times ?? Infinity; if (n !== Infinity) validateInteger(n, 'options.times', 1); return n; };

class MockTimers {
  #now = 0; #real = null; #queue = []; #id = 1; #apis;
  enable(options = {}) {
    const apis = Array.isArray(options) ? options : options.apis ?? ['setInterval', 'setTimeout', 'setImmediate', 'Date'];
    if (this.#real) throw Object.assign(new Error('Invalid state: MockTimers is already enabled!'), { code: 'ERR_INVALID_STATE' });
    this.#apis = apis;
    this.#now = Number(options.now ?? 0);
    const g = globalThis;
    this.#real = { setTimeout: g.setTimeout, clearTimeout: g.clearTimeout, setInterval: g.setInterval, clearInterval: g.clearInterval, setImmediate: g.setImmediate, clearImmediate: g.clearImmediate, Date: g.Date };
    const add = (fn, ms, args, every) => { const t = { id: this.#id++, at: this.#now + Math.max(1, ms || 1), fn, args, every, ref() { return t; }, unref() { return t; }, hasRef: () => true, [Symbol.toPrimitive]: () => t.id }; this.#queue.push(t); return t; };
    const drop = (t) => { this.#queue = this.#queue.filter((x) => x !== t && x.id !== t); };
    if (apis.includes('setTimeout')) { g.setTimeout = (fn, ms, ...a) => add(fn, ms, a); g.clearTimeout = drop; }
    if (apis.includes('setInterval')) { g.setInterval = (fn, ms, ...a) => add(fn, ms, a, Math.max(1, ms || 1)); g.clearInterval = drop; }
    if (apis.includes('setImmediate')) { g.setImmediate = (fn, ...a) => { const t = add(fn, 0, a); t.at = this.#now; return t; }; g.clearImmediate = drop; }
    if (apis.includes('Date')) {
      const Real = this.#real.Date, now = () => this.#now;
      const Mock = function Date(...a) { return new.target ? (a.length === 0 ? new Real(now()) : new Real(...a)) : new Real(now()).toString(); };
      Object.setPrototypeOf(Mock, Real);
      Mock.prototype = Real.prototype;
      Mock.now = now;
      g.Date = Mock;
    }
  }
  tick(ms = 1) {
    const to = this.#now + ms;
    for (;;) {
      this.#queue.sort((a, b) => a.at - b.at || a.id - b.id);
      const t = this.#queue[0];
      if (!t || t.at > to) break;
      this.#now = Math.max(this.#now, t.at);
      if (t.every) t.at += t.every; else this.#queue.shift();
      t.fn(...t.args);
    }
    this.#now = to;
  }
  runAll() { let last = this.#now; for (const t of this.#queue) last = Math.max(last, t.at); this.tick(last - this.#now); }
  setTime(ms) { this.#now = ms; }
  reset() {
    if (!this.#real) return;
    Object.assign(globalThis, this.#real);
    this.#real = null;
    this.#queue = [];
  }
  [Symbol.dispose]() { this.reset(); }
}

class MockTracker {
  #mocks = []; #timers;
  get timers() { return this.#timers ??= new MockTimers(); }
  fn(original = function () {}, impl = original, options) {
    if (original !== null && typeof original === 'object') { options = original; original = function () {}; impl = original; }
    else if (impl !== null && typeof impl === 'object') { options = impl; impl = original; }
    validateFunction(original, 'original');
    validateFunction(impl, 'implementation');
    const m = makeMock(original, impl, null, timesOf(options));
    this.#mocks.push(m.mock);
    return m;
  }
  method(o, name, impl, options = {}) {
    if (typeof o !== 'object' && typeof o !== 'function' || o === null) throw new ERR_INVALID_ARG_TYPE('object', 'Object', o);
    if (impl !== null && typeof impl === 'object') { options = impl; impl = undefined; }
    validateObject(options, 'options');
    const { getter = false, setter = false } = options;
    const d = findMethod(o, name);
    const original = getter ? d?.get : setter ? d?.set : d?.value;
    if (typeof original !== 'function') throw new ERR_INVALID_ARG_VALUE('methodName', original, 'must be a method');
    const own = Object.getOwnPropertyDescriptor(o, name);
    const restore = () => { if (own) Object.defineProperty(o, name, own); else delete o[name]; };
    const m = makeMock(original, impl ?? original, restore, timesOf(options));
    const nd = { configurable: true, enumerable: d.enumerable };
    if (getter) { nd.get = m; nd.set = d.set; } else if (setter) { nd.get = d.get; nd.set = m; } else { nd.writable = d.writable; nd.value = m; }
    Object.defineProperty(o, name, nd);
    this.#mocks.push(m.mock);
    return m;
  }
  getter(o, name, impl, options) { if (impl !== null && typeof impl === 'object') { options = impl; impl = undefined; } return this.method(o, name, impl, { ...options, getter: true }); }
  setter(o, name, impl, options) { if (impl !== null && typeof impl === 'object') { options = impl; impl = undefined; } return this.method(o, name, impl, { ...options, setter: true }); }
  reset() { this.restoreAll(); this.#timers?.reset(); this.#mocks = []; }
  restoreAll() { for (const m of this.#mocks) m.restore(); }
}
module.exports = { MockTracker };
