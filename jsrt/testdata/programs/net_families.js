// Which addresses a listener of both families shows, and what ipv6Only leaves to others.
const net = require('net');
const http = require('http');

const listen = (options) => new Promise((done) => {
  const server = net.createServer((c) => c.end([c.localAddress, c.localFamily, c.remoteAddress, c.remoteFamily].join(' ')));
  server.on('error', (err) => done([err.code]));
  server.listen(options, () => done([server.address().address + ' ' + server.address().family, server]));
});
const ask = (host, port) => new Promise((done) => {
  const c = net.connect({ host, port });
  let text = '';
  c.on('data', (d) => { text += d; });
  c.on('error', (err) => done(err.code));
  c.on('end', () => done(text));
});

(async () => {
  for (const [host, ipv6Only] of [[undefined], ['::'], ['::', true], ['::1', true], ['0.0.0.0'], ['0.0.0.0', true], ['127.0.0.1'], [undefined, true]]) {
    const [shown, server] = await listen({ port: 0, host, ipv6Only });
    const { port } = server.address();
    console.log(host, ipv6Only, shown);
    for (const to of ['127.0.0.1', '127.0.0.9', '::1']) console.log(' ', to, await ask(to, port));
    for (const other of ['0.0.0.0', '127.0.0.1', '::', '::1']) {
      const [text, second] = await listen({ port, host: other });
      console.log('  beside', other, text);
      if (second) await new Promise((r) => second.close(r));
    }
    await new Promise((r) => server.close(r));
  }
  const web = http.createServer((req, res) => res.end(req.socket.remoteAddress)).listen(0, async () => {
    for (const host of ['127.0.0.1', '[::1]']) console.log(await (await fetch(`http://${host}:${web.address().port}/`)).text());
    web.closeAllConnections();
    web.close();
  });
})();
