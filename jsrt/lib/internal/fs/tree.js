'use strict';
// Whole trees: rm, rmdir and cp.
const { codes, toPath, makeStats } = require('internal/fs/shared');
const path = require('path');
const binding = internalBinding('fs');

function lstat(p) {
  return makeStats(binding.sync.lstat(p));
}

function rmSync(p, options = {}) {
  const name = toPath(p);
  let st;
  try {
    st = lstat(name);
  } catch (e) {
    if (options.force && e.code === 'ENOENT') return;
    if (e.code === 'ENOENT') {
      e.message = e.message.replace(', lstat ', ', rm ').replace(', stat ', ', rm ');
      e.syscall = 'rm';
    }
    throw e;
  }
  if (st.isDirectory()) {
    if (!options.recursive) {
      const err = new codes.ERR_FS_EISDIR(name);
      err.errno = 21;
      err.syscall = 'rm';
      err.path = name;
      throw err;
    }
    binding.sync.rmAll(name);
  } else {
    binding.sync.unlink(name);
  }
}

function rmdirSync(p, options) {
  const name = toPath(p);
  if (options && options.recursive) {
    rmSync(name, { recursive: true });
    return;
  }
  binding.sync.rmdir(name);
}

function cpSync(src, dest, options = {}) {
  const from = toPath(src, 'src');
  const to = toPath(dest, 'dest');
  const o = { dereference: false, errorOnExist: false, force: true, preserveTimestamps: false, recursive: false, verbatimSymlinks: false, mode: 0, ...options };
  copyTree(from, to, o, true, 0);
}

function systemError(Cls, message, p, code, errno) {
  const err = new Cls(`${message} ${p}`);
  err.path = p;
  err.syscall = 'cp';
  err.errno = errno;
  return err;
}

function copyTree(from, to, o, top, depth) {
  if (depth > 512) throw systemError(codes.ERR_FS_CP_EINVAL, 'too deep', from, 'EINVAL', 22);
  if (o.filter && !o.filter(from, to)) return;
  const st = makeStats(o.dereference ? binding.sync.stat(from) : binding.sync.lstat(from));
  let there = null;
  try {
    there = makeStats(o.dereference ? binding.sync.stat(to) : binding.sync.lstat(to));
  } catch (e) {
    if (e.code !== 'ENOENT') throw e;
  }
  if (there && there.ino === st.ino && there.dev === st.dev) throw systemError(codes.ERR_FS_CP_EINVAL, 'src and dest cannot be the same', to, 'EINVAL', 22);
  if (st.isDirectory()) {
    if (!o.recursive) throw systemError(codes.ERR_FS_CP_EISDIR, 'cp returned EISDIR', from, 'EISDIR', 21);
    if (there && !there.isDirectory()) throw systemError(codes.ERR_FS_CP_DIR_TO_NON_DIR, `cannot overwrite non-directory ${to} with directory`, from, 'EISDIR', 21);
    const absFrom = path.resolve(from);
    const absTo = path.resolve(to);
    if (top && (absTo + '/').startsWith(absFrom + '/')) throw systemError(codes.ERR_FS_CP_EINVAL, `cannot copy ${from} to a subdirectory of self`, to, 'EINVAL', 22);
    if (!there) binding.sync.mkdir(to, st.mode & 0o777 | 0o700, true);
    const flat = binding.sync.readdir(from, false);
    for (let i = 0; i < flat.length; i += 2) copyTree(path.join(from, flat[i]), path.join(to, flat[i]), o, false, depth + 1);
    if (!there) binding.sync.chmod(to, st.mode & 0o7777);
    return;
  }
  if (there && there.isDirectory()) throw systemError(codes.ERR_FS_CP_NON_DIR_TO_DIR, `cannot overwrite directory ${to} with non-directory`, from, 'ENOTDIR', 20);
  if (there && !o.force) {
    if (o.errorOnExist) throw systemError(codes.ERR_FS_CP_EEXIST, 'cp returned EEXIST', to, 'EEXIST', 17);
    return;
  }
  if (top) binding.sync.mkdir(path.dirname(path.resolve(to)), 0o777, true);
  if (st.isSymbolicLink()) {
    let target = binding.sync.readlink(from);
    if (!o.verbatimSymlinks && !path.isAbsolute(target)) target = path.resolve(path.dirname(from), target);
    if (there) binding.sync.unlink(to);
    binding.sync.symlink(target, to);
    return;
  }
  binding.sync.copyFile(from, to, o.mode);
  if (!there) binding.sync.chmod(to, st.mode & 0o7777);
  if (o.preserveTimestamps) binding.sync.utimes(to, st.atimeMs / 1000, st.mtimeMs / 1000);
}

// The callback forms run in one turn: a tree of an in-memory disk is quick.
const later = (fn) => (...args) => {
  const cb = args.pop();
  if (typeof cb !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('cb', 'Function', cb);
  toPath(args[0]);
  setImmediate(() => {
    try {
      fn(...args);
    } catch (e) {
      cb(e);
      return;
    }
    cb(null);
  });
};

module.exports = { sync: { rmSync, rmdirSync, cpSync }, callback: { rm: later(rmSync), rmdir: later(rmdirSync), cp: later(cpSync) } };
