const text = 'foobar foobaz fooqux '.repeat(200);
function run() {
  let n = 0;
  for (let i = 0; i < 20; i++) n += text.match(/foo(?=ba[rz])/g).length + text.replace(/(\w)(\w+)\b(?<!x)/g, '$2$1').length;
  return n;
}
