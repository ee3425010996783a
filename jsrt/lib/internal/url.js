'use strict';
// URL and URLSearchParams of the WHATWG standard. Parsing is a host function; a URL keeps its serialised parts.
const binding = internalBinding('url');
const { toWellFormed } = internalBinding('buffer');
const { codes: { ERR_INVALID_URL, ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS, ERR_MISSING_ARGS, ERR_INVALID_TUPLE, ERR_ARG_NOT_ITERABLE, ERR_INVALID_URL_SCHEME, ERR_INVALID_FILE_URL_HOST, ERR_INVALID_FILE_URL_PATH } } = require('internal/errors');
const custom = Symbol.for('nodejs.util.inspect.custom');
const HREF = 0, PROTOCOL = 1, USERNAME = 2, PASSWORD = 3, HOST = 4, HOSTNAME = 5, PORT = 6, PATHNAME = 7, SEARCH = 8, HASH = 9, ORIGIN = 10;

const hexOf = []; for (let i = 0; i < 256; i++) hexOf[i] = `%${i < 16 ? '0' : ''}${i.toString(16).toUpperCase()}`;
function encodeForm(s) {
  if (/^[A-Za-z0-9*\-._]*$/.test(s)) return s;
  let out = '';
  for (const b of new Uint8Array(internalBinding('buffer').encode(s.toWellFormed(), 'utf8'))) {
    if (b === 32) out += '+';
    else if (b >= 48 && b <= 57 || b >= 65 && b <= 90 || b >= 97 && b <= 122 || b === 42 || b === 45 || b === 46 || b === 95) out += String.fromCharCode(b);
    else out += hexOf[b];
  }
  return out;
}
const parseForm = binding.parseForm;
const str = (v) => { if (typeof v === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string'); return toWellFormed(`${v}`); };

class URLSearchParams {
  #list = [];
  #url = null;
  constructor(init = undefined) {
    if (init === undefined || init === null) return;
    if (typeof init === 'object' || typeof init === 'function') {
      const it = init[Symbol.iterator];
      if (it === Object.prototype[Symbol.iterator] || it == null) {
        if (it !== undefined && it !== null && typeof it !== 'function') throw new ERR_ARG_NOT_ITERABLE('Query pairs');
        const seen = new Map();
        for (const k of Reflect.ownKeys(init)) {
          const d = Reflect.getOwnPropertyDescriptor(init, k);
          if (d !== undefined && d.enumerable) { const key = str(k); const v = str(init[k]); if (seen.has(key)) this.#list[seen.get(key)] = v; else { seen.set(key, this.#list.push(key, v) - 1); } }
        }
        return;
      }
      if (typeof it !== 'function') throw new ERR_ARG_NOT_ITERABLE('Query pairs');
      if (init instanceof URLSearchParams && #list in init) { this.#list = init.#list.slice(); return; }
      for (const p of init) {
        if (p == null || typeof p[Symbol.iterator] !== 'function' || typeof p === 'string') throw new ERR_INVALID_TUPLE('Each query pair', '[name, value]');
        const pair = [...p];
        if (pair.length !== 2) throw new ERR_INVALID_TUPLE('Each query pair', '[name, value]');
        this.#list.push(str(pair[0]), str(pair[1]));
      }
      return;
    }
    init = str(init);
    this.#list = parseForm(init[0] === '?' ? init.slice(1) : init);
  }
  static _of(url, search) { const p = new URLSearchParams(); p.#url = url; p.#list = parseForm(search[0] === '?' ? search.slice(1) : search); return p; }
  static _reset(p, search) { p.#list = parseForm(search[0] === '?' ? search.slice(1) : search); }
  #check() { if (!(#list in this)) throw new ERR_INVALID_THIS('URLSearchParams'); }
  #update() { if (this.#url) this.#url._setSearch(this.toString()); }
  get size() { return this.#list.length / 2; }
  append(name, value) {
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('name', 'value');
    this.#list.push(str(name), str(value)); this.#update();
  }
  delete(name, value = undefined) {
    if (arguments.length < 1) throw new ERR_MISSING_ARGS('name');
    name = str(name); if (value !== undefined) value = str(value);
    const l = this.#list;
    for (let i = 0; i < l.length;) if (l[i] === name && (value === undefined || l[i + 1] === value)) l.splice(i, 2); else i += 2;
    this.#update();
  }
  get(name) { if (arguments.length < 1) throw new ERR_MISSING_ARGS('name'); name = str(name); for (let i = 0; i < this.#list.length; i += 2) if (this.#list[i] === name) return this.#list[i + 1]; return null; }
  getAll(name) { if (arguments.length < 1) throw new ERR_MISSING_ARGS('name'); name = str(name); const out = []; for (let i = 0; i < this.#list.length; i += 2) if (this.#list[i] === name) out.push(this.#list[i + 1]); return out; }
  has(name, value = undefined) { if (arguments.length < 1) throw new ERR_MISSING_ARGS('name'); name = str(name); if (value !== undefined) value = str(value); for (let i = 0; i < this.#list.length; i += 2) if (this.#list[i] === name && (value === undefined || this.#list[i + 1] === value)) return true; return false; }
  set(name, value) {
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('name', 'value');
    name = str(name); value = str(value);
    const l = this.#list;
    let found = false;
    for (let i = 0; i < l.length;) {
      if (l[i] === name) { if (!found) { l[i + 1] = value; found = true; i += 2; } else l.splice(i, 2); } else i += 2;
    }
    if (!found) l.push(name, value);
    this.#update();
  }
  sort() {
    const pairs = [];
    for (let i = 0; i < this.#list.length; i += 2) pairs.push([this.#list[i], this.#list[i + 1]]);
    pairs.sort((a, b) => a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);
    this.#list = pairs.flat();
    this.#update();
  }
  forEach(fn, self = undefined) {
    if (typeof fn !== 'function') throw new ERR_INVALID_ARG_TYPE('callback', 'Function', fn);
    for (let i = 0; i < this.#list.length; i += 2) fn.call(self, this.#list[i + 1], this.#list[i], this);
  }
  #iter(kind) {
    const l = this.#list;
    let i = 0;
    const it = Object.create(iterProto);
    next.set(it, () => {
      const list = this.#list;
      if (i >= list.length) return { value: undefined, done: true };
      const value = kind === 0 ? list[i] : kind === 1 ? list[i + 1] : [list[i], list[i + 1]];
      i += 2;
      return { value, done: false };
    });
    return it;
  }
  entries() { return this.#iter(2); }
  keys() { return this.#iter(0); }
  values() { return this.#iter(1); }
  toString() { let s = ''; const l = this.#list; for (let i = 0; i < l.length; i += 2) s += `${i ? '&' : ''}${encodeForm(l[i])}=${encodeForm(l[i + 1])}`; return s; }
  [custom](depth, opts, inspect) {
    if (typeof depth === 'number' && depth < 0) return opts.stylize('[Object]', 'special');
    const out = [];
    for (let i = 0; i < this.#list.length; i += 2) out.push(`${inspect(this.#list[i], opts)} => ${inspect(this.#list[i + 1], opts)}`);
    const len = out.reduce((n, s) => n + s.length + 2, -2);
    if (len > opts.breakLength) return `${this.constructor.name} {\n  ${out.join(',\n  ')} }`;
    return out.length ? `${this.constructor.name} { ${out.join(', ')} }` : `${this.constructor.name} {}`;
  }
}
const next = new WeakMap();
const iterProto = Object.create(Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())), {
  next: { value() { const f = next.get(this); if (!f) throw new ERR_INVALID_THIS('URLSearchParamsIterator'); return f(); }, writable: true, configurable: true, enumerable: true },
  [Symbol.toStringTag]: { value: 'URLSearchParams Iterator', configurable: true },
});
const sp = URLSearchParams.prototype;
Object.defineProperty(sp, Symbol.iterator, { value: sp.entries, writable: true, configurable: true, enumerable: false });
Object.defineProperty(sp, Symbol.toStringTag, { value: 'URLSearchParams', configurable: true });
for (const k of ['append', 'delete', 'get', 'getAll', 'has', 'set', 'sort', 'forEach', 'entries', 'keys', 'values', 'toString', 'size']) Object.defineProperty(sp, k, { enumerable: true });

class URL {
  #p;
  #params = null;
  constructor(input, base = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    input = str(input);
    if (base !== undefined) base = str(base);
    const p = base === undefined ? binding.parse(input) : binding.parse(input, base);
    if (p === undefined) {
      const e = new ERR_INVALID_URL();
      e.input = input;
      if (base !== undefined) e.base = base;
      throw e;
    }
    this.#p = p;
  }
  static canParse(input, base = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    return (base === undefined ? binding.parse(str(input)) : binding.parse(str(input), str(base))) !== undefined;
  }
  static parse(input, base = undefined) { return URL.canParse(input, base) ? new URL(input, base) : null; }
  static createObjectURL(obj) { return require('internal/object_url').create(obj); }
  static revokeObjectURL(url) { require('internal/object_url').revoke(url); }
  #set(name, v) { const p = binding.set(this.#p[HREF], name, str(v)); if (p !== undefined) this.#p = p; }
  _setSearch(s) { this.#set('search', s); }
  get href() { if (!(#p in this)) throw new ERR_INVALID_THIS('URL'); return this.#p[HREF]; }
  set href(v) { const p = binding.parse(str(v)); if (p === undefined) { const e = new ERR_INVALID_URL(); e.input = str(v); throw e; } this.#p = p; if (this.#params) URLSearchParams._reset(this.#params, p[SEARCH]); }
  get origin() { return this.#p[ORIGIN]; }
  get protocol() { return this.#p[PROTOCOL]; } set protocol(v) { this.#set('protocol', v); }
  get username() { return this.#p[USERNAME]; } set username(v) { this.#set('username', v); }
  get password() { return this.#p[PASSWORD]; } set password(v) { this.#set('password', v); }
  get host() { return this.#p[HOST]; } set host(v) { this.#set('host', v); }
  get hostname() { return this.#p[HOSTNAME]; } set hostname(v) { this.#set('hostname', v); }
  get port() { return this.#p[PORT]; } set port(v) { this.#set('port', v); }
  get pathname() { return this.#p[PATHNAME]; } set pathname(v) { this.#set('pathname', v); }
  get search() { return this.#p[SEARCH]; }
  set search(v) { this.#set('search', v); if (this.#params) URLSearchParams._reset(this.#params, this.#p[SEARCH]); }
  get searchParams() { return this.#params ??= URLSearchParams._of(this, this.#p[SEARCH]); }
  get hash() { return this.#p[HASH]; } set hash(v) { this.#set('hash', v); }
  toString() { return this.href; }
  toJSON() { return this.href; }
  [custom](depth, opts, inspect) {
    if (typeof depth === 'number' && depth < 0) return this;
    const o = Object.create({ constructor: this.constructor === undefined ? URL : this.constructor });
    for (const k of ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'searchParams', 'hash']) o[k] = this[k];
    return `${this.constructor.name} ${inspect(Object.assign({}, o), opts)}`;
  }
}
Object.defineProperty(URL.prototype, Symbol.toStringTag, { value: 'URL', configurable: true });
for (const k of ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'searchParams', 'hash', 'toString', 'toJSON']) Object.defineProperty(URL.prototype, k, { enumerable: true });
Object.defineProperty(URL.prototype, '_setSearch', { enumerable: false });

function fileURLToPath(u) {
  if (typeof u === 'string') u = new URL(u);
  else if (!(u !== null && typeof u === 'object' && u.href && u.protocol)) throw new ERR_INVALID_ARG_TYPE('path', ['string', 'URL'], u);
  if (u.protocol !== 'file:') throw new ERR_INVALID_URL_SCHEME('file');
  if (u.hostname !== '') throw new ERR_INVALID_FILE_URL_HOST('linux');
  if (/%2f/i.test(u.pathname)) throw new ERR_INVALID_FILE_URL_PATH('must not include encoded / characters');
  return decodeURIComponent(u.pathname);
}
function pathToFileURL(p) {
  if (typeof p !== 'string') throw new ERR_INVALID_ARG_TYPE('path', 'string', p);
  const abs = require('path').resolve(p);
  let s = abs.replaceAll('%', '%25').replaceAll('\\', '%5C').replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('\t', '%09').replaceAll('?', '%3F').replaceAll('#', '%23');
  if (p.endsWith('/') && s !== '/') s += '/';
  return new URL(`file://${s}`);
}
function urlToHttpOptions(u) {
  const o = { __proto__: null, protocol: u.protocol, hostname: u.hostname.startsWith('[') ? u.hostname.slice(1, -1) : u.hostname, hash: u.hash, search: u.search, pathname: u.pathname, path: `${u.pathname || ''}${u.search || ''}`, href: u.href };
  if (u.port !== '') o.port = Number(u.port);
  if (u.username || u.password) o.auth = `${decodeURIComponent(u.username)}:${decodeURIComponent(u.password)}`;
  return o;
}
module.exports = { URL, URLSearchParams, fileURLToPath, pathToFileURL, urlToHttpOptions, domainToASCII: (d) => binding.toASCII(`${d}`), domainToUnicode: (d) => binding.toUnicode(binding.toASCII(`${d}`)) };
