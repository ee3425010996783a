package awk

import "fmt"

// maxDepth bounds the nesting of a program and the length of chains of operators in it.
const maxDepth = 2000

type parser struct {
	lexer
	t       *tree
	params  map[string]int
	inFunc  bool
	loops   int
	depth   int
	deepest int
	noGT    bool // > is a redirection here
	noIn    bool // in belongs to a for here
	calls   []*callExpr
	tuples  int    // lists in parentheses that nothing has used yet
	special bool   // in BEGIN or END
	within  string // BEGIN or END
}

// Source is one piece of program text, with the file it came from or "".
type Source struct{ Name, Text string }

func parseTree(sources []Source) (t *tree, err error) {
	t = &tree{globals: map[string]int{}, byName: map[string]*function{}}
	for i, name := range specialNames {
		t.globals[name] = i
		t.names = append(t.names, name)
	}
	p := &parser{t: t}
	current := ""
	defer func() {
		if r := recover(); r != nil {
			se, ok := r.(*SyntaxError)
			if !ok {
				panic(r)
			}
			se.File = current
			t, err = nil, se
		}
	}()
	for _, s := range sources {
		current = s.Name
		p.lexer = lexer{src: s.Text, line: 1}
		p.next()
		p.program()
	}
	for _, c := range p.calls {
		f := t.byName[c.name]
		if f == nil {
			panic(&SyntaxError{Line: c.line, Text: fmt.Sprintf("fatal: function `%s' not defined", c.name), Fatal: true})
		}
		if len(c.args) > len(f.params) {
			p.line = c.line
			p.fail("function `%s' called with more arguments than declared", c.name)
		}
	}
	for _, f := range t.funcs {
		if _, ok := t.globals[f.name]; ok {
			p.fail("function name `%s' used as a variable", f.name)
		}
	}
	t.depth = p.deepest
	return t, nil
}

func (p *parser) enter() {
	p.depth++
	if p.depth > maxDepth {
		p.fail("program nests too deep")
	}
	p.deepest = max(p.deepest, p.depth)
}

func (p *parser) leave() { p.depth-- }

// unexpected reports the token that does not fit.
func (p *parser) unexpected() {
	if p.tok == tEOF || p.tok == tNewline {
		p.failAt(p.start, "unexpected newline or end of string")
	}
	p.failAt(p.start, "syntax error")
}

func (p *parser) expect(t token) {
	if p.tok != t {
		p.unexpected()
	}
	p.next()
}

func (p *parser) skipNewlines() {
	for p.tok == tNewline {
		p.next()
	}
}

func (p *parser) skipTerminators() {
	for p.tok == tNewline || p.tok == tSemicolon {
		p.next()
	}
}

func (p *parser) program() {
	p.skipTerminators()
	for p.tok != tEOF {
		switch p.tok {
		case tBegin:
			p.next()
			p.needBrace()
			p.special, p.within = true, "BEGIN"
			p.t.begin = append(p.t.begin, p.block())
			p.special = false
		case tEnd:
			p.next()
			p.needBrace()
			p.special, p.within = true, "END"
			p.t.end = append(p.t.end, p.block())
			p.special = false
		case tFunction:
			p.function()
		default:
			p.rule()
		}
		if p.tok != tEOF && p.tok != tNewline && p.tok != tSemicolon && p.src[p.start-1] != '}' && p.tok != tLbrace {
			// items follow one another after a brace; blanks between are fine
			if !p.afterBrace() {
				p.unexpected()
			}
		}
		p.skipTerminators()
	}
}

// afterBrace tells whether the last token before this one closed a block.
func (p *parser) afterBrace() bool {
	i := p.start - 1
	for i >= 0 && (p.src[i] == ' ' || p.src[i] == '\t' || p.src[i] == '\r' || p.src[i] == '\n' || p.src[i] == '\\') {
		i--
	}
	return i >= 0 && p.src[i] == '}'
}

func (p *parser) needBrace() {
	if p.tok != tLbrace {
		p.line = p.tokLine
		p.fail("syntax error: BEGIN and END need an action part")
	}
}

func (p *parser) rule() {
	var r rule
	if p.tok != tLbrace {
		r.pattern = p.expr()
		if p.tok == tComma {
			p.next()
			p.skipNewlines()
			r.ranged = true
			r.last = p.expr()
		}
	}
	if p.tok == tLbrace {
		r.body = p.block()
	} else {
		r.noBody = true
	}
	p.t.rules = append(p.t.rules, r)
}

func (p *parser) function() {
	p.next()
	if p.tok != tName && p.tok != tFuncName {
		p.unexpected()
	}
	f := &function{name: p.text, slot: len(p.t.funcs)}
	if p.t.byName[f.name] != nil {
		p.fail("function name `%s' previously defined", f.name)
	}
	p.next()
	p.expect(tLparen)
	p.params = map[string]int{}
	for p.tok != tRparen {
		p.skipNewlines()
		if p.tok != tName {
			p.unexpected()
		}
		if p.text == f.name {
			p.fail("function `%s': cannot use function name as parameter name", f.name)
		}
		if _, dup := p.params[p.text]; dup {
			p.fail("function `%s': parameter #%d, `%s', duplicates an earlier parameter", f.name, len(f.params)+1, p.text)
		}
		p.params[p.text] = len(f.params)
		f.params = append(f.params, p.text)
		p.next()
		if p.tok == tComma {
			p.next()
			p.skipNewlines()
		} else if p.tok != tRparen {
			p.unexpected()
		}
	}
	p.next()
	p.skipNewlines()
	p.t.funcs = append(p.t.funcs, f)
	p.t.byName[f.name] = f
	p.inFunc = true
	whole := p.deepest
	p.deepest = 0
	if p.tok != tLbrace {
		p.unexpected()
	}
	f.body = p.block()
	f.weight = 2*p.deepest + 4
	p.deepest = max(whole, p.deepest)
	p.inFunc, p.params = false, nil
}

// block is { statements }.
func (p *parser) block() []stmt {
	p.expect(tLbrace)
	var out []stmt
	p.skipTerminators()
	for p.tok != tRbrace {
		if p.tok == tEOF {
			p.unexpected()
		}
		out = append(out, p.stmt())
		p.skipTerminators()
	}
	p.next()
	return out
}

// simpleEnd ends a simple statement.
func (p *parser) simpleEnd() {
	switch p.tok {
	case tSemicolon, tNewline:
		p.next()
	case tRbrace, tEOF:
	default:
		p.unexpected()
	}
}

// body is the statement that a loop or if governs; a lone ; is an empty one.
func (p *parser) body() []stmt {
	p.skipNewlines()
	if p.tok == tSemicolon {
		p.next()
		return nil
	}
	if p.tok == tLbrace {
		return p.block()
	}
	return []stmt{p.stmt()}
}

func (p *parser) loopBody() []stmt {
	p.loops++
	b := p.body()
	p.loops--
	return b
}

func (p *parser) parenExpr() expr {
	p.expect(tLparen)
	x := p.expr()
	p.expect(tRparen)
	return x
}

func (p *parser) stmt() stmt {
	p.enter()
	defer p.leave()
	switch p.tok {
	case tLbrace:
		return &blockStmt{p.block()}
	case tIf:
		p.next()
		s := &ifStmt{test: p.parenExpr()}
		s.yes = p.body()
		// an else may stand behind newlines and one semicolon
		save := p.lexer
		p.skipTerminators()
		if p.tok != tElse {
			p.lexer = save
			return s
		}
		p.next()
		s.no = p.body()
		return s
	case tWhile:
		p.next()
		test := p.parenExpr()
		if p.tok == tSemicolon {
			p.next()
			return &whileStmt{test: test}
		}
		return &whileStmt{test, p.loopBody()}
	case tDo:
		p.next()
		s := &doStmt{body: p.loopBody()}
		p.skipTerminators()
		p.expect(tWhile)
		s.test = p.parenExpr()
		p.simpleEnd()
		return s
	case tFor:
		return p.forStmt()
	case tSwitch:
		return p.switchStmt()
	case tSemicolon:
		p.next()
		return &blockStmt{}
	}
	s := p.simple()
	p.simpleEnd()
	return s
}

func (p *parser) forStmt() stmt {
	p.next()
	p.expect(tLparen)
	if p.tok == tName {
		save := p.lexer
		name := p.text
		p.next()
		if p.tok == tIn {
			p.next()
			if p.tok == tName {
				arrName := p.text
				p.next()
				var arr expr
				v := p.variable(arrName)
				arr = v
				if p.tok == tLbracket {
					arr = p.subscripts(v)
				}
				if p.tok == tRparen {
					p.next()
					return &forInStmt{v: p.variable(name), arr: arr, body: p.loopBody()}
				}
			}
		}
		p.lexer = save
	}
	s := &forStmt{}
	if p.tok != tSemicolon {
		s.init = p.simple()
	}
	p.expect(tSemicolon)
	p.skipNewlines()
	if p.tok != tSemicolon {
		s.test = p.expr()
	}
	p.expect(tSemicolon)
	p.skipNewlines()
	if p.tok != tRparen {
		s.step = p.simple()
	}
	p.expect(tRparen)
	if p.tok == tSemicolon {
		p.next()
		return s
	}
	s.body = p.loopBody()
	return s
}

func (p *parser) switchStmt() stmt {
	p.next()
	s := &switchStmt{x: p.parenExpr()}
	p.skipNewlines()
	p.expect(tLbrace)
	p.skipTerminators()
	for p.tok != tRbrace {
		var c switchCase
		switch p.tok {
		case tCase:
			p.next()
			c.value = p.unary()
		case tDefault:
			p.next()
			c.isDefault = true
		default:
			p.unexpected()
		}
		p.expect(tColon)
		p.skipTerminators()
		p.loops++
		for p.tok != tCase && p.tok != tDefault && p.tok != tRbrace {
			c.body = append(c.body, p.stmt())
			p.skipTerminators()
		}
		p.loops--
		s.cases = append(s.cases, c)
	}
	p.next()
	return s
}

// simple is a statement that ends at a terminator.
func (p *parser) simple() stmt {
	t := p.tok
	switch t {
	case tPrint, tPrintf:
		return p.print()
	case tBreak, tContinue:
		if p.loops == 0 {
			word := map[token]string{tBreak: "break", tContinue: "continue"}[t]
			p.fail("error: `%s' is not allowed outside a loop or switch", word)
		}
		p.next()
		if t == tBreak {
			return &breakStmt{}
		}
		return &continueStmt{}
	case tNext, tNextFile:
		if p.special {
			p.fail("error: `%s' used in %s action", p.text, p.within)
		}
		p.next()
		if t == tNextFile {
			return &nextFileStmt{}
		}
		return &nextStmt{}
	case tExit:
		p.next()
		s := &exitStmt{}
		if !p.atEnd() {
			s.code = p.expr()
		}
		return s
	case tReturn:
		if !p.inFunc {
			p.failAt(p.start, "`return' used outside function context")
		}
		p.next()
		s := &returnStmt{}
		if !p.atEnd() {
			s.x = p.expr()
		}
		return s
	case tDelete:
		p.next()
		paren := p.tok == tLparen
		if paren {
			p.next()
		}
		if p.tok != tName {
			p.unexpected()
		}
		v := p.variable(p.text)
		p.next()
		var target expr = v
		if p.tok == tLbracket {
			target = p.subscripts(v)
		}
		if paren {
			p.expect(tRparen)
		}
		return &deleteStmt{target}
	}
	return &exprStmt{p.expr()}
}

func (p *parser) atEnd() bool {
	return p.tok == tSemicolon || p.tok == tNewline || p.tok == tRbrace || p.tok == tEOF
}

func (p *parser) print() stmt {
	s := &printStmt{printf: p.tok == tPrintf}
	p.next()
	save, tuples := p.noGT, p.tuples
	p.noGT = true
	if !p.atEnd() && p.tok != tGT && p.tok != tAppend && p.tok != tPipe {
		first := p.expr()
		if t, ok := first.(*tupleExpr); ok {
			s.args = t.list
			p.tuples--
		} else {
			s.args = []expr{first}
			for p.tok == tComma {
				p.next()
				p.skipNewlines()
				s.args = append(s.args, p.expr())
			}
		}
	}
	if s.printf && len(s.args) == 0 {
		p.fail("printf: no arguments")
	}
	if p.tok == tGT || p.tok == tAppend || p.tok == tPipe {
		s.op = p.tok
		p.next()
		s.dest = p.concat()
	}
	p.noGT = save
	if p.tuples != tuples {
		p.fail("syntax error: a list in parentheses stands where a value should")
	}
	return s
}

// variable resolves a name.
func (p *parser) variable(name string) *varRef {
	if slot, ok := p.params[name]; ok {
		return &varRef{name: name, slot: slot, local: true}
	}
	slot, ok := p.t.globals[name]
	if !ok {
		slot = len(p.t.names)
		p.t.globals[name] = slot
		p.t.names = append(p.t.names, name)
	}
	return &varRef{name: name, slot: slot}
}

func (p *parser) subscripts(v *varRef) *indexRef {
	ref := &indexRef{base: v}
	for p.tok == tLbracket {
		p.next()
		gt, in := p.noGT, p.noIn
		p.noGT, p.noIn = false, false
		ref.subs = append(ref.subs, p.exprList())
		p.noGT, p.noIn = gt, in
		p.expect(tRbracket)
		if len(ref.subs) > 100 {
			p.fail("program nests too deep")
		}
	}
	return ref
}

func (p *parser) exprList() []expr {
	list := []expr{p.expr()}
	for p.tok == tComma {
		p.next()
		p.skipNewlines()
		list = append(list, p.expr())
	}
	return list
}
