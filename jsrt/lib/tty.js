'use strict';
// node:tty
const net = require('net');
const binding = internalBinding('child_process');

function isatty(fd) {
  return Number.isInteger(fd) && fd >= 0 && fd <= 2147483647 && binding.kindFD(fd) === 'tty';
}

function ReadStream(fd) {
  if (!(this instanceof ReadStream)) return new ReadStream(fd);
  net.Socket.call(this, { _writable: false });
  this._attach(binding.openFD(fd), null);
  this.fd = fd;
  this.isRaw = false;
  this.isTTY = true;
}
Object.setPrototypeOf(ReadStream.prototype, net.Socket.prototype);
Object.setPrototypeOf(ReadStream, net.Socket);
ReadStream.prototype.setRawMode = function(flag) {
  flag = !!flag;
  const err = binding.ttyRaw(this.fd, flag);
  if (err !== null) {
    const e = new Error(`setRawMode ${err[0]}`);
    this.emit('error', Object.assign(e, { errno: err[1], code: err[0], syscall: 'setRawMode' }));
    return this;
  }
  this.isRaw = flag;
  return this;
};

// decorate gives a stream over a terminal what tty.WriteStream has.
function decorate(s) {
  s.isTTY = true;
  [s.columns, s.rows] = binding.ttySize(s.fd) ?? [80, 24];
  s._refreshSize = () => {
    const [columns, rows] = binding.ttySize(s.fd) ?? [s.columns, s.rows];
    if (columns === s.columns && rows === s.rows) return;
    s.columns = columns;
    s.rows = rows;
    s.emit('resize');
  };
  Object.defineProperty(s, '_refreshSize', { enumerable: false });
  s.getWindowSize = () => [s.columns, s.rows];
  s.getColorDepth = (env) => getColorDepth(env || process.env);
  s.hasColors = (count, env) => {
    if (typeof count === 'object') {
      env = count;
      count = 16;
    }
    return (count || 16) <= 2 ** getColorDepth(env || process.env);
  };
  const put = (text, cb) => s.write(text, cb);
  s.clearLine = (dir, cb) => put(dir < 0 ? '\x1b[1K' : dir > 0 ? '\x1b[0K' : '\x1b[2K', cb);
  s.clearScreenDown = (cb) => put('\x1b[0J', cb);
  s.cursorTo = (x, y, cb) => put(typeof y === 'number' ? `\x1b[${y + 1};${x + 1}H` : `\x1b[${x + 1}G`, typeof y === 'function' ? y : cb);
  s.moveCursor = (dx, dy, cb) => put(`${dx < 0 ? `\x1b[${-dx}D` : dx > 0 ? `\x1b[${dx}C` : ''}${dy < 0 ? `\x1b[${-dy}A` : dy > 0 ? `\x1b[${dy}B` : ''}`, cb);
  return s;
}

function getColorDepth(env) {
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR === '0' ? 1 : env.FORCE_COLOR === '2' ? 8 : env.FORCE_COLOR === '3' ? 24 : 4;
  if (env.NO_COLOR !== undefined || env.NODE_DISABLE_COLORS || env.TERM === 'dumb') return 1;
  if (env.COLORTERM === 'truecolor' || env.COLORTERM === '24bit') return 24;
  if (/256/.test(env.TERM || '')) return 8;
  return env.TERM ? 4 : 1;
}

function WriteStream(fd) {
  const s = fd === 2 ? process.stderr : process.stdout;
  return s.isTTY ? s : decorate(s);
}

module.exports = { isatty, ReadStream, WriteStream, _decorate: decorate };
