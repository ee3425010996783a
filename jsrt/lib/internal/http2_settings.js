'use strict';
// The settings of HTTP/2 (RFC 9113, 6.5.2) as bytes.
const { E, codes } = require('internal/errors');
E('ERR_HTTP2_INVALID_SETTING_VALUE', RangeError, (name, v) => `Invalid value for setting "${name}": ${v}`, TypeError);
E('ERR_HTTP2_INVALID_PACKED_SETTINGS_LENGTH', RangeError, () => 'Packed settings length must be a multiple of six');
const table = [['headerTableSize', 1, 0, 2 ** 32 - 1], ['enablePush', 2], ['maxConcurrentStreams', 3, 0, 2 ** 32 - 1], ['initialWindowSize', 4, 0, 2 ** 32 - 1], ['maxFrameSize', 5, 16384, 2 ** 24 - 1], ['maxHeaderListSize', 6, 0, 2 ** 32 - 1], ['enableConnectProtocol', 8]];
exports.getDefaultSettings = () => ({ __proto__: null, headerTableSize: 4096, enablePush: true, initialWindowSize: 65535, maxFrameSize: 16384, maxConcurrentStreams: 4294967295, maxHeaderSize: 65535, maxHeaderListSize: 65535, enableConnectProtocol: false });
exports.getPackedSettings = function getPackedSettings(settings = {}) {
  const parts = [];
  const values = { ...settings };
  if (values.maxHeaderListSize === undefined && values.maxHeaderSize !== undefined) values.maxHeaderListSize = values.maxHeaderSize;
  for (const [name, id, min, max] of table) {
    const v = values[name];
    if (v === undefined) continue;
    if (min === undefined) { if (typeof v !== 'boolean') throw new codes.ERR_HTTP2_INVALID_SETTING_VALUE.TypeError(name, v); } else if (typeof v !== 'number' || !(v >= min && v <= max)) throw new codes.ERR_HTTP2_INVALID_SETTING_VALUE(name, v);
    const b = Buffer.alloc(6);
    b.writeUInt16BE(id, 0);
    b.writeUInt32BE(Number(v), 2);
    parts.push(b);
  }
  return Buffer.concat(parts);
};
exports.getUnpackedSettings = function getUnpackedSettings(buf) {
  if (!ArrayBuffer.isView(buf)) throw new codes.ERR_INVALID_ARG_TYPE('buf', ['Buffer', 'TypedArray'], buf);
  if (buf.length % 6 !== 0) throw new codes.ERR_HTTP2_INVALID_PACKED_SETTINGS_LENGTH();
  const b = Buffer.from(buf.buffer, buf.byteOffset, buf.byteLength), out = {};
  for (let i = 0; i < b.length; i += 6) {
    const entry = table.find((t) => t[1] === b.readUInt16BE(i)), v = b.readUInt32BE(i + 2);
    if (!entry) continue;
    out[entry[0]] = entry[2] === undefined ? v !== 0 : v;
    if (entry[0] === 'maxHeaderListSize') out.maxHeaderSize = v;
  }
  return out;
};
