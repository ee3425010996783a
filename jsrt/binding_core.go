package jsrt

import (
	"errors"
	"io/fs"
	"strconv"
	"strings"
	"syscall"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/internal/jsguard"
	"github.com/sandpit-dev/sandpit/kernel"
)

// coreBinding is what lib/internal/bootstrap.js and errors need of the runtime itself.
func coreBinding(rt *runtime) *goja.Object {
	vm := rt.vm
	return rt.object(map[string]hostFunc{
		// setHooks(tramp, onUncaught, onReject, tickState, callSite)
		"setHooks": func(c goja.FunctionCall) goja.Value {
			rt.tramp, _ = goja.AssertFunction(c.Argument(0))
			rt.onUncaught, _ = goja.AssertFunction(c.Argument(1))
			rt.onReject, _ = goja.AssertFunction(c.Argument(2))
			rt.tickFlag = c.Argument(3).ToObject(vm)
			rt.callSiteFn = c.Argument(4)
			return goja.Undefined()
		},
		"installErrors": func(c goja.FunctionCall) goja.Value {
			rt.installErrors()
			return goja.Undefined()
		},
		// invoke runs what the event loop is at; the trampoline calls it.
		"invoke": func(c goja.FunctionCall) goja.Value {
			f := rt.invoke
			rt.invoke = nil
			if f == nil {
				return goja.Undefined()
			}
			if _, err := f(); err != nil {
				rt.uncaught(err)
			}
			return goja.Undefined()
		},
		"math": func(goja.FunctionCall) goja.Value { return rt.mathFunctions() },
		// lazy(names, module, enumerable) makes globals that are a module's exports, or what it exports, from when they are first
		// read or written on.
		"lazy": func(c goja.FunctionCall) goja.Value {
			names, id := c.Argument(0).ToObject(vm), c.Argument(1).String()
			if _, ok := builtins()[id]; !ok {
				return goja.Undefined() // what is not there is undefined, not an error
			}
			enumerable := goja.ToFlag(c.Argument(2).ToBoolean())
			for i := range int(names.Get("length").ToInteger()) {
				rt.lazyGlobal(names.Get(strconv.Itoa(i)).String(), id, enumerable)
			}
			return goja.Undefined()
		},
		// uncurry(native) is that function with its this as the first argument
		"uncurry": func(c goja.FunctionCall) goja.Value {
			o, _ := c.Argument(0).(*goja.Object)
			if o == nil {
				panic(vm.NewTypeError("not a function"))
			}
			native, ok := o.Export().(hostFunc)
			if !ok {
				panic(vm.NewTypeError("not a built-in function"))
			}
			return vm.ToValue(func(c goja.FunctionCall) goja.Value {
				return native(goja.FunctionCall{This: c.Argument(0), Arguments: c.Arguments[min(1, len(c.Arguments)):]})
			})
		},
		"fixError": func(c goja.FunctionCall) goja.Value { return rt.fixError(c.Argument(0)) },
		"setThrowPos": func(c goja.FunctionCall) goja.Value {
			rt.throwPos = c.Argument(0).String()
			return goja.Undefined()
		},
		"sourceContext": func(c goja.FunctionCall) goja.Value {
			return vm.ToValue(rt.sourceContext(c.Argument(0).String()))
		},
		"exit": func(c goja.FunctionCall) goja.Value {
			rt.exitWith(int(c.Argument(0).ToInteger()))
			panic(&goja.InterruptedError{})
		},
		"abort": func(c goja.FunctionCall) goja.Value {
			rt.exitWith(134)
			rt.p.Signal(kernel.SIGABRT)
			panic(&goja.InterruptedError{})
		},
		"flagExit": func(c goja.FunctionCall) goja.Value {
			rt.exitCode = int(c.Argument(0).ToInteger()) & 255
			return goja.Undefined()
		},
		// installNatives checks what built-in functions are asked for, and defines what rewritten operators call.
		"installNatives": func(goja.FunctionCall) goja.Value {
			rt.bytesCtor, _ = goja.AssertConstructor(vm.Get("Uint8Array"))
			n := jsguard.NewLenient(vm, min(rt.heapLimit(), 1<<30))
			if err := errors.Join(n.InstallOperators(), n.InstallProxy()); err != nil {
				panic(vm.NewGoError(err))
			}
			n.Stopped = func() bool { return rt.stopped() || rt.halted.Load() != nil || rt.ctx.Err() != nil }
			n.InstallRegexps(n.Stopped)
			n.InstallLenient()
			n.InstallAppends()
			return goja.Undefined()
		},
		"scanSource": func(c goja.FunctionCall) goja.Value {
			if err := jsguard.ScanSource(c.Argument(0).String()); err != nil {
				panic(rt.newError("SyntaxError", err.Error()))
			}
			return goja.Undefined()
		},
		"scanPattern": func(c goja.FunctionCall) goja.Value {
			if err := jsguard.ScanPattern(c.Argument(0).String()); err != nil {
				panic(rt.newError("SyntaxError", err.Error()))
			}
			return goja.Undefined()
		},
		"scanJSON": func(c goja.FunctionCall) goja.Value {
			if jsguard.JSONDepth(c.Argument(0).String()) > jsguard.MaxJSONDepth {
				panic(rt.newError("RangeError", "Maximum call stack size exceeded"))
			}
			return goja.Undefined()
		},
		// trackAsync(get, set) makes promise jobs run with the value get() gave when they were queued.
		"trackAsync": func(c goja.FunctionCall) goja.Value {
			get, _ := goja.AssertFunction(c.Argument(0))
			set, _ := goja.AssertFunction(c.Argument(1))
			vm.SetAsyncContextTracker(&asyncContext{get: get, set: set})
			return goja.Undefined()
		},
		// checkScript(text, file) throws a SyntaxError when the text does not parse.
		"checkScript": func(c goja.FunctionCall) goja.Value {
			if _, err := forNode.compileScript(c.Argument(1).String(), c.Argument(0).String()); err != nil {
				if se, ok := err.(*syntaxError); ok {
					rt.throwSyntax(se)
				}
				panic(rt.newError("SyntaxError", err.Error()))
			}
			return goja.Undefined()
		},
		"hasModule": func(c goja.FunctionCall) goja.Value {
			_, ok := builtins()[c.Argument(0).String()]
			return vm.ToValue(ok)
		},
		"heapLimit": func(c goja.FunctionCall) goja.Value {
			return vm.ToValue(rt.heapLimit())
		},
	})
}

func (rt *runtime) lazyGlobal(name, id string, enumerable goja.Flag) {
	global := rt.vm.GlobalObject()
	set := func(v goja.Value) {
		if err := global.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, enumerable); err != nil {
			panic(err)
		}
	}
	get := jsguard.Func(rt.vm, "get", 0, func(goja.FunctionCall) goja.Value {
		v := rt.requireBuiltin(id)
		if m, ok := v.(*goja.Object); ok {
			if own := m.Get(name); own != nil {
				v = own
			}
		}
		set(v)
		return v
	})
	write := jsguard.Func(rt.vm, "set", 1, func(c goja.FunctionCall) goja.Value {
		set(c.Argument(0))
		return goja.Undefined()
	})
	if err := global.DefineAccessorProperty(name, get, write, goja.FLAG_TRUE, enumerable); err != nil {
		panic(err)
	}
}

// heapLimit is the process's JavaScript heap limit in bytes; a large number when there is none.
func (rt *runtime) heapLimit() int64 {
	if rt.p == nil {
		return rt.lib.opts.Heap
	}
	n := rt.p.Kernel().Limits().WithDefaults().JSHeap
	if n <= 0 {
		return 1 << 40
	}
	return n
}

// errnoOf finds the errno inside an error.
func errnoOf(err error) (syscall.Errno, bool) {
	var e syscall.Errno
	if errors.As(err, &e) {
		return e, true
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return syscall.ENOENT, true
	case errors.Is(err, fs.ErrExist):
		return syscall.EEXIST, true
	case errors.Is(err, fs.ErrPermission):
		return syscall.EACCES, true
	case errors.Is(err, fs.ErrClosed):
		return syscall.EBADF, true
	case errors.Is(err, fs.ErrInvalid):
		return syscall.EINVAL, true
	}
	return 0, false
}

// fileError makes the error of a failed system call: message "CODE: text, call 'path'", with errno, code, syscall and path.
func (rt *runtime) fileError(err error, call string, paths ...string) *goja.Object {
	code, num, text := "EIO", -5, err.Error()
	if e, ok := errnoOf(err); ok {
		if d, ok := sysErrors[e]; ok {
			code, num, text = d.code, d.num, d.text
		} else {
			code, num, text = "E"+strings.ToUpper(e.Error()), -int(e), e.Error()
		}
	}
	msg := code + ": " + text + ", " + call
	if len(paths) > 0 {
		msg += " '" + paths[0] + "'"
	}
	if len(paths) > 1 {
		msg += " -> '" + paths[1] + "'"
	}
	o := rt.newError("Error", msg)
	o.Set("errno", num)
	o.Set("code", code)
	o.Set("syscall", call)
	if len(paths) > 0 {
		o.Set("path", paths[0])
	}
	if len(paths) > 1 {
		o.Set("dest", paths[1])
	}
	return o
}

// asyncContext carries async_hooks' current context from where a promise job is queued to where it runs.
type asyncContext struct {
	get, set goja.Callable
	saved    []goja.Value
}

func (a *asyncContext) Grab() any {
	v, err := a.get(goja.Undefined())
	if err != nil {
		return nil
	}
	return v
}

func (a *asyncContext) Resumed(tracked any) {
	v, ok := tracked.(goja.Value)
	if !ok {
		v = goja.Undefined()
	}
	prev, _ := a.get(goja.Undefined())
	a.saved = append(a.saved, prev)
	a.set(goja.Undefined(), v)
}

func (a *asyncContext) Exited() {
	if n := len(a.saved); n > 0 {
		prev := a.saved[n-1]
		a.saved = a.saved[:n-1]
		if prev != nil {
			a.set(goja.Undefined(), prev)
		}
	}
}
