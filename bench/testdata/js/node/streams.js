const { Readable, Transform, Writable } = require('stream'), { pipeline } = require('stream/promises');
async function run() {
  let left = 50 * 16, n = 0;
  const chunk = Buffer.alloc(65536, 'x');
  await pipeline(
    new Readable({ read() { this.push(left-- > 0 ? chunk : null); } }),
    new Transform({ transform(c, e, done) { done(null, c); } }),
    new Writable({ write(c, e, done) { n += c.length; done(); } }));
  let k = 20000;
  await pipeline(
    new Readable({ objectMode: true, read() { this.push(k-- > 0 ? { k } : null); } }),
    new Writable({ objectMode: true, write(c, e, done) { n += c.k; done(); } }));
  return n;
}
