'use strict';
// High-water marks: what an option means and what is meant without one.
const { codes } = require('internal/streams/errors');

let bytesDefault = 16384;
let objectsDefault = 16;

function getDefaultHighWaterMark(objectMode) {
  return objectMode ? objectsDefault : bytesDefault;
}

function setDefaultHighWaterMark(objectMode, value) {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) throw new codes.ERR_OUT_OF_RANGE('value', '>= 0', value);
  if (objectMode) objectsDefault = value;
  else bytesDefault = value;
}

function getHighWaterMark(state, options, duplexKey, isDuplex) {
  const own = options && options.highWaterMark;
  const hwm = own != null ? own : isDuplex && options ? options[duplexKey] : null;
  if (hwm == null) return state.objectMode ? objectsDefault : bytesDefault;
  if (!Number.isInteger(hwm) || hwm < 0) {
    throw new codes.ERR_INVALID_ARG_VALUE(isDuplex && own == null ? `options.${duplexKey}` : 'options.highWaterMark', hwm);
  }
  return hwm;
}

module.exports = { getHighWaterMark, getDefaultHighWaterMark, setDefaultHighWaterMark };
