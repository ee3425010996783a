'use strict';
// The smaller classes of Intl: plurals, lists, relative times, names, collation, segments.
const { resolve, option, optionsOf, plural, categories, ordinalCategories, canonical, define, bound } = require('internal/intl/locale');
const { NumberFormat } = require('internal/intl/number_format');

class PluralRules {
  #r; #type; #nf;
  constructor(locales, options) {
    this.#r = resolve(locales);
    const o = optionsOf(options);
    this.#type = option(o, 'type', ['cardinal', 'ordinal'], 'cardinal', 'Intl.PluralRules');
    const n = {};
    for (const k of ['minimumIntegerDigits', 'minimumFractionDigits', 'maximumFractionDigits', 'minimumSignificantDigits', 'maximumSignificantDigits', 'roundingIncrement', 'roundingMode', 'roundingPriority', 'trailingZeroDisplay']) if (o[k] !== undefined) n[k] = o[k];
    this.#nf = new NumberFormat('en', { ...n, useGrouping: false, signDisplay: 'never' });
  }
  select(n) { return plural(this.#r.lang, this.#nf.format(typeof n === 'bigint' ? Number(n) : Number(n)), this.#type === 'ordinal'); }
  selectRange(a, b) { if (a === undefined || b === undefined) throw new TypeError('Invalid argument'); if (Number.isNaN(Number(a)) || Number.isNaN(Number(b))) throw new RangeError('Invalid number value'); return this.select(b); }
  resolvedOptions() {
    const n = this.#nf.resolvedOptions(), out = { locale: this.#r.locale, type: this.#type };
    for (const k of ['minimumIntegerDigits', 'minimumFractionDigits', 'maximumFractionDigits', 'minimumSignificantDigits', 'maximumSignificantDigits']) if (n[k] !== undefined) out[k] = n[k];
    out.pluralCategories = (this.#type === 'ordinal' ? ordinalCategories[this.#r.lang] ?? ['other'] : categories[this.#r.lang]).slice();
    return out;
  }
}

class ListFormat {
  #r; #type; #style;
  constructor(locales, options) {
    this.#r = resolve(locales);
    const o = optionsOf(options);
    this.#type = option(o, 'type', ['conjunction', 'disjunction', 'unit'], 'conjunction', 'Intl.ListFormat');
    this.#style = option(o, 'style', ['long', 'short', 'narrow'], 'long', 'Intl.ListFormat');
  }
  formatToParts(list) {
    const items = [];
    if (list !== undefined) for (const x of list) { if (typeof x !== 'string') throw new TypeError('Iterable yielded a non-String value'); items.push(x); }
    const [pair, start, middle, end] = this.#r.data.lists[`${this.#type} ${this.#style}`], out = [];
    items.forEach((value, i) => {
      if (i > 0) {
        let glue = items.length === 2 ? pair : i === 1 ? start : i === items.length - 1 ? end : middle;
        // Spanish: y before i, o before o.
        if (this.#r.lang === 'es' && i === items.length - 1) glue = / y $/.test(glue) && /^(?:i|hi(?!e)|y(?![aeou]))/i.test(value) ? glue.replace(/ y $/, ' e ') : / o $/.test(glue) && /^(?:o|ho|8)/i.test(value) ? glue.replace(/ o $/, ' u ') : glue;
        out.push({ type: 'literal', value: glue });
      }
      out.push({ type: 'element', value });
    });
    return out;
  }
  format(list) { return this.formatToParts(list).map((p) => p.value).join(''); }
  resolvedOptions() { return { locale: this.#r.locale, type: this.#type, style: this.#style }; }
}

class RelativeTimeFormat {
  #r; #style; #numeric; #nf;
  constructor(locales, options) {
    this.#r = resolve(locales);
    const o = optionsOf(options);
    this.#style = option(o, 'style', ['long', 'short', 'narrow'], 'long', 'Intl.RelativeTimeFormat');
    this.#numeric = option(o, 'numeric', ['always', 'auto'], 'always', 'Intl.RelativeTimeFormat');
    this.#nf = new NumberFormat(this.#r.locale);
  }
  formatToParts(value, unit) {
    const v = Number(value);
    unit = String(unit);
    const u = unit.replace(/s$/, '');
    const t = this.#r.data.rel[this.#style][u];
    if (t === undefined) throw new RangeError(`Invalid unit argument for format() '${unit}'`);
    if (!Number.isFinite(v)) throw new RangeError('Invalid number value');
    if (this.#numeric === 'auto' && t[2][v] !== undefined && !Object.is(v, -0)) return [{ type: 'literal', value: t[2][v] }];
    if (this.#numeric === 'auto' && Object.is(v, -0) && t[2][0] !== undefined) return [{ type: 'literal', value: t[2][0] }];
    const forms = t[v < 0 || Object.is(v, -0) ? 0 : 1], parts = this.#nf.formatToParts(Math.abs(v));
    const form = plural(this.#r.lang, parts.map((p) => p.type === 'group' ? '' : p.type === 'decimal' ? '.' : p.value).join(''));
    const [pre, post] = (typeof forms === 'string' ? forms : forms[form] ?? forms.other).split('{n}');
    const out = [];
    if (pre) out.push({ type: 'literal', value: pre });
    for (const p of parts) out.push({ ...p, unit: u });
    if (post) out.push({ type: 'literal', value: post });
    return out;
  }
  format(value, unit) { return this.formatToParts(value, unit).map((p) => p.value).join(''); }
  resolvedOptions() { return { locale: this.#r.locale, style: this.#style, numeric: this.#numeric, numberingSystem: 'latn' }; }
}

class DisplayNames {
  #r; #type; #style; #fallback; #lang;
  constructor(locales, options) {
    if (options === undefined || options === null || typeof options !== 'object') throw new TypeError(options === undefined ? 'Cannot convert undefined or null to object' : 'Incorrect DisplayNames options');
    this.#r = resolve(locales);
    const W = 'Intl.DisplayNames';
    this.#style = option(options, 'style', ['narrow', 'short', 'long'], 'long', W);
    this.#type = option(options, 'type', ['language', 'region', 'script', 'currency', 'calendar', 'dateTimeField'], undefined, W);
    if (this.#type === undefined) throw new TypeError('Required option "type" must not be undefined');
    this.#fallback = option(options, 'fallback', ['code', 'none'], 'code', W);
    this.#lang = option(options, 'languageDisplay', ['dialect', 'standard'], 'dialect', W);
  }
  of(code) {
    code = String(code);
    const names = this.#r.data.names;
    const bad = () => { throw new RangeError(`Invalid argument to Intl.DisplayNames.prototype.of`); };
    switch (this.#type) {
      case 'region': { if (!/^(?:[A-Za-z]{2}|\d{3})$/.test(code)) bad(); break; }
      case 'script': { if (!/^[A-Za-z]{4}$/.test(code)) bad(); code = code[0].toUpperCase() + code.slice(1).toLowerCase(); break; }
      case 'currency': { if (!/^[A-Za-z]{3}$/.test(code)) bad(); code = code.toUpperCase(); break; }
      case 'language': {
        code = canonical(code);
        const whole = names.language[code];
        if (whole !== undefined && this.#lang === 'dialect') return whole;
        const [lang, ...rest] = code.split('-'), l = names.language[lang];
        if (l === undefined) return this.#fallback === 'code' ? code : undefined;
        if (rest.length === 0) return l;
        const [open, comma, close] = names.pattern.split('|');
        return open.replace('{l}', l) + rest.map((p) => p.length === 4 ? names.script[p] ?? p : names.region[p] ?? p).join(comma).replace(/[(（]/g, '[').replace(/[)）]/g, ']') + close;
      }
      default: return this.#fallback === 'code' ? code : undefined;
    }
    const v = names[this.#type][code];
    return v ?? (this.#fallback === 'code' ? code : undefined);
  }
  resolvedOptions() { return { locale: this.#r.locale, style: this.#style, type: this.#type, fallback: this.#fallback, ...(this.#type === 'language' ? { languageDisplay: this.#lang } : {}) }; }
}

// compareWith compares by the root collation of the engine; what an option makes equal is made equal first.
const native = internalBinding('core').localeCompare;
function compareWith(o) {
  const fold = (s) => {
    if (o.sensitivity === 'base' || o.sensitivity === 'case') s = s.normalize('NFD').replace(/\p{M}+/gu, '');
    if (o.sensitivity === 'base' || o.sensitivity === 'accent') s = s.toLowerCase();
    if (o.ignorePunctuation) s = s.replace(/[\s\p{P}]+/gu, '');
    return s;
  };
  const plainFold = o.sensitivity === 'variant' && !o.ignorePunctuation;
  const upper = (a, b) => { // of two texts that differ in case only, capitals first
    for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i] && a[i].toLowerCase() === b[i].toLowerCase()) return a[i] === a[i].toUpperCase() ? -1 : 1;
    return 0;
  };
  const one = (a, b) => {
    const c = native(a, b);
    if (c !== 0 && o.caseFirst === 'upper' && a.toLowerCase() === b.toLowerCase()) return upper(a, b) || c;
    return c;
  };
  return (a, b) => {
    a = String(a); b = String(b);
    if (!plainFold) { a = fold(a); b = fold(b); }
    if (o.numeric && /\d/.test(a) && /\d/.test(b)) {
      const x = a.split(/(\d+)/), y = b.split(/(\d+)/);
      let later = 0;
      for (let i = 0; i < x.length && i < y.length; i++) {
        if (x[i] === y[i]) continue;
        if (i % 2) {
          const p = x[i].replace(/^0+(?=\d)/, ''), q = y[i].replace(/^0+(?=\d)/, '');
          if (p.length !== q.length) return p.length < q.length ? -1 : 1;
          if (p !== q) return p < q ? -1 : 1;
          continue;
        }
        const c = one(x[i], y[i]);
        if (c === 0) continue;
        if (x[i].toLowerCase() === y[i].toLowerCase()) { later ||= c; continue; }
        return c < 0 ? -1 : 1;
      }
      return Math.sign(x.length - y.length) || Math.sign(later);
    }
    return Math.sign(one(a, b));
  };
}
class Collator {
  #o; #r;
  constructor(locales, options) {
    const r = this.#r = resolve(locales), o = optionsOf(options), W = 'Intl.Collator';
    const kn = r.ext('kn'), kf = r.ext('kf');
    this.#o = {
      usage: option(o, 'usage', ['sort', 'search'], 'sort', W), sensitivity: option(o, 'sensitivity', ['base', 'accent', 'case', 'variant'], 'variant', W),
      ignorePunctuation: o.ignorePunctuation === undefined ? false : !!o.ignorePunctuation, numeric: o.numeric === undefined ? kn !== undefined && kn !== 'false' : !!o.numeric,
      caseFirst: option(o, 'caseFirst', ['upper', 'lower', 'false'], kf ?? 'false', W),
    };
  }
  _compare() { return compareWith(this.#o); }
  resolvedOptions() { const o = this.#o; return { locale: this.#r.locale, usage: o.usage, sensitivity: o.sensitivity, ignorePunctuation: o.ignorePunctuation, collation: 'default', numeric: o.numeric, caseFirst: o.caseFirst }; }
}
Object.defineProperty(Collator.prototype, '_compare', { enumerable: false });
bound(Collator, 'compare', (c) => c._compare());

// Text is cut by the default rules of UAX 29 as far as one expression says them: clusters, words, sentences.
const cluster = '\\r\\n|(?:\\p{Regional_Indicator}{2}|\\p{Extended_Pictographic}(?:[\\p{M}\\u{1f3fb}-\\u{1f3ff}\\ufe0f]*\\u200d\\p{Extended_Pictographic})*|[\\u1100-\\u115f]*(?:[\\uac00-\\ud7a3]|[\\u1160-\\u11a7])[\\u1160-\\u11ff]*|[^])[\\p{M}\\u200d\\u{1f3fb}-\\u{1f3ff}\\ufe00-\\ufe0f\\u{e0020}-\\u{e007f}]*';
const cuts = {
  grapheme: cluster,
  word: `[\\p{L}\\p{M}\\p{N}_]+(?:['’.][\\p{L}\\p{M}\\p{N}_]+)*| +|${cluster}`,
  sentence: '[^.!?\\n]*[.!?\\n]*[\\s"\'’”)]*',
};
class Segmenter {
  #r; #g;
  constructor(locales, options) {
    this.#r = resolve(locales);
    this.#g = option(optionsOf(options), 'granularity', ['grapheme', 'word', 'sentence'], 'grapheme', 'Intl.Segmenter');
  }
  segment(input) {
    input = String(input);
    const g = this.#g;
    const piece = (m) => ({ segment: m[0], index: m.index, input, ...(g === 'word' ? { isWordLike: /^[\p{L}\p{N}]/u.test(m[0]) } : {}) });
    return {
      *[Symbol.iterator]() { for (const m of input.matchAll(new RegExp(cuts[g], 'gu'))) if (m[0] !== '') yield piece(m); },
      containing(at = 0) { at = Math.trunc(Number(at)) || 0; for (const p of this) if (at >= p.index && at < p.index + p.segment.length) return p; },
    };
  }
  resolvedOptions() { return { locale: this.#r.locale, granularity: this.#g }; }
}
module.exports = {
  PluralRules: define('PluralRules', PluralRules), ListFormat: define('ListFormat', ListFormat), RelativeTimeFormat: define('RelativeTimeFormat', RelativeTimeFormat), DisplayNames: define('DisplayNames', DisplayNames),
  Collator: define('Collator', Collator, true), Segmenter: define('Segmenter', Segmenter),
};
