'use strict';
// node:repl: reads, evaluates in the global scope, prints. Editing of the line is the terminal's.
const { Interface } = require('readline');
const { inspect } = require('internal/inspect');
const mods = internalBinding('modules');
const path = require('path');

const REPL_MODE_SLOPPY = Symbol('repl-sloppy'), REPL_MODE_STRICT = Symbol('repl-strict');
class Recoverable extends SyntaxError {
  constructor(err) { super(); this.err = err; }
}
const writer = (v) => inspect(v, writer.options);
writer.options = { ...inspect.defaultOptions, showProxy: true };

const unfinished = /^(?:Unexpected end of input|Unterminated template|missing \) after argument list|Unexpected token '<eof>')/;
const awaits = /\bawait\b/;
let scripts = 0;

// topAwait makes an async function of a text with await at its top level; what it declares becomes global.
function topAwait(code) {
  const decl = /^\s*(?:const|let|var)\s+([\w$]+)\s*=\s*([^]*?);?\s*$/.exec(code);
  if (decl) return `(async () => { globalThis[${JSON.stringify(decl[1])}] = (${decl[2]}\n); })()`;
  try { mods.compile(`REPL${scripts}`, `(async () => (${code}\n))`, 'cjs'); return `(async () => (${code.replace(/;\s*$/, '')}\n))()`; } catch { return `(async () => { ${code}\n })()`; }
}

function evaluate(code, context, file, cb) {
  const name = `REPL${++scripts}`;
  const text = code.replace(/\n$/, '');
  const run = (src) => { mods.setSource(name, src); return mods.script(src, name); };
  let v;
  try {
    if (/^\s*\{/.test(text) && !/;\s*$/.test(text)) {
      try { v = run(`(${text}\n)`); } catch (e) { if (!(e instanceof SyntaxError)) throw e; v = run(text); }
    } else v = run(text);
  } catch (e) {
    if (e instanceof SyntaxError && awaits.test(text)) {
      let p;
      try { p = run(topAwait(text.trim())); } catch (e2) { cb(unfinished.test(e2.message) ? new Recoverable(e2) : e2); return; }
      p.then((x) => cb(null, x), (x) => cb(x ?? new Error(String(x))));
      return;
    }
    if (e instanceof SyntaxError && (unfinished.test(e.message) || /^Unterminated/.test(e.message) && text.split('`').length % 2 === 0)) { cb(new Recoverable(e)); return; }
    cb(e, undefined, true);
    return;
  }
  cb(null, v);
}

class REPLServer extends Interface {
  constructor(prompt, stream, eval_, useGlobal, ignoreUndefined, replMode) {
    let o = {};
    if (prompt !== null && typeof prompt === 'object') o = { ...prompt };
    else o = { prompt, stream, eval: eval_, useGlobal, ignoreUndefined, replMode };
    const input = o.input ?? o.stream?.stdin ?? o.stream ?? process.stdin, output = o.output ?? o.stream?.stdout ?? o.stream ?? process.stdout;
    super({ input, output, terminal: false, prompt: o.prompt ?? '> ' });
    this.context = globalThis;
    this.commands = { __proto__: null };
    this.lines = [];
    this.ignoreUndefined = !!o.ignoreUndefined;
    this.useColors = false;
    this.writer = o.writer ?? writer;
    this.eval = o.eval ?? evaluate;
    this.last = undefined;
    this._initial = this._prompt;
    this._buffer = '';
    this._busy = false;
    this._waiting = [];
    this._done = false;
    builtinCommands(this);
    this.on('line', (l) => { this._waiting.push(l); this._pump(); });
    this.on('close', () => { if (!this._busy && this._waiting.length === 0) this._exit(); });
    this.on('SIGINT', () => { this.clearBufferedCommand(); output.write('\n'); this.displayPrompt(); });
  }
  _exit() { if (this._done) return; this._done = true; this.emit('exit'); }
  defineCommand(keyword, cmd) { this.commands[keyword] = typeof cmd === 'function' ? { action: cmd } : cmd; }
  clearBufferedCommand() { this._buffer = ''; }
  displayPrompt() { this.output.write(this._buffer === '' ? this._prompt : '... '); }
  setupHistory(file, cb) { process.nextTick(cb, null, this); }
  _pump() {
    if (this._pumping) return;
    this._pumping = true;
    while (!this._busy && !this._done && this._waiting.length) this._take(this._waiting.shift());
    this._pumping = false;
    if (this.closed && !this._busy && !this._done && this._waiting.length === 0) this._exit();
  }
  _take(line) {
    const t = line.trim();
    if (t.startsWith('.') && !/^\.\d/.test(t) && (this._buffer === '' || this.commands[t.slice(1).split(/\s/)[0]])) {
      const [, word, rest] = /^\.(\S*)\s*(.*)$/.exec(t);
      const cmd = this.commands[word];
      if (cmd) { cmd.action.call(this, rest); return; }
      if (this._buffer === '') { this.output.write('Invalid REPL keyword\n'); this.displayPrompt(); return; }
    }
    if (t === '' && this._buffer === '') { this.displayPrompt(); return; }
    this.lines.push(line);
    const code = this._buffer === '' ? `${line}\n` : `${this._buffer}${line}\n`;
    this._busy = true;
    let called = false;
    const finish = (err, v, thrown) => {
      if (called) return;
      called = true;
      if (err instanceof Recoverable) this._buffer = code;
      else {
        this._buffer = '';
        if (err !== null && err !== undefined || thrown) this._failed(err);
        else {
          if (v !== undefined || !this.ignoreUndefined) this.output.write(`${this.writer(v)}\n`);
          if (!this._underscore) this.last = v;
        }
      }
      this._busy = false;
      if (this._done) return;
      this.displayPrompt();
      this._pump();
    };
    try { this.eval(code, this.context, 'repl', finish); } catch (e) { finish(e, undefined, true); }
  }
  _failed(e) {
    this.lastError = e;
    let text;
    if (e !== null && typeof e === 'object' && typeof e.stack === 'string') {
      let stack = e.stack.split('\n').filter((l) => !/^\s+at .*(?:REPL\d+|node:)/.test(l)).join('\n');
      if (e instanceof SyntaxError) {
        stack = stack.replace(/^REPL\d+:\d+\n/, '');
        const i = stack.lastIndexOf(`${e.name}: `);
        this.output.write(`${stack.slice(0, i)}Uncaught ${stack.slice(i)}\n`);
        return;
      }
      const keep = Object.getOwnPropertyDescriptor(e, 'stack');
      Object.defineProperty(e, 'stack', { value: stack, configurable: true, writable: true, enumerable: false });
      text = this.writer(e);
      if (stack.indexOf('\n    at ') < 0 && text.startsWith('[')) text = text.replace(/^\[([^]*?)\]/, '$1');
      if (keep) Object.defineProperty(e, 'stack', keep);
      this.output.write(/\n/.test(text) && /\n {4}at /.test(text) ? `Uncaught:\n${text}\n` : `Uncaught ${text}\n`);
      return;
    }
    this.output.write(`Uncaught ${this.writer(e)}\n`);
  }
}

function builtinCommands(r) {
  const again = (f) => function (arg) { f.call(this, arg); this.displayPrompt(); };
  const clear = again(function () { this.clearBufferedCommand(); });
  r.defineCommand('break', { help: 'Sometimes you get stuck, this gets you out', action: clear });
  r.defineCommand('clear', { help: 'Alias for .break', action: clear });
  r.defineCommand('exit', { help: 'Exit the REPL', action() { this.close(); this._exit(); } });
  r.defineCommand('help', { help: 'Print this help message', action: again(function () {
    const names = Object.keys(this.commands).sort(), width = Math.max(...names.map((n) => n.length));
    for (const n of names) this.output.write(`.${n}${this.commands[n].help ? ' '.repeat(width - n.length + 3) : ''}${this.commands[n].help ?? ''}\n`);
    this.output.write('\nPress Ctrl+C to abort current expression, Ctrl+D to exit the REPL\n');
  }) });
  r.defineCommand('save', { help: 'Save all evaluated commands in this REPL session to a file', action: again(function (file) {
    try { require('fs').writeFileSync(file, this.lines.join('\n')); this.output.write(`Session saved to: ${file}\n`); } catch { this.output.write(`Failed to save: ${file}\n`); }
  }) });
  r.defineCommand('load', { help: 'Load JS from a file into the REPL session', action(file) {
    let text;
    try { text = require('fs').readFileSync(file, 'utf8'); } catch { this.output.write(`Failed to load: ${file}\n`); this.displayPrompt(); return; }
    this._take(text.replace(/\n$/, ''));
  } });
}

function start(...args) {
  const r = new REPLServer(...args);
  for (const [k, field] of [['_', 'last'], ['_error', 'lastError']]) {
    Object.defineProperty(globalThis, k, { configurable: true, enumerable: false, get: () => r[field], set(v) { r._underscore = true; Object.defineProperty(globalThis, k, { value: v, writable: true, configurable: true }); if (k === '_') r.output.write('Expression assignment to _ now disabled.\n'); } });
  }
  r.displayPrompt();
  return r;
}

// main is `node` without a program.
function main() {
  require('internal/main').evalGlobals(`${process.cwd()}/`, 'repl');
  process.stdout.write(`Welcome to Node.js ${process.version}.\nType ".help" for more information.\n`);
  const r = start({});
  process.on('uncaughtException', (e) => { r._failed(e); r.displayPrompt(); });
  r.on('exit', () => process.exit());
}
void path;
module.exports = { start, writer, REPLServer, REPL_MODE_SLOPPY, REPL_MODE_STRICT, Recoverable, _main: main, repl: undefined };
Object.defineProperty(module.exports, '_main', { enumerable: false });
Object.defineProperty(module.exports, 'builtinModules', { enumerable: true, get: () => require('module').builtinModules });
delete module.exports.repl;
