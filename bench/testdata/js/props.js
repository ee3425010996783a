function run() {
  const o = { a: 1, b: 2, c: { d: 3 } };
  let n = 0;
  for (let i = 0; i < 300000; i++) { o.a = i; n += o.a + o.b + o.c.d; o['k' + (i & 7)] = n; }
  return n;
}
