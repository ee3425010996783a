'use strict';
// Readable.from and Duplex.from: streams out of iterables, promises, functions and pairs.
const { codes } = require('internal/streams/errors');
const { Buffer } = require('buffer');
const nextTick = process.nextTick;

function from(Readable, iterable, opts) {
  if (typeof iterable === 'string' || iterable instanceof Buffer) {
    return new Readable({
      objectMode: true,
      ...opts,
      read() {
        this.push(iterable);
        this.push(null);
      },
    });
  }
  let iterator;
  let isAsync;
  if (iterable && iterable[Symbol.asyncIterator]) {
    isAsync = true;
    iterator = iterable[Symbol.asyncIterator]();
  } else if (iterable && iterable[Symbol.iterator]) {
    isAsync = false;
    iterator = iterable[Symbol.iterator]();
  } else {
    throw new codes.ERR_INVALID_ARG_TYPE('iterable', ['Iterable'], iterable);
  }
  const readable = new Readable({ objectMode: true, highWaterMark: 1, ...opts });
  let reading = false;
  readable._read = function() {
    if (!reading) {
      reading = true;
      next();
    }
  };
  readable._destroy = function(error, cb) {
    close(error).then(() => nextTick(cb, error), (e) => nextTick(cb, e || error));
  };
  async function close(error) {
    const hasThrow = typeof iterator.throw === 'function';
    if (error != null && hasThrow) {
      const { value, done } = await iterator.throw(error);
      await value;
      if (done) return;
    }
    if (typeof iterator.return === 'function') {
      const { value } = await iterator.return();
      await value;
    }
  }
  async function next() {
    for (;;) {
      try {
        const { value, done } = isAsync ? await iterator.next() : iterator.next();
        if (done) {
          readable.push(null);
        } else {
          const res = value && typeof value.then === 'function' ? await value : value;
          if (res === null) {
            reading = false;
            throw new codes.ERR_STREAM_NULL_VALUES();
          } else if (readable.push(res)) {
            continue;
          } else {
            reading = false;
          }
        }
      } catch (err) {
        readable.destroy(err);
      }
      break;
    }
  }
  return readable;
}

// duplexFrom covers the documented inputs: a stream, an iterable, a promise, an (async) function over an iterable, { readable, writable }.
function duplexFrom(Duplex, body) {
  const { Readable } = require('internal/streams/readable');
  const { isNodeStream, isReadableNode, isWritableNode } = require('internal/streams/finished');
  if (isNodeStream(body)) {
    if (body instanceof Duplex) return body;
    if (isReadableNode(body)) return join(Duplex, body, null);
    if (isWritableNode(body)) return join(Duplex, null, body);
  }
  if (typeof body === 'function') return fromFunction(Duplex, body);
  if (body && typeof body.then === 'function') return from(Duplex, (function* () { yield body; })(), { writable: false });
  if (typeof body === 'string' || body instanceof Uint8Array || (body && (body[Symbol.asyncIterator] || body[Symbol.iterator]))) {
    return from(Duplex, body, { objectMode: true, writable: false });
  }
  if (body && typeof body === 'object' && (body.readable || body.writable)) {
    const r = body.readable && (isNodeStream(body.readable) ? body.readable : from(Readable, body.readable));
    return join(Duplex, r || null, body.writable || null);
  }
  throw new codes.ERR_INVALID_ARG_TYPE('body', ['Blob', 'ReadableStream', 'WritableStream', 'Stream', 'Iterable', 'AsyncIterable', 'Function', '{ readable, writable } pair', 'Promise'], body);
}

function join(Duplex, r, w) {
  const { finished } = require('internal/streams/finished');
  const d = new Duplex({
    readableObjectMode: !!(r && r.readableObjectMode),
    writableObjectMode: !!(w && w.writableObjectMode),
    readable: !!r,
    writable: !!w,
  });
  if (w) {
    d._write = (chunk, enc, cb) => {
      if (w.write(chunk, enc)) cb();
      else w.once('drain', cb);
    };
    d._final = (cb) => {
      finished(w, { readable: false }, (err) => cb(err));
      w.end();
    };
    w.on('error', (err) => d.destroy(err));
  }
  if (r) {
    d._read = () => {
      for (;;) {
        const chunk = r.read();
        if (chunk === null) break;
        if (!d.push(chunk)) return;
      }
    };
    r.on('readable', () => d._read());
    r.on('end', () => d.push(null));
    r.on('error', (err) => d.destroy(err));
  }
  d._destroy = (err, cb) => {
    if (r && r !== w) r.destroy(err || undefined);
    if (w) w.destroy(err || undefined);
    cb(err);
  };
  return d;
}

function fromFunction(Duplex, fn) {
  let feed = null; // resolves the iterator's pending next()
  let pending = null; // the write waiting to be taken
  const source = {
    [Symbol.asyncIterator]() { return this; },
    next() {
      return new Promise((resolve) => {
        if (pending) {
          const p = pending;
          pending = null;
          resolve({ value: p.chunk, done: p.done });
          nextTick(p.cb);
        } else {
          feed = resolve;
        }
      });
    },
    return(value) { return Promise.resolve({ value, done: true }); },
  };
  const offer = (chunk, done, cb) => {
    if (feed) {
      const f = feed;
      feed = null;
      f({ value: chunk, done });
      nextTick(cb);
    } else {
      pending = { chunk, done, cb };
    }
  };
  const value = fn(source, {});
  const write = (chunk, enc, cb) => offer(chunk, false, cb);
  const final = (cb) => offer(undefined, true, cb);
  if (value && typeof value === 'object' && (value[Symbol.asyncIterator] || value[Symbol.iterator])) {
    const d = from(Duplex, value, { objectMode: true });
    d._write = write;
    d._final = final;
    return d;
  }
  const d = new Duplex({ objectMode: true, write, final, readable: false });
  Promise.resolve(value).then((v) => {
    if (v != null) d.destroy(new codes.ERR_INVALID_RETURN_VALUE('nully', 'body', v));
  }, (err) => d.destroy(err));
  return d;
}

module.exports = { from, duplexFrom };
