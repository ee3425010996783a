const debug = require('debug');
debug.enable('app:*,-app:quiet');
debug.log = (...a) => console.log(...a.map((x) => String(x).replace(/\+\d+ms|\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T')));
debug('app:one')('hi %s %o %d', 'bob', { a: [1] }, 5);
debug('app:quiet')('no');
debug('other')('no');
console.log(debug.enabled('app:two'), debug('app').extend('x').namespace);
