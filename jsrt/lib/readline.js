'use strict';
// node:readline: lines of a stream, and questions. Editing with cursor keys is the terminal's business.
const EventEmitter = require('events');
const { codes, AbortError } = require('internal/errors');
const { StringDecoder } = require('string_decoder');

class Interface extends EventEmitter {
  constructor(input, output, completer, terminal) {
    super();
    let o = {};
    if (input && input.input) o = input;
    else o = { input, output, completer, terminal };
    this.input = o.input;
    this.output = o.output;
    this.terminal = o.terminal ?? !!(o.output && o.output.isTTY);
    this.line = '';
    this.cursor = 0;
    this.closed = false;
    this.paused = false;
    this.history = o.history || [];
    this._prompt = o.prompt === undefined ? '> ' : String(o.prompt);
    this.crlfDelay = o.crlfDelay ? Math.max(100, o.crlfDelay) : 100;
    this._decoder = new StringDecoder('utf8');
    this._rest = '';
    this._sawCR = false;
    this._question = null;
    if (!this.input || typeof this.input.on !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('input', 'Readable', this.input);
    this._ondata = (d) => this._feed(d);
    this._onend = () => {
      const tail = this._rest + this._decoder.end();
      this._rest = '';
      if (tail !== '') this._line(tail);
      this.close();
    };
    this._onerror = (e) => this.emit('error', e);
    this.input.on('data', this._ondata);
    this.input.on('end', this._onend);
    this.input.on('error', this._onerror);
    if (o.signal) {
      const onAbort = () => this.close();
      if (o.signal.aborted) process.nextTick(onAbort);
      else o.signal.addEventListener('abort', onAbort, { once: true });
    }
    this.input.resume();
  }
  _feed(data) {
    let s = typeof data === 'string' ? data : this._decoder.write(data);
    if (this._sawCR && s[0] === '\n') s = s.slice(1);
    this._sawCR = false;
    if (!s) return;
    const text = this._rest + s;
    const parts = text.split(/\r\n|[\n\r\u2028\u2029]/);
    if (s[s.length - 1] === '\r') this._sawCR = true;
    this._rest = parts.pop();
    for (const line of parts) this._line(line);
  }
  _line(line) {
    const q = this._question;
    if (q) {
      this._question = null;
      q(line);
    } else {
      this.emit('line', line);
    }
  }
  getPrompt() { return this._prompt; }
  setPrompt(p) { this._prompt = p; }
  prompt() {
    if (this.paused) this.resume();
    if (this.output) this.output.write(this._prompt);
  }
  question(query, options, cb) {
    if (typeof options === 'function') {
      cb = options;
      options = {};
    }
    if (typeof cb !== 'function') return;
    if (this.closed) {
      const err = new Error('readline was closed');
      err.code = 'ERR_USE_AFTER_CLOSE';
      throw err;
    }
    if (this._question) {
      this.prompt();
      return;
    }
    if (this.output) this.output.write(query);
    this._question = cb;
    const signal = options && options.signal;
    if (signal) signal.addEventListener('abort', () => { if (this._question === cb) this._question = null; }, { once: true });
  }
  pause() {
    if (this.paused) return this;
    this.input.pause();
    this.paused = true;
    this.emit('pause');
    return this;
  }
  resume() {
    if (!this.paused) return this;
    this.input.resume();
    this.paused = false;
    this.emit('resume');
    return this;
  }
  write(d) {
    if (this.paused) this.resume();
    if (d != null) this._feed(d);
  }
  close() {
    if (this.closed) return;
    this.pause();
    this.input.removeListener('data', this._ondata);
    this.input.removeListener('end', this._onend);
    this.input.removeListener('error', this._onerror);
    this.closed = true;
    this.emit('close');
  }
  getCursorPos() { return { rows: 0, cols: this.cursor }; }
  [Symbol.asyncIterator]() {
    const queue = [];
    let wake = null;
    let over = this.closed;
    let error = null;
    const poke = () => {
      if (wake) {
        const f = wake;
        wake = null;
        f();
      }
    };
    const rl = this;
    rl.on('line', (l) => {
      queue.push(l);
      if (queue.length >= 1024) rl.pause();
      poke();
    });
    rl.on('close', () => {
      over = true;
      poke();
    });
    rl.on('error', (e) => {
      error = e;
      poke();
    });
    return {
      [Symbol.asyncIterator]() { return this; },
      async next() {
        for (;;) {
          if (queue.length) {
            const value = queue.shift();
            if (queue.length < 512 && rl.paused && !rl.closed) rl.resume();
            return { value, done: false };
          }
          if (error) throw error;
          if (over) return { value: undefined, done: true };
          await new Promise((resolve) => { wake = resolve; });
        }
      },
      async return(value) {
        over = true;
        rl.close();
        return { value, done: true };
      },
    };
  }
}
Interface.prototype[Symbol.dispose || Symbol.for('Symbol.dispose')] = Interface.prototype.close;
Object.defineProperty(Interface.prototype.question, Symbol.for('nodejs.util.promisify.custom'), {
  value(query, options) {
    return new Promise((resolve, reject) => {
      const signal = options && options.signal;
      if (signal && signal.aborted) {
        reject(new AbortError(undefined, { cause: signal.reason }));
        return;
      }
      if (signal) signal.addEventListener('abort', () => reject(new AbortError(undefined, { cause: signal.reason })), { once: true });
      this.question(query, options || {}, resolve);
    });
  },
});

const createInterface = (input, output, completer, terminal) => new Interface(input, output, completer, terminal);

const put = (stream, text, cb) => {
  if (cb !== undefined && typeof cb !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('callback', 'Function', cb);
  if (stream == null || text === '') {
    if (cb) process.nextTick(cb, null);
    return true;
  }
  return stream.write(text, cb);
};

module.exports = {
  Interface,
  createInterface,
  clearLine: (s, dir, cb) => put(s, dir < 0 ? '\x1b[1K' : dir > 0 ? '\x1b[0K' : '\x1b[2K', cb),
  clearScreenDown: (s, cb) => put(s, '\x1b[0J', cb),
  cursorTo: (s, x, y, cb) => put(s, typeof y === 'number' ? `\x1b[${y + 1};${x + 1}H` : `\x1b[${x + 1}G`, typeof y === 'function' ? y : cb),
  moveCursor: (s, dx, dy, cb) => put(s, `${dx < 0 ? `\x1b[${-dx}D` : dx > 0 ? `\x1b[${dx}C` : ''}${dy < 0 ? `\x1b[${-dy}A` : dy > 0 ? `\x1b[${dy}B` : ''}`, cb),
  emitKeypressEvents(stream) {
    stream.on('data', (d) => {
      for (const ch of String(d)) stream.emit('keypress', ch, { sequence: ch, name: ch === '\r' ? 'return' : ch === '\x1b' ? 'escape' : ch.toLowerCase(), ctrl: ch < ' ', meta: false, shift: ch !== ch.toLowerCase() });
    });
  },
};
Object.defineProperty(module.exports, 'promises', { configurable: true, enumerable: true, get: () => require('readline/promises') });
