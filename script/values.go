package script

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"sort"
	"strconv"
	"time"

	"github.com/dop251/goja"
)

// Values cross the border by copying; nothing of a realm is reachable from the host afterwards, nor the other way round.
//
// Into the host (arguments of bindings): undefined is Undefined{}, null nil, a number float64, a bigint *big.Int, a string
// string, a Date time.Time, an ArrayBuffer or typed array []byte, an array or Set []any, a plain object, or a Map whose keys
// are strings, map[string]any (any other Map: []any of pairs). What is none of these is refused: functions, symbols, promises,
// proxies, accessors, wrapper objects, instances of classes, a key __proto__.
//
// Into the script: nil is null, []byte a Uint8Array (ArrayBuffer an ArrayBuffer), time.Time a Date, *big.Int a bigint,
// a map or struct a plain object (struct fields by their json tags), a slice an array.

// Undefined is JavaScript's undefined.
type Undefined struct{}

// ArrayBuffer is bytes that a script shall get as ArrayBuffer rather than Uint8Array.
type ArrayBuffer []byte

const maxValueDepth = 200

// typedElements are the types of the elements of typed arrays.
var bytesType = reflect.TypeFor[[]byte]()

// copier turns JavaScript values into plain Go ones. size counts what was copied.
type copier struct {
	r     *realm
	size  int64
	limit int64
}

type copyError struct{ msg string }

func (e *copyError) Error() string { return e.msg }

func refuse(path, format string, args ...any) error {
	return &copyError{path + ": " + fmt.Sprintf(format, args...)}
}

func (c *copier) add(n int) error {
	if c.size += int64(n); c.size > c.limit {
		return &Error{Code: IOBytes, Message: "more bytes through bindings than the budget allows"}
	}
	return nil
}

func (c *copier) value(v goja.Value, path string, depth int) (any, error) {
	if err := c.add(8); err != nil {
		return nil, err
	}
	switch x := v.(type) {
	case nil:
		return Undefined{}, nil
	case goja.String:
		if err := c.add(x.Length()); err != nil {
			return nil, err
		}
		return x.String(), nil
	case *goja.Symbol:
		return nil, refuse(path, "a symbol is no data")
	case *goja.Object:
		if depth > maxValueDepth {
			return nil, refuse(path, "nested too deeply, or in itself")
		}
		return c.object(x, path, depth+1)
	}
	if goja.IsUndefined(v) {
		return Undefined{}, nil
	}
	switch x := v.Export().(type) {
	case int64:
		return float64(x), nil
	case *big.Int:
		return new(big.Int).Set(x), c.add(len(x.Bits()) * 8)
	default:
		return x, nil // nil, bool, float64
	}
}

func (c *copier) object(o *goja.Object, path string, depth int) (any, error) {
	typ := o.ExportType()
	if typ == proxyType {
		return nil, refuse(path, "a Proxy is no plain data")
	}
	switch class := classOf(o); class {
	case "Array":
		n := int(o.Get("length").ToInteger())
		if err := c.add(8 * n); err != nil {
			return nil, err
		}
		if c.r.accessors {
			for _, k := range o.GetOwnPropertyNames() {
				if c.r.isAccessor(o, k) {
					return nil, refuse(path+"["+k+"]", "an accessor is no plain data")
				}
			}
		}
		out := make([]any, n)
		for i := range out {
			v, err := c.value(o.Get(strconv.Itoa(i)), path+"["+strconv.Itoa(i)+"]", depth)
			if err != nil {
				return nil, err
			}
			if _, undef := v.(Undefined); !undef {
				out[i] = v
			}
		}
		return out, nil
	case "Date":
		t, ok := o.Export().(time.Time)
		if !ok {
			return nil, refuse(path, "an invalid Date")
		}
		return t.UTC(), nil
	case "ArrayBuffer":
		b, _ := o.Export().(goja.ArrayBuffer)
		if b.Detached() {
			return nil, refuse(path, "a detached ArrayBuffer")
		}
		return append([]byte{}, b.Bytes()...), c.add(len(b.Bytes()))
	case "Function":
		return nil, refuse(path, "a function is no data")
	case "Promise":
		return nil, refuse(path, "a promise: await it first")
	case "String", "Number", "Boolean", "BigInt", "Symbol":
		return nil, refuse(path, "a wrapper object: pass the %s itself", class)
	case "Map", "Set":
		return c.collection(o, class, path, depth)
	case "Error":
		return map[string]any{"name": stringProp(o, "name"), "message": stringProp(o, "message")}, nil
	case "Object", "Arguments":
		if typ.Kind() == reflect.Slice {
			b, err := typedBytes(o)
			if err != nil {
				return nil, refuse(path, "%v", err)
			}
			return append([]byte{}, b...), c.add(len(b))
		}
		if p := o.Prototype(); p != nil && p != c.r.objectProto {
			return nil, refuse(path, "an instance of a class is no plain data: pass {...it}")
		}
	default:
		return nil, refuse(path, "a %s is no plain data", class)
	}
	keys := o.Keys()
	out := make(map[string]any, len(keys))
	for _, k := range keys {
		if k == "__proto__" {
			return nil, refuse(path, "a key __proto__ is refused")
		}
		if c.r.accessors && c.r.isAccessor(o, k) {
			return nil, refuse(join(path, k), "an accessor is no plain data")
		}
		v, err := c.value(o.Get(k), join(path, k), depth)
		if err != nil {
			return nil, err
		}
		if err := c.add(len(k)); err != nil {
			return nil, err
		}
		if _, undef := v.(Undefined); !undef {
			out[k] = v
		}
	}
	return out, nil
}

var (
	mapType = reflect.TypeFor[[][2]any]()
	setType = reflect.TypeFor[[]any]()
)

// classOf is the kind of built-in object that o is; the engine calls a Map or Set an Object.
func classOf(o *goja.Object) string {
	class := o.ClassName()
	if class == "Object" {
		switch o.ExportType() {
		case mapType:
			return "Map"
		case setType:
			return "Set"
		case promiseType:
			return "Promise"
		}
	}
	return class
}

func join(path, key string) string {
	if len(path) > 200 {
		return path
	}
	return path + "." + key
}

func stringProp(o *goja.Object, name string) string {
	v := o.Get(name)
	if s, ok := v.(goja.String); ok {
		return s.String()
	}
	return ""
}

// collection copies a Map or Set.
func (c *copier) collection(o *goja.Object, class, path string, depth int) (any, error) {
	var list []any
	var err error
	c.r.each(o, class, func(k, v goja.Value) bool {
		var key, val any
		if key, err = c.value(k, path+"[key]", depth); err != nil {
			return false
		}
		if class == "Set" {
			list = append(list, key)
			return true
		}
		if val, err = c.value(v, path+"[value]", depth); err != nil {
			return false
		}
		list = append(list, []any{key, val})
		return true
	})
	if err != nil {
		return nil, err
	}
	if class == "Set" {
		return list, nil
	}
	m := make(map[string]any, len(list))
	for _, p := range list {
		k, ok := p.([]any)[0].(string)
		if !ok || k == "__proto__" {
			return list, nil
		}
		m[k] = p.([]any)[1]
	}
	return m, nil
}

// typedBytes is what a typed array looks at.
func typedBytes(o *goja.Object) ([]byte, error) {
	if n := o.Get("byteLength"); n == nil || n.ToInteger() == 0 {
		return nil, nil
	}
	if o.ExportType() == bytesType {
		b, _ := o.Export().([]byte)
		return b, nil
	}
	buf, ok := o.Get("buffer").(*goja.Object)
	if !ok {
		return nil, fmt.Errorf("a typed array without a buffer")
	}
	ab, ok := buf.Export().(goja.ArrayBuffer)
	off, n := o.Get("byteOffset").ToInteger(), o.Get("byteLength").ToInteger()
	if !ok || off < 0 || n < 0 || off+n > int64(len(ab.Bytes())) {
		return nil, fmt.Errorf("a detached typed array")
	}
	return ab.Bytes()[off : off+n], nil
}

// toJS copies a Go value into the realm. Objects get their properties by definition, so that nothing a script has put on a
// prototype is called.
func (r *realm) toJS(v any, depth int) (goja.Value, error) {
	vm := r.vm
	if depth > maxValueDepth {
		return nil, fmt.Errorf("nested too deeply")
	}
	switch x := v.(type) {
	case nil:
		return goja.Null(), nil
	case Undefined:
		return goja.Undefined(), nil
	case bool, int, int8, int16, int32, int64, uint8, uint16, uint32, float32, float64, string:
		return vm.ToValue(x), nil
	case *big.Int:
		if x == nil {
			return goja.Null(), nil
		}
		return vm.ToValue(new(big.Int).Set(x)), nil
	case json.Number:
		f, err := x.Float64()
		return vm.ToValue(f), err
	case json.RawMessage:
		return r.parseJSON(x)
	case ArrayBuffer:
		return vm.ToValue(vm.NewArrayBuffer(append([]byte(nil), x...))), nil
	case []byte:
		return r.uint8Array(append([]byte(nil), x...))
	case time.Time:
		return vm.New(r.intrinsic("Date"), vm.ToValue(float64(x.UnixMilli())))
	case []any:
		list := make([]any, len(x))
		for i, e := range x {
			w, err := r.toJS(e, depth+1)
			if err != nil {
				return nil, err
			}
			list[i] = w
		}
		return vm.NewArray(list...), nil
	case []string:
		list := make([]any, len(x))
		for i, e := range x {
			list[i] = vm.ToValue(e)
		}
		return vm.NewArray(list...), nil
	case map[string]any:
		keys := make([]string, 0, len(x))
		for k := range x {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		o := vm.NewObject()
		for _, k := range keys {
			w, err := r.toJS(x[k], depth+1)
			if err != nil {
				return nil, err
			}
			if err := define(o, k, w); err != nil {
				return nil, err
			}
		}
		return o, nil
	case error:
		return nil, x
	}
	return r.reflectJS(reflect.ValueOf(v), depth)
}

func define(o *goja.Object, key string, v goja.Value) error {
	return o.DefineDataProperty(key, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// reflectJS copies what has a type of its own.
func (r *realm) reflectJS(v reflect.Value, depth int) (goja.Value, error) {
	if m, ok := v.Interface().(json.Marshaler); ok {
		if v.Kind() == reflect.Pointer && v.IsNil() {
			return goja.Null(), nil
		}
		b, err := m.MarshalJSON()
		if err != nil {
			return nil, err
		}
		return r.parseJSON(b)
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return goja.Null(), nil
		}
		return r.toJS(v.Elem().Interface(), depth+1)
	case reflect.Bool:
		return r.vm.ToValue(v.Bool()), nil
	case reflect.String:
		return r.vm.ToValue(v.String()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return r.vm.ToValue(v.Int()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if u := v.Uint(); u < 1<<53 {
			return r.vm.ToValue(int64(u)), nil
		}
		return r.vm.ToValue(float64(v.Uint())), nil
	case reflect.Float32, reflect.Float64:
		return r.vm.ToValue(v.Float()), nil
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.IsNil() {
			return r.vm.NewArray(), nil
		}
		list := make([]any, v.Len())
		for i := range list {
			w, err := r.toJS(v.Index(i).Interface(), depth+1)
			if err != nil {
				return nil, err
			}
			list[i] = w
		}
		return r.vm.NewArray(list...), nil
	case reflect.Map:
		m := make(map[string]any, v.Len())
		for _, k := range v.MapKeys() {
			m[fmt.Sprint(k.Interface())] = v.MapIndex(k).Interface()
		}
		return r.toJS(m, depth)
	case reflect.Struct:
		o := r.vm.NewObject()
		for _, f := range structFields(v.Type()) {
			fv := v.FieldByIndex(f.index)
			if f.omitEmpty && fv.IsZero() {
				continue
			}
			w, err := r.toJS(fv.Interface(), depth+1)
			if err != nil {
				return nil, err
			}
			if err := define(o, f.name, w); err != nil {
				return nil, err
			}
		}
		return o, nil
	}
	return nil, fmt.Errorf("a value of type %s cannot be given to a script", v.Type())
}

// plain is a Go value in the form that a schema is checked against, the one that arguments of scripts have: what toJS would
// make of it.
func plain(v any, depth int) (any, error) {
	if depth > maxValueDepth {
		return nil, fmt.Errorf("nested too deeply")
	}
	switch x := v.(type) {
	case nil, Undefined, bool, float64, string, time.Time, []byte:
		return x, nil
	case ArrayBuffer:
		return []byte(x), nil
	case *big.Int:
		if x == nil {
			return nil, nil
		}
		return x, nil
	case json.Number:
		return x.Float64()
	case json.Marshaler:
		r := reflect.ValueOf(x)
		if r.Kind() == reflect.Pointer && r.IsNil() {
			return nil, nil
		}
		b, err := x.MarshalJSON()
		if err != nil {
			return nil, err
		}
		var out any
		err = json.Unmarshal(b, &out)
		return out, err
	case error:
		return nil, x
	}
	r := reflect.ValueOf(v)
	switch r.Kind() {
	case reflect.Pointer, reflect.Interface:
		if r.IsNil() {
			return nil, nil
		}
		return plain(r.Elem().Interface(), depth+1)
	case reflect.Bool:
		return r.Bool(), nil
	case reflect.String:
		return r.String(), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return float64(r.Int()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return float64(r.Uint()), nil
	case reflect.Float32, reflect.Float64:
		return r.Float(), nil
	case reflect.Slice, reflect.Array:
		out := make([]any, r.Len())
		for i := range out {
			w, err := plain(r.Index(i).Interface(), depth+1)
			if err != nil {
				return nil, err
			}
			out[i] = w
		}
		return out, nil
	case reflect.Map:
		out := make(map[string]any, r.Len())
		for it := r.MapRange(); it.Next(); {
			w, err := plain(it.Value().Interface(), depth+1)
			if err != nil {
				return nil, err
			}
			out[fmt.Sprint(it.Key().Interface())] = w
		}
		return out, nil
	case reflect.Struct:
		out := map[string]any{}
		for _, f := range structFields(r.Type()) {
			fv := r.FieldByIndex(f.index)
			if f.omitEmpty && fv.IsZero() {
				continue
			}
			w, err := plain(fv.Interface(), depth+1)
			if err != nil {
				return nil, err
			}
			out[f.name] = w
		}
		return out, nil
	}
	return nil, fmt.Errorf("a value of type %s cannot be given to a script", r.Type())
}

// sizeOf estimates the bytes that a Go value will take in a script.
func sizeOf(v any) int64 {
	switch x := v.(type) {
	case string:
		return int64(len(x)) + 8
	case []byte:
		return int64(len(x)) + 8
	case ArrayBuffer:
		return int64(len(x)) + 8
	case json.RawMessage:
		return int64(len(x)) + 8
	case []string:
		n := int64(8)
		for _, e := range x {
			n += int64(len(e)) + 8
		}
		return n
	case []any:
		n := int64(8)
		for _, e := range x {
			n += sizeOf(e)
		}
		return n
	case map[string]any:
		n := int64(8)
		for k, e := range x {
			n += int64(len(k)) + sizeOf(e)
		}
		return n
	case nil, bool, int, int64, float64, Undefined, time.Time:
		return 8
	}
	b, err := json.Marshal(v)
	if err != nil {
		return 64
	}
	return int64(len(b)) + 8
}

// number formats as JavaScript and JSON do.
func appendNumber(b []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(b, "null"...)
	}
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return strconv.AppendInt(b, int64(f), 10)
	}
	v, _ := json.Marshal(f)
	return append(b, v...)
}
