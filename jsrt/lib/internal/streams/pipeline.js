'use strict';
// pipeline(): streams, iterables and functions joined end to end, all destroyed together.
const { codes } = require('internal/streams/errors');
const { destroyer } = require('internal/streams/destroy');
const { finished, isNodeStream, isReadableNode, isIterable, isReadable, isReadableFinished } = require('internal/streams/finished');
const nextTick = process.nextTick;

const isWeb = (s) => !!(s && (typeof s.getReader === 'function' || typeof s.getWriter === 'function'));
const isWebTransform = (s) => !!(s && s.readable && s.writable && typeof s.readable.getReader === 'function');

function endOf(stream, reading, writing) {
  let over = false;
  stream.on('close', () => { over = true; });
  const cleanup = finished(stream, { readable: reading, writable: writing }, (err) => { over = !err; });
  return {
    destroy: (err) => {
      if (over) return;
      over = true;
      destroyer(stream, err || new codes.ERR_STREAM_DESTROYED('pipe'));
    },
    cleanup,
  };
}

function makeIterable(val) {
  if (isIterable(val)) return val;
  if (isReadableNode(val)) return require('internal/streams/iterate').iterate(val);
  throw new codes.ERR_INVALID_ARG_TYPE('val', ['Readable', 'Iterable', 'AsyncIterable'], val);
}

async function pump(iterable, writable, finish, { end }) {
  let error;
  let onresolve = null;
  const resume = (err) => {
    if (err) error = err;
    if (onresolve) {
      const cb = onresolve;
      onresolve = null;
      cb();
    }
  };
  const wait = () => new Promise((resolve, reject) => {
    if (error) {
      reject(error);
    } else {
      onresolve = () => {
        if (error) reject(error);
        else resolve();
      };
    }
  });
  writable.on('drain', resume);
  const cleanup = finished(writable, { readable: false }, resume);
  const it = iterable[Symbol.asyncIterator] ? iterable[Symbol.asyncIterator]() : iterable[Symbol.iterator]();
  let running = true;
  try {
    if (writable.writableNeedDrain) await wait();
    for (;;) {
      const { value, done } = await it.next();
      if (done) {
        running = false;
        break;
      }
      if (!writable.write(await value)) await wait();
    }
    if (end) writable.end();
    await wait();
    finish();
  } catch (err) {
    if (running && typeof it.return === 'function') {
      try { await it.return(); } catch { /* the first error counts */ }
    }
    finish(error !== err && error ? error : err);
  } finally {
    cleanup();
    writable.removeListener('drain', resume);
  }
}

function pipeline(...streams) {
  const callback = streams.pop();
  if (typeof callback !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('streams[stream.length - 1]', 'function', callback);
  let called = false;
  return run(streams, (err, value) => {
    if (called) return;
    called = true;
    callback(err, value);
  });
}

function run(streams, callback, opts) {
  if (streams.length === 1 && Array.isArray(streams[0])) streams = streams[0];
  if (streams.length < 2) throw new codes.ERR_MISSING_ARGS('streams');
  const ac = new AbortController();
  const signal = ac.signal;
  const outer = opts && opts.signal;
  const lastCleanup = [];
  const destroys = [];
  let error;
  let value;
  let finishCount = 0;

  const abort = () => {
    const { AbortError } = require('internal/errors');
    finishImpl(new AbortError(undefined, { cause: outer && outer.reason }), true);
  };
  if (outer) {
    if (outer.aborted) {
      nextTick(abort);
    } else {
      outer.addEventListener('abort', abort, { once: true });
      lastCleanup.push(() => outer.removeEventListener('abort', abort));
    }
  }
  const finish = (err) => finishImpl(err, --finishCount === 0);
  const finishOnlyHandleError = (err) => finishImpl(err, false);
  function finishImpl(err, final) {
    if (err && (!error || error.code === 'ERR_STREAM_PREMATURE_CLOSE')) error = err;
    if (!error && !final) return;
    while (destroys.length) destroys.shift()(error);
    ac.abort();
    if (final) {
      if (!error) for (const fn of lastCleanup) fn();
      nextTick(callback, error, value);
    }
  }

  let ret;
  for (let i = 0; i < streams.length; i++) {
    const stream = streams[i];
    const reading = i < streams.length - 1;
    const writing = i > 0;
    const end = reading || !opts || opts.end !== false;
    const isLast = i === streams.length - 1;

    if (isNodeStream(stream)) {
      if (end) {
        const { destroy, cleanup } = endOf(stream, reading, writing);
        destroys.push(destroy);
        if (isReadable(stream) && isLast) lastCleanup.push(cleanup);
      }
      const onError = (err) => {
        if (err && err.name !== 'AbortError' && err.code !== 'ERR_STREAM_PREMATURE_CLOSE') finishOnlyHandleError(err);
      };
      stream.on('error', onError);
      if (isReadable(stream) && isLast) lastCleanup.push(() => stream.removeListener('error', onError));
    }

    if (i === 0) {
      if (typeof stream === 'function') {
        ret = stream({ signal });
        if (!isIterable(ret)) throw new codes.ERR_INVALID_RETURN_VALUE('Iterable, AsyncIterable or Stream', 'source', ret);
      } else if (isIterable(stream) || isNodeStream(stream)) {
        ret = stream;
      } else if (isWebTransform(stream)) {
        ret = stream.readable;
      } else {
        ret = require('internal/streams/duplex').Duplex.from(stream);
      }
    } else if (typeof stream === 'function') {
      ret = stream(makeIterable(ret), { signal });
      if (reading) {
        if (!isIterable(ret)) throw new codes.ERR_INVALID_RETURN_VALUE('AsyncIterable', `transform[${i - 1}]`, ret);
      } else {
        // The last stage may be a promise or an iterable: a PassThrough stands for it, so that the caller gets a stream.
        const { PassThrough } = require('internal/streams/duplex');
        const pt = new PassThrough({ objectMode: true });
        const then = ret && ret.then;
        if (typeof then === 'function') {
          finishCount++;
          then.call(ret, (val) => {
            value = val;
            if (val != null) pt.write(val);
            if (end) pt.end();
            nextTick(finish);
          }, (err) => {
            pt.destroy(err);
            nextTick(finish, err);
          });
        } else if (isIterable(ret)) {
          finishCount++;
          pump(ret, pt, finish, { end });
        } else {
          throw new codes.ERR_INVALID_RETURN_VALUE('AsyncIterable or Promise', 'destination', ret);
        }
        ret = pt;
        const { destroy, cleanup } = endOf(ret, false, true);
        destroys.push(destroy);
        lastCleanup.push(cleanup);
      }
    } else if (isNodeStream(stream)) {
      if (isReadableNode(ret)) {
        finishCount += 2;
        const cleanup = pipe(ret, stream, finish, finishOnlyHandleError, { end });
        if (isReadable(stream) && isLast) lastCleanup.push(cleanup);
      } else if (isIterable(ret)) {
        finishCount++;
        pump(ret, stream, finish, { end });
      } else {
        throw new codes.ERR_INVALID_ARG_TYPE('val', ['Readable', 'Iterable', 'AsyncIterable', 'ReadableStream', 'TransformStream'], ret);
      }
      ret = stream;
    } else if (isWebTransform(stream) || isWeb(stream)) {
      const web = isWebTransform(stream) ? stream.writable : stream;
      const w = require('internal/streams/writable').Writable.fromWeb(web);
      finishCount++;
      pump(makeIterable(ret), w, finish, { end: end || reading });
      ret = isWebTransform(stream) ? stream.readable : w;
    } else {
      ret = require('internal/streams/duplex').Duplex.from(stream);
    }
  }
  return ret;
}

function pipe(src, dst, finish, finishOnlyHandleError, { end }) {
  let ended = false;
  dst.on('close', () => {
    if (!ended) finishOnlyHandleError(new codes.ERR_STREAM_PREMATURE_CLOSE());
  });
  src.pipe(dst, { end: false }); // end() is called below, also for process.stdout
  if (end) {
    const endFn = () => {
      ended = true;
      dst.end();
    };
    if (isReadableFinished(src)) nextTick(endFn);
    else src.once('end', endFn);
  } else {
    finish();
  }
  finished(src, { readable: true, writable: false }, (err) => {
    const r = src._readableState;
    if (err && err.code === 'ERR_STREAM_PREMATURE_CLOSE' && r && r.ended && !r.errored && !r.errorEmitted) {
      // The end event is still to come: some streams close in their last read.
      src.once('end', finish).once('error', finish);
    } else {
      finish(err);
    }
  });
  return finished(dst, { readable: false, writable: true }, finish);
}

function pipelinePromise(...streams) {
  return new Promise((resolve, reject) => {
    let signal;
    let end;
    const last = streams[streams.length - 1];
    if (last && typeof last === 'object' && !isNodeStream(last) && !isIterable(last) && !isWeb(last) && !isWebTransform(last)) {
      const options = streams.pop();
      signal = options.signal;
      end = options.end;
    }
    run(streams, (err, value) => {
      if (err) reject(err);
      else resolve(value);
    }, { signal, end });
  });
}

module.exports = { pipeline, pipelinePromise };
