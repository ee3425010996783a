'use strict';
// node:fs/promises and FileHandle.
const EventEmitter = require('events');
const { ops } = require('internal/fs/ops');
const { codes, constants, toPath, toFlags, toMode, getOptions } = require('internal/fs/shared');
const { Buffer } = require('buffer');
const binding = internalBinding('fs');

function call(name, ...args) {
  return new Promise((resolve, reject) => {
    binding.async[name](...args, (err, v) => {
      if (err) reject(err);
      else resolve(v);
    });
  });
}

const api = { constants };
// FileHandles take the place of paths in readFile, writeFile and appendFile.
const target = (p) => (p instanceof FileHandle ? p.fd : p);

for (const name of Object.keys(ops)) {
  if (/^(open|close|f[a-z]+|exists)$/.test(name) || ['fsync'].includes(name)) continue;
  const op = ops[name];
  const native = op.native || name;
  api[name] = async function(first, ...rest) {
    const options = rest[rest.length - 1];
    if (options && typeof options === 'object' && options.signal && options.signal.aborted) {
      const { AbortError } = require('internal/errors');
      throw new AbortError(undefined, { cause: options.signal.reason });
    }
    if ((name === 'writeFile' || name === 'appendFile') && rest.length && isStreamLike(rest[0])) return writeStreamed(first, rest[0], rest[1], name === 'appendFile' ? 'a' : 'w');
    const { args, done, fallback } = op.prepare(target(first), ...rest);
    let v;
    try {
      v = await call(native, ...args);
    } catch (e) {
      if (fallback) return fallback(e);
      throw e;
    }
    if (op.void) return undefined;
    return done ? done(v) : v;
  };
  Object.defineProperty(api[name], 'name', { value: name });
}

const isStreamLike = (d) => d && typeof d === 'object' && !ArrayBuffer.isView(d) && (d[Symbol.asyncIterator] || d[Symbol.iterator]);

async function writeStreamed(p, data, options, flag) {
  const o = getOptions(options, { encoding: 'utf8', mode: 0o666, flag });
  const own = !(p instanceof FileHandle);
  const handle = own ? await api.open(p, o.flag, o.mode) : p;
  try {
    const it = data[Symbol.asyncIterator] ? data[Symbol.asyncIterator]() : data[Symbol.iterator]();
    for (;;) {
      const { value, done } = await it.next();
      if (done) break;
      await handle.write(typeof value === 'string' ? Buffer.from(value, o.encoding) : value);
    }
  } finally {
    if (own) await handle.close();
  }
}

class FileHandle extends EventEmitter {
  #fd;
  constructor(fd) {
    super();
    this.#fd = fd;
  }
  get fd() {
    return this.#fd;
  }
  getAsyncId() {
    return -1;
  }
  async close() {
    if (this.#fd === -1) return;
    const fd = this.#fd;
    this.#fd = -1;
    await call('close', fd);
    this.emit('close');
  }
  async read(buffer, offset, length, position) {
    if (buffer === undefined || (buffer !== null && typeof buffer === 'object' && !ArrayBuffer.isView(buffer))) {
      ({ buffer = Buffer.alloc(16384), offset, length, position } = buffer || {});
    } else if (offset !== null && typeof offset === 'object') {
      ({ offset, length, position } = offset);
    }
    offset = offset ?? 0;
    length = length ?? buffer.byteLength - offset;
    if (length === 0) return { bytesRead: 0, buffer };
    const bytesRead = await call('read', this.#fd, buffer, offset, length, position == null || position === -1 ? -1 : Number(position));
    return { bytesRead, buffer };
  }
  async write(data, offset, length, position) {
    if (typeof data === 'string') {
      const buf = Buffer.from(data, length || 'utf8');
      const bytesWritten = await writeAll(this.#fd, buf, 0, buf.length, typeof offset === 'number' ? offset : -1);
      return { bytesWritten, buffer: data };
    }
    if (!ArrayBuffer.isView(data)) throw new codes.ERR_INVALID_ARG_TYPE('buffer', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
    if (offset !== null && typeof offset === 'object') ({ offset, length, position } = offset);
    offset = offset ?? 0;
    length = length ?? data.byteLength - offset;
    const bytesWritten = await call('write', this.#fd, data, offset, length, typeof position === 'number' ? position : -1);
    return { bytesWritten, buffer: data };
  }
  async readv(buffers, position) {
    let bytesRead = 0;
    for (const b of buffers) {
      const r = await this.read(b, 0, b.byteLength, typeof position === 'number' ? position + bytesRead : null);
      bytesRead += r.bytesRead;
      if (r.bytesRead < b.byteLength) break;
    }
    return { bytesRead, buffers };
  }
  async writev(buffers, position) {
    let bytesWritten = 0;
    for (const b of buffers) bytesWritten += (await this.write(b, 0, b.byteLength, typeof position === 'number' ? position + bytesWritten : null)).bytesWritten;
    return { bytesWritten, buffers };
  }
  async readFile(options) {
    const { args, done } = ops.readFile.prepare(this.#fd, options);
    return done(await call('readFile', ...args));
  }
  async writeFile(data, options) {
    if (isStreamLike(data)) {
      await writeStreamed(this, data, options, 'w');
      return;
    }
    const { args } = ops.writeFile.prepare(this.#fd, data, options);
    await call('writeFile', ...args);
  }
  appendFile(data, options) {
    return this.writeFile(data, options);
  }
  async stat(options) {
    const { args, done } = ops.fstat.prepare(this.#fd, options);
    return done(await call('fstat', ...args));
  }
  async truncate(len) {
    await call('ftruncate', this.#fd, len || 0);
  }
  async sync() {
    await call('fsync', this.#fd);
  }
  datasync() {
    return this.sync();
  }
  async chmod(mode) {
    await call('fchmod', this.#fd, toMode(mode));
  }
  async chown(uid, gid) {
    await call('fchown', this.#fd, uid, gid);
  }
  async utimes(a, m) {
    await call('futimes', ...ops.futimes.prepare(this.#fd, a, m).args);
  }
  createReadStream(options) {
    return new (require('internal/fs/streams').ReadStream)(undefined, { ...options, fd: this });
  }
  createWriteStream(options) {
    return new (require('internal/fs/streams').WriteStream)(undefined, { ...options, fd: this });
  }
  readLines(options) {
    return require('readline').createInterface({ input: this.createReadStream(options), crlfDelay: Infinity });
  }
  readableWebStream() {
    return require('stream').Readable.toWeb(this.createReadStream());
  }
}
FileHandle.prototype[Symbol.asyncDispose || Symbol.for('Symbol.asyncDispose')] = FileHandle.prototype.close;

async function writeAll(fd, buf, off, len, pos) {
  let done = 0;
  while (done < len) done += await call('write', fd, buf, off + done, len - done, pos < 0 ? -1 : pos + done);
  return done;
}

api.open = async (p, flags, mode) => new FileHandle(await call('open', toPath(p), toFlags(flags === undefined ? 'r' : flags), toMode(mode, 0o666)));
api.opendir = (p, options) => new Promise((resolve, reject) => require('fs').opendir(p, options || {}, (e, d) => (e ? reject(e) : resolve(d))));
const treeOp = (name) => (...args) => new Promise((resolve, reject) => require('fs')[name](...args, (e) => (e ? reject(e) : resolve())));
api.rm = async (p, o) => treeOp('rm')(p, o || {});
api.rmdir = async (p, o) => treeOp('rmdir')(p, o || {});
api.cp = async (a, b, o) => treeOp('cp')(a, b, o || {});
api.watch = (p, o) => require('internal/fs/watch').watchAsync(p, o);
api.FileHandle = FileHandle;
Object.defineProperty(api, 'FileHandle', { enumerable: false });

module.exports = api;
