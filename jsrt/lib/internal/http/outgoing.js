'use strict';
// OutgoingMessage: the head and the framing of what is sent.
const Stream = require('stream');
const { codes, checkName, checkValue, badValueRE, tokenRE, utcDate } = require('internal/http/common');
const { Buffer } = require('buffer');
const nextTick = process.nextTick;
const nop = () => {};
const kHeaders = Symbol('headers');
const kErrored = Symbol('errored');
const kNeedDrain = Symbol('needDrain');
const HWM = 16384;

function OutgoingMessage(options) {
  Stream.call(this);
  this.outputData = [];
  this.outputSize = 0;
  this.writable = true;
  this.destroyed = false;
  this._last = false;
  this.chunkedEncoding = false;
  this.shouldKeepAlive = true;
  this.maxRequestsOnConnectionReached = false;
  this._defaultKeepAlive = true;
  this.useChunkedEncodingByDefault = true;
  this.sendDate = false;
  this._removedConnection = false;
  this._removedContLen = false;
  this._removedTE = false;
  this.strictContentLength = false;
  this._bytesWritten = 0;
  this._contentLength = null;
  this._hasBody = true;
  this._trailer = '';
  this[kNeedDrain] = false;
  this.finished = false;
  this._headerSent = false;
  this._closed = false;
  this.socket = null;
  this._header = null;
  this[kHeaders] = null;
  this._keepAliveTimeout = 0;
  this._onPendingData = nop;
  this[kErrored] = null;
}
Object.setPrototypeOf(OutgoingMessage.prototype, Stream.prototype);
Object.setPrototypeOf(OutgoingMessage, Stream);

const getter = (get, set) => ({ get, set, configurable: true, enumerable: false });
Object.defineProperties(OutgoingMessage.prototype, {
  errored: getter(function() { return this[kErrored]; }),
  closed: getter(function() { return this._closed; }),
  writableFinished: getter(function() { return this.finished && this.outputSize === 0 && (!this.socket || this.socket.writableLength === 0); }),
  writableObjectMode: getter(() => false),
  writableLength: getter(function() { return this.outputSize + (this.socket ? this.socket.writableLength : 0); }),
  writableHighWaterMark: getter(function() { return this.socket ? this.socket.writableHighWaterMark : HWM; }),
  writableCorked: getter(function() { return this._corked || 0; }),
  writableEnded: getter(function() { return this.finished; }),
  writableNeedDrain: getter(function() { return !this.destroyed && !this.finished && this[kNeedDrain]; }),
  headersSent: getter(function() { return !!this._header; }),
  connection: getter(function() { return this.socket; }, function(v) { this.socket = v; }),
  _headers: getter(function() { return this.getHeaders(); }),
});

OutgoingMessage.prototype.setTimeout = function(msecs, callback) {
  if (callback) this.on('timeout', callback);
  if (!this.socket) this.once('socket', (socket) => socket.setTimeout(msecs));
  else this.socket.setTimeout(msecs);
  return this;
};

OutgoingMessage.prototype.destroy = function(error) {
  if (this.destroyed) return this;
  this.destroyed = true;
  this[kErrored] = error;
  if (this.socket) this.socket.destroy(error);
  else this.once('socket', (socket) => socket.destroy(error));
  return this;
};

OutgoingMessage.prototype.cork = function() {
  this._corked = (this._corked || 0) + 1;
  if (this.socket) this.socket.cork();
};
OutgoingMessage.prototype.uncork = function() {
  if (this._corked > 0) this._corked--;
  if (this.socket) this.socket.uncork();
};

// ---- headers ----

OutgoingMessage.prototype.setHeader = function(name, value) {
  if (this._header) throw new codes.ERR_HTTP_HEADERS_SENT('set');
  checkName(name);
  checkValue(name, value);
  let h = this[kHeaders];
  if (h === null) h = this[kHeaders] = Object.create(null);
  h[name.toLowerCase()] = [name, value];
  return this;
};
OutgoingMessage.prototype.setHeaders = function(headers) {
  if (this._header) throw new codes.ERR_HTTP_HEADERS_SENT('set');
  if (!headers || Array.isArray(headers) || typeof headers.keys !== 'function' || typeof headers.get !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE('headers', ['Headers', 'Map'], headers);
  }
  for (const [key, value] of headers) this.setHeader(key, value);
  return this;
};
OutgoingMessage.prototype.appendHeader = function(name, value) {
  if (this._header) throw new codes.ERR_HTTP_HEADERS_SENT('append');
  checkName(name);
  checkValue(name, value);
  const key = name.toLowerCase();
  let h = this[kHeaders];
  if (h === null) h = this[kHeaders] = Object.create(null);
  if (h[key] === undefined) {
    h[key] = [name, value];
  } else {
    const old = h[key][1];
    h[key][1] = (Array.isArray(old) ? old : [old]).concat(value);
  }
  return this;
};
OutgoingMessage.prototype.getHeader = function(name) {
  if (typeof name !== 'string') throw new codes.ERR_INVALID_ARG_TYPE('name', 'string', name);
  const h = this[kHeaders];
  if (h === null) return undefined;
  const e = h[name.toLowerCase()];
  return e && e[1];
};
OutgoingMessage.prototype.getHeaderNames = function() {
  return this[kHeaders] ? Object.keys(this[kHeaders]) : [];
};
OutgoingMessage.prototype.getRawHeaderNames = function() {
  return this[kHeaders] ? Object.values(this[kHeaders]).map((e) => e[0]) : [];
};
OutgoingMessage.prototype.getHeaders = function() {
  const ret = Object.create(null);
  const h = this[kHeaders];
  if (h) for (const key of Object.keys(h)) ret[key] = h[key][1];
  return ret;
};
OutgoingMessage.prototype.hasHeader = function(name) {
  if (typeof name !== 'string') throw new codes.ERR_INVALID_ARG_TYPE('name', 'string', name);
  return this[kHeaders] !== null && this[kHeaders][name.toLowerCase()] !== undefined;
};
OutgoingMessage.prototype.removeHeader = function(name) {
  if (typeof name !== 'string') throw new codes.ERR_INVALID_ARG_TYPE('name', 'string', name);
  if (this._header) throw new codes.ERR_HTTP_HEADERS_SENT('remove');
  const key = name.toLowerCase();
  switch (key) {
    case 'connection': this._removedConnection = true; break;
    case 'content-length': this._removedContLen = true; break;
    case 'transfer-encoding': this._removedTE = true; break;
    case 'date': this.sendDate = false; break;
  }
  if (this[kHeaders] !== null) delete this[kHeaders][key];
};
OutgoingMessage.prototype._implicitHeader = function() {
  throw new codes.ERR_METHOD_NOT_IMPLEMENTED('_implicitHeader()');
};
OutgoingMessage.prototype.flushHeaders = function() {
  if (!this._header) this._implicitHeader();
  this._send('');
};

// _storeHeader composes the head: the given fields, then what Node adds by itself.
// extra is what writeHead() was given when no header was set before: an object or a flat array.
OutgoingMessage.prototype._storeHeader = function(firstLine, extra) {
  const st = { connection: false, contLen: false, te: false, date: false, expect: false, trailer: false };
  const lines = [firstLine];
  if (extra === this[kHeaders]) {
    for (const key in extra) {
      const e = extra[key];
      addHeader(this, st, lines, e[0], key, e[1], false);
    }
  } else if (Array.isArray(extra)) {
    if (extra.length && Array.isArray(extra[0])) {
      for (const e of extra) addHeader(this, st, lines, e[0], `${e[0]}`.toLowerCase(), e[1], true);
    } else {
      if (extra.length % 2 !== 0) throw new codes.ERR_INVALID_ARG_VALUE('headers', extra);
      for (let i = 0; i < extra.length; i += 2) addHeader(this, st, lines, extra[i], `${extra[i]}`.toLowerCase(), extra[i + 1], true);
    }
  } else if (extra) {
    for (const key of Object.keys(extra)) addHeader(this, st, lines, key, key.toLowerCase(), extra[key], true);
  }
  if (this.sendDate && !st.date) lines.push(`Date: ${utcDate()}\r\n`);

  // A body where there must be none would be read as the start of the next message.
  if (this.chunkedEncoding && (this.statusCode === 204 || this.statusCode === 304)) {
    this.chunkedEncoding = false;
    this.shouldKeepAlive = false;
  }
  if (this._removedConnection) {
    this.shouldKeepAlive = false;
    this._last = true;
  } else if (!st.connection) {
    const keep = this.shouldKeepAlive && (st.contLen || this.useChunkedEncodingByDefault || this.agent);
    if (keep && this.maxRequestsOnConnectionReached) {
      lines.push('Connection: close\r\n');
    } else if (keep) {
      lines.push('Connection: keep-alive\r\n');
      if (this._keepAliveTimeout && this._defaultKeepAlive) {
        const secs = Math.floor(this._keepAliveTimeout / 1000);
        const max = this._maxRequestsPerSocket > 0 ? `, max=${this._maxRequestsPerSocket}` : '';
        lines.push(`Keep-Alive: timeout=${secs}${max}\r\n`);
      }
    } else {
      this._last = true;
      lines.push('Connection: close\r\n');
    }
  }
  if (!st.contLen && !st.te) {
    if (!this._hasBody) {
      this.chunkedEncoding = false;
    } else if (!this.useChunkedEncodingByDefault) {
      this._last = true;
    } else if (!st.trailer && !this._removedContLen && typeof this._contentLength === 'number') {
      lines.push(`Content-Length: ${this._contentLength}\r\n`);
    } else if (!this._removedTE) {
      lines.push('Transfer-Encoding: chunked\r\n');
      this.chunkedEncoding = true;
    }
  }
  if (this.chunkedEncoding !== true && st.trailer) throw new codes.ERR_HTTP_TRAILER_INVALID();
  lines.push('\r\n');
  this._header = lines.join('');
  this._headerSent = false;
  if (st.expect) this._send(''); // the head goes out at once, the body waits
};

function addHeader(msg, st, lines, name, key, value, validate) {
  if (validate) {
    checkName(name);
    checkValue(name, value);
  }
  if (Array.isArray(value)) {
    if (value.length < 2 || !isCookie(name)) {
      for (const v of value) addOne(msg, st, lines, name, key, v);
      return;
    }
    value = value.join('; ');
  }
  addOne(msg, st, lines, name, key, value);
}

const isCookie = (name) => name.length === 6 && name.toLowerCase() === 'cookie';

function addOne(msg, st, lines, name, key, value) {
  lines.push(`${name}: ${value}\r\n`);
  switch (key) {
    case 'connection':
      st.connection = true;
      msg._removedConnection = false;
      if (/(?:^|\W)close(?:$|\W)/i.test(`${value}`)) msg._last = true;
      else msg.shouldKeepAlive = true;
      break;
    case 'transfer-encoding':
      st.te = true;
      msg._removedTE = false;
      if (/(?:^|\W)chunked(?:$|\W)/i.test(`${value}`)) msg.chunkedEncoding = true;
      break;
    case 'content-length':
      st.contLen = true;
      msg._contentLength = +value;
      msg._removedContLen = false;
      break;
    case 'date': st.date = true; break;
    case 'expect': st.expect = true; break;
    case 'trailer': st.trailer = true; break;
    case 'keep-alive': msg._defaultKeepAlive = false; break;
  }
}

// ---- body ----

OutgoingMessage.prototype._send = function(data, encoding, callback, byteLength) {
  if (!this._headerSent) {
    const header = this._header;
    this._headerSent = true;
    if (typeof data === 'string' && (!encoding || encoding === 'utf8' || encoding === 'latin1') && !/[\x80-\uffff]/.test(header)) {
      data = header + data;
    } else if (typeof data === 'string') {
      data = Buffer.concat([Buffer.from(header, 'latin1'), Buffer.from(data, encoding)]);
      encoding = null;
    } else {
      data = Buffer.concat([Buffer.from(header, 'latin1'), data]);
    }
  }
  return this._writeRaw(data, encoding, callback);
};

OutgoingMessage.prototype._writeRaw = function(data, encoding, callback) {
  const conn = this.socket;
  if (conn && conn.destroyed) return false;
  if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  if (conn && conn._httpMessage === this && conn.writable) {
    if (this.outputData.length) this._flushOutput(conn);
    return conn.write(data, encoding, callback);
  }
  this.outputData.push({ data, encoding, callback });
  this.outputSize += data.length;
  this._onPendingData(data.length);
  return this.outputSize < HWM;
};

OutgoingMessage.prototype.write = function(chunk, encoding, callback) {
  if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  const ret = writeChunk(this, chunk, encoding, callback, false);
  if (!ret) this[kNeedDrain] = true;
  return ret;
};

function onError(msg, err, callback) {
  nextTick(() => {
    msg.emit('error', err);
  });
  if (typeof callback === 'function') nextTick(callback, err);
}

function writeChunk(msg, chunk, encoding, callback, fromEnd) {
  if (typeof callback !== 'function') callback = nop;
  if (chunk === null) throw new codes.ERR_STREAM_NULL_VALUES();
  if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) {
    throw new codes.ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'Uint8Array'], chunk);
  }
  let err;
  if (msg.finished) err = new codes.ERR_STREAM_WRITE_AFTER_END();
  else if (msg.destroyed) err = new codes.ERR_STREAM_DESTROYED('write');
  if (err) {
    if (!msg.destroyed) onError(msg, err, callback);
    else nextTick(callback, err);
    return false;
  }
  const len = typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding) : chunk.byteLength;
  if (!msg._header) {
    if (fromEnd) msg._contentLength = len;
    msg._implicitHeader();
  }
  if (!msg._hasBody) {
    if (msg.rejectNonStandardBodyWrites) throw new codes.ERR_HTTP_BODY_NOT_ALLOWED();
    nextTick(callback);
    return true;
  }
  if (msg.strictContentLength) {
    msg._bytesWritten += len;
    if (msg._contentLength != null && (msg._bytesWritten > msg._contentLength || (fromEnd && msg._bytesWritten !== msg._contentLength)) && !msg._removedContLen && !msg.chunkedEncoding) {
      throw new codes.ERR_HTTP_CONTENT_LENGTH_MISMATCH(msg._bytesWritten, msg._contentLength);
    }
  }
  // Writes of one tick leave together.
  const socket = msg.socket;
  if (!fromEnd && socket && !socket.writableCorked) {
    socket.cork();
    nextTick(uncorkNT, socket);
  }
  if (msg.chunkedEncoding && len !== 0) {
    if (typeof chunk === 'string' && (!encoding || encoding === 'utf8' || encoding === 'latin1')) {
      return msg._send(`${len.toString(16)}\r\n${chunk}\r\n`, encoding || 'utf8', callback);
    }
    msg._send(`${len.toString(16)}\r\n`, 'latin1', null);
    msg._send(chunk, encoding, null);
    return msg._send('\r\n', 'latin1', callback);
  }
  if (len === 0 && msg.chunkedEncoding) {
    // A chunk of length zero would end the body.
    const ok = msg._headerSent ? true : msg._send('', 'latin1', null);
    nextTick(callback);
    return ok;
  }
  return msg._send(chunk, encoding, callback);
}

function uncorkNT(conn) {
  conn.uncork();
}

OutgoingMessage.prototype.addTrailers = function(headers) {
  this._trailer = '';
  const isArray = Array.isArray(headers);
  const lines = [];
  for (const key of isArray ? headers.keys() : Object.keys(headers)) {
    const field = isArray ? headers[key][0] : key;
    const value = isArray ? headers[key][1] : headers[key];
    if (!field || !tokenRE.test(field)) throw new codes.ERR_INVALID_HTTP_TOKEN('Trailer name', field);
    for (const v of Array.isArray(value) ? value : [value]) {
      if (badValueRE.test(`${v}`)) throw new codes.ERR_INVALID_CHAR('trailer content', field);
      lines.push(`${field}: ${v}\r\n`);
    }
  }
  this._trailer = lines.join('');
};

function onFinish(outmsg) {
  if (outmsg && outmsg.socket && outmsg.socket._hadError) return;
  outmsg.emit('finish');
}

OutgoingMessage.prototype.end = function(chunk, encoding, callback) {
  if (typeof chunk === 'function') {
    callback = chunk;
    chunk = null;
    encoding = null;
  } else if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  if (chunk !== null && chunk !== undefined) {
    if (this.finished) {
      onError(this, new codes.ERR_STREAM_WRITE_AFTER_END(), callback);
      return this;
    }
    if (this.socket) this.socket.cork();
    writeChunk(this, chunk, encoding, null, true);
  } else if (this.finished) {
    if (typeof callback === 'function') {
      if (!this.writableFinished) this.on('finish', callback);
      else callback(new codes.ERR_STREAM_ALREADY_FINISHED('end'));
    }
    return this;
  } else if (!this._header) {
    if (this.socket) this.socket.cork();
    this._contentLength = 0;
    this._implicitHeader();
  }
  if (typeof callback === 'function') this.once('finish', callback);
  if (this.strictContentLength && this._contentLength != null && !this.chunkedEncoding && this._hasBody && this._bytesWritten !== this._contentLength) {
    throw new codes.ERR_HTTP_CONTENT_LENGTH_MISMATCH(this._bytesWritten, this._contentLength);
  }
  const finish = () => onFinish(this);
  if (this._hasBody && this.chunkedEncoding) this._send(`0\r\n${this._trailer}\r\n`, 'latin1', finish);
  else if (!this._headerSent || this.writableLength || chunk) this._send('', 'latin1', finish);
  else nextTick(finish);
  if (this.socket) {
    // Fully uncork: the message is complete.
    while (this.socket.writableCorked > 0) this.socket.uncork();
  }
  this._corked = 0;
  this.finished = true;
  if (this.outputData.length === 0 && this.socket && this.socket._httpMessage === this) this._finish();
  return this;
};

OutgoingMessage.prototype._finish = function() {
  this.emit('prefinish');
};

OutgoingMessage.prototype._flush = function() {
  const socket = this.socket;
  if (socket && socket.writable) {
    const ret = this._flushOutput(socket);
    if (this.finished) {
      this._finish();
    } else if (ret && this[kNeedDrain]) {
      this[kNeedDrain] = false;
      this.emit('drain');
    }
  }
};

OutgoingMessage.prototype._flushOutput = function(socket) {
  if (this.outputData.length === 0) return undefined;
  const list = this.outputData;
  const size = this.outputSize;
  this.outputData = [];
  this.outputSize = 0;
  socket.cork();
  let ret;
  for (const { data, encoding, callback } of list) ret = socket.write(data, encoding, callback);
  socket.uncork();
  this._onPendingData(-size);
  return ret;
};

// socketDrain passes the drain of a socket on to the message that owns it.
OutgoingMessage.prototype._socketDrained = function() {
  if (!this.finished && this[kNeedDrain]) {
    this[kNeedDrain] = false;
    this.emit('drain');
  }
};

OutgoingMessage.prototype.pipe = function() {
  this.emit('error', new codes.ERR_STREAM_CANNOT_PIPE());
};

module.exports = { OutgoingMessage, kHeaders, kErrored };
