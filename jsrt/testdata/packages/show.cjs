// What the servers among these programs share: ask a server and print what it answers, without what differs from run to run.
exports.show = async function show(url, init) {
  const res = await fetch(url, init);
  const headers = Object.fromEntries(res.headers);
  delete headers.date;
  console.log(res.status, headers, await res.text());
  return res;
};
exports.json = (value, method = 'POST') => ({ method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });
exports.serve = (handler, fn) => {
  const server = require('http').createServer(handler).listen(0, '127.0.0.1', async () => {
    try {
      await fn(`http://127.0.0.1:${server.address().port}`);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
};
