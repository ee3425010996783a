// Lines, questions and the editing of a line, with streams in place of a terminal.
const readline = require('readline'), { PassThrough } = require('stream'), rlp = require('readline/promises');
const tty = (o) => { const input = Object.assign(new PassThrough(), { isTTY: true, isRaw: false, setRawMode(v) { this.isRaw = v; } }), output = Object.assign(new PassThrough(), { isTTY: true, columns: 20, rows: 5 }); let screen = ''; output.on('data', (d) => { screen += d; }); const rl = readline.createInterface({ input, output, terminal: true, prompt: '> ', ...o }); return { rl, input, screen: () => { const s = screen; screen = ''; return JSON.stringify(s); } }; };
const tick = () => new Promise((r) => setImmediate(() => setImmediate(r)));
(async () => {
  const keys = new PassThrough(), seen = [];
  readline.emitKeypressEvents(keys);
  keys.on('keypress', (s, k) => seen.push([s, k.name, k.ctrl, k.meta, k.shift, k.code ?? '', k.sequence].map((x) => JSON.stringify(x) ?? '-').join(' ')));
  for (const s of ['a', 'A', '1', '!', '\r', '\n', '\t', '\x7f', '\b', ' ', '\x03', '\x1b[A', '\x1b[1;5C', '\x1bOP', '\x1b[3~', '\x1b[15~', '\x1b[Z', '\x1bb', '\x1b\x7f', 'é', '😀', '\x1b[H', '\x1bOF', '\x1b[[A', '\x1b[2;3~', '\x00', '\x1b[200~', '\x1b[5$', '\x1b[1;2A', 'xy']) { keys.write(s); await tick(); }
  console.log(seen.join('\n'));
  const t = tty();
  t.rl.on('line', (l) => console.log('line', JSON.stringify(l), t.rl.history.join(), t.rl.cursor)).on('close', () => console.log('close', t.input.isRaw)).on('history', (h) => console.log('history', h.length)).on('SIGINT', () => console.log('sigint'));
  console.log(t.input.isRaw, t.rl.terminal, t.rl.getPrompt());
  t.rl.prompt(); console.log(t.screen());
  for (const s of ['hello', ' ', 'world', '\x1b[D', '\x1b[D', 'X', '\x7f', '\x01', 'Y', '\x05', 'Z', '\x17', '\x19', '\x15', 'one two three', '\x1bb', '\x0b', '\x19', '\x1b[3~', '\x04', '\x1b[1;5D', '\x1f', '\x1e', '\x14', '\r']) { t.input.write(s); await tick(); console.log(JSON.stringify(s), JSON.stringify(t.rl.line), t.rl.cursor, t.screen()); }
  for (const s of ['second\r', '\x1b[A', '\x1b[A', '\x1b[A', '\x1b[B', '\x1b[B', 'one', '\x1b[A', '\x15', '日本', '\x1b[D', '\x7f', '\x0b', 'a long line that wraps around', '\x01', '\x05', '\x15', '\x03', 'a\rb\rc', '\x0c', '\x15', '\x04']) { t.input.write(s); await tick(); console.log(JSON.stringify(s), JSON.stringify(t.rl.line), t.rl.cursor, t.screen()); }
  const q = tty(); q.rl.question('name? ', (a) => { console.log('answer', a, q.rl.getPrompt()); q.rl.close(); }); q.input.write('bob\r'); await tick(); console.log(q.screen(), q.rl.closed);
  const c = tty({ completer: (l) => [['alpha', 'alphabet', 'beta'].filter((x) => x.startsWith(l)), l] }); c.input.write('a'); await tick(); c.input.write('\t'); await tick(); await tick(); console.log(c.rl.line, c.screen()); c.input.write('\t'); await tick(); await tick(); c.input.write('\t'); await tick(); await tick(); console.log(c.rl.line, c.screen()); c.rl.close();
  const p = new PassThrough(), r = readline.createInterface({ input: p, crlfDelay: Infinity }); p.end('a\r\nb\nc\rd'); const got = []; for await (const l of r) got.push(l); console.log(got);
  const w = readline.createInterface({ input: new PassThrough() }); const ls = []; w.on('line', (l) => ls.push(l)); w.write('x\ny\n'); console.log(ls, w.terminal); w.close(); try { w.question('?', () => {}); } catch (e) { console.log(e.code, e.message); }
  const i2 = new PassThrough(), a = rlp.createInterface({ input: i2, output: new PassThrough() }); setImmediate(() => i2.write('yes\n')); console.log(await a.question('sure? ')); a.close();
  const out = new PassThrough(); let text = ''; out.on('data', (d) => { text += d; }); const R = new rlp.Readline(out); R.cursorTo(1, 2).moveCursor(-3, 4).clearLine(0).clearScreenDown(); await R.commit(); R.clearLine(1).rollback(); await R.commit(); console.log(JSON.stringify(text));
  text = ''; readline.cursorTo(out, 3); readline.cursorTo(out, 0, 0); readline.moveCursor(out, 1, -1); readline.clearLine(out, -1); readline.clearScreenDown(out); await tick(); console.log(JSON.stringify(text));
  for (const f of [() => readline.createInterface({ input: p, completer: 5 }), () => readline.createInterface({ input: p, history: 5 }), () => readline.cursorTo(out, NaN), () => readline.clearLine(out, 0, 5)]) try { f(); console.log('none'); } catch (e) { console.log(e.name, e.code); }
  const ac = new AbortController(), s = tty({ signal: ac.signal }); s.rl.on('close', () => console.log('aborted')); ac.abort(); await tick();
})();
