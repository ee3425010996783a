function run() {
  const m = new Map(), s = new Set();
  for (let i = 0; i < 100000; i++) { m.set('k' + i, i); s.add(i); }
  let n = 0;
  for (let i = 0; i < 100000; i++) n += m.get('k' + i) + (s.has(i) ? 1 : 0);
  for (const [, v] of m) n += v;
  return n;
}
