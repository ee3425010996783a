const cp = require('child_process');
if (process.argv[2] === 'child') {
  process.on('message', (m) => { process.send({ got: m }); if (m === 'bye') process.disconnect(); });
  process.send('ready ' + process.connected);
} else {
  const c = cp.fork(__filename, ['child']);
  c.on('message', (m) => { console.log(m); if (m === 'ready true') { c.send({ a: [1, null] }); c.send('bye'); } });
  c.on('disconnect', () => console.log('disconnected', c.connected)); c.on('close', (code) => { console.log('close', code); next(); });
  function next() { const d = cp.fork('-e', [], { execArgv: ['-e', 'process.send(new Map([[1,{d:new Date(0)}]]))'], serialization: 'advanced', silent: true }); d.on('message', m => { console.log(m); d.disconnect(); }); }
  console.log(typeof process.send, process.connected);
}
