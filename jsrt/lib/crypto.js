'use strict';
// node:crypto: digests, random values, key derivation and AES, over Go's crypto packages.
const { Buffer } = require('buffer');
const { E, codes } = require('internal/errors');
const { Transform } = require('stream');
const binding = internalBinding('crypto');
const nextTick = process.nextTick;

const define = (code, Base, message) => codes[code] || E(code, Base, message);
define('ERR_CRYPTO_HASH_FINALIZED', Error, () => 'Digest already called');
define('ERR_CRYPTO_HASH_UPDATE_FAILED', Error, () => 'Hash update failed');
define('ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH', RangeError, () => 'Input buffers must have the same byte length');
define('ERR_CRYPTO_INVALID_DIGEST', TypeError, (d) => `Invalid digest: ${d}`);
define('ERR_CRYPTO_SCRYPT_INVALID_PARAMETER', RangeError, () => 'Invalid scrypt parameter');
define('ERR_CRYPTO_INVALID_STATE', Error, (m) => `Invalid state for operation ${m}`);
define('ERR_CRYPTO_UNKNOWN_CIPHER', Error, () => 'Unknown cipher');
define('ERR_CRYPTO_INVALID_KEYLEN', RangeError, () => 'Invalid key length');
define('ERR_CRYPTO_INVALID_IV', TypeError, () => 'Invalid initialization vector');

function bytes(v, name, encoding) {
  if (typeof v === 'string') return Buffer.from(v, encoding === 'buffer' ? 'utf8' : encoding);
  if (ArrayBuffer.isView(v)) return Buffer.from(v.buffer, v.byteOffset, v.byteLength);
  if (v instanceof ArrayBuffer) return Buffer.from(v);
  if (v instanceof KeyObject) return v._bytes;
  throw new codes.ERR_INVALID_ARG_TYPE(name, ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], v);
}
const encode = (ab, encoding) => {
  const b = Buffer.from(ab);
  return encoding && encoding !== 'buffer' ? b.toString(encoding) : b;
};

const keys = require('internal/crypto/keys');
const { KeyObject, SecretKeyObject } = keys;

class Digest extends Transform {
  constructor(state, options) {
    super(options);
    Object.defineProperty(this, '_state', { value: state, writable: true, enumerable: false });
    this._done = false;
  }
  _transform(chunk, encoding, cb) {
    binding.update(this._state, typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk);
    cb();
  }
  _flush(cb) {
    this.push(this.digest());
    cb();
  }
  update(data, encoding) {
    if (this._done) throw new codes.ERR_CRYPTO_HASH_FINALIZED();
    if (typeof data !== 'string' && !ArrayBuffer.isView(data)) throw new codes.ERR_INVALID_ARG_TYPE('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
    binding.update(this._state, bytes(data, 'data', encoding));
    return this;
  }
}

class Hash extends Digest {
  digest(encoding) {
    if (this._done) throw new codes.ERR_CRYPTO_HASH_FINALIZED();
    this._done = true;
    return encode(binding.digest(this._state), encoding);
  }
  copy(options) {
    if (this._done) throw new codes.ERR_CRYPTO_HASH_FINALIZED();
    return new Hash(binding.copy(this._state), options);
  }
}

class Hmac extends Digest {
  digest(encoding) {
    // A second digest of an Hmac is empty, as in Node.
    if (this._done) return encode(new ArrayBuffer(0), encoding);
    this._done = true;
    return encode(binding.digest(this._state), encoding);
  }
}

function createHash(algorithm, options) {
  if (typeof algorithm !== 'string') throw new codes.ERR_INVALID_ARG_TYPE('algorithm', 'string', algorithm);
  const state = binding.hash(algorithm);
  if (state === null) {
    const err = new Error('Digest method not supported');
    throw err;
  }
  return new Hash(state, options);
}

function createHmac(algorithm, key, options) {
  if (typeof algorithm !== 'string') throw new codes.ERR_INVALID_ARG_TYPE('hmac', 'string', algorithm);
  const state = binding.hmac(algorithm, bytes(key, 'key'));
  if (state === null) throw new codes.ERR_CRYPTO_INVALID_DIGEST(algorithm);
  return new Hmac(state, options);
}

function hash(algorithm, input, encoding = 'hex') {
  return createHash(algorithm).update(input).digest(encoding);
}

// ---- random ----

function checkSize(n, max = 2147483647) {
  if (typeof n !== 'number') throw new codes.ERR_INVALID_ARG_TYPE('size', 'number', n);
  if (Number.isNaN(n) || n < 0 || n > max) throw new codes.ERR_OUT_OF_RANGE('size', `>= 0 && <= ${max}`, n);
  return n >>> 0;
}

function randomBytes(size, cb) {
  checkSize(size);
  const b = Buffer.alloc(size);
  binding.randomFill(b);
  if (cb === undefined) return b;
  if (typeof cb !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('callback', 'Function', cb);
  setImmediate(cb, null, b);
  return undefined;
}

function randomFillSync(buf, offset = 0, size) {
  const view = bytes(buf, 'buf');
  const end = size === undefined ? view.length : offset + size;
  if (!(offset >= 0) || offset > view.length) throw new codes.ERR_OUT_OF_RANGE('offset', `>= 0 && <= ${view.length}`, offset);
  if (end > view.length) throw new codes.ERR_OUT_OF_RANGE('size + offset', `<= ${view.length}`, end);
  if (end > offset) binding.randomFill(view.subarray(offset, end));
  return buf;
}

function randomFill(buf, offset, size, cb) {
  if (typeof offset === 'function') {
    cb = offset;
    offset = 0;
    size = undefined;
  } else if (typeof size === 'function') {
    cb = size;
    size = undefined;
  }
  if (typeof cb !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('callback', 'Function', cb);
  randomFillSync(buf, offset, size);
  setImmediate(cb, null, buf);
}

function getRandomValues(view) {
  if (!ArrayBuffer.isView(view) || view instanceof Float32Array || view instanceof Float64Array || view instanceof DataView) {
    throw new DOMException('The data argument must be an integer-type TypedArray', 'TypeMismatchError');
  }
  if (view.byteLength > 65536) throw new DOMException(`The requested length exceeds 65,536 bytes`, 'QuotaExceededError');
  if (view.byteLength) binding.randomFill(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  return view;
}

function randomInt(min, max, cb) {
  if (max === undefined || typeof max === 'function') {
    cb = max;
    max = min;
    min = 0;
  }
  if (!Number.isSafeInteger(min)) throw new codes.ERR_INVALID_ARG_TYPE('min', 'a safe integer', min);
  if (!Number.isSafeInteger(max)) throw new codes.ERR_INVALID_ARG_TYPE('max', 'a safe integer', max);
  if (max <= min) throw new codes.ERR_OUT_OF_RANGE('max', `greater than the value of "min" (${min})`, max);
  const range = max - min;
  if (range > 0xffffffffffff) throw new codes.ERR_OUT_OF_RANGE(max === range ? 'max' : 'max - min', `<= ${0xffffffffffff}`, range);
  const limit = 281474976710656 - (281474976710656 % range);
  let n;
  do {
    n = randomBytes(6).readUIntBE(0, 6);
  } while (n >= limit);
  n = min + (n % range);
  if (cb === undefined) return n;
  nextTick(cb, undefined, n);
  return undefined;
}

function randomUUID() {
  const b = randomBytes(16);
  b[6] = (b[6] & 0x0f) | 0x40;
  b[8] = (b[8] & 0x3f) | 0x80;
  const h = b.toString('hex');
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-${h.slice(12, 16)}-${h.slice(16, 20)}-${h.slice(20)}`;
}

function timingSafeEqual(a, b) {
  if (!ArrayBuffer.isView(a) && !(a instanceof ArrayBuffer)) throw new codes.ERR_INVALID_ARG_TYPE('buf1', ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], a);
  if (!ArrayBuffer.isView(b) && !(b instanceof ArrayBuffer)) throw new codes.ERR_INVALID_ARG_TYPE('buf2', ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], b);
  if (a.byteLength !== b.byteLength) throw new codes.ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH();
  return binding.timingSafeEqual(bytes(a), bytes(b));
}

// ---- key derivation ----

function pbkdf2Args(password, salt, iterations, keylen, digest) {
  if (typeof digest !== 'string') throw new codes.ERR_INVALID_ARG_TYPE('digest', 'string', digest);
  if (typeof iterations !== 'number') throw new codes.ERR_INVALID_ARG_TYPE('iterations', 'number', iterations);
  if (!Number.isInteger(iterations) || iterations < 1 || iterations > 2147483647) throw new codes.ERR_OUT_OF_RANGE('iterations', '>= 1 && <= 2147483647', iterations);
  if (typeof keylen !== 'number') throw new codes.ERR_INVALID_ARG_TYPE('keylen', 'number', keylen);
  if (!Number.isInteger(keylen) || keylen < 0 || keylen > 2147483647) throw new codes.ERR_OUT_OF_RANGE('keylen', '>= 0 && <= 2147483647', keylen);
  if (binding.hash(digest) === null) throw new codes.ERR_CRYPTO_INVALID_DIGEST(digest);
  return [bytes(password, 'password'), bytes(salt, 'salt'), iterations, keylen, digest];
}
function pbkdf2Sync(...args) {
  return Buffer.from(binding.pbkdf2(...pbkdf2Args(...args)));
}
function pbkdf2(password, salt, iterations, keylen, digest, cb) {
  if (typeof cb !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('callback', 'Function', cb);
  binding.pbkdf2(...pbkdf2Args(password, salt, iterations, keylen, digest), (err, ab) => cb(err, ab && Buffer.from(ab)));
}
function scryptArgs(password, salt, keylen, options = {}) {
  const N = options.N ?? options.cost ?? 16384;
  const r = options.r ?? options.blockSize ?? 8;
  const p = options.p ?? options.parallelization ?? 1;
  const maxmem = options.maxmem ?? 32 * 1024 * 1024;
  if (128 * N * r > maxmem || N < 2 || (N & (N - 1)) !== 0) throw new codes.ERR_CRYPTO_SCRYPT_INVALID_PARAMETER();
  return [bytes(password, 'password'), bytes(salt, 'salt'), checkSize(keylen), N, r, p];
}
function scryptSync(...args) {
  return Buffer.from(binding.scrypt(...scryptArgs(...args)));
}
function scrypt(password, salt, keylen, options, cb) {
  if (typeof options === 'function') {
    cb = options;
    options = {};
  }
  if (typeof cb !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('callback', 'Function', cb);
  binding.scrypt(...scryptArgs(password, salt, keylen, options), (err, ab) => cb(err, ab && Buffer.from(ab)));
}
function hkdfSync(digest, key, salt, info, keylen) {
  const ab = binding.hkdf(digest, bytes(key, 'ikm'), bytes(salt, 'salt'), bytes(info, 'info'), keylen);
  if (ab === null) throw new codes.ERR_CRYPTO_INVALID_DIGEST(digest);
  return ab;
}
function hkdf(digest, key, salt, info, keylen, cb) {
  const ab = hkdfSync(digest, key, salt, info, keylen);
  setImmediate(cb, null, ab);
}

// ---- ciphers ----

const cipherNames = [];
for (const mode of ['cbc', 'ctr', 'ecb', 'gcm']) for (const size of [128, 192, 256]) cipherNames.push(`aes-${size}-${mode}`);

class CipherBase extends Transform {
  constructor(name, key, iv, decrypt, options) {
    super(options);
    const mode = String(name).toLowerCase().replace(/^id-aes(\d+)-gcm$/, 'aes-$1-gcm');
    if (!cipherNames.includes(mode)) throw new codes.ERR_CRYPTO_UNKNOWN_CIPHER();
    const k = bytes(key, 'key');
    if (k.length * 8 !== Number(mode.slice(4, 7))) throw new codes.ERR_CRYPTO_INVALID_KEYLEN();
    const state = binding.cipher(mode, k, iv === null ? Buffer.alloc(0) : bytes(iv, 'iv'), decrypt);
    if (state === null) throw new codes.ERR_CRYPTO_INVALID_IV();
    Object.defineProperty(this, '_state', { value: state, enumerable: false });
    this._gcm = mode.endsWith('gcm');
    this._decrypt = decrypt;
    this._finished = false;
  }
  _transform(chunk, encoding, cb) {
    this.push(this.update(chunk, encoding));
    cb();
  }
  _flush(cb) {
    try {
      this.push(this.final());
    } catch (e) {
      cb(e);
      return;
    }
    cb();
  }
  update(data, inputEncoding, outputEncoding) {
    if (this._finished) throw new codes.ERR_CRYPTO_INVALID_STATE('update');
    return encode(binding.cipherUpdate(this._state, bytes(data, 'data', inputEncoding)), outputEncoding);
  }
  final(outputEncoding) {
    if (this._finished) throw new codes.ERR_CRYPTO_INVALID_STATE('final');
    this._finished = true;
    const res = binding.cipherFinal(this._state);
    if (typeof res === 'string') {
      const err = new Error(`error:1C80006B:Provider routines::${res}`);
      err.library = 'Provider routines';
      err.reason = res;
      err.code = res === 'bad decrypt' ? 'ERR_OSSL_BAD_DECRYPT' : 'ERR_OSSL_WRONG_FINAL_BLOCK_LENGTH';
      throw err;
    }
    if (this._gcm) {
      const tag = Buffer.from(res[1]);
      if (this._decrypt) {
        if (!this._tag || !binding.timingSafeEqual(tag.subarray(0, this._tag.length), this._tag)) throw new Error('Unsupported state or unable to authenticate data');
      } else {
        this._tag = tag;
      }
    }
    return encode(res[0], outputEncoding);
  }
  setAutoPadding(on = true) {
    binding.cipherPadding(this._state, !!on);
    return this;
  }
  setAAD(data) {
    binding.cipherAAD(this._state, bytes(data, 'buffer'));
    return this;
  }
}
class Cipheriv extends CipherBase {
  constructor(name, key, iv, options) {
    super(name, key, iv, false, options);
  }
  getAuthTag() {
    if (!this._tag) throw new codes.ERR_CRYPTO_INVALID_STATE('getAuthTag');
    return this._tag;
  }
}
class Decipheriv extends CipherBase {
  constructor(name, key, iv, options) {
    super(name, key, iv, true, options);
  }
  setAuthTag(tag, encoding) {
    this._tag = bytes(tag, 'buffer', encoding);
    return this;
  }
}

let web; // made when it is first asked for
const webcrypto = { getRandomValues, randomUUID, get subtle() { return (web ??= require('internal/crypto/subtle')).subtle; } };

module.exports = {
  createHash, createHmac, hash, Hash, Hmac, getHashes: () => binding.hashNames.slice(), randomBytes, pseudoRandomBytes: randomBytes, rng: randomBytes,
  prng: randomBytes, randomFill, randomFillSync, randomInt, randomUUID, getRandomValues, timingSafeEqual, pbkdf2, pbkdf2Sync, scrypt, scryptSync,
  hkdf, hkdfSync, createCipheriv: (n, k, iv, o) => new Cipheriv(n, k, iv, o), createDecipheriv: (n, k, iv, o) => new Decipheriv(n, k, iv, o),
  Cipheriv, Decipheriv, getCiphers: () => cipherNames.slice(), createSecretKey: (k, enc) => new SecretKeyObject('secret', Buffer.from(bytes(k, 'key', enc))), webcrypto,
  getFips: () => 0, setFips() {}, secureHeapUsed: () => ({ total: 0, used: 0, utilization: 0, min: 0 }), setEngine() {},
};
for (const k of ['KeyObject', 'constants', 'createPrivateKey', 'createPublicKey', 'generateKeyPair', 'generateKeyPairSync', 'generateKey', 'generateKeySync', 'sign', 'verify', 'Sign', 'Verify', 'createSign', 'createVerify',
  'publicEncrypt', 'privateDecrypt', 'privateEncrypt', 'publicDecrypt', 'ECDH', 'createECDH', 'getCurves', 'DiffieHellman', 'createDiffieHellman', 'diffieHellman', 'generatePrime', 'generatePrimeSync', 'checkPrime', 'checkPrimeSync']) module.exports[k] = keys[k];
Object.defineProperty(module.exports, 'subtle', { enumerable: true, configurable: true, get: () => webcrypto.subtle });
Object.defineProperty(module.exports, 'X509Certificate', { enumerable: true, configurable: true, get: () => require('internal/crypto/x509').X509Certificate });
for (const name of ['getDiffieHellman', 'createDiffieHellmanGroup', 'Certificate']) module.exports[name] = () => { throw new codes.ERR_METHOD_NOT_IMPLEMENTED(`crypto.${name}`); };
