'use strict';
// process.stdin, stdout and stderr. Output is synchronous, as Node's is to files, pipes and terminals on Linux: what was
// written is out before the program can end. Input is a file stream or a socket over the descriptor.
const { Writable } = require('internal/streams/writable');
const binding = internalBinding('child_process');

function SyncWriteStream(fd) {
  Writable.call(this, { autoDestroy: false, emitClose: false, decodeStrings: true });
  this.fd = fd;
  this._type = 'fs';
  this._isStdio = true;
  this.destroySoon = this.destroy;
  if (binding.kindFD(fd) === 'tty') require('tty')._decorate(this);
}
Object.setPrototypeOf(SyncWriteStream.prototype, Writable.prototype);
Object.setPrototypeOf(SyncWriteStream, Writable);

SyncWriteStream.prototype._write = function(chunk, encoding, cb) {
  const err = binding.writeFD(this.fd, chunk);
  if (err === null) {
    cb();
    return;
  }
  const e = new Error(`write ${err[0]}`);
  e.errno = err[1];
  e.code = err[0];
  e.syscall = 'write';
  cb(e);
};
// A text that nothing waits before is written without the machinery of streams, which would do the same in five calls.
SyncWriteStream.prototype.write = function(chunk, encoding, cb) {
  const s = this._writableState;
  if (typeof chunk !== 'string' || encoding !== undefined || cb !== undefined || this._write !== plainWrite || s.length !== 0 || s.corked !== 0 || s.ending || s.destroyed || s.errored || s.defaultEncoding !== 'utf8') {
    return Writable.prototype.write.call(this, chunk, encoding, cb);
  }
  if (chunk === '') return true;
  const err = binding.writeText(this.fd, chunk);
  if (err === null) return true;
  return Writable.prototype.write.call(this, chunk); // fails again, and tells as streams do
};
const plainWrite = SyncWriteStream.prototype._write;
// The standard streams cannot be closed by the program's own end() or destroy().
SyncWriteStream.prototype._destroy = function(err, cb) {
  cb(err);
  if (this._writableState.emitClose === false) process.nextTick(() => this.emit('close'));
};

function makeStdin() {
  switch (binding.kindFD(0)) {
    case 'file': {
      const { ReadStream } = require('fs');
      return new ReadStream(null, { fd: 0, autoClose: false });
    }
    case 'tty':
      return new (require('tty').ReadStream)(0);
    case 'none': {
      const { Readable } = require('stream');
      const r = new Readable({ read() {} });
      r.push(null);
      r.fd = 0;
      return r;
    }
  }
  const { Socket } = require('net');
  const s = new Socket({ _writable: false });
  s._attach(binding.openFD(0), null);
  s.fd = 0;
  return s;
}

function getStdin() {
  const stdin = makeStdin();
  stdin.fd = 0;
  return stdin;
}

// On a terminal the size follows SIGWINCH.
function output(fd) {
  const s = new SyncWriteStream(fd);
  if (s.isTTY) process.on('SIGWINCH', s._refreshSize);
  return s;
}
exports.getStdout = () => output(1);
exports.getStderr = () => output(2);
exports.getStdin = getStdin;
