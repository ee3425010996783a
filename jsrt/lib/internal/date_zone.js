'use strict';
// The local time of Date when it is not the engine's: TZ or /etc/localtime of the box, not of the machine it runs on.
const b = internalBinding('zone');
const { apply, construct } = Reflect;
const D = Date, P = D.prototype;
const native = {};
for (const k of ['getTime', 'setTime', 'toUTCString', ...['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'].flatMap((f) => [`get${f}`, `getUTC${f}`, ...(f === 'Day' ? [] : [`setUTC${f}`])])]) native[k] = P[k];
const timeOf = (d) => apply(native.getTime, d, []);
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'], months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const offset = (ms) => b.offset('', ms)[0] * 1000;
// fromWall is the time at which a wall clock shows local: the first of two, and after a gap what the clock before it makes of it.
function fromWall(local) {
  if (Number.isNaN(local)) return NaN;
  const a = offset(local - 864e5), b = offset(local + 864e5);
  if (a === b) return local - a;
  if (offset(local - a) === a) return local - a;
  if (offset(local - b) === b) return local - b;
  return local - a;
}
const wall = (t) => new D(t + offset(t));
const two = (n) => String(n).padStart(2, '0');
const get = (w, f) => apply(native[`getUTC${f}`], w, []);
const datePart = (w) => { const y = get(w, 'FullYear'); return `${days[get(w, 'Day')]} ${months[get(w, 'Month')]} ${two(get(w, 'Date'))} ${y < 0 ? '-' : ''}${String(Math.abs(y)).padStart(y < 0 ? 6 : 4, '0')}`; };
function timePart(t, w) {
  const off = Math.trunc(offset(t) / 60000), a = Math.abs(off);
  const zones = require('internal/intl/time_zone');
  return `${two(get(w, 'Hours'))}:${two(get(w, 'Minutes'))}:${two(get(w, 'Seconds'))} GMT${off < 0 ? '-' : '+'}${two(Math.floor(a / 60))}${two(a % 60)} (${zones.name(require('internal/cldr/en'), zones.local(), t, 'long')})`;
}
const method = (name, fn) => { Object.defineProperty(fn, 'name', { value: name, configurable: true }); Object.defineProperty(P, name, { value: fn, writable: true, enumerable: false, configurable: true }); };

// installText gives the texts of dates the names of zones that ICU has.
exports.installText = () => {
  const text = (f) => ({ m() { const t = timeOf(this); return Number.isNaN(t) ? 'Invalid Date' : f(t, wall(t)); } }.m);
  method('toString', text((t, w) => `${datePart(w)} ${timePart(t, w)}`));
  method('toTimeString', text((t, w) => timePart(t, w)));
  method('toDateString', text((t, w) => datePart(w)));
};

const explicit = /(?:Z|UTC?|GMT|[+-]\d{2}:?\d{2}|[+-]\d{4}|\b[ECMP][SD]T)(?:\s*\([^)]*\))?\s*$/i, dateOnly = /^[+-]?\d{4,6}(?:-\d\d(?:-\d\d)?)?$/;
const zoneWords = { UTC: 0, GMT: 0, UT: 0, Z: 0, EST: -300, EDT: -240, CST: -360, CDT: -300, MST: -420, MDT: -360, PST: -480, PDT: -420 };
// legacy reads a date in the free form that engines agree on: words and numbers, a time with colons, an offset.
function legacy(s) {
  const comp = [], time = [];
  let month, half, off, ms = 0, ok = true;
  const rest = s.replace(/\([^)]*\)/g, ' ');
  const re = /([A-Za-z]+)|(\d+)|([+-])|([:.])|[\s,/]+|./gy;
  let prev = '', m;
  while ((m = re.exec(rest)) !== null && ok) {
    const [all, word, digits, sign, dot] = m;
    if (word) {
      const w = word.toUpperCase(), k = months.findIndex((x) => w.startsWith(x.toUpperCase()));
      if (w in zoneWords) off = zoneWords[w] * 60000;
      else if (w === 'AM' || w === 'PM') half = w;
      else if (w === 'T' && comp.length > 0) { /* between date and time */ } else if (w.length >= 3 && k >= 0) month = k;
      else if (!(w.length >= 3 && days.some((x) => w.startsWith(x.toUpperCase()))) && (comp.length > 0 || time.length > 0)) ok = false;
    } else if (digits) {
      const next = rest[re.lastIndex];
      if (prev === ':' || next === ':' && time.length === 0) time.push(Number(digits));
      else if (prev === '.' && time.length === 3) ms = Math.floor(Number(`0.${digits}`) * 1000);
      else if (comp.length < 3) comp.push(Number(digits));
      else ok = false;
    } else if (sign) {
      if (time.length > 0 || off !== undefined) {
        const z = /^(\d{1,2}):?(\d{2})?/.exec(rest.slice(re.lastIndex));
        if (!z) ok = false;
        else { off = (sign === '-' ? -1 : 1) * (Number(z[1]) * 60 + Number(z[2] ?? 0)) * 60000; re.lastIndex += z[0].length; }
      }
    } else if (!dot && !/^[\s,/]+$/.test(all)) ok = comp.length === 0 && time.length === 0;
    prev = all;
  }
  if (!ok || comp.length === 0 || time.length === 1) return NaN;
  while (comp.length < 3) comp.push(1);
  const isDay = (n) => n >= 1 && n <= 31;
  let y, d;
  if (month === undefined) [y, month, d] = isDay(comp[0]) ? [comp[2], comp[0] - 1, comp[1]] : [comp[0], comp[1] - 1, comp[2]];
  else [y, d] = isDay(comp[0]) ? [comp[1], comp[0]] : [comp[0], comp[1]];
  if (y <= 49) y += 2000; else if (y <= 99) y += 1900;
  let [h = 0, min = 0, sec = 0] = time;
  if (half !== undefined) { if (h < 1 || h > 12) return NaN; h = h % 12 + (half === 'PM' ? 12 : 0); }
  if (month < 0 || month > 11 || !isDay(d) || h > 24 || min > 59 || sec > 59) return NaN;
  const w = new D(0);
  apply(native.setUTCFullYear, w, [y, month, d]);
  const t = timeOf(w) + h * 3600000 + min * 60000 + sec * 1000 + ms;
  return off === undefined ? fromWall(t) : t - off;
}
const moved = b.moved;
function parse(s) {
  const t = D.parse(s);
  if (Number.isNaN(t)) return s.length > 200 ? NaN : legacy(s);
  if (dateOnly.test(s) || explicit.test(s) || !moved()) return t;
  const d = new D(t), g = (f) => apply(native[`get${f}`], d, []);
  const w = new D(0);
  apply(native.setUTCFullYear, w, [g('FullYear'), g('Month'), g('Date')]);
  apply(native.setUTCHours, w, [g('Hours'), g('Minutes'), g('Seconds'), g('Milliseconds')]);
  return fromWall(timeOf(w));
}
let installed = false;
exports.install = () => {
  if (installed) return;
  installed = true;
  for (const f of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
    method(`get${f}`, { m() { const t = timeOf(this); return Number.isNaN(t) ? NaN : get(wall(t), f); } }.m);
    if (f === 'Day') continue;
    const set = native[`setUTC${f}`];
    method(`set${f}`, { m(...args) {
      const t = timeOf(this);
      const w = Number.isNaN(t) ? new D(f === 'FullYear' ? 0 : NaN) : wall(t);
      apply(set, w, args);
      return apply(native.setTime, this, [fromWall(timeOf(w))]);
    } }.m);
    Object.defineProperty(P[`set${f}`], 'length', { value: set.length, configurable: true });
  }
  method('getYear', { m() { return this.getFullYear() - 1900; } }.m);
  method('getTimezoneOffset', { m() { const t = timeOf(this); return Number.isNaN(t) ? NaN : -Math.trunc(offset(t) / 60000) + 0; } }.m);
  exports.installText();
};
// installParse makes Date read what other engines read. A string goes through parse; all else is the engine's, but for local
// components when local time is not.
exports.installParse = () => {
  const iso = P.toISOString;
  method('toISOString', { m() { const s = apply(iso, this, []); return s[0] === '+' || s[0] === '-' ? s.replace(/^([+-])(\d+)/, (all, sign, y) => sign + y.padStart(6, '0')) : s; } }.m);
  const F = function Date(...args) {
    if (new.target === undefined) return new F().toString();
    if (new.target === F) { // without an array for construct
      if (args.length === 0) return new D();
      if (args.length === 1 && typeof args[0] === 'number') return new D(args[0]);
    }
    if (args.length === 0) return construct(D, [], new.target);
    let t;
    if (args.length === 1) {
      let v = args[0];
      if (typeof v === 'number') return construct(D, [v], new.target);
      if (v instanceof D) return construct(D, [timeOf(v)], new.target);
      if (typeof v === 'object' && v !== null || typeof v === 'function') { const p = v[Symbol.toPrimitive]; v = p === undefined || p === null ? (typeof (v.valueOf?.()) === 'object' ? String(v) : v.valueOf()) : apply(p, v, ['default']); }
      t = typeof v === 'string' ? parse(v) : Number(v);
    } else { if (!moved()) return construct(D, args, new.target); t = fromWall(D.UTC(...args)); }
    return construct(D, [t], new.target);
  };
  for (const [name, fn] of [['UTC', D.UTC], ['now', D.now], ['parse', { parse(s) { return parse(String(s)); } }.parse]]) Object.defineProperty(F, name, { value: fn, writable: true, enumerable: false, configurable: true });
  Object.defineProperty(F, 'length', { value: 7, configurable: true });
  Object.defineProperty(F, 'prototype', { value: P, writable: false, enumerable: false, configurable: false });
  Object.defineProperty(P, 'constructor', { value: F, writable: true, enumerable: false, configurable: true });
  Object.defineProperty(globalThis, 'Date', { value: F, writable: true, enumerable: false, configurable: true });
};
