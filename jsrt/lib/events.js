'use strict';
const { codes: { ERR_INVALID_ARG_TYPE, ERR_UNHANDLED_ERROR, ERR_OUT_OF_RANGE }, AbortError } = require('internal/errors');
const { validateFunction, validateAbortSignal, validateNumber } = require('internal/validators');
const { apply } = Reflect;
const kCapture = Symbol('kCapture');
const kRejection = Symbol.for('nodejs.rejection');
const kErrorMonitor = Symbol('events.errorMonitor');
let defaultMax = 10;

function EventEmitter(opts) { EventEmitter.init.call(this, opts); }
EventEmitter.prototype._events = undefined;
EventEmitter.prototype._eventsCount = 0;
EventEmitter.prototype._maxListeners = undefined;
EventEmitter.init = function (opts) {
  if (this._events === undefined || this._events === Object.getPrototypeOf(this)._events) {
    this._events = Object.create(null);
    this._eventsCount = 0;
  }
  this._maxListeners = this._maxListeners || undefined;
  if (opts !== undefined && opts !== null && opts.captureRejections) this[kCapture] = true;
};
EventEmitter.EventEmitter = EventEmitter;
EventEmitter.usingDomains = false;
EventEmitter.captureRejectionSymbol = kRejection;
EventEmitter.errorMonitor = kErrorMonitor;
Object.defineProperty(EventEmitter, 'captureRejections', { get() { return EventEmitter.prototype[kCapture]; }, set(v) { if (typeof v !== 'boolean') throw new ERR_INVALID_ARG_TYPE('EventEmitter.captureRejections', 'boolean', v); EventEmitter.prototype[kCapture] = v; }, enumerable: true });
Object.defineProperty(EventEmitter.prototype, kCapture, { value: false, writable: true, enumerable: false });
Object.defineProperty(EventEmitter, 'defaultMaxListeners', { enumerable: true, get() { return defaultMax; }, set(n) { validateNumber(n, 'defaultMaxListeners', 0); defaultMax = n; } });

const P = EventEmitter.prototype;
function checkListener(fn) { if (typeof fn !== 'function') throw new ERR_INVALID_ARG_TYPE('listener', 'Function', fn); }

P.setMaxListeners = function setMaxListeners(n) {
  if (typeof n !== 'number' || n < 0 || Number.isNaN(n)) validateNumber(n, 'setMaxListeners', 0);
  this._maxListeners = n;
  return this;
};
P.getMaxListeners = function getMaxListeners() { return this._maxListeners === undefined ? defaultMax : this._maxListeners; };

P.emit = function emit(type, ...args) {
  const events = this._events;
  if (type === 'error') {
    if (events !== undefined && events[kErrorMonitor] !== undefined) this.emit(kErrorMonitor, ...args);
    if (events === undefined || events.error === undefined) {
      const er = args[0];
      if (er instanceof Error) throw er; // Unhandled 'error' event
      let s;
      try { s = require('internal/inspect').inspect(er); } catch { s = er; }
      const err = new ERR_UNHANDLED_ERROR(args.length > 0 ? s : undefined);
      err.context = er;
      throw err;
    }
  } else if (events === undefined) return false;
  const h = events[type];
  if (h === undefined) return false;
  // A list of listeners is as it was when the event began, whatever they do to it; a short one is remembered without a copy.
  const many = typeof h !== 'function', n = many ? h.length : 1;
  const list = n > 2 ? h.slice() : undefined, second = many ? h[1] : undefined;
  const k = args.length;
  for (let i = 0, fn = many ? h[0] : h; i < n; fn = list === undefined ? second : list[i]) {
    const r = k === 0 ? fn.call(this) : k === 1 ? fn.call(this, args[0]) : k === 2 ? fn.call(this, args[0], args[1]) : apply(fn, this, args);
    if (r !== undefined && r !== null && this[kCapture]) capture(this, r, type, args);
    i++;
  }
  return true;
};

function capture(self, promise, type, args) {
  try {
    const then = promise.then;
    if (typeof then === 'function') then.call(promise, undefined, (err) => process.nextTick(rejection, self, err, type, args));
  } catch (err) { self.emit('error', err); }
}
function rejection(self, err, type, args) {
  if (typeof self[kRejection] === 'function') { self[kRejection](err, type, ...args); return; }
  const prev = self[kCapture];
  try { self[kCapture] = false; self.emit('error', err); } finally { self[kCapture] = prev; }
}

function add(self, type, fn, prepend) {
  checkListener(fn);
  let events = self._events;
  if (events === undefined) {
    events = self._events = Object.create(null);
    self._eventsCount = 0;
  } else if (events.newListener !== undefined) {
    self.emit('newListener', type, fn.listener ?? fn);
    events = self._events;
  }
  const cur = events[type];
  if (cur === undefined) {
    events[type] = fn;
    self._eventsCount++;
    return self;
  }
  let list = cur;
  if (typeof cur === 'function') list = events[type] = prepend ? [fn, cur] : [cur, fn];
  else if (prepend) cur.unshift(fn);
  else cur.push(fn);
  const max = self.getMaxListeners === undefined ? defaultMax : self.getMaxListeners();
  if (max > 0 && list.length > max && !list.warned) {
    list.warned = true;
    const w = new Error(`Possible EventEmitter memory leak detected. ${list.length} ${String(type)} listeners added to ${require('internal/inspect').inspect(self, { depth: -1 })}. MaxListeners is ${max}. Use emitter.setMaxListeners() to increase limit`);
    w.name = 'MaxListenersExceededWarning';
    w.emitter = self; w.type = type; w.count = list.length;
    process.emitWarning(w);
  }
  return self;
}
P.addListener = function addListener(type, fn) { return add(this, type, fn, false); };
P.on = P.addListener;
P.prependListener = function prependListener(type, fn) { return add(this, type, fn, true); };

function onceWrap(self, type, fn) {
  let fired = false;
  const w = function (...args) {
    if (fired) return;
    self.removeListener(type, w);
    fired = true;
    return apply(fn, self, args);
  };
  w.listener = fn;
  return w;
}
P.once = function once(type, fn) { checkListener(fn); return this.on(type, onceWrap(this, type, fn)); };
P.prependOnceListener = function prependOnceListener(type, fn) { checkListener(fn); return this.prependListener(type, onceWrap(this, type, fn)); };

P.removeListener = function removeListener(type, fn) {
  checkListener(fn);
  const events = this._events;
  if (events === undefined) return this;
  const list = events[type];
  if (list === undefined) return this;
  if (list === fn || list.listener === fn) {
    this._eventsCount--;
    delete events[type];
    if (events.removeListener) this.emit('removeListener', type, list.listener || fn);
  } else if (typeof list !== 'function') {
    let at = -1;
    for (let i = list.length - 1; i >= 0; i--) if (list[i] === fn || list[i].listener === fn) { at = i; break; }
    if (at < 0) return this;
    if (at === 0) list.shift(); else list.splice(at, 1);
    if (list.length === 1) events[type] = list[0];
    if (events.removeListener !== undefined) this.emit('removeListener', type, fn);
  }
  return this;
};
P.off = P.removeListener;
P.removeAllListeners = function removeAllListeners(type) {
  const events = this._events;
  if (events === undefined) return this;
  if (events.removeListener === undefined) {
    if (arguments.length === 0) { this._events = Object.create(null); this._eventsCount = 0; }
    else if (events[type] !== undefined) { delete events[type]; this._eventsCount--; }
    return this;
  }
  if (arguments.length === 0) {
    for (const k of Reflect.ownKeys(events)) if (k !== 'removeListener') this.removeAllListeners(k);
    this.removeAllListeners('removeListener');
    this._events = Object.create(null);
    this._eventsCount = 0;
    return this;
  }
  const l = events[type];
  if (typeof l === 'function') this.removeListener(type, l);
  else if (l !== undefined) for (let i = l.length - 1; i >= 0; i--) this.removeListener(type, l[i]);
  return this;
};
function list(self, type, unwrap) {
  const events = self._events;
  if (events === undefined) return [];
  const l = events[type];
  if (l === undefined) return [];
  if (typeof l === 'function') return unwrap ? [l.listener || l] : [l];
  return unwrap ? l.map((f) => f.listener || f) : l.slice();
}
P.listeners = function listeners(type) { return list(this, type, true); };
P.rawListeners = function rawListeners(type) { return list(this, type, false); };
P.listenerCount = function listenerCount(type, fn) {
  const events = this._events;
  if (events === undefined) return 0;
  const l = events[type];
  if (l === undefined) return 0;
  if (typeof fn === 'function') return list(this, type, true).filter((x) => x === fn).length;
  return typeof l === 'function' ? 1 : l.length;
};
P.eventNames = function eventNames() { return this._eventsCount > 0 ? Reflect.ownKeys(this._events) : []; };
EventEmitter.listenerCount = (emitter, type) => typeof emitter.listenerCount === 'function' ? emitter.listenerCount(type) : P.listenerCount.call(emitter, type);

const isTarget = (e) => typeof e.addEventListener === 'function' && typeof e.on !== 'function';

EventEmitter.once = async function once(emitter, name, options = {}) {
  if (options === null || typeof options !== 'object') throw new ERR_INVALID_ARG_TYPE('options', 'Object', options);
  const { signal } = options;
  validateAbortSignal(signal, 'options.signal');
  if (signal && signal.aborted) throw new AbortError(undefined, { cause: signal.reason });
  return new Promise((resolve, reject) => {
    const target = isTarget(emitter);
    const onError = (err) => { if (target) emitter.removeEventListener(name, onEvent); else emitter.removeListener(name, onEvent); cleanup(); reject(err); };
    const onEvent = (...args) => { if (!target) emitter.removeListener('error', onError); cleanup(); resolve(args); };
    const onAbort = () => { if (target) emitter.removeEventListener(name, onEvent); else { emitter.removeListener(name, onEvent); emitter.removeListener('error', onError); } reject(new AbortError(undefined, { cause: signal.reason })); };
    const cleanup = () => { if (signal) signal.removeEventListener('abort', onAbort); };
    if (target) emitter.addEventListener(name, onEvent, { once: true });
    else if (typeof emitter.once === 'function') {
      emitter.once(name, onEvent);
      if (name !== 'error') emitter.once('error', onError);
    } else throw new ERR_INVALID_ARG_TYPE('emitter', 'EventEmitter', emitter);
    if (signal) signal.addEventListener('abort', onAbort, { once: true });
  });
};

EventEmitter.on = function on(emitter, name, options = {}) {
  const { signal } = options;
  validateAbortSignal(signal, 'options.signal');
  if (signal && signal.aborted) throw new AbortError(undefined, { cause: signal.reason });
  const target = isTarget(emitter);
  const buffer = [], waiting = [];
  let error = null, finished = false;
  const push = (...args) => { const w = waiting.shift(); if (w) w.resolve({ value: args, done: false }); else buffer.push(args); };
  const fail = (err) => { const w = waiting.shift(); if (w) w.reject(err); else error = err; it.return(); };
  const onAbort = () => fail(new AbortError(undefined, { cause: signal.reason }));
  const it = {
    next() {
      if (buffer.length) return Promise.resolve({ value: buffer.shift(), done: false });
      if (error) { const e = error; error = null; return Promise.reject(e); }
      if (finished) return Promise.resolve({ value: undefined, done: true });
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    return() {
      if (target) emitter.removeEventListener(name, push);
      else { emitter.removeListener(name, push); emitter.removeListener('error', fail); for (const c of options.close ?? []) emitter.removeListener(c, end); }
      if (signal) signal.removeEventListener('abort', onAbort);
      finished = true;
      for (const w of waiting.splice(0)) w.resolve({ value: undefined, done: true });
      return Promise.resolve({ value: undefined, done: true });
    },
    throw(err) { if (!(err instanceof Error)) throw new ERR_INVALID_ARG_TYPE('EventEmitter.AsyncIterator', 'Error', err); fail(err); },
    [Symbol.asyncIterator]() { return this; },
  };
  const end = () => it.return();
  if (target) emitter.addEventListener(name, push);
  else { emitter.on(name, push); if (name !== 'error') emitter.on('error', fail); for (const c of options.close ?? []) emitter.on(c, end); }
  if (signal) signal.addEventListener('abort', onAbort, { once: true });
  return it;
};
EventEmitter.getEventListeners = (emitter, type) => {
  if (typeof emitter.listeners === 'function') return emitter.listeners(type);
  return require('internal/event_target').getListeners(emitter, type);
};
EventEmitter.setMaxListeners = (n = defaultMax, ...targets) => {
  validateNumber(n, 'setMaxListeners', 0);
  if (targets.length === 0) defaultMax = n;
  for (const t of targets) if (typeof t.setMaxListeners === 'function') t.setMaxListeners(n);
};
EventEmitter.getMaxListeners = (t) => typeof t.getMaxListeners === 'function' ? t.getMaxListeners() : defaultMax;
EventEmitter.addAbortListener = (signal, fn) => {
  validateFunction(fn, 'listener');
  if (signal.aborted) queueMicrotask(() => fn());
  else signal.addEventListener('abort', fn, { once: true });
  return { [Symbol.dispose]() { signal.removeEventListener('abort', fn); } };
};
class EventEmitterAsyncResource extends EventEmitter {}
EventEmitter.EventEmitterAsyncResource = EventEmitterAsyncResource;
module.exports = EventEmitter;
