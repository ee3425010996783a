'use strict';
// ReadStream and WriteStream of fs.
const { Readable, Writable, finished } = require('stream');
const { codes, toPath, getOptions, toFlags, toMode } = require('internal/fs/shared');
const { Buffer } = require('buffer');
const binding = internalBinding('fs');

function importFd(stream, options) {
  if (options.fd != null) {
    if (typeof options.fd === 'number') return options.fd;
    if (typeof options.fd === 'object' && typeof options.fd.fd === 'number') {
      stream._handle = options.fd;
      options.fd.on('close', () => stream.destroy());
      return options.fd.fd;
    }
    throw new codes.ERR_INVALID_ARG_TYPE('options.fd', ['number', 'FileHandle'], options.fd);
  }
  return null;
}

function position(v, name) {
  if (v === undefined) return undefined;
  if (typeof v !== 'number') throw new codes.ERR_INVALID_ARG_TYPE(name, 'number', v);
  if (v !== Infinity && !Number.isSafeInteger(v)) throw new codes.ERR_OUT_OF_RANGE(name, 'an integer', v);
  if (v < 0) throw new codes.ERR_OUT_OF_RANGE(name, '>= 0 && <= 9007199254740991', v);
  return v;
}

function openConstruct(cb) {
  if (typeof this.fd === 'number') {
    cb();
    return;
  }
  if (this._custom && this._custom.open) {
    this._custom.open(this.path, this.flags, this.mode, (err, fd) => {
      if (err) {
        cb(err);
      } else {
        this.fd = fd;
        cb();
        this.emit('open', fd);
        this.emit('ready');
      }
    });
    return;
  }
  binding.async.open(this.path, toFlags(this.flags), toMode(this.mode, 0o666), (err, fd) => {
    if (err) {
      cb(err);
    } else {
      this.fd = fd;
      cb();
      this.emit('open', fd);
      this.emit('ready');
    }
  });
}

function closeFd(stream, err, cb) {
  const fd = stream.fd;
  stream.fd = null;
  if (fd === null || fd === undefined) {
    cb(err);
    return;
  }
  if (stream._handle) {
    stream._handle.close().then(() => cb(err), (e) => cb(err || e));
    return;
  }
  if (stream._custom && stream._custom.close) {
    stream._custom.close(fd, (er) => cb(er || err));
    return;
  }
  binding.async.close(fd, (er) => cb(er || err));
}

function setup(stream, path, options, flags) {
  stream.fd = importFd(stream, options);
  stream._custom = options.fs;
  if (stream.fd === null) stream.path = toPath(path);
  else stream.path = path;
  stream.flags = options.flags === undefined ? flags : options.flags;
  stream.mode = options.mode === undefined ? 0o666 : options.mode;
  stream.start = position(options.start, 'start');
  stream._autoClose = options.autoClose === undefined ? true : options.autoClose;
}

function ReadStream(path, options) {
  if (!(this instanceof ReadStream)) return new ReadStream(path, options);
  options = { ...getOptions(options, {}) };
  if (options.highWaterMark === undefined) options.highWaterMark = 64 * 1024;
  if (options.autoDestroy === undefined) options.autoDestroy = options.autoClose === undefined ? true : options.autoClose;
  setup(this, path, options, 'r');
  this.end = position(options.end, 'end') ?? Infinity;
  this.pos = this.start;
  this.bytesRead = 0;
  if (this.start !== undefined && this.start > this.end) {
    throw new codes.ERR_OUT_OF_RANGE('start', `<= "end" (here: ${this.end})`, this.start);
  }
  const { highWaterMark, encoding, autoDestroy, emitClose, signal, objectMode } = options;
  Readable.call(this, { highWaterMark, encoding, autoDestroy, emitClose, signal, objectMode });
}
Object.setPrototypeOf(ReadStream.prototype, Readable.prototype);
Object.setPrototypeOf(ReadStream, Readable);
ReadStream.prototype._construct = openConstruct;
ReadStream.prototype._read = function(n) {
  n = this.pos !== undefined ? Math.min(this.end - this.pos + 1, n) : Math.min(this.end - this.bytesRead + 1, n);
  if (n <= 0) {
    this.push(null);
    return;
  }
  const buf = Buffer.allocUnsafeSlow ? Buffer.allocUnsafeSlow(n) : Buffer.alloc(n);
  this._performing = true;
  const done = (er, bytesRead) => {
    this._performing = false;
    if (this._afterIO) {
      const f = this._afterIO;
      this._afterIO = null;
      f(er);
      return;
    }
    if (er) {
      this.destroy(er);
    } else if (bytesRead > 0) {
      this.bytesRead += bytesRead;
      if (this.pos !== undefined) this.pos += bytesRead;
      this.push(bytesRead === buf.length ? buf : buf.subarray(0, bytesRead));
    } else {
      this.push(null);
    }
  };
  if (this._custom && this._custom.read) this._custom.read(this.fd, buf, 0, n, this.pos, done);
  else binding.async.read(this.fd, buf, 0, n, this.pos === undefined ? -1 : this.pos, done);
};
ReadStream.prototype._destroy = function(err, cb) {
  if (!this._autoClose) {
    this.fd = null;
    cb(err);
    return;
  }
  if (this._performing) this._afterIO = (er) => closeFd(this, err || er, cb);
  else closeFd(this, err, cb);
};
ReadStream.prototype.close = function(cb) {
  if (typeof cb === 'function') finished(this, cb);
  this.destroy();
};
Object.defineProperty(ReadStream.prototype, 'pending', { get() { return this.fd === null; }, configurable: true });
Object.defineProperty(ReadStream.prototype, 'autoClose', { get() { return this._autoClose; }, set(v) { this._autoClose = v; }, configurable: true });

function WriteStream(path, options) {
  if (!(this instanceof WriteStream)) return new WriteStream(path, options);
  options = { ...getOptions(options, {}) };
  options.decodeStrings = true;
  if (options.autoDestroy === undefined) options.autoDestroy = options.autoClose === undefined ? true : options.autoClose;
  setup(this, path, options, 'w');
  this.pos = this.start;
  this.bytesWritten = 0;
  if (options.flags === undefined && this.start !== undefined) this.flags = 'r+';
  const { highWaterMark, autoDestroy, emitClose, signal, decodeStrings, objectMode } = options;
  Writable.call(this, { highWaterMark, autoDestroy, emitClose, signal, decodeStrings, objectMode });
  if (options.encoding) this.setDefaultEncoding(options.encoding);
}
Object.setPrototypeOf(WriteStream.prototype, Writable.prototype);
Object.setPrototypeOf(WriteStream, Writable);
WriteStream.prototype._construct = openConstruct;
WriteStream.prototype._write = function(data, encoding, cb) {
  this._performing = true;
  const done = (er) => {
    this._performing = false;
    if (this._afterIO) {
      const f = this._afterIO;
      this._afterIO = null;
      f(er);
      cb(er || new codes.ERR_STREAM_DESTROYED('write'));
      return;
    }
    if (!er) this.bytesWritten += data.length;
    cb(er);
  };
  writeFully(this, data, done);
  if (this.pos !== undefined) this.pos += data.length;
};
function writeFully(stream, data, cb) {
  const pos = stream.pos;
  const { fd } = stream;
  if (stream._custom && stream._custom.write) {
    stream._custom.write(fd, data, 0, data.length, pos, cb);
    return;
  }
  let off = 0;
  const go = () => binding.async.write(fd, data, off, data.length - off, pos === undefined ? -1 : pos + off, (err, n) => {
    if (err) {
      cb(err);
      return;
    }
    off += n;
    if (off < data.length) go();
    else cb(null);
  });
  go();
}
WriteStream.prototype._writev = function(chunks, cb) {
  this._write(Buffer.concat(chunks.map((c) => c.chunk)), 'buffer', cb);
};
WriteStream.prototype._destroy = ReadStream.prototype._destroy;
WriteStream.prototype.close = function(cb) {
  if (cb) {
    if (this.closed) {
      process.nextTick(cb);
      return;
    }
    this.on('close', cb);
  }
  if (!this._autoClose) this.on('finish', this.destroy);
  this.end();
};
WriteStream.prototype.destroySoon = Writable.prototype.end;
Object.defineProperty(WriteStream.prototype, 'pending', { get() { return this.fd === null; }, configurable: true });
Object.defineProperty(WriteStream.prototype, 'autoClose', { get() { return this._autoClose; }, set(v) { this._autoClose = v; }, configurable: true });

module.exports = { ReadStream, WriteStream };
