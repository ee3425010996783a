package jq

import (
	"strings"

	"github.com/itchyny/gojq"
)

// bound evaluates a body on v with the parts of x under the names of a pattern.
type bound func(r *run, e *node, x, v any, p *path, out output) error

// bind is source as $pattern | body.
func (c *compiler) bind(s *scope, patterns []*gojq.Pattern, src filter, body func(*scope) filter) filter {
	b := c.binder(s, patterns, body)
	return func(r *run, e *node, v any, p *path, out output) error {
		return values(r, src, e, v, func(x any) error { return b(r, e, x, v, p, out) })
	}
}

// binder compiles patterns: one, or several that are tried in turn (?//), all of which define every name.
func (c *compiler) binder(s *scope, patterns []*gojq.Pattern, body func(*scope) filter) bound {
	var names []string
	if len(patterns) > 1 {
		seen := map[string]bool{}
		for _, p := range patterns {
			for _, n := range patternNames(p, nil) {
				if !seen[n] {
					seen[n] = true
					names = append(names, n)
				}
			}
		}
	}
	alts := make([]bound, len(patterns))
	for i, pat := range patterns {
		inner := s
		for _, n := range names {
			inner = inner.push(scopeVar, n)
		}
		inner, match := c.pattern(inner, pat)
		f := body(inner)
		extra := len(names)
		alts[i] = func(r *run, e *node, x, v any, p *path, out output) error {
			for range extra {
				e = &node{up: e}
			}
			return match(r, e, x, v, func(e *node) error { return f(r, e, v, p, out) })
		}
	}
	if len(alts) == 1 {
		return alts[0]
	}
	return func(r *run, e *node, x, v any, p *path, out output) error {
		for i, alt := range alts {
			var outer error
			err := alt(r, e, x, v, p, func(y any, q *path) error {
				outer = out(y, q)
				return outer
			})
			if _, ok := err.(*Error); err == nil || outer != nil || !ok || i == len(alts)-1 {
				return err
			}
		}
		return nil
	}
}

func patternNames(p *gojq.Pattern, names []string) []string {
	if p.Name != "" {
		names = append(names, p.Name)
	}
	for _, q := range p.Array {
		names = patternNames(q, names)
	}
	for _, o := range p.Object {
		if strings.HasPrefix(o.Key, "$") {
			names = append(names, o.Key)
		}
		if o.Val != nil {
			names = patternNames(o.Val, names)
		}
	}
	return names
}

type matcher func(r *run, e *node, x, v any, next func(e *node) error) error

func (c *compiler) pattern(s *scope, p *gojq.Pattern) (*scope, matcher) {
	c.enter()
	defer func() { c.nest-- }()
	switch {
	case p.Name != "":
		return s.push(scopeVar, p.Name), func(_ *run, e *node, x, _ any, next func(e *node) error) error {
			return next(&node{up: e, val: x})
		}
	case p.Array != nil:
		parts := make([]matcher, len(p.Array))
		for i, q := range p.Array {
			s, parts[i] = c.pattern(s, q)
		}
		return s, func(r *run, e *node, x, v any, next func(e *node) error) error {
			if _, ok := x.([]any); !ok && x != nil {
				return fail("Cannot index %s with number", typeName(x))
			}
			var walk func(i int, e *node) error
			walk = func(i int, e *node) error {
				if i == len(parts) {
					return next(e)
				}
				y, err := index(x, float64(i))
				if err != nil {
					return err
				}
				return parts[i](r, e, y, v, func(e *node) error { return walk(i+1, e) })
			}
			return walk(0, e)
		}
	}
	type field struct {
		key  filter
		name bool
		val  matcher
	}
	fields := make([]field, len(p.Object))
	for i, o := range p.Object {
		f := &fields[i]
		switch {
		case o.KeyString != nil:
			f.key = c.str(s, o.KeyString, nil)
		case o.KeyQuery != nil:
			f.key = c.query(s, o.KeyQuery)
		default:
			f.key = literal(strings.TrimPrefix(o.Key, "$"))
			if strings.HasPrefix(o.Key, "$") {
				f.name = true
				s = s.push(scopeVar, o.Key)
			}
		}
		if o.Val != nil {
			s, f.val = c.pattern(s, o.Val)
		}
	}
	return s, func(r *run, e *node, x, v any, next func(e *node) error) error {
		var walk func(i int, e *node) error
		walk = func(i int, e *node) error {
			if i == len(fields) {
				return next(e)
			}
			f := &fields[i]
			return values(r, f.key, e, v, func(k any) error {
				if _, ok := k.(string); !ok {
					return fail("Cannot index %s with %s", typeName(x), typeName(k))
				}
				y, err := index(x, k)
				if err != nil {
					return err
				}
				e := e
				if f.name {
					e = &node{up: e, val: y}
				}
				if f.val == nil {
					return walk(i+1, e)
				}
				return f.val(r, e, y, v, func(e *node) error { return walk(i+1, e) })
			})
		}
		return walk(0, e)
	}
}
