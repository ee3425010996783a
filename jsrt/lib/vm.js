'use strict';
// node:vm. Contexts are no realms of their own: their scripts see the sandbox and the language's own objects, which are the
// program's (`[] instanceof Array` holds on both sides), and nothing else of the program.
const { script } = internalBinding('modules');
const binding = internalBinding('vm');
const { codes, notImplemented, E } = require('internal/errors');
const { validateArray, validateBoolean, validateFunction, validateObject, validateString, validateUint32 } = require('internal/validators');
const { ERR_INVALID_ARG_TYPE } = codes;
E('ERR_CONTEXT_NOT_INITIALIZED', Error, () => 'context used is not initialized');
E('ERR_VM_MODULE_NOT_MODULE', TypeError, () => 'Provided module is not an instance of Module');
const anonymous = 'evalmachine.<anonymous>';
const { get: reflectGet, set: reflectSet, has: reflectHas, deleteProperty, apply } = Reflect;

// What every realm has, here the program's own.
const intrinsics = { __proto__: null };
for (const k of ['Object', 'Function', 'Array', 'Number', 'parseFloat', 'parseInt', 'Infinity', 'NaN', 'undefined', 'Boolean', 'String', 'Symbol', 'Date', 'Promise', 'RegExp', 'Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'JSON', 'Math', 'Intl', 'ArrayBuffer', 'Atomics', 'Uint8Array', 'Int8Array', 'Uint16Array', 'Int16Array', 'Uint32Array', 'Int32Array', 'Float32Array', 'Float64Array', 'Uint8ClampedArray', 'BigUint64Array', 'BigInt64Array', 'DataView', 'Map', 'BigInt', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'Proxy', 'Reflect', 'FinalizationRegistry', 'SharedArrayBuffer', 'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'unescape', 'eval', 'isFinite', 'isNaN', 'console', 'WebAssembly']) intrinsics[k] = true;

const contexts = new WeakMap(); // sandbox or its global -> context
const ours = (k) => typeof k === 'string' && (k[0] === '\0' || k.startsWith('__sandpit') || k === '__dynImport');

class Context {
  constructor(sandbox) {
    this.sandbox = sandbox;
    this.lexical = new Map();
    this.constants = new Set();
    this.assigned = new Set();
    this.own = { __proto__: null };
    const ctx = this;
    const lookup = (k) => {
      if (k in intrinsics) {
        if (k === 'eval' || k === 'Function') return ctx.own[k] ??= ctx.generator(k);
        if (k === 'console') return ctx.own.console ??= Object.fromEntries(Object.keys(console).map((m) => [m, () => {}]));
        return globalThis[k];
      }
      return undefined;
    };
    // The global object, as code sees it: what the sandbox has not, the language gives.
    this.global = new Proxy(sandbox, {
      get: (t, k) => reflectHas(t, k) ? reflectGet(t, k) : k === 'globalThis' ? ctx.global : lookup(k),
      set: (t, k, v) => reflectSet(t, k, v),
      has: (t, k) => reflectHas(t, k) || k in intrinsics || k === 'globalThis',
    });
    this.scope = new Proxy(sandbox, {
      has(t, k) {
        if (typeof k === 'symbol') return false;
        if (ours(k)) return false;
        // Names of the program are found here, so that they are not found there.
        return ctx.lexical.has(k) || reflectHas(t, k) || k in intrinsics || k === 'globalThis' || ctx.assigned.has(k) || k in globalThis;
      },
      get(t, k) {
        if (k === Symbol.unscopables) return undefined;
        if (ctx.lexical.has(k)) return ctx.lexical.get(k);
        if (reflectHas(t, k)) return reflectGet(t, k);
        if (k === 'globalThis') return ctx.global;
        const v = lookup(k);
        if (v === undefined && !(k in intrinsics) && !ctx.assigned.has(k) && !ctx.asking) throw new ReferenceError(`${k} is not defined`);
        return v;
      },
      set(t, k, v) {
        if (ctx.lexical.has(k)) {
          if (ctx.constants.has(k) && !ctx.making.has(k)) throw new TypeError('Assignment to constant variable.');
          ctx.making.delete(k);
          ctx.lexical.set(k, v);
          return true;
        }
        return reflectSet(t, k, v);
      },
      deleteProperty: (t, k) => !ctx.lexical.has(k) && deleteProperty(t, k),
    });
    this.making = new Set();
  }
  // generator is the eval or the Function of this context.
  generator(kind) {
    const ctx = this;
    if (kind === 'eval') return { eval(code) { return typeof code === 'string' ? ctx.run(code, anonymous) : code; } }.eval;
    const F = function Function(...args) {
      const body = args.length ? String(args.pop()) : '';
      return ctx.run(`(function anonymous(${args.map(String).join(',')}\n) {\n${body}\n})`, anonymous);
    };
    Object.defineProperty(F, 'prototype', { value: Function.prototype, writable: false });
    return F;
  }
  run(code, file, timeout) { return this.start(binding.context(code, file), code, timeout); }
  start([fn, vars, lets, consts], code, timeout) {
    for (const k of [...lets, ...consts]) {
      if (this.lexical.has(k) || vars.includes(k)) throw new SyntaxError(`Identifier '${k}' has already been declared`);
    }
    for (const k of vars) {
      if (this.lexical.has(k)) throw new SyntaxError(`Identifier '${k}' has already been declared`);
      if (!reflectHas(this.sandbox, k)) this.sandbox[k] = undefined;
    }
    for (const k of lets) this.lexical.set(k, undefined);
    for (const k of consts) { this.lexical.set(k, undefined); this.constants.add(k); this.making.add(k); }
    // What is assigned somewhere may come into being, also as a global of the sandbox.
    for (const m of code.matchAll(/([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*(?:=(?![=>])|(?:\*\*|<<|>>>?|&&|\|\||\?\?|[-+*/%&|^])=|\+\+|--)|\btypeof\s*\(?\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)/gu)) this.assigned.add(m[1] ?? m[2]);
    return timeout === undefined ? apply(fn, this.global, [this.scope]) : binding.limited(fn, timeout, this.global, this.scope);
  }
}

function optionsOf(o, name = 'options') {
  if (typeof o === 'string') return { filename: o };
  if (o === undefined) return {};
  validateObject(o, name);
  const { timeout, displayErrors, breakOnSigint } = o;
  if (timeout !== undefined) validateUint32(timeout, `${name}.timeout`, true);
  if (displayErrors !== undefined) validateBoolean(displayErrors, `${name}.displayErrors`);
  if (breakOnSigint !== undefined) validateBoolean(breakOnSigint, `${name}.breakOnSigint`);
  if (o.filename !== undefined) validateString(o.filename, `${name}.filename`);
  return o;
}
const fileOf = (o) => o.filename ?? anonymous;
function contextOf(object, name = 'contextifiedObject') {
  if (object === null || typeof object !== 'object' && typeof object !== 'function') throw new ERR_INVALID_ARG_TYPE(name, 'vm.Context', object);
  const c = contexts.get(object);
  if (c === undefined) throw new ERR_INVALID_ARG_TYPE(name, 'vm.Context', object);
  return c;
}
function createContext(object = {}, options = {}) {
  if (object === null || typeof object !== 'object' && typeof object !== 'function') throw new ERR_INVALID_ARG_TYPE('object', 'Object', object);
  if (contexts.has(object)) return object;
  validateObject(options, 'options');
  const { name, origin, codeGeneration } = options;
  if (name !== undefined) validateString(name, 'options.name');
  if (origin !== undefined) validateString(origin, 'options.origin');
  if (codeGeneration !== undefined) validateObject(codeGeneration, 'options.codeGeneration');
  const c = new Context(object);
  if (codeGeneration?.strings === false) {
    const deny = () => { throw new EvalError('Code generation from strings disallowed for this context'); };
    c.own.eval = { eval() { deny(); } }.eval;
    c.own.Function = function Function() { deny(); };
  }
  contexts.set(object, c);
  contexts.set(c.global, c);
  return object;
}
function here(code, file, timeout) {
  if (timeout === undefined) return script(code, file);
  return binding.limited(() => script(code, file), timeout, undefined, undefined);
}

class Script {
  #src; #file; #unit;
  constructor(src, options) {
    this.#src = `${src}`;
    const o = optionsOf(options);
    if (o.importModuleDynamically !== undefined && typeof o.importModuleDynamically === 'function') validateFunction(o.importModuleDynamically, 'options.importModuleDynamically');
    this.#file = fileOf(o);
    internalBinding('core').checkScript(this.#src, this.#file);
    if (o.cachedData !== undefined) {
      if (!ArrayBuffer.isView(o.cachedData)) throw new ERR_INVALID_ARG_TYPE('options.cachedData', ['Buffer', 'TypedArray', 'DataView'], o.cachedData);
      this.cachedDataRejected = o.cachedData.byteLength !== 8;
    }
    if (o.produceCachedData) { this.cachedDataProduced = true; this.cachedData = this.createCachedData(); }
    this.sourceMapURL = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(this.#src)?.[1];
  }
  runInThisContext(options) { return here(this.#src, this.#file, optionsOf(options).timeout); }
  runInContext(object, options) {
    const c = contextOf(object), o = optionsOf(options);
    return c.start(this.#unit ??= binding.context(this.#src, this.#file), this.#src, o.timeout);
  }
  runInNewContext(object, options) { return this.runInContext(createContext(object, contextOptions(options)), options); }
  createCachedData() { return Buffer.alloc(8); }
}
function contextOptions(o) {
  if (o === undefined || typeof o === 'string') return {};
  const { contextName: name, contextOrigin: origin, contextCodeGeneration: codeGeneration } = o;
  return { ...(name === undefined ? {} : { name }), ...(origin === undefined ? {} : { origin }), ...(codeGeneration === undefined ? {} : { codeGeneration }) };
}
module.exports = {
  Script,
  createContext,
  createScript: (src, options) => new Script(src, options),
  runInContext(code, object, options) { code = `${code}`; const c = contextOf(object), o = optionsOf(options); return c.run(code, fileOf(o), o.timeout); },
  runInNewContext(code, object, options) {
    if (typeof options === 'string') options = { filename: options };
    return module.exports.runInContext(code, createContext(object, contextOptions(options)), options);
  },
  runInThisContext(code, options) { const o = optionsOf(options); return here(`${code}`, fileOf(o), o.timeout); },
  isContext(object) { if (object === null || typeof object !== 'object') throw new ERR_INVALID_ARG_TYPE('object', 'Object', object); return contexts.has(object); },
  compileFunction(code, params, options = {}) {
    validateString(code, 'code');
    validateObject(options, 'options');
    if (params !== undefined) { validateArray(params, 'params'); params.forEach((p, i) => validateString(p, `params[${i}]`)); }
    const { parsingContext, contextExtensions = [], filename = '' } = options;
    validateArray(contextExtensions, 'options.contextExtensions');
    contextExtensions.forEach((x, i) => validateObject(x, `options.contextExtensions[${i}]`, { nullable: true }));
    const text = `(function (${(params ?? []).join(',')}) {${code}\n})`;
    if (parsingContext !== undefined) {
      if (!contexts.has(parsingContext)) throw new ERR_INVALID_ARG_TYPE('options.parsingContext', 'Context', parsingContext);
      return contexts.get(parsingContext).run(text, filename);
    }
    if (contextExtensions.length === 0) return script(text, filename);
    // Extensions are objects whose properties the code sees as names.
    const args = contextExtensions.map((x, i) => `__extension${i}`);
    return script(`(function (${args.join(',')}) {${args.map((a) => `with (${a}) {`).join('')}return ${text}\n${'}'.repeat(args.length)}})`, filename).apply(undefined, contextExtensions);
  },
  measureMemory: notImplemented('vm.measureMemory'),
  constants: { __proto__: null, USE_MAIN_CONTEXT_DEFAULT_LOADER: Symbol('vm_dynamic_import_main_context_default') },
};
