'use strict';
// node:dns. A box knows the names of its /etc/hosts; there is no name server, so the resolve functions answer as for an unknown name.
const { codes } = require('internal/errors');
const net = require('net');
const binding = internalBinding('dns');
const nextTick = process.nextTick;

function notFound(syscall, host, code = 'ENOTFOUND') {
  const err = new Error(`${syscall} ${code} ${host}`);
  if (syscall === 'getaddrinfo') err.errno = -3008;
  else err.errno = undefined;
  err.code = code;
  err.syscall = syscall;
  err.hostname = host;
  return err;
}

function find(host, family) {
  return binding.lookup(host).map((address) => ({ address, family: net.isIP(address) })).filter((a) => !family || a.family === family);
}

function lookup(host, options, cb) {
  if (typeof options === 'function') {
    cb = options;
    options = {};
  } else if (typeof options === 'number') {
    options = { family: options };
  }
  options = options || {};
  if (typeof cb !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('callback', 'Function', cb);
  const family = options.family === 'IPv4' ? 4 : options.family === 'IPv6' ? 6 : options.family || 0;
  if (!host) {
    nextTick(cb, null, options.all ? [] : null, options.all ? undefined : family === 6 ? 6 : 4);
    return {};
  }
  const list = find(String(host), family);
  setImmediate(() => {
    if (!list.length) cb(notFound('getaddrinfo', host));
    else if (options.all) cb(null, list);
    else cb(null, list[0].address, list[0].family);
  });
  return {};
}
Object.defineProperty(lookup, Symbol.for('nodejs.util.promisify.customArgs'), { value: ['address', 'family'] });

function resolver(syscall, family) {
  return (host, options, cb) => {
    if (typeof options === 'function') cb = options;
    if (typeof cb !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('callback', 'Function', cb);
    const list = family ? find(host, family).map((a) => a.address) : [];
    setImmediate(() => {
      if (list.length) cb(null, list);
      else cb(notFound(syscall, host));
    });
    return {};
  };
}

const api = { lookup, resolve4: resolver('queryA', 4), resolve6: resolver('queryAaaa', 6) };
for (const t of ['Any', 'Caa', 'Cname', 'Mx', 'Naptr', 'Ns', 'Ptr', 'Soa', 'Srv', 'Txt']) api[`resolve${t}`] = resolver(`query${t}`, 0);
api.resolve = (host, type, cb) => {
  if (typeof type === 'function') {
    cb = type;
    type = 'A';
  }
  const name = type === 'A' ? 'resolve4' : type === 'AAAA' ? 'resolve6' : `resolve${type[0]}${type.slice(1).toLowerCase()}`;
  if (!api[name]) throw new codes.ERR_INVALID_ARG_VALUE('rrtype', type);
  return api[name](host, cb);
};
api.reverse = (ip, cb) => {
  const names = binding.reverse(ip);
  setImmediate(() => (names.length ? cb(null, names) : cb(notFound('getHostByAddr', ip))));
};
api.lookupService = (address, port, cb) => {
  const names = binding.reverse(address);
  setImmediate(() => (names.length ? cb(null, names[0], String(port)) : cb(notFound('getnameinfo', address))));
};

class Resolver {
  getServers() { return []; }
  setServers() {}
  cancel() {}
}
for (const key of Object.keys(api)) if (key !== 'lookup' && key !== 'lookupService') Resolver.prototype[key] = api[key];

const consts = { ADDRCONFIG: 32, ALL: 16, V4MAPPED: 8, NODATA: 'ENODATA', FORMERR: 'EFORMERR', SERVFAIL: 'ESERVFAIL', NOTFOUND: 'ENOTFOUND', NOTIMP: 'ENOTIMP',
  REFUSED: 'EREFUSED', BADNAME: 'EBADNAME', TIMEOUT: 'ETIMEOUT', CONNREFUSED: 'ECONNREFUSED', CANCELLED: 'ECANCELLED' };
let order = 'verbatim';
for (const k of ['ADDRGETNETWORKPARAMS', 'BADFAMILY', 'BADFLAGS', 'BADHINTS', 'BADQUERY', 'BADRESP', 'BADSTR', 'DESTRUCTION', 'FILE', 'LOADIPHLPAPI', 'NOMEM', 'NONAME', 'NOTINITIALIZED']) consts[k] ??= `E${k}`;
consts.EOF ??= 'EOF';
module.exports = { ...api, ...consts, Resolver, getServers: () => [], setServers() {}, setDefaultResultOrder(o) { order = o; }, getDefaultResultOrder: () => order };
Object.defineProperty(module.exports, 'promises', { configurable: true, enumerable: true, get: () => require('dns/promises') });
