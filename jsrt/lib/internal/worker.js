'use strict';
// worker_threads.Worker: the worker is a program of the box of its own, with a channel of structured clones to the one that
// made it. Ports that are transferred stay where they are and are served over the channel.
const EventEmitter = require('events');
const { MessagePort, MessageEvent } = require('internal/messaging');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_WORKER_PATH }, E } = require('internal/errors');
E('ERR_WORKER_NOT_RUNNING', Error, () => 'Worker instance not running');
E('ERR_WORKER_UNSERIALIZABLE_ERROR', Error, () => 'Serializing an uncaught exception failed');
void ERR_WORKER_PATH; void MessageEvent;
let nextThread = 1;
const env = new Map();

// bridge packs ports into messages of a channel: a port that leaves becomes a number, one that comes a port of its own.
function bridge(send, side) {
  const local = new Map();
  let next = side;
  const serve = (id, port) => {
    local.set(id, port);
    port.on('message', (data) => send({ port: id, data }));
    port.on('close', () => { if (local.delete(id)) send({ port: id, close: true }); });
    port.unref();
  };
  return {
    pack(v) { if (!(v instanceof MessagePort)) return undefined; const id = next += 2; serve(id, v); return id; },
    unpack(id) { const [mine, theirs] = MessagePort._pair(); serve(id, theirs); return mine; },
    take(msg) {
      if (msg === null || typeof msg !== 'object' || msg.port === undefined) return false;
      const p = local.get(msg.port);
      if (!p) return true;
      if (msg.close) { local.delete(msg.port); p.close(); } else p._pass(msg.data);
      return true;
    },
  };
}

class Worker extends EventEmitter {
  #child; #exited = false; #code = 0;
  constructor(filename, options = {}) {
    super();
    options = { __proto__: null, ...options };
    let file = filename, isURL = false;
    if (typeof filename === 'object' && filename !== null && filename.href) { isURL = true; file = filename.href; } else if (typeof filename !== 'string') throw new ERR_INVALID_ARG_TYPE('filename', ['string', 'URL'], filename);
    if (!options.eval) {
      if (isURL || /^(?:file|data):/.test(file)) { if (file.startsWith('file:')) file = require('url').fileURLToPath(file); } else file = require('path').resolve(file);
    }
    this.threadId = nextThread++;
    this.resourceLimits = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 2096, codeRangeSizeMb: 0, stackSizeMb: 4, ...options.resourceLimits };
    const share = options.env === Symbol.for('nodejs.worker_threads.SHARE_ENV');
    const pipe = (on, fd) => on ? 'pipe' : fd;
    let b;
    const wenv = { __proto__: null, ...(share || options.env === undefined ? process.env : options.env) };
    this.#child = require('child_process').spawn(process.execPath, [...(options.execArgv ?? process.execArgv.filter((a, i, l) => !/^(?:-e|-p|-pe|--eval|--print|-i|--test)$/.test(a) && !/^(?:-e|-p|-pe|--eval|--print)$/.test(l[i - 1] ?? ''))), file.length < 4096 && !options.eval ? file : '[worker eval]'], {
      __proto__: null, env: wenv, stdio: [options.stdin ? 'pipe' : 'ignore', pipe(options.stdout, 1), pipe(options.stderr, 2), 'ipc'], serialization: 'advanced',
      _mode: 'worker', _ipc: { pack: (v) => b.pack(v), unpack: (id) => b.unpack(id), raw: (m) => b.take(m) || this.#raw(m) },
    });
    const c = this.#child;
    b = bridge((m) => { if (!this.#exited) c._send(m); }, 0);
    this.stdin = c.stdin; this.stdout = c.stdout; this.stderr = c.stderr;
    c._send({ init: { file, eval: !!options.eval, argv: (options.argv ?? []).map(String), workerData: options.workerData, threadId: this.threadId, pid: process.pid, env: [...env], name: options.name ?? '', resourceLimits: this.resourceLimits } });
    c.on('exit', (code, sig) => {
      if (this.#exited) return;
      this.#exited = true;
      this.#code = sig ? 1 : code;
    });
    c.on('close', () => { this.threadId = -1; this.emit('exit', this.#code); });
    c.on('error', (e) => this.emit('error', e));
    c.on('disconnect', () => {});
  }
  #raw(m) {
    if (m.online) this.emit('online');
    else if ('message' in m) this.emit('message', m.message);
    else if ('error' in m) this.emit('error', m.error);
    else if ('messageerror' in m) this.emit('messageerror', new Error(m.messageerror));
    return true;
  }
  postMessage(v) { if (!this.#exited) this.#child._send({ message: v }); }
  terminate() {
    if (this.#exited) return Promise.resolve(undefined);
    return new Promise((r) => { this.once('exit', (code) => r(code)); this.#child.kill('SIGKILL'); });
  }
  ref() { this.#child.ref(); this.#child.channel?.ref(); }
  unref() { this.#child.unref(); this.#child.channel?.unref(); }
  get performance() { return { eventLoopUtilization: () => ({ idle: 0, active: 0, utilization: 0 }) }; }
  getHeapSnapshot() { return Promise.reject(new (require('internal/errors').codes.ERR_METHOD_NOT_IMPLEMENTED)('Worker.getHeapSnapshot')); }
}

// ---- inside a worker ----
const self = { isMainThread: true, parentPort: null, workerData: null, threadId: 0, resourceLimits: {} };

function start(ends) {
  const channel = { connected: true };
  const ee = Object.assign(new EventEmitter(), channel);
  let b;
  const ipc = require('internal/ipc');
  const [port, inner] = MessagePort._pair();
  let send;
  const ch = ipc.setup(ee, ends.input, ends.output, 'advanced', {
    pack: (v) => b.pack(v), unpack: (id) => b.unpack(id),
    raw(m) {
      if (b.take(m)) return true;
      if (m.init) boot(m.init);
      else inner._pass(m.message);
      return true;
    },
  });
  send = ee._send;
  b = bridge((m) => send(m), 1);
  // What is posted leaves at once: the worker may never come back to its event loop.
  Object.defineProperty(port, 'postMessage', { value(v) { send({ message: v }); }, writable: true, configurable: true, enumerable: false });
  inner.unref();
  port._hook = (on) => { if (on) ch.ref(); else ch.unref(); };
  ee.on('disconnect', () => process.exit(0));
  function boot(init) {
    ch.unref();
    Object.assign(self, { isMainThread: false, parentPort: port, workerData: init.workerData, threadId: init.threadId, resourceLimits: init.resourceLimits });
    for (const [k, v] of init.env) env.set(k, v);
    Object.defineProperty(process, 'pid', { value: init.pid, writable: true, enumerable: true, configurable: true });
    const tick = require('internal/tick');
    tick.setWorkerError?.((e) => {
      try { send({ error: e }); } catch { send({ error: new Error(String(e?.message ?? e)) }); }
    });
    for (const k of ['chdir', 'abort', 'setuid', 'setgid', 'seteuid', 'setegid', 'setgroups', 'initgroups']) process[k] = () => { throw new (require('internal/errors').codes.ERR_WORKER_UNSUPPORTED_OPERATION)(`process.${k}()`); };
    send({ online: true });
    process.argv.length = 1;
    return require('internal/main').runWorker(init);
  }
}
module.exports = { Worker, start, self, env };
