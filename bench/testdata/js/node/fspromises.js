const fs = require('fs/promises'), path = require('path'), os = require('os');
async function run() {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'bench-'));
  let n = 0;
  for (let i = 0; i < 500; i++) await fs.writeFile(path.join(dir, 'f' + i), 'some text ' + i);
  for (let i = 0; i < 500; i++) n += (await fs.readFile(path.join(dir, 'f' + i), 'utf8')).length + (await fs.stat(path.join(dir, 'f' + i))).size;
  await fs.rm(dir, { recursive: true });
  return n;
}
