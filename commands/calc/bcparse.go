package calc

import (
	"errors"
)

// bcNode is an expression or a statement.
type bcNode struct {
	op    string
	text  string
	args  []*bcNode
	paren bool
	loop  bool // a for, not a while
	adr   int  // see bcAddresses
}

type bcParam struct {
	name  string
	array bool
	ref   bool
}

type bcFunction struct {
	name   string
	params []bcParam
	autos  []bcParam
	body   *bcNode
	void   bool
}

var errBCSyntax = errors.New("syntax error")

const maxNesting = 500

// bcParser turns tokens into a tree, a line at a time.
type bcParser struct {
	lex   *bcLexer
	tok   bcToken
	depth int
	funcs map[string]*bcFunction
}

func (p *bcParser) advance() { p.tok = p.lex.next() }

func (p *bcParser) is(text string) bool {
	return (p.tok.kind == 'o' || p.tok.kind == 'k') && p.tok.text == text
}

func (p *bcParser) want(text string) error {
	if !p.is(text) {
		return errBCSyntax
	}
	p.advance()
	return nil
}

func (p *bcParser) newlines() {
	for p.tok.kind == '\n' {
		p.advance()
	}
}

// line reads one line of input: statements up to a newline, or a function. nil is the end.
func (p *bcParser) line() (*bcNode, error) {
	p.advance()
	if p.tok.kind == 0 {
		return nil, nil
	}
	block := &bcNode{op: "block"}
	for {
		if p.tok.kind == 0 && len(block.args) > 0 && block.args[len(block.args)-1].op != "quit" {
			return block, errBCSyntax
		}
		if p.tok.kind == '\n' || p.tok.kind == 0 {
			return block, nil
		}
		if p.is(";") {
			p.advance()
			continue
		}
		if p.is("define") {
			if err := p.define(); err != nil {
				return block, err
			}
			continue // a function need not end its line
		}
		s, err := p.statement()
		if err != nil {
			return block, err
		}
		block.args = append(block.args, s)
		if s.op == "quit" {
			return block, nil
		}
		if p.tok.kind != '\n' && p.tok.kind != 0 && !p.is(";") {
			return block, errBCSyntax
		}
	}
}

// skipLine goes to the end of a line that is wrong.
func (p *bcParser) skipLine() {
	for p.tok.kind != '\n' && p.tok.kind != 0 {
		p.advance()
	}
}

func (p *bcParser) enter() error {
	if p.depth++; p.depth > maxNesting {
		return errBCSyntax
	}
	return nil
}

func (p *bcParser) statement() (*bcNode, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	if p.tok.kind == 's' {
		n := &bcNode{op: "string", text: p.tok.text}
		p.advance()
		return n, nil
	}
	if p.is("{") {
		p.advance()
		block := &bcNode{op: "block"}
		for {
			for p.tok.kind == '\n' || p.is(";") {
				p.advance()
			}
			if p.is("}") {
				p.advance()
				return block, nil
			}
			if p.tok.kind == 0 {
				return nil, errBCSyntax
			}
			s, err := p.statement()
			if err != nil {
				return nil, err
			}
			block.args = append(block.args, s)
			if p.tok.kind != '\n' && !p.is(";") && !p.is("}") {
				return nil, errBCSyntax
			}
		}
	}
	if p.tok.kind == 'k' {
		word := p.tok.text
		switch word {
		case "quit", "halt", "break", "continue", "limits", "warranty":
			p.advance()
			return &bcNode{op: word}, nil
		case "return":
			p.advance()
			n := &bcNode{op: word}
			if p.tok.kind != '\n' && !p.is(";") && !p.is("}") && p.tok.kind != 0 {
				e, err := p.expression()
				if err != nil {
					return nil, err
				}
				n.args = append(n.args, e)
			}
			return n, nil
		case "print":
			p.advance()
			n := &bcNode{op: word}
			for {
				if p.tok.kind == 's' {
					n.args = append(n.args, &bcNode{op: "string", text: p.tok.text})
					p.advance()
				} else {
					e, err := p.expression()
					if err != nil {
						return nil, err
					}
					n.args = append(n.args, e)
				}
				if !p.is(",") {
					return n, nil
				}
				p.advance()
			}
		case "if":
			p.advance()
			if err := p.want("("); err != nil {
				return nil, err
			}
			cond, err := p.expression()
			if err != nil {
				return nil, err
			}
			if err := p.want(")"); err != nil {
				return nil, err
			}
			p.newlines()
			then, err := p.statement()
			if err != nil {
				return nil, err
			}
			n := &bcNode{op: "if", args: []*bcNode{cond, then}}
			if p.is("else") {
				p.advance()
				p.newlines()
				other, err := p.statement()
				if err != nil {
					return nil, err
				}
				n.args = append(n.args, other)
			}
			return n, nil
		case "while":
			p.advance()
			if err := p.want("("); err != nil {
				return nil, err
			}
			cond, err := p.expression()
			if err != nil {
				return nil, err
			}
			if err := p.want(")"); err != nil {
				return nil, err
			}
			p.newlines()
			body, err := p.statement()
			if err != nil {
				return nil, err
			}
			return &bcNode{op: "for", args: []*bcNode{nil, cond, nil, body}}, nil
		case "for":
			p.advance()
			if err := p.want("("); err != nil {
				return nil, err
			}
			n := &bcNode{op: "for", loop: true}
			for i := range 3 {
				end := ";"
				if i == 2 {
					end = ")"
				}
				var e *bcNode
				if !p.is(end) {
					var err error
					if e, err = p.expression(); err != nil {
						return nil, err
					}
				}
				n.args = append(n.args, e)
				if err := p.want(end); err != nil {
					return nil, err
				}
			}
			p.newlines()
			body, err := p.statement()
			if err != nil {
				return nil, err
			}
			n.args = append(n.args, body)
			return n, nil
		}
	}
	e, err := p.expression()
	if err != nil {
		return nil, err
	}
	return &bcNode{op: "show", args: []*bcNode{e}}, nil
}

func (p *bcParser) params() ([]bcParam, error) {
	var out []bcParam
	for p.tok.kind == 'i' || p.is("*") || p.is("&") {
		ref := p.tok.kind != 'i'
		if ref {
			p.advance()
		}
		a := bcParam{name: p.tok.text, ref: ref}
		if p.tok.kind != 'i' {
			return nil, errBCSyntax
		}
		p.advance()
		if p.is("[") {
			p.advance()
			if err := p.want("]"); err != nil {
				return nil, err
			}
			a.array = true
		}
		out = append(out, a)
		if !p.is(",") {
			break
		}
		p.advance()
	}
	return out, nil
}

func (p *bcParser) define() (err error) {
	p.advance()
	f := &bcFunction{}
	if p.is("void") {
		f.void = true
		p.advance()
	}
	if p.tok.kind != 'i' {
		return errBCSyntax
	}
	f.name = p.tok.text
	p.advance()
	if err := p.want("("); err != nil {
		return err
	}
	if f.params, err = p.params(); err != nil {
		return err
	}
	if err := p.want(")"); err != nil {
		return err
	}
	p.newlines()
	if !p.is("{") {
		return errBCSyntax
	}
	p.advance()
	body := &bcNode{op: "block"}
	first := true
	for {
		for p.tok.kind == '\n' || p.is(";") {
			p.advance()
		}
		if p.is("}") {
			p.advance()
			break
		}
		if p.tok.kind == 0 {
			return errBCSyntax
		}
		if p.is("auto") && first {
			p.advance()
			if f.autos, err = p.params(); err != nil {
				return err
			}
			first = false
			continue
		}
		first = false
		s, err := p.statement()
		if err != nil {
			return err
		}
		body.args = append(body.args, s)
		if p.tok.kind != '\n' && !p.is(";") && !p.is("}") {
			return errBCSyntax
		}
	}
	f.body = body
	new(bcAddresses).unit(body)
	p.funcs[f.name] = f
	return nil
}

// The levels of binary operators, weakest first. Assignment lies between && and the relations, as in GNU bc.
func (p *bcParser) expression() (*bcNode, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	left, err := p.andExpr()
	for err == nil && p.is("||") {
		p.advance()
		var right *bcNode
		if right, err = p.andExpr(); err == nil {
			left = &bcNode{op: "||", args: []*bcNode{left, right}}
		}
	}
	return left, err
}

func (p *bcParser) andExpr() (*bcNode, error) {
	left, err := p.notExpr()
	for err == nil && p.is("&&") {
		p.advance()
		var right *bcNode
		if right, err = p.notExpr(); err == nil {
			left = &bcNode{op: "&&", args: []*bcNode{left, right}}
		}
	}
	return left, err
}

func (p *bcParser) notExpr() (*bcNode, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	if p.is("!") {
		p.advance()
		e, err := p.notExpr()
		return &bcNode{op: "!", args: []*bcNode{e}}, err
	}
	return p.relation()
}

func (p *bcParser) relation() (*bcNode, error) {
	left, err := p.assignment()
	for err == nil && p.tok.kind == 'o' {
		switch op := p.tok.text; op {
		case "<", ">", "<=", ">=", "==", "!=":
			p.advance()
			var right *bcNode
			if right, err = p.assignment(); err == nil {
				left = &bcNode{op: op, args: []*bcNode{left, right}}
			}
			continue
		}
		break
	}
	return left, err
}

func (n *bcNode) assignable() bool {
	return !n.paren && (n.op == "var" || n.op == "elem" || n.op == "special")
}

func (p *bcParser) assignment() (*bcNode, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	left, err := p.sum()
	if err != nil || p.tok.kind != 'o' {
		return left, err
	}
	switch op := p.tok.text; op {
	case "=", "+=", "-=", "*=", "/=", "%=", "^=":
		if !left.assignable() {
			return nil, errBCSyntax
		}
		p.advance()
		right, err := p.assignment()
		if err != nil {
			return nil, err
		}
		return &bcNode{op: "set", text: op[:len(op)-1], args: []*bcNode{left, right}}, nil
	}
	return left, nil
}

func (p *bcParser) binary(ops string, next func() (*bcNode, error)) (*bcNode, error) {
	left, err := next()
	for err == nil && p.tok.kind == 'o' && len(p.tok.text) == 1 && containsByte(ops, p.tok.text[0]) {
		op := p.tok.text
		p.advance()
		var right *bcNode
		if right, err = next(); err == nil {
			left = &bcNode{op: op, args: []*bcNode{left, right}}
		}
	}
	return left, err
}

func containsByte(s string, c byte) bool {
	for i := range len(s) {
		if s[i] == c {
			return true
		}
	}
	return false
}

func (p *bcParser) sum() (*bcNode, error)     { return p.binary("+-", p.product) }
func (p *bcParser) product() (*bcNode, error) { return p.binary("*/%", p.power) }

func (p *bcParser) power() (*bcNode, error) {
	left, err := p.unary()
	if err != nil || !p.is("^") {
		return left, err
	}
	p.advance()
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	right, err := p.power()
	return &bcNode{op: "^", args: []*bcNode{left, right}}, err
}

// unary binds tighter than ^: -2^2 is 4.
func (p *bcParser) unary() (*bcNode, error) {
	if p.is("-") {
		p.advance()
		if err := p.enter(); err != nil {
			return nil, err
		}
		defer func() { p.depth-- }()
		e, err := p.unary()
		return &bcNode{op: "neg", args: []*bcNode{e}}, err
	}
	if p.is("++") || p.is("--") {
		op := p.tok.text
		p.advance()
		e, err := p.primary()
		if err == nil && !e.assignable() {
			err = errBCSyntax
		}
		return &bcNode{op: "pre" + op, args: []*bcNode{e}}, err
	}
	e, err := p.primary()
	if err == nil && (p.is("++") || p.is("--")) {
		if !e.assignable() {
			return nil, errBCSyntax
		}
		e = &bcNode{op: "post" + p.tok.text, args: []*bcNode{e}}
		p.advance()
	}
	return e, err
}

func (p *bcParser) primary() (*bcNode, error) {
	t := p.tok
	switch {
	case t.kind == 'n':
		p.advance()
		return &bcNode{op: "number", text: t.text}, nil
	case p.is("("):
		p.advance()
		e, err := p.expression()
		if err != nil {
			return nil, err
		}
		inner := *e
		inner.paren = true
		return &inner, p.want(")")
	case p.is(".") || p.is("last"):
		p.advance()
		return &bcNode{op: "special", text: "last"}, nil
	case t.kind == 'k':
		switch t.text {
		case "ibase", "obase":
			p.advance()
			return &bcNode{op: "special", text: t.text}, nil
		case "scale", "length", "sqrt", "read":
			p.advance()
			if !p.is("(") {
				if t.text == "scale" {
					return &bcNode{op: "special", text: "scale"}, nil
				}
				return nil, errBCSyntax
			}
			p.advance()
			n := &bcNode{op: "builtin", text: t.text}
			if t.text != "read" {
				e, err := p.expression()
				if err != nil {
					return nil, err
				}
				n.args = append(n.args, e)
			}
			return n, p.want(")")
		}
	case t.kind == 'i':
		p.advance()
		switch {
		case p.is("["):
			p.advance()
			if p.is("]") {
				p.advance()
				return &bcNode{op: "array", text: t.text}, nil
			}
			e, err := p.expression()
			if err != nil {
				return nil, err
			}
			return &bcNode{op: "elem", text: t.text, args: []*bcNode{e}}, p.want("]")
		case p.is("("):
			p.advance()
			n := &bcNode{op: "call", text: t.text}
			for !p.is(")") {
				e, err := p.expression()
				if err != nil {
					return nil, err
				}
				n.args = append(n.args, e)
				if !p.is(",") {
					break
				}
				p.advance()
			}
			return n, p.want(")")
		}
		return &bcNode{op: "var", text: t.text}, nil
	}
	return nil, errBCSyntax
}
