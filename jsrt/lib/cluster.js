'use strict';
// node:cluster: a program is always the primary; workers are not started.
const EventEmitter = require('events');
const { notImplemented } = require('internal/errors');
const cluster = new EventEmitter();
module.exports = Object.assign(cluster, {
  isPrimary: true, isMaster: true, isWorker: false, workers: {}, settings: {}, SCHED_NONE: 1, SCHED_RR: 2, schedulingPolicy: 2, worker: undefined,
  Worker: class Worker extends EventEmitter {}, fork: notImplemented('cluster.fork'), disconnect(cb) { if (cb) process.nextTick(cb); },
  setupPrimary() {}, setupMaster() {},
});
