const jwt = require('jsonwebtoken');
const crypto = require('crypto');
const t = jwt.sign({ a: 1, iat: 1000 }, 'secret', { subject: 's', algorithm: 'HS512' });
console.log(t, jwt.verify(t, 'secret'), jwt.decode(t, { complete: true }).header);
for (const type of ['rsa', 'ec', 'ed25519']) {
  if (type === 'ed25519') continue; // not an algorithm of the package
  const { privateKey, publicKey } = crypto.generateKeyPairSync(type, type === 'rsa' ? { modulusLength: 2048 } : { namedCurve: 'P-256' });
  const k = jwt.sign({ x: type }, privateKey, { algorithm: type === 'rsa' ? 'RS256' : 'ES256', expiresIn: '1h', noTimestamp: false });
  console.log(jwt.verify(k, publicKey, { algorithms: ['RS256', 'ES256'] }).x);
}
for (const [tok, key] of [[t, 'wrong'], [jwt.sign({ exp: 1 }, 'k'), 'k'], ['junk', 'k']]) try { jwt.verify(tok, key); } catch (e) { console.log(e.name, e.message); }
