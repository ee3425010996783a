const express = require('express');
const cookieParser = require('cookie-parser');
const { show, serve } = require('./show.cjs');
const app = express();
app.use(cookieParser('secret'));
app.get('/', (req, res) => { res.cookie('a', { x: 1 }, { signed: true, httpOnly: true, sameSite: 'lax' }); res.json([req.cookies, req.signedCookies]); });
serve(app, async (url) => {
  const res = await show(url, { headers: { cookie: 'p=1; q=%22x%22; j=j%3A%7B%22k%22%3A2%7D' } });
  await show(url, { headers: { cookie: res.headers.getSetCookie()[0].split(';')[0] } });
});
