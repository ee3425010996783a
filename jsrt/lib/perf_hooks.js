'use strict';
const EventTargetModule = require('internal/event_target');
const binding = internalBinding('process');
let entries = [];
const observers = new Set();
class PerformanceEntry {
  constructor(name, entryType, startTime, duration, detail) { this.name = name; this.entryType = entryType; this.startTime = startTime; this.duration = duration; if (entryType === 'mark' || entryType === 'measure') this.detail = detail ?? null; }
  toJSON() { return { ...this }; }
}
class PerformanceMark extends PerformanceEntry {}
class PerformanceMeasure extends PerformanceEntry {}
class PerformanceResourceTiming extends PerformanceEntry {
  #t; #kind; #cache;
  constructor(name, kind, t, cache) { super(name, 'resource', t.startTime, t.endTime - t.startTime); this.#t = t; this.#kind = kind; this.#cache = cache; }
  get initiatorType() { return this.#kind; }
  get workerStart() { return this.#t.finalServiceWorkerStartTime; }
  get redirectStart() { return this.#t.redirectStartTime; }
  get redirectEnd() { return this.#t.redirectEndTime; }
  get fetchStart() { return this.#t.postRedirectStartTime; }
  get domainLookupStart() { return this.#t.finalConnectionTimingInfo?.domainLookupStartTime; }
  get domainLookupEnd() { return this.#t.finalConnectionTimingInfo?.domainLookupEndTime; }
  get connectStart() { return this.#t.finalConnectionTimingInfo?.connectionStartTime; }
  get connectEnd() { return this.#t.finalConnectionTimingInfo?.connectionEndTime; }
  get secureConnectionStart() { return this.#t.finalConnectionTimingInfo?.secureConnectionStartTime; }
  get nextHopProtocol() { return this.#t.finalConnectionTimingInfo?.ALPNNegotiatedProtocol; }
  get requestStart() { return this.#t.finalNetworkRequestStartTime; }
  get responseStart() { return this.#t.finalNetworkResponseStartTime; }
  get responseEnd() { return this.#t.endTime; }
  get encodedBodySize() { return this.#t.encodedBodySize; }
  get decodedBodySize() { return this.#t.decodedBodySize; }
  get transferSize() { return this.#cache === 'local' ? 0 : this.#cache === 'validated' ? 300 : this.#t.encodedBodySize + 300; }
}
class PerformanceObserverEntryList {
  #l;
  constructor(l) { this.#l = l.slice().sort((a, b) => a.startTime - b.startTime); }
  getEntries() { return this.#l.slice(); }
  getEntriesByType(t) { return this.#l.filter((e) => e.entryType === t); }
  getEntriesByName(n, t) { return this.#l.filter((e) => e.name === n && (t === undefined || e.entryType === t)); }
}
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
  clearResourceTimings(n) { entries = entries.filter((e) => e.entryType !== 'resource' || n !== undefined && e.name !== n); }
  setResourceTimingBufferSize() {}
  markResourceTiming(info, url, kind, global, cache) { return add(new PerformanceResourceTiming(url, kind, info, cache)); }
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
    if (this.#list.push(e) === 1) setImmediate(() => { const l = this.takeRecords(); if (l.length) this.#fn(new PerformanceObserverEntryList(l), this); });
  }
  static get supportedEntryTypes() { return ['mark', 'measure', 'resource']; }
}
const performance = new Performance();
module.exports = { performance, Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, PerformanceObserverEntryList, PerformanceResourceTiming,
  constants: { NODE_PERFORMANCE_GC_MAJOR: 4, NODE_PERFORMANCE_GC_MINOR: 1, NODE_PERFORMANCE_GC_INCREMENTAL: 8, NODE_PERFORMANCE_GC_WEAKCB: 16, NODE_PERFORMANCE_GC_FLAGS_NO: 0, NODE_PERFORMANCE_GC_FLAGS_CONSTRUCT_RETAINED: 2, NODE_PERFORMANCE_GC_FLAGS_FORCED: 4, NODE_PERFORMANCE_GC_FLAGS_SYNCHRONOUS_PHANTOM_PROCESSING: 8, NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE: 16, NODE_PERFORMANCE_GC_FLAGS_ALL_EXTERNAL_MEMORY: 32, NODE_PERFORMANCE_GC_FLAGS_SCHEDULE_IDLE: 64 },
  monitorEventLoopDelay: (o) => require('internal/histogram').monitorEventLoopDelay(o), createHistogram: (o) => require('internal/histogram').createHistogram(o) };
