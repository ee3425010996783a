const { test, describe, it, before, after, beforeEach, afterEach, mock } = require('node:test');
const assert = require('node:assert');
const write = process.stdout.write;
process.stdout.write = function (s, ...a) { return write.call(this, String(s).replace(/duration_ms:? [\d.]+/g, 'duration_ms N').replace(/^ +stack: \|-\n(?: {4,}\S.*\n)*?(?= +\.\.\.)/gm, '').replace(/location: '.*\/(\w+\.js)/g, "location: '$1"), ...a); };
test('sync pass', () => { assert.strictEqual(1, 1); });
test('async pass', async (t) => { await new Promise((r) => setTimeout(r, 5)); t.diagnostic('hello diag'); });
test('skip opt', { skip: true }, () => {});
test('skip reason', { skip: 'why' }, () => {});
test('todo', { todo: true }, () => {});
test('sub', async (t) => { await t.test('one', () => {}); await t.test('two', (t) => { t.skip('later'); }); });
test('cb', (t, done) => setImmediate(done));
const order = [];
describe('suite', () => {
  before(() => order.push('before')); after(() => order.push('after')); beforeEach(() => order.push('be')); afterEach(() => order.push('ae'));
  it('i1', () => {}); it.skip('i3', () => {}); it.todo('i4');
  describe('inner', () => { it('deep', () => {}); });
});
test('order', () => assert.deepStrictEqual(order, ['before', 'be', 'ae', 'be', 'ae', 'be', 'ae', 'after']));
test('mock', (t) => {
  const f = mock.fn((a) => a + 1); assert.equal(f(1), 2); assert.equal(f.mock.calls.length, 1); assert.deepEqual(f.mock.calls[0].arguments, [1]);
  const o = { m() { return 5; }, get g() { return 1; } }; const m = mock.method(o, 'm', () => 6); assert.equal(o.m(), 6); m.mock.restore(); assert.equal(o.m(), 5);
  t.mock.getter(o, 'g', () => 9); assert.equal(o.g, 9);
  t.mock.timers.enable({ apis: ['setTimeout'] }); let n = 0; setTimeout(() => n++, 1000); t.mock.timers.tick(999); assert.equal(n, 0); t.mock.timers.tick(1); assert.equal(n, 1);
});
