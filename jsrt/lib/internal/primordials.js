'use strict';
// Functions of the language as they were before any program ran, with `this` as the first argument: what decides about files,
// modules and processes must not depend on prototypes that a program has changed.
const { uncurry } = internalBinding('core');
const out = { __proto__: null };
for (const [C, names] of [[String, ['startsWith', 'endsWith', 'slice', 'indexOf', 'lastIndexOf', 'includes', 'replace', 'split', 'charCodeAt', 'toLowerCase', 'toUpperCase']],
  [Array, ['push', 'pop', 'join', 'indexOf', 'includes', 'splice', 'concat', 'map', 'filter', 'shift', 'slice']], [RegExp, ['exec', 'test']], [Function, ['call', 'apply']], [Promise, ['then']]]) {
  for (let i = 0; i < names.length; i++) out[C.name + names[i][0].toUpperCase() + names[i].slice(1)] = uncurry(C.prototype[names[i]]);
}
out.ownKeys = Reflect.ownKeys;
out.keys = Object.keys;
out.isArray = Array.isArray;
module.exports = out;
