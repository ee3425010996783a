package script

import (
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

func (a *analyzer) exprs(list []ast.Expression) {
	for i := range list {
		a.expr(&list[i])
	}
}

func call(name string, at file.Idx, args ...ast.Expression) ast.Expression {
	return &ast.CallExpression{
		Callee:          &ast.Identifier{Name: unistring.NewFromString(name), Idx: at},
		LeftParenthesis: at, RightParenthesis: at, ArgumentList: args,
	}
}

// free is a name that the program reads and does not declare.
func (a *analyzer) free(e *ast.Expression, n *ast.Identifier) {
	name := n.Name.String()
	if a.isDeclared(name) {
		return
	}
	a.f.globals[name] = true
	a.name(name)
	switch name {
	case "eval", "Function":
		a.find(name, n.Idx)
	case "WebAssembly":
		if !a.rules.WebAssembly {
			a.find(name, n.Idx)
		}
	case "SharedArrayBuffer", "Atomics":
		if !a.rules.SharedMemory {
			a.find(name, n.Idx)
		}
	case "Array":
		a.f.huge = true // as a value: Array(n), and what it is handed to
	default:
		if strings.HasPrefix(name, "__") && name == dynImportFunc {
			if !a.rules.DynamicImport {
				a.find("import()", n.Idx)
			}
		} else if _, ok := absentGlobals[name]; ok && e != nil {
			*e = call(absentFunc, n.Idx, &ast.StringLiteral{Idx: n.Idx, Literal: quote(name), Value: n.Name})
		}
	}
}

// assigned walks the target of an assignment.
func (a *analyzer) assigned(e *ast.Expression) {
	switch n := (*e).(type) {
	case *ast.Identifier:
		if !a.isDeclared(n.Name.String()) {
			a.free(nil, n)
		}
	case *ast.ObjectPattern, *ast.ArrayPattern:
		a.pattern(n)
	case *ast.DotExpression:
		if n.Identifier.Name == "length" {
			a.f.huge = true
		}
		a.expr(e)
	case *ast.BracketExpression:
		if lengthKey(n.Member, true) {
			a.f.huge = true
		}
		a.expr(e)
	default:
		a.expr(e)
	}
}

func smallNumber(e ast.Expression) bool {
	n, ok := e.(*ast.NumberLiteral)
	if !ok {
		return false
	}
	switch v := n.Value.(type) {
	case int64:
		return v <= 1<<20
	case float64:
		return v <= 1<<20
	}
	return false
}

func (a *analyzer) expr(e *ast.Expression) {
	switch n := (*e).(type) {
	case nil:
	case *ast.Identifier:
		a.free(e, n)
	case *ast.StringLiteral:
		if len(n.Value) <= 32 {
			a.name(n.Value.String())
		}
	case *ast.TemplateLiteral:
		a.expr(&n.Tag)
		for _, el := range n.Elements {
			if len(el.Parsed) <= 32 {
				a.name(el.Parsed.String())
			}
		}
		a.exprs(n.Expressions)
		a.f.strings = a.f.strings || len(n.Expressions) > 1
	case *ast.ArrayLiteral:
		a.exprs(n.Value)
		for _, v := range n.Value {
			if _, ok := v.(*ast.SpreadElement); ok {
				a.f.operators = true
			}
		}
	case *ast.ArrayPattern, *ast.ObjectPattern:
		a.pattern(n)
	case *ast.RegExpLiteral:
		a.f.regexps = true
	case *ast.AssignExpression:
		if n.Operator == token.PLUS {
			a.f.strings = true
		}
		if n.Operator == token.ASSIGN && smallNumber(n.Right) {
			if d, ok := n.Left.(*ast.DotExpression); ok && d.Identifier.Name == "length" {
				a.expr(&d.Left) // a.length = 0
				return
			}
		}
		a.assigned(&n.Left)
		a.expr(&n.Right)
		if picks(n.Left, "stack") {
			a.readsStack(&n.Right, n.Right.Idx0())
		}
		switch n.Operator {
		case token.SHIFT_LEFT, token.SHIFT_RIGHT, token.EXPONENT:
			a.f.operators = true
		}
	case *ast.AwaitExpression:
		if a.depth == 0 {
			a.f.await = true
		}
		a.expr(&n.Argument)
	case *ast.YieldExpression:
		a.expr(&n.Argument)
		if n.Delegate {
			a.f.operators = true
		}
	case *ast.BinaryExpression:
		if n.Operator == token.PLUS {
			a.f.strings = true
		}
		a.expr(&n.Left)
		if n.Operator == token.INSTANCEOF {
			if id, ok := n.Right.(*ast.Identifier); ok && (id.Name == "Function" || id.Name == "Array") {
				a.f.globals[id.Name.String()] = true
				return
			}
		}
		a.expr(&n.Right)
		switch n.Operator {
		case token.SHIFT_LEFT, token.SHIFT_RIGHT, token.EXPONENT:
			a.f.operators = true
		}
	case *ast.BracketExpression:
		a.expr(&n.Left)
		a.key(&n.Member, true)
		if s, ok := n.Member.(*ast.StringLiteral); ok {
			a.member(n.Left, s.Value.String(), n.Idx0())
			if s.Value == "stack" {
				a.readsStack(&n.Left, s.Idx)
			}
		}
	case *ast.DotExpression:
		a.dot(n)
	case *ast.PrivateDotExpression:
		a.expr(&n.Left)
	case *ast.CallExpression:
		if d, ok := n.Callee.(*ast.DotExpression); ok && len(n.ArgumentList) == 0 {
			switch d.Identifier.Name {
			case "values", "keys", "entries", "next":
				a.f.iterators = true
			}
		}
		a.callee(&n.Callee, n.ArgumentList)
		a.arguments(n.ArgumentList)
	case *ast.NewExpression:
		if id, ok := n.Callee.(*ast.Identifier); ok && id.Name == "Array" && (len(n.ArgumentList) != 1 || smallNumber(n.ArgumentList[0])) {
			a.f.globals["Array"] = true
		} else {
			a.expr(&n.Callee)
		}
		a.arguments(n.ArgumentList)
	case *ast.ConditionalExpression:
		a.expr(&n.Test)
		a.expr(&n.Consequent)
		a.expr(&n.Alternate)
	case *ast.OptionalChain:
		a.expr(&n.Expression)
	case *ast.Optional:
		a.expr(&n.Expression)
	case *ast.FunctionLiteral:
		a.function(n)
	case *ast.ArrowFunctionLiteral:
		a.arrow(n)
	case *ast.ClassLiteral:
		a.class(n)
	case *ast.ObjectLiteral:
		for _, p := range n.Value {
			a.property(p)
		}
	case *ast.SpreadElement:
		a.expr(&n.Expression)
		a.f.operators = true
	case *ast.SequenceExpression:
		a.exprs(n.Sequence)
	case *ast.UnaryExpression:
		if n.Operator == token.TYPEOF {
			if id, ok := n.Operand.(*ast.Identifier); ok {
				if !a.isDeclared(id.Name.String()) {
					a.f.globals[id.Name.String()] = true
				}
				return
			}
		}
		if n.Operator == token.INCREMENT || n.Operator == token.DECREMENT {
			a.assigned(&n.Operand)
			return
		}
		a.expr(&n.Operand)
	case *ast.Binding:
		a.pattern(n.Target)
		a.expr(&n.Initializer)
	}
}

func (a *analyzer) arguments(list []ast.Expression) {
	for i := range list {
		a.expr(&list[i])
		if _, ok := list[i].(*ast.SpreadElement); ok {
			a.f.operators = true
		}
	}
}

func (a *analyzer) property(p ast.Property) {
	switch q := p.(type) {
	case *ast.PropertyShort:
		var e ast.Expression = &ast.Identifier{Name: q.Name.Name, Idx: q.Name.Idx}
		a.name(q.Name.Name.String())
		a.expr(&e)
	case *ast.PropertyKeyed:
		a.key(&q.Key, q.Computed)
		if q.Kind == ast.PropertyKindGet || q.Kind == ast.PropertyKindSet {
			a.f.accessors = true
		}
		if lengthKey(q.Key, q.Computed) && !smallNumber(q.Value) {
			a.f.huge = true
		}
		a.expr(&q.Value)
	case *ast.SpreadElement:
		a.expr(&q.Expression)
	}
}

func (a *analyzer) arrow(n *ast.ArrowFunctionLiteral) {
	a.depth++
	a.push()
	a.params(n.ParameterList)
	a.vars(n.DeclarationList)
	switch b := n.Body.(type) {
	case *ast.BlockStatement:
		a.push()
		a.block(b.List)
		a.pop()
	case *ast.ExpressionBody:
		a.expr(&b.Expression)
	}
	a.pop()
	a.depth--
}

// dot walks x.name. A class of the language whose member is meant is named without being used as a value.
func (a *analyzer) dot(n *ast.DotExpression) {
	if id, ok := n.Left.(*ast.Identifier); ok && (id.Name == "Function" || id.Name == "Array") && !a.isDeclared(id.Name.String()) && n.Identifier.Name != "constructor" {
		a.f.globals[id.Name.String()] = true
		a.name(id.Name.String())
	} else {
		a.expr(&n.Left)
	}
	name := n.Identifier.Name.String()
	a.name(name)
	a.member(n.Left, name, n.Identifier.Idx)
	if name == "stack" {
		a.readsStack(&n.Left, n.Identifier.Idx)
	}
}

// member looks for the ways to the constructor of functions.
func (a *analyzer) member(left ast.Expression, name string, at file.Idx) {
	switch name {
	case "constructor":
		if functionValue(left) {
			a.find("the constructor of functions", at)
		}
	case "eval", "Function":
		if id, ok := left.(*ast.Identifier); ok && !a.isDeclared(id.Name.String()) {
			switch id.Name {
			case "globalThis", "global", "self", "window":
				a.find(name, at)
			}
		}
	}
}

// functionValue tells that an expression is surely a function: its constructor makes code from strings.
func functionValue(e ast.Expression) bool {
	switch n := e.(type) {
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral, *ast.ClassLiteral:
		return true
	case *ast.DotExpression:
		return n.Identifier.Name == "constructor"
	case *ast.BracketExpression:
		s, ok := n.Member.(*ast.StringLiteral)
		return ok && s.Value == "constructor"
	case *ast.CallExpression:
		if d, ok := n.Callee.(*ast.DotExpression); ok && d.Identifier.Name == "getPrototypeOf" && len(n.ArgumentList) == 1 {
			return functionValue(n.ArgumentList[0])
		}
	}
	return false
}

func (a *analyzer) callee(e *ast.Expression, args []ast.Expression) {
	if id, ok := (*e).(*ast.Identifier); ok && id.Name == "Array" && (len(args) != 1 || smallNumber(args[0])) && !a.isDeclared("Array") {
		a.f.globals["Array"] = true
		return
	}
	a.expr(e)
}
