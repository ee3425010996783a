'use strict';
// setTimeout and its kin. The heap of timers and the list of immediates are the event loop's; here are the objects.
const binding = internalBinding('timers');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const tick = require('internal/tick');
const known = new Map(); // timers that became a number, by it
let nextID = 1;
const MAX = 2147483647;

// What the event loop knows a timer by, and whether it still waits for it, is in private fields: a program that looks at a
// timer sees Node's own properties only.
class Timeout {
  #id = nextID++;
  #ref = true;
  #waits = false;
  #fired = false;
  #context = undefined;
  constructor(fn, ms, args, repeat) {
    ms *= 1;
    if (!(ms >= 1 && ms <= MAX)) {
      if (ms > MAX) process.emitWarning(`${ms} does not fit into a 32-bit signed integer.\nTimeout duration was set to 1.`, 'TimeoutOverflowWarning');
      ms = 1;
    }
    this._idleTimeout = ms;
    this._idlePrev = this;
    this._idleNext = this;
    this._idleStart = null;
    this._onTimeout = fn;
    this._timerArgs = args;
    this._repeat = repeat ? ms : null;
    this._destroyed = false;
    const ac = tick.getAsyncContext();
    if (ac !== null) this.#context = ac.get();
    this.#start();
  }
  #start() { this.#waits = true; startTimer(this.#id, Math.trunc(this._idleTimeout), this.#ref, this); }
  ref() { this.#ref = true; binding.ref(this.#id, true); return this; }
  unref() { this.#ref = false; binding.ref(this.#id, false); return this; }
  hasRef() { return this.#ref; }
  refresh() {
    if (!this._destroyed || this.#waits) this.#start();
    else if (this.#fired) { this._destroyed = false; this.#start(); }
    return this;
  }
  close() { clearTimeout(this); return this; }
  [Symbol.toPrimitive]() { known.set(this.#id, this); return this.#id; }
  [Symbol.dispose]() { clearTimeout(this); }
  static start(t) { t.#start(); }
  static run(t) {
    t.#waits = false;
    if (t._repeat === null) { t._destroyed = true; t.#fired = true; if (known.size > 0) known.delete(t.#id); }
    try {
      if (typeof t._onTimeout !== 'function') return;
      if (t.#context !== undefined) tick.getAsyncContext().run(t.#context, callTimer, [t]);
      else if (t._timerArgs === undefined) t._onTimeout();
      else t._onTimeout(...t._timerArgs);
    } finally {
      if (t._repeat !== null && !t._destroyed && !t.#waits) t.#start();
    }
  }
  static clear(t) {
    if (!(#waits in t)) return;
    t._destroyed = true;
    t._repeat = null;
    t.#fired = false;
    if (!t.#waits) return;
    t.#waits = false;
    if (known.size > 0) known.delete(t.#id);
    binding.stop(t.#id);
  }
}
const startTimer = binding.start, startImmediate = binding.immediate;
const { start, run: onTimer, clear } = Timeout;
delete Timeout.start;
delete Timeout.run;
delete Timeout.clear;
function callTimer(t) {
  if (t._timerArgs === undefined) t._onTimeout(); else t._onTimeout(...t._timerArgs);
}

class Immediate {
  #id = nextID++;
  #ref = true;
  #context = undefined;
  constructor(fn, args) {
    this._idleNext = null;
    this._idlePrev = null;
    this._onImmediate = fn;
    this._argv = args;
    this._destroyed = false;
    const ac = tick.getAsyncContext();
    if (ac !== null) this.#context = ac.get();
    startImmediate(this.#id, this);
  }
  ref() { this.#ref = true; binding.refImmediate(this.#id, true); return this; }
  unref() { this.#ref = false; binding.refImmediate(this.#id, false); return this; }
  hasRef() { return this.#ref; }
  [Symbol.dispose]() { clearImmediate(this); }
  static run(t) {
    t._destroyed = true;
    if (t.#context !== undefined) tick.getAsyncContext().run(t.#context, t._onImmediate, t._argv || []);
    else if (t._argv === undefined) t._onImmediate(); else t._onImmediate(...t._argv);
  }
  static clear(t) {
    if (!(#id in t)) return;
    if (!t._destroyed) binding.clearImmediate(t.#id);
    t._destroyed = true;
  }
}
const { run: onImmediate, clear: dropImmediate } = Immediate;
delete Immediate.run;
delete Immediate.clear;
binding.setCallbacks(onTimer, onImmediate);

function check(fn) { if (typeof fn !== 'function') throw new ERR_INVALID_ARG_TYPE('callback', 'Function', fn); }
function setTimeout(fn, ms, ...args) { check(fn); return new Timeout(fn, ms, args.length ? args : undefined, false); }
function setInterval(fn, ms, ...args) { check(fn); return new Timeout(fn, ms, args.length ? args : undefined, true); }
function setImmediate(fn, ...args) { check(fn); return new Immediate(fn, args.length ? args : undefined); }
function clearTimeout(t) {
  if (t === undefined || t === null) return;
  if (typeof t !== 'object') t = known.get(Number(t));
  if (t !== undefined) clear(t);
}
function clearImmediate(t) {
  if (typeof t === 'object' && t !== null) dropImmediate(t);
}
const custom = Symbol.for('nodejs.util.promisify.custom');
Object.defineProperty(setTimeout, custom, { enumerable: true, get() { return require('timers/promises').setTimeout; } });
Object.defineProperty(setImmediate, custom, { enumerable: true, get() { return require('timers/promises').setImmediate; } });

module.exports = {
  setTimeout, clearTimeout, setImmediate, clearImmediate, setInterval, clearInterval: function clearInterval(t) { clearTimeout(t); },
  active(t) { if (t._idleTimeout >= 0) start(t); }, enroll() {}, unenroll(t) { clearTimeout(t); },
  get promises() { return require('timers/promises'); },
};
