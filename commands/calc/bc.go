package calc

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var bcUsage = optparse.Define("bc", "[options] [file ...]", "", `
-h, --help         print this usage and exit
-i, --interactive  force interactive mode
-l, --mathlib      use the predefined math routines
-q, --quiet        don't print initial banner
-s, --standard     non-standard bc constructs are errors
-w, --warn         warn about non-standard bc constructs
-v, --version      print version information and exit
`).NoHelp()

const (
	maxArray = 65535
	maxCalls = 10000
)

// bcRun is one run of bc.
type bcRun struct {
	adr   int // of the node under way
	ctx   context.Context
	p     *kernel.Process
	w     *cmd.Writer
	lib   bool
	scale int
	ibase int64
	obase int64
	last  number
	vars  map[string]number
	array map[string]map[int64]number
	funcs map[string]*bcFunction
	calls []string
	width int
	col   int
	cells int
	steps int
	input *cmd.LineReader
}

var (
	errBCHalt     = errors.New("halt")
	errBCBreak    = errors.New("break")
	errBCContinue = errors.New("continue")
)

type bcReturn struct{ v number }

func (bcReturn) Error() string { return "return" }

func bc(ctx context.Context, p *kernel.Process) int {
	o, err := bcUsage.Parse(p.Args()[1:])
	if err != nil {
		cmd.Errorf(p, "%s", err)
		cmd.Raw(p, bcUsage.HelpText(cmd.Name(p)))
		return 1
	}
	b := &bcRun{ctx: ctx, p: p, w: cmd.NewWriter(p), ibase: 10, obase: 10, vars: map[string]number{}, array: map[string]map[int64]number{}, funcs: map[string]*bcFunction{}, last: fromInt(0), width: 70}
	for _, m := range o.Options {
		switch m.Key {
		case "h":
			_, _ = b.w.WriteString(bcUsage.HelpText(cmd.Name(p)))
			return b.w.Finish(0)
		case "v":
			_, _ = b.w.WriteString("bc 1.07.1 compatible bc (sandpit) 1.0\n")
			return b.w.Finish(0)
		case "l":
			b.lib, b.scale = true, 20
		}
	}
	if v, ok := p.LookupEnv("BC_LINE_LENGTH"); ok {
		if n, err := strconv.Atoi(v); err == nil && (n == 0 || n > 2) {
			b.width = n
		}
	}
	for _, name := range o.Args {
		in, err := cmd.OpenFile(p, name)
		if err != nil {
			_ = b.w.Flush()
			cmd.Raw(p, "File "+name+" is unavailable.\n")
			return b.w.Finish(1)
		}
		done := b.source(name, cmd.NewLineReader(in, '\n'))
		in.Close()
		if done {
			return b.w.Finish(0)
		}
	}
	b.input = cmd.NewLineReader(p.Stdin(), '\n')
	b.source("(standard_in)", b.input)
	return b.w.Finish(0)
}

// source runs what a file holds; it reports whether bc is to end.
func (b *bcRun) source(name string, lines *cmd.LineReader) bool {
	lex := &bcLexer{line: 1, more: func() (string, bool) {
		line, terminated, err := lines.Next()
		if err != nil {
			return "", false
		}
		if terminated {
			return string(line) + "\n", true
		}
		return string(line), true // a last line without a newline is a syntax error, as in GNU bc
	}}
	parser := &bcParser{lex: lex, funcs: b.funcs}
	for b.alive() == nil && b.w.Err() == nil {
		parser.depth = 0
		tree, err := parser.line()
		if tree == nil && err == nil {
			return false
		}
		if err != nil {
			line := parser.tok.line
			if parser.tok.kind == '?' && parser.tok.text != "" {
				_ = b.w.Flush()
				cmd.Raw(b.p, fmt.Sprintf("%s %d: illegal character: %s\n", name, line, parser.tok.text))
			}
			_ = b.w.Flush()
			cmd.Raw(b.p, fmt.Sprintf("%s %d: syntax error\n", name, line))
			parser.skipLine()
			continue
		}
		if holds(tree, "quit") {
			for _, s := range tree.args {
				if s.op == "quit" {
					break
				}
				if b.top(s) {
					return true
				}
			}
			return true
		}
		if b.top(tree) {
			return true
		}
	}
	return true
}

// holds reports whether quit stands anywhere in what was read: it takes effect then, run or not.
func holds(n *bcNode, op string) bool {
	if n == nil {
		return false
	}
	if n.op == op {
		return true
	}
	for _, a := range n.args {
		if holds(a, op) {
			return true
		}
	}
	return false
}

// top runs a line; it reports whether bc is to end.
func (b *bcRun) top(n *bcNode) bool {
	new(bcAddresses).unit(n)
	err := b.exec(n)
	if err == nil {
		return false
	}
	if errors.Is(err, errBCHalt) || b.alive() != nil {
		return true
	}
	var ret bcReturn
	if errors.As(err, &ret) || errors.Is(err, errBCBreak) || errors.Is(err, errBCContinue) {
		return false
	}
	_ = b.w.Flush()
	where := "(main)"
	if len(b.calls) > 0 {
		where = b.calls[len(b.calls)-1]
	}
	b.calls = nil
	cmd.Raw(b.p, "Runtime error (func="+where+", adr="+strconv.Itoa(b.adr)+"): "+err.Error()+"\n")
	return false
}

func (b *bcRun) alive() error {
	if err := b.p.Safepoint(); err != nil {
		return err
	}
	return b.ctx.Err()
}

func (b *bcRun) warn(text string) {
	_ = b.w.Flush()
	where := "(main)"
	if len(b.calls) > 0 {
		where = b.calls[len(b.calls)-1]
	}
	cmd.Raw(b.p, "Runtime warning (func="+where+", adr="+strconv.Itoa(b.adr)+"): "+text+"\n")
}

func (b *bcRun) exec(n *bcNode) error {
	if b.steps++; b.steps&255 == 0 {
		if err := b.alive(); err != nil {
			return err
		}
	}
	switch n.op {
	case "block":
		for _, s := range n.args {
			if err := b.exec(s); err != nil {
				return err
			}
		}
	case "string":
		b.put(n.text)
	case "show":
		v, err := b.eval(n.args[0])
		if err != nil {
			return err
		}
		e := n.args[0]
		if e.op == "set" && !e.paren || e.op == "call" && b.funcs[e.text] != nil && b.funcs[e.text].void {
			return nil
		}
		b.putNumber(v)
		b.put("\n")
		b.last = v
	case "print":
		for _, a := range n.args {
			if a.op == "string" {
				b.put(bcEscapes(a.text))
				continue
			}
			v, err := b.eval(a)
			if err != nil {
				return err
			}
			b.putNumber(v)
			b.last = v
		}
	case "if":
		v, err := b.eval(n.args[0])
		if err != nil {
			return err
		}
		if v.sign() != 0 {
			return b.exec(n.args[1])
		}
		if len(n.args) > 2 {
			return b.exec(n.args[2])
		}
	case "for":
		if n.args[0] != nil {
			if _, err := b.eval(n.args[0]); err != nil {
				return err
			}
		}
		for {
			if b.steps++; b.steps&255 == 0 {
				if err := b.alive(); err != nil {
					return err
				}
			}
			if n.args[1] != nil {
				v, err := b.eval(n.args[1])
				if err != nil {
					return err
				}
				if v.sign() == 0 {
					return nil
				}
			}
			if err := b.exec(n.args[3]); errors.Is(err, errBCBreak) {
				return nil
			} else if err != nil && !errors.Is(err, errBCContinue) {
				return err
			}
			if n.args[2] != nil {
				if _, err := b.eval(n.args[2]); err != nil {
					return err
				}
			}
		}
	case "break":
		return errBCBreak
	case "continue":
		return errBCContinue
	case "halt", "quit":
		return errBCHalt
	case "return":
		v := fromInt(0)
		if len(n.args) > 0 {
			var err error
			if v, err = b.eval(n.args[0]); err != nil {
				return err
			}
		}
		return bcReturn{v}
	case "limits":
		b.put("BC_BASE_MAX     = 2147483647\nBC_DIM_MAX      = 65535\nBC_SCALE_MAX    = 500000\nBC_STRING_MAX   = 2147483647\n")
	case "warranty":
		b.put("\nThis bc comes without any warranty.\n")
	}
	return nil
}

func bcEscapes(s string) string {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 >= len(s) {
			out.WriteByte(s[i])
			continue
		}
		i++
		if j := strings.IndexByte("abfnqrt\\", s[i]); j >= 0 {
			out.WriteByte("\a\b\f\n\"\r\t\\"[j])
		}
	}
	return out.String()
}

// put writes text as it is; numbers are folded where a line gets too long.
func (b *bcRun) put(s string) {
	_, _ = b.w.WriteString(s)
	if i := strings.LastIndexByte(s, '\n'); i >= 0 {
		b.col = len(s) - i - 1
	} else {
		b.col += len(s)
	}
}

func (b *bcRun) putNumber(v number) {
	s := v.text(b.obase)
	if b.width == 0 {
		b.put(s)
		return
	}
	for b.col+len(s) > b.width-2 && len(s) > 0 {
		n := b.width - 2 - b.col
		if n >= len(s) {
			break
		}
		if n > 0 {
			_, _ = b.w.WriteString(s[:n])
			s = s[n:]
		}
		_, _ = b.w.WriteString("\\\n")
		b.col = 0
	}
	b.put(s)
}
