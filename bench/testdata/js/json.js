const rows = [];
for (let i = 0; i < 5000; i++) rows.push({ id: i, name: 'user number ' + i, tags: ['a', 'b', 'tag' + i % 7], score: i / 3, ok: i % 2 === 0, nested: { x: i, y: null, text: 'some text with "quotes" and \n lines, to have something to escape' } });
const text = JSON.stringify(rows);
function run() { let n = 0; for (let i = 0; i < 3; i++) n += JSON.stringify(JSON.parse(text)).length; return n; }
