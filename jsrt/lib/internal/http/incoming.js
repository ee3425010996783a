'use strict';
// IncomingMessage: a request as a server sees it, a response as a client does.
const { Readable, finished } = require('stream');
const { pauseReading, resumeReading } = require('internal/http/common');
const { Buffer } = require('buffer');
const nextTick = process.nextTick;

// Fields of which the first one counts; a second is dropped.
const firstOnly = new Set(['age', 'authorization', 'content-length', 'content-type', 'etag', 'expires', 'from', 'host', 'if-modified-since',
  'if-unmodified-since', 'last-modified', 'location', 'max-forwards', 'proxy-authorization', 'referer', 'retry-after', 'server', 'user-agent']);

function IncomingMessage(socket) {
  Readable.call(this, socket ? { highWaterMark: socket.readableHighWaterMark } : undefined);
  this._readableState.readingMore = true; // nothing is read before somebody asks
  this.socket = socket;
  this.httpVersionMajor = null;
  this.httpVersionMinor = null;
  this.httpVersion = null;
  this.complete = false;
  this._headers = null;
  this.rawHeaders = [];
  this._maxPairs = 0;
  this._trailers = null;
  this.rawTrailers = [];
  this.joinDuplicateHeaders = false;
  this.aborted = false;
  this.upgrade = null;
  this.url = '';
  this.method = null;
  this.statusCode = null;
  this.statusMessage = null;
  this.client = socket;
  this._consumed = false;
  this._dumped = false;
}
Object.setPrototypeOf(IncomingMessage.prototype, Readable.prototype);
Object.setPrototypeOf(IncomingMessage, Readable);

function collect(raw, max, join) {
  const dest = {};
  const n = max > 0 ? Math.min(raw.length, max * 2) : raw.length;
  for (let i = 0; i < n; i += 2) addLine(dest, raw[i].toLowerCase(), raw[i + 1], join);
  return dest;
}

function addLine(dest, name, value, join) {
  const old = dest[name];
  if (name === 'set-cookie') {
    if (old !== undefined) old.push(value);
    else dest[name] = [value];
  } else if (old === undefined || !Object.hasOwn(dest, name)) {
    dest[name] = value;
  } else if (name === 'cookie') {
    dest[name] = `${old}; ${value}`;
  } else if (join || !firstOnly.has(name)) {
    dest[name] = `${old}, ${value}`;
  }
}

function distinct(raw) {
  const dest = {};
  for (let i = 0; i < raw.length; i += 2) {
    const k = raw[i].toLowerCase();
    if (Object.hasOwn(dest, k)) dest[k].push(raw[i + 1]);
    else dest[k] = [raw[i + 1]];
  }
  return dest;
}

const lazy = (field, make) => ({
  get() {
    return this[field] || (this[field] = make(this));
  },
  set(v) {
    this[field] = v;
  },
  configurable: true,
  enumerable: false,
});
Object.defineProperties(IncomingMessage.prototype, {
  headers: lazy('_headers', (m) => collect(m.rawHeaders, m._maxPairs, m.joinDuplicateHeaders)),
  trailers: lazy('_trailers', (m) => collect(m.rawTrailers, 0, m.joinDuplicateHeaders)),
  headersDistinct: lazy('_headersDistinct', (m) => distinct(m.rawHeaders)),
  trailersDistinct: lazy('_trailersDistinct', (m) => distinct(m.rawTrailers)),
  connection: {
    get() {
      return this.socket;
    },
    set(v) {
      this.socket = v;
    },
    configurable: true,
  },
});

IncomingMessage.prototype._addHeaderLine = function(field, value, dest) {
  addLine(dest, field.toLowerCase(), value, this.joinDuplicateHeaders);
};

IncomingMessage.prototype.setTimeout = function(msecs, callback) {
  if (callback) this.on('timeout', callback);
  this.socket.setTimeout(msecs);
  return this;
};

IncomingMessage.prototype._read = function() {
  if (!this._consumed) {
    this._readableState.readingMore = false;
    this._consumed = true;
  }
  if (this.socket && this.socket.readable) resumeReading(this.socket);
};

IncomingMessage.prototype._destroy = function(err, cb) {
  if (!this.readableEnded || !this.complete) {
    this.aborted = true;
    this.emit('aborted');
  }
  // A socket that is handed on after an answer must not die with the message.
  if (this.socket && !this.socket.destroyed && this.aborted) {
    this.socket.destroy(err);
    const cleanup = finished(this.socket, (e) => {
      if (e && e.code === 'ERR_STREAM_PREMATURE_CLOSE') e = null;
      cleanup();
      nextTick(report, this, e || err, cb);
    });
  } else {
    nextTick(report, this, err, cb);
  }
};

// An error that nobody listens for does not end the program here: the request or the server has told it already.
function report(self, error, cb) {
  if (self.listenerCount('error') === 0) cb();
  else cb(error);
}

IncomingMessage.prototype._dump = function() {
  if (!this._dumped) {
    this._dumped = true;
    this._consumed = true;
    this.resume();
  }
};

// received adds body bytes; a full buffer stops the socket.
IncomingMessage.prototype._received = function(ab) {
  if (this._dumped) return;
  if (!this.push(Buffer.from(ab))) pauseReading(this.socket);
};

module.exports = { IncomingMessage };
