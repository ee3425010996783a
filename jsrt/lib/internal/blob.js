'use strict';
// Blob and File over one copy of their bytes.
const { codes: { ERR_INVALID_ARG_TYPE, ERR_MISSING_ARGS } } = require('internal/errors');
const custom = Symbol.for('nodejs.util.inspect.custom');
const { Buffer } = require('buffer');
class Blob {
  #bytes; #type;
  constructor(parts = [], options = {}) {
    if (parts === null || typeof parts !== 'object' || typeof parts[Symbol.iterator] !== 'function') throw new ERR_INVALID_ARG_TYPE('sources', 'a sequence', parts);
    const list = [];
    for (const p of parts) {
      if (p instanceof Blob) list.push(p.#bytes);
      else if (p instanceof ArrayBuffer) list.push(Buffer.from(new Uint8Array(p)));
      else if (ArrayBuffer.isView(p)) list.push(Buffer.from(new Uint8Array(p.buffer, p.byteOffset, p.byteLength)));
      else { let s = `${p}`.toWellFormed(); if (options?.endings === 'native') s = s.replace(/\r\n|\r/g, '\n'); list.push(Buffer.from(s)); }
    }
    this.#bytes = Buffer.concat(list);
    const t = `${options?.type ?? ''}`;
    this.#type = /[^\x20-\x7e]/.test(t) ? '' : t.toLowerCase();
  }
  get size() { return this.#bytes.length; }
  get type() { return this.#type; }
  slice(start = 0, end = this.size, type = '') { const b = new Blob([], { type }); const n = this.size; const at = (x) => x < 0 ? Math.max(n + x, 0) : Math.min(x, n); b.#bytes = this.#bytes.subarray(at(start), Math.max(at(end), at(start))); return b; }
  async arrayBuffer() { const b = this.#bytes; return b.buffer.slice(b.byteOffset, b.byteOffset + b.length); }
  async bytes() { return new Uint8Array(await this.arrayBuffer()); }
  async text() { return internalBinding('buffer').decode(this.#bytes, 'utf8', 0, this.#bytes.length); }
  stream() {
    const bytes = this.#bytes;
    let pos = 0;
    return new ReadableStream({ type: undefined, pull(c) { if (pos >= bytes.length) { c.close(); return; } c.enqueue(new Uint8Array(bytes.subarray(pos, pos + 65536))); pos += 65536; } });
  }
  [custom](depth, o, inspect) { return depth < 0 ? this : `${this.constructor.name} ${inspect({ size: this.size, type: this.type }, o)}`; }
}
Object.defineProperty(Blob.prototype, Symbol.toStringTag, { value: 'Blob', configurable: true });
class File extends Blob {
  #name; #mtime;
  constructor(parts, name, options = {}) {
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('sources', 'fileName');
    super(parts, options);
    this.#name = `${name}`.toWellFormed();
    this.#mtime = options?.lastModified === undefined ? Date.now() : Number(options.lastModified) || 0;
  }
  get name() { return this.#name; }
  get lastModified() { return this.#mtime; }
  [custom](depth, o, inspect) { return depth < 0 ? this : `File ${inspect({ size: this.size, type: this.type, name: this.#name, lastModified: this.#mtime }, o)}`; }
}
Object.defineProperty(File.prototype, Symbol.toStringTag, { value: 'File', configurable: true });
module.exports = { Blob, File };
