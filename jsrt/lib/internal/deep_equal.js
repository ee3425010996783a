'use strict';
// Deep equality as assert and util have it: strict (prototypes, tags, Object.is) and loose (==).
const { classOf } = internalBinding('types');
function isDeepEqual(a, b, strict) { return eq(a, b, strict, null); }
function ownEnum(o) { return [...Object.keys(o), ...Object.getOwnPropertySymbols(o).filter((s) => Object.prototype.propertyIsEnumerable.call(o, s))]; }
function eq(a, b, strict, memo) {
  if (a === b) return a !== 0 || !strict || Object.is(a, b);
  if (strict) {
    if (typeof a !== 'object') return typeof a === 'number' && Number.isNaN(a) && Number.isNaN(b);
    if (typeof b !== 'object' || a === null || b === null) return false;
    if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  } else {
    if (a === null || typeof a !== 'object') return (b === null || typeof b !== 'object') && (a == b || a !== a && b !== b); // eslint-disable-line eqeqeq
    if (b === null || typeof b !== 'object') return false;
  }
  if (Object.prototype.toString.call(a) !== Object.prototype.toString.call(b)) return false;
  const ca = classOf(a), cb = classOf(b);
  if (ca !== cb && ca !== 'Proxy' && cb !== 'Proxy') return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
  } else if (ca === 'Date') { if (a.getTime() !== b.getTime() && !(Number.isNaN(a.getTime()) && Number.isNaN(b.getTime()))) return false; } else if (ca === 'RegExp') { if (a.source !== b.source || a.flags !== b.flags || a.lastIndex !== b.lastIndex) return false; } else if (ca === 'Error') { if (a.message !== b.message || a.name !== b.name) return false; if (strict && !eq(a.cause, b.cause, strict, memo)) return false; if (strict && !eq(a.errors, b.errors, strict, memo)) return false; } else if (ArrayBuffer.isView(a)) {
    if (a.byteLength !== b.byteLength) return false;
    if (!strict && (a instanceof Float32Array || a instanceof Float64Array)) { for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false; } else if (!internalBinding('buffer').equals(a, b)) return false;
  } else if (ca === 'ArrayBuffer') { if (a.byteLength !== b.byteLength || !internalBinding('buffer').equals(a, b)) return false; } else if (ca === 'Number' || ca === 'String' || ca === 'Boolean') { if (!Object.is(a.valueOf(), b.valueOf())) return false; } else if (ca === 'WeakMap' || ca === 'WeakSet' || ca === 'Promise') { if (ca !== 'Promise' || ownEnum(a).length === 0) return false; }
  const ka = ownEnum(a), kb = ownEnum(b);
  if (ka.length !== kb.length) return false;
  const set = new Set(kb);
  for (const k of ka) if (!set.has(k)) return false;
  if (memo === null) memo = { a: new Map(), b: new Map(), n: 0 };
  else {
    const x = memo.a.get(a);
    if (x !== undefined) { const y = memo.b.get(b); if (y !== undefined) return x === y; }
    memo.n++;
  }
  memo.a.set(a, memo.n); memo.b.set(b, memo.n);
  const r = contents(a, b, ca, ka, strict, memo);
  memo.a.delete(a); memo.b.delete(b);
  return r;
}
function contents(a, b, ca, keys, strict, memo) {
  if (ca === 'Set') {
    if (a.size !== b.size) return false;
    const rest = [];
    for (const v of a) { if (b.has(v) && (strict || typeof v !== 'object')) continue; if (strict && (typeof v !== 'object' || v === null)) return false; rest.push(v); }
    if (rest.length) {
      const cand = [...b].filter((v) => !(a.has(v) && (strict || typeof v !== 'object')));
      for (const v of rest) { const i = cand.findIndex((w) => eq(v, w, strict, memo)); if (i < 0) return false; cand.splice(i, 1); }
    }
  } else if (ca === 'Map') {
    if (a.size !== b.size) return false;
    const rest = [];
    for (const [k, v] of a) {
      if (b.has(k)) { if (!eq(v, b.get(k), strict, memo)) { if (strict) return false; rest.push([k, v]); } } else if (strict && (typeof k !== 'object' || k === null)) return false; else rest.push([k, v]);
    }
    if (rest.length) {
      const cand = [...b];
      for (const [k, v] of rest) { const i = cand.findIndex(([x, y]) => eq(k, x, strict, memo) && eq(v, y, strict, memo)); if (i < 0) return false; cand.splice(i, 1); }
    }
  }
  for (const k of keys) if (!eq(a[k], b[k], strict, memo)) return false;
  return true;
}
module.exports = { isDeepEqual };
