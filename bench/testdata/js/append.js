function run() {
  let s = '';
  for (let i = 0; i < 80000; i++) s += 'x';
  return s.length;
}
