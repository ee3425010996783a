package system

import (
	"context"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

// test is test(1) and [(1) of coreutils: true 0, false 1, wrong expression 2.
func test(_ context.Context, p *kernel.Process) int {
	args := p.Args()[1:]
	if p.Name() == "[" {
		if len(args) == 0 || args[len(args)-1] != "]" {
			cmd.Errorf(p, "missing ']'")
			return 2
		}
		args = args[:len(args)-1]
	}
	t := &tester{p: p, args: args}
	result := t.posix(args)
	if t.problem != "" {
		cmd.Errorf(p, "%s", t.problem)
		return 2
	}
	if result {
		return 0
	}
	return 1
}

type tester struct {
	p       *kernel.Process
	args    []string
	pos     int
	depth   int
	problem string
}

func (t *tester) fail(format string, args ...any) bool {
	if t.problem == "" {
		t.problem = fmt.Sprintf(format, args...)
	}
	return false
}

// posix applies POSIX's rules for up to four arguments, the grammar beyond.
func (t *tester) posix(a []string) bool {
	switch len(a) {
	case 0:
		return false
	case 1:
		return a[0] != ""
	case 2:
		if a[0] == "!" {
			return a[1] == ""
		}
		if isUnary(a[0]) {
			return t.unary(a[0], a[1])
		}
		if len(a[0]) == 2 && a[0][0] == '-' {
			return t.fail("%s: unary operator expected", cmd.QuoteC(a[0]))
		}
		return t.fail("missing argument after %s", cmd.QuoteC(a[1]))
	case 3:
		if isBinary(a[1]) {
			return t.binary(a[0], a[1], a[2])
		}
		switch {
		case a[0] == "!":
			return !t.posix(a[1:])
		case a[0] == "(" && a[2] == ")":
			return a[1] != ""
		case a[1] == "-a":
			return a[0] != "" && a[2] != ""
		case a[1] == "-o":
			return a[0] != "" || a[2] != ""
		}
		return t.fail("%s: binary operator expected", cmd.QuoteC(a[1]))
	case 4:
		if a[0] == "!" {
			return !t.posix(a[1:])
		}
		if a[0] == "(" && a[3] == ")" {
			return t.posix(a[1:3])
		}
	}
	t.args, t.pos = a, 0
	v := t.or()
	if t.problem == "" && t.pos < len(t.args) {
		return t.fail("extra argument %s", cmd.QuoteC(t.args[t.pos]))
	}
	return v
}

func (t *tester) or() bool {
	v := t.and()
	for t.pos < len(t.args) && t.args[t.pos] == "-o" {
		t.pos++
		v = t.and() || v
	}
	return v
}

func (t *tester) and() bool {
	v := t.term()
	for t.pos < len(t.args) && t.args[t.pos] == "-a" {
		t.pos++
		v = t.term() && v
	}
	return v
}

func (t *tester) left() int { return len(t.args) - t.pos }

func (t *tester) term() bool {
	if t.depth++; t.depth > 1000 {
		return t.fail("expression too deep")
	}
	defer func() { t.depth-- }()
	if t.problem != "" {
		return false
	}
	if t.left() == 0 {
		return t.fail("missing argument after %s", cmd.QuoteC(t.args[len(t.args)-1]))
	}
	a := t.args[t.pos]
	switch {
	case a == "!":
		t.pos++
		return !t.term()
	case a == "(" && !(t.left() >= 3 && isBinary(t.args[t.pos+1])):
		t.pos++
		v := t.or()
		if t.problem != "" {
			return false
		}
		if t.left() == 0 {
			return t.fail("')' expected")
		}
		if t.args[t.pos] != ")" {
			return t.fail("')' expected, found %s", t.args[t.pos])
		}
		t.pos++
		return v
	case t.left() >= 3 && isBinary(t.args[t.pos+1]):
		v := t.binary(a, t.args[t.pos+1], t.args[t.pos+2])
		t.pos += 3
		return v
	case isUnary(a) && t.left() >= 2:
		v := t.unary(a, t.args[t.pos+1])
		t.pos += 2
		return v
	}
	t.pos++
	return a != ""
}

func isUnary(s string) bool {
	return len(s) == 2 && s[0] == '-' && strings.IndexByte("bcdefgGhkLnNOprsStuwxz", s[1]) >= 0
}

func isBinary(s string) bool {
	switch s {
	case "=", "==", "!=", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef":
		return true
	}
	return false
}

func (t *tester) integer(s string) (string, bool) {
	u := strings.Trim(s, " \t\n")
	sign := ""
	if u != "" && (u[0] == '+' || u[0] == '-') {
		if u[0] == '-' {
			sign = "-"
		}
		u = u[1:]
	}
	if u == "" || strings.Trim(u, "0123456789") != "" {
		return "", t.fail("invalid integer %s", cmd.QuoteC(s))
	}
	u = strings.TrimLeft(u, "0")
	if u == "" {
		return "0", true
	}
	return sign + u, true
}

// compareDecimal orders integers of any size in canonical form.
func compareDecimal(a, b string) int {
	na, nb := strings.HasPrefix(a, "-"), strings.HasPrefix(b, "-")
	switch {
	case na && !nb:
		return -1
	case nb && !na:
		return 1
	case na:
		a, b = b[1:], a[1:]
	}
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

func (t *tester) binary(a, op, b string) bool {
	switch op {
	case "=", "==":
		return a == b
	case "!=":
		return a != b
	case "-nt", "-ot", "-ef":
		ia, ea := t.p.FS().Stat(a)
		ib, eb := t.p.FS().Stat(b)
		switch op {
		case "-ef":
			return ea == nil && eb == nil && vfs.SameFile(ia, ib)
		case "-nt":
			return ea == nil && (eb != nil || ia.ModTime().After(ib.ModTime()))
		}
		return eb == nil && (ea != nil || ia.ModTime().Before(ib.ModTime()))
	}
	x, ok := t.integer(a)
	if !ok {
		return false
	}
	y, ok := t.integer(b)
	if !ok {
		return false
	}
	c := compareDecimal(x, y)
	switch op {
	case "-eq":
		return c == 0
	case "-ne":
		return c != 0
	case "-lt":
		return c < 0
	case "-le":
		return c <= 0
	case "-gt":
		return c > 0
	}
	return c >= 0
}

func (t *tester) unary(op, arg string) bool {
	f := t.p.FS()
	switch op[1] {
	case 'n':
		return arg != ""
	case 'z':
		return arg == ""
	case 't':
		n, ok := t.integer(arg)
		if !ok {
			return false
		}
		i, err := strconv.Atoi(n)
		if err != nil {
			return false
		}
		fd := t.p.FD(i)
		return fd != nil && fd.IsTerminal()
	case 'r':
		return f.Access(arg, 4) == nil
	case 'w':
		return f.Access(arg, 2) == nil
	case 'x':
		return f.Access(arg, 1) == nil
	case 'h', 'L':
		info, err := f.Lstat(arg)
		return err == nil && info.Mode()&fs.ModeSymlink != 0
	}
	info, err := f.Stat(arg)
	if err != nil {
		return false
	}
	mode := info.Mode()
	st, _ := info.Sys().(*vfs.Stat)
	switch op[1] {
	case 'b':
		return mode&fs.ModeDevice != 0 && mode&fs.ModeCharDevice == 0
	case 'c':
		return mode&fs.ModeCharDevice != 0
	case 'd':
		return mode.IsDir()
	case 'f':
		return mode.IsRegular()
	case 'g':
		return mode&fs.ModeSetgid != 0
	case 'u':
		return mode&fs.ModeSetuid != 0
	case 'k':
		return mode&fs.ModeSticky != 0
	case 'p':
		return mode&fs.ModeNamedPipe != 0
	case 'S':
		return mode&fs.ModeSocket != 0
	case 's':
		return info.Size() > 0
	case 'G':
		return st != nil && st.GID == t.p.Cred().GID
	case 'O':
		return st != nil && st.UID == t.p.Cred().UID
	case 'N':
		return st != nil && st.Mtime.After(st.Atime)
	}
	return true // -e
}
