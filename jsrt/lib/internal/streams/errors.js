'use strict';
// The error classes of the stream modules, by their documented codes.
const { E, codes } = require('internal/errors');

const define = (code, Base, message) => { if (!(code in codes)) E(code, Base, message); };

define('ERR_STREAM_DESTROYED', Error, (name) => `Cannot call ${name} after a stream was destroyed`);
define('ERR_STREAM_ALREADY_FINISHED', Error, (name) => `Cannot call ${name} after a stream was finished`);
define('ERR_STREAM_NULL_VALUES', TypeError, () => 'May not write null values to stream');
define('ERR_STREAM_WRITE_AFTER_END', Error, () => 'write after end');
define('ERR_STREAM_PUSH_AFTER_EOF', Error, () => 'stream.push() after EOF');
define('ERR_STREAM_UNSHIFT_AFTER_END_EVENT', Error, () => 'stream.unshift() after end event');
define('ERR_STREAM_PREMATURE_CLOSE', Error, () => 'Premature close');
define('ERR_STREAM_CANNOT_PIPE', Error, () => 'Cannot pipe, not readable');
define('ERR_STREAM_UNABLE_TO_PIPE', Error, () => 'Cannot pipe to a closed or destroyed stream');
define('ERR_MULTIPLE_CALLBACK', Error, () => 'Callback called multiple times');
define('ERR_METHOD_NOT_IMPLEMENTED', Error, (name) => `The ${name} method is not implemented`);
define('ERR_UNKNOWN_ENCODING', TypeError, (name) => `Unknown encoding: ${name}`);
define('ERR_MISSING_ARGS', TypeError, (...names) => {
  const quoted = names.map((n) => `"${n}"`);
  if (quoted.length === 1) return `The ${quoted[0]} argument must be specified`;
  return `The ${quoted.slice(0, -1).join(', ')}${quoted.length > 2 ? ',' : ''} and ${quoted[quoted.length - 1]} arguments must be specified`;
});
define('ERR_INVALID_RETURN_VALUE', TypeError, (input, name, value) =>
  `Expected ${input} to be returned from the "${name}" function but got ${value === null ? 'null' : value === undefined ? 'undefined' : `type ${typeof value}`}.`);

exports.codes = codes;
