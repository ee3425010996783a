'use strict';
// fetch(), Headers, Request, Response and FormData. Requests go over node:http and so stay on the network of the box.
const { Buffer } = require('buffer');
const { badValueRE, tokenRE } = require('internal/http/common');
const kDisturbed = Symbol.for('sandpit.disturbed');
const kList = Symbol('list');

// ---- Headers ----

function headerName(n) {
  n = String(n);
  if (!tokenRE.test(n)) throw new TypeError(`Headers.append: ${n} is an invalid header name.`);
  return n;
}
function headerValue(v) {
  v = String(v).replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
  if (badValueRE.test(v)) throw new TypeError(`Headers.append: ${v} is an invalid header value.`);
  return v;
}

class Headers {
  constructor(init) {
    Object.defineProperty(this, kList, { value: new Map(), enumerable: false }); // lower -> [name, values]
    if (init === undefined || init === null) return;
    if (typeof init !== 'object') throw new TypeError("Headers constructor: init given is not a sequence or record");
    if (init instanceof Headers) {
      for (const [k, e] of init[kList]) this[kList].set(k, [e[0], e[1].slice()]);
    } else if (typeof init[Symbol.iterator] === 'function') {
      for (const pair of init) {
        const list = [...pair];
        if (list.length !== 2) throw new TypeError('Headers constructor: expected name/value pair to be length 2, found ' + list.length + '.');
        this.append(list[0], list[1]);
      }
    } else {
      for (const key of Reflect.ownKeys(init)) if (typeof key === 'string') this.append(key, init[key]);
    }
  }
  append(name, value) {
    name = headerName(name);
    value = headerValue(value);
    const e = this[kList].get(name.toLowerCase());
    if (e) e[1].push(value);
    else this[kList].set(name.toLowerCase(), [name, [value]]);
  }
  set(name, value) {
    name = headerName(name);
    this[kList].set(name.toLowerCase(), [name, [headerValue(value)]]);
  }
  get(name) {
    const e = this[kList].get(headerName(name).toLowerCase());
    return e ? e[1].join(', ') : null;
  }
  has(name) { return this[kList].has(headerName(name).toLowerCase()); }
  delete(name) { this[kList].delete(headerName(name).toLowerCase()); }
  getSetCookie() {
    const e = this[kList].get('set-cookie');
    return e ? e[1].slice() : [];
  }
  *entries() {
    for (const key of [...this[kList].keys()].sort()) {
      const values = this[kList].get(key)[1];
      if (key === 'set-cookie') for (const v of values) yield [key, v];
      else yield [key, values.join(', ')];
    }
  }
  *keys() { for (const [k] of this.entries()) yield k; }
  *values() { for (const [, v] of this.entries()) yield v; }
  forEach(fn, self) { for (const [k, v] of this.entries()) fn.call(self, v, k, this); }
  [Symbol.iterator]() { return this.entries(); }
  get [Symbol.toStringTag]() { return 'Headers'; }
  [Symbol.for('nodejs.util.inspect.custom')](depth, options, inspect) {
    return `Headers ${(inspect || require('util').inspect)(Object.fromEntries(this.entries()), options)}`;
  }
}

// ---- FormData ----

class FormData {
  constructor() { Object.defineProperty(this, kList, { value: [], writable: true, enumerable: false }); }
  append(name, value, filename) { this[kList].push(entry(name, value, filename)); }
  set(name, value, filename) {
    const e = entry(name, value, filename);
    const i = this[kList].findIndex(([n]) => n === e[0]);
    this[kList] = this[kList].filter(([n], at) => n !== e[0] || at === i);
    if (i < 0) this[kList].push(e);
    else this[kList][this[kList].findIndex(([n]) => n === e[0])] = e;
  }
  get(name) {
    const e = this[kList].find(([n]) => n === String(name));
    return e ? e[1] : null;
  }
  getAll(name) { return this[kList].filter(([n]) => n === String(name)).map((e) => e[1]); }
  has(name) { return this[kList].some(([n]) => n === String(name)); }
  delete(name) { this[kList] = this[kList].filter(([n]) => n !== String(name)); }
  *entries() { for (const [n, v] of this[kList]) yield [n, v]; }
  *keys() { for (const [n] of this[kList]) yield n; }
  *values() { for (const [, v] of this[kList]) yield v; }
  forEach(fn, self) { for (const [n, v] of this.entries()) fn.call(self, v, n, this); }
  [Symbol.iterator]() { return this.entries(); }
  get [Symbol.toStringTag]() { return 'FormData'; }
}
const isBlob = (v) => v && typeof v === 'object' && typeof v.arrayBuffer === 'function' && typeof v.size === 'number';
function entry(name, value, filename) {
  if (!isBlob(value)) return [String(name), String(value)];
  if (filename !== undefined || typeof value.name !== 'string') value = new File([value], filename === undefined ? 'blob' : String(filename), { type: value.type });
  return [String(name), value];
}

// ---- bodies ----

// extract turns what may be a body into { source, stream, type, length }: source is bytes or a promise of them.
function extract(body) {
  if (body === null || body === undefined) return null;
  if (typeof body === 'object') {
    if (body instanceof URLSearchParams) return { bytes: Buffer.from(body.toString()), type: 'application/x-www-form-urlencoded;charset=UTF-8' };
    if (body instanceof FormData) return encodeForm(body);
    if (isBlob(body)) return { blob: body, type: body.type || null };
    if (ArrayBuffer.isView(body)) return { bytes: Buffer.from(Buffer.from(body.buffer, body.byteOffset, body.byteLength)), type: null };
    if (body instanceof ArrayBuffer) return { bytes: Buffer.from(Buffer.from(body)), type: null };
    if (typeof body.getReader === 'function') {
      if (body.locked || body[kDisturbed]) throw new TypeError('Response body object should not be disturbed or locked');
      return { stream: body, type: null };
    }
    if (typeof body[Symbol.asyncIterator] === 'function') return { stream: ReadableStream.from(body), type: null };
  }
  return { bytes: Buffer.from(String(body)), type: 'text/plain;charset=UTF-8' };
}

function encodeForm(form) {
  const boundary = `----formdata-${require('crypto').randomBytes(12).toString('hex')}`;
  const esc = (s) => s.replace(/\r\n|\r|\n/g, '%0D%0A').replace(/"/g, '%22');
  const parts = (async () => {
    const out = [];
    for (const [name, value] of form) {
      let head = `--${boundary}\r\nContent-Disposition: form-data; name="${esc(name)}"`;
      if (typeof value === 'string') {
        out.push(Buffer.from(`${head}\r\n\r\n${value.replace(/\r\n|\r|\n/g, '\r\n')}\r\n`));
      } else {
        head += `; filename="${esc(value.name)}"\r\nContent-Type: ${value.type || 'application/octet-stream'}\r\n\r\n`;
        out.push(Buffer.from(head), Buffer.from(await value.arrayBuffer()), Buffer.from('\r\n'));
      }
    }
    out.push(Buffer.from(`--${boundary}--\r\n`));
    return Buffer.concat(out);
  })();
  return { later: parts, type: `multipart/form-data; boundary=${boundary}` };
}

const kBody = Symbol('body');
const kStream = Symbol('stream');

async function bodyBytes(b) {
  if (b.bytes) return b.bytes;
  if (b.blob) return Buffer.from(await b.blob.arrayBuffer());
  if (b.later) return b.later;
  return null;
}

function streamOf(msg) {
  if (msg[kStream]) return msg[kStream];
  const b = msg[kBody];
  if (!b) return null;
  if (b.stream) return (msg[kStream] = b.stream);
  msg[kStream] = new ReadableStream({
    async pull(c) {
      const bytes = await bodyBytes(b);
      if (bytes.length) c.enqueue(new Uint8Array(bytes));
      c.close();
    },
    type: 'bytes',
  });
  return msg[kStream];
}

class Body {
  constructor(b) {
    Object.defineProperty(this, kBody, { value: b, writable: true, enumerable: false });
    Object.defineProperty(this, kStream, { value: null, writable: true, enumerable: false });
    Object.defineProperty(this, '_used', { value: false, writable: true, enumerable: false });
  }
  get body() { return streamOf(this); }
  get bodyUsed() { return !!(this[kBody] && (this._used || (this[kStream] && this[kStream][kDisturbed]))); }
  async _bytes() {
    if (this.bodyUsed || (this[kStream] && this[kStream].locked)) throw new TypeError('Body is unusable: Body has already been read');
    const b = this[kBody];
    if (!b) return Buffer.alloc(0);
    this._used = true;
    if (!b.stream) return bodyBytes(b);
    const chunks = [];
    const reader = streamOf(this).getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      if (!ArrayBuffer.isView(value)) throw new TypeError('Received non-Uint8Array chunk');
      chunks.push(value);
    }
    return Buffer.concat(chunks);
  }
  async arrayBuffer() {
    const b = await this._bytes();
    return b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength);
  }
  async bytes() { return new Uint8Array(await this.arrayBuffer()); }
  async text() { return new TextDecoder().decode(await this._bytes()); }
  async json() { return JSON.parse(await this.text()); }
  async blob() { return new Blob([await this._bytes()], { type: this.headers.get('content-type') || '' }); }
  async formData() {
    const type = this.headers.get('content-type') || '';
    const b = await this._bytes();
    if (/^multipart\/form-data/i.test(type)) return parseForm(b, type);
    if (/^application\/x-www-form-urlencoded/i.test(type)) {
      const form = new FormData();
      for (const [k, v] of new URLSearchParams(b.toString())) form.append(k, v);
      return form;
    }
    throw new TypeError('Content-Type was not one of "multipart/form-data" or "application/x-www-form-urlencoded".');
  }
  // split gives a second body with the same content.
  _split() {
    if (this.bodyUsed || (this[kStream] && this[kStream].locked)) throw new TypeError(`${this.constructor.name}.clone: Body has already been consumed.`);
    const b = this[kBody];
    if (!b) return null;
    if (!b.stream && !this[kStream]) return b;
    const [one, two] = streamOf(this).tee();
    this[kBody] = { stream: one, type: b.type };
    this[kStream] = one;
    return { stream: two, type: b.type };
  }
}

function parseForm(b, type) {
  const m = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type);
  if (!m) throw new TypeError('Failed to parse body as FormData.');
  const mark = Buffer.from(`--${m[1] || m[2]}`);
  const form = new FormData();
  let at = b.indexOf(mark);
  while (at >= 0) {
    at += mark.length;
    if (b[at] === 45 && b[at + 1] === 45) return form;
    const headEnd = b.indexOf('\r\n\r\n', at);
    const next = b.indexOf(mark, at);
    if (headEnd < 0 || next < 0) break;
    const head = b.subarray(at, headEnd).toString();
    const data = b.subarray(headEnd + 4, next - 2);
    const name = /name="([^"]*)"/i.exec(head);
    const file = /filename="([^"]*)"/i.exec(head);
    const un = (s) => s.replace(/%0D%0A/gi, '\r\n').replace(/%22/g, '"');
    if (!name) break;
    if (file) {
      const ct = /content-type:\s*([^\r\n]+)/i.exec(head);
      form.append(un(name[1]), new File([data], un(file[1]), { type: ct ? ct[1].trim() : 'text/plain' }));
    } else {
      form.append(un(name[1]), data.toString());
    }
    at = next;
  }
  throw new TypeError('Failed to parse body as FormData.');
}

// ---- Request ----

class Request extends Body {
  constructor(input, init = {}) {
    init = init || {};
    const from = input instanceof Request ? input : null;
    let url;
    if (from) {
      url = from.url;
    } else {
      let u;
      try {
        u = new URL(String(input));
      } catch (e) {
        throw Object.assign(new TypeError(`Failed to parse URL from ${input}`), { cause: e });
      }
      if (u.username || u.password) throw new TypeError(`Request cannot be constructed from a URL that includes credentials: ${input}`);
      url = u.href;
    }
    let method = init.method === undefined ? (from ? from.method : 'GET') : String(init.method);
    if (!tokenRE.test(method)) throw new TypeError(`'${method}' is not a valid HTTP method.`);
    if (/^(?:delete|get|head|options|post|put)$/i.test(method)) method = method.toUpperCase();
    if (/^(?:connect|trace|track)$/i.test(method)) throw new TypeError(`'${method}' HTTP method is unsupported.`);
    if (init.body != null && (method === 'GET' || method === 'HEAD')) throw new TypeError('Request with GET/HEAD method cannot have body.');
    const body = init.body != null ? extract(init.body) : from ? from[kBody] : null;
    if (init.body != null && body.stream && init.duplex !== 'half') throw new TypeError('RequestInit: duplex option is required when sending a body.');
    super(body);
    if (from && init.body == null && body) from._used = true;
    this.method = method;
    this.url = url;
    this.headers = new Headers(init.headers !== undefined ? init.headers : from ? from.headers : undefined);
    if (body && body.type && !this.headers.has('content-type')) this.headers.append('Content-Type', body.type);
    this.redirect = init.redirect || (from ? from.redirect : 'follow');
    if (!['follow', 'error', 'manual'].includes(this.redirect)) throw new TypeError(`Request constructor: ${this.redirect} is not an accepted type.`);
    this.signal = init.signal || (from ? from.signal : new AbortController().signal);
    this.mode = init.mode || 'cors';
    this.credentials = init.credentials || 'same-origin';
    this.cache = init.cache || 'default';
    this.referrer = 'about:client';
    this.referrerPolicy = '';
    this.integrity = init.integrity || '';
    this.keepalive = !!init.keepalive;
    this.duplex = 'half';
    this.destination = '';
  }
  clone() {
    const b = this._split();
    const r = new Request(this.url, { method: this.method, headers: this.headers, redirect: this.redirect, signal: this.signal });
    r[kBody] = b;
    return r;
  }
  get [Symbol.toStringTag]() { return 'Request'; }
}

// ---- Response ----

class Response extends Body {
  constructor(body, init = {}) {
    init = init || {};
    const status = init.status === undefined ? 200 : init.status;
    if (!Number.isInteger(status) || status < 200 || status > 599) throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
    const b = extract(body);
    if (b && [204, 205, 304].includes(status)) throw new TypeError('Response with null body status cannot have body');
    super(b);
    this.status = status;
    this.statusText = init.statusText === undefined ? '' : String(init.statusText);
    this.headers = new Headers(init.headers);
    if (b && b.type && !this.headers.has('content-type')) this.headers.append('Content-Type', b.type);
    this.type = 'default';
    this.url = '';
    this.redirected = false;
  }
  get ok() { return this.status >= 200 && this.status <= 299; }
  clone() {
    const b = this._split();
    const r = bare(this.status, this.statusText, new Headers(this.headers), b);
    r.type = this.type;
    r.url = this.url;
    r.redirected = this.redirected;
    return r;
  }
  get [Symbol.toStringTag]() { return 'Response'; }
  static json(data, init = {}) {
    const text = JSON.stringify(data);
    if (text === undefined) throw new TypeError('Value is not JSON serializable');
    const headers = new Headers(init.headers);
    if (!headers.has('content-type')) headers.set('Content-Type', 'application/json');
    return new Response(text, { ...init, headers });
  }
  static redirect(url, status = 302) {
    const u = new URL(String(url));
    if (![301, 302, 303, 307, 308].includes(status)) throw new RangeError(`Invalid status code ${status}`);
    return bare(status, '', new Headers({ Location: u.href }), null);
  }
  static error() {
    const r = bare(200, '', new Headers(), null);
    r.status = 0;
    r.type = 'error';
    return r;
  }
}

function bare(status, statusText, headers, body) {
  const r = new Response(null);
  r[kBody] = body;
  r.status = status;
  r.statusText = statusText;
  r.headers = headers;
  return r;
}

// ---- fetch ----

function failed(cause) {
  const e = new TypeError('fetch failed');
  Object.defineProperty(e, 'cause', { value: cause, writable: true, enumerable: false, configurable: true });
  return e;
}

function dataURL(url) {
  const m = /^data:([^,]*?)(;\s*base64)?,(.*)$/s.exec(url.href.replace(/#.*$/, ''));
  if (!m) throw failed(new Error('invalid data: URL'));
  const raw = decodeURIComponent(m[3].replace(/%(?![0-9a-f]{2})/gi, '%25'));
  const bytes = m[2] ? Buffer.from(raw, 'base64') : Buffer.from(raw);
  const r = bare(200, 'OK', new Headers({ 'Content-Type': m[1] || 'text/plain;charset=US-ASCII' }), { bytes, type: null });
  r.url = url.href;
  return r;
}

let agent;

async function fetch(input, init) {
  const req = new Request(input, init);
  const { signal } = req;
  if (signal && signal.aborted) throw signal.reason;
  let url = new URL(req.url);
  let { method } = req;
  const headers = new Headers(req.headers);
  let body = req[kBody];
  let hops = 0;
  for (;;) {
    if (url.protocol === 'data:') return dataURL(url);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw failed(new Error(hops ? 'URL scheme must be a HTTP(S) scheme' : 'unknown scheme'));
    let bytes = null;
    if (body && !body.stream) bytes = await bodyBytes(body);
    const res = await once(url, method, headers, bytes, body && body.stream, signal);
    const location = res.headers.location;
    if (![301, 302, 303, 307, 308].includes(res.statusCode) || req.redirect === 'manual' || location === undefined) {
      if (![301, 302, 303, 307, 308].includes(res.statusCode) || req.redirect !== 'error' || location === undefined) return toResponse(res, url, hops > 0, method, signal);
    }
    res.resume();
    res.on('error', () => {});
    if (req.redirect === 'error') {
      throw failed(new Error('unexpected redirect'));
    }
    let next;
    try {
      next = new URL(location, url);
    } catch (e) {
      throw failed(e);
    }
    if (next.protocol !== 'http:' && next.protocol !== 'https:') throw failed(new Error('URL scheme must be a HTTP(S) scheme'));
    if (++hops > 20) throw failed(new Error('redirect count exceeded'));
    if (res.statusCode !== 303 && body && body.stream) throw failed(new TypeError('Cannot follow a redirect with a streamed body'));
    if (((res.statusCode === 301 || res.statusCode === 302) && method === 'POST') || (res.statusCode === 303 && method !== 'GET' && method !== 'HEAD')) {
      method = 'GET';
      body = null;
      for (const h of ['content-encoding', 'content-language', 'content-location', 'content-type', 'content-length']) headers.delete(h);
    }
    if (next.origin !== url.origin) for (const h of ['authorization', 'proxy-authorization', 'cookie', 'host']) headers.delete(h);
    if (!next.hash) next.hash = url.hash;
    url = next;
  }
}

// once does one exchange and gives the IncomingMessage.
function once(url, method, headers, bytes, stream, signal) {
  const http = url.protocol === 'https:' ? require('https') : require('http');
  agent = agent || new (require('http').Agent)({ keepAlive: true });
  return new Promise((resolve, reject) => {
    const list = {};
    if (!headers.has('host')) list.Host = url.host;
    for (const [, [name, values]] of headers[kList]) list[name] = values.join(', ');
    if (!headers.has('connection')) list.connection = 'keep-alive';
    if (!headers.has('accept')) list.accept = '*/*';
    if (!headers.has('accept-language')) list['accept-language'] = '*';
    if (!headers.has('sec-fetch-mode')) list['sec-fetch-mode'] = 'cors';
    if (!headers.has('user-agent')) list['user-agent'] = 'node';
    // A request that brings its own conditions asks past every cache.
    if (['if-modified-since', 'if-none-match', 'if-unmodified-since', 'if-match', 'if-range'].some((n) => headers.has(n))) {
      if (!headers.has('pragma')) list.pragma = 'no-cache';
      if (!headers.has('cache-control')) list['cache-control'] = 'no-cache';
    }
    if (!headers.has('accept-encoding')) list['accept-encoding'] = 'gzip, deflate';
    if (bytes) list['content-length'] = bytes.length;
    else if (!stream && (method === 'POST' || method === 'PUT')) list['content-length'] = 0;
    let req;
    try {
      req = http.request({ host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port || (url.protocol === 'https:' ? 443 : 80), path: url.pathname + url.search, method, headers: list,
        agent: url.protocol === 'https:' ? undefined : agent, setHost: false });
    } catch (e) {
      reject(failed(e));
      return;
    }
    const onAbort = () => {
      reject(signal.reason);
      req.destroy();
    };
    if (signal) signal.addEventListener('abort', onAbort, { once: true });
    let answered = false;
    req.on('response', (res) => {
      answered = true;
      res._fetchRequest = req;
      if (signal) {
        signal.removeEventListener('abort', onAbort);
      }
      resolve(res);
    });
    req.on('error', (e) => {
      if (signal) signal.removeEventListener('abort', onAbort);
      if (answered) return;
      if (signal && signal.aborted) {
        reject(signal.reason);
        return;
      }
      if (e.code === 'ECONNRESET' && e.message === 'socket hang up') {
        // A kept connection that the server had closed meanwhile: one more try on a new one.
        if (req.reusedSocket && !stream) {
          once(url, method, headers, bytes, stream, signal).then(resolve, reject);
          return;
        }
        e = Object.assign(new Error('other side closed'), { name: 'SocketError', code: 'UND_ERR_SOCKET' });
      }
      reject(failed(e));
    });
    if (bytes) req.end(bytes);
    else if (stream) sendStream(stream, req, reject);
    else req.end();
  });
}

async function sendStream(stream, req, reject) {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      if (!ArrayBuffer.isView(value)) throw new TypeError('Received non-Uint8Array chunk');
      if (!req.write(value)) await new Promise((resolve) => { req.once('drain', resolve); req.once('close', resolve); });
      if (req.destroyed) return;
    }
    req.end();
  } catch (e) {
    req.destroy();
    reject(failed(e));
  }
}

function toResponse(res, url, redirected, method, signal) {
  const headers = new Headers();
  for (let i = 0; i < res.rawHeaders.length; i += 2) headers.append(res.rawHeaders[i], res.rawHeaders[i + 1]);
  const none = method === 'HEAD' || res.statusCode === 204 || res.statusCode === 205 || res.statusCode === 304;
  let body = null;
  if (none) {
    res.resume();
  } else {
    body = { stream: bodyStream(res, signal, (res.headers['content-encoding'] || '').toLowerCase().trim()), type: null };
  }
  const r = bare(res.statusCode, res.statusMessage, headers, body);
  r.type = 'basic';
  url = new URL(url.href);
  url.hash = '';
  r.url = url.href;
  r.redirected = redirected;
  return r;
}

function bodyStream(res, signal, encoding) {
  let src = res;
  const zlib = encoding === 'gzip' || encoding === 'x-gzip' || encoding === 'deflate' ? require('zlib') : null;
  if (zlib) {
    src = encoding === 'deflate' ? zlib.createInflate() : zlib.createGunzip();
    res.on('error', (e) => src.destroy(e));
    res.on('aborted', () => src.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })));
    res.pipe(src);
  }
  let controller;
  let over = false;
  const onAbort = () => {
    if (over) return;
    over = true;
    controller.error(signal.reason);
    res.on('error', () => {});
    res.destroy();
  };
  const end = (err) => {
    if (signal) signal.removeEventListener('abort', onAbort);
    if (over) return;
    over = true;
    if (err) controller.error(Object.assign(new TypeError('terminated'), { cause: err }));
    else controller.close();
  };
  if (signal) signal.addEventListener('abort', onAbort, { once: true });
  return new ReadableStream({
    type: 'bytes',
    start(c) {
      controller = c;
      src.on('data', (chunk) => {
        if (over) return;
        c.enqueue(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
        if (c.desiredSize <= 0) src.pause();
      });
      src.on('end', () => end());
      src.on('error', (e) => end(e));
      src.on('close', () => end(new Error('other side closed')));
      src.pause();
      if (signal && signal.aborted) onAbort();
    },
    pull() {
      src.resume();
    },
    cancel() {
      over = true;
      if (signal) signal.removeEventListener('abort', onAbort);
      res.on('error', () => {});
      res.destroy();
    },
  });
}

module.exports = { fetch, Headers, Request, Response, FormData };
