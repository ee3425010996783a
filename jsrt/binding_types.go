package jsrt

import (
	"reflect"

	"github.com/dop251/goja"
)

var (
	typePromise = reflect.TypeOf((*goja.Promise)(nil))
	typeProxy   = reflect.TypeOf(goja.Proxy{})
	typeBuffer  = reflect.TypeOf(goja.ArrayBuffer{})
	typeBytes   = reflect.TypeOf([]byte(nil))
	typeMap     = reflect.TypeOf([][2]any(nil))
	typeSet     = reflect.TypeOf([]any(nil))
)

// view returns the bytes behind an ArrayBuffer, a typed array or a DataView, without a copy.
func (rt *runtime) view(o *goja.Object) ([]byte, bool) {
	switch t := o.ExportType(); t {
	case typeBuffer:
		if ab, ok := o.Export().(goja.ArrayBuffer); ok {
			return ab.Bytes(), true
		}
	case typeBytes:
		// The engine makes a pointer past the end for an empty view at the end of its buffer. Asking for the first element is
		// the cheapest way to know one: the engine takes any name for a number that is not written as usual.
		if o.Get("0") == nil {
			return []byte{}, true
		}
		if b, ok := o.Export().([]byte); ok {
			return b, true
		}
	default:
		if t != nil && t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Interface || o.ClassName() == "DataView" {
			var b []byte
			if rt.vm.ExportTo(o, &b) == nil {
				return b, true
			}
		}
		if bo := o.Get("buffer"); bo != nil { // a DataView
			if bobj, ok := bo.(*goja.Object); ok && bobj.ExportType() == typeBuffer {
				if ab, ok := bobj.Export().(goja.ArrayBuffer); ok {
					off, n := int(o.Get("byteOffset").ToInteger()), int(o.Get("byteLength").ToInteger())
					if b := ab.Bytes(); off >= 0 && n >= 0 && off+n <= len(b) {
						return b[off : off+n], true
					}
				}
			}
		}
	}
	return nil, false
}

// typesBinding tells internal kinds that JavaScript cannot see by itself.
func typesBinding(rt *runtime) *goja.Object {
	vm := rt.vm
	return rt.object(map[string]hostFunc{
		// classOf(value) is the engine's internal class: "Map", "Date", "Promise", "Proxy", ... "" for what is no object.
		"classOf": func(c goja.FunctionCall) goja.Value {
			o, ok := c.Argument(0).(*goja.Object)
			if !ok {
				return vm.ToValue("")
			}
			switch o.ExportType() {
			case typeProxy:
				return vm.ToValue("Proxy")
			case typePromise:
				return vm.ToValue("Promise")
			case typeBuffer:
				return vm.ToValue("ArrayBuffer")
			}
			name := o.ClassName()
			if name != "Object" {
				return vm.ToValue(name)
			}
			switch o.ExportType() {
			case typeMap:
				return vm.ToValue("Map")
			case typeSet:
				return vm.ToValue("Set")
			}
			// the engine keeps no class for these; their prototypes' tags tell
			if tag, ok := o.GetSymbol(goja.SymToStringTag).(goja.String); ok {
				switch s := tag.String(); s {
				case "WeakMap", "WeakSet", "Map Iterator", "Set Iterator", "Array Iterator", "String Iterator", "Generator":
					return vm.ToValue(s)
				}
			}
			return vm.ToValue(name)
		},
		// promiseState(p) -> [state, result]: 0 pending, 1 fulfilled, 2 rejected
		"promiseState": func(c goja.FunctionCall) goja.Value {
			p, ok := c.Argument(0).Export().(*goja.Promise)
			if !ok {
				return goja.Undefined()
			}
			return vm.NewArray(int(p.State()), p.Result())
		},
		// proxyDetails(p) -> [target, handler]
		"proxyDetails": func(c goja.FunctionCall) goja.Value {
			o, ok := c.Argument(0).(*goja.Object)
			if !ok || o.ExportType() != typeProxy {
				return goja.Undefined()
			}
			p, ok := o.Export().(goja.Proxy)
			if !ok {
				return goja.Undefined()
			}
			if p.Target() == nil {
				return vm.NewArray(goja.Null(), goja.Null())
			}
			return vm.NewArray(p.Target(), p.Handler())
		},
	})
}
