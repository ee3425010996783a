package jsguard

import (
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// accumulators are the names that a source text appends to and that it sets to a text: others need no look at their scopes.
func accumulators(src string) map[unistring.String]bool {
	var appended, texts map[unistring.String]bool
	add := func(set *map[unistring.String]bool, end int) {
		for end > 0 && (src[end-1] == ' ' || src[end-1] == '\t') {
			end--
		}
		at := end
		for at > 0 && (IsWordByte(src[at-1])) {
			at--
		}
		if at == end || at > 0 && src[at-1] == '.' {
			return
		}
		if *set == nil {
			*set = map[unistring.String]bool{}
		}
		(*set)[unistring.NewFromString(src[at:end])] = true
	}
	for i := 0; ; i++ {
		k := strings.IndexByte(src[i:], '=')
		if k < 0 {
			break
		}
		i += k
		if i > 0 && src[i-1] == '+' {
			add(&appended, i-1)
			continue
		}
		j := i + 1
		for j < len(src) && (src[j] == ' ' || src[j] == '\t' || src[j] == '\n') {
			j++
		}
		if j < len(src) && (src[j] == '"' || src[j] == '\'' || src[j] == '`') {
			add(&texts, i)
		}
	}
	for name := range appended {
		if !texts[name] {
			delete(appended, name)
		}
	}
	return appended
}

// appendPass finds the variables of functions that begin as a text, are appended to in a loop, and are otherwise only read
// and set; and rewrites what is done with them. Names are resolved by scope, so that no place that has such a variable is
// missed.
type appendPass struct {
	names map[unistring.String]bool
	scope *appendScope
	loops int // loops and functions around, from the outside
	last  []func()
}

type appendScope struct {
	outer    *appendScope
	function bool
	global   bool
	vars     map[unistring.String]*appendVar
	uses     map[unistring.String][]appendUse // not yet known of what variable
}

type appendVar struct {
	loops     int  // where it is declared
	text      bool // begins as a text
	excluded  bool // something is done with it that is none of those
	uses      []appendUse
	overLoops bool // appended to in a loop
}

type appendUse struct {
	loops    int
	excluded bool
	appends  bool
	text     bool   // it is set to a text
	rewrite  func() // nil for what only sets it
}

func rewriteAppends(p *ast.Program) {
	names := accumulators(p.File.Source())
	if len(names) == 0 {
		return
	}
	w := &appendPass{names: names}
	w.enter(true)
	w.scope.global = true
	w.statements(p.Body)
	w.leave()
	for _, f := range w.last {
		f()
	}
}

func (w *appendPass) enter(function bool) { w.scope = &appendScope{outer: w.scope, function: function} }

func (w *appendPass) leave() {
	s := w.scope
	w.scope = s.outer
	for name, uses := range s.uses {
		if v := s.vars[name]; v != nil {
			v.uses = append(v.uses, uses...)
		} else if s.outer != nil {
			if s.outer.uses == nil {
				s.outer.uses = map[unistring.String][]appendUse{}
			}
			s.outer.uses[name] = append(s.outer.uses[name], uses...)
		}
	}
	for _, v := range s.vars {
		for _, u := range v.uses {
			v.excluded = v.excluded || u.excluded
			v.text = v.text || u.text
			v.overLoops = v.overLoops || u.appends && u.loops > v.loops
		}
		if !v.text || v.excluded || !v.overLoops || s.global {
			continue
		}
		for _, u := range v.uses {
			if u.rewrite != nil {
				u.rewrite()
			}
		}
	}
}

// declare makes a variable known in the scope of its kind; text tells that it begins as one.
func (w *appendPass) declare(name unistring.String, ofFunction, text, excluded bool) {
	if !w.names[name] {
		return
	}
	s := w.scope
	for ofFunction && !s.function {
		s = s.outer
	}
	v := s.vars[name]
	if v == nil {
		v = &appendVar{loops: w.loops}
		if s.vars == nil {
			s.vars = map[unistring.String]*appendVar{}
		}
		s.vars[name] = v
	}
	v.loops = min(v.loops, w.loops)
	v.text = v.text || text
	v.excluded = v.excluded || excluded
}

func (w *appendPass) use(name unistring.String, u appendUse) {
	if w.scope.uses == nil {
		w.scope.uses = map[unistring.String][]appendUse{}
	}
	u.loops = w.loops
	w.scope.uses[name] = append(w.scope.uses[name], u)
}

func (w *appendPass) tracked(e ast.Expression) *ast.Identifier {
	if id, ok := e.(*ast.Identifier); ok && id != nil && w.names[id.Name] {
		return id
	}
	return nil
}

func beginsAsText(e ast.Expression) bool {
	switch n := e.(type) {
	case *ast.StringLiteral:
		return true
	case *ast.TemplateLiteral:
		return n.Tag == nil
	}
	return false
}

// bindings are the variables of a declaration.
func (w *appendPass) bindings(list []*ast.Binding, ofFunction bool) {
	for _, b := range list {
		if id, ok := b.Target.(*ast.Identifier); ok {
			w.declare(id.Name, ofFunction, beginsAsText(b.Initializer), false)
		} else {
			w.pattern(b.Target, func(id *ast.Identifier) { w.declare(id.Name, ofFunction, false, false) })
		}
		w.read(&b.Initializer)
	}
}

// pattern walks over what is bound or set: names go to set, the rest is looked at as usual.
func (w *appendPass) pattern(t any, set func(*ast.Identifier)) {
	switch n := t.(type) {
	case nil:
	case *ast.Identifier:
		if n != nil {
			set(n)
		}
	case *ast.ArrayPattern:
		for _, e := range n.Elements {
			w.pattern(e, set)
		}
		w.pattern(n.Rest, set)
	case *ast.ObjectPattern:
		for _, p := range n.Properties {
			switch p := p.(type) {
			case *ast.PropertyShort:
				set(&p.Name)
				w.read(&p.Initializer)
			case *ast.PropertyKeyed:
				if p.Computed {
					w.read(&p.Key)
				}
				w.pattern(p.Value, set)
			}
		}
		w.pattern(n.Rest, set)
	case *ast.Binding:
		w.pattern(n.Target, set)
		w.read(&n.Initializer)
	case *ast.AssignExpression: // a target with a default
		w.pattern(n.Left, set)
		w.read(&n.Right)
	case *ast.SpreadElement:
		w.pattern(n.Expression, set)
	case ast.Expression:
		w.read(&n)
	}
}

// written are the names that a pattern sets.
func (w *appendPass) written(t any) {
	w.pattern(t, func(id *ast.Identifier) {
		if w.names[id.Name] {
			w.use(id.Name, appendUse{})
		}
	})
}

func (w *appendPass) function(name *ast.Identifier, params *ast.ParameterList, body func()) {
	w.loops++
	w.enter(true)
	if name != nil {
		w.declare(name.Name, true, false, true)
	}
	if params != nil {
		exclude := func(id *ast.Identifier) { w.declare(id.Name, true, false, true) }
		for _, b := range params.List {
			w.pattern(b, exclude)
		}
		w.pattern(params.Rest, exclude)
	}
	body()
	w.leave()
	w.loops--
}

func (w *appendPass) class(c *ast.ClassLiteral) {
	w.enter(false)
	if c.Name != nil {
		w.declare(c.Name.Name, false, false, true)
	}
	w.read(&c.SuperClass)
	for _, el := range c.Body {
		switch m := el.(type) {
		case *ast.FieldDefinition:
			if m.Computed {
				w.read(&m.Key)
			}
			w.function(nil, nil, func() { w.read(&m.Initializer) })
		case *ast.MethodDefinition:
			if m.Computed {
				w.read(&m.Key)
			}
			w.expr(m.Body)
		case *ast.ClassStaticBlock:
			w.function(nil, nil, func() { w.statements(m.Block.List) })
		}
	}
	w.leave()
}

func (w *appendPass) statements(list []ast.Statement) {
	for _, s := range list {
		w.stmt(s)
	}
}

func (w *appendPass) block(s ast.Statement) {
	w.enter(false)
	w.stmt(s)
	w.leave()
}

func (w *appendPass) loop(s ast.Statement, parts ...*ast.Expression) {
	w.loops++
	for _, p := range parts {
		w.effect(p)
	}
	w.block(s)
	w.loops--
}

// effect is an expression whose value nobody has, or that is a test.
func (w *appendPass) effect(e *ast.Expression) {
	switch n := (*e).(type) {
	case *ast.AssignExpression:
		if n.Operator == token.PLUS && w.tracked(n.Left) != nil {
			w.appends(e, n, false)
			return
		}
	case *ast.SequenceExpression:
		for i := range n.Sequence {
			w.effect(&n.Sequence[i])
		}
		return
	}
	w.read(e)
}

// appends is s += x; value tells that what comes of it is used.
func (w *appendPass) appends(slot *ast.Expression, n *ast.AssignExpression, value bool) {
	id := w.tracked(n.Left)
	// What is appended may itself be such a variable, rewritten before or after this one: it has a place of its own until the
	// end, and is put where it belongs then.
	right, place := n.Right, &n.Right
	w.read(&right)
	w.last = append(w.last, func() { *place = right })
	w.use(id.Name, appendUse{appends: true, rewrite: func() {
		n.Operator = token.ASSIGN
		args := []ast.Expression{identifier(id), right}
		n.Right, place = guardCall(guardAppend, id.Idx, args...), &args[1]
		if value {
			*slot = guardCall(guardFlat, id.Idx, n)
		}
	}})
}

func (w *appendPass) stmt(s ast.Statement) {
	switch n := s.(type) {
	case nil:
	case *ast.BlockStatement:
		if n != nil {
			w.enter(false)
			w.statements(n.List)
			w.leave()
		}
	case *ast.DoWhileStatement:
		w.loop(n.Body)
		w.loops++
		w.read(&n.Test)
		w.loops--
	case *ast.ExpressionStatement:
		w.effect(&n.Expression)
	case *ast.ForInStatement:
		w.forEach(n.Into, &n.Source, n.Body)
	case *ast.ForOfStatement:
		w.forEach(n.Into, &n.Source, n.Body)
	case *ast.ForStatement:
		w.enter(false)
		switch i := n.Initializer.(type) {
		case *ast.ForLoopInitializerExpression:
			w.effect(&i.Expression)
		case *ast.ForLoopInitializerVarDeclList:
			w.bindings(i.List, true)
		case *ast.ForLoopInitializerLexicalDecl:
			w.bindings(i.LexicalDeclaration.List, false)
		}
		w.loops++
		w.read(&n.Test)
		w.loops--
		w.loop(n.Body, &n.Update)
		w.leave()
	case *ast.IfStatement:
		w.read(&n.Test)
		w.block(n.Consequent)
		w.block(n.Alternate)
	case *ast.LabelledStatement:
		w.stmt(n.Statement)
	case *ast.ReturnStatement:
		w.read(&n.Argument)
	case *ast.SwitchStatement:
		w.read(&n.Discriminant)
		w.enter(false)
		for _, c := range n.Body {
			w.read(&c.Test)
			w.statements(c.Consequent)
		}
		w.leave()
	case *ast.ThrowStatement:
		w.read(&n.Argument)
	case *ast.TryStatement:
		w.stmt(n.Body)
		if n.Catch != nil {
			w.enter(false)
			w.pattern(n.Catch.Parameter, func(id *ast.Identifier) { w.declare(id.Name, false, false, true) })
			w.stmt(n.Catch.Body)
			w.leave()
		}
		if n.Finally != nil {
			w.stmt(n.Finally)
		}
	case *ast.VariableStatement:
		w.bindings(n.List, true)
	case *ast.LexicalDeclaration:
		w.bindings(n.List, false)
	case *ast.WhileStatement:
		w.loops++
		w.read(&n.Test)
		w.loops--
		w.loop(n.Body)
	case *ast.WithStatement: // any name in it may be the object's
		w.read(&n.Object)
		w.enter(false)
		w.stmt(n.Body)
		for _, uses := range w.scope.uses {
			for i := range uses {
				uses[i].excluded = true
			}
		}
		w.leave()
	case *ast.FunctionDeclaration:
		if n.Function.Name != nil {
			w.declare(n.Function.Name.Name, false, false, true)
			w.declare(n.Function.Name.Name, true, false, true)
		}
		w.expr(n.Function)
	case *ast.ClassDeclaration:
		if n.Class.Name != nil {
			w.declare(n.Class.Name.Name, false, false, true)
		}
		w.class(n.Class)
	}
}

func (w *appendPass) forEach(into ast.ForInto, source *ast.Expression, body ast.Statement) {
	w.enter(false)
	w.read(source)
	w.loops++
	switch n := into.(type) {
	case *ast.ForIntoVar:
		w.bindings([]*ast.Binding{n.Binding}, true)
	case *ast.ForDeclaration:
		w.pattern(n.Target, func(id *ast.Identifier) { w.declare(id.Name, false, false, false) })
	case *ast.ForIntoExpression:
		w.written(n.Expression)
	}
	w.loops--
	w.loop(body)
	w.leave()
}

// read is an expression whose value is used: a variable in it becomes a call of guardFlat.
func (w *appendPass) read(e *ast.Expression) {
	if id := w.tracked(*e); id != nil {
		w.use(id.Name, appendUse{rewrite: func() { *e = guardCall(guardFlat, id.Idx, identifier(id)) }})
		return
	}
	if n, ok := (*e).(*ast.AssignExpression); ok && n.Operator == token.PLUS && w.tracked(n.Left) != nil {
		w.appends(e, n, true)
		return
	}
	w.expr(*e)
}

func (w *appendPass) reads(list []ast.Expression) {
	for i := range list {
		w.read(&list[i])
	}
}

func (w *appendPass) expr(e ast.Expression) {
	switch n := e.(type) {
	case nil:
	case *ast.ArrayLiteral:
		w.reads(n.Value)
	case *ast.ArrayPattern, *ast.ObjectPattern:
		w.written(n)
	case *ast.AssignExpression:
		switch id := w.tracked(n.Left); {
		case id != nil:
			w.use(id.Name, appendUse{excluded: n.Operator != token.ASSIGN, text: beginsAsText(n.Right)})
		case n.Operator == token.ASSIGN:
			w.written(n.Left)
		default:
			w.read(&n.Left)
		}
		w.read(&n.Right)
	case *ast.AwaitExpression:
		w.read(&n.Argument)
	case *ast.YieldExpression:
		w.read(&n.Argument)
	case *ast.BinaryExpression:
		w.read(&n.Left)
		w.read(&n.Right)
	case *ast.BracketExpression:
		w.read(&n.Left)
		w.read(&n.Member)
	case *ast.CallExpression:
		w.read(&n.Callee)
		w.reads(n.ArgumentList)
	case *ast.ConditionalExpression:
		w.read(&n.Test)
		w.read(&n.Consequent)
		w.read(&n.Alternate)
	case *ast.DotExpression:
		w.read(&n.Left)
	case *ast.PrivateDotExpression:
		w.read(&n.Left)
	case *ast.OptionalChain:
		w.read(&n.Expression)
	case *ast.Optional:
		w.read(&n.Expression)
	case *ast.FunctionLiteral:
		if n != nil {
			w.function(n.Name, n.ParameterList, func() { w.statements(n.Body.List) })
		}
	case *ast.ClassLiteral:
		w.class(n)
	case *ast.ArrowFunctionLiteral:
		w.function(nil, n.ParameterList, func() {
			switch b := n.Body.(type) {
			case *ast.BlockStatement:
				w.statements(b.List)
			case *ast.ExpressionBody:
				w.read(&b.Expression)
			}
		})
	case *ast.NewExpression:
		w.read(&n.Callee)
		w.reads(n.ArgumentList)
	case *ast.ObjectLiteral:
		for i, p := range n.Value {
			switch p := p.(type) {
			case *ast.PropertyShort: // { s }
				if w.names[p.Name.Name] {
					w.use(p.Name.Name, appendUse{rewrite: func() {
						n.Value[i] = &ast.PropertyKeyed{
							Key:  &ast.StringLiteral{Idx: p.Name.Idx, Literal: p.Name.Name.String(), Value: p.Name.Name},
							Kind: ast.PropertyKindValue, Value: guardCall(guardFlat, p.Name.Idx, identifier(&p.Name)),
						}
					}})
				}
				w.read(&p.Initializer)
			case *ast.PropertyKeyed:
				if p.Computed {
					w.read(&p.Key)
				}
				w.read(&p.Value)
			case *ast.SpreadElement:
				w.read(&p.Expression)
			}
		}
	case *ast.SpreadElement:
		w.read(&n.Expression)
	case *ast.SequenceExpression:
		w.reads(n.Sequence)
	case *ast.TemplateLiteral:
		w.read(&n.Tag)
		w.reads(n.Expressions)
	case *ast.UnaryExpression:
		switch n.Operator {
		case token.INCREMENT, token.DECREMENT, token.DELETE:
			if id := w.tracked(n.Operand); id != nil {
				w.use(id.Name, appendUse{excluded: true})
				return
			}
		}
		w.read(&n.Operand)
	}
}
