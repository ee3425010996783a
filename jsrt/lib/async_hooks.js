'use strict';
// AsyncLocalStorage over one immutable context that ticks, timers, immediates and promise jobs carry along.
const tick = require('internal/tick');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const core = internalBinding('core');
let current; // Map of storages to stores, never changed once made
function run(ctx, fn, args) { const prev = current; current = ctx; try { return fn(...args); } finally { current = prev; } }
// watched is run that remembers where it was when something was thrown, for domains.
let thrownIn;
function watched(ctx, fn, args) {
  const prev = current;
  current = ctx;
  let ok = false;
  try { const v = fn(...args); ok = true; return v; } finally { if (!ok) thrownIn = ctx; current = prev; }
}
let on = false;
function enable() {
  if (on) return;
  on = true;
  current = new Map();
  tick.setAsyncContext({ get: () => current, run });
  core.trackAsync(() => current, (ctx) => { current = ctx; });
}
class AsyncLocalStorage {
  constructor() { enable(); }
  static bind(fn) { enable(); const ctx = current; return function (...a) { return run(ctx, fn.bind(this), a); }; }
  static snapshot() { enable(); const ctx = current; return (fn, ...a) => run(ctx, fn, a); }
  run(store, fn, ...args) { return run(new Map(current).set(this, store), fn, args); }
  exit(fn, ...args) { const m = new Map(current); m.delete(this); return run(m, fn, args); }
  getStore() { return current.get(this); }
  enterWith(store) { current = new Map(current).set(this, store); }
  disable() { const m = new Map(current); m.delete(this); current = m; }
}
class AsyncResource {
  #ctx; #id;
  constructor(type) {
    if (typeof type !== 'string') throw new ERR_INVALID_ARG_TYPE('type', 'string', type);
    enable(); this.#ctx = current; this.#id = ids++;
  }
  runInAsyncScope(fn, self, ...args) { return run(this.#ctx, (...a) => Reflect.apply(fn, self, a), args); }
  emitDestroy() { return this; }
  asyncId() { return this.#id; }
  triggerAsyncId() { return 0; }
  bind(fn) { const ctx = this.#ctx; return function (...a) { return run(ctx, fn.bind(this), a); }; }
  static bind(fn, type) { return new AsyncResource(type || fn.name || 'bound').bind(fn); }
}
let ids = 2;
// _watch makes the store of a storage known at the place of an uncaught exception.
Object.defineProperty(AsyncLocalStorage, '_watch', { value(storage) { enable(); tick.setAsyncContext({ get: () => current, run: watched }); return () => { const c = thrownIn ?? current; thrownIn = undefined; return c?.get(storage); }; } });
module.exports = {
  AsyncLocalStorage, AsyncResource, executionAsyncId: () => 1, triggerAsyncId: () => 0, executionAsyncResource: () => ({}),
  createHook: () => ({ enable() { return this; }, disable() { return this; } }), asyncWrapProviders: Object.freeze({ __proto__: null }),
};
