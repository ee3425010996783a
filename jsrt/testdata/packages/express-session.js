const express = require('express');
const session = require('express-session');
const { serve } = require('./show.cjs');
const app = express();
let n = 0;
app.use(session({ secret: 'x', resave: false, saveUninitialized: false, genid: () => 'id-' + ++n, store: new session.MemoryStore() }));
app.get('/add/:what', (req, res) => { (req.session.items ??= []).push(req.params.what); res.json({ id: req.sessionID, items: req.session.items }); });
app.get('/end', (req, res) => req.session.destroy(() => res.send('gone')));
serve(app, async (url) => {
  let cookie = '';
  for (const p of ['/add/a', '/add/b', '/end', '/add/c']) {
    const res = await fetch(url + p, { headers: { cookie } });
    console.log(p, await res.text(), res.headers.getSetCookie());
    cookie = res.headers.getSetCookie().map((c) => c.split(';')[0]).join('; ') || cookie;
  }
});
