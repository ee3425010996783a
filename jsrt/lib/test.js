'use strict';
// node:test: tests and suites in a tree, run one after another, reported in the order they were written.
const { E } = require('internal/errors');
const { MockTracker } = require('internal/test/mock');
const { reporters, plainError } = require('internal/test/reporters');
E('ERR_TEST_FAILURE', Error, (msg) => msg);

const flag = (name) => process.execArgv.filter((a) => a.startsWith(`--${name}=`)).map((a) => a.slice(name.length + 3));
const flagValues = (name) => { const out = flag(name); process.execArgv.forEach((a, i, l) => { if (a === `--${name}` && i + 1 < l.length) out.push(l[i + 1]); }); return out; };
const patterns = flagValues('test-name-pattern').map((p) => { const m = /^\/(.*)\/([a-z]*)$/.exec(p); return m ? new RegExp(m[1], m[2]) : new RegExp(p); });
const onlyMode = process.execArgv.includes('--test-only');

function place() {
  const lines = String(new Error().stack).split('\n');
  for (const l of lines) {
    const m = /\(?((?:file:\/\/)?\/[^()]*):(\d+):(\d+)\)?$/.exec(l);
    if (m) return { file: m[1].replace(/^file:\/\//, ''), line: +m[2], column: +m[3] };
  }
  return {};
}
const now = () => performance.now();
const round = (ms) => Math.round(ms * 1e6) / 1e6;

class TestContext {
  #t;
  constructor(t) { this.#t = t; }
  get name() { return this.#t.name; }
  get fullName() { const names = []; for (let t = this.#t; t.parent; t = t.parent) names.unshift(t.name); return names.join(' > '); }
  get signal() { return this.#t.signal; }
  get mock() { return this.#t.mock ??= new MockTracker(); }
  get assert() { return require('assert'); }
  diagnostic(msg) { this.#t.diagnostics.push(`${msg}`); }
  skip(msg) { this.#t.skip = msg ?? true; }
  todo(msg) { this.#t.todo = msg ?? true; }
  runOnly(v) { this.#t.runOnly = !!v; }
  plan(n) { this.#t.planned = n; }
  before(fn, o) { this.#t.hooks.before.push({ fn, o }); }
  after(fn, o) { this.#t.hooks.after.push({ fn, o }); }
  beforeEach(fn, o) { this.#t.hooks.beforeEach.push({ fn, o }); }
  afterEach(fn, o) { this.#t.hooks.afterEach.push({ fn, o }); }
  test(name, options, fn) {
    const sub = makeTest(this.#t, name, options, fn, {}, place());
    this.#t.planCount = (this.#t.planCount ?? 0) + 1;
    return this.#t.runSub(sub);
  }
}

class Test {
  constructor(parent, name, fn, options, at, suite) {
    this.parent = parent;
    this.name = name;
    this.fn = fn;
    this.options = options;
    this.at = at;
    this.suite = suite;
    this.nesting = parent ? parent.parent ? parent.nesting + 1 : 0 : -1;
    this.subtests = [];
    this.hooks = { before: [], after: [], beforeEach: [], afterEach: [] };
    this.diagnostics = [];
    this.skip = options.skip === false ? undefined : options.skip || undefined;
    this.todo = options.todo === false ? undefined : options.todo || undefined;
    this.only = !!options.only;
    this.ran = 0;
    this.failedSubs = 0;
    this.chain = Promise.resolve();
    this.ac = new AbortController();
    this.error = undefined;
    this.done = new Promise((r) => { this.finish = r; });
  }
  get signal() { return this.ac.signal; }
  runSub(sub) {
    this.subtests.push(sub);
    sub.number = this.subtests.length;
    const go = this.chain.then(() => sub.run());
    this.chain = go;
    return go;
  }
  async runHooks(name, self) {
    for (const h of this.hooks[name]) await call(h.fn, self, h.o);
  }
  skipped() {
    if (patterns.length && !this.suite && !this.matches()) { this.skip = 'test name does not match pattern'; return true; }
    if (onlyMode && !this.suite && !this.only && !this.parents().some((p) => p.only || p.runOnly)) { this.skip = "'only' option not set"; return true; }
    return this.skip !== undefined;
  }
  parents() { const l = []; for (let p = this.parent; p; p = p.parent) l.push(p); return l; }
  matches() { return [this, ...this.parents()].some((t) => t.name && patterns.some((p) => p.test(t.name))); }
  async run() {
    const started = now();
    emit('test:start', { name: this.name, nesting: this.nesting, ...this.at });
    const ctx = new TestContext(this);
    let failure;
    if (!this.skipped()) {
      try {
        if (this.suite) {
          await this.built;
          await this.runHooks('before', ctx);
          for (const s of this.subtests) await s.run();
          await this.runHooks('after', ctx);
        } else {
          const outer = this.parents().reverse();
          for (const p of outer) await p.runBefore();
          for (const p of outer) await p.runHooks('beforeEach', ctx);
          try { await call(this.fn, ctx, this.options, this.ac); await this.chain; } finally {
            for (const p of outer.reverse()) await p.runHooks('afterEach', ctx);
            await this.runHooks('after', ctx);
          }
          if (this.planned !== undefined && this.planned !== (this.planCount ?? 0)) throw new Error(`plan expected ${this.planned} assertions but received ${this.planCount ?? 0}`);
        }
      } catch (e) {
        failure = plainError(e, e?.failureType ?? (e?.hook ? 'hookFailed' : 'testCodeFailure'));
      }
      this.mock?.reset();
    }
    for (const s of this.subtests) if (s.failed) this.failedSubs++;
    if (!failure && this.failedSubs > 0) failure = { failureType: 'subtestsFailed', message: `${this.failedSubs} subtest${this.failedSubs > 1 ? 's' : ''} failed`, code: 'ERR_TEST_FAILURE', text: `'${this.failedSubs} subtest${this.failedSubs > 1 ? 's' : ''} failed'` };
    this.ac.abort();
    if (this.subtests.length) emit('test:plan', { nesting: this.nesting + 1, count: this.subtests.length, ...this.at });
    const details = { duration_ms: round(now() - started) };
    if (this.suite) details.type = 'suite';
    if (failure) details.error = failure;
    this.failed = failure !== undefined && this.todo === undefined;
    const d = { name: this.name, nesting: this.nesting, testNumber: this.number, details, ...this.at };
    if (this.skip !== undefined) d.skip = this.skip;
    if (this.todo !== undefined) d.todo = this.todo;
    emit(failure ? 'test:fail' : 'test:pass', d);
    for (const m of this.diagnostics) emit('test:diagnostic', { nesting: this.nesting, message: m, ...this.at });
    this.finish();
  }
  async runBefore() {
    if (this.suite || this.beforeRan) return;
    this.beforeRan = true;
    await this.runHooks('before', new TestContext(this));
  }
}

// call runs a function of a test: it may return a promise, or take a callback as its second parameter.
function call(fn, self, options, ac) {
  if (typeof fn !== 'function') return undefined;
  const p = new Promise((resolve, reject) => {
    if (fn.length >= 2) {
      const r = fn.call(self, self, (e) => { if (e) reject(e); else resolve(); });
      if (r && typeof r.then === 'function') reject(Object.assign(new Error('passed a callback but also returned a Promise'), { failureType: 'callbackAndPromisePresent' }));
    } else resolve(fn.call(self, self));
  });
  const ms = options?.timeout;
  if (ms === undefined || ms === Infinity || ms === null) return p;
  let timer;
  const late = new Promise((resolve, reject) => {
    timer = setTimeout(() => { ac?.abort(); reject(Object.assign(new Error(`test timed out after ${ms}ms`), { failureType: 'testTimeoutFailure', code: 'ERR_TEST_FAILURE' })); }, ms);
  });
  return Promise.race([p, late]).finally(() => clearTimeout(timer));
}

// ---- the run of this program ----
const root = new Test(null, '', null, {}, {}, true);
const counts = { tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 };
let sink = null;
let begun = false;
let startedAt = 0;

function count(type, d) {
  if (type !== 'test:pass' && type !== 'test:fail') return;
  if (d.details.type === 'suite') { counts.suites++; return; }
  counts.tests++;
  if (d.skip !== undefined) counts.skipped++;
  else if (d.todo !== undefined) counts.todo++;
  else if (type === 'test:pass') counts.pass++;
  else counts.fail++;
}
function emit(type, data) {
  count(type, data);
  if (type === 'test:fail' && data.todo === undefined && !process.exitCode) process.exitCode = 1;
  sink?.(type, data);
}
function writer(names) {
  const list = names.map(([name, to]) => oneWriter(name, to));
  return (type, data) => { for (const w of list) w(type, data); };
}
function oneWriter(name, to) {
  const out = to === 'stdout' ? process.stdout : to === 'stderr' ? process.stderr : { fd: require('fs').openSync(to, 'w'), write(s) { require('fs').writeSync(this.fd, s); } };
  const make = reporters[name];
  if (!make) return customWriter(name, out);
  const g = make();
  let first = g.next().value; // goes out with the first event, not before the program has run
  return (type, data) => { const s = first + g.next({ type, data }).value; first = ''; if (s) out.write(s); };
}
// customWriter loads a reporter of the program's own: an async generator function, or a Transform.
function customWriter(name, out) {
  const { Readable } = require('stream');
  const events = new Readable({ objectMode: true, read() {} });
  (async () => {
    const m = await require('internal/esm').importFrom(name, `${process.cwd()}/noop.js`);
    let R = m.default ?? m;
    if (typeof R === 'function' && R.prototype && Object.getOwnPropertyDescriptor(R.prototype, 'constructor')?.value === R && R.prototype instanceof require('events')) R = new R();
    const result = typeof R === 'function' ? R(events) : events.compose ? events.pipe(R) : R;
    const it = result[Symbol.asyncIterator]();
    for (;;) { const r = await it.next(); if (r.done) break; out.write(typeof r.value === 'string' || ArrayBuffer.isView(r.value) ? r.value : String(r.value)); }
  })().catch((e) => { process.nextTick(() => { throw e; }); });
  return (type, data) => { if (type === 'end') events.push(null); else events.push({ type, data }); };
}
function summary(report) {
  report('test:plan', { nesting: 0, count: root.subtests.length });
  for (const k of Object.keys(counts)) report('test:diagnostic', { nesting: 0, message: `${k} ${counts[k]}` });
  report('test:diagnostic', { nesting: 0, message: `duration_ms ${round(now() - startedAt)}` });
  report('end', {});
}
// reporterNames is which reporters write where: pairs of --test-reporter and --test-reporter-destination.
function reporterNames() {
  const names = flagValues('test-reporter'), to = flagValues('test-reporter-destination');
  if (names.length === 0) names.push(process.stdout.isTTY ? 'spec' : 'tap');
  if (names.length === 1 && to.length === 0) to.push('stdout');
  if (names.length !== to.length) {
throw new (require('internal/errors').codes.ERR_INVALID_ARG_VALUE)('--test-reporter', names, 'must match the number of specified \'--test-reporter-destination\'');
  }
  return names.map((n, i) => [n, to[i]]);
}

function begin() {
  if (begun) return;
  begun = true;
  startedAt = now();
  if (process.env.NODE_TEST_CONTEXT === 'child') {
    const fs = require('fs');
    sink = (type, data) => { fs.writeSync(3, `${JSON.stringify({ type, data })}\n`); };
  } else sink = writer(reporterNames());
  process.once('beforeExit', async () => {
    await root.chain;
    await root.runHooks('after', new TestContext(root));
    if (process.env.NODE_TEST_CONTEXT !== 'child') summary(sink);
  });
  process.once('exit', () => {
    for (const s of root.subtests) {
      if (s.started && s.number && !s.settled) {
        counts.cancelled++;
      }
    }
  });
}

function parse(name, options, fn) {
  if (typeof name === 'function') { fn = name; name = undefined; options = {}; }
  else if (name !== null && typeof name === 'object') { fn = options; options = name; name = undefined; }
  else if (typeof options === 'function') { fn = options; options = {}; }
  name ??= options?.name ?? (fn?.name || '<anonymous>');
  return { name: `${name}` === '' ? '<anonymous>' : `${name}`, options: options ?? {}, fn };
}
function makeTest(parent, name, options, fn, extra, at) {
  const p = parse(name, options, fn);
  return new Test(parent, p.name, p.fn, { ...p.options, ...extra }, at, false);
}

let currentSuite = null;
function add(t) {
  if (currentSuite) {
    currentSuite.subtests.push(t);
    t.number = currentSuite.subtests.length;
    return Promise.resolve();
  }
  begin();
  return root.runSub(t);
}
function test(name, options, fn, extra = {}, at = place()) { return add(makeTest(currentSuite ?? root, name, options, fn, extra, at)); }
function suite(name, options, fn, extra = {}, at = place()) {
  const p = parse(name, options, fn);
  const t = new Test(currentSuite ?? root, p.name, p.fn, { ...p.options, ...extra }, at, true);
  const outer = currentSuite;
  currentSuite = t;
  try {
    if (t.skip === undefined) t.built = Promise.resolve(p.fn?.call(new TestContext(t), new TestContext(t)));
  } catch (e) { t.built = Promise.reject(e); t.built.catch(() => {}); } finally { currentSuite = outer; }
  return add(t);
}
const variants = (f) => {
  for (const k of ['skip', 'todo', 'only']) f[k] = (name, options, fn) => f(name, options, fn, { [k]: true }, place());
  return f;
};
function hook(kind) { return (fn, options) => { (currentSuite ?? root).hooks[kind].push({ fn, o: options }); }; }

const run = (options = {}) => require('internal/test/runner').run(options);
const api = variants((name, options, fn, extra, at = place()) => test(name, options, fn, extra, at));
Object.defineProperty(api, 'name', { value: 'test' });
const it = variants((name, options, fn, extra, at = place()) => test(name, options, fn, extra, at));
const describe = variants((name, options, fn, extra, at = place()) => suite(name, options, fn, extra, at));
module.exports = Object.assign(api, { test: api, suite: describe, describe, it, run, before: hook('before'), after: hook('after'), beforeEach: hook('beforeEach'), afterEach: hook('afterEach') });
Object.defineProperty(api, 'mock', { configurable: true, enumerable: true, get: () => { const m = new MockTracker(); Object.defineProperty(api, 'mock', { value: m, enumerable: true }); return m; } });
Object.defineProperty(api, '_internal', { value: { writer, summary, counts, count, root, reporterNames, begin(at) { startedAt = at; }, round } });
