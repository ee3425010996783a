const express = require('express');
const session = require('express-session');
const passport = require('passport');
const { Strategy } = require('passport-local');
const { serve } = require('./show.cjs');
const users = [{ id: 7, name: 'bob', pass: 'pw' }];
passport.use(new Strategy((name, pass, done) => {
  const user = users.find((u) => u.name === name);
  done(null, user && user.pass === pass ? user : false, { message: 'wrong' });
}));
passport.serializeUser((user, done) => done(null, user.id));
passport.deserializeUser((id, done) => done(null, users.find((u) => u.id === id)));
const app = express();
app.use(express.urlencoded({ extended: false }), session({ secret: 's', resave: false, saveUninitialized: false }), passport.initialize(), passport.session());
app.post('/login', passport.authenticate('local'), (req, res) => res.json(req.user));
app.get('/me', (req, res) => res.status(req.isAuthenticated() ? 200 : 401).json(req.user || null));
app.post('/logout', (req, res, next) => req.logout((err) => (err ? next(err) : res.send('out'))));
serve(app, async (url) => {
  let cookie = '';
  const ask = async (p, body) => {
    const res = await fetch(url + p, body === undefined ? { headers: { cookie } } : { method: 'POST', headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' }, body });
    cookie = res.headers.getSetCookie().map((c) => c.split(';')[0]).join('; ') || cookie;
    console.log(p, res.status, await res.text());
  };
  await ask('/me');
  await ask('/login', 'username=bob&password=no');
  await ask('/login', 'username=bob&password=pw');
  await ask('/me');
  await ask('/logout', '');
  await ask('/me');
});
