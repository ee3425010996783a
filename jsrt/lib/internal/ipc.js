'use strict';
// The channel between a program and one it forked: two pipes, one message a line. 'json' messages are JSON; 'advanced' ones are
// structured clones in base64.
const { E, codes } = require('internal/errors');
const { Buffer } = require('buffer');
E('ERR_IPC_CHANNEL_CLOSED', Error, () => 'Channel closed');
E('ERR_IPC_DISCONNECTED', Error, () => 'IPC channel is already disconnected');
const stringify = JSON.stringify, parse = JSON.parse;

// setup gives an emitter (a ChildProcess or process) send, disconnect and its events. input and output are sockets.
function setup(target, input, output, serialization, extra) {
  const serdes = serialization === 'advanced' ? require('internal/serdes') : null;
  const pack = serdes ? (v) => serdes.serialize(v, extra?.pack).toString('base64') : (v) => stringify(v);
  const unpack = serdes ? (s) => serdes.deserialize(Buffer.from(s, 'base64'), extra?.unpack) : (s) => parse(s);
  let rest = '', open = true, pending = [];
  target.connected = true;
  const deliver = (msg) => {
    if (msg !== null && typeof msg === 'object' && typeof msg.cmd === 'string' && msg.cmd.startsWith('NODE_')) { target.emit('internalMessage', msg, undefined); return; }
    if (pending !== null && target.listenerCount('message') === 0 && extra?.hold) { pending.push(msg); return; }
    target.emit('message', msg, undefined);
  };
  const flush = () => { const l = pending; pending = null; if (l) for (const m of l) process.nextTick(() => target.emit('message', m, undefined)); };
  if (extra?.hold) target.on('newListener', (n) => { if (n === 'message' && pending !== null) { flush(); channel.ref(); } });
  const line = (l) => {
    let msg;
    try { msg = unpack(l); } catch (e) { target.emit('error', e); return; }
    if (!extra?.raw?.(msg)) deliver(msg);
  };
  input.setEncoding('utf8');
  input.on('data', (s) => {
    const i = s.lastIndexOf('\n');
    if (i < 0) { rest += s; return; }
    const text = rest + s.slice(0, i);
    rest = s.slice(i + 1);
    for (const l of text.split('\n')) line(l);
  });
  const closed = () => {
    if (!open) return;
    open = false;
    target.connected = false;
    target.channel = null;
    output.end();
    input.destroy();
    process.nextTick(() => target.emit('disconnect'));
  };
  input.on('end', closed);
  input.on('close', closed);
  input.on('error', closed);
  output.on('error', closed);
  const channel = {
    ref() { input.ref(); }, unref() { input.unref(); },
    get fd() { return 3; }, hasRef: () => true,
  };
  target.channel = target._channel = channel;
  target._send = (msg, cb) => {
    const ok = output.write(`${pack(msg)}\n`, cb);
    return ok;
  };
  target.send = function send(message, handle, options, cb) {
    if (typeof handle === 'function') { cb = handle; handle = undefined; } else if (typeof options === 'function') { cb = options; options = undefined; }
    if (!open) {
      const e = new codes.ERR_IPC_CHANNEL_CLOSED();
      if (typeof cb === 'function') process.nextTick(cb, e); else process.nextTick(() => target.emit('error', e));
      return false;
    }
    if (message === undefined) throw new codes.ERR_MISSING_ARGS('message');
    if (!serdes && (typeof message === 'function' || typeof message === 'symbol' || typeof message === 'bigint')) throw new codes.ERR_INVALID_ARG_TYPE('message', ['string', 'object', 'number', 'boolean'], message);
    if (handle !== undefined && handle !== null) throw new codes.ERR_METHOD_NOT_IMPLEMENTED('process.send with a handle');
    return target._send(message, () => { if (typeof cb === 'function') process.nextTick(cb, null); });
  };
  target.disconnect = function disconnect() {
    if (!open) { target.emit('error', new codes.ERR_IPC_DISCONNECTED()); return; }
    closed();
  };
  target[Symbol.for('sandpit.ipc.close')] = closed;
  return channel;
}

// attach opens the channel that a parent left in the environment.
function attach(env) {
  const inFD = +env.NODE_CHANNEL_FD, outFD = +env.SANDPIT_CHANNEL_OUT, mode = env.NODE_CHANNEL_SERIALIZATION_MODE;
  if (!(inFD > 2) || !(outFD > 2)) return null;
  delete process.env.NODE_CHANNEL_FD;
  delete process.env.SANDPIT_CHANNEL_OUT;
  delete process.env.NODE_CHANNEL_SERIALIZATION_MODE;
  const { Socket } = require('net');
  const b = internalBinding('child_process');
  const open = (fd, o) => { const s = new Socket(o); s._attach(b.openFD(fd), null); return s; };
  // What a program says last must arrive, so it is written at once, as Node does on pipes.
  let up = true;
  const output = {
    write(s, cb) { if (up) b.writeText(outFD, s); if (cb) cb(); return true; },
    end() { if (up) { up = false; try { require('fs').closeSync(outFD); } catch { /* closed by the program */ } } },
    on() {},
  };
  return { input: open(inFD, { _writable: false }), output, mode };
}
module.exports = { setup, attach };
