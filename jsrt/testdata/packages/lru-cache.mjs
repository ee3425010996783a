import { LRUCache } from 'lru-cache';
const gone = [];
const c = new LRUCache({ max: 2, dispose: (v, k, why) => gone.push([k, why]), fetchMethod: async (k) => k + '!' });
c.set('a', 1); c.set('b', 2); c.get('a'); c.set('c', 3);
console.log([...c.keys()], c.has('b'), gone, await c.fetch('z'), c.size, c.peek('a'), [...c.entries()]);
