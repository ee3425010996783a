import { stringify } from 'csv-stringify/sync';
import { stringify as stream } from 'csv-stringify';
console.log(stringify([{ a: 1, b: 'x,"y"' }, { a: null, b: true }], { header: true, columns: ['b', 'a'], cast: { boolean: (v) => (v ? 'yes' : 'no') } }));
const s = stream({ delimiter: '\t' });
let text = '';
s.on('data', (d) => (text += d)).on('end', () => console.log(JSON.stringify(text)));
s.write(['a', 'b\tc']);
s.end([1, 2]);
