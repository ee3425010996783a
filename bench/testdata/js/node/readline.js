const fs = require('fs'), path = require('path'), os = require('os'), readline = require('readline');
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'));
const f = path.join(dir, 'lines');
fs.writeFileSync(f, Array.from({ length: 200000 }, (_, i) => 'this is line ' + i).join('\n'));
async function run() {
  let n = 0;
  const rl = readline.createInterface({ input: fs.createReadStream(f), crlfDelay: Infinity });
  rl.on('line', (l) => { n += l.length; });
  await new Promise((ok) => rl.on('close', ok));
  for await (const l of readline.createInterface({ input: fs.createReadStream(f, { end: 500000 }) })) n += l.length;
  fs.rmSync(dir, { recursive: true });
  return n;
}
