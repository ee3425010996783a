const i = require('iconv-lite');
for (const e of ['win1252', 'utf16-be', 'shift_jis', 'gbk', 'koi8-r', 'euc-kr', 'big5', 'utf7', 'latin1']) { const b = i.encode('Aé日本Ж한', e); console.log(e, b.toString('hex'), i.decode(b, e)); }
console.log(i.decode(Buffer.from('fffe4100', 'hex'), 'utf-16'), i.encodingExists('nope'));
