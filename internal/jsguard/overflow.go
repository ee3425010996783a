package jsguard

import (
	"errors"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
)

// The engine lets no program catch that its stack ran over. A try whose catch clause looks for that (it names RangeError, or has
// a text with "call stack") gets its body as a function, which the host calls: there the engine has put its stacks in order
// again, and an error that can be caught takes the place of its own. Other try statements are left as they are, since each
// such call costs some hundred nanoseconds.
const guardTry = "\x00try"

const callStack = "call stack"

// look counts what tells that a program cares for its stack.
func (w *rewriter) look(e ast.Expression) {
	switch n := e.(type) {
	case *ast.Identifier:
		switch n.Name {
		case "RangeError":
			w.overflows++
		case "arguments":
			w.arguments = w.arguments || w.arrows > 0
		}
	case *ast.StringLiteral:
		if strings.Contains(n.Value.String(), callStack) {
			w.overflows++
		}
	case *ast.RegExpLiteral:
		if strings.Contains(n.Pattern, callStack) {
			w.overflows++
		}
	case *ast.AwaitExpression, *ast.YieldExpression:
		w.suspends++
	}
}

func (w *rewriter) try(n *ast.TryStatement) {
	suspends := w.suspends
	w.stmt(n.Body)
	movable := w.suspends == suspends
	if n.Catch != nil {
		overflows := w.overflows
		w.catch(n.Catch)
		if w.Deep && movable && w.overflows > overflows {
			called(n.Body)
			w.arguments = true // the body may name it, and is in an arrow function now
		}
	}
	if n.Finally != nil {
		w.stmt(n.Finally)
	}
}

// called makes a block of expressions and constants one that calls a function with the same block.
func called(b *ast.BlockStatement) {
	last := len(b.List) - 1
	list := append([]ast.Statement(nil), b.List...)
	returns := false
	for i, s := range list {
		switch s := s.(type) {
		case *ast.ExpressionStatement:
			if i == last { // its value may be the program's
				list[i] = &ast.ReturnStatement{Return: s.Idx0(), Argument: s.Expression}
			}
		case *ast.LexicalDeclaration:
		case *ast.ReturnStatement:
			if i != last || s.Argument == nil {
				return
			}
			returns = true
		default:
			return
		}
	}
	if last < 0 {
		return
	}
	at := b.LeftBrace
	call := guardCall(guardTry, at, &ast.ArrowFunctionLiteral{
		Start: at, ParameterList: &ast.ParameterList{Opening: at, Closing: at},
		Body: &ast.BlockStatement{LeftBrace: b.LeftBrace, List: list, RightBrace: b.RightBrace},
	})
	if returns {
		b.List = []ast.Statement{&ast.ReturnStatement{Return: at, Argument: call}}
	} else {
		b.List = []ast.Statement{&ast.ExpressionStatement{Expression: call}}
	}
}

// installTry defines what the body of such a try is called by.
func (n *Natives) installTry() {
	n.hidden(guardTry, 1, func(c goja.FunctionCall) goja.Value {
		f, ok := goja.AssertFunction(c.Argument(0))
		if !ok {
			return goja.Undefined()
		}
		v, err := f(goja.Undefined())
		var over *goja.StackOverflowError
		if errors.As(err, &over) {
			n.deep()
		}
		if err != nil {
			panic(err)
		}
		return v
	})
}
