const m = require('mime-types');
console.log(m.lookup('a.json'), m.contentType('x.html'), m.extension('image/jpeg; q=1'), m.charset('text/css'), m.lookup('nope.zzz'));
