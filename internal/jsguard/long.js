// The functions of arrays as ECMA-262 words them. They stand in for the engine's own where those would loop for long without
// passing a place at which a program can be ended: over long arrays with holes, over what only looks like an array, with
// callbacks that are built in, and where arrays nest. Nothing here calls what a program can have replaced, but what the
// language says is called.
(function (apply, isArray, define, remove, construct, species, spreadable, iterator) {
'use strict';
const none = [];
const maxLength = 2 ** 53 - 1;
const integer = (v) => { v = +v; return v !== v ? 0 : v === Infinity || v === -Infinity ? v : v - v % 1; };
const lengthOf = (o) => { const n = integer(o.length); return n <= 0 ? 0 : n > maxLength ? maxLength : n; };
const from = (v, n, missing) => { if (v === undefined) return missing; v = integer(v); return v < 0 ? (v + n < 0 ? 0 : v + n) : v > n ? n : v; };
const callable = (f) => {
  if (typeof f === 'function') return f;
  let text;
  try { text = typeof f === 'string' ? `"${f}"` : typeof f === 'symbol' ? 'Symbol()' : typeof f === 'object' && f !== null ? '#<Object>' : `${f}`; } catch { text = '#<Object>'; }
  throw new TypeError(`${text} is not a function`);
};
const tooLong = () => new TypeError('Invalid array length');
function create(o, n) {
  if (!isArray(o)) return list(n);
  let C = o.constructor;
  if (C !== null && typeof C === 'object' || typeof C === 'function') {
    if (C === none.constructor) return list(n); // what most arrays have
    C = C[species];
    if (C === null) C = undefined;
  }
  return C === undefined ? list(n) : construct(C, [n]);
}
function list(n) {
  if (n > 4294967295) throw new RangeError('Invalid array length');
  return [];
}
function put(o, k, v) {
  if (!define(o, k, { value: v, writable: true, enumerable: true, configurable: true })) throw new TypeError(`Cannot add property ${k}, object is not extensible`);
}
function drop(o, k) {
  if (!remove(o, k)) throw new TypeError(`Cannot delete property '${k}' of ${isArray(o) ? '[object Array]' : '#<Object>'}`);
}
const toString = (v) => typeof v === 'string' ? v : `${v}`;

function merge(v, n, less) {
  let a = v, b = [];
  for (let i = 0; i < n; i++) b[i] = undefined;
  for (let w = 1; w < n; w *= 2) {
    for (let lo = 0; lo < n; lo += 2 * w) {
      const mid = lo + w < n ? lo + w : n, hi = lo + 2 * w < n ? lo + 2 * w : n;
      if (mid === hi || !less(a[mid], a[mid - 1])) { for (let k = lo; k < hi; k++) b[k] = a[k]; continue; }
      let i = lo, j = mid;
      for (let k = lo; k < hi; k++) b[k] = i < mid && (j >= hi || !less(a[j], a[i])) ? a[i++] : a[j++];
    }
    const t = a; a = b; b = t;
  }
  return a;
}
// The values in order, those that are undefined at the end; compare as sort has it.
function sorted(values, compare) {
  const v = [];
  let n = 0, undef = 0;
  const text = compare === undefined;
  for (let i = 0; i < values.length; i++) {
    const x = values[i];
    if (x === undefined) undef++;
    else v[n++] = text ? { x, s: toString(x) } : x;
  }
  const r = n < 2 ? v : merge(v, n, text ? (a, b) => a.s < b.s : (a, b) => +compare(a, b) < 0);
  const out = [];
  for (let i = 0; i < n; i++) out[i] = text ? r[i].x : r[i];
  for (let i = 0; i < undef; i++) out[n + i] = undefined;
  return out;
}
function comparator(f) {
  if (f !== undefined && typeof f !== 'function') throw new TypeError('The comparison function must be either a function or undefined');
  return f;
}
function flatten(target, at, source, n, depth, map, self, level) {
  if (level > 1000) throw new RangeError('Maximum call stack size exceeded');
  for (let i = 0; i < n; i++) {
    if (!(i in source)) continue;
    let v = source[i];
    if (map !== undefined) v = apply(map, self, [v, i, source]);
    if (depth > 0 && isArray(v)) at = flatten(target, at, v, lengthOf(v), depth - 1, undefined, undefined, level + 1);
    else {
      if (at >= maxLength) throw tooLong();
      put(target, at++, v);
    }
  }
  return at;
}
// move copies count elements inside an array.
function move(o, source, target, count) {
  if (source < target && target < source + count) {
    for (let i = count - 1; i >= 0; i--) if (source + i in o) o[target + i] = o[source + i]; else drop(o, target + i);
  } else {
    for (let i = 0; i < count; i++) if (source + i in o) o[target + i] = o[source + i]; else drop(o, target + i);
  }
}
const search = (name, up, key) => ({ [name](f, self) {
  const o = Object(this), n = lengthOf(o);
  callable(f);
  for (let j = 0; j < n; j++) {
    const i = up ? j : n - 1 - j, v = o[i];
    if (apply(f, self, [v, i, o])) return key ? i : v;
  }
  return key ? -1 : undefined;
} })[name];
const fold = (name, up) => ({ [name](f, ...rest) {
  const o = Object(this), n = lengthOf(o);
  callable(f);
  let j = 0, acc = rest[0];
  if (rest.length === 0) {
    for (;; j++) {
      if (j >= n) throw new TypeError('Reduce of empty array with no initial value');
      const i = up ? j : n - 1 - j;
      if (i in o) { acc = o[i]; j++; break; }
    }
  }
  for (; j < n; j++) {
    const i = up ? j : n - 1 - j;
    if (i in o) acc = apply(f, undefined, [acc, o[i], i, o]);
  }
  return acc;
} })[name];

const array = {
  forEach(f, self) {
    const o = Object(this), n = lengthOf(o);
    callable(f);
    for (let i = 0; i < n; i++) if (i in o) apply(f, self, [o[i], i, o]);
  },
  map(f, self) {
    const o = Object(this), n = lengthOf(o);
    callable(f);
    const r = create(o, n);
    if (isArray(r)) r.length = n;
    for (let i = 0; i < n; i++) if (i in o) put(r, i, apply(f, self, [o[i], i, o]));
    return r;
  },
  filter(f, self) {
    const o = Object(this), n = lengthOf(o);
    callable(f);
    const r = create(o, 0);
    let to = 0;
    for (let i = 0; i < n; i++) {
      if (!(i in o)) continue;
      const v = o[i];
      if (apply(f, self, [v, i, o])) put(r, to++, v);
    }
    return r;
  },
  some(f, self) {
    const o = Object(this), n = lengthOf(o);
    callable(f);
    for (let i = 0; i < n; i++) if (i in o && apply(f, self, [o[i], i, o])) return true;
    return false;
  },
  every(f, self) {
    const o = Object(this), n = lengthOf(o);
    callable(f);
    for (let i = 0; i < n; i++) if (i in o && !apply(f, self, [o[i], i, o])) return false;
    return true;
  },
  find: search('find', true, false), findIndex: search('findIndex', true, true),
  findLast: search('findLast', false, false), findLastIndex: search('findLastIndex', false, true),
  reduce: fold('reduce', true), reduceRight: fold('reduceRight', false),
  flat(depth) {
    const o = Object(this), n = lengthOf(o);
    let d = depth === undefined ? 1 : integer(depth);
    if (d < 0) d = 0;
    const r = create(o, 0);
    flatten(r, 0, o, n, d, undefined, undefined, 0);
    return r;
  },
  flatMap(f, self) {
    const o = Object(this), n = lengthOf(o);
    if (typeof f !== 'function') throw new TypeError('flatMap mapper function is not callable');
    const r = create(o, 0);
    flatten(r, 0, o, n, 1, f, self, 0);
    return r;
  },
  indexOf(x, at) {
    const o = Object(this), n = lengthOf(o);
    if (n === 0) return -1;
    for (let i = from(at, n, 0); i < n; i++) if (i in o && o[i] === x) return i;
    return -1;
  },
  lastIndexOf(x, ...at) {
    const o = Object(this), n = lengthOf(o);
    if (n === 0) return -1;
    let i = at.length > 0 ? integer(at[0]) : n - 1;
    i = i < 0 ? n + i : i < n - 1 ? i : n - 1;
    for (; i >= 0; i--) if (i in o && o[i] === x) return i;
    return -1;
  },
  includes(x, at) {
    const o = Object(this), n = lengthOf(o);
    if (n === 0) return false;
    for (let i = from(at, n, 0); i < n; i++) {
      const v = o[i];
      if (v === x || v !== v && x !== x) return true;
    }
    return false;
  },
  reverse() {
    const o = Object(this), n = lengthOf(o), mid = (n - n % 2) / 2;
    for (let lo = 0; lo < mid; lo++) {
      const hi = n - 1 - lo, l = lo in o, a = l ? o[lo] : undefined, h = hi in o, b = h ? o[hi] : undefined;
      if (h) o[lo] = b; else if (l) drop(o, lo);
      if (l) o[hi] = a; else if (h) drop(o, hi);
    }
    return o;
  },
  fill(v, start, end) {
    const o = Object(this), n = lengthOf(o);
    let i = from(start, n, 0);
    const stop = from(end, n, n);
    for (; i < stop; i++) o[i] = v;
    return o;
  },
  copyWithin(target, start, end) {
    const o = Object(this), n = lengthOf(o);
    const to = from(target, n, 0), at = from(start, n, 0), stop = from(end, n, n);
    const count = stop - at < n - to ? stop - at : n - to;
    if (count > 0) move(o, at, to, count);
    return o;
  },
  slice(start, end) {
    const o = Object(this), n = lengthOf(o);
    const at = from(start, n, 0), stop = from(end, n, n), count = stop > at ? stop - at : 0;
    const r = create(o, count);
    for (let i = 0; i < count; i++) if (at + i in o) put(r, i, o[at + i]);
    r.length = count;
    return r;
  },
  concat(...items) {
    const o = Object(this), r = create(o, 0);
    let n = 0;
    for (let k = -1; k < items.length; k++) {
      const e = k < 0 ? o : items[k];
      let spread = false;
      if (e !== null && typeof e === 'object' || typeof e === 'function') {
        spread = e[spreadable];
        spread = spread === undefined ? isArray(e) : !!spread;
      }
      if (spread) {
        const l = lengthOf(e);
        if (n + l > maxLength) throw tooLong();
        for (let i = 0; i < l; i++) if (i in e) put(r, n + i, e[i]);
        n += l;
      } else {
        if (n >= maxLength) throw tooLong();
        put(r, n++, e);
      }
    }
    r.length = n;
    return r;
  },
  splice(...args) {
    const o = Object(this), n = lengthOf(o), at = args.length > 0 ? from(args[0], n, 0) : 0;
    const add = args.length > 2 ? args.length - 2 : 0;
    let count = args.length === 0 ? 0 : args.length === 1 ? n - at : integer(args[1]);
    count = count < 0 ? 0 : count > n - at ? n - at : count;
    if (n + add - count > maxLength) throw tooLong();
    const r = create(o, count);
    for (let i = 0; i < count; i++) if (at + i in o) put(r, i, o[at + i]);
    r.length = count;
    if (add !== count) {
      move(o, at + count, at + add, n - at - count);
      if (add < count) for (let i = n; i > n - count + add; i--) drop(o, i - 1);
    }
    for (let i = 0; i < add; i++) o[at + i] = args[2 + i];
    o.length = n - count + add;
    return r;
  },
  unshift(...args) {
    const o = Object(this), n = lengthOf(o), add = args.length;
    if (add > 0) {
      if (n + add > maxLength) throw tooLong();
      move(o, 0, add, n);
      for (let i = 0; i < add; i++) o[i] = args[i];
    }
    o.length = n + add;
    return n + add;
  },
  shift() {
    const o = Object(this), n = lengthOf(o);
    if (n === 0) { o.length = 0; return undefined; }
    const v = o[0];
    move(o, 1, 0, n - 1);
    drop(o, n - 1);
    o.length = n - 1;
    return v;
  },
  sort(f) {
    comparator(f);
    const o = Object(this), n = lengthOf(o), v = [];
    let count = 0;
    for (let i = 0; i < n; i++) if (i in o) v[count++] = o[i];
    const r = sorted(v, f);
    for (let i = 0; i < count; i++) o[i] = r[i];
    for (let i = count; i < n; i++) if (i in o) drop(o, i);
    return o;
  },
  toSorted(f) {
    comparator(f);
    const o = Object(this), n = lengthOf(o);
    list(n);
    const v = [];
    for (let i = 0; i < n; i++) v[i] = o[i];
    return sorted(v, f);
  },
  toReversed() {
    const o = Object(this), n = lengthOf(o), r = list(n);
    for (let i = 0; i < n; i++) r[i] = o[n - 1 - i];
    return r;
  },
  toSpliced(...args) {
    const o = Object(this), n = lengthOf(o), at = args.length > 0 ? from(args[0], n, 0) : 0;
    let skip = args.length === 0 ? 0 : args.length === 1 ? n - at : integer(args[1]);
    skip = skip < 0 ? 0 : skip > n - at ? n - at : skip;
    const add = args.length > 2 ? args.length - 2 : 0;
    if (n + add - skip > maxLength) throw tooLong();
    const r = list(n + add - skip);
    let k = 0;
    for (let i = 0; i < at; i++) r[k++] = o[i];
    for (let i = 0; i < add; i++) r[k++] = args[2 + i];
    for (let i = at + skip; i < n; i++) r[k++] = o[i];
    return r;
  },
  with(index, v) {
    const o = Object(this), n = lengthOf(o);
    let at = integer(index);
    if (at < 0) at += n;
    if (at >= n || at < 0) throw new RangeError('Invalid index : ' + integer(index));
    const r = list(n);
    for (let i = 0; i < n; i++) r[i] = i === at ? v : o[i];
    return r;
  },
  toLocaleString(...args) {
    const o = Object(this), n = lengthOf(o), parts = [];
    for (let i = 0; i < n; i++) {
      const v = o[i];
      parts[i] = v === undefined || v === null ? '' : toString(v.toLocaleString(...args));
    }
    return parts;
  },
  // of an array-like, behind Array.from
  from(source, map, self) {
    const o = Object(source), n = lengthOf(o);
    if (map !== undefined) callable(map);
    const plain = this === undefined || this === null || typeof this !== 'function';
    const r = plain || this === none.constructor ? [] : construct(this, [n]);
    for (let i = 0; i < n; i++) put(r, i, map === undefined ? o[i] : apply(map, self, [o[i], i]));
    r.length = n;
    return r;
  },
};

// A source of values whose steps pass the engine's loop, whatever its own next is.
class Steps {
  #it; #next;
  constructor(source, it) {
    if (source === null) {
      if (it === null || typeof it !== 'object' && typeof it !== 'function') throw new TypeError(`${typeof it === 'symbol' ? 'Symbol()' : it} is not an object`);
      this.#it = it;
      this.#next = it.next;
      return;
    }
    const make = source[iterator];
    if (typeof make !== 'function') throw new TypeError(`${typeof source === 'object' ? 'object' : toString(source)} is not iterable`);
    it = apply(make, source, none);
    if (it === null || typeof it !== 'object' && typeof it !== 'function') throw new TypeError('Result of the Symbol.iterator method is not an object');
    this.#it = it;
    this.#next = it.next;
  }
  next() { return apply(this.#next, this.#it, none); }
  return(v) {
    const f = this.#it.return;
    return f === undefined || f === null ? { done: true, value: v } : apply(f, this.#it, none);
  }
}
define(Steps.prototype, iterator, { value() { return this; }, writable: true, enumerable: false, configurable: true });
const steps = (source) => new Steps(source);
const through = (f) => (...args) => apply(f, undefined, args);
function copyInto(to, source, at, n) {
  for (let i = 0; i < n; i++) to[at + i] = source[i];
}
const named = (w, f) => {
  for (const k of ['name', 'length']) {
    const v = f[k];
    if (v !== undefined) define(w, k, { value: v, writable: false, enumerable: false, configurable: true });
  }
  return w;
};
const method = (f) => named({ m(...args) { return apply(f, this, args); } }.m, f);
const constructs = (f) => {
  const w = function (...args) { return new.target === undefined ? apply(f, this, args) : construct(f, args, new.target === w ? f : new.target); };
  define(w, 'prototype', { value: f.prototype, writable: false, enumerable: false, configurable: false });
  return named(w, f);
};
// A set, or what stands for one, as the functions of Set.prototype read it.
function setLike(other) {
  const size = +other.size;
  if (size !== size) throw new TypeError(`The 'size' property must be a number`);
  const has = callable(other.has), keys = callable(other.keys);
  return {
    size,
    has: (v) => apply(has, other, [v]),
    keys() { const it = apply(keys, other, none); return new Steps(null, it); },
  };
}
return { array, steps, through, copyInto, method, constructs, setLike };
})
