const fs = require('fs'), path = require('path'), os = require('os');
function run() {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'));
  for (let i = 0; i < 1000; i++) fs.writeFileSync(path.join(dir, 'f' + i), 'some text ' + i);
  let n = 0;
  for (let i = 0; i < 1000; i++) n += fs.readFileSync(path.join(dir, 'f' + i), 'utf8').length;
  for (let i = 0; i < 1000; i++) n += fs.statSync(path.join(dir, 'f' + i)).size + (fs.existsSync(path.join(dir, 'no' + i)) ? 1 : 0);
  for (let i = 0; i < 10; i++) n += fs.readdirSync(dir).length;
  fs.rmSync(dir, { recursive: true });
  return n;
}
