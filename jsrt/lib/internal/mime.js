'use strict';
// util.MIMEType and MIMEParams, by the rules of mimesniff.spec.whatwg.org.
const { E, codes } = require('internal/errors');
E('ERR_INVALID_MIME_SYNTAX', TypeError, (production, str, index) => `The MIME syntax for a ${production} in "${str}" is invalid${index !== -1 ? ` at ${index}` : ''}`);
const { ERR_INVALID_MIME_SYNTAX } = codes;
const notToken = /[^!#$%&'*+\-.^_`|~A-Za-z0-9]/g, notQuoted = /[^\t\x20-\x7e\x80-\xff]/g, outer = /^[\n\r\t ]+|[\n\r\t ]+$/g;
const bad = (re, s) => { re.lastIndex = 0; const m = re.exec(s); return m ? m.index : -1; };
const lower = (s) => s.replace(/[A-Z]/g, (c) => c.toLowerCase());
const quote = (v) => v.length === 0 || bad(notToken, v) >= 0 ? `"${v.replace(/["\\]/g, '\\$&')}"` : v;

class MIMEParams {
  #data = new Map();
  delete(name) { this.#data.delete(name); }
  get(name) { return this.#data.get(name) ?? null; }
  has(name) { return this.#data.has(name); }
  set(name, value) {
    name = `${name}`; value = `${value}`;
    const i = bad(notToken, name);
    if (name.length === 0 || i !== -1) throw new ERR_INVALID_MIME_SYNTAX('parameter name', name, i);
    const j = bad(notQuoted, value);
    if (j !== -1) throw new ERR_INVALID_MIME_SYNTAX('parameter value', value, j);
    this.#data.set(name, value);
  }
  *entries() { yield* this.#data.entries(); }
  *keys() { yield* this.#data.keys(); }
  *values() { yield* this.#data.values(); }
  toString() { let s = ''; for (const [k, v] of this.#data) s += `${s ? ';' : ''}${k}=${quote(v)}`; return s; }
  _parse(str) {
    let pos = 0;
    while (pos < str.length) {
      pos += /^[\r\n\t ]*/.exec(str.slice(pos))[0].length;
      const rest = str.slice(pos), end = rest.search(/[;=]/);
      if (end < 0) break;
      const name = lower(rest.slice(0, end));
      pos += end;
      if (str[pos++] === ';') continue;
      let value;
      if (str[pos] === '"') {
        const m = /^"((?:[^"\\]|\\[^]|\\$)*)("?)/.exec(str.slice(pos));
        value = m[1].replace(/\\([^])/g, '$1');
        pos += m[0].length;
        const semi = str.indexOf(';', pos);
        pos = semi < 0 ? str.length : semi + 1;
      } else {
        const semi = str.indexOf(';', pos);
        value = str.slice(pos, semi < 0 ? undefined : semi).replace(/[\r\n\t ]+$/, '');
        pos = semi < 0 ? str.length : semi + 1;
        if (value === '') continue;
      }
      if (name !== '' && bad(notToken, name) < 0 && bad(notQuoted, value) < 0 && !this.#data.has(name)) this.#data.set(name, value);
    }
  }
}
Object.defineProperty(MIMEParams.prototype, '_parse', { enumerable: false });
Object.defineProperty(MIMEParams.prototype, Symbol.iterator, { value: MIMEParams.prototype.entries, writable: true, configurable: true, enumerable: false });
Object.defineProperty(MIMEParams.prototype, 'toJSON', { value: MIMEParams.prototype.toString, writable: true, configurable: true, enumerable: false });

class MIMEType {
  #type; #subtype; #params = new MIMEParams();
  constructor(string) {
    string = `${string}`;
    const str = string.replace(outer, '');
    const slash = str.indexOf('/');
    const type = slash < 0 ? str : str.slice(0, slash), i = bad(notToken, type);
    if (type === '' || i !== -1 || slash < 0) throw new ERR_INVALID_MIME_SYNTAX('type', string, slash < 0 && i === -1 ? -1 : i);
    const rest = str.slice(slash + 1), semi = rest.indexOf(';');
    const sub = (semi < 0 ? rest : rest.slice(0, semi)).replace(/[\r\n\t ]+$/, ''), j = bad(notToken, sub);
    if (sub === '' || j !== -1) throw new ERR_INVALID_MIME_SYNTAX('subtype', string, j);
    this.#type = lower(type);
    this.#subtype = lower(sub);
    if (semi >= 0) this.#params._parse(rest.slice(semi + 1));
  }
  get type() { return this.#type; }
  set type(v) { v = `${v}`; const i = bad(notToken, v); if (v.length === 0 || i !== -1) throw new ERR_INVALID_MIME_SYNTAX('type', v, i); this.#type = lower(v); }
  get subtype() { return this.#subtype; }
  set subtype(v) { v = `${v}`; const i = bad(notToken, v); if (v.length === 0 || i !== -1) throw new ERR_INVALID_MIME_SYNTAX('subtype', v, i); this.#subtype = lower(v); }
  get essence() { return `${this.#type}/${this.#subtype}`; }
  get params() { return this.#params; }
  toString() { const p = this.#params.toString(); return `${this.essence}${p ? `;${p}` : ''}`; }
}
Object.defineProperty(MIMEType.prototype, 'toJSON', { value: MIMEType.prototype.toString, writable: true, configurable: true, enumerable: false });
module.exports = { MIMEType, MIMEParams };
