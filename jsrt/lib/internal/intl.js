'use strict';
// Intl, each class when it is first asked for. Data for English (US and British), German, French, Spanish, Italian,
// Portuguese, Dutch, Russian, Japanese, Chinese and Korean, taken from Node's own answers; the Gregorian calendar and Latin
// digits only.
const { list, supportedLocalesOf, Locale } = require('internal/intl/locale');
void supportedLocalesOf;
const values = {
  calendar: () => ['gregory', 'iso8601'], collation: () => ['emoji', 'eor'], currency: () => require('internal/cldr/zones').currency.slice(), numberingSystem: () => ['latn'],
  timeZone: () => require('internal/cldr/zones').timeZone.slice(), unit: () => require('internal/cldr/zones').unit.slice(),
};
const Intl = {};
const hidden = (o, name, value) => Object.defineProperty(o, name, { value, writable: true, enumerable: false, configurable: true });
hidden(Intl, 'getCanonicalLocales', { getCanonicalLocales(l) { return list(l); } }.getCanonicalLocales);
hidden(Intl, 'supportedValuesOf', { supportedValuesOf(key) { const f = Object.hasOwn(values, String(key)) ? values[String(key)] : undefined; if (f === undefined) throw new RangeError(`Invalid key : ${key}`); return f(); } }.supportedValuesOf);
for (const [name, file] of [['DateTimeFormat', 'date_time_format'], ['NumberFormat', 'number_format'], ['Collator', 'others'], ['PluralRules', 'others'], ['RelativeTimeFormat', 'others'], ['ListFormat', 'others'], ['DisplayNames', 'others'], ['Segmenter', 'others']]) {
  Object.defineProperty(Intl, name, { configurable: true, enumerable: false, get() { const C = require(`internal/intl/${file}`)[name]; hidden(Intl, name, C); return C; }, set(v) { hidden(Intl, name, v); } });
}
hidden(Intl, 'Locale', Locale);
Object.defineProperty(Intl, Symbol.toStringTag, { value: 'Intl', configurable: true });
exports.Intl = Intl;

// The locale methods of numbers and dates. Formatters are kept by their arguments when those are texts alone.
const kept = new Map();
function cached(kind, locales, options, make) {
  if (options !== undefined || locales !== undefined && typeof locales !== 'string') return make();
  const key = `${kind} ${locales} ${kind === 'n' ? '' : internalBinding('zone').local()}`;
  let f = kept.get(key);
  if (f === undefined) { if (kept.size > 64) kept.clear(); kept.set(key, f = make()); }
  return f;
}
exports.install = () => {
  const number = (v, l, o) => { const { NumberFormat } = require('internal/intl/number_format'); return cached('n', l, o, () => new NumberFormat(l, o)).format(v); };
  const valueOf = Number.prototype.valueOf, bigValueOf = BigInt.prototype.valueOf, time = Date.prototype.getTime, call = Reflect.apply;
  hidden(Number.prototype, 'toLocaleString', { toLocaleString(l, o) { return number(call(valueOf, this, []), l, o); } }.toLocaleString);
  hidden(BigInt.prototype, 'toLocaleString', { toLocaleString(l, o) { return number(call(bigValueOf, this, []), l, o); } }.toLocaleString);
  for (const [name, need] of [['toLocaleDateString', 'date'], ['toLocaleTimeString', 'time'], ['toLocaleString', 'any']]) {
    hidden(Date.prototype, name, { [name](l, o) {
      const t = call(time, this, []);
      if (Number.isNaN(t)) return 'Invalid Date';
      return cached(need, l, o, () => require('internal/intl/date_time_format').forMethod(l, o, need))._text(t);
    } }[name]);
    Object.defineProperty(Date.prototype[name], 'length', { value: 0, configurable: true });
  }
};
