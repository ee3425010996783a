package jsguard

import (
	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// The engine follows prototypes, proxies and bound functions by recursion in Go, which nothing counts: a chain of a million
// ends the process by its stack. So chains are bounded where they are made.
const (
	guardProto = "\x00proto" // class extends x, f.prototype = x: x may be a prototype

	maxPrototypes = 10_000
	maxProxies    = 1000
	maxBound      = 1000 // functions bound one over the other, and arguments bound at once
)

func (n *Natives) deep() { n.rangeError("Maximum call stack size exceeded") }

// checkPrototype refuses an object as a prototype when the chain above it is too long.
func (n *Natives) checkPrototype(v goja.Value) {
	o, ok := v.(*goja.Object)
	if !ok {
		return
	}
	for i := 0; o != nil && !isProxy(o); i++ {
		if i > maxPrototypes {
			n.deep()
		}
		o = o.Prototype()
	}
}

// checkClass is checkPrototype for a class and for the prototype that its instances have.
func (n *Natives) checkClass(v goja.Value) {
	n.checkPrototype(v)
	if o, ok := v.(*goja.Object); ok && !isProxy(o) {
		if d, ok := n.describe(goja.FunctionCall{Arguments: []goja.Value{o, n.vm.ToValue("prototype")}}).(*goja.Object); ok {
			if p := d.Get("value"); p != nil {
				n.checkPrototype(p)
			}
		}
	}
}

// prototypes guards a function that makes its argument at that place a prototype.
func prototypes(holder, name string, at int, class bool) native {
	return native{holder: holder, name: name, long: true, make: func(n *Natives, orig nativeFunc) nativeFunc {
		n.captureDescribe()
		return func(c goja.FunctionCall) goja.Value {
			if len(c.Arguments) > at {
				if class {
					n.checkClass(c.Arguments[at])
				} else {
					n.checkPrototype(c.Arguments[at])
				}
			}
			return orig(c)
		}
	}}
}

// checkProxy refuses a proxy over, or handled by, a long chain of others.
func (n *Natives) checkProxy(target, handler goja.Value) {
	left := maxProxies
	var visit func(o *goja.Object)
	visit = func(o *goja.Object) {
		for i := 0; o != nil; i++ {
			if !isProxy(o) {
				if i > maxPrototypes {
					n.deep()
				}
				o = o.Prototype()
				continue
			}
			if left--; left < 0 {
				n.deep()
			}
			p := o.Export().(goja.Proxy)
			if h := p.Handler(); h != nil {
				visit(h)
			}
			o = p.Target()
		}
	}
	for _, v := range []goja.Value{target, handler} {
		if o, ok := v.(*goja.Object); ok {
			visit(o)
		}
	}
}

// bound guards Function.prototype.bind. A built-in function that is bound is called through one of a program, so that calls of
// one over the other are counted and can be ended.
func bound(n *Natives, orig nativeFunc) nativeFunc {
	n.capture()
	return func(c goja.FunctionCall) goja.Value {
		f, ok := c.This.(*goja.Object)
		if !ok {
			return orig(c)
		}
		if len(c.Arguments) > maxBound {
			n.deep()
		}
		if isProxy(f) || scripted(f) {
			return orig(c)
		}
		s := shapeOf(f)
		switch s.kind.String() {
		case "*goja.boundFuncObject":
			depth := 0
			for s.kind.String() == "*goja.boundFuncObject" {
				if depth++; depth > maxBound {
					n.deep()
				}
				w := s.self.Elem().FieldByName("wrapped").Elem().FieldByName("self").Elem()
				s = shape{w.Type(), w}
			}
			return orig(c)
		case "*goja.nativeFuncObject", "*goja.wrappedFuncObject":
		default:
			return orig(c)
		}
		make := n.long().method
		if _, ok := goja.AssertConstructor(f); ok {
			make = n.long().class
		}
		c.This = make(goja.FunctionCall{This: goja.Undefined(), Arguments: []goja.Value{f}})
		return orig(c)
	}
}

// prototypeOf guards what becomes the prototype of a function's instances, and the class that another extends.
func (w *rewriter) prototypeAssigned(n *ast.AssignExpression) {
	if !w.Deep || n.Operator != token.ASSIGN {
		return
	}
	switch l := n.Left.(type) {
	case *ast.DotExpression:
		if l.Identifier.Name != unistring.String("prototype") {
			return
		}
	case *ast.BracketExpression:
		if s, ok := l.Member.(*ast.StringLiteral); !ok || s.Value != unistring.String("prototype") {
			return
		}
	case *ast.ArrayPattern:
		if l.Rest != nil {
			n.Right = guardCall(guardSpread, n.Right.Idx0(), n.Right)
		}
		return
	default:
		return
	}
	switch r := n.Right.(type) {
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral, *ast.ClassLiteral:
		return
	case *ast.ObjectLiteral:
		if len(r.Value) == 0 {
			return
		}
	}
	n.Right = guardCall(guardProto, n.Right.Idx0(), n.Right)
}
