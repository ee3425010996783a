'use strict';
// ES modules. A module is a function body that esbuild made: it sets its exports, as getters, first, and then requires its
// imports in order. So a graph without top-level await is run by calling the body of its root; one with it is run from the
// leaves up, waiting where a body gives a promise.
const binding = internalBinding('modules');
const { codes: { ERR_IMPORT_ASSERTION_TYPE_MISSING, ERR_UNSUPPORTED_ESM_URL_SCHEME, ERR_UNKNOWN_BUILTIN_MODULE, ERR_REQUIRE_ASYNC_MODULE } } = require('internal/errors');
const core = internalBinding('core');
const records = new Map();
const namespaces = new WeakSet();

function newNamespace() {
  const ns = Object.create(null);
  Object.defineProperty(ns, Symbol.toStringTag, { value: 'Module' });
  namespaces.add(ns);
  return ns;
}
function expose(ns, key, get) { Object.defineProperty(ns, key, { get, enumerable: true, configurable: true }); }
function seal(ns) {
  const keys = Object.keys(ns);
  const sorted = keys.slice().sort((a, b) => a < b ? -1 : 1);
  if (keys.some((k, i) => k !== sorted[i])) {
    const gets = new Map(keys.map((k) => [k, Object.getOwnPropertyDescriptor(ns, k).get]));
    for (const k of keys) delete ns[k];
    for (const k of sorted) expose(ns, k, gets.get(k));
  }
  Object.preventExtensions(ns);
}
function namespaceOf(exports, rec) {
  const ns = newNamespace();
  if (exports !== null && (typeof exports === 'object' || typeof exports === 'function')) {
    for (const k of Object.keys(exports)) {
      if (k === 'default') continue;
      expose(ns, k, () => exports[k]);
    }
    if (exports.__esModule && !('__esModule' in ns)) expose(ns, '__esModule', () => exports.__esModule);
  }
  expose(ns, 'default', () => exports);
  if (rec && rec.kind === 'cjs') expose(ns, 'module.exports', () => exports);
  seal(ns);
  return ns;
}

const fileURL = (p) => require('internal/url').pathToFileURL(p).href;

// resolve gives the URL of a specifier seen from a file or URL.
function resolve(spec, from) {
  spec = String(spec);
  if (spec.startsWith('node:')) {
    if (!binding.isBuiltin(spec.slice(5))) throw new ERR_UNKNOWN_BUILTIN_MODULE(spec);
    return spec;
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(spec)) {
    const url = new (require('internal/url').URL)(spec);
    if (url.protocol !== 'file:' && url.protocol !== 'data:') throw new ERR_UNSUPPORTED_ESM_URL_SCHEME(url.protocol);
    if (url.protocol === 'file:') {
      const file = binding.resolveImport(require('internal/url').fileURLToPath(url), from);
      return fileURL(file) + url.search + url.hash;
    }
    return url.href;
  }
  if (binding.isBuiltin(spec) && spec !== 'test') return `node:${spec}`;
  let path = spec, tail = '';
  if (/^(\.|\/)/.test(spec)) {
    const m = /[?#].*$/.exec(spec);
    if (m) { path = spec.slice(0, m.index); tail = m[0]; }
    if (path.includes('%')) path = decodeURIComponent(path);
  }
  const file = binding.resolveImport(path, from);
  return file.startsWith('/') ? fileURL(file) + tail : file;
}

function load(url, typed, from) {
  let rec = records.get(url);
  if (rec !== undefined) {
    if (rec.kind === 'json' && !typed) throw new ERR_IMPORT_ASSERTION_TYPE_MISSING(url, 'json');
    return rec;
  }
  rec = { url, kind: 'esm', ns: null, status: 'new', deps: new Map(), order: [], unit: null, promise: null, error: null, file: '' };
  if (url.startsWith('node:')) {
    rec.kind = 'builtin';
    rec.status = 'done';
    rec.ns = namespaceOf(require(url.slice(5)));
    records.set(url, rec);
    return rec;
  }
  if (url.startsWith('data:')) {
    const m = /^data:([^,;]*)((?:;[^,]*)?),([^]*)$/.exec(url);
    if (!m) throw new TypeError('Invalid URL');
    const body = /;base64/.test(m[2]) ? Buffer.from(m[3], 'base64').toString() : decodeURIComponent(m[3]);
    rec.file = url;
    if (m[1] === 'application/json') {
      if (!typed) throw new ERR_IMPORT_ASSERTION_TYPE_MISSING(url, 'json');
      return jsonRecord(rec, body);
    }
    rec.unit = binding.compile(url, body, 'esm');
    records.set(url, rec);
    return rec;
  }
  const file = require('internal/url').fileURLToPath(new (require('internal/url').URL)(url));
  rec.file = file;
  const kind = binding.kindOf(file);
  if (kind === 'json') {
    if (!typed) throw new ERR_IMPORT_ASSERTION_TYPE_MISSING(url, 'json');
    return jsonRecord(rec, binding.readText(file), file);
  }
  if (kind === 'addon') throw Object.assign(new TypeError(`Unknown file extension ".node" for ${file}`), { code: 'ERR_UNKNOWN_FILE_EXTENSION' });
  const ext = /\.[^./]+$/.exec(file);
  if (ext && !['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.tsx', '.jsx'].includes(ext[0])) throw new (require('internal/errors').codes.ERR_UNKNOWN_FILE_EXTENSION)(ext[0], file);
  if (kind === 'cjs') { rec.kind = 'cjs'; records.set(url, rec); return rec; }
  require('module')._tellWatcher?.(file);
  const unit = binding.compile(file, binding.readText(file), kind);
  if (!unit.esm) { rec.kind = 'cjs'; records.set(url, rec); return rec; }
  rec.unit = unit;
  records.set(url, rec);
  return rec;
}
function jsonRecord(rec, text, file) {
  rec.kind = 'json';
  let v;
  try { v = JSON.parse(text); } catch (e) { e.message = `${file || rec.url}: ${e.message}`; throw e; }
  rec.ns = newNamespace();
  expose(rec.ns, 'default', () => v);
  seal(rec.ns);
  rec.status = 'done';
  records.set(rec.url, rec);
  return rec;
}

// link loads what a module imports, all of it, before anything runs.
function link(rec) {
  if (rec.kind !== 'esm' || rec.linked) return;
  rec.linked = true;
  try {
    for (const spec of rec.unit.deps) {
      const url = resolve(spec, rec.file);
      const dep = load(url, rec.unit.typed.includes(spec), rec.file);
      rec.deps.set(spec, dep);
      rec.order.push(dep);
    }
    for (const dep of rec.order) link(dep);
  } catch (e) {
    rec.linked = false; rec.deps.clear(); rec.order = [];
    records.delete(rec.url);
    throw e;
  }
}
function hasTLA(rec, seen = new Set()) {
  if (rec.kind !== 'esm' || seen.has(rec) || rec.status === 'done') return false;
  seen.add(rec);
  if (rec.unit.tla) return true;
  return rec.order.some((d) => hasTLA(d, seen));
}

function checkImports(rec) {
  for (const [spec, dep] of rec.deps) {
    const names = rec.unit.imports[spec];
    if (names === undefined || dep.status !== 'done') continue;
    for (const n of names) {
      if (n in dep.ns) continue;
      if (dep.kind === 'cjs') throw new SyntaxError(`Named export '${n}' not found. The requested module '${spec}' is a CommonJS module, which may not support all module.exports as named exports.\nCommonJS modules can always be imported via the default export, for example using:\n\nimport pkg from '${spec}';\nconst { ${names.join(', ')} } = pkg;\n`);
      throw new SyntaxError(`The requested module '${spec}' does not provide an export named '${n}'`);
    }
  }
}

function finishBody(rec, staged) {
  for (const k of Object.keys(staged)) if (!(k in rec.ns)) expose(rec.ns, k, () => staged[k]);
  seal(rec.ns);
  rec.status = 'done';
}

function fail(rec, e) { rec.status = 'error'; rec.error = e; core.fixError(e); throw e; }

// body runs one module's own code; its imports are evaluated when it requires them, unless they have been.
function body(rec) {
  rec.status = 'running';
  if (rec.ns === null) rec.ns = newNamespace();
  let staged = {};
  const module = {
    get exports() { return staged; },
    set exports(v) {
      staged = v;
      for (const k of Object.getOwnPropertyNames(v)) {
        if (k === '__esModule' || k in rec.ns) continue;
        expose(rec.ns, k, Object.getOwnPropertyDescriptor(v, k).get ?? (() => v[k]));
      }
    },
  };
  let left = rec.order.length;
  const req = (spec) => {
    const dep = rec.deps.get(spec);
    if (dep === undefined) throw new Error(`module ${spec} is not linked`);
    const ns = evaluateSync(dep);
    if (--left === 0) checkImports(rec);
    return ns;
  };
  const dyn = (spec) => importFrom(spec, rec.file, rec.unit.typed.includes(`import() ${spec}`) ? { type: 'json' } : undefined);
  try {
    const r = rec.unit.fn.call(undefined, req, module, staged, meta(rec), dyn);
    if (rec.unit.tla) {
      return Promise.resolve(r).then((ns) => { finishBody(rec, ns ?? {}); }, (e) => fail(rec, e));
    }
  } catch (e) { fail(rec, e); }
  finishBody(rec, staged);
}
function meta(rec) {
  const m = Object.create(null);
  if (!rec.url.startsWith('data:')) {
    m.dirname = rec.file.slice(0, rec.file.lastIndexOf('/')) || '/';
    m.filename = rec.file;
  }
  m.resolve = (spec) => {
    try { return resolve(spec, rec.file); } catch (e) {
      if (e.code === 'ERR_MODULE_NOT_FOUND' && /^(\.|\/)/.test(spec)) return new (require('internal/url').URL)(spec, rec.url).href;
      throw e;
    }
  };
  m.url = rec.url;
  if (rec.main) m.main = true;
  return m;
}

function evaluateSync(rec) {
  if (rec.status === 'error') throw rec.error;
  if (rec.status === 'new') {
    if (rec.kind === 'cjs') {
      rec.status = 'running';
      try {
        const M = require('module');
        rec.ns = namespaceOf(M._load(rec.file, rec.parentModule ?? null, rec.main === true), rec);
        rec.status = 'done';
      } catch (e) { fail(rec, e); }
    } else {
      if (rec.unit.tla) throw new ERR_REQUIRE_ASYNC_MODULE();
      body(rec);
    }
  }
  if (rec.kind === 'cjs' && rec.ns === null) return namespaceOf(require('module')._cache[rec.file]?.exports ?? {}, rec);
  return rec.ns;
}

async function evaluateAsync(rec, stack) {
  if (rec.status === 'error') throw rec.error;
  if (rec.status === 'done' || stack.has(rec)) return;
  if (rec.promise !== null) return rec.promise;
  if (!hasTLA(rec)) { evaluateSync(rec); return; }
  stack = new Set(stack).add(rec);
  rec.promise = (async () => {
    try {
      for (const d of rec.order) await evaluateAsync(d, stack);
      checkImports(rec);
      const p = body(rec);
      if (p) await p;
    } catch (e) { if (rec.status !== 'error') { rec.status = 'error'; rec.error = e; } throw e; }
  })();
  return rec.promise;
}

function evaluate(rec) {
  link(rec);
  if (hasTLA(rec) || rec.promise !== null && rec.status !== 'done') return evaluateAsync(rec, new Set()).then(() => rec.ns);
  return evaluateSync(rec);
}

function importFrom(spec, from, attrs) {
  return new Promise((ok) => {
    let typed = attrs && attrs.type === 'json';
    ok(evaluate(load(resolve(spec, from), typed, from)));
  });
}
function requireESM(file, unit) {
  const url = fileURL(file);
  let rec = records.get(url);
  if (rec === undefined || rec.kind === 'cjs') {
    rec = { url, kind: 'esm', ns: null, status: 'new', deps: new Map(), order: [], unit, promise: null, error: null, file };
    records.set(url, rec);
  }
  link(rec);
  if (hasTLA(rec)) throw new ERR_REQUIRE_ASYNC_MODULE();
  return evaluateSync(rec);
}
function runMain(url) {
  const rec = load(url, false, '');
  rec.main = true;
  return evaluate(rec);
}
function runText(url, unit, file) {
  const rec = { url, kind: 'esm', ns: null, status: 'new', deps: new Map(), order: [], unit, promise: null, error: null, file };
  records.set(url, rec);
  return evaluate(rec);
}
module.exports = { importFrom, requireESM, runMain, runText, fileURL, isNamespace: (o) => namespaces.has(o) };
