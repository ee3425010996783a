'use strict';
// node:trace_events: categories can be switched, no trace is written.
const { validateArray, validateObject } = require('internal/validators');
const { E, codes } = require('internal/errors');
E('ERR_TRACE_EVENTS_CATEGORY_REQUIRED', TypeError, () => 'At least one category is required');
const on = new Map();
class Tracing {
  #categories; #enabled = false;
  constructor(categories) { this.#categories = categories; }
  enable() { if (this.#enabled) return; this.#enabled = true; for (const c of this.#categories) on.set(c, (on.get(c) ?? 0) + 1); }
  disable() { if (!this.#enabled) return; this.#enabled = false; for (const c of this.#categories) { const n = on.get(c) - 1; if (n) on.set(c, n); else on.delete(c); } }
  get enabled() { return this.#enabled; }
  get categories() { return this.#categories.join(','); }
}
exports.createTracing = function createTracing(options) {
  validateObject(options, 'options');
  validateArray(options.categories, 'options.categories');
  if (options.categories.length === 0) throw new codes.ERR_TRACE_EVENTS_CATEGORY_REQUIRED();
  return new Tracing(options.categories);
};
exports.getEnabledCategories = () => on.size ? [...on.keys()].join(',') : undefined;
