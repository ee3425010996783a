'use strict';
// v8.Serializer and v8.Deserializer over the wire format of internal/serdes.
const { Writer, Reader } = require('internal/serdes');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
class Serializer {
  #w = new Writer();
  constructor() {
    if (typeof this._writeHostObject === 'function') this.#w.hostObject = (v) => this._writeHostObject(v);
    const fail = this.#w.fail.bind(this.#w);
    if (typeof this._getDataCloneError === 'function') this.#w.fail = (v) => { try { return fail(v); } catch (e) { throw new this._getDataCloneError(e.message); } };
  }
  writeHeader() { this.#w.byte(0xff); this.#w.byte(0x0f); }
  writeValue(v) { this.#w.value(v); return true; }
  releaseBuffer() { const b = Buffer.from(this.#w.buf.subarray(0, this.#w.n)); this.#w.buf = Buffer.alloc(64); this.#w.n = 0; return b; }
  transferArrayBuffer() {}
  writeUint32(n) { this.#w.varint(Number(n) >>> 0); }
  writeUint64(hi, lo) { this.#w.varint((Number(hi) >>> 0) * 4294967296 + (Number(lo) >>> 0)); }
  writeDouble(n) { this.#w.double(Number(n)); }
  writeRawBytes(b) {
    if (!ArrayBuffer.isView(b)) throw new ERR_INVALID_ARG_TYPE('source', ['Buffer', 'TypedArray', 'DataView'], b);
    this.#w.bytes(Buffer.from(b.buffer, b.byteOffset, b.byteLength));
  }
  _setTreatArrayBufferViewsAsHostObjects() {}
}
class Deserializer {
  #r;
  constructor(b) {
    if (!ArrayBuffer.isView(b)) throw new ERR_INVALID_ARG_TYPE('buffer', ['Buffer', 'TypedArray', 'DataView'], b);
    this.buffer = b;
    this.#r = new Reader(Buffer.from(b.buffer, b.byteOffset, b.byteLength));
    this.#r.p = 0;
    if (typeof this._readHostObject === 'function') this.#r.hostObject = () => this._readHostObject();
  }
  readHeader() {
    if (this.#r.b[this.#r.p] !== 0xff) throw new Error('Unable to deserialize cloned data due to invalid or unsupported version.');
    this.#r.p += 2;
    return true;
  }
  readValue() { return this.#r.value(); }
  transferArrayBuffer() {}
  getWireFormatVersion() { return 15; }
  readUint32() { return this.#r.varint() >>> 0; }
  readUint64() { const v = this.#r.varint(); return [Math.floor(v / 4294967296), v >>> 0]; }
  readDouble() { return this.#r.double(); }
  readRawBytes(n) { return Buffer.from(this.#r.take(n)); }
  _readRawBytes(n) { const at = this.#r.p; this.#r.take(n); return at; }
}
// The default ones write views as Node's do, which is what serialize() does.
class DefaultSerializer extends Serializer {}
class DefaultDeserializer extends Deserializer {}
module.exports = { Serializer, Deserializer, DefaultSerializer, DefaultDeserializer };
