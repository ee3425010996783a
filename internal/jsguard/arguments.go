package jsguard

import "github.com/dop251/goja/ast"

// function rewrites a function. The engine makes the arguments object of a function only where the function itself names it: an
// arrow function inside that names it would read what is not there, or end in an internal error. So the function gets a
// statement that names it.
func (w *rewriter) function(n *ast.FunctionLiteral) {
	arrows, arguments := w.arrows, w.arguments
	w.arrows, w.arguments = 0, false
	w.params(n.ParameterList)
	w.stmt(n.Body)
	if w.arguments && n.Body != nil {
		at := 0
		for ; at < len(n.Body.List); at++ { // behind "use strict"
			s, ok := n.Body.List[at].(*ast.ExpressionStatement)
			if !ok {
				break
			}
			if _, ok := s.Expression.(*ast.StringLiteral); !ok {
				break
			}
		}
		name := &ast.ExpressionStatement{Expression: &ast.Identifier{Name: "arguments", Idx: n.Body.LeftBrace}}
		n.Body.List = append(n.Body.List[:at:at], append([]ast.Statement{name}, n.Body.List[at:]...)...)
	}
	w.arrows, w.arguments = arrows, arguments
}
