'use strict';
// SubtleCrypto over node:crypto.
const crypto = require('crypto');
const { Buffer } = require('buffer');
const K = require('internal/crypto/keys');
const b = internalBinding('keys');
const { kKey } = K;
const fail = (name, msg) => { throw new DOMException(msg, name); };
const notSupported = (what = 'Unrecognized algorithm name') => fail('NotSupportedError', what);
const hashes = { 'SHA-1': 'sha1', 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' };
const names = ['RSASSA-PKCS1-v1_5', 'RSA-PSS', 'RSA-OAEP', 'ECDSA', 'ECDH', 'Ed25519', 'X25519', 'HMAC', 'AES-CBC', 'AES-CTR', 'AES-GCM', 'AES-KW', 'PBKDF2', 'HKDF', ...Object.keys(hashes)];
const byUpper = new Map(names.map((n) => [n.toUpperCase(), n]));
function norm(a) {
  const o = typeof a === 'string' ? { name: a } : a;
  if (o === null || typeof o !== 'object') throw new TypeError('Algorithm: expected a string or an object');
  const name = byUpper.get(String(o.name).toUpperCase()) ?? notSupported();
  const r = { __proto__: null, ...o, name };
  if (r.hash !== undefined) r.hash = { name: norm(r.hash).name };
  return r;
}
const bytes = (v) => {
  if (ArrayBuffer.isView(v)) return Buffer.from(v.buffer, v.byteOffset, v.byteLength);
  if (v instanceof ArrayBuffer) return Buffer.from(v);
  throw new TypeError("Failed to execute on 'SubtleCrypto': argument is not instance of ArrayBuffer, Buffer, TypedArray, or DataView.");
};
const ab = (x) => { const u = Buffer.from(x); return u.buffer.slice(u.byteOffset, u.byteOffset + u.byteLength); };
const guard = Symbol('CryptoKey');
class CryptoKey {
  #o;
  constructor(g, keyObject, algorithm, extractable, usages) {
    if (g !== guard) { const { codes } = require('internal/errors'); throw new codes.ERR_ILLEGAL_CONSTRUCTOR(); }
    this.#o = { keyObject, algorithm, extractable, usages };
  }
  get type() { return this.#o.keyObject.type; }
  get extractable() { return this.#o.extractable; }
  get algorithm() { return this.#o.algorithm; }
  get usages() { return [...this.#o.usages]; }
  get _keyObject() { return this.#o.keyObject; }
  [Symbol.for('nodejs.util.inspect.custom')](d, o) { return `CryptoKey ${require('internal/inspect').inspect({ type: this.type, extractable: this.extractable, algorithm: this.algorithm, usages: this.usages }, o)}`; }
  get [Symbol.toStringTag]() { return 'CryptoKey'; }
}
Object.defineProperty(CryptoKey.prototype, '_keyObject', { enumerable: false });
const make = (ko, alg, ext, usages) => new CryptoKey(guard, ko, alg, ko.type === 'public' ? true : ext, usages);
const secret = (buf) => new K.SecretKeyObject('secret', Buffer.from(buf));
const need = (key, use) => { if (!(key instanceof CryptoKey)) throw new TypeError('key is not a CryptoKey'); if (!key.usages.includes(use)) fail('InvalidAccessError', `Unable to use this key to ${use}`); };
const match = (a, key) => { if (a.name !== key.algorithm.name) fail('InvalidAccessError', 'Key algorithm mismatch'); };
const hashLen = { 'SHA-1': 512, 'SHA-256': 512, 'SHA-384': 1024, 'SHA-512': 1024 };
const publicUses = { verify: 1, encrypt: 1, wrapKey: 1 };
const split = (usages, pub, derive) => usages.filter((u) => derive ? !pub : pub ? publicUses[u] : !publicUses[u]);

function generate(a, ext, usages) {
  switch (a.name) {
    case 'RSASSA-PKCS1-v1_5': case 'RSA-PSS': case 'RSA-OAEP': {
      const k = b.generate('rsa', a.modulusLength, '');
      const alg = { name: a.name, modulusLength: a.modulusLength, publicExponent: new Uint8Array(a.publicExponent), hash: a.hash };
      return { publicKey: make(K.wrapKey(b.public(k), 'public'), alg, true, split(usages, true)), privateKey: make(K.wrapKey(k, 'private'), alg, ext, split(usages, false)) };
    }
    case 'ECDSA': case 'ECDH': {
      if (!['P-256', 'P-384', 'P-521'].includes(a.namedCurve)) notSupported('Unrecognized namedCurve');
      const k = b.generate('ec', 0, a.namedCurve), alg = { name: a.name, namedCurve: a.namedCurve };
      return { publicKey: make(K.wrapKey(b.public(k), 'public'), alg, true, split(usages, true, a.name === 'ECDH')), privateKey: make(K.wrapKey(k, 'private'), alg, ext, split(usages, false, a.name === 'ECDH')) };
    }
    case 'Ed25519': case 'X25519': {
      const k = b.generate(a.name.toLowerCase(), 0, ''), alg = { name: a.name };
      return { publicKey: make(K.wrapKey(b.public(k), 'public'), alg, true, split(usages, true, a.name === 'X25519')), privateKey: make(K.wrapKey(k, 'private'), alg, ext, split(usages, false, a.name === 'X25519')) };
    }
    case 'HMAC': { const length = a.length ?? hashLen[a.hash.name]; return make(secret(crypto.randomBytes(Math.ceil(length / 8))), { name: 'HMAC', length, hash: a.hash }, ext, usages); }
    case 'AES-CBC': case 'AES-CTR': case 'AES-GCM': case 'AES-KW':
      if (![128, 192, 256].includes(a.length)) fail('OperationError', 'Invalid key length');
      return make(secret(crypto.randomBytes(a.length / 8)), { name: a.name, length: a.length }, ext, usages);
  }
  return notSupported();
}
function asymAlg(a, k) {
  const [type, bits, e, curve] = b.info(k);
  if (a.name.startsWith('RSA')) {
    if (type !== 'rsa') fail('DataError', 'Invalid key type');
    let h = e.toString(16);
    if (h.length & 1) h = `0${h}`;
    return { name: a.name, modulusLength: bits, publicExponent: new Uint8Array(Buffer.from(h, 'hex')), hash: a.hash };
  }
  if (a.name.startsWith('EC')) {
    const nist = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521', secp224r1: 'P-224' }[curve];
    if (type !== 'ec' || nist !== a.namedCurve) fail('DataError', 'Named curve mismatch');
    return { name: a.name, namedCurve: a.namedCurve };
  }
  if (type !== a.name.toLowerCase()) fail('DataError', 'Invalid key type');
  return { name: a.name };
}
function importIt(format, data, a, ext, usages) {
  switch (a.name) {
    case 'HMAC': case 'AES-CBC': case 'AES-CTR': case 'AES-GCM': case 'AES-KW': case 'PBKDF2': case 'HKDF': {
      let raw;
      if (format === 'raw') raw = bytes(data);
      else if (format === 'jwk') { if (data.kty !== 'oct') fail('DataError', 'Invalid JWK'); raw = Buffer.from(data.k, 'base64url'); } else notSupported(`Unable to import ${a.name} key with format ${format}`);
      if (a.name.startsWith('AES') && ![16, 24, 32].includes(raw.length)) fail('DataError', 'Invalid key length');
      const alg = { name: a.name };
      if (a.name === 'HMAC') { alg.length = raw.length * 8; alg.hash = a.hash; } else if (a.name.startsWith('AES')) alg.length = raw.length * 8;
      if ((a.name === 'PBKDF2' || a.name === 'HKDF') && ext) fail('SyntaxError', `${a.name} keys are not extractable`);
      return make(secret(raw), alg, ext, usages);
    }
  }
  let k, priv = false;
  try {
    if (format === 'jwk') { k = b.fromJWK(data); priv = data.d !== undefined; } else if (format === 'raw') k = b.raw(a.namedCurve ?? a.name, bytes(data));
    else if (format === 'spki') k = b.public(b.import(bytes(data)));
    else if (format === 'pkcs8') { k = b.import(bytes(data)); priv = true; } else notSupported();
  } catch (e) { if (e instanceof DOMException) throw e; fail('DataError', 'Invalid keyData'); }
  return make(K.wrapKey(k, priv ? 'private' : 'public'), asymAlg(a, k), ext, usages);
}
const jwkAlg = (a) => ({ HMAC: () => `HS${a.hash.name.slice(4)}`, 'AES-CBC': () => `A${a.length}CBC`, 'AES-GCM': () => `A${a.length}GCM`, 'AES-CTR': () => `A${a.length}CTR`, 'AES-KW': () => `A${a.length}KW`,
  'RSASSA-PKCS1-v1_5': () => `RS${a.hash.name.slice(4)}`, 'RSA-PSS': () => `PS${a.hash.name.slice(4)}`, 'RSA-OAEP': () => `RSA-OAEP${a.hash.name === 'SHA-1' ? '' : `-${a.hash.name.slice(4)}`}` })[a.name]?.();
function exportIt(format, key) {
  if (!key.extractable) fail('InvalidAccessError', 'key is not extractable');
  const ko = key._keyObject;
  if (format === 'jwk') {
    const j = ko.export({ format: 'jwk' });
    const r = { key_ops: key.usages, ext: key.extractable, ...j };
    const alg = jwkAlg(key.algorithm);
    if (alg) r.alg = alg;
    return r;
  }
  if (format === 'raw') return ko.type === 'secret' ? ab(ko.export()) : ko.type === 'public' ? b.rawPublic(kKey.get(ko)) : notSupported();
  if (format === 'spki' && ko.type === 'public') return ab(ko.export({ format: 'der', type: 'spki' }));
  if (format === 'pkcs8' && ko.type === 'private') return ab(ko.export({ format: 'der', type: 'pkcs8' }));
  return notSupported(`Unable to export a raw ${key.algorithm.name} ${key.type} key`);
}
function cipher(a, key, data, enc) {
  const raw = key._keyObject._bytes, bits = raw.length * 8;
  try {
    switch (a.name) {
      case 'AES-CBC': { const c = (enc ? crypto.createCipheriv : crypto.createDecipheriv)(`aes-${bits}-cbc`, raw, bytes(a.iv)); return ab(Buffer.concat([c.update(bytes(data)), c.final()])); }
      case 'AES-CTR': { const c = (enc ? crypto.createCipheriv : crypto.createDecipheriv)(`aes-${bits}-ctr`, raw, bytes(a.counter)); return ab(Buffer.concat([c.update(bytes(data)), c.final()])); }
      case 'AES-GCM': {
        const n = (a.tagLength ?? 128) / 8, d = bytes(data);
        const c = (enc ? crypto.createCipheriv : crypto.createDecipheriv)(`aes-${bits}-gcm`, raw, bytes(a.iv), { authTagLength: n });
        if (a.additionalData) c.setAAD(bytes(a.additionalData));
        if (enc) { const x = Buffer.concat([c.update(d), c.final()]); return ab(Buffer.concat([x, c.getAuthTag()])); }
        c.setAuthTag(d.subarray(d.length - n));
        return ab(Buffer.concat([c.update(d.subarray(0, d.length - n)), c.final()]));
      }
      case 'RSA-OAEP': return (enc ? b.encrypt : b.decrypt)(kKey.get(key._keyObject), bytes(data), 'oaep', hashes[key.algorithm.hash.name], a.label ? bytes(a.label) : Buffer.alloc(0));
    }
  } catch { fail('OperationError', 'The operation failed for an operation-specific reason'); }
  return notSupported();
}
function signature(a, key, data, sig) {
  const k = kKey.get(key._keyObject), d = bytes(data);
  const run = (hash, padding, salt, p1363) => sig === undefined ? b.sign(k, hash, d, padding, salt, p1363) : b.verify(k, hash, d, bytes(sig), padding, salt, p1363);
  switch (a.name) {
    case 'HMAC': { const m = crypto.createHmac(hashes[key.algorithm.hash.name], key._keyObject._bytes).update(d).digest(); if (sig === undefined) return ab(m); const s = bytes(sig); return s.length === m.length && crypto.timingSafeEqual(m, s); }
    case 'RSASSA-PKCS1-v1_5': return run(hashes[key.algorithm.hash.name], 'pkcs1', 0, false);
    case 'RSA-PSS': return run(hashes[key.algorithm.hash.name], 'pss', a.saltLength || -1, false);
    case 'ECDSA': return run(hashes[a.hash.name], '', 0, true);
    case 'Ed25519': return run('', '', 0, false);
  }
  return notSupported();
}
function derive(a, key, length) {
  switch (a.name) {
    case 'PBKDF2': return ab(crypto.pbkdf2Sync(key._keyObject._bytes, bytes(a.salt), a.iterations, length / 8, hashes[norm(a.hash).name]));
    case 'HKDF': return crypto.hkdfSync(hashes[norm(a.hash).name], key._keyObject._bytes, bytes(a.salt), bytes(a.info), length / 8);
    case 'ECDH': case 'X25519': { const s = b.shared(kKey.get(key._keyObject), kKey.get(a.public._keyObject)); if (length === null || length === undefined) return s; if (s.byteLength * 8 < length) fail('OperationError', 'derived bit length is too small'); return s.slice(0, Math.ceil(length / 8)); }
  }
  return notSupported();
}
const keyLength = (a) => a.name.startsWith('AES') ? a.length : a.name === 'HMAC' ? a.length ?? hashLen[a.hash.name] : null;

class SubtleCrypto {
  async digest(a, data) {
    const name = hashes[norm(a).name] ?? notSupported();
    const d = crypto.createHash(name).update(bytes(data)).digest();
    await new Promise((r) => { setImmediate(r); });
    return ab(d);
  }
  async generateKey(a, ext, usages) {
    const k = generate(norm(a), ext, usages);
    await null;
    const use = k.privateKey ? k.privateKey.usages : k.usages;
    if (use.length === 0) fail('SyntaxError', 'Usages cannot be empty when creating a key.');
    return k;
  }
  async importKey(format, data, a, ext, usages) { return importIt(format, data, norm(a), ext, usages); }
  async exportKey(format, key) { return exportIt(format, key); }
  async encrypt(a, key, data) { a = norm(a); need(key, 'encrypt'); match(a, key); return cipher(a, key, data, true); }
  async decrypt(a, key, data) { a = norm(a); need(key, 'decrypt'); match(a, key); return cipher(a, key, data, false); }
  async sign(a, key, data) { a = norm(a); need(key, 'sign'); match(a, key); return signature(a, key, data); }
  async verify(a, key, sig, data) { a = norm(a); need(key, 'verify'); match(a, key); return signature(a, key, data, sig); }
  async deriveBits(a, key, length) { a = norm(a); need(key, 'deriveBits'); match(a, key); return derive(a, key, length); }
  async deriveKey(a, key, to, ext, usages) { a = norm(a); to = norm(to); need(key, 'deriveKey'); match(a, key); return importIt('raw', derive(a, key, keyLength(to)), to, ext, usages); }
  async wrapKey(format, key, wrapping, a) {
    need(wrapping, 'wrapKey');
    let d = exportIt(format, key);
    if (format === 'jwk') d = Buffer.from(JSON.stringify(d));
    return cipher(norm(a), wrapping, d, true);
  }
  async unwrapKey(format, data, unwrapping, a, ka, ext, usages) {
    need(unwrapping, 'unwrapKey');
    let d = cipher(norm(a), unwrapping, data, false);
    if (format === 'jwk') d = JSON.parse(Buffer.from(d).toString());
    return importIt(format, d, norm(ka), ext, usages);
  }
}
module.exports = { subtle: new SubtleCrypto(), SubtleCrypto, CryptoKey, fromKeyObject: (ko, a, ext, usages) => make(ko, norm(a), ext, usages) };
