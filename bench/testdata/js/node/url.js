const url = require('url'), qs = require('querystring'), path = require('path');
function run() {
  let n = 0;
  for (let i = 0; i < 10000; i++) {
    const u = new URL('/a/b/../c?x=' + i + '&y=a%20b#h', 'http://example.com:8080/z/');
    n += u.href.length + u.searchParams.get('y').length + url.parse('/p/q?z=1').pathname.length + qs.parse('a=1&b=2&c=%20').c.length;
    n += path.join('/a/b', '../c', './d.js').length + path.resolve('/a', 'b', '..').length + path.basename('/a/b.js', '.js').length;
  }
  return n;
}
