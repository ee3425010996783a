package jq

import (
	"errors"
	"fmt"
)

// Error is an error that a program raised; try can catch it.
type Error struct{ Value any }

func (e *Error) Error() string {
	if s, ok := e.Value.(string); ok {
		return s
	}
	return toJSON(e.Value)
}

func fail(format string, args ...any) error {
	return &Error{fmt.Sprintf(format, args...)}
}

// HaltError is halt and halt_error.
type HaltError struct {
	Value  any
	Code   int
	Silent bool // halt: nothing is printed
}

func (e *HaltError) Error() string { return "halt" }

// breakError unwinds to a label.
type breakError struct{ label *node }

func (e *breakError) Error() string { return "break" }

var errStop = errors.New("stop")

// errDepth ends a program whose calls nest too deep; try does not catch it.
var errDepth = errors.New("calls nest too deep")

// errMemory ends a program that gathers too much; try does not catch it.
var errMemory = errors.New("array too large")

// maxElements bounds the arrays that a program gathers.
const maxElements = 1 << 24

// path is where an output lies in the input, from the end to the root.
type path struct {
	up  *path
	key any
}

// The root of a path expression, and the mark of a value that lies nowhere. A nil path is no path expression.
var (
	root    = &path{}
	invalid = &path{}
)

func (p *path) child(key any) *path {
	if p == nil {
		return nil
	}
	return &path{p, key}
}

func (p *path) list() []any {
	n := 0
	for q := p; q != root; q = q.up {
		n++
	}
	out := make([]any, n)
	for q := p; q != root; q = q.up {
		n--
		out[n] = q.key
	}
	return out
}

// off is the path of a fresh value.
func (p *path) off() *path {
	if p == nil {
		return nil
	}
	return invalid
}

type output func(v any, p *path) error

// filter evaluates in an environment. Every output goes to out, whose error ends it.
type filter func(r *run, e *node, v any, p *path, out output) error

// node is a binding: a variable, a parameter of a function with the place it closes over, or a label.
type node struct {
	up  *node
	val any
	f   filter
	env *node
}

func (e *node) walk(hops int) *node {
	for ; hops > 0; hops-- {
		e = e.up
	}
	return e
}

// run is one execution.
type run struct {
	safepoint func() error

	world World
	depth int
	steps int
}

// maxDepth bounds the weight of the calls under way.
const maxDepth = 300_000

func (r *run) step() error {
	r.steps++
	if r.steps&255 == 0 && r.safepoint != nil {
		return r.safepoint()
	}
	return nil
}

func identity(_ *run, _ *node, v any, p *path, out output) error { return out(v, p) }

func literal(v any) filter {
	return func(_ *run, _ *node, _ any, p *path, out output) error { return out(v, p.off()) }
}

func pipe(a, b filter) filter {
	return func(r *run, e *node, v any, p *path, out output) error {
		return a(r, e, v, p, func(v any, p *path) error { return b(r, e, v, p, out) })
	}
}

// values runs f outside of path expressions.
func values(r *run, f filter, e *node, v any, out func(v any) error) error {
	return f(r, e, v, nil, func(v any, _ *path) error { return out(v) })
}

// first gives the first output of f, ok false without one.
func firstOf(r *run, f filter, e *node, v any) (res any, ok bool, err error) {
	err = f(r, e, v, nil, func(v any, _ *path) error {
		res, ok = v, true
		return errStop
	})
	if ok && err == errStop {
		err = nil
	}
	return res, ok, err
}

func collect(r *run, f filter, e *node, v any) ([]any, error) {
	out := []any{}
	err := f(r, e, v, nil, func(v any, _ *path) error {
		if len(out) >= maxElements {
			return errMemory
		}
		out = append(out, v)
		return r.step()
	})
	return out, err
}

func paths(r *run, f filter, e *node, v any, out func(p []any) error) error {
	return f(r, e, v, root, func(v any, p *path) error {
		if err := valid(v, p); err != nil {
			return err
		}
		return out(p.list())
	})
}

func valid(v any, p *path) error {
	for q := p; q != nil; q = q.up {
		if q == invalid {
			return fail("Invalid path expression with result %s", brief(v))
		}
	}
	return nil
}

// access checks that v can be gone into in a path expression.
func access(v any, p *path, how string, key any) error {
	if p == invalid {
		return fail("Invalid path expression with result %s", brief(v))
	}
	return nil
}
