const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');
if (isMainThread) {
  const sab = new SharedArrayBuffer(16), a = new Int32Array(sab);
  console.log(sab, sab.byteLength, sab instanceof SharedArrayBuffer, sab instanceof ArrayBuffer, Object.prototype.toString.call(sab), a.buffer === sab, require('util').types.isSharedArrayBuffer(sab), require('util').types.isArrayBuffer(sab), require('util').types.isAnyArrayBuffer(sab));
  const w = new Worker(__filename, { workerData: { sab, view: new Uint8Array(sab, 4, 2) } });
  w.on('message', (m) => { if (m !== 'set') { console.log(m); return; } console.log('msg', m, a[0], a[1], a[2]); Atomics.store(a, 2, 7); Atomics.notify(a, 2); });
  w.on('exit', (c) => { console.log('exit', c, [...a]);
    console.log(Atomics.wait(a, 0, 4), Atomics.wait(a, 3, a[3], 20), Atomics.add(a, 0, 5), Atomics.compareExchange(a, 0, a[0], 100), Atomics.exchange(a, 0, 3), Atomics.or(a, 0, 8), Atomics.load(a, 0), Atomics.sub(a, 0, 1), Atomics.xor(a, 0, 1), Atomics.and(a, 0, 6), a[0]);
    const r = Atomics.waitAsync(a, 1, a[1], 10); console.log(r); r.value.then(() => {});
    const c2 = structuredClone(sab); console.log(c2 !== sab, new Int32Array(c2)[0] === a[0]); a[0] = 42; console.log(new Int32Array(c2)[0]);
    for (const f of [() => Atomics.add([1], 0, 1), () => Atomics.load(a, 9), () => Atomics.wait(new Int32Array(4), 0, 0), () => new SharedArrayBuffer(-1), () => SharedArrayBuffer(3), () => Atomics.add(new Float64Array(2), 0, 1)]) try { f(); console.log('none'); } catch (e) { console.log(e.name, e.message); }
    console.log(Buffer.from(sab).length, sab.slice(0, 4), Object.keys(Atomics), Atomics, typeof Atomics.pause);
  });
} else {
  const a = new Int32Array(workerData.sab);
  a[0] = 5; Atomics.store(a, 1, 6); workerData.view[0] = 9;
  parentPort.postMessage('set');
  const got = Atomics.wait(a, 2, 0); parentPort.postMessage(['w', got === 'ok' || got === 'not-equal', Atomics.load(a, 2)]);
  parentPort.close();
}
