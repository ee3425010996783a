package jsrt

import (
	"context"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/jsrt/internal/wasmbin"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// maxWasm bounds the bytes of a module.
const maxWasm = 64 << 20

// wasmCompiled is how many times the bytes of a module its compiled form may take, nearly.
const wasmCompiled = 128

// wasmModule is a module that was found good; wazero compiles it again for every instance, from a cache.
type wasmModule struct {
	code []byte
	out  *wasmbin.Module
}

// wasmInstance is one instance in the program's wazero runtime, which runs it by its interpreter, on the program's
// goroutine, until the program ends. All instances are of one store, so that functions of one can stand in tables of another.
type wasmInstance struct {
	rt     *runtime
	r      wazero.Runtime
	suffix string // of the names of what it imports from
	mod    api.Module
}

type wasmMemory struct{ m api.Memory }

func (rt *runtime) newWasm() wazero.Runtime {
	pages := min(rt.heapLimit()/65536, 65536)
	if rt.p == nil { // no one sees a memory grow but by the heap as a whole
		pages /= 4
	}
	cfg := wazero.NewRuntimeConfigInterpreter().WithCloseOnContextDone(true).WithMemoryLimitPages(uint32(max(pages, 1)))
	return wazero.NewRuntimeWithConfig(rt.ctx, cfg)
}

// wasmBits is a JavaScript value as a value of a type of WebAssembly.
func (rt *runtime) wasmBits(v goja.Value, t byte) uint64 {
	switch t {
	case 0x7f:
		return uint64(uint32(v.ToNumber().ToInteger()))
	case 0x7e:
		if n, ok := v.Export().(*big.Int); ok {
			return new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
		}
		panic(rt.vm.NewTypeError("Cannot convert " + v.String() + " to a BigInt"))
	case 0x7d:
		return uint64(math.Float32bits(float32(v.ToFloat())))
	case 0x7c:
		return math.Float64bits(v.ToFloat())
	case 0x6f:
		return rt.externRef(v)
	case 0x70: // what ref functions gave, or null
		if b, ok := v.Export().(wasmFuncRef); ok {
			return uint64(b)
		}
		if goja.IsNull(v) {
			return 0
		}
	}
	panic(rt.vm.NewTypeError("type incompatibility when transforming from/to JS"))
}

func (rt *runtime) wasmValue(bits uint64, t byte) goja.Value {
	switch t {
	case 0x7f:
		return rt.vm.ToValue(int32(bits))
	case 0x7e:
		return rt.vm.ToValue(big.NewInt(int64(bits)))
	case 0x7d:
		return rt.vm.ToValue(float64(math.Float32frombits(uint32(bits))))
	case 0x6f:
		if bits == 0 || bits > uint64(len(rt.externs)) {
			return goja.Null()
		}
		return rt.externs[bits-1]
	case 0x70:
		if bits == 0 {
			return goja.Null()
		}
		return rt.vm.ToValue(wasmFuncRef(bits))
	}
	return rt.vm.ToValue(math.Float64frombits(bits))
}

// wasmFuncRef is a reference to a function of a module, as the interpreter has it.
type wasmFuncRef uint64

// maxExterns bounds the JavaScript values that a program has handed to WebAssembly as references: they are kept until its end.
const maxExterns = 1 << 20

// externRef is a JavaScript value as a reference: its place in a list, from 1; objects have one place.
func (rt *runtime) externRef(v goja.Value) uint64 {
	if goja.IsNull(v) {
		return 0
	}
	o, isObject := v.(*goja.Object)
	if isObject {
		if n := rt.externIDs[o]; n != 0 {
			return n
		}
	}
	if len(rt.externs) >= maxExterns {
		panic(rt.newError("RangeError", "too many references held by WebAssembly"))
	}
	rt.externs = append(rt.externs, v)
	n := uint64(len(rt.externs))
	if isObject {
		if rt.externIDs == nil {
			rt.externIDs = map[*goja.Object]uint64{}
		}
		rt.externIDs[o] = n
	}
	return n
}

type wasmThrow struct{}

// imported makes the host function for an imported one.
func (in *wasmInstance) imported(fn goja.Callable, t wasmbin.Type) api.GoModuleFunc {
	return func(_ context.Context, _ api.Module, stack []uint64) {
		args := make([]goja.Value, len(t.Params))
		for i := range args {
			args[i] = in.rt.wasmValue(stack[i], t.Params[i])
		}
		v, err := fn(goja.Undefined(), args...)
		if err == nil && len(t.Results) > 0 {
			if ex := in.rt.vm.Try(func() {
				if len(t.Results) == 1 {
					stack[0] = in.rt.wasmBits(v, t.Results[0])
					return
				}
				o := v.ToObject(in.rt.vm)
				for i := range t.Results {
					stack[i] = in.rt.wasmBits(o.Get(strconv.Itoa(i)), t.Results[i])
				}
			}); ex != nil {
				err = ex
			}
		}
		if err != nil {
			in.rt.wasmPending = err
			panic(wasmThrow{})
		}
	}
}

func valueTypes(b []byte) []api.ValueType { return append([]api.ValueType(nil), b...) }

func (in *wasmInstance) fail(class string, err error) {
	if p := in.rt.wasmPending; p != nil {
		in.rt.wasmPending = nil
		panic(p)
	}
	if in.rt.ctx.Err() != nil {
		panic(&goja.InterruptedError{})
	}
	msg, _, _ := strings.Cut(err.Error(), "\nwasm stack trace")
	msg = strings.TrimPrefix(msg, "wasm error: ")
	switch msg {
	case "out of bounds memory access":
		msg = "memory access out of bounds"
	case "integer divide by zero":
		msg = "divide by zero"
	case "invalid table access":
		msg = "table index is out of bounds"
	case "indirect call type mismatch":
		msg = "null function or function signature mismatch"
	case "stack overflow":
		panic(in.rt.newError("RangeError", "Maximum call stack size exceeded"))
	}
	panic(in.rt.vm.NewArray(class, msg))
}

// instantiate makes the instance. imports is a list of what lib/ found for every import: a function, a number (or BigInt)
// for a global, or null.
func (rt *runtime) instantiateWasm(m *wasmModule, imports []goja.Value) *wasmInstance {
	if rt.wasm == nil {
		rt.wasm = rt.newWasm()
	}
	in := &wasmInstance{rt: rt, r: rt.wasm}
	code := m.code
	if rt.wasmCount > 0 && len(m.out.Imports) > 0 {
		in.suffix = "\x00" + strconv.Itoa(rt.wasmCount)
		var err error
		if code, err = wasmbin.RenameImports(code, in.suffix); err != nil {
			in.fail("LinkError", err)
		}
	}
	rt.wasmCount++
	groups := map[string][]int{}
	var order []string
	for i, im := range m.out.Imports {
		if groups[im.Module] == nil {
			order = append(order, im.Module)
		}
		groups[im.Module] = append(groups[im.Module], i)
	}
	for _, name := range order {
		host := "\x00host " + name + in.suffix
		b := in.r.NewHostModuleBuilder(host)
		var list []wasmbin.Import
		values := map[string]uint64{}
		seen := map[string]bool{}
		for _, i := range groups[name] {
			im := m.out.Imports[i]
			if seen[im.Name] {
				continue
			}
			seen[im.Name] = true
			list = append(list, im)
			switch im.Kind {
			case wasmbin.Func:
				fn, _ := goja.AssertFunction(imports[i])
				b.NewFunctionBuilder().WithGoModuleFunction(in.imported(fn, im.Type), valueTypes(im.Type.Params), valueTypes(im.Type.Results)).Export(im.Name)
			case wasmbin.Global:
				values[im.Name] = rt.wasmBits(imports[i], im.Value)
			}
		}
		if _, err := b.Instantiate(rt.ctx); err != nil {
			in.fail("LinkError", err)
		}
		holder := wasmbin.Holder(list, host, func(i wasmbin.Import) uint64 { return values[i.Name] })
		if _, err := in.r.InstantiateWithConfig(rt.ctx, holder, wazero.NewModuleConfig().WithName(name+in.suffix)); err != nil {
			in.fail("LinkError", err)
		}
	}
	mod, err := in.r.InstantiateWithConfig(rt.ctx, code, wazero.NewModuleConfig().WithName("").WithStartFunctions())
	if err != nil {
		in.fail("RuntimeError", err)
	}
	in.mod = mod
	return in
}

func bindWasm(rt *runtime) *goja.Object {
	vm := rt.vm
	inst := func(v goja.Value) *wasmInstance {
		in, ok := v.Export().(*wasmInstance)
		if !ok {
			panic(vm.NewTypeError("instance expected"))
		}
		return in
	}
	memory := func(v goja.Value) api.Memory {
		m, ok := v.Export().(*wasmMemory)
		if !ok {
			panic(vm.NewTypeError("memory expected"))
		}
		return m.m
	}
	return rt.object(map[string]hostFunc{
		// compile(bytes): [handle, [[module, name, kind]...], [[name, kind]...]], or a text that says what is wrong
		"compile": func(c goja.FunctionCall) goja.Value {
			code := append([]byte(nil), rt.mustBytes(c.Argument(0))...)
			if len(code) > maxWasm || rt.p == nil && int64(len(code)) > rt.heapLimit()/wasmCompiled {
				return vm.ToValue("module is too large")
			}
			r := rt.newWasm()
			defer r.Close(context.Background())
			if _, err := r.CompileModule(rt.ctx, code); err != nil {
				return vm.ToValue(err.Error())
			}
			out, err := wasmbin.Parse(code)
			if err == nil {
				code, err = wasmbin.WithTables(code, out)
			}
			if err != nil {
				return vm.ToValue(err.Error())
			}
			imports := make([]any, len(out.Imports))
			for i, im := range out.Imports {
				imports[i] = vm.NewArray(im.Module, im.Name, wasmbin.KindNames[im.Kind])
			}
			exports := make([]any, len(out.Exports))
			for i, e := range out.Exports {
				exports[i] = vm.NewArray(e.Name, wasmbin.KindNames[e.Kind])
			}
			return vm.NewArray(vm.ToValue(&wasmModule{code, out}), vm.NewArray(imports...), vm.NewArray(exports...))
		},
		"instantiate": func(c goja.FunctionCall) goja.Value {
			m, ok := c.Argument(0).Export().(*wasmModule)
			if !ok {
				panic(vm.NewTypeError("module expected"))
			}
			list := c.Argument(1).ToObject(vm)
			imports := make([]goja.Value, len(m.out.Imports))
			for i := range imports {
				imports[i] = list.Get(strconv.Itoa(i))
			}
			return vm.ToValue(rt.instantiateWasm(m, imports))
		},
		// func(instance, name): an exported function
		"func": func(c goja.FunctionCall) goja.Value {
			in := inst(c.Argument(0))
			f := in.mod.ExportedFunction(c.Argument(1).String())
			if f == nil {
				return goja.Undefined()
			}
			def := f.Definition()
			params, results := def.ParamTypes(), def.ResultTypes()
			o := vm.ToValue(func(c goja.FunctionCall) goja.Value {
				stack := make([]uint64, max(len(params), len(results)))
				for i, t := range params {
					stack[i] = rt.wasmBits(c.Argument(i), t)
				}
				if err := f.CallWithStack(rt.ctx, stack); err != nil {
					in.fail("RuntimeError", err)
				}
				switch len(results) {
				case 0:
					return goja.Undefined()
				case 1:
					return rt.wasmValue(stack[0], results[0])
				}
				out := make([]any, len(results))
				for i, t := range results {
					out[i] = rt.wasmValue(stack[i], t)
				}
				return vm.NewArray(out...)
			}).(*goja.Object)
			o.DefineDataProperty("length", vm.ToValue(len(params)), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
			o.DefineDataProperty("name", vm.ToValue(strconv.Itoa(int(def.Index()))), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
			return o
		},
		// refKey(reference) is a number that tells function references apart.
		"refKey": func(c goja.FunctionCall) goja.Value {
			r, _ := c.Argument(0).Export().(wasmFuncRef)
			return vm.ToValue(float64(r))
		},
		"isFuncRef": func(c goja.FunctionCall) goja.Value {
			_, ok := c.Argument(0).Export().(wasmFuncRef)
			return vm.ToValue(ok)
		},
		// memory(instance, module or "", name): an exported memory, or one that was made for an import
		"memory": func(c goja.FunctionCall) goja.Value {
			in := inst(c.Argument(0))
			mod := in.mod
			if from := c.Argument(1); !goja.IsUndefined(from) {
				mod = in.r.Module(from.String() + in.suffix)
			}
			if m := mod.ExportedMemory(c.Argument(2).String()); m != nil {
				return vm.ToValue(&wasmMemory{m})
			}
			return goja.Undefined()
		},
		"memorySize": func(c goja.FunctionCall) goja.Value { return vm.ToValue(memory(c.Argument(0)).Size()) },
		// memoryBuffer(memory): an ArrayBuffer over its bytes, until it grows
		"memoryBuffer": func(c goja.FunctionCall) goja.Value {
			m := memory(c.Argument(0))
			b, _ := m.Read(0, m.Size())
			return vm.ToValue(vm.NewArrayBuffer(b))
		},
		"memoryGrow": func(c goja.FunctionCall) goja.Value {
			n, ok := memory(c.Argument(0)).Grow(uint32(c.Argument(1).ToInteger()))
			if !ok {
				return vm.ToValue(-1)
			}
			return vm.ToValue(n)
		},
		"detach": func(c goja.FunctionCall) goja.Value {
			if b, ok := c.Argument(0).Export().(goja.ArrayBuffer); ok {
				b.Detach()
			}
			return goja.Undefined()
		},
		// global(instance, module or undefined, name): [get, set or null]
		"global": func(c goja.FunctionCall) goja.Value {
			in := inst(c.Argument(0))
			mod := in.mod
			if from := c.Argument(1); !goja.IsUndefined(from) {
				mod = in.r.Module(from.String() + in.suffix)
			}
			g := mod.ExportedGlobal(c.Argument(2).String())
			if g == nil {
				return goja.Undefined()
			}
			set := goja.Value(goja.Null())
			if m, ok := g.(api.MutableGlobal); ok {
				set = vm.ToValue(func(c goja.FunctionCall) goja.Value {
					m.Set(rt.wasmBits(c.Argument(0), g.Type()))
					return goja.Undefined()
				})
			}
			return vm.NewArray(vm.ToValue(func(goja.FunctionCall) goja.Value { return rt.wasmValue(g.Get(), g.Type()) }), set)
		},
	})
}
