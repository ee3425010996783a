'use strict';
// node:child_process over the processes of the box.
const EventEmitter = require('events');
const { Buffer } = require('buffer');
const { E, codes, AbortError } = require('internal/errors');
const { Socket } = require('net');
const binding = internalBinding('child_process');
const nextTick = process.nextTick;

const define = (code, Base, message) => codes[code] || E(code, Base, message);
define('ERR_CHILD_PROCESS_STDIO_MAXBUFFER', RangeError, (name) => `${name} maxBuffer length exceeded`);
define('ERR_UNKNOWN_SIGNAL', TypeError, (s) => `Unknown signal: ${s}`);
define('ERR_CHILD_PROCESS_IPC_REQUIRED', Error, (n) => `Forked processes must have an IPC channel, missing value 'ipc' in ${n}`);

const MAX_BUFFER = 1024 * 1024;

class ChildProcess extends EventEmitter {
  constructor() {
    super();
    this.stdin = null;
    this.stdout = null;
    this.stderr = null;
    this.stdio = [];
    this.pid = undefined;
    this.exitCode = null;
    this.signalCode = null;
    this.killed = false;
    this.connected = false;
    this.spawnfile = null;
    this.spawnargs = [];
    this._ref = null;
    this._open = 1;
  }
  kill(sig) {
    const n = signalNumber(sig === undefined ? 'SIGTERM' : sig);
    if (this.pid === undefined || this.exitCode !== null || this.signalCode !== null) return false;
    const err = binding.kill(this.pid, n);
    if (err === null) {
      if (n !== 0) this.killed = true;
      return true;
    }
    if (err[0] !== 'ESRCH') {
      const e = new Error(`kill ${err[0]}`);
      e.errno = err[1];
      e.code = err[0];
      e.syscall = 'kill';
      this.emit('error', e);
    }
    return false;
  }
  ref() {
    if (this._ref) this._ref(true);
  }
  unref() {
    if (this._ref) this._ref(false);
  }
  _maybeClose() {
    if (--this._open === 0) this.emit('close', this.exitCode, this.signalCode);
  }
}
ChildProcess.prototype[Symbol.dispose || Symbol.for('Symbol.dispose')] = function() {
  if (!this.killed) this.kill();
};

function signalNumber(sig) {
  const n = typeof sig === 'number' ? sig : binding.signal(String(sig).toUpperCase());
  if (n < 0 || n > 64 || (typeof sig === 'string' && !/^SIG/i.test(sig))) throw new codes.ERR_UNKNOWN_SIGNAL(sig);
  return n;
}

function checkString(v, name) {
  if (typeof v !== 'string') throw new codes.ERR_INVALID_ARG_TYPE(name, 'string', v);
  if (v.includes('\0')) throw new codes.ERR_INVALID_ARG_VALUE(name, v, 'must be a string without null bytes');
}

// normalize works out what to run: [file, argv, env pairs, cwd, stdio].
function normalize(file, args, options) {
  checkString(file, 'file');
  if (file.length === 0) throw new codes.ERR_INVALID_ARG_VALUE('file', file, 'cannot be empty');
  if (Array.isArray(args)) {
    args = args.map((a) => {
      const s = String(a);
      checkString(s, 'args');
      return s;
    });
  } else if (args == null) {
    args = [];
  } else if (typeof args !== 'object') {
    throw new codes.ERR_INVALID_ARG_TYPE('args', 'object', args);
  } else {
    options = args;
    args = [];
  }
  if (options === undefined) options = { __proto__: null };
  else if (options === null || typeof options !== 'object') throw new codes.ERR_INVALID_ARG_TYPE('options', 'object', options);
  else options = { __proto__: null, ...options };
  let { cwd } = options;
  if (cwd != null) {
    if (typeof cwd === 'object' && cwd.href) cwd = require('url').fileURLToPath(cwd);
    checkString(cwd, 'options.cwd');
  }
  let argv = [options.argv0 === undefined ? file : options.argv0, ...args];
  if (options.shell) {
    const command = [file, ...args].join(' ');
    file = typeof options.shell === 'string' ? options.shell : '/bin/sh';
    argv = [options.argv0 === undefined ? file : options.argv0, '-c', command];
  }
  const env = options.env || process.env;
  const pairs = [];
  for (const key of Object.keys(env)) {
    const value = env[key];
    if (value !== undefined) pairs.push(`${key}=${value}`);
  }
  return { file, argv, pairs, cwd: cwd == null ? null : cwd, options };
}

function stdioList(stdio, sync) {
  if (stdio == null) stdio = 'pipe';
  if (typeof stdio === 'string') stdio = [stdio, stdio, stdio];
  if (!Array.isArray(stdio)) throw new codes.ERR_INVALID_ARG_VALUE('stdio', stdio);
  stdio = stdio.slice();
  while (stdio.length < 3) stdio.push(undefined);
  return stdio.map((s, i) => {
    if (s === null || s === undefined) return i < 3 ? 'pipe' : 'ignore';
    if (s === 'pipe' || s === 'overlapped') return 'pipe';
    if (s === 'ignore' || s === 'inherit') return s;
    if (typeof s === 'number') return s;
    if (s === 'ipc') {
      if (sync) throw new codes.ERR_INVALID_ARG_VALUE('stdio', s, 'cannot be used with synchronous forks');
      return 'pipein';
    }
    if (s === process.stdin) return 0;
    if (s === process.stdout) return 1;
    if (s === process.stderr) return 2;
    if (typeof s === 'object' && typeof s.fd === 'number') return s.fd;
    throw new codes.ERR_INVALID_ARG_VALUE('stdio', s);
  });
}

function spawn(file, args, options) {
  const n = normalize(file, args, options);
  const o = n.options;
  const child = new ChildProcess();
  child.spawnfile = n.file;
  child.spawnargs = n.argv;
  const stdio = stdioList(o.stdio, false);
  const ipc = stdio.indexOf('pipein');
  if (ipc >= 0) {
    stdio.push('pipe');
    n.pairs.push(`NODE_CHANNEL_FD=${ipc}`, `SANDPIT_CHANNEL_OUT=${stdio.length - 1}`, `NODE_CHANNEL_SERIALIZATION_MODE=${o._mode || o.serialization || 'json'}`);
  }
  const res = binding.spawn(n.file, n.argv, n.pairs, n.cwd, stdio, !!o.detached, o.uid, o.gid, (code, signal) => {
    child.exitCode = code;
    child.signalCode = signal;
    if (child.stdin) child.stdin.destroy();
    child.emit('exit', code, signal);
    nextTick(() => child._maybeClose());
  }, o._mode === 'worker');
  if (typeof res[0] === 'string') {
    const err = new Error(`spawn ${n.file} ${res[0]}`);
    err.errno = res[1];
    err.code = res[0];
    err.syscall = `spawn ${n.file}`;
    err.path = n.file;
    err.spawnargs = n.argv.slice(1);
    for (let i = 0; i < 3; i++) {
      const s = stdio[i] === 'pipe' ? new Socket(i === 0 ? { _readable: false } : { _writable: false }) : null;
      child.stdio.push(s);
      if (s) nextTick(() => s.destroy());
    }
    [child.stdin, child.stdout, child.stderr] = child.stdio;
    child.exitCode = res[1];
    nextTick(() => {
      child.emit('error', err);
      child._maybeClose();
    });
    return child;
  }
  child.pid = res[0];
  child._ref = res[res.length - 1];
  for (let i = 0; i < stdio.length; i++) {
    const id = res[1 + i];
    if (!id) {
      child.stdio.push(null);
      continue;
    }
    const s = new Socket(i === 0 || i === ipc ? { _readable: false } : { _writable: false });
    s._attach(id, null);
    child.stdio.push(s);
    if (ipc >= 0 && (i === ipc || i === stdio.length - 1)) continue;
    if (i > 0) {
      child._open++;
      s.on('close', () => child._maybeClose());
      s.read(0);
    } else {
      s.on('error', () => {});
    }
  }
  if (ipc >= 0) {
    const input = child.stdio.pop(), output = child.stdio[ipc];
    child.stdio[ipc] = null;
    child._open++;
    input.on('close', () => child._maybeClose());
    require('internal/ipc').setup(child, input, output, o.serialization, o._ipc);
  }
  [child.stdin, child.stdout, child.stderr] = child.stdio;
  nextTick(() => child.emit('spawn'));
  watch(child, o);
  return child;
}

function watch(child, o) {
  if (o.timeout > 0) {
    let timer = setTimeout(() => {
      timer = null;
      child.kill(o.killSignal || 'SIGTERM');
    }, o.timeout);
    child.once('exit', () => {
      if (timer) clearTimeout(timer);
    });
  }
  if (o.signal) {
    const onAbort = () => {
      if (child.kill(o.killSignal || 'SIGTERM')) child.emit('error', new AbortError(undefined, { cause: o.signal.reason }));
    };
    if (o.signal.aborted) {
      nextTick(onAbort);
    } else {
      o.signal.addEventListener('abort', onAbort, { once: true });
      child.once('exit', () => o.signal.removeEventListener('abort', onAbort));
    }
  }
}

function execFile(file, args, options, callback) {
  if (typeof args === 'function') {
    callback = args;
    args = [];
    options = {};
  } else if (!Array.isArray(args) && args != null) {
    callback = options;
    options = args;
    args = [];
  }
  if (typeof options === 'function') {
    callback = options;
    options = {};
  }
  options = { __proto__: null, encoding: 'utf8', timeout: 0, maxBuffer: MAX_BUFFER, killSignal: 'SIGTERM', cwd: null, env: null, shell: false, ...options };
  const child = spawn(file, args || [], { __proto__: null, cwd: options.cwd, env: options.env, gid: options.gid, uid: options.uid, shell: options.shell, argv0: options.argv0 });
  const encoding = options.encoding !== 'buffer' && Buffer.isEncoding(options.encoding) ? options.encoding : null;
  const out = { stdout: [], stderr: [] };
  const size = { stdout: 0, stderr: 0 };
  let exited = false;
  let killed = false;
  let failure = null;
  let timer = null;
  const result = (name) => {
    if (encoding) return out[name].join('');
    return Buffer.concat(out[name]);
  };
  const finish = (code, signal) => {
    if (exited) return;
    exited = true;
    if (timer) clearTimeout(timer);
    if (!callback) return;
    const stdout = result('stdout');
    const stderr = result('stderr');
    if (!failure && code === 0 && signal === null) {
      callback(null, stdout, stderr);
      return;
    }
    const cmd = [file, ...(args || [])].join(' ');
    let err = failure;
    if (!err) {
      err = new Error(`Command failed: ${cmd}\n${stderr}`);
      err.code = code;
      err.killed = child.killed || killed;
      err.signal = signal;
    }
    err.cmd = cmd;
    callback(err, stdout, stderr);
  };
  const kill = () => {
    if (child.stdout) child.stdout.destroy();
    if (child.stderr) child.stderr.destroy();
    killed = true;
    try {
      child.kill(options.killSignal);
    } catch (e) {
      failure = failure || e;
      finish();
    }
  };
  if (options.timeout > 0) timer = setTimeout(kill, options.timeout);
  if (options.signal) watch(child, { signal: options.signal, killSignal: options.killSignal });
  for (const name of ['stdout', 'stderr']) {
    const s = child[name];
    if (!s) continue;
    if (encoding) s.setEncoding(encoding);
    s.on('data', (chunk) => {
      const len = chunk.length;
      size[name] += len;
      if (size[name] > options.maxBuffer) {
        out[name].push(chunk.slice(0, options.maxBuffer - (size[name] - len)));
        failure = failure || new codes.ERR_CHILD_PROCESS_STDIO_MAXBUFFER(name);
        kill();
      } else {
        out[name].push(chunk);
      }
    });
  }
  child.on('close', finish);
  child.on('error', (e) => {
    failure = e;
    if (child.stdout) child.stdout.destroy();
    if (child.stderr) child.stderr.destroy();
    finish();
  });
  return child;
}

function exec(command, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  const o = { __proto__: null, ...options };
  o.shell = typeof o.shell === 'string' ? o.shell : true;
  return execFile(command, o, callback);
}

const promisified = (fn) => (...args) => {
  let child;
  const promise = new Promise((resolve, reject) => {
    child = fn(...args, (err, stdout, stderr) => {
      if (err) {
        err.stdout = stdout;
        err.stderr = stderr;
        reject(err);
      } else {
        resolve({ stdout, stderr });
      }
    });
  });
  promise.child = child;
  return promise;
};
const custom = Symbol.for('nodejs.util.promisify.custom');
Object.defineProperty(exec, custom, { value: promisified(exec) });
Object.defineProperty(execFile, custom, { value: promisified(execFile) });

function spawnSync(file, args, options) {
  const n = normalize(file, args, options);
  const o = { __proto__: null, maxBuffer: MAX_BUFFER, ...n.options };
  const stdio = stdioList(o.stdio, true);
  let input = null;
  if (o.input != null) {
    input = typeof o.input === 'string' ? Buffer.from(o.input, o.encoding && o.encoding !== 'buffer' ? o.encoding : 'utf8') : o.input;
    stdio[0] = 'pipe';
  }
  const max = o.maxBuffer === Infinity ? 0 : o.maxBuffer;
  const sig = signalNumber(o.killSignal || 'SIGTERM');
  const [pid, status, signal, output, code, errno] = binding.spawnSync(n.file, n.argv, n.pairs, n.cwd, stdio, false, o.uid, o.gid, input, o.timeout || 0, sig, max);
  const result = { pid, output: null, stdout: null, stderr: null, status, signal };
  const conv = (ab) => {
    if (ab === null) return null;
    const b = Buffer.from(ab);
    return o.encoding && o.encoding !== 'buffer' ? b.toString(o.encoding) : b;
  };
  if (pid) {
    result.output = output.map(conv);
    result.stdout = result.output[1] ?? null;
    result.stderr = result.output[2] ?? null;
  }
  if (code) {
    const err = new Error(`spawnSync ${n.file} ${code}`);
    err.errno = errno;
    err.code = code;
    err.syscall = `spawnSync ${n.file}`;
    err.path = n.file;
    err.spawnargs = n.argv.slice(1);
    result.error = err;
  }
  return result;
}

function check(ret, inherit, cmd, args) {
  if (inherit && ret.stderr && ret.stderr.length) process.stderr.write(ret.stderr);
  let err = ret.error;
  if (!err && ret.status === 0) return ret.stdout;
  if (err) {
    Object.assign(err, ret);
  } else {
    let msg = `Command failed: ${cmd || args.join(' ')}`;
    if (ret.stderr && ret.stderr.length > 0) msg += `\n${ret.stderr.toString()}`;
    err = new Error(msg);
    Object.assign(err, ret);
  }
  throw err;
}

function execFileSync(file, args, options) {
  if (!Array.isArray(args)) {
    options = args;
    args = [];
  }
  const o = { __proto__: null, ...options };
  const inherit = !o.stdio;
  return check(spawnSync(file, args, o), inherit, undefined, [file, ...args]);
}

function execSync(command, options) {
  const o = { __proto__: null, ...options };
  o.shell = typeof o.shell === 'string' ? o.shell : true;
  return check(spawnSync(command, [], o), !o.stdio, command);
}

function fork(modulePath, args, options) {
  if (typeof modulePath === 'object' && modulePath !== null && modulePath.href) modulePath = require('url').fileURLToPath(modulePath);
  checkString(modulePath, 'modulePath');
  if (args == null) args = [];
  else if (!Array.isArray(args)) {
    if (typeof args !== 'object') throw new codes.ERR_INVALID_ARG_TYPE('args', 'Array', args);
    options = args;
    args = [];
  }
  const o = { __proto__: null, ...options };
  const execArgv = o.execArgv || process.execArgv.filter((a, i, l) => !/^(?:-e|-p|-pe|--eval|--print|-i|--test)$/.test(a) && !/^(?:-e|-p|-pe|--eval|--print)$/.test(l[i - 1] ?? ''));
  if (typeof o.stdio === 'string') o.stdio = [o.stdio, o.stdio, o.stdio, 'ipc'];
  else if (!Array.isArray(o.stdio)) o.stdio = o.silent ? ['pipe', 'pipe', 'pipe', 'ipc'] : [0, 1, 2, 'ipc'];
  else if (!o.stdio.includes('ipc')) throw new codes.ERR_CHILD_PROCESS_IPC_REQUIRED('options.stdio');
  o.shell = false;
  return spawn(o.execPath || process.execPath, [...execArgv, modulePath, ...args.map(String)], o);
}

module.exports = { ChildProcess, exec, execFile, execFileSync, execSync, fork, spawn, spawnSync };
