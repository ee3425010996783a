'use strict';
// node:https: node:http over node:tls.
const http = require('http');
const tls = require('tls');
const net = require('net');
const { urlToOptions } = require('internal/http/client');

function createConnection(port, host, options) {
  if (port !== null && typeof port === 'object') options = port;
  else if (host !== null && typeof host === 'object') options = { ...host, port };
  else options = { ...options, port, host };
  const o = { ...options };
  if (o.path && !o.socketPath) delete o.path; // of the request, not of a socket
  if (o.socketPath) o.path = o.socketPath;
  o.servername ??= o.host && !net.isIP(o.host) ? o.host : '';
  return tls.connect(o);
}

class Agent extends http.Agent {
  constructor(options) {
    super(options);
    this.defaultPort = 443;
    this.protocol = 'https:';
    this.maxCachedSessions = this.options.maxCachedSessions ?? 100;
  }
  createConnection(...args) { return createConnection(...args); }
  getName(options = {}) {
    let name = super.getName(options);
    for (const k of ['ca', 'cert', 'clientCertEngine', 'ciphers', 'key', 'pfx', 'rejectUnauthorized', 'servername', 'minVersion', 'maxVersion']) name += `:${options[k] === undefined || (k === 'servername' && options.host === options.servername) ? '' : options[k]}`;
    return name;
  }
}
const globalAgent = new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 });

function Server(options, listener) {
  if (!(this instanceof Server)) return new Server(options, listener);
  if (typeof options === 'function') { listener = options; options = {}; }
  options = { ...options };
  http.Server.call(this, options, listener);
  this._setup({ ALPNProtocols: ['http/1.1'], ...options });
  this._secured = 'connection';
  this.on('connection', (s) => this.emit('secureConnection', s));
}
Object.setPrototypeOf(Server.prototype, http.Server.prototype);
Object.setPrototypeOf(Server, http.Server);
Object.assign(Server.prototype, tls._mixin);

function request(...args) {
  let options = {};
  if (typeof args[0] === 'string') options = urlToOptions(new URL(args.shift()));
  else if (args[0] && args[0].searchParams) options = urlToOptions(args.shift());
  if (args[0] && typeof args[0] !== 'function') Object.assign(options, args.shift());
  options._defaultAgent = module.exports.globalAgent;
  return new http.ClientRequest(options, args[0]);
}
function get(...args) {
  const req = request(...args);
  req.end();
  return req;
}
module.exports = { Agent, Server, globalAgent, request, get, createServer: (o, l) => new Server(o, l) };
