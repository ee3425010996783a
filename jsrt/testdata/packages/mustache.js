const Mustache = require('mustache');
console.log(Mustache.render('{{#list}}{{name}}{{^last}}, {{/last}}{{/list}} {{{raw}}} {{raw}} {{> p}} {{#wrap}}x{{/wrap}}', { list: [{ name: 'a' }, { name: 'b', last: true }], raw: '<&>', wrap: () => (t, r) => '[' + r(t) + ']' }, { p: 'partial {{raw}}' }));
