'use strict';
// node:url: the WHATWG classes and the legacy parser.
const u = require('internal/url');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_URL } } = require('internal/errors');
const { validateString } = require('internal/validators');
const slashed = new Set(['http', 'http:', 'https', 'https:', 'ftp', 'ftp:', 'gopher', 'gopher:', 'file', 'file:', 'ws', 'ws:', 'wss', 'wss:']);

function Url() {
  this.protocol = null; this.slashes = null; this.auth = null; this.host = null; this.port = null; this.hostname = null;
  this.hash = null; this.search = null; this.query = null; this.pathname = null; this.path = null; this.href = null;
}
const autoEscape = { '\t': '%09', '\n': '%0A', '\r': '%0D', ' ': '%20', '"': '%22', "'": '%27', '<': '%3C', '>': '%3E', '\\': '%5C', '^': '%5E', '`': '%60', '{': '%7B', '|': '%7C', '}': '%7D' };
const escapeRest = (s) => s.replace(/[\t\n\r "'<>\\^`{|}]/g, (c) => autoEscape[c]);

Url.prototype.parse = function (url, parseQuery, slashesDenoteHost) {
  validateString(url, 'url');
  let rest = url.trim();
  const q = rest.search(/[?#]/);
  rest = q < 0 ? rest.replaceAll('\\', '/') : rest.slice(0, q).replaceAll('\\', '/') + rest.slice(q);
  const proto = /^[a-z0-9.+-]+:/i.exec(rest);
  let lower;
  if (proto) { lower = proto[0].toLowerCase(); this.protocol = lower; rest = rest.slice(proto[0].length); }
  let slashes;
  if (slashesDenoteHost || proto || /^\/\/[^@/]+@[^@/]+/.test(rest)) {
    slashes = rest.startsWith('//');
    if (slashes && !(lower && lower === 'javascript:')) { rest = rest.slice(2); this.slashes = true; }
  }
  if (lower !== 'javascript:' && (slashes || proto && !slashed.has(proto[0].toLowerCase()) && false)) {
    let end = rest.search(/[/?#\t\n\r "%'<>;\\^`{|}]/);
    const atEnd = rest.search(/[/?#]/);
    const at = rest.lastIndexOf('@', atEnd < 0 ? rest.length : atEnd);
    let auth = null;
    if (at >= 0) { auth = rest.slice(0, at); rest = rest.slice(at + 1); end = rest.search(/[/?#\t\n\r "%'<>;\\^`{|}]/); }
    if (end < 0) end = rest.length;
    let host = rest.slice(0, end);
    rest = rest.slice(end);
    if (auth !== null) this.auth = decodeURIComponent(auth);
    const m = /:([0-9]*)$/.exec(host);
    if (m && !/\[[^\]]*$/.test(host.slice(0, m.index))) { if (m[1]) this.port = m[1]; host = host.slice(0, m.index); }
    let hostname = host;
    const v6 = hostname[0] === '[' && hostname.endsWith(']');
    if (hostname.length > 255) hostname = ''; else hostname = hostname.toLowerCase();
    if (!v6 && hostname !== '') {
      if (/[^\x00-\x7f]/.test(hostname)) hostname = u.domainToASCII(hostname);
      if (/[\s:]/.test(hostname) || hostname === '') { const e = new ERR_INVALID_URL(); e.input = url; throw e; }
    }
    this.hostname = hostname;
    this.host = hostname + (this.port ? `:${this.port}` : '');
    if (v6) { this.hostname = hostname.slice(1, -1); if (rest[0] !== '/') rest = `/${rest}`; }
  }
  if (lower !== 'javascript:') rest = escapeRest(rest);
  const h = rest.indexOf('#');
  if (h >= 0) { this.hash = rest.slice(h); rest = rest.slice(0, h); }
  const s = rest.indexOf('?');
  if (s >= 0) {
    this.search = rest.slice(s);
    this.query = this.search.slice(1);
    if (parseQuery) this.query = require('querystring').parse(this.query);
    rest = rest.slice(0, s);
  } else if (parseQuery) { this.search = null; this.query = Object.create(null); }
  if (rest) this.pathname = rest;
  if (slashed.has(lower) && this.hostname && !this.pathname) this.pathname = '/';
  if (this.pathname || this.search) this.path = (this.pathname || '') + (this.search || '');
  this.href = this.format();
  return this;
};
Url.prototype.format = function () {
  let auth = this.auth || '';
  if (auth) auth = `${encodeURIComponent(auth).replace(/%3A/i, ':')}@`;
  let protocol = this.protocol || '', pathname = this.pathname || '', hash = this.hash || '', host = '', query = '';
  if (this.host) host = auth + this.host;
  else if (this.hostname) {
    host = auth + (this.hostname.includes(':') && !this.hostname.startsWith('[') ? `[${this.hostname}]` : this.hostname);
    if (this.port) host += `:${this.port}`;
  }
  if (this.query !== null && typeof this.query === 'object') query = require('querystring').stringify(this.query);
  let search = this.search || query && `?${query}` || '';
  if (protocol && protocol.charCodeAt(protocol.length - 1) !== 58) protocol += ':';
  pathname = pathname.replace(/[#?]/g, (c) => c === '#' ? '%23' : '%3F');
  if (this.slashes || slashed.has(protocol)) {
    if (this.slashes || host) { if (pathname && pathname[0] !== '/') pathname = `/${pathname}`; host = `//${host}`; } else if (protocol.startsWith('file')) host = '//';
  }
  search = search.replaceAll('#', '%23');
  if (hash && hash[0] !== '#') hash = `#${hash}`;
  if (search && search[0] !== '?') search = `?${search}`;
  return protocol + host + pathname + search + hash;
};
function parse(url, q, s) { if (url instanceof Url) return url; return new Url().parse(url, q, s); }
Url.prototype.resolve = function (rel) { return this.resolveObject(parse(rel, false, true)).format(); };
Url.prototype.resolveObject = function (rel) {
  if (typeof rel === 'string') rel = parse(rel, false, true);
  const r = new Url();
  Object.assign(r, this);
  r.hash = rel.hash;
  if (rel.href === '') { r.href = r.format(); return r; }
  if (rel.slashes && !rel.protocol) {
    for (const k of Object.keys(rel)) if (k !== 'protocol') r[k] = rel[k];
    if (slashed.has(r.protocol) && r.hostname && !r.pathname) r.path = r.pathname = '/';
    r.href = r.format();
    return r;
  }
  if (rel.protocol && rel.protocol !== r.protocol) {
    Object.assign(r, rel);
    if (slashed.has(rel.protocol) && !rel.host && !/^file:?$/.test(rel.protocol)) {
      const p = (rel.pathname || '').split('/');
      while (p.length && !(rel.host = p.shift()));
      r.host = rel.host || ''; r.hostname = r.host; r.pathname = `/${p.join('/')}`.replace(/^\/\//, '/');
    }
    r.href = r.format();
    return r;
  }
  const isRelAbs = rel.host || rel.pathname && rel.pathname[0] === '/';
  const isAbs = r.pathname && r.pathname[0] === '/';
  const mustEnd = isRelAbs || isAbs || r.host && rel.pathname;
  let src = r.pathname && r.pathname.split('/') || [];
  const rp = rel.pathname && rel.pathname.split('/') || [];
  if (isRelAbs) {
    if (rel.host || rel.host === '') { if (r.host !== rel.host) r.auth = null; r.host = rel.host; r.port = rel.port; }
    if (rel.hostname || rel.hostname === '') { if (r.hostname !== rel.hostname) r.auth = null; r.hostname = rel.hostname; }
    r.search = rel.search; r.query = rel.query;
    src = rp;
  } else if (rp.length) {
    src = src.slice(); src.pop(); src = src.concat(rp);
    r.search = rel.search; r.query = rel.query;
  } else if (rel.search !== null && rel.search !== undefined) {
    r.search = rel.search; r.query = rel.query;
    if (r.pathname !== null || r.search !== null) r.path = (r.pathname || '') + (r.search || '');
    r.href = r.format();
    return r;
  }
  if (!src.length) { r.pathname = null; r.path = r.search ? `/${r.search}` : null; r.href = r.format(); return r; }
  let last = src[src.length - 1];
  const trail = (r.host || rel.host || src.length > 1) && (last === '.' || last === '..') || last === '';
  let up = 0;
  src = src.slice();
  for (let i = src.length - 1; i >= 0; i--) {
    if (src[i] === '.') src.splice(i, 1);
    else if (src[i] === '..') { src.splice(i, 1); up++; } else if (up) { src.splice(i, 1); up--; }
  }
  if (!mustEnd) while (up--) src.unshift('..');
  if (mustEnd && src[0] !== '' && (!src[0] || src[0][0] !== '/')) src.unshift('');
  if (trail && src.join('/').slice(-1) !== '/') src.push('');
  if (!src.length) { r.pathname = null; r.path = null; } else r.pathname = src.join('/');
  if (r.pathname !== null || r.search !== null) r.path = (r.pathname || '') + (r.search || '');
  r.auth = rel.auth || r.auth;
  r.slashes = r.slashes || rel.slashes;
  r.href = r.format();
  return r;
};
function format(o, options) {
  if (typeof o === 'string') o = parse(o);
  else if (typeof o !== 'object' || o === null) throw new ERR_INVALID_ARG_TYPE('urlObject', ['Object', 'string'], o);
  else if (o instanceof u.URL) {
    const c = new u.URL(o.href), opt = { fragment: true, unicode: false, search: true, auth: true, ...options };
    if (!opt.fragment) c.hash = '';
    if (!opt.search) c.search = '';
    if (!opt.auth) { c.username = ''; c.password = ''; }
    return opt.unicode ? c.href.replace(c.hostname, u.domainToUnicode(c.hostname)) : c.href;
  }
  return Url.prototype.format.call(o);
}
module.exports = {
  Url, parse, resolve: (a, b) => parse(a, false, true).resolve(b), resolveObject: (a, b) => a ? parse(a, false, true).resolveObject(b) : b, format, ...u,
};
