'use strict';
// node:vm for the program's own realm. Other realms are not there: what would need one says so.
const { script } = internalBinding('modules');
const { codes: { ERR_INVALID_ARG_TYPE }, notImplemented } = require('internal/errors');
const fileOf = (o) => (typeof o === 'string' ? o : o?.filename) ?? 'evalmachine.<anonymous>';
class Script {
  #src; #file;
  constructor(src, options) { this.#src = `${src}`; this.#file = fileOf(options); this.cachedDataRejected = undefined; internalBinding('core').checkScript(this.#src, this.#file); }
  runInThisContext() { return script(this.#src, this.#file); }
  runInContext() { notImplemented('vm.Script.runInContext')(); }
  runInNewContext() { notImplemented('vm.Script.runInNewContext')(); }
  createCachedData() { return Buffer.alloc(0); }
}
module.exports = {
  Script, runInThisContext: (src, o) => script(`${src}`, fileOf(o)),
  compileFunction(src, params = [], o) {
    if (typeof src !== 'string') throw new ERR_INVALID_ARG_TYPE('code', 'string', src);
    return script(`(function (${params.join(',')}) {${src}\n})`, fileOf(o));
  },
  isContext: (o) => { if (o === null || typeof o !== 'object') throw new ERR_INVALID_ARG_TYPE('object', 'Object', o); return false; },
  createContext: notImplemented('vm.createContext'), createScript: (s, o) => new Script(s, o), runInContext: notImplemented('vm.runInContext'), runInNewContext: notImplemented('vm.runInNewContext'),
  measureMemory: notImplemented('vm.measureMemory'), constants: { __proto__: null },
};
