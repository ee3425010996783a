'use strict';
// Decodes a stream of bytes: characters cut at the end of a chunk wait for the next one.
const { codes: { ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_ENCODING } } = require('internal/errors');
const { Buffer } = require('buffer');
const names = { 'utf8': 'utf8', 'utf-8': 'utf8', 'hex': 'hex', 'base64': 'base64', 'base64url': 'base64url', 'latin1': 'latin1', 'binary': 'latin1', 'ascii': 'ascii', 'ucs2': 'utf16le', 'ucs-2': 'utf16le', 'utf16le': 'utf16le', 'utf-16le': 'utf16le' };

function StringDecoder(enc) {
  const e = enc === undefined || enc === null || enc === '' ? 'utf8' : names[String(enc).toLowerCase()];
  if (e === undefined) throw new ERR_UNKNOWN_ENCODING(enc);
  this.encoding = e;
  Object.defineProperty(this, 'pending', { value: Buffer.alloc(0), writable: true, enumerable: false });
}
StringDecoder.prototype.write = function write(b) {
  if (typeof b === 'string') return b;
  if (!ArrayBuffer.isView(b)) throw new ERR_INVALID_ARG_TYPE('buf', ['Buffer', 'TypedArray', 'DataView'], b);
  let buf = b instanceof Buffer ? b : Buffer.from(b.buffer, b.byteOffset, b.byteLength);
  if (this.pending.length) buf = Buffer.concat([this.pending, buf]);
  let keep = 0;
  switch (this.encoding) {
    case 'utf8': keep = internalBinding('buffer').incompleteUTF8(buf); break;
    case 'utf16le': {
      keep = buf.length % 2;
      const n = buf.length - keep;
      if (n >= 2 && (buf[n - 1] & 0xfc) === 0xd8) keep += 2;
      break;
    }
    case 'base64': case 'base64url': keep = buf.length % 3; break;
  }
  this.pending = keep ? Buffer.from(buf.subarray(buf.length - keep)) : empty;
  return buf.toString(this.encoding, 0, buf.length - keep);
};
const empty = Buffer.alloc(0);
StringDecoder.prototype.end = function end(b) {
  let s = b === undefined ? '' : this.write(b);
  if (this.pending.length) {
    s += this.encoding === 'utf16le' ? this.pending.toString('utf16le', 0, this.pending.length & ~1) : this.pending.toString(this.encoding);
    this.pending = empty;
  }
  return s;
};
StringDecoder.prototype.text = function (b, off) { this.pending = empty; return this.write(b.slice(off)); };
Object.defineProperty(StringDecoder.prototype, 'lastNeed', { configurable: true, enumerable: true, get() { return this.pending.length ? 1 : 0; } });
Object.defineProperty(StringDecoder.prototype, 'lastChar', { configurable: true, enumerable: true, get() { return this.pending; } });
exports.StringDecoder = StringDecoder;
