// The last digits of fdlibm.
let seed = 12345;
const rnd = () => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed / 2147483648; };
const view = new DataView(new ArrayBuffer(8));
const bits = (v) => { if (v !== v) return 'nan'; view.setFloat64(0, v); return view.getBigUint64(0).toString(16); };
const hash = (l) => require('crypto').createHash('md5').update(l.join()).digest('hex').slice(0, 12);
for (const f of ['sin', 'cos', 'tan', 'asin', 'acos', 'atan']) {
  const l = [];
  for (let i = 0; i < 4000; i++) l.push(bits(Math[f]((rnd() * 2 - 1) * [1, 10, 0.01, 700, 1e5, 1e6][i % 6])));
  console.log(f, hash(l));
}
const l = [];
for (let i = 0; i < 4000; i++) l.push(bits(Math.atan2((rnd() * 2 - 1) * (i % 3 ? 1 : 100), (rnd() * 2 - 1) * (i % 5 ? 1 : 0.001))));
console.log('atan2', hash(l));
console.log(Math.cos(Math.PI / 18), Math.sin(-0), Math.tan(-0), Math.atan2(-0, -1), Math.acos(2), Math.sin(Infinity), Math.sin(1e22), Math.sin.length, Math.atan2.length, Math.sin.name);
console.log(Math.atan2(0, 0), Math.atan2(1, Infinity), Math.atan2(-1, -Infinity), Math.atan(Infinity), Math.asin(1), Math.acos(-1), Math.acos(1), Math.asin(1e-9), Math.tan(1e-300), Math.cos('0'), Math.sin({ valueOf: () => 1 }));
