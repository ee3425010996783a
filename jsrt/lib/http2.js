'use strict';
// node:http2: names and constants for packages that only look at them; HTTP/2 itself is not implemented.
const { codes: { ERR_METHOD_NOT_IMPLEMENTED }, notImplemented } = require('internal/errors');

class Http2ServerRequest { constructor() { throw new ERR_METHOD_NOT_IMPLEMENTED('http2.Http2ServerRequest'); } }
class Http2ServerResponse { constructor() { throw new ERR_METHOD_NOT_IMPLEMENTED('http2.Http2ServerResponse'); } }
const constants = {
  NGHTTP2_NO_ERROR: 0, NGHTTP2_PROTOCOL_ERROR: 1, NGHTTP2_INTERNAL_ERROR: 2, NGHTTP2_FLOW_CONTROL_ERROR: 3, NGHTTP2_SETTINGS_TIMEOUT: 4,
  NGHTTP2_STREAM_CLOSED: 5, NGHTTP2_FRAME_SIZE_ERROR: 6, NGHTTP2_REFUSED_STREAM: 7, NGHTTP2_CANCEL: 8, NGHTTP2_COMPRESSION_ERROR: 9,
  NGHTTP2_CONNECT_ERROR: 10, NGHTTP2_ENHANCE_YOUR_CALM: 11, NGHTTP2_INADEQUATE_SECURITY: 12, NGHTTP2_HTTP_1_1_REQUIRED: 13,
  HTTP2_HEADER_STATUS: ':status', HTTP2_HEADER_METHOD: ':method', HTTP2_HEADER_AUTHORITY: ':authority', HTTP2_HEADER_SCHEME: ':scheme',
  HTTP2_HEADER_PATH: ':path', HTTP2_HEADER_PROTOCOL: ':protocol',
};
for (const name of ['accept', 'accept-encoding', 'authorization', 'cache-control', 'connection', 'content-encoding', 'content-length', 'content-type', 'cookie', 'date', 'etag', 'expect', 'host', 'keep-alive', 'last-modified', 'location', 'set-cookie', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'user-agent', 'vary', 'via']) {
  constants[`HTTP2_HEADER_${name.toUpperCase().replaceAll('-', '_')}`] = name;
}
for (const m of require('http').METHODS) constants[`HTTP2_METHOD_${m.replaceAll('-', '_')}`] = m;
for (const [code, text] of Object.entries(require('http').STATUS_CODES)) constants[`HTTP_STATUS_${text.toUpperCase().replace(/[^A-Z]+/g, '_')}`] = Number(code);
module.exports = {
  Http2ServerRequest, Http2ServerResponse, constants, sensitiveHeaders: Symbol('nodejs.http2.sensitiveHeaders'),
  connect: notImplemented('http2.connect'), createServer: notImplemented('http2.createServer'), createSecureServer: notImplemented('http2.createSecureServer'),
  ...require('internal/http2_settings'),
};
