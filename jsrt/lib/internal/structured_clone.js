'use strict';
const { classOf } = internalBinding('types');
const errors = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
function structuredClone(value, options) {
  if (arguments.length === 0) throw new (require('internal/errors').codes.ERR_MISSING_ARGS)('The value argument must be specified');
  const memo = new Map();
  const transfer = options && options.transfer ? [...options.transfer] : [];
  const fail = (v) => { let s; try { s = typeof v === 'symbol' ? v.toString() : typeof v === 'function' ? Function.prototype.toString.call(v) : `#<${v.constructor?.name ?? 'Object'}>`; } catch { s = '#<Object>'; } throw new DOMException(`${s} could not be cloned.`, 'DataCloneError'); };
  const clone = (v) => {
    if (typeof v === 'function' || typeof v === 'symbol') fail(v);
    if (typeof v !== 'object' || v === null) return v;
    if (memo.has(v)) return memo.get(v);
    const cls = classOf(v);
    let out;
    switch (cls) {
      case 'Date': out = new Date(v.getTime()); memo.set(v, out); return out;
      case 'RegExp': out = new RegExp(v.source, v.flags); memo.set(v, out); return out;
      case 'Number': case 'String': case 'Boolean': out = Object(v.valueOf()); memo.set(v, out); return out;
      case 'ArrayBuffer': { const sm = require('internal/shared_memory'); if (sm.isShared(v)) { out = sm.again(v); memo.set(v, out); return out; } }
        out = v.slice(0); memo.set(v, out); return out;
      case 'Map': out = new Map(); memo.set(v, out); for (const [a, b] of [...v]) out.set(clone(a), clone(b)); return out;
      case 'Set': out = new Set(); memo.set(v, out); for (const a of [...v]) out.add(clone(a)); return out;
      case 'Error': {
        const C = errors[v.name] ?? Error;
        out = Object.create(C.prototype);
        out = new C(); delete out.message; memo.set(v, out);
        const d = Object.getOwnPropertyDescriptor(v, 'message');
        if (d && 'value' in d) Object.defineProperty(out, 'message', { value: String(d.value), writable: true, configurable: true, enumerable: false });
        if (typeof v.stack === 'string') Object.defineProperty(out, 'stack', { value: v.stack, writable: true, configurable: true, enumerable: false });
        if (Object.prototype.hasOwnProperty.call(v, 'cause')) Object.defineProperty(out, 'cause', { value: clone(v.cause), writable: true, configurable: true, enumerable: false });
        return out;
      }
      case 'Promise': case 'WeakMap': case 'WeakSet': case 'Proxy': case 'Generator': return fail(v);
    }
    if (ArrayBuffer.isView(v)) {
      const buf = clone(v.buffer);
      const tag = v[Symbol.toStringTag];
      out = tag === undefined || tag === 'DataView' ? new DataView(buf, v.byteOffset, v.byteLength) : new globalThis[tag](buf, v.byteOffset, v.length);
      memo.set(v, out);
      return out;
    }
    if (v instanceof WeakRef) fail(v);
    out = Array.isArray(v) ? new Array(v.length) : {};
    memo.set(v, out);
    for (const k of Object.keys(v)) out[k] = clone(v[k]);
    return out;
  };
  for (const t of transfer) if (!(t instanceof ArrayBuffer) && !(t && t.postMessage)) throw new DOMException('Value not transferable', 'DataCloneError'); else if (!(t instanceof ArrayBuffer)) memo.set(t, t);
  return clone(value);
}
exports.structuredClone = structuredClone;
