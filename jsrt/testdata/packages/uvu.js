const { suite } = require('uvu');
const assert = require('uvu/assert');
const log = [];
const s = suite('math', { n: 1 });
s.before.each((ctx) => { log.push('before ' + ctx.n); });
s('adds', (ctx) => assert.is(1 + ctx.n, 2));
s('async', async () => { await null; assert.equal({ a: [1] }, { a: [1] }); });
s('throws', () => assert.throws(() => { throw new Error('no'); }, /no/));
s.skip('later', () => {});
s.run();
try { assert.equal({ a: 1, b: [2] }, { a: 1, b: [3] }); } catch (e) { console.log(e.code, e.details.replace(/\x1b\[\d+m/g, '')); }
const write = process.stdout.write;
process.stdout.write = function (s, ...r) { return write.call(this, String(s).replace(/[\d.]+(ms|s|µs)\b/g, 'T'), ...r); };
process.on('exit', () => console.log(log));
