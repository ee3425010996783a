const express = require('express');
const cors = require('cors');
const { show, serve } = require('./show.cjs');
const app = express();
app.use(cors({ origin: [/\.example\.com$/], methods: ['GET', 'PUT'], credentials: true, maxAge: 60 }));
app.get('/', (req, res) => res.send('ok'));
serve(app, async (url) => {
  await show(url, { headers: { origin: 'https://a.example.com' } });
  await show(url, { headers: { origin: 'https://evil.test' } });
  await show(url, { method: 'OPTIONS', headers: { origin: 'https://b.example.com', 'access-control-request-method': 'PUT' } });
});
