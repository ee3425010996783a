'use strict';
// The part of the runtime that every program needs: error hooks, the nextTick queue, process, timers, console, and lazy
// globals for the rest.
const core = internalBinding('core');
const { callSite } = require('internal/callsite');
core.installErrors();
const hidden = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });
hidden('\0caught', core.fixError);
hidden('__sandpit_frozen', Object.preventExtensions({}));
require('internal/es');
require('internal/guard');

const tick = require('internal/tick');
core.setHooks(tick.tramp, tick.uncaught, tick.rejected, tick.state, callSite);

hidden('global', globalThis);
Object.defineProperty(globalThis, Symbol.toStringTag, { value: 'global', writable: false, enumerable: false, configurable: true });
require('internal/process');
Object.defineProperty(globalThis, 'process', { value: process, writable: true, enumerable: false, configurable: true });

function visible(name, value) {
  Object.defineProperty(globalThis, name, { value, writable: true, enumerable: true, configurable: true });
}
// A lazy global becomes a plain property when it is first read or written.
const { lazy } = core;
const timers = require('timers');
for (const k of ['clearImmediate', 'setImmediate', 'clearInterval', 'clearTimeout', 'setInterval', 'setTimeout']) visible(k, timers[k]);
visible('queueMicrotask', tick.queueMicrotask);
lazy(['console'], 'internal/console_global');
lazy(['structuredClone'], 'internal/structured_clone', true);
lazy(['atob', 'btoa'], 'buffer', true);
lazy(['performance'], 'perf_hooks', true);
lazy(['fetch'], 'internal/fetch', true);
lazy(['navigator'], 'internal/navigator', true);
lazy(['crypto'], 'internal/crypto_global', true);
lazy(['Buffer'], 'buffer');
lazy(['URL', 'URLSearchParams'], 'internal/url');
lazy(['TextEncoder', 'TextDecoder'], 'internal/encoding');
lazy(['AbortController', 'AbortSignal'], 'internal/abort_controller');
lazy(['Event', 'EventTarget', 'CustomEvent'], 'internal/event_target');
lazy(['DOMException'], 'internal/domexception');
lazy(['Performance', 'PerformanceEntry', 'PerformanceObserver'], 'perf_hooks');
lazy(['Headers', 'Request', 'Response', 'FormData'], 'internal/fetch');
lazy(['Blob', 'File'], 'internal/blob');
lazy(['MessageChannel', 'MessagePort', 'MessageEvent', 'BroadcastChannel'], 'internal/messaging');
lazy(['ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamBYOBReader', 'ReadableStreamDefaultController', 'ReadableByteStreamController',
  'WritableStream', 'WritableStreamDefaultWriter', 'WritableStreamDefaultController', 'TransformStream', 'TransformStreamDefaultController',
  'ByteLengthQueuingStrategy', 'CountQueuingStrategy', 'TextEncoderStream', 'TextDecoderStream', 'CompressionStream', 'DecompressionStream'], 'internal/webstreams');
lazy(['Intl'], 'internal/intl');
lazy(['WebAssembly'], 'internal/wasm');

const dates = Date.prototype;
// The locale methods of the language's own classes bring Intl in when one is first called.
for (const [proto, names] of [[Number.prototype, ['toLocaleString']], [BigInt.prototype, ['toLocaleString']], [dates, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']]]) {
  for (const name of names) Object.defineProperty(proto, name, { value: { [name](...a) { require('internal/intl').install(); return proto[name].apply(this, a); } }[name], writable: true, enumerable: false, configurable: true });
}
{
  const base = String.prototype.localeCompare;
  core.localeCompare = core.uncurry(base);
  Object.defineProperty(String.prototype, 'localeCompare', { value: { localeCompare(b, l, o) { if (l === undefined && o === undefined) return base.call(this, b); return new (require('internal/intl/others').Collator)(l, o).compare(String(this), b); } }.localeCompare, writable: true, enumerable: false, configurable: true });
}
if (internalBinding('zone').moved()) require('internal/date_zone').install();
else for (const name of ['toString', 'toTimeString']) Object.defineProperty(dates, name, { value: { [name]() { require('internal/date_zone').installText(); return dates[name].call(this); } }[name], writable: true, enumerable: false, configurable: true });
// Local time and its names are the box's, and Date reads what other engines read; its constructor is ours from its first use.
{
  const set = (value) => Object.defineProperty(globalThis, 'Date', { value, writable: true, enumerable: false, configurable: true });
  const engine = Date;
  Object.defineProperty(globalThis, 'Date', { configurable: true, enumerable: false, get() { set(engine); require('internal/date_zone').installParse(); return globalThis.Date; }, set });
}
