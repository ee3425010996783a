const JSZip = require('jszip');
(async () => {
  const zip = new JSZip();
  const date = new Date(Date.UTC(2024, 0, 1));
  zip.file('a.txt', 'hello '.repeat(100), { date });
  zip.folder('d').file('b.bin', new Uint8Array([0, 1, 255]), { date });
  const buf = await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
  console.log(buf.length < 600, buf.subarray(0, 4));
  const back = await JSZip.loadAsync(buf);
  console.log(Object.keys(back.files), (await back.file('a.txt').async('string')).length, await back.file('d/b.bin').async('uint8array'));
  let n = 0;
  await new Promise((resolve) => back.generateNodeStream({ streamFiles: true }).on('data', (d) => (n += d.length)).on('end', resolve));
  console.log(n > 100);
  await JSZip.loadAsync('junk').catch((e) => console.log(e.message));
})();
