'use strict';
// X509Certificate of node:crypto.
const { Buffer } = require('buffer');
const binding = internalBinding('tls');
class X509Certificate {
  #c;
  constructor(data) {
    if (typeof data !== 'string' && !ArrayBuffer.isView(data)) throw new (require('internal/errors').codes.ERR_INVALID_ARG_TYPE)('buffer', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
    this.#c = binding.parse(typeof data === 'string' ? Buffer.from(data) : data);
  }
  get subject() { return this.#c.subject.join('\n'); }
  get issuer() { return this.#c.issuer.join('\n'); }
  get subjectAltName() { return this.#c.altNames || undefined; }
  get validFrom() { return this.#c.from; }
  get validTo() { return this.#c.to; }
  get validFromDate() { return new Date(this.#c.from); }
  get validToDate() { return new Date(this.#c.to); }
  get fingerprint() { return this.#c.sha1; }
  get fingerprint256() { return this.#c.sha256; }
  get serialNumber() { return this.#c.serial; }
  get ca() { return this.#c.ca; }
  get raw() { return Buffer.from(this.#c.raw); }
  get publicKey() { return require('internal/crypto/keys').wrapKey(this.#c.key, 'public'); }
  toString() { return this.#c.pem; }
  toJSON() { return this.toString(); }
  toLegacyObject() { return { subject: this.subject, issuer: this.issuer, raw: this.raw }; }
  #match(host) { return require('tls').checkServerIdentity(host, { subjectaltname: this.#c.altNames, subject: {} }) === undefined ? host : undefined; }
  checkHost(name) { return this.#match(name); }
  checkIP(ip) { return this.#match(ip); }
  checkEmail(e) { return this.#c.altNames.split(', ').includes(`email:${e}`) ? e : undefined; }
  checkIssued(other) { return binding.signedBy(Buffer.from(this.#c.raw), other.raw); }
  checkPrivateKey(k) { const { createPublicKey } = require('crypto'); return createPublicKey(k).equals(this.publicKey); }
  verify(key) { void key; const { createPublicKey } = require('crypto'); return key.equals(this.publicKey) ? binding.signedBy(Buffer.from(this.#c.raw), Buffer.from(this.#c.raw)) : (createPublicKey, false); }
}
module.exports = { X509Certificate };
