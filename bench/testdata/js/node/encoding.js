const big = 'grüße aus der welt '.repeat(50000);
function run() {
  const e = new TextEncoder(), d = new TextDecoder();
  let n = 0;
  for (let i = 0; i < 5; i++) n += d.decode(e.encode(big)).length + atob(btoa('hello world '.repeat(10000))).length + encodeURIComponent(big.slice(0, 10000)).length;
  for (let i = 0; i < 20000; i++) n += d.decode(e.encode('small ' + i)).length;
  return n;
}
