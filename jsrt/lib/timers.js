'use strict';
// setTimeout and its kin. The heap of timers and the list of immediates are the event loop's; here are the objects.
const binding = internalBinding('timers');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const tick = require('internal/tick');
const timeouts = new Map(), immediates = new Map();
let nextID = 1;
const MAX = 2147483647;

class Timeout {
  constructor(fn, ms, args, repeat, ref) {
    ms *= 1;
    if (!(ms >= 1 && ms <= MAX)) {
      if (ms > MAX) process.emitWarning(`${ms} does not fit into a 32-bit signed integer.\nTimeout duration was set to 1.`, 'TimeoutOverflowWarning');
      ms = 1;
    }
    this._idleTimeout = ms;
    this._idlePrev = this;
    this._idleNext = this;
    this._idleStart = null;
    this._onTimeout = null;
    this._onTimeout = fn;
    this._timerArgs = args;
    this._repeat = repeat ? ms : null;
    this._destroyed = false;
    hide(this, kID, nextID++);
    hide(this, kRef, ref);
    const ac = tick.getAsyncContext();
    if (ac !== null) hide(this, kCtx, ac.get());
    start(this);
  }
  ref() { this[kRef] = true; binding.ref(this[kID], true); return this; }
  unref() { this[kRef] = false; binding.ref(this[kID], false); return this; }
  hasRef() { return this[kRef]; }
  refresh() { if (!this._destroyed || timeouts.has(this[kID])) start(this); else if (this[kFired]) { this._destroyed = false; start(this); } return this; }
  close() { clearTimeout(this); return this; }
  [Symbol.toPrimitive]() { return this[kID]; }
  [Symbol.dispose]() { clearTimeout(this); }
}
const kID = Symbol('asyncId'), kRef = Symbol('refed'), kCtx = Symbol('context'), kFired = Symbol('fired');
function hide(o, k, value) { Object.defineProperty(o, k, { value, writable: true, enumerable: false, configurable: true }); }
function start(t) { timeouts.set(t[kID], t); binding.start(t[kID], Math.trunc(t._idleTimeout), t[kRef]); }

function runTimer(t) {
  if (t[kCtx] !== undefined) return tick.getAsyncContext().run(t[kCtx], () => callTimer(t), []);
  return callTimer(t);
}
function callTimer(t) {
  const fn = t._onTimeout, args = t._timerArgs;
  if (args === undefined) t._onTimeout(); else t._onTimeout(...args);
}
function onTimer(id) {
  const t = timeouts.get(id);
  if (t === undefined) return;
  timeouts.delete(id);
  if (t._repeat === null) { t._destroyed = true; hide(t, kFired, true); }
  try {
    if (typeof t._onTimeout === 'function') runTimer(t);
  } finally {
    if (t._repeat !== null && !t._destroyed && !timeouts.has(id)) start(t);
  }
}

class Immediate {
  constructor(fn, args) {
    this._idleNext = null;
    this._idlePrev = null;
    this._onImmediate = fn;
    this._argv = args;
    this._destroyed = false;
    hide(this, kID, nextID++);
    hide(this, kRef, true);
    const ac = tick.getAsyncContext();
    if (ac !== null) hide(this, kCtx, ac.get());
    immediates.set(this[kID], this);
    binding.immediate(this[kID]);
  }
  ref() { this[kRef] = true; binding.refImmediate(this[kID], true); return this; }
  unref() { this[kRef] = false; binding.refImmediate(this[kID], false); return this; }
  hasRef() { return this[kRef]; }
  [Symbol.dispose]() { clearImmediate(this); }
}
function onImmediate(id) {
  const t = immediates.get(id);
  if (t === undefined) return;
  immediates.delete(id);
  t._destroyed = true;
  if (t[kCtx] !== undefined) tick.getAsyncContext().run(t[kCtx], t._onImmediate, t._argv || []);
  else if (t._argv === undefined) t._onImmediate(); else t._onImmediate(...t._argv);
}
binding.setCallbacks(onTimer, onImmediate);

function check(fn) { if (typeof fn !== 'function') throw new ERR_INVALID_ARG_TYPE('callback', 'Function', fn); }
function setTimeout(fn, ms, ...args) { check(fn); return new Timeout(fn, ms, args.length ? args : undefined, false, true); }
function setInterval(fn, ms, ...args) { check(fn); return new Timeout(fn, ms, args.length ? args : undefined, true, true); }
function setImmediate(fn, ...args) { check(fn); return new Immediate(fn, args.length ? args : undefined); }
function clearTimeout(t) {
  if (t == null) return;
  if (typeof t !== 'object') t = timeouts.get(Number(t));
  if (t === undefined || t[kID] === undefined) return;
  t._destroyed = true;
  t._repeat = null;
  hide(t, kFired, false);
  if (timeouts.delete(t[kID])) binding.stop(t[kID]);
}
function clearImmediate(t) {
  if (t == null || t[kID] === undefined) return;
  t._destroyed = true;
  if (immediates.delete(t[kID])) binding.clearImmediate(t[kID]);
}
const custom = Symbol.for('nodejs.util.promisify.custom');
Object.defineProperty(setTimeout, custom, { enumerable: true, get() { return require('timers/promises').setTimeout; } });
Object.defineProperty(setImmediate, custom, { enumerable: true, get() { return require('timers/promises').setImmediate; } });

module.exports = {
  setTimeout, clearTimeout, setImmediate, clearImmediate, setInterval, clearInterval: function clearInterval(t) { clearTimeout(t); },
  active(t) { if (t._idleTimeout >= 0) start(t); }, enroll() {}, unenroll(t) { clearTimeout(t); },
  get promises() { return require('timers/promises'); },
};
