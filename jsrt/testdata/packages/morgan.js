const express = require('express');
const morgan = require('morgan');
const { serve } = require('./show.cjs');
const lines = [];
const app = express();
morgan.token('id', (req) => req.headers['x-id']);
app.use(morgan(':method :url :status :res[content-length] :id ":user-agent"', { stream: { write: (s) => lines.push(s) } }));
app.use(morgan('tiny', { immediate: true, stream: { write: (s) => lines.push('tiny ' + s) }, skip: (req) => req.url === '/skip' }));
app.get('/', (req, res) => res.send('hello'));
serve(app, async (url) => {
  for (const p of ['/', '/none', '/skip']) await (await fetch(url + p, { headers: { 'x-id': p, 'user-agent': 'test' } })).text();
  await new Promise((resolve) => setTimeout(resolve, 20));
  console.log(lines.sort());
});
