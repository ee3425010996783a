const fs = require('fs'), path = require('path'), os = require('os');
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'));
for (let i = 0; i < 500; i++) {
  const d = path.join(dir, 'node_modules', 'p' + i % 50);
  fs.mkdirSync(d, { recursive: true });
  fs.writeFileSync(path.join(d, 'package.json'), '{"main":"m0.js"}');
  fs.writeFileSync(path.join(d, `m${i / 50 | 0}.js`), `'use strict';\nconst path = require('path');\n${i >= 50 ? `const up = require('./m${(i / 50 | 0) - 1}');\n` : ''}exports.f = function f(a, b) { return path.join(a, b, '${i}'); };\nexports.n = ${i};\n`);
}
fs.writeFileSync(path.join(dir, 'main.js'), `let n = 0; for (let i = 0; i < 50; i++) n += require('p' + i + '/m9').n; module.exports = n;`);
function run() {
  const n = require(path.join(dir, 'main.js'));
  fs.rmSync(dir, { recursive: true });
  return n;
}
