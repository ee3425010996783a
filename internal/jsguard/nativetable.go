package jsguard

import (
	"strconv"

	"github.com/dop251/goja"
)

// natives is the table of functions that are checked.
var natives = append(typedNatives, []native{
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
			if count := k.ToFloat(); count >= 1 && count*float64(length(s)) > longString {
				return n.repeated(s.(goja.String), int(count)*int(length(s)))
			}
			return orig(goja.FunctionCall{This: s, Arguments: []goja.Value{k}})
		}
	}},
	{holder: "String.prototype", name: "toUpperCase", make: inPieces(betweenWords)},
	{holder: "String.prototype", name: "toLowerCase", make: inPieces(betweenWords)},
	{holder: "String.prototype", name: "normalize", make: inPieces(beforeStarter)},
	{holder: "String.prototype", name: "localeCompare", make: localeCompare},
	{holder: "String.prototype", name: "padStart", make: pad(false)},
	{holder: "String.prototype", name: "padEnd", make: pad(true)},
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
	{holder: "String.prototype", name: "split", make: split},
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
	{holder: "Array.prototype", name: "join", always: true, make: join},
	{holder: "Array.prototype", name: "concat", make: func(n *Natives, orig nativeFunc) nativeFunc {
		n.capture()
		return func(c goja.FunctionCall) goja.Value {
			quick := n.quickConcat(c.This)
			total := lengthIfArray(c.This)
			for _, a := range c.Arguments {
				quick = quick && n.quickConcat(a)
				total += lengthIfArray(a)
			}
			if total > n.maxArray {
				n.badLength()
			}
			n.Reserve(48 * total) // the engine lets the array grow
			if quick && total <= denseArray && (total <= shortArray || n.denseAll(c)) || nullish(c.This) {
				return orig(c)
			}
			return n.long().array["concat"](c)
		}
	}},
	method("fill", copies), method("slice", copies), method("toReversed", copies), method("with", copies), method("toSpliced", copies),
	method("splice", copies), method("unshift", copies), method("shift", copies), method("copyWithin", copies),
	method("map", calls), method("filter", calls), method("forEach", calls), method("some", calls), method("every", calls),
	method("find", calls), method("findIndex", calls), method("findLast", calls), method("findLastIndex", calls),
	method("reduce", calls), method("reduceRight", calls),
	method("reverse", scans), method("indexOf", scans), method("includes", scans), method("lastIndexOf", scans),
	method("sort", sorts), method("toSorted", sorts),
	method("flat", nests), method("flatMap", nests),
	{holder: "Array.prototype", name: "toLocaleString", make: func(n *Natives, orig nativeFunc) nativeFunc {
		n.capture()
		join := n.native("Array.prototype", "join")
		return func(c goja.FunctionCall) goja.Value {
			o, ok := c.This.(*goja.Object)
			if !ok || n.quick(o, copies, nil) {
				return orig(c)
			}
			return join(goja.FunctionCall{This: n.long().array["toLocaleString"](c), Arguments: []goja.Value{n.vm.ToValue(",")}})
		}
	}},
	{holder: "TypedArray.prototype", name: "slice", make: typedCopy, asks: true},
	{holder: "TypedArray.prototype", name: "with", make: typedCopy, asks: true},
	{holder: "ArrayBuffer.prototype", name: "slice", make: func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			if o, ok := c.This.(*goja.Object); ok && o.ClassName() == "ArrayBuffer" {
				n.Reserve(o.Get("byteLength").ToInteger())
			}
			return orig(c)
		}
	}},
	{holder: "Array", name: "from", make: func(n *Natives, orig nativeFunc) nativeFunc {
		n.capture()
		return func(c goja.FunctionCall) goja.Value {
			src := c.Argument(0)
			if nullish(src) {
				return orig(c)
			}
			if l := lengthIfArray(src); l > n.maxArray {
				n.badLength()
			} else if l > 0 {
				n.Reserve(32 * l)
			}
			if n.plain(src) {
				return orig(c)
			}
			if o, ok := src.(*goja.Object); ok && nullish(o.GetSymbol(goja.SymIterator)) {
				if n.shortLike(o) {
					return orig(c)
				}
				if d := lengthOf(o); d > n.maxArray && !isProxy(o) {
					n.badLength()
				}
				return n.long().array["from"](c)
			}
			args := append([]goja.Value{n.steps(src)}, c.Arguments[1:]...)
			return orig(goja.FunctionCall{This: c.This, Arguments: args})
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
	{holder: "Function.prototype", name: "bind", make: bound},
	iterates("TypedArray", "from"),
	lists("Object", "keys", 0), lists("Object", "values", 0), lists("Object", "entries", 0), lists("Object", "getOwnPropertyNames", 0),
	lists("Object", "getOwnPropertyDescriptors", 0), lists("Reflect", "ownKeys", 0), lists("Object", "assign", 1),
	prototypes("Object", "create", 0, false), prototypes("Object", "setPrototypeOf", 1, false), prototypes("Reflect", "setPrototypeOf", 1, false),
	setMethod("union"), setMethod("intersection"), setMethod("difference"), setMethod("symmetricDifference"),
	setMethod("isSubsetOf"), setMethod("isSupersetOf"), setMethod("isDisjointFrom"),
	{holder: "Reflect", name: "construct", make: func(n *Natives, orig nativeFunc) nativeFunc {
		n.captureDescribe()
		return func(c goja.FunctionCall) goja.Value {
			n.checkArguments(c.Argument(1))
			if len(c.Arguments) > 2 {
				n.checkClass(c.Arguments[2])
			}
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
	iterates("Promise", "all"),
	iterates("Promise", "allSettled"),
	iterates("Promise", "any"),
	iterates("Promise", "race"),
	iterates("Object", "fromEntries"), iterates("Map", "groupBy"), iterates("Object", "groupBy"),
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
}...)

// maxNested is how deep arrays in arrays may be where the engine recurses into them.
const maxNested = 1000

// denseAll tells that the arrays of a call of concat have no holes.
func (n *Natives) denseAll(c goja.FunctionCall) bool {
	for _, v := range append([]goja.Value{c.This}, c.Arguments...) {
		if o, ok := v.(*goja.Object); ok && o.ClassName() == "Array" && lengthOf(o) > 0 && !dense(o) {
			return false
		}
	}
	return true
}

// quickConcat tells that concat takes a value over whole, or as an array that it goes through fast.
func (n *Natives) quickConcat(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() == "Array" && !isProxy(o) {
		return true
	}
	return !isProxy(o) && nullish(o.GetSymbol(goja.SymIsConcatSpreadable))
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
		if bits.ToFloat() > 1<<30 || length(c.Argument(1)) > maxDigits {
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
