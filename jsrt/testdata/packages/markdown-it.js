const md = require('markdown-it')({ html: true, linkify: true, typographer: true });
md.use((m) => m.core.ruler.push('count', (s) => { console.log(s.tokens.map((t) => t.type)); }));
console.log(md.render('# "Hi" -- *there*...\n\n1. a\n2. b\n   - c\n\n|x|y|\n|-|:-:|\n|1|`2`|\n\n~~~js\na<b\n~~~\n\nhttp://x.test ~~no~~ <b>raw</b> [l](http://q "t")\n'));
