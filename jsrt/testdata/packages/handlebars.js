const H = require('handlebars');
H.registerHelper('loud', (s) => s.toUpperCase() + '!');
H.registerHelper('list', (items, o) => items.map((i) => `<li>${o.fn(i)}</li>`).join(''));
H.registerPartial('row', '{{name}}={{../prefix}}{{value}}');
const t = H.compile('{{#if on}}{{loud title}}{{else}}off{{/if}} {{{raw}}} {{raw}} {{#each rows}}{{@index}}:{{> row}}{{#unless @last}}, {{/unless}}{{/each}} {{#list names}}{{this}}{{/list}} {{#with a.b}}{{c}}{{/with}}');
console.log(t({ on: true, title: 'hi', raw: '<b>&', rows: [{ name: 'x', value: 1 }, { name: 'y', value: 2 }], prefix: '#', names: ['p', 'q'], a: { b: { c: 3 } } }));
console.log(H.precompile('{{x}}').length > 100, H.parse('{{a.b}}').body[0].path.parts);
try { H.compile('{{#if}}')({}); } catch (e) { console.log(e.message); }
