const { Worker, isMainThread, parentPort, workerData, threadId, MessageChannel } = require('worker_threads');
if (isMainThread) {
  const w = new Worker(__filename, { workerData: { n: 5 } });
  w.on('online', () => console.log('online')); w.on('message', (m) => { console.log('main got', m); if (m.r === 25) { const ch = new MessageChannel(); ch.port1.on('message', (x) => { console.log('via port', x); ch.port1.close(); w.postMessage('end'); }); w.postMessage({ port: ch.port2 }, [ch.port2]); } });
  w.on('exit', (c) => { console.log('exit', c);
    const e = new Worker('throw new TypeError("boom")', { eval: true }); e.on('error', (x) => console.log('error', x instanceof TypeError, x.message)); e.on('exit', (c) => { console.log('exit', c);
      const t = new Worker('setInterval(()=>{},1000)', { eval: true }); t.on('online', async () => console.log('terminated', await t.terminate()));
    });
  });
} else {
  parentPort.on('message', (m) => { if (m === 'end') return process.exit(7); m.port.postMessage('hi ' + threadId); });
  parentPort.postMessage({ r: workerData.n ** 2, t: threadId, m: new Map([[1, 2]]) });
}
