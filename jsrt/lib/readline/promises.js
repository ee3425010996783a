'use strict';
// node:readline/promises
const readline = require('readline');
const ask = readline.Interface.prototype.question[Symbol.for('nodejs.util.promisify.custom')];

class Interface extends readline.Interface {
  question(query, options) {
    return ask.call({ question: (q, o, cb) => super.question(q, o, cb) }, query, options);
  }
}

module.exports = { Interface, createInterface: (...args) => new Interface(...args) };
