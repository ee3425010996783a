const fs = require('fs'), path = require('path'), os = require('os');
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'));
const f = path.join(dir, 'big.json');
const row = JSON.stringify({ id: 1234567, name: 'a user with a name', tags: ['a', 'b', 'c'], score: 1.25, ok: true, nested: { x: 1, y: null, text: 'some text' } });
fs.writeFileSync(f, '[' + Array(10 * 1024 * 1024 / (row.length + 1) | 0).fill(row).join(',') + ']');
function run() {
  const v = JSON.parse(fs.readFileSync(f, 'utf8'));
  fs.rmSync(dir, { recursive: true });
  return v.length;
}
