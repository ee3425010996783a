const P = require('bluebird');
P.map([1, 2, 3], (x) => P.delay(5).return(x * 2), { concurrency: 2 }).then(console.log).then(() => P.props({ a: P.resolve(1), b: 2 })).then(console.log).then(() => P.delay(50).timeout(5, 'late')).catch(P.TimeoutError, (e) => console.log(e.name, e.message)).finally(() => console.log('fin'));
setTimeout(() => P.promisify(require('fs').readFile)('/none').catch((e) => console.log(e.code, e instanceof P.OperationalError)), 100);
P.coroutine(function* () { return (yield P.resolve(1)) + 1; })().then(console.log);
