const { rimraf, rimrafSync } = require('rimraf');
const fs = require('fs'), os = require('os'), path = require('path');
const d = fs.mkdtempSync(path.join(os.tmpdir(), 'rim-'));
fs.mkdirSync(d + '/a/b/c', { recursive: true });
fs.writeFileSync(d + '/a/b/f', 'x');
fs.symlinkSync('/etc', d + '/a/link');
rimraf(d + '/a').then((r) => { console.log(r, fs.readdirSync(d), fs.existsSync('/etc')); console.log(rimrafSync(d), fs.existsSync(d)); });
