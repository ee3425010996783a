'use strict';
// node:readline/promises
const readline = require('readline');
const { codes } = require('internal/errors');
const { validateInteger } = require('internal/validators');
const ask = readline.Interface.prototype.question[Symbol.for('nodejs.util.promisify.custom')];

class Interface extends readline.Interface {
  question(query, options) {
    return ask.call({ question: (q, o, cb) => super.question(q, o, cb) }, query, options);
  }
}
// Readline collects moves of the cursor and writes them at once.
class Readline {
  #stream; #auto; #todo = [];
  constructor(stream, options) {
    if (stream === null || typeof stream !== 'object' || typeof stream.write !== 'function' || typeof stream.on !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('stream', 'Writable', stream);
    this.#stream = stream;
    this.#auto = options?.autoCommit === true;
  }
  #add(s) { if (this.#auto) process.nextTick(() => this.#stream.write(s)); else this.#todo.push(s); return this; }
  cursorTo(x, y) {
    validateInteger(x, 'x');
    if (y != null) validateInteger(y, 'y');
    return this.#add(y == null ? `\x1b[${x + 1}G` : `\x1b[${y + 1};${x + 1}H`);
  }
  moveCursor(dx, dy) {
    if (dx || dy) {
      validateInteger(dx, 'dx');
      validateInteger(dy, 'dy');
      this.#add(`${dx < 0 ? `\x1b[${-dx}D` : dx > 0 ? `\x1b[${dx}C` : ''}${dy < 0 ? `\x1b[${-dy}A` : dy > 0 ? `\x1b[${dy}B` : ''}`);
    }
    return this;
  }
  clearLine(dir) { validateInteger(dir, 'dir', -1, 1); return this.#add(dir < 0 ? '\x1b[1K' : dir > 0 ? '\x1b[0K' : '\x1b[2K'); }
  clearScreenDown() { return this.#add('\x1b[0J'); }
  commit() { return new Promise((resolve) => { this.#stream.write(this.#todo.join(''), resolve); this.#todo = []; }); }
  rollback() { this.#todo = []; return this; }
}

module.exports = { Interface, Readline, createInterface: (...args) => new Interface(...args) };
