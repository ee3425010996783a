const E = require('eventemitter3');
const e = new E();
const log = [];
e.on('a', function (x) { log.push([x, this.k]); }, { k: 1 }).once('a', (x) => log.push('once ' + x));
console.log(e.emit('a', 1), e.emit('a', 2), e.emit('b'), log, e.listenerCount('a'), e.eventNames());
