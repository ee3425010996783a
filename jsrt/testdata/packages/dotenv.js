const fs = require('fs'), os = require('os'), path = require('path');
const dotenv = require('dotenv');
const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'env-')), '.env');
fs.writeFileSync(file, 'A=1\nexport B="x y\\nz" # c\nC=\'$A\'\nD=\n# no\nE = sp \nF="multi\nline"\nHOME=kept\n');
const r = dotenv.config({ path: file, quiet: true });
console.log(r.parsed, process.env.B, process.env.HOME !== 'kept', dotenv.parse('X=`b"k\'`'), dotenv.config({ path: '/none', quiet: true }).error.code);
