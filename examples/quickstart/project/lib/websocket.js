'use strict';
// A WebSocket server end (RFC 6455): the opening handshake and the framing, on the socket that an `upgrade` event hands over.
const crypto = require('node:crypto');
const { EventEmitter } = require('node:events');

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'; // section 1.3
const CONTINUATION = 0x0, TEXT = 0x1, BINARY = 0x2, CLOSE = 0x8, PING = 0x9, PONG = 0xa;
const MAX_MESSAGE = 1 << 20;

/** Completes the handshake. Returns a connection, or null after refusing the request. */
function accept(req, socket, head) {
  const key = req.headers['sec-websocket-key'];
  const versionOk = req.headers['sec-websocket-version'] === '13';
  const upgradeOk = (req.headers.upgrade || '').toLowerCase() === 'websocket';
  if (!upgradeOk || !versionOk || !key || Buffer.from(key, 'base64').length !== 16) {
    socket.end('HTTP/1.1 400 Bad Request\r\nSec-WebSocket-Version: 13\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    return null;
  }
  const digest = crypto.createHash('sha1').update(key + GUID).digest('base64');
  socket.write(
    'HTTP/1.1 101 Switching Protocols\r\n' +
    'Upgrade: websocket\r\n' +
    'Connection: Upgrade\r\n' +
    `Sec-WebSocket-Accept: ${digest}\r\n\r\n`);
  return new Connection(socket, head);
}

/** Section 5.2: a server's frames are not masked. */
function frame(opcode, payload) {
  const n = payload.length;
  let header;
  if (n < 126) {
    header = Buffer.from([0x80 | opcode, n]);
  } else if (n < 65536) {
    header = Buffer.alloc(4);
    header[0] = 0x80 | opcode;
    header[1] = 126;
    header.writeUInt16BE(n, 2);
  } else {
    header = Buffer.alloc(10);
    header[0] = 0x80 | opcode;
    header[1] = 127;
    header.writeBigUInt64BE(BigInt(n), 2);
  }
  return Buffer.concat([header, payload]);
}

class Connection extends EventEmitter {
  constructor(socket, head) {
    super();
    this.socket = socket;
    this.buffer = head && head.length ? Buffer.from(head) : Buffer.alloc(0);
    this.fragments = null; // { opcode, parts, length } of a message that is still arriving
    this.open = true;
    socket.on('data', (chunk) => {
      this.buffer = Buffer.concat([this.buffer, chunk]);
      this.parse();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.finish());
    if (this.buffer.length) setImmediate(() => this.parse());
  }

  send(text) {
    if (this.open) this.socket.write(frame(TEXT, Buffer.from(text, 'utf8')));
  }

  close(code = 1000, reason = '') {
    if (!this.open) return;
    const payload = Buffer.alloc(2 + Buffer.byteLength(reason));
    payload.writeUInt16BE(code, 0);
    payload.write(reason, 2);
    this.socket.end(frame(CLOSE, payload));
    this.finish();
  }

  finish() {
    if (!this.open) return;
    this.open = false;
    this.emit('close');
  }

  /** Takes every whole frame out of the buffer. */
  parse() {
    while (this.open && this.buffer.length >= 2) {
      const b = this.buffer;
      const fin = (b[0] & 0x80) !== 0, opcode = b[0] & 0x0f, masked = (b[1] & 0x80) !== 0;
      if ((b[0] & 0x70) !== 0 || !masked) return this.close(1002, 'protocol error'); // sections 5.1 and 5.2
      let length = b[1] & 0x7f, at = 2;
      if (length === 126) {
        if (b.length < 4) return;
        length = b.readUInt16BE(2);
        at = 4;
      } else if (length === 127) {
        if (b.length < 10) return;
        const big = b.readBigUInt64BE(2);
        if (big > BigInt(MAX_MESSAGE)) return this.close(1009, 'message too big');
        length = Number(big);
        at = 10;
      }
      if (length > MAX_MESSAGE) return this.close(1009, 'message too big');
      if (opcode >= CLOSE && (length > 125 || !fin)) return this.close(1002, 'protocol error'); // section 5.5
      if (b.length < at + 4 + length) return;
      const mask = b.subarray(at, at + 4);
      const payload = Buffer.from(b.subarray(at + 4, at + 4 + length));
      for (let i = 0; i < payload.length; i++) payload[i] ^= mask[i & 3];
      this.buffer = b.subarray(at + 4 + length);
      this.handle(fin, opcode, payload);
    }
  }

  handle(fin, opcode, payload) {
    switch (opcode) {
      case PING:
        this.socket.write(frame(PONG, payload));
        return;
      case PONG:
        return;
      case CLOSE:
        this.close(payload.length >= 2 ? payload.readUInt16BE(0) : 1000);
        return;
      case TEXT:
      case BINARY:
        if (this.fragments) return this.close(1002, 'protocol error');
        this.fragments = { opcode, parts: [], length: 0 };
        break;
      case CONTINUATION:
        if (!this.fragments) return this.close(1002, 'protocol error');
        break;
      default:
        return this.close(1002, 'protocol error');
    }
    const f = this.fragments;
    f.parts.push(payload);
    f.length += payload.length;
    if (f.length > MAX_MESSAGE) return this.close(1009, 'message too big');
    if (!fin) return;
    this.fragments = null;
    const data = Buffer.concat(f.parts);
    this.emit('message', f.opcode === TEXT ? data.toString('utf8') : data);
  }
}

module.exports = { accept };
