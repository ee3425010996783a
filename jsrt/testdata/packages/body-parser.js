const bodyParser = require('body-parser');
const connect = require('express');
const { show, json, serve } = require('./show.cjs');
const zlib = require('zlib');
const app = connect();
app.use(bodyParser.json({ limit: 200 }), bodyParser.urlencoded({ extended: true }), bodyParser.text(), bodyParser.raw());
app.post('/', (req, res) => res.json({ type: typeof req.body, body: Buffer.isBuffer(req.body) ? req.body.toString('hex') : req.body }));
app.use((err, req, res, next) => res.status(err.status).send(err.type));
serve(app, async (url) => {
  await show(url, json({ a: [1, { b: null }] }));
  await show(url, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a[b]=1&c=x%20y&d=1&d=2' });
  await show(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'plain ü' });
  await show(url, { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: new Uint8Array([1, 255]) });
  await show(url, { method: 'POST', headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' }, body: zlib.gzipSync('{"z":true}') });
  await show(url, json({ big: 'x'.repeat(300) }));
});
