function run() {
  let n = 0;
  for (let i = 0; i < 20000; i++) {
    const b = Buffer.from('hello wörld ' + i);
    n += b.length + b.toString('hex').length + b.toString('base64').length + b.toString().length;
    const c = Buffer.alloc(16);
    c.writeUInt32BE(i, 0); c.writeInt16LE(-5, 4); c.writeDoubleLE(1.5, 8);
    n += c.readUInt32BE(0) + c.readInt16LE(4) + c.readDoubleLE(8) + c.indexOf(5) + b.subarray(2, 5).length + Buffer.concat([b, c]).length + (b.equals(c) ? 1 : 0) + Buffer.compare(b, c);
  }
  return n;
}
