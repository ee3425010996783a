async function run() {
  let n = 0;
  await new Promise((ok) => { const f = () => (++n < 20000 ? setImmediate(f) : ok()); f(); });
  await new Promise((ok) => { const f = () => (++n < 40000 ? process.nextTick(f) : ok()); f(); });
  return n;
}
