'use strict';
// node:punycode: RFC 3492, with names split at dots for toASCII and toUnicode.
const base = 36, tMin = 1, tMax = 26, skew = 38, damp = 700, initialBias = 72, initialN = 128, maxInt = 0x7fffffff;

function adapt(delta, points, first) {
  delta = first ? Math.floor(delta / damp) : delta >> 1;
  delta += Math.floor(delta / points);
  let k = 0;
  for (; delta > ((base - tMin) * tMax >> 1); k += base) delta = Math.floor(delta / (base - tMin));
  return Math.floor(k + (base - tMin + 1) * delta / (delta + skew));
}
const threshold = (k, bias) => k <= bias ? tMin : k >= bias + tMax ? tMax : k - bias;
const digit = (d) => String.fromCharCode(d < 26 ? d + 97 : d + 22);
function value(c) {
  if (c >= 48 && c < 58) return c - 22;
  if (c >= 65 && c < 91) return c - 65;
  if (c >= 97 && c < 123) return c - 97;
  return base;
}
const ucs2 = { decode: (s) => Array.from(s, (c) => c.codePointAt(0)), encode: (points) => String.fromCodePoint(...points) };

function encode(input) {
  const points = ucs2.decode(input);
  let out = points.filter((c) => c < 128).map((c) => String.fromCharCode(c)).join('');
  const basic = out.length;
  let done = basic, n = initialN, delta = 0, bias = initialBias;
  if (basic > 0) out += '-';
  while (done < points.length) {
    let m = maxInt;
    for (const c of points) if (c >= n && c < m) m = c;
    if (m - n > Math.floor((maxInt - delta) / (done + 1))) throw new RangeError('Overflow: input needs wider integers to process');
    delta += (m - n) * (done + 1);
    n = m;
    for (const c of points) {
      if (c < n && ++delta > maxInt) throw new RangeError('Overflow: input needs wider integers to process');
      if (c !== n) continue;
      let q = delta;
      for (let k = base; ; k += base) {
        const t = threshold(k, bias);
        if (q < t) break;
        out += digit(t + (q - t) % (base - t));
        q = Math.floor((q - t) / (base - t));
      }
      out += digit(q);
      bias = adapt(delta, done + 1, done === basic);
      delta = 0;
      done++;
    }
    delta++;
    n++;
  }
  return out;
}
function decode(input) {
  const out = [];
  let basic = input.lastIndexOf('-');
  if (basic < 0) basic = 0;
  for (let j = 0; j < basic; j++) {
    if (input.charCodeAt(j) >= 128) throw new RangeError('Illegal input >= 0x80 (not a basic code point)');
    out.push(input.charCodeAt(j));
  }
  let n = initialN, i = 0, bias = initialBias;
  for (let at = basic > 0 ? basic + 1 : 0; at < input.length;) {
    const old = i;
    for (let w = 1, k = base; ; k += base) {
      if (at >= input.length) throw new RangeError('Invalid input');
      const d = value(input.charCodeAt(at++));
      if (d >= base) throw new RangeError('Invalid input');
      if (d > Math.floor((maxInt - i) / w)) throw new RangeError('Overflow: input needs wider integers to process');
      i += d * w;
      const t = threshold(k, bias);
      if (d < t) break;
      if (w > Math.floor(maxInt / (base - t))) throw new RangeError('Overflow: input needs wider integers to process');
      w *= base - t;
    }
    const len = out.length + 1;
    bias = adapt(i - old, len, old === 0);
    if (Math.floor(i / len) > maxInt - n) throw new RangeError('Overflow: input needs wider integers to process');
    n += Math.floor(i / len);
    i %= len;
    out.splice(i++, 0, n);
  }
  return String.fromCodePoint(...out);
}
function mapDomain(name, fn) {
  const at = name.split('@');
  const head = at.length > 1 ? `${at[0]}@` : '';
  const rest = at.length > 1 ? at[1] : name;
  return head + rest.replace(/[\x2E\u3002\uFF0E\uFF61]/g, '.').split('.').map(fn).join('.');
}
module.exports = {
  version: '2.1.0', ucs2, encode, decode,
  toASCII: (name) => mapDomain(name, (s) => /[^\0-\x7F]/.test(s) ? `xn--${encode(s)}` : s),
  toUnicode: (name) => mapDomain(name, (s) => /^xn--/.test(s) ? decode(s.slice(4).toLowerCase()) : s),
};
