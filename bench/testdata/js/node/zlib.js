const zlib = require('zlib');
const parts = [];
for (let i = 0; i < 200000; i++) parts.push('line ' + i + ' of a text that has ' + i * 7919 % 1000003 + ' in it\n');
const b = Buffer.from(parts.join('')).subarray(0, 10 << 20);
function run() {
  const z = zlib.gzipSync(b);
  return zlib.gunzipSync(z).length + zlib.deflateSync(b.subarray(0, 1000)).length;
}
