'use strict';
// http.Server and ServerResponse.
const net = require('net');
const { IncomingMessage } = require('internal/http/incoming');
const { OutgoingMessage, kHeaders, kErrored } = require('internal/http/outgoing');
const { codes, attachParser, detachParser, parseError, pauseReading, resumeReading, ConnResetException, STATUS_CODES, binding, badValueRE, checkName, checkValue,
  CONTINUE, UPGRADE } = require('internal/http/common');
const { Buffer } = require('buffer');
const nextTick = process.nextTick;
const kConn = Symbol('http connection');

function ServerResponse(req, options) {
  OutgoingMessage.call(this, options);
  this.req = req;
  if (req.method === 'HEAD') this._hasBody = false;
  this.sendDate = true;
  this._sent100 = false;
  this._expect_continue = false;
  if (req.httpVersionMajor < 1 || (req.httpVersionMajor === 1 && req.httpVersionMinor < 1)) {
    const te = req.headers.te;
    this.useChunkedEncodingByDefault = te !== undefined && /(?:^|\W)chunked(?:$|\W)/i.test(te);
    this.shouldKeepAlive = false;
  }
}
Object.setPrototypeOf(ServerResponse.prototype, OutgoingMessage.prototype);
Object.setPrototypeOf(ServerResponse, OutgoingMessage);
ServerResponse.prototype.statusCode = 200;
ServerResponse.prototype.statusMessage = undefined;

ServerResponse.prototype._finish = function() {
  OutgoingMessage.prototype._finish.call(this);
};

function onServerResponseClose() {
  // `this` is the socket: the response is emitted its close when the peer is gone before the end.
  if (this._httpMessage) emitClose(this._httpMessage);
}

function emitClose(self) {
  if (self._closed) return;
  self.destroyed = true;
  self._closed = true;
  self.emit('close');
}

ServerResponse.prototype.assignSocket = function(socket) {
  if (socket._httpMessage) throw new codes.ERR_HTTP_SOCKET_ASSIGNED();
  socket._httpMessage = this;
  if (!socket[kConn]) socket.on('close', onServerResponseClose);
  this.socket = socket;
  this.emit('socket', socket);
  this._flush();
};

ServerResponse.prototype.detachSocket = function(socket) {
  if (!socket[kConn]) socket.removeListener('close', onServerResponseClose);
  socket._httpMessage = null;
  this.socket = null;
};

ServerResponse.prototype.writeContinue = function(cb) {
  this._writeRaw('HTTP/1.1 100 Continue\r\n\r\n', 'latin1', cb);
  this._sent100 = true;
};
ServerResponse.prototype.writeProcessing = function(cb) {
  this._writeRaw('HTTP/1.1 102 Processing\r\n\r\n', 'latin1', cb);
};
ServerResponse.prototype.writeEarlyHints = function(hints, cb) {
  if (typeof hints !== 'object' || hints === null) throw new codes.ERR_INVALID_ARG_TYPE('hints', 'object', hints);
  if (hints.link === null || hints.link === undefined) return;
  const link = Array.isArray(hints.link) ? hints.link.join(', ') : `${hints.link}`;
  if (link.length === 0) return;
  if (badValueRE.test(link)) throw new codes.ERR_INVALID_CHAR('header content', 'link');
  const lines = ['HTTP/1.1 103 Early Hints\r\n', `Link: ${link}\r\n`];
  for (const key of Object.keys(hints)) {
    if (key === 'link') continue;
    checkName(key);
    checkValue(key, hints[key]);
    lines.push(`${key}: ${hints[key]}\r\n`);
  }
  lines.push('\r\n');
  this._writeRaw(lines.join(''), 'latin1', cb);
};

ServerResponse.prototype._implicitHeader = function() {
  this.writeHead(this.statusCode);
};

ServerResponse.prototype.writeHead = function(statusCode, reason, obj) {
  if (this._header) throw new codes.ERR_HTTP_HEADERS_SENT('write');
  const given = statusCode;
  statusCode |= 0;
  if (statusCode < 100 || statusCode > 999) throw new codes.ERR_HTTP_INVALID_STATUS_CODE(given);
  if (typeof reason === 'string') {
    this.statusMessage = reason;
  } else {
    if (!this.statusMessage) this.statusMessage = STATUS_CODES[statusCode] || 'unknown';
    obj = obj ?? reason;
  }
  this.statusCode = statusCode;
  let headers;
  if (this[kHeaders]) {
    if (Array.isArray(obj)) {
      if (obj.length % 2 !== 0) throw new codes.ERR_INVALID_ARG_VALUE('headers', obj);
      for (let n = 0; n < obj.length; n += 2) this.removeHeader(obj[n]);
      for (let n = 0; n < obj.length; n += 2) if (obj[n]) this.appendHeader(obj[n], obj[n + 1]);
    } else if (obj) {
      for (const k of Object.keys(obj)) if (k) this.setHeader(k, obj[k]);
    }
    headers = this[kHeaders];
  } else {
    headers = obj;
  }
  if (badValueRE.test(this.statusMessage)) throw new codes.ERR_INVALID_CHAR('statusMessage');
  if (statusCode === 204 || statusCode === 304 || (statusCode >= 100 && statusCode <= 199)) this._hasBody = false;
  // The client may not send the body now: what follows on this connection would be misread.
  if (this._expect_continue && !this._sent100) this.shouldKeepAlive = false;
  this._storeHeader(`HTTP/1.1 ${statusCode} ${this.statusMessage}\r\n`, headers);
  return this;
};
ServerResponse.prototype.writeHeader = ServerResponse.prototype.writeHead;

// connection is the state of one accepted socket: its parser, the requests under way and the answers that wait their turn.
function Connection(server, socket) {
  this.server = server;
  this.socket = socket;
  this.incoming = [];
  this.outgoing = [];
  this.outgoingData = 0;
  this.req = null; // the request whose body is being read
  this.requests = 0;
  this.upgraded = false;
  this.started = Date.now();
  this.headDone = false;
  this.idleAt = 0;
  this.idleTimer = null;
  this.failed = false;
}

Connection.prototype.onHead = function(method, url, status, statusText, major, minor, raw, keepAlive, upgrade, hasBody) {
  const { server, socket } = this;
  const Req = server._IncomingMessage;
  const req = new Req(socket);
  req.httpVersionMajor = major;
  req.httpVersionMinor = minor;
  req.httpVersion = `${major}.${minor}`;
  req.url = url;
  req.method = method;
  req.rawHeaders = raw;
  req.joinDuplicateHeaders = server.joinDuplicateHeaders;
  const max = server.maxHeadersCount;
  req._maxPairs = max === null || max === undefined ? 2000 : max;
  this.headDone = true;
  if (this.started === 0) this.started = Date.now();
  this.idleAt = 0;
  this.req = req;
  if (upgrade) {
    req.upgrade = method === 'CONNECT' || server.listenerCount('upgrade') > 0;
    if (req.upgrade) {
      this.upgraded = true;
      return UPGRADE;
    }
  } else {
    req.upgrade = false;
  }
  this.incoming.push(req);
  const Res = server._ServerResponse;
  const res = new Res(req);
  res._keepAliveTimeout = server.keepAliveTimeout;
  res._maxRequestsPerSocket = server.maxRequestsPerSocket;
  res._onPendingData = server._pendingHook(this);
  res.shouldKeepAlive = keepAlive;
  res._conn = this;
  if (socket._httpMessage) this.outgoing.push(res);
  else res.assignSocket(socket);
  res.on('finish', onResFinish);

  let handled = false;
  if (major === 1 && minor === 1) {
    const h = req.headers;
    if (server.requireHostHeader && h.host === undefined) {
      res.writeHead(400, ['Connection', 'close']);
      res.end();
      return CONTINUE;
    }
    const limit = server.maxRequestsPerSocket;
    if (typeof limit === 'number' && limit > 0) {
      this.requests++;
      res.maxRequestsOnConnectionReached = limit <= this.requests;
    }
    if (limit > 0 && limit < this.requests) {
      handled = true;
      server.emit('dropRequest', req, socket);
      res.writeHead(503);
      res.end();
    } else if (h.expect !== undefined) {
      handled = true;
      if (/(?:^|\W)100-continue(?:$|\W)/i.test(h.expect)) {
        res._expect_continue = true;
        if (server.listenerCount('checkContinue') > 0) {
          server.emit('checkContinue', req, res);
        } else {
          res.writeContinue();
          server.emit('request', req, res);
        }
      } else if (server.listenerCount('checkExpectation') > 0) {
        server.emit('checkExpectation', req, res);
      } else {
        res.writeHead(417);
        res.end();
      }
    }
  }
  if (!handled) server.emit('request', req, res);
  return CONTINUE;
};

Connection.prototype.onBody = function(ab) {
  const socket = this.socket;
  if (socket.timeout) socket._refreshTimeout && socket._refreshTimeout();
  if (this.req) this.req._received(ab);
};

Connection.prototype.onEnd = function(trailers) {
  const req = this.req;
  this.req = null;
  this.started = 0;
  this.headDone = false;
  if (!req) return;
  req.complete = true;
  if (trailers) req.rawTrailers = trailers;
  if (!this.upgraded) req.push(null);
  else this.upgradeReq = req;
  if (!this.upgraded && !req._readableState.flowing && this.direct === false) resumeReading(this.socket);
};

// onDone is called after bytes that held an error or an upgrade.
Connection.prototype.onDone = function(result, rest, all) {
  const { socket, server } = this;
  if (typeof result !== 'number') {
    if (this.failed) return;
    this.failed = true;
    fail(this, parseError(result, all));
    return;
  }
  if (!this.upgraded) return;
  const req = this.upgradeReq || this.req;
  this.release();
  const head = Buffer.from(rest);
  const event = req.method === 'CONNECT' ? 'connect' : 'upgrade';
  if (server.listenerCount(event) > 0) {
    req._readableState.readingMore = false;
    req.push(null);
    socket.readableFlowing = null;
    socket._readableState.reading = true;
    server.emit(event, req, socket, head);
  } else {
    socket.destroy();
  }
};

// release gives the socket back to plain use.
Connection.prototype.release = function() {
  const { socket, server } = this;
  detachParser(this, socket);
  if (this.idleTimer) clearTimeout(this.idleTimer);
  this.idleTimer = null;
  socket.removeListener('end', this.onSocketEnd);
  socket.removeListener('close', this.onSocketClose);
  socket.removeListener('drain', this.onSocketDrain);
  socket.removeListener('error', this.onSocketError);
  socket.removeListener('timeout', this.onSocketTimeout);
  socket._onEndHook = null;
  server._live.delete(this);
};

// fail answers a malformed request, unless the program does.
function fail(conn, e) {
  const { socket, server } = conn;
  socket.removeListener('error', conn.onSocketError);
  if (socket.listenerCount('error') === 0) socket.on('error', () => {});
  if (server.emit('clientError', e, socket)) return;
  if (socket.writable && (!socket._httpMessage || !socket._httpMessage._headerSent)) {
    let line = '400 Bad Request';
    switch (e.code) {
      case 'HPE_HEADER_OVERFLOW': line = '431 Request Header Fields Too Large'; break;
      case 'HPE_CHUNK_EXTENSIONS_OVERFLOW': line = '413 Payload Too Large'; break;
      case 'ERR_HTTP_REQUEST_TIMEOUT': line = '408 Request Timeout'; break;
    }
    while (socket.writableCorked > 0) socket.uncork();
    socket.write(`HTTP/1.1 ${line}\r\nConnection: close\r\n\r\n`, 'latin1');
  }
  socket.destroy(e);
}

function onResFinish() {
  const res = this;
  const conn = res._conn;
  const req = res.req;
  const socket = res.socket || conn.socket;
  conn.incoming.shift();
  // Nobody read the body: let it pass, so that the next request can come.
  if (!req._consumed) req._dump();
  res.detachSocket(socket);
  nextTick(emitClose, res);
  // A body that filled its buffer had stopped the socket.
  if (!conn.paused && !res._last && conn.parserId) resumeReading(socket);
  if (res._last) {
    if (typeof socket.destroySoon === 'function') socket.destroySoon();
    else socket.end();
  } else if (conn.outgoing.length === 0) {
    conn.idle();
  } else {
    conn.outgoing.shift().assignSocket(socket);
  }
}

// idle starts the wait for another request. One timer serves many requests: when it fires it looks how long the wait has been.
Connection.prototype.idle = function() {
  const wait = this.server.keepAliveTimeout;
  if (!wait || this.incoming.length) return;
  this.idleAt = Date.now();
  if (!this.idleTimer) this.armIdle(wait);
};
Connection.prototype.armIdle = function(ms) {
  this.idleTimer = setTimeout(() => {
    this.idleTimer = null;
    if (this.idleAt === 0 || this.socket.destroyed) return;
    const left = this.idleAt + this.server.keepAliveTimeout - Date.now();
    if (left > 0) this.armIdle(left);
    else if (!this.server.emit('timeout', this.socket)) this.socket.destroy();
  }, ms);
  this.idleTimer.unref();
};

Connection.prototype.abortIncoming = function() {
  while (this.incoming.length) {
    const req = this.incoming.shift();
    if (!req.complete || !req.destroyed) req.destroy(new ConnResetException('aborted'));
  }
};

function Server(options, requestListener) {
  if (!(this instanceof Server)) return new Server(options, requestListener);
  if (typeof options === 'function') {
    requestListener = options;
    options = {};
  }
  options = options || {};
  if (typeof options !== 'object') throw new codes.ERR_INVALID_ARG_TYPE('options', 'object', options);
  this._IncomingMessage = options.IncomingMessage || IncomingMessage;
  this._ServerResponse = options.ServerResponse || ServerResponse;
  net.Server.call(this, { allowHalfOpen: true, noDelay: options.noDelay ?? true, highWaterMark: options.highWaterMark });
  this._consumesSockets = true;
  this._live = new Set();
  this.maxHeaderSize = options.maxHeaderSize;
  this.joinDuplicateHeaders = !!options.joinDuplicateHeaders;
  this.requireHostHeader = options.requireHostHeader ?? true;
  this.requestTimeout = options.requestTimeout ?? 300000;
  this.headersTimeout = options.headersTimeout ?? Math.min(60000, this.requestTimeout || 60000);
  if (this.requestTimeout > 0 && this.headersTimeout > 0 && this.headersTimeout >= this.requestTimeout && options.headersTimeout !== undefined && options.headersTimeout > this.requestTimeout) {
    throw new codes.ERR_OUT_OF_RANGE('headersTimeout', '<= requestTimeout', this.headersTimeout);
  }
  this.keepAliveTimeout = options.keepAliveTimeout ?? 5000;
  this.connectionsCheckingInterval = options.connectionsCheckingInterval ?? 30000;
  this.httpAllowHalfOpen = false;
  this.timeout = 0;
  this.maxHeadersCount = null;
  this.maxRequestsPerSocket = 0;
  if (requestListener) this.on('request', requestListener);
  this.on('connection', onConnection);
  this.on('listening', startChecking);
}
Object.setPrototypeOf(Server.prototype, net.Server.prototype);
Object.setPrototypeOf(Server, net.Server);

Server.prototype._pendingHook = function(conn) {
  // Answers that wait for earlier ones must not pile up without bound: stop reading requests.
  return (delta) => {
    conn.outgoingData += delta;
    const hwm = conn.socket.writableHighWaterMark || 16384;
    if (conn.outgoingData >= hwm && !conn.paused && conn.outgoing.length) {
      conn.paused = true;
      pauseReading(conn.socket);
    } else if (conn.paused && conn.outgoingData < hwm) {
      conn.paused = false;
      resumeReading(conn.socket);
    }
  };
};

function startChecking() {
  if (this._checker) clearInterval(this._checker);
  this._checker = setInterval(() => checkConnections(this), this.connectionsCheckingInterval);
  this._checker.unref();
}

function checkConnections(server) {
  if (server.headersTimeout === 0 && server.requestTimeout === 0) return;
  const now = Date.now();
  for (const conn of server._live) {
    if (!conn.parserId) continue;
    const idle = binding.idle(conn.parserId);
    if (conn.started === 0) {
      if (!idle) conn.started = now;
      continue;
    }
    const age = now - conn.started;
    const late = conn.headDone ? server.requestTimeout > 0 && age >= server.requestTimeout
      : (server.headersTimeout > 0 && age >= server.headersTimeout) || (server.requestTimeout > 0 && age >= server.requestTimeout);
    if (late) {
      conn.failed = true;
      fail(conn, new codes.ERR_HTTP_REQUEST_TIMEOUT());
    }
  }
}

function onConnection(socket) {
  const server = this;
  const conn = new Connection(server, socket);
  socket[kConn] = conn;
  socket.server = socket.server || server;
  server._live.add(conn);
  if (server.timeout && typeof socket.setTimeout === 'function') socket.setTimeout(server.timeout);
  conn.onSocketTimeout = () => {
    const req = conn.req;
    const byReq = req && !req.complete && req.emit('timeout', socket);
    const res = socket._httpMessage;
    const byRes = res && res.emit('timeout', socket);
    const byServer = server.emit('timeout', socket);
    if (!byReq && !byRes && !byServer) socket.destroy();
  };
  conn.onSocketEnd = () => {
    if (!conn.parserId) return;
    const res = binding.finish(conn.parserId);
    if (typeof res !== 'number') {
      if (!conn.failed) {
        conn.failed = true;
        fail(conn, parseError(res));
      }
      return;
    }
    if (!server.httpAllowHalfOpen) {
      conn.abortIncoming();
      if (socket.writable) socket.end();
    } else if (conn.outgoing.length) {
      conn.outgoing[conn.outgoing.length - 1]._last = true;
    } else if (socket._httpMessage) {
      socket._httpMessage._last = true;
    } else if (socket.writable) {
      socket.end();
    }
  };
  conn.onSocketClose = () => {
    conn.release();
    conn.abortIncoming();
    const res = socket._httpMessage;
    if (res) emitClose(res);
    for (const waiting of conn.outgoing) emitClose(waiting);
  };
  conn.onSocketDrain = () => {
    if (socket._httpMessage) socket._httpMessage._socketDrained();
  };
  conn.onSocketError = (e) => {
    if (conn.failed) return;
    conn.failed = true;
    fail(conn, e);
  };
  socket.on('timeout', conn.onSocketTimeout);
  socket.on('end', conn.onSocketEnd);
  socket.on('close', conn.onSocketClose);
  socket.on('drain', conn.onSocketDrain);
  socket.on('error', conn.onSocketError);
  attachParser(conn, socket, false, server.maxHeaderSize);
}

Server.prototype.setTimeout = function(msecs, callback) {
  this.timeout = msecs;
  if (callback) this.on('timeout', callback);
  return this;
};

Server.prototype.close = function(cb) {
  if (this._checker) clearInterval(this._checker);
  net.Server.prototype.close.call(this, cb);
  this.closeIdleConnections();
  return this;
};

Server.prototype.closeAllConnections = function() {
  for (const conn of [...this._live]) conn.socket.destroy();
};

Server.prototype.closeIdleConnections = function() {
  for (const conn of [...this._live]) {
    if (conn.incoming.length === 0 && !conn.socket._httpMessage && conn.parserId && binding.idle(conn.parserId) && conn.started === 0) conn.socket.destroy();
  }
};

module.exports = { Server, ServerResponse, kErrored };
