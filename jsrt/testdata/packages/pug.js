const pug = require('pug');
const src = `doctype html
mixin item(x)
  li(class=x.cls, data-n=x.n)= x.name
html
  head: title #{title}
  body#main.a.b
    - const n = 2
    if show
      p Hello #[strong world] !{raw}
    else
      p no
    ul
      each x, i in items
        +item(x)
    case n
      when 2
        span two
    script.
      let a = 1 < 2;
`;
console.log(pug.render(src, { title: 'T<', show: true, raw: '<i>x</i>', items: [{ name: 'one', n: 1, cls: ['p', 'q'] }, { name: '<two>', n: 2, cls: { r: true, s: false } }], pretty: true }));
try { pug.compile('div\n   p\n  span(')({}); } catch (e) { console.log(e.code, e.line); }
