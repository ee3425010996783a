const acorn = require('acorn');
const ast = acorn.parse('export default class { static #p = async () => { for await (const x of y) yield_(x ** 2n) } }', { ecmaVersion: 2022, sourceType: 'module', locations: true });
console.log(JSON.stringify(ast, (k, v) => (typeof v === "bigint" ? String(v) : v)).length, ast.body[0].declaration.body.body[0].key.type, [...acorn.tokenizer('let a = /x/u + `q${1}`', { ecmaVersion: 2020 })].map((t) => t.type.label));
try { acorn.parse('a b', { ecmaVersion: 2020 }); } catch (e) { console.log(e.message, e.pos); }
