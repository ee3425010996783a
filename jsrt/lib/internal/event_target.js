'use strict';
const { codes: { ERR_INVALID_ARG_TYPE, ERR_EVENT_RECURSION, ERR_INVALID_THIS, ERR_MISSING_ARGS } } = require('internal/errors');
const custom = Symbol.for('nodejs.util.inspect.custom');
const kInit = Symbol('init');
class Event {
  #type; #bubbles; #cancelable; #composed; #prevented = false; #stop = false; #time; #prop = false;
  [kInit] = { target: null, current: null, phase: 0, dispatching: false, trusted: false };
  constructor(type, options = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('type');
    if (options != null && typeof options !== 'object') throw new ERR_INVALID_ARG_TYPE('options', 'Object', options);
    Object.defineProperty(this, kInit, { enumerable: false });
    this.#type = `${type}`; this.#bubbles = !!options?.bubbles; this.#cancelable = !!options?.cancelable; this.#composed = !!options?.composed;
    this.#time = internalBinding('process').now();
    Object.defineProperty(this, 'isTrusted', { get: () => this[kInit].trusted, enumerable: true, configurable: false });
  }
  get type() { return this.#type; } get target() { return this[kInit].target; } get srcElement() { return this[kInit].target; } get currentTarget() { return this[kInit].current; }
  get bubbles() { return this.#bubbles; } get cancelable() { return this.#cancelable; } get composed() { return this.#composed; }
  get defaultPrevented() { return this.#cancelable && this.#prevented; } get returnValue() { return !this.defaultPrevented; } get timeStamp() { return this.#time; }
  get eventPhase() { return this[kInit].dispatching ? 2 : 0; } get cancelBubble() { return this.#prop; } set cancelBubble(v) { if (v) this.#prop = true; }
  composedPath() { return this[kInit].dispatching ? [this[kInit].current] : []; }
  preventDefault() { this.#prevented = true; } stopPropagation() { this.#prop = true; } stopImmediatePropagation() { this.#stop = true; }
  initEvent(type, b = false, c = false) { this.#type = `${type}`; this.#bubbles = !!b; this.#cancelable = !!c; }
  get _stopped() { return this.#stop; }
  [custom](depth, opts, inspect) {
    const name = this.constructor.name;
    if (depth < 0) return name;
    return `${name} ${inspect({ type: this.#type, defaultPrevented: this.defaultPrevented, cancelable: this.#cancelable, timeStamp: this.#time }, { ...opts, depth: opts.depth === null ? null : opts.depth - 1 })}`;
  }
}
for (const [k, v] of [['NONE', 0], ['CAPTURING_PHASE', 1], ['AT_TARGET', 2], ['BUBBLING_PHASE', 3]]) for (const o of [Event, Event.prototype]) Object.defineProperty(o, k, { value: v, enumerable: true });
Object.defineProperty(Event.prototype, Symbol.toStringTag, { value: 'Event', configurable: true });
Object.defineProperty(Event.prototype, '_stopped', { enumerable: false });
class CustomEvent extends Event {
  #detail;
  constructor(type, o = undefined) { super(type, o); this.#detail = o?.detail ?? null; }
  get detail() { return this.#detail; }
}
Object.defineProperty(CustomEvent.prototype, Symbol.toStringTag, { value: 'CustomEvent', configurable: true });

const lists = new WeakMap();
const listOf = (t) => { let m = lists.get(t); if (m === undefined) { if (!(t instanceof EventTarget)) throw new ERR_INVALID_THIS('EventTarget'); lists.set(t, m = new Map()); } return m; };
class EventTarget {
  addEventListener(type, fn, options = {}) {
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('type', 'listener');
    if (typeof options === 'boolean') options = { capture: options };
    options ??= {};
    if (fn == null) { process.emitWarning(`addEventListener called with ${fn} which has no effect.`, { name: 'AddEventListenerArgumentTypeWarning', target: this, type }); return; }
    if (typeof fn !== 'function' && typeof fn !== 'object') throw new ERR_INVALID_ARG_TYPE('listener', 'EventListener', fn);
    const { once = false, capture = false, signal } = options;
    if (signal?.aborted) return;
    type = `${type}`;
    const m = listOf(this);
    let l = m.get(type);
    if (l === undefined) m.set(type, l = []);
    if (l.some((e) => e.fn === fn && e.capture === !!capture)) return;
    l.push({ fn, once: !!once, capture: !!capture, removed: false });
    if (signal) signal.addEventListener('abort', () => this.removeEventListener(type, fn, options), { once: true });
  }
  removeEventListener(type, fn, options = {}) {
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('type', 'listener');
    const capture = typeof options === 'boolean' ? options : !!options?.capture;
    const l = listOf(this).get(`${type}`);
    if (l === undefined) return;
    const i = l.findIndex((e) => e.fn === fn && e.capture === capture);
    if (i >= 0) { l[i].removed = true; l.splice(i, 1); }
  }
  dispatchEvent(event) {
    if (arguments.length < 1) throw new ERR_MISSING_ARGS('event');
    if (!(event instanceof Event)) throw new ERR_INVALID_ARG_TYPE('event', 'Event', event);
    const st = event[kInit];
    if (st.dispatching) throw new ERR_EVENT_RECURSION(event.type);
    st.target = st.current = this; st.dispatching = true;
    const l = listOf(this).get(event.type);
    if (l !== undefined) {
      for (const e of l.slice()) {
        if (e.removed) continue;
        if (event._stopped) break;
        if (e.once) { e.removed = true; const i = l.indexOf(e); if (i >= 0) l.splice(i, 1); }
        try {
          const r = typeof e.fn === 'function' ? e.fn.call(this, event) : typeof e.fn.handleEvent === 'function' ? e.fn.handleEvent(event) : undefined;
          if (r != null && typeof r.then === 'function') r.then(undefined, (err) => process.nextTick(() => { throw err; }));
        } catch (err) { process.nextTick(() => { throw err; }); }
      }
    }
    st.dispatching = false; st.current = null;
    return !event.defaultPrevented;
  }
  [custom](depth, opts, inspect) { const name = this.constructor.name; return depth < 0 ? name : `${name} ${inspect({}, opts)}`; }
}
Object.defineProperty(EventTarget.prototype, Symbol.toStringTag, { value: 'EventTarget', configurable: true });
for (const k of ['addEventListener', 'removeEventListener', 'dispatchEvent']) Object.defineProperty(EventTarget.prototype, k, { enumerable: true });
function defineEventHandler(proto, name) {
  const handlers = new WeakMap();
  Object.defineProperty(proto, `on${name}`, {
    enumerable: true, configurable: true,
    get() { return handlers.get(this)?.fn ?? null; },
    set(v) {
      let h = handlers.get(this);
      if (h === undefined) { h = { fn: null }; handlers.set(this, h); h.wrap = (e) => h.fn && h.fn.call(this, e); }
      if (h.fn && typeof v !== 'function') this.removeEventListener(name, h.wrap);
      if (typeof v === 'function' && !h.fn) this.addEventListener(name, h.wrap);
      h.fn = typeof v === 'function' ? v : null;
    },
  });
}
class NodeEventTarget extends EventTarget {
  on(t, f) { this.addEventListener(t, f); return this; } addListener(t, f) { return this.on(t, f); } once(t, f) { this.addEventListener(t, f, { once: true }); return this; }
  off(t, f) { this.removeEventListener(t, f); return this; } removeListener(t, f) { return this.off(t, f); } emit(t, a) { const e = new Event(t); e.detail = a; return this.dispatchEvent(e); }
  listenerCount(t) { return getListeners(this, t).length; } eventNames() { return [...listOf(this).keys()].filter((k) => this.listenerCount(k)); }
  removeAllListeners(t) { if (t === undefined) listOf(this).clear(); else listOf(this).delete(t); return this; } setMaxListeners() { return this; } getMaxListeners() { return 10; }
}
function getListeners(t, type) { return (listOf(t).get(type) ?? []).map((e) => e.fn); }
module.exports = { Event, EventTarget, CustomEvent, NodeEventTarget, defineEventHandler, getListeners, trust(e) { e[kInit].trusted = true; return e; } };
