const { Linter, ESLint } = require('eslint');
const linter = new Linter();
const config = [{ languageOptions: { ecmaVersion: 2022, sourceType: 'module', globals: { console: 'readonly' } }, rules: { 'no-unused-vars': 'error', semi: ['error', 'always'], 'prefer-const': 'warn', eqeqeq: 'error', 'no-undef': 'error', 'no-unreachable': 'error' } }];
const src = 'let a = 1\nexport function f(x) { if (x == 2) return; console.log(y); return 1; foo() }\n';
console.log(linter.verify(src, config, 'a.js').map((m) => `${m.line}:${m.column} ${m.ruleId} ${m.message}`));
console.log(linter.verifyAndFix(src, config, 'a.js').output);
console.log(linter.verify('let a = ;', config)[0].message);
(async () => {
  const es = new ESLint({ overrideConfigFile: true, overrideConfig: config[0] });
  const res = await es.lintText('var q = 1 == 2;');
  console.log(res[0].errorCount, (await (await es.loadFormatter('json')).format(res)).length > 50);
})();
