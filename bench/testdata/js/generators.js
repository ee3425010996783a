function* range(n) { for (let i = 0; i < n; i++) yield i; }
function run() {
  let n = 0;
  for (const x of range(100000)) n += x;
  return n;
}
