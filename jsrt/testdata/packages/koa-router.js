const Koa = require('koa');
const { Router } = require('@koa/router');
const { show, serve } = require('./show.cjs');
const app = new Koa();
const router = new Router({ prefix: '/api' });
router.get('named', '/u/:id', (ctx) => { ctx.body = { id: ctx.params.id, url: router.url('named', 9) }; });
router.del('/u/:id', (ctx) => { ctx.status = 204; });
app.silent = true;
app.use(router.routes()).use(router.allowedMethods());
serve(app.callback(), async (url) => {
  await show(url + '/api/u/3');
  await show(url + '/api/u/3', { method: 'DELETE' });
  await show(url + '/api/u/3', { method: 'PUT' });
  await show(url + '/nowhere');
});
