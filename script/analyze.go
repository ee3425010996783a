package script

import (
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
	"github.com/sandpit-dev/sandpit/internal/jsguard"
)

// facts are what a program says: the names it can reach, and what it must not say.
type facts struct {
	globals   map[string]bool // names that no declaration of the program covers
	names     map[string]bool // names of properties, and what its strings say
	reflect   bool            // it may reach functions that it does not name
	huge      bool            // it may make arrays longer than it could fill
	computed  bool            // it computes names of properties
	strings   bool            // it joins strings
	catches   bool
	accessors bool // it can make properties that run code when they are read
	iterators bool // it may use the methods of iterators
	operators bool // it needs jsguard's operators
	await     bool // it waits at top level
	findings  []finding
}

// finding is something that the code rules forbid.
type finding struct {
	what string
	at   file.Idx
}

// scope is one level of declared names.
type scope struct {
	names  map[string]bool
	parent *scope
}

func (s *scope) declare(name string) {
	if s.names == nil {
		s.names = map[string]bool{}
	}
	s.names[name] = true
}

// analyzer walks a program once. It resolves names as the language does (var and function, blocks, parameters, classes, catch),
// so that a name in a string, in a comment, of a property or of a variable of the program's own is no finding.
type analyzer struct {
	f     *facts
	scope *scope
	depth int // functions around
	rules Rules
}

func analyze(body []ast.Statement, decls []*ast.VariableDeclaration, rules Rules, params *ast.ParameterList) *facts {
	f := &facts{globals: map[string]bool{}, names: map[string]bool{}}
	a := &analyzer{f: f, rules: rules}
	a.push()
	for _, b := range params.List {
		if id, ok := b.Target.(*ast.Identifier); ok && id.Name != dynImportFunc {
			a.scope.declare(id.Name.String())
		}
	}
	a.vars(decls)
	a.block(body)
	return f
}

func (a *analyzer) push() { a.scope = &scope{parent: a.scope} }
func (a *analyzer) pop()  { a.scope = a.scope.parent }

func (a *analyzer) isDeclared(name string) bool {
	for s := a.scope; s != nil; s = s.parent {
		if s.names[name] {
			return true
		}
	}
	return false
}

func (a *analyzer) find(what string, at file.Idx) {
	a.f.findings = append(a.f.findings, finding{what, at})
}

func (a *analyzer) name(n string) {
	a.f.names[n] = true
	if jsguard.Reflective(n) {
		a.f.reflect = true
	}
	if n == "defineProperty" || n == "defineProperties" || n == "__defineGetter__" {
		a.f.accessors = true
	}
}

func (a *analyzer) vars(list []*ast.VariableDeclaration) {
	for _, d := range list {
		for _, b := range d.List {
			a.declareTarget(b.Target)
		}
	}
}

// declareTarget declares the names that a pattern binds.
func (a *analyzer) declareTarget(t ast.Node) {
	eachName(t, func(id *ast.Identifier) { a.scope.declare(id.Name.String()) })
}

// eachName visits the names that a binding pattern binds.
func eachName(t ast.Node, fn func(*ast.Identifier)) {
	switch n := t.(type) {
	case *ast.Identifier:
		if n != nil {
			fn(n)
		}
	case *ast.ObjectPattern:
		for _, p := range n.Properties {
			switch q := p.(type) {
			case *ast.PropertyShort:
				fn(&q.Name)
			case *ast.PropertyKeyed:
				eachName(q.Value, fn)
			}
		}
		eachName(n.Rest, fn)
	case *ast.ArrayPattern:
		for _, e := range n.Elements {
			eachName(e, fn)
		}
		eachName(n.Rest, fn)
	case *ast.AssignExpression:
		eachName(n.Left, fn)
	case *ast.Binding:
		eachName(n.Target, fn)
	}
}

// block declares what a list of statements declares, then walks it.
func (a *analyzer) block(list []ast.Statement) {
	for _, s := range list {
		switch n := s.(type) {
		case *ast.LexicalDeclaration:
			for _, b := range n.List {
				a.declareTarget(b.Target)
			}
		case *ast.FunctionDeclaration:
			if n.Function.Name != nil {
				a.scope.declare(n.Function.Name.Name.String())
			}
		case *ast.ClassDeclaration:
			if n.Class.Name != nil {
				a.scope.declare(n.Class.Name.Name.String())
			}
		}
	}
	for _, s := range list {
		a.stmt(s)
	}
}

func (a *analyzer) inner(s ast.Statement) {
	if s == nil {
		return
	}
	a.push()
	a.stmt(s)
	a.pop()
}

func (a *analyzer) stmt(s ast.Statement) {
	switch n := s.(type) {
	case nil:
	case *ast.BlockStatement:
		if n != nil {
			a.push()
			a.block(n.List)
			a.pop()
		}
	case *ast.ExpressionStatement:
		a.expr(&n.Expression)
	case *ast.VariableStatement:
		a.bindings(n.List)
	case *ast.LexicalDeclaration:
		a.bindings(n.List)
	case *ast.FunctionDeclaration:
		a.function(n.Function)
	case *ast.ClassDeclaration:
		a.class(n.Class)
	case *ast.ReturnStatement:
		a.expr(&n.Argument)
	case *ast.ThrowStatement:
		a.expr(&n.Argument)
	case *ast.IfStatement:
		a.expr(&n.Test)
		a.inner(n.Consequent)
		a.inner(n.Alternate)
	case *ast.LabelledStatement:
		a.stmt(n.Statement)
	case *ast.WhileStatement:
		a.expr(&n.Test)
		a.inner(n.Body)
	case *ast.DoWhileStatement:
		a.inner(n.Body)
		a.expr(&n.Test)
	case *ast.ForStatement:
		a.push()
		switch i := n.Initializer.(type) {
		case *ast.ForLoopInitializerExpression:
			a.expr(&i.Expression)
		case *ast.ForLoopInitializerVarDeclList:
			a.bindings(i.List)
		case *ast.ForLoopInitializerLexicalDecl:
			for _, b := range i.LexicalDeclaration.List {
				a.declareTarget(b.Target)
			}
			a.bindings(i.LexicalDeclaration.List)
		}
		a.expr(&n.Test)
		a.expr(&n.Update)
		a.inner(n.Body)
		a.pop()
	case *ast.ForInStatement:
		a.push()
		a.into(n.Into)
		a.expr(&n.Source)
		a.inner(n.Body)
		a.pop()
	case *ast.ForOfStatement:
		a.push()
		a.into(n.Into)
		a.expr(&n.Source)
		a.inner(n.Body)
		a.pop()
	case *ast.SwitchStatement:
		a.expr(&n.Discriminant)
		a.push()
		var all []ast.Statement
		for _, c := range n.Body {
			all = append(all, c.Consequent...)
			a.expr(&c.Test)
		}
		a.block(all)
		a.pop()
	case *ast.TryStatement:
		a.stmt(n.Body)
		if n.Catch != nil {
			a.f.catches = true
			a.push()
			if n.Catch.Parameter != nil {
				a.declareTarget(n.Catch.Parameter)
				a.pattern(n.Catch.Parameter)
			}
			a.stmt(n.Catch.Body)
			a.pop()
		}
		if n.Finally != nil {
			a.stmt(n.Finally)
		}
	case *ast.WithStatement:
		a.f.reflect = true
		a.expr(&n.Object)
		a.inner(n.Body)
	}
}

func (a *analyzer) into(i ast.ForInto) {
	switch n := i.(type) {
	case *ast.ForIntoVar:
		a.bindings([]*ast.Binding{n.Binding})
	case *ast.ForDeclaration:
		a.declareTarget(n.Target)
		a.pattern(n.Target)
	case *ast.ForIntoExpression:
		a.assigned(&n.Expression)
	}
}

func (a *analyzer) bindings(list []*ast.Binding) {
	for _, b := range list {
		a.pattern(b.Target)
		a.expr(&b.Initializer)
	}
}

// pattern walks the keys and default values of a binding pattern.
func (a *analyzer) pattern(t ast.Node) {
	switch n := t.(type) {
	case *ast.ObjectPattern:
		for _, p := range n.Properties {
			switch q := p.(type) {
			case *ast.PropertyShort:
				a.name(q.Name.Name.String())
				a.expr(&q.Initializer)
			case *ast.PropertyKeyed:
				a.key(&q.Key, q.Computed)
				a.pattern(q.Value)
			}
		}
		a.pattern(n.Rest)
	case *ast.ArrayPattern:
		for _, e := range n.Elements {
			a.pattern(e)
		}
		a.pattern(n.Rest)
	case *ast.AssignExpression:
		a.pattern(n.Left)
		a.expr(&n.Right)
	case *ast.Binding:
		a.pattern(n.Target)
		a.expr(&n.Initializer)
	case *ast.BracketExpression, *ast.DotExpression, *ast.PrivateDotExpression:
		e := t.(ast.Expression)
		a.assigned(&e)
	case *ast.Identifier:
		if n != nil && !a.isDeclared(n.Name.String()) {
			a.f.globals[n.Name.String()] = true
		}
	}
}

// key walks a property's key.
func (a *analyzer) key(k *ast.Expression, computed bool) {
	switch n := (*k).(type) {
	case *ast.StringLiteral:
		a.name(n.Value.String())
	case *ast.Identifier:
		if computed {
			a.expr(k)
		} else {
			a.name(n.Name.String())
		}
	default:
		if computed {
			a.expr(k)
		}
	}
	if computed {
		switch (*k).(type) {
		case *ast.StringLiteral, *ast.NumberLiteral:
		default:
			a.f.computed = true
		}
		if n, ok := (*k).(*ast.NumberLiteral); ok && !smallNumber(n) {
			a.f.huge = true
		}
	}
}

func (a *analyzer) params(p *ast.ParameterList) {
	if p == nil {
		return
	}
	for _, b := range p.List {
		a.declareTarget(b.Target)
	}
	a.declareTarget(p.Rest)
	a.bindings(p.List)
	a.pattern(p.Rest)
}

func (a *analyzer) function(n *ast.FunctionLiteral) {
	if n == nil {
		return
	}
	a.depth++
	a.push()
	a.f.iterators = a.f.iterators || n.Generator
	if n.Name != nil {
		a.scope.declare(n.Name.Name.String())
	}
	a.scope.declare("arguments")
	a.params(n.ParameterList)
	a.vars(n.DeclarationList)
	if n.Body != nil {
		a.push()
		a.block(n.Body.List)
		a.pop()
	}
	a.pop()
	a.depth--
}

func (a *analyzer) class(n *ast.ClassLiteral) {
	a.expr(&n.SuperClass)
	a.push()
	if n.Name != nil {
		a.scope.declare(n.Name.Name.String())
	}
	a.depth++ // await in a field is none of the program's
	for _, el := range n.Body {
		switch m := el.(type) {
		case *ast.FieldDefinition:
			a.classKey(&m.Key, m.Computed)
			a.expr(&m.Initializer)
		case *ast.MethodDefinition:
			a.classKey(&m.Key, m.Computed)
			a.function(m.Body)
		case *ast.ClassStaticBlock:
			a.push()
			a.vars(m.DeclarationList)
			a.stmt(m.Block)
			a.pop()
		}
	}
	a.depth--
	a.pop()
}

// classKey is key, but that a method called constructor is nothing special.
func (a *analyzer) classKey(k *ast.Expression, computed bool) {
	if s, ok := (*k).(*ast.StringLiteral); ok && !computed && s.Value == "constructor" {
		return
	}
	if id, ok := (*k).(*ast.Identifier); ok && !computed && id.Name == "constructor" {
		return
	}
	a.key(k, computed)
	if lengthKey(*k, computed) {
		a.f.huge = true
	}
}

func lengthKey(k ast.Expression, computed bool) bool {
	switch n := k.(type) {
	case *ast.StringLiteral:
		return n.Value == "length"
	case *ast.Identifier:
		return !computed && n.Name == "length"
	}
	return false
}

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
