'use strict';
// V8's CallSite objects, as Error.prepareStackTrace receives them.
class CallSite {
  #name; #file; #line; #col;
  constructor(name, file, line, col) { this.#name = name; this.#file = file; this.#line = line; this.#col = col; }
  getThis() { return undefined; }
  getTypeName() { return 'Object'; }
  getFunction() { return undefined; }
  getFunctionName() { return this.#name && !this.#name.endsWith('<anonymous>') ? this.#name : null; }
  getMethodName() { return null; }
  getFileName() { return this.#file; }
  getLineNumber() { return this.#line; }
  getColumnNumber() { return this.#col; }
  getEvalOrigin() { return undefined; }
  getScriptNameOrSourceURL() { return this.#file; }
  getScriptHash() { return ''; }
  getEnclosingLineNumber() { return this.#line; }
  getEnclosingColumnNumber() { return this.#col; }
  getPosition() { return 0; }
  getPromiseIndex() { return null; }
  isToplevel() { return true; }
  isEval() { return false; }
  isNative() { return false; }
  isConstructor() { return false; }
  isAsync() { return false; }
  isPromiseAll() { return false; }
  toString() { const at = `${this.#file}:${this.#line}:${this.#col}`; return this.#name ? `${this.#name} (${at})` : at; }
}
exports.callSite = (...a) => new CallSite(...a);
