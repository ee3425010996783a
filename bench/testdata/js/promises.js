async function step(i) { return i + 1; }
async function run() {
  let n = 0;
  for (let i = 0; i < 100000; i++) n = await step(n);
  return n;
}
