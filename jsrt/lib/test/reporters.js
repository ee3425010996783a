'use strict';
// node:test/reporters: transforms from events to text.
const { reporters } = require('internal/test/reporters');
const make = (name) => (source) => {
  const g = reporters[name](), it = source[Symbol.asyncIterator]();
  let first = g.next().value, over = false;
  return {
    [Symbol.asyncIterator]() { return this; },
    async next() {
      if (first) { const value = first; first = ''; return { value, done: false }; }
      while (!over) {
        const r = await it.next();
        if (r.done) over = true;
        const value = g.next(r.done ? { type: 'end' } : r.value).value;
        if (value) return { value, done: false };
      }
      return { value: undefined, done: true };
    },
  };
};
exports.tap = make('tap'); exports.dot = make('dot'); exports.junit = make('junit');
exports.spec = class SpecReporter extends require('stream').Transform {
  #g = reporters.spec();
  constructor() { super({ writableObjectMode: true }); this.#g.next(); }
  _transform(ev, enc, cb) { cb(null, this.#g.next(ev).value); }
  _flush(cb) { cb(null, this.#g.next({ type: 'end' }).value); }
};
