async function run() {
  let n = 0;
  await new Promise((ok) => { for (let i = 0; i < 100000; i++) setTimeout(() => { if (++n === 100000) ok(); }, 1); });
  await new Promise((ok) => { for (let i = 0; i < 100000; i++) setImmediate(() => { if (++n === 200000) ok(); }); });
  await new Promise((ok) => { for (let i = 0; i < 100000; i++) process.nextTick(() => { if (++n === 300000) ok(); }); });
  await new Promise((ok) => { for (let i = 0; i < 100000; i++) queueMicrotask(() => { if (++n === 400000) ok(); }); });
  return n;
}
