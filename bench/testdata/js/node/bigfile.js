const fs = require('fs'), path = require('path'), os = require('os');
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'));
const b = Buffer.alloc(20 << 20, 'abcdefgh');
function run() {
  const f = path.join(dir, 'big');
  fs.writeFileSync(f, b);
  let n = fs.readFileSync(f).length + fs.readFileSync(f, 'latin1').length + fs.readFileSync(f, 'utf8').length;
  const fd = fs.openSync(f, 'r'), part = Buffer.alloc(65536);
  for (let k; (k = fs.readSync(fd, part)) > 0;) n += k;
  fs.closeSync(fd);
  fs.unlinkSync(f);
  return n;
}
