const test = require('tape');
test('timing', (t) => { t.plan(2); t.equal(typeof Date.now, 'function'); setTimeout(() => t.ok(true, 'late'), 5); });
test('deep', (t) => { t.deepEqual({ a: [1] }, { a: [1] }); t.throws(() => { throw new Error('x'); }, /x/); t.notOk(0); t.end(); });
test('async', async (t) => { await null; t.pass('awaited'); });
test.skip('skipped', (t) => t.fail());
test('sub', (t) => { t.test('inner', (st) => { st.comment('hey'); st.end(); }); t.end(); });
