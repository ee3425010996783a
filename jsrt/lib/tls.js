'use strict';
// node:tls: the names that packages look up when they are loaded. There are no TLS connections inside a box; what would make
// one throws ERR_METHOD_NOT_IMPLEMENTED.
const net = require('net');
const { codes: { ERR_METHOD_NOT_IMPLEMENTED }, notImplemented } = require('internal/errors');

class TLSSocket extends net.Socket {
  constructor() { throw new ERR_METHOD_NOT_IMPLEMENTED('tls.TLSSocket'); }
}
class Server extends net.Server {
  constructor() { throw new ERR_METHOD_NOT_IMPLEMENTED('tls.Server'); }
}
class SecureContext {}
module.exports = {
  TLSSocket, Server, SecureContext,
  connect: notImplemented('tls.connect'), createServer: notImplemented('tls.createServer'), createSecurePair: notImplemented('tls.createSecurePair'),
  createSecureContext: () => new SecureContext(), checkServerIdentity: notImplemented('tls.checkServerIdentity'), getCiphers: () => [],
  rootCertificates: Object.freeze([]), DEFAULT_ECDH_CURVE: 'auto', DEFAULT_MIN_VERSION: 'TLSv1.2', DEFAULT_MAX_VERSION: 'TLSv1.3', DEFAULT_CIPHERS: '',
  CLIENT_RENEG_LIMIT: 3, CLIENT_RENEG_WINDOW: 600,
};
