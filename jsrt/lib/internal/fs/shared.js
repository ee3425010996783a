'use strict';
// What all three styles of fs share: constants, arguments, Stats and Dirent.
const { E, codes } = require('internal/errors');
const { Buffer } = require('buffer');
const path = require('path');

const define = (code, Base, message) => codes[code] || E(code, Base, message);
define('ERR_FS_EISDIR', Error, (p) => `Path is a directory: rm returned EISDIR (is a directory) ${p}`);
define('ERR_FS_FILE_TOO_LARGE', RangeError, (n) => `File size (${n}) is greater than 2 GiB`);
define('ERR_FS_CP_EISDIR', Error, (m) => `Recursive option not enabled, cannot copy a directory: ${m}`);
define('ERR_FS_CP_EEXIST', Error, (m) => `Target already exists: ${m}`);
define('ERR_FS_CP_EINVAL', Error, (m) => `Invalid src or dest: ${m}`);
define('ERR_FS_CP_DIR_TO_NON_DIR', Error, (m) => `Cannot overwrite non-directory with directory: ${m}`);
define('ERR_FS_CP_NON_DIR_TO_DIR', Error, (m) => `Cannot overwrite directory with non-directory: ${m}`);
define('ERR_DIR_CLOSED', Error, () => 'Directory handle was closed');
define('ERR_INVALID_FILE_URL_PATH', TypeError, (m) => `File URL path ${m}`);
define('ERR_INVALID_URL_SCHEME', TypeError, (m) => `The URL must be of scheme ${m}`);

const constants = Object.assign(Object.create(null), {
  UV_FS_SYMLINK_DIR: 1, UV_FS_SYMLINK_JUNCTION: 2, O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, UV_DIRENT_UNKNOWN: 0, UV_DIRENT_FILE: 1,
  UV_DIRENT_DIR: 2, UV_DIRENT_LINK: 3, UV_DIRENT_FIFO: 4, UV_DIRENT_SOCKET: 5, UV_DIRENT_CHAR: 6, UV_DIRENT_BLOCK: 7,
  EXTENSIONLESS_FORMAT_JAVASCRIPT: 0, EXTENSIONLESS_FORMAT_WASM: 1,
  S_IFMT: 61440, S_IFREG: 32768, S_IFDIR: 16384, S_IFCHR: 8192, S_IFBLK: 24576, S_IFIFO: 4096, S_IFLNK: 40960, S_IFSOCK: 49152,
  O_CREAT: 64, O_EXCL: 128, UV_FS_O_FILEMAP: 0, O_NOCTTY: 256, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536, O_NOATIME: 262144,
  O_NOFOLLOW: 131072, O_SYNC: 1052672, O_DSYNC: 4096, O_DIRECT: 16384, O_NONBLOCK: 2048,
  S_IRWXU: 448, S_IRUSR: 256, S_IWUSR: 128, S_IXUSR: 64, S_IRWXG: 56, S_IRGRP: 32, S_IWGRP: 16, S_IXGRP: 8, S_IRWXO: 7, S_IROTH: 4,
  S_IWOTH: 2, S_IXOTH: 1, F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1, UV_FS_COPYFILE_EXCL: 1, COPYFILE_EXCL: 1, UV_FS_COPYFILE_FICLONE: 2,
  COPYFILE_FICLONE: 2, UV_FS_COPYFILE_FICLONE_FORCE: 4, COPYFILE_FICLONE_FORCE: 4,
});

const flagNumbers = {
  'r': 0, 'rs': 1052672, 'sr': 1052672, 'r+': 2, 'rs+': 2 | 1052672, 'sr+': 2 | 1052672,
  'w': 64 | 512 | 1, 'wx': 64 | 512 | 1 | 128, 'xw': 64 | 512 | 1 | 128, 'w+': 64 | 512 | 2, 'wx+': 64 | 512 | 2 | 128, 'xw+': 64 | 512 | 2 | 128,
  'a': 1024 | 64 | 1, 'ax': 1024 | 64 | 1 | 128, 'xa': 1024 | 64 | 1 | 128, 'as': 1024 | 64 | 1 | 1052672, 'sa': 1024 | 64 | 1 | 1052672,
  'a+': 1024 | 64 | 2, 'ax+': 1024 | 64 | 2 | 128, 'xa+': 1024 | 64 | 2 | 128, 'as+': 1024 | 64 | 2 | 1052672, 'sa+': 1024 | 64 | 2 | 1052672,
};

function toFlags(flags, name = 'flags') {
  if (typeof flags === 'number') return flags;
  if (flags == null) return 0;
  const n = flagNumbers[flags];
  if (n === undefined) throw new codes.ERR_INVALID_ARG_VALUE(name, flags);
  return n;
}

// node's flags are O_ACCMODE and friends in Linux's numbers; binding takes them in the octal of open(2).
function toMode(mode, def, name = 'mode') {
  if (mode == null) return def;
  if (typeof mode === 'string') {
    if (!/^[0-7]+$/.test(mode)) throw new codes.ERR_INVALID_ARG_VALUE(name, mode, 'must be a 32-bit unsigned integer or an octal string');
    mode = parseInt(mode, 8);
  }
  if (typeof mode !== 'number') throw new codes.ERR_INVALID_ARG_TYPE(name, 'number', mode);
  if (!Number.isInteger(mode)) throw new codes.ERR_OUT_OF_RANGE(name, 'an integer', mode);
  if (mode < 0 || mode > 4294967295) throw new codes.ERR_OUT_OF_RANGE(name, '>= 0 && <= 4294967295', mode);
  return mode;
}

function toPath(p, name = 'path') {
  if (typeof p === 'string') {
    if (p.indexOf('\u0000') !== -1) throw new codes.ERR_INVALID_ARG_VALUE(name, p, 'must be a string, Uint8Array, or URL without null bytes');
    return p;
  }
  if (p instanceof Uint8Array) return toPath(Buffer.from(p.buffer, p.byteOffset, p.byteLength).toString(), name);
  if (p && typeof p === 'object' && typeof p.href === 'string' && typeof p.protocol === 'string') return toPath(require('url').fileURLToPath(p), name);
  throw new codes.ERR_INVALID_ARG_TYPE(name, ['string', 'Buffer', 'URL'], p);
}

function toFd(fd, name = 'fd') {
  if (typeof fd !== 'number') throw new codes.ERR_INVALID_ARG_TYPE(name, 'number', fd);
  if (!Number.isInteger(fd)) throw new codes.ERR_OUT_OF_RANGE(name, 'an integer', fd);
  if (fd < 0 || fd > 2147483647) throw new codes.ERR_OUT_OF_RANGE(name, '>= 0 && <= 2147483647', fd);
  return fd;
}

function getOptions(options, defaults) {
  if (options == null || typeof options === 'function') return defaults;
  if (typeof options === 'string') {
    checkEncoding(options);
    return { ...defaults, encoding: options };
  }
  if (typeof options !== 'object') throw new codes.ERR_INVALID_ARG_TYPE('options', ['string', 'Object'], options);
  if (options.encoding !== 'buffer') checkEncoding(options.encoding);
  return { ...defaults, ...options };
}

function checkEncoding(encoding) {
  if (encoding && encoding !== 'buffer' && !Buffer.isEncoding(encoding)) {
    throw new codes.ERR_INVALID_ARG_VALUE('encoding', encoding, 'is invalid encoding');
  }
}

function toBytes(data, encoding) {
  if (typeof data === 'string') return Buffer.from(data, encoding || 'utf8');
  if (ArrayBuffer.isView(data)) return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  throw new codes.ERR_INVALID_ARG_TYPE('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
}

function toSeconds(time, name) {
  if (typeof time === 'string' && +time == time) return +time;
  if (typeof time === 'number' && Number.isFinite(time)) return time < 0 ? Date.now() / 1000 : time;
  if (time instanceof Date || Object.prototype.toString.call(time) === '[object Date]') return time.getTime() / 1000;
  throw new codes.ERR_INVALID_ARG_TYPE(name, ['number', 'string', 'Date'], time);
}

function encodeName(s, encoding) {
  if (!encoding || encoding === 'utf8' || encoding === 'utf-8') return s;
  const b = Buffer.from(s);
  return encoding === 'buffer' ? b : b.toString(encoding);
}

// ---- Stats ----

function StatsBase() {}
const kind = (bits) => function() {
  if (typeof this.mode === 'bigint') return (this.mode & 61440n) === BigInt(bits);
  return (this.mode & 61440) === bits;
};
StatsBase.prototype.isDirectory = kind(16384);
StatsBase.prototype.isFile = kind(32768);
StatsBase.prototype.isBlockDevice = kind(24576);
StatsBase.prototype.isCharacterDevice = kind(8192);
StatsBase.prototype.isSymbolicLink = kind(40960);
StatsBase.prototype.isFIFO = kind(4096);
StatsBase.prototype.isSocket = kind(49152);

function Stats(a) {
  this.dev = a[0];
  this.mode = a[1];
  this.nlink = a[2];
  this.uid = a[3];
  this.gid = a[4];
  this.rdev = a[5];
  this.blksize = a[6];
  this.ino = a[7];
  this.size = a[8];
  this.blocks = a[9];
  this.atimeMs = ms(a[10], a[11]);
  this.mtimeMs = ms(a[12], a[13]);
  this.ctimeMs = ms(a[14], a[15]);
  this.birthtimeMs = ms(a[16], a[17]);
  this.atime = new Date(Math.round(this.atimeMs));
  this.mtime = new Date(Math.round(this.mtimeMs));
  this.ctime = new Date(Math.round(this.ctimeMs));
  this.birthtime = new Date(Math.round(this.birthtimeMs));
}
const ms = (s, ns) => s * 1000 + ns / 1e6;
Object.setPrototypeOf(Stats.prototype, StatsBase.prototype);
Object.setPrototypeOf(Stats, StatsBase);

function BigIntStats(a) {
  const names = ['dev', 'mode', 'nlink', 'uid', 'gid', 'rdev', 'blksize', 'ino', 'size', 'blocks'];
  names.forEach((n, i) => { this[n] = BigInt(a[i]); });
  const times = ['atime', 'mtime', 'ctime', 'birthtime'];
  times.forEach((n, i) => {
    const ns = BigInt(a[10 + 2 * i]) * 1000000000n + BigInt(a[11 + 2 * i]);
    this[`${n}Ms`] = ns / 1000000n;
    this[`${n}Ns`] = ns;
    this[n] = new Date(Number(ns / 1000000n));
  });
}
Object.setPrototypeOf(BigIntStats.prototype, StatsBase.prototype);
Object.setPrototypeOf(BigIntStats, StatsBase);

function makeStats(a, bigint) {
  return bigint ? new BigIntStats(a) : new Stats(a);
}

// ---- directories ----

const kMode = Symbol('type');
class Dirent {
  constructor(name, parent, mode) {
    this.name = name;
    this.parentPath = parent;
    this.path = parent;
    Object.defineProperty(this, kMode, { value: mode & 61440, enumerable: false });
  }
  isDirectory() { return this[kMode] === 16384; }
  isFile() { return this[kMode] === 32768; }
  isBlockDevice() { return this[kMode] === 24576; }
  isCharacterDevice() { return this[kMode] === 8192; }
  isSymbolicLink() { return this[kMode] === 40960; }
  isFIFO() { return this[kMode] === 4096; }
  isSocket() { return this[kMode] === 49152; }
}

// listing makes the result of readdir of [name, mode, ...].
function listing(flat, dir, options) {
  const out = [];
  for (let i = 0; i < flat.length; i += 2) {
    const name = flat[i];
    if (options.withFileTypes) {
      const slash = name.lastIndexOf('/');
      if (slash < 0) out.push(new Dirent(encodeName(name, options.encoding), dir, flat[i + 1]));
      else out.push(new Dirent(encodeName(name.slice(slash + 1), options.encoding), path.join(dir, name.slice(0, slash)), flat[i + 1]));
    } else {
      out.push(encodeName(name, options.encoding));
    }
  }
  return out;
}

module.exports = { codes, constants, toFlags, toMode, toPath, toFd, getOptions, checkEncoding, toBytes, toSeconds, encodeName, Stats, BigIntStats, makeStats, Dirent, listing };
