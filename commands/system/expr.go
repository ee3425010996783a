package system

import (
	"context"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/kernel"
)

// expr evaluates its arguments: status 0 for a value that is neither empty nor 0, 1 for one that is, 2 for a wrong
// expression. Integers are of any size.
func expr(_ context.Context, p *kernel.Process) int {
	args := p.Args()[1:]
	if len(args) == 1 && args[0] == "--help" {
		w := cmd.NewWriter(p)
		_, _ = w.WriteString("Usage: " + cmd.Name(p) + " EXPRESSION\n  or:  " + cmd.Name(p) + " OPTION\nPrint the value of EXPRESSION to standard output.\n")
		return w.Finish(0)
	}
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		cmd.Errorf(p, "missing operand")
		cmd.TryHelp(p)
		return 2
	}
	e := &exprParser{p: p, args: args, utf8: cmd.UTF8(p)}
	v := e.or(true)
	if e.problem == "" && e.pos < len(args) {
		e.problem = "syntax error: unexpected argument " + cmd.QuoteC(args[e.pos])
	}
	if e.problem != "" {
		cmd.Errorf(p, "%s", e.problem)
		return 2
	}
	w := cmd.NewWriter(p)
	_, _ = w.WriteString(v + "\n")
	if isNull(v) {
		return w.FinishAs(1, 3)
	}
	return w.FinishAs(0, 3)
}

type exprParser struct {
	p       *kernel.Process
	args    []string
	pos     int
	depth   int
	utf8    bool
	problem string
}

func isNull(s string) bool {
	if s == "" {
		return true
	}
	t := strings.TrimPrefix(s, "-")
	return t != "" && strings.Trim(t, "0") == ""
}

func (e *exprParser) fail(text string) string {
	if e.problem == "" {
		e.problem = text
	}
	return ""
}

func (e *exprParser) next(ops ...string) (string, bool) {
	if e.problem != "" || e.pos >= len(e.args) {
		return "", false
	}
	for _, op := range ops {
		if e.args[e.pos] == op {
			e.pos++
			return op, true
		}
	}
	return "", false
}

func (e *exprParser) or(run bool) string {
	v := e.and(run)
	for {
		if _, ok := e.next("|"); !ok {
			return v
		}
		r := e.and(run && isNull(v))
		if isNull(v) {
			v = r
			if isNull(v) {
				v = "0"
			}
		}
	}
}

func (e *exprParser) and(run bool) string {
	v := e.compare(run)
	for {
		if _, ok := e.next("&"); !ok {
			return v
		}
		r := e.compare(run && !isNull(v))
		if isNull(v) || isNull(r) {
			v = "0"
		}
	}
}

func (e *exprParser) compare(run bool) string {
	v := e.sum(run)
	for {
		op, ok := e.next("<=", "<", "=", "==", "!=", ">=", ">")
		if !ok {
			return v
		}
		r := e.sum(run)
		c := strings.Compare(v, r)
		if x, y := toInt(v), toInt(r); x != nil && y != nil {
			c = x.Cmp(y)
		}
		yes := false
		switch op {
		case "<=":
			yes = c <= 0
		case "<":
			yes = c < 0
		case "=", "==":
			yes = c == 0
		case "!=":
			yes = c != 0
		case ">=":
			yes = c >= 0
		case ">":
			yes = c > 0
		}
		v = "0"
		if yes {
			v = "1"
		}
	}
}

func toInt(s string) *big.Int {
	t := strings.TrimPrefix(s, "-")
	if t == "" || strings.Trim(t, "0123456789") != "" || len(t) > 100000 {
		return nil
	}
	n, _ := new(big.Int).SetString(s, 10)
	return n
}

func (e *exprParser) numbers(run bool, v, r string) (x, y *big.Int, ok bool) {
	if !run || e.problem != "" {
		return nil, nil, false
	}
	x, y = toInt(v), toInt(r)
	if x == nil || y == nil {
		e.fail("non-integer argument")
		return nil, nil, false
	}
	return x, y, true
}

func (e *exprParser) sum(run bool) string {
	v := e.product(run)
	for {
		op, ok := e.next("+", "-")
		if !ok {
			return v
		}
		x, y, ok := e.numbers(run, v, e.product(run))
		if !ok {
			continue
		}
		if op == "+" {
			v = x.Add(x, y).String()
		} else {
			v = x.Sub(x, y).String()
		}
	}
}

func (e *exprParser) product(run bool) string {
	v := e.match(run)
	for {
		op, ok := e.next("*", "/", "%")
		if !ok {
			return v
		}
		x, y, ok := e.numbers(run, v, e.match(run))
		if !ok {
			continue
		}
		if op != "*" && y.Sign() == 0 {
			return e.fail("division by zero")
		}
		switch op {
		case "*":
			v = x.Mul(x, y).String()
		case "/":
			v = x.Quo(x, y).String()
		default:
			v = x.Rem(x, y).String()
		}
	}
}

func (e *exprParser) match(run bool) string {
	v := e.word(run)
	for {
		if _, ok := e.next(":"); !ok {
			return v
		}
		v = e.matchRE(run, v, e.word(run))
	}
}

func (e *exprParser) matchRE(run bool, s, re string) string {
	if !run || e.problem != "" {
		return ""
	}
	r, err := pattern.BRE(re, 0)
	if err != nil {
		return e.fail(err.Error())
	}
	m := r.FindSubmatchIndex([]byte(s))
	groups := r.NumSubexp() > 0
	// The match is anchored at the start.
	if m != nil && m[0] != 0 || m == nil {
		if anchored, err := pattern.BRE("^\\("+re+"\\)", 0); err == nil && !strings.HasPrefix(re, "^") && !strings.Contains(re, `\1`) {
			m = anchored.FindSubmatchIndex([]byte(s))
			if m != nil {
				m = append([]int{m[2], m[3]}, m[4:]...)
			}
		} else if m != nil {
			m = nil
		}
	}
	switch {
	case m == nil && groups:
		return ""
	case m == nil:
		return "0"
	case groups:
		if m[2] < 0 {
			return ""
		}
		return s[m[2]:m[3]]
	}
	return strconv.Itoa(e.length(s[:m[1]]))
}

func (e *exprParser) length(s string) int {
	if e.utf8 {
		return utf8.RuneCountInString(s)
	}
	return len(s)
}

func (e *exprParser) word(run bool) string {
	if e.depth++; e.depth > 1000 {
		return e.fail("syntax error: expression too deep")
	}
	defer func() { e.depth-- }()
	if e.problem != "" {
		return ""
	}
	if e.pos >= len(e.args) {
		return e.fail("syntax error: missing argument after " + cmd.QuoteC(e.args[len(e.args)-1]))
	}
	a := e.args[e.pos]
	e.pos++
	switch a {
	case "(":
		v := e.or(run)
		if e.problem != "" {
			return ""
		}
		if e.pos >= len(e.args) {
			return e.fail("syntax error: expecting ')' after " + cmd.QuoteC(e.args[len(e.args)-1]))
		}
		if e.args[e.pos] != ")" {
			return e.fail("syntax error: expecting ')' instead of " + cmd.QuoteC(e.args[e.pos]))
		}
		e.pos++
		return v
	case ")":
		return e.fail("syntax error: unexpected ')'")
	case "+":
		if e.pos < len(e.args) {
			e.pos++
			return e.args[e.pos-1]
		}
		return e.fail("syntax error: missing argument after '+'")
	case "length":
		return strconv.Itoa(e.length(e.word(run)))
	case "match":
		s := e.word(run)
		return e.matchRE(run, s, e.word(run))
	case "index":
		s, set := e.word(run), e.word(run)
		if i := strings.IndexAny(s, set); i >= 0 && set != "" {
			return strconv.Itoa(e.length(s[:i]) + 1)
		}
		return "0"
	case "substr":
		s, from, count := e.word(run), e.word(run), e.word(run)
		return e.substr(s, from, count)
	}
	return a
}

func (e *exprParser) substr(s, from, count string) string {
	i, err1 := strconv.Atoi(from)
	n, err2 := strconv.Atoi(count)
	if err1 != nil || err2 != nil || i < 1 || n < 1 {
		return ""
	}
	var parts []string
	if e.utf8 {
		parts = strings.Split(s, "")
	} else {
		for j := range len(s) {
			parts = append(parts, s[j:j+1])
		}
	}
	if i > len(parts) {
		return ""
	}
	parts = parts[i-1:]
	return strings.Join(parts[:min(n, len(parts))], "")
}
