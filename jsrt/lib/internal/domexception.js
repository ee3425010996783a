'use strict';
const codes = { IndexSizeError: 1, HierarchyRequestError: 3, WrongDocumentError: 4, InvalidCharacterError: 5, NoModificationAllowedError: 7, NotFoundError: 8, NotSupportedError: 9, InUseAttributeError: 10, InvalidStateError: 11, SyntaxError: 12, InvalidModificationError: 13, NamespaceError: 14, InvalidAccessError: 15, TypeMismatchError: 17, SecurityError: 18, NetworkError: 19, AbortError: 20, URLMismatchError: 21, QuotaExceededError: 22, TimeoutError: 23, InvalidNodeTypeError: 24, DataCloneError: 25 };
class DOMException extends Error {
  #name; #msg;
  constructor(message = '', options = 'Error') {
    super(`${message}`);
    let name = options;
    if (options !== null && typeof options === 'object') {
      name = options.name ?? 'Error';
      if ('cause' in options) Object.defineProperty(this, 'cause', { value: options.cause, configurable: true, writable: true, enumerable: false });
    }
    this.#name = `${name}`; this.#msg = `${message}`;
    delete this.message;
    const st = this.stack;
    if (typeof st === 'string') Object.defineProperty(this, 'stack', { value: st.replace(/^Error/, this.#name), configurable: true, writable: true, enumerable: false });
  }
  get name() { return #name in this ? this.#name : 'Error'; }
  get message() { return #msg in this ? this.#msg : ''; }
  get code() { return #name in this ? codes[this.#name] ?? 0 : 0; }
}
Object.defineProperty(DOMException.prototype, Symbol.toStringTag, { value: 'DOMException', configurable: true });
for (const [k, v] of Object.entries(codes)) {
  const n = `${k.replace(/Error$/, '').replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}_ERR`;
  for (const o of [DOMException, DOMException.prototype]) Object.defineProperty(o, n, { value: v, enumerable: true });
}
exports.DOMException = DOMException;
