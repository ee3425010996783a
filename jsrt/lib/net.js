'use strict';
// node:net: TCP and unix sockets over the box's network.
const stream = require('stream');
const EventEmitter = require('events');
const { Buffer } = require('buffer');
const { E, codes } = require('internal/errors');
const binding = internalBinding('net');
const nextTick = process.nextTick;

if (!codes.ERR_SOCKET_BAD_PORT) {
  E('ERR_SOCKET_BAD_PORT', RangeError, (name, port, allowZero = true) =>
    `${name} should be >${allowZero ? '=' : ''} 0 and < 65536. Received ${typeof port === 'number' ? port : typeof port === 'string' ? `type string ('${port}')` : port === null ? 'null' : `type ${typeof port} (${String(port)})`}.`);
}
const define = (code, Base, message) => codes[code] || E(code, Base, message);
define('ERR_SERVER_ALREADY_LISTEN', Error, () => 'Listen method has been called more than once without closing.');
define('ERR_SERVER_NOT_RUNNING', Error, () => 'Server is not running.');
define('ERR_SOCKET_CLOSED', Error, () => 'Socket is closed');
define('ERR_SOCKET_CLOSED_BEFORE_CONNECTION', Error, () => 'Socket closed before the connection was established');
define('ERR_INVALID_ADDRESS_FAMILY', RangeError, (f, h, p) => `Invalid address family: ${f} ${h}:${p}`);
define('ERR_INVALID_IP_ADDRESS', TypeError, (ip) => `Invalid IP address: ${ip}`);

const CONNECTED = 0, ACCEPTED = 1, DATA = 2, END = 3, READ_ERROR = 4, WROTE = 5, SERVER_DOWN = 6;
const handles = new Map(); // id -> Socket or Server
const kBytesRead = Symbol('kBytesRead');
const kBytesWritten = Symbol('kBytesWritten');
const kTimer = Symbol('kTimer');

binding.setDispatch((event, id, a, b) => {
  const h = handles.get(id);
  if (h === undefined) return;
  switch (event) {
    case DATA: h._onData(a); break;
    case END: h._onEnd(); break;
    case READ_ERROR: h.destroy(systemError(a)); break;
    case WROTE: h._onWrote(a); break;
    case CONNECTED: h._onConnected(a, b); break;
    case ACCEPTED: h._onAccepted(a, b); break;
    case SERVER_DOWN: h._onDown(a); break;
  }
});

// systemError makes Node's error of [code, errno, syscall, text] with an address: "connect ECONNREFUSED 127.0.0.1:80".
function systemError(e, address, port) {
  const [code, errno, syscall, text] = e;
  let msg = `${syscall} ${code}`;
  if (syscall === 'listen' || syscall === 'bind') msg += `: ${text}`;
  if (syscall === 'getaddrinfo') {
    const err = new Error(`${msg} ${address}`);
    err.errno = errno;
    err.code = code;
    err.syscall = syscall;
    err.hostname = address;
    return err;
  }
  if (address !== undefined) msg += port > 0 ? ` ${address}:${port}` : ` ${address}`;
  const err = new Error(msg);
  err.errno = errno;
  err.code = code;
  err.syscall = syscall;
  if (address !== undefined) err.address = address;
  if (port > 0) err.port = port;
  return err;
}

function isIPv4(s) {
  return /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(`${s}`);
}
function isIPv6(s) {
  s = `${s}`;
  const zone = s.indexOf('%');
  if (zone >= 0) s = s.slice(0, zone);
  if (s.length > 45 || !/^[0-9a-fA-F:.]+$/.test(s) || s.indexOf(':') < 0) return false;
  const halves = s.split('::');
  if (halves.length > 2) return false;
  let n = 0;
  for (const half of halves) {
    if (half === '') continue;
    const parts = half.split(':');
    for (let i = 0; i < parts.length; i++) {
      if (i === parts.length - 1 && parts[i].indexOf('.') >= 0) {
        if (!isIPv4(parts[i])) return false;
        n += 2;
      } else if (/^[0-9a-fA-F]{1,4}$/.test(parts[i])) {
        n++;
      } else {
        return false;
      }
    }
  }
  return halves.length === 2 ? n < 8 : n === 8;
}
function isIP(s) {
  return isIPv4(s) ? 4 : isIPv6(s) ? 6 : 0;
}

function validatePort(port, name = 'Port', allowZero = true) {
  if ((typeof port !== 'number' && typeof port !== 'string') || (typeof port === 'string' && port.trim().length === 0) ||
    +port !== +port >>> 0 || +port > 0xffff || (port === 0 && !allowZero)) {
    throw new codes.ERR_SOCKET_BAD_PORT(name, port, allowZero);
  }
  return port | 0;
}

// normalizeArgs sorts out (port, host, cb), (path, cb) and (options, cb).
function normalizeArgs(args) {
  if (args.length === 0) return [{}, null];
  const first = args[0];
  let options = {};
  if (typeof first === 'object' && first !== null) {
    options = first;
  } else if (typeof first === 'string' && Number.isNaN(Number(first))) {
    options.path = first;
  } else {
    options.port = first;
    if (args.length > 1 && typeof args[1] === 'string') options.host = args[1];
    else if (args.length > 2 && typeof args[1] === 'number') options.backlog = args[1];
  }
  const cb = args[args.length - 1];
  return [options, typeof cb === 'function' ? cb : null];
}

function Socket(options) {
  if (!(this instanceof Socket)) return new Socket(options);
  if (typeof options === 'number') options = { fd: options };
  const opts = options || {};
  this.connecting = false;
  this._hadError = false;
  this._id = 0;
  this._host = null;
  this._closeAfterHandlingError = false;
  this.server = null;
  this._server = null;
  this.timeout = 0;
  this[kTimer] = null;
  this[kBytesRead] = 0;
  this[kBytesWritten] = 0;
  this._peer = null;
  this._refd = true;
  this._pendingData = null;
  this._wcb = null;
  stream.Duplex.call(this, {
    allowHalfOpen: !!opts.allowHalfOpen,
    highWaterMark: opts.highWaterMark,
    readableHighWaterMark: opts.readableHighWaterMark,
    writableHighWaterMark: opts.writableHighWaterMark,
    emitClose: false,
    autoDestroy: true,
    decodeStrings: false,
    objectMode: false,
    readable: opts._readable,
    writable: opts._writable,
  });
  this._readableState.sync = true;
  if (opts.signal) stream.addAbortSignal(opts.signal, this);
  if (opts.fd !== undefined) throw new codes.ERR_METHOD_NOT_IMPLEMENTED('net.Socket({ fd })');
  if (opts.noDelay) this._noDelay = true;
  this.on('end', onReadableStreamEnd);
}
Object.setPrototypeOf(Socket.prototype, stream.Duplex.prototype);
Object.setPrototypeOf(Socket, stream.Duplex);

function onReadableStreamEnd() {
  if (!this.allowHalfOpen) this.write = writeAfterFIN;
}

function writeAfterFIN(chunk, encoding, cb) {
  if (!this.writableEnded) return stream.Duplex.prototype.write.call(this, chunk, encoding, cb);
  if (typeof encoding === 'function') cb = encoding;
  const er = new Error('This socket has been ended by the other party');
  er.code = 'EPIPE';
  if (typeof cb === 'function') nextTick(cb, er);
  this.destroy(er);
  return false;
}

Socket.prototype._attach = function(id, peer) {
  this._id = id;
  this._peer = peer;
  handles.set(id, this);
  if (!this._refd) binding.ref(id, false);
};

Socket.prototype._onData = function(ab) {
  if (this.destroyed) return;
  if (this[kTimer]) this._refreshTimeout();
  if (!this.push(Buffer.from(ab))) {
    this._reading = false;
    if (this._id) binding.readStop(this._id);
  }
};

Socket.prototype._onEnd = function() {
  if (this.destroyed) return;
  if (this._onEndHook) this._onEndHook();
  this._reading = false;
  if (this.readableEnded || this._readableState.ended) {
    return;
  }
  this.push(null);
  this.read(0);
};

Socket.prototype._read = function() {
  if (this.connecting || !this._id) {
    if (this.connecting) this.once('connect', () => this._read());
    return;
  }
  if (!this._reading) {
    this._reading = true;
    binding.readStart(this._id);
  }
};

Socket.prototype._write = function(data, encoding, cb) {
  if (this.connecting) {
    this._pendingData = data;
    this._pendingEncoding = encoding;
    const onclose = () => cb(new codes.ERR_SOCKET_CLOSED_BEFORE_CONNECTION());
    this.once('connect', function() {
      this.off('close', onclose);
      this._pendingData = null;
      this._write(data, encoding, cb);
    });
    this.once('close', onclose);
    return;
  }
  if (!this._id) {
    cb(new codes.ERR_SOCKET_CLOSED());
    return;
  }
  const buf = typeof data === 'string' ? Buffer.from(data, encoding) : data;
  this[kBytesWritten] += buf.length;
  if (this[kTimer]) this._refreshTimeout();
  const res = binding.write(this._id, buf);
  if (res === null) {
    cb();
  } else if (res === true) {
    this._wcb = cb;
  } else {
    cb(systemError(res));
  }
};

Socket.prototype._writev = function(chunks, cb) {
  const list = chunks.map(({ chunk, encoding }) => (typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk));
  this._write(Buffer.concat(list), 'buffer', cb);
};

Socket.prototype._onWrote = function(err) {
  const cb = this._wcb;
  this._wcb = null;
  if (this[kTimer]) this._refreshTimeout();
  if (cb) cb(err ? systemError(err) : null);
};

Socket.prototype._final = function(cb) {
  if (this.connecting) {
    this.once('connect', () => this._final(cb));
    return;
  }
  if (!this._id) {
    cb();
    return;
  }
  const err = binding.shutdown(this._id, () => cb());
  if (err) cb(err[0] !== 'ENOTCONN' ? systemError(err) : undefined);
};

Socket.prototype._destroy = function(exception, cb) {
  this.connecting = false;
  this._clearTimeout();
  if (this._id) {
    const stats = binding.stats(this._id);
    if (stats) this[kBytesRead] = stats[0];
    binding.close(this._id, this._resetOnClose === true);
    handles.delete(this._id);
    this._id = 0;
  }
  const wcb = this._wcb;
  this._wcb = null;
  const hadError = !!exception;
  cb(exception);
  if (wcb) nextTick(wcb, exception || new codes.ERR_STREAM_DESTROYED('write'));
  setImmediateClose(() => this.emit('close', hadError));
  if (this._server) {
    this._server._connections--;
    this._server._sockets.delete(this);
    this._server._emitCloseIfDrained();
    this._server = null;
  }
};

// The close event comes after the error event, in a later turn, as a libuv close callback does.
function setImmediateClose(fn) {
  setImmediate(fn);
}

Socket.prototype.connect = function(...args) {
  const [options, cb] = Array.isArray(args[0]) && args[0][kNormalized] ? args[0] : normalizeArgs(args);
  if (this.write !== Socket.prototype.write) this.write = Socket.prototype.write;
  if (this.destroyed) {
    this._undestroy();
    this._id = 0;
  }
  if (cb) this.once('connect', cb);
  this.connecting = true;
  this.writable = true;
  const { path } = options;
  if (path) {
    if (typeof path !== 'string') throw new codes.ERR_INVALID_ARG_TYPE('options.path', 'string', path);
    this._start('unix', path, 0);
    return this;
  }
  const { port } = options;
  if (port === undefined || port === null) {
    if (typeof port === 'undefined') {
      const { ERR_MISSING_ARGS } = codes;
      throw ERR_MISSING_ARGS ? new ERR_MISSING_ARGS(['options', 'port', 'path']) : new TypeError('The "options" or "port" or "path" argument must be specified');
    }
  }
  const host = options.host || 'localhost';
  const num = validatePort(port, 'Port');
  this._host = host;
  if (options.timeout) this.setTimeout(options.timeout);
  if (options.localAddress && !isIP(options.localAddress)) throw new codes.ERR_INVALID_IP_ADDRESS(options.localAddress);
  if (typeof options.lookup === 'function' && !isIP(host)) {
    options.lookup(host, { family: options.family || 0, hints: 0, all: false }, (err, ip, family) => {
      if (Array.isArray(ip)) {
        family = ip[0] && ip[0].family;
        ip = ip[0] && ip[0].address;
      }
      this.emit('lookup', err, ip, family, host);
      if (!this.connecting) return;
      if (err) nextTick(() => this.destroy(err));
      else this._start('tcp', ip, num);
    });
    return this;
  }
  this._start('tcp', host, num);
  return this;
};

Socket.prototype._start = function(kind, host, port) {
  const target = host === 'localhost' ? '127.0.0.1' : host;
  this._target = [target, port];
  const id = binding.connect(kind, target, String(port));
  this._attach(id, null);
  this._triedSix = host !== 'localhost';
};

Socket.prototype._onConnected = function(err, addrs) {
  if (this.destroyed) return;
  if (err) {
    const [host, port] = this._target;
    if (!this._triedSix && err[0] === 'ECONNREFUSED') {
      // localhost is both loopback addresses
      this._triedSix = true;
      this._firstError = err;
      binding.close(this._id, false);
      handles.delete(this._id);
      this._target = ['::1', port];
      this._attach(binding.connect('tcp', '::1', String(port)), null);
      return;
    }
    if (this._firstError) this.destroy(systemError(this._firstError, '127.0.0.1', port));
    else this.destroy(systemError(err, host, port));
    return;
  }
  this.connecting = false;
  this._peer = addrs;
  this.emit('connect');
  this.emit('ready');
  if (this.readable && !this.isPaused() && !this.destroyed) this.read(0);
};

Socket.prototype.setTimeout = function(ms, cb) {
  if (this.destroyed) return this;
  if (typeof ms !== 'number') throw new codes.ERR_INVALID_ARG_TYPE('msecs', 'number', ms);
  if (!(ms >= 0) || ms === Infinity) throw new codes.ERR_OUT_OF_RANGE('msecs', 'a non-negative finite number', ms);
  if (cb !== undefined && typeof cb !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('callback', 'function', cb);
  this.timeout = ms;
  this._clearTimeout();
  if (ms === 0) {
    if (cb) this.removeListener('timeout', cb);
  } else {
    this[kTimer] = setTimeout(() => this._onTimeout(), ms);
    this[kTimer].unref();
    if (cb) this.once('timeout', cb);
  }
  return this;
};
Socket.prototype._onTimeout = function() {
  this[kTimer] = null;
  this.emit('timeout');
};
Socket.prototype._clearTimeout = function() {
  if (this[kTimer]) {
    clearTimeout(this[kTimer]);
    this[kTimer] = null;
  }
};
Socket.prototype._refreshTimeout = function() {
  if (this[kTimer]) this[kTimer].refresh();
};
Socket.prototype._unrefTimer = Socket.prototype._refreshTimeout;

Socket.prototype.setNoDelay = function() {
  return this;
};
Socket.prototype.setKeepAlive = function() {
  return this;
};
Socket.prototype.ref = function() {
  this._refd = true;
  if (this._id) binding.ref(this._id, true);
  return this;
};
Socket.prototype.unref = function() {
  this._refd = false;
  if (this._id) binding.ref(this._id, false);
  return this;
};
Socket.prototype.address = function() {
  const p = this._peer;
  return p && this._id ? { address: p[0], family: p[2], port: p[1] } : {};
};
Socket.prototype.destroySoon = function() {
  if (this.writable) this.end();
  if (this.writableFinished) this.destroy();
  else this.once('finish', this.destroy);
};
Socket.prototype.resetAndDestroy = function() {
  if (this.connecting) {
    this.once('connect', () => this.resetAndDestroy());
  } else {
    this._resetOnClose = true;
    this.destroy();
  }
  return this;
};
Socket.prototype.pause = function() {
  if (this._id && !this.connecting && this._reading) {
    this._reading = false;
    binding.readStop(this._id);
  }
  return stream.Duplex.prototype.pause.call(this);
};
Socket.prototype.resume = function() {
  if (this._id && !this.connecting && !this._reading && this._readableState.length === 0) this._read();
  return stream.Duplex.prototype.resume.call(this);
};
Socket.prototype.read = function(n) {
  if (this._id && !this.connecting && !this._reading && this._readableState.reading && n !== 0) this._read();
  return stream.Duplex.prototype.read.call(this, n);
};

const peer = (i) => ({
  get() {
    return this._peer ? this._peer[i] : undefined;
  },
  configurable: true,
  enumerable: false,
});
Object.defineProperties(Socket.prototype, {
  localAddress: peer(0),
  localPort: peer(1),
  localFamily: peer(2),
  remoteAddress: peer(3),
  remotePort: peer(4),
  remoteFamily: peer(5),
  pending: { get() { return !this._id || this.connecting; }, configurable: true },
  readyState: {
    get() {
      if (this.connecting) return 'opening';
      if (this.readable && this.writable) return 'open';
      if (this.readable) return 'readOnly';
      if (this.writable) return 'writeOnly';
      return 'closed';
    },
    configurable: true,
  },
  bufferSize: { get() { return this._id ? this.writableLength : undefined; }, configurable: true },
  bytesRead: {
    get() {
      const stats = this._id ? binding.stats(this._id) : null;
      return stats ? stats[0] : this[kBytesRead];
    },
    configurable: true,
  },
  bytesWritten: {
    get() {
      let n = this[kBytesWritten];
      const w = this._writableState;
      if (!w) return undefined;
      for (const el of w.getBuffer()) n += typeof el.chunk === 'string' ? Buffer.byteLength(el.chunk, el.encoding) : el.chunk.length;
      if (this._pendingData) n += typeof this._pendingData === 'string' ? Buffer.byteLength(this._pendingData, this._pendingEncoding) : this._pendingData.length;
      return n;
    },
    configurable: true,
  },
  // Code that only looks for a handle finds one.
  _handle: { get() { return this._id ? this : null; }, configurable: true },
});

const kNormalized = Symbol('normalized');

function connect(...args) {
  const normalized = normalizeArgs(args);
  normalized[kNormalized] = true;
  const socket = new Socket(normalized[0]);
  return socket.connect(normalized);
}

function Server(options, connectionListener) {
  if (!(this instanceof Server)) return new Server(options, connectionListener);
  EventEmitter.call(this);
  if (typeof options === 'function') {
    connectionListener = options;
    options = {};
  } else if (options == null) {
    options = {};
  } else if (typeof options !== 'object') {
    throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
  }
  if (typeof connectionListener === 'function') this.on('connection', connectionListener);
  this._connections = 0;
  this._sockets = new Set();
  this._id = 0;
  this._listening = false;
  this._refd = true;
  this.allowHalfOpen = options.allowHalfOpen || false;
  this.pauseOnConnect = !!options.pauseOnConnect;
  this.noDelay = Boolean(options.noDelay);
  this.highWaterMark = options.highWaterMark;
}
Object.setPrototypeOf(Server.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Server, EventEmitter);

Server.prototype.listen = function(...args) {
  const [options, cb] = normalizeArgs(args);
  if (this._id || this._starting) throw new codes.ERR_SERVER_ALREADY_LISTEN();
  if (cb) this.once('listening', cb);
  let { port, host, path } = options;
  if (args.length === 0 || typeof args[0] === 'function' || (port === undefined && 'port' in options) || port === null) port = 0;
  if (options.signal) {
    const onAbort = () => this.close();
    if (options.signal.aborted) nextTick(onAbort);
    else {
      options.signal.addEventListener('abort', onAbort);
      this.once('close', () => options.signal.removeEventListener('abort', onAbort));
    }
  }
  if (options.fd !== undefined) throw new codes.ERR_METHOD_NOT_IMPLEMENTED('server.listen({ fd })');
  if (typeof port === 'number' || typeof port === 'string') {
    const num = validatePort(port, 'options.port');
    this._listen('tcp', host || '', num, options.ipv6Only);
    return this;
  }
  if (typeof path === 'string' && path !== '') {
    this._listen('unix', path, 0);
    return this;
  }
  const err = new codes.ERR_INVALID_ARG_VALUE('options', options, 'must have the property "port" or "path"');
  throw err;
};

Server.prototype._listen = function(kind, host, port, ipv6Only) {
  const where = host === 'localhost' ? '127.0.0.1' : host;
  const network = ipv6Only && isIPv6(where) ? 'tcp6' : 'tcp';
  const res = kind === 'unix' ? binding.listen('unix', where, '') : binding.listen(network, where, String(port));
  if (typeof res[0] === 'string') {
    const shown = kind === 'unix' ? where : where || '::';
    const err = systemError(res, shown, port > 0 ? port : undefined);
    if (kind === 'tcp' && err.port === undefined) err.port = port;
    // Node reports through 'error' in a later tick.
    nextTick(() => this.emit('error', err));
    return;
  }
  this._id = res[0];
  this._address = kind === 'unix' ? where : { address: res[1], family: res[3], port: res[2] };
  handles.set(this._id, this);
  if (!this._refd) binding.refServer(this._id, false);
  nextTick(() => {
    if (!this._id) return;
    this._listening = true;
    this.emit('listening');
  });
};

Object.defineProperty(Server.prototype, 'listening', { get() { return this._listening; }, configurable: true, enumerable: true });
Object.defineProperty(Server.prototype, '_handle', { get() { return this._id ? this : null; }, configurable: true });

Server.prototype.address = function() {
  if (!this._id) return null;
  return typeof this._address === 'string' ? this._address : { ...this._address };
};

Server.prototype._onAccepted = function(id, addrs) {
  if (this.maxConnections && this._connections >= this.maxConnections) {
    binding.close(id, false);
    this.emit('drop', { localAddress: addrs[0], localPort: addrs[1], localFamily: addrs[2], remoteAddress: addrs[3], remotePort: addrs[4], remoteFamily: addrs[5] });
    return;
  }
  const socket = new Socket({ allowHalfOpen: this.allowHalfOpen, highWaterMark: this.highWaterMark });
  socket._attach(id, addrs);
  this._connections++;
  this._sockets.add(socket);
  socket.server = this;
  socket._server = this;
  if (!this.pauseOnConnect && !this._consumesSockets) socket.read(0);
  else if (this.pauseOnConnect) socket.pause();
  this.emit('connection', socket);
};

Server.prototype._onDown = function(err) {
  this.emit('error', systemError(err));
};

Server.prototype.getConnections = function(cb) {
  nextTick(cb, null, this._connections);
  return this;
};

Server.prototype.close = function(cb) {
  if (typeof cb === 'function') {
    if (!this._id) {
      this.once('close', function close() {
        cb(new codes.ERR_SERVER_NOT_RUNNING());
      });
    } else {
      this.once('close', cb);
    }
  }
  if (this._id) {
    binding.closeServer(this._id);
    handles.delete(this._id);
    this._id = 0;
    this._listening = false;
  }
  this._emitCloseIfDrained();
  return this;
};

Server.prototype[Symbol.asyncDispose || Symbol.for('Symbol.asyncDispose')] = function() {
  return new Promise((resolve, reject) => {
    if (!this._id) resolve();
    else this.close((err) => (err ? reject(err) : resolve()));
  });
};

Server.prototype._emitCloseIfDrained = function() {
  if (this._id || this._connections) return;
  nextTick(() => {
    if (!this._id && !this._connections) this.emit('close');
  });
};

Server.prototype.ref = function() {
  this._refd = true;
  if (this._id) binding.refServer(this._id, true);
  return this;
};
Server.prototype.unref = function() {
  this._refd = false;
  if (this._id) binding.refServer(this._id, false);
  return this;
};

class BlockList {
  constructor() {
    this._rules = [];
  }
  addAddress(address, family = 'ipv4') {
    this._rules.push(`Address: ${family === 'ipv6' ? 'IPv6' : 'IPv4'} ${address}`);
  }
  check(address) {
    return this._rules.some((r) => r.endsWith(` ${address}`));
  }
  get rules() {
    return this._rules.slice();
  }
}

class SocketAddress {
  constructor({ address, family = 'ipv4', port = 0, flowlabel = 0 } = {}) {
    this.address = address || (family === 'ipv6' ? '::' : '127.0.0.1');
    this.family = family;
    this.port = validatePort(port, 'options.port');
    this.flowlabel = flowlabel;
  }
}

function createServer(options, connectionListener) {
  return new Server(options, connectionListener);
}

let autoSelect = true;
let autoSelectTimeout = 250;

module.exports = {
  BlockList, SocketAddress, Socket, Stream: Socket, Server, connect, createConnection: connect, createServer, isIP, isIPv4, isIPv6,
  _normalizeArgs: normalizeArgs, _handles: handles,
  getDefaultAutoSelectFamily: () => autoSelect,
  setDefaultAutoSelectFamily: (v) => { autoSelect = v; },
  getDefaultAutoSelectFamilyAttemptTimeout: () => autoSelectTimeout,
  setDefaultAutoSelectFamilyAttemptTimeout: (v) => { autoSelectTimeout = Math.max(10, v); },
};
