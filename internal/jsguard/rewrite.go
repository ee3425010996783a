package jsguard

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
	"github.com/sandpit-dev/sandpit/internal/jsregexp"
)

// CaughtName is the global host function that catch clauses call: it turns an error of the engine's own making into V8's
// words and form before the program sees it.
const CaughtName = "\x00caught"

// Options say what Rewrite does beyond what every program needs.
type Options struct {
	// Computed sends names that are computed (x[k]) through Key, so that the checks of natives can be put in late.
	Computed bool
	// Strings checks the length of what + and templates make before they make it.
	Strings bool
	// Appends makes variables that grow by += in a loop grow in place, for a realm with InstallAppends.
	Appends bool
	// Deep bounds chains of prototypes, looks at what a pattern takes the rest of, and lets a program catch that its stack
	// ran over.
	Deep bool
	// Regexps makes literals for a realm with InstallRegexps.
	Regexps bool
}

// BadRegexp is a literal that is no regular expression.
type BadRegexp struct {
	Err error
	At  file.Idx
}

func (e *BadRegexp) Error() string { return e.Err.Error() }

// literal checks a regular expression literal and writes it as the engine is to see it.
func (w *rewriter) literal(n *ast.RegExpLiteral) {
	err := ScanPattern(n.Pattern)
	if err == nil {
		_, err = jsregexp.Compile(wtf16(n.Pattern), n.Flags)
	}
	if err != nil {
		if w.err == nil {
			w.err = &BadRegexp{err, n.Idx}
		}
		return
	}
	n.Pattern, n.Flags = encodeRegexp(n.Pattern, n.Flags)
}

// Rewrite adapts a parsed program to what goja lacks: regular expression literals are translated, catch clauses normalise
// the engine's errors, operators that allocate by a value are checked. It visits every node once.
func Rewrite(p *ast.Program) { _ = RewriteWith(p, Options{}) }

// RewriteWith is Rewrite with more checks. Its error is a *BadRegexp, with Options.Regexps only.
func RewriteWith(p *ast.Program, o Options) error {
	if o.Appends {
		rewriteAppends(p)
	}
	w := &rewriter{Options: o}
	w.statements(p.Body)
	return w.err
}

type rewriter struct {
	Options
	overflows int  // mentions of what a stack that ran over is told by
	suspends  int  // await and yield
	arrows    int  // arrow functions that are open
	arguments bool // one of them names arguments
	err       error
}

func (w *rewriter) statements(list []ast.Statement) {
	for _, s := range list {
		w.stmt(s)
	}
}

func (w *rewriter) bindings(list []*ast.Binding) {
	for _, b := range list {
		w.target(b.Target)
		w.sub(&b.Initializer)
		if p, ok := b.Target.(*ast.ArrayPattern); ok && w.Deep && p.Rest != nil && b.Initializer != nil {
			b.Initializer = guardCall(guardSpread, b.Initializer.Idx0(), b.Initializer)
		}
	}
}

func (w *rewriter) target(t ast.BindingTarget) {
	if e, ok := t.(ast.Expression); ok {
		w.expr(e)
	}
}

func (w *rewriter) stmt(s ast.Statement) {
	switch n := s.(type) {
	case nil:
	case *ast.BlockStatement:
		if n != nil {
			w.statements(n.List)
		}
	case *ast.CaseStatement:
		w.sub(&n.Test)
		w.statements(n.Consequent)
	case *ast.DoWhileStatement:
		w.sub(&n.Test)
		w.stmt(n.Body)
	case *ast.ExpressionStatement:
		w.sub(&n.Expression)
	case *ast.ForInStatement:
		w.into(n.Into)
		w.sub(&n.Source)
		w.stmt(n.Body)
	case *ast.ForOfStatement:
		w.into(n.Into)
		w.sub(&n.Source)
		w.stmt(n.Body)
	case *ast.ForStatement:
		switch i := n.Initializer.(type) {
		case *ast.ForLoopInitializerExpression:
			w.sub(&i.Expression)
		case *ast.ForLoopInitializerVarDeclList:
			w.bindings(i.List)
		case *ast.ForLoopInitializerLexicalDecl:
			w.bindings(i.LexicalDeclaration.List)
		}
		w.sub(&n.Test)
		w.sub(&n.Update)
		w.stmt(n.Body)
	case *ast.IfStatement:
		w.sub(&n.Test)
		w.stmt(n.Consequent)
		w.stmt(n.Alternate)
	case *ast.LabelledStatement:
		w.stmt(n.Statement)
	case *ast.ReturnStatement:
		w.sub(&n.Argument)
	case *ast.SwitchStatement:
		w.sub(&n.Discriminant)
		for _, c := range n.Body {
			w.stmt(c)
		}
	case *ast.ThrowStatement:
		w.sub(&n.Argument)
	case *ast.TryStatement:
		w.try(n)
	case *ast.VariableStatement:
		w.bindings(n.List)
	case *ast.LexicalDeclaration:
		w.bindings(n.List)
	case *ast.WhileStatement:
		w.sub(&n.Test)
		w.stmt(n.Body)
	case *ast.WithStatement:
		w.sub(&n.Object)
		n.Object = guardCall(guardWith, n.With, n.Object)
		w.stmt(n.Body)
	case *ast.FunctionDeclaration:
		w.expr(n.Function)
	case *ast.ClassDeclaration:
		w.expr(n.Class)
	}
}

func (w *rewriter) into(i ast.ForInto) {
	switch n := i.(type) {
	case *ast.ForIntoVar:
		w.bindings([]*ast.Binding{n.Binding})
	case *ast.ForDeclaration:
		w.target(n.Target)
	case *ast.ForIntoExpression:
		w.sub(&n.Expression)
	}
}

func (w *rewriter) catch(c *ast.CatchStatement) {
	w.stmt(c.Body)
	id, ok := c.Parameter.(*ast.Identifier)
	if !ok {
		if c.Parameter != nil {
			w.target(c.Parameter)
		}
		return
	}
	at := c.Body.LeftBrace
	call := &ast.CallExpression{
		Callee:          &ast.Identifier{Name: unistring.NewFromString(CaughtName), Idx: at},
		LeftParenthesis: at, RightParenthesis: at,
		ArgumentList: []ast.Expression{&ast.Identifier{Name: id.Name, Idx: at}},
	}
	c.Body.List = append([]ast.Statement{&ast.ExpressionStatement{Expression: call}}, c.Body.List...)
}

func (w *rewriter) exprs(list []ast.Expression) {
	for i := range list {
		w.sub(&list[i])
	}
}

// sub rewrites the expression in a field and puts another there when it has to become one.
func (w *rewriter) sub(e *ast.Expression) {
	w.expr(*e)
	if r := rewritten(*e); r != nil {
		*e = r
	}
	if w.Strings {
		if r := measured(*e); r != nil {
			*e = r
		}
	}
}

func (w *rewriter) params(p *ast.ParameterList) {
	if p != nil {
		w.bindings(p.List)
		w.expr(p.Rest)
	}
}

func (w *rewriter) properties(list []ast.Property) {
	for _, p := range list {
		w.expr(p)
	}
}

func (w *rewriter) expr(e ast.Expression) {
	w.look(e)
	switch n := e.(type) {
	case nil:
	case *ast.ArrayLiteral:
		w.exprs(n.Value)
		guardSpreads(n.Value, guardSpread)
	case *ast.ArrayPattern:
		w.exprs(n.Elements)
		for _, e := range n.Elements {
			w.written(e)
		}
		w.expr(n.Rest)
	case *ast.AssignExpression:
		w.sub(&n.Left)
		w.written(n.Left)
		w.sub(&n.Right)
		w.prototypeAssigned(n)
		w.assign(n)
	case *ast.AwaitExpression:
		w.sub(&n.Argument)
	case *ast.YieldExpression:
		w.sub(&n.Argument)
		if n.Delegate {
			n.Argument = guardCall(guardDelegate, n.Yield, n.Argument)
		}
	case *ast.BinaryExpression:
		w.sub(&n.Left)
		w.sub(&n.Right)
		if (n.Operator == token.SHIFT_LEFT || n.Operator == token.SHIFT_RIGHT) && !surelyNumber(n.Left) && !surelyNumber(n.Right) {
			n.Right = shiftCount(n.Right)
		}
	case *ast.BracketExpression:
		w.sub(&n.Left)
		w.sub(&n.Member)
		if w.Computed && !numberRead(n.Member) {
			n.Member = propertyKey(n.Member)
		}
	case *ast.CallExpression:
		switch c := n.Callee.(type) { // V8 gives a call the place of the name that is called
		case *ast.Identifier:
			n.LeftParenthesis = c.Idx
		case *ast.DotExpression:
			n.LeftParenthesis = c.Identifier.Idx
		}
		w.sub(&n.Callee)
		w.exprs(n.ArgumentList)
		guardSpreads(n.ArgumentList, guardArgs)
	case *ast.ConditionalExpression:
		w.sub(&n.Test)
		w.sub(&n.Consequent)
		w.sub(&n.Alternate)
	case *ast.DotExpression:
		w.sub(&n.Left)
	case *ast.PrivateDotExpression:
		w.sub(&n.Left)
	case *ast.OptionalChain:
		w.sub(&n.Expression)
	case *ast.Optional:
		w.sub(&n.Expression)
	case *ast.FunctionLiteral:
		if n != nil {
			w.function(n)
		}
	case *ast.ClassLiteral:
		w.sub(&n.SuperClass)
		if w.Deep && n.SuperClass != nil {
			n.SuperClass = guardCall(guardProto, n.SuperClass.Idx0(), n.SuperClass)
		}
		for _, el := range n.Body {
			switch m := el.(type) {
			case *ast.FieldDefinition:
				w.sub(&m.Key)
				w.sub(&m.Initializer)
			case *ast.MethodDefinition:
				w.sub(&m.Key)
				w.expr(m.Body)
			case *ast.ClassStaticBlock:
				w.stmt(m.Block)
			}
		}
	case *ast.ArrowFunctionLiteral:
		w.arrows++
		defer func() { w.arrows-- }()
		w.params(n.ParameterList)
		switch b := n.Body.(type) {
		case *ast.BlockStatement:
			w.stmt(b)
		case *ast.ExpressionBody:
			w.sub(&b.Expression)
		}
	case *ast.NewExpression:
		w.sub(&n.Callee)
		w.exprs(n.ArgumentList)
		guardSpreads(n.ArgumentList, guardArgs)
	case *ast.ObjectLiteral:
		w.properties(n.Value)
	case *ast.ObjectPattern:
		w.properties(n.Properties)
		w.expr(n.Rest)
	case *ast.PropertyShort:
		w.sub(&n.Initializer)
	case *ast.PropertyKeyed:
		w.sub(&n.Key)
		w.sub(&n.Value)
		if w.Computed && n.Computed {
			n.Key = propertyKey(n.Key)
		}
	case *ast.SpreadElement:
		w.sub(&n.Expression)
	case *ast.RegExpLiteral:
		if w.Regexps {
			w.literal(n)
			return
		}
		p, f := TranslateRegexp(n.Pattern, n.Flags)
		if p != n.Pattern || f != n.Flags {
			n.Pattern, n.Flags = p, f
		}
	case *ast.SequenceExpression:
		w.exprs(n.Sequence)
	case *ast.TemplateLiteral:
		w.expr(n.Tag)
		w.exprs(n.Expressions)
	case *ast.UnaryExpression:
		w.sub(&n.Operand)
	case *ast.Binding:
		w.target(n.Target)
		w.sub(&n.Initializer)
	}
}
