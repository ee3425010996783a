'use strict';
// node:tls: TLS on the sockets of the box. Clients trust the box's own authority, or the `ca` they are given.
const net = require('net');
const { Buffer } = require('buffer');
const { E, codes, notImplemented } = require('internal/errors');
const binding = internalBinding('tls');
E('ERR_TLS_CERT_ALTNAME_INVALID', Error, (reason) => `Hostname/IP does not match certificate's altnames: ${reason}`);
E('ERR_TLS_INVALID_PROTOCOL_VERSION', TypeError, (v, w) => `${JSON.stringify(v)} is not a valid ${w} TLS protocol version`);
E('ERR_SSL_NO_CERT', Error, (m) => m);

const pemText = (v) => v === undefined || v === null ? '' : Array.isArray(v) ? v.map((x) => pemText(x?.pem ?? x?.buf ?? x)).join('\n') : typeof v === 'string' ? v : ArrayBuffer.isView(v) ? Buffer.from(v.buffer, v.byteOffset, v.byteLength).toString('latin1') : v.type ? v.export({ type: 'pkcs8', format: 'pem' }) : String(v);
class SecureContext {
  constructor(o = {}) {
    const c = { cert: pemText(o.cert), key: pemText(o.key), ca: pemText(o.ca), min: o.minVersion, max: o.maxVersion };
    for (const k of ['min', 'max']) if (c[k] !== undefined && !/^TLSv1(?:\.[123])?$/.test(c[k])) throw new codes.ERR_TLS_INVALID_PROTOCOL_VERSION(c[k], k === 'min' ? 'minimum' : 'maximum');
    if (o.pfx) throw new codes.ERR_METHOD_NOT_IMPLEMENTED('tls: pfx');
    if (c.cert && c.key) {
      const bad = binding.checkPair(c.cert, c.key);
      if (bad) throw Object.assign(new Error(/do not match|does not match/.test(bad) ? 'error:05800074:x509 certificate routines::key values mismatch' : 'error:0909006C:PEM routines:get_name:no start line'), { code: /match/.test(bad) ? 'ERR_OSSL_X509_KEY_VALUES_MISMATCH' : 'ERR_OSSL_PEM_NO_START_LINE' });
    }
    Object.defineProperty(this, '_c', { value: c });
    this.context = {};
  }
}
const createSecureContext = (o) => new SecureContext(o);
const context = (o) => o.secureContext instanceof SecureContext ? o.secureContext : createSecureContext(o);
const protocols = (p) => p === undefined || p === null ? '' : Array.isArray(p) ? p.map(String).join(',') : (() => { const b = Buffer.from(p), l = []; for (let i = 0; i < b.length; i += b[i] + 1) l.push(b.toString('latin1', i + 1, i + 1 + b[i])); return l.join(','); })();

function names(list) {
  const o = { __proto__: null };
  for (const p of list) { const i = p.indexOf('='); if (i > 0) o[p.slice(0, i)] = p.slice(i + 1); }
  return o;
}
// legacy is a certificate as getPeerCertificate() shows it.
function legacy(c) {
  if (!c) return {};
  return { subject: names(c.subject), issuer: names(c.issuer), subjectaltname: c.altNames || undefined, ca: c.ca, valid_from: c.from, valid_to: c.to, fingerprint: c.sha1, fingerprint256: c.sha256, serialNumber: c.serial, raw: Buffer.from(c.raw) };
}

function wild(host, pattern) {
  host = host.toLowerCase().replace(/\.$/, '');
  pattern = pattern.toLowerCase();
  if (!pattern.includes('*')) return host === pattern;
  const [h, ...hr] = host.split('.'), [p, ...pr] = pattern.split('.');
  if (hr.length < 2 && pr.length < 2 || hr.join('.') !== pr.join('.')) return false;
  const [a, b] = p.split('*');
  return h.length >= a.length + b.length && h.startsWith(a) && h.endsWith(b);
}
function checkServerIdentity(hostname, cert) {
  hostname = `${hostname}`;
  const alt = cert.subjectaltname ? cert.subjectaltname.split(', ') : [];
  const dns = alt.filter((a) => a.startsWith('DNS:')).map((a) => a.slice(4)), ips = alt.filter((a) => a.startsWith('IP Address:')).map((a) => a.slice(11));
  let ok = false, reason;
  if (net.isIP(hostname)) {
    ok = ips.includes(hostname);
    if (!ok) reason = `IP: ${hostname} is not in the cert's list: ${ips.join(', ')}`;
  } else if (dns.length) {
    ok = dns.some((d) => wild(hostname, d));
    if (!ok) reason = `Host: ${hostname}. is not in the cert's altnames: ${cert.subjectaltname}`;
  } else {
    const cn = cert.subject?.CN;
    ok = cn !== undefined && wild(hostname, cn);
    if (!ok) reason = cn === undefined ? 'Cert does not contain a DNS name' : `Host: ${hostname}. is not cert's CN: ${cn}`;
  }
  if (ok) return undefined;
  const err = new codes.ERR_TLS_CERT_ALTNAME_INVALID(reason);
  err.reason = reason; err.host = hostname; err.cert = cert;
  return err;
}

// JSStreamSocket is a socket over any duplex stream; packages reach it as tlsSocket._handle._parentWrap.
class JSStreamSocket extends net.Socket {
  constructor(stream) {
    super();
    this.stream = stream;
    Object.defineProperty(this, '_handle', { value: {}, writable: true, configurable: true });
    stream.on('data', (d) => this.push(d)).on('end', () => this.push(null)).on('error', (e) => this.destroy(e));
  }
  _read() { this.stream.resume?.(); }
  _write(data, enc, cb) { this.stream.write(data, enc, cb); }
  _final(cb) { this.stream.end(cb); }
  _destroy(err, cb) { this.stream.destroy(); cb(err); }
}
function TLSSocket(socket, options = {}) {
  if (!(this instanceof TLSSocket)) return new TLSSocket(socket, options);
  net.Socket.call(this, { allowHalfOpen: options.allowHalfOpen ?? socket?.allowHalfOpen });
  this._tlsOptions = options;
  this.encrypted = true;
  this.authorized = false;
  this.authorizationError = null;
  this.alpnProtocol = null;
  this.servername = null;
  this.secureConnecting = true;
  this._info = null;
  if (socket && !(socket instanceof net.Socket)) Object.defineProperty(this, '_handle', { value: { _parentWrap: new JSStreamSocket(socket) }, writable: true, configurable: true });
  if (socket) {
    this._parent = socket;
    if (socket._id && !socket.connecting) this._adopt(socket);
    else socket.once('connect', () => this._adopt(socket));
    socket.on('error', (e) => this.destroy(e));
  }
}
Object.setPrototypeOf(TLSSocket.prototype, net.Socket.prototype);
Object.setPrototypeOf(TLSSocket, net.Socket);

// _adopt takes over a socket that is connected: what it carries from now on is ours.
TLSSocket.prototype._adopt = function(socket) {
  const id = socket._id;
  if (!id) { this.destroy(); return; }
  this.connecting = true;
  net._handles.delete(id);
  socket._id = 0;
  socket._stolen = true;
  this._attach(id, socket._peer);
  this._secure(socket._peer);
};
TLSSocket.prototype._onConnected = function(err, addrs) {
  if (err) { net.Socket.prototype._onConnected.call(this, err, addrs); return; }
  this._peer = addrs;
  this._secure(addrs);
};
TLSSocket.prototype._secure = function(addrs) {
  const o = this._tlsOptions, c = o._context ??= context(o);
  const server = !!o.isServer;
  const host = o.servername ?? (o.host && !net.isIP(o.host) ? o.host : '');
  const err = binding.start(this._id, { server, name: host, ca: c._c.ca, cert: c._c.cert, key: c._c.key, min: c._c.min, max: c._c.max, alpn: protocols(o.ALPNProtocols), request: !!o.requestCert, reject: o.rejectUnauthorized !== false }, (e, info) => {
    if (this.destroyed) return;
    if (e !== null) { this._fail(e, server); return; }
    this.secureConnecting = false;
    this._info = info;
    this.alpnProtocol = info[2] || false;
    this.servername = server ? info[6] || false : host || null;
    const judged = server ? o.requestCert : true;
    let bad = null;
    if (info[3]) bad = Object.assign(new Error(info[4]), { code: info[3] });
    else if (!server) bad = (o.checkServerIdentity ?? checkServerIdentity)(o.servername || o.host || 'localhost', legacy(info[5])) ?? null;
    this.authorized = judged && bad === null;
    this.authorizationError = bad ? bad.code ?? bad.message : null;
    if (bad && o.rejectUnauthorized !== false && judged) {
      if (server) { this.destroy(); return; }
      this.destroy(bad);
      return;
    }
    net.Socket.prototype._onConnected.call(this, null, addrs);
    this.emit('secure');
    if (!server) this.emit('secureConnect');
  });
  if (err !== null) this._fail(err, server);
};
TLSSocket.prototype._fail = function(text, server) {
  let e;
  if (/EOF|reset|closed/i.test(text)) e = Object.assign(new Error(server ? 'socket hang up' : 'Client network socket disconnected before secure TLS connection was established'), { code: 'ECONNRESET' });
  else if (/first record does not look like a TLS/.test(text)) e = Object.assign(new Error('write EPROTO error:0A00010B:SSL routines:ssl3_get_record:wrong version number\n'), { code: 'EPROTO', errno: -71, syscall: 'write' });
  else e = Object.assign(new Error(`error:0A000410:SSL routines::${text.replace(/^(?:remote error: )?tls: /, '')}`), { code: 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE' });
  if (server && this._tlsServer) this._tlsServer.emit('tlsClientError', e, this);
  if (server) this.destroy(); else this.destroy(e);
};
TLSSocket.prototype.getPeerCertificate = function() { return legacy(this._info?.[5]); };
TLSSocket.prototype.getPeerX509Certificate = function() { return this._info?.[5] ? new (require('internal/crypto/x509').X509Certificate)(Buffer.from(this._info[5].raw)) : undefined; };
TLSSocket.prototype.getCertificate = function() { const c = this._tlsOptions._context; return c?._c.cert ? legacy(binding.parse(Buffer.from(c._c.cert))) : {}; };
TLSSocket.prototype.getProtocol = function() { return this._info ? this._info[0] : null; };
TLSSocket.prototype.getCipher = function() { return this._info ? { name: this._info[1], standardName: this._info[1], version: this._info[0] } : {}; };
TLSSocket.prototype.getSession = () => undefined;
TLSSocket.prototype.isSessionReused = () => false;
TLSSocket.prototype.getTLSTicket = () => undefined;
TLSSocket.prototype.getFinished = () => undefined;
TLSSocket.prototype.getPeerFinished = () => undefined;
TLSSocket.prototype.getEphemeralKeyInfo = () => ({});
TLSSocket.prototype.getSharedSigalgs = () => [];
TLSSocket.prototype.setMaxSendFragment = () => true;
TLSSocket.prototype.disableRenegotiation = () => {};
TLSSocket.prototype.enableTrace = () => {};
TLSSocket.prototype.setServername = function(n) { this._tlsOptions.servername = n; };
TLSSocket.prototype.renegotiate = notImplemented('tls.TLSSocket.renegotiate');

function connect(...args) {
  let [o, cb] = net._normalizeArgs(args);
  if (typeof args[1] === 'object' && args[1] !== null) o = { ...o, ...args[1] };
  else if (typeof args[2] === 'object' && args[2] !== null) o = { ...o, ...args[2] };
  o = { __proto__: null, rejectUnauthorized: process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0', ...o };
  if (!o.socket && !o.path) o.host ??= 'localhost';
  o._context = context(o);
  const s = new TLSSocket(o.socket, o);
  if (cb) s.once('secureConnect', cb);
  if (!o.socket) s.connect(o);
  return s;
}

function Server(options, listener) {
  if (!(this instanceof Server)) return new Server(options, listener);
  if (typeof options === 'function') { listener = options; options = {}; }
  options ??= {};
  net.Server.call(this, { allowHalfOpen: options.allowHalfOpen });
  this._setup(options);
  if (listener) this.on('secureConnection', listener);
}
Object.setPrototypeOf(Server.prototype, net.Server.prototype);
Object.setPrototypeOf(Server, net.Server);
const mixin = {
  _setup(options) {
    this._tls = { __proto__: null, ...options };
    this._tls._context = context(options);
    this._contexts = [];
    this._secured = 'secureConnection';
  },
  setSecureContext(o) { this._tls._context = createSecureContext(o); },
  addContext(name, c) { this._contexts.push([name, c instanceof SecureContext ? c : createSecureContext(c)]); },
  getTicketKeys() { return Buffer.alloc(48); },
  setTicketKeys() {},
  _onAccepted(id, addrs) {
    const t = this._tls;
    const s = new TLSSocket(null, { isServer: true, _context: t._context, ALPNProtocols: t.ALPNProtocols, requestCert: t.requestCert, rejectUnauthorized: t.rejectUnauthorized, allowHalfOpen: this.allowHalfOpen });
    s._tlsServer = this;
    s._attach(id, addrs);
    this._connections++;
    this._sockets.add(s);
    s.server = this;
    s._server = this;
    s.connecting = true;
    s.on('secure', () => this.emit(this._secured, s));
    s.on('error', (e) => { if (s.secureConnecting) this.emit('tlsClientError', e, s); });
    s._secure(addrs);
  },
};
Object.assign(Server.prototype, mixin);

module.exports = {
  TLSSocket, Server, SecureContext, connect, createSecureContext, checkServerIdentity, _mixin: mixin,
  createServer: (o, l) => new Server(o, l), createSecurePair: notImplemented('tls.createSecurePair'),
  getCiphers: () => ['tls_aes_128_gcm_sha256', 'tls_aes_256_gcm_sha384', 'tls_chacha20_poly1305_sha256', 'ecdhe-ecdsa-aes128-gcm-sha256', 'ecdhe-ecdsa-aes256-gcm-sha384', 'ecdhe-rsa-aes128-gcm-sha256', 'ecdhe-rsa-aes256-gcm-sha384'],
  convertALPNProtocols(p, out) { out.ALPNProtocols = Buffer.concat(p.map((x) => Buffer.concat([Buffer.from([x.length]), Buffer.from(x)]))); },
  DEFAULT_ECDH_CURVE: 'auto', DEFAULT_MIN_VERSION: 'TLSv1.2', DEFAULT_MAX_VERSION: 'TLSv1.3', DEFAULT_CIPHERS: 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256',
  CLIENT_RENEG_LIMIT: 3, CLIENT_RENEG_WINDOW: 600,
};
Object.defineProperty(module.exports, 'rootCertificates', { enumerable: true, configurable: true, get: () => Object.freeze(binding.roots().split(/(?<=-----END CERTIFICATE-----)\n/).filter(Boolean)) });
