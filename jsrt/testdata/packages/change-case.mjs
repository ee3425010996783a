import * as cc from 'change-case';
import cx from 'classnames';
for (const f of ['camelCase', 'snakeCase', 'kebabCase', 'pascalCase', 'constantCase', 'dotCase', 'sentenceCase', 'trainCase']) console.log(f, cc[f]('fooBar XMLHttpRequest v2'), cc[f]('élan vital'));
console.log(cx('a', { b: true, c: 0 }, ['d', [null, 'e']]));
