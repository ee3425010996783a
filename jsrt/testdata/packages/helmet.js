const express = require('express');
const helmet = require('helmet').default;
const { show, serve } = require('./show.cjs');
const app = express();
app.use(helmet({ contentSecurityPolicy: { directives: { 'script-src': ["'self'", 'example.com'] } } }));
app.get('/', (req, res) => res.send('ok'));
serve(app, (url) => show(url));
