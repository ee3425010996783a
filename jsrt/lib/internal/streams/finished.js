'use strict';
// finished(): one callback when a stream is over, whichever way.
const { codes } = require('internal/streams/errors');
const nextTick = process.nextTick;
const nop = () => {};

const isReadableNode = (s) => !!(s && typeof s.pipe === 'function' && typeof s.on === 'function' &&
  (!s._writableState || (s._readableState && s._readableState.readable !== false)));
const isWritableNode = (s) => !!(s && typeof s.write === 'function' && typeof s.on === 'function' &&
  (!s._readableState || (s._writableState && s._writableState.writable !== false)));
const isNodeStream = (s) => !!(s && (s._readableState || s._writableState || (typeof s.write === 'function' && typeof s.on === 'function') ||
  (typeof s.pipe === 'function' && typeof s.on === 'function')));
const isIterable = (o) => o != null && (typeof o[Symbol.asyncIterator] === 'function' || typeof o[Symbol.iterator] === 'function');

function isReadable(stream) {
  if (typeof stream?.readable !== 'boolean') return null;
  if (stream.destroyed) return false;
  return isReadableNode(stream) && stream.readable && !isReadableFinished(stream);
}
function isWritable(stream) {
  if (typeof stream?.writable !== 'boolean') return null;
  if (stream.destroyed) return false;
  return isWritableNode(stream) && stream.writable && !stream.writableEnded;
}
function isReadableFinished(stream, strict) {
  if (!isReadableNode(stream)) return null;
  const r = stream._readableState;
  if (r?.errored) return false;
  if (typeof r?.endEmitted !== 'boolean') return null;
  return !!(r.endEmitted || (strict === false && r.ended === true && r.length === 0));
}
function isWritableFinished(stream, strict) {
  if (!isWritableNode(stream)) return null;
  if (stream.writableFinished === true) return true;
  const w = stream._writableState;
  if (w?.errored) return false;
  if (typeof w?.finished !== 'boolean') return null;
  return !!(w.finished || (strict === false && w.ended === true && w.length === 0));
}
function isOutgoing(s) {
  return typeof s._closed === 'boolean' && typeof s._defaultKeepAlive === 'boolean' && typeof s._removedConnection === 'boolean';
}
function isClosed(stream) {
  if (typeof stream.closed === 'boolean') return stream.closed;
  const w = stream._writableState;
  const r = stream._readableState;
  if (typeof w?.closed === 'boolean' || typeof r?.closed === 'boolean') return w?.closed || r?.closed;
  if (typeof stream._closed === 'boolean' && isOutgoing(stream)) return stream._closed;
  return null;
}
function willEmitClose(stream) {
  const s = stream._writableState || stream._readableState;
  return (!s && isOutgoing(stream) && stream._sent100 !== undefined && stream.req !== undefined) ||
    !!(s && s.autoDestroy && s.emitClose && s.closed === false);
}
const isRequest = (s) => s.setHeader && typeof s.abort === 'function';

function finished(stream, options, callback) {
  if (arguments.length === 2) {
    callback = options;
    options = {};
  } else if (options == null) {
    options = {};
  } else if (typeof options !== 'object') {
    throw new codes.ERR_INVALID_ARG_TYPE('options', 'object', options);
  }
  if (typeof callback !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('callback', 'function', callback);
  if (options.signal !== undefined && (typeof options.signal !== 'object' || !('aborted' in options.signal))) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.signal', 'AbortSignal', options.signal);
  }
  if (!isNodeStream(stream)) {
    if (stream && (typeof stream.getReader === 'function' || typeof stream.getWriter === 'function')) return finishedWeb(stream, callback);
    throw new codes.ERR_INVALID_ARG_TYPE('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  }
  let done = false;
  const raw = callback;
  callback = function(err) {
    if (done) return;
    done = true;
    raw.call(stream, err);
  };
  const readable = options.readable ?? isReadableNode(stream);
  const writable = options.writable ?? isWritableNode(stream);
  const w = stream._writableState;
  const r = stream._readableState;
  let emitsClose = willEmitClose(stream) && isReadableNode(stream) === readable && isWritableNode(stream) === writable;
  let writableFinished = isWritableFinished(stream, false);
  let readableFinished = isReadableFinished(stream, false);

  const onlegacyfinish = () => {
    if (!stream.writable) onfinish();
  };
  const onfinish = () => {
    writableFinished = true;
    if (stream.destroyed) emitsClose = false;
    if (emitsClose && (!stream.readable || readable)) return;
    if (!readable || readableFinished) callback();
  };
  const onend = () => {
    readableFinished = true;
    if (stream.destroyed) emitsClose = false;
    if (emitsClose && (!stream.writable || writable)) return;
    if (!writable || writableFinished) callback();
  };
  const onerror = (err) => callback(err);
  let closed = isClosed(stream);
  const onclose = () => {
    closed = true;
    const err = w?.errored || r?.errored;
    if (err && typeof err !== 'boolean') return callback(err);
    if (readable && !readableFinished && isReadableNode(stream) && !isReadableFinished(stream, false)) {
      return callback(new codes.ERR_STREAM_PREMATURE_CLOSE());
    }
    if (writable && !writableFinished && !isWritableFinished(stream, false)) return callback(new codes.ERR_STREAM_PREMATURE_CLOSE());
    return callback();
  };
  const onclosed = () => {
    closed = true;
    const err = w?.errored || r?.errored;
    if (err && typeof err !== 'boolean') return callback(err);
    return callback();
  };
  const onrequest = () => stream.req.on('finish', onfinish);

  if (isRequest(stream)) {
    stream.on('complete', onfinish);
    if (!emitsClose) stream.on('abort', onclose);
    if (stream.req) onrequest();
    else stream.on('request', onrequest);
  } else if (writable && !w) {
    stream.on('end', onlegacyfinish);
    stream.on('close', onlegacyfinish);
  }
  if (!emitsClose && typeof stream.aborted === 'boolean') stream.on('aborted', onclose);
  stream.on('end', onend);
  stream.on('finish', onfinish);
  if (options.error !== false) stream.on('error', onerror);
  stream.on('close', onclose);

  if (closed) {
    nextTick(onclose);
  } else if (w?.errorEmitted || r?.errorEmitted) {
    if (!emitsClose) nextTick(onclosed);
  } else if (!readable && (!emitsClose || isReadable(stream)) && (writableFinished || isWritable(stream) === false)) {
    nextTick(onclosed);
  } else if (!writable && (!emitsClose || isWritable(stream)) && (readableFinished || isReadable(stream) === false)) {
    nextTick(onclosed);
  } else if (r && stream.req && stream.aborted) {
    nextTick(onclosed);
  }

  const cleanup = () => {
    callback = nop;
    stream.removeListener('aborted', onclose);
    stream.removeListener('complete', onfinish);
    stream.removeListener('abort', onclose);
    stream.removeListener('request', onrequest);
    if (stream.req) stream.req.removeListener('finish', onfinish);
    stream.removeListener('end', onlegacyfinish);
    stream.removeListener('close', onlegacyfinish);
    stream.removeListener('finish', onfinish);
    stream.removeListener('end', onend);
    stream.removeListener('error', onerror);
    stream.removeListener('close', onclose);
  };
  const signal = options.signal;
  if (signal && !closed) {
    const abort = () => {
      const { AbortError } = require('internal/errors');
      const end = callback;
      cleanup();
      end.call(stream, new AbortError(undefined, { cause: signal.reason }));
    };
    if (signal.aborted) {
      nextTick(abort);
    } else {
      signal.addEventListener('abort', abort, { once: true });
      const inner = callback;
      callback = (...args) => {
        signal.removeEventListener('abort', abort);
        inner.apply(stream, args);
      };
    }
  }
  return cleanup;
}

function finishedWeb(stream, callback) {
  const watch = stream[Symbol.for('sandpit.closed')];
  if (watch) watch.then(() => nextTick(callback), (err) => nextTick(callback, err));
  return nop;
}

function finishedPromise(stream, opts) {
  return new Promise((resolve, reject) => {
    const cleanup = finished(stream, opts || {}, (err) => {
      if (opts && opts.cleanup) cleanup();
      if (err) reject(err);
      else resolve();
    });
  });
}

module.exports = { finished, finishedPromise, isNodeStream, isReadableNode, isWritableNode, isIterable, isReadable, isWritable,
  isReadableFinished, isWritableFinished };
