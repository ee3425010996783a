package jq

import (
	"strings"

	"github.com/itchyny/gojq"
)

// special compiles functions that take filters.
type special func(args []filter) filter

func (c *compiler) call(s *scope, t *gojq.Func) filter {
	name := t.Name
	if strings.HasPrefix(name, "$") {
		return c.variable(s, name)
	}
	args := make([]filter, len(t.Args))
	for i, a := range t.Args {
		args[i] = c.query(s, a)
	}
	hops := 0
	for q := s; q != nil; q = q.up {
		switch {
		case q.kind == scopeParam && q.name == name && len(args) == 0:
			return func(r *run, e *node, v any, p *path, out output) error {
				n := e.walk(hops)
				if n.f == nil {
					return out(n.val, p.off())
				}
				if err := r.enter(4); err != nil {
					return err
				}
				err := n.f(r, n.env, v, p, out)
				r.depth -= 4
				return err
			}
		case q.kind == scopeFunc && q.name == name && q.arity == len(args):
			return callFunc(q.fn, hops, args)
		}
		hops++
	}
	key := funcKey{name, len(args)}
	if f, ok := c.lib[key]; ok {
		return callFunc(f, -1, args)
	}
	if sp, ok := specials[key]; ok {
		return sp(args)
	}
	if fn, ok := valueFuncs[key]; ok {
		return c.valueCall(fn, args)
	}
	if name == "builtins" && len(args) == 0 {
		return literal(builtinNames(c.lib))
	}
	c.fail("%s/%d is not defined", name, len(args))
	return nil
}

type funcKey struct {
	name  string
	arity int
}

// callFunc calls a function that is hops nodes up; -1 is one of the prelude, which closes over nothing.
func callFunc(fn *funcBody, hops int, args []filter) filter {
	return func(r *run, e *node, v any, p *path, out output) error {
		if err := r.step(); err != nil {
			return err
		}
		if err := r.enter(fn.weight); err != nil {
			return err
		}
		var base *node
		if hops >= 0 {
			base = e.walk(hops)
		}
		err := bindArgs(r, fn, args, 0, base, e, v, p, out)
		r.depth -= fn.weight
		return err
	}
}

func bindArgs(r *run, fn *funcBody, args []filter, i int, inner, e *node, v any, p *path, out output) error {
	for ; i < len(args); i++ {
		if strings.HasPrefix(fn.params[i], "$") {
			return values(r, args[i], e, v, func(x any) error {
				n := &node{up: inner, val: x}
				return bindArgs(r, fn, args, i+1, &node{up: n, val: x}, e, v, p, out)
			})
		}
		inner = &node{up: inner, f: args[i], env: e}
	}
	return fn.f(r, inner, v, p, out)
}

func (c *compiler) variable(s *scope, name string) filter {
	if hops := c.lookupVar(s, name); hops >= 0 {
		return func(_ *run, e *node, _ any, p *path, out output) error { return out(e.walk(hops).val, p.off()) }
	}
	switch name {
	case "$ENV":
		return specials[funcKey{"env", 0}](nil)
	case "$__loc__":
		o := NewObject()
		o.Set("file", "<top-level>")
		o.Set("line", 1.0)
		return literal(o)
	}
	c.fail("%s is not defined", name)
	return nil
}

type valueFn func(v any, a []any) (any, error)

func valueFunc(fn func(any) (any, error)) filter {
	return func(_ *run, _ *node, v any, p *path, out output) error {
		x, err := fn(v)
		if err != nil {
			return err
		}
		return out(x, p.off())
	}
}

// valueCall evaluates the arguments, the last one outermost as jq does, and applies fn to each combination.
func (c *compiler) valueCall(fn valueFn, args []filter) filter {
	if len(args) == 0 {
		return valueFunc(func(v any) (any, error) { return fn(v, nil) })
	}
	return func(r *run, e *node, v any, p *path, out output) error {
		vals := make([]any, len(args))
		var eval func(i int) error
		eval = func(i int) error {
			if i < 0 {
				x, err := fn(v, vals)
				if err != nil {
					return err
				}
				return out(x, p.off())
			}
			return values(r, args[i], e, v, func(x any) error {
				vals[i] = x
				return eval(i - 1)
			})
		}
		return eval(len(args) - 1)
	}
}
