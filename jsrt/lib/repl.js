'use strict';
// node:repl: reads, evaluates in the global scope, prints. There is no preview of what would come out.
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

const unfinished = /found end of file|^(?:Unexpected end of input|Unterminated template|missing \) after argument list|Unexpected token '<eof>')/;
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
    const terminal = o.terminal ?? !!output.isTTY;
    super({ input, output, terminal, prompt: o.prompt ?? '> ', completer: o.completer ?? ((line) => complete(self, line)), historySize: 1000 });
    const self = this;
    this.context = globalThis;
    this.useGlobal = true;
    this.breakEvalOnSigint = !!o.breakEvalOnSigint;
    this.editorMode = false;
    this.commands = { __proto__: null };
    this.lines = [];
    this.ignoreUndefined = !!o.ignoreUndefined;
    this.useColors = o.useColors ?? (terminal && typeof output.hasColors === 'function' && output.hasColors());
    if (o.writer) this.writer = o.writer;
    else {
      this.writer = (v) => inspect(v, this.writer.options);
      this.writer.options = { ...writer.options, colors: this.useColors };
    }
    this.eval = o.eval ?? evaluate;
    this.last = undefined;
    this._initial = this._prompt;
    this._buffer = '';
    this._busy = false;
    this._waiting = [];
    this._done = false;
    builtinCommands(this);
    let sawSIGINT = false;
    this.on('line', (l) => { sawSIGINT = false; if (this.editorMode) { this._buffer += `${l}\n`; return; } this._waiting.push(l); this._pump(); });
    this.on('close', () => { if (!this._busy && this._waiting.length === 0) this._exit(); });
    this.on('SIGINT', () => {
      const empty = this.line.length === 0;
      this.clearLine();
      const editing = this.editorMode;
      this.editorMode = false;
      if (this._buffer === '' && empty && !editing) {
        if (sawSIGINT) { sawSIGINT = false; this.close(); return; }
        output.write('(To exit, press Ctrl+C again or Ctrl+D or type .exit)\n');
        sawSIGINT = true;
      } else sawSIGINT = false;
      this.clearBufferedCommand();
      this.displayPrompt();
    });
    this.on('SIGCONT', () => this.displayPrompt(true));
  }
  _exit() { if (this._done) return; this._done = true; this.emit('exit'); }
  defineCommand(keyword, cmd) { this.commands[keyword] = typeof cmd === 'function' ? { action: cmd } : cmd; }
  clearBufferedCommand() { this._buffer = ''; }
  setPrompt(p) { this._initial = p; super.setPrompt(p); }
  displayPrompt(keep) {
    if (this._buffer === '') super.setPrompt(this._initial); else super.setPrompt('... ');
    this.prompt(keep);
  }
  // Ctrl+D ends the editor mode, too.
  _ttyWrite(s, key) {
    if (this.editorMode && key && key.ctrl && key.name === 'd') {
      const text = this._buffer + this.line;
      this.editorMode = false;
      this._buffer = '';
      this.clearLine();
      this._waiting.push(text);
      this._pump();
      return;
    }
    if (key && key.ctrl && key.name === 'd' && this.cursor === 0 && this.line.length === 0) this.clearLine();
    super._ttyWrite(s, key);
  }
  // setupHistory reads the lines of earlier sessions, and writes this one's.
  setupHistory(file, cb) {
    const fs = require('fs');
    if (file === '') { process.nextTick(cb, null, this); return; }
    file ??= path.join(require('os').homedir(), '.node_repl_history');
    fs.readFile(file, 'utf8', (err, text) => {
      if (err && err.code !== 'ENOENT') { this._writeToOutput('\nError: Could not open history file.\nREPL session history will not be persisted.\n'); this.displayPrompt(true); cb(null, this); return; }
      if (text) this.history = text.split(/[\n\r]+/).filter(Boolean).slice(0, this.historySize);
      const save = () => { try { fs.writeFileSync(file, this.history.join('\n'), { mode: 0o600 }); } catch { /* the session goes on without */ } };
      let timer = null;
      this.on('history', () => { clearTimeout(timer); timer = setTimeout(save, 15).unref(); });
      this.once('exit', () => { if (timer) { clearTimeout(timer); save(); } });
      cb(null, this);
    });
  }
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
    // Ctrl+C is a signal while the program runs, a key while the line is edited.
    const raw = this.terminal && this.breakEvalOnSigint && this.input.isRaw;
    if (raw) this._setRawMode(false);
    try { this.eval(code, this.context, 'repl', finish); } catch (e) { finish(e, undefined, true); } finally { if (raw && !this.closed) this._setRawMode(true); }
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
  if (r.terminal) r.defineCommand('editor', { help: 'Enter editor mode', action() { this.editorMode = true; this.output.write('// Entering editor mode (Ctrl+D to finish, Ctrl+C to cancel)\n'); } });
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

const keywords = ['async', 'await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger', 'default', 'delete', 'do', 'else', 'export', 'extends', 'false', 'finally', 'for', 'function', 'if', 'import', 'in', 'instanceof', 'let', 'new', 'null', 'return', 'switch', 'this', 'throw', 'true', 'try', 'typeof', 'var', 'void', 'while', 'with', 'yield'];
const identifier = /^[a-zA-Z_$][\w$]*$/;
const namesOf = (o) => Object.getOwnPropertyNames(o).filter((k) => identifier.test(k));
// complete lists what the end of the line may be: names of properties, one group for each prototype, of globals, commands.
function complete(r, line) {
  const text = line.trimStart();
  const cmd = /^\.(\w*)$/.exec(text);
  if (cmd) { const all = Object.keys(r.commands).filter((k) => k.startsWith(cmd[1])); return [all.sort(), cmd[1]]; }
  const req = /\b(?:require|import)\s*\(\s*["'`]([^"'`]*)$/.exec(line);
  if (req) return [require('module').builtinModules.filter((m) => m.startsWith(req[1])).sort(), req[1]];
  const m = /(?:[\w$]+(?:\??\.[\w$]+)*\??\.?|\["'].*)?$/.exec(line)[0];
  if (m === '' && text !== '') return [[], line];
  const dot = m.lastIndexOf('.');
  const groups = [];
  let filter = m, prefix = '';
  if (dot < 0) {
    for (let o = globalThis; o; o = Object.getPrototypeOf(o)) groups.push(namesOf(o));
    groups.push(keywords);
  } else {
    const expr = m.slice(0, dot).replace(/\?$/, '');
    filter = m.slice(dot + 1);
    prefix = m.slice(0, dot + 1);
    // Only names are looked up: completion must not run the program's code.
    let o = /^\d/.test(expr) ? undefined : globalThis;
    for (const part of expr.split(/\??\./)) {
      if (o === null || o === undefined) break;
      if (o === globalThis && !(part in o)) {
        try { o = identifier.test(part) ? mods.script(part, 'repl-completion') : undefined; } catch { o = undefined; }
        continue;
      }
      let at = Object(o), d;
      while (at && !(d = Object.getOwnPropertyDescriptor(at, part))) at = Object.getPrototypeOf(at);
      o = d === undefined ? undefined : 'value' in d || at === globalThis ? o[part] : undefined;
    }
    if (o === null || o === undefined) return [[], m];
    for (let p = Object(o), n = 0; p && n < 16; p = Object.getPrototypeOf(p), n++) groups.push(namesOf(p));
  }
  const out = [], seen = new Set();
  for (const g of groups.reverse()) {
    const own = g.filter((k) => k.toLowerCase().startsWith(filter.toLowerCase()) && !seen.has(k)).sort();
    for (const k of own) seen.add(k);
    if (own.length === 0) continue;
    if (out.length) out.unshift('');
    out.unshift(...own.map((k) => prefix + k));
  }
  return [out, m];
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
  const r = start({ breakEvalOnSigint: true });
  if (r.terminal) r.setupHistory(process.env.NODE_REPL_HISTORY, () => {});
  process.on('uncaughtException', (e) => { r._failed(e); r.displayPrompt(); });
  r.on('exit', () => process.exit());
}
void path;
module.exports = { start, writer, REPLServer, REPL_MODE_SLOPPY, REPL_MODE_STRICT, Recoverable, _main: main, repl: undefined };
Object.defineProperty(module.exports, '_main', { enumerable: false });
Object.defineProperty(module.exports, 'builtinModules', { enumerable: true, get: () => require('module').builtinModules });
delete module.exports.repl;
