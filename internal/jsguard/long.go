package jsguard

import (
	_ "embed"
	"reflect"
	"strings"
	"sync"

	"github.com/dop251/goja"
)

//go:embed long.js
var longSource string

var longProgram = sync.OnceValues(func() (*goja.Program, error) {
	return goja.Compile("node:internal/guard", longSource, true)
})

// shortArray is the length up to which the engine's own functions of arrays are left to themselves: the slowest of them
// takes some milliseconds for that.
const shortArray = 20_000

// denseArray is that length for arrays without holes.
const denseArray = 1 << 18

// long are the functions of long.js in this realm.
type long struct {
	array    map[string]nativeFunc
	steps    nativeFunc
	through  nativeFunc // a function that calls the one it is given
	copyInto nativeFunc // elements from one array into another
	method   nativeFunc // a function of a program for a built-in one, with its name
	class    nativeFunc // the same for one that makes objects
	setLike  nativeFunc // what stands for the argument of Set.prototype.union and its kin
}

// longTools are what long.js calls, of before any program ran.
type longTools struct {
	values        []goja.Value
	iteratorOf    *goja.Object // Array.prototype[Symbol.iterator]
	arrayIterator *goja.Object // the prototype that has next
	next          goja.Value
	arrayProto    *goja.Object
	mapProto      *goja.Object
	setProto      *goja.Object
	mapEntries    goja.Value
	setValues     goja.Value
}

func (n *Natives) captureLong() {
	get := func(holder, name string) goja.Value {
		if h := n.holder(holder); h != nil {
			if v := h.Get(name); v != nil {
				return v
			}
		}
		return goja.Undefined()
	}
	t := &longTools{values: []goja.Value{
		get("Reflect", "apply"), get("Array", "isArray"), get("Reflect", "defineProperty"), get("Reflect", "deleteProperty"), get("Reflect", "construct"),
		goja.SymSpecies, goja.SymIsConcatSpreadable, goja.SymIterator,
	}}
	t.arrayProto, t.mapProto, t.setProto = n.holder("Array.prototype"), n.holder("Map.prototype"), n.holder("Set.prototype")
	t.iteratorOf, _ = t.arrayProto.GetSymbol(goja.SymIterator).(*goja.Object)
	t.mapEntries, t.setValues = t.mapProto.GetSymbol(goja.SymIterator), t.setProto.GetSymbol(goja.SymIterator)
	if values := n.native("Array.prototype", "values"); values != nil {
		if it, ok := values(goja.FunctionCall{This: n.vm.NewArray()}).(*goja.Object); ok {
			t.arrayIterator = it.Prototype()
			t.next = t.arrayIterator.Get("next")
		}
	}
	n.captureDescribe()
	n.typedWith = n.native("TypedArray.prototype", "with")
	n.longTools = t
}

func (n *Natives) captureDescribe() {
	if n.describe == nil {
		n.describe = n.native("Object", "getOwnPropertyDescriptor")
	}
}

// long evaluates long.js when it is first needed.
func (n *Natives) long() *long {
	if n.longFuncs != nil {
		return n.longFuncs
	}
	prg, err := longProgram()
	if err != nil {
		panic(err)
	}
	v, err := n.vm.RunProgram(prg)
	if err != nil {
		panic(err)
	}
	v = n.callable(v.(*goja.Object))(goja.FunctionCall{This: goja.Undefined(), Arguments: n.longTools.values})
	o := v.(*goja.Object)
	f := func(name string) nativeFunc { return n.callable(o.Get(name).(*goja.Object)) }
	l := &long{
		array: map[string]nativeFunc{}, steps: f("steps"), through: f("through"), copyInto: f("copyInto"),
		method: f("method"), class: f("constructs"), setLike: f("setLike"),
	}
	list := o.Get("array").(*goja.Object)
	for _, k := range list.Keys() {
		l.array[k] = n.callable(list.Get(k).(*goja.Object))
	}
	n.longFuncs = l
	return l
}

// shape is what the engine keeps behind an object, read by reflection: it says nothing of it in public.
type shape struct {
	kind reflect.Type
	self reflect.Value
}

func shapeOf(o *goja.Object) shape {
	self := reflect.ValueOf(o).Elem().FieldByName("self").Elem()
	return shape{self.Type(), self}
}

// dense tells that an array has all its elements and none of them is computed: the engine goes through it fast.
func dense(o *goja.Object) bool {
	s := shapeOf(o)
	if s.kind.String() != "*goja.arrayObject" {
		return false
	}
	a := s.self.Elem()
	return a.FieldByName("objCount").Int() == int64(a.FieldByName("length").Uint()) && a.FieldByName("propValueCount").Int() == 0
}

// scripted tells that a function is one of a program: each call of it passes the place where a program can be ended.
func scripted(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	if !ok || !strings.HasSuffix(o.ClassName(), "Function") {
		return false
	}
	k := shapeOf(o).kind.String()
	return k == "*goja.funcObject" || k == "*goja.arrowFuncObject" || k == "*goja.methodFuncObject"
}

// work is how a function of arrays goes through one.
type work int

const (
	copies work = iota // element by element, and slowly
	scans              // fast where the array is dense
	calls              // calls its first argument for each
	nests              // goes into arrays in arrays
	sorts
)

// quick tells that the engine's own function may be called on o.
func (n *Natives) quick(o *goja.Object, w work, f goja.Value) bool {
	if o.ClassName() == "Array" && !isProxy(o) {
		l := lengthOf(o)
		if l > n.maxArray {
			n.badLength()
		}
		switch {
		case w == nests:
			return false
		case l <= shortArray || l <= denseArray && w == copies && dense(o):
			return true
		case w == scans:
			return dense(o)
		case w == calls:
			return scripted(f) && dense(o)
		case w == sorts:
			return dense(o)
		}
		n.Reserve(32 * l)
		return false
	}
	return w != nests && n.shortLike(o)
}

// sorting is a call of sort that can be ended in: a comparison that is built in, or none, is called through one that looks.
func (n *Natives) sorting(c goja.FunctionCall) goja.FunctionCall {
	if f := c.Argument(0); !goja.IsUndefined(f) {
		return n.throughFirst(c)
	}
	compared := 0
	c.Arguments = []goja.Value{n.vm.ToValue(func(c goja.FunctionCall) goja.Value {
		if compared++; compared%stopEvery == 0 {
			n.CheckStopped()
		}
		a, b := c.Argument(0), c.Argument(1)
		if goja.IsNumber(a) && goja.IsNumber(b) {
			return n.vm.ToValue(strings.Compare(a.String(), b.String()))
		}
		return n.vm.ToValue(text(a).(goja.String).CompareTo(text(b).(goja.String)))
	})}
	return c
}

// flat tells that flat goes one level deep and that there is little on it.
func (n *Natives) flat(o *goja.Object, depth goja.Value) bool {
	if depth != nil && !goja.IsUndefined(depth) || o.ClassName() != "Array" || isProxy(o) {
		return false
	}
	l := lengthOf(o)
	if l > shortArray && (l > denseArray || !dense(o)) {
		return false
	}
	for i, total := int64(0), int64(0); i < l; i++ {
		if total += lengthIfArray(o.Get(index(i))); total > shortArray {
			return false
		}
	}
	return true
}

// shortLike tells that what only looks like an array is short, and stays so when it is asked again.
func (n *Natives) shortLike(o *goja.Object) bool {
	if isProxy(o) {
		return false
	}
	if o.ExportType().Kind() == reflect.Slice { // a typed array
		return lengthOf(o) <= shortArray
	}
	d, ok := n.describe(goja.FunctionCall{Arguments: []goja.Value{o, n.lengthName}}).(*goja.Object)
	if !ok {
		return o.ClassName() != "Object" // a Map, a function
	}
	v := d.Get("value")
	return v != nil && goja.IsNumber(v) && v.ToFloat() <= shortArray
}

// method guards a function of Array.prototype.
func method(name string, w work) native {
	return native{holder: "Array.prototype", name: name, long: w != nests, make: func(n *Natives, orig nativeFunc) nativeFunc {
		n.capture()
		return func(c goja.FunctionCall) goja.Value {
			o, ok := c.This.(*goja.Object)
			if !ok {
				if s, isString := c.This.(goja.String); !isString || s.Length() <= shortArray {
					return orig(c)
				}
				return n.long().array[name](c)
			}
			var f goja.Value
			if len(c.Arguments) > 0 {
				f = c.Arguments[0]
			}
			if n.quick(o, w, f) {
				if w == sorts && lengthOf(o) > shortArray {
					c = n.sorting(c)
				}
				return orig(c)
			}
			if w == nests && name == "flat" && n.flat(o, f) {
				return orig(c)
			}
			return n.long().array[name](c)
		}
	}}
}

// plain tells that the engine takes an iterable apart with its own functions and soon.
func (n *Natives) plain(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	if !ok {
		s, isString := v.(goja.String)
		return !isString || s.Length() <= shortArray
	}
	t := n.longTools
	if isProxy(o) || t.arrayIterator == nil || t.arrayIterator.Get("next") != t.next {
		return false
	}
	switch o.ClassName() {
	case "Array":
		if o.GetSymbol(goja.SymIterator) != goja.Value(t.iteratorOf) {
			return false
		}
		l := lengthOf(o)
		return l <= shortArray || l <= denseArray && dense(o)
	}
	return false
}

// steps is an iterable that the engine can be stopped in.
func (n *Natives) steps(v goja.Value) goja.Value {
	if nullish(v) || n.plain(v) {
		return v
	}
	o, ok := v.(*goja.Object)
	if ok {
		if f := o.GetSymbol(goja.SymIterator); nullish(f) {
			return v
		}
	} else if _, isString := v.(goja.String); !isString {
		return v
	}
	return n.long().steps(goja.FunctionCall{This: goja.Undefined(), Arguments: []goja.Value{v}})
}

// iterates guards a function whose argument at that place is taken apart.
func iterates(holder, name string) native {
	return native{holder: holder, name: name, make: func(n *Natives, orig nativeFunc) nativeFunc {
		n.capture()
		return func(c goja.FunctionCall) goja.Value {
			if len(c.Arguments) == 0 {
				return orig(c)
			}
			if l := lengthIfArray(c.Arguments[0]); l > n.maxArray {
				n.badLength()
			} else if l > 0 {
				n.Reserve(64 * l)
			}
			args := append([]goja.Value{n.steps(c.Arguments[0])}, c.Arguments[1:]...)
			return orig(goja.FunctionCall{This: c.This, Arguments: args})
		}
	}}
}

// lengthIfArray is the length of an array; 0 for all else.
func lengthIfArray(v goja.Value) int64 {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Array" || isProxy(o) {
		return 0
	}
	return lengthOf(o)
}

// setMethod guards a function of Set.prototype whose argument is another set.
func setMethod(name string) native {
	return native{holder: "Set.prototype", name: name, make: func(n *Natives, orig nativeFunc) nativeFunc {
		n.capture()
		return func(c goja.FunctionCall) goja.Value {
			o, ok := c.Argument(0).(*goja.Object)
			if !ok || o.ClassName() == "Set" && !isProxy(o) && n.smallSet(c.This) && n.smallSet(o) {
				return orig(c)
			}
			c.Arguments = []goja.Value{n.long().setLike(goja.FunctionCall{This: goja.Undefined(), Arguments: []goja.Value{o}})}
			return orig(c)
		}
	}}
}

// smallSet tells that a set is small and its functions are the engine's.
func (n *Natives) smallSet(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Set" || isProxy(o) || o.Prototype() != n.longTools.setProto || len(o.Keys()) > 0 {
		return false
	}
	s := o.Get("size")
	return s != nil && goja.IsNumber(s) && s.ToInteger() <= shortArray
}

// maxListed is how many elements a typed array may have whose indices are listed as names.
const maxListed = 1 << 21

// lists guards a function that lists the names of its argument's properties.
func lists(holder, name string, at int) native {
	return native{holder: holder, name: name, long: true, make: func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			for _, v := range c.Arguments[min(at, len(c.Arguments)):] {
				if o, ok := n.isLongTyped(v); ok && lengthOf(o) > maxListed {
					n.badLength()
				}
			}
			return orig(c)
		}
	}}
}
