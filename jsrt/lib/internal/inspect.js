'use strict';
// util.inspect and util.format: values as Node prints them.
const types = internalBinding('types');
const classOf = types.classOf;
const custom = Symbol.for('nodejs.util.inspect.custom');
const core = internalBinding('core');

const defaults = {
  showHidden: false, depth: 2, colors: false, customInspect: true, showProxy: false, maxArrayLength: 100, maxStringLength: 10000,
  breakLength: 128, compact: 3, sorted: false, getters: false, numericSeparator: false,
};
const hasOwn = (o, k) => Object.prototype.hasOwnProperty.call(o, k);
const idRE = /^[a-zA-Z_][a-zA-Z_0-9]*$/;

function inspect(value, opts) {
  const ctx = { ...defaults, budget: {}, indent: 0, seen: [], circular: undefined, level: 0, stylize: plain };
  if (!('breakLength' in defaults)) ctx.breakLength = 80;
  ctx.breakLength = 80;
  ctx.compact = 3;
  if (arguments.length > 1) {
    if (arguments.length > 2) {
      if (arguments[2] !== undefined) ctx.depth = arguments[2];
      if (arguments.length > 3 && arguments[3] !== undefined) ctx.colors = arguments[3];
    }
    if (typeof opts === 'boolean') ctx.showHidden = opts;
    else if (opts) for (const k of Object.keys(opts)) if (k in defaults || k === 'stylize') ctx[k] = opts[k]; else ctx.userOptions = opts;
    if (opts && typeof opts === 'object') ctx.userOptions = opts;
  }
  for (const k of ['depth', 'maxArrayLength', 'maxStringLength']) if (ctx[k] === null) ctx[k] = Infinity;
  if (ctx.colors) ctx.stylize = color;
  return formatValue(ctx, value, 0);
}
inspect.custom = custom;
Object.defineProperty(inspect, 'defaultOptions', {
  get() { return defaults; },
  set(o) { if (o === null || typeof o !== 'object') throw new (require('internal/errors').codes.ERR_INVALID_ARG_TYPE)('options', 'Object', o); Object.assign(defaults, o); },
});
inspect.colors = {
  __proto__: null, reset: [0, 0], bold: [1, 22], dim: [2, 22], italic: [3, 23], underline: [4, 24], blink: [5, 25], inverse: [7, 27], hidden: [8, 28], strikethrough: [9, 29], doubleunderline: [21, 24],
  black: [30, 39], red: [31, 39], green: [32, 39], yellow: [33, 39], blue: [34, 39], magenta: [35, 39], cyan: [36, 39], white: [37, 39],
  bgBlack: [40, 49], bgRed: [41, 49], bgGreen: [42, 49], bgYellow: [43, 49], bgBlue: [44, 49], bgMagenta: [45, 49], bgCyan: [46, 49], bgWhite: [47, 49],
  framed: [51, 54], overlined: [53, 55], gray: [90, 39], grey: [90, 39], redBright: [91, 39], greenBright: [92, 39], yellowBright: [93, 39], blueBright: [94, 39], magentaBright: [95, 39], cyanBright: [96, 39], whiteBright: [97, 39],
  bgGray: [100, 49], bgRedBright: [101, 49], bgGreenBright: [102, 49], bgYellowBright: [103, 49], bgBlueBright: [104, 49], bgMagentaBright: [105, 49], bgCyanBright: [106, 49], bgWhiteBright: [107, 49],
};
inspect.styles = { __proto__: null, special: 'cyan', number: 'yellow', bigint: 'yellow', boolean: 'yellow', undefined: 'grey', null: 'bold', string: 'green', symbol: 'green', date: 'magenta', regexp: 'red', module: 'underline' };
function plain(s) { return s; }
function color(s, kind) {
  const c = inspect.colors[inspect.styles[kind]];
  return c === undefined ? s : `\u001b[${c[0]}m${s}\u001b[${c[1]}m`;
}

const escapes = { '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r', '\\': '\\\\' };
const needsEscape = /[\x00-\x1f\x27\x5c\x7f-\x9f]/;
function quote(s) {
  if (s.length < 5000 && !needsEscape.test(s) && !/[\ud800-\udfff]/.test(s)) return `'${s}'`;
  let q = "'";
  if (s.includes("'")) {
    if (!s.includes('"')) q = '"';
    else if (!s.includes('`') && !s.includes('${')) q = '`';
  }
  let out = q, start = 0;
  for (let i = 0; i < s.length; i++) {
    const c = s.charCodeAt(i);
    let e;
    if (c === 0x5c || c < 0x20 || c >= 0x7f && c <= 0x9f || c === q.charCodeAt(0)) {
      e = c === q.charCodeAt(0) && q === "'" ? "\\'" : escapes[s[i]] ?? (c === q.charCodeAt(0) ? `\\${q}` : `\\x${c < 16 ? '0' : ''}${c.toString(16).toUpperCase()}`);
    } else if (c >= 0xd800 && c <= 0xdfff) {
      if (c < 0xdc00) { const d = s.charCodeAt(i + 1); if (d >= 0xdc00 && d <= 0xdfff) { i++; continue; } }
      e = `\\u${c.toString(16).toUpperCase()}`;
    } else continue;
    out += s.slice(start, i) + e;
    start = i + 1;
  }
  return out + s.slice(start) + q;
}

function formatNumber(fn, n, sep) {
  if (!sep) return fn(Object.is(n, -0) ? '-0' : `${n}`, 'number');
  const s = String(n), i = Math.trunc(n);
  if (i === n) return fn(Number.isFinite(n) && !s.includes('e') ? under(s) : s, 'number');
  if (Number.isNaN(n) || s.includes('e')) return fn(s, 'number');
  const [a, b] = s.split('.');
  return fn(`${under(a)}.${b.replace(/(\d{3})(?=\d)/g, '$1_')}`, 'number');
}
function under(s) { return s.replace(/\B(?=(\d{3})+(?!\d))/g, '_'); }

function formatPrimitive(ctx, v) {
  const fn = ctx.stylize;
  switch (typeof v) {
    case 'string': {
      let tail = '';
      if (v.length > ctx.maxStringLength) {
        const n = v.length - ctx.maxStringLength;
        v = v.slice(0, ctx.maxStringLength);
        tail = `... ${n} more character${n > 1 ? 's' : ''}`;
      }
      if (ctx.compact !== true && v.length > 16 && v.length > ctx.breakLength - ctx.indent - 4 && v.includes('\n')) {
        return v.split(/(?<=\n)/).map((l) => fn(quote(l), 'string')).join(` +\n${' '.repeat(ctx.indent + 2)}`) + tail;
      }
      return fn(quote(v), 'string') + tail;
    }
    case 'number': return formatNumber(fn, v, ctx.numericSeparator);
    case 'bigint': return fn(`${ctx.numericSeparator ? under(String(v)) : String(v)}n`, 'bigint');
    case 'boolean': return fn(`${v}`, 'boolean');
    case 'undefined': return fn('undefined', 'undefined');
  }
  return fn(symbolText(v), 'symbol');
}
function symbolText(s) { return Symbol.prototype.toString.call(s); }

function formatValue(ctx, value, recurse, typed) {
  if (typeof value !== 'object' && typeof value !== 'function') return formatPrimitive(ctx, value);
  if (value === null) return ctx.stylize('null', 'null');
  const context = value;
  const cls = classOf(value);
  let proxy;
  if (cls === 'Proxy') {
    proxy = types.proxyDetails(value);
    if (ctx.showProxy) {
      if (recurse > ctx.depth && ctx.depth !== null) return ctx.stylize('Proxy [Array]', 'special');
      ctx.indent += 2;
      const res = [formatValue(ctx, proxy[0], recurse + 1), formatValue(ctx, proxy[1], recurse + 1)];
      ctx.indent -= 2;
      return reduce(ctx, res, '', ['Proxy [', ']'], 1, recurse);
    }
    if (proxy[0] === null) return ctx.stylize('<Revoked Proxy>', 'special');
    value = proxy[0];
    while (classOf(value) === 'Proxy') value = types.proxyDetails(value)[0];
    if (value === null) return ctx.stylize('<Revoked Proxy>', 'special');
  }
  if (ctx.customInspect) {
    const fn = value[custom];
    if (typeof fn === 'function' && fn !== inspect && !(value.constructor && value.constructor.prototype === value)) {
      const depth = ctx.depth === null ? null : ctx.depth - recurse;
      const isCross = proxy !== undefined;
      const ret = fn.call(context, depth, { ...defaults, ...userOptions(ctx), depth, stylize: ctx.stylize }, inspect);
      if (ret !== context) {
        if (typeof ret !== 'object' || ret === null) return `${ret}`.replaceAll('\n', `\n${' '.repeat(ctx.indent)}`);
        return formatValue(ctx, ret, recurse);
      }
    }
  }
  if (ctx.seen.includes(value)) {
    let index = 1;
    if (ctx.circular === undefined) { ctx.circular = new Map(); ctx.circular.set(value, index); } else {
      index = ctx.circular.get(value);
      if (index === undefined) { index = ctx.circular.size + 1; ctx.circular.set(value, index); }
    }
    return ctx.stylize(`[Circular *${index}]`, 'special');
  }
  return formatRaw(ctx, value, recurse, typed);
}
function userOptions(ctx) {
  const o = {};
  for (const k of Object.keys(defaults)) o[k] = ctx[k];
  return { ...o, ...ctx.userOptions };
}

function constructorName(obj, ctx, recurse, protoProps) {
  let first;
  const start = obj;
  while (obj) {
    const d = Object.getOwnPropertyDescriptor(obj, 'constructor');
    if (d !== undefined && typeof d.value === 'function' && d.value.name !== '' && isInstance(start, d.value)) return String(d.value.name);
    obj = Object.getPrototypeOf(obj);
    if (first === undefined) first = obj;
  }
  if (first === null) return null;
  const name = fallbackClass(start);
  if (recurse > ctx.depth && ctx.depth !== null) return `${name} <Complex prototype>`;
  const c = constructorName(first, ctx, recurse + 1);
  if (c === null) return `${name} <${inspect(first, { ...userOptions(ctx), customInspect: false, depth: -1 })}>`;
  return `${name} <${c}>`;
}
function isInstance(o, C) { try { return o instanceof C; } catch { return false; } }
function fallbackClass(o) {
  const c = classOf(o);
  return c === 'Function' || c === 'AsyncFunction' || c === 'GeneratorFunction' ? 'Function' : c === '' ? 'Object' : c;
}

function prefix(constructor, tag, fallback, size = '') {
  if (constructor === null) {
    if (tag !== '' && fallback !== tag) return `[${fallback}${size}: null prototype] [${tag}] `;
    return `[${fallback}${size}: null prototype] `;
  }
  if (tag !== '' && constructor !== tag) return `${constructor}${size} [${tag}] `;
  return `${constructor}${size} `;
}

const typedNames = ['Uint8Array', 'Int8Array', 'Uint8ClampedArray', 'Uint16Array', 'Int16Array', 'Uint32Array', 'Int32Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'];
const typedTag = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
function typedName(v) { return ArrayBuffer.isView(v) ? typedTag.call(v) : undefined; }

function keysOf(value, showHidden, isArrayLike) {
  let keys;
  const symbols = Object.getOwnPropertySymbols(value);
  if (showHidden) {
    keys = Object.getOwnPropertyNames(value);
    if (symbols.length && symbols[0].description === 'stack' && value instanceof Error) symbols.shift();
    if (isArrayLike) keys = keys.filter((k) => !isIndex(k));
    if (symbols.length) keys.push(...symbols);
  } else {
    try { keys = isArrayLike ? namedKeys(value) : Object.keys(value); } catch { keys = Object.getOwnPropertyNames(value); }
    if (symbols.length) keys.push(...symbols.filter((s) => Object.prototype.propertyIsEnumerable.call(value, s)));
  }
  return keys;
}
function isIndex(k) { return typeof k === 'string' && /^(0|[1-9]\d{0,9})$/.test(k) && Number(k) < 4294967295; }
function namedKeys(v) {
  const all = Object.keys(v);
  if (all.length === 0 || isIndex(all[all.length - 1])) return all.length > 0 && !isIndex(all[all.length - 1]) ? all : all.filter((k) => !isIndex(k));
  return all.filter((k) => !isIndex(k));
}

function formatRaw(ctx, value, recurse, typed) {
  let keys, protoProps;
  const constructor = constructorName(value, ctx, recurse);
  const cls = classOf(value);
  let tag = value[Symbol.toStringTag];
  if (typeof tag !== 'string' || tag !== '' && (ctx.showHidden ? hasOwn : Object.prototype.hasOwnProperty).call(value, Symbol.toStringTag) === undefined) tag = '';
  if (tag !== '' && tag === constructor) tag = '';
  if (tag !== '' && hasOwn(value, Symbol.toStringTag) === false && constructor !== null && tag === constructor) tag = '';
  let base = '', formatter = () => [], braces, noIter = true, i = 0, extras = 0;
  let ty;
  const filterHidden = ctx.showHidden;
  const iter = value[Symbol.iterator] || constructor === null;
  if (iter) {
    noIter = false;
    if (Array.isArray(value)) {
      const pre = constructor !== 'Array' || tag !== '' ? prefix(constructor, tag, 'Array', `(${value.length})`) : '';
      keys = keysOf(value, filterHidden, true);
      braces = [`${pre}[`, ']'];
      if (value.length === 0 && keys.length === 0) return `${braces[0]}]`;
      extras = 2;
      formatter = formatArray;
    } else if (cls === 'Set') {
      const pre = prefix(constructor, tag, 'Set', `(${sizeOf(value, Set)})`);
      keys = keysOf(value, filterHidden, false);
      formatter = constructor !== null ? (c, v, r) => formatSet(c, v, r) : (c, v, r) => formatSet(c, Set.prototype.values.call(v), r);
      if (sizeOf(value, Set) === 0 && keys.length === 0) return `${pre}{}`;
      braces = [`${pre}{`, '}'];
    } else if (cls === 'Map') {
      const pre = prefix(constructor, tag, 'Map', `(${sizeOf(value, Map)})`);
      keys = keysOf(value, filterHidden, false);
      formatter = (c, v, r) => formatMap(c, v, r);
      if (sizeOf(value, Map) === 0 && keys.length === 0) return `${pre}{}`;
      braces = [`${pre}{`, '}'];
    } else if ((ty = typedName(value)) !== undefined) {
      keys = keysOf(value, filterHidden, true);
      const pre = prefix(constructor, tag, ty, `(${value.length})`);
      braces = [`${pre}[`, ']'];
      if (value.length === 0 && keys.length === 0 && !ctx.showHidden) return `${braces[0]}]`;
      formatter = formatTyped;
      extras = 2;
    } else if (cls === 'Map Iterator' || cls === 'Set Iterator') {
      keys = keysOf(value, filterHidden, false);
      braces = [`[${tag || cls}] {`, '}'];
      formatter = (c) => [c.stylize('<items unknown>', 'special')];
    } else noIter = true;
  }
  if (noIter) {
    braces = ['{', '}'];
    if (cls === 'Arguments') {
      keys = keysOf(value, filterHidden, false);
      braces[0] = '[Arguments] {';
      if (keys.length === 0) return '[Arguments] {}';
    } else if (require('internal/esm').isNamespace(value)) {
      keys = Object.keys(value);
      braces[0] = '[Module: null prototype] {';
      formatter = formatNamespace;
      if (keys.length === 0) return '[Module: null prototype] {}';
    } else if (typeof value === 'function') {
      keys = keysOf(value, filterHidden, false);
      base = functionBase(value, constructor, tag);
      if (keys.length === 0) return ctx.stylize(base, 'special');
    } else if (cls === 'RegExp') {
      keys = keysOf(value, filterHidden, false);
      base = RegExp.prototype.toString.call(constructor !== null ? value : new RegExp(value));
      const pre = prefix(constructor, tag, 'RegExp');
      if (pre !== 'RegExp ') base = `${pre}${base}`;
      if (keys.length === 0 || recurse > ctx.depth && ctx.depth !== null) return ctx.stylize(base, 'regexp');
    } else if (cls === 'Date') {
      keys = keysOf(value, filterHidden, false);
      base = Number.isNaN(Date.prototype.getTime.call(value)) ? Date.prototype.toString.call(value) : Date.prototype.toISOString.call(value);
      const pre = prefix(constructor, tag, 'Date');
      if (pre !== 'Date ') base = `${pre}${base}`;
      if (keys.length === 0) return ctx.stylize(base, 'date');
    } else if (cls === 'Error' || value instanceof Error) {
      keys = keysOf(value, filterHidden, false);
      base = formatError(value, constructor, tag, ctx, keys);
      if (keys.length === 0) return base;
    } else if (cls === 'ArrayBuffer') {
      keys = keysOf(value, filterHidden, false);
      const pre = prefix(constructor, tag, 'ArrayBuffer');
      if (typed === undefined) formatter = formatBuffer;
      else if (keys.length === 0) return `${pre}{ byteLength: ${formatNumber(ctx.stylize, value.byteLength, false)} }`;
      braces[0] = `${pre}{`;
      keys.unshift('byteLength');
      formatter = formatBuffer;
    } else if (ArrayBuffer.isView(value)) {
      keys = keysOf(value, filterHidden, false);
      braces[0] = `${prefix(constructor, tag, 'DataView')}{`;
      keys.unshift('byteLength', 'byteOffset', 'buffer');
    } else if (cls === 'Promise') {
      keys = keysOf(value, filterHidden, false);
      braces[0] = `${prefix(constructor, tag, 'Promise')}{`;
      formatter = formatPromise;
    } else if (cls === 'WeakSet' || cls === 'WeakMap') {
      keys = keysOf(value, filterHidden, false);
      braces[0] = `${prefix(constructor, tag, cls)}{`;
      formatter = (c) => [c.stylize('<items unknown>', 'special')];
    } else if (cls === 'Number' || cls === 'String' || cls === 'Boolean' || cls === 'Symbol' || cls === 'BigInt' || isBoxed(value)) {
      keys = keysOf(value, filterHidden, cls === 'String');
      base = boxed(value, ctx, keys, constructor, tag);
      if (keys.length === 0) return base;
    } else if (cls === 'Generator' || /Iterator$/.test(cls)) {
      keys = keysOf(value, filterHidden, false);
      braces[0] = `${tag !== '' ? `Object [${tag}]` : constructor} {`;
      if (keys.length === 0) return `${braces[0]}}`;
    } else {
      keys = keysOf(value, filterHidden, false);
      if (constructor === 'Object') {
        if (tag !== '') braces[0] = `${prefix(constructor, tag, 'Object')}{`;
        if (keys.length === 0) return `${braces[0]}}`;
      } else {
        braces[0] = `${prefix(constructor, tag, 'Object')}{`;
        if (keys.length === 0) return `${braces[0]}}`;
      }
    }
  }
  if (recurse > ctx.depth && ctx.depth !== null) {
    let name = prefix(constructor, tag, fallbackClass(value)).slice(0, -1);
    if (constructor !== null) name = `[${name}]`;
    return ctx.stylize(Array.isArray(value) && constructor === 'Array' ? '[Array]' : name, 'special');
  }
  recurse++;
  ctx.seen.push(value);
  ctx.level = recurse;
  const output = formatter(ctx, value, recurse);
  if (formatter !== formatNamespace) {
    for (i = 0; i < keys.length; i++) output.push(formatProperty(ctx, value, recurse, keys[i], extras === 2 ? 1 : 0));
  }
  if (ctx.circular !== undefined) {
    const index = ctx.circular.get(value);
    if (index !== undefined) {
      const ref = ctx.stylize(`<ref *${index}>`, 'special');
      if (ctx.compact !== true) base = base === '' ? ref : `${ref} ${base}`;
      else braces[0] = `${ref} ${braces[0]}`;
    }
  }
  ctx.seen.pop();
  if (ctx.sorted) {
    const cmp = ctx.sorted === true ? undefined : ctx.sorted;
    if (extras !== 2) output.sort(cmp);
    else if (keys.length > 1) { const s = output.slice(output.length - keys.length).sort(cmp); output.splice(output.length - keys.length, keys.length, ...s); }
  }
  const res = reduce(ctx, output, base, braces, extras, recurse, value);
  return res;
}
function sizeOf(v, C) { return Object.getOwnPropertyDescriptor(C.prototype, 'size').get.call(v); }
function isBoxed(v) {
  for (const C of [Symbol, BigInt]) { try { C.prototype.valueOf.call(v); return true; } catch { /* not that */ } }
  return false;
}
function boxed(value, ctx, keys, constructor, tag) {
  let fn, type;
  const cls = classOf(value);
  if (cls === 'Number') { fn = Number.prototype.valueOf; type = 'Number'; } else if (cls === 'String') {
    fn = String.prototype.valueOf; type = 'String';
    keys.splice(0, keys.length, ...keys.filter((k) => !isIndex(k) && k !== 'length'));
  } else if (cls === 'Boolean') { fn = Boolean.prototype.valueOf; type = 'Boolean'; } else {
    try { BigInt.prototype.valueOf.call(value); fn = BigInt.prototype.valueOf; type = 'BigInt'; } catch { fn = Symbol.prototype.valueOf; type = 'Symbol'; }
  }
  let base = `[${type}`;
  if (type !== constructor) base += constructor === null ? ' (null prototype)' : ` (${constructor})`;
  base += `: ${formatPrimitive({ ...ctx, stylize: plain }, fn.call(value))}]`;
  if (tag !== '' && tag !== constructor) base += ` [${tag}]`;
  if (keys.length !== 0 || ctx.stylize === plain) return base;
  return ctx.stylize(base, type.toLowerCase());
}
function functionBase(value, constructor, tag) {
  const src = Function.prototype.toString.call(value);
  if (src.startsWith('class') && src.endsWith('}')) {
    let out = `[class ${value.name === '' || !hasOwn(value, 'name') ? '(anonymous)' : value.name}`;
    if (constructor !== 'Function' && constructor !== null) out += ` [${constructor}]`;
    if (tag !== '' && constructor !== tag) out += ` [${tag}]`;
    if (constructor !== null) { const s = Object.getPrototypeOf(value).name; if (s) out += ` extends ${s}`; } else out += ' extends [null prototype]';
    return `${out}]`;
  }
  const cls = classOf(value);
  let type = 'Function';
  if (cls === 'GeneratorFunction') type = 'GeneratorFunction';
  else if (cls === 'AsyncFunction' || /^async\b/.test(src)) type = /^async\s*(function)?\s*\*/.test(src) ? 'AsyncGeneratorFunction' : 'AsyncFunction';
  let base = `[${type}`;
  if (constructor === null) base += ' (null prototype)';
  if (value.name === '' || typeof value.name !== 'string') base += ' (anonymous)'; else base += `: ${value.name}`;
  base += ']';
  if (constructor !== type && constructor !== null && !(constructor === 'Function')) base += ` ${constructor}`;
  if (tag !== '' && constructor !== tag && tag !== type) base += ` [${tag}]`;
  return base;
}

function formatError(err, constructor, tag, ctx, keys) {
  core.fixError(err);
  const name = err.name != null ? String(err.name) : 'Error';
  const msg = err.message;
  let stack = err.stack ? String(err.stack) : Error.prototype.toString.call(err);
  if (!ctx.showHidden && keys.length !== 0) {
    for (const k of ['name', 'message', 'stack']) {
      const i = keys.indexOf(k);
      if (i !== -1 && stack.includes(String(err[k]))) keys.splice(i, 1);
    }
  }
  if ('cause' in err && (keys.length === 0 || !keys.includes('cause')) && hasOwn(err, 'cause')) keys.push('cause');
  if (Array.isArray(err.errors) && hasOwn(err, 'errors') && !keys.includes('errors')) keys.push('errors');
  stack = improveStack(stack, constructor, name, tag);
  let pos = msg && stack.indexOf(msg) || -1;
  if (pos !== -1) pos += msg.length;
  const at = stack.indexOf('\n    at', pos);
  if (at === -1) stack = `[${stack}]`;
  else if (ctx.colors) {
    stack = stack.slice(0, at) + stack.slice(at).split('\n').map((l) => /node:/.test(l) ? ctx.stylize(l, 'undefined') : l).join('\n');
  }
  if (ctx.indent !== 0) stack = stack.replaceAll('\n', `\n${' '.repeat(ctx.indent)}`);
  return stack;
}
function improveStack(stack, constructor, name, tag) {
  let len = name.length;
  if (constructor === null || name.endsWith('Error') && stack.startsWith(name) && (stack.length === len || stack[len] === ':' || stack[len] === '\n')) {
    let fallback = 'Error';
    if (constructor === null) {
      const s = /^([A-Z][a-z_ A-Z0-9[\]()-]+)(?::|\n\s+at)/.exec(stack) || /^([a-z_A-Z0-9-]*Error)$/.exec(stack);
      fallback = s && s[1] || '';
      len = fallback.length;
      fallback = fallback || 'Error';
      const p = prefix(constructor, tag, fallback).slice(0, -1);
      if (name !== p) {
        if (p.includes(name)) stack = len === 0 ? `${p}: ${stack}` : `${p}${stack.slice(len)}`;
        else stack = `${p} [${name}]${stack.slice(len)}`;
      }
    } else if (RegExp.prototype.test.call(/^[A-Za-z_$][\w$]*$/, constructor) && constructor !== name) {
      if (constructor.includes(name)) stack = len === 0 ? `${constructor}: ${stack}` : `${constructor}${stack.slice(len)}`;
      else stack = `${constructor} [${name}]${stack.slice(len)}`;
    }
  }
  return stack;
}

function formatArray(ctx, value, recurse) {
  const out = [];
  const max = Math.min(Math.max(0, ctx.maxArrayLength), value.length);
  const len = value.length;
  let shown = 0, i = 0;
  while (i < len && shown < max) {
    if (!hasOwn(value, i)) {
      let j = i;
      if (len > 100000) { const ks = Object.keys(value).filter((k) => isIndex(k) && Number(k) > i); j = ks.length ? Number(ks[0]) : len; } else while (j < len && !hasOwn(value, j)) j++;
      out.push(ctx.stylize(`<${j - i} empty item${j - i > 1 ? 's' : ''}>`, 'undefined'));
      i = j;
    } else { out.push(formatProperty(ctx, value, recurse, i, 1)); i++; }
    shown++;
  }
  const rest = len - i;
  if (rest > 0) out.push(`... ${rest} more item${rest > 1 ? 's' : ''}`);
  return out;
}
function formatTyped(ctx, value, recurse) {
  const max = Math.min(Math.max(0, ctx.maxArrayLength), value.length);
  const rest = value.length - max;
  const out = new Array(max);
  const f = value.length > 0 && typeof value[0] === 'number' ? (v) => formatNumber(ctx.stylize, v, ctx.numericSeparator) : (v) => formatPrimitive(ctx, v);
  for (let i = 0; i < max; i++) out[i] = f(value[i]);
  if (rest > 0) out.push(`... ${rest} more item${rest > 1 ? 's' : ''}`);
  if (ctx.showHidden) {
    ctx.indent += 2;
    for (const k of ['BYTES_PER_ELEMENT', 'length', 'byteLength', 'byteOffset', 'buffer']) out.push(`[${k}]: ${formatValue(ctx, value[k], recurse, true)}`);
    ctx.indent -= 2;
  }
  return out;
}
function formatSet(ctx, value, recurse) {
  const out = [];
  const max = Math.min(Math.max(0, ctx.maxArrayLength), value.size ?? Infinity);
  let i = 0;
  ctx.indent += 2;
  for (const v of value) { if (i++ >= max) break; out.push(formatValue(ctx, v, recurse)); }
  const rest = (value.size ?? 0) - max;
  if (rest > 0) out.push(`... ${rest} more item${rest > 1 ? 's' : ''}`);
  ctx.indent -= 2;
  return out;
}
function formatMap(ctx, value, recurse) {
  const out = [];
  const max = Math.min(Math.max(0, ctx.maxArrayLength), sizeOf(value, Map));
  let i = 0;
  ctx.indent += 2;
  for (const [k, v] of Map.prototype.entries.call(value)) { if (i++ >= max) break; out.push(`${formatValue(ctx, k, recurse)} => ${formatValue(ctx, v, recurse)}`); }
  const rest = sizeOf(value, Map) - max;
  if (rest > 0) out.push(`... ${rest} more item${rest > 1 ? 's' : ''}`);
  ctx.indent -= 2;
  return out;
}
function formatBuffer(ctx, value) {
  let b;
  try { b = new Uint8Array(value); } catch { return [ctx.stylize('(detached)', 'special')]; }
  const max = Math.min(Math.max(0, ctx.maxArrayLength), b.length);
  let s = '';
  for (let i = 0; i < max; i++) s += `${i ? ' ' : ''}${b[i] < 16 ? '0' : ''}${b[i].toString(16)}`;
  const rest = b.length - max;
  if (rest > 0) s += ` ... ${rest} more byte${rest > 1 ? 's' : ''}`;
  return [`${ctx.stylize('[Uint8Contents]', 'special')}: <${s}>`];
}
function formatPromise(ctx, value, recurse) {
  const [state, result] = types.promiseState(value);
  if (state === 0) return [ctx.stylize('<pending>', 'special')];
  ctx.indent += 2;
  const s = formatValue(ctx, result, recurse);
  ctx.indent -= 2;
  return [state === 2 ? `${ctx.stylize('<rejected>', 'special')} ${s}` : s];
}
function formatNamespace(ctx, value, recurse) {
  return Object.keys(value).map((k) => {
    let s;
    ctx.indent += 2;
    try { s = formatValue(ctx, value[k], recurse); } catch { s = ctx.stylize('<uninitialized>', 'special'); }
    ctx.indent -= 2;
    return `${idRE.test(k) ? ctx.stylize(k, 'name') : ctx.stylize(quote(k), 'string')}: ${s}`;
  });
}

function formatProperty(ctx, value, recurse, key, type) {
  let name, str, extra = ' ';
  const desc = Object.getOwnPropertyDescriptor(value, key) || { value: value[key], configurable: true, enumerable: true };
  if (desc.value !== undefined || !('get' in desc) && !('set' in desc)) {
    const diff = ctx.compact !== true || type !== 0 ? 2 : 3;
    ctx.indent += diff;
    str = formatValue(ctx, desc.value, recurse);
    if (diff === 3 && ctx.breakLength < str.length) extra = `\n${' '.repeat(ctx.indent)}`;
    ctx.indent -= diff;
  } else if (desc.get !== undefined) {
    const label = desc.set !== undefined ? 'Getter/Setter' : 'Getter';
    const sp = ctx.stylize;
    if (ctx.getters && (ctx.getters === true || ctx.getters === 'get' && desc.set === undefined || ctx.getters === 'set' && desc.set !== undefined)) {
      try {
        const v = desc.get.call(value);
        ctx.indent += 2;
        if (v === null) str = `${sp(`[${label}:`, 'special')} ${sp('null', 'null')}${sp(']', 'special')}`;
        else if (typeof v === 'object') str = `${sp(`[${label}]`, 'special')} ${formatValue(ctx, v, recurse)}`;
        else str = `${sp(`[${label}:`, 'special')} ${formatPrimitive(ctx, v)}${sp(']', 'special')}`;
        ctx.indent -= 2;
      } catch (e) { str = `[${label}: <Inspection threw (${e.message})>]`; }
    } else str = sp(`[${label}]`, 'special');
  } else if (desc.set !== undefined) str = ctx.stylize('[Setter]', 'special');
  else str = ctx.stylize('undefined', 'undefined');
  if (type === 1 && typeof key !== 'symbol' && (typeof key === 'number' || isIndex(key))) return str;
  if (typeof key === 'symbol') name = `[${ctx.stylize(escapeSymbol(symbolText(key)), 'symbol')}]`;
  else if (key === '__proto__') name = "['__proto__']";
  else if (desc.enumerable === false) name = `[${key.replace(/[\x00-\x1f\x27\x5c\x7f-\x9f]/g, (c) => escapes[c] ?? c)}]`;
  else if (idRE.test(key)) name = ctx.stylize(key, 'name');
  else name = ctx.stylize(quote(key), 'string');
  return `${name}:${extra}${str}`;
}
function escapeSymbol(s) { return s.replace(/[\x00-\x1f\x7f-\x9f]/g, (c) => escapes[c] ?? c); }

function strip(s) { return s.includes('\u001b') ? s.replace(/\u001b\[[0-9;]*m/g, '') : s; }
function isWide(c) { return c >= 0x1100 && (c <= 0x115f || c >= 0x2e80 && c <= 0xa4cf || c >= 0xac00 && c <= 0xd7a3 || c >= 0xf900 && c <= 0xfaff || c >= 0xfe30 && c <= 0xfe6f || c >= 0xff00 && c <= 0xff60 || c >= 0xffe0 && c <= 0xffe6 || c >= 0x1f300 && c <= 0x1f64f || c >= 0x1f900 && c <= 0x1f9ff || c >= 0x20000 && c <= 0x3fffd); }
function width(s) {
  s = strip(s);
  if (/^[\x20-\x7e]*$/.test(s)) return s.length;
  let n = 0;
  for (const ch of s.normalize('NFC')) {
    const c = ch.codePointAt(0);
    if (isWide(c)) n += 2;
    else if (!(c < 32 || c >= 0x7f && c < 0xa0 || c >= 0x300 && c <= 0x36f || c >= 0x200b && c <= 0x200f || c >= 0x20d0 && c <= 0x20ff || c >= 0xfe00 && c <= 0xfe0f || c >= 0xfe20 && c <= 0xfe2f || c >= 0xe0100 && c <= 0xe01ef)) n++;
  }
  return n;
}

function reduce(ctx, output, base, braces, extras, recurse, value) {
  if (ctx.compact !== true) {
    if (typeof ctx.compact === 'number' && ctx.compact >= 1) {
      const entries = output.length;
      if (extras === 2 && entries > 6) output = groupElements(ctx, output, value);
      if (ctx.level - recurse < ctx.compact && entries === output.length) {
        const start = output.length + ctx.indent + braces[0].length + base.length + 10;
        if (isBelow(ctx, output, start, base)) {
          const joined = output.join(', ');
          if (!joined.includes('\n')) return `${base ? `${base} ` : ''}${braces[0]} ${joined} ${braces[1]}`;
        }
      }
    }
    const ind = `\n${' '.repeat(ctx.indent)}`;
    return `${base ? `${base} ` : ''}${braces[0]}${ind}  ${output.join(`,${ind}  `)}${ind}${braces[1]}`;
  }
  if (isBelow(ctx, output, 0, base)) return `${braces[0]}${base ? ` ${base}` : ''} ${output.join(', ')} ${braces[1]}`;
  const ind = `\n${' '.repeat(ctx.indent)}`;
  const ln = base === '' && braces[0].length === 1 ? ' ' : `${base ? ` ${base}` : ''}\n${ind}  `;
  return `${braces[0]}${ln}${output.join(`,${ind}  `)} ${braces[1]}`;
}
function isBelow(ctx, output, start, base) {
  let total = output.length + start;
  if (total + output.length > ctx.breakLength) return false;
  for (const s of output) { total += ctx.colors ? strip(s).length : s.length; if (total > ctx.breakLength) return false; }
  return base === '' || !base.includes('\n');
}
function groupElements(ctx, output, value) {
  let total = 0, maxLength = 0, i = 0;
  let n = output.length;
  if (ctx.maxArrayLength < output.length) n--;
  if (value !== undefined && value.length > ctx.maxArrayLength && n === output.length) n--;
  const sep = 2;
  const lens = new Array(n);
  for (; i < n; i++) {
    const len = width(output[i]);
    lens[i] = len;
    total += len + sep;
    if (maxLength < len) maxLength = len;
  }
  const actual = maxLength + sep;
  if (actual * 3 + ctx.indent < ctx.breakLength && (total / actual > 5 || maxLength <= 6)) {
    const bias = Math.sqrt(actual - total / output.length);
    const biased = Math.max(actual - 3 - bias, 1);
    const cols = Math.min(Math.round(Math.sqrt(2.5 * biased * n) / biased), Math.floor((ctx.breakLength - ctx.indent) / actual), ctx.compact * 4, 15);
    if (cols <= 1) return output;
    const tmp = [], widths = [];
    for (let c = 0; c < cols; c++) {
      let w = 0;
      for (let j = c; j < output.length; j += cols) if (lens[j] > w) w = lens[j];
      widths.push(w + sep);
    }
    let pad = String.prototype.padStart;
    if (value !== undefined) {
      for (let j = 0; j < output.length; j++) if (typeof value[j] !== 'number' && typeof value[j] !== 'bigint') { pad = String.prototype.padEnd; break; }
    }
    for (let j = 0; j < n; j += cols) {
      const end = Math.min(j + cols, n);
      let s = '', k = j;
      for (; k < end - 1; k++) s += pad.call(`${output[k]}, `, widths[k - j] + output[k].length - lens[k], ' ');
      if (pad === String.prototype.padStart) s += output[k].padStart(widths[k - j] + output[k].length - lens[k] - sep, ' ');
      else s += output[k];
      tmp.push(s);
    }
    if (n < output.length) tmp.push(output[n]);
    output = tmp;
  }
  return output;
}

function tryJSON(v) {
  try { return JSON.stringify(v); } catch (e) { if (/circular|cyclic/i.test(e.message)) return '[Circular]'; throw e; }
}
function hasBuiltinToString(v) {
  if (classOf(v) === 'Proxy') { v = types.proxyDetails(v)[0]; if (v === null) return true; }
  if (typeof v.toString !== 'function' && typeof v[Symbol.toPrimitive] !== 'function') return true;
  if (hasOwn(v, 'toString') || hasOwn(v, Symbol.toPrimitive)) return false;
  let p = v;
  do { p = Object.getPrototypeOf(p); if (p === null) return true; } while (!hasOwn(p, 'toString') && !hasOwn(p, Symbol.toPrimitive));
  const d = Object.getOwnPropertyDescriptor(p, 'constructor');
  return d !== undefined && typeof d.value === 'function' && builtin.has(d.value.name);
}
const builtin = new Set(['Object', 'Function', 'Array', 'Number', 'Boolean', 'String', 'Symbol', 'Date', 'Promise', 'RegExp', 'Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'ArrayBuffer', 'DataView', 'Map', 'BigInt', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'Proxy', 'Reflect', ...typedNames]);

function format(...args) { return formatWithOptions({}, ...args); }
function formatWithOptions(opts, ...args) { return formatArgs(opts, args); }
function formatArgs(opts, args) {
  const first = args[0];
  let a = 0, str = '', join = '';
  if (typeof first === 'string') {
    if (args.length === 1) return first;
    let last = 0, t;
    for (let i = first.indexOf('%'); i >= 0 && i < first.length - 1; i = first.indexOf('%', i + 1)) {
      const c = first.charCodeAt(++i);
      if (a + 1 !== args.length) {
        switch (c) {
          case 115: { // s
            const v = args[++a];
            if (typeof v === 'number') t = formatNumber(plain, v, false);
            else if (typeof v === 'bigint') t = `${v}n`;
            else if (typeof v !== 'object' || v === null || !hasBuiltinToString(v)) t = typeof v === 'function' && hasBuiltinToString(v) && false ? '' : typeof v === 'symbol' ? symbolText(v) : String(v);
            else t = inspect(v, { ...opts, depth: 0, colors: false, compact: 3 });
            break;
          }
          case 106: t = tryJSON(args[++a]); break;
          case 100: { const v = args[++a]; t = typeof v === 'bigint' ? `${v}n` : typeof v === 'symbol' ? 'NaN' : formatNumber(plain, Number(v), false); break; }
          case 79: t = inspect(args[++a], opts); break;
          case 111: t = inspect(args[++a], { ...opts, showHidden: true, showProxy: true, depth: 4 }); break;
          case 105: { const v = args[++a]; t = typeof v === 'bigint' ? `${v}n` : typeof v === 'symbol' ? 'NaN' : formatNumber(plain, parseInt(v), false); break; }
          case 102: { const v = args[++a]; t = typeof v === 'symbol' ? 'NaN' : formatNumber(plain, parseFloat(v), false); break; }
          case 99: a++; t = ''; break;
          case 37: str += first.slice(last, i); last = i + 1; continue;
          default: continue;
        }
        if (last !== i - 1) str += first.slice(last, i - 1);
        str += t;
        last = i + 1;
      } else if (c === 37) { str += first.slice(last, i); last = i + 1; }
    }
    if (last !== 0) {
      a++;
      join = ' ';
      if (last < first.length) str += first.slice(last);
    }
  }
  while (a < args.length) {
    const v = args[a];
    str += join;
    switch (typeof v) {
      case 'string': str += v; break;
      case 'number': // the common case, without the machinery of inspect
        if (opts.colors !== true && !opts.numericSeparator && v !== 0) { str += v; break; }
        str += inspect(v, opts);
        break;
      case 'boolean': if (opts.colors !== true) { str += v; break; }
      // falls through
      default: str += inspect(v, opts);
    }
    join = ' ';
    a++;
  }
  return str;
}
function stripVTControlCharacters(s) {
  require('internal/validators').validateString(s, 'str');
  return s.replace(/[\u001B\u009B][[\]()#;?]*(?:(?:(?:(?:;[-a-zA-Z\d/#&.:=?%@~_]+)*|[a-zA-Z\d]+(?:;[-a-zA-Z\d/#&.:=?%@~_]*)*)?(?:\u0007|\u001B\u005C|\u009C))|(?:(?:\d{1,4}(?:;\d{0,4})*)?[\dA-PR-TZcf-ntqry=><~]))/g, '');
}
module.exports = { inspect, format, formatWithOptions, formatArgs, stripVTControlCharacters, getStringWidth: width, quote };
