package text

import (
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var expandUsage = optparse.Define("expand", "[OPTION]... [FILE]...", "Convert tabs in each FILE to spaces, writing to standard output.", `
-i, --initial    do not convert tabs after non blanks
-t, --tabs=LIST  have tabs N characters apart, not 8, or use comma separated list of tab positions
`).Digits()

var unexpandUsage = optparse.Define("unexpand", "[OPTION]... [FILE]...", "Convert blanks in each FILE to tabs, writing to standard output.", `
-a, --all         convert all blanks, instead of just initial blanks
    --first-only  convert only leading sequences of blanks (overrides -a)
-t, --tabs=LIST   have tabs N characters apart instead of 8 (enables -a), or use comma separated list of tab positions
`).Digits()

// tabStops are tab positions: a list, and what repeats after it.
type tabStops struct {
	list      []int64
	size      int64 // every size columns after the list (or from the line's start)
	increment int64 // +N: every N columns after the last of the list
}

func parseTabStops(s string) (t tabStops, problem string) {
	for _, field := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' }) {
		mark := byte(0)
		digits := field
		if digits[0] == '/' || digits[0] == '+' {
			mark, digits = digits[0], digits[1:]
		}
		n, err := strconv.ParseInt(digits, 10, 32)
		if err != nil {
			if ok := strings.Trim(digits, "0123456789") == "" && digits != ""; ok {
				return t, "tab stop is too large " + cmd.QuoteC(digits)
			}
			bad := strings.TrimLeft(digits, "0123456789")
			if bad != "" && (bad[0] == '/' || bad[0] == '+') {
				return t, "'" + bad[:1] + "' specifier not at start of number: " + cmd.QuoteC(bad)
			}
			return t, "tab size contains invalid character(s): " + cmd.QuoteC(bad)
		}
		switch mark {
		case '/':
			t.size = n
			continue
		case '+':
			t.increment = n
			continue
		}
		if n == 0 {
			return t, "tab size cannot be 0"
		}
		if len(t.list) > 0 && n <= t.list[len(t.list)-1] {
			return t, "tab sizes must be ascending"
		}
		t.list = append(t.list, n)
	}
	if len(t.list) == 1 && t.size == 0 && t.increment == 0 {
		t.size, t.list = t.list[0], nil
	} else if len(t.list) == 0 && t.size == 0 && t.increment == 0 {
		t.size = 8
	}
	return t, ""
}

// next is the first stop after col; ok is false after the last.
func (t *tabStops) next(col int64) (stop int64, ok bool) {
	for _, n := range t.list {
		if n > col {
			return n, true
		}
	}
	switch {
	case t.size > 0:
		return col + t.size - col%t.size, true
	case t.increment > 0:
		last := int64(0)
		if len(t.list) > 0 {
			last = t.list[len(t.list)-1]
		}
		return col + t.increment - (col-last)%t.increment, true
	}
	return 0, false
}

// tabArgs rewrites the obsolete -N,M form, which getopt would split, as -t N,M.
func tabArgs(args []string) []string {
	out := make([]string, 0, len(args))
	for i, a := range args {
		if a == "--" {
			return append(out, args[i:]...)
		}
		if len(a) > 1 && a[0] == '-' && strings.Trim(a[1:], "0123456789,") == "" {
			a = "-t" + a[1:]
		}
		out = append(out, a)
	}
	return out
}

// tabOption collects -t and the obsolete -N forms.
func tabOption(o *optparse.Result) (t tabStops, given bool, problem string) {
	var parts []string
	for _, m := range o.Options {
		if m.Key == "t" || m.Key == "digits" {
			parts = append(parts, m.Value)
			given = true
		}
	}
	t, problem = parseTabStops(strings.Join(parts, ","))
	return t, given, problem
}

func expand(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.ParseArgs(p, expandUsage, tabArgs(p.Args()[1:]))
	if done {
		return status
	}
	t, _, problem := tabOption(o)
	if problem != "" {
		cmd.Errorf(p, "%s", problem)
		return 1
	}
	initial := o.Has("i")
	w := cmd.NewWriter(p)
	col, convert := int64(0), true
	buf := makeBuffer()
	status = cmd.EachInput(p, o.Args, func(in *cmd.Input) error {
		return eachPiece(w, in, buf, func(b []byte) {
			from := 0
			for i, c := range b {
				switch {
				case c == '\t' && convert:
					stop, ok := t.next(col)
					if !ok {
						stop = col + 1
					}
					_, _ = w.Write(b[from:i])
					writeBlanks(w, stop-col)
					col, from = stop, i+1
				case c == '\b':
					col = max(col-1, 0)
				case c == '\n':
					col, convert = 0, true
				default:
					col++
					if initial && c != ' ' && c != '\t' {
						convert = false
					}
				}
			}
			_, _ = w.Write(b[from:])
		})
	})
	return w.Finish(status)
}

const blankRun = "                                                                "

func writeBlanks(w *cmd.Writer, n int64) {
	for n > 0 && w.Err() == nil {
		m := min(n, int64(len(blankRun)))
		_, _ = w.WriteString(blankRun[:m])
		n -= m
	}
}

// eachPiece reads in whole, a buffer at a time, until the output fails.
func eachPiece(w *cmd.Writer, in io.Reader, buf []byte, fn func([]byte)) error {
	for w.Err() == nil {
		n, err := in.Read(buf)
		fn(buf[:n])
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return cmd.ErrStop
}

func unexpand(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.ParseArgs(p, unexpandUsage, tabArgs(p.Args()[1:]))
	if done {
		return status
	}
	t, given, problem := tabOption(o)
	if problem != "" {
		cmd.Errorf(p, "%s", problem)
		return 1
	}
	all := (o.Has("a") || given) && !o.Has("first-only")
	w := cmd.NewWriter(p)
	u := &unexpander{w: w, tabs: t, all: all, convert: true}
	buf := makeBuffer()
	status = cmd.EachInput(p, o.Args, func(in *cmd.Input) error {
		return eachPiece(w, in, buf, func(b []byte) {
			for _, c := range b {
				u.byte(c)
			}
		})
	})
	u.flush()
	return w.Finish(status)
}

// unexpander follows the columns of a line; pending are the blanks whose shape is not decided yet.
type unexpander struct {
	w         *cmd.Writer
	tabs      tabStops
	all       bool
	convert   bool
	col       int64
	pending   []byte
	atStop    bool // the pending single blank ends exactly on a tab stop
	prevBlank bool
}

func (u *unexpander) flush() {
	if len(u.pending) > 1 && u.atStop {
		u.pending[0] = '\t'
	}
	_, _ = u.w.Write(u.pending)
	u.pending, u.atStop = u.pending[:0], false
}

func (u *unexpander) byte(c byte) {
	if !u.convert {
		_ = u.w.WriteByte(c)
		if c == '\n' {
			u.col, u.convert, u.prevBlank = 0, true, false
		}
		return
	}
	blank := c == ' ' || c == '\t'
	switch {
	case blank:
		stop, ok := u.tabs.next(u.col)
		if !ok {
			u.convert = false
			break
		}
		if c == '\t' {
			u.col = stop
			// The blanks before a tab are part of it.
			if len(u.pending) > 0 {
				u.pending = u.pending[:0]
				if u.atStop {
					u.pending = append(u.pending, '\t')
				}
				u.atStop = false
			}
		} else {
			u.col++
			if !(u.prevBlank && u.col == stop) {
				if u.col == stop {
					u.atStop = true
				}
				if len(u.pending) < 1<<20 {
					u.pending = append(u.pending, ' ')
				}
				u.prevBlank = true
				return
			}
			if u.atStop {
				u.pending = append(u.pending[:0], '\t')
			} else {
				u.pending = u.pending[:0]
			}
			u.atStop = false
			c = '\t'
		}
		_, _ = u.w.Write(u.pending)
		u.pending = u.pending[:0]
		_ = u.w.WriteByte(c)
		u.prevBlank = true
		return
	case c == '\b':
		u.col = max(u.col-1, 0)
	default:
		u.col++
	}
	u.flush()
	u.prevBlank = blank
	u.convert = u.convert && (u.all || blank)
	_ = u.w.WriteByte(c)
	if c == '\n' {
		u.col, u.convert, u.prevBlank = 0, true, false
	}
}
