'use strict';
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const channels = new Map();
class Channel {
  #subs = []; #stores = new Map();
  constructor(name) { this.name = name; }
  get hasSubscribers() { return this.#subs.length > 0 || this.#stores.size > 0; }
  subscribe(fn) { if (typeof fn !== 'function') throw new ERR_INVALID_ARG_TYPE('subscription', ['function'], fn); this.#subs = [...this.#subs, fn]; }
  unsubscribe(fn) { const i = this.#subs.indexOf(fn); if (i < 0) return false; this.#subs = this.#subs.filter((_, j) => j !== i); return true; }
  publish(data) { for (const fn of this.#subs) { try { fn(data, this.name); } catch (e) { process.nextTick(() => { throw e; }); } } }
  bindStore(store, f) { this.#stores.set(store, f); }
  unbindStore(store) { return this.#stores.delete(store); }
  runStores(data, fn, self, ...args) {
    let go = () => { this.publish(data); return Reflect.apply(fn, self, args); };
    for (const [store, f] of this.#stores) { const inner = go; go = () => store.run(f ? f(data) : data, inner); }
    return go();
  }
}
function channel(name) {
  if (typeof name !== 'string' && typeof name !== 'symbol') throw new ERR_INVALID_ARG_TYPE('channel', ['string', 'symbol'], name);
  let c = channels.get(name);
  if (c === undefined) channels.set(name, c = new Channel(name));
  return c;
}
const events = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];
class TracingChannel {
  constructor(n) { for (const e of events) this[e] = typeof n === 'string' ? channel(`tracing:${n}:${e}`) : n[e]; }
  get hasSubscribers() { return events.some((e) => this[e].hasSubscribers); }
  subscribe(h) { for (const e of events) if (h[e]) this[e].subscribe(h[e]); }
  unsubscribe(h) { let ok = true; for (const e of events) if (h[e] && !this[e].unsubscribe(h[e])) ok = false; return ok; }
  traceSync(fn, ctx = {}, self, ...args) { return this.start.runStores(ctx, () => { try { return ctx.result = Reflect.apply(fn, self, args); } catch (e) { ctx.error = e; this.error.publish(ctx); throw e; } finally { this.end.publish(ctx); } }); }
  tracePromise(fn, ctx = {}, self, ...args) {
    return this.start.runStores(ctx, () => {
      try {
        return Promise.resolve(Reflect.apply(fn, self, args)).then((r) => { ctx.result = r; this.asyncStart.publish(ctx); this.asyncEnd.publish(ctx); return r; }, (e) => { ctx.error = e; this.error.publish(ctx); this.asyncStart.publish(ctx); this.asyncEnd.publish(ctx); throw e; });
      } catch (e) { ctx.error = e; this.error.publish(ctx); throw e; } finally { this.end.publish(ctx); }
    });
  }
}
module.exports = { channel, hasSubscribers: (n) => channels.get(n)?.hasSubscribers ?? false, subscribe: (n, f) => channel(n).subscribe(f), unsubscribe: (n, f) => channel(n).unsubscribe(f), tracingChannel: (n) => new TracingChannel(n), Channel };
