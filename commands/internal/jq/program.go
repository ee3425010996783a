package jq

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/itchyny/gojq"
)

// World is what a program can reach beside its input.
type World interface {
	Input() (any, error) // the next input; NoInput at the end
	Debug(v any)
	Stderr(text string)
	Env() any
	Now() time.Time // in the zone of the process
	Filename() any
	Line() int
}

// errNoInput is the end of the inputs.
var errNoInput = errors.New("no more inputs")

// NoInput is what World.Input gives at the end.
func NoInput() error { return errNoInput }

// Program is a compiled program. It is immutable.
type Program struct {
	f    filter
	vars int
}

// Compile compiles source with global variables ("$name"). The error is a *CompileError whose text ends in a newline.
func Compile(source string, vars []string) (prog *Program, err error) {
	defer func() {
		if r := recover(); r != nil {
			ce, ok := r.(*CompileError)
			if !ok {
				panic(r)
			}
			prog = nil
			err = &CompileError{fmt.Sprintf("jq: error: %s at <top-level>, line 1:\n%s\njq: 1 compile error\n", ce.Text, source)}
		}
	}()
	if len(source) > 4<<20 {
		return nil, &CompileError{"jq: error: program too large\n"}
	}
	text := source
	if strings.TrimSpace(stripComments(text)) == "" {
		text = "."
	}
	q, perr := gojq.Parse(text)
	if perr != nil {
		what := "syntax error, " + strings.TrimPrefix(perr.Error(), "")
		if strings.Contains(perr.Error(), "unexpected EOF") {
			what = "syntax error, unexpected $end (Unix shell quoting issues?)"
		}
		return nil, &CompileError{fmt.Sprintf("jq: error: %s at <top-level>, line 1:\n%s\njq: 1 compile error\n", what, source)}
	}
	c := &compiler{lib: prelude()}
	var s *scope
	for _, v := range vars {
		s = s.push(scopeVar, v)
	}
	if q.Term == nil && q.Right == nil && len(q.FuncDefs) > 0 {
		q.Term = &gojq.Term{Type: gojq.TermTypeIdentity}
	}
	return &Program{f: c.query(s, q), vars: len(vars)}, nil
}

func stripComments(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		if t := strings.TrimLeft(line, " \t"); !strings.HasPrefix(t, "#") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// Run feeds one input. vars are the values of the global variables, in Compile's order.
func (p *Program) Run(w World, safepoint func() error, input any, vars []any, out func(v any) error) error {
	r := &run{safepoint: safepoint, world: w}
	var e *node
	for _, v := range vars {
		e = &node{up: e, val: v}
	}
	err := p.f(r, e, input, nil, func(v any, _ *path) error {
		if err := r.step(); err != nil {
			return err
		}
		return out(v)
	})
	if b := (*breakError)(nil); errors.As(err, &b) {
		return fail("break")
	}
	if err == errDepth || err == errMemory {
		return fail("%s", err)
	}
	return err
}
