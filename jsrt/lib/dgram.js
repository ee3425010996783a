'use strict';
// node:dgram: UDP on the network of the box.
const EventEmitter = require('events');
const { Buffer } = require('buffer');
const { E, codes, notImplemented } = require('internal/errors');
const { validatePort, validateFunction } = require('internal/validators');
const binding = internalBinding('dgram');
const define = (code, Base, message) => codes[code] || E(code, Base, message);
define('ERR_SOCKET_ALREADY_BOUND', Error, () => 'Socket is already bound');
define('ERR_SOCKET_BAD_TYPE', TypeError, () => 'Bad socket type specified. Valid types are: udp4, udp6');
define('ERR_SOCKET_DGRAM_NOT_RUNNING', Error, () => 'Not running');
define('ERR_SOCKET_DGRAM_IS_CONNECTED', Error, () => 'Already connected');
define('ERR_SOCKET_DGRAM_NOT_CONNECTED', Error, () => 'Not connected');

class Socket extends EventEmitter {
  #id = 0; #state = 0; #queue = []; #remote = null; #reuse; #ref = true; #sizes = { recv: 212992, send: 212992 }; #address;
  constructor(type, listener) {
    super();
    let o = {};
    if (type !== null && typeof type === 'object') { o = type; type = o.type; }
    if (type !== 'udp4' && type !== 'udp6') throw new codes.ERR_SOCKET_BAD_TYPE();
    this.type = type;
    this.#reuse = !!o.reuseAddr;
    if (o.recvBufferSize) this.#sizes.recv = o.recvBufferSize;
    if (o.sendBufferSize) this.#sizes.send = o.sendBufferSize;
    if (typeof listener === 'function') this.on('message', listener);
    if (o.signal) { if (o.signal.aborted) process.nextTick(() => this.close()); else o.signal.addEventListener('abort', () => { if (this.#state !== 3) this.close(); }, { once: true }); }
  }
  #check() { if (this.#state === 3) throw new codes.ERR_SOCKET_DGRAM_NOT_RUNNING(); }
  bind(port, address, cb) {
    this.#check();
    if (this.#state !== 0) throw new codes.ERR_SOCKET_ALREADY_BOUND();
    if (typeof port === 'function') { cb = port; port = 0; } else if (port !== null && typeof port === 'object') { cb = address; ({ port, address } = port); }
    if (typeof address === 'function') { cb = address; address = undefined; }
    if (cb) this.once('listening', cb);
    port = validatePort(port ?? 0);
    const host = address === 'localhost' ? (this.type === 'udp4' ? '127.0.0.1' : '::1') : address || (this.type === 'udp4' ? '0.0.0.0' : '::');
    this.#state = 1;
    const r = binding.bind(this.type, host, port, this.#reuse, (ab, a, p, family) => { const msg = Buffer.from(ab); this.emit('message', msg, { address: a, family, port: p, size: msg.length }); });
    if (typeof r[0] === 'string') {
      this.#state = 0;
      const e = Object.assign(new Error(`bind ${r[0]} ${host}${port ? `:${port}` : ''}`), { errno: r[1], code: r[0], syscall: 'bind', address: host, port });
      process.nextTick(() => this.emit('error', e));
      return this;
    }
    this.#id = r[0];
    this.#address = { address: r[1], family: r[3], port: r[2] };
    if (!this.#ref) binding.ref(this.#id, false);
    process.nextTick(() => {
      if (this.#state !== 1) return;
      this.#state = 2;
      this.emit('listening');
      for (const f of this.#queue.splice(0)) f();
    });
    return this;
  }
  #ready(f) { if (this.#state === 2) f(); else { if (this.#state === 0) this.bind(0); this.#queue.push(f); } }
  connect(port, address, cb) {
    this.#check();
    port = validatePort(port, 'Port', false);
    if (typeof address === 'function') { cb = address; address = undefined; }
    if (this.#remote) throw new codes.ERR_SOCKET_DGRAM_IS_CONNECTED();
    if (cb) this.once('connect', cb);
    this.#ready(() => { this.#remote = { address: this.#host(address), port, family: this.type === 'udp4' ? 'IPv4' : 'IPv6' }; process.nextTick(() => this.emit('connect')); });
  }
  disconnect() { if (!this.#remote) throw new codes.ERR_SOCKET_DGRAM_NOT_CONNECTED(); this.#remote = null; }
  remoteAddress() { if (!this.#remote) throw new codes.ERR_SOCKET_DGRAM_NOT_CONNECTED(); return { ...this.#remote }; }
  #host(a) { return !a || a === 'localhost' ? (this.type === 'udp4' ? '127.0.0.1' : '::1') : a; }
  send(msg, offset, length, port, address, cb) {
    this.#check();
    if (typeof length === 'number' && (typeof msg === 'string' || ArrayBuffer.isView(msg)) && !(typeof port === 'string' || typeof port === 'function' || port === undefined) || (this.#remote && typeof offset === 'number' && typeof length === 'number')) {
      const b = typeof msg === 'string' ? Buffer.from(msg) : Buffer.from(msg.buffer, msg.byteOffset, msg.byteLength);
      if (offset > b.length) throw new codes.ERR_BUFFER_OUT_OF_BOUNDS('offset');
      if (offset + length > b.length) throw new codes.ERR_BUFFER_OUT_OF_BOUNDS('length');
      msg = b.subarray(offset, offset + length);
      if (this.#remote) { cb = port; port = undefined; }
    } else if (this.#remote) { cb = offset; port = undefined; } else { cb = port; port = offset; address = length; }
    if (typeof address === 'function') { cb = address; address = undefined; }
    if (typeof cb !== 'function') cb = undefined;
    const list = Array.isArray(msg) ? msg : [msg];
    const data = Buffer.concat(list.map((m) => {
      if (typeof m === 'string') return Buffer.from(m);
      if (!ArrayBuffer.isView(m)) throw new codes.ERR_INVALID_ARG_TYPE(Array.isArray(msg) ? 'buffer list arguments' : 'buffer', ['Buffer', 'TypedArray', 'DataView', 'string'], msg);
      return Buffer.from(m.buffer, m.byteOffset, m.byteLength);
    }));
    if (!this.#remote) port = validatePort(port, 'Port', false);
    if (cb !== undefined) validateFunction(cb, 'callback');
    this.#ready(() => {
      const to = this.#remote ?? { address: this.#host(address), port };
      const go = (ip) => {
        if (this.#state === 3) return;
        const r = binding.send(this.#id, data, ip, String(to.port));
        if (r === null) { if (cb) process.nextTick(cb, null, data.length); return; }
        const e = Object.assign(new Error(`send ${r[0]} ${ip}:${to.port}`), { errno: r[1], code: r[0], syscall: 'send', address: ip, port: to.port });
        if (cb) process.nextTick(cb, e); else process.nextTick(() => this.emit('error', e));
      };
      if (require('net').isIP(to.address)) go(to.address);
      else require('dns').lookup(to.address, { family: this.type === 'udp4' ? 4 : 6 }, (err, ip) => { if (!err) go(ip); else if (cb) cb(err); else this.emit('error', err); });
    });
  }
  close(cb) {
    if (typeof cb === 'function') this.on('close', cb);
    this.#check();
    this.#state = 3;
    if (this.#id) binding.close(this.#id);
    setImmediate(() => this.emit('close'));
    return this;
  }
  address() { this.#check(); if (!this.#id) throw Object.assign(new Error('getsockname EBADF'), { errno: -9, code: 'EBADF', syscall: 'getsockname' }); return { ...this.#address }; }
  ref() { this.#ref = true; if (this.#id) binding.ref(this.#id, true); return this; }
  unref() { this.#ref = false; if (this.#id) binding.ref(this.#id, false); return this; }
  getRecvBufferSize() { return this.#sizes.recv; }
  getSendBufferSize() { return this.#sizes.send; }
  setRecvBufferSize(n) { this.#sizes.recv = n; }
  setSendBufferSize(n) { this.#sizes.send = n; }
  getSendQueueSize() { return 0; }
  getSendQueueCount() { return 0; }
  setBroadcast() {}
  setTTL(n) { return n; }
  setMulticastTTL(n) { return n; }
  setMulticastLoopback(n) { return n; }
  setMulticastInterface() {}
  [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]() { return new Promise((r) => { if (this.#state === 3) r(); else this.close(r); }); }
}
for (const k of ['addMembership', 'dropMembership', 'addSourceSpecificMembership', 'dropSourceSpecificMembership']) Socket.prototype[k] = notImplemented(`dgram.Socket.${k}`);
module.exports = { Socket, createSocket: (t, l) => new Socket(t, l), _createSocketHandle: notImplemented('dgram._createSocketHandle') };
