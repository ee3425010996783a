const YAML = require('yaml');
console.log(YAML.parse('a: &x [1, 2.5, ~, true]\nb: *x\nc: |\n  text\n  more\nd: >-\n  folded\n  line\ne: {q: !!str 1, ? [k] : v}\n', { logLevel: 'error' }));
console.log(YAML.stringify({ a: [1, { b: 'x: y' }], multi: 'l1\nl2\n', n: null, m: new Map([[1, 2]]) }));
const doc = YAML.parseDocument('# top\na: 1 # one\nb:\n  - x\n');
doc.setIn(['b', 1], 'y');
doc.set('c', { d: 1 });
console.log(String(doc), YAML.parseDocument('a: [1').errors.map((e) => e.message));
