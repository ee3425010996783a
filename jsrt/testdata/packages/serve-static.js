process.env.NODE_ENV = 'production'; // errors without stacks
const express = require('express');
const serveStatic = require('serve-static');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { serve } = require('./show.cjs');
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'static-'));
fs.mkdirSync(dir + '/sub');
fs.writeFileSync(dir + '/index.html', '<h1>hi</h1>');
fs.writeFileSync(dir + '/sub/a.json', '{"a":1}');
fs.writeFileSync(dir + '/.secret', 'no');
fs.utimesSync(dir + '/index.html', 1e9, 1e9);
const app = express();
app.use(serveStatic(dir, { maxAge: '1d' }));
serve(app, async (url) => {
  const ask = async (p, headers = {}) => {
    const res = await fetch(url + p, { headers, redirect: 'manual' });
    const body = await res.text();
    console.log(p, res.status, res.headers.get('content-type'), res.headers.get('content-length'), res.headers.get('content-range'), res.headers.get('location'), res.headers.get('cache-control'), body.slice(0, 60).split('\n')[0]);
    return res;
  };
  const first = await ask('/');
  console.log(first.headers.get('last-modified'), /^W\/"/.test(first.headers.get('etag')));
  await ask('/', { 'if-none-match': first.headers.get('etag') });
  await ask('/sub/a.json', { range: 'bytes=1-3' });
  await ask('/sub/a.json', { range: 'bytes=100-' });
  await ask('/sub');
  await ask('/.secret');
  await ask('/%2e%2e/etc/passwd');
  fs.rmSync(dir, { recursive: true });
});
