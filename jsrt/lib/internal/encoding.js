'use strict';
const binding = internalBinding('buffer');
const { codes: { ERR_ENCODING_NOT_SUPPORTED, ERR_ENCODING_INVALID_ENCODED_DATA, ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const custom = Symbol.for('nodejs.util.inspect.custom');
class TextEncoder {
  get encoding() { return 'utf-8'; }
  encode(input = '') { return new Uint8Array(binding.encode(`${input}`, 'utf8')); } // of lone surrogates the host makes U+FFFD
  encodeInto(src, dest) {
    if (typeof src !== 'string') throw new ERR_INVALID_ARG_TYPE('src', 'string', src);
    if (!(dest instanceof Uint8Array)) throw new ERR_INVALID_ARG_TYPE('dest', 'Uint8Array', dest);
    const written = binding.write(dest, src.toWellFormed(), 0, dest.length, 'utf8');
    let read = 0, n = 0;
    for (const ch of src) { const c = ch.codePointAt(0); const k = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4; if (n + k > written) break; n += k; read += ch.length; }
    return { read, written };
  }
  [custom](d, o, inspect) { return d < 0 ? this : `${inspect({ encoding: 'utf-8' }, o)}`; }
}
Object.defineProperty(TextEncoder.prototype, Symbol.toStringTag, { value: 'TextEncoder', configurable: true });
const labels = { 'utf-8': 'utf-8', 'utf8': 'utf-8', 'unicode-1-1-utf-8': 'utf-8', 'utf-16le': 'utf-16le', 'utf-16': 'utf-16le', 'ucs-2': 'utf-16le', 'unicode': 'utf-16le', 'iso-10646-ucs-2': 'utf-16le', 'csunicode': 'utf-16le', 'utf-16be': 'utf-16be', 'latin1': 'windows-1252', 'iso-8859-1': 'windows-1252', 'ascii': 'windows-1252', 'us-ascii': 'windows-1252', 'windows-1252': 'windows-1252', 'l1': 'windows-1252', 'cp1252': 'windows-1252' };
const high = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
class TextDecoder {
  #enc; #fatal; #ignoreBOM; #pending = null; #started = false;
  constructor(label = 'utf-8', options = {}) {
    const enc = labels[`${label}`.trim().toLowerCase()];
    if (enc === undefined) throw new ERR_ENCODING_NOT_SUPPORTED(`${label}`);
    this.#enc = enc; this.#fatal = !!options?.fatal; this.#ignoreBOM = !!options?.ignoreBOM;
  }
  get encoding() { return this.#enc; } get fatal() { return this.#fatal; } get ignoreBOM() { return this.#ignoreBOM; }
  decode(input = undefined, options = undefined) {
    if (options === undefined && this.#pending === null && !this.#fatal && this.#enc === 'utf-8' && ArrayBuffer.isView(input)) {
      const s = binding.decode(input, 'utf8', 0);
      this.#started = false;
      return !this.#ignoreBOM && s.charCodeAt(0) === 0xfeff ? s.slice(1) : s;
    }
    if (input === undefined) input = new Uint8Array(0);
    let b = input instanceof ArrayBuffer ? new Uint8Array(input) : ArrayBuffer.isView(input) ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength) : null;
    if (b === null) throw new ERR_INVALID_ARG_TYPE('list', ['ArrayBuffer', 'ArrayBufferView'], input);
    const stream = !!options?.stream;
    if (this.#pending) { const j = new Uint8Array(this.#pending.length + b.length); j.set(this.#pending); j.set(b, this.#pending.length); b = j; this.#pending = null; }
    let keep = 0;
    if (this.#enc === 'utf-8') { if (stream) keep = binding.incompleteUTF8(b); } else if (this.#enc !== 'windows-1252' && stream) keep = b.length % 2;
    if (keep) { this.#pending = b.slice(b.length - keep); b = b.subarray(0, b.length - keep); }
    if (this.#fatal && this.#enc === 'utf-8' && !binding.isUtf8(b)) { this.#pending = null; throw new ERR_ENCODING_INVALID_ENCODED_DATA(this.#enc); }
    let s;
    switch (this.#enc) {
      case 'utf-8': s = binding.decode(b, 'utf8', 0, b.length); break;
      case 'utf-16be': b = b.slice(); for (let i = 0; i + 1 < b.length; i += 2) { const t = b[i]; b[i] = b[i + 1]; b[i + 1] = t; } // falls through
      case 'utf-16le': s = binding.decode(b, 'utf16le', 0, b.length); if (this.#fatal && !s.isWellFormed()) throw new ERR_ENCODING_INVALID_ENCODED_DATA(this.#enc); s = s.toWellFormed(); if (b.length % 2 && !stream) s += '\ufffd'; break;
      default: s = binding.decode(b, 'latin1', 0, b.length).replace(/[\x80-\x9f]/g, (c) => high[c.charCodeAt(0) - 0x80]);
    }
    if (!this.#started && !this.#ignoreBOM && s.charCodeAt(0) === 0xfeff) s = s.slice(1);
    this.#started = stream && (this.#started || b.length > 0);
    return s;
  }
  [custom](d, o, inspect) { return `TextDecoder ${inspect({ encoding: this.#enc, fatal: this.#fatal, ignoreBOM: this.#ignoreBOM }, o)}`; }
}
Object.defineProperty(TextDecoder.prototype, Symbol.toStringTag, { value: 'TextDecoder', configurable: true });
module.exports = { TextEncoder, TextDecoder };
