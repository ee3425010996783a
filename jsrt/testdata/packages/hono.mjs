import {Hono} from 'hono'; import {serve} from '@hono/node-server'; import {cors} from 'hono/cors';
const app=new Hono(); app.use('*',cors()); app.get('/h/:n',c=>c.json({hi:c.req.param('n'),q:c.req.query('q')})); app.post('/e',async c=>c.text(await c.req.text()));
const s=serve({fetch:app.fetch,port:0},async i=>{const u='http://127.0.0.1:'+i.port; for (const [p,o] of [['/h/bob?q=1'],['/e',{method:'POST',body:'yo'}],['/zz']]) { const r=await fetch(u+p,o); const h={...Object.fromEntries(r.headers)}; delete h.date; console.log(r.status,h,await r.text()); } s.close(); s.closeAllConnections?.()});
console.log((await app.request('/h/z')).status);
