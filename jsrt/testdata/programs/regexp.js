console.log('aBc'.replace(/b/i,'x'), /(?=a)a/.exec('ba').index, 'a1b2'.match(/\d/g), 'a,b,,c'.split(/,/), 'x'.match('(a+)+\\1b'), /[\p{L}--[a-z]]/v.exec('aB'), /(?<n>\d)/d.exec('a1').indices.groups.n, /a\/b/.source, RegExp('/').source, /x/gimsuyd.flags, [...'a1b2'.matchAll(/[a-z](\d)/g)].map(m=>m[1]));
console.log(/\p{Lu}/u.test('É'), String(/[/]\n/g), new RegExp(/ab/g, 'i'), RegExp.prototype.exec.call(/(?=b)b/, 'ab').index, RegExp.$1, 'abc'.replace(/(b)/, '[$1$&$`$\'$$$2]'), 'aa'.replace(/(?<q>a)/g, '<$<q>>'));
class R extends RegExp { exec(s) { const r = super.exec(s); return r; } }
console.log(new R('a(b)', 'g')[Symbol.replace]('xabab', '-'), 'a-b'.split(new R('-')), new R('x') instanceof R, new R('x').test('x'), Object.getOwnPropertyNames(/x/), /a/y.sticky, /x/v.unicodeSets, 'aXbX'.split(/(X)/, 3));
try { new RegExp('(') } catch (e) { console.log(e.name, e.message) }
const r = /o/g; r.test('foo'); console.log(r.lastIndex); r.test('foo'); console.log(r.lastIndex, r.test('foo'), r.lastIndex);
console.log('😀x'.split(/(?:)/u), '😀'.match(/./gu), 'aBc'.search(/B/), /^.$/u.test('😀'), structuredClone(/a/gi), require('util').inspect(/a\/[/]/gi), 'x'.replace(/x/, () => '$1'), "a\nb".match(/^b/m).index);
console.log(/a/g == /a/g, RegExp.prototype.toString.call(/a/g), Object.prototype.toString.call(/a/), /a/.constructor === RegExp, RegExp(/x/) , 'ab'.replaceAll(/a|b/g, m => m.toUpperCase()));
