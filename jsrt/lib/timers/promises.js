'use strict';
const timers = require('timers');
const { AbortError, codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateAbortSignal, validateBoolean, validateObject } = require('internal/validators');

function options(o) {
  if (o === undefined) return {};
  validateObject(o, 'options');
  if (o.signal !== undefined) validateAbortSignal(o.signal, 'options.signal');
  if (o.ref !== undefined) validateBoolean(o.ref, 'options.ref');
  return o;
}
function wait(begin, end, value, opts) {
  let o;
  try { o = options(opts); } catch (e) { return Promise.reject(e); }
  const { signal } = o;
  if (signal && signal.aborted) return Promise.reject(new AbortError(undefined, { cause: signal.reason }));
  return new Promise((resolve, reject) => {
    const done = () => { if (signal) signal.removeEventListener('abort', cancel); resolve(value); };
    const t = begin(done);
    if (o.ref === false) t.unref();
    const cancel = () => { end(t); reject(new AbortError(undefined, { cause: signal.reason })); };
    if (signal) signal.addEventListener('abort', cancel, { once: true });
  });
}
function setTimeout(ms, value, opts) {
  if (ms !== undefined && typeof ms !== 'number') return Promise.reject(new ERR_INVALID_ARG_TYPE('delay', 'number', ms));
  return wait((f) => timers.setTimeout(f, ms), timers.clearTimeout, value, opts);
}
function setImmediate(value, opts) { return wait((f) => timers.setImmediate(f), timers.clearImmediate, value, opts); }
function setInterval(ms, value, opts) {
  const o = options(opts);
  const { signal } = o;
  let pending = 0, waiting = null, done = false, error = null;
  if (signal && signal.aborted) { error = new AbortError(undefined, { cause: signal.reason }); done = true; }
  const t = done ? null : timers.setInterval(() => { pending++; if (waiting) { const w = waiting; waiting = null; pending--; w.resolve({ value, done: false }); } }, ms);
  if (t && o.ref === false) t.unref();
  if (signal && !done) signal.addEventListener('abort', () => { timers.clearInterval(t); done = true; error = new AbortError(undefined, { cause: signal.reason }); if (waiting) { waiting.reject(error); waiting = null; } }, { once: true });
  return {
    next() {
      if (pending > 0) { pending--; return Promise.resolve({ value, done: false }); }
      if (error) { const e = error; error = null; return Promise.reject(e); }
      if (done) return Promise.resolve({ value: undefined, done: true });
      return new Promise((resolve, reject) => { waiting = { resolve, reject }; });
    },
    return() { done = true; timers.clearInterval(t); return Promise.resolve({ value: undefined, done: true }); },
    [Symbol.asyncIterator]() { return this; },
  };
}
module.exports = { setTimeout, setImmediate, setInterval, scheduler: { wait: (ms, o) => setTimeout(ms, undefined, o), yield: () => setImmediate() } };
