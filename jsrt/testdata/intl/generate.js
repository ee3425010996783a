// Writes the locale data of lib/internal/cldr from the answers of Node's own Intl (ICU): node generate.js ../../lib/internal/cldr
// Run it with the Node whose answers are wanted (20.20.2, full ICU).
const fs = require('fs'), path = require('path');
const dir = process.argv[2];
const locales = ['en', 'en-GB', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru', 'ja', 'zh', 'ko'];
const region = { en: 'en-US', pt: 'pt-BR', zh: 'zh-CN' };
const currencies = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'CNY', 'INR', 'KRW', 'BRL', 'CAD', 'AUD', 'NZD', 'MXN', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'HUF', 'RUB', 'TRY', 'ZAR', 'SGD', 'HKD', 'TWD', 'THB', 'ILS', 'AED', 'SAR', 'ARS', 'CLP', 'COP', 'UAH', 'VND', 'IDR', 'PHP', 'BTC', 'KWD'];
const units = ['acre', 'bit', 'byte', 'celsius', 'centimeter', 'day', 'degree', 'fahrenheit', 'fluid-ounce', 'foot', 'gallon', 'gigabit', 'gigabyte', 'gram', 'hectare', 'hour', 'inch', 'kilobit', 'kilobyte', 'kilogram', 'kilometer', 'liter', 'megabit', 'megabyte', 'meter', 'microsecond', 'mile', 'mile-scandinavian', 'milliliter', 'millimeter', 'millisecond', 'minute', 'month', 'nanosecond', 'ounce', 'percent', 'petabyte', 'pound', 'second', 'stone', 'terabit', 'terabyte', 'week', 'yard', 'year', 'kilometer-per-hour', 'mile-per-hour', 'meter-per-second', 'liter-per-kilometer', 'mile-per-gallon'];
const samples = { one: 1, two: 2, few: 3, many: 5, other: 2 };
const numbersOf = (l, tail = '') => {
  const pr = new Intl.PluralRules(l), out = {};
  for (const n of [1, 2, 3, 5, 100, 1e6, 1.5, 0]) { const c = pr.select(n); if (!(c in out)) out[c] = n; }
  return out;
};
void samples;
const ref = Date.UTC(2024, 8, 5, 7, 8, 9, 123); // Thursday 5 September 2024 07:08:09.123
const pm = Date.UTC(2024, 8, 5, 19, 8, 9, 123);
const monthsOf = [...Array(12).keys()].map((m) => Date.UTC(2024, m, 15, 7, 8, 9)), daysOf = [...Array(7).keys()].map((d) => Date.UTC(2024, 8, 1 + d, 7, 8, 9));

function pack(list) { // each text once
  const texts = [], at = new Map();
  return { texts, idx: list.map((t) => { if (!at.has(t)) { at.set(t, texts.length); texts.push(t); } return at.get(t); }) };
}

for (const l of locales) {
  const L = region[l] ?? l;
  const rows = { month: [], weekday: [], era: [], dayPeriod: [] };
  const row = (kind, values) => {
    const s = JSON.stringify(values);
    let i = rows[kind].findIndex((r) => JSON.stringify(r) === s);
    if (i < 0) i = rows[kind].push(values) - 1;
    return i;
  };
  const part = (f, type, t) => f.formatToParts(t).filter((p) => p.type === type).map((p) => p.value)[0];
  function pattern(o) {
    const f = new Intl.DateTimeFormat(L, { timeZone: 'UTC', ...o });
    return f.formatToParts(ref).map(({ type, value }) => {
      switch (type) {
        case 'literal': return value;
        case 'year': return value === '24' ? '{yy}' : value === '2024' ? '{y}' : `{?${value}}`;
        case 'month': return value === '9' ? '{M}' : value === '09' ? '{MM}' : `{M:${row('month', monthsOf.map((t) => part(f, 'month', t)))}}`;
        case 'day': return value === '05' ? '{dd}' : '{d}';
        case 'weekday': return `{w:${row('weekday', daysOf.map((t) => part(f, 'weekday', t)))}}`;
        case 'era': return `{G:${row('era', [part(f, 'era', Date.UTC(-100, 1, 1)), value])}}`;
        case 'hour': return value === '07' ? '{hh}' : '{h}';
        case 'minute': return value === '08' ? '{mm}' : '{m}';
        case 'second': return value === '09' ? '{ss}' : '{s}';
        case 'dayPeriod': return `{a:${row('dayPeriod', [value, part(f, 'dayPeriod', pm)])}}`;
        case 'timeZoneName': return '{z}';
        case 'fractionalSecond': return '{S}';
      }
      return `{?${type}}`;
    }).join('');
  }
  const def = (k, v) => v === undefined ? {} : { [k]: v };
  const dates = [];
  for (const weekday of [undefined, 'long', 'short', 'narrow']) for (const era of [undefined, 'short']) for (const year of [undefined, 'numeric', '2-digit']) for (const month of [undefined, 'numeric', '2-digit', 'long', 'short', 'narrow']) for (const day of [undefined, 'numeric', '2-digit']) {
    const o = { ...def('weekday', weekday), ...def('era', era), ...def('year', year), ...def('month', month), ...def('day', day) };
    dates.push(Object.keys(o).length === 0 ? '' : pattern(o));
  }
  const times = [];
  for (const hour of [undefined, 'numeric', '2-digit']) for (const minute of [undefined, 'numeric', '2-digit']) for (const second of [undefined, 'numeric', '2-digit']) for (const hour12 of [true, false]) for (const z of [undefined, 'short']) {
    const o = { ...def('hour', hour), ...def('minute', minute), ...def('second', second), ...def('timeZoneName', z) };
    times.push(hour === undefined && minute === undefined && second === undefined ? '' : pattern({ ...o, ...(hour ? { hourCycle: hour12 ? 'h12' : 'h23' } : {}) }));
  }
  const styles = ['full', 'long', 'medium', 'short'];
  const dateStyles = styles.map((dateStyle) => pattern({ dateStyle })), timeStyles = styles.map((timeStyle) => [pattern({ timeStyle, hourCycle: 'h12' }), pattern({ timeStyle, hourCycle: 'h23' })]);
  const glueOf = (whole, date, time) => { const i = whole.indexOf(date), j = whole.indexOf(time, i + date.length); return i === 0 && j > 0 ? whole.slice(date.length, j) : null; };
  const styleGlue = styles.map((dateStyle, i) => glueOf(pattern({ dateStyle, timeStyle: 'short', hourCycle: 'h23' }), dateStyles[i], timeStyles[3][1]));
  const t24 = pattern({ hour: 'numeric', minute: '2-digit', hourCycle: 'h23' });
  const glue = [{ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }, { year: 'numeric', month: 'long', day: 'numeric' }, { year: 'numeric', month: 'short', day: 'numeric' }, { year: 'numeric', month: 'numeric', day: 'numeric' }].map((o) => glueOf(pattern({ ...o, hour: 'numeric', minute: '2-digit', hourCycle: 'h23' }), pattern(o), t24));
  const hourCycle = new Intl.DateTimeFormat(L, { hour: 'numeric' }).resolvedOptions().hourCycle;
  // zones with names of their own
  const zones = {};
  const zname = (tz, timeZoneName, t) => new Intl.DateTimeFormat(L, { timeZone: tz, timeZoneName }).formatToParts(t).find((p) => p.type === 'timeZoneName').value;
  const winter = Date.UTC(2024, 0, 15), summer = Date.UTC(2024, 6, 15);
  const offset = (tz, t) => { const m = /([+\u2212-])(\d\d):(\d\d)/.exec(zname(tz, 'longOffset', t)); return m ? (m[1] === '+' ? 1 : -1) * (m[2] * 60 + +m[3]) : 0; };
  const long = {}, short = {};
  for (const tz of [...Intl.supportedValuesOf('timeZone'), 'UTC']) {
    const dstInSummer = offset(tz, winter) <= offset(tz, summer);
    const [std, dst] = dstInSummer ? [winter, summer] : [summer, winter];
    const s = [zname(tz, 'short', std), zname(tz, 'short', dst)];
    if (!/^(?:GMT|UTC|Гринвич|协调|グリニッジ)[+\u2212-]/.test(s[0])) short[tz] = s[0] === s[1] ? s[0] : s;
    if (l === 'en') { const n = [zname(tz, 'long', std), zname(tz, 'long', dst)]; (long[n.join('|')] ??= []).push(tz); }
  }
  zones.short = short;
  if (l === 'en') { zones.long = long; }
  zones.gmt = zname('Asia/Kolkata', 'longOffset', winter).replace('05:30', '').replace('+', '');

  // ---- numbers ----
  const num = (v, o) => new Intl.NumberFormat(L, o).formatToParts(v);
  const text = (parts) => parts.map((p) => ['integer', 'group', 'decimal', 'fraction'].includes(p.type) ? '\0' : p.value).join('').replace(/\0+/g, '{n}');
  const pick = (v, o, type) => num(v, o).find((p) => p.type === type)?.value;
  const plural = numbersOf(L);
  const n = {
    decimal: pick(1.5, {}, 'decimal'), group: pick(1234567, {}, 'group'), minGroup: num(1234, {}).some((p) => p.type === 'group') ? 1 : 2,
    minus: pick(-1, {}, 'minusSign'), percent: text(num(1, { style: 'percent' })), percentNeg: text(num(-1, { style: 'percent' })), nan: new Intl.NumberFormat(L).format(NaN),
  };
  const money = (currency, o, v) => num(v, { style: 'currency', currency, ...o }).map((p) => p.type === 'currency' ? '¤' : ['integer', 'group', 'decimal', 'fraction'].includes(p.type) ? '\0' : p.type === 'minusSign' ? '-' : p.value).join('').replace(/\0+/g, '{n}');
  n.money = [money('EUR', {}, 5), money('CHF', { currencyDisplay: 'code' }, 5), money('EUR', {}, -5), money('CHF', { currencyDisplay: 'code' }, -5), money('EUR', { currencySign: 'accounting' }, -5), money('CHF', { currencyDisplay: 'code', currencySign: 'accounting' }, -5)];
  n.symbols = {}; n.narrow = {}; n.names = {};
  for (const c of currencies) {
    const s = pick(1, { style: 'currency', currency: c }, 'currency'), w = pick(1, { style: 'currency', currency: c, currencyDisplay: 'narrowSymbol' }, 'currency');
    if (s !== c) n.symbols[c] = s;
    if (w !== s) n.narrow[c] = w;
    const names = {};
    for (const [k, v] of Object.entries(plural)) names[k] = pick(v, { style: 'currency', currency: c, currencyDisplay: 'name', minimumFractionDigits: 0 }, 'currency');
    n.names[c] = new Set(Object.values(names)).size === 1 ? names.other : names;
  }
  n.nameTemplate = money('USD', { currencyDisplay: 'name' }, 5);
  n.compact = {};
  for (const compactDisplay of ['short', 'long']) {
    n.compact[compactDisplay] = [...Array(21).keys()].map((e) => {
      if (e < 3) return 0;
      const forms = {};
      let digits = 0;
      for (const [k, v] of Object.entries(plural)) {
        if (!Number.isInteger(v) || v === 0 || v > 9) continue;
        const parts = num(v * 10 ** e, { notation: 'compact', compactDisplay, useGrouping: false });
        digits = parts.filter((p) => p.type === 'integer').map((p) => p.value).join('').length;
        forms[k] = text(parts);
        if (!forms[k].includes('{n}')) forms[k] = text(num(1.2 * 10 ** e, { notation: 'compact', compactDisplay, useGrouping: false }));
      }
      forms.other ??= text(num(2 * 10 ** e, { notation: 'compact', compactDisplay, useGrouping: false }));
      const all = new Set(Object.values(forms));
      return [digits, all.size === 1 ? forms.other : forms];
    });
  }
  n.units = {};
  for (const u of units) n.units[u] = ['short', 'long', 'narrow'].map((unitDisplay) => {
    const forms = {};
    for (const [k, v] of Object.entries(plural)) forms[k] = text(num(v, { style: 'unit', unit: u, unitDisplay }));
    return new Set(Object.values(forms)).size === 1 ? forms.other ?? Object.values(forms)[0] : forms;
  });

  // ---- relative times, lists, names ----
  const rel = {};
  for (const style of ['long', 'short', 'narrow']) {
    rel[style] = {};
    for (const unit of ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year']) {
      const f = new Intl.RelativeTimeFormat(L, { style }), auto = new Intl.RelativeTimeFormat(L, { style, numeric: 'auto' });
      const forms = (sign) => {
        const o = {};
        for (const [k, v] of Object.entries(plural)) o[k] = text(f.formatToParts(sign * v, unit));
        return new Set(Object.values(o)).size === 1 ? Object.values(o)[0] : o;
      };
      const words = {};
      for (const v of [-2, -1, 0, 1, 2]) { const p = auto.formatToParts(v, unit); if (p.every((x) => x.type === 'literal')) words[v] = auto.format(v, unit); }
      rel[style][unit] = [forms(-1), forms(1), words];
    }
  }
  const lists = {};
  for (const type of ['conjunction', 'disjunction', 'unit']) for (const style of ['long', 'short', 'narrow']) {
    const f = new Intl.ListFormat(L, { type, style });
    const lits = f.formatToParts(['A', 'B', 'C', 'D']).filter((p) => p.type === 'literal').map((p) => p.value);
    lists[`${type} ${style}`] = [f.formatToParts(['A', 'B']).find((p) => p.type === 'literal')?.value ?? '', lits[0] ?? '', lits[1] ?? '', lits[2] ?? ''];
  }
  const names = { region: {}, language: {}, currency: {}, script: {} };
  const az = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const dn = (type) => new Intl.DisplayNames(L, { type, fallback: 'none' });
  const rn = dn('region');
  for (const a of az) for (const b of az) { const v = rn.of(a + b); if (v !== undefined) names.region[a + b] = v; }
  const ln = dn('language');
  for (const a of az) for (const b of az) { const k = (a + b).toLowerCase(), v = ln.of(k); if (v !== undefined) names.language[k] = v; }
  for (const k of ['en-US', 'en-GB', 'en-AU', 'en-CA', 'pt-BR', 'pt-PT', 'es-ES', 'es-MX', 'es-419', 'fr-CA', 'fr-CH', 'de-AT', 'de-CH', 'zh-Hans', 'zh-Hant', 'nl-BE', 'yue', 'fil', 'haw']) { const v = ln.of(k); if (v !== undefined) names.language[k] = v; }
  const bare = { language: ln.of('sv'), script: dn('script').of('Latn'), region: rn.of('FI') };
  names.pattern = ln.of('sv-Latn-FI').replace(bare.language, '{l}').replace(bare.region, '{r}').replace(/[\s\S]*/, (s) => { const m = /^(\{l\}.*?[(（])(.*?)([,，、]\s*)(\{r\}.*)$/.exec(s); return m ? [m[1], m[3], m[4].slice(3)].join('|') : '{l} (|, |)'; });
  const cn = dn('currency');
  for (const c of Intl.supportedValuesOf('currency')) { const v = cn.of(c); if (v !== undefined && v !== c && (l === 'en' || currencies.includes(c))) names.currency[c] = v; }
  for (const s of ['Latn', 'Cyrl', 'Grek', 'Arab', 'Hebr', 'Hans', 'Hant', 'Jpan', 'Kore', 'Deva', 'Thai', 'Hang', 'Hira', 'Kana', 'Armn', 'Geor']) names.script[s] = dn('script').of(s);
  const data = { locale: L, rows, dates: pack(dates), times: pack(times), dateStyles, timeStyles, styleGlue, glue, hourCycle, zones, number: n, rel, lists, names };
  fs.writeFileSync(path.join(dir, `${l.toLowerCase()}.js`), `'use strict';\n// Generated by testdata/intl/generate.js from the answers of Node ${process.versions.node} (CLDR ${process.versions.cldr}).\nmodule.exports = ${JSON.stringify(data)};\n`);
}
// Other names of zones: what the tz database of this machine links, and ICU knows.
const canonical = new Set(Intl.supportedValuesOf('timeZone')), alias = {};
for (const line of fs.readFileSync('/usr/share/zoneinfo/tzdata.zi', 'utf8').split('\n')) {
  const m = /^(?:L \S+|Z) (\S+)/.exec(line);
  if (!m || canonical.has(m[1])) continue;
  try { alias[m[1]] = new Intl.DateTimeFormat('en', { timeZone: m[1] }).resolvedOptions().timeZone; } catch { /* not known to ICU */ }
}
fs.writeFileSync(path.join(dir, 'zones.js'), `'use strict';\n// Generated by testdata/intl/generate.js: the time zones, units and currencies that Intl knows, and other names of zones.\nmodule.exports = ${JSON.stringify({ timeZone: Intl.supportedValuesOf('timeZone'), currency: Intl.supportedValuesOf('currency'), unit: Intl.supportedValuesOf('unit'), alias })};\n`);
