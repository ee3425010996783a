'use strict';
// The notes API.
//
//   GET    /notes?tag=T&limit=N   the first notes, as JSON
//   GET    /notes/:id             one note
//   POST   /notes                 adds one: {"title": "...", "body": "...", "tags": [...]}
//   DELETE /notes/:id             removes one
//   GET    /export                every note, one JSON text a line, streamed
//   WS     /changes               pushes {"type": "added"|"deleted", ...} for each change
const http = require('node:http');
const fs = require('node:fs');
const path = require('node:path');
const { Store } = require('./lib/store');
const websocket = require('./lib/websocket');

const port = Number(process.env.PORT || 3000);
const dataDir = process.env.DATA_DIR || path.join(__dirname, 'data');
const store = new Store(path.join(dataDir, 'notes.json'));
const accessLog = path.join(__dirname, 'access.log');
const clients = new Set();

function sendJSON(res, status, value) {
  const body = JSON.stringify(value) + '\n';
  res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  res.end(body);
}

async function readBody(req) {
  const chunks = [];
  let size = 0;
  for await (const chunk of req) {
    size += chunk.length;
    if (size > 64 * 1024) throw Object.assign(new Error('body too large'), { status: 413 });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Writes in slices and waits for the socket, so that a large export costs no memory. */
function streamNotes(res) {
  res.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
  const notes = store.notes.values();
  function more() {
    for (;;) {
      let slice = '';
      for (let i = 0; i < 100; i++) {
        const { value, done } = notes.next();
        if (done) return res.end(slice);
        slice += JSON.stringify(value) + '\n';
      }
      if (!res.write(slice)) return res.once('drain', more);
    }
  }
  more();
}

async function route(req, res) {
  const url = new URL(req.url, `http://${req.headers.host || 'localhost'}`);
  const [, first, second] = url.pathname.split('/');
  if (first === 'export' && req.method === 'GET') return streamNotes(res);
  if (first !== 'notes') return sendJSON(res, 404, { error: 'not found', path: url.pathname });

  if (second === undefined) {
    if (req.method === 'GET') {
      const limit = Number(url.searchParams.get('limit') ?? 20);
      return sendJSON(res, 200, store.list({ tag: url.searchParams.get('tag'), limit }));
    }
    if (req.method === 'POST') {
      const note = store.add(JSON.parse(await readBody(req)));
      res.setHeader('Location', `/notes/${note.id}`);
      return sendJSON(res, 201, note);
    }
  } else {
    const id = Number(second);
    const note = store.get(id);
    if (!note) return sendJSON(res, 404, { error: 'no such note', id: second });
    if (req.method === 'GET') return sendJSON(res, 200, note);
    if (req.method === 'DELETE') {
      store.delete(id);
      res.writeHead(204);
      return res.end();
    }
  }
  res.setHeader('Allow', second === undefined ? 'GET, POST' : 'GET, DELETE');
  sendJSON(res, 405, { error: 'method not allowed' });
}

const server = http.createServer((req, res) => {
  res.on('finish', () => {
    fs.appendFileSync(accessLog, `${req.method} ${req.url} ${res.statusCode}\n`);
  });
  route(req, res).catch((err) => {
    const bad = err instanceof SyntaxError || err instanceof TypeError;
    sendJSON(res, err.status || (bad ? 400 : 500), { error: bad ? `bad request: ${err.message}` : err.message });
  });
});

server.on('upgrade', (req, socket, head) => {
  if (req.url !== '/changes') {
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    return;
  }
  const conn = websocket.accept(req, socket, head);
  if (!conn) return;
  clients.add(conn);
  conn.on('close', () => clients.delete(conn));
  conn.on('message', (text) => {
    if (text === 'count') conn.send(JSON.stringify({ type: 'count', notes: store.notes.size }));
  });
});

store.on('change', (change) => {
  const text = JSON.stringify(change);
  for (const conn of clients) conn.send(text);
});

process.on('SIGTERM', () => {
  for (const conn of clients) conn.close(1001, 'going away');
  server.close(() => process.exit(0));
});

server.listen(port, () => {
  console.log(`notes: ${store.notes.size} notes, listening on ${server.address().port}`);
});
