'use strict';
const EventTargetModule = require('internal/event_target');
const { notImplemented } = require('internal/errors');
const binding = internalBinding('process');
let entries = [];
const observers = new Set();
class PerformanceEntry {
  constructor(name, entryType, startTime, duration, detail) { this.name = name; this.entryType = entryType; this.startTime = startTime; this.duration = duration; if (entryType === 'mark' || entryType === 'measure') this.detail = detail ?? null; }
  toJSON() { return { ...this }; }
}
class PerformanceMark extends PerformanceEntry {}
class PerformanceMeasure extends PerformanceEntry {}
function add(e) { entries.push(e); for (const o of observers) o._queue(e); return e; }
class Performance extends EventTargetModule.EventTarget {
  now() { return binding.now(); }
  get timeOrigin() { return binding.facts().startTime; }
  mark(name, o = {}) { return add(new PerformanceMark(`${name}`, 'mark', o.startTime ?? binding.now(), 0, o.detail)); }
  measure(name, a, b) {
    const at = (x) => { if (typeof x === 'number') return x; const l = entries.filter((e) => e.entryType === 'mark' && e.name === x); if (!l.length) throw new DOMException(`The "${x}" performance mark has not been set`, 'SyntaxError'); return l[l.length - 1].startTime; };
    let detail, start = 0, end;
    if (a !== null && typeof a === 'object') { detail = a.detail; start = a.start === undefined ? 0 : at(a.start); end = a.end === undefined ? a.duration !== undefined ? start + a.duration : binding.now() : at(a.end); } else { start = a === undefined ? 0 : at(a); end = b === undefined ? binding.now() : at(b); }
    return add(new PerformanceMeasure(`${name}`, 'measure', start, end - start, detail));
  }
  clearMarks(n) { entries = entries.filter((e) => e.entryType !== 'mark' || n !== undefined && e.name !== n); }
  clearMeasures(n) { entries = entries.filter((e) => e.entryType !== 'measure' || n !== undefined && e.name !== n); }
  getEntries() { return entries.slice().sort((a, b) => a.startTime - b.startTime); }
  getEntriesByName(n, t) { return this.getEntries().filter((e) => e.name === n && (t === undefined || e.entryType === t)); }
  getEntriesByType(t) { return this.getEntries().filter((e) => e.entryType === t); }
  timerify(fn) { return fn; }
  eventLoopUtilization() { return { idle: 0, active: 0, utilization: 0 }; }
  toJSON() { return { timeOrigin: this.timeOrigin }; }
}
class PerformanceObserver {
  #fn; #types = []; #list = [];
  constructor(fn) { this.#fn = fn; }
  observe(o) { this.#types = o.entryTypes ?? [o.type]; observers.add(this); }
  disconnect() { observers.delete(this); }
  takeRecords() { const l = this.#list; this.#list = []; return l; }
  _queue(e) {
    if (!this.#types.includes(e.entryType)) return;
    if (this.#list.push(e) === 1) setImmediate(() => { const l = this.takeRecords(); if (l.length) this.#fn({ getEntries: () => l, getEntriesByName: (n) => l.filter((x) => x.name === n), getEntriesByType: (t) => l.filter((x) => x.entryType === t) }, this); });
  }
  static get supportedEntryTypes() { return ['mark', 'measure']; }
}
const performance = new Performance();
module.exports = { performance, Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, constants: {}, monitorEventLoopDelay: notImplemented('perf_hooks.monitorEventLoopDelay'), createHistogram: notImplemented('perf_hooks.createHistogram') };
