const express = require('express');
const multer = require('multer');
const { show, serve } = require('./show.cjs');
const app = express();
const upload = multer({ storage: multer.memoryStorage(), limits: { fileSize: 1000 } });
app.post('/one', upload.single('doc'), (req, res) => {
  const { buffer, ...file } = req.file;
  res.json({ file, text: buffer.toString(), body: req.body });
});
app.post('/many', upload.array('docs', 2), (req, res) => res.json(req.files.map((f) => [f.originalname, f.size, f.mimetype])));
app.use((err, req, res, next) => res.status(400).json({ code: err.code, message: err.message }));
serve(app, async (url) => {
  const one = new FormData();
  one.append('name', 'bob');
  one.append('doc', new Blob(['héllo'], { type: 'text/plain' }), 'a.txt');
  await show(url + '/one', { method: 'POST', body: one });
  const many = new FormData();
  for (const n of ['x', 'y']) many.append('docs', new Blob([n.repeat(10)]), n + '.bin');
  await show(url + '/many', { method: 'POST', body: many });
  const big = new FormData();
  big.append('doc', new Blob(['x'.repeat(2000)]), 'big');
  await show(url + '/one', { method: 'POST', body: big });
});
