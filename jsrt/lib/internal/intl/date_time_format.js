'use strict';
// Intl.DateTimeFormat: the patterns of a locale for every set of fields, filled with the wall clock of a zone.
const { resolve, option, numberOption, optionsOf, define, bound } = require('internal/intl/locale');
const zones = require('internal/intl/time_zone');
const W = 'Intl.DateTimeFormat';
const widths = ['narrow', 'short', 'long'], numeric = ['2-digit', 'numeric'];
const fields = [
  ['weekday', widths], ['era', widths], ['year', numeric], ['month', [...numeric, ...widths]], ['day', numeric], ['dayPeriod', widths],
  ['hour', numeric], ['minute', numeric], ['second', numeric],
];
const zoneNames = ['short', 'long', 'shortOffset', 'longOffset', 'shortGeneric', 'longGeneric'];
const dateIndex = { weekday: ['long', 'short', 'narrow'], year: ['numeric', '2-digit'], month: ['numeric', '2-digit', 'long', 'short', 'narrow'], day: ['numeric', '2-digit'] };
const place = (list, v) => v === undefined ? 0 : list.indexOf(v) + 1;
const two = (n) => String(n).padStart(2, '0');
const unpacked = (p, i) => p.texts[p.idx[i]];

class DateTimeFormat {
  #o;
  constructor(locales, options) {
    const r = resolve(locales), src = optionsOf(options), need = need_;
    const o = { __proto__: null, locale: r.locale, lang: r.lang, data: r.data };
    const calendar = option(src, 'calendar', null, undefined, W), nu = option(src, 'numberingSystem', null, undefined, W);
    for (const [k, v] of [['calendar', calendar], ['numberingSystem', nu]]) if (v !== undefined && !/^[a-z0-9]{3,8}(-[a-z0-9]{3,8})*$/i.test(v)) throw new RangeError(`Invalid ${k} : ${v}`);
    const hour12 = src.hour12 === undefined ? undefined : !!src.hour12;
    let cycle = option(src, 'hourCycle', ['h11', 'h12', 'h23', 'h24'], undefined, W);
    const fromTag = r.ext('hc');
    if (cycle === undefined && ['h11', 'h12', 'h23', 'h24'].includes(fromTag)) { cycle = fromTag; o.locale += `-u-hc-${fromTag}`; }
    o.timeZone = src.timeZone === undefined ? zones.local() : zones.canonical(String(src.timeZone));
    for (const [k, allowed] of fields) o[k] = option(src, k, allowed, undefined, W);
    o.fractionalSecondDigits = numberOption(src, 'fractionalSecondDigits', 1, 3, undefined);
    o.timeZoneName = option(src, 'timeZoneName', zoneNames, undefined, W);
    option(src, 'formatMatcher', ['basic', 'best fit'], undefined, W);
    o.dateStyle = option(src, 'dateStyle', ['full', 'long', 'medium', 'short'], undefined, W);
    o.timeStyle = option(src, 'timeStyle', ['full', 'long', 'medium', 'short'], undefined, W);
    const explicit = [...fields.map(([k]) => k), 'fractionalSecondDigits', 'timeZoneName'].find((k) => o[k] !== undefined);
    if (o.dateStyle !== undefined || o.timeStyle !== undefined) {
      if (explicit !== undefined) throw new TypeError(`Can't set option ${explicit} when ${o.dateStyle !== undefined ? 'dateStyle' : 'timeStyle'} is used`);
      if (need === 'date' && o.timeStyle !== undefined) throw new TypeError('Invalid option : timeStyle');
      if (need === 'time' && o.dateStyle !== undefined) throw new TypeError('Invalid option : dateStyle');
    } else {
      const has = (l) => l.some((k) => o[k] !== undefined);
      const date = has(['weekday', 'year', 'month', 'day']), time = has(['dayPeriod', 'hour', 'minute', 'second', 'fractionalSecondDigits']);
      const fill = need === 'date' ? !date : need === 'time' ? !time : !date && !time;
      if (fill && need !== 'time') o.year = o.month = o.day = 'numeric';
      if (fill && (need === 'time' || need === 'any')) o.hour = o.minute = o.second = 'numeric';
    }
    const dflt = r.data.hourCycle;
    if (hour12 !== undefined) { const from0 = dflt === 'h11' || dflt === 'h23'; o.hourCycle = hour12 ? (from0 ? 'h11' : 'h12') : from0 ? 'h23' : 'h24'; }
    else o.hourCycle = cycle ?? dflt;
    o.twelve = o.hourCycle === 'h12' || o.hourCycle === 'h11';
    this.#o = o;
    o.pattern = pattern(o, r.data);
  }
  _parts(v) {
    const o = this.#o, d = o.data;
    const t = v === undefined ? Date.now() : Number(v);
    if (!(Math.abs(t) <= 8.64e15)) throw new RangeError('Invalid time value');
    const ms = Math.floor(t);
    const off = zones.offset(o.timeZone, ms), w = new Date(ms + off * 1000);
    const year = w.getUTCFullYear(), h = w.getUTCHours();
    let hour = h;
    if (o.hourCycle === 'h12') hour = h % 12 || 12; else if (o.hourCycle === 'h11') hour = h % 12; else if (o.hourCycle === 'h24') hour = h || 24;
    const out = [];
    const shown = year > 0 ? year : 1 - year;
    for (const piece of o.pattern) {
      if (typeof piece === 'string') { out.push({ type: 'literal', value: piece }); continue; }
      const [k, row] = piece;
      let type, value;
      switch (k) {
        case 'y': type = 'year'; value = String(o.hasEra ? shown : year); break;
        case 'yy': type = 'year'; value = two(Math.abs(o.hasEra ? shown : year) % 100); break;
        case 'M': type = 'month'; value = row !== undefined ? d.rows.month[row][w.getUTCMonth()] : String(w.getUTCMonth() + 1); break;
        case 'MM': type = 'month'; value = two(w.getUTCMonth() + 1); break;
        case 'd': type = 'day'; value = String(w.getUTCDate()); break;
        case 'dd': type = 'day'; value = two(w.getUTCDate()); break;
        case 'w': type = 'weekday'; value = d.rows.weekday[row][w.getUTCDay()]; break;
        case 'G': type = 'era'; value = d.rows.era[row][year > 0 ? 1 : 0]; break;
        case 'h': type = 'hour'; value = String(hour); break;
        case 'hh': type = 'hour'; value = two(hour); break;
        case 'm': type = 'minute'; value = String(w.getUTCMinutes()); break;
        case 'mm': type = 'minute'; value = two(w.getUTCMinutes()); break;
        case 's': type = 'second'; value = String(w.getUTCSeconds()); break;
        case 'ss': type = 'second'; value = two(w.getUTCSeconds()); break;
        case 'S': type = 'fractionalSecond'; value = String(w.getUTCMilliseconds()).padStart(3, '0').slice(0, o.fractionalSecondDigits); break;
        case 'a': type = 'dayPeriod'; value = d.rows.dayPeriod[row][h < 12 ? 0 : 1]; break;
        case 'z': type = 'timeZoneName'; value = zones.name(d, o.timeZone, ms, o.zoneStyle); break;
      }
      out.push({ type, value });
    }
    return out;
  }
  // The narrow space that CLDR has before AM and PM is a plain one in texts, as V8 has it, but not in parts.
  _text(v) { let s = ''; for (const p of this._parts(v)) s += p.value; return s.replaceAll('\u202f', ' '); }
  formatToParts(v) { return this._parts(v); }
  formatRange(a, b) { return this.formatRangeToParts(a, b).map((p) => p.value).join(''); }
  formatRangeToParts(a, b) {
    if (a === undefined || b === undefined) throw new TypeError('startDate or endDate cannot be undefined');
    const x = this._parts(a), y = this._parts(b);
    const same = x.length === y.length && x.every((p, i) => p.value === y[i].value);
    if (same) return x.map((p) => ({ ...p, source: 'shared' }));
    const o = this.#o;
    // What is equal at either end is written once where the fields in between are of one kind.
    const mark = (l, source) => l.map((p) => ({ ...p, source }));
    const date = (l) => l.filter((p) => ['weekday', 'year', 'month', 'day', 'era'].includes(p.type)).map((p) => p.value).join('|');
    const at = x.findIndex((p) => p.type === 'hour');
    const sep = { type: 'literal', value: o.lang === 'en' || o.lang === 'pt' || o.lang === 'es' ? '\u2009–\u2009' : '–', source: 'shared' };
    if (at > 0 && date(x) === date(y)) {
      const ap = (l) => l.find((p) => p.type === 'dayPeriod')?.value;
      let head = x.slice(at), tail = y.slice(at);
      let post = [];
      if (ap(x) !== undefined && ap(x) === ap(y) && head[head.length - 1].type === 'dayPeriod') { post = mark(tail.slice(-2), 'shared'); head = head.slice(0, -2); tail = tail.slice(0, -2); }
      return [...mark(x.slice(0, at), 'shared'), ...mark(head, 'startRange'), sep, ...mark(tail, 'endRange'), ...post];
    }
    return [...mark(x, 'startRange'), sep, ...mark(y, 'endRange')];
  }
  resolvedOptions() {
    const o = this.#o, out = { locale: o.locale, calendar: 'gregory', numberingSystem: 'latn', timeZone: o.timeZone };
    const has = (k) => o.pattern.some((p) => typeof p !== 'string' && k.includes(p[0]));
    if (has(['h', 'hh'])) { out.hourCycle = o.hourCycle; out.hour12 = o.twelve; }
    if (o.dateStyle === undefined && o.timeStyle === undefined) {
      const shape = (k) => {
        const p = o.pattern.find((x) => typeof x !== 'string' && x[0].startsWith({ year: 'y', day: 'd', hour: 'h', minute: 'm', second: 's' }[k]) && x[0][0] !== 'S');
        return p === undefined ? undefined : p[0].length === 2 ? '2-digit' : 'numeric';
      };
      for (const [k] of fields) {
        if (o[k] === undefined) continue;
        out[k] = k === 'month' && numeric.includes(o[k]) ? (has(['MM']) ? '2-digit' : 'numeric') : ['year', 'day', 'hour', 'minute', 'second'].includes(k) ? shape(k) ?? o[k] : o[k];
      }
      if (o.fractionalSecondDigits !== undefined) out.fractionalSecondDigits = o.fractionalSecondDigits;
      if (o.timeZoneName !== undefined) out.timeZoneName = o.timeZoneName;
    }
    for (const k of ['dateStyle', 'timeStyle']) if (o[k] !== undefined) out[k] = o[k];
    return out;
  }
}
let need_ = 'format';
// forMethod makes a formatter for Date.prototype.toLocale*String: which fields stand for none differs.
exports.forMethod = (locales, options, need) => { need_ = need; try { return new DateTimeFormat(locales, options); } finally { need_ = 'format'; } };

function pattern(o, d) {
  let date = '', time = '', glue;
  const clock = o.twelve ? 0 : 1;
  if (o.dateStyle !== undefined || o.timeStyle !== undefined) {
    const names = ['full', 'long', 'medium', 'short'];
    if (o.dateStyle) date = d.dateStyles[names.indexOf(o.dateStyle)];
    if (o.timeStyle) time = d.timeStyles[names.indexOf(o.timeStyle)][clock];
    o.zoneStyle = o.timeStyle === 'full' ? 'long' : 'short';
    glue = d.styleGlue[names.indexOf(o.dateStyle)];
  } else {
    const i = (((place(dateIndex.weekday, o.weekday) * 2 + (o.era ? 1 : 0)) * 3 + place(dateIndex.year, o.year)) * 6 + place(dateIndex.month, o.month)) * 3 + place(dateIndex.day, o.day);
    date = unpacked(d.dates, i);
    const s = o.fractionalSecondDigits !== undefined && o.second === undefined && (o.hour || o.minute) ? 'numeric' : o.second;
    const k = (((place(dateIndex.day, o.hour) * 3 + place(dateIndex.day, o.minute)) * 3 + place(dateIndex.day, s)) * 2 + clock) * 2 + (o.timeZoneName ? 1 : 0);
    time = unpacked(d.times, k);
    o.zoneStyle = o.timeZoneName;
    if (o.timeZoneName && time === '') date = date === '' ? '{z}' : `${date}${d.glue[3]}{z}`;
    if (o.fractionalSecondDigits !== undefined) time = time === '' ? '{S}' : time.replace(/\{ss?\}/, (m) => `${m}${d.number.decimal}{S}`);
    if (o.dayPeriod && time === '') time = '{a:0}';
    if (o.weekday && !o.day && !o.month && !o.year && o.lang === 'en') glue = ' ';
    else glue = d.glue[o.month === 'long' ? (o.weekday ? 0 : 1) : o.month === 'short' ? 2 : 3];
  }
  o.hasEra = date.includes('{G');
  const whole = date && time ? date + (glue ?? ', ') + time : date || time;
  const out = [];
  for (const piece of whole.split(/(\{[^}]*\})/)) {
    if (piece === '') continue;
    if (piece[0] !== '{') { out.push(piece); continue; }
    const [k, row] = piece.slice(1, -1).split(':');
    out.push(row === undefined ? [k] : [k, Number(row)]);
  }
  return out;
}
for (const k of ['_parts', '_text']) Object.defineProperty(DateTimeFormat.prototype, k, { enumerable: false });
bound(DateTimeFormat, 'format', (f) => (v) => f._text(v));
exports.DateTimeFormat = define('DateTimeFormat', DateTimeFormat, true);
