'use strict';
// Histograms of perf_hooks: whole numbers of nanoseconds, kept to three significant digits.
const { codes: { ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE } } = require('internal/errors');
const { validateInteger, validateNumber, validateObject } = require('internal/validators');
const { inspect } = require('internal/inspect');
const key = Symbol('make');
const unit = (v) => v < 2048 ? 1 : 2 ** (Math.floor(Math.log2(v)) - 10);
const bucket = (v) => Math.floor(v / unit(v)) * unit(v); // the smallest value that counts as the same as v
const middle = (v) => v + (unit(v) > 1 ? unit(v) / 2 : 0);
class SafeMap extends Map {}

class Histogram {
  #counts = new Map(); #n = 0; #sum = 0; #min = 2 ** 63; #max = 0; #exceeds = 0; #limit = Infinity; #lowest = 1;
  constructor(k) { if (k !== key) { const e = new TypeError('Illegal constructor'); e.code = 'ERR_ILLEGAL_CONSTRUCTOR'; throw e; } }
  get count() { return this.#n; }
  get countBigInt() { return BigInt(this.#n); }
  get exceeds() { return this.#exceeds; }
  get exceedsBigInt() { return BigInt(this.#exceeds); }
  get min() { return this.#min; }
  get minBigInt() { return BigInt(this.#min); }
  get max() { return this.#max; }
  get maxBigInt() { return BigInt(this.#max); }
  get mean() { return this.#n === 0 ? NaN : this.#sum / this.#n; }
  get stddev() {
    if (this.#n === 0) return NaN;
    const mean = this.mean;
    let s = 0;
    for (const [v, c] of this.#counts) s += (middle(v) - mean) ** 2 * c;
    return Math.sqrt(s / this.#n);
  }
  percentile(p) { validateNumber(p, 'percentile'); if (!(p > 0 && p <= 100)) throw new ERR_OUT_OF_RANGE('percentile', '> 0 && <= 100', p); const v = this._at(p); return v === 0 ? 0 : v + unit(v) - 1; }
  percentileBigInt(p) { return BigInt(this.percentile(p)); }
  _at(p) {
    if (this.#n === 0) return 0;
    const want = Math.max(1, Math.floor(p / 100 * this.#n + 0.5));
    let seen = 0;
    for (const v of [...this.#counts.keys()].sort((a, b) => a - b)) { seen += this.#counts.get(v); if (seen >= want) return v; }
    return this.#max;
  }
  get percentiles() {
    const m = new SafeMap();
    if (this.#n === 0) return m.set(100, 0);
    const values = [...this.#counts.keys()].sort((a, b) => a - b);
    m.set(0, values[0]);
    for (let p = 50; ; p = 100 - (100 - p) / 2) {
      const v = this._at(p);
      if (v >= values[values.length - 1] || p > 99.999999) { if (p < 100) m.set(p, v); break; }
      m.set(p, v);
    }
    return m.set(100, values[values.length - 1]);
  }
  get percentilesBigInt() { return new SafeMap([...this.percentiles].map(([k, v]) => [k, BigInt(v)])); }
  reset() { this.#counts.clear(); this.#n = this.#sum = this.#max = this.#exceeds = 0; this.#min = 2 ** 63; }
  toJSON() { return { count: this.count, min: this.min, max: this.max, mean: this.mean, exceeds: this.exceeds, stddev: this.stddev, percentiles: Object.fromEntries(this.percentiles) }; }
  [inspect.custom](depth, options) {
    if (depth < 0) return this;
    const o = { min: this.min, max: this.max, mean: this.mean, exceeds: this.exceeds, stddev: this.stddev, count: this.count, percentiles: this.percentiles };
    return `Histogram ${inspect(o, { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
  }
  _put(v, n = 1) {
    if (v > this.#limit) { this.#exceeds += n; return; }
    const b = bucket(v);
    this.#counts.set(b, (this.#counts.get(b) ?? 0) + n);
    this.#n += n; this.#sum += middle(b) * n;
    if (b < this.#min) this.#min = b;
    if (b + unit(v) - 1 > this.#max) this.#max = b + unit(v) - 1;
  }
  _limits(lowest, highest) { this.#lowest = lowest; this.#limit = highest; void this.#lowest; }
  _from(other) { for (const [v, c] of other.#counts) this._put(v, c); }
}
class RecordableHistogram extends Histogram {
  #last;
  record(v) {
    if (typeof v === 'bigint') { this._put(Number(v)); return; }
    validateInteger(v, 'val', 1);
    this._put(v);
  }
  recordDelta() { const t = internalBinding('process').now() * 1e6; if (this.#last !== undefined) this._put(Math.max(1, Math.round(t - this.#last))); this.#last = t; }
  add(other) { if (!(other instanceof RecordableHistogram)) throw new ERR_INVALID_ARG_TYPE('other', 'RecordableHistogram', other); this._from(other); }
}
class IntervalHistogram extends Histogram {
  #timer; #every; #on = false;
  _every(ms) { this.#every = ms; }
  enable() {
    if (this.#on) return false;
    this.#on = true;
    let last = internalBinding('process').now();
    this.#timer = setInterval(() => { const t = internalBinding('process').now(); this._put(Math.max(1, Math.round((t - last) * 1e6))); last = t; }, this.#every).unref();
    return true;
  }
  disable() { if (!this.#on) return false; this.#on = false; clearInterval(this.#timer); return true; }
}
for (const C of [Histogram, IntervalHistogram]) for (const k of ['_at', '_put', '_limits', '_from', '_every']) if (Object.hasOwn(C.prototype, k)) Object.defineProperty(C.prototype, k, { enumerable: false });
exports.createHistogram = function createHistogram(options = {}) {
  validateObject(options, 'options');
  const { lowest = 1, highest = Number.MAX_SAFE_INTEGER, figures = 3 } = options;
  if (typeof lowest !== 'bigint') validateInteger(lowest, 'options.lowest', 1, Number.MAX_SAFE_INTEGER);
  if (typeof highest !== 'bigint') validateInteger(highest, 'options.highest', 2 * Number(lowest), Number.MAX_SAFE_INTEGER);
  validateInteger(figures, 'options.figures', 1, 5);
  const h = new RecordableHistogram(key);
  h._limits(Number(lowest), Number(highest));
  return h;
};
exports.monitorEventLoopDelay = function monitorEventLoopDelay(options = {}) {
  validateObject(options, 'options');
  const { resolution = 10 } = options;
  validateInteger(resolution, 'options.resolution', 1);
  const h = new IntervalHistogram(key);
  h._every(resolution);
  return h;
};
