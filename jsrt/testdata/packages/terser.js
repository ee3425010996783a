const { minify } = require('terser');
(async () => {
  const r = await minify({ 'a.js': 'function add(first, second) { if (false) { dead(); } const total = first + second; return total; }\nclass A { #x = 1; m() { return this.#x ?? add(1, 2); } }\nconsole.log(new A().m(), `t${1 + 1}`);' }, { toplevel: true, sourceMap: { filename: 'o.js' }, compress: { passes: 2 } });
  console.log(r.code, JSON.parse(r.map).sources);
  await minify('let = ;').catch((e) => console.log(e.name, e.message, e.line, e.col));
})();
