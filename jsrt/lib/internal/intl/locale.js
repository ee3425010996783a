'use strict';
// Locales of Intl: tags, what there is data for, and how options are read. There is data for the languages of
// internal/cldr; a tag of one of them in another region gets the data of the language, any other tag that of en-US.
const data = { __proto__: null };
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru', 'ja', 'zh', 'ko'];
const british = /^(?:GB|AU|NZ|IE|IN|ZA|HK|SG|MT|BE|150|001)$/;
const TAG = /^(?:[A-Za-z]{2,3}|[A-Za-z]{5,8})(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|\d{3}))?(?:-(?:[A-Za-z0-9]{5,8}|\d[A-Za-z0-9]{3}))*(?:-[0-9A-WY-Za-wy-z](?:-[A-Za-z0-9]{2,8})+)*(?:-x(?:-[A-Za-z0-9]{1,8})+)?$/;

function canonical(tag) {
  if (!TAG.test(tag)) throw new RangeError(`Incorrect locale information provided`);
  const parts = tag.split('-');
  let ext = false;
  return parts.map((p, i) => {
    if (i === 0) return p.toLowerCase();
    if (p.length === 1) ext = true;
    if (ext) return p.toLowerCase();
    if (p.length === 4 && /^[A-Za-z]/.test(p)) return p[0].toUpperCase() + p.slice(1).toLowerCase();
    return p.length === 2 ? p.toUpperCase() : p.toLowerCase();
  }).join('-');
}
function list(locales) {
  if (locales === undefined) return [];
  if (locales === null) throw new TypeError('Cannot convert undefined or null to object');
  const src = typeof locales === 'string' || locales instanceof Locale ? [locales] : Array.from(locales);
  const out = [];
  for (const l of src) {
    if (typeof l !== 'string' && (typeof l !== 'object' || l === null)) throw new TypeError(`Incorrect locale information provided`);
    const c = canonical(String(l));
    if (!out.includes(c)) out.push(c);
  }
  return out;
}
const base = (tag) => tag.replace(/-[a-wy-z0-9]-.*$|-x-.*$/, '');
const language = (tag) => tag.split('-', 1)[0];
const known = (tag) => languages.includes(language(tag));
const extension = (tag, key) => { const m = new RegExp(`-u(?:-[a-z0-9]{2,8})*?-${key}((?:-[a-z0-9]{3,8})*)`).exec(tag); return m ? m[1].slice(1) : undefined; };

// resolve picks the first tag that there is data for: its tag, its data, the key values of its -u- extension.
function resolve(locales) {
  const tags = list(locales), tag = tags.find(known) ?? 'en-US';
  const b = base(tag), lang = language(b), region = /-([A-Z]{2}|\d{3})(?:-|$)/.exec(b)?.[1];
  const file = lang === 'en' && region !== undefined && british.test(region) ? 'en-gb' : lang;
  return { locale: b, lang, data: data[file] ??= require(`internal/cldr/${file}`), ext: (k) => extension(tag, k) };
}
const supportedLocalesOf = (locales) => list(locales).filter(known);

// option reads a string option with its allowed values.
function option(o, name, allowed, fallback, where = '') {
  let v = o[name];
  if (v === undefined) return fallback;
  v = String(v);
  if (allowed !== null && !allowed.includes(v)) throw new RangeError(`Value ${v} out of range for ${where} options property ${name}`);
  return v;
}
function numberOption(o, name, min, max, fallback) {
  let v = o[name];
  if (v === undefined) return fallback;
  v = Number(v);
  if (!(v >= min && v <= max)) throw new RangeError(`${name} value is out of range.`);
  return Math.floor(v);
}
const optionsOf = (o) => {
  if (o === undefined) return { __proto__: null };
  if (o === null) throw new TypeError('Cannot convert undefined or null to object');
  return Object(o);
};

// ---- plurals ----
const cardinals = {
  en: (n, i, v) => i === 1 && v === 0 ? 'one' : 'other',
  fr: (n, i, v) => i === 0 || i === 1 ? 'one' : i !== 0 && i % 1e6 === 0 && v === 0 ? 'many' : 'other',
  pt: (n, i, v) => i === 0 || i === 1 ? 'one' : i !== 0 && i % 1e6 === 0 && v === 0 ? 'many' : 'other',
  es: (n, i, v) => n === 1 ? 'one' : i !== 0 && i % 1e6 === 0 && v === 0 ? 'many' : 'other',
  it: (n, i, v) => i === 1 && v === 0 ? 'one' : i !== 0 && i % 1e6 === 0 && v === 0 ? 'many' : 'other',
  ru: (n, i, v) => v !== 0 ? 'other' : i % 10 === 1 && i % 100 !== 11 ? 'one' : i % 10 >= 2 && i % 10 <= 4 && !(i % 100 >= 12 && i % 100 <= 14) ? 'few' : 'many',
  ja: () => 'other', zh: () => 'other', ko: () => 'other',
};
cardinals.de = cardinals.nl = cardinals.en;
const ordinals = {
  en: (n) => n % 10 === 1 && n % 100 !== 11 ? 'one' : n % 10 === 2 && n % 100 !== 12 ? 'two' : n % 10 === 3 && n % 100 !== 13 ? 'few' : 'other',
  fr: (n) => n === 1 ? 'one' : 'other', it: (n) => [8, 11, 80, 800].includes(n) ? 'many' : 'other',
};
const categories = { en: ['one', 'other'], fr: ['one', 'many', 'other'], ru: ['one', 'few', 'many', 'other'], ja: ['other'] };
categories.de = categories.nl = categories.en; categories.pt = categories.es = categories.it = categories.fr; categories.zh = categories.ko = categories.ja;
const ordinalCategories = { en: ['few', 'one', 'two', 'other'], fr: ['one', 'other'], it: ['many', 'other'] };
// plural takes the number as it is written: digits, with a point.
function plural(lang, text, ordinal) {
  const n = Math.abs(Number(text));
  if (!Number.isFinite(n)) return 'other';
  if (ordinal) return (ordinals[lang] ?? (() => 'other'))(n);
  const v = (/\.(\d+)$/.exec(text)?.[1] ?? '').length;
  return cardinals[lang](n, Math.floor(n), v);
}

class Locale {
  #tag; #o;
  constructor(tag, options) {
    if (typeof tag !== 'string' && (typeof tag !== 'object' || tag === null)) throw new TypeError('First argument to Intl.Locale constructor can\'t be empty or missing');
    let t = canonical(String(tag));
    const o = optionsOf(options);
    const ext = /-u-.*$/.exec(t)?.[0] ?? '';
    let b = base(t);
    const [lang, ...rest] = b.split('-');
    let script = rest.find((p) => p.length === 4 && /^[A-Z]/.test(p)), region = rest.find((p) => /^(?:[A-Z]{2}|\d{3})$/.test(p));
    const variants = rest.filter((p) => p !== script && p !== region);
    if (o.script !== undefined) script = String(o.script);
    if (o.region !== undefined) region = String(o.region).toUpperCase();
    b = canonical([o.language === undefined ? lang : String(o.language), script, region, ...variants].filter(Boolean).join('-'));
    const keys = {};
    for (const [name, k] of [['calendar', 'ca'], ['caseFirst', 'kf'], ['collation', 'co'], ['hourCycle', 'hc'], ['numeric', 'kn'], ['numberingSystem', 'nu']]) {
      let v = o[name] === undefined ? extension(t, k) : String(o[name]);
      if (v === undefined) continue;
      if (k === 'kn' && v === 'true') v = '';
      keys[k] = v;
    }
    void ext;
    const u = Object.keys(keys).sort().map((k) => `-${k}${keys[k] ? `-${keys[k]}` : ''}`).join('');
    t = b + (u ? `-u${u}` : '');
    this.#tag = t;
    this.#o = { base: b, lang: b.split('-')[0], script, region, keys };
  }
  get baseName() { return this.#o.base; }
  get language() { return this.#o.lang; }
  get script() { return this.#o.script; }
  get region() { return this.#o.region; }
  get calendar() { return this.#o.keys.ca; }
  get caseFirst() { return this.#o.keys.kf; }
  get collation() { return this.#o.keys.co; }
  get hourCycle() { return this.#o.keys.hc; }
  get numeric() { return this.#o.keys.kn !== undefined && this.#o.keys.kn !== 'false'; }
  get numberingSystem() { return this.#o.keys.nu; }
  toString() { return this.#tag; }
  maximize() { const [s, r] = likely[this.#o.lang] ?? ['Latn', 'US']; return new Locale(this.#tag, { script: this.#o.script ?? s, region: this.#o.region ?? r }); }
  minimize() {
    const [s, r] = likely[this.#o.lang] ?? [];
    const rest = [this.#o.script === s ? undefined : this.#o.script, this.#o.region === r ? undefined : this.#o.region];
    return new Locale([this.#o.lang, ...rest].filter(Boolean).join('-') + (/-u-.*$/.exec(this.#tag)?.[0] ?? ''));
  }
}
for (const k of Object.getOwnPropertyNames(Locale.prototype)) Object.defineProperty(Locale.prototype, k, { enumerable: false });
Object.defineProperty(Locale.prototype, Symbol.toStringTag, { value: 'Intl.Locale', configurable: true });
const likely = { en: ['Latn', 'US'], de: ['Latn', 'DE'], fr: ['Latn', 'FR'], es: ['Latn', 'ES'], it: ['Latn', 'IT'], pt: ['Latn', 'BR'], nl: ['Latn', 'NL'], ru: ['Cyrl', 'RU'], ja: ['Jpan', 'JP'], zh: ['Hans', 'CN'], ko: ['Kore', 'KR'], ar: ['Arab', 'EG'], pl: ['Latn', 'PL'], sv: ['Latn', 'SE'], tr: ['Latn', 'TR'], he: ['Hebr', 'IL'], hi: ['Deva', 'IN'], uk: ['Cyrl', 'UA'], el: ['Grek', 'GR'], th: ['Thai', 'TH'], vi: ['Latn', 'VN'] };

// define makes a class of Intl: callable without new when loose, with its name and methods as the language wants them.
function define(name, C, loose) {
  const F = function (...a) {
    if (!loose && new.target === undefined) throw new TypeError(`Constructor Intl.${name} requires 'new'`);
    return Reflect.construct(C, a, new.target ?? F);
  };
  Object.defineProperty(F, 'name', { value: name, configurable: true });
  Object.defineProperty(F, 'length', { value: 0, configurable: true });
  Object.defineProperty(F, 'prototype', { value: C.prototype, writable: false });
  Object.defineProperty(C.prototype, 'constructor', { value: F, writable: true, configurable: true, enumerable: false });
  Object.defineProperty(F, 'supportedLocalesOf', { value: { supportedLocalesOf }.supportedLocalesOf, writable: true, configurable: true, enumerable: false });
  Object.defineProperty(C.prototype, Symbol.toStringTag, { value: `Intl.${name}`, configurable: true });
  return F;
}
// bound makes a getter of a function that is bound to its object.
function bound(C, name, make) {
  const made = new WeakMap();
  Object.defineProperty(C.prototype, name, { configurable: true, enumerable: false, get: { get() { if (!(this instanceof C) || this === C.prototype) throw new TypeError(`Method get Intl.${C.name}.prototype.${name} called on incompatible receiver ${typeof this === 'object' && this !== null ? '#<Object>' : String(this)}`); let f = made.get(this); if (f === undefined) made.set(this, f = make(this)); return f; } }.get });
}
module.exports = { resolve, list, canonical, supportedLocalesOf, option, numberOption, optionsOf, plural, categories, ordinalCategories, Locale, define, bound, known, language };
