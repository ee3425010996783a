'use strict';
// node:dns/promises
const dns = require('dns');
const wrap = (fn) => (...args) => new Promise((resolve, reject) => fn(...args, (err, v) => (err ? reject(err) : resolve(v))));

for (const key of Object.keys(dns)) {
  if (/^resolve|^reverse$/.test(key)) exports[key] = wrap(dns[key]);
}
exports.lookup = (host, options) => new Promise((resolve, reject) => dns.lookup(host, options || {}, (err, address, family) => {
  if (err) reject(err);
  else resolve(Array.isArray(address) ? address : { address, family });
}));
exports.Resolver = dns.Resolver;
exports.getServers = dns.getServers;
exports.setServers = dns.setServers;
for (const key of Object.keys(dns)) if (/^[A-Z]+$/.test(key)) exports[key] = dns[key];
exports.setDefaultResultOrder = dns.setDefaultResultOrder;
exports.getDefaultResultOrder = dns.getDefaultResultOrder;
exports.lookupService = (address, port) => new Promise((resolve, reject) => dns.lookupService(address, port, (err, hostname, service) => { if (err) reject(err); else resolve({ hostname, service }); }));
