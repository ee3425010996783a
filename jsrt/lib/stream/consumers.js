'use strict';
// node:stream/consumers: a whole stream as one value.
const { Buffer } = require('buffer');

async function collect(stream) {
  const chunks = [];
  const it = stream[Symbol.asyncIterator] ? stream[Symbol.asyncIterator]() : stream[Symbol.iterator]();
  for (;;) {
    const { value, done } = await it.next();
    if (done) return chunks;
    chunks.push(value);
  }
}

async function buffer(stream) {
  const chunks = await collect(stream);
  return Buffer.concat(chunks.map((c) => (typeof c === 'string' ? Buffer.from(c) : c instanceof Uint8Array ? c : Buffer.from(c))));
}

async function text(stream) {
  const chunks = await collect(stream);
  if (chunks.every((c) => typeof c === 'string')) return chunks.join('');
  const dec = new TextDecoder();
  const out = chunks.map((c) => (typeof c === 'string' ? c : dec.decode(c, { stream: true })));
  out.push(dec.decode());
  return out.join('');
}

async function arrayBuffer(stream) {
  const b = await buffer(stream);
  return b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength);
}

async function json(stream) {
  return JSON.parse(await text(stream));
}

async function blob(stream) {
  return new Blob([await buffer(stream)]);
}

module.exports = { arrayBuffer, blob, buffer, text, json };
