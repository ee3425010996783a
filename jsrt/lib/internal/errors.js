'use strict';
// Errors as Node's own modules throw them: a class per code, "Name [CODE]: message" in stacks, `code` on the object.
// A class is made when its code is first asked for: a program needs few of them.
const defined = { __proto__: null };
const codes = new Proxy({ __proto__: null }, {
  get(made, code) {
    if (made[code] === undefined && defined[code] !== undefined) made[code] = build(code, defined[code]);
    return made[code];
  },
  has: (made, code) => defined[code] !== undefined,
});

function E(code, Base, message, ...others) { defined[code] = [Base, message, others]; }
function build(code, [Base, message, others]) {
  const make = (B) => {
    class NodeError extends B {
      constructor(...args) {
        super(typeof message === 'function' ? message.apply(undefined, args) : format(message, args));
        decorate(this, code);
      }
      toString() { return `${this.name} [${code}]: ${this.message}`; }
    }
    Object.defineProperty(NodeError, 'name', { value: B.name, configurable: true });
    Object.defineProperty(NodeError.prototype, 'constructor', { value: B, writable: true, configurable: true, enumerable: false });
    return NodeError;
  };
  const C = make(Base);
  for (const O of others) C[O.name] = make(O);
  return C;
}

function decorate(err, code) {
  Object.defineProperty(err, 'code', { value: code, writable: true, enumerable: true, configurable: true });
  const st = err.stack, head = err.name;
  if (typeof st === 'string' && st.startsWith(head)) {
    Object.defineProperty(err, 'stack', { value: `${head} [${code}]${st.slice(head.length)}`, writable: true, enumerable: false, configurable: true });
  }
}

function format(msg, args) {
  let i = 0;
  return msg.replace(/%s/g, () => String(args[i++]));
}

const classRE = /^[A-Z][a-zA-Z0-9]*$/;
const primitives = ['string', 'function', 'number', 'object', 'Function', 'Object', 'boolean', 'bigint', 'symbol'];

function list(items, word) {
  if (items.length < 3) return items.join(` ${word} `);
  return `${items.slice(0, -1).join(', ')}, ${word} ${items[items.length - 1]}`;
}

function received(v) {
  if (v == null) return ` Received ${v}`;
  if (typeof v === 'function') return ` Received function ${v.name}`;
  if (typeof v === 'object') {
    if (v.constructor && v.constructor.name) return ` Received an instance of ${v.constructor.name}`;
    return ` Received ${inspect(v, { depth: -1 })}`;
  }
  let s = inspect(v, { colors: false });
  if (s.length > 28) s = `${s.slice(0, 25)}...`;
  return ` Received type ${typeof v} (${s})`;
}

function inspect(v, o) { return require('internal/inspect').inspect(v, o); }

function group(n) {
  let s = String(n), out = '';
  const neg = s[0] === '-';
  if (neg) s = s.slice(1);
  for (let i = s.length; i > 3; i -= 3) { out = `_${s.slice(i - 3, i)}${out}`; s = s.slice(0, i - 3); }
  return (neg ? '-' : '') + s + out;
}

E('ERR_INVALID_ARG_TYPE', TypeError, (name, expected, actual) => {
  if (!Array.isArray(expected)) expected = [expected];
  let msg = 'The ';
  if (name.endsWith(' argument')) msg += `${name} `;
  else msg += `"${name}" ${name.includes('.') ? 'property' : 'argument'} `;
  msg += 'must be ';
  const types = [], instances = [], other = [];
  for (const v of expected) {
    if (primitives.includes(v)) types.push(v.toLowerCase());
    else if (classRE.test(v)) instances.push(v);
    else other.push(v);
  }
  if (instances.length && types.includes('object')) { types.splice(types.indexOf('object'), 1); instances.push('Object'); }
  if (types.length) {
    msg += `${types.length > 1 ? 'one of type' : 'of type'} ${list(types, 'or')}`;
    if (instances.length || other.length) msg += ' or ';
  }
  if (instances.length) {
    msg += `an instance of ${list(instances, 'or')}`;
    if (other.length) msg += ' or ';
  }
  if (other.length) {
    if (other.length > 1) msg += `one of ${list(other, 'or')}`;
    else { if (other[0].toLowerCase() !== other[0]) msg += 'an '; msg += other[0]; }
  }
  return `${msg}.${received(actual)}`;
});
E('ERR_INVALID_ARG_VALUE', TypeError, (name, value, reason = 'is invalid') => {
  let s = inspect(value);
  if (s.length > 128) s = `${s.slice(0, 128)}...`;
  return `The ${name.includes('.') ? 'property' : 'argument'} '${name}' ${reason}. Received ${s}`;
}, RangeError);
E('ERR_OUT_OF_RANGE', RangeError, (name, range, value, replaceDefault) => {
  let r;
  if (Number.isInteger(value) && Math.abs(value) > 2 ** 32) r = group(value);
  else if (typeof value === 'bigint') {
    r = String(value);
    if (value > 2n ** 32n || value < -(2n ** 32n)) r = group(value);
    r += 'n';
  } else r = inspect(value);
  return `${replaceDefault ? name : `The value of "${name}" is out of range.`} It must be ${range}. Received ${r}`;
});
E('ERR_METHOD_NOT_IMPLEMENTED', Error, 'The %s method is not implemented');
E('ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', TypeError, 'The feature %s is unavailable on the current platform, which is being used to run Node.js');
E('ERR_UNHANDLED_ERROR', Error, (err) => err === undefined ? 'Unhandled error.' : `Unhandled error. (${err})`);
E('ERR_BUFFER_OUT_OF_BOUNDS', RangeError, (name) => name ? `"${name}" is outside of buffer bounds` : 'Attempt to access memory outside buffer bounds');
E('ERR_BUFFER_TOO_LARGE', RangeError, 'Cannot create a Buffer larger than %s bytes');
E('ERR_INVALID_BUFFER_SIZE', RangeError, 'Buffer size must be a multiple of %s');
E('ERR_UNKNOWN_ENCODING', TypeError, 'Unknown encoding: %s');
E('ERR_INVALID_THIS', TypeError, 'Value of "this" must be of type %s');
E('ERR_MISSING_ARGS', TypeError, (...args) => {
  const names = args.map((a) => Array.isArray(a) ? a.map((x) => `"${x}"`).join(' or ') : `"${a}"`);
  return `The ${list(names, 'and')} argument${args.length > 1 ? 's' : ''} must be specified`;
});
E('ERR_INVALID_CALLBACK', TypeError, (v) => `Callback must be a function.${received(v)}`);
E('ERR_INVALID_URL', TypeError, 'Invalid URL');
E('ERR_INVALID_URL_SCHEME', TypeError, (e) => `The URL must be of scheme ${e}`);
E('ERR_INVALID_FILE_URL_HOST', TypeError, 'File URL host must be "localhost" or empty on %s');
E('ERR_INVALID_FILE_URL_PATH', TypeError, 'File URL path %s');
E('ERR_INVALID_URI', URIError, 'URI malformed');
E('ERR_INVALID_TUPLE', TypeError, '%s must be an iterable %s tuple');
E('ERR_ARG_NOT_ITERABLE', TypeError, '%s must be iterable');
E('ERR_FALSY_VALUE_REJECTION', Error, 'Promise was rejected with falsy value');
E('ERR_INVALID_RETURN_VALUE', TypeError, (input, name, value) => `Expected ${input} to be returned from the "${name}" function but got ${value && value.constructor && value.constructor.name ? `an instance of ${value.constructor.name}` : `type ${typeof value}`}.`);
E('ERR_AMBIGUOUS_ARGUMENT', TypeError, 'The "%s" argument is ambiguous. %s');
E('ERR_UNKNOWN_BUILTIN_MODULE', Error, 'No such built-in module: %s');
E('ERR_UNKNOWN_SIGNAL', TypeError, 'Unknown signal: %s');
E('ERR_UNKNOWN_FILE_EXTENSION', TypeError, (ext, p) => `Unknown file extension "${ext}" for ${p}`);
E('ERR_UNSUPPORTED_ESM_URL_SCHEME', Error, (p) => `Only URLs with a scheme in: file, data, and node are supported by the default ESM loader. Received protocol '${p}'`);
E('ERR_IMPORT_ASSERTION_TYPE_MISSING', TypeError, 'Module "%s" needs an import attribute of "type: %s"');
E('ERR_REQUIRE_ASYNC_MODULE', Error, 'require() cannot be used on an ESM graph with top-level await. Use import() instead.');
E('ERR_INVALID_STATE', Error, 'Invalid state: %s', TypeError, RangeError);
E('ERR_EVENT_RECURSION', Error, 'The event "%s" is already being dispatched');
E('ERR_ILLEGAL_CONSTRUCTOR', TypeError, 'Illegal constructor');
E('ERR_ENCODING_INVALID_ENCODED_DATA', TypeError, 'The encoded data was not valid for encoding %s');
E('ERR_ENCODING_NOT_SUPPORTED', RangeError, 'The "%s" encoding is not supported');
E('ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET', Error, '`process.setupUncaughtExceptionCapture()` was called while a capture callback was already active');
E('ERR_PARSE_ARGS_UNKNOWN_OPTION', TypeError, (o, pos) => `Unknown option '${o}'${pos ? `. To specify a positional argument starting with a '-', place it at the end of the command after '--', as in '-- "${o}"` : ''}`);
E('ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL', TypeError, (p) => `Unexpected argument '${p}'. This command does not take positional arguments`);
E('ERR_PARSE_ARGS_INVALID_OPTION_VALUE', TypeError, '%s');
E('ERR_OPERATION_FAILED', Error, 'Operation failed: %s');
E('ERR_STRING_TOO_LONG', Error, 'Cannot create a string longer than 0x%s characters');
E('ERR_MODULE_NOT_FOUND', Error, '%s');
E('ERR_UNAVAILABLE_DURING_EXIT', Error, 'Cannot call function in process exit handler');
E('ERR_WORKER_UNSUPPORTED_OPERATION', TypeError, '%s is not supported in workers');
E('ERR_ASYNC_TYPE', TypeError, 'Invalid name for async "type": %s');

class AbortError extends Error {
  constructor(message = 'The operation was aborted', options = undefined) {
    if (options !== undefined && typeof options !== 'object') throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
    super(message, options);
    this.code = 'ABORT_ERR';
    this.name = 'AbortError';
  }
}

// notImplemented makes a function that says so.
function notImplemented(name) {
  return function () { throw new codes.ERR_METHOD_NOT_IMPLEMENTED(name); };
}

function hideStackFrames(fn) { return fn; }

module.exports = { codes, E, AbortError, notImplemented, hideStackFrames, received, decorate };
