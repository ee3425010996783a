import fetch, { Headers, FormData, Blob, AbortError } from 'node-fetch';
import http from 'node:http';
const server = http.createServer((req, res) => {
  if (req.url === '/r') return res.writeHead(302, { location: '/end' }).end();
  if (req.url === '/slow') return;
  const parts = [];
  req.on('data', (d) => parts.push(d)).on('end', () => res.setHeader('content-type', 'application/json').end(JSON.stringify({ m: req.method, u: req.url, b: Buffer.concat(parts).toString().replace(/-{4,}\d+/g, 'BOUNDARY'), h: req.headers['x-a'] })));
}).listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  const r = await fetch(url + '/r');
  console.log(r.status, r.redirected, r.url.replace(url, ''), await r.json());
  console.log(await (await fetch(url, { method: 'POST', body: 'x=1', headers: new Headers({ 'X-A': 'b' }) })).json());
  console.log(await (await fetch(url, { method: 'POST', body: new URLSearchParams({ a: '1 2' }) })).json());
  let n = 0;
  for await (const chunk of (await fetch(url)).body) n += chunk.length;
  console.log(n, (await (await fetch(url)).blob()).size);
  const c = new AbortController();
  setTimeout(() => c.abort(), 20);
  await fetch(url + '/slow', { signal: c.signal }).catch((e) => console.log(e.name, e instanceof AbortError, e.message));
  await fetch('http://127.0.0.1:1/').catch((e) => console.log(e.name, e.code));
  server.close();
  server.closeAllConnections();
});
