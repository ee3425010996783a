const Joi = require('joi');
const s = Joi.object({ name: Joi.string().min(3).required(), age: Joi.number().integer().min(0), mail: Joi.string().email(), when: Joi.date().iso(), tags: Joi.array().items(Joi.string().valid('a', 'b')).default(['a']), p: Joi.string(), p2: Joi.ref('p') }).with('p', 'p2').xor('x', 'y').unknown(false).keys({ x: Joi.any(), y: Joi.any() });
console.log(s.validate({ name: 'bob', age: '7', x: 1, when: '2024-01-01T00:00:00Z' }));
console.log(s.validate({ name: 'b', age: 1.5, mail: 'q', tags: ['c'], z: 1 }, { abortEarly: false }).error.details.map((d) => d.message));
s.validateAsync({}).catch((e) => console.log(e.name, e.message, e.annotate(true)));
