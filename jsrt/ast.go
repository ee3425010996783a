package jsrt

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"
)

// caughtName is the global host function that catch clauses call: it turns an error of the engine's own making into V8's
// words and form before the program sees it.
const caughtName = "__sandpit_caught"

// rewriteAST adapts a parsed program to what goja lacks: regular expression literals are translated, catch clauses
// normalise the engine's errors. It visits every node once.
func rewriteAST(p *ast.Program) {
	w := &rewriter{}
	w.statements(p.Body)
}

type rewriter struct{ depth int }

func (w *rewriter) statements(list []ast.Statement) {
	for _, s := range list {
		w.stmt(s)
	}
}

func (w *rewriter) bindings(list []*ast.Binding) {
	for _, b := range list {
		w.target(b.Target)
		w.expr(b.Initializer)
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
		w.expr(n.Test)
		w.statements(n.Consequent)
	case *ast.DoWhileStatement:
		w.expr(n.Test)
		w.stmt(n.Body)
	case *ast.ExpressionStatement:
		w.expr(n.Expression)
	case *ast.ForInStatement:
		w.into(n.Into)
		w.expr(n.Source)
		w.stmt(n.Body)
	case *ast.ForOfStatement:
		w.into(n.Into)
		w.expr(n.Source)
		w.stmt(n.Body)
	case *ast.ForStatement:
		switch i := n.Initializer.(type) {
		case *ast.ForLoopInitializerExpression:
			w.expr(i.Expression)
		case *ast.ForLoopInitializerVarDeclList:
			w.bindings(i.List)
		case *ast.ForLoopInitializerLexicalDecl:
			w.bindings(i.LexicalDeclaration.List)
		}
		w.expr(n.Test)
		w.expr(n.Update)
		w.stmt(n.Body)
	case *ast.IfStatement:
		w.expr(n.Test)
		w.stmt(n.Consequent)
		w.stmt(n.Alternate)
	case *ast.LabelledStatement:
		w.stmt(n.Statement)
	case *ast.ReturnStatement:
		w.expr(n.Argument)
	case *ast.SwitchStatement:
		w.expr(n.Discriminant)
		for _, c := range n.Body {
			w.stmt(c)
		}
	case *ast.ThrowStatement:
		w.expr(n.Argument)
	case *ast.TryStatement:
		w.stmt(n.Body)
		if n.Catch != nil {
			w.catch(n.Catch)
		}
		if n.Finally != nil {
			w.stmt(n.Finally)
		}
	case *ast.VariableStatement:
		w.bindings(n.List)
	case *ast.LexicalDeclaration:
		w.bindings(n.List)
	case *ast.WhileStatement:
		w.expr(n.Test)
		w.stmt(n.Body)
	case *ast.WithStatement:
		w.expr(n.Object)
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
		w.expr(n.Expression)
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
		Callee:          &ast.Identifier{Name: unistring.NewFromString(caughtName), Idx: at},
		LeftParenthesis: at, RightParenthesis: at,
		ArgumentList: []ast.Expression{&ast.Identifier{Name: id.Name, Idx: at}},
	}
	c.Body.List = append([]ast.Statement{&ast.ExpressionStatement{Expression: call}}, c.Body.List...)
}

func (w *rewriter) exprs(list []ast.Expression) {
	for _, e := range list {
		w.expr(e)
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
	switch n := e.(type) {
	case nil:
	case *ast.ArrayLiteral:
		w.exprs(n.Value)
	case *ast.ArrayPattern:
		w.exprs(n.Elements)
		w.expr(n.Rest)
	case *ast.AssignExpression:
		w.expr(n.Left)
		w.expr(n.Right)
	case *ast.AwaitExpression:
		w.expr(n.Argument)
	case *ast.YieldExpression:
		w.expr(n.Argument)
	case *ast.BinaryExpression:
		w.expr(n.Left)
		w.expr(n.Right)
	case *ast.BracketExpression:
		w.expr(n.Left)
		w.expr(n.Member)
	case *ast.CallExpression:
		w.expr(n.Callee)
		w.exprs(n.ArgumentList)
	case *ast.ConditionalExpression:
		w.expr(n.Test)
		w.expr(n.Consequent)
		w.expr(n.Alternate)
	case *ast.DotExpression:
		w.expr(n.Left)
	case *ast.PrivateDotExpression:
		w.expr(n.Left)
	case *ast.OptionalChain:
		w.expr(n.Expression)
	case *ast.Optional:
		w.expr(n.Expression)
	case *ast.FunctionLiteral:
		if n != nil {
			w.params(n.ParameterList)
			w.stmt(n.Body)
		}
	case *ast.ClassLiteral:
		w.expr(n.SuperClass)
		for _, el := range n.Body {
			switch m := el.(type) {
			case *ast.FieldDefinition:
				w.expr(m.Key)
				w.expr(m.Initializer)
			case *ast.MethodDefinition:
				w.expr(m.Key)
				w.expr(m.Body)
			case *ast.ClassStaticBlock:
				w.stmt(m.Block)
			}
		}
	case *ast.ArrowFunctionLiteral:
		w.params(n.ParameterList)
		switch b := n.Body.(type) {
		case *ast.BlockStatement:
			w.stmt(b)
		case *ast.ExpressionBody:
			w.expr(b.Expression)
		}
	case *ast.NewExpression:
		w.expr(n.Callee)
		w.exprs(n.ArgumentList)
	case *ast.ObjectLiteral:
		w.properties(n.Value)
	case *ast.ObjectPattern:
		w.properties(n.Properties)
		w.expr(n.Rest)
	case *ast.PropertyShort:
		w.expr(n.Initializer)
	case *ast.PropertyKeyed:
		w.expr(n.Key)
		w.expr(n.Value)
	case *ast.SpreadElement:
		w.expr(n.Expression)
	case *ast.RegExpLiteral:
		p, f := translateRegexp(n.Pattern, n.Flags)
		if p != n.Pattern || f != n.Flags {
			n.Pattern, n.Flags = p, f
		}
	case *ast.SequenceExpression:
		w.exprs(n.Sequence)
	case *ast.TemplateLiteral:
		w.expr(n.Tag)
		w.exprs(n.Expressions)
	case *ast.UnaryExpression:
		w.expr(n.Operand)
	case *ast.Binding:
		w.target(n.Target)
		w.expr(n.Initializer)
	}
}
