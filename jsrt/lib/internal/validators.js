'use strict';
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE, ERR_UNKNOWN_SIGNAL } } = require('internal/errors');

function validateString(v, name) { if (typeof v !== 'string') throw new ERR_INVALID_ARG_TYPE(name, 'string', v); }
function validateFunction(v, name) { if (typeof v !== 'function') throw new ERR_INVALID_ARG_TYPE(name, 'Function', v); }
function validateBoolean(v, name) { if (typeof v !== 'boolean') throw new ERR_INVALID_ARG_TYPE(name, 'boolean', v); }
function validateNumber(v, name, min, max) {
  if (typeof v !== 'number') throw new ERR_INVALID_ARG_TYPE(name, 'number', v);
  if ((min != null && v < min) || (max != null && v > max) || ((min != null || max != null) && Number.isNaN(v))) {
    throw new ERR_OUT_OF_RANGE(name, `${min != null ? `>= ${min}` : ''}${min != null && max != null ? ' && ' : ''}${max != null ? `<= ${max}` : ''}`, v);
  }
}
function validateInteger(v, name, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) {
  if (typeof v !== 'number') throw new ERR_INVALID_ARG_TYPE(name, 'number', v);
  if (!Number.isInteger(v)) throw new ERR_OUT_OF_RANGE(name, 'an integer', v);
  if (v < min || v > max) throw new ERR_OUT_OF_RANGE(name, `>= ${min} && <= ${max}`, v);
}
function validateInt32(v, name, min = -2147483648, max = 2147483647) { validateInteger(v, name, min, max); }
function validateUint32(v, name, positive = false) { validateInteger(v, name, positive ? 1 : 0, 4294967295); }
function validateObject(v, name, o) {
  if (v === null || typeof v !== 'object' && !(o && o.allowFunction && typeof v === 'function') || Array.isArray(v) && !(o && o.allowArray)) {
    if (!(o && o.nullable && v === null)) throw new ERR_INVALID_ARG_TYPE(name, 'Object', v);
  }
}
function validateArray(v, name, min = 0) {
  if (!Array.isArray(v)) throw new ERR_INVALID_ARG_TYPE(name, 'Array', v);
  if (v.length < min) throw new ERR_INVALID_ARG_VALUE(name, v, `must be longer than ${min}`);
}
function validateAbortSignal(s, name) {
  if (s !== undefined && (s === null || typeof s !== 'object' || !('aborted' in s))) throw new ERR_INVALID_ARG_TYPE(name, 'AbortSignal', s);
}
function validateOneOf(v, name, list) {
  if (!list.includes(v)) {
    throw new ERR_INVALID_ARG_VALUE(name, v, `must be one of: ${list.map((x) => typeof x === 'string' ? `'${x}'` : String(x)).join(', ')}`);
  }
}
function validateBuffer(v, name = 'buffer') {
  if (!ArrayBuffer.isView(v)) throw new ERR_INVALID_ARG_TYPE(name, ['Buffer', 'TypedArray', 'DataView'], v);
}
function validatePort(port, name = 'Port', allowZero = true) {
  if (typeof port !== 'number' && typeof port !== 'string' || typeof port === 'string' && port.trim().length === 0 || +port !== (+port >>> 0) || port > 0xFFFF || (port === 0 && !allowZero)) {
    const { E, codes, received } = require('internal/errors');
    if (codes.ERR_SOCKET_BAD_PORT === undefined) E('ERR_SOCKET_BAD_PORT', RangeError, (n, p, z) => `${n} should be ${z ? '>=' : '>'} 0 and < 65536.${received(p)}.`);
    throw new codes.ERR_SOCKET_BAD_PORT(name, port, allowZero);
  }
  return port | 0;
}
function validateSignalName(s, name = 'signal') {
  validateString(s, name);
  if (require('os').constants.signals[s] === undefined) throw new ERR_UNKNOWN_SIGNAL(s);
}
module.exports = { validateString, validateFunction, validateBoolean, validateNumber, validateInteger, validateInt32, validateUint32, validateObject, validateArray, validateAbortSignal, validateOneOf, validateBuffer, validatePort, validateSignalName };
