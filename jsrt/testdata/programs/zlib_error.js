// A flush that waits behind an error is not answered.
const zlib = require('zlib'), z = zlib.createInflateRaw();
z.on('error', (e) => console.log('error', e.code)).on('close', () => console.log('close')).on('data', (d) => console.log('data', d.length));
z.write(Buffer.from([255, 255, 255])); z.write(Buffer.from([0, 0, 255, 255])); z.flush(() => console.log('flushed'));
