'use strict';
// Destruction and lazy construction, shared by both sides of a stream.
// A stream has _readableState, _writableState or both; what is said of an error or a close is said on each.
const { codes } = require('internal/streams/errors');
const nextTick = process.nextTick;

const kDestroy = Symbol('kDestroy');
const kConstruct = Symbol('kConstruct');
const kIsDestroyed = Symbol.for('nodejs.stream.destroyed');

function noteError(err, w, r) {
  if (!err) return;
  if (w && !w.errored) w.errored = err;
  if (r && !r.errored) r.errored = err;
}

function destroy(err, cb) {
  const r = this._readableState;
  const w = this._writableState;
  const s = w || r;
  if ((w && w.destroyed) || (r && r.destroyed)) {
    if (typeof cb === 'function') cb();
    return this;
  }
  noteError(err, w, r);
  if (w) w.destroyed = true;
  if (r) r.destroyed = true;
  if (s && !s.constructed) {
    this.once(kDestroy, function(er) {
      runDestroy(this, er || err, cb);
    });
  } else {
    runDestroy(this, err, cb);
  }
  return this;
}

function runDestroy(self, err, cb) {
  let called = false;
  function onDestroy(er) {
    if (called) return;
    called = true;
    const r = self._readableState;
    const w = self._writableState;
    noteError(er, w, r);
    if (w) w.closed = true;
    if (r) r.closed = true;
    if (typeof cb === 'function') cb(er);
    if (er) nextTick(emitErrorCloseNT, self, er);
    else nextTick(emitCloseNT, self);
  }
  try {
    self._destroy(err || null, onDestroy);
  } catch (er) {
    onDestroy(er);
  }
}

function emitErrorCloseNT(self, err) {
  emitErrorNT(self, err);
  emitCloseNT(self);
}

function emitCloseNT(self) {
  const r = self._readableState;
  const w = self._writableState;
  if (w) w.closeEmitted = true;
  if (r) r.closeEmitted = true;
  if ((w && w.emitClose) || (r && r.emitClose)) self.emit('close');
}

function emitErrorNT(self, err) {
  const r = self._readableState;
  const w = self._writableState;
  if ((w && w.errorEmitted) || (r && r.errorEmitted)) return;
  if (w) w.errorEmitted = true;
  if (r) r.errorEmitted = true;
  self.emit('error', err);
}

function undestroy() {
  const r = this._readableState;
  const w = this._writableState;
  if (r) {
    r.constructed = true;
    r.closed = r.closeEmitted = r.destroyed = r.errorEmitted = r.reading = false;
    r.errored = null;
    r.ended = r.endEmitted = r.readable === false;
  }
  if (w) {
    w.constructed = true;
    w.closed = w.closeEmitted = w.destroyed = w.errorEmitted = w.finalCalled = w.prefinished = false;
    w.errored = null;
    w.ended = w.ending = w.finished = w.writable === false;
  }
}

function errorOrDestroy(stream, err, sync) {
  const r = stream._readableState;
  const w = stream._writableState;
  if ((w && w.destroyed) || (r && r.destroyed)) return;
  if ((r && r.autoDestroy) || (w && w.autoDestroy)) {
    stream.destroy(err);
  } else if (err) {
    noteError(err, w, r);
    if (sync) nextTick(emitErrorNT, stream, err);
    else emitErrorNT(stream, err);
  }
}

// construct arranges _construct() before any read, write or destroy takes effect; cb runs after it.
function construct(stream, cb) {
  if (typeof stream._construct !== 'function') return;
  const r = stream._readableState;
  const w = stream._writableState;
  if (r) r.constructed = false;
  if (w) w.constructed = false;
  stream.once(kConstruct, cb);
  if (stream.listenerCount(kConstruct) > 1) return; // a Duplex comes here once a side
  nextTick(constructNT, stream);
}

function constructNT(stream) {
  let called = false;
  function onConstruct(err) {
    if (called) {
      errorOrDestroy(stream, err || new codes.ERR_MULTIPLE_CALLBACK());
      return;
    }
    called = true;
    const r = stream._readableState;
    const w = stream._writableState;
    if (r) r.constructed = true;
    if (w) w.constructed = true;
    if ((w || r).destroyed) stream.emit(kDestroy, err);
    else if (err) errorOrDestroy(stream, err, true);
    else stream.emit(kConstruct);
  }
  try {
    stream._construct((err) => nextTick(onConstruct, err));
  } catch (err) {
    nextTick(onConstruct, err);
  }
}

// destroyer ends any kind of stream, also http messages and old ones with close() only.
function destroyer(stream, err) {
  if (!stream || isDestroyed(stream)) return;
  if (!err && !isFinished(stream)) {
    const { AbortError } = require('internal/errors');
    err = new AbortError();
  }
  if (isRequest(stream)) stream.abort();
  else if (isRequest(stream.req)) stream.req.abort();
  else if (typeof stream.destroy === 'function') stream.destroy(err);
  else if (typeof stream.close === 'function') stream.close();
  if (!stream.destroyed) stream[kIsDestroyed] = true;
}

function isDestroyed(stream) {
  const s = stream._writableState || stream._readableState;
  return !!(stream.destroyed || stream[kIsDestroyed] || (s && s.destroyed));
}

function isFinished(stream) {
  const r = stream._readableState;
  const w = stream._writableState;
  const readDone = !r || r.readable === false || r.endEmitted || !stream.readable;
  const writeDone = !w || w.writable === false || w.finished || !stream.writable;
  return readDone && writeDone && !!(r || w);
}

function isRequest(stream) {
  return !!(stream && stream.setHeader && typeof stream.abort === 'function');
}

module.exports = { kDestroy, kConstruct, kIsDestroyed, destroy, undestroy, errorOrDestroy, construct, destroyer, isDestroyed, isRequest };
