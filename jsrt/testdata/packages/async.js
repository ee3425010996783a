const async = require('async');
(async () => {
  console.log(await async.mapLimit([1, 2, 3], 2, async (x) => x * 2), await async.parallel({ a: async () => 1, b: (cb) => setTimeout(cb, 1, null, 2) }));
  const q = async.queue(async (x) => { order.push(x); }, 1);
  const order = [];
  q.push([1, 2]); q.unshift(0);
  await q.drain();
  console.log(order, await async.waterfall([(cb) => cb(null, 1, 2), (a, b, cb) => cb(null, a + b)]), await async.retry(3, async () => 'ok'));
  await async.auto({ a: async () => 1, b: ['a', async (r) => r.a + 1] }).then(console.log);
})();
