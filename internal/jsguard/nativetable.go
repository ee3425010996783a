package jsguard

import (
	"strconv"

	"github.com/dop251/goja"
)

// natives is the table of functions that are checked.
var natives = []native{
	{holder: "String.prototype", name: "repeat", make: func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			if nullish(c.This) {
				return orig(c)
			}
			s, k := text(c.This), c.Argument(0).ToNumber()
			if f := k.ToFloat() * float64(length(s)); f > float64(n.maxString) && k.ToFloat() < 1e300 {
				n.tooLong()
			} else if f > 0 {
				n.Reserve(int64(min(f, 1e15)))
			}
			return orig(goja.FunctionCall{This: s, Arguments: []goja.Value{k}})
		}
	}},
	{holder: "String.prototype", name: "toUpperCase", make: growing, asks: true},
	{holder: "String.prototype", name: "toLowerCase", make: growing, asks: true},
	{holder: "String.prototype", name: "normalize", make: growing, asks: true},
	{holder: "String.prototype", name: "padStart", make: pad},
	{holder: "String.prototype", name: "padEnd", make: pad},
	{holder: "String.prototype", name: "concat", make: func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			if nullish(c.This) {
				return orig(c)
			}
			self := text(c.This)
			total := length(self)
			args := make([]goja.Value, len(c.Arguments))
			for i, a := range c.Arguments {
				args[i] = text(a)
				total += length(args[i])
			}
			n.checkString(total)
			return orig(goja.FunctionCall{This: self, Arguments: args})
		}
	}},
	{holder: "String.prototype", name: "replace", make: replacing(false)},
	{holder: "String.prototype", name: "replaceAll", make: replacing(true)},
	{holder: "String.prototype", name: "split", make: func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			if s, ok := c.This.(goja.String); ok && int64(s.Length()) > n.limit/64 {
				if sep, ok := c.Argument(0).(goja.String); !ok || sep.Length() == 0 {
					n.tooLong()
				}
				n.Reserve(24 * int64(s.Length()))
			}
			return orig(c)
		}
	}},
	{holder: "String.prototype", name: "match", make: func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			if s, ok := c.This.(goja.String); ok && int64(s.Length()) >= n.limit/128 {
				if o, ok := c.Argument(0).(*goja.Object); ok && o.ClassName() == "RegExp" && o.Get("global").ToBoolean() {
					n.tooLong()
				}
			}
			return orig(c)
		}
	}},
	{holder: "", name: "parseFloat", make: parseFloat},
	{holder: "Number", name: "parseFloat", make: parseFloat},
	{holder: "Array.prototype", name: "join", always: true, make: func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			if n.joins++; n.joins > maxNested {
				n.joins = 0
				n.rangeError("Maximum call stack size exceeded")
			}
			defer func() { n.joins = max(n.joins-1, 0) }()
			l := n.arrayThis(c.This)
			sep := c.Argument(0)
			if !goja.IsUndefined(sep) {
				sep = text(sep)
				c.Arguments = []goja.Value{sep}
			}
			if o, ok := c.This.(*goja.Object); ok && l > 0 {
				total := l
				if !goja.IsUndefined(sep) {
					total = l * length(sep)
				}
				if o.ClassName() == "Array" {
					for i := int64(0); i < l && total <= int64(n.maxString); i++ {
						if s, ok := o.Get(index(i)).(goja.String); ok {
							total += int64(s.Length())
						}
					}
				}
				n.checkString(total)
			}
			return orig(c)
		}
	}},
	{holder: "Array.prototype", name: "concat", make: func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			total := n.arrayThis(c.This)
			for _, a := range c.Arguments {
				total += lengthOf(a)
			}
			if total > n.maxArray {
				n.badLength()
			}
			n.Reserve(48 * total) // the engine lets the array grow
			return orig(c)
		}
	}},
	{holder: "Array.prototype", name: "fill", make: copying, long: true},
	{holder: "Array.prototype", name: "slice", make: copying, long: true},
	{holder: "Array.prototype", name: "map", make: copying, long: true},
	{holder: "Array.prototype", name: "toSorted", make: copying, long: true},
	{holder: "Array.prototype", name: "toReversed", make: copying, long: true},
	{holder: "Array.prototype", name: "with", make: copying, long: true},
	{holder: "Array.prototype", name: "toSpliced", make: copying, long: true},
	array("filter"), array("forEach"), array("some"), array("every"), array("find"), array("findIndex"), array("findLast"), array("findLastIndex"),
	array("reverse"), array("copyWithin"), array("sort"), array("indexOf"), array("includes"), array("lastIndexOf"), array("splice"),
	array("unshift"), array("shift"), array("flatMap"), array("reduce"), array("reduceRight"), array("toLocaleString"),
	{holder: "Array.prototype", name: "flat", make: func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			n.arrayThis(c.This)
			n.nested(c.This, 0)
			return orig(c)
		}
	}},
	{holder: "TypedArray.prototype", name: "slice", make: typedCopy, asks: true},
	{holder: "TypedArray.prototype", name: "toSorted", make: typedCopy, asks: true},
	{holder: "TypedArray.prototype", name: "toReversed", make: typedCopy, asks: true},
	{holder: "TypedArray.prototype", name: "with", make: typedCopy, asks: true},
	{holder: "TypedArray.prototype", name: "join", make: func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			sep := c.Argument(0)
			k := int64(1)
			if !goja.IsUndefined(sep) {
				sep = text(sep)
				k = length(sep)
				c.Arguments = []goja.Value{sep}
			}
			n.checkString(lengthOf(c.This) * (k + 1))
			return orig(c)
		}
	}},
	{holder: "ArrayBuffer.prototype", name: "slice", make: func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			if o, ok := c.This.(*goja.Object); ok && o.ClassName() == "ArrayBuffer" {
				n.Reserve(o.Get("byteLength").ToInteger())
			}
			return orig(c)
		}
	}},
	{holder: "Array", name: "from", make: func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			if o, ok := c.Argument(0).(*goja.Object); ok {
				if l := lengthOf(o); l > n.maxArray {
					n.badLength()
				} else if l > 0 {
					n.Reserve(16 * l)
				}
			}
			return orig(c)
		}
	}},
	{holder: "Function.prototype", name: "apply", make: func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			n.checkArguments(c.Argument(1))
			return orig(c)
		}
	}},
	{holder: "Reflect", name: "apply", make: func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			n.checkArguments(c.Argument(2))
			return orig(c)
		}
	}},
	{holder: "Reflect", name: "construct", make: func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			n.checkArguments(c.Argument(1))
			return orig(c)
		}
	}},
	{holder: "JSON", name: "parse", make: func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			s := text(c.Argument(0))
			if l := length(s); l > MaxJSONDepth {
				if JSONDepth(s.String()) > MaxJSONDepth {
					n.rangeError("Maximum call stack size exceeded")
				}
				n.Reserve(8 * l)
			}
			args := append([]goja.Value{s}, c.Arguments[min(1, len(c.Arguments)):]...)
			return orig(goja.FunctionCall{This: c.This, Arguments: args})
		}
	}},
	{holder: "JSON", name: "stringify", make: stringify},
	{holder: "Promise", name: "all", make: iterating},
	{holder: "Promise", name: "allSettled", make: iterating},
	{holder: "Promise", name: "any", make: iterating},
	{holder: "Promise", name: "race", make: iterating},
	{holder: "Object", name: "fromEntries", make: iterating},
	{holder: "String", name: "raw", make: func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			if o, ok := c.Argument(0).(*goja.Object); ok {
				if raw, ok := o.Get("raw").(*goja.Object); ok && raw.ClassName() != "Array" {
					panic(n.vm.NewTypeError("String.raw needs an array"))
				} else if ok && lengthOf(raw) > maxArguments {
					n.badLength()
				}
			}
			return orig(c)
		}
	}},
	{holder: "BigInt", name: "asUintN", make: bitsCheck},
	{holder: "BigInt", name: "asIntN", make: bitsCheck},
}

// iterating refuses arrays that are longer than the heap could hold where each element is kept.
func iterating(n *Natives, orig nativeFunc) nativeFunc {
	return func(c goja.FunctionCall) goja.Value {
		if l := lengthOf(c.Argument(0)); l > n.maxArray {
			n.badLength()
		} else if l > 0 {
			n.Reserve(64 * l)
		}
		return orig(c)
	}
}

// maxNested is how deep arrays in arrays may be where the engine recurses into them.
const maxNested = 1000

// nested refuses arrays in arrays that are too deep or too long.
func (n *Natives) nested(v goja.Value, depth int) {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Array" || isProxy(o) {
		return
	}
	if depth > maxNested {
		n.rangeError("Maximum call stack size exceeded")
	}
	l := lengthOf(o)
	if l > n.maxArray {
		n.badLength()
	}
	for i := int64(0); i < l; i++ {
		n.nested(o.Get(index(i)), depth+1)
	}
}

func (n *Natives) checkArguments(list goja.Value) {
	if lengthOf(list) > maxArguments {
		n.rangeError("Maximum call stack size exceeded")
	}
}

func typedCopy(n *Natives, orig nativeFunc) nativeFunc {
	return func(c goja.FunctionCall) goja.Value {
		if o, ok := c.This.(*goja.Object); ok {
			if v := o.Get("byteLength"); v != nil && goja.IsNumber(v) {
				n.Reserve(v.ToInteger())
			}
		}
		return orig(c)
	}
}

func parseFloat(n *Natives, orig nativeFunc) nativeFunc {
	return func(c goja.FunctionCall) goja.Value {
		s := text(c.Argument(0))
		if t, ok := s.(goja.String); ok && t.Length() > 100000 {
			s = t.Substring(0, 100000)
		}
		return orig(goja.FunctionCall{This: c.This, Arguments: []goja.Value{s}})
	}
}

func bitsCheck(n *Natives, orig nativeFunc) nativeFunc {
	return func(c goja.FunctionCall) goja.Value {
		bits := c.Argument(0).ToNumber()
		if bits.ToFloat() > 1<<30 {
			n.rangeError("Maximum BigInt size exceeded")
		}
		args := append([]goja.Value{bits}, c.Arguments[min(1, len(c.Arguments)):]...)
		return orig(goja.FunctionCall{This: c.This, Arguments: args})
	}
}

// maxArguments is how many arguments a call may have: about what V8's stack holds.
const maxArguments = 120_000

// indices are the names of the first array indices.
var indices = func() (t [1024]string) {
	for i := range t {
		t[i] = strconv.Itoa(i)
	}
	return t
}()

// index is an array index as a property name.
func index(i int64) string {
	if i < int64(len(indices)) {
		return indices[i]
	}
	return strconv.FormatInt(i, 10)
}
