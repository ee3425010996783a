const qs = require('qs');
console.log(qs.parse('a[b][]=1&a[b][]=2&c.d=e&f[]=x&g=%F0%9F%98%80', { allowDots: true }), qs.stringify({ a: [1, { b: null }], d: new Date(0), e: undefined, f: 'ü &' }), qs.stringify({ a: [1, 2] }, { arrayFormat: 'comma', encode: false }));
