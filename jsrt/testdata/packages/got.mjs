import got from 'got';
import http from 'node:http';
let tries = 0;
const server = http.createServer((req, res) => {
  if (req.url === '/flaky' && ++tries < 2) return res.writeHead(503).end();
  if (req.url === '/404') return res.writeHead(404).end('nope');
  if (req.url === '/r') return res.writeHead(302, { location: '/end' }).end();
  let body = '';
  req.on('data', (d) => (body += d)).on('end', () => res.setHeader('content-type', 'application/json').end(JSON.stringify({ m: req.method, u: req.url, body })));
}).listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  try {
    console.log(await got(url + '/a', { searchParams: { x: 1 } }).json());
    console.log(await got.post(url, { json: { z: [1] } }).json());
    console.log((await got(url + '/r')).body);
    console.log((await got(url + '/flaky', { retry: { limit: 1, backoffLimit: 1 } })).statusCode, tries);
    await got(url + '/404').catch((e) => console.log(e.name, e.code, e.response.statusCode, e.message.replace(url, '')));
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
