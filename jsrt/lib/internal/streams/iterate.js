'use strict';
// The asynchronous iterator of a Readable, written as an object: one promise a chunk, requests in order.
const { finished } = require('internal/streams/finished');
const { destroyer } = require('internal/streams/destroy');

const AsyncIteratorPrototype = { [Symbol.asyncIterator]() { return this; } };

function iterate(stream, options) {
  if (options !== undefined && (typeof options !== 'object' || options === null)) {
    const { codes } = require('internal/streams/errors');
    throw new codes.ERR_INVALID_ARG_TYPE('options', 'object', options);
  }
  const it = Object.create(AsyncIteratorPrototype);
  let started = false;
  let over = false;
  let error; // undefined: running, null: ended, Error: failed
  let wake = null;
  let cleanup;
  let tail = null; // the promise of the last request that is still open

  function poke() {
    if (wake) {
      const f = wake;
      wake = null;
      f();
    }
  }
  function start() {
    started = true;
    if (!stream._readableState) stream = new (require('internal/streams/readable').Readable)({ objectMode: true }).wrap(stream);
    stream.on('readable', poke);
    cleanup = finished(stream, { writable: false }, (err) => {
      error = err ? error || err : null;
      poke();
    });
  }
  function finish() {
    if (over) return;
    over = true;
    if (!started) return;
    if ((error || !options || options.destroyOnReturn !== false) && (error === undefined || stream._readableState.autoDestroy)) {
      destroyer(stream, null);
    } else {
      stream.removeListener('readable', poke);
      cleanup();
    }
  }
  function pull(resolve, reject) {
    const chunk = stream.destroyed ? null : stream.read();
    if (chunk !== null) {
      resolve({ value: chunk, done: false });
    } else if (error) {
      const err = error;
      finish();
      reject(err);
    } else if (error === null) {
      finish();
      resolve({ value: undefined, done: true });
    } else {
      // One promise job later, so that what the source pushes in this turn is read as one chunk.
      wake = () => Promise.resolve().then(() => pull(resolve, reject));
    }
  }
  function enqueue(run) {
    const p = tail ? tail.then(() => new Promise(run)) : new Promise(run);
    const clear = () => {
      if (tail === mine) tail = null;
    };
    const mine = p.then(clear, clear);
    tail = mine;
    return p;
  }
  it.next = () => enqueue((resolve, reject) => {
    if (over) {
      resolve({ value: undefined, done: true });
      return;
    }
    if (!started) start();
    pull(resolve, reject);
  });
  it.return = (value) => enqueue((resolve) => {
    finish();
    resolve({ value, done: true });
  });
  it.throw = (err) => enqueue((resolve, reject) => {
    if (!over && started) error = err;
    finish();
    reject(err);
  });
  it.stream = stream;
  return it;
}

module.exports = { iterate };
