function run() {
  const a = new Float64Array(100000), b = new Uint8Array(100000);
  let n = 0;
  for (let k = 0; k < 5; k++) for (let i = 0; i < a.length; i++) { a[i] = a[i] + i * 0.5; b[i] = b[i] + i; n = (n + b[i]) | 0; }
  return n + a[77];
}
