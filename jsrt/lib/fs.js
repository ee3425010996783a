'use strict';
// node:fs. Each operation is described once (ops) and made into its synchronous and callback form; fs/promises makes the third.
const s = require('internal/fs/shared');
const { codes, constants, toPath, toFd, getOptions } = s;
const { ops } = require('internal/fs/ops');
const { Buffer } = require('buffer');
const binding = internalBinding('fs');
const nextTick = process.nextTick;

function checkCallback(cb) {
  if (typeof cb !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('cb', 'Function', cb);
  return cb;
}

const fs = module.exports = { constants, F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1 };

for (const name of Object.keys(ops)) {
  const op = ops[name];
  const sync = binding.sync[op.native || name];
  const async = binding.async[op.native || name];
  fs[`${name}Sync`] = function(...args) {
    const { args: native, done, fallback } = op.prepare(...args);
    if (fallback) {
      try {
        return done(sync(...native));
      } catch (e) {
        return fallback(e);
      }
    }
    const v = sync(...native);
    return done ? done(v) : v;
  };
  fs[name] = function(...args) {
    let cb = args.pop();
    if (typeof cb !== 'function') {
      // The callback may be followed by nothing else: a missing one is an error before anything is done.
      throw new codes.ERR_INVALID_ARG_TYPE('cb', 'Function', cb === undefined || args.length < (op.min || 1) ? (args.length < (op.min || 1) ? undefined : cb) : cb);
    }
    const user = cb;
    const { args: native, done, fallback } = op.prepare(...args);
    cb = (err, v) => {
      if (err) {
        if (fallback) {
          try {
            v = fallback(err);
          } catch (e) {
            user(e);
            return;
          }
          user(null, v);
          return;
        }
        user(err);
        return;
      }
      if (op.void) user(null);
      else if (op.spread) op.spread(user, v, args);
      else user(null, done ? done(v) : v);
    };
    async(...native, cb);
  };
  Object.defineProperty(fs[`${name}Sync`], 'name', { value: `${name}Sync` });
  Object.defineProperty(fs[name], 'name', { value: name });
}

fs.existsSync = (p) => {
  try {
    binding.sync.access(toPath(p), 0);
    return true;
  } catch {
    return false;
  }
};
fs.exists = (p, cb) => {
  checkCallback(cb);
  let name;
  try {
    name = toPath(p);
  } catch {
    nextTick(cb, false);
    return;
  }
  binding.async.access(name, 0, (err) => cb(!err));
};
Object.defineProperty(fs.exists, Symbol.for('nodejs.util.promisify.custom'), { value: (p) => new Promise((resolve) => fs.exists(p, resolve)) });

// read and write have many forms of arguments.
function readArgs(fd, buffer, a, b, c) {
  toFd(fd);
  let offset;
  let length;
  let position;
  if (!ArrayBuffer.isView(buffer)) throw new codes.ERR_INVALID_ARG_TYPE('buffer', ['Buffer', 'TypedArray', 'DataView'], buffer);
  if (a !== null && typeof a === 'object') {
    ({ offset, length, position } = a);
  } else {
    offset = a;
    length = b;
    position = c;
  }
  offset = offset == null ? 0 : offset;
  if (!Number.isInteger(offset) || offset < 0) throw new codes.ERR_OUT_OF_RANGE('offset', 'an integer', offset);
  length = length == null ? buffer.byteLength - offset : length | 0;
  if (length < 0 || offset + length > buffer.byteLength) throw new codes.ERR_OUT_OF_RANGE('length', `<= ${buffer.byteLength - offset}`, length);
  return [fd, buffer, offset, length, position == null || position === -1 ? -1 : Number(position)];
}

fs.readSync = (fd, buffer, a, b, c) => {
  const args = readArgs(fd, buffer, a, b, c);
  return args[3] === 0 ? 0 : binding.sync.read(...args);
};
fs.read = (fd, buffer, ...rest) => {
  const cb = checkCallback(typeof buffer === 'function' ? buffer : rest.pop());
  if (typeof buffer === 'function') buffer = Buffer.alloc(16384);
  else if (!ArrayBuffer.isView(buffer)) {
    rest[0] = buffer;
    buffer = buffer.buffer || Buffer.alloc(16384);
  }
  const args = readArgs(fd, buffer, ...rest);
  if (args[3] === 0) {
    nextTick(cb, null, 0, buffer);
    return;
  }
  binding.async.read(...args, (err, n) => cb(err, n || 0, buffer));
};
Object.defineProperty(fs.read, Symbol.for('nodejs.util.promisify.customArgs'), { value: ['bytesRead', 'buffer'] });

function writeArgs(fd, data, a, b, c) {
  toFd(fd);
  if (typeof data === 'string') {
    const buf = Buffer.from(data, b || 'utf8');
    return [fd, buf, 0, buf.length, a == null || typeof a !== 'number' ? -1 : a];
  }
  if (!ArrayBuffer.isView(data)) throw new codes.ERR_INVALID_ARG_TYPE('buffer', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
  let offset = a;
  let length = b;
  let position = c;
  if (a !== null && typeof a === 'object') ({ offset, length, position } = a);
  offset = offset == null ? 0 : offset;
  length = length == null ? data.byteLength - offset : length;
  if (!(offset >= 0) || offset > data.byteLength) throw new codes.ERR_OUT_OF_RANGE('offset', `<= ${data.byteLength}`, offset);
  if (!(length >= 0) || offset + length > data.byteLength) throw new codes.ERR_OUT_OF_RANGE('length', `<= ${data.byteLength - offset}`, length);
  return [fd, data, offset, length, position == null || typeof position !== 'number' ? -1 : position];
}

fs.writeSync = (fd, data, a, b, c) => binding.sync.write(...writeArgs(fd, data, a, b, c));
fs.write = (fd, data, ...rest) => {
  const cb = checkCallback(rest.pop());
  binding.async.write(...writeArgs(fd, data, ...rest), (err, n) => cb(err, n || 0, data));
};
Object.defineProperty(fs.write, Symbol.for('nodejs.util.promisify.customArgs'), { value: ['bytesWritten', 'buffer'] });

fs.readvSync = (fd, buffers, position) => {
  let total = 0;
  for (const b of buffers) {
    const n = fs.readSync(fd, b, 0, b.byteLength, typeof position === 'number' ? position + total : null);
    total += n;
    if (n < b.byteLength) break;
  }
  return total;
};
fs.writevSync = (fd, buffers, position) => {
  let total = 0;
  for (const b of buffers) total += fs.writeSync(fd, b, 0, b.byteLength, typeof position === 'number' ? position + total : null);
  return total;
};
const vector = (sync) => (fd, buffers, position, cb) => {
  if (typeof position === 'function') {
    cb = position;
    position = null;
  }
  checkCallback(cb);
  let n;
  try {
    n = sync(fd, buffers, position);
  } catch (e) {
    nextTick(cb, e);
    return;
  }
  nextTick(cb, null, n, buffers);
};
fs.readv = vector(fs.readvSync);
fs.writev = vector(fs.writevSync);

const native = (p, o) => s.encodeName(binding.sync.realpath(toPath(p)), getOptions(o, {}).encoding);
fs.realpathSync.native = native;
fs.realpath.native = fs.realpath;

const tree = require('internal/fs/tree');
Object.assign(fs, tree.sync, tree.callback);

fs.fdatasync = fs.fsync;
fs.fdatasyncSync = fs.fsyncSync;

const streams = () => require('internal/fs/streams');
for (const name of ['ReadStream', 'WriteStream']) {
  Object.defineProperty(fs, name, { configurable: true, enumerable: true, get: () => streams()[name], set(v) { Object.defineProperty(fs, name, { value: v, writable: true, enumerable: true, configurable: true }); } });
  Object.defineProperty(fs, `File${name}`, { configurable: true, enumerable: true, get: () => streams()[name] });
}
fs.createReadStream = (p, options) => new (fs.ReadStream)(p, options);
fs.createWriteStream = (p, options) => new (fs.WriteStream)(p, options);

const watchers = () => require('internal/fs/watch');
fs.watch = (...args) => watchers().watch(...args);
fs.watchFile = (...args) => watchers().watchFile(...args);
fs.unwatchFile = (...args) => watchers().unwatchFile(...args);

fs.opendirSync = (p, options) => new (require('internal/fs/dir').Dir)(toPath(p), options);
fs.opendir = (p, options, cb) => {
  if (typeof options === 'function') {
    cb = options;
    options = undefined;
  }
  checkCallback(cb);
  const name = toPath(p);
  binding.async.readdir(name, !!(options && options.recursive), (err, flat) => {
    if (err) {
      err.syscall = 'opendir';
      err.message = err.message.replace('scandir', 'opendir');
      cb(err);
      return;
    }
    cb(null, new (require('internal/fs/dir').Dir)(name, options, flat));
  });
};
fs.Dir = undefined;
Object.defineProperty(fs, 'Dir', { configurable: true, enumerable: true, get: () => require('internal/fs/dir').Dir });
fs.Dirent = s.Dirent;
fs.Stats = s.Stats;
fs._toUnixTimestamp = s.toSeconds;
fs.openAsBlob = async (p, options) => new Blob([fs.readFileSync(p)], options);

// A lazily loaded promise API that can still be replaced.
Object.defineProperty(fs, 'promises', { configurable: true, enumerable: true, get: () => require('fs/promises') });
