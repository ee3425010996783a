'use strict';
// What the events of a test run are written as: tap, spec, dot.
const { inspect } = require('internal/inspect');

const escapeTap = (s) => s.replace(/[\\#]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t');

function yaml(indent, key, value) {
  if (value === null || value === undefined) return `${indent}${key}: ${value === null ? '~' : ''}\n`.replace(': \n', ':\n');
  if (typeof value === 'string') {
    if (value.includes('\n')) {
      const pad = `${indent}  `;
      return `${indent}${key}: |-\n${value.split('\n').map((l) => `${pad}${l}`).join('\n')}\n`;
    }
    return `${indent}${key}: '${value}'\n`;
  }
  if (typeof value === 'object') {
    let s = `${indent}${key}:\n`;
    for (const k of Object.keys(value)) s += yaml(`${indent}  `, k, value[k]);
    return s;
  }
  return `${indent}${key}: ${String(value)}\n`;
}

function tapDetails(d) {
  const indent = `${'    '.repeat(d.nesting)}  `;
  let s = `${indent}---\n${yaml(indent, 'duration_ms', d.details.duration_ms)}`;
  if (d.details.type) s += yaml(indent, 'type', d.details.type);
  const e = d.details.error;
  if (e) {
    if (d.file) s += yaml(indent, 'location', `${d.file}:${d.line}:${d.column}`);
    s += yaml(indent, 'failureType', e.failureType);
    s += yaml(indent, 'error', e.message);
    if (e.code !== undefined) s += yaml(indent, 'code', e.code);
    if (e.name && e.name !== 'Error') s += yaml(indent, 'name', e.name);
    if ('expected' in e) s += yaml(indent, 'expected', e.expected) + yaml(indent, 'actual', e.actual);
    if (e.operator) s += yaml(indent, 'operator', e.operator);
    if (e.frames?.length) s += yaml(indent, 'stack', e.frames.join('\n') + (e.frames.length === 1 ? '' : ''));
  }
  return `${s}${indent}...\n`;
}

function* tap() {
  let out = 'TAP version 13\n';
  for (;;) {
    const { type, data: d } = yield out;
    out = '';
    const pad = '    '.repeat(d?.nesting ?? 0);
    switch (type) {
      case 'test:start': out = `${pad}# Subtest: ${escapeTap(d.name)}\n`; break;
      case 'test:pass': case 'test:fail': {
        let line = `${pad}${type === 'test:pass' ? 'ok' : 'not ok'} ${d.testNumber} - ${escapeTap(d.name)}`;
        if (d.skip !== undefined) line += ` # SKIP${typeof d.skip === 'string' && d.skip.length ? ` ${escapeTap(d.skip)}` : ''}`;
        else if (d.todo !== undefined) line += ` # TODO${typeof d.todo === 'string' && d.todo.length ? ` ${escapeTap(d.todo)}` : ''}`;
        out = `${line}\n${tapDetails(d)}`;
        break;
      }
      case 'test:plan': out = `${pad}1..${d.count}\n`; break;
      case 'test:diagnostic': out = `${pad}# ${escapeTap(d.message)}\n`; break;
      case 'test:stdout': case 'test:stderr': out = d.message; break;
    }
  }
}

function* spec() {
  const color = process.stdout.isTTY ? (c, s) => `\x1b[${c}m${s}\x1b[39m` : (c, s) => s;
  const failed = [];
  const stack = [];
  const reported = [];
  const failure = (d, pad) => `${d.details.error.text.split('\n').map((l) => `${pad}${l}`).join('\n')}\n`;
  let out = '';
  for (;;) {
    const { type, data: d } = yield out;
    out = '';
    const pad = '  '.repeat(d?.nesting ?? 0);
    switch (type) {
      case 'test:start': stack.unshift({ d, shown: false }); break;
      case 'test:pass': case 'test:fail': {
        const me = stack.shift();
        for (const s of stack.slice().reverse()) if (!s.shown) { out += `${'  '.repeat(s.d.nesting)}▶ ${s.d.name}\n`; s.shown = true; }
        const time = ` (${d.details.duration_ms}ms)`;
        const sub = d.details.error?.failureType === 'subtestsFailed';
        const mark = d.skip !== undefined ? color(90, '﹣') : type === 'test:pass' ? color(32, '✔') : color(31, '✖');
        const note = d.skip !== undefined ? ` # ${typeof d.skip === 'string' && d.skip ? d.skip : 'SKIP'}` : d.todo !== undefined ? ` # ${typeof d.todo === 'string' && d.todo ? d.todo : 'TODO'}` : '';
        out += `${pad}${mark} ${d.name}${time}${note}\n`;
        if (type === 'test:fail' && !sub) { out += `${failure(d, `${pad}  `)}\n`; failed.push(d); }
        void me;
        break;
      }
      case 'test:diagnostic': out = `${pad}${color(34, 'ℹ')} ${d.message}\n`; break;
      case 'test:stdout': case 'test:stderr': out = d.message; break;
      case 'end':
        if (failed.length === 0) break;
        out = `\n${color(31, '✖')} failing tests:\n`;
        for (const f of failed) {
          const rel = f.file ? require('path').relative(process.cwd(), f.file) : '';
          out += `\n${f.file ? `test at ${rel}:${f.line}:${f.column}\n` : ''}${color(31, '✖')} ${f.name} (${f.details.duration_ms}ms)${f.todo !== undefined ? ' # TODO' : ''}\n${failure(f, '  ')}`;
        }
        void reported;
        break;
    }
  }
}

function* dot() {
  let col = 0;
  let out = '';
  const failed = [];
  for (;;) {
    const { type, data: d } = yield out;
    out = '';
    if (type === 'test:fail' && d.details.error.failureType !== 'subtestsFailed') failed.push(d);
    if (type === 'test:pass' || type === 'test:fail') {
      out = type === 'test:pass' ? '.' : 'X';
      if (++col % 20 === 0) out += '\n';
    } else if (type === 'end') {
      out = '\n';
      if (failed.length === 0) continue;
      out += '\nFailed tests:\n\n';
      for (const f of failed) out += `✖ ${f.name} (${f.details.duration_ms}ms)\n${f.details.error.text.split('\n').map((l) => `  ${l}`).join('\n')}\n`;
    }
  }
}

const xml = (s) => String(s).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
function element(n, pad) {
  if (n.comment !== undefined) return `${pad}<!-- ${n.comment.replace(/--/g, '&#45;&#45;')} -->\n`;
  const attrs = Object.keys(n.attrs).map((k) => `${k}="${xml(n.attrs[k])}"`).join(' ');
  if (n.children.length === 0) return `${pad}<${n.tag} ${attrs}/>\n`;
  return `${pad}<${n.tag} ${attrs}>\n${n.children.map((c) => typeof c === 'string' ? `${c}\n` : element(c, `${pad}\t`)).join('')}${pad}</${n.tag}>\n`;
}
// junit writes the tree of tests when each outermost one has ended.
function* junit() {
  let out = '<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n';
  const roots = [];
  let current = null;
  const start = (d) => {
    const n = { attrs: { name: d.name }, nesting: d.nesting, parent: current, children: [] };
    if (n.nesting === 0) n.parent = null;
    else { while (current && current.nesting >= n.nesting) current = current.parent; n.parent = current; n.parent?.children.push(n); }
    if (n.parent === null) roots.push(n);
    current = n;
  };
  for (;;) {
    const { type, data: d } = yield out;
    out = '';
    switch (type) {
      case 'test:start': start(d); break;
      case 'test:pass': case 'test:fail': {
        if (!current) start(d);
        while (current.parent && (current.attrs.name !== d.name || current.nesting !== d.nesting)) current = current.parent;
        const n = current;
        n.attrs.time = (d.details.duration_ms / 1000).toFixed(6);
        const below = n.children.filter((c) => c.comment === undefined && typeof c !== 'string');
        if (below.length > 0) {
          n.tag = 'testsuite';
          Object.assign(n.attrs, { disabled: 0, errors: 0, tests: below.length, failures: below.filter((c) => c.failed).length, skipped: below.filter((c) => c.children.some((x) => x.tag === 'skipped')).length, hostname: require('os').hostname() });
          n.failed = type === 'test:fail';
        } else {
          n.tag = 'testcase';
          n.attrs.classname = d.classname ?? 'test';
          if (d.skip !== undefined) n.children.push({ tag: 'skipped', attrs: { type: 'skipped', message: d.skip }, children: [] });
          if (d.todo !== undefined) n.children.push({ tag: 'skipped', attrs: { type: 'todo', message: d.todo }, children: [] });
          if (type === 'test:fail') {
            const e = d.details.error;
            n.failed = true;
            n.children.push({ tag: 'failure', attrs: { type: e.failureType, message: e.message }, children: [`\n${xml(e.text)}`.slice(1)] });
            n.attrs.failure = e.message;
          }
        }
        if (n.parent === null) { out = element(n, '\t'); roots.length = 0; }
        current = n.parent;
        break;
      }
      case 'test:diagnostic': out = `\t<!-- ${d.message} -->\n`; break;
      case 'end': out = '</testsuites>\n'; break;
    }
  }
}

// plainError is an error as it can be written and sent to another process.
function plainError(e, failureType) {
  const out = { failureType, message: '', code: undefined };
  if (e !== null && typeof e === 'object' && typeof e.message === 'string') {
    out.message = e.message;
    out.code = e.code ?? (failureType === 'testCodeFailure' ? 'ERR_TEST_FAILURE' : undefined);
    out.name = e.name;
    if (e.code === 'ERR_ASSERTION') {
      const simple = (v) => v === null || typeof v !== 'object' && typeof v !== 'function' && typeof v !== 'symbol' && typeof v !== 'bigint' ? v : inspect(v);
      out.expected = simple(e.expected);
      out.actual = simple(e.actual);
      out.operator = e.operator;
    }
    if (typeof e.stack === 'string') out.frames = e.stack.split('\n').filter((l) => /^\s+at /.test(l)).map((l) => l.replace(/^\s+at /, ''));
  } else {
    out.message = typeof e === 'string' ? e : inspect(e);
    out.code = 'ERR_TEST_FAILURE';
  }
  out.text = failureType === 'subtestsFailed' ? `'${out.message}'` : inspect(e);
  return out;
}
module.exports = { reporters: { tap, spec, dot, junit }, plainError };
