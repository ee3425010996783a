'use strict';
const { classOf } = internalBinding('types');
const shared = (v) => require('internal/shared_memory').isShared(v);
const is = (name) => (v) => classOf(v) === name;
const tag = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
const t = module.exports = {
  isExternal: () => false, isDate: is('Date'), isArgumentsObject: is('Arguments'), isRegExp: is('RegExp'), isPromise: is('Promise'), isMap: is('Map'), isSet: is('Set'),
  isWeakMap: is('WeakMap'), isWeakSet: is('WeakSet'), isProxy: is('Proxy'), isNativeError: is('Error'), isArrayBuffer: (v) => classOf(v) === 'ArrayBuffer' && !shared(v), isSharedArrayBuffer: (v) => classOf(v) === 'ArrayBuffer' && shared(v),
  isAnyArrayBuffer: is('ArrayBuffer'), isMapIterator: is('Map Iterator'), isSetIterator: is('Set Iterator'), isGeneratorObject: is('Generator'),
  isAsyncFunction: (v) => typeof v === 'function' && (classOf(v) === 'AsyncFunction' || /^async\b/.test(Function.prototype.toString.call(v))),
  isGeneratorFunction: (v) => typeof v === 'function' && (classOf(v) === 'GeneratorFunction' || /^(async\s+)?function\s*\*/.test(Function.prototype.toString.call(v))),
  isNumberObject: is('Number'), isStringObject: is('String'), isBooleanObject: is('Boolean'),
  isSymbolObject: (v) => typeof v === 'object' && v !== null && box(Symbol, v), isBigIntObject: (v) => typeof v === 'object' && v !== null && box(BigInt, v),
  isBoxedPrimitive: (v) => t.isNumberObject(v) || t.isStringObject(v) || t.isBooleanObject(v) || t.isSymbolObject(v) || t.isBigIntObject(v),
  isArrayBufferView: ArrayBuffer.isView, isDataView: (v) => ArrayBuffer.isView(v) && tag.call(v) === undefined, isTypedArray: (v) => ArrayBuffer.isView(v) && tag.call(v) !== undefined,
  isModuleNamespaceObject: (v) => require('internal/esm').isNamespace(v), isKeyObject: () => false, isCryptoKey: () => false, isEventTarget: (v) => v instanceof EventTarget,
};
function box(C, v) { try { C.prototype.valueOf.call(v); return true; } catch { return false; } }
for (const n of ['Uint8Array', 'Int8Array', 'Uint8ClampedArray', 'Uint16Array', 'Int16Array', 'Uint32Array', 'Int32Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array']) t[`is${n}`] = (v) => ArrayBuffer.isView(v) && tag.call(v) === n;
