'use strict';
// The iterator helpers of Readable (map, filter, toArray, ...) and compose().
const { codes } = require('internal/streams/errors');

function checkFn(fn) {
  if (typeof fn !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('fn', ['Function', 'AsyncFunction'], fn);
}

function throwIfAborted(options) {
  const signal = options && options.signal;
  if (signal && signal.aborted) {
    const { AbortError } = require('internal/errors');
    throw new AbortError(undefined, { cause: signal.reason });
  }
}

// serial makes an async iterator whose requests run one after the other.
function serial(pull, stop) {
  let tail = Promise.resolve();
  return {
    [Symbol.asyncIterator]() { return this; },
    next() {
      const p = tail.then(pull);
      tail = p.catch(() => {});
      return p;
    },
    async return(value) {
      await stop();
      return { value, done: true };
    },
  };
}

// stage makes an async iterable: step(value, queue) puts out what comes of a value; false ends it.
function stage(source, step) {
  return {
    [Symbol.asyncIterator]() {
      const it = source[Symbol.asyncIterator]();
      let over = false;
      const queue = [];
      return serial(async () => {
        for (;;) {
          if (queue.length) return { value: queue.shift(), done: false };
          if (over) return { value: undefined, done: true };
          const { value, done } = await it.next();
          if (done) {
            over = true;
          } else if ((await step(value, queue)) === false) {
            over = true;
            await it.return();
          }
        }
      }, () => {
        over = true;
        queue.length = 0;
        return it.return();
      });
    },
  };
}

async function each(source, options, fn) {
  throwIfAborted(options);
  const it = source[Symbol.asyncIterator]();
  for (;;) {
    throwIfAborted(options);
    const { value, done } = await it.next();
    if (done) return;
    if ((await fn(value)) === false) {
      await it.return();
      return;
    }
  }
}

function count(n) {
  const v = Number(n);
  if (Number.isNaN(v)) return 0;
  if (v < 0) throw new codes.ERR_OUT_OF_RANGE('number', '>= 0', v);
  return v;
}

// mapped keeps up to options.concurrency calls of fn in flight and gives results in order.
function mapped(source, fn, options, give) {
  const limit = options && options.concurrency != null ? Math.floor(options.concurrency) : 1;
  if (!(limit >= 1)) throw new codes.ERR_OUT_OF_RANGE('concurrency', '>= 1', limit);
  const callOpts = { signal: (options && options.signal) || new AbortController().signal };
  if (limit === 1) {
    return stage(source, (v, out) => {
      throwIfAborted(options);
      return give(fn(v, callOpts), out);
    });
  }
  return {
    [Symbol.asyncIterator]() {
      const it = source[Symbol.asyncIterator]();
      const flight = [];
      const ready = [];
      let over = false;
      return serial(async () => {
        for (;;) {
          if (ready.length) return { value: ready.shift(), done: false };
          while (!over && flight.length < limit) {
            const { value, done } = await it.next();
            if (done) {
              over = true;
            } else {
              const p = Promise.resolve(fn(value, callOpts));
              p.catch(() => {});
              flight.push(p);
            }
          }
          if (!flight.length) return { value: undefined, done: true };
          await give(flight.shift(), ready);
        }
      }, () => {
        over = true;
        flight.length = ready.length = 0;
        return it.return();
      });
    },
  };
}

const streaming = {
  map(fn, options) {
    checkFn(fn);
    return mapped(this, fn, options, async (value, out) => { out.push(await value); });
  },
  filter(fn, options) {
    checkFn(fn);
    return mapped(this, async (v, o) => [v, await fn(v, o)], options, async (pair, out) => {
      const [v, keep] = await pair;
      if (keep) out.push(v);
    });
  },
  flatMap(fn, options) {
    checkFn(fn);
    return mapped(this, fn, options, async (value, out) => {
      const v = await value;
      const it = v[Symbol.asyncIterator] ? v[Symbol.asyncIterator]() : v[Symbol.iterator]();
      for (;;) {
        const r = await it.next();
        if (r.done) break;
        out.push(r.value);
      }
    });
  },
  drop(n) {
    let left = count(n);
    return stage(this, (v, out) => {
      if (left-- <= 0) out.push(v);
    });
  },
  take(n) {
    let left = count(n);
    if (left === 0) return [];
    return stage(this, (v, out) => {
      out.push(v);
      return --left > 0;
    });
  },
  asIndexedPairs() {
    let i = 0;
    return stage(this, (v, out) => { out.push([i++, v]); });
  },
};

const collecting = {
  async forEach(fn, options) {
    checkFn(fn);
    await each(this, options, async (v) => { await fn(v, {}); });
  },
  async toArray(options) {
    const out = [];
    await each(this, options, (v) => { out.push(v); });
    return out;
  },
  async some(fn, options) {
    checkFn(fn);
    let found = false;
    await each(this, options, async (v) => !(found = !!(await fn(v, {}))));
    return found;
  },
  async every(fn, options) {
    checkFn(fn);
    let ok = true;
    await each(this, options, async (v) => (ok = !!(await fn(v, {}))));
    return ok;
  },
  async find(fn, options) {
    checkFn(fn);
    let hit;
    await each(this, options, async (v) => {
      if (!(await fn(v, {}))) return true;
      hit = v;
      return false;
    });
    return hit;
  },
  async reduce(fn, initial, options) {
    checkFn(fn);
    let has = arguments.length > 1;
    let acc = initial;
    await each(this, options, async (v) => {
      if (has) acc = await fn(acc, v, {});
      else acc = v;
      has = true;
    });
    if (!has) throw new TypeError('Reduce of an empty stream requires an initial value');
    return acc;
  },
};

function install(Readable) {
  const hide = (name, value) => Object.defineProperty(Readable.prototype, name, { value, writable: true, configurable: true, enumerable: false });
  for (const name of Object.keys(streaming)) {
    hide(name, function(...args) {
      return Readable.from(Reflect.apply(streaming[name], this, args));
    });
  }
  for (const name of Object.keys(collecting)) hide(name, collecting[name]);
  hide('compose', function(stream) {
    return compose([this, stream]);
  });
}

function compose(streams) {
  const { Duplex, PassThrough } = require('internal/streams/duplex');
  const { pipeline } = require('internal/streams/pipeline');
  if (streams.length === 0) throw new codes.ERR_MISSING_ARGS('streams');
  if (streams.length === 1) return Duplex.from(streams[0]);
  const parts = streams.slice();
  const needsHead = typeof parts[0] === 'function';
  if (needsHead) parts.unshift(new PassThrough({ objectMode: true }));
  const last = parts[parts.length - 1];
  if (typeof last === 'function') parts.push(new PassThrough({ objectMode: true }));
  const head = parts[0];
  const tail = parts[parts.length - 1];
  const d = Duplex.from({ readable: typeof tail.read === 'function' ? tail : undefined, writable: typeof head.write === 'function' ? head : undefined });
  pipeline(...parts, (err) => { if (err) d.destroy(err); });
  return d;
}

module.exports = { install, compose };
