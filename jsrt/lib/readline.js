'use strict';
// node:readline: lines of a stream, questions, and on a terminal the editing of the line.
const EventEmitter = require('events');
const { codes, AbortError } = require('internal/errors');
const { StringDecoder } = require('string_decoder');
const { emitKeypressEvents } = require('internal/readline/keys');
const { validateAbortSignal, validateNumber, validateString, validateUint32 } = require('internal/validators');
const lineEnd = /\r\n|[\n\r\u2028\u2029]/;

function Interface(input, output, completer, terminal) {
  if (!(this instanceof Interface)) return new Interface(input, output, completer, terminal);
  EventEmitter.call(this);
  const o = input && input.input ? { ...input } : { input, output, completer, terminal };
  if (o.completer !== undefined && typeof o.completer !== 'function') throw new codes.ERR_INVALID_ARG_VALUE('completer', o.completer);
  if (o.history !== undefined && !Array.isArray(o.history)) throw new codes.ERR_INVALID_ARG_TYPE('history', 'Array', o.history);
  if (o.historySize !== undefined) validateNumber(o.historySize, 'historySize', 0);
  if (o.tabSize !== undefined) validateUint32(o.tabSize, 'tabSize', true);
  if (o.signal !== undefined) validateAbortSignal(o.signal, 'options.signal');
  if (!o.input || typeof o.input.on !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('input', 'Readable', o.input);
  this.input = o.input;
  this.output = o.output;
  this.terminal = o.terminal === undefined ? !!(o.output && o.output.isTTY) : !!o.terminal;
  this.line = '';
  this.cursor = 0;
  this.closed = false;
  this.paused = false;
  this.history = o.history ?? [];
  this.historySize = o.historySize ?? 30;
  this.historyIndex = -1;
  this.removeHistoryDuplicates = !!o.removeHistoryDuplicates;
  this.crlfDelay = o.crlfDelay ? Math.max(100, o.crlfDelay) : 100;
  this.escapeCodeTimeout = o.escapeCodeTimeout ?? 500;
  this.tabSize = o.tabSize ?? 8;
  if (o.completer) {
    const c = o.completer;
    this.completer = c.length !== 2 ? c : (text) => new Promise((resolve, reject) => c(text, (e, v) => e ? reject(e) : resolve(v)));
  }
  for (const [k, v] of [['_prompt', o.prompt === undefined ? '> ' : `${o.prompt}`], ['_rest', ''], ['_sawReturnAt', 0], ['_question', null], ['_decoder', null], ['prevRows', 0], ['_undo', []], ['_redo', []], ['_ring', []], ['_listeners', []], ['_saved', '']]) Object.defineProperty(this, k, { value: v, writable: true, configurable: true, enumerable: false });
  const on = (event, fn) => { this.input.on(event, fn); this._listeners.push([event, fn]); };
  on('error', (e) => this.emit('error', e));
  if (this.terminal) {
    emitKeypressEvents(this.input, this);
    on('keypress', (s, key) => {
      this._ttyWrite(s, key);
      if (key && key.sequence) { const c = key.sequence.codePointAt(0); if (c >= 0xd800 && c <= 0xdfff) this._refreshLine(); }
    });
    on('end', () => { if (this.line.length > 0) this.emit('line', this.line); this.close(); });
    this._setRawMode(true);
    if (this.output) { const resize = () => this._refreshLine(); this.output.on('resize', resize); this.once('close', () => this.output.removeListener('resize', resize)); }
  } else {
    this._decoder = new StringDecoder('utf8');
    on('data', (d) => this._normalWrite(d));
    on('end', () => {
      const tail = this._rest + this._decoder.end();
      this._rest = '';
      if (tail !== '') this._onLine(tail);
      this.close();
    });
  }
  if (o.signal) {
    const onAbort = () => this.close();
    if (o.signal.aborted) process.nextTick(onAbort);
    else { o.signal.addEventListener('abort', onAbort, { once: true }); this.once('close', () => o.signal.removeEventListener('abort', onAbort)); }
  }
  this.input.resume();
}
Object.setPrototypeOf(Interface.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Interface, EventEmitter);
require('internal/readline/editor').install(Interface.prototype);

const closedError = () => Object.assign(new Error('readline was closed'), { code: 'ERR_USE_AFTER_CLOSE', name: 'Error' });
const methods = {
  _setRawMode(mode) {
    const was = this.input.isRaw;
    if (typeof this.input.setRawMode === 'function') this.input.setRawMode(mode);
    return was;
  },
  _normalWrite(data) {
    let s = typeof data === 'string' ? data : this._decoder.write(data);
    if (this._sawReturnAt && Date.now() - this._sawReturnAt <= this.crlfDelay) { if (s[0] === '\n') s = s.slice(1); this._sawReturnAt = 0; }
    if (!s) return;
    const text = this._rest + s;
    if (!/[\n\r\u2028\u2029]/.test(s)) { this._rest = text; return; }
    const parts = text.split(lineEnd);
    this._sawReturnAt = s.endsWith('\r') ? Date.now() : 0;
    this._rest = parts.pop();
    for (const line of parts) this._onLine(line);
  },
  _onLine(line) {
    const q = this._question;
    if (q) {
      this._question = null;
      this.setPrompt(this._saved);
      q(line);
    } else this.emit('line', line);
  },
  _writeToOutput(s) { validateString(s, 'stringToWrite'); if (this.output !== null && this.output !== undefined) this.output.write(s); },
  getPrompt() { return this._prompt; },
  setPrompt(p) { this._prompt = p; },
  prompt(keep) {
    if (this.paused) this.resume();
    if (this.terminal && process.env.TERM !== 'dumb') {
      if (!keep) this.cursor = 0;
      this._refreshLine();
    } else this._writeToOutput(this._prompt);
  },
  question(query, options, cb) {
    cb = typeof options === 'function' ? options : cb;
    if (options !== null && typeof options === 'object' && options.signal) {
      validateAbortSignal(options.signal, 'options.signal');
      if (options.signal.aborted) return;
      const mine = cb;
      const onAbort = () => { if (this._question === cb) { this._question = null; this.setPrompt(this._saved); this.clearLine(); } };
      options.signal.addEventListener('abort', onAbort, { once: true });
      cb = typeof mine === 'function' ? (answer) => { options.signal.removeEventListener('abort', onAbort); return mine(answer); } : mine;
    }
    if (typeof cb !== 'function') return;
    if (this.closed) throw closedError();
    if (this._question) { this.prompt(); return; }
    this._saved = this._prompt;
    this.setPrompt(query);
    this._question = cb;
    this.prompt();
  },
  pause() {
    if (this.paused) return this;
    this.input.pause();
    this.paused = true;
    this.emit('pause');
    return this;
  },
  resume() {
    if (!this.paused) return this;
    this.input.resume();
    this.paused = false;
    this.emit('resume');
    return this;
  },
  write(d, key) {
    if (this.paused) this.resume();
    if (this.terminal) this._ttyWrite(d, key);
    else if (d !== undefined && d !== null) this._normalWrite(d);
  },
  close() {
    if (this.closed) return;
    this.pause();
    if (this.terminal) this._setRawMode(false);
    for (const [event, fn] of this._listeners) this.input.removeListener(event, fn);
    this.closed = true;
    this.emit('close');
  },
  [Symbol.asyncIterator]() {
    const queue = [];
    let wake = null, over = this.closed, error = null;
    const poke = () => { const f = wake; wake = null; f?.(); };
    const rl = this;
    rl.on('line', (l) => { queue.push(l); if (queue.length >= 1024) rl.pause(); poke(); });
    rl.on('close', () => { over = true; poke(); });
    rl.on('error', (e) => { error = e; poke(); });
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
      async return(value) { over = true; rl.close(); return { value, done: true }; },
    };
  },
};
for (const k of Reflect.ownKeys(methods)) Object.defineProperty(Interface.prototype, k, { value: methods[k], writable: true, enumerable: false, configurable: true });
Interface.prototype[Symbol.dispose] = Interface.prototype.close;
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
function cursorTo(s, x, y, cb) {
  if (typeof y === 'function') { cb = y; y = undefined; }
  if (Number.isNaN(x)) throw new codes.ERR_INVALID_ARG_VALUE('x', x);
  if (Number.isNaN(y)) throw new codes.ERR_INVALID_ARG_VALUE('y', y);
  if (s == null || typeof x !== 'number' && typeof y !== 'number') return put(null, '', cb);
  if (typeof x !== 'number') { require('internal/errors').E('ERR_INVALID_CURSOR_POS', TypeError, () => 'Cannot set cursor row without setting its column'); throw new codes.ERR_INVALID_CURSOR_POS(); }
  return put(s, typeof y !== 'number' ? `\x1b[${x + 1}G` : `\x1b[${y + 1};${x + 1}H`, cb);
}
module.exports = {
  Interface, createInterface, emitKeypressEvents, cursorTo,
  clearLine: (s, dir, cb) => put(s, dir < 0 ? '\x1b[1K' : dir > 0 ? '\x1b[0K' : '\x1b[2K', cb),
  clearScreenDown: (s, cb) => put(s, '\x1b[0J', cb),
  moveCursor: (s, dx, dy, cb) => put(s, `${dx < 0 ? `\x1b[${-dx}D` : dx > 0 ? `\x1b[${dx}C` : ''}${dy < 0 ? `\x1b[${-dy}A` : dy > 0 ? `\x1b[${dy}B` : ''}`, cb),
};
Object.defineProperty(module.exports, 'promises', { configurable: true, enumerable: true, get: () => require('readline/promises') });
