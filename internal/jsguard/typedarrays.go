package jsguard

import (
	"cmp"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"

	"github.com/dop251/goja"
)

// typedStep is how many elements of a typed array are taken between two looks at whether the program was ended.
const typedStep = 1 << 18

// element is what a typed array holds; goja exports one as a slice over its own memory.
type element interface {
	~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64 | ~float32 | ~float64
}

// elements calls the one function that is for the type of a typed array's elements, if it is long, and tells whether it did.
func (n *Natives) elements(this goja.Value, a typedAction) bool {
	o, ok := this.(*goja.Object)
	if !ok || isProxy(o) || o.ExportType().Kind() != reflect.Slice || o.ClassName() == "Array" || lengthOf(o) <= shortArray {
		return false
	}
	switch s := o.Export().(type) {
	case []int8:
		act(n, s, a)
	case []uint8:
		act(n, s, a)
	case []int16:
		act(n, s, a)
	case []uint16:
		act(n, s, a)
	case []int32:
		act(n, s, a)
	case []uint32:
		act(n, s, a)
	case []int64:
		act(n, s, a)
	case []uint64:
		act(n, s, a)
	case []float32:
		act(n, s, a)
	case []float64:
		act(n, s, a)
	default:
		return false
	}
	return true
}

// typedAction is one thing to do with the elements of a typed array.
type typedAction struct {
	reverse, sort bool
	copyTo        int // copyWithin: from from to copyTo
	from, count   int
	find          goja.Value // what indexOf and its kin look for
	at            int        // where they begin
	back, nan     bool
	found         *int
	join          *[]byte
	separator     string
}

func act[T element](n *Natives, s []T, a typedAction) {
	steps := 0
	tick := func() {
		if steps++; steps%typedStep == 0 {
			n.CheckStopped()
		}
	}
	switch {
	case a.reverse:
		for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
			s[i], s[j] = s[j], s[i]
			tick()
		}
	case a.sort:
		_, is32 := any(s).([]float32)
		_, is64 := any(s).([]float64)
		slices.SortFunc(s, func(x, y T) int {
			tick()
			if is32 || is64 { // NaN is last, -0 before 0
				xn, yn := x != x, y != y
				if xn || yn {
					return cmp.Compare(b2i(xn), b2i(yn))
				}
				if x == 0 && y == 0 {
					return cmp.Compare(b2i(!math.Signbit(float64(x))), b2i(!math.Signbit(float64(y))))
				}
			}
			return cmp.Compare(x, y)
		})
	case a.find != nil:
		*a.found = search(s, a, tick)
	case a.join != nil:
		for i, x := range s {
			if i > 0 {
				*a.join = append(*a.join, a.separator...)
			}
			*a.join = appendNumber(n, *a.join, x)
			if i%4096 == 0 {
				n.CheckStopped()
				if len(*a.join) > n.maxString {
					n.tooLong()
				}
			}
		}
	default:
		copy(s[a.copyTo:a.copyTo+a.count], s[a.from:a.from+a.count])
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func search[T element](s []T, a typedAction, tick func()) int {
	var eq func(x T) bool
	if big, ok := a.find.Export().(*big.Int); ok && goja.IsBigInt(a.find) {
		switch any(s).(type) {
		case []int64:
			if !big.IsInt64() {
				return -1
			}
			v := T(big.Int64())
			eq = func(x T) bool { return x == v }
		case []uint64:
			if !big.IsUint64() {
				return -1
			}
			v := T(big.Uint64())
			eq = func(x T) bool { return x == v }
		default:
			return -1
		}
	} else {
		switch any(s).(type) {
		case []int64, []uint64:
			return -1
		}
		if !goja.IsNumber(a.find) {
			return -1
		}
		f := a.find.ToFloat()
		eq = func(x T) bool { return float64(x) == f }
		if a.nan && f != f {
			eq = func(x T) bool { return x != x }
		}
	}
	if a.back {
		for i := a.at; i >= 0; i-- {
			if eq(s[i]) {
				return i
			}
			tick()
		}
		return -1
	}
	for i := a.at; i < len(s); i++ {
		if eq(s[i]) {
			return i
		}
		tick()
	}
	return -1
}

func appendNumber[T element](n *Natives, b []byte, x T) []byte {
	switch v := any(x).(type) {
	case uint64:
		return strconv.AppendUint(b, v, 10)
	case float32:
		return append(b, floatText(n, float64(v))...)
	case float64:
		return append(b, floatText(n, v)...)
	}
	return strconv.AppendInt(b, int64(x), 10)
}

// floatText is a Number as JavaScript writes it.
func floatText(n *Natives, f float64) string {
	if f == math.Trunc(f) && math.Abs(f) < 1e15 {
		return strconv.FormatInt(int64(f), 10)
	}
	return n.vm.ToValue(f).String()
}

// relative is an index that counts from the end when it is negative, within 0 and l.
func relative(v goja.Value, l, missing int) int {
	if goja.IsUndefined(v) {
		return missing
	}
	f := math.Trunc(v.ToNumber().ToFloat())
	switch {
	case f != f:
		return 0
	case f < 0:
		return int(max(0, float64(l)+f))
	}
	return int(min(float64(l), f))
}

func typedNative(name string, make func(n *Natives, orig nativeFunc) nativeFunc) native {
	return native{holder: "TypedArray.prototype", name: name, make: func(n *Natives, orig nativeFunc) nativeFunc {
		n.capture()
		return make(n, orig)
	}}
}

func typedSearch(name string, back, nan, tells bool) native {
	return typedNative(name, func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			o, ok := c.This.(*goja.Object)
			if !ok || isProxy(o) || o.ExportType().Kind() != reflect.Slice {
				return orig(c)
			}
			l := int(lengthOf(o))
			if l <= shortArray {
				return orig(c)
			}
			at := relative(c.Argument(1), l, 0)
			if back {
				at = l - 1
				if len(c.Arguments) > 1 {
					f := math.Trunc(c.Argument(1).ToNumber().ToFloat())
					if f != f {
						f = 0
					}
					if f < 0 {
						f += float64(l)
					}
					at = int(max(-1, min(f, float64(l-1))))
				}
			}
			found := -1
			find := c.Argument(0)
			if !n.elements(o, typedAction{find: find, at: at, back: back, nan: nan, found: &found}) {
				return orig(c)
			}
			if tells {
				return n.vm.ToValue(found >= 0)
			}
			return n.vm.ToValue(found)
		}
	})
}

// typedCalls guards a function that calls its first argument for each element: a built-in one is called through one of a
// program, in which it can be ended.
func typedCalls(name string) native {
	return typedNative(name, func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			if len(c.Arguments) == 0 {
				return orig(c)
			}
			if o, ok := c.This.(*goja.Object); ok && !isProxy(o) && o.ExportType().Kind() == reflect.Slice && lengthOf(o) > shortArray {
				if f, ok := c.Arguments[0].(*goja.Object); ok && !scripted(f) && n.callable(f) != nil {
					f := n.long().through(goja.FunctionCall{This: goja.Undefined(), Arguments: []goja.Value{f}})
					c.Arguments = append([]goja.Value{f}, c.Arguments[1:]...)
				}
			}
			return orig(c)
		}
	})
}

// typedCopyOf is a copy of a typed array, of the same class.
func (n *Natives) typedCopyOf(o *goja.Object) goja.Value {
	n.Reserve(o.Get("byteLength").ToInteger())
	return n.typedWith(goja.FunctionCall{This: o, Arguments: []goja.Value{n.vm.ToValue(0), o.Get("0")}})
}

func (n *Natives) isLongTyped(v goja.Value) (*goja.Object, bool) {
	o, ok := v.(*goja.Object)
	return o, ok && !isProxy(o) && o.ClassName() != "Array" && o.ExportType().Kind() == reflect.Slice && lengthOf(o) > shortArray
}

var typedNatives = []native{
	typedSearch("indexOf", false, false, false), typedSearch("lastIndexOf", true, false, false), typedSearch("includes", false, true, true),
	typedCalls("forEach"), typedCalls("map"), typedCalls("filter"), typedCalls("some"), typedCalls("every"), typedCalls("find"),
	typedCalls("findIndex"), typedCalls("findLast"), typedCalls("findLastIndex"), typedCalls("reduce"), typedCalls("reduceRight"),
	typedNative("fill", func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			v := c.Argument(0)
			if s, isString := v.(goja.String); isString && s.Length() > maxDigits {
				if o, ok := c.This.(*goja.Object); ok && !isProxy(o) && o.ExportType().Kind() == reflect.Slice && isBigArray(o) {
					n.rangeError("Maximum BigInt size exceeded")
				}
			}
			o, ok := n.isLongTyped(c.This)
			if !ok {
				return orig(c)
			}
			if x, isObject := v.(*goja.Object); isObject && !isBigArray(o) { // converted once, not for each part
				v = x.ToNumber()
			}
			l := int(lengthOf(o))
			from, to := relative(c.Argument(1), l, 0), relative(c.Argument(2), l, l)
			if from >= to {
				return orig(goja.FunctionCall{This: o, Arguments: []goja.Value{v, n.vm.ToValue(0), n.vm.ToValue(0)}})
			}
			for ; from < to; from += typedStep {
				n.CheckStopped()
				orig(goja.FunctionCall{This: o, Arguments: []goja.Value{v, n.vm.ToValue(from), n.vm.ToValue(min(to, from+typedStep))}})
			}
			return o
		}
	}),
	typedNative("reverse", func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			if n.elements(c.This, typedAction{reverse: true}) {
				return c.This
			}
			return orig(c)
		}
	}),
	typedNative("toReversed", func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			o, ok := n.isLongTyped(c.This)
			if !ok {
				return orig(c)
			}
			r := n.typedCopyOf(o)
			n.elements(r, typedAction{reverse: true})
			return r
		}
	}),
	typedNative("sort", func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			if goja.IsUndefined(c.Argument(0)) && n.elements(c.This, typedAction{sort: true}) {
				return c.This
			}
			return orig(n.throughFirst(c))
		}
	}),
	typedNative("toSorted", func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			o, ok := n.isLongTyped(c.This)
			if !ok {
				return orig(c)
			}
			if !goja.IsUndefined(c.Argument(0)) {
				return orig(n.throughFirst(c))
			}
			r := n.typedCopyOf(o)
			n.elements(r, typedAction{sort: true})
			return r
		}
	}),
	typedNative("copyWithin", func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			o, ok := n.isLongTyped(c.This)
			if !ok {
				return orig(c)
			}
			l := int(lengthOf(o))
			to, from := relative(c.Argument(0), l, 0), relative(c.Argument(1), l, 0)
			count := min(relative(c.Argument(2), l, l)-from, l-to)
			if count <= 0 || int(lengthOf(o)) != l || !n.elements(o, typedAction{copyTo: to, from: from, count: count}) {
				return orig(c)
			}
			return o
		}
	}),
	typedNative("set", func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			dst, ok := c.This.(*goja.Object)
			src, isObject := c.Argument(0).(*goja.Object)
			if !ok || !isObject || isProxy(dst) || dst.ExportType().Kind() != reflect.Slice || dst.ClassName() == "Array" {
				return orig(c)
			}
			if src.ClassName() != "Array" && !isProxy(src) && src.ExportType().Kind() == reflect.Slice {
				if src.ExportType() == dst.ExportType() || src.Get("buffer") == dst.Get("buffer") || lengthOf(src) <= shortArray {
					return n.setSame(dst, src, c, orig)
				}
			} else if src.ClassName() == "Array" && !isProxy(src) && lengthOf(src) <= shortArray || n.shortLike(src) {
				return orig(c)
			}
			at := math.Trunc(c.Argument(1).ToNumber().ToFloat())
			if at != at {
				at = 0
			}
			count := lengthOf(src)
			if at < 0 || at+float64(count) > float64(lengthOf(dst)) {
				n.rangeError("offset is out of bounds")
			}
			n.long().copyInto(goja.FunctionCall{This: goja.Undefined(), Arguments: []goja.Value{dst, src, n.vm.ToValue(int64(at)), n.vm.ToValue(count)}})
			return goja.Undefined()
		}
	}),
	typedNative("join", func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			sep, k := c.Argument(0), int64(1)
			if !goja.IsUndefined(sep) {
				sep = text(sep)
				k = length(sep)
				c.Arguments = []goja.Value{sep}
			}
			l := lengthOf(c.This)
			n.checkString(l * (k + 1))
			if _, ok := n.isLongTyped(c.This); !ok || l == 0 {
				return orig(c)
			}
			separator := ","
			if s, ok := sep.(goja.String); ok {
				if separator = s.String(); inexact(separator) {
					return orig(c)
				}
			}
			var b []byte
			if !n.elements(c.This, typedAction{join: &b, separator: separator}) {
				return orig(c)
			}
			n.checkString(int64(len(b)))
			return n.vm.ToValue(string(b))
		}
	}),
}

func isBigArray(o *goja.Object) bool {
	k := o.ExportType().Elem().Kind()
	return k == reflect.Int64 || k == reflect.Uint64
}

// throughFirst is a call whose first argument can be ended in.
func (n *Natives) throughFirst(c goja.FunctionCall) goja.FunctionCall {
	if f, ok := c.Argument(0).(*goja.Object); ok && !scripted(f) && n.callable(f) != nil {
		c.Arguments = append([]goja.Value{n.long().through(goja.FunctionCall{This: goja.Undefined(), Arguments: []goja.Value{f}})}, c.Arguments[1:]...)
	}
	return c
}

// setSame is set of a typed array from one of the same class: its memory is moved at once.
func (n *Natives) setSame(dst, src *goja.Object, c goja.FunctionCall, orig nativeFunc) goja.Value {
	if lengthOf(src) <= shortArray {
		return orig(c)
	}
	at := c.Argument(1).ToNumber()
	f := math.Trunc(at.ToFloat())
	if f != f {
		f = 0
	}
	if src.ExportType() != dst.ExportType() || f < 0 || f+float64(lengthOf(src)) > float64(lengthOf(dst)) {
		return orig(goja.FunctionCall{This: dst, Arguments: []goja.Value{src, at}})
	}
	reflect.Copy(reflect.ValueOf(dst.Export()).Slice(int(f), int(lengthOf(dst))), reflect.ValueOf(src.Export()))
	return goja.Undefined()
}
