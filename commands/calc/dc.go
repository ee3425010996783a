package calc

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var dcUsage = optparse.Define("dc", "[OPTION] [file ...]", "", `
-e, --expression=EXPR  evaluate expression
-f, --file=FILE        evaluate contents of file
-h, --help             display this help and exit
-V, --version          output version information and exit
`).NoHelp()

// dcValue is a number or a string.
type dcValue struct {
	n    number
	s    string
	text bool
}

type dcLevel struct {
	v     dcValue
	set   bool
	array map[int64]dcValue
}

const (
	maxStack = 1 << 20
	maxMacro = 100_000
)

// dcRun is one run of dc.
type dcRun struct {
	ctx   context.Context
	p     *kernel.Process
	w     *cmd.Writer
	stack []dcValue
	regs  [256][]dcLevel
	scale int
	ibase int64
	obase int64
	input *cmd.LineReader
	cells int
	steps int
}

// dcQuit unwinds macros; all ends dc.
type dcQuit struct {
	levels int64
	all    bool
}

func (*dcQuit) Error() string { return "quit" }

func dc(ctx context.Context, p *kernel.Process) int {
	o, err := dcUsage.Parse(p.Args()[1:])
	if err != nil {
		cmd.Errorf(p, "%s", err)
		cmd.Raw(p, dcUsage.HelpText(cmd.Name(p)))
		return 1
	}
	d := &dcRun{ctx: ctx, p: p, w: cmd.NewWriter(p), ibase: 10, obase: 10}
	status, ran := 0, false
	file := func(name string) bool {
		ran = true
		in, err := cmd.Open(p, name)
		if err != nil {
			_ = d.w.Flush()
			cmd.Errorf(p, "Could not open file %s", name) // the status stays 0, as dc's
			return true
		}
		defer in.Close()
		data, err := cmd.ReadAll(in)
		return err == nil && d.top(string(data))
	}
	for _, m := range o.Options {
		switch m.Key {
		case "e":
			ran = true
			if !d.top(m.Value) {
				return d.w.Finish(status)
			}
		case "f":
			if !file(m.Value) {
				return d.w.Finish(status)
			}
		case "h":
			_, _ = d.w.WriteString(dcUsage.HelpText(cmd.Name(p)))
			return d.w.Finish(0)
		case "V":
			_, _ = d.w.WriteString("dc 1.4.1 compatible dc (sandpit) 1.0\n")
			return d.w.Finish(0)
		}
	}
	for _, name := range o.Args {
		if !file(name) {
			return d.w.Finish(status)
		}
	}
	if ran {
		return d.w.Finish(status)
	}
	// Standard input is read line by line, so that ? and output keep up with it.
	d.input = cmd.NewLineReader(p.Stdin(), '\n')
	held := ""
	for {
		line, _, err := d.input.Next()
		if err != nil {
			break
		}
		held += string(line) + "\n"
		if strings.Count(held, "[") > strings.Count(held, "]") && len(held) < 16<<20 {
			continue
		}
		text := held
		held = ""
		if !d.top(text) {
			break
		}
		_ = d.w.Flush()
	}
	if held != "" {
		d.top(held)
	}
	return d.w.Finish(status)
}

// top runs a text of its own; false ends dc.
func (d *dcRun) top(text string) bool {
	err := d.run(text)
	var q *dcQuit
	if errors.As(err, &q) {
		return !q.all && q.levels <= 0
	}
	return err == nil
}

func (d *dcRun) alive() error {
	if err := d.p.Safepoint(); err != nil {
		return err
	}
	return d.ctx.Err()
}

func (d *dcRun) say(format string, args ...any) {
	_ = d.w.Flush()
	cmd.Errorf(d.p, format, args...)
}

func (d *dcRun) push(v dcValue) {
	if len(d.stack) >= maxStack {
		d.say("stack too large")
		return
	}
	d.stack = append(d.stack, v)
}

// complain puts dc's name on standard error and the rest on standard output, as dc does.
func (d *dcRun) complain(text string) {
	_ = d.w.Flush()
	cmd.Raw(d.p, cmd.Name(d.p)+": ")
	_, _ = d.w.WriteString(text)
}

func (d *dcRun) pushNumber(n number) { d.push(dcValue{n: n}) }

func (d *dcRun) need(n int) bool {
	if len(d.stack) < n {
		d.say("stack empty")
		return false
	}
	return true
}

func (d *dcRun) pop() dcValue {
	v := d.stack[len(d.stack)-1]
	d.stack = d.stack[:len(d.stack)-1]
	return v
}

func (d *dcRun) text(v dcValue) string {
	if v.text {
		return v.s
	}
	return d.fold(v.n.text(d.obase))
}

// fold breaks long numbers as bc does.
func (d *dcRun) fold(s string) string {
	const width = 70
	if len(s) < width {
		return s
	}
	var b strings.Builder
	for len(s) >= width {
		b.WriteString(s[:width-1] + "\\\n")
		s = s[width-1:]
	}
	return b.String() + s
}

// frame is a macro at work: a tail call takes its place, so that loops do not grow.
type frame struct {
	text string
	at   int
}

func (d *dcRun) run(text string) error {
	frames := []frame{{text, 0}}
	for len(frames) > 0 {
		if d.steps++; d.steps&255 == 0 {
			if err := d.alive(); err != nil {
				return err
			}
			if d.w.Err() != nil {
				return d.w.Err()
			}
		}
		f := &frames[len(frames)-1]
		if f.at >= len(f.text) {
			frames = frames[:len(frames)-1]
			continue
		}
		c := f.text[f.at]
		f.at++
		macro, call, err := d.command(c, f)
		var q *dcQuit
		if errors.As(err, &q) {
			if q.all {
				return q
			}
			if int(q.levels) >= len(frames) {
				return &dcQuit{levels: q.levels - int64(len(frames))}
			}
			frames = frames[:len(frames)-int(q.levels)]
			continue
		}
		if err != nil {
			return err
		}
		if call {
			if f.at >= len(f.text) && len(frames) > 1 {
				frames = frames[:len(frames)-1]
			}
			if len(frames) > maxMacro {
				d.say("macros are nested too deeply")
				return nil
			}
			frames = append(frames, frame{macro, 0})
		}
	}
	return nil
}

// command carries one command out; a macro that it gives is to be run.
func (d *dcRun) command(c byte, f *frame) (macro string, call bool, err error) {
	register := func() (byte, bool) {
		if f.at >= len(f.text) {
			return 0, false
		}
		r := f.text[f.at]
		f.at++
		return r, true
	}
	switch {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
	case c >= '0' && c <= '9' || c >= 'A' && c <= 'F' || c == '.' || c == '_':
		start := f.at - 1
		dot := c == '.'
		for f.at < len(f.text) && (isBCDigit(f.text[f.at]) || f.text[f.at] == '.' && !dot) {
			dot = dot || f.text[f.at] == '.'
			f.at++
		}
		digits := f.text[start:f.at]
		if rest, ok := strings.CutPrefix(digits, "_"); ok {
			digits = "-" + rest
		}
		n, ok := parseDigits(digits, d.ibase, false)
		if !ok {
			d.say("number too large")
			return
		}
		d.pushNumber(n)
	case c == '[':
		depth, start := 1, f.at
		for f.at < len(f.text) && depth > 0 {
			switch f.text[f.at] {
			case '[':
				depth++
			case ']':
				depth--
			}
			f.at++
		}
		end := f.at
		if depth == 0 {
			end--
		}
		d.push(dcValue{s: f.text[start:end], text: true})
	case strings.IndexByte("+-*/%^~|", c) >= 0:
		d.arithmetic(c)
	case c == 'v':
		if d.need(1) {
			v := d.pop()
			if v.text {
				d.push(v)
				d.say("square root of nonnumeric attempted")
				return
			}
			r, e := sqrt(v.n, d.scale)
			if e != nil {
				d.push(v)
				d.say("square root of negative number")
				return
			}
			d.pushNumber(r)
		}
	case c == 'p':
		if d.need(1) {
			_, _ = d.w.WriteString(d.text(d.stack[len(d.stack)-1]) + "\n")
		}
	case c == 'n':
		if d.need(1) {
			_, _ = d.w.WriteString(d.text(d.pop()))
		}
	case c == 'P':
		if d.need(1) {
			v := d.pop()
			if v.text {
				_, _ = d.w.WriteString(v.s)
			} else {
				_, _ = d.w.Write(new(big.Int).Abs(v.n.at(0).v).Bytes())
			}
		}
	case c == 'f':
		for i := len(d.stack) - 1; i >= 0; i-- {
			_, _ = d.w.WriteString(d.text(d.stack[i]) + "\n")
		}
	case c == 'c':
		d.stack = d.stack[:0]
	case c == 'd':
		if d.need(1) {
			d.push(d.stack[len(d.stack)-1])
		}
	case c == 'r':
		if d.need(2) {
			n := len(d.stack)
			d.stack[n-1], d.stack[n-2] = d.stack[n-2], d.stack[n-1]
		}
	case c == 'R':
		if d.need(1) {
			d.rotate(d.pop())
		}
	case c == 'z':
		d.pushNumber(fromInt(int64(len(d.stack))))
	case c == 'Z':
		if d.need(1) {
			v := d.pop()
			if v.text {
				d.pushNumber(fromInt(int64(len(v.s))))
			} else {
				d.pushNumber(fromInt(v.n.length()))
			}
		}
	case c == 'X':
		if d.need(1) {
			v := d.pop()
			scale := int64(0)
			if !v.text {
				scale = int64(v.n.scale)
			}
			d.pushNumber(fromInt(scale))
		}
	case c == 'k' || c == 'i' || c == 'o':
		if d.need(1) {
			d.parameter(c, d.pop())
		}
	case c == 'K':
		d.pushNumber(fromInt(int64(d.scale)))
	case c == 'I':
		d.pushNumber(fromInt(d.ibase))
	case c == 'O':
		d.pushNumber(fromInt(d.obase))
	case c == 'a':
		if d.need(1) {
			v := d.pop()
			if v.text {
				d.push(dcValue{s: v.s[:min(1, len(v.s))], text: true})
			} else {
				low := new(big.Int).And(new(big.Int).Abs(v.n.at(0).v), big.NewInt(255))
				d.push(dcValue{s: string([]byte{byte(low.Int64())}), text: true})
			}
		}
	case c == 'x':
		if d.need(1) {
			v := d.pop()
			if !v.text {
				d.push(v)
				return
			}
			return v.s, true, nil
		}
	case c == '?':
		if d.input == nil {
			d.input = cmd.NewLineReader(d.p.Stdin(), '\n')
		}
		_ = d.w.Flush()
		if line, _, e := d.input.Next(); e == nil {
			return string(line), true, nil
		}
	case c == 'q':
		return "", false, &dcQuit{levels: 2, all: false}
	case c == 'Q':
		if d.need(1) {
			v := d.pop()
			n, ok := v.n.integer()
			if v.text || !ok || n < 1 {
				d.say("Q command requires a number >= 1")
				return
			}
			return "", false, &dcQuit{levels: n}
		}
	case c == '#':
		for f.at < len(f.text) && f.text[f.at] != '\n' {
			f.at++
		}
	case c == '<' || c == '>' || c == '=' || c == '!':
		negate := false
		if c == '!' {
			if f.at < len(f.text) && strings.IndexByte("<>=", f.text[f.at]) >= 0 {
				negate, c = true, f.text[f.at]
				f.at++
			} else {
				d.say("shell commands are not supported in this dc")
				f.at = len(f.text)
				return
			}
		}
		r, ok := register()
		if !ok || !d.need(2) {
			return
		}
		a, b := d.pop(), d.pop()
		if a.text || b.text {
			return
		}
		cmp := cmpNumber(a.n, b.n)
		hit := c == '<' && cmp < 0 || c == '>' && cmp > 0 || c == '=' && cmp == 0
		if hit != negate {
			v, set := d.load(r)
			if set && v.text {
				return v.s, true, nil
			}
			if set {
				d.push(v)
			}
		}
	case strings.IndexByte("slSL:;", c) >= 0:
		if r, ok := register(); ok {
			d.register(c, r)
		}
	default:
		if c >= ' ' && c < 0x7f {
			d.complain(fmt.Sprintf("'%c' (%#o) unimplemented\n", c, c))
		} else {
			d.complain(fmt.Sprintf("%#o unimplemented\n", c))
		}
	}
	return "", false, nil
}

func (d *dcRun) load(r byte) (dcValue, bool) {
	if n := len(d.regs[r]); n > 0 && d.regs[r][n-1].set {
		return d.regs[r][n-1].v, true
	}
	return dcValue{}, false
}

func (d *dcRun) level(r byte) *dcLevel {
	if len(d.regs[r]) == 0 {
		d.regs[r] = append(d.regs[r], dcLevel{})
	}
	return &d.regs[r][len(d.regs[r])-1]
}

func (d *dcRun) register(c, r byte) {
	switch c {
	case 's':
		if d.need(1) {
			l := d.level(r)
			l.v, l.set = d.pop(), true
		}
	case 'l':
		v, ok := d.load(r)
		if !ok {
			v = dcValue{n: fromInt(0)}
		}
		d.push(v)
	case 'S':
		if d.need(1) {
			if d.cells++; d.cells > maxCells {
				d.say("stack too large")
				return
			}
			d.regs[r] = append(d.regs[r], dcLevel{v: d.pop(), set: true})
		}
	case 'L':
		n := len(d.regs[r])
		if n == 0 || !d.regs[r][n-1].set {
			d.say("stack register '%c' (%#o) is empty", r, r)
			return
		}
		d.push(d.regs[r][n-1].v)
		d.regs[r] = d.regs[r][:n-1]
	case ':':
		if d.need(2) {
			i, v := d.pop(), d.pop()
			n, ok := i.n.integer()
			if i.text || !ok || n < 0 {
				d.say("array index must be a nonnegative integer")
				return
			}
			l := d.level(r)
			if l.array == nil {
				l.array = map[int64]dcValue{}
			}
			if d.cells++; d.cells > maxCells {
				d.say("array too large")
				return
			}
			l.array[n] = v
		}
	case ';':
		if d.need(1) {
			i := d.pop()
			n, ok := i.n.integer()
			if i.text || !ok || n < 0 {
				d.say("array index must be a nonnegative integer")
				return
			}
			v, there := d.level(r).array[n]
			if !there {
				v = dcValue{n: fromInt(0)}
			}
			d.push(v)
		}
	}
}

func (d *dcRun) parameter(c byte, v dcValue) {
	n, ok := v.n.integer()
	if v.text {
		ok = false
	}
	switch c {
	case 'k':
		if !ok || n < 0 || n > maxScale {
			d.say("scale must be a nonnegative integer")
			return
		}
		d.scale = int(n)
	case 'i':
		if !ok || n < 2 || n > 16 {
			d.say("input base must be a number between 2 and 16 (inclusive)")
			return
		}
		d.ibase = n
	case 'o':
		if !ok || n < 2 || n > 1<<31 {
			d.say("output base must be a number greater than 1")
			return
		}
		d.obase = n
	}
}

func (d *dcRun) rotate(v dcValue) {
	n, ok := v.n.integer()
	if v.text || !ok {
		return
	}
	k := n
	if k < 0 {
		k = -k
	}
	k = min(k, int64(len(d.stack)))
	if k < 2 {
		return
	}
	part := d.stack[len(d.stack)-int(k):]
	if n > 0 {
		first := part[0]
		copy(part, part[1:])
		part[len(part)-1] = first
	} else {
		last := part[len(part)-1]
		copy(part[1:], part)
		part[0] = last
	}
}

func (d *dcRun) arithmetic(c byte) {
	want := 2
	if c == '|' {
		want = 3
	}
	if !d.need(want) {
		return
	}
	args := append([]dcValue{}, d.stack[len(d.stack)-want:]...)
	for _, a := range args {
		if a.text {
			d.say("non-numeric value")
			return
		}
	}
	a, b := args[0].n, args[1].n
	var r number
	var err error
	switch c {
	case '+':
		r, err = add(a, b).check()
	case '-':
		r, err = sub(a, b).check()
	case '*':
		r, err = mul(a, b, d.scale)
	case '/':
		r, err = div(a, b, d.scale)
	case '%':
		if r, err = mod(a, b, d.scale); errors.Is(err, errDivZero) {
			d.say("remainder by zero")
			return
		}
	case '~':
		q, e := div(a, b, d.scale)
		if e != nil {
			d.say("divide by zero")
			return
		}
		m, e := mod(a, b, d.scale)
		if e != nil {
			d.say("%v", e)
			return
		}
		d.stack = d.stack[:len(d.stack)-2]
		d.pushNumber(q)
		d.pushNumber(m)
		return
	case '^':
		if b.at(0).at(b.scale).v.Cmp(b.v) != 0 {
			d.say("Runtime warning: non-zero scale in exponent")
		}
		e, ok := b.integer()
		if !ok {
			err = errTooBig
		} else if a.sign() == 0 && e < 0 {
			err = errDivZero
		} else {
			r, err = raise(a, e, d.scale, d.alive)
		}
	case '|':
		m := args[2].n.at(0).v
		switch {
		case m.Sign() == 0:
			err = errDivZero
		case b.sign() < 0:
			d.say("Runtime error: exponent is negative in modulo exponentiation")
			return
		case m.BitLen() > 1<<14 || b.at(0).v.BitLen() > 1<<14: // its time grows with the cube
			err = errTooBig
		default:
			v := new(big.Int).Exp(a.at(0).v, b.at(0).v, new(big.Int).Abs(m))
			r = number{v, 0}
		}
	}
	if err != nil {
		if errors.Is(err, errDivZero) {
			d.say("divide by zero")
		} else if d.alive() == nil {
			d.say("%v", err)
		}
		return
	}
	d.stack = d.stack[:len(d.stack)-want]
	d.pushNumber(r)
}
