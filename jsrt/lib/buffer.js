'use strict';
// node:buffer. Bytes live in Uint8Arrays; encodings, search and copying are host functions.
const binding = internalBinding('buffer');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE, ERR_UNKNOWN_ENCODING, ERR_INVALID_BUFFER_SIZE, ERR_BUFFER_OUT_OF_BOUNDS, ERR_MISSING_ARGS } } = require('internal/errors');
const { validateNumber, validateString } = require('internal/validators');
const custom = Symbol.for('nodejs.util.inspect.custom');
const kMaxLength = 4294967296;
const kStringMaxLength = 536870888;

class FastBuffer extends Uint8Array {
  // eslint-disable-next-line no-useless-constructor
  constructor(a, b, c) { if (c !== undefined) super(a, b, c); else if (b !== undefined) super(a, b); else if (a !== undefined) super(a); else super(); }
}

const encodings = { __proto__: null, 'utf8': 'utf8', 'utf-8': 'utf8', 'hex': 'hex', 'base64': 'base64', 'base64url': 'base64url', 'latin1': 'latin1', 'binary': 'latin1', 'ascii': 'ascii', 'ucs2': 'utf16le', 'ucs-2': 'utf16le', 'utf16le': 'utf16le', 'utf-16le': 'utf16le' };
function normEnc(enc, dflt = 'utf8') {
  if (enc === undefined || enc === null || enc === '') return dflt;
  const e = encodings[enc] ?? encodings[String(enc).toLowerCase()];
  if (e === undefined) throw new ERR_UNKNOWN_ENCODING(enc);
  return e;
}

function Buffer(arg, enc, len) {
  warnDeprecated();
  if (typeof arg === 'number') {
    if (typeof enc === 'string') throw new ERR_INVALID_ARG_TYPE('string', 'string', arg);
    return Buffer.alloc(arg);
  }
  return Buffer.from(arg, enc, len);
}
let warned = false;
function warnDeprecated() {
  if (warned) return;
  warned = true;
  process.emitWarning('Buffer() is deprecated due to security and usability issues. Please use the Buffer.alloc(), Buffer.allocUnsafe(), or Buffer.from() methods instead.', 'DeprecationWarning', 'DEP0005');
}
binding.makeFrom(FastBuffer);
Object.setPrototypeOf(Buffer, Uint8Array);
Buffer.prototype = FastBuffer.prototype;
Object.defineProperty(FastBuffer.prototype, 'constructor', { value: Buffer, writable: true, configurable: true, enumerable: false });
Object.defineProperty(Buffer, Symbol.species, { configurable: true, enumerable: false, get() { return FastBuffer; } });
Buffer.poolSize = 8192;

function isAnyArrayBuffer(v) { return v instanceof ArrayBuffer || v !== null && typeof v === 'object' && internalBinding('types').classOf(v) === 'ArrayBuffer'; }

Buffer.from = function from(value, encOrOff, length) {
  if (typeof value === 'string') return fromString(value, encOrOff);
  if (typeof value === 'object' && value !== null) {
    if (isAnyArrayBuffer(value)) return fromArrayBuffer(value, encOrOff, length);
    const prim = value.valueOf && value.valueOf();
    if (prim != null && prim !== value && (typeof prim === 'string' || typeof prim === 'object')) return Buffer.from(prim, encOrOff, length);
    const b = fromObject(value);
    if (b) return b;
    if (typeof value[Symbol.toPrimitive] === 'function') {
      const p = value[Symbol.toPrimitive]('string');
      if (typeof p === 'string') return fromString(p, encOrOff);
    }
  }
  throw new ERR_INVALID_ARG_TYPE('first argument', ['string', 'Buffer', 'ArrayBuffer', 'Array', 'Array-like Object'], value);
};
function fromString(s, enc) {
  if (typeof enc !== 'string' || enc.length === 0) enc = 'utf8';
  return binding.encodeTo(s, enc === 'utf8' ? enc : normEnc(enc));
}
function fromArrayBuffer(ab, off, len) {
  if (off === undefined) off = 0; else { off = +off; if (Number.isNaN(off)) off = 0; }
  const max = ab.byteLength - off;
  if (max < 0) throw new ERR_BUFFER_OUT_OF_BOUNDS('offset');
  if (len === undefined) len = max; else { len = +len; if (len > 0) { if (len > max) throw new ERR_BUFFER_OUT_OF_BOUNDS('length'); } else len = 0; }
  return new FastBuffer(ab, off, len);
}
function fromObject(o) {
  if (ArrayBuffer.isView(o) && o instanceof Uint8Array) { const b = new FastBuffer(o.length); binding.copy(o, b, 0, 0, o.length); return b; }
  if (o.length !== undefined || isAnyArrayBuffer(o.buffer)) {
    if (typeof o.length !== 'number') return new FastBuffer();
    const n = o.length, b = new FastBuffer(n > 0 ? n : 0);
    for (let i = 0; i < n; i++) b[i] = o[i];
    return b;
  }
  if (o.type === 'Buffer' && Array.isArray(o.data)) return fromObject(o.data);
}
function assertSize(n) { if (typeof n !== 'number') throw new ERR_INVALID_ARG_TYPE('size', 'number', n); if (!(n >= 0 && n <= kMaxLength)) throw new ERR_OUT_OF_RANGE('size', `>= 0 && <= ${kMaxLength}`, n); }
Buffer.alloc = function alloc(size, fill, enc) {
  assertSize(size);
  const b = new FastBuffer(size);
  if (fill !== undefined && fill !== 0 && size > 0) return fillBuf(b, fill, 0, b.length, enc);
  return b;
};
Buffer.allocUnsafe = function allocUnsafe(size) { assertSize(size); return new FastBuffer(size); };
Buffer.allocUnsafeSlow = function allocUnsafeSlow(size) { assertSize(size); return new FastBuffer(size); };
Buffer.copyBytesFrom = function copyBytesFrom(view, offset = 0, length) {
  if (!ArrayBuffer.isView(view)) throw new ERR_INVALID_ARG_TYPE('view', 'TypedArray', view);
  const end = length === undefined ? view.length : offset + length;
  const v = view.slice(offset, end);
  return Buffer.from(v.buffer, v.byteOffset, v.byteLength);
};
Buffer.of = function of(...items) { const b = new FastBuffer(items.length); for (let i = 0; i < items.length; i++) b[i] = items[i]; return b; };
Buffer.isBuffer = (b) => b instanceof Buffer;
Buffer.isEncoding = (e) => typeof e === 'string' && e.length !== 0 && encodings[e.toLowerCase()] !== undefined;
Buffer.compare = function compare(a, b) {
  if (!(a instanceof Uint8Array)) throw new ERR_INVALID_ARG_TYPE('buf1', ['Buffer', 'Uint8Array'], a);
  if (!(b instanceof Uint8Array)) throw new ERR_INVALID_ARG_TYPE('buf2', ['Buffer', 'Uint8Array'], b);
  return a === b ? 0 : binding.compare(a, b);
};
Buffer.concat = function concat(list, length) {
  if (!Array.isArray(list)) throw new ERR_INVALID_ARG_TYPE('list', 'Array', list);
  if (list.length === 0) return new FastBuffer();
  if (length !== undefined) require('internal/validators').validateInteger(length, 'length', 0, kMaxLength);
  const out = binding.concat(list, length);
  if (typeof out === 'number') throw new ERR_INVALID_ARG_TYPE(`list[${out}]`, ['Buffer', 'Uint8Array'], list[out]);
  return out;
};
Buffer.byteLength = function byteLength(s, enc) {
  if (typeof s !== 'string') {
    if (ArrayBuffer.isView(s) || isAnyArrayBuffer(s)) return s.byteLength;
    throw new ERR_INVALID_ARG_TYPE('string', ['string', 'Buffer', 'ArrayBuffer'], s);
  }
  const e = encodings[enc] ?? encodings[String(enc).toLowerCase()] ?? 'utf8';
  switch (e) {
    case 'latin1': case 'ascii': return s.length;
    case 'utf16le': return s.length * 2;
    case 'hex': return s.length >>> 1;
    case 'base64': case 'base64url': { let n = s.length; if (s[n - 1] === '=') n--; if (s[n - 1] === '=') n--; return Math.floor(n * 3 / 4); }
  }
  return binding.byteLength(s, 'utf8');
};

const P = FastBuffer.prototype;
function method(name, fn) { Object.defineProperty(P, name, { value: fn, writable: true, enumerable: true, configurable: true }); }
Object.defineProperty(P, 'parent', { enumerable: true, get() { return this instanceof Buffer ? this.buffer : undefined; } });
Object.defineProperty(P, 'offset', { enumerable: true, get() { return this instanceof Buffer ? this.byteOffset : undefined; } });

method('toString', function toString(enc, start, end) {
  if (enc === undefined && start === undefined && end === undefined) return binding.decode(this, 'utf8', 0);
  if (enc === null || enc === '') throw new ERR_UNKNOWN_ENCODING(enc);
  if (start === undefined && end === undefined) return binding.decode(this, normEnc(enc), 0);
  const len = this.length;
  if (start === undefined || start <= 0) start = 0; else if (start >= len) return ''; else start = Math.trunc(start) || 0;
  if (end === undefined || end > len) end = len; else end = Math.trunc(end) || 0;
  if (end <= start) return '';
  return binding.decode(this, normEnc(enc), start, end);
});
method('toLocaleString', P.toString);
method('toJSON', function toJSON() { return { type: 'Buffer', data: Array.from(this) }; });
method('equals', function equals(o) {
  if (!(o instanceof Uint8Array)) throw new ERR_INVALID_ARG_TYPE('otherBuffer', ['Buffer', 'Uint8Array'], o);
  return this === o || binding.equals(this, o);
});
method('inspect', function inspect(depth, ctx) {
  const max = module.exports.INSPECT_MAX_BYTES, n = Math.min(max, this.length), rest = this.length - max;
  let s = binding.decode(this, 'hex', 0, n).replace(/(.{2})(?=.)/g, '$1 ');
  if (rest > 0) s += ` ... ${rest} more byte${rest > 1 ? 's' : ''}`;
  if (ctx) {
    const keys = Object.keys(this).filter((k) => !/^\d+$/.test(k));
    if (keys.length) {
      const extra = {};
      for (const k of keys) extra[k] = this[k];
      if (this.length !== 0) s += ', ';
      s += require('internal/inspect').inspect(extra, { ...ctx, breakLength: Infinity, compact: true }).slice(2, -2);
    }
  }
  return `<${this.constructor && this.constructor.name ? this.constructor.name : 'Buffer'} ${s}>`.replace(/ >$/, s === '' ? '>' : ' >').replace(/^<Buffer >$/, '<Buffer >');
});
Object.defineProperty(P, custom, { value: function (d, ctx) {
  const r = P.inspect.call(this, d, ctx);
  return this.length === 0 && r === '<Buffer>' ? '<Buffer >' : r;
}, writable: true, enumerable: false, configurable: true });
method('compare', function compare(t, ts, te, ss, se) {
  if (!(t instanceof Uint8Array)) throw new ERR_INVALID_ARG_TYPE('target', ['Buffer', 'Uint8Array'], t);
  if (ts === undefined && te === undefined && ss === undefined && se === undefined) return binding.compare(this, t);
  if (ts === undefined) ts = 0;
  if (te === undefined) te = t.length;
  if (ss === undefined) ss = 0;
  if (se === undefined) se = this.length;
  const v = require('internal/validators').validateInteger;
  v(ts, 'targetStart', 0); v(te, 'targetEnd', 0, t.length); v(ss, 'sourceStart', 0); v(se, 'sourceEnd', 0, this.length);
  if (ss >= se) return ts >= te ? 0 : -1;
  if (ts >= te) return 1;
  return binding.compare(this.subarray(ss, se), t.subarray(ts, te));
});
function search(buf, val, off, enc, forward) {
  if (typeof off === 'string') { enc = off; off = undefined; } else if (off > 0x7fffffff) off = 0x7fffffff; else if (off < -0x80000000) off = -0x80000000;
  off = +off;
  if (Number.isNaN(off)) off = forward ? 0 : buf.length;
  off = Math.trunc(off);
  let step = 1;
  if (typeof val === 'number') {
    if (forward && off >= 0) return binding.indexOf(buf, val, off, true, 1);
    val = Uint8Array.of(val & 255);
  } else if (typeof val === 'string') {
    const e = normEnc(enc);
    if (e === 'utf16le') step = 2;
    val = fromString(val, e);
  } else if (!(val instanceof Uint8Array)) throw new ERR_INVALID_ARG_TYPE('value', ['number', 'string', 'Buffer', 'Uint8Array'], val);
  if (off < 0) off += buf.length;
  if (off < 0) { if (forward) off = 0; else return -1; }
  if (off > buf.length) { if (forward) return val.length === 0 ? buf.length : -1; off = buf.length; }
  if (val.length === 0) return Math.min(off, buf.length);
  if (!forward && off > buf.length - val.length) off = buf.length - val.length;
  return binding.indexOf(buf, val, off, forward, step);
}
method('indexOf', function indexOf(v, o, e) { return search(this, v, o, e, true); });
method('lastIndexOf', function lastIndexOf(v, o, e) { return search(this, v, o, e, false); });
method('includes', function includes(v, o, e) { return search(this, v, o, e, true) !== -1; });
function fillBuf(buf, value, off, end, enc) {
  if (typeof value === 'string') {
    if (off === undefined || typeof off === 'string') { enc = off; off = 0; end = buf.length; } else if (typeof end === 'string') { enc = end; end = buf.length; }
    const e = normEnc(enc);
    if (value.length === 0) value = 0;
    else {
      const v = fromString(value, e);
      if (v.length === 0) throw new ERR_INVALID_ARG_VALUE('value', value);
      value = v;
    }
  } else if (typeof value === 'boolean') value = +value;
  if (off === undefined) { off = 0; end = buf.length; } else {
    validateNumber(off, 'offset', 0);
    if (end === undefined) end = buf.length; else validateNumber(end, 'end', 0, buf.length);
    if (off >= end) return buf;
  }
  if (ArrayBuffer.isView(value)) {
    if (value.length === 0) throw new ERR_INVALID_ARG_VALUE('value', value);
    binding.fill(buf, value, off, end);
  } else binding.fill(buf, Uint8Array.of(Number(value) & 255), off, end);
  return buf;
}
method('fill', function fill(v, o, e, enc) { return fillBuf(this, v, o, e, enc); });
method('write', function write(s, off, len, enc) {
  if (typeof s !== 'string') throw new ERR_INVALID_ARG_TYPE('argument', 'string', s);
  if (off === undefined) return binding.write(this, s, 0, kMaxLength, 'utf8');
  if (len === undefined && typeof off === 'string') { enc = off; len = this.length; off = 0; } else {
    require('internal/validators').validateInteger(off, 'offset', 0, this.length);
    const rest = this.length - off;
    if (len === undefined) len = rest;
    else if (typeof len === 'string') { enc = len; len = rest; } else { require('internal/validators').validateInteger(len, 'length', 0, this.length); if (len > rest) len = rest; }
  }
  return binding.write(this, s, off, len, normEnc(enc));
});
for (const [n, e] of [['ascii', 'ascii'], ['base64', 'base64'], ['base64url', 'base64url'], ['latin1', 'latin1'], ['hex', 'hex'], ['ucs2', 'utf16le'], ['utf8', 'utf8']]) {
  method(`${n}Slice`, function (a = 0, b = this.length) { return binding.decode(this, e, a, b); });
  method(`${n}Write`, function (s, o = 0, l = this.length - o) { return binding.write(this, s, o, l, e); });
}
method('copy', function copy(target, ts = 0, ss = 0, se = this.length) {
  if (!(target instanceof Uint8Array)) throw new ERR_INVALID_ARG_TYPE('target', ['Buffer', 'Uint8Array'], target);
  ts = int(ts); ss = int(ss); se = int(se);
  if (ts < 0) throw new ERR_OUT_OF_RANGE('targetStart', '>= 0', ts);
  if (ss < 0 || ss > this.length) throw new ERR_OUT_OF_RANGE('sourceStart', `>= 0 && <= ${this.length}`, ss);
  if (se < 0) throw new ERR_OUT_OF_RANGE('sourceEnd', '>= 0', se);
  if (ts >= target.length || ss >= se) return 0;
  return binding.copy(this, target, ts, ss, se);
});
function int(v) { v = +v; return Number.isNaN(v) ? 0 : Math.trunc(v); }
method('subarray', function subarray(start, end) { return binding.subarray(this, start, end); });
method('slice', function slice(start, end) { return this.subarray(start, end); });
function swap(n) {
  return function () {
    if (this.length % n !== 0) throw new ERR_INVALID_BUFFER_SIZE(`${n * 8}-bits`);
    for (let i = 0; i < this.length; i += n) for (let a = i, b = i + n - 1; a < b; a++, b--) { const t = this[a]; this[a] = this[b]; this[b] = t; }
    return this;
  };
}
method('swap16', swap(2)); method('swap32', swap(4)); method('swap64', swap(8));

function bounds(buf, off, n) {
  if (typeof off !== 'number') throw new ERR_INVALID_ARG_TYPE('offset', 'number', off);
  if (Math.floor(off) !== off) throw new ERR_OUT_OF_RANGE('offset', 'an integer', off);
  if (buf.length - n < 0) throw new ERR_BUFFER_OUT_OF_BOUNDS();
  throw new ERR_OUT_OF_RANGE('offset', `>= 0 and <= ${buf.length - n}`, off);
}
function checkOff(buf, off, n) { if (!(off >= 0 && off + n <= buf.length) || Math.trunc(off) !== off || typeof off !== 'number') bounds(buf, off, n); }
function range(v, min, max, bytes) {
  const n = typeof min === 'bigint' ? 'n' : '';
  let r;
  if (bytes > 4) r = min === 0 || min === 0n ? `>= 0${n} and < 2${n} ** ${bytes * 8}${n}` : `>= -(2${n} ** ${bytes * 8 - 1}${n}) and < 2${n} ** ${bytes * 8 - 1}${n}`;
  else if (bytes === 3 || true) r = `>= ${min}${n} and <= ${max}${n}`;
  throw new ERR_OUT_OF_RANGE('value', r, v);
}
function readInt(n, le, signed) {
  const kind = (le ? 1 : 0) + (signed ? 2 : 0);
  return function (off = 0) {
    const r = binding.readInt(this, off, n, kind);
    if (r !== undefined) return r;
    checkOff(this, off, n);
  };
}
function writeInt(n, le, signed) {
  const min = signed ? -(2 ** (8 * n - 1)) : 0, max = signed ? 2 ** (8 * n - 1) - 1 : 2 ** (8 * n) - 1;
  const kind = (le ? 1 : 0) + (signed ? 2 : 0);
  return function (value, off = 0) {
    value = +value;
    if (binding.writeInt(this, value, off, n, kind)) return off + n;
    if (value > max || value < min) range(value, min, max, n);
    checkOff(this, off, n);
  };
}
for (const [name, n] of [['8', 1], ['16', 2], ['32', 4]]) {
  for (const signed of [false, true]) {
    for (const le of n === 1 ? [true] : [true, false]) {
      const sfx = n === 1 ? '' : le ? 'LE' : 'BE';
      const r = readInt(n, le, signed), w = writeInt(n, le, signed);
      method(`read${signed ? '' : 'U'}Int${name}${sfx}`, r);
      method(`write${signed ? '' : 'U'}Int${name}${sfx}`, w);
      if (!signed) { method(`readUint${name}${sfx}`, r); method(`writeUint${name}${sfx}`, w); }
    }
  }
}
for (const signed of [false, true]) {
  for (const le of [true, false]) {
    const sfx = `${signed ? '' : 'U'}Int${le ? 'LE' : 'BE'}`;
    const readers = [], writers = [];
    for (let n = 1; n <= 6; n++) { readers[n] = readInt(n, le, signed); writers[n] = writeInt(n, le, signed); }
    const size = (n) => {
      if (n === undefined || typeof n !== 'number') throw new ERR_INVALID_ARG_TYPE('byteLength', 'number', n);
      if (Math.floor(n) !== n) throw new ERR_OUT_OF_RANGE('byteLength', 'an integer', n);
      if (n < 1 || n > 6) throw new ERR_OUT_OF_RANGE('byteLength', '>= 1 and <= 6', n);
    };
    const r = function (off, n) { if (off === undefined) throw new ERR_INVALID_ARG_TYPE('offset', 'number', off); size(n); return readers[n].call(this, off); };
    const w = function (v, off, n) { size(n); if (off === undefined) throw new ERR_INVALID_ARG_TYPE('offset', 'number', off); return writers[n].call(this, v, off); };
    method(`read${sfx}`, r); method(`write${sfx}`, w);
    if (!signed) { method(`readUint${le ? 'LE' : 'BE'}`, r); method(`writeUint${le ? 'LE' : 'BE'}`, w); }
  }
}
const scratch = new DataView(new ArrayBuffer(8)), bytes = new Uint8Array(scratch.buffer);
function viaView(name, get, set, n, le, coerce) {
  method(`read${name}`, function (off = 0) {
    checkOff(this, off, n);
    for (let i = 0; i < n; i++) bytes[i] = this[off + i];
    return scratch[get](0, le);
  });
  method(`write${name}`, function (v, off = 0) {
    v = coerce(v);
    checkOff(this, off, n);
    scratch[set](0, v, le);
    for (let i = 0; i < n; i++) this[off + i] = bytes[i];
    return off + n;
  });
}
function floats(name, n, le) {
  const kind = le ? 1 : 0;
  method(`read${name}`, function (off = 0) {
    const r = binding.readFloat(this, off, n, kind);
    if (r === undefined) checkOff(this, off, n);
    return r;
  });
  method(`write${name}`, function (v, off = 0) {
    if (!binding.writeFloat(this, Number(v), off, n, kind)) checkOff(this, off, n);
    return off + n;
  });
}
for (const le of [true, false]) {
  const s = le ? 'LE' : 'BE';
  floats(`Float${s}`, 4, le);
  floats(`Double${s}`, 8, le);
  const check = (min, max) => (v) => { if (typeof v !== 'bigint') throw new TypeError(`Cannot mix BigInt and other types, use explicit conversions`); if (v > max || v < min) range(v, min, max, 8); return v; };
  const u = check(0n, 2n ** 64n - 1n), i = check(-(2n ** 63n), 2n ** 63n - 1n);
  viaView(`BigUInt64${s}`, 'getBigUint64', 'setBigUint64', 8, le, u);
  viaView(`BigInt64${s}`, 'getBigInt64', 'setBigInt64', 8, le, i);
  P[`readBigUint64${s}`] = P[`readBigUInt64${s}`];
  P[`writeBigUint64${s}`] = P[`writeBigUInt64${s}`];
}

function btoa(input) {
  if (arguments.length === 0) throw new ERR_MISSING_ARGS('input');
  input = `${input}`;
  if (!binding.isLatin1(input)) throw new DOMException('Invalid character', 'InvalidCharacterError');
  return Buffer.from(input, 'latin1').toString('base64');
}
function atob(input) {
  if (arguments.length === 0) throw new ERR_MISSING_ARGS('input');
  const s = `${input}`.replace(/[\t\n\f\r ]/g, '');
  if (/[^A-Za-z0-9+/=]/.test(s)) throw new DOMException('Invalid character', 'InvalidCharacterError');
  const body = s.length % 4 === 0 ? s.replace(/={1,2}$/, '') : s;
  if (body.includes('=') || body.length % 4 === 1) throw new DOMException('The input is not correctly encoded.', 'InvalidCharacterError');
  return Buffer.from(body, 'base64').toString('latin1');
}
function transcode(src, from, to) { return Buffer.from(Buffer.from(src).toString(from), to); }

function SlowBuffer(n) { return Buffer.allocUnsafeSlow(+n); }
module.exports = {
  Buffer, SlowBuffer, FastBuffer, kMaxLength, kStringMaxLength, transcode, btoa, atob, INSPECT_MAX_BYTES: 50,
  constants: { MAX_LENGTH: kMaxLength, MAX_STRING_LENGTH: kStringMaxLength },
  isUtf8: (b) => binding.isUtf8(b), isAscii: (b) => binding.isAscii(b),
  resolveObjectURL: (url) => require('internal/object_url').resolve(url),
};
for (const k of ['Blob', 'File']) Object.defineProperty(module.exports, k, { enumerable: true, configurable: true, get() { return require('internal/blob')[k]; } });
