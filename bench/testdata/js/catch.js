function run() {
  let n = 0;
  for (let i = 0; i < 20000; i++) { try { if (i % 4 === 0) throw new Error('x'); n++; } catch (e) { n += e.message.length; } }
  return n;
}
