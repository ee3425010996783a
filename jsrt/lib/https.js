'use strict';
// node:https. A box has no TLS yet: making a server or a connection says so; the classes exist for libraries that only refer to
// them.
const http = require('http');
const { codes } = require('internal/errors');

function notImplemented(name) {
  return new codes.ERR_METHOD_NOT_IMPLEMENTED(name);
}

class Agent extends http.Agent {
  constructor(options) {
    super(options);
    this.defaultPort = 443;
    this.protocol = 'https:';
    this.maxCachedSessions = 100;
  }
  createConnection() {
    throw notImplemented('https: TLS connections');
  }
}

const globalAgent = new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 });

function Server() {
  throw notImplemented('https.Server');
}

function request(...args) {
  let options = {};
  if (typeof args[0] === 'string') options = require('internal/http/client').urlToOptions(new URL(args.shift()));
  else if (args[0] && args[0].searchParams) options = require('internal/http/client').urlToOptions(args.shift());
  if (args[0] && typeof args[0] !== 'function') Object.assign(options, args.shift());
  options._defaultAgent = globalAgent;
  return new http.ClientRequest(options, args[0]);
}

function get(...args) {
  const req = request(...args);
  req.end();
  return req;
}

module.exports = { Agent, Server, globalAgent, request, get, createServer: () => new Server() };
