function run() {
  let seed = 42;
  const a = [];
  for (let i = 0; i < 100000; i++) { seed = (seed * 1103515245 + 12345) % 2147483648; a.push(seed); }
  a.sort((x, y) => x - y);
  return a[500];
}
