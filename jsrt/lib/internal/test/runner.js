'use strict';
// `node --test` and run(): every file is a program of its own, whose events come back over descriptor 3.
const fs = require('fs');
const path = require('path');
const { spawn } = require('child_process');
const { Readable } = require('stream');

const ext = /\.[cm]?js$/;
const named = /^(?:test|test-.+|.+[.\-_]test)\.[cm]?js$/;

// find lists the test files below a folder, as Node does: everything in folders named test, and files named like tests.
function find(dir, inTest = false, out = []) {
  for (const e of fs.readdirSync(dir, { withFileTypes: true })) {
    if (e.name === 'node_modules') continue;
    const p = path.join(dir, e.name);
    if (e.isDirectory()) find(p, inTest || e.name === 'test', out);
    else if (e.isFile() && ext.test(e.name) && (inTest || named.test(e.name))) out.push(p);
  }
  return out;
}

function files(args) {
  if (args.length === 0) return find(process.cwd()).sort();
  const out = [];
  for (const a of args) {
    const p = path.resolve(a);
    if (!fs.existsSync(p)) throw Object.assign(new Error(`Could not find '${p}'`), { notFound: p });
    if (fs.statSync(p).isDirectory()) out.push(...find(p).sort());
    else out.push(p);
  }
  return [...new Set(out)];
}

// runFile runs one file and hands on its events; top-level tests are numbered over all files.
function runFile(file, report, number, execArgv, timeout) {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(process.execPath, [...execArgv, file], { env: { ...process.env, NODE_TEST_CONTEXT: 'child' }, stdio: ['ignore', 'pipe', 'pipe', 'pipe'], timeout });
    let rest = '', failed = false, seen = 0, err = '';
    const line = (l) => {
      const { type, data } = JSON.parse(l);
      if (data.nesting === 0 && (type === 'test:pass' || type === 'test:fail')) { data.testNumber = number(); seen++; }
      if (type === 'test:fail' && data.todo === undefined) failed = true;
      report(type, data);
    };
    child.stdio[3].setEncoding('utf8').on('data', (s) => {
      const parts = (rest + s).split('\n');
      rest = parts.pop();
      parts.forEach(line);
    });
    child.stdout.setEncoding('utf8').on('data', (message) => report('test:stdout', { file, message }));
    child.stderr.setEncoding('utf8').on('data', (message) => { err += message; report('test:stderr', { file, message }); });
    child.on('close', (code, signal) => {
      if ((code !== 0 || signal) && !failed || seen === 0) {
        const ok = code === 0 && !signal;
        const d = { name: path.relative(process.cwd(), file) || file, nesting: 0, testNumber: number(), details: { duration_ms: Math.round((performance.now() - started) * 1e6) / 1e6 }, file, line: 1, column: 1 };
        report('test:start', d);
        if (!ok) d.details.error = { failureType: 'testCodeFailure', message: 'test failed', code: 'ERR_TEST_FAILURE', text: "'test failed'" };
        report(ok ? 'test:pass' : 'test:fail', d);
        void err;
      }
      resolve();
    });
  });
}

async function main(args) {
  const { _internal: t } = require('test');
  let list;
  try { list = files(args); } catch (e) {
    if (!e.notFound) throw e;
    process.stderr.write(`Could not find '${e.notFound}'\n`);
    process.exit(1);
  }
  t.begin(performance.now());
  const out = t.writer(t.reporterNames());
  let n = 0;
  const report = (type, data) => {
    t.count(type, data);
    if (type === 'test:fail' && data.todo === undefined) process.exitCode = 1;
    out(type, data);
  };
  const execArgv = process.execArgv.filter((a) => a !== '--test' && !a.startsWith('--test-reporter'));
  for (const f of list) await runFile(f, report, () => { t.root.subtests.push(f); return ++n; }, execArgv);
  t.summary(out);
}

function run(options) {
  const stream = new Readable({ objectMode: true, read() {} });
  const report = (type, data) => { stream.push({ type, data }); stream.emit(type, data); };
  setImmediate(async () => {
    let n = 0;
    const list = options.files ? options.files.map((f) => path.resolve(f)) : files([]);
    for (const f of list) await runFile(f, report, () => ++n, [], options.timeout);
    report('test:plan', { nesting: 0, count: n });
    stream.push(null);
  });
  return stream;
}
module.exports = { main, run };
