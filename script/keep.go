package script

import (
	"sort"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

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
			if id, ok := n.List[0].Target.(*ast.Identifier); ok && id.Name == defaultName {
				rest = append(rest, s)
				continue
			}
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
