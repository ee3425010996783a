package jsguard

import (
	"reflect"

	"github.com/dop251/goja"
)

// constructor is a built-in class whose arguments are checked before it makes an object.
type constructor struct {
	name    string
	statics []string
	species bool
	parent  bool // its prototype is not Function.prototype and is kept
	byName  bool // needed as soon as a program names it; the others only where arrays can become very long
	check   func(n *Natives, args []goja.Value) []goja.Value
}

func typed(name string, size int64) constructor {
	return constructor{name: name, statics: []string{"BYTES_PER_ELEMENT"}, parent: true, byName: true, check: func(n *Natives, args []goja.Value) []goja.Value {
		if len(args) == 0 {
			return args
		}
		switch a := args[0].(type) {
		case *goja.Object:
			if a.ClassName() == "ArrayBuffer" {
				return args
			}
			if l := lengthOf(a); l > 0 {
				if l > n.limit/size {
					n.rangeError("Invalid typed array length: " + index(l))
				}
				n.Reserve(l * size)
			}
			if _, typed := n.isLongTyped(a); !typed && a.ExportType().Kind() != reflect.Slice || a.ClassName() == "Array" {
				return append([]goja.Value{n.steps(a)}, args[1:]...)
			}
		default:
			f := a.ToNumber()
			if v := f.ToFloat(); v > float64(n.limit/size) {
				n.rangeError("Invalid typed array length: " + f.String())
			} else if v > 0 {
				n.Reserve(int64(v) * size)
			}
			return append([]goja.Value{f}, args[1:]...)
		}
		return args
	}}
}

// fromIterable refuses to walk over arrays that are longer than the heap could hold.
func fromIterable(n *Natives, args []goja.Value) []goja.Value {
	if len(args) > 0 {
		if lengthIfArray(args[0]) > n.maxArray {
			n.badLength()
		}
		args = append([]goja.Value{n.steps(args[0])}, args[1:]...)
	}
	return args
}

var constructors = []constructor{
	typed("Uint8Array", 1), typed("Int8Array", 1), typed("Uint8ClampedArray", 1), typed("Uint16Array", 2), typed("Int16Array", 2),
	typed("Uint32Array", 4), typed("Int32Array", 4), typed("Float32Array", 4), typed("Float64Array", 8), typed("BigInt64Array", 8), typed("BigUint64Array", 8),
	{name: "ArrayBuffer", statics: []string{"isView"}, species: true, byName: true, check: func(n *Natives, args []goja.Value) []goja.Value {
		if len(args) == 0 {
			return args
		}
		f := args[0].ToNumber()
		if v := f.ToFloat(); v > float64(n.limit) {
			n.rangeError("Array buffer allocation failed")
		} else if v > 0 {
			n.Reserve(int64(v))
		}
		return append([]goja.Value{f}, args[1:]...)
	}},
	{name: "BigInt", statics: []string{"asIntN", "asUintN"}, byName: true, check: func(n *Natives, args []goja.Value) []goja.Value {
		if len(args) > 0 && length(args[0]) > maxDigits {
			n.rangeError("Maximum BigInt size exceeded")
		}
		return args
	}},
	{name: "Array", statics: []string{"from", "isArray", "of", "fromAsync"}, species: true, check: func(n *Natives, args []goja.Value) []goja.Value {
		if len(args) == 1 && goja.IsNumber(args[0]) {
			n.Reserve(16 * min(args[0].ToInteger(), n.maxArray))
		}
		return args
	}},
	{name: "Map", statics: []string{"groupBy"}, species: true, check: fromIterable},
	{name: "Set", species: true, check: fromIterable},
	{name: "WeakMap", check: fromIterable},
	{name: "WeakSet", check: fromIterable},
}

// putConstructor replaces a class by one that checks and passes on. The prototype object stays the same, so instanceof and
// subclasses go on to work.
func (n *Natives) putConstructor(c *constructor) {
	if !n.first(c) {
		return
	}
	n.capture()
	vm := n.vm
	orig, ok := vm.Get(c.name).(*goja.Object)
	if !ok {
		return
	}
	call, _ := goja.AssertFunction(orig)
	construct, _ := goja.AssertConstructor(orig)
	proto := orig.Get("prototype").(*goja.Object)
	var self *goja.Object
	v := vm.ToValue(func(cc goja.ConstructorCall) *goja.Object {
		nt := cc.NewTarget
		if nt == self {
			nt = orig
		}
		if construct == nil {
			panic(vm.NewTypeError(c.name + " is not a constructor"))
		}
		o, err := construct(nt, c.check(n, cc.Arguments)...)
		if err != nil {
			panic(err)
		}
		return o
	})
	if c.name == "BigInt" { // returns a primitive
		v = vm.ToValue(func(cc goja.FunctionCall) goja.Value {
			r, err := call(goja.Undefined(), c.check(n, cc.Arguments)...)
			if err != nil {
				panic(err)
			}
			return r
		})
	}
	self = v.(*goja.Object)
	_ = self.DefineDataProperty("name", vm.ToValue(c.name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = self.DefineDataProperty("length", orig.Get("length"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = self.DefineDataProperty("prototype", proto, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	for _, s := range c.statics {
		if f := orig.Get(s); f != nil && !goja.IsUndefined(f) {
			if s == "BYTES_PER_ELEMENT" {
				_ = self.DefineDataProperty(s, f, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
				continue
			}
			Define(self, s, f)
		}
	}
	if c.species {
		_ = self.DefineAccessorPropertySymbol(goja.SymSpecies, n.Func("get [Symbol.species]", 0, func(fc goja.FunctionCall) goja.Value { return fc.This }), nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	if c.parent {
		_ = self.SetPrototype(orig.Prototype())
	}
	Define(proto, "constructor", self)
	Define(vm.GlobalObject(), c.name, self)
}
