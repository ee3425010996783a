const hljs = require('highlight.js');
console.log(hljs.highlight('const a = `x${1}`; // c\nclass B extends C { async m() { return /r/g } }', { language: 'javascript' }).value);
for (const [l, c] of [['python', 'def f(x: int) -> str:\n  return f"{x!r}" # c'], ['go', 'func main() { fmt.Println("hi", 0x1F) }'], ['xml', '<a b="c">&amp;<!-- x --></a>'], ['css', '.a:hover > b { color: #fff }'], ['sql', "SELECT * FROM t WHERE a = 'x'"], ['bash', 'for i in $(ls); do echo "$i"; done']]) console.log(hljs.highlight(c, { language: l }).value);
console.log(hljs.highlightAuto('<?php echo $a; ?>', ['php', 'xml', 'python']).language, hljs.listLanguages().length > 150);
