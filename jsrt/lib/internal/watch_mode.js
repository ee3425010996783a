'use strict';
// `node --watch`: the program runs as a child, which is ended and started again when a file that it loaded changes.
const fs = require('fs');
const path = require('path');
const { spawn } = require('child_process');

exports.main = function main(o) {
  const own = process.execArgv.filter((a, i, l) => a !== '--watch' && a !== '--watch-preserve-output' && !a.startsWith('--watch-path') && l[i - 1] !== '--watch-path');
  const argv = [...own, ...(o.test ? [] : [o.script]), ...process.argv.slice(o.test ? 1 : 2)];
  const keep = process.execArgv.includes('--watch-preserve-output');
  const what = o.script === '' ? 'tests' : [o.script, ...process.argv.slice(2)].join(' ');
  const watched = new Map();
  let child = null, timer = null, stopped = false;
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stop(start), 200);
  };
  const watch = (target) => {
    if (watched.has(target)) return;
    try { watched.set(target, fs.watch(target, { recursive: o.watchPaths.length > 0 }, changed)); } catch { /* gone again */ }
  };
  function start() {
    if (stopped) return;
    if (watched.size > 0) process.stdout.write(`${!keep && process.stdout.isTTY ? '\u001bc' : ''}Restarting '${what}'\n`);
    for (const p of o.watchPaths.length ? o.watchPaths : o.script === '' ? [process.cwd()] : [o.script]) watch(path.resolve(p));
    const c = child = spawn(process.execPath, argv, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: { ...process.env, WATCH_REPORT_DEPENDENCIES: '1' } });
    if (o.watchPaths.length === 0) c.on('message', (m) => { if (m && Array.isArray(m['watch:require'])) m['watch:require'].forEach(watch); });
    c.on('exit', (code, signal) => {
      if (child !== c) return;
      child = null;
      if (stopped) return;
      process.stdout.write(code === 0 ? `Completed running '${what}'\n` : `Failed running '${what}'\n`);
      void signal;
    });
    c.channel?.unref();
  }
  function stop(then) {
    const c = child;
    child = null;
    if (c === null || c.exitCode !== null || c.signalCode !== null) { then(); return; }
    c.once('exit', then);
    c.kill('SIGTERM');
  }
  for (const s of ['SIGINT', 'SIGTERM']) process.on(s, () => { stopped = true; stop(() => process.exit(s === 'SIGINT' ? 130 : 143)); });
  start();
};
