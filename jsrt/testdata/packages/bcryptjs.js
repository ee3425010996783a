const b = require('bcryptjs');
console.log(b.hashSync('pw', '$2b$04$abcdefghijklmnopqrstuu'), b.compareSync('pw', b.hashSync('pw', 4)), b.getRounds('$2b$04$abcdefghijklmnopqrstuu'));
b.hash('x', 4).then((h) => b.compare('y', h)).then(console.log);
