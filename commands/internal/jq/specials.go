package jq

import (
	"math"
	"slices"
	"sort"
)

// specials are the functions that take filters, know of paths, or need the world. They are compiled with their
// arguments.
var specials map[funcKey]special = specialTable()

func specialTable() map[funcKey]special {
	return map[funcKey]special{
		{"empty", 0}:  func([]filter) filter { return func(*run, *node, any, *path, output) error { return nil } },
		{"not", 0}:    func([]filter) filter { return valueFunc(func(v any) (any, error) { return !truth(v), nil }) },
		{"select", 1}: func(a []filter) filter { return branch(a[0], identity, specialEmpty) },
		{"map", 1}: func(a []filter) filter {
			f := pipe(iterate, a[0])
			return func(r *run, e *node, v any, p *path, out output) error {
				list, err := collect(r, f, e, v)
				if err != nil {
					return err
				}
				return out(list, p.off())
			}
		},
		{"recurse", 0}: func([]filter) filter { return recurseAll },
		{"recurse", 1}: func(a []filter) filter {
			var rec filter
			rec = func(r *run, e *node, v any, p *path, out output) error {
				if err := out(v, p); err != nil {
					return err
				}
				if err := r.enter(8); err != nil {
					return err
				}
				err := a[0](r, e, v, p, func(x any, q *path) error { return rec(r, e, x, q, out) })
				r.depth -= 8
				return err
			}
			return rec
		},
		{"path", 1}: func(a []filter) filter {
			return func(r *run, e *node, v any, p *path, out output) error {
				return paths(r, a[0], e, v, func(at []any) error { return out(at, p.off()) })
			}
		},
		{"getpath", 1}: func(a []filter) filter {
			return func(r *run, e *node, v any, p *path, out output) error {
				return values(r, a[0], e, v, func(at any) error {
					list, ok := at.([]any)
					if !ok {
						return fail("Path must be specified as an array")
					}
					x, err := getPath(v, list)
					if err != nil {
						return err
					}
					if p != nil {
						for _, k := range list {
							p = p.child(k)
						}
					}
					return out(x, p)
				})
			}
		},
		{"range", 1}: func(a []filter) filter { return rangeFilter(literal(0.0), a[0], literal(1.0)) },
		{"range", 2}: func(a []filter) filter { return rangeFilter(a[0], a[1], literal(1.0)) },
		{"range", 3}: func(a []filter) filter { return rangeFilter(a[0], a[1], a[2]) },
		{"limit", 2}: func(a []filter) filter {
			return func(r *run, e *node, v any, p *path, out output) error {
				return values(r, a[0], e, v, func(n any) error {
					k, ok := n.(float64)
					if !ok {
						return fail("Invalid arguments to limit")
					}
					if k <= 0 {
						return nil
					}
					return take(r, a[1], e, v, p, k, out)
				})
			}
		},
		{"first", 1}: func(a []filter) filter {
			return func(r *run, e *node, v any, p *path, out output) error { return take(r, a[0], e, v, p, 1, out) }
		},
		{"last", 1}: func(a []filter) filter {
			return func(r *run, e *node, v any, p *path, out output) error {
				var last any
				var lastPath *path
				got := false
				err := a[0](r, e, v, p, func(x any, q *path) error {
					last, lastPath, got = x, q, true
					return r.step()
				})
				if err != nil || !got {
					return err
				}
				return out(last, lastPath)
			}
		},
		{"until", 2}: func(a []filter) filter { return loop(a[0], a[1], true) },
		{"while", 2}: func(a []filter) filter { return loop(a[0], a[1], false) },
		{"repeat", 1}: func(a []filter) filter { // f | (., repeat), as jq 1.6 has it
			var rec filter
			rec = func(r *run, e *node, v any, p *path, out output) error {
				for {
					if err := r.step(); err != nil {
						return err
					}
					next, ps, err := gather(r, a[0], e, v, p)
					if err != nil || len(next) == 0 {
						return err
					}
					if len(next) == 1 {
						v, p = next[0], ps[0]
						if err := out(v, p); err != nil {
							return err
						}
						continue
					}
					if err := r.enter(8); err != nil {
						return err
					}
					for i := range next {
						if err := out(next[i], ps[i]); err != nil {
							return err
						}
						if err := rec(r, e, next[i], ps[i], out); err != nil {
							return err
						}
					}
					r.depth -= 8
					return nil
				}
			}
			return rec
		},
		{"any", 2}: func(a []filter) filter { return quantifier(a[0], a[1], true) },
		{"all", 2}: func(a []filter) filter { return quantifier(a[0], a[1], false) },
		{"isempty", 1}: func(a []filter) filter {
			return func(r *run, e *node, v any, p *path, out output) error {
				_, ok, err := firstOf(r, a[0], e, v)
				if err != nil {
					return err
				}
				return out(!ok, p.off())
			}
		},
		{"sort_by", 1}: keyed(func(items []keyedItem) any {
			out := make([]any, len(items))
			for i := range items {
				out[i] = items[i].v
			}
			return out
		}),
		{"group_by", 1}: keyed(func(items []keyedItem) any {
			out := []any{}
			for i, it := range items {
				if i > 0 && compare(items[i-1].key, it.key) == 0 {
					g := out[len(out)-1].([]any)
					out[len(out)-1] = append(g, it.v)
				} else {
					out = append(out, []any{it.v})
				}
			}
			return out
		}),
		{"unique_by", 1}: keyed(func(items []keyedItem) any {
			out := []any{}
			for i, it := range items {
				if i == 0 || compare(items[i-1].key, it.key) != 0 {
					out = append(out, it.v)
				}
			}
			return out
		}),
		{"min_by", 1}: keyed(func(items []keyedItem) any {
			if len(items) == 0 {
				return nil
			}
			return items[0].v
		}),
		{"max_by", 1}: keyed(func(items []keyedItem) any {
			if len(items) == 0 {
				return nil
			}
			return items[len(items)-1].v
		}),
		{"error", 0}: func([]filter) filter {
			return func(_ *run, _ *node, v any, _ *path, _ output) error { return &Error{v} }
		},
		{"halt", 0}: func([]filter) filter {
			return func(*run, *node, any, *path, output) error { return &HaltError{Silent: true} }
		},
		{"halt_error", 1}: func(a []filter) filter {
			return func(r *run, e *node, v any, _ *path, _ output) error {
				return values(r, a[0], e, v, func(x any) error {
					n, ok := x.(float64)
					if !ok {
						return fail("halt_error/1: number required")
					}
					return &HaltError{Value: v, Code: int(n) & 0xff}
				})
			}
		},
		{"input", 0}: func([]filter) filter {
			return func(r *run, _ *node, _ any, p *path, out output) error {
				v, err := r.world.Input()
				if err == errNoInput {
					return fail("No more inputs")
				}
				if err != nil {
					return err
				}
				return out(v, p.off())
			}
		},
		{"_input", 0}: func([]filter) filter {
			return func(r *run, _ *node, _ any, _ *path, out output) error {
				v, err := r.world.Input()
				if err == errNoInput {
					return out(nil, nil)
				}
				if err != nil {
					return err
				}
				return out([]any{v}, nil)
			}
		},
		{"debug", 0}: func([]filter) filter {
			return func(r *run, _ *node, v any, p *path, out output) error {
				r.world.Debug([]any{"DEBUG:", v})
				return out(v, p)
			}
		},
		{"stderr", 0}: func([]filter) filter {
			return func(r *run, _ *node, v any, p *path, out output) error {
				r.world.Stderr(toJSON(v))
				return out(v, p)
			}
		},
		{"env", 0}:               worldValue(func(w World) any { return w.Env() }),
		{"now", 0}:               worldValue(func(w World) any { return float64(w.Now().UnixMicro()) / 1e6 }),
		{"input_filename", 0}:    worldValue(func(w World) any { return w.Filename() }),
		{"input_line_number", 0}: worldValue(func(w World) any { return float64(w.Line()) }),
		{"localtime", 0}: func([]filter) filter {
			return func(r *run, _ *node, v any, p *path, out output) error {
				n, ok := v.(float64)
				if !ok {
					return fail("localtime() requires a number")
				}
				return out(brokenDown(n, r.world.Now().Location()), p.off())
			}
		},
		{"strflocaltime", 1}: func(a []filter) filter {
			return func(r *run, e *node, v any, p *path, out output) error {
				return values(r, a[0], e, v, func(f any) error {
					s, err := strftime(v, f, r.world.Now().Location())
					if err != nil {
						return err
					}
					return out(s, p.off())
				})
			}
		},
	}
}

func specialEmpty(*run, *node, any, *path, output) error { return nil }

func worldValue(f func(World) any) special {
	return func([]filter) filter {
		return func(r *run, _ *node, _ any, p *path, out output) error { return out(f(r.world), p.off()) }
	}
}

func rangeFilter(from, to, by filter) filter {
	return func(r *run, e *node, v any, p *path, out output) error {
		return values(r, from, e, v, func(a any) error {
			return values(r, to, e, v, func(b any) error {
				return values(r, by, e, v, func(c any) error {
					x, ok1 := a.(float64)
					y, ok2 := b.(float64)
					d, ok3 := c.(float64)
					if !ok1 || !ok2 || !ok3 {
						return fail("Range bounds must be numeric")
					}
					if d == 0 || math.IsNaN(x+y+d) {
						if d == 0 && x < y {
							for {
								if err := r.step(); err != nil {
									return err
								}
								if err := out(x, p.off()); err != nil {
									return err
								}
							}
						}
						return nil
					}
					for ; d > 0 && x < y || d < 0 && x > y; x += d {
						if err := r.step(); err != nil {
							return err
						}
						if err := out(x, p.off()); err != nil {
							return err
						}
					}
					return nil
				})
			})
		})
	}
}

// take passes on the first n outputs.
func take(r *run, f filter, e *node, v any, p *path, n float64, out output) error {
	var outer error
	stopped := false
	depth := r.depth
	stop := &breakError{&node{}}
	err := f(r, e, v, p, func(x any, q *path) error {
		n--
		if outer = out(x, q); outer != nil {
			return outer
		}
		if n <= 0 {
			stopped = true
			return stop
		}
		return nil
	})
	if stopped && outer == nil && err == error(stop) {
		r.depth = depth
		return nil
	}
	return err
}

// gather takes all outputs of one step of a loop, so that a step with one output needs no deeper call.
func gather(r *run, f filter, e *node, v any, p *path) (vals []any, ps []*path, err error) {
	err = f(r, e, v, p, func(x any, q *path) error {
		vals, ps = append(vals, x), append(ps, q)
		return r.step()
	})
	return vals, ps, err
}

// loop is until (once cond holds the value goes out) and while (it goes out as long as cond holds).
func loop(cond, step filter, until bool) filter {
	var rec filter
	rec = func(r *run, e *node, v any, p *path, out output) error {
		for {
			if err := r.step(); err != nil {
				return err
			}
			c, ok, err := firstOf(r, cond, e, v)
			if err != nil || !ok {
				return err
			}
			if truth(c) == until {
				if until {
					return out(v, p)
				}
				return nil
			}
			if !until {
				if err := out(v, p); err != nil {
					return err
				}
			}
			next, ps, err := gather(r, step, e, v, p)
			if err != nil || len(next) == 0 {
				return err
			}
			if len(next) == 1 {
				v, p = next[0], ps[0]
				continue
			}
			if err := r.enter(8); err != nil {
				return err
			}
			for i := range next {
				if err := rec(r, e, next[i], ps[i], out); err != nil {
					return err
				}
			}
			r.depth -= 8
			return nil
		}
	}
	return rec
}

func quantifier(gen, cond filter, want bool) filter {
	return func(r *run, e *node, v any, p *path, out output) error {
		found := false
		stop := &breakError{&node{}}
		err := values(r, gen, e, v, func(x any) error {
			return values(r, cond, e, x, func(c any) error {
				if truth(c) == want {
					found = true
					return stop
				}
				return r.step()
			})
		})
		if err != nil && err != error(stop) {
			return err
		}
		return out(found == want, p.off())
	}
}

type keyedItem struct{ key, v any }

// keyed sorts an array by the outputs of a filter and hands the result on.
func keyed(finish func([]keyedItem) any) special {
	return func(a []filter) filter {
		return func(r *run, e *node, v any, p *path, out output) error {
			list, ok := v.([]any)
			if !ok {
				return fail("Cannot index %s with number", typeName(v))
			}
			items := make([]keyedItem, len(list))
			for i, x := range list {
				k, err := collect(r, a[0], e, x)
				if err != nil {
					return err
				}
				items[i] = keyedItem{k, x}
			}
			sort.SliceStable(items, func(i, j int) bool { return compare(items[i].key, items[j].key) < 0 })
			return out(finish(items), p.off())
		}
	}
}

func builtinNames(lib map[funcKey]*funcBody) []any {
	seen := map[string]bool{}
	add := func(k funcKey) {
		if k.name[0] != '_' {
			seen[k.name+"/"+string(rune('0'+k.arity))] = true
		}
	}
	for k := range lib {
		add(k)
	}
	for k := range specials {
		add(k)
	}
	for k := range valueFuncs {
		add(k)
	}
	names := make([]string, 0, len(seen))
	for n := range seen {
		names = append(names, n)
	}
	slices.Sort(names)
	out := make([]any, len(names))
	for i, n := range names {
		out[i] = n
	}
	return out
}
