'use strict';
const ins = require('internal/inspect');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_FALSY_VALUE_REJECTION, ERR_OUT_OF_RANGE }, AbortError } = require('internal/errors');
const { validateFunction, validateString, validateObject, validateNumber } = require('internal/validators');
const kCustom = Symbol.for('nodejs.util.promisify.custom');
const kArgs = Symbol('customPromisifyArgs');

function promisify(fn) {
  validateFunction(fn, 'original');
  if (fn[kCustom]) {
    const f = fn[kCustom];
    validateFunction(f, 'util.promisify.custom');
    return Object.defineProperty(f, kCustom, { value: f, enumerable: false, writable: false, configurable: true });
  }
  const names = fn[kArgs];
  function promised(...args) {
    return new Promise((resolve, reject) => {
      Reflect.apply(fn, this, [...args, (err, ...values) => {
        if (err) return reject(err);
        if (names !== undefined && values.length > 1) {
          const o = {};
          for (let i = 0; i < names.length; i++) o[names[i]] = values[i];
          resolve(o);
        } else resolve(values[0]);
      }]);
    });
  }
  Object.setPrototypeOf(promised, Object.getPrototypeOf(fn));
  Object.defineProperty(promised, kCustom, { value: promised, enumerable: false, writable: false, configurable: true });
  const descs = Object.getOwnPropertyDescriptors(fn);
  for (const k of Reflect.ownKeys(descs)) if (k !== 'prototype') { try { Object.defineProperty(promised, k, descs[k]); } catch { /* a fixed one */ } }
  return promised;
}
promisify.custom = kCustom;

function callbackify(fn) {
  validateFunction(fn, 'original');
  function callbackified(...args) {
    const cb = args.pop();
    validateFunction(cb, 'last argument');
    Reflect.apply(fn, this, args).then((v) => process.nextTick(cb.bind(this), null, v), (e) => {
      if (!e) {
        const err = new ERR_FALSY_VALUE_REJECTION();
        err.reason = e;
        e = err;
      }
      process.nextTick(cb.bind(this), e);
    });
  }
  const descs = Object.getOwnPropertyDescriptors(fn);
  if (typeof descs.length.value === 'number') descs.length.value++;
  if (typeof descs.name.value === 'string') descs.name.value += 'Callbackified';
  for (const k of Reflect.ownKeys(descs)) if (k !== 'prototype') { try { Object.defineProperty(callbackified, k, descs[k]); } catch { /* a fixed one */ } }
  return callbackified;
}

const codesWarned = new Set();
function deprecate(fn, msg, code) {
  validateString(msg, 'msg');
  if (code !== undefined) validateString(code, 'code');
  let warned = false;
  function deprecated(...args) {
    if (!warned && !process.noDeprecation) {
      warned = true;
      if (code === undefined || !codesWarned.has(code)) { if (code !== undefined) codesWarned.add(code); process.emitWarning(msg, 'DeprecationWarning', code); }
    }
    return new.target ? Reflect.construct(fn, args, new.target) : Reflect.apply(fn, this, args);
  }
  Object.setPrototypeOf(deprecated, fn);
  if (fn.prototype) deprecated.prototype = fn.prototype;
  return deprecated;
}
function inherits(ctor, superCtor) {
  if (ctor === undefined || ctor === null) throw new ERR_INVALID_ARG_TYPE('ctor', 'Function', ctor);
  if (superCtor === undefined || superCtor === null) throw new ERR_INVALID_ARG_TYPE('superCtor', 'Function', superCtor);
  if (superCtor.prototype === undefined) throw new ERR_INVALID_ARG_TYPE('superCtor.prototype', 'Object', superCtor.prototype);
  Object.defineProperty(ctor, 'super_', { value: superCtor, writable: true, configurable: true });
  Object.setPrototypeOf(ctor.prototype, superCtor.prototype);
}
function debuglog(set, cb) {
  let enabled;
  set = set.toUpperCase();
  const test = () => enabled ??= (process.env.NODE_DEBUG || '').split(',').some((s) => new RegExp(`^${s.trim().replace(/[|\\{}()[\]^$+?.]/g, '\\$&').replace(/\*/g, '.*')}$`, 'i').test(set) && s.trim() !== '');
  const log = (...args) => { if (test()) process.stderr.write(`${set} ${process.pid}: ${ins.format(...args)}\n`); };
  Object.defineProperty(log, 'enabled', { get: test, configurable: true, enumerable: true });
  if (cb) cb(log);
  return log;
}
const types = require('util/types');
function styleText(format, text) {
  validateString(text, 'text');
  let a = '', b = '';
  for (const f of Array.isArray(format) ? format : [format]) {
    const c = ins.inspect.colors[f];
    if (c === undefined) require('internal/validators').validateOneOf(f, 'format', Object.keys(ins.inspect.colors));
    a += `\u001b[${c[0]}m`;
    b = `\u001b[${c[1]}m${b}`;
  }
  return a + text + b;
}
const errnoNames = () => require('os').constants.errno;
function getSystemErrorName(n) {
  validateNumber(n, 'err');
  if (n >= 0 || !Number.isInteger(n)) throw new ERR_OUT_OF_RANGE('err', 'a negative integer', n);
  for (const [k, v] of Object.entries(errnoNames())) if (v === -n) return k;
  return `Unknown system error ${n}`;
}
function parseEnv(text) {
  validateString(text, 'content');
  const out = {};
  const re = /^\s*(?:export\s+)?([\w.-]+)\s*=[ \t]*(?:'([^']*)'|"((?:\\.|[^"\\])*)"|`([^`]*)`|([^#\r\n]*))?.*$/gm;
  for (const m of text.matchAll(re)) out[m[1]] = m[2] ?? (m[3] !== undefined ? m[3].replace(/\\n/g, '\n') : undefined) ?? m[4] ?? (m[5] ?? '').trim();
  return out;
}
async function aborted(signal, resource) {
  if (signal.aborted) return;
  return new Promise((r) => signal.addEventListener('abort', () => r(), { once: true }));
}
const u = module.exports = {
  promisify, callbackify, deprecate, inherits, debuglog, debug: debuglog, types, styleText, parseEnv, aborted,
  inspect: ins.inspect, format: ins.format, formatWithOptions: ins.formatWithOptions, stripVTControlCharacters: ins.stripVTControlCharacters,
  isDeepStrictEqual: (a, b) => require('internal/deep_equal').isDeepEqual(a, b, true),
  toUSVString: (s) => `${s}`.toWellFormed(), getSystemErrorName, getSystemErrorMap() { return new Map(Object.entries(errnoNames()).map(([k, v]) => [-v, [k, '']])); },
  isArray: Array.isArray, isBoolean: (v) => typeof v === 'boolean', isBuffer: (v) => Buffer.isBuffer(v), isDate: types.isDate, isError: (v) => v instanceof Error || types.isNativeError(v),
  isFunction: (v) => typeof v === 'function', isNull: (v) => v === null, isNullOrUndefined: (v) => v == null, isNumber: (v) => typeof v === 'number', isObject: (v) => v !== null && typeof v === 'object',
  isPrimitive: (v) => v === null || typeof v !== 'object' && typeof v !== 'function', isRegExp: types.isRegExp, isString: (v) => typeof v === 'string', isSymbol: (v) => typeof v === 'symbol', isUndefined: (v) => v === undefined,
  log(...a) { console.log('%s - %s', new Date().toTimeString().slice(0, 8), ins.format(...a)); },
  _extend(t, s) { return s === null || typeof s !== 'object' ? t : Object.assign(t, s); },
  _errnoException(err, syscall, msg) { const name = getSystemErrorName(err); const e = new Error(`${syscall} ${name}${msg ? ` ${msg}` : ''}`); e.errno = err; e.code = name; e.syscall = syscall; return e; },
  parseArgs: (o) => require('internal/parse_args').parseArgs(o),
  transferableAbortController: () => new AbortController(), transferableAbortSignal: (s) => s,
  getCallSites: (n = 10) => { const o = {}, p = Error.prepareStackTrace; Error.prepareStackTrace = (_, s) => s; Error.captureStackTrace(o); const st = o.stack; Error.prepareStackTrace = p; return st.slice(1, n + 1).map((c) => ({ functionName: c.getFunctionName() ?? '', scriptName: c.getFileName(), lineNumber: c.getLineNumber(), column: c.getColumnNumber() })); },
};
for (const k of ['TextEncoder', 'TextDecoder']) Object.defineProperty(u, k, { enumerable: true, configurable: true, get() { return globalThis[k]; } });
for (const k of ['MIMEType', 'MIMEParams']) Object.defineProperty(u, k, { enumerable: true, configurable: true, get: () => require('internal/mime')[k] });
Object.defineProperty(promisify, Symbol('args'), { value: kArgs, enumerable: false });
u.promisify.customArgs = kArgs;
Object.defineProperty(u.promisify, 'customArgs', { enumerable: false });
