const nunjucks = require('nunjucks');
const env = new nunjucks.Environment(null, { autoescape: true });
env.addFilter('shout', (s) => s.toUpperCase());
console.log(env.renderString('{% macro m(a, b=2) %}{{ a }}-{{ b }}{% endmacro %}{% for k, v in o %}{{ loop.index }}{{ k }}={{ v|shout }} {% endfor %}{{ m(1) }} {{ "<x>" }} {{ "<x>"|safe }} {% if a is defined and a > 1 %}y{% else %}n{% endif %} {{ [3,1,2]|sort|join(",") }} {% set z = 5 %}{{ z ** 2 }}', { o: { p: 'q', r: 's' }, a: 2 }));
try { env.renderString('{{ x.y.z() }}', {}); } catch (e) { console.log(e.name, e.message); }
