package jq

import (
	"strings"

	"github.com/itchyny/gojq"
)

func (c *compiler) plainTerm(s *scope, t *gojq.Term) filter {
	switch t.Type {
	case gojq.TermTypeIdentity:
		return identity
	case gojq.TermTypeRecurse:
		return recurseAll
	case gojq.TermTypeNull:
		return literal(nil)
	case gojq.TermTypeTrue:
		return literal(true)
	case gojq.TermTypeFalse:
		return literal(false)
	case gojq.TermTypeNumber:
		n, err := parseNumber(t.Number)
		if err != nil {
			c.fail("invalid number %s", t.Number)
		}
		return literal(n)
	case gojq.TermTypeIndex:
		get := c.index(s, t.Index)
		return func(r *run, e *node, v any, p *path, out output) error { return get(r, e, v, v, p, out) }
	case gojq.TermTypeFunc:
		return c.call(s, t.Func)
	case gojq.TermTypeObject:
		return c.object(s, t.Object)
	case gojq.TermTypeArray:
		if t.Array.Query == nil {
			return literal([]any{})
		}
		f := c.query(s, t.Array.Query)
		return func(r *run, e *node, v any, p *path, out output) error {
			a, err := collect(r, f, e, v)
			if err != nil {
				return err
			}
			return out(a, p.off())
		}
	case gojq.TermTypeUnary:
		f, minus := c.term(s, t.Unary.Term), t.Unary.Op == gojq.OpSub
		return func(r *run, e *node, v any, p *path, out output) error {
			return values(r, f, e, v, func(x any) error {
				n, ok := x.(float64)
				if !ok {
					return fail("%s cannot be negated", describe(x))
				}
				if minus {
					n = -n
				}
				return out(n, p.off())
			})
		}
	case gojq.TermTypeFormat:
		format := c.format(t.Format)
		if t.Str != nil {
			return c.str(s, t.Str, format)
		}
		return valueFunc(format)
	case gojq.TermTypeString:
		return c.str(s, t.Str, nil)
	case gojq.TermTypeIf:
		return c.ifTerm(s, t.If)
	case gojq.TermTypeTry:
		body := c.query(s, t.Try.Body)
		if t.Try.Catch == nil {
			return try(body, nil)
		}
		return try(body, c.query(s, t.Try.Catch))
	case gojq.TermTypeReduce:
		return c.reduce(s, t.Reduce)
	case gojq.TermTypeForeach:
		return c.foreach(s, t.Foreach)
	case gojq.TermTypeLabel:
		f := c.query(s.push(scopeLabel, t.Label.Ident), t.Label.Body)
		return func(r *run, e *node, v any, p *path, out output) error {
			l := &node{up: e}
			depth := r.depth
			err := f(r, l, v, p, out)
			if b, ok := err.(*breakError); ok && b.label == l {
				r.depth = depth
				return nil
			}
			return err
		}
	case gojq.TermTypeBreak:
		hops := 0
		for q := s; q != nil; q = q.up {
			if q.kind == scopeLabel && q.name == t.Break {
				return func(_ *run, e *node, _ any, _ *path, _ output) error { return &breakError{e.walk(hops)} }
			}
			hops++
		}
		c.fail("$*label-%s is not defined", strings.TrimPrefix(t.Break, "$"))
	case gojq.TermTypeQuery:
		return c.query(s, t.Query)
	}
	c.fail("unknown term")
	return nil
}

// str is a string with interpolations, each formatted.
func (c *compiler) str(s *scope, t *gojq.String, format func(any) (any, error)) filter {
	if t.Queries == nil {
		return literal(t.Str)
	}
	if format == nil {
		format = func(v any) (any, error) { return toString(v), nil }
	}
	var f filter = literal("")
	for _, q := range t.Queries {
		prev := f
		if q.Term != nil && q.Term.Str != nil && q.Term.Type == gojq.TermTypeString && len(q.Term.SuffixList) == 0 && q.Term.Str.Queries == nil {
			text := q.Term.Str.Str
			f = func(r *run, e *node, v any, p *path, out output) error {
				return values(r, prev, e, v, func(a any) error { return out(a.(string)+text, p.off()) })
			}
			continue
		}
		part := c.query(s, q)
		f = func(r *run, e *node, v any, p *path, out output) error {
			return values(r, part, e, v, func(x any) error {
				text, err := format(x)
				if err != nil {
					return err
				}
				return values(r, prev, e, v, func(a any) error { return out(a.(string)+text.(string), p.off()) })
			})
		}
	}
	return f
}

func (c *compiler) object(s *scope, t *gojq.Object) filter {
	type pair struct{ key, val filter }
	var pairs []pair
	for _, kv := range t.KeyVals {
		var p pair
		switch {
		case kv.KeyString != nil:
			p.key = c.str(s, kv.KeyString, nil)
		case kv.KeyQuery != nil:
			p.key = c.query(s, kv.KeyQuery)
		case strings.HasPrefix(kv.Key, "$"):
			p.key = literal(kv.Key[1:])
		default:
			p.key = literal(kv.Key)
		}
		switch {
		case kv.Val != nil:
			p.val = c.query(s, kv.Val)
		case strings.HasPrefix(kv.Key, "$"):
			p.val = c.call(s, &gojq.Func{Name: kv.Key})
		default:
			key := p.key
			p.val = func(r *run, e *node, v any, q *path, out output) error {
				return values(r, key, e, v, func(k any) error {
					x, err := index(v, k)
					if err != nil {
						return err
					}
					return out(x, nil)
				})
			}
		}
		pairs = append(pairs, p)
	}
	return func(r *run, e *node, v any, p *path, out output) error {
		keys, vals := make([]string, len(pairs)), make([]any, len(pairs))
		var build func(i int) error
		build = func(i int) error {
			if i == len(pairs) {
				o := NewObject()
				for j, k := range keys {
					o.Set(k, vals[j])
				}
				return out(o, p.off())
			}
			return values(r, pairs[i].key, e, v, func(k any) error {
				name, ok := k.(string)
				if !ok {
					return fail("Object keys must be strings")
				}
				return values(r, pairs[i].val, e, v, func(x any) error {
					keys[i], vals[i] = name, x
					return build(i + 1)
				})
			})
		}
		return build(0)
	}
}
