const { parse } = require('csv-parse');
const { parse: sync } = require('csv-parse/sync');
console.log(sync('a,b\n1,"x, ""q"""\n2,y\n', { columns: true, cast: true }), sync('a;b\n# c\n1;2', { delimiter: ';', comment: '#' }));
try { sync('a,b\n1\n', { columns: true }); } catch (e) { console.log(e.code, e.message); }
const rows = [];
const p = parse({ from_line: 2 });
p.on('readable', () => { let r; while ((r = p.read())) rows.push(r); });
p.on('end', () => console.log(rows, p.info.lines));
p.write('h1,h2\n1,');
p.write('2\n3,"a\nb"\n');
p.end();
