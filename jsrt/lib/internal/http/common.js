'use strict';
// What server and client of HTTP share: errors, checks of names and values, the parser and its callbacks.
const { E, codes } = require('internal/errors');
const { Buffer } = require('buffer');
const binding = internalBinding('http');

const define = (code, Base, message) => codes[code] || E(code, Base, message);
define('ERR_HTTP_HEADERS_SENT', Error, (what) => `Cannot ${what} headers after they are sent to the client`);
define('ERR_HTTP_INVALID_HEADER_VALUE', TypeError, (value, name) => `Invalid value "${value}" for header "${name}"`);
define('ERR_HTTP_INVALID_STATUS_CODE', RangeError, (code) => `Invalid status code: ${code}`);
define('ERR_INVALID_HTTP_TOKEN', TypeError, (what, value) => `${what} must be a valid HTTP token ["${value}"]`);
define('ERR_INVALID_CHAR', TypeError, (what, field) => `Invalid character in ${what}${field === undefined ? '' : ` ["${field}"]`}`);
define('ERR_HTTP_TRAILER_INVALID', Error, () => 'Trailers are invalid with this transfer encoding');
define('ERR_HTTP_CONTENT_LENGTH_MISMATCH', Error, (a, b) => `Response body's content-length of ${a} byte(s) does not match the content-length of ${b} byte(s) set in header`);
define('ERR_HTTP_BODY_NOT_ALLOWED', Error, () => 'Adding content for this request method or response status is not allowed.');
define('ERR_HTTP_SOCKET_ENCODING', Error, () => 'Changing the socket encoding is not allowed per RFC7230 Section 3.');
define('ERR_HTTP_SOCKET_ASSIGNED', Error, () => 'ServerResponse has an already assigned socket');
define('ERR_HTTP_REQUEST_TIMEOUT', Error, () => 'Request timeout');
define('ERR_INVALID_PROTOCOL', TypeError, (got, want) => `Protocol "${got}" not supported. Expected "${want}"`);
define('ERR_UNESCAPED_CHARACTERS', TypeError, (what) => `${what} contains unescaped characters`);
define('ERR_INVALID_DOMAIN_NAME', TypeError, () => 'Unable to determine the domain name');
define('ERR_STREAM_CANNOT_PIPE', Error, () => 'Cannot pipe, not readable');

const tokenRE = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;
const badValueRE = /[^\t\x20-\x7e\x80-\xff]/;
const knownNames = new Set(); // names already found valid; bounded below

function checkName(name) {
  if (typeof name === 'string' && knownNames.has(name)) return;
  if (typeof name !== 'string' || !name || !tokenRE.test(name)) throw new codes.ERR_INVALID_HTTP_TOKEN('Header name', name);
  if (knownNames.size < 256) knownNames.add(name);
}

function checkValue(name, value) {
  if (value === undefined) throw new codes.ERR_HTTP_INVALID_HEADER_VALUE(value, name);
  if (Array.isArray(value)) {
    for (const v of value) if (badValueRE.test(`${v}`)) throw new codes.ERR_INVALID_CHAR('header content', name);
  } else if (typeof value !== 'number' && badValueRE.test(`${value}`)) {
    throw new codes.ERR_INVALID_CHAR('header content', name);
  }
}

// The parser's owner has onHead, onBody, onEnd and onDone.
binding.setCallbacks(
  (o, method, url, status, statusText, major, minor, raw, keepAlive, upgrade, hasBody) => o.onHead(method, url, status, statusText, major, minor, raw, keepAlive, upgrade, hasBody),
  (o, ab) => o.onBody(ab),
  (o, trailers) => o.onEnd(trailers),
  (o, result, rest, all) => o.onDone(result, rest, all),
);

// attachParser makes a parser the reader of a socket: at the source when it is one of ours, through 'data' events when it is
// any other stream.
function attachParser(owner, socket, isResponse, maxHeaderSize) {
  const id = binding.create(isResponse, owner, maxHeaderSize || 0);
  owner.parserId = id;
  if (socket._id && !socket.connecting && binding.consume(id, socket._id)) {
    owner.direct = true;
    const left = socket._readableState.length > 0 ? socket.read() : null;
    resumeReading(socket);
    if (left && left.length) executeOn(owner, left);
  } else {
    owner.direct = false;
    owner.onData = (chunk) => executeOn(owner, chunk);
    socket.on('data', owner.onData);
  }
}

function executeOn(owner, chunk) {
  const res = binding.execute(owner.parserId, chunk);
  if (typeof res === 'number' && res === chunk.length && !owner.upgraded) return;
  const n = typeof res === 'number' ? res : res[2];
  owner.onDone(res, chunk.subarray(n), chunk);
}

function detachParser(owner, socket) {
  if (!owner.parserId) return;
  if (owner.onData) socket.removeListener('data', owner.onData);
  binding.free(owner.parserId);
  owner.parserId = 0;
}

function parseError(res, packet) {
  const err = new Error(`Parse Error: ${res[1]}`);
  err.bytesParsed = res[2];
  err.code = res[0];
  err.reason = res[1];
  err.rawPacket = packet ? Buffer.from(packet) : undefined;
  return err;
}

const netBinding = internalBinding('net');

function pauseReading(socket) {
  if (!socket) return;
  if (socket._id) {
    socket._reading = false;
    netBinding.readStop(socket._id);
  } else if (socket.pause && !(socket._id === 0)) {
    socket.pause();
  }
}

function resumeReading(socket) {
  if (!socket) return;
  if (socket._id) {
    if (!socket._reading) {
      socket._reading = true;
      netBinding.readStart(socket._id);
    }
  } else if (socket.resume && !(socket._id === 0)) {
    socket.resume();
  }
}

class ConnResetException extends Error {
  constructor(msg) {
    super(msg);
    this.code = 'ECONNRESET';
  }
}

let dateCache = '';
let dateAt = 0;
function utcDate() {
  const now = Date.now();
  const sec = Math.floor(now / 1000);
  if (sec !== dateAt) {
    dateAt = sec;
    dateCache = new Date(now).toUTCString();
  }
  return dateCache;
}

const STATUS_CODES = {
  100: 'Continue', 101: 'Switching Protocols', 102: 'Processing', 103: 'Early Hints',
  200: 'OK', 201: 'Created', 202: 'Accepted', 203: 'Non-Authoritative Information', 204: 'No Content', 205: 'Reset Content',
  206: 'Partial Content', 207: 'Multi-Status', 208: 'Already Reported', 226: 'IM Used',
  300: 'Multiple Choices', 301: 'Moved Permanently', 302: 'Found', 303: 'See Other', 304: 'Not Modified', 305: 'Use Proxy',
  307: 'Temporary Redirect', 308: 'Permanent Redirect',
  400: 'Bad Request', 401: 'Unauthorized', 402: 'Payment Required', 403: 'Forbidden', 404: 'Not Found', 405: 'Method Not Allowed',
  406: 'Not Acceptable', 407: 'Proxy Authentication Required', 408: 'Request Timeout', 409: 'Conflict', 410: 'Gone',
  411: 'Length Required', 412: 'Precondition Failed', 413: 'Payload Too Large', 414: 'URI Too Long', 415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable', 417: 'Expectation Failed', 418: "I'm a Teapot", 421: 'Misdirected Request',
  422: 'Unprocessable Entity', 423: 'Locked', 424: 'Failed Dependency', 425: 'Too Early', 426: 'Upgrade Required',
  428: 'Precondition Required', 429: 'Too Many Requests', 431: 'Request Header Fields Too Large', 451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error', 501: 'Not Implemented', 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout',
  505: 'HTTP Version Not Supported', 506: 'Variant Also Negotiates', 507: 'Insufficient Storage', 508: 'Loop Detected',
  509: 'Bandwidth Limit Exceeded', 510: 'Not Extended', 511: 'Network Authentication Required',
};

module.exports = { codes, tokenRE, badValueRE, checkName, checkValue, attachParser, detachParser, parseError, pauseReading, resumeReading,
  ConnResetException, utcDate, STATUS_CODES, binding, CONTINUE: 0, NO_BODY: 1, UPGRADE: 2 };
