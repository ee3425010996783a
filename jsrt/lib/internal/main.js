'use strict';
// What `node` does with its command line.
const binding = internalBinding('process');
const mods = internalBinding('modules');
const o = binding.options();
const facts = binding.facts();
let unsettled = null;

function wait(p, what) {
  if (p && typeof p.then === 'function') {
    unsettled = what;
    return p.then((v) => { unsettled = null; return v; }, (e) => { unsettled = null; require('internal/tick').uncaught(e); });
  }
  return p;
}

function run() {
  if (process.env.NODE_CHANNEL_FD !== undefined) {
    const ends = require('internal/ipc').attach(process.env);
    if (ends) {
      if (ends.mode === 'worker') return require('internal/worker').start(ends);
      const c = require('internal/ipc').setup(process, ends.input, ends.output, ends.mode, { hold: true });
      c.unref();
      process.on('removeListener', (n) => { if (n === 'message' && process.listenerCount('message') === 0) c.unref(); });
    }
  }
  for (const f of o.envFiles) process.loadEnvFile(f);
  if (o.watch && !process.env.WATCH_REPORT_DEPENDENCIES) { process.argv.push(...(o.script === '' ? [] : [o.script]), ...facts.args); return require('internal/watch_mode').main(o); }
  if (o.test) { process.argv.push(...(o.script === '' ? [] : [o.script]), ...facts.args); return wait(require('internal/test/runner').main(process.argv.slice(1)), 'test'); }
  if (o.check) return check();
  // What is preloaded sees the arguments of the program.
  if (!o.eval && o.script !== '' && o.script !== '-') process.argv.push(require('path').resolve(o.script), ...facts.args);
  if (o.requires.length) require('module')._preloadModules(o.requires);
  if (o.imports.length) {
    const esm = require('internal/esm');
    let p = Promise.resolve();
    for (const i of o.imports) p = p.then(() => esm.importFrom(i, `${process.cwd()}/noop.js`));
    return wait(p.then(start), 'import');
  }
  return start();
}

function start() {
  if (o.eval) {
    process.argv.push(...facts.args);
    return evalText(o.code, '[eval]', o.print);
  }
  if (o.script !== '' && o.script !== '-') return runFile(o.script);
  if (o.script === '-') process.argv.push('-', ...facts.args);
  if (binding.isatty(0) || o.interactive) {
    return require('repl')._main();
  }
  return evalText(binding.readAll(), '[stdin]', o.print);
}

// evalGlobals makes what a text that is no module sees: require, module and the names of modules.
function evalGlobals(cwd, name) {
  const M = require('module');
  const m = new M(name);
  m.filename = `${cwd}/${name}`;
  m.paths = mods.nodeModules(cwd);
  const req = M._makeRequire(m);
  for (const [k, v] of [['module', m], ['exports', m.exports], ['require', req], ['__filename', name], ['__dirname', '.']]) {
    Object.defineProperty(globalThis, k, { value: v, writable: true, enumerable: false, configurable: true });
  }
  Object.defineProperty(globalThis, '__dynImport', { value: (s) => require('internal/esm').importFrom(s, `${cwd}/${name}`), enumerable: false, configurable: true, writable: true });
  for (const b of ['assert', 'buffer', 'child_process', 'crypto', 'dns', 'events', 'fs', 'http', 'https', 'net', 'os', 'path', 'querystring', 'readline', 'stream', 'string_decoder', 'timers', 'tls', 'tty', 'url', 'util', 'v8', 'vm', 'zlib', 'process']) {
    if (b in globalThis && b !== 'crypto') continue;
    Object.defineProperty(globalThis, b, { configurable: true, enumerable: false, get() { return b === 'process' ? process : req(b); }, set(v) { Object.defineProperty(globalThis, b, { value: v, writable: true, configurable: true, enumerable: true }); } });
  }
}

function evalText(text, name, print) {
  const M = require('module');
  const cwd = process.cwd();
  mods.setSource(name, text);
  if (o.inputType === 'module') return evalModule(text, name, cwd);
  evalGlobals(cwd, name);
  let v;
  try { v = mods.script(text, name); } catch (e) {
    if (e instanceof SyntaxError && o.inputType === '' && /^\s*(import|export)\b|\bawait\b|[;}\n]\s*(import|export)\b/m.test(text)) {
      let unit;
      try { unit = mods.compile(`${cwd}/${name}`, text, 'esm'); } catch { throw e; }
      return evalModule(text, name, cwd);
    }
    throw e;
  }
  if (print) console.log(v);
}
function evalModule(text, name, cwd) {
  const esm = require('internal/esm');
  const file = `${cwd}/${name}`;
  mods.setSource(file, text);
  const unit = mods.compile(file, text, 'esm');
  return wait(esm.runText(`${esm.fileURL(cwd)}/${name}1`, unit, file), `file://${file}:1`);
}

function runFile(script) {
  const path = require('path').resolve(script);
  const M = require('module');
  let file;
  try { file = mods.resolve(path, '/', '', undefined); } catch (e) {
    if (e.code !== 'MODULE_NOT_FOUND') throw e;
    const err = new Error(`Cannot find module '${path}'`);
    err.code = 'MODULE_NOT_FOUND';
    err.requireStack = [];
    throw err;
  }
  const kind = mods.kindOf(file);
  if (kind === 'json') return M._load(file, null, true);
  if (kind !== 'cjs') {
    const text = mods.readText(file);
    const unit = mods.compile(file, text, kind);
    if (unit.esm) {
      const esm = require('internal/esm');
      return wait(esm.runMain(esm.fileURL(file)), `file://${file}:1`);
    }
  }
  M._load(file, null, true);
}

// runWorker runs what a Worker was made for.
function runWorker(init) {
  if (init.eval) { process.argv.push('[worker eval]', ...init.argv); return evalText(init.file, '[worker eval]', false); }
  process.argv.push(init.file.startsWith('data:') ? init.file : require('path').resolve(init.file), ...init.argv);
  if (init.file.startsWith('data:')) return wait(require('internal/esm').runMain(init.file), init.file);
  return runFile(init.file);
}

function check() {
  const path = require('path').resolve(o.script);
  const file = mods.resolve(path, '/', '', undefined);
  mods.compile(file, mods.readText(file), mods.kindOf(file));
}
module.exports = { run, runWorker, evalGlobals, pending: () => unsettled };
