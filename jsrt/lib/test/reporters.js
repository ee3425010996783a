'use strict';
// node:test/reporters: transforms from events to text.
const { reporters } = require('internal/test/reporters');
const make = (name) => async function* (source) {
  const g = reporters[name]();
  const first = g.next().value;
  if (first) yield first;
  for await (const ev of source) { const s = g.next(ev).value; if (s) yield s; }
  const s = g.next({ type: 'end' }).value;
  if (s) yield s;
};
exports.tap = make('tap'); exports.dot = make('dot');
exports.spec = class SpecReporter extends require('stream').Transform {
  #g = reporters.spec();
  constructor() { super({ writableObjectMode: true }); this.#g.next(); }
  _transform(ev, enc, cb) { cb(null, this.#g.next(ev).value); }
  _flush(cb) { cb(null, this.#g.next({ type: 'end' }).value); }
};
