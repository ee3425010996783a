'use strict';
const { inspect, formatArgs, format, getStringWidth } = require('internal/inspect');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');

function Console(stdout, stderr, ignoreErrors = true) {
  if (!new.target) return new Console(...arguments);
  let o = stdout;
  if (!stdout || typeof stdout.write !== 'function') o = stdout || {}; else o = { stdout, stderr, ignoreErrors };
  const out = o.stdout, err = o.stderr ?? o.stdout;
  if (!out || typeof out.write !== 'function') throw Object.assign(new TypeError('Console expects a writable stream instance for stdout'), { code: 'ERR_CONSOLE_WRITABLE_STREAM' });
  setup(this, { out: () => out, err: () => err, inspectOptions: o.inspectOptions, colorMode: o.colorMode ?? 'auto', groupIndentation: o.groupIndentation ?? 2 });
}
function setup(self, o) {
  let indent = '';
  const counts = new Map(), times = new Map();
  const unit = o.groupIndentation ?? 2;
  const opts = (s) => {
    if (o.inspectOptions) return o.inspectOptions;
    return o.colorMode === true || o.colorMode === 'auto' && s.isTTY && (typeof s.getColorDepth !== 'function' || s.getColorDepth() > 2) ? { colors: true } : {};
  };
  const write = (s, text) => {
    if (indent !== '') text = text.includes('\n') ? indent + text.replaceAll('\n', `\n${indent}`) : indent + text;
    s.write(`${text}\n`);
  };
  const out = (args) => { const s = o.out(); write(s, args.length === 1 && typeof args[0] === 'string' ? args[0] : formatArgs(opts(s), args)); };
  const err = (args) => { const s = o.err(); write(s, args.length === 1 && typeof args[0] === 'string' ? args[0] : formatArgs(opts(s), args)); };
  const warn = (m) => process.emitWarning(m);
  const duration = (ms) => {
    if (ms >= 3600000) return `${Math.trunc(ms / 3600000)}:${String(Math.trunc(ms / 60000) % 60).padStart(2, '0')}:${String(Math.trunc(ms / 1000) % 60).padStart(2, '0')} (h:mm:ss)`;
    if (ms >= 60000) return `${Math.trunc(ms / 60000)}:${(ms / 1000 % 60).toFixed(3).padStart(6, '0')} (m:ss.mmm)`;
    if (ms >= 1000) return `${(ms / 1000).toFixed(3)}s`;
    return `${Number(ms.toFixed(3))}ms`;
  };
  const now = () => internalBinding('process').now();
  const methods = {
    log(...a) { out(a); }, warn(...a) { err(a); }, error(...a) { err(a); }, info(...a) { out(a); }, debug(...a) { out(a); },
    dir(v, options) { const s = o.out(); write(s, inspect(v, { customInspect: false, ...opts(s), ...options })); },
    dirxml(...a) { out(a); },
    time(label = 'default') { label = `${label}`; if (times.has(label)) { warn(`Label '${label}' already exists for console.time()`); return; } times.set(label, now()); },
    timeEnd(label = 'default') { label = `${label}`; const t = times.get(label); if (t === undefined) { warn(`No such label '${label}' for console.timeEnd()`); return; } times.delete(label); methods.log('%s: %s', label, duration(now() - t)); },
    timeLog(label = 'default', ...data) { label = `${label}`; const t = times.get(label); if (t === undefined) { warn(`No such label '${label}' for console.timeLog()`); return; } methods.log('%s: %s', label, duration(now() - t), ...data); },
    trace(...a) { const e = { name: 'Trace', message: format(...a) }; Error.captureStackTrace(e, self.trace); methods.error(e.stack); },
    assert(ok, ...a) { if (!ok) { if (typeof a[0] === 'string') a[0] = `Assertion failed: ${a[0]}`; else a.unshift(a.length ? 'Assertion failed:' : 'Assertion failed'); self.warn(...a); } },
    clear() {},
    count(label = 'default') { label = `${label}`; const n = (counts.get(label) ?? 0) + 1; counts.set(label, n); self.log(`${label}: ${n}`); },
    countReset(label = 'default') { label = `${label}`; if (!counts.has(label)) { warn(`Count for '${label}' does not exist`); return; } counts.delete(label); },
    group(...a) { if (a.length > 0) self.log(...a); indent += ' '.repeat(unit); },
    groupEnd() { indent = indent.slice(0, indent.length - unit); },
    table(data, columns) {
      if (data === null || typeof data !== 'object') return self.log(data);
      if (columns !== undefined && !Array.isArray(columns)) throw new ERR_INVALID_ARG_TYPE('properties', 'Array', columns);
      self.log(table(data, columns));
    },
    profile() {}, profileEnd() {}, timeStamp() {},
  };
  methods.groupCollapsed = methods.group;
  for (const k of Object.keys(methods)) {
    Object.defineProperty(methods[k], 'name', { value: k });
    Object.defineProperty(self, k, { value: methods[k], writable: true, configurable: true, enumerable: true });
  }
}
function cell(v) {
  return inspect(v, { maxArrayLength: 3, breakLength: Infinity, depth: v !== null && typeof v === 'object' && !Array.isArray(v) && Object.keys(v).length > 2 ? -1 : 0 });
}
function table(data, columns) {
  const rows = [], index = [];
  let head = '(index)';
  let hasValue = false;
  const keys = [], maps = [], values = [];
  const add = (i, row) => {
    index.push(i);
    const m = {};
    let prim = row === null || typeof row !== 'object' && typeof row !== 'function';
    if (prim) { hasValue = true; values[index.length - 1] = cell(row); } else {
      for (const k of columns || Object.keys(row)) {
        if (!keys.includes(k)) keys.push(k);
        if (Object.prototype.hasOwnProperty.call(row, k)) m[k] = cell(row[k]);
      }
    }
    maps.push(m);
  };
  if (data instanceof Map) { head = '(iteration index)'; let i = 0; const kk = [], vv = []; for (const [k, v] of data) { index.push(i++); kk.push(cell(k)); vv.push(cell(v)); } return render([head, 'Key', 'Values'], index.map((x, j) => [x, kk[j], vv[j]])); }
  if (data instanceof Set) { head = '(iteration index)'; let i = 0; const vv = []; for (const v of data) { index.push(i++); vv.push(cell(v)); } return render([head, 'Values'], index.map((x, j) => [x, vv[j]])); }
  for (const k of Object.keys(data)) add(k, data[k]);
  const cols = [head, ...keys];
  if (hasValue) cols.push('Values');
  for (let r = 0; r < index.length; r++) {
    const row = [index[r], ...keys.map((k) => maps[r][k] ?? '')];
    if (hasValue) row.push(values[r] ?? '');
    rows.push(row);
  }
  return render(cols, rows);
}
function render(head, rows) {
  const w = head.map((h, i) => Math.max(getStringWidth(String(h)), ...rows.map((r) => getStringWidth(String(r[i])))) + 2);
  const line = (cells) => `│${cells.map((c, i) => ` ${c}${' '.repeat(w[i] - 1 - getStringWidth(String(c)))}`).join('│')}│`;
  const bar = w.map((n) => '─'.repeat(n));
  return `┌${bar.join('┬')}┐\n${line(head)}\n├${bar.join('┼')}┤\n${rows.map(line).join('\n')}${rows.length ? '\n' : ''}└${bar.join('┴')}┘`;
}
const global = Object.create({});
setup(global, { out: () => process.stdout, err: () => process.stderr, colorMode: 'auto' });
Object.defineProperty(global, 'Console', { value: Console, writable: true, configurable: true, enumerable: true });
Object.defineProperty(global, Symbol.toStringTag, { value: 'console', configurable: true });
Object.defineProperty(Console, Symbol.hasInstance, { value(o) { return o === global || Function.prototype[Symbol.hasInstance].call(this, o); } });
module.exports = global;
