package shell

import (
	"strconv"
	"strings"
)

// testArgs is the builtin test, or [ when name says so; args are without the name. The number of arguments decides how
// they are read, as POSIX has it; with more than four the grammar with -a, -o and parentheses is used.
func (sh *Shell) testArgs(name string, args []string) int {
	if name == "[" {
		if len(args) == 0 || args[len(args)-1] != "]" {
			sh.errf("[: missing `]'")
			return 2
		}
		args = args[:len(args)-1]
	}
	t := testParser{sh: sh, args: args}
	ok, err := t.top()
	if err != nil {
		sh.errf("%s: %s", name, err.Error())
		return 2
	}
	return boolStatus(ok)
}

type testParser struct {
	sh    *Shell
	args  []string
	pos   int
	depth int
}

func isBinaryTest(s string) bool {
	switch s {
	case "=", "==", "!=", "<", ">", "-nt", "-ot", "-ef", "-eq", "-ne", "-lt", "-le", "-gt", "-ge":
		return true
	}
	return false
}

func (t *testParser) top() (bool, error) {
	a := t.args
	switch len(a) {
	case 0:
		return false, nil
	case 1:
		return a[0] != "", nil
	case 2:
		return t.two(a)
	case 3:
		return t.three(a)
	case 4:
		if a[0] == "!" {
			ok, err := t.three(a[1:])
			return !ok, err
		}
		if a[0] == "(" && a[3] == ")" {
			return t.two(a[1:3])
		}
	}
	ok, err := t.or()
	if err == nil && t.pos < len(t.args) {
		err = errorf(2, "too many arguments")
	}
	return ok, err
}

func (t *testParser) two(a []string) (bool, error) {
	switch {
	case a[0] == "!":
		return a[1] == "", nil
	case isUnaryTest(a[0]):
		return t.sh.unaryTest(a[0][1], a[1])
	}
	return false, errorf(2, "%s: unary operator expected", a[0])
}

func (t *testParser) three(a []string) (bool, error) {
	switch {
	case isBinaryTest(a[1]):
		return t.sh.binaryTest(a[0], a[1], a[2])
	case a[1] == "-a":
		return a[0] != "" && a[2] != "", nil
	case a[1] == "-o":
		return a[0] != "" || a[2] != "", nil
	case a[0] == "!":
		ok, err := t.two(a[1:])
		return !ok, err
	case a[0] == "(" && a[2] == ")":
		return a[1] != "", nil
	}
	return false, errorf(2, "%s: binary operator expected", a[1])
}

func (t *testParser) peek(n int) string {
	if t.pos+n < len(t.args) {
		return t.args[t.pos+n]
	}
	return ""
}

func (t *testParser) or() (bool, error) {
	ok, err := t.and()
	for err == nil && t.pos < len(t.args) && t.args[t.pos] == "-o" {
		t.pos++
		var r bool
		if r, err = t.and(); err == nil {
			ok = ok || r
		}
	}
	return ok, err
}

func (t *testParser) and() (bool, error) {
	ok, err := t.term()
	for err == nil && t.pos < len(t.args) && t.args[t.pos] == "-a" {
		t.pos++
		var r bool
		if r, err = t.term(); err == nil {
			ok = ok && r
		}
	}
	return ok, err
}

func (t *testParser) term() (bool, error) {
	if t.depth++; t.depth > 10_000 {
		return false, errorf(2, "too many arguments")
	}
	defer func() { t.depth-- }()
	if t.pos >= len(t.args) {
		return false, errorf(2, "argument expected")
	}
	left := len(t.args) - t.pos
	a := t.args[t.pos]
	switch {
	case a == "!":
		t.pos++
		ok, err := t.term()
		return !ok, err
	case a == "(" && !(left >= 3 && isBinaryTest(t.peek(1)) && left == 3):
		t.pos++
		ok, err := t.or()
		if err != nil {
			return false, err
		}
		if t.pos >= len(t.args) || t.args[t.pos] != ")" {
			if t.pos < len(t.args) {
				return false, errorf(2, "`)' expected, found %s", t.args[t.pos])
			}
			return false, errorf(2, "`)' expected")
		}
		t.pos++
		return ok, nil
	case left >= 3 && isBinaryTest(t.peek(1)):
		t.pos += 3
		return t.sh.binaryTest(t.args[t.pos-3], t.args[t.pos-2], t.args[t.pos-1])
	case left >= 2 && isUnaryTest(a):
		t.pos += 2
		return t.sh.unaryTest(a[1], t.args[t.pos-1])
	}
	t.pos++
	return a != "", nil
}

// binaryTest applies a binary operator of test.
func (sh *Shell) binaryTest(a, op, b string) (bool, error) {
	switch op {
	case "=", "==":
		return a == b, nil
	case "!=":
		return a != b, nil
	case "<":
		return a < b, nil
	case ">":
		return a > b, nil
	case "-nt", "-ot", "-ef":
		return sh.fileCompare(op, a, b), nil
	}
	x, ok := testInt(a)
	if !ok {
		return false, errorf(2, "%s: integer expression expected", a)
	}
	y, ok := testInt(b)
	if !ok {
		return false, errorf(2, "%s: integer expression expected", b)
	}
	return compareInts(op, x, y), nil
}

// testInt reads a decimal number with blanks around it.
func testInt(s string) (int64, bool) {
	if n, ok := smallInt(s); ok {
		return n, true
	}
	s = strings.Trim(s, " \t\n")
	n, err := strconv.ParseInt(strings.TrimPrefix(s, "+"), 10, 64)
	return n, err == nil && !strings.HasPrefix(s, "+-")
}
