'use strict';
// ClientRequest.
const net = require('net');
const { IncomingMessage } = require('internal/http/incoming');
const { OutgoingMessage, kHeaders } = require('internal/http/outgoing');
const { Agent, globalAgent } = require('internal/http/agent');
const { codes, tokenRE, attachParser, detachParser, parseError, ConnResetException, binding, resumeReading, CONTINUE, NO_BODY, UPGRADE } = require('internal/http/common');
const { Buffer } = require('buffer');
const nextTick = process.nextTick;

const badPathRE = /[^\u0021-\u00ff]/;

function urlToOptions(url) {
  const { protocol, hostname, hash, search, pathname, href } = url;
  const options = {
    __proto__: null, ...url, protocol,
    hostname: hostname && hostname[0] === '[' ? hostname.slice(1, -1) : hostname,
    hash, search, pathname, path: `${pathname || ''}${search || ''}`, href,
  };
  if (url.port !== '') options.port = Number(url.port);
  if (url.username || url.password) options.auth = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return options;
}

function ClientRequest(input, options, cb) {
  if (!(this instanceof ClientRequest)) return new ClientRequest(input, options, cb);
  OutgoingMessage.call(this);
  if (typeof input === 'string') {
    input = urlToOptions(new URL(input));
  } else if (input && typeof input === 'object' && input.href && input.searchParams) {
    input = urlToOptions(input);
  } else {
    cb = options;
    options = input;
    input = null;
  }
  if (typeof options === 'function') {
    cb = options;
    options = input || {};
  } else {
    options = Object.assign(input || {}, options);
  }
  let agent = options.agent;
  const defaultAgent = options._defaultAgent || globalAgent;
  if (agent === false) {
    agent = new defaultAgent.constructor();
  } else if (agent === null || agent === undefined) {
    if (typeof options.createConnection !== 'function') agent = defaultAgent;
  } else if (typeof agent.addRequest !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE('options.agent', ['Agent-like Object', 'undefined', 'false'], agent);
  }
  this.agent = agent;
  const protocol = options.protocol || defaultAgent.protocol;
  let expected = defaultAgent.protocol;
  if (this.agent && this.agent.protocol) expected = this.agent.protocol;
  if (options.path) {
    const path = String(options.path);
    if (badPathRE.test(path)) throw new codes.ERR_UNESCAPED_CHARACTERS('Request path');
  }
  if (protocol !== expected) throw new codes.ERR_INVALID_PROTOCOL(protocol, expected);
  const defaultPort = options.defaultPort || (this.agent && this.agent.defaultPort) || 80;
  const port = (options.port = options.port || defaultPort);
  const host = (options.host = validateHost(options.hostname, 'hostname') || validateHost(options.host, 'host') || 'localhost');
  const setHost = options.setHost !== undefined ? Boolean(options.setHost) : true;
  if (options.timeout !== undefined) {
    if (typeof options.timeout !== 'number') throw new codes.ERR_INVALID_ARG_TYPE('options.timeout', 'number', options.timeout);
    this.timeout = options.timeout;
  }
  const signal = options.signal;
  if (signal) {
    const onAbort = () => {
      const { AbortError } = require('internal/errors');
      this.destroy(new AbortError(undefined, { cause: signal.reason }));
    };
    if (signal.aborted) nextTick(onAbort);
    else {
      signal.addEventListener('abort', onAbort, { once: true });
      this.once('close', () => signal.removeEventListener('abort', onAbort));
    }
  }
  let method = options.method;
  if (method !== null && method !== undefined && typeof method !== 'string') throw new codes.ERR_INVALID_ARG_TYPE('options.method', 'string', method);
  if (method) {
    if (!tokenRE.test(method)) throw new codes.ERR_INVALID_HTTP_TOKEN('Method', method);
    method = this.method = method.toUpperCase();
  } else {
    method = this.method = 'GET';
  }
  this.maxHeaderSize = options.maxHeaderSize;
  this.insecureHTTPParser = options.insecureHTTPParser;
  this.joinDuplicateHeaders = options.joinDuplicateHeaders;
  this.path = options.path || '/';
  if (cb) this.once('response', cb);
  this.useChunkedEncodingByDefault = !(method === 'GET' || method === 'HEAD' || method === 'DELETE' || method === 'OPTIONS' || method === 'TRACE' || method === 'CONNECT');
  this._ended = false;
  this.res = null;
  this.aborted = false;
  this.upgradeOrConnect = false;
  this.parser = null;
  this.maxHeadersCount = null;
  this.reusedSocket = false;
  this.host = host;
  this.protocol = protocol;
  this._agentKey = undefined;

  if (this.agent) {
    // An agent with maxSockets of one could not serve a second request on a kept socket forever; Node keeps alive all the same.
    if (!this.agent.keepAlive && !Number.isFinite(this.agent.maxSockets)) {
      this._last = true;
      this.shouldKeepAlive = false;
    } else {
      this._last = false;
      this.shouldKeepAlive = true;
    }
  }
  const headersArray = Array.isArray(options.headers);
  if (!headersArray) {
    if (options.headers) for (const key of Object.keys(options.headers)) this.setHeader(key, options.headers[key]);
    if (host && !this.getHeader('host') && setHost) {
      let hostHeader = host;
      const posColon = hostHeader.indexOf(':');
      if (posColon !== -1 && hostHeader.includes(':', posColon + 1) && hostHeader.charCodeAt(0) !== 91) hostHeader = `[${hostHeader}]`;
      if (port && +port !== defaultPort) hostHeader += `:${port}`;
      this.setHeader('Host', hostHeader);
    }
    if (options.auth && !this.getHeader('Authorization')) this.setHeader('Authorization', `Basic ${Buffer.from(options.auth).toString('base64')}`);
    if (this.getHeader('expect')) {
      if (this._header) throw new codes.ERR_HTTP_HEADERS_SENT('render');
      this._storeHeader(`${this.method} ${this.path} HTTP/1.1\r\n`, this[kHeaders]);
    }
  } else {
    this._storeHeader(`${this.method} ${this.path} HTTP/1.1\r\n`, options.headers);
  }

  if (this.agent) {
    this.agent.addRequest(this, options);
  } else {
    this._last = true;
    this.shouldKeepAlive = false;
    if (options.socketPath) options.path = options.socketPath;
    if (typeof options.createConnection === 'function') {
      let called = false;
      const oncreate = (err, socket) => {
        if (called) return;
        called = true;
        if (err) nextTick(() => this.emit('error', err));
        else this.onSocket(socket);
      };
      try {
        const made = options.createConnection(options, oncreate);
        if (made) oncreate(null, made);
      } catch (err) {
        oncreate(err);
      }
    } else {
      this.onSocket(net.createConnection(options.socketPath ? { path: options.socketPath } : options));
    }
  }
}
Object.setPrototypeOf(ClientRequest.prototype, OutgoingMessage.prototype);
Object.setPrototypeOf(ClientRequest, OutgoingMessage);

function validateHost(host, name) {
  if (host !== null && host !== undefined && typeof host !== 'string') throw new codes.ERR_INVALID_ARG_TYPE(`options.${name}`, ['string', 'undefined', 'null'], host);
  return host;
}

ClientRequest.prototype._implicitHeader = function() {
  if (this._header) throw new codes.ERR_HTTP_HEADERS_SENT('render');
  this._storeHeader(`${this.method} ${this.path} HTTP/1.1\r\n`, this[kHeaders]);
};

ClientRequest.prototype._finish = function() {
  OutgoingMessage.prototype._finish.call(this);
};

ClientRequest.prototype.abort = function() {
  if (this.aborted) return;
  this.aborted = true;
  nextTick(() => this.emit('abort'));
  this.destroy();
};

ClientRequest.prototype.destroy = function(err) {
  if (this.destroyed) return this;
  this.destroyed = true;
  if (this.res) this.res._dump();
  this._err = err;
  if (this.socket) this._destroySocket(this.socket, err);
  return this;
};

ClientRequest.prototype._destroySocket = function(socket, err) {
  if (!this.agent || socket) {
    if (socket && !socket.destroyed) socket.destroy(err);
    else nextTick(() => finishDestroy(this, err));
  } else {
    nextTick(() => finishDestroy(this, err));
  }
};

function finishDestroy(req, err) {
  if (req._errorEmitted) return;
  if (!req.aborted && !err) err = new ConnResetException('socket hang up');
  if (err) {
    req._errorEmitted = true;
    req.emit('error', err);
  }
  closeRequest(req);
}

function closeRequest(req) {
  if (req._closed) return;
  req._closed = true;
  req.emit('close');
}

ClientRequest.prototype.onSocket = function(socket, err) {
  nextTick(() => {
    if (this.destroyed || err) {
      if (socket) {
        if (this.agent && !err && !socket.destroyed && !this._err && this.agent.keepAlive) socket.emit('free');
        else socket.destroy(err || this._err);
      }
      finishDestroy(this, err || this._err);
      return;
    }
    take(this, socket);
    this._flush();
  });
};

// take makes req the owner of socket.
function take(req, socket) {
  req.socket = socket;
  req._clientConn = new Exchange(req, socket);
  socket._httpMessage = req;
  const ex = req._clientConn;
  const attach = () => {
    if (!ex.released) attachParser(ex, socket, true, req.maxHeaderSize);
  };
  if (socket.connecting) socket.prependOnceListener('connect', attach);
  else attach();
  ex.attach = attach;
  socket.on('error', ex.onError);
  socket.on('end', ex.onSocketEnd);
  socket.on('close', ex.onClose);
  socket.on('drain', ex.onDrain);
  if (req.timeout !== undefined) listenTimeout(req);
  req.emit('socket', socket);
}

function listenTimeout(req) {
  if (req._timeoutCb) return;
  req._timeoutCb = () => req.emit('timeout');
  const arm = (s) => {
    s.setTimeout(req.timeout);
    s.once('timeout', req._timeoutCb);
  };
  if (req.socket) arm(req.socket);
  else req.on('socket', arm);
}

ClientRequest.prototype.setTimeout = function(msecs, callback) {
  if (this._ended) return this;
  if (callback) this.once('timeout', callback);
  this.timeout = msecs;
  if (this.socket) {
    if (this._timeoutCb) this.socket.setTimeout(msecs);
    else listenTimeout(this);
  } else {
    listenTimeout(this);
  }
  return this;
};
ClientRequest.prototype.setNoDelay = function() {};
ClientRequest.prototype.setSocketKeepAlive = function() {};
ClientRequest.prototype.clearTimeout = function(cb) {
  this.setTimeout(0, cb);
};
ClientRequest.prototype.onDrain = function() {};

// Exchange reads the answer to one request.
function Exchange(req, socket) {
  this.req = req;
  this.socket = socket;
  this.res = null;
  this.upgraded = false;
  this.released = false;
  this.interim = false;
  this.onError = (err) => {
    if (req) {
      req._hadError = true;
      if (!req._errorEmitted) {
        req._errorEmitted = true;
        req.emit('error', err);
      }
    }
    this.release();
    socket.destroy();
  };
  this.onSocketEnd = () => {
    if (!req.res && !req._errorEmitted) {
      req._errorEmitted = true;
      this.failed = true;
      req.emit('error', new ConnResetException('socket hang up'));
    }
    if (this.parserId) {
      binding.finish(this.parserId);
      this.release();
    }
    socket.end();
  };
  this.onClose = () => {
    if (this.parserId) binding.finish(this.parserId);
    this.release();
    req.destroyed = true;
    if (req.res) {
      if (!req.res.complete) req.res.destroy(new ConnResetException('aborted'));
      closeRequest(req);
      if (!req.res.destroyed && !req.res.aborted && req.res.readable && !req.res.complete) req.res.push(null);
    } else {
      if (!req._errorEmitted) {
        req._errorEmitted = true;
        if (!req.aborted || req._err) req.emit('error', req._err || new ConnResetException('socket hang up'));
      }
      closeRequest(req);
    }
    if (req.outputData) req.outputData.length = 0;
  };
  this.onDrain = () => req._socketDrained();
}

Exchange.prototype.release = function() {
  if (this.released) return;
  this.released = true;
  const { socket } = this;
  detachParser(this, socket);
  socket.removeListener('connect', this.attach);
  socket.removeListener('error', this.onError);
  socket.removeListener('end', this.onSocketEnd);
  socket.removeListener('close', this.onClose);
  socket.removeListener('drain', this.onDrain);
  if (this.req._timeoutCb) socket.removeListener('timeout', this.req._timeoutCb);
  if (this.keepErrors !== false && socket.listenerCount('error') === 0) socket.on('error', () => {});
};

Exchange.prototype.onHead = function(method, url, status, statusText, major, minor, raw, keepAlive, upgrade) {
  const { req, socket } = this;
  if (req.res && !this.interim) {
    socket.destroy();
    return NO_BODY;
  }
  const res = new IncomingMessage(socket);
  res.httpVersionMajor = major;
  res.httpVersionMinor = minor;
  res.httpVersion = `${major}.${minor}`;
  res.statusCode = status;
  res.statusMessage = statusText;
  res.rawHeaders = raw;
  res._maxPairs = req.maxHeadersCount === null || req.maxHeadersCount === undefined ? 2000 : req.maxHeadersCount;
  res.joinDuplicateHeaders = req.joinDuplicateHeaders;
  res.upgrade = upgrade;
  this.res = res;
  if (req.method === 'CONNECT') {
    res.upgrade = true;
    this.upgraded = true;
    req.res = res;
    return UPGRADE;
  }
  if (status === 101 && upgrade) {
    this.upgraded = true;
    req.res = res;
    return UPGRADE;
  }
  if (status >= 100 && status < 200 && status !== 101) {
    // An interim answer: the real one follows.
    this.interim = true;
    this.interimRes = res;
    if (status === 100) req.emit('continue');
    req.emit('information', { httpVersion: res.httpVersion, httpVersionMajor: major, httpVersionMinor: minor, statusCode: status, statusMessage: statusText, headers: res.headers, rawHeaders: raw });
    return NO_BODY;
  }
  this.interim = false;
  const noBody = req.method === 'HEAD';
  const framed = keepAlive || (noBody && !/\bclose\b/i.test(`${res.headers.connection}`) && major === 1 && minor === 1);
  if (req.shouldKeepAlive && !framed) req.shouldKeepAlive = false;
  req.res = res;
  res.req = req;
  res.on('end', onResponseEnd);
  req.on('finish', onRequestFinish);
  const ka = res.headers['keep-alive'];
  if (ka && req.agent) {
    const m = /^timeout=(\d+)/.exec(ka) || /timeout=(\d+)/.exec(ka);
    socket._keepAliveHint = m ? Math.max(0, Number(m[1]) * 1000 - 1000) : undefined;
  }
  if (req.aborted || !req.emit('response', res)) res._dump();
  return noBody ? NO_BODY : CONTINUE;
};

Exchange.prototype.onBody = function(ab) {
  if (this.res) this.res._received(ab);
  if (this.socket.timeout && this.socket._refreshTimeout) this.socket._refreshTimeout();
};

Exchange.prototype.onEnd = function(trailers) {
  const res = this.res;
  if (this.interim || !res) return;
  res.complete = true;
  if (this.upgraded) return;
  if (trailers) res.rawTrailers = trailers;
  res.push(null);
};

Exchange.prototype.onDone = function(result, rest, all) {
  const { req, socket } = this;
  if (typeof result !== 'number') {
    if (this.released) return;
    const err = parseError(result, all);
    this.release();
    if (req.res && req.res.complete) return; // bytes after the answer
    req._hadError = true;
    if (!req._errorEmitted) {
      req._errorEmitted = true;
      socket.destroy();
      req.emit('error', err);
      nextTick(closeRequest, req);
    }
    socket.destroy();
    return;
  }
  if (!this.upgraded) return;
  const res = this.res;
  this.keepErrors = false;
  this.release();
  socket._httpMessage = null;
  const head = Buffer.from(rest);
  const event = req.method === 'CONNECT' ? 'connect' : 'upgrade';
  if (req.listenerCount(event) > 0) {
    req.upgradeOrConnect = true;
    socket.emit('agentRemove');
    socket._readableState.flowing = null;
    socket._readableState.reading = true;
    res.push(null);
    req.emit(event, res, socket, head);
    req.destroyed = true;
    closeRequest(req);
  } else {
    socket.destroy();
    req.destroyed = true;
    if (!req._errorEmitted) {
      req._errorEmitted = true;
      nextTick(() => {
        req.emit('error', new ConnResetException('socket hang up'));
        closeRequest(req);
      });
    }
  }
};

function onResponseEnd() {
  const req = this.req;
  const socket = req.socket;
  req._ended = true;
  if (!req.shouldKeepAlive) {
    if (socket.writable) {
      if (typeof socket.destroySoon === 'function') socket.destroySoon();
      else socket.end();
    }
  } else if (req.writableFinished && !this.aborted) {
    giveBack(req);
  }
}

function onRequestFinish() {
  if (this.shouldKeepAlive && this._ended) giveBack(this);
}

// giveBack lets the agent have the socket of a finished exchange.
function giveBack(req) {
  if (req._givenBack) return;
  req._givenBack = true;
  const socket = req.socket;
  const ex = req._clientConn;
  ex.keepErrors = true;
  ex.release();
  if (req._timeoutCb) {
    socket.setTimeout(0);
    socket.removeListener('timeout', req._timeoutCb);
    req._timeoutCb = null;
  }
  resumeReading(socket);
  req.destroyed = true;
  nextTick(() => {
    closeRequest(req);
    if (socket._httpMessage === req || socket._httpMessage === null) socket.emit('free');
  });
}

function request(url, options, cb) {
  return new ClientRequest(url, options, cb);
}

function get(url, options, cb) {
  const req = request(url, options, cb);
  req.end();
  return req;
}

module.exports = { ClientRequest, request, get, Agent, globalAgent, urlToOptions };
