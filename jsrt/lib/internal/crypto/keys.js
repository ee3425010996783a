'use strict';
// Asymmetric keys of node:crypto: KeyObject, signatures, RSA encryption, Diffie-Hellman.
const { Buffer } = require('buffer');
const { Writable } = require('stream');
const { E, codes } = require('internal/errors');
const b = internalBinding('keys');
const define = (code, Base, message) => codes[code] || E(code, Base, message);
define('ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', TypeError, (got, want) => `Invalid key object type ${got}, expected ${want}.`);
define('ERR_CRYPTO_INVALID_JWK', TypeError, () => 'Invalid JWK data');
define('ERR_CRYPTO_SIGN_KEY_REQUIRED', Error, () => 'No key provided to sign');
define('ERR_CRYPTO_INVALID_CURVE', TypeError, () => 'Invalid EC curve name');
define('ERR_CRYPTO_INCOMPATIBLE_KEY', Error, (a, c) => `Incompatible ${a}: ${c}`);
define('ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS', Error, (a, c) => `The selected key encoding ${a} ${c}.`);
define('ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY', Error, () => 'Public key is not valid for specified curve');

const constants = { RSA_PKCS1_PADDING: 1, RSA_NO_PADDING: 3, RSA_PKCS1_OAEP_PADDING: 4, RSA_PKCS1_PSS_PADDING: 6, RSA_PSS_SALTLEN_DIGEST: -1, RSA_PSS_SALTLEN_MAX_SIGN: -2, RSA_PSS_SALTLEN_AUTO: -2,
  POINT_CONVERSION_COMPRESSED: 2, POINT_CONVERSION_UNCOMPRESSED: 4, POINT_CONVERSION_HYBRID: 6, SSL_OP_ALL: 2147485776, SSL_OP_NO_SSLv2: 0, SSL_OP_NO_SSLv3: 33554432, SSL_OP_NO_TLSv1: 67108864, SSL_OP_NO_TLSv1_1: 268435456, SSL_OP_NO_TLSv1_2: 134217728, SSL_OP_NO_TLSv1_3: 536870912, defaultCoreCipherList: 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256', TLS1_VERSION: 769, TLS1_1_VERSION: 770, TLS1_2_VERSION: 771, TLS1_3_VERSION: 772, OPENSSL_VERSION_NUMBER: 805306672, SSL_OP_ALLOW_NO_DHE_KEX: 1024, SSL_OP_ALLOW_UNSAFE_LEGACY_RENEGOTIATION: 262144, SSL_OP_CIPHER_SERVER_PREFERENCE: 4194304, SSL_OP_CISCO_ANYCONNECT: 32768, SSL_OP_COOKIE_EXCHANGE: 8192, SSL_OP_CRYPTOPRO_TLSEXT_BUG: 2147483648, SSL_OP_DONT_INSERT_EMPTY_FRAGMENTS: 2048, SSL_OP_LEGACY_SERVER_CONNECT: 4, SSL_OP_NO_COMPRESSION: 131072, SSL_OP_NO_ENCRYPT_THEN_MAC: 524288, SSL_OP_NO_QUERY_MTU: 4096, SSL_OP_NO_RENEGOTIATION: 1073741824, SSL_OP_NO_SESSION_RESUMPTION_ON_RENEGOTIATION: 65536, SSL_OP_NO_TICKET: 16384, SSL_OP_PRIORITIZE_CHACHA: 2097152, SSL_OP_TLS_ROLLBACK_BUG: 8388608, ENGINE_METHOD_RSA: 1, ENGINE_METHOD_DSA: 2, ENGINE_METHOD_DH: 4, ENGINE_METHOD_RAND: 8, ENGINE_METHOD_EC: 2048, ENGINE_METHOD_CIPHERS: 64, ENGINE_METHOD_DIGESTS: 128, ENGINE_METHOD_PKEY_METHS: 512, ENGINE_METHOD_PKEY_ASN1_METHS: 1024, ENGINE_METHOD_ALL: 65535, ENGINE_METHOD_NONE: 0, DH_CHECK_P_NOT_SAFE_PRIME: 2, DH_CHECK_P_NOT_PRIME: 1, DH_UNABLE_TO_CHECK_GENERATOR: 4, DH_NOT_SUITABLE_GENERATOR: 8, RSA_X931_PADDING: 5 };
const kKey = new WeakMap();
const toBuf = (v, name = 'data', enc) => {
  if (typeof v === 'string') return Buffer.from(v, enc === 'buffer' ? 'utf8' : enc);
  if (ArrayBuffer.isView(v)) return Buffer.from(v.buffer, v.byteOffset, v.byteLength);
  if (v instanceof ArrayBuffer) return Buffer.from(v);
  throw new codes.ERR_INVALID_ARG_TYPE(name, ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], v);
};
const out = (ab, enc) => { const x = Buffer.from(ab); return enc && enc !== 'buffer' ? x.toString(enc) : x; };

class KeyObject {
  #type;
  constructor(type, data) {
    if (type !== 'secret' && type !== 'public' && type !== 'private') throw new codes.ERR_INVALID_ARG_VALUE('type', type);
    this.#type = type;
    if (type === 'secret') Object.defineProperty(this, '_bytes', { value: data, enumerable: false });
    else kKey.set(this, data);
  }
  static from(key) { if (!key || !key._keyObject) throw new codes.ERR_INVALID_ARG_TYPE('key', 'CryptoKey', key); return key._keyObject; }
  get type() { return this.#type; }
  get [Symbol.toStringTag]() { return 'KeyObject'; }
  equals(other) {
    if (!(other instanceof KeyObject)) throw new codes.ERR_INVALID_ARG_TYPE('otherKeyObject', 'KeyObject', other);
    if (other.type !== this.type) return false;
    if (this.type === 'secret') return this._bytes.equals(other._bytes);
    const f = (k) => Buffer.from(b.export(kKey.get(k), k.type === 'private' ? 'pkcs8' : 'spki', k.type === 'private')[0]);
    return f(this).equals(f(other));
  }
  toCryptoKey(algorithm, extractable, usages) { return require('internal/crypto/subtle').fromKeyObject(this, algorithm, extractable, usages); }
}
class SecretKeyObject extends KeyObject {
  get symmetricKeySize() { return this._bytes.length; }
  export(o) { return o && o.format === 'jwk' ? { kty: 'oct', k: this._bytes.toString('base64url') } : Buffer.from(this._bytes); }
}
class AsymmetricKeyObject extends KeyObject {
  get asymmetricKeyType() { return b.info(kKey.get(this))[0]; }
  get asymmetricKeyDetails() {
    const [t, bits, e, curve] = b.info(kKey.get(this));
    return t === 'rsa' ? { modulusLength: bits, publicExponent: BigInt(e) } : t === 'ec' ? { namedCurve: curve } : {};
  }
  export(o) { return exportKey(this, o); }
}
class PublicKeyObject extends AsymmetricKeyObject {}
class PrivateKeyObject extends AsymmetricKeyObject {}
for (const C of [SecretKeyObject, PublicKeyObject, PrivateKeyObject]) Object.defineProperty(C, 'name', { value: C.name });
const wrapKey = (k, type) => type === 'private' ? new PrivateKeyObject('private', k) : new PublicKeyObject('public', k);

function exportKey(key, o) {
  const priv = key.type === 'private';
  if (o === undefined || o === null || typeof o !== 'object') throw new codes.ERR_INVALID_ARG_TYPE('options', 'object', o);
  const { format = 'pem', type } = o;
  if (format === 'jwk') return b.jwk(kKey.get(key), priv);
  if (format !== 'pem' && format !== 'der') throw new codes.ERR_INVALID_ARG_VALUE('options.format', format);
  const allowed = priv ? ['pkcs1', 'pkcs8', 'sec1'] : ['pkcs1', 'spki'];
  if (!allowed.includes(type)) throw new codes.ERR_INVALID_ARG_VALUE('options.type', type);
  const kind = key.asymmetricKeyType;
  if (type === 'pkcs1' && kind !== 'rsa') throw new codes.ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS('pkcs1', 'can only be used for RSA keys');
  if (type === 'sec1' && kind !== 'ec') throw new codes.ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS('sec1', 'can only be used for EC keys');
  if (o.passphrase !== undefined || o.cipher !== undefined) throw new codes.ERR_METHOD_NOT_IMPLEMENTED('KeyObject.export with a passphrase');
  const [der, pem] = b.export(kKey.get(key), type, priv);
  return format === 'pem' ? pem : Buffer.from(der);
}

function decodeError() { const e = new Error('error:1E08010C:DECODER routines::unsupported'); e.library = 'DECODER routines'; e.reason = 'unsupported'; e.code = 'ERR_OSSL_UNSUPPORTED'; return e; }
// load makes a native key of whatever a caller may pass as one.
function load(v, want) {
  let key = v;
  if (v !== null && typeof v === 'object' && !ArrayBuffer.isView(v) && !(v instanceof ArrayBuffer) && !(v instanceof KeyObject) && !v._keyObject) {
    key = v.key;
    if (v.format === 'jwk') { try { key = wrapKey(b.fromJWK(v.key), v.key.d ? 'private' : 'public'); } catch { throw new codes.ERR_CRYPTO_INVALID_JWK(); } }
    else if (typeof key === 'string' && v.encoding && v.format === 'der') key = Buffer.from(key, v.encoding);
  }
  if (key && key._keyObject) key = key._keyObject;
  if (key instanceof KeyObject) {
    if (key.type === 'secret') throw new codes.ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE('secret', want === 'private' ? 'private' : 'private or public');
    if (want === 'private' && key.type !== 'private') throw new codes.ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(key.type, 'private');
    return kKey.get(key);
  }
  if (typeof key !== 'string' && !ArrayBuffer.isView(key) && !(key instanceof ArrayBuffer)) throw new codes.ERR_INVALID_ARG_TYPE('key', ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView', 'KeyObject', 'CryptoKey'], key);
  let k;
  try { k = b.import(toBuf(key)); } catch { throw decodeError(); }
  if (want === 'private' && !b.private(k)) throw decodeError();
  return k;
}
function createPrivateKey(v) { return wrapKey(load(v, 'private'), 'private'); }
function createPublicKey(v) {
  if (v instanceof KeyObject && v.type !== 'private') throw new codes.ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(v.type, 'private');
  return wrapKey(b.public(load(v, 'public')), 'public');
}

function generateArgs(type, o = {}) {
  switch (type) {
    case 'rsa': case 'rsa-pss':
      if (typeof o.modulusLength !== 'number') throw new codes.ERR_INVALID_ARG_TYPE('options.modulusLength', 'number', o.modulusLength);
      return [type, o.modulusLength, ''];
    case 'ec':
      if (typeof o.namedCurve !== 'string') throw new codes.ERR_INVALID_ARG_TYPE('options.namedCurve', 'string', o.namedCurve);
      if (!curves[o.namedCurve] && !Object.values(curves).includes(o.namedCurve)) throw new codes.ERR_CRYPTO_INVALID_CURVE();
      return [type, 0, o.namedCurve];
    case 'ed25519': case 'x25519': return [type, 0, ''];
    case 'dsa': case 'dh': case 'ed448': case 'x448': throw new codes.ERR_METHOD_NOT_IMPLEMENTED(`crypto.generateKeyPair('${type}')`);
  }
  throw new codes.ERR_INVALID_ARG_VALUE('type', type, 'must be a supported key type');
}
function pair(k, o = {}) {
  const pub = wrapKey(b.public(k), 'public'), priv = wrapKey(k, 'private');
  return { publicKey: o.publicKeyEncoding ? exportKey(pub, o.publicKeyEncoding) : pub, privateKey: o.privateKeyEncoding ? exportKey(priv, o.privateKeyEncoding) : priv };
}
function generateKeyPairSync(type, o) {
  if (typeof type !== 'string') throw new codes.ERR_INVALID_ARG_TYPE('type', 'string', type);
  return pair(b.generate(...generateArgs(type, o)), o);
}
function generateKeyPair(type, o, cb) {
  if (typeof o === 'function') { cb = o; o = undefined; }
  if (typeof cb !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('callback', 'Function', cb);
  b.generateAsync(...generateArgs(type, o), (err, k) => {
    if (err) { cb(new Error(err)); return; }
    const p = pair(k, o);
    cb(null, p.publicKey, p.privateKey);
  });
}
Object.defineProperty(generateKeyPair, Symbol.for('nodejs.util.promisify.custom'), { value: (t, o) => new Promise((res, rej) => generateKeyPair(t, o, (e, publicKey, privateKey) => { if (e) rej(e); else res({ publicKey, privateKey }); })) });
function generateKeySync(type, { length } = {}) {
  if (type !== 'hmac' && type !== 'aes') throw new codes.ERR_INVALID_ARG_VALUE('type', type, 'must be a supported key type');
  return new SecretKeyObject('secret', require('crypto').randomBytes(length >> 3));
}
function generateKey(type, o, cb) { const k = generateKeySync(type, o); process.nextTick(cb, null, k); }

// ---- signatures ----
function signOptions(key, k) {
  const o = key !== null && typeof key === 'object' && !(key instanceof KeyObject) && !ArrayBuffer.isView(key) ? key : {};
  const pss = o.padding === constants.RSA_PKCS1_PSS_PADDING;
  return { padding: pss ? 'pss' : 'pkcs1', salt: o.saltLength === undefined ? 0 : o.saltLength === -1 ? -1 : o.saltLength === -2 ? 0 : o.saltLength, p1363: o.dsaEncoding === 'ieee-p1363', k };
}
function digestOf(alg, k) {
  const [type] = b.info(k);
  if (type === 'ed25519') return '';
  return alg === null || alg === undefined ? 'sha256' : String(alg);
}
function checkDigest(d, short) {
  if (d === '') return;
  if (!/^(?:rsa-?)?(?:md5|sha-?(?:1|224|256|384|512))$/i.test(d)) {
    const e = new TypeError(short ? 'Invalid digest' : `Invalid digest: ${d}`);
    e.code = 'ERR_CRYPTO_INVALID_DIGEST';
    throw e;
  }
}
function signOnce(alg, data, key, cb) {
  const k = load(key, 'private'), o = signOptions(key, k), d = digestOf(alg, k);
  checkDigest(d);
  const r = Buffer.from(b.sign(k, d, toBuf(data), o.padding, o.salt, o.p1363));
  if (typeof cb === 'function') { setImmediate(cb, null, r); return undefined; }
  return r;
}
function verifyOnce(alg, data, key, sig, cb) {
  const k = load(key, 'public'), o = signOptions(key, k), d = digestOf(alg, k);
  checkDigest(d);
  const r = b.verify(k, d, toBuf(data), toBuf(sig, 'signature'), o.padding, o.salt, o.p1363);
  if (typeof cb === 'function') { setImmediate(cb, null, r); return undefined; }
  return r;
}
class SignBase extends Writable {
  constructor(alg, o) {
    super(o);
    if (typeof alg !== 'string') throw new codes.ERR_INVALID_ARG_TYPE('algorithm', 'string', alg);
    checkDigest(alg.replace(/WithRSAEncryption$/i, '').replace(/^ecdsa-with-/i, ''), true);
    Object.defineProperty(this, '_alg', { value: alg.replace(/WithRSAEncryption$/i, '').replace(/^ecdsa-with-/i, '') });
    Object.defineProperty(this, '_parts', { value: [] });
  }
  _write(chunk, enc, cb) { this.update(chunk, enc); cb(); }
  update(data, enc) { this._parts.push(Buffer.from(toBuf(data, 'data', enc))); return this; }
}
class Sign extends SignBase {
  sign(key, enc) {
    if (!key) throw new codes.ERR_CRYPTO_SIGN_KEY_REQUIRED();
    return out(signOnce(this._alg, Buffer.concat(this._parts), key), enc);
  }
}
class Verify extends SignBase {
  verify(key, sig, enc) { return verifyOnce(this._alg, Buffer.concat(this._parts), key, toBuf(sig, 'signature', enc)); }
}

// ---- RSA encryption ----
function rsaOptions(key, dflt) {
  const o = key !== null && typeof key === 'object' && !(key instanceof KeyObject) ? key : {};
  return { padding: (o.padding ?? dflt) === constants.RSA_PKCS1_PADDING ? 'pkcs1' : 'oaep', hash: o.oaepHash ?? 'sha1', label: o.oaepLabel ? toBuf(o.oaepLabel) : Buffer.alloc(0) };
}
const OAEP = constants.RSA_PKCS1_OAEP_PADDING;
function publicEncrypt(key, data) { const o = rsaOptions(key, OAEP); return Buffer.from(b.encrypt(load(key, 'public'), toBuf(data, 'buffer'), o.padding, o.hash, o.label)); }
function privateDecrypt(key, data) {
  const o = rsaOptions(key, OAEP);
  try { return Buffer.from(b.decrypt(load(key, 'private'), toBuf(data, 'buffer'), o.padding, o.hash, o.label)); } catch (e) {
    if (e.code !== 'ERR_OSSL_UNSUPPORTED' || /DECODER/.test(e.message)) throw e;
    const x = new Error('error:02000079:rsa routines::oaep decoding error');
    x.library = 'rsa routines'; x.reason = 'oaep decoding error'; x.code = 'ERR_OSSL_RSA_OAEP_DECODING_ERROR';
    throw x;
  }
}
function privateEncrypt(key, data) { return Buffer.from(b.privateEncrypt(load(key, 'private'), toBuf(data, 'buffer'))); }
function publicDecrypt(key, data) { return Buffer.from(b.publicDecrypt(load(key, 'public'), toBuf(data, 'buffer'))); }

// ---- agreement ----
const curves = { prime256v1: 'P-256', secp224r1: 'P-224', secp384r1: 'P-384', secp521r1: 'P-521' };
class ECDH {
  #curve; #key; #pub;
  constructor(curve) { if (!curves[curve]) throw new codes.ERR_CRYPTO_INVALID_CURVE(); this.#curve = curve; }
  generateKeys(enc, format) { this.#key = b.generate('ec', 0, this.#curve); return this.getPublicKey(enc, format); }
  computeSecret(other, inEnc, outEnc) {
    let pub;
    try { pub = b.raw(this.#curve, ECDH.convertKey(toBuf(other, 'otherPublicKey', inEnc), this.#curve)); } catch { throw new codes.ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY(); }
    return out(b.shared(this.#key, pub), outEnc);
  }
  getPublicKey(enc, format) {
    const p = Buffer.from(this.#pub ?? b.rawPublic(this.#key));
    return out(format === 'compressed' ? compress(p) : p, enc);
  }
  getPrivateKey(enc) { return out(b.rawPrivate(this.#key), enc); }
  setPrivateKey(key, enc) { this.#key = b.ecPrivate(this.#curve, toBuf(key, 'key', enc)); }
  setPublicKey(key, enc) { this.#pub = toBuf(key, 'key', enc); }
  static convertKey(key, curve, inEnc, outEnc, format = 'uncompressed') {
    const p = toBuf(key, 'key', inEnc);
    if (p[0] !== 4) throw new codes.ERR_METHOD_NOT_IMPLEMENTED('ECDH.convertKey of a compressed point');
    return out(format === 'compressed' ? compress(p) : p, outEnc);
  }
}
function compress(p) { const n = (p.length - 1) / 2; return Buffer.concat([Buffer.from([2 + (p[p.length - 1] & 1)]), p.subarray(1, 1 + n)]); }

class DiffieHellman {
  #p; #g; #x; #y;
  constructor(p, g) { this.#p = p; this.#g = g; this.verifyError = 0; }
  generateKeys(enc) {
    this.#x ??= require('crypto').randomBytes(Math.min(this.#p.length, 64));
    this.#y = Buffer.from(b.modexp(this.#g, this.#x, this.#p));
    return out(this.#y, enc);
  }
  computeSecret(other, inEnc, outEnc) { return out(b.modexp(toBuf(other, 'otherPublicKey', inEnc), this.#x, this.#p), outEnc); }
  getPrime(enc) { return out(this.#p, enc); }
  getGenerator(enc) { return out(this.#g, enc); }
  getPublicKey(enc) { return out(this.#y, enc); }
  getPrivateKey(enc) { return out(this.#x, enc); }
  setPublicKey(k, enc) { this.#y = toBuf(k, 'key', enc); }
  setPrivateKey(k, enc) { this.#x = toBuf(k, 'key', enc); }
}
function createDiffieHellman(size, keyEnc, gen, genEnc) {
  if (typeof keyEnc === 'number' || ArrayBuffer.isView(keyEnc)) { genEnc = gen; gen = keyEnc; keyEnc = undefined; }
  const p = typeof size === 'number' ? Buffer.from(b.prime(size)) : toBuf(size, 'sizeOrKey', keyEnc);
  const g = gen === undefined ? Buffer.from([2]) : typeof gen === 'number' ? Buffer.from([gen]) : toBuf(gen, 'generator', genEnc);
  return new DiffieHellman(p, g);
}
function diffieHellman({ privateKey, publicKey }) {
  if (!(privateKey instanceof KeyObject)) throw new codes.ERR_INVALID_ARG_VALUE('options.privateKey', privateKey);
  if (!(publicKey instanceof KeyObject)) throw new codes.ERR_INVALID_ARG_VALUE('options.publicKey', publicKey);
  if (privateKey.asymmetricKeyType !== publicKey.asymmetricKeyType) throw new codes.ERR_CRYPTO_INCOMPATIBLE_KEY('key types for Diffie-Hellman', `${privateKey.asymmetricKeyType} and ${publicKey.asymmetricKeyType}`);
  return Buffer.from(b.shared(kKey.get(privateKey), kKey.get(publicKey)));
}
const bigBuf = (n) => { let h = n.toString(16); if (h.length & 1) h = `0${h}`; return Buffer.from(h, 'hex'); };
function generatePrimeSync(size, o = {}) {
  const p = b.prime(size);
  return o.bigint ? BigInt(`0x${Buffer.from(p).toString('hex')}`) : p;
}
function generatePrime(size, o, cb) { if (typeof o === 'function') { cb = o; o = {}; } const p = generatePrimeSync(size, o); setImmediate(cb, null, p); }
function checkPrimeSync(c) { return b.isPrime(typeof c === 'bigint' ? bigBuf(c) : toBuf(c, 'candidate')); }
function checkPrime(c, o, cb) { if (typeof o === 'function') cb = o; const r = checkPrimeSync(c); setImmediate(cb, null, r); }

module.exports = {
  KeyObject, SecretKeyObject, PublicKeyObject, PrivateKeyObject, kKey, wrapKey, load, constants, createPrivateKey, createPublicKey, generateKeyPair, generateKeyPairSync, generateKey, generateKeySync,
  sign: signOnce, verify: verifyOnce, Sign, Verify, createSign: (a, o) => new Sign(a, o), createVerify: (a, o) => new Verify(a, o), publicEncrypt, privateDecrypt, privateEncrypt, publicDecrypt,
  ECDH, createECDH: (c) => new ECDH(c), getCurves: () => Object.keys(curves), DiffieHellman, createDiffieHellman, diffieHellman, generatePrime, generatePrimeSync, checkPrime, checkPrimeSync,
};
