'use strict';
// Duplex, Transform and PassThrough.
const { Stream } = require('internal/streams/legacy');
const { codes } = require('internal/streams/errors');
const { construct } = require('internal/streams/destroy');
const { Readable, ReadableState } = require('internal/streams/readable');
const { Writable, initWritable, afterConstruct } = require('internal/streams/writable');

function Duplex(options) {
  if (!(this instanceof Duplex)) return new Duplex(options);
  this._readableState = new ReadableState(options, this, true);
  initWritable(this, options, true);
  this.allowHalfOpen = true;
  if (options) {
    if (options.allowHalfOpen === false) this.allowHalfOpen = false;
    if (options.readable === false) {
      this._readableState.readable = false;
      this._readableState.ended = true;
      this._readableState.endEmitted = true;
    }
    if (options.writable === false) {
      this._writableState.writable = false;
      this._writableState.ending = true;
      this._writableState.ended = true;
      this._writableState.finished = true;
    }
    if (typeof options.read === 'function') this._read = options.read;
    if (typeof options.destroy === 'function') this._destroy = options.destroy;
    if (typeof options.construct === 'function') this._construct = options.construct;
    if (options.signal) require('internal/streams/abort').addAbortSignal(options.signal, this);
  }
  Stream.call(this, options);
  if (typeof this._construct === 'function') {
    construct(this, () => {
      if (this._readableState.needReadable) this.read(0);
      afterConstruct(this);
    });
  }
}
Object.setPrototypeOf(Duplex.prototype, Readable.prototype);
Object.setPrototypeOf(Duplex, Readable);

for (const key of ['write', 'cork', 'uncork', 'setDefaultEncoding', '_write', '_writev', 'end', '_destroy', 'destroy']) {
  Duplex.prototype[key] = Writable.prototype[key];
}
for (const key of ['writable', 'writableHighWaterMark', 'writableObjectMode', 'writableBuffer', 'writableLength', 'writableFinished',
  'writableCorked', 'writableEnded', 'writableNeedDrain', 'writableAborted']) {
  Object.defineProperty(Duplex.prototype, key, Object.getOwnPropertyDescriptor(Writable.prototype, key));
}
Object.defineProperties(Duplex.prototype, {
  destroyed: {
    get() {
      return !!(this._readableState && this._writableState && this._readableState.destroyed && this._writableState.destroyed);
    },
    set(v) {
      if (this._readableState && this._writableState) this._readableState.destroyed = this._writableState.destroyed = v;
    },
    configurable: true,
    enumerable: false,
  },
});

Duplex.from = function(body) {
  return require('internal/streams/from').duplexFrom(Duplex, body);
};

const kCallback = Symbol('kCallback');

function Transform(options) {
  if (!(this instanceof Transform)) return new Transform(options);
  // A zero readable mark would never ask for input; pass the writable side's pressure through instead.
  const readableHwm = options ? options.readableHighWaterMark ?? options.highWaterMark : null;
  if (readableHwm === 0) {
    options = { ...options, highWaterMark: null, readableHighWaterMark: readableHwm, writableHighWaterMark: options.writableHighWaterMark || 0 };
  }
  Duplex.call(this, options);
  this._readableState.sync = false;
  this[kCallback] = null;
  if (options) {
    if (typeof options.transform === 'function') this._transform = options.transform;
    if (typeof options.flush === 'function') this._flush = options.flush;
  }
  this.on('prefinish', prefinish);
}
Object.setPrototypeOf(Transform.prototype, Duplex.prototype);
Object.setPrototypeOf(Transform, Duplex);

function final(cb) {
  if (typeof this._flush === 'function' && !this.destroyed) {
    this._flush((er, data) => {
      if (er) {
        if (cb) cb(er);
        else this.destroy(er);
        return;
      }
      if (data != null) this.push(data);
      this.push(null);
      if (cb) cb();
    });
  } else {
    this.push(null);
    if (cb) cb();
  }
}

// A subclass with its own _final still flushes, after it.
function prefinish() {
  if (this._final !== final) final.call(this);
}

Transform.prototype._final = final;
Transform.prototype._transform = function() {
  throw new codes.ERR_METHOD_NOT_IMPLEMENTED('_transform()');
};
Transform.prototype._write = function(chunk, encoding, callback) {
  const r = this._readableState;
  const w = this._writableState;
  const length = r.length;
  this._transform(chunk, encoding, (err, val) => {
    if (err) {
      callback(err);
      return;
    }
    if (val != null) this.push(val);
    if (w.ended || length === r.length || r.length < r.highWaterMark) callback();
    else this[kCallback] = callback;
  });
};
Transform.prototype._read = function() {
  const callback = this[kCallback];
  if (callback) {
    this[kCallback] = null;
    callback();
  }
};

function PassThrough(options) {
  if (!(this instanceof PassThrough)) return new PassThrough(options);
  Transform.call(this, options);
}
Object.setPrototypeOf(PassThrough.prototype, Transform.prototype);
Object.setPrototypeOf(PassThrough, Transform);
PassThrough.prototype._transform = function(chunk, encoding, cb) {
  cb(null, chunk);
};

module.exports = { Duplex, Transform, PassThrough };
