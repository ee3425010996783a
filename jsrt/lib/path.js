'use strict';
// node:path. One implementation over a description of the platform.
const { StringSplit: split, ArrayPush: push, ArrayPop: pop, ArrayJoin: join } = require('internal/primordials');
const { normalizePath } = internalBinding('url');
const { validateString, validateObject } = require('internal/validators');

function normalizeString(p, allowAbove, sep, isSep) {
  if (isSep === '/') return normalizePath(p, allowAbove);
  const out = [], parts = split(p, /[\\/]/);
  for (let i = 0; i < parts.length; i++) {
    const s = parts[i];
    if (s === '' || s === '.') continue;
    if (s === '..') {
      if (out.length && out[out.length - 1] !== '..') pop(out);
      else if (allowAbove) push(out, '..');
    } else push(out, s);
  }
  return join(out, sep);
}
function formatWith(sep) {
  return function format(o) {
    validateObject(o, 'pathObject');
    const dir = o.dir || o.root;
    const base = o.base || `${o.name || ''}${o.ext ? `${o.ext[0] === '.' ? '' : '.'}${o.ext}` : ''}`;
    if (!dir) return base;
    return dir === o.root ? `${dir}${base}` : `${dir}${sep}${base}`;
  };
}
function lastSep(p, win, end) {
  for (let i = end; i >= 0; i--) if (p[i] === '/' || win && p[i] === '\\') return i;
  return -1;
}
function stripEnd(p, win, min) {
  let e = p.length;
  while (e > min && (p[e - 1] === '/' || win && p[e - 1] === '\\')) e--;
  return e;
}
function baseName(win) {
  return function basename(p, suffix) {
    if (suffix !== undefined) validateString(suffix, 'suffix');
    validateString(p, 'path');
    let start = win && /^[a-zA-Z]:/.test(p) ? 2 : 0;
    const end = stripEnd(p, win, start);
    const b = p.slice(Math.max(start, lastSep(p, win, end - 1) + 1), end);
    if (suffix !== undefined && suffix.length > 0 && suffix.length <= b.length && suffix !== p && b !== suffix && b.endsWith(suffix)) return b.slice(0, -suffix.length);
    return b;
  };
}
function extName(base) {
  return function extname(p) {
    const b = base(p);
    const i = b.lastIndexOf('.');
    return i <= 0 || /^\.+$/.test(b) && b.length <= 2 ? '' : b.slice(i);
  };
}

const posix = {
  resolve(...args) {
    let r = '', abs = false;
    for (let i = args.length - 1; i >= -1 && !abs; i--) {
      const p = i >= 0 ? args[i] : process.cwd();
      validateString(p, `paths[${i}]`);
      if (p.length === 0) continue;
      r = `${p}/${r}`;
      abs = p[0] === '/';
    }
    r = normalizeString(r, !abs, '/', '/');
    return abs ? `/${r}` : r.length > 0 ? r : '.';
  },
  normalize(p) {
    validateString(p, 'path');
    if (p.length === 0) return '.';
    const abs = p[0] === '/', trail = p[p.length - 1] === '/';
    let r = normalizeString(p, !abs, '/', '/');
    if (r.length === 0) return abs ? '/' : trail ? './' : '.';
    if (trail) r += '/';
    return abs ? `/${r}` : r;
  },
  isAbsolute(p) { validateString(p, 'path'); return p[0] === '/'; },
  join(...args) {
    let p = '';
    for (let i = 0; i < args.length; i++) {
      const a = args[i];
      validateString(a, 'path');
      if (a.length > 0) p = p === '' ? a : `${p}/${a}`;
    }
    return p === '' ? '.' : posix.normalize(p);
  },
  relative(from, to) {
    validateString(from, 'from'); validateString(to, 'to');
    if (from === to) return '';
    from = posix.resolve(from); to = posix.resolve(to);
    if (from === to) return '';
    const a = from.split('/').filter(Boolean), b = to.split('/').filter(Boolean);
    let i = 0;
    while (i < a.length && i < b.length && a[i] === b[i]) i++;
    return [...a.slice(i).map(() => '..'), ...b.slice(i)].join('/');
  },
  toNamespacedPath(p) { return p; },
  dirname(p) {
    validateString(p, 'path');
    if (p.length === 0) return '.';
    const abs = p[0] === '/';
    let e = lastSep(p, false, stripEnd(p, false, 1) - 1);
    if (e < 0) return '.';
    if (e === 0) return abs ? (p[1] === '/' && p.length > 1 && lastSep(p, false, stripEnd(p, false, 1) - 1) === 1 ? '//' : '/') : '.';
    if (abs && e === 1) return '//';
    return p.slice(0, e);
  },
  basename: baseName(false),
  format: formatWith('/'),
  parse(p) {
    validateString(p, 'path');
    const root = p[0] === '/' ? '/' : '';
    const base = posix.basename(p), ext = posix.extname(p);
    const end = stripEnd(p, false, root.length);
    let i = lastSep(p, false, end - 1);
    let dir = i > 0 ? p.slice(0, i) : i === 0 ? '/' : '';
    return { root, dir, base, ext, name: ext ? base.slice(0, -ext.length) : base };
  },
  sep: '/', delimiter: ':',
  matchesGlob() { throw new (require('internal/errors').codes.ERR_METHOD_NOT_IMPLEMENTED)('path.matchesGlob'); },
};
posix.extname = extName(posix.basename);

// winRoot splits "C:\x", "\\server\share\x", "\x" into [device, isAbsolute, rest].
function winRoot(p) {
  let m = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)/.exec(p);
  if (m) return [`\\\\${m[1]}\\${m[2]}`, true, p.slice(m[0].length)];
  m = /^([a-zA-Z]:)/.exec(p);
  if (m) return [m[1], /^[\\/]/.test(p.slice(2)), p.slice(2)];
  return ['', /^[\\/]/.test(p), p];
}
const win32 = {
  resolve(...args) {
    let dev = '', tail = '', abs = false;
    for (let i = args.length - 1; i >= -1; i--) {
      let p = i >= 0 ? args[i] : process.cwd();
      if (i >= 0) { validateString(p, `paths[${i}]`); if (p.length === 0) continue; }
      const [d, a, rest] = winRoot(p);
      if (d && dev && d.toLowerCase() !== dev.toLowerCase()) continue;
      if (!dev) dev = d;
      if (!abs) { tail = `${rest}\\${tail}`; abs = a; }
      if (abs && dev) break;
    }
    tail = normalizeString(tail, !abs, '\\', 'w');
    return `${dev}${abs ? '\\' : ''}${tail}` || '.';
  },
  normalize(p) {
    validateString(p, 'path');
    if (p.length === 0) return '.';
    const [dev, abs, rest] = winRoot(p);
    let tail = normalizeString(rest, !abs, '\\', 'w');
    if (tail.length === 0 && !abs) tail = '.';
    if (tail.length > 0 && /[\\/]$/.test(rest)) tail += '\\';
    return `${dev}${abs ? '\\' : ''}${tail}`;
  },
  isAbsolute(p) { validateString(p, 'path'); return /^[\\/]|^[a-zA-Z]:[\\/]/.test(p); },
  join(...args) {
    const parts = [];
    for (const a of args) { validateString(a, 'path'); if (a.length > 0) parts.push(a); }
    if (parts.length === 0) return '.';
    let s = parts.join('\\');
    if (!/^[\\/]{2}[^\\/]/.test(parts[0])) s = s.replace(/^[\\/]{2,}/, '\\');
    return win32.normalize(s);
  },
  relative(from, to) {
    validateString(from, 'from'); validateString(to, 'to');
    const a = win32.resolve(from), b = win32.resolve(to);
    if (a.toLowerCase() === b.toLowerCase()) return '';
    const x = a.split('\\').filter(Boolean), y = b.split('\\').filter(Boolean);
    let i = 0;
    while (i < x.length && i < y.length && x[i].toLowerCase() === y[i].toLowerCase()) i++;
    if (i === 0) return b;
    return [...x.slice(i).map(() => '..'), ...y.slice(i)].join('\\');
  },
  toNamespacedPath(p) {
    if (typeof p !== 'string' || p.length === 0) return p;
    const r = win32.resolve(p);
    if (/^[a-zA-Z]:\\/.test(r)) return `\\\\?\\${r}`;
    if (/^\\\\[^?.]/.test(r)) return `\\\\?\\UNC\\${r.slice(2)}`;
    return r;
  },
  dirname(p) {
    validateString(p, 'path');
    if (p.length === 0) return '.';
    const [dev, abs, rest] = winRoot(p);
    const e = stripEnd(rest, true, abs ? 1 : 0);
    const i = lastSep(rest, true, e - 1);
    const root = `${p.slice(0, p.length - rest.length)}`;
    if (i < 0) return root || '.';
    if (i === 0) return root + rest[0];
    return root + rest.slice(0, stripEnd(rest.slice(0, i), true, 1));
  },
  basename: baseName(true),
  format: formatWith('\\'),
  parse(p) {
    validateString(p, 'path');
    const [, abs, rest] = winRoot(p);
    const root = p.slice(0, p.length - rest.length) + (abs ? rest[0] : '');
    const base = p.length > root.length ? win32.basename(p.slice(root.length)) : '', ext = win32.extname(base);
    const d = win32.dirname(p);
    return { root, dir: d === '.' && !p.startsWith('.') ? root : base === '' ? root : d, base, ext, name: ext ? base.slice(0, -ext.length) : base };
  },
  sep: '\\', delimiter: ';',
};
win32.extname = extName(win32.basename);
win32.matchesGlob = posix.matchesGlob;
posix.posix = win32.posix = posix;
posix.win32 = win32.win32 = win32;
posix._makeLong = posix.toNamespacedPath;
win32._makeLong = win32.toNamespacedPath;
module.exports = posix;
