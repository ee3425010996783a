'use strict';
// Intl.NumberFormat: digits by rules on the decimal text of a number, then the locale's separators, signs and templates.
const { resolve, option, numberOption, optionsOf, plural, define, bound } = require('internal/intl/locale');
const W = 'Intl.NumberFormat';
const noDigits = { __proto__: null, JPY: 0, KRW: 0, CLP: 0, VND: 0, ISK: 0, PYG: 0, UGX: 0, XAF: 0, XOF: 0, XPF: 0, KMF: 0, DJF: 0, GNF: 0, RWF: 0, BIF: 0, VUV: 0, KWD: 3, BHD: 3, OMR: 3, JOD: 3, TND: 3, IQD: 0, LYD: 3 };
const units = 'acre bit byte celsius centimeter day degree fahrenheit fluid-ounce foot gallon gigabit gigabyte gram hectare hour inch kilobit kilobyte kilogram kilometer liter megabit megabyte meter microsecond mile mile-scandinavian milliliter millimeter millisecond minute month nanosecond ounce percent petabyte pound second stone terabit terabyte week yard year'.split(' ');
const modes = ['ceil', 'floor', 'expand', 'trunc', 'halfCeil', 'halfFloor', 'halfExpand', 'halfTrunc', 'halfEven'];

// decimal is the exact shortest decimal of a number as [negative, digits, exponent]: 0.digits * 10**exponent.
function decimal(v) {
  if (typeof v === 'bigint') { const s = (v < 0n ? -v : v).toString(); return [v < 0n, s === '0' ? '' : s, s === '0' ? 0 : s.length]; }
  if (typeof v === 'string') {
    const m = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(v);
    let d = m[2] + m[3], e = m[2].length + Number(m[4] ?? 0);
    const lead = /^0*/.exec(d)[0].length;
    d = d.slice(lead).replace(/0+$/, '');
    e -= lead;
    return [m[1] === '-', d, d === '' ? 0 : e];
  }
  return decimal(v < 0 || Object.is(v, -0) ? `-${-v}` : `${v}`);
}
// cut rounds the digits to those before position n (which may be negative or past the end).
function cut(d, n, e, neg, mode) {
  if (n >= d.length) return [d, e];
  const keep = n > 0 ? d.slice(0, n) : '', rest = n >= 0 ? d.slice(n) : '0'.repeat(Math.min(-n, 400)) + d;
  const half = rest[0] === '5' && /^50*$/.test(rest) ? 0 : rest[0] >= '5' ? 1 : -1, some = /[1-9]/.test(rest);
  let up;
  switch (mode) {
    case 'ceil': up = some && !neg; break;
    case 'floor': up = some && neg; break;
    case 'expand': up = some; break;
    case 'trunc': up = false; break;
    case 'halfCeil': up = half > 0 || half === 0 && !neg; break;
    case 'halfFloor': up = half > 0 || half === 0 && neg; break;
    case 'halfTrunc': up = half > 0; break;
    case 'halfEven': up = half > 0 || half === 0 && keep !== '' && Number(keep[keep.length - 1]) % 2 === 1; break;
    default: up = half >= 0;
  }
  if (!up) return [keep, e];
  if (keep === '') return n === 0 ? ['1', e + 1] : ['1', e - n + 1];
  const next = String(BigInt(keep) + 1n);
  return [next, next.length > keep.length ? e + 1 : e];
}
// plain writes 0.digits * 10**e with at least so many digits after the point and before it.
function plain(d, e, minFrac, minInt) {
  let a = e > 0 ? d.slice(0, e).padEnd(e, '0') : '0', f = e > 0 ? d.slice(e) : d === '' ? '' : '0'.repeat(-e) + d;
  f = f.replace(/0+$/, '').padEnd(minFrac, '0');
  a = a.replace(/^0+(?=\d)/, '').padStart(minInt, '0');
  return f ? `${a}.${f}` : a;
}

class NumberFormat {
  #o;
  constructor(locales, options) {
    const r = resolve(locales), src = optionsOf(options);
    const o = { __proto__: null, locale: r.locale, lang: r.lang, data: r.data.number, currencyNames: r.data.names.currency };
    const nu = option(src, 'numberingSystem', null, undefined, W);
    if (nu !== undefined && !/^[a-z0-9]{3,8}(-[a-z0-9]{3,8})*$/i.test(nu)) throw new RangeError(`Invalid numberingSystem : ${nu}`);
    o.style = option(src, 'style', ['decimal', 'percent', 'currency', 'unit'], 'decimal', W);
    const cur = option(src, 'currency', null, undefined, W);
    if (cur !== undefined && !/^[A-Za-z]{3}$/.test(cur)) throw new RangeError(`Invalid currency code : ${cur}`);
    const display = option(src, 'currencyDisplay', ['code', 'symbol', 'narrowSymbol', 'name'], 'symbol', W), sign = option(src, 'currencySign', ['standard', 'accounting'], 'standard', W);
    const unit = option(src, 'unit', null, undefined, W), unitDisplay = option(src, 'unitDisplay', ['short', 'narrow', 'long'], 'short', W);
    if (unit !== undefined && !units.includes(unit) && !(unit.split('-per-').length === 2 && unit.split('-per-').every((u) => units.includes(u)))) throw new RangeError(`Invalid unit argument for Intl.NumberFormat() '${unit}'`);
    if (o.style === 'currency') {
      if (cur === undefined) throw new TypeError('Currency code is required with currency style.');
      o.currency = cur.toUpperCase(); o.currencyDisplay = display; o.currencySign = sign;
    }
    if (o.style === 'unit') {
      if (unit === undefined) throw new TypeError("Invalid unit argument for Intl.NumberFormat() ''");
      o.unit = unit; o.unitDisplay = unitDisplay;
    }
    o.notation = option(src, 'notation', ['standard', 'scientific', 'engineering', 'compact'], 'standard', W);
    const cd = o.style === 'currency' && o.notation === 'standard' ? noDigits[o.currency] ?? 2 : 0;
    const mnid = numberOption(src, 'minimumIntegerDigits', 1, 21, 1);
    let mnfd = src.minimumFractionDigits, mxfd = src.maximumFractionDigits, mnsd = src.minimumSignificantDigits, mxsd = src.maximumSignificantDigits;
    o.minimumIntegerDigits = mnid;
    o.roundingIncrement = numberOption(src, 'roundingIncrement', 1, 5000, 1);
    o.roundingMode = option(src, 'roundingMode', modes, 'halfExpand', W);
    o.roundingPriority = option(src, 'roundingPriority', ['auto', 'morePrecision', 'lessPrecision'], 'auto', W);
    o.trailingZeroDisplay = option(src, 'trailingZeroDisplay', ['auto', 'stripIfInteger'], 'auto', W);
    const hasSd = mnsd !== undefined || mxsd !== undefined, hasFd = mnfd !== undefined || mxfd !== undefined;
    const both = o.roundingPriority !== 'auto';
    if (hasSd || both && hasSd) {
      o.minSig = numberOption(src, 'minimumSignificantDigits', 1, 21, 1);
      o.maxSig = numberOption(src, 'maximumSignificantDigits', o.minSig, 21, 21);
    }
    if (!hasSd && (hasFd || o.notation !== 'compact') || both) {
      const dMin = o.style === 'currency' && o.notation !== 'compact' ? cd : 0, dMax = o.style === 'currency' ? cd : o.style === 'percent' ? 0 : 3;
      mnfd = numberOption({ minimumFractionDigits: mnfd }, 'minimumFractionDigits', 0, 100, undefined);
      mxfd = numberOption({ maximumFractionDigits: mxfd }, 'maximumFractionDigits', 0, 100, undefined);
      if (mnfd === undefined) mnfd = Math.min(dMin, mxfd ?? dMin);
      else if (mxfd === undefined) mxfd = Math.max(dMax, mnfd);
      mxfd ??= Math.max(dMax, mnfd);
      if (mnfd > mxfd) throw new RangeError('maximumFractionDigits value is out of range.');
      o.minFrac = mnfd; o.maxFrac = mxfd;
    } else if (!hasSd) o.compactRounding = true; // two digits, or whole numbers
    o.compactDisplay = option(src, 'compactDisplay', ['short', 'long'], 'short', W);
    let g = src.useGrouping;
    if (g === undefined) g = o.notation === 'compact' ? 'min2' : 'auto';
    else if (g === true || g === 'true' && false) g = 'always';
    else if (!g) g = false;
    else { g = String(g); if (g === 'true' || g === 'false') g = 'auto'; else if (!['min2', 'auto', 'always'].includes(g)) throw new RangeError(`Value ${g} out of range for ${W} options property useGrouping`); }
    o.useGrouping = g;
    o.signDisplay = option(src, 'signDisplay', ['auto', 'never', 'always', 'exceptZero', 'negative'], 'auto', W);
    this.#o = o;
  }
  // _digits is a number rounded by the options: [text, what was taken as zero].
  #digits(d, e, neg) {
    const o = this.#o;
    let text;
    if (o.compactRounding) {
      const n = e >= 2 ? e : 2;
      [d, e] = cut(d, n, e, neg, o.roundingMode);
      text = plain(d, e, 0, o.minimumIntegerDigits);
    } else if (o.maxSig !== undefined && (o.maxFrac === undefined || o.roundingPriority === 'auto' || (o.roundingPriority === 'morePrecision') === (o.maxSig - e >= o.maxFrac))) {
      [d, e] = cut(d, o.maxSig, e, neg, o.roundingMode);
      text = plain(d, e, Math.max(0, o.minSig - Math.max(e, d === '' ? 1 : e)), o.minimumIntegerDigits);
    } else {
      if (o.roundingIncrement !== 1) {
        const k = BigInt(o.roundingIncrement);
        const all = BigInt(plain(...cut(d, e + o.maxFrac + 2, e, neg, 'trunc'), 0, 1).replace('.', '').padEnd(1, '0'));
        void all;
        const scaled = BigInt((e + o.maxFrac > 0 ? d.slice(0, e + o.maxFrac).padEnd(e + o.maxFrac, '0') : '') || '0');
        const rest = e + o.maxFrac < d.length;
        const m = scaled % k;
        let q = scaled - m;
        if (2n * m > k || 2n * m === k || 2n * m + 1n === k && rest && 2n * m > k) q += k;
        d = String(q).replace(/^0$/, '');
        e = d.length - o.maxFrac;
        d = d.replace(/0+$/, '');
      } else [d, e] = cut(d, e + o.maxFrac, e, neg, o.roundingMode);
      text = plain(d, e, o.minFrac, o.minimumIntegerDigits);
    }
    if (o.trailingZeroDisplay === 'stripIfInteger') text = text.replace(/\.0+$/, '');
    return [text, d, e];
  }
  #group(text) {
    const { data: n, useGrouping } = this.#o, parts = [];
    const [a, f] = text.split('.');
    const min = useGrouping === 'min2' ? 2 : useGrouping === 'always' ? 1 : n.minGroup;
    if (useGrouping !== false && a.length >= 3 + min) {
      let i = a.length % 3 || 3;
      parts.push({ type: 'integer', value: a.slice(0, i) });
      for (; i < a.length; i += 3) parts.push({ type: 'group', value: n.group }, { type: 'integer', value: a.slice(i, i + 3) });
    } else parts.push({ type: 'integer', value: a });
    if (f !== undefined) parts.push({ type: 'decimal', value: n.decimal }, { type: 'fraction', value: f });
    return parts;
  }
  _parts(v) {
    const o = this.#o, n = o.data;
    if (typeof v === 'object' && v !== null || typeof v === 'function') { const p = v[Symbol.toPrimitive] ? v[Symbol.toPrimitive]('number') : v.valueOf(); v = typeof p === 'object' ? String(v) : p; }
    if (typeof v === 'string') { const t = v.trim(); v = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(t) ? t : Number(v); } else if (typeof v !== 'bigint') v = Number(v);
    let parts, neg, zero = false, form = 'other', compactTemplate;
    if (Number.isNaN(v)) { neg = false; parts = [{ type: 'nan', value: n.nan }]; } else if (v === Infinity || v === -Infinity) { neg = v < 0; parts = [{ type: 'infinity', value: '∞' }]; } else {
      let d, e;
      [neg, d, e] = decimal(v);
      if (o.style === 'percent' && d !== '') e += 2;
      let text, exp = 0;
      if (o.notation === 'scientific' || o.notation === 'engineering') {
        const shift = () => d === '' ? 0 : o.notation === 'scientific' ? e - 1 : Math.floor((e - 1) / 3) * 3;
        exp = shift();
        let r = this.#digits(d, e - exp, neg);
        if (d !== '' && r[2] > (o.notation === 'scientific' ? 1 : 3)) { exp += o.notation === 'scientific' ? 1 : 3; r = this.#digits(d, e - exp, neg); }
        text = r[0];
        zero = r[1] === '';
        parts = [...this.#group(text), { type: 'exponentSeparator', value: 'E' }, ...(exp < 0 ? [{ type: 'exponentMinusSign', value: '-' }] : []), { type: 'exponentInteger', value: String(Math.abs(exp)) }];
      } else if (o.notation === 'compact') {
        const table = n.compact[o.compactDisplay];
        const scale = (mag) => { const t = mag >= 3 ? table[Math.min(mag, table.length - 1)] : 0; return t ? [Math.min(mag, table.length - 1) + 1 - t[0], t[1]] : [0, undefined]; };
        let [k, t] = scale(e - 1);
        if (t === '{n}' || t === undefined) k = 0;
        let r = this.#digits(d, e - k, neg);
        if (r[1] !== '' && r[2] + k > e) { // rounding made it longer
          [k, t] = scale(r[2] + k - 1);
          if (t === '{n}' || t === undefined) k = 0;
          r = this.#digits(d, e - k, neg);
        }
        text = r[0];
        zero = r[1] === '';
        parts = this.#group(text);
        if (k > 0) compactTemplate = typeof t === 'string' ? t : t[plural(o.lang, `${text}`)] ?? t.other;
      } else {
        const r = this.#digits(d, e, neg);
        text = r[0];
        zero = r[1] === '';
        parts = this.#group(text);
      }
      form = plural(o.lang, text);
      if (compactTemplate !== undefined) {
        const [pre, post] = compactTemplate.split('{n}');
        const lit = (s, before) => { const m = /^(\s*)(.*?)(\s*)$/s.exec(s); return [m[1] && { type: 'literal', value: m[1] }, m[2] && { type: 'compact', value: m[2] }, m[3] && { type: 'literal', value: m[3] }].filter(Boolean); };
        parts = [...lit(pre), ...parts, ...lit(post)];
        if (o.lang === 'es' || o.lang === 'fr' || o.lang === 'it' || o.lang === 'pt') form = Number(text) === 1 ? form : form;
      }
    }
    // the sign
    let sign = '';
    const s = o.signDisplay;
    if (neg && s !== 'never' && !(zero && (s === 'negative' || s === 'exceptZero'))) sign = '-';
    else if (!neg && (s === 'always' || s === 'exceptZero' && !zero && !Number.isNaN(v))) sign = '+';
    const signPart = (c) => c === '+' ? { type: 'plusSign', value: '+' } : { type: 'minusSign', value: n.minus };
    const fill = (template, type, text) => {
      const out = [];
      for (const piece of template.split(/(\{n\}|¤|^-|-(?=[¤{]))/)) {
        if (piece === '') continue;
        if (piece === '{n}') out.push(...parts);
        else if (piece === '¤') out.push({ type: 'currency', value: text });
        else if (piece === '-') out.push(signPart(sign));
        else {
          const m = /^([\s]*)(.*?)([\s]*)$/s.exec(piece);
          if (m[1]) out.push({ type: 'literal', value: m[1] });
          if (m[2]) out.push({ type: m[2] === '(' || m[2] === ')' ? 'literal' : type, value: m[2] });
          if (m[3]) out.push({ type: 'literal', value: m[3] });
        }
      }
      return out;
    };
    const signed = (list) => sign === '' ? list : [signPart(sign), ...list];
    switch (o.style) {
      case 'percent': return signed(fill(n.percent, 'percentSign'));
      case 'unit': {
        let t = n.units[o.unit];
        if (t === undefined) {
          const [a, b] = o.unit.split('-per-').map((u) => n.units[u]);
          const k = ['short', 'long', 'narrow'].indexOf(o.unitDisplay);
          const one = (x, f) => typeof x[k] === 'string' ? x[k] : x[k][f] ?? x[k].other;
          t = `${one(a, form)}${o.unitDisplay === 'long' ? ' per ' : '/'}${one(b, 'one').replace('{n}', '').trim()}`;
        } else { t = t[['short', 'long', 'narrow'].indexOf(o.unitDisplay)]; if (typeof t !== 'string') t = t[form] ?? t.other; }
        return signed(fill(t, 'unit'));
      }
      case 'currency': {
        const { currency: c, currencyDisplay: disp } = o;
        if (disp === 'name') {
          const names = n.names[c], name = names === undefined ? o.currencyNames[c] ?? c : typeof names === 'string' ? names : names[form] ?? names.other;
          return signed(fill(n.nameTemplate, 'currency', name));
        }
        const symbol = disp === 'code' ? c : disp === 'narrowSymbol' ? n.narrow[c] ?? n.symbols[c] ?? c : n.symbols[c] ?? c;
        const plainT = n.money[0], first = plainT.startsWith('¤');
        const spaced = /[A-Za-z]/.test(first ? symbol[symbol.length - 1] : symbol[0]) && Number.isFinite(Number(v)) ? 1 : 0;
        if (sign === '') return fill(n.money[spaced], 'literal', symbol);
        if (sign === '-') return fill(n.money[(o.currencySign === 'accounting' ? 4 : 2) + spaced], 'literal', symbol);
        return fill(n.money[2 + spaced], 'literal', symbol);
      }
    }
    return signed(parts);
  }
  formatToParts(v) { return this._parts(v).map((p) => ({ type: p.type, value: p.value })); }
  formatRange(a, b) { if (a === undefined || b === undefined) throw new TypeError('Invalid argument'); const x = this._text(a), y = this._text(b); return x === y ? `~${x}` : `${x}${this.#o.style === 'currency' ? ' – ' : '–'}${y}`; }
  _text(v) { let s = ''; for (const p of this._parts(v)) s += p.value; return s; }
  resolvedOptions() {
    const o = this.#o, out = { locale: o.locale, numberingSystem: 'latn', style: o.style };
    for (const k of ['currency', 'currencyDisplay', 'currencySign', 'unit', 'unitDisplay']) if (o[k] !== undefined) out[k] = o[k];
    out.minimumIntegerDigits = o.minimumIntegerDigits;
    if (o.compactRounding) Object.assign(out, { minimumSignificantDigits: 1, maximumSignificantDigits: 2, minimumFractionDigits: 0, maximumFractionDigits: 0 });
    if (o.minFrac !== undefined) { out.minimumFractionDigits = o.minFrac; out.maximumFractionDigits = o.maxFrac; }
    if (o.minSig !== undefined) { out.minimumSignificantDigits = o.minSig; out.maximumSignificantDigits = o.maxSig; }
    out.useGrouping = o.useGrouping;
    out.notation = o.notation;
    if (o.notation === 'compact') out.compactDisplay = o.compactDisplay;
    return Object.assign(out, { signDisplay: o.signDisplay, roundingMode: o.roundingMode, roundingIncrement: o.roundingIncrement, trailingZeroDisplay: o.trailingZeroDisplay, roundingPriority: o.compactRounding ? 'morePrecision' : o.roundingPriority });
  }
}
for (const k of ['_parts', '_text']) Object.defineProperty(NumberFormat.prototype, k, { enumerable: false });
bound(NumberFormat, 'format', (f) => (v) => f._text(v));
exports.NumberFormat = define('NumberFormat', NumberFormat, true);
