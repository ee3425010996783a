const { spawn } = require('child_process');
async function run() {
  let n = 0;
  for (let i = 0; i < 100; i++) {
    n += await new Promise((ok, no) => {
      const p = spawn('echo', ['hello', String(i)]);
      let out = '';
      p.stdout.setEncoding('utf8').on('data', (s) => { out += s; });
      p.on('error', no).on('close', () => ok(out.length));
    });
  }
  return n;
}
