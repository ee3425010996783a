const Ajv = require('ajv');
const ajv = new Ajv({ allErrors: true, coerceTypes: true, useDefaults: true });
ajv.addFormat('even', { type: 'number', validate: (n) => n % 2 === 0 });
ajv.addSchema({ $id: 'http://x/addr', type: 'object', properties: { zip: { type: 'string', pattern: '^\\d{5}$' } }, required: ['zip'] });
const check = ajv.compile({
  type: 'object',
  properties: { n: { type: 'number', format: 'even' }, name: { type: 'string', minLength: 2, default: 'anon' }, tags: { type: 'array', uniqueItems: true, items: { enum: ['a', 'b'] } }, addr: { $ref: 'http://x/addr' } },
  required: ['n'], additionalProperties: false,
});
for (const v of [{ n: '4' }, { n: 3, tags: ['a', 'a', 'c'], addr: { zip: '12' }, extra: 1 }, {}]) console.log(check(v), v, check.errors && check.errors.map((e) => e.instancePath + ' ' + e.message));
