package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// nodeText is the source text of a node on one line.
func nodeText(n syntax.Node) string {
	var b strings.Builder
	switch n := n.(type) {
	case *syntax.Word:
		return wordText(n)
	case *syntax.Assign:
		d := &syntax.DeclClause{Variant: &syntax.Lit{Value: "x"}, Args: []*syntax.Assign{n}}
		if n.Name != nil && !n.Naked {
			syntax.NewPrinter(syntax.SingleLine(true)).Print(&b, &syntax.CallExpr{Assigns: []*syntax.Assign{n}})
			return b.String()
		}
		syntax.NewPrinter(syntax.SingleLine(true)).Print(&b, d)
		return strings.TrimPrefix(b.String(), "x ")
	case *syntax.Stmt:
		return stmtText(n)
	case syntax.ArithmExpr:
		syntax.NewPrinter(syntax.SingleLine(true), syntax.Minify(false)).Print(&b, &syntax.ArithmCmd{X: n})
		t := strings.TrimSuffix(strings.TrimPrefix(b.String(), "(("), "))")
		return strings.TrimSpace(t)
	}
	syntax.NewPrinter(syntax.SingleLine(true)).Print(&b, n)
	return strings.TrimSpace(b.String())
}

// stmtText is a command as bash shows it in jobs and BASH_COMMAND.
func stmtText(st *syntax.Stmt) string {
	p := commandPrinter{inline: true}
	p.stmt(st)
	return strings.TrimSuffix(strings.TrimSuffix(p.b.String(), "&"), " ")
}

// commandLine is a command as BASH_COMMAND shows it: of a loop or a case only its head.
func commandLine(n syntax.Node) string {
	var p commandPrinter
	switch n := n.(type) {
	case *syntax.Stmt:
		if n.Negated { // the command, without what is done with its status
			plain := *n
			plain.Negated = false
			n = &plain
		}
		return stmtText(n)
	case *syntax.ForClause:
		p.inline = true
		p.forHead(n)
		return strings.TrimSuffix(p.b.String(), ";")
	case *syntax.CaseClause:
		return "case " + wordText(n.Word) + " in "
	case *syntax.FuncDecl:
		return n.Name.Value
	}
	return nodeText(n)
}

// functionText is the definition of a function as bash prints it: declare -f, type, exported functions.
func functionText(fn *function) string {
	var p commandPrinter
	p.b.WriteString(fn.name + " () \n")
	p.functionBody(fn.body)
	p.b.WriteByte('\n')
	return p.b.String()
}

// commandPrinter writes commands in the layout of bash (print_cmd.c): four blanks a level, "then" and "do" on the line
// of the condition, statements ended by ";".
type commandPrinter struct {
	b        strings.Builder
	level    int
	inFunc   int
	inline   bool
	heredocs []*syntax.Redirect
}

func (p *commandPrinter) indent() {
	for range p.level {
		p.b.WriteString("    ")
	}
}

func (p *commandPrinter) functionBody(body *syntax.Stmt) {
	blk, ok := body.Cmd.(*syntax.Block)
	p.indent()
	p.b.WriteString("{ \n")
	p.level++
	p.inFunc++
	if ok {
		p.list(blk.Stmts, false)
	} else {
		c := *body
		c.Redirs = nil
		p.list([]*syntax.Stmt{&c}, false)
	}
	p.inFunc--
	p.level--
	p.b.WriteByte('\n')
	p.indent()
	p.b.WriteString("}")
	p.redirs(body.Redirs)
}

// list writes statements, each on its line; the last ends in ";" when asked for.
func (p *commandPrinter) list(stmts []*syntax.Stmt, last bool) {
	for i, st := range stmts {
		if i == 0 || !stmts[i-1].Background || len(p.heredocs) > 0 {
			p.indent()
		}
		p.stmt(st)
		more := i < len(stmts)-1
		switch {
		case st.Background:
			if more {
				p.b.WriteByte(' ')
			}
		case p.pendingHeredocs():
			p.writeHeredocs()
			if more {
				p.b.WriteByte('\n')
			}
			continue
		case more || last:
			p.b.WriteByte(';')
		}
		if more && !st.Background {
			p.b.WriteByte('\n')
		}
	}
}

func (p *commandPrinter) pendingHeredocs() bool { return len(p.heredocs) > 0 }

func (p *commandPrinter) writeHeredocs() {
	for _, r := range p.heredocs {
		p.b.WriteByte('\n')
		if r.Hdoc != nil {
			var b strings.Builder
			for _, part := range r.Hdoc.Parts {
				if l, ok := part.(*syntax.Lit); ok {
					b.WriteString(l.Value)
				} else {
					b.WriteString(wordText(&syntax.Word{Parts: []syntax.WordPart{part}}))
				}
			}
			p.b.WriteString(b.String())
		}
		p.b.WriteString(unquote(wordText(r.Word)))
	}
	p.b.WriteByte('\n')
	p.heredocs = p.heredocs[:0]
}

// body writes a nested list on lines of its own, one level deeper, and leaves the cursor at the start of a new line.
func (p *commandPrinter) body(stmts []*syntax.Stmt) {
	p.level++
	p.list(stmts, true)
	p.level--
	p.b.WriteByte('\n')
	p.indent()
}

// cond writes the list of a condition on one line.
func (p *commandPrinter) cond(stmts []*syntax.Stmt) {
	for i, st := range stmts {
		if i > 0 {
			p.b.WriteString("; ")
		}
		p.stmt(st)
	}
}

func (p *commandPrinter) stmt(st *syntax.Stmt) {
	if st.Negated {
		p.b.WriteString("! ")
	}
	p.command(st)
	if _, isFunc := st.Cmd.(*syntax.FuncDecl); !isFunc {
		p.redirs(st.Redirs)
	}
	if st.Background {
		p.b.WriteString(" &")
	}
}

func (p *commandPrinter) redirs(redirs []*syntax.Redirect) {
	for _, r := range redirs {
		if p.b.Len() > 0 && !strings.HasSuffix(p.b.String(), " ") {
			p.b.WriteByte(' ')
		}
		n := ""
		if r.N != nil {
			n = r.N.Value
		}
		switch r.Op {
		case syntax.DplIn, syntax.DplOut:
			if n == "" && r.Op == syntax.DplOut {
				n = "1"
			} else if n == "" {
				n = "0"
			}
			p.b.WriteString(n + r.Op.String() + wordText(r.Word))
		case syntax.Hdoc, syntax.DashHdoc:
			p.b.WriteString(n + r.Op.String() + wordText(r.Word))
			p.heredocs = append(p.heredocs, r)
		default:
			p.b.WriteString(n + r.Op.String() + " " + wordText(r.Word))
		}
	}
}

func (p *commandPrinter) command(st *syntax.Stmt) {
	switch c := st.Cmd.(type) {
	case nil:
	case *syntax.CallExpr:
		for i, as := range c.Assigns {
			if i > 0 {
				p.b.WriteByte(' ')
			}
			p.b.WriteString(nodeText(as))
		}
		for i, w := range c.Args {
			if i > 0 || len(c.Assigns) > 0 {
				p.b.WriteByte(' ')
			}
			p.b.WriteString(wordText(w))
		}
	case *syntax.BinaryCmd:
		p.stmt(c.X)
		switch c.Op {
		case syntax.PipeAll:
			p.b.WriteString(" 2>&1 | ")
		default:
			p.b.WriteString(" " + c.Op.String() + " ")
		}
		p.stmt(c.Y)
	case *syntax.Block:
		if p.inline {
			p.b.WriteString("{ ")
			p.cond(c.Stmts)
			p.b.WriteString("; }")
			return
		}
		p.b.WriteString("{ \n")
		p.level++
		p.list(c.Stmts, false)
		p.level--
		p.b.WriteByte('\n')
		p.indent()
		p.b.WriteByte('}')
	case *syntax.Subshell:
		p.b.WriteString("( ")
		p.cond(c.Stmts)
		p.b.WriteString(" )")
	case *syntax.IfClause:
		p.ifClause(c)
	case *syntax.WhileClause:
		word := "while "
		if c.Until {
			word = "until "
		}
		p.b.WriteString(word)
		p.cond(c.Cond)
		p.loopBody("; do", c.Do)
	case *syntax.ForClause:
		p.forClause(c)
	case *syntax.CaseClause:
		p.caseClause(c)
	case *syntax.FuncDecl:
		p.b.WriteString("function " + c.Name.Value + " () \n")
		inline := p.inline
		p.inline = false
		p.functionBody(c.Body)
		p.inline = inline
	case *syntax.ArithmCmd:
		p.b.WriteString("(( " + nodeText(c.X) + " ))")
	case *syntax.TestClause:
		p.b.WriteString("[[ " + testText(c.X) + " ]]")
	case *syntax.TimeClause:
		p.b.WriteString("time ")
		if c.PosixFormat {
			p.b.WriteString("-p ")
		}
		if c.Stmt != nil {
			p.stmt(c.Stmt)
		}
	case *syntax.CoprocClause:
		name := "COPROC"
		if c.Name != nil {
			name = wordText(c.Name)
		}
		p.b.WriteString("coproc " + name + " ")
		p.stmt(c.Stmt)
	case *syntax.LetClause:
		p.b.WriteString("let")
		for _, x := range c.Exprs {
			p.b.WriteString(" " + nodeText(x))
		}
	case *syntax.DeclClause:
		p.b.WriteString(c.Variant.Value)
		for _, as := range c.Args {
			p.b.WriteString(" " + nodeText(as))
		}
	default:
		p.b.WriteString(nodeText(c))
	}
}

func (p *commandPrinter) loopBody(do string, stmts []*syntax.Stmt) {
	if p.inline {
		p.b.WriteString(do + " ")
		p.cond(stmts)
		p.b.WriteString("; done")
		return
	}
	p.b.WriteString(do + "\n")
	p.body(stmts)
	p.b.WriteString("done")
}

func (p *commandPrinter) ifClause(c *syntax.IfClause) {
	p.b.WriteString("if ")
	p.cond(c.Cond)
	if p.inline {
		p.b.WriteString("; then ")
		p.cond(c.Then)
		p.b.WriteString("; ")
		if c.Else != nil {
			p.b.WriteString("else ")
			if len(c.Else.Cond) == 0 {
				p.cond(c.Else.Then)
			} else {
				p.ifClause(c.Else)
			}
			p.b.WriteString("; ")
		}
		p.b.WriteString("fi")
		return
	}
	p.b.WriteString("; then\n")
	p.body(c.Then)
	if c.Else != nil {
		p.b.WriteString("else\n")
		if len(c.Else.Cond) == 0 {
			p.body(c.Else.Then)
		} else {
			p.level++
			p.indent()
			p.ifClause(c.Else)
			p.b.WriteByte(';')
			p.level--
			p.b.WriteByte('\n')
			p.indent()
		}
	}
	p.b.WriteString("fi")
}

func (p *commandPrinter) forClause(c *syntax.ForClause) {
	p.forHead(c)
	if p.inline {
		p.loopBody(" do", c.Do)
		return
	}
	p.b.WriteByte('\n')
	p.indent()
	p.loopBody("do", c.Do)
}

func (p *commandPrinter) forHead(c *syntax.ForClause) {
	word := "for "
	if c.Select {
		word = "select "
	}
	p.b.WriteString(word)
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		p.b.WriteString(l.Name.Value)
		if l.InPos.IsValid() {
			p.b.WriteString(" in")
			for _, w := range l.Items {
				p.b.WriteString(" " + wordText(w))
			}
		} else {
			p.b.WriteString(` in "$@"`)
		}
		p.b.WriteByte(';')
	case *syntax.CStyleLoop:
		part := func(x syntax.ArithmExpr) string {
			if x == nil {
				return "1"
			}
			return sourceText(x)
		}
		p.b.WriteString("((" + part(l.Init) + "; " + part(l.Cond) + "; " + part(l.Post) + "))")
	}
}

func (p *commandPrinter) caseClause(c *syntax.CaseClause) {
	p.b.WriteString("case " + wordText(c.Word) + " in ")
	if p.inline {
		for _, it := range c.Items {
			p.pattern(it)
			p.b.WriteString(") ")
			p.cond(it.Stmts)
			p.b.WriteString(" " + it.Op.String() + " ")
		}
		p.b.WriteString("esac")
		return
	}
	p.level++
	for _, it := range c.Items {
		p.b.WriteByte('\n')
		p.indent()
		p.pattern(it)
		p.b.WriteString(")\n")
		p.level++
		p.list(it.Stmts, false)
		p.level--
		p.b.WriteByte('\n')
		p.indent()
		p.b.WriteString(it.Op.String())
	}
	p.level--
	p.b.WriteByte('\n')
	p.indent()
	p.b.WriteString("esac")
}

func (p *commandPrinter) pattern(it *syntax.CaseItem) {
	for i, w := range it.Patterns {
		if i > 0 {
			p.b.WriteString(" | ")
		}
		p.b.WriteString(wordText(w))
	}
}

func testText(x syntax.TestExpr) string {
	switch x := x.(type) {
	case *syntax.BinaryTest:
		return testOperand(x.X, x.Op) + " " + x.Op.String() + " " + testOperand(x.Y, x.Op)
	case *syntax.UnaryTest:
		if x.Op == syntax.TsNot {
			return "! " + testText(x.X)
		}
		return x.Op.String() + " " + testOperand(x.X, syntax.TsMatch)
	case *syntax.ParenTest:
		return "( " + testText(x.X) + " )"
	case *syntax.Word:
		return "-n " + wordText(x)
	}
	return ""
}

func testOperand(x syntax.TestExpr, op syntax.BinTestOperator) string {
	if w, ok := x.(*syntax.Word); ok && op != syntax.AndTest && op != syntax.OrTest {
		return wordText(w)
	}
	return testText(x)
}
