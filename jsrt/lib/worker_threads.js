'use strict';
// node:worker_threads. A worker is a program of its own: memory is not shared with it, messages are copied.
const { MessageChannel, MessagePort, BroadcastChannel } = require('internal/messaging');
const { notImplemented } = require('internal/errors');
const { Worker, self, env } = require('internal/worker');
const untransferable = new WeakSet();
module.exports = {
  SHARE_ENV: Symbol.for('nodejs.worker_threads.SHARE_ENV'), Worker, MessageChannel, MessagePort, BroadcastChannel,
  getEnvironmentData: (key) => env.get(key),
  setEnvironmentData(key, value) { if (value === undefined) env.delete(key); else env.set(key, value); },
  markAsUntransferable(o) { if (typeof o === 'object' && o !== null) untransferable.add(o); }, isMarkedAsUntransferable: (o) => untransferable.has(o),
  moveMessagePortToContext: notImplemented('worker_threads.moveMessagePortToContext'),
  receiveMessageOnPort(port) { if (!(port instanceof MessagePort)) throw new (require('internal/errors').codes.ERR_INVALID_ARG_TYPE)('port', 'MessagePort', port); return port._take(); },
};
for (const k of ['isMainThread', 'parentPort', 'workerData', 'threadId', 'resourceLimits']) Object.defineProperty(module.exports, k, { enumerable: true, configurable: true, get: () => self[k] });
