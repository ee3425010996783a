'use strict';
// fs.watch over the disk's own events; fs.watchFile over fs.watch's kind of polling, by stat.
const EventEmitter = require('events');
const { codes, toPath, makeStats, encodeName } = require('internal/fs/shared');
const path = require('path');
const binding = internalBinding('fs');

class FSWatcher extends EventEmitter {
  #handle;
  constructor(name, options) {
    super();
    this.#handle = binding.watch(name, !!options.recursive, options.persistent !== false, (type, file) => {
      this.emit('change', type, encodeName(file, options.encoding));
    });
  }
  close() {
    if (!this.#handle) return;
    this.#handle.close();
    this.#handle = null;
    process.nextTick(() => this.emit('close'));
  }
  ref() {
    if (this.#handle) this.#handle.ref(true);
    return this;
  }
  unref() {
    if (this.#handle) this.#handle.ref(false);
    return this;
  }
}

function watch(filename, options, listener) {
  if (typeof options === 'function') listener = options;
  if (typeof options === 'string') options = { encoding: options };
  else if (!options || typeof options === 'function') options = {};
  const w = new FSWatcher(toPath(filename, 'filename'), options);
  if (typeof listener === 'function') w.on('change', listener);
  const { signal } = options;
  if (signal) {
    if (signal.aborted) {
      process.nextTick(() => w.close());
    } else {
      const onAbort = () => w.close();
      signal.addEventListener('abort', onAbort);
      w.once('close', () => signal.removeEventListener('abort', onAbort));
    }
  }
  return w;
}

// watchAsync is the iterator of fs.promises.watch.
function watchAsync(filename, options = {}) {
  if (typeof options === 'string') options = { encoding: options };
  const { signal } = options;
  const queue = [];
  let wake = null;
  let watcher = null;
  let over = false;
  const poke = () => {
    if (wake) {
      const f = wake;
      wake = null;
      f();
    }
  };
  const onAbort = () => {
    over = true;
    if (watcher) watcher.close();
    poke();
  };
  return {
    [Symbol.asyncIterator]() { return this; },
    async next() {
      if (!watcher && !over) {
        if (signal && signal.aborted) {
          over = true;
        } else {
          watcher = new FSWatcher(toPath(filename, 'filename'), options);
          watcher.on('change', (eventType, name) => {
            queue.push({ __proto__: null, eventType, filename: name });
            poke();
          });
          if (signal) signal.addEventListener('abort', onAbort, { once: true });
        }
      }
      for (;;) {
        if (signal && signal.aborted) {
          const { AbortError } = require('internal/errors');
          throw new AbortError(undefined, { cause: signal.reason });
        }
        if (queue.length) return { value: queue.shift(), done: false };
        if (over) return { value: undefined, done: true };
        await new Promise((resolve) => { wake = resolve; });
      }
    },
    async return(value) {
      over = true;
      if (watcher) watcher.close();
      if (signal) signal.removeEventListener('abort', onAbort);
      return { value, done: true };
    },
  };
}

const statWatchers = new Map();

class StatWatcher extends EventEmitter {
  constructor(name, options) {
    super();
    this.name = name;
    this.bigint = !!options.bigint;
    this.last = this.look();
    this.timer = setInterval(() => this.check(), options.interval === undefined ? 5007 : +options.interval);
    if (options.persistent === false) this.timer.unref();
  }
  look() {
    try {
      return binding.sync.stat(this.name);
    } catch {
      return new Array(18).fill(0);
    }
  }
  check() {
    const now = this.look();
    const before = this.last;
    if (now.every((v, i) => i === 10 || i === 11 || v === before[i])) return;
    this.last = now;
    this.emit('change', makeStats(now, this.bigint), makeStats(before, this.bigint));
  }
  stop() {
    clearInterval(this.timer);
    this.emit('stop');
  }
  ref() {
    this.timer.ref();
    return this;
  }
  unref() {
    this.timer.unref();
    return this;
  }
}

function watchFile(filename, options, listener) {
  const name = path.resolve(toPath(filename, 'filename'));
  if (typeof options === 'function') {
    listener = options;
    options = {};
  }
  if (typeof listener !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('listener', 'Function', listener);
  let w = statWatchers.get(name);
  if (!w) {
    w = new StatWatcher(name, options || {});
    statWatchers.set(name, w);
  }
  w.on('change', listener);
  return w;
}

function unwatchFile(filename, listener) {
  const name = path.resolve(toPath(filename, 'filename'));
  const w = statWatchers.get(name);
  if (!w) return;
  if (typeof listener === 'function') w.removeListener('change', listener);
  else w.removeAllListeners('change');
  if (w.listenerCount('change') === 0) {
    w.stop();
    statWatchers.delete(name);
  }
}

module.exports = { FSWatcher, watch, watchAsync, watchFile, unwatchFile };
