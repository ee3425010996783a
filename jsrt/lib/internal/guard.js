'use strict';
// Natives that allocate or loop by a number they are given are checked first (internal/jsguard): the engine itself would take
// the whole host's memory, and cannot be interrupted while it does. Here are the checks that are not the table's.
const core = internalBinding('core');
core.installNatives();
Object.defineProperty(Number, 'parseFloat', { value: globalThis.parseFloat, writable: true, enumerable: false, configurable: true });
const define = (o, name, value) => Object.defineProperty(o, name, { value, writable: true, enumerable: false, configurable: true });
const parse = JSON.parse, scanJSON = core.scanJSON;
define(JSON, 'parse', { parse(text, reviver) {
  const s = typeof text === 'string' ? text : String(text);
  if (s.length > 5000) scanJSON(s);
  try {
    return reviver === undefined ? parse(s) : parse(s, reviver);
  } catch (e) {
    if (!(e instanceof SyntaxError)) throw e;
    throw new SyntaxError(require('internal/json_error').describe(s, e.message));
  }
} }.parse);

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
