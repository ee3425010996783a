const crypto = require('crypto');
const b = Buffer.alloc(1 << 20, 'abc');
function run() {
  let n = 0;
  for (const alg of ['md5', 'sha1', 'sha256', 'sha512']) {
    const h = crypto.createHash(alg);
    for (let i = 0; i < 50; i++) h.update(b);
    n += h.digest('hex').length;
  }
  for (let i = 0; i < 5000; i++) n += crypto.createHash('sha256').update('text ' + i).digest('hex').length + crypto.randomBytes(16).length;
  return n;
}
