function run() {
  const parts = [];
  for (let i = 0; i < 100000; i++) parts.push(`item ${i}: ${i * 2}`);
  const s = parts.join('\n');
  let n = 0;
  for (let i = 0; i < s.length; i += 3) n += s.charCodeAt(i);
  return n + s.toUpperCase().indexOf('ITEM 99999');
}
