package shell

import (
	"strings"
	"sync"

	"github.com/sandpit-dev/sandpit/internal/pattern"
	"mvdan.cc/sh/v3/syntax"
)

// caches are what a shell and its subshells share: compiled patterns and parsed expressions.
type caches struct {
	patterns pattern.Cache
	mu       sync.Mutex
	arith    map[string]syntax.ArithmExpr
}

func (s *scopes) cache() *pattern.Cache { return &s.shared.patterns }

// parseArith parses an expression, remembered.
func (s *scopes) parseArith(text string) (syntax.ArithmExpr, error) {
	c := s.shared
	c.mu.Lock()
	x := c.arith[text]
	c.mu.Unlock()
	if x != nil {
		return x, nil
	}
	x, err := parseArithText(text)
	if err != nil || len(text) > arithCacheLongest {
		return x, err
	}
	c.mu.Lock()
	if c.arith == nil || len(c.arith) >= arithCacheSize {
		c.arith = make(map[string]syntax.ArithmExpr)
	}
	c.arith[text] = x
	c.mu.Unlock()
	return x, nil
}

// arithParser parses the text of an expression by bash's grammar. The parser of package syntax is stricter than bash and
// cannot name the token at which an error happened.
type arithParser struct {
	s     string
	pos   int // behind the current token
	start int // of the current token
	tok   string
	kind  arithTok
	depth int
	end   int // end of the previous token
}

type arithTok uint8

const (
	tokEOF arithTok = iota
	tokOp
	tokNumber
	tokName
	tokElement // name[subscript]
	tokBad
)

const maxArithNest = 1000

func parseArithText(text string) (syntax.ArithmExpr, error) {
	if len(text) > maxArithText {
		return nil, errorf(1, "expression of %d bytes is too long", len(text))
	}
	p := &arithParser{s: text}
	p.next()
	x, err := p.comma()
	if err != nil {
		return nil, err
	}
	if p.kind != tokEOF {
		return nil, p.trailing()
	}
	return x, nil
}

// trailing is the error for what follows a complete expression.
func (p *arithParser) trailing() error {
	switch {
	case p.kind == tokBad:
		return p.fail("syntax error: invalid arithmetic operator")
	case p.kind == tokOp && p.tok == "=":
		return p.fail("attempted assignment to non-variable")
	}
	return p.fail("syntax error in expression")
}

func (p *arithParser) fail(msg string) error { return &arithError{msg, p.s[p.start:]} }

var arithOperators = []string{
	"<<=", ">>=", "**", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=",
	"+", "-", "*", "/", "%", "<", ">", "&", "^", "|", "=", "!", "~", "?", ":", "(", ")", ",",
}

func (p *arithParser) next() {
	p.end = p.pos
	for p.pos < len(p.s) && strings.IndexByte(" \t\n\r", p.s[p.pos]) >= 0 {
		p.pos++
	}
	p.start = p.pos
	if p.pos >= len(p.s) {
		p.kind, p.tok = tokEOF, ""
		return
	}
	c := p.s[p.pos]
	switch {
	case '0' <= c && c <= '9':
		for p.pos < len(p.s) && (nameByte(p.s[p.pos]) || p.s[p.pos] == '#' || p.s[p.pos] == '@') {
			p.pos++
		}
		p.kind = tokNumber
	case nameByte(c):
		for p.pos < len(p.s) && nameByte(p.s[p.pos]) {
			p.pos++
		}
		p.kind = tokName
		if p.pos < len(p.s) && p.s[p.pos] == '[' {
			if n := subscriptEnd(p.s[p.pos:]); n > 0 {
				p.pos += n
				p.kind = tokElement
			}
		}
	default:
		for _, op := range arithOperators {
			if strings.HasPrefix(p.s[p.pos:], op) {
				p.pos += len(op)
				p.kind, p.tok = tokOp, op
				return
			}
		}
		p.pos += charWidth(p.s[p.pos:])
		p.kind = tokBad
	}
	p.tok = p.s[p.start:p.pos]
}

// subscriptEnd is the length of the [subscript] at the start of s, 0 when it does not end.
func subscriptEnd(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i + 1
			}
		case '\\':
			i++
		case '"', '\'':
			if n := simpleQuoteEnd(s, i); n > 0 {
				i = n - 1
			}
		}
	}
	return 0
}

func (p *arithParser) is(op string) bool { return p.kind == tokOp && p.tok == op }

func (p *arithParser) comma() (syntax.ArithmExpr, error) {
	x, err := p.assign()
	for err == nil && p.is(",") {
		x, err = p.pair(syntax.Comma, x, p.assign)
	}
	return x, err
}

// pair parses the right operand of op.
func (p *arithParser) pair(op syntax.BinAritOperator, x syntax.ArithmExpr, operand func() (syntax.ArithmExpr, error)) (syntax.ArithmExpr, error) {
	p.next()
	y, err := operand()
	if err != nil {
		return nil, err
	}
	return &syntax.BinaryArithm{Op: op, X: x, Y: y}, nil
}

var arithAssigns = map[string]syntax.BinAritOperator{
	"=": syntax.Assgn, "+=": syntax.AddAssgn, "-=": syntax.SubAssgn, "*=": syntax.MulAssgn, "/=": syntax.QuoAssgn, "%=": syntax.RemAssgn,
	"&=": syntax.AndAssgn, "^=": syntax.XorAssgn, "|=": syntax.OrAssgn, "<<=": syntax.ShlAssgn, ">>=": syntax.ShrAssgn,
}

func (p *arithParser) assign() (syntax.ArithmExpr, error) {
	if p.depth++; p.depth > maxArithNest {
		return nil, errorf(1, "expression recursion level exceeded")
	}
	defer func() { p.depth-- }()
	x, err := p.ternary()
	if err != nil || p.kind != tokOp {
		return x, err
	}
	op, ok := arithAssigns[p.tok]
	if !ok {
		return x, nil
	}
	if !assignable(x) {
		return nil, p.fail("attempted assignment to non-variable")
	}
	return p.pair(op, x, p.assign)
}

func assignable(x syntax.ArithmExpr) bool {
	w, ok := x.(*syntax.Word)
	if !ok {
		return false
	}
	switch n := w.Parts[0].(type) {
	case *syntax.Lit:
		return syntax.ValidName(n.Value)
	case *syntax.ParamExp:
		return true
	}
	return false
}

func (p *arithParser) ternary() (syntax.ArithmExpr, error) {
	c, err := p.binary(0)
	if err != nil || !p.is("?") {
		return c, err
	}
	p.next()
	if p.kind == tokEOF || p.is(":") {
		return nil, p.fail("expression expected")
	}
	x, err := p.comma()
	if err != nil {
		return nil, err
	}
	if !p.is(":") {
		return nil, p.fail("`:' expected for conditional expression")
	}
	p.next()
	if p.kind == tokEOF {
		return nil, p.fail("expression expected")
	}
	if p.depth++; p.depth > maxArithNest {
		return nil, errorf(1, "expression recursion level exceeded")
	}
	y, err := p.ternary()
	p.depth--
	if err != nil {
		return nil, err
	}
	return &syntax.BinaryArithm{Op: syntax.TernQuest, X: c, Y: &syntax.BinaryArithm{Op: syntax.TernColon, X: x, Y: y}}, nil
}

// arithLevels are the left-associative operators, loosest first.
var arithLevels = []map[string]syntax.BinAritOperator{
	{"||": syntax.OrArit},
	{"&&": syntax.AndArit},
	{"|": syntax.Or},
	{"^": syntax.Xor},
	{"&": syntax.And},
	{"==": syntax.Eql, "!=": syntax.Neq},
	{"<": syntax.Lss, ">": syntax.Gtr, "<=": syntax.Leq, ">=": syntax.Geq},
	{"<<": syntax.Shl, ">>": syntax.Shr},
	{"+": syntax.Add, "-": syntax.Sub},
	{"*": syntax.Mul, "/": syntax.Quo, "%": syntax.Rem},
}

func (p *arithParser) binary(level int) (syntax.ArithmExpr, error) {
	if level == len(arithLevels) {
		return p.power()
	}
	x, err := p.binary(level + 1)
	for err == nil && p.kind == tokOp {
		op, ok := arithLevels[level][p.tok]
		if !ok {
			break
		}
		x, err = p.pair(op, x, func() (syntax.ArithmExpr, error) { return p.binary(level + 1) })
	}
	return x, err
}

func (p *arithParser) power() (syntax.ArithmExpr, error) {
	if p.depth++; p.depth > maxArithNest {
		return nil, errorf(1, "expression recursion level exceeded")
	}
	defer func() { p.depth-- }()
	x, err := p.unary()
	if err != nil || !p.is("**") {
		return x, err
	}
	return p.pair(syntax.Pow, x, p.power)
}

func (p *arithParser) unary() (syntax.ArithmExpr, error) {
	if p.kind != tokOp {
		return p.primary()
	}
	if p.depth++; p.depth > maxArithNest {
		return nil, errorf(1, "expression recursion level exceeded")
	}
	defer func() { p.depth-- }()
	var op syntax.UnAritOperator
	switch p.tok {
	case "!":
		op = syntax.Not
	case "~":
		op = syntax.BitNegation
	case "-":
		op = syntax.Minus
	case "+":
		op = syntax.Plus
	case "++", "--":
		op = syntax.Inc
		if p.tok == "--" {
			op = syntax.Dec
		}
		start, tok := p.start, p.tok
		p.next()
		if p.kind == tokName || p.kind == tokElement {
			x, err := p.operand()
			return &syntax.UnaryArithm{Op: op, X: x}, err
		}
		// ++5 is +(+5)
		p.pos, p.start, p.kind, p.tok = start+1, start, tokOp, tok[:1]
		return p.unary()
	default:
		return p.primary()
	}
	p.next()
	x, err := p.unary()
	if err != nil {
		return nil, err
	}
	return &syntax.UnaryArithm{Op: op, X: x}, nil
}

func (p *arithParser) primary() (syntax.ArithmExpr, error) {
	switch {
	case p.is("("):
		p.next()
		x, err := p.comma()
		if err != nil {
			return nil, err
		}
		if !p.is(")") {
			return nil, p.fail("missing `)'")
		}
		p.next()
		return &syntax.ParenArithm{X: x}, nil
	case p.kind == tokNumber, p.kind == tokName, p.kind == tokElement:
		x, err := p.operand()
		if err != nil {
			return nil, err
		}
		if (p.is("++") || p.is("--")) && assignable(x) {
			op := syntax.Inc
			if p.tok == "--" {
				op = syntax.Dec
			}
			p.next()
			return &syntax.UnaryArithm{Op: op, Post: true, X: x}, nil
		}
		return x, nil
	case p.kind == tokBad:
		return nil, p.fail("syntax error: operand expected")
	case p.kind == tokEOF: // bash names the last token
		return nil, &arithError{"syntax error: operand expected", p.lastToken()}
	}
	return nil, p.fail("syntax error: operand expected")
}

// lastToken is the end of the text from its last token on.
func (p *arithParser) lastToken() string {
	t := strings.TrimRight(p.s, " \t\n")
	if t == "" {
		return ""
	}
	i := len(t) - 1
	return p.s[i:]
}

func (p *arithParser) operand() (syntax.ArithmExpr, error) {
	tok := p.tok
	if p.kind == tokElement {
		k := strings.IndexByte(tok, '[')
		sub := tok[k+1 : len(tok)-1]
		p.next()
		return &syntax.Word{Parts: []syntax.WordPart{&syntax.ParamExp{
			Short: true,
			Param: &syntax.Lit{Value: tok[:k]},
			Index: &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: sub}}},
		}}}, nil
	}
	if p.kind == tokNumber {
		if _, msg := parseNumber(tok); msg != "" {
			return nil, p.fail(msg)
		}
	}
	p.next()
	return &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: tok}}}, nil
}
