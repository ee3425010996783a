package script

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
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
	stacks    bool // it reads the stack of an error
	regexps   bool // it uses regular expressions
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
	switch n {
	case "RegExp", "match", "matchAll", "search":
		a.f.regexps = true
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
		if b.Initializer != nil && picks(b.Target, "stack") {
			a.readsStack(&b.Initializer, b.Initializer.Idx0())
		}
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
