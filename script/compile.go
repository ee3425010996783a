package script

import (
	"errors"
	"fmt"
	"path"
	"sort"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
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

// syntaxError turns a parse failure into an Error. up is how many lines were put before the text.
func syntaxError(s source, err error, up int) error {
	var se *jsrt.SyntaxError
	if !errors.As(err, &se) {
		return &Error{Code: Syntax, Name: "SyntaxError", Message: err.Error(), File: s.file}
	}
	code := Syntax
	if se.Line == 0 && (strings.Contains(se.Message, "too deep") || strings.Contains(se.Message, "too large") || strings.Contains(se.Message, "too long")) {
		code = CodeSize
	}
	return &Error{Code: code, Name: "SyntaxError", Message: se.Message, File: s.file, Line: max(se.Line-up, 0), Column: se.Column}
}

// lower makes what goja parses of the text. What returns at top level, beside waiting there, is no module: it is the body of a
// function, whose lines are put back by up.
func lower(s source, text string) (code, sourceMap string, up int, err error) {
	code, sourceMap, err = jsrt.Lower(s.file, text, 1)
	if err == nil || !strings.Contains(err.Error(), "op-level return") {
		return code, sourceMap, 0, err
	}
	code, sourceMap, err = jsrt.Lower(s.file, "async function __body(){\n"+text+"\n}", 0)
	if err != nil {
		return "", "", 1, err
	}
	i := strings.Index(code, "async function __body() {")
	j := strings.LastIndexByte(code, '}')
	if i < 0 || j < i {
		return "", "", 1, errors.New("Illegal return statement")
	}
	body := code[i+len("async function __body() {") : j]
	return code[:i] + body, sourceMap, 1, nil
}

func compileText(s source) (*program, error) {
	text := strings.TrimPrefix(s.text, "\ufeff")
	if strings.HasPrefix(text, "#!") {
		text = "//" + text[2:]
	}
	if err := jsguard.ScanSource(text); err != nil {
		return nil, syntaxError(s, &jsrt.SyntaxError{Message: err.Error()}, 0)
	}
	code, sourceMap, up, err := "", "", 0, error(nil)
	wrapped := false
	if t := strings.TrimSpace(text); s.expression || strings.HasPrefix(t, "{") && strings.HasSuffix(t, "}") || strings.HasPrefix(t, "function") || strings.HasPrefix(t, "async function") || strings.HasPrefix(t, "class") {
		code, sourceMap, err = jsrt.Lower(s.file, "(\n"+strings.TrimRight(t, "; \n")+"\n)", 1)
		if wrapped = err == nil; wrapped {
			up = 1
		} else if s.expression {
			return nil, syntaxError(s, err, 1)
		}
	}
	if !wrapped {
		if code, sourceMap, up, err = lower(s, text); err != nil {
			return nil, syntaxError(s, err, up)
		}
	}
	code = strings.ReplaceAll(code, "Promise.resolve().then(() => __toESM(require(", "Promise.resolve().then(() => "+dynImportFunc+"((")
	m := splitModule(code)
	if !s.session && !wrapped {
		m.exportEntries(strings.Split(s.entry, ","))
	}
	tree, err := parse(s.file, m, sourceMap)
	if err != nil {
		return nil, syntaxError(s, err, up)
	}
	if m.expandExports(body(tree)) {
		if tree, err = parse(s.file, m, sourceMap); err != nil {
			return nil, syntaxError(s, err, up)
		}
	}
	p := &program{file: s.file, imports: m.imports, exports: len(m.exports)+len(m.stars) > 0, usesMeta: strings.Contains(code, metaName)}
	fn := main(tree)
	if fn == nil {
		return nil, &Error{Code: Syntax, Name: "SyntaxError", Message: "Unexpected token '}'", File: s.file}
	}
	p.facts = analyze(fn.Body.List, fn.DeclarationList, s.rules, fn.ParameterList)
	if f := p.facts.findings; len(f) > 0 {
		return nil, forbidden(s, tree, f, up)
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
	jsguard.RewriteWith(tree, jsguard.Options{Computed: !p.facts.reflect, Strings: true})
	if p.code, err = goja.CompileAST(tree, true); err != nil {
		return nil, syntaxError(s, compileError(err), up)
	}
	return p, nil
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

// returnLast makes the value of the last statement the value of the program.
func returnLast(b *ast.BlockStatement) {
	for i := len(b.List) - 1; i >= 0; i-- {
		switch n := b.List[i].(type) {
		case *ast.EmptyStatement:
			continue
		case *ast.ExpressionStatement:
			b.List[i] = &ast.ReturnStatement{Return: n.Idx0(), Argument: n.Expression}
		}
		return
	}
}

// keepDeclarations turns the declarations of a session's text into assignments to names of the session, so that the next text
// finds them. It returns the names.
func keepDeclarations(fn *ast.FunctionLiteral, m *moduleSyntax) []string {
	names := map[string]bool{}
	keep := func(t ast.Node) { eachName(t, func(id *ast.Identifier) { names[id.Name.String()] = true }) }
	// The names must not be declared by the function itself.
	for _, d := range fn.DeclarationList {
		for _, b := range d.List {
			keep(b.Target)
		}
	}
	fn.DeclarationList = nil
	var hoisted, rest []ast.Statement
	assign := func(left ast.Expression, right ast.Expression) ast.Statement {
		return &ast.ExpressionStatement{Expression: &ast.AssignExpression{Operator: token.ASSIGN, Left: left, Right: right}}
	}
	list := func(bindings []*ast.Binding, initialise bool) {
		for _, b := range bindings {
			keep(b.Target)
			if b.Initializer == nil && !initialise {
				continue
			}
			var init ast.Expression = b.Initializer
			if init == nil {
				init = &ast.UnaryExpression{Operator: token.VOID, Idx: b.Idx0(), Operand: &ast.NumberLiteral{Idx: b.Idx0(), Literal: "0", Value: int64(0)}}
			}
			rest = append(rest, assign(b.Target.(ast.Expression), init))
		}
	}
	for _, s := range fn.Body.List {
		switch n := s.(type) {
		case *ast.LexicalDeclaration:
			list(n.List, true)
		case *ast.VariableStatement:
			list(n.List, false)
		case *ast.FunctionDeclaration:
			keep(n.Function.Name)
			hoisted = append(hoisted, assign(&ast.Identifier{Name: n.Function.Name.Name, Idx: n.Function.Name.Idx}, n.Function))
		case *ast.ClassDeclaration:
			keep(n.Class.Name)
			rest = append(rest, assign(&ast.Identifier{Name: n.Class.Name.Name, Idx: n.Class.Name.Idx}, n.Class))
		default:
			rest = append(rest, s)
		}
	}
	// A declaration at the end is no value.
	if n := len(fn.Body.List); n > 0 && len(rest) > 0 {
		switch fn.Body.List[n-1].(type) {
		case *ast.LexicalDeclaration, *ast.VariableStatement, *ast.FunctionDeclaration, *ast.ClassDeclaration:
			rest = append(rest, &ast.ReturnStatement{Return: fn.Body.LeftBrace})
		}
	}
	fn.Body.List = append(hoisted, rest...)
	delete(names, defaultName)
	out := make([]string, 0, len(names))
	for n := range names {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

// forbidden is the error for what the code rules found.
func forbidden(s source, tree *ast.Program, list []finding, up int) error {
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
		fmt.Fprintf(&b, "%s is not allowed here (line %d, column %d)", f.what, max(p.Line-up, 1), p.Column+1)
	}
	if strings.Contains(b.String(), "import()") {
		b.WriteString(": use a static import of a module that is granted, or put everything into one file")
	}
	return &Error{Code: Forbidden, Message: b.String(), File: s.file, Line: max(first.Line-up, 1), Column: first.Column + 1}
}

func isScriptFile(name string) bool {
	switch path.Ext(name) {
	case ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".tsx", ".jsx":
		return true
	}
	return false
}

func ident(name string, at file.Idx) *ast.Identifier {
	return &ast.Identifier{Name: unistring.NewFromString(name), Idx: at}
}
