'use strict';
// node:stream
const { Stream } = require('internal/streams/legacy');
const { Readable } = require('internal/streams/readable');
const { Writable } = require('internal/streams/writable');
const { Duplex, Transform, PassThrough } = require('internal/streams/duplex');
const { finished, finishedPromise, isReadable, isWritable } = require('internal/streams/finished');
const { pipeline, pipelinePromise } = require('internal/streams/pipeline');
const { addAbortSignal } = require('internal/streams/abort');
const { getDefaultHighWaterMark, setDefaultHighWaterMark } = require('internal/streams/state');
const { destroyer, isDestroyed } = require('internal/streams/destroy');
const { Buffer } = require('buffer');
const custom = Symbol.for('nodejs.util.promisify.custom');

require('internal/streams/operators').install(Readable);

Stream.Stream = Stream;
Stream.Readable = Readable;
Stream.Writable = Writable;
Stream.Duplex = Duplex;
Stream.Transform = Transform;
Stream.PassThrough = PassThrough;
Stream.pipeline = pipeline;
Stream.finished = finished;
Stream.addAbortSignal = addAbortSignal;
Stream.destroy = destroyer;
Stream.isDestroyed = isDestroyed;
Stream.isReadable = isReadable;
Stream.isWritable = isWritable;
Stream.isErrored = (s) => !!(s && (s._readableState?.errored ?? s._writableState?.errored ?? s.errored));
Stream.isDisturbed = (s) => !!(s && (s.readableDidRead || s.readableAborted || s[Symbol.for('sandpit.disturbed')]));
Stream.getDefaultHighWaterMark = getDefaultHighWaterMark;
Stream.setDefaultHighWaterMark = setDefaultHighWaterMark;
Stream.compose = (...streams) => require('internal/streams/operators').compose(streams);
Stream._isUint8Array = (v) => v instanceof Uint8Array;
Stream._uint8ArrayToBuffer = (v) => Buffer.from(v.buffer, v.byteOffset, v.byteLength);
// duplexPair makes two streams, each of which reads what is written to the other.
Stream.duplexPair = function duplexPair(options) {
  let a, b;
  const make = (other) => new Duplex({
    readableHighWaterMark: undefined, ...options,
    read() { const cb = this._pending; if (cb) { this._pending = null; cb(); } },
    write(chunk, encoding, cb) { if (chunk.length === 0) { process.nextTick(cb); return; } other().push(chunk); other()._pending = cb; },
    final(cb) { other().on('end', cb); other().push(null); },
  });
  a = make(() => b);
  b = make(() => a);
  return [a, b];
};
Object.defineProperty(finished, custom, { enumerable: true, value: finishedPromise });
Object.defineProperty(pipeline, custom, { enumerable: true, value: pipelinePromise });
Object.defineProperty(Stream, 'promises', { configurable: true, enumerable: true, get: () => require('stream/promises') });

module.exports = Stream;
