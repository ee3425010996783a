'use strict';
// MessageChannel, MessagePort, BroadcastChannel within one program.
const { NodeEventTarget, Event, defineEventHandler } = require('internal/event_target');
const { codes: { ERR_ILLEGAL_CONSTRUCTOR } } = require('internal/errors');
const { structuredClone } = require('internal/structured_clone');
const key = Symbol('port');
class MessageEvent extends Event {
  #data; #origin; #lastEventId; #source; #ports;
  constructor(type, o = {}) { super(type, o); this.#data = o?.data ?? null; this.#origin = o?.origin ?? ''; this.#lastEventId = o?.lastEventId ?? ''; this.#source = o?.source ?? null; this.#ports = o?.ports ?? []; }
  get data() { return this.#data; } get origin() { return this.#origin; } get lastEventId() { return this.#lastEventId; } get source() { return this.#source; } get ports() { return this.#ports; }
}
class MessagePort extends NodeEventTarget {
  #peer = null; #queue = []; #started = false; #closed = false; #hold = null; #ref = true;
  constructor(k) { if (k !== key) throw new ERR_ILLEGAL_CONSTRUCTOR(); super(); }
  static _pair() { const a = new MessagePort(key), b = new MessagePort(key); a.#peer = b; b.#peer = a; return [a, b]; }
  postMessage(v, transfer) {
    const data = structuredClone(v, Array.isArray(transfer) ? { transfer } : transfer);
    this._pass(data);
  }
  // _pass hands the peer a value that nobody else has.
  _pass(data) {
    const p = this.#peer;
    if (this.#closed || !p) return;
    p.#queue.push(data);
    if (p.#started) p.#drain();
  }
  #drain() {
    setImmediate(() => {
      if (!this.#started || this.#queue.length === 0) return;
      const data = this.#queue.shift();
      if (this.#queue.length) this.#drain();
      if (this.#closed) return;
      this.dispatchEvent(new MessageEvent('message', { data }));
    });
  }
  #keep() {
    const want = this.#started && !this.#closed && this.#ref;
    if (this._hook) { this._hook(want); return; }
    if (want && !this.#hold) this.#hold = setInterval(() => {}, 2147483647);
    else if (!want && this.#hold) { clearInterval(this.#hold); this.#hold = null; }
  }
  start() { if (this.#started || this.#closed) return; this.#started = true; this.#keep(); for (let i = 0; i < this.#queue.length && i < 1; i++) this.#drain(); }
  close() {
    for (const p of [this, this.#peer]) {
      if (!p || p.#closed) continue;
      p.#closed = true;
      p.#keep();
      setImmediate(() => p.dispatchEvent(new Event('close')));
    }
  }
  _take() { return this.#queue.length ? { message: this.#queue.shift() } : undefined; }
  ref() { this.#ref = true; this.#keep(); return this; }
  unref() { this.#ref = false; this.#keep(); return this; }
  hasRef() { return this.#hold !== null; }
  on(type, fn) {
    this.addEventListener(type, type === 'message' ? fn.wrapped ??= (e) => fn.call(this, e.data) : fn);
    if (type === 'message') this.start();
    return this;
  }
  once(type, fn) { this.addEventListener(type, type === 'message' ? (e) => fn.call(this, e.data) : fn, { once: true }); if (type === 'message') this.start(); return this; }
  off(type, fn) { this.removeEventListener(type, fn.wrapped ?? fn); return this; }
}
defineEventHandler(MessagePort.prototype, 'messageerror');
{
  defineEventHandler(MessagePort.prototype, 'message');
  const d = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
  Object.defineProperty(MessagePort.prototype, 'onmessage', { ...d, set(v) { d.set.call(this, v); if (typeof v === 'function') this.start(); } });
}
class MessageChannel { constructor() { [this.port1, this.port2] = MessagePort._pair(); } }
const channels = new Map();
class BroadcastChannel extends NodeEventTarget {
  #name; #closed = false; #hold;
  constructor(name) { super(); this.#name = `${name}`; const l = channels.get(this.#name) ?? new Set(); l.add(this); channels.set(this.#name, l); this.#hold = setInterval(() => {}, 2147483647); }
  get name() { return this.#name; }
  postMessage(v) {
    if (this.#closed) throw new DOMException('BroadcastChannel is closed.', 'InvalidStateError');
    for (const c of channels.get(this.#name)) if (c !== this) { const data = structuredClone(v); setImmediate(() => { if (!c.#closed) c.dispatchEvent(new MessageEvent('message', { data })); }); }
  }
  close() { if (this.#closed) return; this.#closed = true; clearInterval(this.#hold); channels.get(this.#name).delete(this); }
  ref() { this.#hold.ref(); return this; }
  unref() { this.#hold.unref(); return this; }
}
for (const k of ['message', 'messageerror']) defineEventHandler(BroadcastChannel.prototype, k);
module.exports = { MessageChannel, MessagePort, MessageEvent, BroadcastChannel };
