const express = require('express');
const compression = require('compression');
const http = require('http');
const zlib = require('zlib');
const { serve } = require('./show.cjs');
const app = express();
app.use(compression({ threshold: 100 }));
app.get('/big', (req, res) => res.type('text').send('hello '.repeat(1000)));
app.get('/small', (req, res) => res.send('tiny'));
app.get('/image', (req, res) => res.type('png').send(Buffer.alloc(2000)));
app.get('/stream', (req, res) => { res.type('html'); res.write('a'.repeat(500)); res.flush(); res.end('b'.repeat(500)); });
const get = (url, encoding) => new Promise((resolve, reject) => http.get(url, { headers: { 'accept-encoding': encoding } }, (res) => {
  const parts = [];
  res.on('data', (d) => parts.push(d)).on('end', () => resolve([res, Buffer.concat(parts)]));
}).on('error', reject));
serve(app, async (url) => {
  for (const [p, enc] of [['/big', 'gzip'], ['/big', 'deflate'], ['/big', 'br'], ['/big', 'identity'], ['/small', 'gzip'], ['/image', 'gzip'], ['/stream', 'gzip']]) {
    const [res, body] = await get(url + p, enc);
    const how = res.headers['content-encoding'];
    const text = how === 'gzip' ? zlib.gunzipSync(body) : how === 'deflate' ? zlib.inflateSync(body) : how === 'br' ? zlib.brotliDecompressSync(body) : body;
    console.log(p, enc, res.statusCode, how, res.headers.vary, text.length, how ? body.length < text.length : body.length);
  }
});
