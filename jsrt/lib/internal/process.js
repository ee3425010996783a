'use strict';
// The global `process`.
const binding = internalBinding('process');
const core = internalBinding('core');
const tick = require('internal/tick');
const EventEmitter = require('events');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_UNKNOWN_SIGNAL, ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET }, notImplemented } = require('internal/errors');

const facts = binding.facts();
function Process() {}
Object.defineProperty(Process, 'name', { value: 'process' });
Process.prototype = Object.create(EventEmitter.prototype, { constructor: { value: Process, writable: true, configurable: true, enumerable: false } });
Object.setPrototypeOf(process, Object.create(Process.prototype, { [Symbol.toStringTag]: { value: 'process', configurable: true } }));
EventEmitter.call(process);

const env = new Proxy(binding.environ(), {
  set(t, k, v) {
    if (typeof k === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
    Object.defineProperty(t, k, { __proto__: null, value: String(v), writable: true, enumerable: true, configurable: true }); sync(t, k);
    return true;
  },
  defineProperty(t, k, d) {
    if ('value' in d) { t[k] = String(d.value); sync(t, k); return true; }
    throw new ERR_INVALID_ARG_VALUE('descriptor', d, "'process.env' does not accept an accessor(getter/setter) descriptor");
  },
  deleteProperty(t, k) { delete t[k]; sync(t, k); return true; },
});
function sync(t, changed) {
  const l = [];
  for (const k of Object.keys(t)) l.push(`${k}=${t[k]}`);
  binding.setEnviron(l);
  if (changed === 'TZ') { const z = internalBinding('zone'); z.reset(); if (z.moved()) require('internal/date_zone').install(); }
}

let exitCode;
const own = {
  version: facts.version,
  versions: {
    node: facts.version.slice(1), acorn: '8.14.0', ada: '2.9.2', ares: '1.34.5', brotli: '1.1.0', cjs_module_lexer: '1.4.1', cldr: '47.0', icu: '77.1', llhttp: '8.1.2',
    modules: '115', napi: '9', nghttp2: '1.61.0', openssl: '3.0.17', simdutf: '6.0.3', tz: '2025b', undici: '6.21.3', unicode: '16.0', uv: '1.46.0', uvwasi: '0.0.23', v8: '11.3.244.8-node.33', zlib: '1.3.0.1-motley',
  },
  arch: 'x64', platform: 'linux',
  release: { name: 'node', lts: 'Iron' },
  moduleLoadList: [],
  argv: [facts.execPath], execArgv: facts.execArgv, env, title: 'node', pid: facts.pid, ppid: facts.ppid, execPath: facts.execPath, debugPort: 9229, argv0: facts.argv0,
  features: { inspector: false, debug: false, uv: true, ipv6: true, tls_alpn: true, tls_sni: true, tls_ocsp: true, tls: true, cached_builtins: true, require_module: true, typescript: false },
  config: { target_defaults: { cflags: [], default_configuration: 'Release', defines: [], include_dirs: [], libraries: [] }, variables: { napi_build_version: '9', v8_enable_i18n_support: 1 } },
  exiting: undefined,
};
delete own.exiting;
for (const k of Object.keys(own)) process[k] = own[k];
Object.defineProperty(process, '_exiting', { value: false, writable: true, enumerable: false, configurable: true });
Object.defineProperty(process, 'exitCode', {
  enumerable: true, configurable: true, get() { return exitCode; },
  set(v) {
    if (v !== undefined && v !== null) {
      let n = v;
      if (typeof v === 'string' && v !== '') n = Number(v);
      if (typeof n !== 'number') throw new ERR_INVALID_ARG_TYPE('code', 'number', v);
      require('internal/validators').validateInteger(n, 'code');
    }
    exitCode = v;
  },
});
Object.defineProperty(process, 'allowedNodeEnvironmentFlags', { enumerable: true, configurable: true, get() { return new Set(['--require', '-r', '--no-warnings', '--trace-warnings', '--unhandled-rejections', '--conditions', '-C', '--import', '--enable-source-maps', '--max-old-space-size']); } });

const methods = {
  nextTick: tick.nextTick,
  cwd() { return binding.cwd(); },
  chdir(dir) {
    if (typeof dir !== 'string') throw new ERR_INVALID_ARG_TYPE('directory', 'string', dir);
    binding.chdir(dir);
  },
  umask(mask) {
    if (mask === undefined) return binding.umask();
    if (typeof mask === 'string') mask = parseInt(mask, 8);
    if (typeof mask !== 'number') throw new ERR_INVALID_ARG_TYPE('mask', 'number', mask);
    return binding.umask(mask);
  },
  uptime() { return binding.now() / 1000; },
  hrtime(prev) {
    const t = binding.hrtime();
    if (prev === undefined) return t;
    if (!Array.isArray(prev)) throw new ERR_INVALID_ARG_TYPE('time', 'Array', prev);
    let s = t[0] - prev[0], n = t[1] - prev[1];
    if (n < 0) { s--; n += 1e9; }
    return [s, n];
  },
  memoryUsage() { const h = binding.heap(); return { rss: h * 2, heapTotal: h, heapUsed: h, external: 0, arrayBuffers: 0 }; },
  cpuUsage(prev) { const u = Math.trunc(binding.now() * 1000); return prev ? { user: u - prev.user, system: 0 } : { user: u, system: 0 }; },
  resourceUsage() { const u = Math.trunc(binding.now() * 1000); return { userCPUTime: u, systemCPUTime: 0, maxRSS: Math.trunc(binding.heap() / 1024), sharedMemorySize: 0, unsharedDataSize: 0, unsharedStackSize: 0, minorPageFault: 0, majorPageFault: 0, swappedOut: 0, fsRead: 0, fsWrite: 0, ipcSent: 0, ipcReceived: 0, signalsCount: 0, voluntaryContextSwitches: 0, involuntaryContextSwitches: 0 }; },
  constrainedMemory() { return 0; }, availableMemory() { return require('os').freemem(); },
  exit(code) {
    if (code !== undefined) process.exitCode = code;
    if (!process._exiting) {
      process._exiting = true;
      process.emit('exit', Number(process.exitCode ?? 0));
    }
    core.exit(Number(process.exitCode ?? 0));
  },
  reallyExit(code) { core.exit(Number(code ?? 0)); },
  abort() { core.abort(); },
  kill(pid, sig = 'SIGTERM') {
    if (typeof pid !== 'number' && typeof pid !== 'string' || pid != (pid | 0)) throw new ERR_INVALID_ARG_TYPE('pid', 'number', pid);
    let n = sig;
    if (typeof sig !== 'number') {
      n = require('os').constants.signals[sig];
      if (n === undefined) throw new ERR_UNKNOWN_SIGNAL(sig);
    }
    binding.kill(pid | 0, n);
    return true;
  },
  getuid() { return binding.facts().uid; }, geteuid() { return binding.facts().uid; }, getgid() { return binding.facts().gid; }, getegid() { return binding.facts().gid; }, getgroups() { return [binding.facts().gid]; },
  setuid: notImplemented('process.setuid'), setgid: notImplemented('process.setgid'), seteuid: notImplemented('process.seteuid'), setegid: notImplemented('process.setegid'),
  setgroups: notImplemented('process.setgroups'), initgroups: notImplemented('process.initgroups'), dlopen: notImplemented('process.dlopen'),
  emitWarning(warning, type, code, ctor) {
    let detail;
    if (type !== null && typeof type === 'object' && !Array.isArray(type)) { code = type.code; detail = type.detail; ctor = type.ctor; type = type.type; }
    else if (typeof type === 'function') { type = undefined; }
    if (type !== undefined && typeof type !== 'string') throw new ERR_INVALID_ARG_TYPE('type', 'string', type);
    if (typeof code === 'function') code = undefined;
    if (code !== undefined && typeof code !== 'string') throw new ERR_INVALID_ARG_TYPE('code', 'string', code);
    if (typeof warning === 'string') {
      const w = new Error(warning);
      Object.defineProperty(w, 'name', { value: String(type || 'Warning'), enumerable: false, writable: true, configurable: true });
      if (typeof w.stack === 'string') Object.defineProperty(w, 'stack', { value: w.stack.replace(/^Error/, w.name), enumerable: false, writable: true, configurable: true });
      if (code !== undefined) w.code = code;
      if (detail) w.detail = detail;
      warning = w;
    } else if (!(warning instanceof Error)) throw new ERR_INVALID_ARG_TYPE('warning', ['Error', 'string'], warning);
    if (warning.name === 'DeprecationWarning') {
      if (process.noDeprecation) return;
      if (process.throwDeprecation) return process.nextTick(() => { throw warning; });
    }
    process.nextTick(() => process.emit('warning', warning));
  },
  binding(name) { throw Object.assign(new Error(`No such module: ${name}`), { code: 'ERR_INVALID_MODULE' }); },
  setUncaughtExceptionCaptureCallback(fn) {
    if (fn === null) { tick.setCapture(null); return; }
    if (typeof fn !== 'function') throw new ERR_INVALID_ARG_TYPE('fn', ['Function', 'null'], fn);
    if (tick.hasCapture()) throw new ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET();
    tick.setCapture(fn);
  },
  hasUncaughtExceptionCaptureCallback() { return tick.hasCapture(); },
  setSourceMapsEnabled() {}, _getActiveHandles() { return []; }, _getActiveRequests() { return []; }, getActiveResourcesInfo() { return []; },
  getBuiltinModule(id) { id = String(id).replace(/^node:/, ''); return internalBinding('modules').isBuiltin(id) ? require(id) : undefined; },
  _tickCallback() {}, _rawDebug(...a) { binding.write(2, `${require('internal/inspect').format(...a)}\n`); },
  loadEnvFile(file = '.env') { const p = require('util').parseEnv(require('fs').readFileSync(file, 'utf8')); for (const k of Object.keys(p)) if (!(k in process.env)) process.env[k] = p[k]; },
};
for (const k of Object.keys(methods)) process[k] = methods[k];
process.hrtime.bigint = () => { const t = binding.hrtime(); return BigInt(t[0]) * 1000000000n + BigInt(t[1]); };
process.memoryUsage.rss = () => process.memoryUsage().rss;
process.report = { writeReport: notImplemented('process.report.writeReport'), getReport: notImplemented('process.report.getReport') };

let warned = false;
process.on('warning', (w) => {
  const o = binding.options();
  if (o.noWarnings || process.env.NODE_NO_WARNINGS === '1') return;
  if (w.name === 'DeprecationWarning' && (process.noDeprecation || o.noDeprecation)) return;
  const trace = o.traceWarnings || w.name === 'DeprecationWarning' && process.traceDeprecation;
  let msg = `(node:${process.pid}) `;
  if (w.code) msg += `[${w.code}] `;
  msg += trace && w.stack ? w.stack : typeof w.toString === 'function' ? `${w}` : String(w.message);
  if (typeof w.detail === 'string') msg += `\n${w.detail}`;
  msg += '\n';
  if (!trace && !warned) {
    const flag = w.name === 'DeprecationWarning' ? '--trace-deprecation' : '--trace-warnings';
    msg += `(Use \`node ${flag} ...\` to show where the warning was created)\n`;
    warned = true;
  }
  binding.write(2, msg);
});

// Signals: the kernel delivers those that have a listener.
let signals = null;
const number = (name) => (signals ??= require('os').constants.signals)[name];
process.on('newListener', (name) => {
  if (typeof name === 'string' && name.startsWith('SIG') && number(name) !== undefined && process.listenerCount(name) === 0) {
    if (name === 'SIGKILL' || name === 'SIGSTOP') throw Object.assign(new Error(`uv_signal_start EINVAL`), { errno: -22, code: 'EINVAL', syscall: 'uv_signal_start' });
    binding.catchSignal(number(name), true);
  }
});
process.on('removeListener', (name) => {
  if (typeof name === 'string' && name.startsWith('SIG') && number(name) !== undefined && process.listenerCount(name) === 0) binding.catchSignal(number(name), false);
});
binding.setSignalHandler((name, num) => { process.emit(name, name, num); });

for (const [name, get] of [['stdout', 'getStdout'], ['stderr', 'getStderr'], ['stdin', 'getStdin']]) {
  let value;
  Object.defineProperty(process, name, { enumerable: true, configurable: true, get() { return value ??= require('internal/stdio')[get](); }, set(v) { value = v; } });
}
Object.defineProperty(process, 'openStdin', { value() { process.stdin.resume(); return process.stdin; }, enumerable: true, configurable: true, writable: true });

exports.beforeExit = () => { process.emit('beforeExit', Number(process.exitCode ?? 0)); };
exports.exit = () => {
  const main = require('internal/main');
  if (main.pending() && process.exitCode === undefined) {
    binding.write(2, `Warning: Detected unsettled top-level await at ${main.pending()}\n\n\n`);
    process.exitCode = 13;
  }
  if (!process._exiting) {
    process._exiting = true;
    process.emit('exit', Number(process.exitCode ?? 0));
  }
  core.exit(Number(process.exitCode ?? 0));
};
