'use strict';
const { inspect } = require('internal/inspect');
const { isDeepEqual } = require('internal/deep_equal');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_RETURN_VALUE, ERR_MISSING_ARGS, ERR_AMBIGUOUS_ARGUMENT } } = require('internal/errors');

const reasons = {
  deepStrictEqual: 'Expected values to be strictly deep-equal:', strictEqual: 'Expected values to be strictly equal:', strictEqualObject: 'Expected "actual" to be reference-equal to "expected":',
  deepEqual: 'Expected values to be loosely deep-equal:', notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:', notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notStrictEqualObject: 'Expected "actual" not to be reference-equal to "expected":', notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:', notIdentical: 'Values identical but not reference-equal:', notDeepEqualUnequal: 'Expected values not to be loosely deep-equal:',
};
function show(v) { return inspect(v, { compact: false, customInspect: false, depth: 1000, maxArrayLength: Infinity, showHidden: false, showProxy: false, sorted: true, getters: true }); }

// diff lists the lines of two texts: common, only in actual (+), only in expected (-).
function diffLines(a, b) {
  const n = a.length, m = b.length;
  if (n * m > 4e6) return [...a.map((l) => ['+', l]), ...b.map((l) => ['-', l])];
  const t = Array.from({ length: n + 1 }, () => new Uint32Array(m + 1));
  for (let i = n - 1; i >= 0; i--) for (let j = m - 1; j >= 0; j--) t[i][j] = a[i] === b[j] ? t[i + 1][j + 1] + 1 : Math.max(t[i + 1][j], t[i][j + 1]);
  const out = [];
  let i = 0, j = 0;
  while (i < n || j < m) {
    if (i < n && j < m && a[i] === b[j]) { out.push([' ', a[i]]); i++; j++; } else if (i < n && (j >= m || t[i + 1][j] >= t[i][j + 1])) out.push(['+', a[i++]]);
    else out.push(['-', b[j++]]);
  }
  return out;
}
function message(actual, expected, operator) {
  const same = (v) => typeof v !== 'object' || v === null;
  if (operator === 'deepStrictEqual' || operator === 'strictEqual') {
    let op = operator;
    const A = show(actual).split('\n'), B = show(expected).split('\n');
    if (operator === 'strictEqual' && (typeof actual === 'object' && actual !== null && typeof expected === 'object' && expected !== null || typeof actual === 'function' && typeof expected === 'function')) op = 'strictEqualObject';
    if (A.length === 1 && B.length === 1 && A[0] !== B[0]) {
      const len = inspect(actual).length + inspect(expected).length;
      if (len <= 12 && same(actual) && same(expected) && (actual !== 0 || expected !== 0)) return `${reasons[op]}\n\n${A[0]} !== ${B[0]}\n`;
      if (op !== 'strictEqualObject' && len < 80) {
        let i = 0;
        while (A[0][i] === B[0][i]) i++;
        const mark = i > 2 ? `\n  ${' '.repeat(i)}^` : '';
        return `${reasons[op]}\n+ actual - expected\n\n+ ${A[0]}\n- ${B[0]}${mark}${mark ? '\n' : ''}`;
      }
    }
    if (A.join('\n') === B.join('\n')) {
      if (op === 'strictEqualObject' || operator === 'strictEqual') return `${reasons.notIdentical}\n\n${A.join('\n')}\n`;
    }
    let d = diffLines(A, B);
    let skipped = false;
    const keep = new Array(d.length).fill(d.length <= 50);
    d.forEach(([k], i) => { if (k !== ' ') for (let j = Math.max(0, i - 2); j <= Math.min(d.length - 1, i + 2); j++) keep[j] = true; });
    const out = [];
    for (let i = 0; i < d.length; i++) {
      if (keep[i] || d[i][0] !== ' ') { out.push(`${d[i][0]} ${d[i][1]}`); continue; }
      let j = i;
      while (j < d.length && !keep[j]) j++;
      if (j - i <= 1 || out.length === 0 && j - i <= 1) for (let k = i; k < j; k++) out.push(`  ${d[k][1]}`);
      else { out.push('...'); skipped = true; }
      i = j - 1;
    }
    return `${reasons[op]}\n+ actual - expected${skipped ? ' ... Lines skipped' : ''}\n\n${out.join('\n')}\n`;
  }
  if (operator === 'notDeepStrictEqual' || operator === 'notStrictEqual') {
    const lines = show(actual).split('\n');
    let r = reasons[operator];
    if (operator === 'notStrictEqual' && (typeof actual === 'object' && actual !== null || typeof actual === 'function')) r = reasons.notStrictEqualObject;
    if (lines.length > 50) { lines[46] = '...'; lines.length = 47; }
    return lines.length === 1 ? `${r}${lines[0].length > 5 ? '\n\n' : ' '}${lines[0]}` : `${r}\n\n${lines.join('\n')}\n`;
  }
  let a = show(actual), b = show(expected);
  const known = reasons[operator];
  if (operator === 'notDeepEqual' && a === b) { a = `${known}\n\n${a}`; return a.length > 1024 ? `${a.slice(0, 1021)}...` : a; }
  if (a.length > 512) a = `${a.slice(0, 509)}...`;
  if (b.length > 512) b = `${b.slice(0, 509)}...`;
  if (operator === 'deepEqual') return `${known}\n\n${a}\n\nshould loosely deep-equal\n\n${b}`;
  if (operator === 'notDeepEqual') return `${reasons.notDeepEqualUnequal}\n\n${a}\n\nshould not loosely deep-equal\n\n${b}`;
  return `${a} ${operator} ${b}`;
}

class AssertionError extends Error {
  constructor(options) {
    if (options === null || typeof options !== 'object') throw new ERR_INVALID_ARG_TYPE('options', 'Object', options);
    const { message: msg, operator, stackStartFn, stackStartFunction, actual, expected } = options;
    super(msg != null ? String(msg) : message(actual, expected, operator));
    this.generatedMessage = msg == null;
    Object.defineProperty(this, 'name', { value: 'AssertionError [ERR_ASSERTION]', enumerable: false, writable: true, configurable: true });
    this.code = 'ERR_ASSERTION';
    this.actual = actual;
    this.expected = expected;
    this.operator = operator;
    Error.captureStackTrace(this, stackStartFn || stackStartFunction);
    this.stack; // eslint-disable-line no-unused-expressions
    this.name = 'AssertionError';
  }
  toString() { return `${this.name} [${this.code}]: ${this.message}`; }
  [inspect.custom](depth, ctx) { return inspect(this, { ...ctx, customInspect: false, depth: ctx.depth > 0 || depth > 0 ? 2 : 0 }); }
}

function fail(o) { if (o.message instanceof Error) throw o.message; throw new AssertionError(o); }
function truthy(fn, n, value, msg) {
  if (value) return;
  let gen = false;
  if (n === 0) { gen = true; msg = 'No value argument passed to `assert.ok()`'; } else if (msg == null) { gen = true; msg = source() ?? 'The expression evaluated to a falsy value:\n\n  assert(value)\n'; } else if (msg instanceof Error) throw msg;
  const e = new AssertionError({ actual: value, expected: true, message: msg, operator: '==', stackStartFn: fn });
  e.generatedMessage = gen;
  throw e;
}
// source quotes the failing call, as Node does, when it stands on one line.
function source() {
  const o = {};
  Error.captureStackTrace(o);
  const m = /\n    at (?:.*? \()?((?!node:)[^\n()]+):(\d+):(\d+)\)?/.exec(String(o.stack));
  if (!m) return undefined;
  const ctx = internalBinding('core').sourceContext(`\n    at ${m[1]}:${m[2]}:${m[3]}`).split('\n');
  if (ctx.length < 2) return undefined;
  const line = ctx[1];
  const re = /assert(?:\.(?:ok|strict))?\s*\(/g;
  let at = -1;
  for (let x; (x = re.exec(line)) !== null;) if (x.index <= Number(m[3])) at = x.index;
  if (at < 0) return undefined;
  let depth = 0, i = line.indexOf('(', at);
  for (; i < line.length; i++) {
    if ('"\'`'.includes(line[i])) { const q = line[i]; for (i++; i < line.length && line[i] !== q; i++) if (line[i] === '\\') i++; continue; }
    if (line[i] === '(') depth++;
    if (line[i] === ')' && --depth === 0) break;
  }
  if (i >= line.length) return undefined;
  return `The expression evaluated to a falsy value:\n\n  ${line.slice(at, i + 1)}\n`;
}
function assert(...args) { truthy(assert, args.length, ...args); }
function ok(...args) { truthy(ok, args.length, ...args); }
Object.assign(assert, {
  ok, AssertionError,
  fail(actual, expected, msg, operator) {
    if (arguments.length < 2) {
      if (actual instanceof Error) throw actual;
      const e = new AssertionError({ message: actual === undefined ? 'Failed' : actual, operator: 'fail', stackStartFn: assert.fail });
      e.generatedMessage = actual === undefined;
      throw e;
    }
    if (msg instanceof Error) throw msg;
    throw new AssertionError({ actual, expected, message: msg, operator: operator ?? '!=' });
  },
  equal(actual, expected, msg) { need(arguments.length); if (actual != expected && !(Number.isNaN(actual) && Number.isNaN(expected))) fail({ actual, expected, message: msg, operator: '==', stackStartFn: assert.equal }); }, // eslint-disable-line eqeqeq
  notEqual(actual, expected, msg) { need(arguments.length); if (actual == expected || Number.isNaN(actual) && Number.isNaN(expected)) fail({ actual, expected, message: msg, operator: '!=', stackStartFn: assert.notEqual }); }, // eslint-disable-line eqeqeq
  deepEqual(actual, expected, msg) { need(arguments.length); if (!isDeepEqual(actual, expected, false)) fail({ actual, expected, message: msg, operator: 'deepEqual', stackStartFn: assert.deepEqual }); },
  notDeepEqual(actual, expected, msg) { need(arguments.length); if (isDeepEqual(actual, expected, false)) fail({ actual, expected, message: msg, operator: 'notDeepEqual', stackStartFn: assert.notDeepEqual }); },
  deepStrictEqual(actual, expected, msg) { need(arguments.length); if (!isDeepEqual(actual, expected, true)) fail({ actual, expected, message: msg, operator: 'deepStrictEqual', stackStartFn: assert.deepStrictEqual }); },
  notDeepStrictEqual(actual, expected, msg) { need(arguments.length); if (isDeepEqual(actual, expected, true)) fail({ actual, expected, message: msg, operator: 'notDeepStrictEqual', stackStartFn: assert.notDeepStrictEqual }); },
  strictEqual(actual, expected, msg) { need(arguments.length); if (!Object.is(actual, expected)) fail({ actual, expected, message: msg, operator: 'strictEqual', stackStartFn: assert.strictEqual }); },
  notStrictEqual(actual, expected, msg) { need(arguments.length); if (Object.is(actual, expected)) fail({ actual, expected, message: msg, operator: 'notStrictEqual', stackStartFn: assert.notStrictEqual }); },
  throws(fn, ...args) { expectsError(assert.throws, getActual(fn), ...args); },
  async rejects(p, ...args) { expectsError(assert.rejects, await rejection(p), ...args); },
  doesNotThrow(fn, ...args) { noError(assert.doesNotThrow, getActual(fn), ...args); },
  async doesNotReject(p, ...args) { noError(assert.doesNotReject, await rejection(p), ...args); },
  ifError(err) {
    if (err === null || err === undefined) return;
    let msg = 'ifError got unwanted exception: ';
    if (typeof err === 'object' && typeof err.message === 'string') msg += err.message.length === 0 && err.constructor ? err.constructor.name : err.message;
    else msg += inspect(err);
    const e = new AssertionError({ actual: err, expected: null, operator: 'ifError', message: msg, stackStartFn: assert.ifError });
    e.generatedMessage = true;
    throw e;
  },
  match(s, re, msg) { matches(s, re, msg, assert.match, 'match'); },
  doesNotMatch(s, re, msg) { matches(s, re, msg, assert.doesNotMatch, 'doesNotMatch'); },
  partialDeepStrictEqual() { throw new (require('internal/errors').codes.ERR_METHOD_NOT_IMPLEMENTED)('assert.partialDeepStrictEqual'); },
  CallTracker: class CallTracker { constructor() { throw new (require('internal/errors').codes.ERR_METHOD_NOT_IMPLEMENTED)('assert.CallTracker'); } },
});
function need(n) { if (n < 2) throw new ERR_MISSING_ARGS('actual', 'expected'); }
const none = Symbol('none');
function getActual(fn) { if (typeof fn !== 'function') throw new ERR_INVALID_ARG_TYPE('fn', 'Function', fn); try { fn(); } catch (e) { return e; } return none; }
async function rejection(p) {
  let r = p;
  if (typeof p === 'function') { r = p(); if (!r || typeof r.then !== 'function') throw new ERR_INVALID_RETURN_VALUE('instance of Promise', 'promiseFn', r); } else if (!p || typeof p.then !== 'function') throw new ERR_INVALID_ARG_TYPE('promiseFn', ['Function', 'Promise'], p);
  try { await r; } catch (e) { return e; }
  return none;
}
function expectsError(fn, actual, error, msg) {
  if (typeof error === 'string') {
    if (arguments.length === 4) throw new ERR_INVALID_ARG_TYPE('error', ['Object', 'Error', 'Function', 'RegExp'], error);
    if (typeof actual === 'object' && actual !== null ? actual.message === error : actual === error) throw new ERR_AMBIGUOUS_ARGUMENT('error/message', `The error message "${typeof actual === 'object' ? actual.message : actual}" is identical to the message.`);
    msg = error; error = undefined;
  } else if (error != null && typeof error !== 'object' && typeof error !== 'function') throw new ERR_INVALID_ARG_TYPE('error', ['Object', 'Error', 'Function', 'RegExp'], error);
  if (actual === none) {
    let d = '';
    if (error && error.name) d += ` (${error.name})`;
    d += msg ? `: ${msg}` : '.';
    fail({ actual: undefined, expected: error, operator: fn.name, message: `Missing expected ${fn === assert.rejects ? 'rejection' : 'exception'}${d}`, stackStartFn: fn });
  }
  if (error) checkError(actual, error, msg, fn);
}
function checkError(actual, expected, msg, fn) {
  let gen = false, why;
  if (typeof expected !== 'function') {
    if (expected instanceof RegExp) {
      const s = String(actual);
      if (expected.exec(s) !== null) return;
      if (!msg) { gen = true; msg = `The input did not match the regular expression ${inspect(expected)}. Input:\n\n${inspect(s)}\n`; }
      why = true;
    } else if (typeof actual !== 'object' || actual === null) {
      const e = new AssertionError({ actual, expected, message: msg, operator: 'deepStrictEqual', stackStartFn: fn });
      e.operator = fn.name;
      throw e;
    } else {
      const keys = Object.keys(expected);
      if (expected instanceof Error) keys.push('name', 'message');
      else if (keys.length === 0) throw new ERR_INVALID_ARG_VALUE('error', expected, 'may not be an empty object');
      for (const k of keys) {
        if (typeof actual[k] === 'string' && expected[k] instanceof RegExp && expected[k].exec(actual[k]) !== null) continue;
        if (!(k in actual) || !isDeepEqual(actual[k], expected[k], true)) {
          if (!msg) {
            const pick = (o) => { const c = {}; for (const x of keys) if (x in o) c[x] = typeof actual[x] === 'string' && expected[x] instanceof RegExp && o === expected && expected[x].exec(actual[x]) !== null ? actual[x] : o[x]; return c; };
            const e = new AssertionError({ actual: pick(actual), expected: pick(expected), operator: 'deepStrictEqual', stackStartFn: fn });
            e.actual = actual; e.expected = expected; e.operator = fn.name;
            throw e;
          }
          fail({ actual, expected, message: msg, operator: fn.name, stackStartFn: fn });
        }
      }
      return;
    }
  } else if (expected.prototype !== undefined && actual instanceof expected) return;
  else if (Object.prototype.isPrototypeOf.call(Error, expected) || expected === Error) {
    if (!msg) {
      gen = true;
      msg = `The error is expected to be an instance of "${expected.name}". Received `;
      if (actual instanceof Error) msg += `"${actual.name}"`; else msg += `"${inspect(actual, { depth: -1 })}"`;
      if (actual instanceof Error) msg += `\n\nError message:\n\n${actual.message}`;
    }
    why = true;
  } else {
    const r = Reflect.apply(expected, {}, [actual]);
    if (r === true) return;
    if (!msg) {
      gen = true;
      const name = expected.name ? `"${expected.name}" ` : '';
      msg = `The ${name}validation function is expected to return "true". Received ${inspect(r)}`;
      if (actual instanceof Error) msg += `\n\nCaught error:\n\n${actual}`;
    }
    why = true;
  }
  if (why) {
    if (msg instanceof Error) throw msg;
    const e = new AssertionError({ actual, expected, message: msg, operator: fn.name, stackStartFn: fn });
    e.generatedMessage = gen;
    throw e;
  }
}
function noError(fn, actual, error, msg) {
  if (actual === none) return;
  if (typeof error === 'string') { msg = error; error = undefined; }
  let hit = !error;
  if (error) { try { checkError(actual, error, undefined, fn); hit = true; } catch { hit = false; } }
  if (hit) {
    const d = msg ? `: ${msg}` : '.';
    fail({ actual, expected: error, operator: fn.name, message: `Got unwanted ${fn === assert.doesNotReject ? 'rejection' : 'exception'}${d}\nActual message: "${actual && actual.message}"`, stackStartFn: fn });
  }
  throw actual;
}
function matches(s, re, msg, fn, op) {
  if (!(re instanceof RegExp)) throw new ERR_INVALID_ARG_TYPE('regexp', 'RegExp', re);
  const want = op === 'match';
  if (typeof s !== 'string' || (re.exec(s) !== null) !== want) {
    if (msg instanceof Error) throw msg;
    const gen = !msg;
    msg = msg || (typeof s !== 'string' ? `The "string" argument must be of type string. Received type ${typeof s} (${inspect(s)})` : `${want ? 'The input did not match the regular expression ' : 'The input was expected to not match the regular expression '}${inspect(re)}. Input:\n\n${inspect(s)}\n`);
    const e = new AssertionError({ actual: s, expected: re, message: msg, operator: op, stackStartFn: fn });
    e.generatedMessage = gen;
    throw e;
  }
}
function strict(...args) { truthy(strict, args.length, ...args); }
assert.strict = Object.assign(strict, assert, { equal: assert.strictEqual, deepEqual: assert.deepStrictEqual, notEqual: assert.notStrictEqual, notDeepEqual: assert.notDeepStrictEqual });
assert.strict.strict = assert.strict;
module.exports = assert;
