function sum(...xs) { let n = 0; for (const x of xs) n += x; return n; }
function run() {
  let n = 0;
  for (let i = 0; i < 50000; i++) {
    const a = [i, i + 1, i + 2], o = { a: i, b: 2 };
    const [x, y] = a, { b } = o;
    n += sum(...a) + x + y + b + [...a, 4].length + Object.keys({ ...o, c: 1 }).length;
  }
  return n;
}
