function run() {
  let n = 0;
  const a = [];
  for (let i = 0; i < 1000; i++) a.push(i);
  for (let k = 0; k < 200; k++) n += a.map((x) => x + 1).filter((x) => x & 1).reduce((p, x) => p + x, 0) + a.indexOf(k) + a.slice(10, 20).concat([1, 2]).length;
  const q = [];
  for (let i = 0; i < 20000; i++) { q.push(i); if (q.length > 10) q.shift(); }
  return n + q.length;
}
