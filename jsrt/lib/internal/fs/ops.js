'use strict';
// The operations of fs: how the arguments of each become those of the host function, and what its result is to the caller.
const { toFlags, toMode, toPath, toFd, getOptions, toBytes, toSeconds, encodeName, makeStats, listing, codes, constants } = require('internal/fs/shared');
const { Buffer } = require('buffer');

const statting = (native) => ({
  native,
  prepare(p, options) {
    const bigint = !!(options && options.bigint);
    const op = { args: [toPath(p)], done: (a) => makeStats(a, bigint) };
    if (options && options.throwIfNoEntry === false) {
      op.fallback = (e) => {
        if (e.code === 'ENOENT' || e.code === 'ENOTDIR') return undefined;
        throw e;
      };
    }
    return op;
  },
});

function readFileArgs(p, options) {
  options = getOptions(options, { flag: 'r' });
  return {
    args: [typeof p === 'number' ? p : toPath(p), toFlags(options.flag)],
    done: (ab) => {
      const b = Buffer.from(ab);
      return options.encoding && options.encoding !== 'buffer' ? b.toString(options.encoding) : b;
    },
  };
}

function writeFileArgs(p, data, options, flag) {
  options = getOptions(options, { encoding: 'utf8', mode: 0o666, flag });
  const bytes = toBytes(data, options.encoding);
  return { args: [typeof p === 'number' ? p : toPath(p), bytes, toFlags(options.flag || flag), toMode(options.mode, 0o666)] };
}

const path1 = (native) => ({ native, void: true, prepare: (p) => ({ args: [toPath(p)] }) });
const two = (native, a = 'oldPath', b = 'newPath') => ({ native, min: 2, void: true, prepare: (x, y) => ({ args: [toPath(x, a), toPath(y, b)] }) });
const named = (native) => ({
  native,
  prepare: (p, options) => {
    const { encoding } = getOptions(options, {});
    return { args: [toPath(p)], done: (v) => encodeName(v, encoding) };
  },
});
const owner = (native, first) => ({ native, min: 3, void: true, prepare: (p, uid, gid) => ({ args: [first(p), num(uid, 'uid'), num(gid, 'gid')] }) });
const times = (native, first) => ({ native, min: 3, void: true, prepare: (p, a, m) => ({ args: [first(p), toSeconds(a, 'atime'), toSeconds(m, 'mtime')] }) });

function num(v, name) {
  if (typeof v !== 'number') throw new codes.ERR_INVALID_ARG_TYPE(name, 'number', v);
  if (!Number.isInteger(v) || v < -1) throw new codes.ERR_OUT_OF_RANGE(name, '>= -1 && <= 4294967295', v);
  return v;
}
function length(v) {
  v = v == null ? 0 : v;
  if (typeof v !== 'number') throw new codes.ERR_INVALID_ARG_TYPE('len', 'number', v);
  if (!Number.isInteger(v)) throw new codes.ERR_OUT_OF_RANGE('len', 'an integer', v);
  return Math.max(0, v);
}

const ops = {
  open: { prepare: (p, flags, mode) => ({ args: [toPath(p), toFlags(flags), toMode(mode, 0o666)] }) },
  close: { void: true, prepare: (fd) => ({ args: [toFd(fd)] }) },
  readFile: { prepare: readFileArgs },
  writeFile: { min: 2, void: true, prepare: (p, data, options) => writeFileArgs(p, data, options, 'w') },
  appendFile: { native: 'writeFile', min: 2, void: true, prepare: (p, data, options) => writeFileArgs(p, data, options, 'a') },
  stat: statting('stat'),
  lstat: statting('lstat'),
  fstat: { prepare: (fd, options) => ({ args: [toFd(fd)], done: (a) => makeStats(a, !!(options && options.bigint)) }) },
  statfs: {
    prepare: (p, options) => ({
      args: [toPath(p)],
      done: (a) => {
        const n = options && options.bigint ? BigInt : Number;
        return { type: n(a[0]), bsize: n(a[1]), blocks: n(a[2]), bfree: n(a[3]), bavail: n(a[4]), files: n(a[5]), ffree: n(a[6]) };
      },
    }),
  },
  access: { void: true, prepare: (p, mode) => ({ args: [toPath(p), mode === undefined ? constants.F_OK : toMode(mode)] }) },
  readdir: {
    prepare: (p, options) => {
      options = getOptions(options, {});
      const dir = toPath(p);
      return { args: [dir, !!options.recursive], done: (flat) => listing(flat, dir, options) };
    },
  },
  mkdir: {
    prepare: (p, options) => {
      const recursive = !!(options && typeof options === 'object' && options.recursive);
      const mode = options && typeof options === 'object' ? options.mode : options;
      return { args: [toPath(p), toMode(mode, 0o777), recursive] };
    },
  },
  mkdtemp: {
    prepare: (prefix, options) => {
      const { encoding } = getOptions(options, {});
      return { args: [toPath(prefix, 'prefix')], done: (v) => encodeName(v, encoding) };
    },
  },
  unlink: path1('unlink'),
  rename: two('rename'),
  link: two('link', 'existingPath', 'newPath'),
  symlink: { min: 2, void: true, prepare: (target, p) => ({ args: [toPath(target, 'target'), toPath(p)] }) },
  readlink: named('readlink'),
  realpath: named('realpath'),
  chmod: { min: 2, void: true, prepare: (p, mode) => ({ args: [toPath(p), toMode(mode, undefined)] }) },
  fchmod: { min: 2, void: true, prepare: (fd, mode) => ({ args: [toFd(fd), toMode(mode, undefined)] }) },
  chown: owner('chown', toPath),
  lchown: owner('lchown', toPath),
  fchown: owner('fchown', toFd),
  utimes: times('utimes', toPath),
  lutimes: times('lutimes', toPath),
  futimes: times('futimes', toFd),
  ftruncate: { void: true, prepare: (fd, len) => ({ args: [toFd(fd), length(len)] }) },
  truncate: { void: true, prepare: (p, len) => ({ args: [toPath(p), length(len)] }) },
  fsync: { void: true, prepare: (fd) => ({ args: [toFd(fd)] }) },
  copyFile: { min: 2, void: true, prepare: (a, b, mode) => ({ args: [toPath(a, 'src'), toPath(b, 'dest'), mode || 0] }) },
};


module.exports = { ops };
