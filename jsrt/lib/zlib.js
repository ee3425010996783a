'use strict';
// node:zlib: gzip, deflate and raw deflate, at once and as streams.
const { Transform } = require('stream');
const { Buffer } = require('buffer');
const { E, codes } = require('internal/errors');
const binding = internalBinding('zlib');

const define = (code, Base, message) => codes[code] || E(code, Base, message);
define('ERR_BUFFER_TOO_LARGE', RangeError, (n) => `Cannot create a Buffer larger than ${n} bytes`);

const constants = Object.freeze(Object.assign(Object.create(null), {
  Z_NO_FLUSH: 0, Z_PARTIAL_FLUSH: 1, Z_SYNC_FLUSH: 2, Z_FULL_FLUSH: 3, Z_FINISH: 4, Z_BLOCK: 5, Z_OK: 0, Z_STREAM_END: 1, Z_NEED_DICT: 2,
  Z_ERRNO: -1, Z_STREAM_ERROR: -2, Z_DATA_ERROR: -3, Z_MEM_ERROR: -4, Z_BUF_ERROR: -5, Z_VERSION_ERROR: -6, Z_NO_COMPRESSION: 0,
  Z_BEST_SPEED: 1, Z_BEST_COMPRESSION: 9, Z_DEFAULT_COMPRESSION: -1, Z_FILTERED: 1, Z_HUFFMAN_ONLY: 2, Z_RLE: 3, Z_FIXED: 4,
  Z_DEFAULT_STRATEGY: 0, ZLIB_VERNUM: 4880, DEFLATE: 1, INFLATE: 2, GZIP: 3, GUNZIP: 4, DEFLATERAW: 5, INFLATERAW: 6, UNZIP: 7,
  Z_MIN_WINDOWBITS: 8, Z_MAX_WINDOWBITS: 15, Z_DEFAULT_WINDOWBITS: 15, Z_MIN_CHUNK: 64, Z_MAX_CHUNK: Infinity, Z_DEFAULT_CHUNK: 16384,
  Z_MIN_MEMLEVEL: 1, Z_MAX_MEMLEVEL: 9, Z_DEFAULT_MEMLEVEL: 8, Z_MIN_LEVEL: -1, Z_MAX_LEVEL: 9, Z_DEFAULT_LEVEL: -1,
  BROTLI_DECODE: 8, BROTLI_ENCODE: 9, BROTLI_OPERATION_EMIT_METADATA: 3, BROTLI_PARAM_MODE: 0, BROTLI_MODE_GENERIC: 0, BROTLI_MODE_TEXT: 1, BROTLI_MODE_FONT: 2, BROTLI_DEFAULT_MODE: 0,
  BROTLI_MIN_QUALITY: 0, BROTLI_MAX_QUALITY: 11, BROTLI_DEFAULT_QUALITY: 11, BROTLI_PARAM_LGWIN: 2, BROTLI_MIN_WINDOW_BITS: 10, BROTLI_MAX_WINDOW_BITS: 24, BROTLI_DEFAULT_WINDOW: 22,
  BROTLI_OPERATION_PROCESS: 0, BROTLI_OPERATION_FLUSH: 1, BROTLI_OPERATION_FINISH: 2, BROTLI_PARAM_QUALITY: 1, BROTLI_PARAM_SIZE_HINT: 5,
}));

const compressing = { Gzip: 'gzip', Deflate: 'deflate', DeflateRaw: 'raw', BrotliCompress: 'brotli' };
const decompressing = { Gunzip: 'gunzip', Inflate: 'inflate', InflateRaw: 'raw', Unzip: 'unzip', BrotliDecompress: 'brotli' };

function input(v, name = 'buffer') {
  if (typeof v === 'string') return Buffer.from(v);
  if (ArrayBuffer.isView(v)) return Buffer.from(v.buffer, v.byteOffset, v.byteLength);
  if (v instanceof ArrayBuffer) return Buffer.from(v);
  throw new codes.ERR_INVALID_ARG_TYPE(name, ['string', 'Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], v);
}

function checkOptions(o, kind) {
  if (kind === 'brotli') return o.params?.[1] ?? 11;
  const level = o.level ?? -1;
  if (typeof level !== 'number') throw new codes.ERR_INVALID_ARG_TYPE('options.level', 'number', level);
  if (!(level >= -1 && level <= 9)) throw new codes.ERR_OUT_OF_RANGE('options.level', '>= -1 and <= 9', level);
  return level;
}

function zlibError(e, max) {
  if (e[0] === 'ERR_BUFFER_TOO_LARGE') return new codes.ERR_BUFFER_TOO_LARGE(max);
  const err = new Error(e[2]);
  err.errno = e[1];
  err.code = e[0];
  return err;
}

const lenient = (o) => o.finishFlush !== undefined && o.finishFlush !== constants.Z_FINISH;

function compressSync(kind, v, o = {}) {
  const level = checkOptions(o, kind);
  const z = binding.compressor(kind, level);
  const out = Buffer.from(binding.compress(z, input(v), lenient(o) ? 1 : 2));
  if (o.maxOutputLength !== undefined && out.length > o.maxOutputLength) throw new codes.ERR_BUFFER_TOO_LARGE(o.maxOutputLength);
  return out;
}

function decompressSync(kind, v, o = {}) {
  const z = binding.decompressor(kind, o.maxOutputLength ?? 0);
  const [ab, err] = binding.decompress(z, input(v), true, lenient(o));
  if (err) throw zlibError(err, o.maxOutputLength);
  return Buffer.from(ab);
}

class ZlibBase extends Transform {
  constructor(options) {
    const o = options || {};
    super({ ...o, objectMode: false });
    this.bytesWritten = 0;
    this._options = o;
    this._zclosed = false;
  }
  get bytesRead() { return this.bytesWritten; }
  get _closed() { return this._zclosed; }
  close(cb) {
    if (cb) require('stream').finished(this, () => cb());
    this.destroy();
  }
  _destroy(err, cb) {
    this._zclosed = true;
    this._release();
    cb(err);
  }
  _release() {}
  params(level, strategy, cb) {
    process.nextTick(cb);
  }
  flush(kind, cb) {
    if (typeof kind === 'function' || (kind === undefined && !cb)) cb = kind;
    // A flush is a write of nothing that takes its turn among the writes.
    const mark = Buffer.alloc(0);
    mark._flush = true;
    if (this.writableFinished) {
      if (cb) process.nextTick(cb);
    } else if (this.writableEnded) {
      if (cb) this.once('end', cb);
    } else {
      this._pendingFlush = (this._pendingFlush || 0) + 1;
      this.write(mark, '', (err) => { if (cb && !err) cb(); });
    }
  }
}

class Compressor extends ZlibBase {
  constructor(kind, options) {
    super(options);
    const level = checkOptions(this._options, kind);
    Object.defineProperty(this, '_z', { value: binding.compressor(kind, level), enumerable: false, writable: true });
    Object.defineProperty(this, 'reset', { value: () => { this._z = binding.compressor(kind, level); }, configurable: true });
  }
  _transform(chunk, encoding, cb) {
    const data = input(chunk);
    this.bytesWritten += data.length;
    const out = binding.compress(this._z, data, data.length === 0 ? 1 : 0);
    cb(null, out.byteLength ? Buffer.from(out) : undefined);
  }
  _flush(cb) {
    const out = binding.compress(this._z, Buffer.alloc(0), lenient(this._options) ? 1 : 2);
    cb(null, out.byteLength ? Buffer.from(out) : undefined);
  }
  reset() {}
}

class Decompressor extends ZlibBase {
  constructor(kind, options) {
    super(options);
    Object.defineProperty(this, '_z', { value: binding.decompressor(kind, 0), enumerable: false, writable: true });
    Object.defineProperty(this, 'reset', { value: () => { binding.closeDecompressor(this._z); this._z = binding.decompressor(kind, 0); }, configurable: true });
  }
  _step(data, last, cb) {
    this.bytesWritten += data.length;
    const [ab, err] = binding.decompress(this._z, data, last, lenient(this._options));
    if (ab.byteLength) {
      // In pieces, as a reader that stops early should not get it all.
      const all = Buffer.from(ab);
      const size = this._options.chunkSize || 16384;
      for (let i = 0; i < all.length; i += size) this.push(all.subarray(i, i + size));
    }
    cb(err ? zlibError(err, this._options.maxOutputLength) : null);
  }
  _transform(chunk, encoding, cb) {
    this._step(input(chunk), false, cb);
  }
  _flush(cb) {
    if (this.bytesWritten === 0) cb();
    else this._step(Buffer.alloc(0), true, cb);
  }
  _release() {
    binding.closeDecompressor(this._z);
  }
}

function callback(sync) {
  return (v, options, cb) => {
    if (typeof options === 'function') {
      cb = options;
      options = {};
    }
    if (typeof cb !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('callback', 'Function', cb);
    const data = input(v);
    setImmediate(() => {
      let out;
      try {
        out = sync(data, options);
      } catch (e) {
        cb(e);
        return;
      }
      setImmediate(cb, null, out);
    });
  };
}

const lower = (s) => s[0].toLowerCase() + s.slice(1);
for (const [table, Base, run] of [[compressing, Compressor, compressSync], [decompressing, Decompressor, decompressSync]]) {
  for (const name of Object.keys(table)) {
    const kind = table[name];
    const C = function(options) {
      return Reflect.construct(Base, [kind, options], new.target || C);
    };
    Object.defineProperty(C, 'name', { value: name });
    Object.setPrototypeOf(C, Base);
    C.prototype = Object.create(Base.prototype, { constructor: { value: C, writable: true, configurable: true } });
    exports[name] = C;
    exports[`create${name}`] = (options) => new C(options);
    const sync = (v, options) => run(kind, v, options);
    exports[`${lower(name)}Sync`] = sync;
    exports[lower(name)] = callback(sync);
  }
}
exports.crc32 = (data, value = 0) => binding.crc32(input(data, 'data'), value);
exports.constants = constants;
exports.codes = Object.freeze({ Z_OK: 0, Z_STREAM_END: 1, Z_NEED_DICT: 2, Z_ERRNO: -1, Z_STREAM_ERROR: -2, Z_DATA_ERROR: -3, Z_MEM_ERROR: -4, Z_BUF_ERROR: -5, Z_VERSION_ERROR: -6 });
for (const key of Object.keys(constants)) if (key.startsWith('Z_')) Object.defineProperty(exports, key, { value: constants[key], enumerable: false });
