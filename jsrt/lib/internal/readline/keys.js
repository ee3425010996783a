'use strict';
// Keys of a terminal: the bytes that arrive become 'keypress' events with the name of the key and what was held down.
const { StringDecoder } = require('string_decoder');
const kDecoder = Symbol('keypress-decoder');
const ESCAPE_MS = 500;

// After ESC O or ESC [, up to the end of the sequence: what the terminals in use send.
const named = {
  __proto__: null,
  OP: 'f1', OQ: 'f2', OR: 'f3', OS: 'f4', '[P': 'f1', '[Q': 'f2', '[R': 'f3', '[S': 'f4',
  '[11~': 'f1', '[12~': 'f2', '[13~': 'f3', '[14~': 'f4', '[200~': 'paste-start', '[201~': 'paste-end',
  '[[A': 'f1', '[[B': 'f2', '[[C': 'f3', '[[D': 'f4', '[[E': 'f5',
  '[15~': 'f5', '[17~': 'f6', '[18~': 'f7', '[19~': 'f8', '[20~': 'f9', '[21~': 'f10', '[23~': 'f11', '[24~': 'f12',
  '[A': 'up', '[B': 'down', '[C': 'right', '[D': 'left', '[E': 'clear', '[F': 'end', '[H': 'home',
  OA: 'up', OB: 'down', OC: 'right', OD: 'left', OE: 'clear', OF: 'end', OH: 'home',
  '[1~': 'home', '[2~': 'insert', '[3~': 'delete', '[4~': 'end', '[5~': 'pageup', '[6~': 'pagedown', '[[5~': 'pageup', '[[6~': 'pagedown', '[7~': 'home', '[8~': 'end',
};
const shifted = { __proto__: null, '[a': 'up', '[b': 'down', '[c': 'right', '[d': 'left', '[e': 'clear', '[2$': 'insert', '[3$': 'delete', '[5$': 'pageup', '[6$': 'pagedown', '[7$': 'home', '[8$': 'end' };
const controlled = { __proto__: null, Oa: 'up', Ob: 'down', Oc: 'right', Od: 'left', Oe: 'clear', '[2^': 'insert', '[3^': 'delete', '[5^': 'pageup', '[6^': 'pagedown', '[7^': 'home', '[8^': 'end' };

// emitKeys takes one character at a time, '' when no more of a sequence has come in time.
function* emitKeys(stream) {
  for (;;) {
    let ch = yield, s = ch, escaped = false;
    const key = { sequence: null, name: undefined, ctrl: false, meta: false, shift: false };
    if (ch === '\x1b') {
      escaped = true;
      s += ch = yield;
      if (ch === '\x1b') s += ch = yield;
    }
    if (escaped && (ch === 'O' || ch === '[')) {
      let code = ch, modifier = 0;
      if (ch === 'O') {
        s += ch = yield;
        if (ch >= '0' && ch <= '9') { modifier = (ch >> 0) - 1; s += ch = yield; }
        code += ch;
      } else {
        s += ch = yield;
        if (ch === '[') { code += ch; s += ch = yield; }
        const at = s.length - 1;
        if (ch >= '0' && ch <= '9') {
          s += ch = yield;
          if (ch >= '0' && ch <= '9') {
            s += ch = yield;
            if (ch >= '0' && ch <= '9') s += ch = yield;
          }
        }
        if (ch === ';') {
          s += ch = yield;
          if (ch >= '0' && ch <= '9') s += yield;
        }
        const cmd = s.slice(at);
        let m = /^(?:(\d\d?)(?:;(\d))?([~^$])|(\d{3}~))$/.exec(cmd);
        if (m) {
          if (m[4]) code += m[4]; else { code += m[1] + m[3]; modifier = (m[2] || 1) - 1; }
        } else if ((m = /^((\d;)?(\d))?([A-Za-z])$/.exec(cmd))) {
          code += m[4];
          modifier = (m[3] || 1) - 1;
        } else code += cmd;
      }
      key.ctrl = !!(modifier & 4);
      key.meta = !!(modifier & 10);
      key.shift = !!(modifier & 1);
      key.code = code;
      if (named[code]) key.name = named[code];
      else if (shifted[code]) { key.name = shifted[code]; key.shift = true; } else if (controlled[code]) { key.name = controlled[code]; key.ctrl = true; } else if (code === '[Z') { key.name = 'tab'; key.shift = true; } else key.name = 'undefined';
    } else if (ch === '\r') { key.name = 'return'; key.meta = escaped; } else if (ch === '\n') { key.name = 'enter'; key.meta = escaped; } else if (ch === '\t') { key.name = 'tab'; key.meta = escaped; } else if (ch === '\b' || ch === '\x7f') { key.name = 'backspace'; key.meta = escaped; } else if (ch === '\x1b') { key.name = 'escape'; key.meta = escaped; } else if (ch === ' ') { key.name = 'space'; key.meta = escaped; } else if (!escaped && ch <= '\x1a') {
      key.name = String.fromCharCode(ch.charCodeAt(0) + 96);
      key.ctrl = true;
    } else if (/^[0-9A-Za-z]$/.test(ch)) {
      key.name = ch.toLowerCase();
      key.shift = /^[A-Z]$/.test(ch);
      key.meta = escaped;
    } else if (escaped) {
      key.name = ch.length ? undefined : 'escape';
      key.meta = true;
    }
    key.sequence = s;
    if (s.length !== 0 && (key.name !== undefined || escaped)) stream.emit('keypress', escaped ? undefined : s, key);
    else if ([...s].length === 1) stream.emit('keypress', s, key);
  }
}

// emitKeypressEvents makes a stream emit 'keypress' while somebody listens.
function emitKeypressEvents(stream, iface = {}) {
  if (stream[kDecoder]) return;
  const decoder = new StringDecoder('utf8');
  Object.defineProperty(stream, kDecoder, { value: decoder });
  let keys, timer;
  const reset = () => { keys = emitKeys(stream); keys.next(); };
  reset();
  function onData(input) {
    if (stream.listenerCount('keypress') === 0) {
      stream.removeListener('data', onData);
      stream.on('newListener', onNewListener);
      return;
    }
    const text = typeof input === 'string' ? input : decoder.write(input);
    if (!text) return;
    clearTimeout(timer);
    iface._sawKeyPress = [...text].length === 1;
    iface.isCompletionEnabled = false;
    let length = 0;
    for (const c of text) {
      length += c.length;
      if (length === text.length) iface.isCompletionEnabled = true; // what is pasted is not completed
      try {
        keys.next(c);
        if (length === text.length && c === '\x1b') timer = setTimeout(() => keys.next(''), iface.escapeCodeTimeout ?? ESCAPE_MS);
      } catch (e) {
        reset();
        throw e;
      }
    }
  }
  function onNewListener(event) {
    if (event !== 'keypress') return;
    stream.removeListener('newListener', onNewListener);
    stream.on('data', onData);
  }
  if (stream.listenerCount('keypress') > 0) stream.on('data', onData);
  else stream.on('newListener', onNewListener);
}
module.exports = { emitKeypressEvents };
