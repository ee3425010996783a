const { request, fetch, Agent, Pool, MockAgent, setGlobalDispatcher, stream } = require('undici');
const http = require('http');
const { Writable } = require('stream');
const server = http.createServer((req, res) => {
  let body = '';
  req.on('data', (d) => (body += d)).on('end', () => { res.setHeader('x-m', req.method); res.end(JSON.stringify([req.method, req.url, body])); });
}).listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  const { statusCode, headers, body } = await request(url + '/a?b=1', { method: 'POST', body: 'hey' });
  console.log(statusCode, headers['x-m'], await body.json());
  console.log(await (await fetch(url + '/f')).text());
  const pool = new Pool(url, { connections: 2 });
  console.log((await Promise.all([1, 2, 3].map(async (i) => (await pool.request({ path: '/' + i, method: 'GET' })).body.text()))));
  await pool.close();
  const got = [];
  await stream(url, { method: 'GET', opaque: got }, ({ opaque }) => new Writable({ write(c, e, cb) { opaque.push(String(c)); cb(); } }));
  console.log(got.join(''));
  const mock = new MockAgent();
  mock.disableNetConnect();
  mock.get('http://mock.test').intercept({ path: '/x' }).reply(418, { tea: true });
  setGlobalDispatcher(mock);
  const m = await request('http://mock.test/x');
  console.log(m.statusCode, await m.body.json());
  await request('http://mock.test/y').catch((e) => console.log(e.name, e.message));
  setGlobalDispatcher(new Agent());
  server.close();
  server.closeAllConnections();
});
