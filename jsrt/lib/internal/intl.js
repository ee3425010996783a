'use strict';
// Intl for English (en-US): numbers, dates in UTC and fixed offsets, collation, plurals. Other locales fall back to it.
const names = { long: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'], days: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] };
const supported = (l) => { if (l === undefined) return []; return (Array.isArray(l) ? l : [l]).map((x) => { if (typeof x !== 'string' || !/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(x)) throw new RangeError(`Incorrect locale information provided`); return x; }).filter((x) => /^en\b/i.test(x)); };
const group = (s) => s.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
const symbols = { USD: '$', EUR: '€', GBP: '£', JPY: '¥', INR: '₹', CNY: 'CN¥', KRW: '₩', BRL: 'R$', CAD: 'CA$', AUD: 'A$', MXN: 'MX$' };
function bind(C, name, make) {
  Object.defineProperty(C.prototype, name, { configurable: true, get() { const f = make(this); Object.defineProperty(this, name, { value: f, configurable: true, writable: true }); return f; } });
}
class NumberFormat {
  constructor(locale, o = {}) {
    if (new.target === undefined) return new NumberFormat(locale, o);
    supported(locale);
    const style = o.style ?? 'decimal';
    const cd = style === 'currency' ? (['JPY', 'KRW'].includes(o.currency) ? 0 : 2) : 0;
    if (style === 'currency' && !o.currency) throw new TypeError('Currency code is required with currency style.');
    for (const k of ['minimumFractionDigits', 'maximumFractionDigits']) if (o[k] !== undefined && !(o[k] >= 0 && o[k] <= 100)) throw new RangeError(`${k} value is out of range.`);
    const min = o.minimumFractionDigits ?? (style === 'currency' ? Math.min(cd, o.maximumFractionDigits ?? cd) : 0);
    const max = o.maximumFractionDigits ?? Math.max(min, style === 'currency' ? cd : style === 'percent' ? 0 : 3);
    if (max < min) throw new RangeError('maximumFractionDigits value is out of range.');
    Object.defineProperty(this, 'o', { value: { ...o, style, min, max }, enumerable: false });
  }
  _format(v) {
    const { o } = this;
    if (typeof v === 'bigint') return (v < 0n ? '-' : '') + group(String(v < 0n ? -v : v));
    v = Number(v);
    if (Number.isNaN(v)) return 'NaN';
    const neg = v < 0 || Object.is(v, -0);
    let n = Math.abs(v), tail = '';
    if (o.style === 'percent') { n *= 100; tail = '%'; }
    let compact = '';
    if (o.notation === 'compact') { for (const [s, d] of [['T', 1e12], ['B', 1e9], ['M', 1e6], ['K', 1e3]]) if (n >= d) { n /= d; compact = s; break; } }
    let s;
    if (n === Infinity) s = '∞';
    else {
      if (o.maximumSignificantDigits || o.notation === 'compact' && o.maximumFractionDigits === undefined) {
        s = String(Number(n.toPrecision(o.maximumSignificantDigits ?? (n >= 100 ? 3 : 2))));
      } else s = round(n, o.max);
      let [a, b = ''] = s.split('.');
      while (b.length > o.min && b.endsWith('0')) b = b.slice(0, -1);
      if (o.minimumIntegerDigits) a = a.padStart(o.minimumIntegerDigits, '0');
      s = (o.useGrouping === false ? a : group(a)) + (b ? `.${b}` : '');
    }
    s += compact + tail;
    if (o.style === 'currency') s = o.currencyDisplay === 'code' ? `${o.currency}\u00a0${s}` : (symbols[o.currency] ?? `${o.currency}\u00a0`) + s;
    if (o.style === 'unit') s += ` ${o.unit}`;
    const plus = o.signDisplay === 'always' || o.signDisplay === 'exceptZero' && v !== 0;
    return (neg && o.signDisplay !== 'never' ? '-' : plus && !neg ? '+' : '') + s;
  }
  formatToParts(v) { return [{ type: 'literal', value: this._format(v) }]; }
  resolvedOptions() { const { o } = this; return { locale: 'en-US', numberingSystem: 'latn', style: o.style, ...(o.currency ? { currency: o.currency } : {}), minimumIntegerDigits: o.minimumIntegerDigits ?? 1, minimumFractionDigits: o.min, maximumFractionDigits: o.max, useGrouping: 'auto', notation: o.notation ?? 'standard', signDisplay: o.signDisplay ?? 'auto', roundingMode: 'halfExpand' }; }
  static supportedLocalesOf(l) { return supported(l); }
}
// round to d digits, halves away from zero, by the shortest decimal text of the number
function round(n, d) {
  const s = String(n);
  if (s.includes('e')) return n.toFixed(d);
  const [a, b = ''] = s.split('.');
  if (b.length <= d) return b ? `${a}.${b}` : a;
  const up = b[d] >= '5';
  let digits = BigInt(a + b.slice(0, d));
  if (up) digits += 1n;
  const t = String(digits).padStart(d + 1, '0');
  return d === 0 ? t : `${t.slice(0, -d)}.${t.slice(-d)}`;
}
bind(NumberFormat, 'format', (f) => (v) => f._format(v));

function offsetOf(tz) {
  if (tz === undefined || /^(UTC|GMT|Etc\/UTC|Etc\/GMT|Z)$/i.test(tz)) return 0;
  const m = /^([+-])(\d\d):?(\d\d)$/.exec(tz);
  if (m) return (m[1] === '-' ? -1 : 1) * (Number(m[2]) * 60 + Number(m[3]));
  if (!/^[A-Za-z_]+(\/[A-Za-z_+\-0-9]+)*$/.test(tz)) throw new RangeError(`Invalid time zone specified: ${tz}`);
  throw new RangeError(`Invalid time zone specified: ${tz}`);
}
class DateTimeFormat {
  constructor(locale, o = {}) {
    if (new.target === undefined) return new DateTimeFormat(locale, o);
    supported(locale);
    o = { ...o };
    const dateKeys = ['weekday', 'year', 'month', 'day', 'era'], timeKeys = ['hour', 'minute', 'second', 'dayPeriod', 'fractionalSecondDigits'];
    if (!o.dateStyle && !o.timeStyle && ![...dateKeys, ...timeKeys].some((k) => o[k] !== undefined)) {
      if (o._need !== 'time') o.year = o.month = o.day = 'numeric';
      if (o._need === 'time' || o._need === 'any') { o.hour = 'numeric'; o.minute = o.second = '2-digit'; }
    }
    if (o.dateStyle) Object.assign(o, { full: { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }, long: { month: 'long', day: 'numeric', year: 'numeric' }, medium: { month: 'short', day: 'numeric', year: 'numeric' }, short: { month: 'numeric', day: 'numeric', year: '2-digit' } }[o.dateStyle]);
    if (o.timeStyle) { Object.assign(o, { hour: 'numeric', minute: '2-digit' }); if (o.timeStyle !== 'short') o.second = '2-digit'; if (o.timeStyle === 'full' || o.timeStyle === 'long') o.timeZoneName = 'short'; }
    Object.defineProperty(this, 'o', { value: { ...o, offset: offsetOf(o.timeZone) }, enumerable: false });
  }
  _format(v) {
    const { o } = this;
    const t = v === undefined ? Date.now() : Number(v);
    if (Number.isNaN(t)) throw new RangeError('Invalid time value');
    const d = new Date(t + o.offset * 60000);
    const two = (n) => String(n).padStart(2, '0');
    const y = o.year && (o.year === '2-digit' ? two(d.getUTCFullYear() % 100) : String(d.getUTCFullYear()));
    const day = o.day && (o.day === '2-digit' ? two(d.getUTCDate()) : String(d.getUTCDate()));
    const wd = o.weekday && (o.weekday === 'long' ? names.days[d.getUTCDay()] : names.days[d.getUTCDay()].slice(0, o.weekday === 'narrow' ? 1 : 3));
    let date = '';
    if (o.month === 'long' || o.month === 'short' || o.month === 'narrow') {
      const m = names.long[d.getUTCMonth()];
      date = [o.month === 'long' ? m : m.slice(0, o.month === 'short' ? 3 : 1), day].filter(Boolean).join(' ');
      if (y) date += `${day ? ', ' : ' '}${y}`;
    } else {
      const m = o.month && (o.month === '2-digit' ? two(d.getUTCMonth() + 1) : String(d.getUTCMonth() + 1));
      date = [m, day, y].filter(Boolean).join('/');
    }
    if (wd) date = date ? `${wd}, ${date}` : wd;
    let time = '';
    if (o.hour || o.minute || o.second) {
      const h24 = o.hour12 === false || o.hourCycle === 'h23' || o.hourCycle === 'h24';
      let h = d.getUTCHours();
      const pm = h >= 12;
      if (!h24) h = h % 12 || 12;
      const parts = [];
      if (o.hour) parts.push(o.hour === '2-digit' || h24 ? two(h) : String(h));
      if (o.minute) parts.push(o.hour || o.minute === '2-digit' ? two(d.getUTCMinutes()) : String(d.getUTCMinutes()));
      if (o.second) parts.push(o.minute || o.second === '2-digit' ? two(d.getUTCSeconds()) : String(d.getUTCSeconds()));
      time = parts.join(':');
      if (o.fractionalSecondDigits) time += `.${String(d.getUTCMilliseconds()).padStart(3, '0').slice(0, o.fractionalSecondDigits)}`;
      if (o.hour && !h24) time += `\u202f${pm ? 'PM' : 'AM'}`;
      if (o.timeZoneName) time += ` ${o.offset === 0 ? 'UTC' : `GMT${o.offset < 0 ? '-' : '+'}${Math.abs(o.offset) / 60}`}`;
    }
    const join = o.dateStyle === 'full' || o.dateStyle === 'long' ? ' at ' : ', ';
    return [date, time].filter(Boolean).join(join);
  }
  formatToParts(v) { return this._format(v).split(/(\d+|[A-Za-z]+)/).filter(Boolean).map((value) => ({ type: /^\d/.test(value) ? 'integer' : 'literal', value })); }
  resolvedOptions() { return { locale: 'en-US', calendar: 'gregory', numberingSystem: 'latn', timeZone: this.o.timeZone ?? 'UTC' }; }
  static supportedLocalesOf(l) { return supported(l); }
}
bind(DateTimeFormat, 'format', (f) => (v) => f._format(v));
function compareWith(o) {
  const fold = (s) => s.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();
  const base = String.prototype.localeCompare;
  return (a, b) => {
    a = String(a); b = String(b);
    if (o.numeric) {
      const x = a.split(/(\d+)/), y = b.split(/(\d+)/);
      for (let i = 0; i < x.length && i < y.length; i++) {
        if (x[i] === y[i]) continue;
        if (i % 2) { const n = BigInt(x[i]) - BigInt(y[i]); if (n !== 0n) return n < 0n ? -1 : 1; continue; }
        const c = o.sensitivity === 'base' || o.sensitivity === 'accent' ? base.call(fold(x[i]), fold(y[i])) : base.call(x[i], y[i]);
        if (c !== 0) return c < 0 ? -1 : 1;
      }
      return Math.sign(x.length - y.length);
    }
    if (o.sensitivity === 'base') return Math.sign(base.call(fold(a), fold(b)));
    if (o.sensitivity === 'accent') return Math.sign(base.call(a.toLowerCase(), b.toLowerCase()));
    return Math.sign(base.call(a, b));
  };
}
class Collator {
  constructor(locale, o = {}) { if (new.target === undefined) return new Collator(locale, o); supported(locale); Object.defineProperty(this, 'o', { value: o, enumerable: false }); }
  resolvedOptions() { return { locale: 'en-US', usage: 'sort', sensitivity: this.o.sensitivity ?? 'variant', ignorePunctuation: false, collation: 'default', numeric: !!this.o.numeric, caseFirst: 'false' }; }
  static supportedLocalesOf(l) { return supported(l); }
}
bind(Collator, 'compare', (c) => compareWith(c.o));
class PluralRules {
  #ordinal;
  constructor(locale, o = {}) { supported(locale); this.#ordinal = o.type === 'ordinal'; }
  select(n) {
    if (!this.#ordinal) return Number(n) === 1 ? 'one' : 'other';
    const t = n % 10, h = n % 100;
    return t === 1 && h !== 11 ? 'one' : t === 2 && h !== 12 ? 'two' : t === 3 && h !== 13 ? 'few' : 'other';
  }
  resolvedOptions() { return { locale: 'en-US', type: this.#ordinal ? 'ordinal' : 'cardinal' }; }
  static supportedLocalesOf(l) { return supported(l); }
}
class ListFormat {
  #o;
  constructor(locale, o = {}) { supported(locale); this.#o = o; }
  format(list) { const l = [...list]; const w = this.#o.type === 'disjunction' ? 'or' : 'and'; return l.length < 2 ? l.join('') : l.length === 2 ? l.join(` ${w} `) : `${l.slice(0, -1).join(', ')}, ${w} ${l[l.length - 1]}`; }
  static supportedLocalesOf(l) { return supported(l); }
}
// Text is cut by the default rules of UAX 29 as far as one expression says them: clusters, words, sentences.
const cluster = '\\r\\n|(?:\\p{Regional_Indicator}{2}|\\p{Extended_Pictographic}(?:[\\p{M}\\u{1f3fb}-\\u{1f3ff}\\ufe0f]*\\u200d\\p{Extended_Pictographic})*|[\\u1100-\\u115f]*(?:[\\uac00-\\ud7a3]|[\\u1160-\\u11a7])[\\u1160-\\u11ff]*|[^])[\\p{M}\\u200d\\u{1f3fb}-\\u{1f3ff}\\ufe00-\\ufe0f\\u{e0020}-\\u{e007f}]*';
const cuts = {
  grapheme: cluster,
  word: `[\\p{L}\\p{M}\\p{N}_]+(?:['’.][\\p{L}\\p{M}\\p{N}_]+)*| +|${cluster}`,
  sentence: '[^.!?\\n]*[.!?\\n]*[\\s"\'’”)]*',
};
class Segmenter {
  #o;
  constructor(locale, o = {}) { supported(locale); this.#o = { granularity: 'grapheme', ...o }; if (!cuts[this.#o.granularity]) throw new RangeError(`Value ${o.granularity} out of range for Intl.Segmenter options property granularity`); }
  segment(input) {
    input = String(input);
    const { granularity } = this.#o;
    const piece = (m) => ({ segment: m[0], index: m.index, input, ...(granularity === 'word' ? { isWordLike: /^[\p{L}\p{N}]/u.test(m[0]) } : {}) });
    return {
      *[Symbol.iterator]() { for (const m of input.matchAll(new RegExp(cuts[granularity], 'gu'))) if (m[0] !== '') yield piece(m); },
      containing(at = 0) { for (const p of this) if (at >= p.index && at < p.index + p.segment.length) return p; },
    };
  }
  resolvedOptions() { return { locale: 'en-US', granularity: this.#o.granularity }; }
  static supportedLocalesOf(l) { return supported(l); }
}
const Intl = { getCanonicalLocales: (l) => { supported(l); return l === undefined ? [] : [].concat(l); }, supportedValuesOf: () => [], NumberFormat, DateTimeFormat, Collator, PluralRules, ListFormat, Segmenter };
for (const k of Object.keys(Intl)) Object.defineProperty(Intl, k, { enumerable: false });
Object.defineProperty(Intl, Symbol.toStringTag, { value: 'Intl', configurable: true });
const method = (o, name, fn) => Object.defineProperty(o, name, { value: fn, writable: true, enumerable: false, configurable: true });
exports.Intl = Intl;
exports.install = () => {
  method(Number.prototype, 'toLocaleString', function toLocaleString(l, o) { return new NumberFormat(l, o ?? {})._format(Number(this)); });
  method(BigInt.prototype, 'toLocaleString', function toLocaleString(l, o) { return new NumberFormat(l, o ?? {})._format(BigInt(this)); });
  for (const [n, need] of [['toLocaleDateString', 'date'], ['toLocaleTimeString', 'time'], ['toLocaleString', 'any']]) method(Date.prototype, n, { f(l, o) { return Number.isNaN(this.getTime()) ? 'Invalid Date' : new DateTimeFormat(l, { ...o, _need: need })._format(this); } }.f);
};
