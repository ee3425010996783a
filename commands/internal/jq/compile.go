package jq

import (
	"fmt"
	"strings"

	"github.com/itchyny/gojq"
)

// CompileError is a program that does not compile.
type CompileError struct{ Text string }

func (e *CompileError) Error() string { return e.Text }

// maxNesting bounds the depth of a program.
const maxNesting = 2000

type scopeKind uint8

const (
	scopeVar scopeKind = iota
	scopeParam
	scopeFunc
	scopeLabel
)

// scope mirrors at compile time the chain of nodes at run time.
type scope struct {
	up    *scope
	kind  scopeKind
	name  string
	arity int
	fn    *funcBody
}

type funcBody struct {
	f      filter
	params []string
	weight int
}

type compiler struct {
	lib           map[funcKey]*funcBody // functions defined in jq itself
	nest, deepest int
}

func (c *compiler) fail(format string, args ...any) {
	panic(&CompileError{fmt.Sprintf(format, args...)})
}

func (c *compiler) enter() {
	c.nest++
	if c.nest > maxNesting {
		c.fail("program nests too deep")
	}
	c.deepest = max(c.deepest, c.nest)
}

func (s *scope) push(kind scopeKind, name string) *scope {
	return &scope{up: s, kind: kind, name: name}
}

func (c *compiler) lookupVar(s *scope, name string) int {
	hops := 0
	for q := s; q != nil; q = q.up {
		if q.kind == scopeVar && q.name == name {
			return hops
		}
		hops++
	}
	return -1
}

func (c *compiler) query(s *scope, q *gojq.Query) filter {
	c.enter()
	defer func() { c.nest-- }()
	if len(q.Imports) > 0 {
		c.fail("modules are not supported")
	}
	if len(q.FuncDefs) == 0 {
		return c.body(s, q)
	}
	n := 0
	for _, d := range q.FuncDefs {
		s = c.define(s, d)
		n++
	}
	f := c.body(s, q)
	return func(r *run, e *node, v any, p *path, out output) error {
		for range n {
			e = &node{up: e}
		}
		return f(r, e, v, p, out)
	}
}

func (c *compiler) define(s *scope, d *gojq.FuncDef) *scope {
	fn := &funcBody{params: d.Args}
	s = &scope{up: s, kind: scopeFunc, name: d.Name, arity: len(d.Args), fn: fn}
	inner := s
	for _, a := range d.Args {
		if strings.HasPrefix(a, "$") {
			inner = inner.push(scopeParam, a[1:]).push(scopeVar, a)
		} else {
			inner = inner.push(scopeParam, a)
		}
	}
	nest, deepest := c.nest, c.deepest
	c.deepest = c.nest
	fn.f = c.query(inner, d.Body)
	fn.weight = 2 + 2*(c.deepest-nest)
	c.deepest = max(deepest, c.deepest)
	return s
}

func (c *compiler) body(s *scope, q *gojq.Query) filter {
	if q.Term != nil {
		return c.term(s, q.Term)
	}
	if q.Right == nil {
		return identity
	}
	switch q.Op {
	case gojq.OpPipe:
		if len(q.Patterns) > 0 {
			return c.bind(s, q.Patterns, c.query(s, q.Left), func(s *scope) filter { return c.query(s, q.Right) })
		}
		return pipe(c.query(s, q.Left), c.query(s, q.Right))
	case gojq.OpComma:
		a, b := c.query(s, q.Left), c.query(s, q.Right)
		return func(r *run, e *node, v any, p *path, out output) error {
			if err := a(r, e, v, p, out); err != nil {
				return err
			}
			return b(r, e, v, p, out)
		}
	case gojq.OpAnd, gojq.OpOr:
		a, b, or := c.query(s, q.Left), c.query(s, q.Right), q.Op == gojq.OpOr
		return func(r *run, e *node, v any, p *path, out output) error {
			return values(r, a, e, v, func(x any) error {
				if truth(x) == or {
					return out(or, p.off())
				}
				return values(r, b, e, v, func(y any) error { return out(truth(y), p.off()) })
			})
		}
	case gojq.OpAlt:
		return alternative(c.query(s, q.Left), c.query(s, q.Right))
	case gojq.OpAssign:
		a, b := c.query(s, q.Left), c.query(s, q.Right)
		return func(r *run, e *node, v any, p *path, out output) error {
			return values(r, b, e, v, func(x any) error {
				res := v
				err := paths(r, a, e, v, func(at []any) (err error) {
					res, err = setPath(res, at, x)
					return err
				})
				if err != nil {
					return err
				}
				return out(res, p.off())
			})
		}
	case gojq.OpModify:
		a, b := c.query(s, q.Left), c.query(s, q.Right)
		return func(r *run, e *node, v any, p *path, out output) error {
			res, err := modify(r, a, e, v, func(old any) (any, bool, error) { return firstOf(r, b, e, old) })
			if err != nil {
				return err
			}
			return out(res, p.off())
		}
	case gojq.OpUpdateAdd, gojq.OpUpdateSub, gojq.OpUpdateMul, gojq.OpUpdateDiv, gojq.OpUpdateMod, gojq.OpUpdateAlt:
		a, b := c.query(s, q.Left), c.query(s, q.Right)
		op := binaryOps[map[gojq.Operator]gojq.Operator{gojq.OpUpdateAdd: gojq.OpAdd, gojq.OpUpdateSub: gojq.OpSub, gojq.OpUpdateMul: gojq.OpMul,
			gojq.OpUpdateDiv: gojq.OpDiv, gojq.OpUpdateMod: gojq.OpMod}[q.Op]]
		if q.Op == gojq.OpUpdateAlt {
			op = func(x, y any) (any, error) {
				if truth(x) {
					return x, nil
				}
				return y, nil
			}
		}
		return func(r *run, e *node, v any, p *path, out output) error {
			return values(r, b, e, v, func(y any) error {
				res, err := modify(r, a, e, v, func(old any) (any, bool, error) {
					x, err := op(old, y)
					return x, true, err
				})
				if err != nil {
					return err
				}
				return out(res, p.off())
			})
		}
	}
	op := binaryOps[q.Op]
	a, b := c.query(s, q.Left), c.query(s, q.Right)
	return func(r *run, e *node, v any, p *path, out output) error {
		return values(r, b, e, v, func(y any) error {
			return values(r, a, e, v, func(x any) error {
				z, err := op(x, y)
				if err != nil {
					return err
				}
				return out(z, p.off())
			})
		})
	}
}

// modify is |=: every path gets the first output of f; without one it is deleted.
func modify(r *run, at filter, e *node, v any, f func(any) (any, bool, error)) (any, error) {
	res := v
	var gone []any
	err := paths(r, at, e, v, func(p []any) error {
		drop := false
		now, err := update(res, p, func(old any) (any, error) {
			x, ok, err := f(old)
			drop = !ok
			return x, err
		})
		if err != nil {
			return err
		}
		if drop {
			gone = append(gone, p)
			return nil
		}
		res = now
		return r.step()
	})
	if err != nil || len(gone) == 0 {
		return res, err
	}
	return deletePaths(res, gone)
}

func alternative(a, b filter) filter {
	return func(r *run, e *node, v any, p *path, out output) error {
		any1 := false
		var outer error
		err := a(r, e, v, p, func(x any, q *path) error {
			if truth(x) {
				any1 = true
				outer = out(x, q)
				return outer
			}
			return nil
		})
		if outer != nil {
			return outer
		}
		if err != nil {
			if _, ok := err.(*Error); !ok {
				return err
			}
		}
		if any1 {
			return nil
		}
		return b(r, e, v, p, out)
	}
}

func (c *compiler) term(s *scope, t *gojq.Term) filter {
	f := c.plainTerm(s, t)
	for _, x := range t.SuffixList {
		f = c.suffix(s, f, x)
	}
	return f
}

func (c *compiler) suffix(s *scope, f filter, x *gojq.Suffix) filter {
	switch {
	case x.Optional:
		return try(f, nil)
	case x.Iter:
		return pipe(f, iterate)
	}
	get := c.index(s, x.Index)
	return func(r *run, e *node, v any, p *path, out output) error {
		return f(r, e, v, p, func(x any, q *path) error { return get(r, e, v, x, q, out) })
	}
}

// indexer goes into x; the keys are evaluated on v.
type indexer func(r *run, e *node, v, x any, p *path, out output) error

func (c *compiler) index(s *scope, ix *gojq.Index) indexer {
	at := func(x, key any, p *path, out output) error {
		if err := access(x, p, "access element", key); err != nil {
			return err
		}
		got, err := index(x, key)
		if err != nil {
			return err
		}
		return out(got, p.child(key))
	}
	if ix.Name != "" {
		var key any = ix.Name
		return func(_ *run, _ *node, _, x any, p *path, out output) error { return at(x, key, p, out) }
	}
	if ix.Str != nil {
		f := c.str(s, ix.Str, nil)
		return func(r *run, e *node, v, x any, p *path, out output) error {
			return values(r, f, e, v, func(k any) error { return at(x, k, p, out) })
		}
	}
	if !ix.IsSlice {
		f := c.query(s, ix.Start)
		return func(r *run, e *node, v, x any, p *path, out output) error {
			return values(r, f, e, v, func(k any) error { return at(x, k, p, out) })
		}
	}
	from, to := literal(nil), literal(nil)
	if ix.Start != nil {
		from = c.query(s, ix.Start)
	}
	if ix.End != nil {
		to = c.query(s, ix.End)
	}
	return func(r *run, e *node, v, x any, p *path, out output) error {
		return values(r, to, e, v, func(j any) error {
			return values(r, from, e, v, func(i any) error {
				if err := access(x, p, "access element", nil); err != nil {
					return err
				}
				got, err := slice(x, i, j)
				if err != nil {
					return err
				}
				if p == nil {
					return out(got, nil)
				}
				return out(got, p.child(sliceKey(i, j)))
			})
		})
	}
}

func iterate(r *run, _ *node, v any, p *path, out output) error {
	if err := access(v, p, "iterate through", nil); err != nil {
		return err
	}
	switch v := v.(type) {
	case []any:
		for i, x := range v {
			if err := r.step(); err != nil {
				return err
			}
			var q *path
			if p != nil {
				q = p.child(float64(i))
			}
			if err := out(x, q); err != nil {
				return err
			}
		}
		return nil
	case *Object:
		for i, x := range v.vals {
			if err := r.step(); err != nil {
				return err
			}
			var q *path
			if p != nil {
				q = p.child(v.keys[i])
			}
			if err := out(x, q); err != nil {
				return err
			}
		}
		return nil
	case nil:
		return fail("Cannot iterate over null")
	}
	return fail("Cannot iterate over %s", describe(v))
}

// try keeps errors of body in; those of what consumes its outputs pass.
func try(body, catch filter) filter {
	return func(r *run, e *node, v any, p *path, out output) error {
		depth := r.depth
		var outer error
		err := body(r, e, v, p, func(x any, q *path) error {
			outer = out(x, q)
			return outer
		})
		if err == nil || outer != nil {
			return err
		}
		je, ok := err.(*Error)
		if !ok {
			return err
		}
		r.depth = depth
		if o, ok := je.Value.(*Object); ok {
			if _, is := o.Get("__jq"); is {
				return nil
			}
		}
		if catch == nil {
			return nil
		}
		return catch(r, e, je.Value, p.off(), out)
	}
}

func recurseAll(r *run, e *node, v any, p *path, out output) error {
	if err := out(v, p); err != nil {
		return err
	}
	switch v.(type) {
	case []any, *Object:
		if err := r.enter(8); err != nil {
			return err
		}
		err := iterate(r, e, v, p, func(x any, q *path) error { return recurseAll(r, e, x, q, out) })
		r.depth -= 8
		return err
	}
	return nil
}

// enter counts a call; the caller takes the weight off again.
func (r *run) enter(weight int) error {
	if r.depth+weight > maxDepth {
		return errDepth
	}
	r.depth += weight
	return nil
}

func (c *compiler) ifTerm(s *scope, t *gojq.If) filter {
	var otherwise filter = identity
	if t.Else != nil {
		otherwise = c.query(s, t.Else)
	}
	for i := len(t.Elif) - 1; i >= 0; i-- {
		otherwise = branch(c.query(s, t.Elif[i].Cond), c.query(s, t.Elif[i].Then), otherwise)
	}
	return branch(c.query(s, t.Cond), c.query(s, t.Then), otherwise)
}

func branch(cond, yes, no filter) filter {
	return func(r *run, e *node, v any, p *path, out output) error {
		return values(r, cond, e, v, func(x any) error {
			if truth(x) {
				return yes(r, e, v, p, out)
			}
			return no(r, e, v, p, out)
		})
	}
}

func toString(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return toJSON(v)
}

type foreachState struct {
	v any
	p *path
}
