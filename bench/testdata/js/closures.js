function run() {
  const add = (a) => (b) => a + b;
  let n = 0;
  for (let i = 0; i < 300000; i++) n = add(i)(n) % 1000003;
  return [1, 2, 3, 4].map((x) => x * n).filter((x) => x % 2).reduce((a, b) => a + b, 0) + n;
}
