'use strict';
// V8's wire format (version 15) of structured clones, with views as Node's DefaultSerializer writes them.
const { classOf } = internalBinding('types');
const { Buffer } = require('buffer');
const views = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, DataView, Buffer, BigInt64Array, BigUint64Array];
const errorTags = { EvalError: 'E', RangeError: 'R', ReferenceError: 'F', SyntaxError: 'S', TypeError: 'T', URIError: 'U' };
const errorOf = { E: EvalError, R: RangeError, F: ReferenceError, S: SyntaxError, T: TypeError, U: URIError };
const own = Object.prototype.hasOwnProperty;
const maxDepth = 1000;

class Writer {
  buf = Buffer.alloc(256); n = 0; seen = new Map(); depth = 0;
  constructor(port) { this.port = port; }
  room(k) {
    if (this.n + k <= this.buf.length) return;
    const b = Buffer.alloc(Math.max(this.buf.length * 2, this.n + k));
    this.buf.copy(b, 0, 0, this.n);
    this.buf = b;
  }
  byte(b) { this.room(1); this.buf[this.n++] = b; }
  tag(c) { this.byte(c.charCodeAt(0)); }
  varint(v) { while (v >= 128) { this.byte(v % 128 + 128); v = Math.floor(v / 128); } this.byte(v); }
  double(v) { this.room(8); this.buf.writeDoubleLE(v, this.n); this.n += 8; }
  bytes(b) { this.room(b.length); b.copy(this.buf, this.n); this.n += b.length; }
  string(s) {
    if (/^[\0-\xff]*$/.test(s)) { this.tag('"'); this.varint(s.length); this.bytes(Buffer.from(s, 'latin1')); return; }
    const len = s.length * 2, head = len < 128 ? 1 : len < 16384 ? 2 : len < 2097152 ? 3 : 4;
    if ((this.n + 1 + head) & 1) this.byte(0);
    this.tag('c'); this.varint(len); this.bytes(Buffer.from(s, 'utf16le'));
  }
  bigint(v) {
    const neg = v < 0n;
    if (neg) v = -v;
    let hex = v.toString(16);
    const words = v === 0n ? 0 : Math.ceil(hex.length / 16);
    hex = hex.padStart(words * 16, '0');
    this.varint(words * 16 | (neg ? 1 : 0));
    if (words) this.bytes(Buffer.from(hex, 'hex').reverse());
  }
  fail(v) {
    let s;
    try { s = typeof v === 'symbol' ? v.toString() : typeof v === 'function' ? Function.prototype.toString.call(v) : `#<${v.constructor?.name ?? 'Object'}>`; } catch { s = '#<Object>'; }
    throw new DOMException(`${s} could not be cloned.`, 'DataCloneError');
  }
  value(v) {
    switch (typeof v) {
      case 'undefined': this.tag('_'); return;
      case 'boolean': this.tag(v ? 'T' : 'F'); return;
      case 'number':
        if (Number.isInteger(v) && v >= -1073741824 && v <= 1073741823 && !Object.is(v, -0)) { this.tag('I'); this.varint(v < 0 ? -v * 2 - 1 : v * 2); } else { this.tag('N'); this.double(v); }
        return;
      case 'bigint': this.tag('Z'); this.bigint(v); return;
      case 'string': this.string(v); return;
      case 'object': if (v === null) { this.tag('0'); return; } break;
      default: this.fail(v);
    }
    const id = this.seen.get(v);
    if (id !== undefined) { this.tag('^'); this.varint(id); return; }
    if (++this.depth > maxDepth) throw new RangeError('Maximum call stack size exceeded');
    try { this.object(v); } finally { this.depth--; }
  }
  object(v) {
    const port = this.port?.(v);
    if (port !== undefined) { this.seen.set(v, this.seen.size); this.tag('\\'); this.varint(99); this.varint(port); return; }
    const mem = this.port && (ArrayBuffer.isView(v) || classOf(v) === 'ArrayBuffer') ? require('internal/shared_memory') : undefined;
    if (mem && mem.isShared(v)) { this.seen.set(v, this.seen.size); this.tag('\\'); this.varint(98); this.varint(mem.share(v)); return; }
    if (mem && mem.isShared(v.buffer)) { // a view of one
      this.seen.set(v, this.seen.size);
      const i = v instanceof Buffer ? 10 : views.findIndex((C, k) => k !== 10 && v instanceof C);
      this.tag('\\'); this.varint(97); this.varint(i < 0 ? 1 : i); this.varint(v.byteOffset); this.varint(v.byteLength);
      this.value(v.buffer);
      return;
    }
    if (ArrayBuffer.isView(v) && this.hostObject) { this.seen.set(v, this.seen.size); this.tag('\\'); this.hostObject(v); return; }
    if (ArrayBuffer.isView(v)) {
      this.seen.set(v, this.seen.size);
      let i = v instanceof Buffer ? 10 : views.findIndex((C, k) => k !== 10 && v instanceof C);
      if (i < 0) i = 1;
      this.tag('\\'); this.varint(i); this.varint(v.byteLength);
      this.bytes(Buffer.from(v.buffer, v.byteOffset, v.byteLength));
      return;
    }
    this.seen.set(v, this.seen.size);
    switch (classOf(v)) {
      case 'Date': this.tag('D'); this.double(v.getTime()); return;
      case 'RegExp': {
        let bits = 0;
        for (const f of v.flags) bits |= { g: 1, i: 2, m: 4, y: 8, u: 16, s: 32, d: 128, v: 256 }[f];
        this.tag('R'); this.string(v.source); this.varint(bits);
        return;
      }
      case 'Number': this.tag('n'); this.double(v.valueOf()); return;
      case 'Boolean': this.tag(v.valueOf() ? 'y' : 'x'); return;
      case 'String': this.tag('s'); this.string(v.valueOf()); return;
      case 'BigInt': this.tag('z'); this.bigint(v.valueOf()); return;
      case 'ArrayBuffer': if (require('internal/shared_memory').isShared(v)) this.fail(v);
        this.tag('B'); this.varint(v.byteLength); this.bytes(Buffer.from(v)); return;
      case 'Map': {
        this.tag(';');
        const all = [...v];
        for (const [a, b] of all) { this.value(a); this.value(b); }
        this.tag(':'); this.varint(all.length * 2);
        return;
      }
      case 'Set': {
        this.tag("'");
        const all = [...v];
        for (const a of all) this.value(a);
        this.tag(','); this.varint(all.length);
        return;
      }
      case 'Error': {
        this.tag('r');
        const t = errorTags[String(v.name)];
        if (t) this.tag(t);
        const m = Object.getOwnPropertyDescriptor(v, 'message');
        if (m && 'value' in m) { this.tag('m'); this.string(String(m.value)); }
        if (own.call(v, 'cause')) { this.tag('c'); this.value(v.cause); }
        if (typeof v.stack === 'string') { this.tag('s'); this.string(v.stack); }
        this.tag('.');
        return;
      }
      case 'Promise': case 'WeakMap': case 'WeakSet': case 'Proxy': case 'Generator': case 'Symbol': this.fail(v);
    }
    const keys = Object.keys(v);
    if (Array.isArray(v)) {
      const len = v.length;
      let dense = true, extra = [];
      let i = 0;
      for (const k of keys) { if (k === String(i) && i < len) i++; else if (!(Number.isInteger(+k) && +k >= 0 && +k < len)) extra.push(k); }
      dense = i === len;
      this.tag(dense ? 'A' : 'a'); this.varint(len);
      if (dense) for (let j = 0; j < len; j++) this.value(v[j]);
      else extra = keys;
      for (const k of extra) { this.key(k); this.value(v[k]); }
      this.tag(dense ? '$' : '@'); this.varint(extra.length); this.varint(len);
      return;
    }
    this.tag('o');
    for (const k of keys) { this.key(k); this.value(v[k]); }
    this.tag('{'); this.varint(keys.length);
  }
  key(k) { const i = Number(k); if (String(i) === k && Number.isInteger(i) && i >= 0 && i < 1073741824) this.value(i); else this.string(k); }
}

class Reader {
  p = 2; ids = []; depth = 0;
  constructor(b, port) { this.b = b; this.port = port; }
  bad() { throw new Error('Unable to deserialize cloned data.'); }
  byte() { if (this.p >= this.b.length) this.bad(); return this.b[this.p++]; }
  varint() { let v = 0, m = 1; for (let i = 0; i < 8; i++) { const c = this.byte(); v += (c & 127) * m; if (c < 128) return v; m *= 128; } this.bad(); }
  take(n) { if (this.p + n > this.b.length) this.bad(); const s = this.b.subarray(this.p, this.p + n); this.p += n; return s; }
  double() { return Buffer.from(this.take(8)).readDoubleLE(0); }
  tag() { let c; do c = this.byte(); while (c === 0); return String.fromCharCode(c); }
  peek() { let i = this.p; while (this.b[i] === 0) i++; return i < this.b.length ? String.fromCharCode(this.b[i]) : ''; }
  add(o) { this.ids.push(o); return o; }
  bigint() { const bits = this.varint(), n = (bits & ~1) / 2 >> 3; const h = Buffer.from(this.take(n * 8)).reverse().toString('hex'); const v = n ? BigInt(`0x${h}`) : 0n; return bits & 1 ? -v : v; }
  str(t = this.tag()) {
    const n = this.varint();
    if (t === '"') return Buffer.from(this.take(n)).toString('latin1');
    if (t === 'c') return Buffer.from(this.take(n)).toString('utf16le');
    if (t === 'S') return Buffer.from(this.take(n)).toString('utf8');
    return this.bad();
  }
  value() {
    if (++this.depth > 3 * maxDepth) this.bad();
    try { return this.read(this.tag()); } finally { this.depth--; }
  }
  pairs(o, end) {
    for (let n = 0; this.peek() !== end; n++) { const k = this.value(); Object.defineProperty(o, k, { value: this.value(), writable: true, enumerable: true, configurable: true }); }
    this.tag();
  }
  read(t) {
    switch (t) {
      case '_': return undefined;
      case '0': return null;
      case 'T': return true;
      case 'F': return false;
      case 'I': { const v = this.varint(); return v % 2 ? -(v + 1) / 2 : v / 2; }
      case 'U': return this.varint();
      case 'N': return this.double();
      case 'Z': return this.bigint();
      case '"': case 'c': case 'S': return this.str(t);
      case '^': { const i = this.varint(); if (i >= this.ids.length) this.bad(); return this.ids[i]; }
      case 'D': return this.add(new Date(this.double()));
      case 'R': { const o = this.ids.push(null) - 1, s = this.str(), bits = this.varint(); return this.ids[o] = new RegExp(s, [...'gimyus'].filter((f, i) => bits & 1 << i).join('') + (bits & 128 ? 'd' : '') + (bits & 256 ? 'v' : '')); }
      case 'n': return this.add(Object(this.double()));
      case 'y': return this.add(Object(true));
      case 'x': return this.add(Object(false));
      case 'z': return this.add(Object(this.bigint()));
      case 's': { const o = this.ids.push(null) - 1; return this.ids[o] = Object(this.str()); }
      case 'B': return this.add(new Uint8Array(this.take(this.varint())).slice().buffer);
      case '\\': {
        if (this.hostObject) { const slot = this.ids.push(null) - 1; return this.ids[slot] = this.hostObject(); }
        const i = this.varint();
        if (i === 99 && this.port) return this.add(this.port(this.varint()));
        if (i === 98 && this.port) return this.add(require('internal/shared_memory').open(this.varint()) ?? this.bad());
        if (i === 97 && this.port) {
          const slot = this.ids.push(null) - 1, C = views[this.varint()], at = this.varint(), bytes = this.varint(), buf = this.value();
          if (!C) this.bad();
          return this.ids[slot] = C === Buffer ? Buffer.from(buf, at, bytes) : new C(buf, at, C === DataView ? bytes : bytes / C.BYTES_PER_ELEMENT);
        }
        const n = this.varint(), C = views[i];
        if (!C) this.bad();
        const data = new Uint8Array(this.take(n)).slice();
        return this.add(i === 10 ? Buffer.from(data.buffer) : i === 9 ? new DataView(data.buffer) : new C(data.buffer));
      }
      case ';': { const m = this.add(new Map()); while (this.peek() !== ':') { const k = this.value(); m.set(k, this.value()); } this.tag(); this.varint(); return m; }
      case "'": { const m = this.add(new Set()); while (this.peek() !== ',') m.add(this.value()); this.tag(); this.varint(); return m; }
      case 'A': { const n = this.varint(); if (n > this.b.length) this.bad(); const a = this.add(new Array(n)); for (let i = 0; i < n; i++) a[i] = this.value(); this.pairs(a, '$'); this.varint(); this.varint(); return a; }
      case 'a': { const a = this.add([]); const n = this.varint(); a.length = Math.min(n, 2 ** 24); this.pairs(a, '@'); this.varint(); this.varint(); return a; }
      case 'o': { const o = this.add({}); this.pairs(o, '{'); this.varint(); return o; }
      case 'r': {
        const at = this.ids.push(null) - 1;
        let C = Error, message, stack, cause, hasCause = false;
        for (;;) {
          const k = this.tag();
          if (k === '.') break;
          if (k === 'm') message = this.str();
          else if (k === 's') stack = this.str();
          else if (k === 'c') { cause = this.value(); hasCause = true; }
          else if (errorOf[k]) C = errorOf[k];
          else this.bad();
        }
        const e = hasCause ? new C(message, { cause }) : new C(message);
        if (stack !== undefined) Object.defineProperty(e, 'stack', { value: stack, writable: true, configurable: true, enumerable: false });
        return this.ids[at] = e;
      }
    }
    return this.bad();
  }
}

function serialize(v, port) {
  const w = new Writer(port);
  w.byte(0xff); w.byte(0x0f);
  w.value(v);
  return w.buf.subarray(0, w.n);
}
function deserialize(b, port) {
  if (!ArrayBuffer.isView(b)) throw new (require('internal/errors').codes.ERR_INVALID_ARG_TYPE)('buffer', ['Buffer', 'TypedArray', 'DataView'], b);
  const u = Buffer.from(b.buffer, b.byteOffset, b.byteLength);
  if (u[0] !== 0xff || u[1] < 13 || u[1] > 15) throw new Error('Unable to deserialize cloned data due to invalid or unsupported version.');
  return new Reader(u, port).value();
}
module.exports = { serialize, deserialize, Writer, Reader };
