'use strict';
const { codes: { ERR_INVALID_URI } } = require('internal/errors');
function escape(s) {
  if (typeof s !== 'string') s = typeof s === 'object' ? String(s) : `${s}`;
  try { return encodeURIComponent(s); } catch { throw new ERR_INVALID_URI(); }
}
function unescapeBuffer(s) { return Buffer.from(s.replace(/%([0-9a-f]{2})/gi, (m, h) => String.fromCharCode(parseInt(h, 16))), 'latin1'); }
function unescape(s) { try { return decodeURIComponent(s); } catch { return internalBinding('url').percentDecode(s); } }
function prim(v) {
  if (typeof v === 'string') return v;
  if (typeof v === 'number') return Number.isFinite(v) ? `${v}` : '';
  if (typeof v === 'bigint') return `${v}`;
  if (typeof v === 'boolean') return v ? 'true' : 'false';
  return '';
}
function stringify(o, sep = '&', eq = '=', options) {
  sep = sep || '&'; eq = eq || '=';
  const enc = options && typeof options.encodeURIComponent === 'function' ? options.encodeURIComponent : exports.escape;
  if (o === null || typeof o !== 'object') return '';
  const out = [];
  for (const k of Object.keys(o)) {
    const key = enc(prim(k)) + eq;
    if (Array.isArray(o[k])) for (const v of o[k]) out.push(key + enc(prim(v)));
    else out.push(key + enc(prim(o[k])));
  }
  return out.join(sep);
}
function parse(s, sep = '&', eq = '=', options) {
  const out = Object.create(null);
  if (typeof s !== 'string' || s.length === 0) return out;
  sep = sep ? String(sep) : '&'; eq = eq ? String(eq) : '=';
  let max = 1000;
  if (options && typeof options.maxKeys === 'number') max = options.maxKeys > 0 ? options.maxKeys : Infinity;
  const dec = options && typeof options.decodeURIComponent === 'function' ? options.decodeURIComponent : exports.unescape;
  const safe = (v) => { if (v.includes('+')) v = v.replaceAll('+', '%20'); if (!v.includes('%') && dec === unescape) return v; try { return dec(v); } catch { return unescape(v); } };
  let n = 0;
  const parts = s.split(sep);
  for (let j = 0; j < parts.length; j++) {
    const p = parts[j];
    if (p === '') continue;
    if (n++ >= max) break;
    const i = p.indexOf(eq);
    const k = safe(i < 0 ? p : p.slice(0, i)), v = i < 0 ? '' : safe(p.slice(i + eq.length));
    if (k in out) { if (Array.isArray(out[k])) out[k].push(v); else out[k] = [out[k], v]; } else out[k] = v;
  }
  return out;
}
Object.assign(exports, { unescapeBuffer, unescape, escape, stringify, encode: stringify, parse, decode: parse });
