console.log(require('minimist')(['-abc', '--x=1', '--no-y', 'f', '--z', 'q', '-n5', '--', 'r'], { boolean: ['a'], string: ['z'], alias: { x: 'ex' }, '--': true }));
