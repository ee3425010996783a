'use strict';
// fs.Dir: a directory read entry by entry.
const { codes, listing } = require('internal/fs/shared');
const binding = internalBinding('fs');
const nextTick = process.nextTick;

class Dir {
  #entries;
  #closed = false;
  constructor(path, options, flat) {
    this.path = path;
    if (!flat) {
      try {
        flat = binding.sync.readdir(path, !!(options && options.recursive));
      } catch (err) {
        err.syscall = 'opendir';
        err.message = err.message.replace('scandir', 'opendir');
        throw err;
      }
    }
    this.#entries = listing(flat, path, { ...(typeof options === 'string' ? { encoding: options } : options), withFileTypes: true });
  }
  #check() {
    if (this.#closed) throw new codes.ERR_DIR_CLOSED();
  }
  readSync() {
    this.#check();
    return this.#entries.shift() || null;
  }
  read(cb) {
    this.#check();
    const e = this.#entries.shift() || null;
    if (cb === undefined) return Promise.resolve(e);
    nextTick(cb, null, e);
    return undefined;
  }
  closeSync() {
    this.#check();
    this.#closed = true;
  }
  close(cb) {
    if (cb === undefined) {
      if (this.#closed) return Promise.reject(new codes.ERR_DIR_CLOSED());
      this.#closed = true;
      return Promise.resolve();
    }
    if (this.#closed) {
      nextTick(cb, new codes.ERR_DIR_CLOSED());
    } else {
      this.#closed = true;
      nextTick(cb, null);
    }
    return undefined;
  }
  entries() {
    const dir = this;
    return {
      [Symbol.asyncIterator]() { return this; },
      async next() {
        const value = await dir.read();
        if (value !== null) return { value, done: false };
        if (!dir.#closed) await dir.close();
        return { value: undefined, done: true };
      },
      async return(value) {
        if (!dir.#closed) await dir.close();
        return { value, done: true };
      },
    };
  }
  [Symbol.asyncIterator]() {
    return this.entries();
  }
}

module.exports = { Dir };
