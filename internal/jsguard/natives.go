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
	vm         *goja.Runtime
	maxString  int
	maxArray   int64
	limit      int64
	reserve    func(bytes int64) error
	done       map[any]bool // by entry of a table
	all        bool
	lenient    bool
	joins      int // arrays that are being joined, each inside the one before
	joined     int // how many were
	add        goja.Callable
	json       *stringifyTools
	longTools  *longTools
	longFuncs  *long
	lengthName goja.Value
	describe   nativeFunc // Object.getOwnPropertyDescriptor
	typedWith  nativeFunc
	depth      int // objects that JSON.stringify is in, calls of it inside each other counted together

	// Stopped tells whether the program was ended. Long work of the checks asks it and ends with an interrupt; nil = never.
	Stopped func() bool
}

// CheckStopped ends what calls it when the program was ended.
func (n *Natives) CheckStopped() {
	if n.Stopped != nil && n.Stopped() {
		panic(&goja.InterruptedError{})
	}
}

// reserveFrom is the size from which the host is asked before an allocation.
const reserveFrom = 64 << 10

// NewNatives makes the checks of a realm whose heap may grow to limit bytes. reserve is asked before an allocation of
// 64 KB or more; an error of it is thrown as a RangeError; nil = no such question.
func NewNatives(vm *goja.Runtime, limit int64, reserve func(bytes int64) error) *Natives {
	n := &Natives{vm: vm, limit: limit, reserve: reserve}
	n.maxString = int(min(limit/8, 0x1fffffe8)) // two bytes a character at most
	n.maxArray = min(limit/32, 1<<27)
	n.lengthName = vm.ToValue("length")
	return n
}

// native is one built-in function that is checked.
type native struct {
	holder string // what has it: "String.prototype", "Array", ""
	name   string
	make   func(n *Natives, orig nativeFunc) nativeFunc
	always bool // reached without being named
	long   bool // matters only where arrays can be longer than what is in them
	asks   bool // only asks before an allocation
}

type nativeFunc = func(goja.FunctionCall) goja.Value

// Install puts in the checks of the functions that a program can name, and of those that are called without being named.
func (n *Natives) Install(names func(string) bool) {
	if n.all {
		return
	}
	binary := false // copies of what the host has given are bounded by that
	for i := range constructors {
		binary = binary || constructors[i].byName && constructors[i].parent && names(constructors[i].name)
	}
	binary = binary || names("ArrayBuffer")
	for i := range natives {
		f := &natives[i]
		if f.always || !f.long && names(f.name) && (binary || f.holder != "TypedArray.prototype" && f.holder != "TypedArray" && f.holder != "ArrayBuffer.prototype") {
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
	case "TypedArray":
		o, _ := n.vm.Get("Uint8Array").(*goja.Object)
		if o == nil {
			return nil
		}
		return o.Prototype()
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

// capture keeps what the checks use of the engine's own functions.
func (n *Natives) capture() {
	if n.json == nil {
		n.json = n.stringifyTools()
		n.captureLong()
	}
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
	Define(h, f.name, n.Func(f.name, int(old.Get("length").ToInteger()), barrier(f.make(n, orig))))
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

// text is a value's string, converted once. It is a goja.String.
func text(v goja.Value) goja.Value {
	if s, ok := v.(goja.String); ok {
		return s
	}
	v = v.ToString()
	if s, ok := v.(goja.String); ok {
		return s
	}
	var b goja.StringBuilder // the engine leaves a number as it is until its characters are needed
	b.WriteUTF8String(v.String())
	return b.String()
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

var proxyType = reflect.TypeFor[goja.Proxy]()

func isProxy(o *goja.Object) bool { return o.ExportType() == proxyType }

func pad(end bool) func(*Natives, nativeFunc) nativeFunc {
	return func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			if nullish(c.This) || len(c.Arguments) == 0 {
				return orig(c)
			}
			s := text(c.This).(goja.String)
			k := c.Arguments[0].ToNumber()
			f := k.ToFloat()
			if f > longString && f > float64(s.Length()) {
				filler, _ := n.vm.ToValue(" ").(goja.String)
				if v := c.Argument(1); !goja.IsUndefined(v) {
					filler = text(v).(goja.String)
				}
				if filler.Length() == 0 {
					return s
				}
				if f > float64(n.maxString) {
					n.tooLong()
				}
				n.Reserve(int64(f))
				fill := n.repeated(filler, int(f)-s.Length())
				if end {
					return s.Concat(fill)
				}
				return fill.Concat(s)
			}
			return orig(goja.FunctionCall{This: s, Arguments: append([]goja.Value{k}, c.Arguments[1:]...)})
		}
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
