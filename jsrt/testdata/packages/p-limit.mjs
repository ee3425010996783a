import pLimit from 'p-limit';
const limit = pLimit(2);
let now = 0, most = 0;
const job = (i) => limit(async () => { most = Math.max(most, ++now); await new Promise((r) => setTimeout(r, 2)); now--; return i; });
console.log(await Promise.all([1, 2, 3, 4, 5].map(job)), most, limit.pendingCount);
