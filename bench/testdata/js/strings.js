function run() {
  let n = 0;
  for (let i = 0; i < 100000; i++) {
    const s = 'abc def ' + i;
    n += s.indexOf('def') + s.slice(2, 5).length + s.toUpperCase().length + s.split(' ').length + (s.startsWith('abc') ? 1 : 0) + s.charCodeAt(2) + s.trim().length + s.replace('abc', 'x').length;
  }
  return n;
}
