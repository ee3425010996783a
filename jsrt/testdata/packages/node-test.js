const test = require('node:test');
const { describe, it, before, mock } = test;
const assert = require('node:assert');
const log = [];
describe('suite', () => {
  before(() => log.push('before'));
  it('one', () => log.push('one'));
  it('mocks', () => { const f = mock.fn((a) => a + 1); assert.equal(f(1), 2); assert.equal(f.mock.calls.length, 1); log.push('mocks'); });
  it('skipped', { skip: true }, () => log.push('never'));
});
test('sub', async (t) => { await t.test('inner', () => log.push('inner')); t.diagnostic('d'); });
const write = process.stdout.write;
process.stdout.write = function () { return true; };
process.on('exit', () => { process.stdout.write = write; console.log(log.sort(), process.exitCode); });
