'use strict';
// node:http
const { Server, ServerResponse } = require('internal/http/server');
const { IncomingMessage } = require('internal/http/incoming');
const { OutgoingMessage } = require('internal/http/outgoing');
const client = require('internal/http/client');
const { STATUS_CODES, checkName, checkValue, binding } = require('internal/http/common');

let globalAgent = client.globalAgent;

module.exports = {
  METHODS: binding.methods.slice().sort(),
  STATUS_CODES,
  Agent: client.Agent,
  ClientRequest: client.ClientRequest,
  IncomingMessage,
  OutgoingMessage,
  Server,
  ServerResponse,
  createServer: (options, listener) => new Server(options, listener),
  validateHeaderName: checkName,
  validateHeaderValue: checkValue,
  get: client.get,
  request: client.request,
  setMaxIdleHTTPParsers() {},
  maxHeaderSize: 16384,
};
Object.defineProperty(module.exports, 'globalAgent', {
  configurable: true,
  enumerable: true,
  get: () => globalAgent,
  set: (v) => { globalAgent = v; },
});
