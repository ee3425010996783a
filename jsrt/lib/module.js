'use strict';
// CommonJS modules: the graph, require, and the Module class that tools patch.
const binding = internalBinding('modules');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_UNKNOWN_BUILTIN_MODULE, ERR_REQUIRE_ASYNC_MODULE } } = require('internal/errors');

const { StringStartsWith: startsWith, StringSlice: slice, ArrayPush: push, ArrayIncludes: includes, ArrayIndexOf: indexOf, ArraySplice: splice, ArrayJoin: join, StringLastIndexOf: lastIndexOf } = require('internal/primordials');

const dirname = (p) => { const i = lastIndexOf(p, '/'); return i <= 0 ? (i === 0 ? '/' : '.') : slice(p, 0, i); };

function Module(id = '', parent) {
  this.id = id;
  this.path = dirname(id);
  this.exports = {};
  Object.defineProperty(this, 'parent', { value: parent, writable: true, enumerable: false, configurable: true });
  if (parent && parent.children) push(parent.children, this);
  this.filename = null;
  this.loaded = false;
  this.children = [];
}
Module._cache = Object.create(null);
Module._pathCache = Object.create(null);
Module._extensions = Object.create(null);
Module.globalPaths = [];
Module.Module = Module;
Object.defineProperty(Module, 'builtinModules', { enumerable: true, configurable: true, get() { return binding.builtins(); } });
Module.isBuiltin = (id) => { const s = String(id); return binding.isBuiltin(startsWith(s, 'node:') ? slice(s, 5) : s) && (startsWith(s, 'node:') || !onlyPrefixed(s)); };
const onlyPrefixed = (s) => s === 'test' || startsWith(s, 'test/') || s === 'sqlite' || s === 'sea';
const head = '(function (exports, require, module, __filename, __dirname) { ';
Module.wrapper = [head, '\n});'];
Module.wrap = (s) => head + s + '\n});';
Module._nodeModulePaths = (from) => binding.nodeModules(require('path').resolve(from));
Module._initPaths = () => {};
Module._debug = () => {};
Module.syncBuiltinESMExports = () => {};
Module.findSourceMap = () => undefined;
Module.register = () => { throw new (require('internal/errors').codes.ERR_METHOD_NOT_IMPLEMENTED)('module.register'); };
Module.enableCompileCache = () => ({ status: 3 });
Module.constants = { compileCacheStatus: { FAILED: 0, ENABLED: 1, ALREADY_ENABLED: 2, DISABLED: 3 } };
Module.SourceMap = class SourceMap { constructor() { throw new (require('internal/errors').codes.ERR_METHOD_NOT_IMPLEMENTED)('SourceMap'); } };

Module._resolveLookupPaths = (request, parent) => {
  if (builtinName(request)) return null;
  if (/^\.\.?(\/|$)/.test(request)) return [parent && parent.filename ? dirname(parent.filename) : '.'];
  return parent && parent.paths ? parent.paths.concat(Module.globalPaths) : binding.nodeModules(process.cwd());
};

function builtinName(request) {
  if (startsWith(request, 'node:')) return slice(request, 5);
  return binding.isBuiltin(request) && !onlyPrefixed(request) ? request : null;
}

Module._resolveFilename = function _resolveFilename(request, parent, isMain, options) {
  if (startsWith(request, 'node:') || builtinName(request) !== null) return request;
  const from = parent && parent.filename ? parent.filename : '';
  const dir = parent && parent.filename ? dirname(parent.filename) : parent && parent.path && parent.path !== '.' ? parent.path : process.cwd();
  try {
    if (options && options.paths) {
      if (!Array.isArray(options.paths)) throw new ERR_INVALID_ARG_VALUE('options.paths', options.paths);
      let last;
      for (const p of options.paths) {
        const abs = require('path').resolve(p);
        try { return binding.resolve(request, abs, from, /^(\.|\/|#)/.test(request) ? undefined : [...binding.nodeModules(abs)]); } catch (e) { last = e; }
      }
      if (last) throw last;
      throw Object.assign(new Error(`Cannot find module '${request}'`), { code: 'MODULE_NOT_FOUND' });
    }
    const patched = parent && parent.paths && parent.paths.patched;
    return binding.resolve(request, dir, from, patched);
  } catch (e) {
    if (e.code !== 'MODULE_NOT_FOUND') throw e;
    const stack = [];
    for (let m = parent; m; m = m.parent) push(stack, m.filename || m.id);
    let msg = e.message;
    if (stack.length > 0 && !e.path) msg += `\nRequire stack:\n- ${join(stack, '\n- ')}`;
    const err = new Error(msg);
    err.code = 'MODULE_NOT_FOUND';
    if (e.path) err.path = e.path;
    err.requireStack = stack;
    throw err;
  }
};

Module._load = function _load(request, parent, isMain) {
  const b = builtinName(request);
  if (b !== null) {
    if (!binding.isBuiltin(b)) throw new ERR_UNKNOWN_BUILTIN_MODULE(request);
    if (b === request && Module._cache[b] !== undefined) return Module._cache[b].exports; // what a program put in its place
    return require(b);
  }
  const filename = Module._resolveFilename(request, parent, isMain);
  if (startsWith(filename, 'node:') || !startsWith(filename, '/') && binding.isBuiltin(filename)) return require(startsWith(filename, 'node:') ? slice(filename, 5) : filename);
  const cached = Module._cache[filename];
  if (cached !== undefined) {
    if (parent && parent.children && !includes(parent.children, cached)) push(parent.children, cached);
    return cached.exports;
  }
  const module = new Module(filename, parent);
  if (isMain) { process.mainModule = module; module.id = '.'; Object.defineProperty(requireMain, 'main', { value: module, writable: true, configurable: true, enumerable: true }); }
  Module._cache[filename] = module;
  let ok = false;
  try {
    module.load(filename);
    ok = true;
  } finally {
    if (!ok) {
      delete Module._cache[filename];
      if (parent && parent.children) { const i = indexOf(parent.children, module); if (i >= 0) splice(parent.children, i, 1); }
    }
  }
  return module.exports;
};
const requireMain = {};

const tellWatcher = process.env.WATCH_REPORT_DEPENDENCIES && process.send ? (file) => process.send({ 'watch:require': [file] }) : null;
Module._tellWatcher = tellWatcher;
Object.defineProperty(Module, '_tellWatcher', { enumerable: false });
Module.prototype.load = function load(filename) {
  if (tellWatcher) tellWatcher(filename);
  this.filename = filename;
  this.paths = binding.nodeModules(dirname(filename));
  const m = /[^/.]+(\.[^/]+)$/.exec(filename) || /(\.[^/.]+)$/.exec(filename);
  let ext = '.js';
  if (m) {
    ext = m[1];
    while (!Module._extensions[ext]) {
      const i = ext.indexOf('.', 1);
      if (i < 0) { ext = '.js'; break; }
      ext = ext.slice(i);
    }
  }
  Module._extensions[ext](this, filename);
  this.loaded = true;
};
Module.prototype.require = function requireModule(id) {
  if (typeof id !== 'string') throw new ERR_INVALID_ARG_TYPE('id', 'string', id);
  if (id === '') throw new ERR_INVALID_ARG_VALUE('id', id, 'must be a non-empty string');
  return Module._load(id, this, false);
};
Module.prototype._compile = function (content, filename, format) {
  const unit = binding.compile(filename, String(content), format || 'cjs');
  return runUnit(this, filename, unit);
};
function runUnit(module, filename, unit) {
  if (unit.esm) {
    const esm = require('internal/esm');
    if (unit.tla) throw new ERR_REQUIRE_ASYNC_MODULE();
    const ns = esm.requireESM(filename, unit);
    module.exports = 'module.exports' in ns ? ns['module.exports'] : ns;
    return;
  }
  const req = makeRequire(module);
  // The engine puts an argument too many into an uninitialised variable of the function.
  if (unit.fn.length === 5) return unit.fn.call(module.exports, module.exports, req, module, filename, dirname(filename));
  const dyn = (spec) => require('internal/esm').importFrom(spec, filename);
  return unit.fn.call(module.exports, module.exports, req, module, filename, dirname(filename), dyn);
}

function makeRequire(module) {
  const req = function require(id) { return module.require(id); };
  req.resolve = (request, options) => {
    if (typeof request !== 'string') throw new ERR_INVALID_ARG_TYPE('request', 'string', request);
    return Module._resolveFilename(request, module, false, options);
  };
  req.resolve.paths = (request) => {
    if (typeof request !== 'string') throw new ERR_INVALID_ARG_TYPE('request', 'string', request);
    return Module._resolveLookupPaths(request, module);
  };
  req.main = process.mainModule;
  req.extensions = Module._extensions;
  req.cache = Module._cache;
  return req;
}

Module._extensions['.js'] = function extensionJS(module, filename) {
  const unit = binding.compile(filename, binding.readText(filename), binding.kindOf(filename));
  runUnit(module, filename, unit);
};
Module._extensions['.json'] = (module, filename) => {
  let text = binding.readText(filename);
  if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
  try { module.exports = JSON.parse(text); } catch (err) { err.message = `${filename}: ${err.message}`; throw err; }
};
Module._extensions['.node'] = (module, filename) => {
  const e = new Error(`Native addons cannot be loaded in a sandbox: ${filename}`);
  e.code = 'ERR_DLOPEN_FAILED';
  throw e;
};

Module.createRequire = (from) => {
  let file = from;
  if (from instanceof URL || typeof from === 'string' && startsWith(from, 'file:')) file = require('url').fileURLToPath(from);
  else if (typeof from !== 'string' || !startsWith(from, '/')) throw new ERR_INVALID_ARG_VALUE('filename', from, 'must be a file URL object, file URL string, or absolute path string');
  const m = new Module(file);
  m.filename = file.endsWith('/') ? `${file}noop.js` : file;
  m.paths = binding.nodeModules(dirname(m.filename));
  return makeRequire(m);
};
Module.runMain = (main = process.argv[1]) => Module._load(main, null, true);
Module._preloadModules = (list) => { const m = new Module('internal/preload', null); m.path = process.cwd(); m.paths = binding.nodeModules(m.path); for (const r of list) m.require(r); };
Module._makeRequire = makeRequire;
module.exports = Module;
