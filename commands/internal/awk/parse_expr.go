package awk

import "github.com/sandpit-dev/sandpit/internal/pattern"

// expr is a whole expression: ?: and what binds tighter. Assignment is taken where its left side is read.
func (p *parser) expr() expr {
	p.enter()
	defer p.leave()
	test := p.or()
	if p.tok != tQuestion {
		return test
	}
	p.next()
	p.skipNewlines()
	yes := p.expr()
	p.skipNewlines()
	p.expect(tColon)
	p.skipNewlines()
	return &condExpr{test, yes, p.expr()}
}

// chain parses operand {op operand} with left association; every link counts as a level of depth.
func (p *parser) or() expr {
	x := p.and()
	d := p.depth
	for p.tok == tOr {
		p.enter()
		p.next()
		p.skipNewlines()
		x = &logicExpr{true, x, p.and()}
	}
	p.depth = d
	return x
}

func (p *parser) and() expr {
	x := p.in()
	d := p.depth
	for p.tok == tAnd {
		p.enter()
		p.next()
		p.skipNewlines()
		x = &logicExpr{false, x, p.in()}
	}
	p.depth = d
	return x
}

func (p *parser) in() expr {
	x := p.match()
	d := p.depth
	for p.tok == tIn && !p.noIn {
		p.enter()
		p.next()
		if p.tok != tName {
			p.unexpected()
		}
		v := p.variable(p.text)
		p.next()
		var arr expr = v
		if p.tok == tLbracket {
			arr = p.subscripts(v)
		}
		subs := []expr{x}
		if t, ok := x.(*tupleExpr); ok {
			subs = t.list
			p.tuples--
		}
		x = &inExpr{subs, arr}
	}
	p.depth = d
	return x
}

func (p *parser) match() expr {
	x := p.comparison()
	d := p.depth
	for p.tok == tMatch || p.tok == tNoMatch {
		p.enter()
		not := p.tok == tNoMatch
		p.next()
		x = &matchExpr{not, x, p.comparison()}
	}
	p.depth = d
	return x
}

func (p *parser) comparison() expr {
	x := p.pipe()
	switch p.tok {
	case tGT:
		if p.noGT {
			return x
		}
	case tLT, tLE, tEQ, tNE, tGE:
	default:
		return x
	}
	op := p.tok
	p.next()
	return &binaryExpr{op, x, p.pipe()}
}

// pipe is command | getline.
func (p *parser) pipe() expr {
	x := p.concat()
	return p.pipes(x)
}

func (p *parser) pipes(x expr) expr {
	d := p.depth
	for p.tok == tPipe {
		save := p.lexer
		p.next()
		if p.tok != tGetline {
			p.lexer = save
			break
		}
		p.enter()
		p.next()
		x = &getlineExpr{lhs: p.optLvalue(), source: x, op: tPipe}
	}
	p.depth = d
	return x
}

// startsOperand tells whether the current token can begin another part of a concatenation.
func (p *parser) startsOperand() bool {
	switch p.tok {
	case tNumber, tString, tName, tFuncName, tBuiltin, tDollar, tNot, tLparen, tMinus, tPlus, tIncr, tDecr:
		return true
	}
	return false
}

func (p *parser) concat() expr {
	x := p.additive()
	if !p.startsOperand() {
		return x
	}
	parts := []expr{x}
	for p.startsOperand() {
		parts = append(parts, p.additive())
	}
	return &concatExpr{parts}
}

func (p *parser) additive() expr {
	x := p.term()
	d := p.depth
	for p.tok == tPlus || p.tok == tMinus {
		p.enter()
		op := p.tok
		p.next()
		x = &binaryExpr{op, x, p.term()}
	}
	p.depth = d
	return x
}

func (p *parser) term() expr {
	x := p.unary()
	d := p.depth
	for p.tok == tMul || p.tok == tDiv || p.tok == tMod {
		p.enter()
		op := p.tok
		p.next()
		b := &binaryExpr{op, x, p.unary()}
		if y, ok := b.r.(*numLit); ok && y.v == 0 && op != tMul {
			if _, ok := x.(*numLit); ok {
				if op == tMod {
					p.fail("error: division by zero attempted in `%%'")
				}
				p.fail("error: division by zero attempted")
			}
		}
		x = b
	}
	p.depth = d
	return x
}

func (p *parser) unary() expr {
	switch p.tok {
	case tNot, tMinus, tPlus:
		p.enter()
		defer p.leave()
		op := p.tok
		p.next()
		x := p.unary()
		return &unaryExpr{op, x}
	}
	return p.power()
}

func (p *parser) power() expr {
	x := p.postfix(true)
	if p.tok != tPow {
		return x
	}
	p.enter()
	defer p.leave()
	p.next()
	if p.tok == tMinus || p.tok == tPlus || p.tok == tNot {
		op := p.tok
		p.next()
		return &binaryExpr{tPow, x, &unaryExpr{op, p.power()}}
	}
	return &binaryExpr{tPow, x, p.power()}
}

func isLvalue(x expr) bool {
	switch x.(type) {
	case *varRef, *fieldRef, *indexRef:
		return true
	}
	return false
}

// assignOps maps an assignment token to its operator.
func assignOp(t token) (token, bool) {
	switch t {
	case tAssign:
		return tAssign, true
	case tAddAssign:
		return tPlus, true
	case tSubAssign:
		return tMinus, true
	case tMulAssign:
		return tMul, true
	case tDivAssign:
		return tDiv, true
	case tModAssign:
		return tMod, true
	case tPowAssign:
		return tPow, true
	}
	return 0, false
}

// postfix is a primary with ++ or -- behind it, or an assignment to it.
func (p *parser) postfix(assign bool) expr {
	x := p.primary()
	if !isLvalue(x) {
		return x
	}
	switch p.tok {
	case tIncr, tDecr:
		delta := 1.0
		if p.tok == tDecr {
			delta = -1
		}
		p.next()
		return &incDecExpr{x, delta, true}
	}
	if op, ok := assignOp(p.tok); ok && assign {
		p.next()
		p.skipNewlines()
		return &assignExpr{op, x, p.expr()}
	}
	return x
}

func (p *parser) optLvalue() expr {
	switch p.tok {
	case tDollar, tName:
		x := p.primary()
		if !isLvalue(x) {
			p.unexpected()
		}
		return x
	}
	return nil
}

func (p *parser) primary() expr {
	p.enter()
	defer p.leave()
	switch p.tok {
	case tNumber:
		v := p.num
		p.next()
		return &numLit{v}
	case tString:
		s := p.text
		p.next()
		return &strLit{s}
	case tDiv, tDivAssign:
		p.regex()
		src := p.text
		if _, err := pattern.ERE(toERE(src), 0); err != nil {
			p.fail("error: %s: /%s/", err, src)
		}
		p.next()
		return &regexLit{src}
	case tDollar:
		p.next()
		if p.tok == tIncr || p.tok == tDecr {
			return &fieldRef{p.preIncDec()}
		}
		if p.tok == tMinus || p.tok == tPlus || p.tok == tNot {
			op := p.tok
			p.next()
			return &fieldRef{&unaryExpr{op, p.primary()}}
		}
		return &fieldRef{p.primary()}
	case tIncr, tDecr:
		return p.preIncDec()
	case tNot, tMinus, tPlus:
		return p.unary()
	case tName:
		v := p.variable(p.text)
		p.next()
		if p.tok == tLbracket {
			return p.subscripts(v)
		}
		return v
	case tFuncName:
		c := &callExpr{name: p.text, line: p.line}
		if _, shadow := p.params[c.name]; shadow {
			// a parameter followed by ( is a concatenation
			v := p.variable(c.name)
			p.next()
			return v
		}
		p.next()
		c.args = p.callArgs()
		p.calls = append(p.calls, c)
		return c
	case tBuiltin:
		return p.builtin()
	case tGetline:
		p.next()
		g := &getlineExpr{lhs: p.optLvalue()}
		if p.tok == tLT {
			p.next()
			g.op = tLT
			g.source = p.postfix(false)
		}
		return g
	case tLparen:
		gt, in := p.noGT, p.noIn
		p.noGT, p.noIn = false, false
		p.next()
		p.skipNewlines()
		list := p.exprList()
		p.skipNewlines()
		p.expect(tRparen)
		p.noGT, p.noIn = gt, in
		if len(list) == 1 {
			return &groupExpr{list[0]}
		}
		if p.tok != tIn && !gt {
			p.unexpected()
		}
		p.tuples++
		return &tupleExpr{list}
	}
	p.unexpected()
	return nil
}

func (p *parser) preIncDec() expr {
	delta := 1.0
	if p.tok == tDecr {
		delta = -1
	}
	p.next()
	x := p.primary()
	if g, ok := x.(*groupExpr); ok {
		x = g.x
	}
	if !isLvalue(x) {
		p.unexpected()
	}
	return &incDecExpr{x, delta, false}
}

func (p *parser) callArgs() []expr {
	p.expect(tLparen)
	gt, in := p.noGT, p.noIn
	p.noGT, p.noIn = false, false
	p.skipNewlines()
	var args []expr
	if p.tok != tRparen {
		args = p.exprList()
		p.skipNewlines()
	}
	p.expect(tRparen)
	p.noGT, p.noIn = gt, in
	return args
}

func (p *parser) builtin() expr {
	b := &builtinExpr{name: p.text, line: p.line}
	spec := builtins[b.name]
	p.next()
	if p.tok == tLparen {
		b.args = p.callArgs()
	} else if b.name != "length" {
		p.unexpected()
	}
	if len(b.args) < spec.min || len(b.args) > spec.max {
		p.failAt(max(p.ended-1, 0), "%d is invalid as number of arguments for %s", len(b.args), b.name)
	}
	switch b.name {
	case "sub", "gsub":
		if len(b.args) == 3 && !isLvalue(b.args[2]) {
			// gawk warns and throws the result away
			break
		}
	}
	return b
}
