const { produce, enableMapSet, enablePatches, produceWithPatches, applyPatches, original, isDraft, current } = require('immer');
enableMapSet(); enablePatches();
const base = { a: { b: [1, 2] }, m: new Map([['k', { v: 1 }]]), s: new Set([1]), same: {} };
const next = produce(base, (d) => { d.a.b.push(3); d.m.get('k').v = 2; d.s.add(2); delete d.a.gone; console.log(isDraft(d), original(d) === base, current(d.a)); });
console.log(next, next.same === base.same, base.a.b, Object.isFrozen(next.a));
const [n2, patches, inverse] = produceWithPatches(next, (d) => { d.a.b[0] = 9; d.x = 1; });
console.log(patches, inverse, applyPatches(n2, inverse).a.b);
try { 'use strict'; next.a.b.push(1); } catch (e) { console.log(e.name); }
