'use strict';
const { EventTarget, Event, defineEventHandler, trust } = require('internal/event_target');
const { codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS, ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateUint32 } = require('internal/validators');
const custom = Symbol.for('nodejs.util.inspect.custom');
const key = Symbol('create');
class AbortSignal extends EventTarget {
  #aborted = false; #reason; #dependents = [];
  constructor(k) { if (k !== key) throw new ERR_ILLEGAL_CONSTRUCTOR(); super(); }
  get aborted() { if (!(#aborted in this)) throw new ERR_INVALID_THIS('AbortSignal'); return this.#aborted; }
  get reason() { return this.#reason; }
  throwIfAborted() { if (this.#aborted) throw this.#reason; }
  static _abort(s, reason) {
    if (s.#aborted) return;
    s.#aborted = true; s.#reason = reason;
    s.dispatchEvent(trust(new Event('abort')));
    for (const d of s.#dependents) AbortSignal._abort(d, reason);
  }
  static abort(reason = new DOMException('This operation was aborted', 'AbortError')) { const s = new AbortSignal(key); s.#aborted = true; s.#reason = reason; return s; }
  static timeout(ms) {
    validateUint32(ms, 'delay', false);
    const s = new AbortSignal(key);
    require('timers').setTimeout(() => AbortSignal._abort(s, new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms).unref();
    return s;
  }
  static any(signals) {
    const s = new AbortSignal(key);
    for (const x of signals) {
      if (!(x instanceof AbortSignal)) throw new ERR_INVALID_ARG_TYPE('signals', 'AbortSignal', x);
      if (x.aborted) { s.#aborted = true; s.#reason = x.reason; return s; }
    }
    for (const x of signals) x.#dependents.push(s);
    return s;
  }
  static _make() { return new AbortSignal(key); }
  [custom](depth, opts, inspect) { return depth < 0 ? 'AbortSignal' : `AbortSignal ${inspect({ aborted: this.#aborted }, opts)}`; }
}
Object.defineProperty(AbortSignal.prototype, Symbol.toStringTag, { value: 'AbortSignal', configurable: true });
Object.defineProperty(AbortSignal, 'name', { value: 'AbortSignal' });
for (const k of ['_abort', '_make']) Object.defineProperty(AbortSignal, k, { enumerable: false });
defineEventHandler(AbortSignal.prototype, 'abort');
class AbortController {
  #signal;
  get signal() { return this.#signal ??= AbortSignal._make(); }
  abort(reason = new DOMException('This operation was aborted', 'AbortError')) { AbortSignal._abort(this.signal, reason); }
  [custom](depth, opts, inspect) { return depth < 0 ? 'AbortController' : `AbortController ${inspect({ signal: this.signal }, opts)}`; }
}
Object.defineProperty(AbortController.prototype, Symbol.toStringTag, { value: 'AbortController', configurable: true });
module.exports = { AbortController, AbortSignal };
