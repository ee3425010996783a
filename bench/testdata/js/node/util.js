const util = require('util');
const o = { a: 1, b: 'two', c: [1, 2, 3, { d: 4 }], m: new Map([[1, { x: 2 }]]), s: new Set(['a']), d: new Date(0), e: /x/g, f() {}, n: null };
function run() {
  let n = 0;
  for (let i = 0; i < 3000; i++) n += util.inspect(o).length + util.format('%s %d %j %o', 'a', 42, { x: 1 }, [1]).length + (util.isDeepStrictEqual(o, { ...o }) ? 1 : 0);
  return n + structuredClone({ ...o, f: 1 }).c.length;
}
