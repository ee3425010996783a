'use strict';
// Natives that allocate or loop by a number they are given are checked first: the engine itself would take the whole
// host's memory, and cannot be interrupted while it does.
const core = internalBinding('core');
const limit = Math.min(core.heapLimit(), 2 ** 30);
const maxString = Math.min(limit, 0x1fffffe8);

function replace(o, name, make) {
  const orig = o[name];
  if (typeof orig !== 'function') return;
  const f = make(orig);
  Object.defineProperty(f, 'name', { value: name, configurable: true });
  Object.defineProperty(f, 'length', { value: orig.length, configurable: true });
  Object.defineProperty(o, name, { value: f, writable: true, enumerable: false, configurable: true });
}
const tooLong = () => new RangeError('Invalid string length');
const S = String.prototype;
replace(S, 'repeat', (orig) => ({ repeat(n) {
  const k = Number(n);
  if (k > 0 && k !== Infinity && String(this).length * k > maxString) throw tooLong();
  return orig.call(this, n);
} }).repeat);
for (const name of ['padStart', 'padEnd']) {
  replace(S, name, (orig) => ({ pad(n, fill) {
    if (Number(n) > maxString) throw tooLong();
    return fill === undefined ? orig.call(this, n) : orig.call(this, n, fill);
  } }).pad);
}
// A replacement or separator is counted before it is put in when the result may be too long.
const maxSubject = Math.floor(limit / 32), maxMatches = Math.floor(limit / 128);
const isGlobal = (re) => re instanceof RegExp && re.global;
function checkReplacement(self, pattern, text, all) {
  if (typeof text !== 'string' || self === null || self === undefined) return;
  const n = self.length;
  if (n >= maxMatches && (all || isGlobal(pattern))) throw tooLong();
  if (text.length < 2 || !(n * text.length > maxString)) return;
  let total = n;
  const count = () => { if ((total += text.length) > maxString) throw tooLong(); return ''; };
  if (all) replaceAll.call(self, pattern, count); else stringReplace.call(self, pattern, count);
}
const stringReplace = S.replace, replaceAll = S.replaceAll;
replace(S, 'replace', (orig) => ({ replace(pattern, by) {
  checkReplacement(this, pattern, by, false);
  return orig.call(this, pattern, by);
} }).replace);
replace(S, 'replaceAll', (orig) => ({ replaceAll(pattern, by) {
  checkReplacement(this, pattern, by, true);
  return orig.call(this, pattern, by);
} }).replaceAll);
replace(S, 'split', (orig) => ({ split(sep, n) {
  if (this !== null && this !== undefined && this.length > maxSubject && (typeof sep !== 'string' || sep === '')) throw tooLong();
  return n === undefined ? orig.call(this, sep) : orig.call(this, sep, n);
} }).split);
replace(S, 'match', (orig) => ({ match(re) {
  if (this !== null && this !== undefined && this.length >= maxMatches && isGlobal(re)) throw tooLong();
  return orig.call(this, re);
} }).match);
replace(globalThis, 'parseFloat', (orig) => ({ parseFloat(v) { const s = String(v); return orig(s.length > 100000 ? s.slice(0, 100000) : s); } }).parseFloat);
Object.defineProperty(Number, 'parseFloat', { value: globalThis.parseFloat, writable: true, enumerable: false, configurable: true });
replace(S, 'concat', (orig) => ({ concat(...args) {
  if (args.length > 1) {
    let total = 0;
    for (let i = 0; i < args.length; i++) if (typeof args[i] === 'string' && (total += args[i].length) > maxString) throw tooLong();
  }
  return reflectApply(orig, this, args);
} }).concat);
const maxArray = Math.floor(limit / 32);
const A = Array.prototype;
const badLength = () => new RangeError('Invalid array length');
replace(A, 'join', (orig) => ({ join(sep) {
  const n = this === null || this === undefined ? 0 : this.length;
  if (n > maxArray) throw badLength();
  if (n > 500) {
    let total = sep === undefined ? n : typeof sep === 'string' ? n * sep.length : 0;
    if (Array.isArray(this)) for (let i = 0; i < n && total <= maxString; i++) { const v = this[i]; if (typeof v === 'string') total += v.length; }
    if (total > maxString) throw tooLong();
  }
  return sep === undefined ? orig.call(this) : orig.call(this, sep);
} }).join);
for (const name of ['map', 'filter', 'forEach', 'some', 'every']) {
  replace(A, name, (orig) => ({ guarded(fn, self) {
    if (this !== null && this !== undefined && this.length > maxArray) throw badLength();
    return self === undefined ? orig.call(this, fn) : orig.call(this, fn, self);
  } }).guarded);
}
replace(A, 'slice', (orig) => ({ slice(from, to) {
  if (this !== null && this !== undefined && this.length > maxArray) throw badLength();
  return to === undefined ? orig.call(this, from) : orig.call(this, from, to);
} }).slice);
for (const name of ['fill', 'reverse', 'copyWithin', 'sort', 'toSorted', 'toReversed', 'with', 'toSpliced', 'lastIndexOf', 'concat', 'splice', 'unshift', 'shift', 'flat', 'flatMap', 'reduce', 'reduceRight', 'toLocaleString']) {
  replace(A, name, (orig) => ({ guarded(...args) {
    if (this !== null && this !== undefined && this.length > maxArray) throw badLength();
    return args.length === 0 ? orig.call(this) : args.length === 1 ? orig.call(this, args[0]) : orig.apply(this, args);
  } }).guarded);
}
for (const name of ['indexOf', 'includes']) {
  replace(A, name, (orig) => ({ guarded(x, from) {
    if (this !== null && this !== undefined && this.length > maxArray) throw badLength();
    return from === undefined ? orig.call(this, x) : orig.call(this, x, from);
  } }).guarded);
}
for (const name of ['asUintN', 'asIntN']) {
  replace(BigInt, name, (orig) => ({ guarded(bits, v) {
    if (bits > maxBits) throw tooBig();
    return orig.call(this, bits, v);
  } }).guarded);
}
replace(Array, 'from', (orig) => ({ from(src, fn, self) {
  if (src !== null && src !== undefined && typeof src === 'object' && src.length > maxArray && src[Symbol.iterator] === undefined) throw badLength();
  return fn === undefined ? orig.call(this, src) : orig.call(this, src, fn, self);
} }).from);
const reflectApply = Reflect.apply;
const maxArgs = 1000000;
const none = [];
replace(Function.prototype, 'apply', () => ({ apply(self, args) {
  if (args === null || args === undefined) return reflectApply(this, self, none);
  if (args.length > maxArgs) throw new RangeError('Maximum call stack size exceeded');
  return reflectApply(this, self, args);
} }).apply);
replace(Reflect, 'apply', () => ({ apply(fn, self, args) {
  if (args !== null && args !== undefined && args.length > maxArgs) throw new RangeError('Maximum call stack size exceeded');
  return reflectApply(fn, self, args);
} }).apply);
const parse = JSON.parse, scanJSON = core.scanJSON;
replace(JSON, 'parse', () => ({ parse(text, reviver) {
  const s = typeof text === 'string' ? text : String(text);
  if (s.length > 5000) scanJSON(s);
  try {
    return reviver === undefined ? parse(s) : parse(s, reviver);
  } catch (e) {
    if (!(e instanceof SyntaxError)) throw e;
    throw new SyntaxError(require('internal/json_error').describe(s, e.message));
  }
} }).parse);

replace(JSON, 'stringify', (orig) => ({ stringify(v, replacer, space) {
  if (Array.isArray(v) && v.length > maxArray) throw badLength();
  return replacer === undefined && space === undefined ? orig(v) : orig(v, replacer, space);
} }).stringify);

// A native constructor is wrapped by a Proxy-free function that checks and passes on; instanceof and subclassing go on to
// work since the prototype object is the same one.
function wrapConstructor(name, check) {
  const Orig = globalThis[name];
  function W(...args) {
    if (new.target === undefined) return check(args, false) || Orig(...args);
    check(args, true);
    return Reflect.construct(Orig, args, new.target === W ? Orig : new.target);
  }
  Object.defineProperty(W, 'name', { value: name, configurable: true });
  Object.defineProperty(W, 'length', { value: Orig.length, configurable: true });
  for (const k of Reflect.ownKeys(Orig)) {
    if (k === 'name' || k === 'length' || k === 'prototype') continue;
    Object.defineProperty(W, k, Object.getOwnPropertyDescriptor(Orig, k));
  }
  Object.defineProperty(W, 'prototype', { value: Orig.prototype, writable: false, enumerable: false, configurable: false });
  Object.defineProperty(Orig.prototype, 'constructor', { value: W, writable: true, enumerable: false, configurable: true });
  Object.setPrototypeOf(W, Object.getPrototypeOf(Orig));
  Object.defineProperty(globalThis, name, { value: W, writable: true, enumerable: false, configurable: true });
  return W;
}
wrapConstructor('ArrayBuffer', (args) => { if (args[0] > limit) throw new RangeError('Array buffer allocation failed'); });
for (const [name, size] of [['Uint8Array', 1], ['Int8Array', 1], ['Uint8ClampedArray', 1], ['Uint16Array', 2], ['Int16Array', 2], ['Uint32Array', 4], ['Int32Array', 4], ['Float32Array', 4], ['Float64Array', 8], ['BigInt64Array', 8], ['BigUint64Array', 8]]) {
  wrapConstructor(name, (args) => {
    const n = args[0];
    if (typeof n === 'number' ? n * size > limit : typeof n === 'object' && n !== null && !(n instanceof ArrayBuffer) && n.length * size > limit) throw new RangeError(`Invalid typed array length: ${typeof n === 'number' ? n : n.length}`);
  });
}
const maxBits = 2 ** 30;
const maxDigits = 300000;
const tooBig = () => new RangeError('Maximum BigInt size exceeded');
const big = BigInt;
{
  // A method is no constructor; new.target cannot tell, it leaks from a constructor into what it calls.
  const { BigInt: W } = { BigInt(v) {
    if (typeof v === 'string' && v.length > maxDigits) throw tooBig();
    return big(v);
  } };
  for (const k of ['asIntN', 'asUintN']) Object.defineProperty(W, k, Object.getOwnPropertyDescriptor(big, k));
  Object.defineProperty(W, 'prototype', { value: big.prototype, writable: false, enumerable: false, configurable: false });
  Object.defineProperty(big.prototype, 'constructor', { value: W, writable: true, enumerable: false, configurable: true });
  Object.defineProperty(globalThis, 'BigInt', { value: W, writable: true, enumerable: false, configurable: true });
}
core.installOperators();
const scanSource = core.scanSource;
const Fn = Function;
const indirect = eval;
function checkSources(args) {
  for (const a of args) if (typeof a === 'string' && a.length > 40) scanSource(a);
}
// Text that has what must be rewritten is compiled by the loader; the engine's own compiler takes the rest.
const risky = /yield|<<|>>|\*\*|\.\.\.|with|\(\?[<=!ims-]|\\[pP]\{|\/[a-z]*[dv]/;
const runScript = (text) => internalBinding('modules').script(text, '<anonymous>');
const heads = { Function: 'function', GeneratorFunction: 'function*', AsyncFunction: 'async function' };
function makeFunction(name, args) {
  const list = args.map((a) => String(a));
  const body = list.length > 0 ? list.pop() : '';
  if (!risky.test(body) && !list.some((a) => risky.test(a))) return undefined;
  return runScript(`(${heads[name]} anonymous(${list.join(',')}\n) {\n${body}\n})`);
}
function runEval(text) {
  if (!risky.test(text)) return indirect(text);
  return runScript(/\b(?:let|const|class)\b/.test(text) && !/\bfunction\b/.test(text) ? `{${text}\n}` : text);
}
{
  const kinds = [[Fn, 'Function', true], [Object.getPrototypeOf(function* () {}).constructor, 'GeneratorFunction'], [Object.getPrototypeOf(async function () {}).constructor, 'AsyncFunction']];
  for (const [Orig, name, isGlobal] of kinds) {
    const W = function (...args) {
      checkSources(args);
      if (new.target !== undefined && new.target !== W) return Reflect.construct(Orig, args, new.target);
      return makeFunction(name, args) ?? Orig(...args);
    };
    Object.defineProperty(W, 'name', { value: name, configurable: true });
    Object.defineProperty(W, 'length', { value: 1, configurable: true });
    Object.defineProperty(W, 'prototype', { value: Orig.prototype, writable: false, enumerable: false, configurable: false });
    Object.defineProperty(Orig.prototype, 'constructor', { value: W, writable: isGlobal === true, enumerable: false, configurable: true });
    if (isGlobal) Object.defineProperty(globalThis, name, { value: W, writable: true, enumerable: false, configurable: true });
  }
  const ev = { eval(src) { if (typeof src === 'string' && src.length > 40) scanSource(src); return typeof src === 'string' ? runEval(src) : src; } }.eval;
  Object.defineProperty(globalThis, 'eval', { value: ev, writable: true, enumerable: false, configurable: true });
}
