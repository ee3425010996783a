'use strict';
// The streams of the WHATWG Streams standard: readable, writable and transform streams with queues and back-pressure.
const kClosed = Symbol.for('sandpit.closed');
const kDisturbed = Symbol.for('sandpit.disturbed');
const kState = Symbol('state');

function deferred() {
  const d = {};
  d.promise = new Promise((resolve, reject) => {
    d.resolve = resolve;
    d.reject = reject;
  });
  return d;
}
const quiet = (p) => {
  p.catch(() => {});
  return p;
};

class CountQueuingStrategy {
  constructor({ highWaterMark }) { this.highWaterMark = highWaterMark; }
  size() { return 1; }
}
class ByteLengthQueuingStrategy {
  constructor({ highWaterMark }) { this.highWaterMark = highWaterMark; }
  size(chunk) { return chunk.byteLength; }
}

// ---- readable ----

class ReadableStreamDefaultController {
  constructor(stream) { this[kState] = stream; }
  get desiredSize() {
    const s = this[kState][kState];
    if (s.state === 'errored') return null;
    if (s.state === 'closed') return 0;
    return s.hwm - s.size;
  }
  get byobRequest() { return null; }
  enqueue(chunk) {
    const s = this[kState][kState];
    if (s.state !== 'readable' || s.closing) throw new TypeError('Invalid state: Controller is already closed');
    if (s.bytes && !(ArrayBuffer.isView(chunk))) throw new TypeError('The "chunk" argument must be a view');
    if (s.requests.length) {
      s.requests.shift().resolve({ value: chunk, done: false });
    } else {
      let size = 1;
      try {
        size = s.sizeOf(chunk);
      } catch (e) {
        this.error(e);
        throw e;
      }
      s.queue.push([chunk, size]);
      s.size += size;
    }
    pullMore(this[kState]);
  }
  close() {
    const s = this[kState][kState];
    if (s.state !== 'readable' || s.closing) throw new TypeError('Invalid state: Controller is already closed');
    s.closing = true;
    if (s.queue.length === 0) closeReadable(s);
  }
  error(e) {
    errorReadable(this[kState][kState], e);
  }
}

function closeReadable(s) {
  if (s.state !== 'readable') return;
  s.state = 'closed';
  s.closed.resolve();
  if (s.readerClosed) s.readerClosed.resolve();
  for (const r of s.requests.splice(0)) r.resolve({ value: undefined, done: true });
}
function errorReadable(s, e) {
  if (s.state !== 'readable') return;
  s.state = 'errored';
  s.error = e;
  s.queue.length = 0;
  s.size = 0;
  quiet(s.closed.promise);
  s.closed.reject(e);
  if (s.readerClosed) {
    quiet(s.readerClosed.promise);
    s.readerClosed.reject(e);
  }
  for (const r of s.requests.splice(0)) r.reject(e);
}
function pullMore(stream) {
  const s = stream[kState];
  if (s.state !== 'readable' || s.closing || !s.started || !s.source.pull) return;
  if (!(s.requests.length > 0 || s.hwm - s.size > 0)) return;
  if (s.pulling) {
    s.pullAgain = true;
    return;
  }
  s.pulling = true;
  let p;
  try {
    p = Promise.resolve(s.source.pull(s.controller));
  } catch (e) {
    p = Promise.reject(e);
  }
  p.then(() => {
    s.pulling = false;
    if (s.pullAgain) {
      s.pullAgain = false;
      pullMore(stream);
    }
  }, (e) => errorReadable(s, e));
}
function readOne(stream) {
  const s = stream[kState];
  stream[kDisturbed] = true;
  if (s.queue.length) {
    const [value, size] = s.queue.shift();
    s.size -= size;
    if (s.closing && s.queue.length === 0) closeReadable(s);
    else pullMore(stream);
    return Promise.resolve({ value, done: false });
  }
  if (s.state === 'closed') return Promise.resolve({ value: undefined, done: true });
  if (s.state === 'errored') return Promise.reject(s.error);
  const d = deferred();
  s.requests.push(d);
  pullMore(stream);
  return d.promise;
}
async function cancelStream(stream, reason) {
  const s = stream[kState];
  stream[kDisturbed] = true;
  if (s.state === 'closed') return;
  if (s.state === 'errored') throw s.error;
  s.queue.length = 0;
  s.size = 0;
  closeReadable(s);
  if (s.source.cancel) await s.source.cancel(reason);
}

class ReadableStream {
  constructor(source = {}, strategy = {}) {
    if (source === null) throw new TypeError('The "source" argument must be of type object. Received null');
    const s = this[kState] = { state: 'readable', queue: [], size: 0, requests: [], source, closing: false, started: false, pulling: false, pullAgain: false,
      reader: null, readerClosed: null, closed: deferred(), bytes: source.type === 'bytes', error: undefined,
      hwm: strategy.highWaterMark ?? (source.type === 'bytes' ? 0 : 1), sizeOf: strategy.size ? (c) => strategy.size(c) : () => 1 };
    quiet(s.closed.promise);
    Object.defineProperty(this, kState, { enumerable: false });
    Object.defineProperty(this, kDisturbed, { value: false, writable: true, enumerable: false });
    s.controller = new ReadableStreamDefaultController(this);
    const started = source.start ? source.start(s.controller) : undefined;
    Promise.resolve(started).then(() => {
      s.started = true;
      pullMore(this);
    }, (e) => errorReadable(s, e));
  }
  get locked() { return this[kState].reader !== null; }
  get [kClosed]() { return this[kState].closed.promise; }
  cancel(reason) {
    if (this.locked) return Promise.reject(new TypeError('Invalid state: ReadableStream is locked'));
    return cancelStream(this, reason);
  }
  getReader() {
    return new ReadableStreamDefaultReader(this);
  }
  pipeThrough(transform, options) {
    quiet(this.pipeTo(transform.writable, options));
    return transform.readable;
  }
  async pipeTo(dest, { preventClose, preventAbort, preventCancel, signal } = {}) {
    if (this.locked || dest.locked) throw new TypeError('Invalid state: stream is locked');
    const reader = this.getReader();
    const writer = dest.getWriter();
    const onAbort = () => {
      if (!preventAbort) quiet(writer.abort(signal.reason));
      if (!preventCancel) quiet(reader.cancel(signal.reason));
    };
    if (signal) {
      if (signal.aborted) {
        onAbort();
        throw signal.reason;
      }
      signal.addEventListener('abort', onAbort, { once: true });
    }
    try {
      for (;;) {
        await writer.ready;
        let r;
        try {
          r = await reader.read();
        } catch (e) {
          if (!preventAbort) await writer.abort(e).catch(() => {});
          throw e;
        }
        if (signal && signal.aborted) throw signal.reason;
        if (r.done) break;
        try {
          await Promise.race([writer.write(r.value), Promise.resolve()]);
        } catch (e) {
          if (!preventCancel) await reader.cancel(e).catch(() => {});
          throw e;
        }
      }
      if (!preventClose) await writer.close();
    } catch (e) {
      if (!preventCancel) quiet(reader.cancel(e));
      throw e;
    } finally {
      if (signal) signal.removeEventListener('abort', onAbort);
      reader.releaseLock();
      writer.releaseLock();
    }
  }
  tee() {
    const reader = this.getReader();
    let cancelled = 0;
    const branches = [];
    let reading = null;
    const pull = () => {
      if (reading) return reading;
      reading = reader.read().then(({ value, done }) => {
        reading = null;
        for (const c of branches) {
          if (c.over) continue;
          if (done) {
            c.over = true;
            c.controller.close();
          } else {
            c.controller.enqueue(value);
          }
        }
      }, (e) => {
        for (const c of branches) if (!c.over) c.controller.error(e);
      });
      return reading;
    };
    const make = () => {
      const c = { over: false, controller: null };
      branches.push(c);
      return new ReadableStream({
        start(controller) { c.controller = controller; },
        pull,
        cancel(reason) {
          c.over = true;
          if (++cancelled === 2) return reader.cancel(reason);
          return undefined;
        },
      });
    };
    return [make(), make()];
  }
  values({ preventCancel } = {}) {
    const reader = this.getReader();
    let over = false;
    return {
      [Symbol.asyncIterator]() { return this; },
      async next() {
        if (over) return { value: undefined, done: true };
        const r = await reader.read();
        if (r.done) {
          over = true;
          reader.releaseLock();
        }
        return r;
      },
      async return(value) {
        if (!over) {
          over = true;
          if (!preventCancel) await reader.cancel(value);
          reader.releaseLock();
        }
        return { value, done: true };
      },
    };
  }
  [Symbol.asyncIterator](options) {
    return this.values(options);
  }
  static from(iterable) {
    const it = iterable[Symbol.asyncIterator] ? iterable[Symbol.asyncIterator]() : iterable[Symbol.iterator]();
    return new ReadableStream({
      async pull(c) {
        const { value, done } = await it.next();
        if (done) c.close();
        else c.enqueue(await value);
      },
      async cancel(reason) {
        if (it.return) await it.return(reason);
      },
    }, { highWaterMark: 0 });
  }
}

class ReadableStreamDefaultReader {
  #stream;
  constructor(stream) {
    const s = stream[kState];
    if (s.reader) throw new TypeError('Invalid state: ReadableStream is locked');
    this.#stream = stream;
    s.reader = this;
    s.readerClosed = deferred();
    quiet(s.readerClosed.promise);
    this.closed = s.readerClosed.promise;
    if (s.state === 'closed') s.readerClosed.resolve();
    if (s.state === 'errored') s.readerClosed.reject(s.error);
  }
  read() {
    if (!this.#stream) return Promise.reject(new TypeError('Invalid state: The reader is not attached to a stream'));
    return readOne(this.#stream);
  }
  cancel(reason) {
    if (!this.#stream) return Promise.reject(new TypeError('Invalid state: The reader is not attached to a stream'));
    return cancelStream(this.#stream, reason);
  }
  releaseLock() {
    if (!this.#stream) return;
    const s = this.#stream[kState];
    s.reader = null;
    for (const r of s.requests.splice(0)) r.reject(new TypeError('Invalid state: Reader released'));
    this.#stream = null;
  }
}

// ---- writable ----

class WritableStreamDefaultController {
  constructor(stream) {
    this[kState] = stream;
    this.signal = new AbortController().signal;
  }
  error(e) {
    errorWritable(this[kState][kState], e);
  }
}

function errorWritable(s, e) {
  if (s.state === 'errored' || s.state === 'closed') return;
  s.state = 'errored';
  s.error = e;
  quiet(s.closed.promise);
  s.closed.reject(e);
  s.ready.reject(e);
  s.ready = deferred();
  quiet(s.ready.promise);
  s.ready.reject(e);
}

class WritableStream {
  constructor(sink = {}, strategy = {}) {
    const s = this[kState] = { state: 'writable', sink, tail: null, size: 0, hwm: strategy.highWaterMark ?? 1, sizeOf: strategy.size ? (c) => strategy.size(c) : () => 1,
      writer: null, closed: deferred(), ready: deferred(), closing: false, error: undefined };
    Object.defineProperty(this, kState, { enumerable: false });
    quiet(s.closed.promise);
    quiet(s.ready.promise);
    s.controller = new WritableStreamDefaultController(this);
    if (s.hwm > 0) s.ready.resolve();
    let started;
    try {
      started = Promise.resolve(sink.start ? sink.start(s.controller) : undefined);
    } catch (e) {
      throw e;
    }
    s.tail = started.then(() => {}, (e) => errorWritable(s, e));
  }
  get locked() { return this[kState].writer !== null; }
  get [kClosed]() { return this[kState].closed.promise; }
  getWriter() { return new WritableStreamDefaultWriter(this); }
  abort(reason) { return abortWritable(this[kState], reason); }
  close() { return closeWritable(this[kState]); }
}

function writeTo(s, chunk) {
  if (s.state === 'errored') return quiet(Promise.reject(s.error));
  if (s.closing || s.state === 'closed') return Promise.reject(new TypeError('Invalid state: WritableStream is closed'));
  const size = s.sizeOf(chunk);
  s.size += size;
  if (s.size >= s.hwm && s.hwm > 0 && !s.waiting) {
    s.waiting = true;
    s.ready = deferred();
    quiet(s.ready.promise);
  }
  const p = s.tail.then(() => {
    if (s.state === 'errored') throw s.error;
    return s.sink.write ? s.sink.write(chunk, s.controller) : undefined;
  }).then(() => {
    s.size -= size;
    if (s.waiting && s.size < s.hwm) {
      s.waiting = false;
      s.ready.resolve();
    }
  }, (e) => {
    errorWritable(s, e);
    throw e;
  });
  s.tail = p.catch(() => {});
  return quiet(p);
}
function closeWritable(s) {
  if (s.state === 'errored') return Promise.reject(s.error);
  if (s.closing || s.state === 'closed') return Promise.reject(new TypeError('Invalid state: WritableStream is closed'));
  s.closing = true;
  const p = s.tail.then(() => {
    if (s.state === 'errored') throw s.error;
    return s.sink.close ? s.sink.close(s.controller) : undefined;
  }).then(() => {
    s.state = 'closed';
    s.closed.resolve();
    s.ready.resolve();
  }, (e) => {
    errorWritable(s, e);
    throw e;
  });
  s.tail = p.catch(() => {});
  return quiet(p);
}
async function abortWritable(s, reason) {
  if (s.state === 'closed' || s.state === 'errored') return;
  errorWritable(s, reason);
  if (s.sink.abort) await s.sink.abort(reason);
}

class WritableStreamDefaultWriter {
  #s;
  #stream;
  constructor(stream) {
    const s = stream[kState];
    if (s.writer) throw new TypeError('Invalid state: WritableStream is locked');
    s.writer = this;
    this.#s = s;
    this.#stream = stream;
  }
  get closed() { return this.#s.closed.promise; }
  get ready() { return this.#s.ready.promise; }
  get desiredSize() {
    const s = this.#s;
    return s.state === 'errored' ? null : s.state === 'closed' ? 0 : s.hwm - s.size;
  }
  write(chunk) { return writeTo(this.#s, chunk); }
  close() { return closeWritable(this.#s); }
  abort(reason) { return abortWritable(this.#s, reason); }
  releaseLock() {
    if (this.#stream && this.#s.writer === this) this.#s.writer = null;
    this.#stream = null;
  }
}

// ---- transform ----

class TransformStreamDefaultController {
  constructor(state) { this[kState] = state; }
  get desiredSize() { return this[kState].readable.desiredSize; }
  enqueue(chunk) { this[kState].readable.enqueue(chunk); }
  error(e) {
    this[kState].readable.error(e);
    errorWritable(this[kState].writable[kState], e);
  }
  terminate() {
    this[kState].readable.close();
    errorWritable(this[kState].writable[kState], new TypeError('Invalid state: TransformStream has been terminated'));
  }
}

class TransformStream {
  constructor(transformer = {}, writableStrategy = {}, readableStrategy = {}) {
    const state = { readable: null, writable: null };
    const controller = new TransformStreamDefaultController(state);
    let wanted = deferred();
    this.readable = new ReadableStream({
      start(c) { state.readable = c; },
      pull() {
        wanted.resolve();
      },
      async cancel(reason) {
        wanted.resolve();
        if (transformer.cancel) await transformer.cancel(reason);
        errorWritable(state.writable[kState], reason);
      },
    }, { highWaterMark: readableStrategy.highWaterMark ?? 0, size: readableStrategy.size });
    this.writable = state.writable = new WritableStream({
      start: () => (transformer.start ? transformer.start(controller) : undefined),
      async write(chunk) {
        if (state.readable.desiredSize <= 0) {
          await wanted.promise;
          wanted = deferred();
        }
        try {
          if (transformer.transform) await transformer.transform(chunk, controller);
          else controller.enqueue(chunk);
        } catch (e) {
          state.readable.error(e);
          throw e;
        }
      },
      async close() {
        try {
          if (transformer.flush) await transformer.flush(controller);
          try { state.readable.close(); } catch { /* terminated before */ }
        } catch (e) {
          state.readable.error(e);
          throw e;
        }
      },
      abort(reason) {
        state.readable.error(reason);
      },
    }, writableStrategy);
  }
}

class TextEncoderStream extends TransformStream {
  constructor() {
    const enc = new TextEncoder();
    super({ transform: (c, t) => { if (`${c}` !== '') t.enqueue(enc.encode(`${c}`)); } });
    this.encoding = 'utf-8';
  }
}
class TextDecoderStream extends TransformStream {
  constructor(label, options) {
    const dec = new TextDecoder(label, options);
    super({
      transform: (c, t) => {
        const s = dec.decode(c, { stream: true });
        if (s) t.enqueue(s);
      },
      flush: (t) => {
        const s = dec.decode();
        if (s) t.enqueue(s);
      },
    });
    this.encoding = dec.encoding;
    this.fatal = dec.fatal;
    this.ignoreBOM = dec.ignoreBOM;
  }
}

function codec(make) {
  const z = make();
  let done;
  const ended = new Promise((resolve, reject) => {
    done = resolve;
    z.on('error', reject);
  });
  quiet(ended);
  return {
    start(t) {
      z.on('data', (d) => t.enqueue(new Uint8Array(d)));
      z.on('end', done);
      z.on('error', (e) => t.error(e));
    },
    transform: (chunk) => new Promise((resolve, reject) => z.write(chunk, (e) => (e ? reject(e) : resolve()))),
    flush: () => {
      z.end();
      return ended;
    },
  };
}
class CompressionStream extends TransformStream {
  constructor(format) {
    const zlib = require('zlib');
    const make = { gzip: zlib.createGzip, deflate: zlib.createDeflate, 'deflate-raw': zlib.createDeflateRaw }[format];
    if (!make) throw new TypeError(`The argument 'format' must be one of: 'deflate', 'deflate-raw', 'gzip'. Received '${format}'`);
    super(codec(make));
  }
}
class DecompressionStream extends TransformStream {
  constructor(format) {
    const zlib = require('zlib');
    const make = { gzip: zlib.createGunzip, deflate: zlib.createInflate, 'deflate-raw': zlib.createInflateRaw }[format];
    if (!make) throw new TypeError(`The argument 'format' must be one of: 'deflate', 'deflate-raw', 'gzip'. Received '${format}'`);
    super(codec(make));
  }
}

// fromNodeReadable makes a web stream of a Node one, with its back-pressure.
function fromNodeReadable(readable, options) {
  const object = readable.readableObjectMode;
  return new ReadableStream({
    start(c) {
      readable.pause();
      readable.on('data', (chunk) => {
        if (!object && typeof chunk !== 'string') chunk = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
        c.enqueue(chunk);
        if (c.desiredSize <= 0) readable.pause();
      });
      require('stream').finished(readable, { writable: false }, (err) => {
        try {
          if (err) c.error(err);
          else c.close();
        } catch { /* cancelled before */ }
      });
      readable.pause();
    },
    pull() {
      readable.resume();
    },
    cancel(reason) {
      require('stream').destroy(readable, reason);
    },
  }, { highWaterMark: 0, ...(options && options.strategy) });
}

function fromNodeWritable(writable) {
  return new WritableStream({
    write: (chunk) => new Promise((resolve, reject) => writable.write(chunk, (e) => (e ? reject(e) : resolve()))),
    close: () => new Promise((resolve, reject) => writable.end((e) => (e ? reject(e) : resolve()))),
    abort: (reason) => { writable.destroy(reason); },
  });
}

class ReadableStreamBYOBReader {
  constructor() { throw new TypeError('BYOB readers are not implemented'); }
}
class ReadableByteStreamController {}

module.exports = { ReadableStream, ReadableStreamDefaultReader, ReadableStreamBYOBReader, ReadableStreamDefaultController, ReadableByteStreamController,
  WritableStream, WritableStreamDefaultWriter, WritableStreamDefaultController, TransformStream, TransformStreamDefaultController,
  ByteLengthQueuingStrategy, CountQueuingStrategy, TextEncoderStream, TextDecoderStream, CompressionStream, DecompressionStream,
  fromNodeReadable, fromNodeWritable };
