const { Worker } = require('worker_threads');
async function run() {
  for (let i = 0; i < 10; i++) {
    const w = new Worker(`const { parentPort } = require('worker_threads'); parentPort.on('message', (m) => { parentPort.postMessage(m + 1); parentPort.close(); });`, { eval: true });
    await new Promise((ok, no) => { w.on('message', ok); w.on('error', no); w.postMessage(i); });
    await w.terminate();
  }
}
