'use strict';
// node:domain, over the context that asynchronous calls carry along: what is thrown in a domain goes to its 'error' event.
const EventEmitter = require('events');
const { AsyncLocalStorage } = require('async_hooks');
const { validateFunction } = require('internal/validators');
const storage = new AsyncLocalStorage();
const thrownStore = AsyncLocalStorage._watch(storage);
const stack = [];
const top = () => stack[stack.length - 1] ?? storage.getStore();

class Domain extends EventEmitter {
  constructor() {
    super();
    this.members = [];
  }
  enter() { stack.push(this); sync(); }
  exit() {
    const i = stack.lastIndexOf(this);
    if (i < 0) return;
    stack.splice(i);
    sync();
  }
  add(ee) {
    if (ee.domain === this) return;
    ee.domain?.remove?.(ee);
    Object.defineProperty(ee, 'domain', { value: this, writable: true, configurable: true, enumerable: false });
    this.members.push(ee);
  }
  remove(ee) {
    ee.domain = null;
    const i = this.members.indexOf(ee);
    if (i >= 0) this.members.splice(i, 1);
  }
  run(fn, ...args) {
    this.enter();
    try { return storage.run(this, () => Reflect.apply(fn, this, args)); } finally { this.exit(); }
  }
  bind(fn) {
    validateFunction(fn, 'callback');
    const self = this;
    return function bound(...args) { return self.run(() => Reflect.apply(fn, this, args)); };
  }
  intercept(fn) {
    validateFunction(fn, 'callback');
    const self = this;
    return function intercepted(err, ...args) {
      if (err instanceof Error) { Object.assign(err, { domainBound: fn, domainThrown: false }); Object.defineProperty(err, 'domain', { value: self, configurable: true, enumerable: false, writable: true }); self.emit('error', err); return undefined; }
      return self.run(() => Reflect.apply(fn, this, args));
    };
  }
}
function sync() { process.domain = exports.active = top(); }
Object.defineProperty(process, 'domain', { value: null, writable: true, enumerable: true, configurable: true });

// An emitter of a domain without a listener of its own tells the domain of its errors.
const emit = EventEmitter.prototype.emit;
EventEmitter.prototype.emit = function (type, ...args) {
  const d = this.domain;
  if (d === undefined || d === null || this === process || this instanceof Domain) {
    return Reflect.apply(emit, this, [type, ...args]);
  }
  if (type === 'error' && this.listenerCount('error') === 0) {
    const er = args[0] instanceof Error ? args[0] : Object.assign(new Error('Unhandled error.'), { context: args[0] });
    Object.assign(er, { domainEmitter: this, domainThrown: false });
    Object.defineProperty(er, 'domain', { value: d, configurable: true, enumerable: false, writable: true });
    d.emit('error', er);
    return true;
  }
  return d.run(() => Reflect.apply(emit, this, [type, ...args]));
};
// What nobody caught goes to the domain that it happened in.
require('internal/tick').setDomainHook((err) => {
  const d = stack[stack.length - 1] ?? thrownStore();
  if (d === undefined || d.listenerCount('error') === 0) return false;
  stack.length = 0;
  if (typeof err === 'object' && err !== null) { err.domainThrown = true; Object.defineProperty(err, 'domain', { value: d, configurable: true, enumerable: false, writable: true }); }
  storage.exit(() => d.emit('error', err));
  sync();
  return true;
});
exports._stack = stack;
exports.Domain = Domain;
exports.createDomain = exports.create = function createDomain() { return new Domain(); };
exports.active = null;
