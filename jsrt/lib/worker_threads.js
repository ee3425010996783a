'use strict';
// node:worker_threads: message ports work; a Worker does not start, for a program here has one thread.
const { MessageChannel, MessagePort, BroadcastChannel } = require('internal/messaging');
const { codes: { ERR_METHOD_NOT_IMPLEMENTED }, notImplemented } = require('internal/errors');
const env = new Map();

class Worker extends require('events') {
  constructor() { throw new ERR_METHOD_NOT_IMPLEMENTED('worker_threads.Worker'); }
}
module.exports = {
  isMainThread: true, parentPort: null, workerData: null, threadId: 0, resourceLimits: {}, SHARE_ENV: Symbol.for('nodejs.worker_threads.SHARE_ENV'),
  Worker, MessageChannel, MessagePort, BroadcastChannel,
  getEnvironmentData: (key) => env.get(key),
  setEnvironmentData(key, value) { if (value === undefined) env.delete(key); else env.set(key, value); },
  markAsUntransferable() {}, isMarkedAsUntransferable: () => false,
  moveMessagePortToContext: notImplemented('worker_threads.moveMessagePortToContext'), receiveMessageOnPort: notImplemented('worker_threads.receiveMessageOnPort'),
};
