'use strict';
// The nextTick queue, and what happens to errors that nobody caught.
const core = internalBinding('core');
const invoke = core.invoke, { apply } = Reflect;
const state = { n: 0 }; // ticks waiting; the event loop reads it
let queue = [];

let asyncContext = null; // set by async_hooks: { get(), run(store, fn, args) }

function nextTick(fn, ...args) {
  if (typeof fn !== 'function') throw new (require('internal/errors').codes.ERR_INVALID_ARG_TYPE)('callback', 'Function', fn);
  queue.push(fn, args, asyncContext === null ? undefined : asyncContext.get());
  state.n++;
}

function drain() {
  while (queue.length > 0) {
    const batch = queue;
    queue = [];
    for (let i = 0; i < batch.length; i += 3) {
      const fn = batch[i], args = batch[i + 1], ctx = batch[i + 2];
      state.n--;
      try {
        if (ctx !== undefined) asyncContext.run(ctx, fn, args);
        else if (args.length === 0) fn();
        else if (args.length === 1) fn(args[0]);
        else apply(fn, undefined, args);
      } catch (e) { uncaught(e); }
    }
  }
}

// tramp runs one callback of the event loop and then the ticks; promise jobs follow when it returns to Go.
function tramp() {
  invoke();
  if (state.n > 0) drain();
}

let capture = null;
let workerError = null; // in a worker, tells the thread that made it

function uncaught(err, origin = 'uncaughtException') {
  core.fixError(err);
  process.emit('uncaughtExceptionMonitor', err, origin);
  if (capture !== null) { capture(err); return; }
  if (domainHook !== null && domainHook(err)) return;
  if (process.listenerCount('uncaughtException') > 0) {
    try { process.emit('uncaughtException', err, origin); return; } catch (e) { core.fixError(e); report(e, origin); finish(7); return; }
  }
  if (workerError !== null) workerError(err); else report(err, origin);
  finish(1);
}

function finish(code) {
  if (!process._exiting) {
    process._exiting = true;
    process.exitCode = code;
    try { process.emit('exit', code); } catch (e) { core.fixError(e); report(e); core.exit(7); }
  }
  core.exit(Number(process.exitCode ?? code) || code);
}

let domainHook = null;
function report(err, origin) {
  let text, stack = '';
  const isErr = err !== null && typeof err === 'object' && internalBinding('types').classOf(err) === 'Error' || err instanceof Error;
  if (isErr) {
    stack = typeof err.stack === 'string' ? err.stack : '';
    try { text = require('internal/inspect').inspect(err); } catch { text = stack || String(err.message); }
    if (stack !== '' && text.startsWith(`[${stack}]`)) text = stack + text.slice(stack.length + 2); // no frames: V8 prints no brackets here
  } else if (origin === 'unhandledRejection') {
    text = String(err);
  } else {
    try { text = require('internal/inspect').inspect(err); } catch { text = 'Uncaught'; }
  }
  let head = '';
  if (origin !== 'unhandledRejection' || isErr) {
    // a syntax error brings its own source line
    if (!(isErr && err.name === 'SyntaxError' && /^[^\n]+:\d+\n[^\n]*\n *\^/.test(stack))) head = core.sourceContext(isErr ? stack : '');
  }
  if (head !== '' && isErr) head += '\n'; // V8 leaves no blank line before what is no error
  const tail = isErr ? '' : '\n(Use `node --trace-uncaught ...` to show where the exception was thrown)';
  internalBinding('process').write(2, `${head}${text}${tail}\n\nNode.js ${process.version}\n`);
}

function rejected(reason, promise) {
  core.fixError(reason);
  const mode = internalBinding('process').options().unhandled;
  if (mode === 'none') { process.emit('unhandledRejection', reason, promise); return; }
  if (mode !== 'strict' && process.listenerCount('unhandledRejection') > 0) { process.emit('unhandledRejection', reason, promise); return; }
  if (mode === 'warn' || mode === 'warn-with-error-code') {
    process.emitWarning(`Unhandled promise rejection. This error originated either by throwing inside of an async function without a catch block, or by rejecting a promise which was not handled with .catch(). (rejection id: 1)`, 'UnhandledPromiseRejectionWarning');
    if (mode !== 'warn') process.exitCode = 1;
    return;
  }
  let err = reason;
  if (!(reason instanceof Error) && internalBinding('types').classOf(reason) !== 'Error') {
    let s;
    try { s = typeof reason === 'object' ? require('internal/inspect').inspect(reason, { depth: 1 }) : String(reason); } catch { s = 'object'; }
    err = new Error(`This error originated either by throwing inside of an async function without a catch block, or by rejecting a promise which was not handled with .catch(). The promise rejected with the reason "${s}".`);
    err.name = 'UnhandledPromiseRejection';
    Object.defineProperty(err, 'name', { value: 'UnhandledPromiseRejection', enumerable: false, configurable: true, writable: true });
    err.code = 'ERR_UNHANDLED_REJECTION';
    err.stack = `[UnhandledPromiseRejection: ${err.message}]`;
    Object.defineProperty(err, 'stack', { enumerable: false });
    if (process.listenerCount('uncaughtException') === 0 && capture === null) {
      internalBinding('process').write(2, `node:internal/process/promises:394\n      triggerUncaughtException(err, true /* fromPromise */);\n      ^\n\n[UnhandledPromiseRejection: ${err.message}] {\n  code: 'ERR_UNHANDLED_REJECTION'\n}\n\nNode.js ${process.version}\n`);
      finish(1);
      return;
    }
  }
  uncaught(err, 'unhandledRejection');
}

function queueMicrotask(fn) {
  if (typeof fn !== 'function') throw new (require('internal/errors').codes.ERR_INVALID_ARG_TYPE)('callback', 'Function', fn);
  const ctx = asyncContext === null ? undefined : asyncContext.get();
  resolved.then(() => { try { if (ctx !== undefined) asyncContext.run(ctx, fn, []); else fn(); } catch (e) { uncaught(e); } });
}
const resolved = Promise.resolve();

module.exports = {
  setDomainHook: (fn) => { domainHook = fn; },
  nextTick, tramp, uncaught, rejected, state, queueMicrotask, finish,
  setWorkerError(fn) { workerError = fn; },
  setCapture(fn) { capture = fn; }, hasCapture: () => capture !== null,
  setAsyncContext(c) { asyncContext = c; }, getAsyncContext: () => asyncContext,
};
