package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

const (
	maxArithRecursion = 1024    // variables whose values are expressions that name variables …
	maxArithDepth     = 50_000  // nesting of one expression
	maxArithText      = 1 << 20 // bytes of an expression that is parsed at run time
	arithCacheSize    = 512     // expressions a shell remembers
	arithCacheLongest = 256     // longer ones are not remembered
)

// arith evaluates an arithmetic expression in 64 bits with wrap-around. An expression that holds $-expansions is
// expanded to text first and parsed then, because what they expand to may be operators, unless they are plain numbers.
func (sh *Shell) arith(x syntax.ArithmExpr) (int64, error) {
	if x == nil {
		return 0, nil
	}
	switch arithKind(x, sh, 0) {
	case arithPure:
		a := arithEval{sh: sh}
		n, err := a.eval(x)
		if err != nil {
			return 0, arithContext(err, x)
		}
		return n, nil
	}
	text, err := sh.arithSource(x)
	if err != nil {
		return 0, err
	}
	return sh.arithText(text)
}

// arithError is an error inside an expression; the expression's text is put before it at the end.
type arithError struct{ msg, token string }

func (e *arithError) Error() string { return e.msg }

func arithContext(err error, x syntax.ArithmExpr) error {
	ae, ok := err.(*arithError)
	if !ok {
		return err
	}
	var b strings.Builder
	rawArith(&b, x, 0)
	return ae.in(b.String())
}

func (e *arithError) in(text string) error {
	return errorf(1, "%s: %s (error token is \"%s\")", strings.TrimLeft(text, " \t\n"), e.msg, e.token)
}

type arithClass uint8

const (
	arithPure arithClass = iota // can be evaluated as parsed
	arithDynamic
)

// arithKind walks an expression to see whether its words are as the parser saw them.
func arithKind(x syntax.ArithmExpr, sh *Shell, depth int) arithClass {
	if depth > maxArithDepth {
		return arithPure // the evaluator reports it
	}
	switch x := x.(type) {
	case *syntax.Word:
		if len(x.Parts) != 1 {
			return arithDynamic
		}
		switch p := x.Parts[0].(type) {
		case *syntax.Lit:
			return arithPure
		case *syntax.ParamExp:
			if nakedIndex(p) {
				return arithPure // the subscript is looked at when it is evaluated
			}
			name, ok := simpleParam(p)
			if !ok {
				if v, special := sh.special(p.Param.Value); special && p.Index == nil && simpleSpecial(p) && isInteger(v.str) && !v.isList {
					return arithPure
				}
				return arithDynamic
			}
			if s, _ := sh.getVar(name); isInteger(s) {
				return arithPure
			}
		}
		return arithDynamic
	case *syntax.BinaryArithm:
		for {
			if arithKind(x.Y, sh, depth+1) != arithPure {
				return arithDynamic
			}
			left, ok := x.X.(*syntax.BinaryArithm)
			if !ok {
				return arithKind(x.X, sh, depth+1)
			}
			x = left
		}
	case *syntax.UnaryArithm:
		return arithKind(x.X, sh, depth+1)
	case *syntax.ParenArithm:
		return arithKind(x.X, sh, depth+1)
	}
	return arithDynamic
}

func simpleSpecial(pe *syntax.ParamExp) bool {
	return !pe.Excl && !pe.Length && pe.Exp == nil && pe.Slice == nil && pe.Repl == nil && pe.Names == 0
}

// nakedIndex reports whether a parameter is a[i] without a dollar.
func nakedIndex(p *syntax.ParamExp) bool {
	return p.Short && p.Index != nil && !p.Dollar.IsValid()
}

// isInteger reports whether s is a decimal number as it is: it needs no parsing.
func isInteger(s string) bool {
	if len(s) > 1 && s[0] == '-' {
		s = s[1:]
	}
	return plainNumber(s)
}

// arithText evaluates an expression that comes as text: of let, of a subscript, of a variable with -i.
func (sh *Shell) arithText(s string) (int64, error) {
	a := arithEval{sh: sh}
	return a.text(s)
}

// arithEval evaluates expressions.
type arithEval struct {
	sh        *Shell
	depth     int
	recursion int
	steps     int
}

// smallInt parses a decimal number as it is.
func smallInt(s string) (int64, bool) {
	if len(s) == 0 || len(s) > 18 {
		return 0, false
	}
	i := 0
	neg := s[0] == '-'
	if neg {
		i = 1
	}
	if i == len(s) || s[i] == '0' && len(s) > i+1 {
		return 0, false
	}
	n := int64(0)
	for ; i < len(s); i++ {
		c := s[i] - '0'
		if c > 9 {
			return 0, false
		}
		n = n*10 + int64(c)
	}
	if neg {
		n = -n
	}
	return n, true
}

func (a *arithEval) text(s string) (int64, error) {
	if n, ok := smallInt(s); ok {
		return n, nil
	}
	t := strings.Trim(s, " \t\n")
	if t == "" {
		return 0, nil
	}
	if n, ok := smallInt(t); ok {
		return n, nil
	}
	x, err := a.sh.vars.parseArith(s)
	if err == nil {
		var n int64
		if n, err = a.eval(x); err == nil {
			return n, nil
		}
	}
	if ae, ok := err.(*arithError); ok {
		return 0, ae.in(s)
	}
	return 0, err
}

func (a *arithEval) eval(x syntax.ArithmExpr) (int64, error) {
	if a.depth++; a.depth > maxArithDepth {
		return 0, errorf(1, "expression recursion level exceeded")
	}
	if a.steps++; a.steps&0xfff == 0 && a.sh.interrupted() {
		return 0, errInterrupted
	}
	defer func() { a.depth-- }()
	switch x := x.(type) {
	case *syntax.Word:
		return a.word(x)
	case *syntax.ParenArithm:
		return a.eval(x.X)
	case *syntax.UnaryArithm:
		return a.unary(x)
	case *syntax.BinaryArithm:
		return a.binary(x)
	}
	return 0, errorf(1, "bad arithmetic expression")
}

// word evaluates a number or a variable.
func (a *arithEval) word(w *syntax.Word) (int64, error) {
	if len(w.Parts) == 1 {
		switch p := w.Parts[0].(type) {
		case *syntax.Lit:
			return a.lit(p.Value)
		case *syntax.ParamExp:
			if nakedIndex(p) {
				return a.element(p)
			}
			if name, ok := simpleParam(p); ok {
				if v := a.sh.vars.table.get(name); v != nil && v.set && v.dyn == nil && v.attrs&(attrNameref|attrArray) == 0 {
					if n, ok := smallInt(v.str); ok {
						return n, nil
					}
				}
			}
		}
	}
	s, err := a.sh.one(w, modeString, inQuotes)
	if err != nil {
		return 0, err
	}
	return a.nested(s)
}

// nested evaluates the text of a variable.
func (a *arithEval) nested(s string) (int64, error) {
	if n, ok := smallInt(s); ok {
		return n, nil
	}
	if a.recursion++; a.recursion > maxArithRecursion {
		return 0, errorf(1, "%s: expression recursion level exceeded (error token is \"%s\")", s, s)
	}
	n, err := a.text(s)
	a.recursion--
	return n, err
}

func (a *arithEval) lit(s string) (int64, error) {
	if n, ok := smallInt(s); ok {
		return n, nil
	}
	if s == "" {
		return 0, nil
	}
	switch c := s[0]; {
	case '0' <= c && c <= '9':
		n, msg := parseNumber(s)
		if msg != "" {
			return 0, &arithError{msg, s}
		}
		return n, nil
	case syntax.ValidName(s):
		return a.variable(s)
	}
	return a.nested(s)
}

func (a *arithEval) variable(name string) (int64, error) {
	sh := a.sh
	v := sh.vars.table.get(name)
	if v != nil && v.dyn == nil && v.set && v.attrs&(attrNameref|attrArray) == 0 {
		return a.nested(v.str)
	}
	s, ok := sh.getVar(name)
	if !ok {
		if sh.opts.nounset {
			return 0, unbound(name)
		}
		return 0, nil
	}
	return a.nested(s)
}

// ref evaluates the subscript of p and returns it as text.
func (a *arithEval) ref(p *syntax.ParamExp) (name, sub string, err error) {
	name = p.Param.Value
	if !syntax.ValidName(name) {
		return name, "", &arithError{"syntax error in expression", name}
	}
	v := a.sh.lookup(name)
	if v.has(attrAssoc) {
		if w, ok := p.Index.(*syntax.Word); ok && len(w.Parts) == 1 {
			if l, ok := w.Parts[0].(*syntax.Lit); ok {
				sub, err = a.sh.expandSubscript(l.Value)
				return name, sub, err
			}
		}
		sub, err = a.sh.subscript(v, p.Index)
		return name, sub, err
	}
	if lit := subscriptLit(p.Index); lit == "@" || lit == "*" {
		return name, lit, nil
	}
	if lit := subscriptLit(p.Index); strings.ContainsAny(lit, "$`") { // of an expression that came as text
		text, err := a.sh.expandSubscript(lit)
		if err != nil {
			return name, "", err
		}
		n, err := a.nested(text)
		return name, strconv.FormatInt(n, 10), err
	}
	if arithKind(p.Index, a.sh, 0) == arithPure {
		n, err := a.eval(p.Index)
		return name, strconv.FormatInt(n, 10), err
	}
	text, err := a.sh.arithSource(p.Index)
	if err != nil {
		return name, "", err
	}
	n, err := a.nested(text)
	return name, strconv.FormatInt(n, 10), err
}

func (a *arithEval) element(p *syntax.ParamExp) (int64, error) {
	if p.Param.Value == arithMarker {
		text, err := a.sh.arithSource(p.Index)
		if err != nil {
			return 0, err
		}
		return a.nested(text)
	}
	name, sub, err := a.ref(p)
	if err != nil {
		return 0, err
	}
	v := a.sh.lookup(name)
	if sub == "@" || sub == "*" {
		s, _ := v.scalar()
		return a.nested(s)
	}
	s, ok, err := a.sh.getElem(name, v, sub)
	if err != nil {
		return 0, err
	}
	if !ok && a.sh.opts.nounset {
		return 0, unbound(name + "[" + sub + "]")
	}
	return a.nested(s)
}

// target is what an assignment writes to.
type arithTarget struct {
	name, sub string
	hasSub    bool
}

func (a *arithEval) target(x syntax.ArithmExpr) (arithTarget, error) {
	if w, ok := x.(*syntax.Word); ok && len(w.Parts) == 1 {
		switch p := w.Parts[0].(type) {
		case *syntax.Lit:
			if syntax.ValidName(p.Value) {
				return arithTarget{name: p.Value}, nil
			}
		case *syntax.ParamExp:
			if nakedIndex(p) {
				name, sub, err := a.ref(p)
				return arithTarget{name, sub, true}, err
			}
		}
	}
	var b strings.Builder
	rawArith(&b, x, 0)
	return arithTarget{}, &arithError{"attempted assignment to non-variable", b.String()}
}

func (a *arithEval) load(t arithTarget) (int64, error) {
	if !t.hasSub {
		return a.variable(t.name)
	}
	s, ok, err := a.sh.getElem(t.name, a.sh.lookup(t.name), t.sub)
	if err != nil {
		return 0, err
	}
	if !ok && a.sh.opts.nounset {
		return 0, unbound(t.name + "[" + t.sub + "]")
	}
	return a.nested(s)
}

func (a *arithEval) save(t arithTarget, n int64) error {
	s := strconv.FormatInt(n, 10)
	if t.hasSub {
		return a.sh.setElem(t.name, t.sub, s)
	}
	return a.sh.setVar(t.name, s)
}

var assignOps = map[syntax.BinAritOperator]syntax.BinAritOperator{
	syntax.AddAssgn: syntax.Add, syntax.SubAssgn: syntax.Sub, syntax.MulAssgn: syntax.Mul, syntax.QuoAssgn: syntax.Quo,
	syntax.RemAssgn: syntax.Rem, syntax.AndAssgn: syntax.And, syntax.OrAssgn: syntax.Or, syntax.XorAssgn: syntax.Xor,
	syntax.ShlAssgn: syntax.Shl, syntax.ShrAssgn: syntax.Shr,
}

// parseNumber reads an integer constant: decimal, 0octal, 0xhex, base#digits. Overflow wraps.
func parseNumber(s string) (n int64, msg string) {
	base := uint64(10)
	digits := s
	switch {
	case strings.IndexByte(s, '#') > 0:
		b, rest, _ := strings.Cut(s, "#")
		v, err := strconv.ParseUint(b, 10, 16)
		if err != nil || v < 2 || v > 64 {
			return 0, "invalid arithmetic base"
		}
		if rest == "" {
			return 0, "invalid integer constant"
		}
		base, digits = v, rest
	case len(s) > 1 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X'):
		base, digits = 16, s[2:]
	case len(s) > 1 && s[0] == '0':
		base, digits = 8, s[1:]
	}
	u := uint64(0)
	for i := 0; i < len(digits); i++ {
		c := digits[i]
		var d uint64
		switch {
		case '0' <= c && c <= '9':
			d = uint64(c - '0')
		case 'a' <= c && c <= 'z':
			d = uint64(c-'a') + 10
		case 'A' <= c && c <= 'Z':
			if base <= 36 {
				d = uint64(c-'A') + 10
			} else {
				d = uint64(c-'A') + 36
			}
		case c == '@':
			d = 62
		case c == '_':
			d = 63
		default:
			return 0, "syntax error: invalid arithmetic operator"
		}
		if d >= base {
			return 0, "value too great for base"
		}
		u = u*base + d
	}
	return int64(u), ""
}
