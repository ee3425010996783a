'use strict';
// Writable: the pushing side of a stream.
const { Stream } = require('internal/streams/legacy');
const { codes } = require('internal/streams/errors');
const { destroy, undestroy, errorOrDestroy, construct } = require('internal/streams/destroy');
const { getHighWaterMark } = require('internal/streams/state');
let BufferClass;
const buffer = () => BufferClass ??= require('buffer').Buffer; // what only writes texts to stdout does without
const nextTick = process.nextTick;

const nop = () => {};
const kOnFinished = Symbol('kOnFinished');

function WritableState(options, stream, isDuplex) {
  this.objectMode = !!(options && (options.objectMode || (isDuplex && options.writableObjectMode)));
  this.highWaterMark = getHighWaterMark(this, options, 'writableHighWaterMark', isDuplex);
  this.finalCalled = false;
  this.needDrain = false;
  this.ending = false;
  this.ended = false;
  this.finished = false;
  this.destroyed = false;
  this.decodeStrings = !options || options.decodeStrings !== false;
  this.defaultEncoding = (options && options.defaultEncoding) || 'utf8';
  this.length = 0;
  this.writing = false;
  this.corked = 0;
  this.sync = true;
  this.bufferProcessing = false;
  this.onwrite = (er) => onwrite(stream, er);
  this.writecb = null;
  this.writelen = 0;
  this.afterWriteTickInfo = null;
  this.buffered = [];
  this.bufferedIndex = 0;
  this.allBuffers = true;
  this.allNoop = true;
  this.pendingcb = 0;
  this.constructed = true;
  this.prefinished = false;
  this.errorEmitted = false;
  this.emitClose = !options || options.emitClose !== false;
  this.autoDestroy = !options || options.autoDestroy !== false;
  this.errored = null;
  this.closed = false;
  this.closeEmitted = false;
  this[kOnFinished] = null;
}

function resetBuffer(state) {
  state.buffered = [];
  state.bufferedIndex = 0;
  state.allBuffers = true;
  state.allNoop = true;
}

WritableState.prototype.getBuffer = function() {
  return this.buffered.slice(this.bufferedIndex);
};
Object.defineProperty(WritableState.prototype, 'bufferedRequestCount', {
  get() {
    return this.buffered.length - this.bufferedIndex;
  },
});

function Writable(options) {
  if (!Function.prototype[Symbol.hasInstance].call(Writable, this)) return new Writable(options);
  initWritable(this, options, false);
  if (options) {
    if (typeof options.destroy === 'function') this._destroy = options.destroy;
    if (typeof options.construct === 'function') this._construct = options.construct;
    if (options.signal) require('internal/streams/abort').addAbortSignal(options.signal, this);
  }
  Stream.call(this, options);
  if (typeof this._construct === 'function') construct(this, () => afterConstruct(this));
}
Object.setPrototypeOf(Writable.prototype, Stream.prototype);
Object.setPrototypeOf(Writable, Stream);
Writable.WritableState = WritableState;

function initWritable(stream, options, isDuplex) {
  stream._writableState = new WritableState(options, stream, isDuplex);
  if (options) {
    if (typeof options.write === 'function') stream._write = options.write;
    if (typeof options.writev === 'function') stream._writev = options.writev;
    if (typeof options.final === 'function') stream._final = options.final;
  }
}

function afterConstruct(stream) {
  const state = stream._writableState;
  if (!state.writing) clearBuffer(stream, state);
  finishMaybe(stream, state);
}

// A Duplex is a Writable too, though its prototype chain goes through Readable.
Object.defineProperty(Writable, Symbol.hasInstance, {
  value(object) {
    if (Function.prototype[Symbol.hasInstance].call(this, object)) return true;
    if (this !== Writable) return false;
    return !!(object && object._writableState instanceof WritableState);
  },
});

Writable.prototype.pipe = function() {
  errorOrDestroy(this, new codes.ERR_STREAM_CANNOT_PIPE());
};

function writeChunk(stream, chunk, encoding, cb) {
  const state = stream._writableState;
  if (typeof encoding === 'function') {
    cb = encoding;
    encoding = state.defaultEncoding;
  } else {
    if (!encoding) encoding = state.defaultEncoding;
    else if (encoding !== 'buffer' && !buffer().isEncoding(encoding)) throw new codes.ERR_UNKNOWN_ENCODING(encoding);
    if (typeof cb !== 'function') cb = nop;
  }
  if (chunk === null) throw new codes.ERR_STREAM_NULL_VALUES();
  if (!state.objectMode) {
    if (typeof chunk === 'string') {
      if (state.decodeStrings) {
        chunk = buffer().from(chunk, encoding);
        encoding = 'buffer';
      }
    } else if (chunk instanceof buffer()) {
      encoding = 'buffer';
    } else if (chunk instanceof Uint8Array) {
      chunk = buffer().from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      encoding = 'buffer';
    } else {
      throw new codes.ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'Uint8Array'], chunk);
    }
  }
  let err;
  if (state.ending) err = new codes.ERR_STREAM_WRITE_AFTER_END();
  else if (state.destroyed) err = new codes.ERR_STREAM_DESTROYED('write');
  if (err) {
    nextTick(cb, err);
    errorOrDestroy(stream, err, true);
    return err;
  }
  state.pendingcb++;
  return writeOrBuffer(stream, state, chunk, encoding, cb);
}

Writable.prototype.write = function(chunk, encoding, cb) {
  return writeChunk(this, chunk, encoding, cb) === true;
};

Writable.prototype.cork = function() {
  this._writableState.corked++;
};

Writable.prototype.uncork = function() {
  const state = this._writableState;
  if (state.corked) {
    state.corked--;
    if (!state.writing) clearBuffer(this, state);
  }
};

Writable.prototype.setDefaultEncoding = function(encoding) {
  if (typeof encoding === 'string') encoding = encoding.toLowerCase();
  if (!buffer().isEncoding(encoding)) throw new codes.ERR_UNKNOWN_ENCODING(encoding);
  this._writableState.defaultEncoding = encoding;
  return this;
};

function writeOrBuffer(stream, state, chunk, encoding, callback) {
  const len = state.objectMode ? 1 : chunk.length;
  state.length += len;
  const ret = state.length < state.highWaterMark;
  if (!ret) state.needDrain = true;
  if (state.writing || state.corked || state.errored || !state.constructed) {
    state.buffered.push({ chunk, encoding, callback });
    if (state.allBuffers && encoding !== 'buffer') state.allBuffers = false;
    if (state.allNoop && callback !== nop) state.allNoop = false;
  } else {
    state.writelen = len;
    state.writecb = callback;
    state.writing = true;
    state.sync = true;
    stream._write(chunk, encoding, state.onwrite);
    state.sync = false;
  }
  return ret && !state.errored && !state.destroyed;
}

function doWrite(stream, state, writev, len, chunk, encoding, cb) {
  state.writelen = len;
  state.writecb = cb;
  state.writing = true;
  state.sync = true;
  if (state.destroyed) state.onwrite(new codes.ERR_STREAM_DESTROYED('write'));
  else if (writev) stream._writev(chunk, state.onwrite);
  else stream._write(chunk, encoding, state.onwrite);
  state.sync = false;
}

function onwriteError(stream, state, er, cb) {
  --state.pendingcb;
  cb(er);
  errorBuffer(state);
  errorOrDestroy(stream, er);
}

function onwrite(stream, er) {
  const state = stream._writableState;
  const sync = state.sync;
  const cb = state.writecb;
  if (typeof cb !== 'function') {
    errorOrDestroy(stream, new codes.ERR_MULTIPLE_CALLBACK());
    return;
  }
  state.writing = false;
  state.writecb = null;
  state.length -= state.writelen;
  state.writelen = 0;
  if (er) {
    if (!state.errored) state.errored = er;
    const r = stream._readableState;
    if (r && !r.errored) r.errored = er;
    if (sync) nextTick(onwriteError, stream, state, er, cb);
    else onwriteError(stream, state, er, cb);
    return;
  }
  if (state.buffered.length > state.bufferedIndex) clearBuffer(stream, state);
  if (!sync) {
    afterWrite(stream, state, 1, cb);
  } else if (state.afterWriteTickInfo !== null && state.afterWriteTickInfo.cb === cb) {
    state.afterWriteTickInfo.count++;
  } else {
    state.afterWriteTickInfo = { count: 1, cb, stream, state };
    nextTick(afterWriteTick, state.afterWriteTickInfo);
  }
}

function afterWriteTick(info) {
  info.state.afterWriteTickInfo = null;
  afterWrite(info.stream, info.state, info.count, info.cb);
}

function afterWrite(stream, state, count, cb) {
  if (state.needDrain && !state.ending && !stream.destroyed && state.length === 0) {
    state.needDrain = false;
    stream.emit('drain');
  }
  while (count-- > 0) {
    state.pendingcb--;
    cb(null);
  }
  if (state.destroyed) errorBuffer(state);
  finishMaybe(stream, state);
}

// errorBuffer tells everyone who still waits that the stream is gone.
function errorBuffer(state) {
  if (state.writing) return;
  for (let n = state.bufferedIndex; n < state.buffered.length; ++n) {
    const { chunk, callback } = state.buffered[n];
    state.length -= state.objectMode ? 1 : chunk.length;
    callback(state.errored ?? new codes.ERR_STREAM_DESTROYED('write'));
  }
  if (state[kOnFinished]) runOnFinished(state, state.errored ?? new codes.ERR_STREAM_DESTROYED('end'));
  resetBuffer(state);
}

function runOnFinished(state, err) {
  const list = state[kOnFinished];
  if (!list) return;
  state[kOnFinished] = null;
  for (const cb of list) cb(err);
}

function clearBuffer(stream, state) {
  if (state.corked || state.bufferProcessing || state.destroyed || !state.constructed) return;
  const { buffered, bufferedIndex, objectMode } = state;
  const pending = buffered.length - bufferedIndex;
  if (!pending) return;
  let i = bufferedIndex;
  state.bufferProcessing = true;
  if (pending > 1 && stream._writev) {
    state.pendingcb -= pending - 1;
    const callback = state.allNoop
      ? nop
      : (err) => {
          for (let n = i; n < buffered.length; ++n) buffered[n].callback(err);
        };
    const chunks = i === 0 ? buffered : buffered.slice(i);
    chunks.allBuffers = state.allBuffers;
    doWrite(stream, state, true, state.length, chunks, '', callback);
    resetBuffer(state);
  } else {
    do {
      const { chunk, encoding, callback } = buffered[i];
      buffered[i++] = null;
      doWrite(stream, state, false, objectMode ? 1 : chunk.length, chunk, encoding, callback);
    } while (i < buffered.length && !state.writing);
    if (i === buffered.length) {
      resetBuffer(state);
    } else if (i > 256) {
      buffered.splice(0, i);
      state.bufferedIndex = 0;
    } else {
      state.bufferedIndex = i;
    }
  }
  state.bufferProcessing = false;
}

Writable.prototype._write = function(chunk, encoding, cb) {
  if (this._writev) this._writev([{ chunk, encoding }], cb);
  else throw new codes.ERR_METHOD_NOT_IMPLEMENTED('_write()');
};
Writable.prototype._writev = null;

Writable.prototype.end = function(chunk, encoding, cb) {
  const state = this._writableState;
  if (typeof chunk === 'function') {
    cb = chunk;
    chunk = null;
    encoding = null;
  } else if (typeof encoding === 'function') {
    cb = encoding;
    encoding = null;
  }
  let err;
  if (chunk !== null && chunk !== undefined) {
    const ret = writeChunk(this, chunk, encoding);
    if (ret instanceof Error) err = ret;
  }
  if (state.corked) {
    state.corked = 1;
    this.uncork();
  }
  if (!err) {
    if (!state.errored && !state.ending) {
      state.ending = true;
      finishMaybe(this, state, true);
      state.ended = true;
    } else if (state.finished) {
      err = new codes.ERR_STREAM_ALREADY_FINISHED('end');
    } else if (state.destroyed) {
      err = new codes.ERR_STREAM_DESTROYED('end');
    }
  }
  if (typeof cb === 'function') {
    if (err) nextTick(cb, err);
    else if (state.finished) nextTick(cb);
    else if (state[kOnFinished]) state[kOnFinished].push(cb);
    else state[kOnFinished] = [cb];
  }
  return this;
};

function needFinish(state) {
  return state.ending && !state.destroyed && state.constructed && state.length === 0 && !state.errored && state.buffered.length === 0 &&
    !state.finished && !state.writing && !state.errorEmitted && !state.closeEmitted;
}

function callFinal(stream, state) {
  let called = false;
  function onFinish(err) {
    if (called) {
      errorOrDestroy(stream, err ?? new codes.ERR_MULTIPLE_CALLBACK());
      return;
    }
    called = true;
    state.pendingcb--;
    if (err) {
      runOnFinished(state, err);
      errorOrDestroy(stream, err, state.sync);
    } else if (needFinish(state)) {
      state.prefinished = true;
      stream.emit('prefinish');
      state.pendingcb++;
      nextTick(finish, stream, state);
    }
  }
  state.sync = true;
  state.pendingcb++;
  try {
    stream._final(onFinish);
  } catch (err) {
    onFinish(err);
  }
  state.sync = false;
}

function finishMaybe(stream, state, sync) {
  if (!needFinish(state)) return;
  if (!state.prefinished && !state.finalCalled) {
    if (typeof stream._final === 'function' && !state.destroyed) {
      state.finalCalled = true;
      callFinal(stream, state);
    } else {
      state.prefinished = true;
      stream.emit('prefinish');
    }
  }
  if (state.pendingcb !== 0) return;
  if (sync) {
    state.pendingcb++;
    nextTick(finishLater, stream, state);
  } else if (needFinish(state)) {
    state.pendingcb++;
    finish(stream, state);
  }
}

function finishLater(stream, state) {
  if (needFinish(state)) finish(stream, state);
  else state.pendingcb--;
}

function finish(stream, state) {
  state.pendingcb--;
  state.finished = true;
  runOnFinished(state, null);
  stream.emit('finish');
  if (state.autoDestroy) {
    const r = stream._readableState;
    if (!r || (r.autoDestroy && (r.endEmitted || r.readable === false))) stream.destroy();
  }
}

Writable.prototype.destroy = function(err, cb) {
  const state = this._writableState;
  if (!state.destroyed && (state.bufferedIndex < state.buffered.length || state[kOnFinished])) nextTick(errorBuffer, state);
  destroy.call(this, err, cb);
  return this;
};
Writable.prototype._undestroy = undestroy;
Writable.prototype._destroy = function(err, cb) {
  cb(err);
};
Writable.prototype[Symbol.for('nodejs.rejection')] = function(err) {
  this.destroy(err);
};
Writable.fromWeb = function(web) {
  const writer = web.getWriter();
  return new Writable({
    write(chunk, enc, cb) {
      writer.write(chunk).then(() => cb(), cb);
    },
    final(cb) {
      writer.close().then(() => cb(), cb);
    },
    destroy(err, cb) {
      if (err) writer.abort(err).then(() => cb(err), () => cb(err));
      else cb(null);
    },
  });
};
Writable.toWeb = function(writable) {
  return require('internal/webstreams').fromNodeWritable(writable);
};

const own = (fn) => ({
  get() {
    const w = this._writableState;
    return w ? fn(w) : undefined;
  },
  configurable: true,
  enumerable: false,
});
Object.defineProperties(Writable.prototype, {
  closed: own((w) => w.closed),
  destroyed: {
    get() {
      return this._writableState ? this._writableState.destroyed : false;
    },
    set(v) {
      if (this._writableState) this._writableState.destroyed = v;
    },
    configurable: true,
    enumerable: false,
  },
  writable: {
    get() {
      const w = this._writableState;
      return !!w && w.writable !== false && !w.destroyed && !w.errored && !w.ending && !w.ended;
    },
    set(val) {
      if (this._writableState) this._writableState.writable = !!val;
    },
    configurable: true,
    enumerable: false,
  },
  writableFinished: own((w) => w.finished),
  writableObjectMode: own((w) => w.objectMode),
  writableBuffer: own((w) => w.getBuffer()),
  writableEnded: own((w) => w.ending),
  writableNeedDrain: own((w) => !w.destroyed && !w.ending && w.needDrain),
  writableHighWaterMark: own((w) => w.highWaterMark),
  writableCorked: own((w) => w.corked),
  writableLength: own((w) => w.length),
  errored: own((w) => w.errored),
  writableAborted: own((w) => w.writable !== false && (w.destroyed || !!w.errored) && !w.finished),
});

module.exports = { Writable, WritableState, initWritable, afterConstruct };
