package jsguard

import (
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/dop251/goja"
)

const (
	// maxStringify bounds how deep JSON.stringify goes, with what toJSON and a replacer call of it inside; V8's stack ends
	// it at about 4,200.
	maxStringify = MaxJSONDepth
	// stopEvery is how many values are taken between two looks at whether the program has been ended.
	stopEvery = 1024
	// shortPath is how many objects on the way down are compared one by one when a circle is looked for.
	shortPath = 12
)

// stringifier is one call of JSON.stringify (ECMA-262, 25.5.2). The engine's own cannot be interrupted, compares each object
// with all above it, and writes a graph out as a tree without an end; this one looks whether the program was ended, bounds
// depth and length, and gives V8's words for what it refuses.
type stringifier struct {
	n        *Natives
	out      []byte
	max      int  // longest text, in bytes
	asked    int  // length up to which the heap was asked for
	pretty   bool // each value is on a line of its own, if only with an empty gap
	wide     bool // not of ASCII characters alone
	lone     bool // lone surrogates are in it, of a gap or of raw JSON
	gap      string
	indent   string
	replacer nativeFunc
	self     goja.Value // the function that replacer calls
	list     []propertyName
	listed   bool
	path     []step
	seen     map[*goja.Object]struct{} // the objects of path, once it is long
	values   int

	toJSON     *goja.Object // the function that was called last
	toJSONCall nativeFunc
}

// propertyName is a name as the public functions of the engine take it, and as a value where those would lose a lone surrogate.
type propertyName struct {
	text  string
	exact goja.Value
}

// step is an object that is being written, and where it was found.
type step struct {
	object *goja.Object
	name   string
	index  bool
}

// stringifyTools are functions of the engine as they were before any program ran.
type stringifyTools struct {
	keys, isArray, get, describe, booleanOf, bigintOf nativeFunc
	ascii                                             reflect.Type // of a string of ASCII characters
	boolean                                           reflect.Type
	integer                                           reflect.Type
	bigint                                            *goja.Object // BigInt.prototype
}

func (n *Natives) native(holder, name string) nativeFunc {
	h := n.holder(holder)
	if h == nil {
		return nil
	}
	o, ok := h.Get(name).(*goja.Object)
	if !ok {
		return nil
	}
	f, _ := o.Export().(nativeFunc)
	return f
}

func (n *Natives) stringifyTools() *stringifyTools {
	return &stringifyTools{
		keys: n.native("Object", "keys"), isArray: n.native("Array", "isArray"), get: n.native("Reflect", "get"),
		describe:  n.native("Object", "getOwnPropertyDescriptor"),
		booleanOf: n.native("Boolean.prototype", "valueOf"), bigintOf: n.native("BigInt.prototype", "valueOf"),
		ascii: reflect.TypeOf(n.vm.ToValue("")), boolean: reflect.TypeOf(n.vm.ToValue(true)), integer: reflect.TypeOf(n.vm.ToValue(1)),
		bigint: n.holder("BigInt.prototype"),
	}
}

// stringify is JSON.stringify in place of the engine's.
func stringify(n *Natives, _ nativeFunc) nativeFunc {
	n.capture()
	return func(c goja.FunctionCall) goja.Value {
		s := &stringifier{n: n, max: min(int(n.limit/4), maxStringLength), asked: reserveFrom}
		depth := n.depth
		buffer := jsonBuffers.Get().(*[]byte)
		s.out = (*buffer)[:0]
		defer func() {
			n.depth = depth
			if cap(s.out) <= maxKeptBuffer {
				*buffer = s.out[:0]
				jsonBuffers.Put(buffer)
			}
		}()
		s.arguments(c.Argument(1), c.Argument(2))
		v, ok := s.prepare(c.Argument(0), nil, propertyName{})
		if !ok {
			return goja.Undefined()
		}
		s.write(v, "", false)
		return s.result()
	}
}

// jsonBuffers are what texts are put together in.
var jsonBuffers = sync.Pool{New: func() any { return new([]byte) }}

// maxKeptBuffer is the size from which a buffer is not kept.
const maxKeptBuffer = 4 << 20

// maxStringLength is the length of the longest string of V8.
const maxStringLength = 0x1fffffe8

func (s *stringifier) result() goja.Value {
	text := string(s.out)
	switch {
	case s.lone:
		return goja.StringFromUTF16(wtf16(text))
	case s.wide:
		s.n.Reserve(2 * int64(len(text)))
		return s.n.vm.ToValue(text)
	}
	v := s.n.vm.ToValue(text)
	if t, ok := v.(goja.String); ok {
		return t.Substring(0, len(text)) // known to be ASCII from here on, and not copied
	}
	return v
}

func (s *stringifier) arguments(replacer, space goja.Value) {
	if o, ok := replacer.(*goja.Object); ok {
		if f := s.n.callable(o); f != nil {
			s.replacer, s.self = f, o
		} else if s.isArray(o) {
			s.names(o)
		}
	}
	if o, ok := space.(*goja.Object); ok {
		switch o.ClassName() {
		case "Number":
			space = o.ToNumber()
		case "String":
			space = text(o)
		}
	}
	switch v := space.(type) {
	case goja.String:
		if v.Length() > 10 {
			v = v.Substring(0, 10)
		}
		s.gap = wtf8(v)
		s.pretty = s.gap != ""
		s.mark(s.gap)
	default:
		if goja.IsNumber(space) {
			if f := space.ToFloat(); f > 0 {
				s.pretty = true
				s.gap = "          "[:int(min(f, 10))]
			}
		}
	}
}

// mark notes what a text that is put in as it is brings with it.
func (s *stringifier) mark(text string) {
	if !isASCII(text) {
		s.wide = true
		s.lone = s.lone || !utf8.ValidString(text)
	}
}

// names reads a replacer that lists the properties to write.
func (s *stringifier) names(o *goja.Object) {
	s.listed = true
	l := lengthOf(o)
	if l > s.n.maxArray {
		s.n.badLength()
	}
	known := map[string]bool{}
	for i := int64(0); i < l; i++ {
		s.tick()
		v := o.Get(index(i))
		switch x := v.(type) {
		case goja.String:
		case *goja.Object:
			if c := x.ClassName(); c != "Number" && c != "String" || isProxy(x) {
				continue
			}
			v = text(x)
		default:
			if v == nil || !goja.IsNumber(v) {
				continue
			}
			v = text(v)
		}
		name := s.nameOf(v)
		key := name.text
		if name.exact != nil {
			key = wtf8(v.(goja.String))
		}
		if !known[key] {
			known[key] = true
			s.list = append(s.list, name)
		}
	}
}

func (s *stringifier) nameOf(v goja.Value) propertyName {
	text := v.String()
	if reflect.TypeOf(v) != s.n.json.ascii && inexact(text) {
		return propertyName{text, v}
	}
	return propertyName{text: text}
}

func (p propertyName) value(n *Natives) goja.Value {
	if p.exact != nil {
		return p.exact
	}
	return n.vm.ToValue(p.text)
}

// callable is a function in the form in which the engine's own code calls it, nil for what is none.
func (n *Natives) callable(o *goja.Object) nativeFunc {
	if !strings.HasSuffix(o.ClassName(), "Function") {
		return nil
	}
	call, ok := goja.AssertFunction(o)
	if !ok {
		return nil
	}
	if f, ok := o.Export().(nativeFunc); ok {
		return f
	}
	return func(c goja.FunctionCall) goja.Value {
		v, err := call(c.This, c.Arguments...)
		if err != nil {
			panic(err)
		}
		return v
	}
}

func (s *stringifier) isArray(o *goja.Object) bool {
	if isProxy(o) {
		return s.n.json.isArray(goja.FunctionCall{Arguments: []goja.Value{o}}).ToBoolean()
	}
	return o.ClassName() == "Array"
}

// tick counts a value.
func (s *stringifier) tick() {
	if s.values++; s.values%stopEvery == 0 {
		s.n.CheckStopped()
	}
	if len(s.out) > s.asked {
		s.grow(0)
	}
}

// grow asks for room for more bytes.
func (s *stringifier) grow(more int) {
	size := len(s.out) + more
	if size > s.max {
		s.n.tooLong()
	}
	s.asked = size + size/4
	s.n.Reserve(int64(s.asked))
}

var bigType = reflect.TypeFor[*big.Int]() // of a BigInt in its box

// prepare is what is written for a property: what toJSON and the replacer make of its value, out of its box when it is a
// primitive's. It tells whether anything is written for it.
func (s *stringifier) prepare(v goja.Value, holder *goja.Object, name propertyName) (goja.Value, bool) {
	s.tick()
	if v == nil {
		v = goja.Undefined()
	}
	switch x := v.(type) {
	case goja.String:
		if s.replacer == nil {
			return v, true
		}
	case *goja.Object:
		if f, ok := x.Get("toJSON").(*goja.Object); ok {
			v = s.callToJSON(f, v, name)
		}
	default:
		if goja.IsBigInt(v) {
			f := s.n.json.get(goja.FunctionCall{Arguments: []goja.Value{s.n.json.bigint, s.n.vm.ToValue("toJSON"), v}})
			if f, ok := f.(*goja.Object); ok {
				v = s.callToJSON(f, v, name)
			}
		}
	}
	if s.replacer != nil {
		if holder == nil { // the value itself: its holder is an object that has it as its only property
			holder = s.n.vm.NewObject()
			_ = holder.DefineDataProperty("", v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		}
		v = s.replacer(goja.FunctionCall{This: holder, Arguments: []goja.Value{name.value(s.n), v}})
	}
	o, ok := v.(*goja.Object)
	if !ok {
		_, isSymbol := v.(*goja.Symbol)
		return v, v != nil && !isSymbol && !goja.IsUndefined(v)
	}
	class := o.ClassName()
	switch class {
	case "Array":
		return v, true
	case "Object":
		if o.ExportType() == bigType {
			return s.n.json.bigintOf(goja.FunctionCall{This: o}), true
		}
		return v, true
	case "Number":
		return o.ToNumber(), true
	case "String":
		return text(o), true
	case "Boolean":
		return s.n.json.booleanOf(goja.FunctionCall{This: o}), true
	}
	if strings.HasSuffix(class, "Function") {
		if _, ok := goja.AssertFunction(o); ok {
			return nil, false
		}
	}
	return v, true
}

func (s *stringifier) callToJSON(f *goja.Object, this goja.Value, name propertyName) goja.Value {
	if f != s.toJSON {
		s.toJSON, s.toJSONCall = f, s.n.callable(f)
	}
	call := s.toJSONCall
	if call == nil {
		return this
	}
	return call(goja.FunctionCall{This: this, Arguments: []goja.Value{name.value(s.n)}})
}

// write writes a value that was found by that name.
func (s *stringifier) write(v goja.Value, name string, isIndex bool) {
	switch x := v.(type) {
	case goja.String:
		s.quote(x)
		return
	case *goja.Object:
		s.object(x, name, isIndex)
		return
	}
	switch reflect.TypeOf(v) {
	case s.n.json.integer:
		s.out = strconv.AppendInt(s.out, v.ToInteger(), 10)
		return
	case s.n.json.boolean:
		if v.ToBoolean() {
			s.out = append(s.out, "true"...)
		} else {
			s.out = append(s.out, "false"...)
		}
		return
	}
	switch {
	case goja.IsNull(v) || goja.IsNaN(v) || goja.IsInfinity(v):
		s.out = append(s.out, "null"...)
	case goja.IsBigInt(v):
		panic(s.n.vm.NewTypeError("Do not know how to serialize a BigInt"))
	default:
		s.out = append(s.out, v.String()...)
	}
}

func (s *stringifier) object(o *goja.Object, name string, isIndex bool) {
	class := o.ClassName()
	if class == "RawJSON" {
		if raw, ok := o.Get("rawJSON").(goja.String); ok {
			text := wtf8(raw)
			s.grow(len(text))
			s.mark(text)
			s.out = append(s.out, text...)
			return
		}
	}
	s.enter(o, name, isIndex)
	outer := s.indent
	if s.gap != "" {
		s.indent += s.gap
	}
	if class == "Array" || isProxy(o) && s.isArray(o) {
		s.elements(o, outer)
	} else {
		s.properties(o, outer)
	}
	s.indent = outer
	s.leave(o)
}

func (s *stringifier) enter(o *goja.Object, name string, isIndex bool) {
	if len(s.path) < shortPath {
		for i := range s.path {
			if s.path[i].object == o {
				s.circular(i, name, isIndex)
			}
		}
	} else {
		if s.seen == nil {
			s.seen = map[*goja.Object]struct{}{}
			for i := range s.path {
				s.seen[s.path[i].object] = struct{}{}
			}
		}
		if _, ok := s.seen[o]; ok {
			for i := range s.path {
				if s.path[i].object == o {
					s.circular(i, name, isIndex)
				}
			}
		}
		s.seen[o] = struct{}{}
	}
	if s.n.depth++; s.n.depth > maxStringify {
		s.n.rangeError("Maximum call stack size exceeded")
	}
	s.path = append(s.path, step{o, name, isIndex})
}

func (s *stringifier) leave(o *goja.Object) {
	s.path = s.path[:len(s.path)-1]
	if s.seen != nil {
		if len(s.path) < shortPath {
			s.seen = nil
		} else {
			delete(s.seen, o)
		}
	}
	s.n.depth--
}

// line begins a line of the indented form.
func (s *stringifier) line(indent string) {
	s.out = append(s.out, '\n')
	s.out = append(s.out, indent...)
}

func (s *stringifier) elements(o *goja.Object, outer string) {
	l := lengthOf(o)
	if l == 0 {
		s.out = append(s.out, "[]"...)
		return
	}
	if l > int64(s.max)/2 { // each element takes two bytes or more
		s.n.tooLong()
	}
	s.out = append(s.out, '[')
	for i := int64(0); i < l; i++ {
		if i > 0 {
			s.out = append(s.out, ',')
		}
		if s.pretty {
			s.line(s.indent)
		}
		name := propertyName{text: index(i)}
		v, ok := s.prepare(o.Get(name.text), o, name)
		if ok {
			s.write(v, name.text, true)
		} else {
			s.out = append(s.out, "null"...)
		}
	}
	if s.pretty {
		s.line(outer)
	}
	s.out = append(s.out, ']')
}

// manyKeys is the length from which the elements of a typed array are not listed as names first.
const manyKeys = 10_000

func (s *stringifier) properties(o *goja.Object, outer string) {
	s.out = append(s.out, '{')
	empty := true
	property := func(name propertyName) {
		var v goja.Value
		if name.exact != nil {
			v = s.n.json.get(goja.FunctionCall{Arguments: []goja.Value{o, name.exact}})
		} else {
			v = o.Get(name.text)
		}
		v, ok := s.prepare(v, o, name)
		if !ok {
			return
		}
		if !empty {
			s.out = append(s.out, ',')
		}
		empty = false
		if s.pretty {
			s.line(s.indent)
		}
		if name.exact != nil {
			s.quote(name.exact.(goja.String))
		} else {
			s.quoteText(name.text)
		}
		s.out = append(s.out, ':')
		if s.pretty {
			s.out = append(s.out, ' ')
		}
		s.write(v, name.text, false)
	}
	switch {
	case s.listed:
		for _, name := range s.list {
			property(name)
		}
	case o.ExportType().Kind() == reflect.Slice && lengthOf(o) > manyKeys:
		for i, l := int64(0), lengthOf(o); i < l; i++ {
			property(propertyName{text: index(i)})
		}
	default:
		keys := o.Keys()
		if slices.ContainsFunc(keys, inexact) {
			list := s.n.json.keys(goja.FunctionCall{Arguments: []goja.Value{o}}).(*goja.Object)
			for i, l := int64(0), lengthOf(list); i < l; i++ {
				property(s.nameOf(list.Get(index(i))))
			}
			break
		}
		for _, name := range keys {
			property(propertyName{text: name})
		}
	}
	if !empty && s.pretty {
		s.line(outer)
	}
	s.out = append(s.out, '}')
}

// inexact tells whether a name may stand for one with a lone surrogate.
func inexact(name string) bool { return strings.Contains(name, "\ufffd") }
