const { Server } = require('socket.io');
const { io } = require('socket.io-client');
const http = require('http').createServer();
const srv = new Server(http);
srv.use((socket, next) => (socket.handshake.auth.token === 't' ? next() : next(new Error('denied'))));
srv.on('connection', (socket) => {
  socket.join('room');
  socket.on('add', (a, b, ack) => ack(a + b));
  socket.on('bin', (buf, ack) => ack(Buffer.isBuffer(buf), buf));
  socket.on('say', (what) => srv.to('room').emit('said', what));
});
srv.of('/admin').on('connection', (s) => s.emit('hello', 'admin'));
http.listen(0, async () => {
  const url = 'http://localhost:' + http.address().port;
  for (const transports of [['polling'], ['websocket'], ['polling', 'websocket']]) {
    const c = io(url, { transports, auth: { token: 't' }, forceNew: true });
    await new Promise((resolve) => c.on('connect', resolve));
    if (transports.length > 1) await new Promise((resolve) => (c.io.engine.transport.name === 'websocket' ? resolve() : c.io.engine.once('upgrade', resolve)));
    console.log(c.io.engine.transport.name, await c.emitWithAck('add', 2, 3), await new Promise((r) => c.emit('bin', Buffer.from([1, 2]), (...a) => r(a))));
    const said = new Promise((resolve) => c.once('said', resolve));
    c.emit('say', { text: 'hi', n: [1] });
    console.log(await said);
    c.close();
  }
  const bad = io(url, { auth: { token: 'x' }, reconnection: false });
  console.log(await new Promise((resolve) => bad.on('connect_error', (e) => resolve(e.message))));
  const admin = io(url + '/admin', { forceNew: true, auth: {} });
  console.log(await new Promise((resolve) => admin.on('hello', resolve)));
  admin.close();
  srv.close(() => console.log('closed'));
});
