const EventEmitter = require('events');
function run() {
  const e = new EventEmitter();
  let n = 0;
  e.on('x', (a) => { n += a; });
  e.on('x', (a, b) => { n += b; });
  for (let i = 0; i < 200000; i++) e.emit('x', i, 1);
  for (let i = 0; i < 20000; i++) { e.once('y', () => n++); e.emit('y'); }
  return n;
}
