'use strict';
// Stream: the common ancestor, with the pre-0.10 pipe() that old libraries still inherit.
const EE = require('events');

function Stream(opts) {
  EE.call(this, opts);
}
Object.setPrototypeOf(Stream.prototype, EE.prototype);
Object.setPrototypeOf(Stream, EE);

Stream.prototype.pipe = function pipe(dest, options) {
  const source = this;
  function ondata(chunk) {
    if (dest.writable && dest.write(chunk) === false && source.pause) source.pause();
  }
  function ondrain() {
    if (source.readable && source.resume) source.resume();
  }
  let ended = false;
  function onend() {
    if (ended) return;
    ended = true;
    dest.end();
  }
  function onclose() {
    if (ended) return;
    ended = true;
    if (typeof dest.destroy === 'function') dest.destroy();
  }
  function onerror(err) {
    cleanup();
    if (this.listenerCount('error') === 0) this.emit('error', err);
  }
  function cleanup() {
    source.removeListener('data', ondata);
    dest.removeListener('drain', ondrain);
    source.removeListener('end', onend);
    source.removeListener('close', onclose);
    source.removeListener('error', onerror);
    dest.removeListener('error', onerror);
    source.removeListener('end', cleanup);
    source.removeListener('close', cleanup);
    dest.removeListener('close', cleanup);
  }
  source.on('data', ondata);
  dest.on('drain', ondrain);
  if (!dest._isStdio && (!options || options.end !== false)) {
    source.on('end', onend);
    source.on('close', onclose);
  }
  prependListener(source, 'error', onerror);
  prependListener(dest, 'error', onerror);
  source.on('end', cleanup);
  source.on('close', cleanup);
  dest.on('close', cleanup);
  dest.emit('pipe', source);
  return dest;
};

// prependListener also serves emitters of foreign make (userland streams without the method).
function prependListener(emitter, event, fn) {
  if (typeof emitter.prependListener === 'function') return emitter.prependListener(event, fn);
  emitter.on(event, fn);
  return undefined;
}

exports.Stream = Stream;
exports.prependListener = prependListener;
