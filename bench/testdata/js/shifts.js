function run() {
  let h = 0x811c9dc5, k = 5;
  for (let i = 0; i < 500000; i++) { h ^= i & 255; h = Math.imul(h, 16777619); h = (h << 3) | (h >>> 29); h = h ^ (h >> k); }
  return h >>> 0;
}
