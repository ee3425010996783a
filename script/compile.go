package script

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"
	"github.com/sandpit-dev/sandpit/internal/jsguard"
	"github.com/sandpit-dev/sandpit/jsrt"
)

const (
	dynImportFunc = "__dynImport"
	metaName      = "__import_meta"
	absentFunc    = "\x00absent"

	// wrapHead stands on a line of its own before a program's text. One function is the whole program: it returns the exports,
	// or the value of the last statement.
	wrapHead = "(async function (" + importFunc + "," + starFunc + "," + dynImportFunc + "," + metaName + "){"
)

// program is compiled source text. It is immutable and shared by realms and engines.
type program struct {
	code     *goja.Program
	file     string
	facts    *facts
	imports  []importDecl
	exports  bool // the function returns an object of exports
	async    bool
	usesMeta bool
	decls    []string // names that a session keeps
	size     int
}

// source is what there is to compile. Two equal sources give the same program.
type source struct {
	file, text string
	session    bool
	expression bool
	rules      Rules
	entry      string // names of functions that count as exported
}

// programs caches compiled sources for the whole process: they are immutable. Bounded by the size of the texts.
type programs struct {
	mu    sync.Mutex
	m     map[source]*program
	order []source
	bytes int
}

const maxProgramBytes = 16 << 20

var programCache = sync.OnceValue(func() *programs { return &programs{m: map[source]*program{}} })

func (c *programs) get(s source) *program {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.m[s]
}

func (c *programs) put(s source, p *program) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.m[s]; ok {
		return
	}
	c.m[s] = p
	c.order = append(c.order, s)
	c.bytes += p.size
	for c.bytes > maxProgramBytes && len(c.order) > 1 {
		c.bytes -= c.m[c.order[0]].size
		delete(c.m, c.order[0])
		c.order = c.order[1:]
	}
}

func compile(s source) (*program, error) {
	if p := programCache().get(s); p != nil {
		return p, nil
	}
	p, err := compileText(s)
	if err != nil {
		return nil, err
	}
	p.size = 8*len(s.text) + 2000
	programCache().put(s, p)
	return p, nil
}

// linesBefore is how many lines stand before a script's text when it is lowered: the reader of source maps takes what is on the
// very first place of a text for nothing.
const linesBefore = 1

// syntaxError turns a parse failure into an Error.
func syntaxError(s source, err error) error {
	var se *jsrt.SyntaxError
	if !errors.As(err, &se) {
		return &Error{Code: Syntax, Name: "SyntaxError", Message: err.Error(), File: s.file}
	}
	code := Syntax
	if se.Line == 0 && (strings.Contains(se.Message, "too deep") || strings.Contains(se.Message, "too large") || strings.Contains(se.Message, "too long")) {
		code = CodeSize
	}
	return &Error{Code: code, Name: "SyntaxError", Message: se.Message, File: s.file, Line: max(se.Line-linesBefore, 0), Column: se.Column}
}

// lower makes what goja parses of the text. What returns at top level, beside waiting there, is no module: it is the body of a
// function. Every text is lowered with linesBefore lines before it.
func lower(s source, text string) (code, sourceMap string, err error) {
	code, sourceMap, err = jsrt.Lower(s.file, "\n"+text, 1, s.session)
	if err == nil || !strings.Contains(err.Error(), "op-level return") {
		return code, sourceMap, err
	}
	first := err
	code, sourceMap, err = jsrt.Lower(s.file, "async function __body(){\n"+text+"\n}", 0, s.session)
	if err != nil {
		return "", "", first
	}
	i := strings.Index(code, "async function __body() {")
	j := strings.LastIndexByte(code, '}')
	if i < 0 || j < i {
		return "", "", errors.New("Illegal return statement")
	}
	body := code[i+len("async function __body() {") : j]
	return code[:i] + body, sourceMap, nil
}

func compileText(s source) (*program, error) {
	text := strings.TrimPrefix(s.text, "\ufeff")
	if strings.HasPrefix(text, "#!") {
		text = "//" + text[2:]
	}
	if err := jsguard.ScanSource(text); err != nil {
		return nil, syntaxError(s, &jsrt.SyntaxError{Message: err.Error()})
	}
	code, sourceMap, err := "", "", error(nil)
	wrapped := false
	if t := strings.TrimSpace(text); s.expression || looksLikeExpression(t) {
		code, sourceMap, err = jsrt.Lower(s.file, "async () => (\n"+strings.TrimRight(t, "; \n")+"\n)", 1, false)
		if wrapped = err == nil; !wrapped && s.expression {
			return nil, syntaxError(s, err)
		}
	}
	if !wrapped {
		if code, sourceMap, err = lower(s, text); err != nil {
			return nil, syntaxError(s, err)
		}
	}
	code = strings.ReplaceAll(code, "Promise.resolve().then(() => __toESM(require(", "Promise.resolve().then(() => "+dynImportFunc+"((")
	m := splitModule(code)
	for i := range m.imports {
		m.imports[i].line = lineOf(text, m.imports[i].spec)
	}
	if !s.session && !wrapped {
		m.exportEntries(strings.Split(s.entry, ","))
	}
	tree, err := parse(s.file, m, sourceMap)
	if err != nil {
		return nil, syntaxError(s, err)
	}
	if m.expandExports(body(tree)) {
		if tree, err = parse(s.file, m, sourceMap); err != nil {
			return nil, syntaxError(s, err)
		}
	}
	p := &program{file: s.file, imports: m.imports, exports: len(m.exports)+len(m.stars) > 0, usesMeta: strings.Contains(code, metaName)}
	fn := main(tree)
	if fn == nil {
		return nil, &Error{Code: Syntax, Name: "SyntaxError", Message: "Unexpected token '}'", File: s.file}
	}
	if wrapped && !unwrap(fn) {
		return nil, &Error{Code: Syntax, Name: "SyntaxError", Message: "no expression", File: s.file}
	}
	p.facts = analyze(fn.Body.List, fn.DeclarationList, s.rules, fn.ParameterList)
	if f := p.facts.findings; len(f) > 0 {
		return nil, forbidden(s, tree, f)
	}
	if s.session {
		p.decls = keepDeclarations(fn, m)
	}
	if !p.exports {
		returnLast(fn.Body)
	}
	if m.fallback && s.session {
		p.exports = true
	}
	fn.Async = p.facts.await
	p.async = fn.Async
	if err := jsguard.RewriteWith(tree, jsguard.Options{Computed: !p.facts.reflect, Strings: true, Regexps: true}); err != nil {
		return nil, badRegexp(s, tree, err)
	}
	if p.code, err = goja.CompileAST(tree, true); err != nil {
		return nil, syntaxError(s, compileError(err))
	}
	return p, nil
}

var statementStart = regexp.MustCompile(`^(?:const|let|var|function|class|import|export|return|if|for|while|do|switch|throw|try|with|async\s+function|enum|interface|type|namespace|declare|abstract|"use |'use )\b?`)

// looksLikeExpression tells that a text may be one expression. esbuild drops statements that are a constant string, and takes an
// object for a block.
func looksLikeExpression(t string) bool {
	if strings.HasPrefix(t, "{") {
		return strings.HasSuffix(t, "}")
	}
	return len(t) < 500 && !strings.ContainsAny(strings.TrimRight(t, "; \n"), "\n;") && !statementStart.MatchString(t)
}

// unwrap makes the body of the arrow function that a wrapped expression is the whole program.
func unwrap(fn *ast.FunctionLiteral) bool {
	list := fn.Body.List
	if len(list) == 0 {
		return false
	}
	st, ok := list[len(list)-1].(*ast.ExpressionStatement)
	if !ok {
		return false
	}
	arrow, ok := st.Expression.(*ast.ArrowFunctionLiteral)
	if !ok {
		return false
	}
	e, ok := arrow.Body.(*ast.ExpressionBody)
	if !ok {
		return false
	}
	list[len(list)-1] = &ast.ReturnStatement{Return: e.Expression.Idx0(), Argument: e.Expression}
	return true
}

// parse wraps the program's text in its function.
func parse(name string, m *moduleSyntax, sourceMap string) (*ast.Program, error) {
	tree, err := goja.Parse(name, wrapHead+m.head()+"\n"+m.text+"\n"+m.tail()+"})\n"+sourceMap,
		parser.WithSourceMapLoader(func(string) ([]byte, error) { return nil, errors.New("no source map") }))
	if err != nil {
		return nil, compileError(err)
	}
	return tree, nil
}

func compileError(err error) error {
	var list parser.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return &jsrt.SyntaxError{Message: strings.TrimPrefix(list[0].Message, "SyntaxError: "), Line: list[0].Position.Line, Column: list[0].Position.Column}
	}
	var ce *goja.CompilerSyntaxError
	if errors.As(err, &ce) {
		e := &jsrt.SyntaxError{Message: ce.Message}
		if ce.File != nil {
			pos := ce.File.Position(ce.Offset)
			e.Line, e.Column = pos.Line, pos.Column
		}
		return e
	}
	return &jsrt.SyntaxError{Message: err.Error()}
}

// main is the function that the wrapper makes of a program.
func main(tree *ast.Program) *ast.FunctionLiteral {
	if len(tree.Body) != 1 {
		return nil
	}
	st, ok := tree.Body[0].(*ast.ExpressionStatement)
	if !ok {
		return nil
	}
	fn, _ := st.Expression.(*ast.FunctionLiteral)
	return fn
}

func body(tree *ast.Program) []ast.Statement {
	if fn := main(tree); fn != nil {
		return fn.Body.List
	}
	return nil
}

// expandExports fills in the names that `export const {a, b} = ...` declares. It tells whether there was anything to fill in.
func (m *moduleSyntax) expandExports(list []ast.Statement) bool {
	start := len(wrapHead) + len(m.head()) + 1
	var out []exportDecl
	changed := false
	for _, e := range m.exports {
		if e.at == 0 {
			out = append(out, e)
			continue
		}
		changed = true
		for _, s := range list {
			if int(s.Idx0())-1 != start+e.at {
				continue
			}
			var bindings []*ast.Binding
			switch n := s.(type) {
			case *ast.LexicalDeclaration:
				bindings = n.List
			case *ast.VariableStatement:
				bindings = n.List
			}
			for _, b := range bindings {
				eachName(b.Target, func(id *ast.Identifier) {
					out = append(out, exportDecl{name: id.Name.String(), local: id.Name.String(), live: e.live})
				})
			}
		}
	}
	m.exports = out
	return changed
}

// returnLast makes the value of the last statement the value of the program: an expression, also in a block, an if or a try.
func returnLast(b *ast.BlockStatement) {
	for i := len(b.List) - 1; i >= 0; i-- {
		if _, empty := b.List[i].(*ast.EmptyStatement); !empty {
			b.List[i] = returned(b.List[i])
			return
		}
	}
}

func returned(s ast.Statement) ast.Statement {
	switch n := s.(type) {
	case *ast.ExpressionStatement:
		return &ast.ReturnStatement{Return: n.Idx0(), Argument: n.Expression}
	case *ast.BlockStatement:
		returnLast(n)
	case *ast.IfStatement:
		n.Consequent = returned(n.Consequent)
		if n.Alternate != nil {
			n.Alternate = returned(n.Alternate)
		}
	case *ast.TryStatement:
		returnLast(n.Body)
		if n.Catch != nil {
			returnLast(n.Catch.Body)
		}
	}
	return s
}

// forbidden is the error for what the code rules found.
func forbidden(s source, tree *ast.Program, list []finding) error {
	pos := func(at file.Idx) file.Position { return tree.File.Position(int(at) - 1) }
	first := pos(list[0].at)
	var b strings.Builder
	for i, f := range list {
		if i == 5 {
			fmt.Fprintf(&b, " and %d more", len(list)-i)
			break
		}
		if i > 0 {
			b.WriteString("; ")
		}
		p := pos(f.at)
		fmt.Fprintf(&b, "%s is not allowed here (line %d, column %d)", f.what, max(p.Line-linesBefore, 1), p.Column+1)
	}
	if strings.Contains(b.String(), "import()") {
		b.WriteString(": use a static import of a module that is granted, or put everything into one file")
	}
	return &Error{Code: Forbidden, Message: b.String(), File: s.file, Line: max(first.Line-linesBefore, 1), Column: first.Column + 1}
}

// badRegexp is the error for a literal that is no regular expression.
func badRegexp(s source, tree *ast.Program, err error) error {
	e := &Error{Code: Syntax, Name: "SyntaxError", Message: err.Error(), File: s.file}
	var bad *jsguard.BadRegexp
	if errors.As(err, &bad) {
		pos := tree.File.Position(int(bad.At) - 1)
		e.Line, e.Column = max(pos.Line-linesBefore, 1), pos.Column+1
	}
	return e
}

// lineOf is the line of a text on which a module is named.
func lineOf(text, spec string) int {
	for i, l := range strings.Split(text, "\n") {
		if strings.Contains(l, "'"+spec+"'") || strings.Contains(l, quote(spec)) {
			return i + 1
		}
	}
	return 0
}
