const fs = require('fs'), os = require('os'), path = require('path');
const { spawnSync } = require('child_process');
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'mocha-'));
fs.writeFileSync(dir + '/a.test.js', "describe('sum', () => { it('adds', () => { if (1 + 1 !== 2) throw 1; }); it('waits', async () => {}); it.skip('later', () => {}); });");
const r = spawnSync(process.execPath, [require.resolve('mocha/bin/mocha.js'), '--no-color', '--reporter', 'tap', dir + '/a.test.js'], { encoding: 'utf8' });
console.log(r.status, r.stdout, r.stderr);
