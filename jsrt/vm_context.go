package jsrt

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
	"github.com/sandpit-dev/sandpit/internal/jsguard"
)

// A context of node:vm is no realm of its own: goja has one global object a runtime, and objects cannot cross runtimes. A
// script for a context becomes a function whose body stands in `with (scope)`, where scope is a proxy that lib/vm.js
// makes: names of the sandbox and of the language are found there, everything else of the program is hidden.

// contextScript is a script compiled for a context: a function of the scope, whose value is the script's.
type contextScript struct {
	prg      *goja.Program
	declared []string // names of top-level var and function declarations
	lexical  []string // of let and class
	constant []string // of const
}

// The parameters that hold the scope and the completion value; no program can write such names.
const (
	scopeName = "\x00scope"
	valueName = "\x00value"
)

func (k compiler) compileContextScript(name, src string) (*contextScript, error) {
	if err := jsguard.ScanSource(src); err != nil {
		return nil, &syntaxError{msg: err.Error()}
	}
	tree, err := goja.Parse(name, src, parser.WithDisableSourceMaps)
	mapped := ""
	if err != nil {
		first := parseError(name, src, err)
		res, terr := transform(name, src, false)
		if terr != nil {
			return nil, terr
		}
		mapped = res.code + "\n" + res.sourceMap
		if tree, err = goja.Parse(name, mapped, parser.WithSourceMapLoader(func(string) ([]byte, error) { return nil, errors.New("no source map") })); err != nil {
			return nil, first
		}
	}
	c := &contextBuilder{script: &contextScript{}, at: file.Idx(tree.File.Base())}
	c.wrap(tree)
	if err := jsguard.RewriteWith(tree, jsguard.Options{Regexps: !k.plain}); err != nil {
		return nil, &syntaxError{msg: err.Error(), file: name}
	}
	c.script.prg, err = goja.CompileAST(tree, false)
	if err != nil {
		return nil, parseError(name, src, err)
	}
	return c.script, nil
}

type contextBuilder struct {
	script *contextScript
	at     file.Idx // where made nodes stand
}

func (c *contextBuilder) ident(name string) *ast.Identifier {
	return &ast.Identifier{Name: unistring.String(name), Idx: c.at}
}

func assign(left, right ast.Expression) ast.Statement {
	return &ast.ExpressionStatement{Expression: &ast.AssignExpression{Operator: token.ASSIGN, Left: left, Right: right}}
}

// value is where the completion value is kept while the script runs.
func (c *contextBuilder) value() ast.Expression {
	return c.ident(valueName)
}

func targetNames(t ast.Node, out *[]string) {
	switch n := t.(type) {
	case *ast.Identifier:
		*out = append(*out, n.Name.String())
	case *ast.AssignExpression:
		targetNames(n.Left, out)
	case *ast.ArrayPattern:
		for _, e := range n.Elements {
			if e != nil {
				targetNames(e, out)
			}
		}
		if n.Rest != nil {
			targetNames(n.Rest, out)
		}
	case *ast.ObjectPattern:
		for _, p := range n.Properties {
			switch p := p.(type) {
			case *ast.PropertyShort:
				*out = append(*out, p.Name.Name.String())
			case *ast.PropertyKeyed:
				targetNames(p.Value, out)
			}
		}
		if n.Rest != nil {
			targetNames(n.Rest, out)
		}
	}
}

// bindings turns the declarations of a top-level statement into assignments to names of the scope.
func (c *contextBuilder) bindings(list []*ast.Binding, names *[]string, lexical bool) (out []ast.Statement) {
	for _, b := range list {
		targetNames(b.Target, names)
		left, ok := b.Target.(ast.Expression)
		if !ok {
			continue
		}
		switch {
		case b.Initializer != nil:
			out = append(out, assign(left, b.Initializer))
		case lexical:
			out = append(out, assign(left, &ast.UnaryExpression{Operator: token.VOID, Idx: c.at, Operand: &ast.NumberLiteral{Idx: c.at, Literal: "0", Value: int64(0)}}))
		}
	}
	return out
}

func (c *contextBuilder) wrap(tree *ast.Program) {
	s := c.script
	for _, d := range tree.DeclarationList {
		for _, b := range d.List {
			targetNames(b.Target, &s.declared)
		}
	}
	strict := false
	var directives, functions, body []ast.Statement
	converted := map[file.Idx]bool{}
	prologue := true
	type kept struct {
		s     ast.Statement
		value bool // may give the completion value
	}
	var list []kept
	for _, st := range tree.Body {
		if es, ok := st.(*ast.ExpressionStatement); ok && prologue {
			if lit, ok := es.Expression.(*ast.StringLiteral); ok {
				strict = strict || lit.Literal == `"use strict"` || lit.Literal == `'use strict'`
				directives = append(directives, &ast.ExpressionStatement{Expression: &ast.StringLiteral{Idx: lit.Idx, Literal: lit.Literal, Value: lit.Value}})
			} else {
				prologue = false
			}
		} else {
			prologue = false
		}
		switch n := st.(type) {
		case *ast.FunctionDeclaration:
			name := n.Function.Name
			s.declared = append(s.declared, name.Name.String())
			functions = append(functions, assign(&ast.Identifier{Name: name.Name, Idx: name.Idx}, n.Function))
		case *ast.ClassDeclaration:
			name := n.Class.Name
			s.lexical = append(s.lexical, name.Name.String())
			list = append(list, kept{s: assign(&ast.Identifier{Name: name.Name, Idx: name.Idx}, n.Class)})
		case *ast.LexicalDeclaration:
			names := &s.lexical
			if n.Token == token.CONST {
				names = &s.constant
			}
			for _, x := range c.bindings(n.List, names, true) {
				list = append(list, kept{s: x})
			}
		case *ast.VariableStatement:
			converted[n.Var] = true
			var names []string
			for _, x := range c.bindings(n.List, &names, false) {
				list = append(list, kept{s: x})
			}
		default:
			_, empty := st.(*ast.EmptyStatement)
			list = append(list, kept{s: st, value: !empty})
		}
	}
	last := -1
	for i, k := range list {
		if k.value {
			last = i
		}
	}
	for i, k := range list {
		es, plain := k.s.(*ast.ExpressionStatement)
		switch {
		case i != last:
			body = append(body, k.s)
		case plain && i == len(list)-1:
			body = append(body, &ast.ReturnStatement{Return: c.at, Argument: es.Expression})
		case plain:
			body = append(body, assign(c.value(), es.Expression))
		default:
			c.capture(k.s)
			body = append(body, k.s)
		}
	}
	if last >= 0 {
		if _, done := body[len(body)-1].(*ast.ReturnStatement); !done {
			body = append(body, &ast.ReturnStatement{Return: c.at, Argument: c.value()})
		}
	}
	body = append(functions, body...)
	var hoisted []*ast.VariableDeclaration
	for _, d := range tree.DeclarationList {
		if !converted[d.Var] {
			hoisted = append(hoisted, d)
		}
	}
	if strict { // with is not for strict code: that stands in an arrow function inside of it
		arrow := &ast.ArrowFunctionLiteral{Start: c.at, ParameterList: &ast.ParameterList{Opening: c.at, Closing: c.at}, Body: &ast.BlockStatement{LeftBrace: c.at, List: append(directives, body...)}, DeclarationList: hoisted}
		body = []ast.Statement{&ast.ReturnStatement{Return: c.at, Argument: &ast.CallExpression{Callee: arrow, LeftParenthesis: c.at, RightParenthesis: c.at}}}
		hoisted = nil
	}
	fn := &ast.FunctionLiteral{
		Function: c.at, Source: "function () { [native code] }",
		ParameterList:   &ast.ParameterList{Opening: c.at, List: []*ast.Binding{{Target: c.ident(scopeName)}, {Target: c.ident(valueName)}}, Closing: c.at},
		Body:            &ast.BlockStatement{LeftBrace: c.at, List: []ast.Statement{&ast.WithStatement{With: c.at, Object: c.ident(scopeName), Body: &ast.BlockStatement{LeftBrace: c.at, List: body}}}},
		DeclarationList: hoisted,
	}
	tree.Body = []ast.Statement{&ast.ExpressionStatement{Expression: fn}}
	tree.DeclarationList = nil
}

// capture makes the expressions of a compound statement leave their values.
func (c *contextBuilder) capture(s ast.Statement) {
	each := func(list []ast.Statement) {
		for i, x := range list {
			if es, ok := x.(*ast.ExpressionStatement); ok {
				list[i] = assign(c.value(), es.Expression)
			} else {
				c.capture(x)
			}
		}
	}
	one := func(p *ast.Statement) {
		if es, ok := (*p).(*ast.ExpressionStatement); ok {
			*p = assign(c.value(), es.Expression)
		} else if *p != nil {
			c.capture(*p)
		}
	}
	switch n := s.(type) {
	case *ast.BlockStatement:
		each(n.List)
	case *ast.IfStatement:
		one(&n.Consequent)
		one(&n.Alternate)
	case *ast.ForStatement:
		one(&n.Body)
	case *ast.ForInStatement:
		one(&n.Body)
	case *ast.ForOfStatement:
		one(&n.Body)
	case *ast.WhileStatement:
		one(&n.Body)
	case *ast.DoWhileStatement:
		one(&n.Body)
	case *ast.LabelledStatement:
		one(&n.Statement)
	case *ast.WithStatement:
		one(&n.Body)
	case *ast.TryStatement:
		each(n.Body.List)
		if n.Catch != nil {
			each(n.Catch.Body.List)
		}
	case *ast.SwitchStatement:
		for _, x := range n.Body {
			each(x.Consequent)
		}
	}
}

// scriptTimeout is what a script is interrupted with when its time is over.
type scriptTimeout struct{ ms int64 }

func (s scriptTimeout) Error() string {
	return "Script execution timed out after " + strconv.FormatInt(s.ms, 10) + "ms"
}

// runLimited calls fn and interrupts it after ms milliseconds. The program's own end goes through.
func (rt *runtime) runLimited(fn goja.Callable, ms int64, this goja.Value, args ...goja.Value) goja.Value {
	timer := rt.clock().NewTimer(time.Duration(ms) * time.Millisecond)
	done, fired := make(chan struct{}), make(chan bool, 1)
	go func() {
		select {
		case <-timer.C():
			rt.vm.Interrupt(scriptTimeout{ms})
			fired <- true
		case <-done:
			fired <- false
		}
	}()
	v, err := fn(this, args...)
	timer.Stop()
	close(done)
	late := <-fired
	if late && rt.ctx.Err() == nil && !rt.stopped() {
		rt.vm.ClearInterrupt()
	}
	var ie *goja.InterruptedError
	if errors.As(err, &ie) {
		if t, ok := ie.Value().(scriptTimeout); ok && !rt.stopped() && rt.ctx.Err() == nil {
			panic(rt.codedError("Error", "ERR_SCRIPT_EXECUTION_TIMEOUT", t.Error()))
		}
	}
	if err != nil {
		panic(err)
	}
	return v
}

func vmBinding(rt *runtime) *goja.Object {
	vm := rt.vm
	strs := func(l []string) goja.Value {
		out := make([]any, len(l))
		for i, s := range l {
			out[i] = s
		}
		return vm.NewArray(out...)
	}
	return rt.object(map[string]hostFunc{
		// context(text, file): [function of the scope, var and function names, let and class names, const names]
		"context": func(c goja.FunctionCall) goja.Value {
			src, name := c.Argument(0).String(), c.Argument(1).String()
			s, err := forNode.compileContextScript(name, src)
			if err != nil {
				if se, ok := err.(*syntaxError); ok {
					rt.loader.sources[name] = src
					rt.throwSyntax(se)
				}
				panic(rt.newError("SyntaxError", strings.TrimPrefix(err.Error(), "SyntaxError: ")))
			}
			fn, err := vm.RunProgram(s.prg)
			if err != nil {
				panic(err)
			}
			return vm.NewArray(fn, strs(s.declared), strs(s.lexical), strs(s.constant))
		},
		// limited(function, ms, this, argument): its value, or ERR_SCRIPT_EXECUTION_TIMEOUT
		"limited": func(c goja.FunctionCall) goja.Value {
			fn, ok := goja.AssertFunction(c.Argument(0))
			if !ok {
				panic(vm.NewTypeError("not a function"))
			}
			return rt.runLimited(fn, c.Argument(1).ToInteger(), c.Argument(2), c.Argument(3))
		},
	})
}
