const express = require('express');
const cookieSession = require('cookie-session');
const { serve } = require('./show.cjs');
const app = express();
app.use(cookieSession({ name: 's', keys: ['one', 'two'] }));
app.get('/', (req, res) => { req.session.views = (req.session.views || 0) + 1; res.json(req.session); });
app.get('/out', (req, res) => { req.session = null; res.send('bye'); });
serve(app, async (url) => {
  let cookie = '';
  for (const p of ['/', '/', '/out']) {
    const res = await fetch(url + p, { headers: { cookie } });
    const set = res.headers.getSetCookie();
    console.log(p, await res.text(), set);
    cookie = set.map((c) => c.split(';')[0]).join('; ');
  }
  console.log(await (await fetch(url, { headers: { cookie: 's=eyJ2aWV3cyI6OTl9; s.sig=forged' } })).text());
});
