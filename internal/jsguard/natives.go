package jsguard

import (
	"reflect"

	"github.com/dop251/goja"
)

// Natives puts checks before those built-in functions that allocate or loop by a number they are given: the engine would
// take the memory, and cannot be interrupted while it loops. A check is a function of the realm itself, put in the place of
// the built-in one before a program of the realm runs, so there is no way round it by name.
//
// A realm whose programs are known (none is made from strings) needs only the checks of the functions they can name:
// Install takes those names. Names that a program computes have to pass Key.
type Natives struct {
	vm        *goja.Runtime
	maxString int
	maxArray  int64
	limit     int64
	reserve   func(bytes int64) error
	done      map[any]bool // by entry of a table
	all       bool
	joins     int // arrays that are being joined, each inside the one before
	add       goja.Callable
	describe  nativeFunc // Object.getOwnPropertyDescriptor, of before any program ran
}

// reserveFrom is the size from which the host is asked before an allocation.
const reserveFrom = 64 << 10

// NewNatives makes the checks of a realm whose heap may grow to limit bytes. reserve is asked before an allocation of
// 64 KB or more; an error of it is thrown as a RangeError; nil = no such question.
func NewNatives(vm *goja.Runtime, limit int64, reserve func(bytes int64) error) *Natives {
	n := &Natives{vm: vm, limit: limit, reserve: reserve}
	n.maxString = int(min(limit/8, 0x1fffffe8)) // two bytes a character at most
	n.maxArray = min(limit/32, 1<<27)
	return n
}

// native is one built-in function that is checked.
type native struct {
	holder string // what has it: "String.prototype", "Array", ""
	name   string
	make   func(n *Natives, orig nativeFunc) nativeFunc
	always bool // reached without being named
}

type nativeFunc = func(goja.FunctionCall) goja.Value

// Install puts in the checks of the functions that a program can name, and of those that are called without being named.
func (n *Natives) Install(names func(string) bool) {
	if n.all {
		return
	}
	for i := range natives {
		f := &natives[i]
		if f.always || names(f.name) {
			n.put(f)
		}
	}
	for i := range constructors {
		c := &constructors[i]
		if c.byName && names(c.name) {
			n.putConstructor(c)
		}
	}
}

// InstallAll puts in every check.
func (n *Natives) InstallAll() {
	if n.all {
		return
	}
	if o, ok := n.holder("Object").Get("getOwnPropertyDescriptor").(*goja.Object); ok {
		n.describe, _ = o.Export().(nativeFunc)
	}
	for i := range natives {
		n.put(&natives[i])
	}
	for i := range constructors {
		n.putConstructor(&constructors[i])
	}
	n.all = true
}

// first tells whether an entry of a table is met for the first time.
func (n *Natives) first(entry any) bool {
	if n.done[entry] {
		return false
	}
	if n.done == nil {
		n.done = map[any]bool{}
	}
	n.done[entry] = true
	return true
}

func (n *Natives) holder(path string) *goja.Object {
	switch path {
	case "":
		return n.vm.GlobalObject()
	case "TypedArray.prototype":
		o, _ := n.vm.Get("Uint8Array").(*goja.Object)
		if o == nil || o.Prototype() == nil {
			return nil
		}
		p, _ := o.Prototype().Get("prototype").(*goja.Object)
		return p
	}
	if path == "Function.prototype" { // Function itself may have been taken away
		o, _ := n.vm.Get("Object").(*goja.Object)
		if o == nil {
			return nil
		}
		return o.Prototype()
	}
	const proto = ".prototype"
	name, isProto := path, false
	if l := len(path) - len(proto); l > 0 && path[l:] == proto {
		name, isProto = path[:l], true
	}
	o, _ := n.vm.Get(name).(*goja.Object)
	if o != nil && isProto {
		o, _ = o.Get("prototype").(*goja.Object)
	}
	return o
}

func (n *Natives) put(f *native) {
	if !n.first(f) {
		return
	}
	h := n.holder(f.holder)
	if h == nil {
		return
	}
	old, ok := h.Get(f.name).(*goja.Object)
	if !ok {
		return
	}
	orig, ok := old.Export().(func(goja.FunctionCall) goja.Value)
	if !ok {
		return
	}
	Define(h, f.name, n.Func(f.name, int(old.Get("length").ToInteger()), f.make(n, orig)))
}

// Func makes a function with a name and a length of its own: the engine would give it the name of the Go function.
func (n *Natives) Func(name string, length int, fn nativeFunc) *goja.Object {
	return Func(n.vm, name, length, fn)
}

// Func makes a function of a realm with a name and a length.
func Func(vm *goja.Runtime, name string, length int, fn func(goja.FunctionCall) goja.Value) *goja.Object {
	o := vm.ToValue(fn).(*goja.Object)
	_ = o.DefineDataProperty("name", vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	if length != 0 {
		_ = o.DefineDataProperty("length", vm.ToValue(length), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	return o
}

// Define sets a property as built-in ones are: writable, configurable, not enumerable.
func Define(o *goja.Object, name string, v goja.Value) {
	_ = o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// Throw throws an error of a built-in class.
func Throw(vm *goja.Runtime, class, msg string) {
	o, err := vm.New(vm.Get(class), vm.ToValue(msg))
	if err != nil {
		panic(vm.NewTypeError(msg))
	}
	panic(o)
}

func (n *Natives) rangeError(msg string) { Throw(n.vm, "RangeError", msg) }
func (n *Natives) tooLong()              { n.rangeError("Invalid string length") }
func (n *Natives) badLength()            { n.rangeError("Invalid array length") }

// Reserve asks the host for an allocation of that size.
func (n *Natives) Reserve(bytes int64) {
	if bytes < reserveFrom || n.reserve == nil {
		return
	}
	if err := n.reserve(bytes); err != nil {
		n.rangeError(err.Error())
	}
}

func (n *Natives) checkString(size int64) {
	if size > int64(n.maxString) {
		n.tooLong()
	}
	n.Reserve(size)
}

// text is a value's string, converted once.
func text(v goja.Value) goja.Value {
	if s, ok := v.(goja.String); ok {
		return s
	}
	return v.ToString()
}

func length(s goja.Value) int64 {
	if t, ok := s.(goja.String); ok {
		return int64(t.Length())
	}
	return 0
}

func nullish(v goja.Value) bool { return v == nil || goja.IsUndefined(v) || goja.IsNull(v) }

// lengthOf is the length of what an array function is called on, as that function would read it; 0 for what is no object.
func lengthOf(v goja.Value) int64 {
	o, ok := v.(*goja.Object)
	if !ok {
		return 0
	}
	l := o.Get("length")
	if l == nil {
		return 0
	}
	if goja.IsNumber(l) {
		return l.ToInteger()
	}
	if _, isObj := l.(*goja.Object); isObj {
		return 0 // what such a thing answers a second time nobody can know: arrayThis refuses it
	}
	return l.ToNumber().ToInteger()
}

func array(name string) native {
	return native{holder: "Array.prototype", name: name, make: boundedArray}
}

// boundedArray refuses arrays, and what only looks like one, that are longer than the heap could hold.
func boundedArray(n *Natives, orig nativeFunc) nativeFunc {
	return func(c goja.FunctionCall) goja.Value {
		n.arrayThis(c.This)
		return orig(c)
	}
}

func (n *Natives) arrayThis(this goja.Value) int64 {
	o, ok := this.(*goja.Object)
	if !ok {
		return 0
	}
	if o.ClassName() != "Array" || isProxy(o) {
		n.fixedLength(o)
	}
	l := lengthOf(o)
	if l > n.maxArray {
		n.badLength()
	}
	return l
}

// fixedLength refuses what only looks like an array and may answer with another length when it is asked again.
func (n *Natives) fixedLength(o *goja.Object) {
	if o.ExportType().Kind() == reflect.Slice { // a typed array
		return
	}
	key := n.vm.ToValue("length")
	for p := o; p != nil; p = p.Prototype() {
		if isProxy(p) {
			panic(n.vm.NewTypeError("an array function cannot be called on a Proxy here"))
		}
		if n.describe == nil {
			continue
		}
		d, ok := n.describe(goja.FunctionCall{This: goja.Undefined(), Arguments: []goja.Value{p, key}}).(*goja.Object)
		if !ok {
			continue
		}
		if v, ok := d.Get("value").(*goja.Object); ok || v == nil && d.Get("value") == nil {
			panic(n.vm.NewTypeError("an array function cannot be called on an object whose length is computed"))
		}
		return
	}
}

var proxyType = reflect.TypeFor[goja.Proxy]()

func isProxy(o *goja.Object) bool { return o.ExportType() == proxyType }

// copying is boundedArray for functions that make a copy of the whole array.
func copying(n *Natives, orig nativeFunc) nativeFunc {
	return func(c goja.FunctionCall) goja.Value {
		n.Reserve(32 * n.arrayThis(c.This))
		return orig(c)
	}
}

func pad(n *Natives, orig nativeFunc) nativeFunc {
	return func(c goja.FunctionCall) goja.Value {
		if nullish(c.This) || len(c.Arguments) == 0 {
			return orig(c)
		}
		k := c.Arguments[0].ToNumber()
		args := append([]goja.Value{k}, c.Arguments[1:]...)
		if f := k.ToFloat(); f > float64(n.maxString) {
			n.tooLong()
		} else if f > 0 {
			n.Reserve(int64(f))
		}
		return orig(goja.FunctionCall{This: c.This, Arguments: args})
	}
}

// growing is for functions whose result may have three characters for each that there is.
func growing(n *Natives, orig nativeFunc) nativeFunc {
	return func(c goja.FunctionCall) goja.Value {
		if l := length(c.This); l > reserveFrom/6 {
			n.Reserve(8 * l)
		}
		return orig(c)
	}
}

func replacing(all bool) func(n *Natives, orig nativeFunc) nativeFunc {
	return func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			if nullish(c.This) || len(c.Arguments) < 2 {
				return orig(c)
			}
			by, ok := c.Arguments[1].(goja.String)
			self := text(c.This)
			l := length(self)
			pattern, isObject := c.Arguments[0].(*goja.Object)
			if l >= n.limit/128 && (all || isObject) {
				n.tooLong()
			}
			c.This = self
			if !ok || by.Length() < 2 || l*int64(by.Length()) < reserveFrom || !all && !isObject {
				return orig(c)
			}
			if isObject && pattern.ClassName() != "RegExp" {
				return orig(c)
			}
			total, k := l, int64(by.Length())
			count := n.vm.ToValue(func(goja.FunctionCall) goja.Value {
				if total += k; total > int64(n.maxString) {
					n.tooLong()
				}
				return n.vm.ToValue("")
			})
			orig(goja.FunctionCall{This: self, Arguments: []goja.Value{c.Arguments[0], count}})
			if isObject {
				_ = pattern.Set("lastIndex", 0)
			}
			n.Reserve(total)
			return orig(c)
		}
	}
}

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
	{holder: "String.prototype", name: "toUpperCase", make: growing},
	{holder: "String.prototype", name: "toLowerCase", make: growing},
	{holder: "String.prototype", name: "normalize", make: growing},
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
	{holder: "Array.prototype", name: "fill", make: copying},
	{holder: "Array.prototype", name: "slice", make: copying},
	{holder: "Array.prototype", name: "map", make: copying},
	{holder: "Array.prototype", name: "toSorted", make: copying},
	{holder: "Array.prototype", name: "toReversed", make: copying},
	{holder: "Array.prototype", name: "with", make: copying},
	{holder: "Array.prototype", name: "toSpliced", make: copying},
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
	{holder: "TypedArray.prototype", name: "slice", make: typedCopy},
	{holder: "TypedArray.prototype", name: "toSorted", make: typedCopy},
	{holder: "TypedArray.prototype", name: "toReversed", make: typedCopy},
	{holder: "TypedArray.prototype", name: "with", make: typedCopy},
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
	{holder: "JSON", name: "stringify", make: func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			if !n.all {
				return orig(c) // there are no arrays of holes
			}
			// The engine cannot be stopped in an array of holes: each value is looked at before it is walked.
			list, _ := c.Argument(1).(*goja.Object)
			user, isFunc := goja.AssertFunction(c.Argument(1))
			if list != nil && !isFunc {
				n.nested(c.Argument(0), 0)
				return orig(c)
			}
			check := n.vm.ToValue(func(f goja.FunctionCall) goja.Value {
				v := f.Argument(1)
				if isFunc {
					r, err := user(f.This, f.Arguments...)
					if err != nil {
						panic(err)
					}
					v = r
				}
				if o, ok := v.(*goja.Object); ok && lengthOf(o) > n.maxArray && (o.ClassName() == "Array" || isProxy(o)) {
					n.badLength()
				}
				return v
			})
			return orig(goja.FunctionCall{This: c.This, Arguments: []goja.Value{c.Argument(0), check, c.Argument(2)}})
		}
	}},
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

const digits = "0123456789"

// index is an array index as a property name.
func index(i int64) string {
	if i < 10 {
		return digits[i : i+1]
	}
	var b [20]byte
	p := len(b)
	for ; i > 0; i /= 10 {
		p--
		b[p] = digits[i%10]
	}
	return string(b[p:])
}
