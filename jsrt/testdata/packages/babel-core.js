const babel = require('@babel/core');
const plugin = ({ types: t }) => ({ visitor: { Identifier(p) { if (p.node.name === 'foo') p.node.name = 'bar'; }, BinaryExpression(p) { const r = p.evaluate(); if (r.confident) p.replaceWith(t.valueToNode(r.value)); } } });
const r = babel.transformSync('// c\nfoo(1 + 2 * 3, x => foo + "a");', { plugins: [plugin], configFile: false, babelrc: false, sourceMaps: true, filename: 'a.js' });
console.log(r.code, r.map.mappings, babel.parseSync('a?.b', { configFile: false }).program.body[0].expression.type);
babel.transformAsync('var a = ;', { configFile: false }).catch((e) => console.log(e.code, e.reasonCode, e.loc.line));
