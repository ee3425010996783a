// Modules and classes that few programs use: domain, MIMEType, v8.Serializer, stream.duplexPair, object URLs, packed settings.
const T = (n, f) => { try { console.log(n, f()); } catch (e) { console.log(n, 'THROWS', e.name, e.code, e.message); } };
const { MIMEType, MIMEParams } = require('util');
T('mime', () => { const m = new MIMEType('Text/HTML; charset=UTF-8; q="a\\"b;c"; x=; y=1 ; y=2;z'); return [m.type, m.subtype, m.essence, m.params.get('charset'), m.params.get('q'), [...m.params.keys()].join(), `${m}`, JSON.stringify(m)].join(' | '); });
for (const s of ['', 'text', 'text/', '/html', 'te xt/html', 'text/ht ml', ' text/plain\n', 'a/b;c=d;e="f']) T(JSON.stringify(s), () => String(new MIMEType(s)));
T('set', () => { const m = new MIMEType('a/b'); m.type = 'X'; m.subtype = 'y+Z'; m.params.set('k', 'v w'); m.params.set('e', ''); m.params.delete('nope'); return [String(m), m.params.has('k'), new MIMEParams().toString()].join(' '); });
T('bad', () => { new MIMEType('a/b').type = 'x y'; }); T('bad2', () => new MIMEType('a/b').params.set('k', '\u0100'));
const v8 = require('v8');
T('v8', () => { const s = new v8.Serializer(); s.writeHeader(); s.writeValue({ a: [1, 'x'], m: new Map([[1, 2]]) }); s.writeUint32(7); s.writeUint64(1, 2); s.writeDouble(1.5); s.writeRawBytes(Buffer.from('hi')); const b = s.releaseBuffer(); const d = new v8.Deserializer(b); return [d.readHeader(), require('util').inspect(d.readValue()), d.readUint32(), d.readUint64(), d.readDouble(), d.readRawBytes(2).toString(), b.toString('hex')].join(' | '); });
T('v8d', () => { const s = new v8.DefaultSerializer(); s.writeHeader(); s.writeValue(new Uint8Array([1, 2])); const b = s.releaseBuffer(); const d = new v8.DefaultDeserializer(b); d.readHeader(); return [b.toString('hex'), d.readValue()]; });


const h2 = require('http2');
T('h2', () => [h2.getPackedSettings({ headerTableSize: 5, enablePush: false, maxFrameSize: 16384 }).toString('hex'), require('util').inspect(h2.getUnpackedSettings(Buffer.from('000100000005000200000000', 'hex')))].join(' '));
T('h2e', () => h2.getPackedSettings({ enablePush: 1 })); T('h2f', () => h2.getPackedSettings({ maxFrameSize: 1 })); T('h2g', () => h2.getUnpackedSettings(Buffer.alloc(5))); T('h2h', () => h2.getDefaultSettings());
const tr = require('trace_events'); T('trace', () => { const t = tr.createTracing({ categories: ['node.perf', 'v8'] }); const r = [t.enabled, t.categories]; t.enable(); r.push(tr.getEnabledCategories()); t.disable(); return r.concat(tr.getEnabledCategories(), t.enabled).join(); }); T('trace2', () => tr.createTracing({ categories: [] }));
T('dns', () => [require('dns').NODATA, require('dns').BADFAMILY, require('dns').EOF, require('constants').EBADMSG, require('crypto').constants.SSL_OP_ALL, typeof require('inspector/promises').Session].join());
const d = require('domain').create();
d.on('error', (e) => console.log('domain', e.message, e.domainThrown, e.domain === d));
d.run(() => { const EE = require('events'); const e = new EE(); d.add(e); e.emit('error', new Error('emitted')); setTimeout(() => { throw new Error('later'); }, 1); process.nextTick(() => { throw new Error('tick'); }); });
d.bind((a) => { console.log('bound', a, process.domain === d); })(5); d.intercept((a) => console.log('int', a))(null, 1); d.intercept(() => {})(new Error('intercepted')); console.log(process.domain);
setTimeout(async () => {
  const [a, b] = require('stream').duplexPair(); b.on('data', (x) => b.write(String(x).toUpperCase())); b.on('end', () => b.end('!')); let got = ''; a.on('data', (x) => { got += x; }); a.on('end', () => console.log('pair', got)); a.write('ab'); a.end('c');
  const u = URL.createObjectURL(new Blob(['text'], { type: 'text/plain' })); console.log(/^blob:nodedata:/.test(u)); const back = require('buffer').resolveObjectURL(u); console.log(back.type, await back.text()); URL.revokeObjectURL(u); console.log(require('buffer').resolveObjectURL(u)); T('url', () => URL.createObjectURL(5));
}, 30);
