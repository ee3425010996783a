package jsrt

import (
	"context"
	"strings"
	"sync/atomic"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/kernel"
)

// Library lends the modules of lib/ that need no process (buffer, util, url, events, crypto, zlib and the like) to a realm
// that is no program: one without files, sockets and a process of its own. The realm's goroutine owns it, but for Wake.
type Library struct {
	rt   *runtime
	opts LibraryOptions
	stop atomic.Pointer[context.CancelFunc]
}

// LibraryOptions are what the modules of a Library draw on.
type LibraryOptions struct {
	Heap    int64        // the heap limit, in bytes
	Clock   kernel.Clock // nil = real time
	Random  func([]byte) // fills with random bytes; must be set
	OnError func(error)  // gets what a callback of a module threw; must be set
}

// libraryModules are the built-in modules that work without a process.
var libraryModules = map[string]bool{
	"assert": true, "assert/strict": true, "buffer": true, "crypto": true, "events": true, "path": true, "path/posix": true, "path/win32": true,
	"punycode": true, "querystring": true, "stream": true, "stream/promises": true, "stream/web": true, "string_decoder": true, "url": true, "util": true, "util/types": true, "zlib": true,
}

// LibraryModules names the built-in modules that a Library has, in no order.
func LibraryModules() []string {
	var out []string
	for n := range libraryModules {
		if _, ok := builtins()[n]; ok {
			out = append(out, n)
		}
	}
	return out
}

// NewLibrary prepares a realm for the modules: a few hundred microseconds, so make it when the first is asked for.
func NewLibrary(vm *goja.Runtime, opts LibraryOptions) (*Library, error) {
	if opts.Clock == nil {
		opts.Clock = kernel.RealClock{}
	}
	l := &Library{opts: opts}
	rt := &runtime{
		vm: vm, lib: l, opts: &cliOptions{}, builtinMods: map[string]*goja.Object{}, bindingObjs: map[string]*goja.Object{},
		reported: map[*goja.Promise]bool{}, caught: map[kernel.Signal]bool{},
	}
	l.rt = rt
	rt.bytesCtor, _ = goja.AssertConstructor(vm.Get("Uint8Array"))
	l.Resume()
	rt.loop = newLoop(rt)
	rt.loader = newLoader(rt)
	rt.requireFn = vm.ToValue(func(c goja.FunctionCall) goja.Value {
		return rt.requireBuiltin(strings.TrimPrefix(c.Argument(0).String(), "node:"))
	})
	rt.bindingFn = vm.ToValue(func(c goja.FunctionCall) goja.Value {
		switch name := c.Argument(0).String(); name {
		case "buffer", "core", "crypto", "keys", "shared", "types", "url", "wasm", "zlib":
			return rt.binding(name)
		case "process":
			start := rt.loop.base
			return rt.object(map[string]hostFunc{
				"now": func(goja.FunctionCall) goja.Value { return vm.ToValue(float64(rt.clock().Now().Sub(start)) / 1e6) },
			})
		case "modules": // files are nobody's here
			return rt.object(map[string]hostFunc{
				"builtins":  func(goja.FunctionCall) goja.Value { return vm.NewArray() },
				"isBuiltin": func(c goja.FunctionCall) goja.Value { return vm.ToValue(libraryModules[c.Argument(0).String()]) },
			})
		default:
			panic(vm.NewTypeError("not available in a script: " + name))
		}
	})
	rt.tramp = func(goja.Value, ...goja.Value) (goja.Value, error) {
		f := rt.invoke
		rt.invoke = nil
		if f == nil {
			return goja.Undefined(), nil
		}
		return f()
	}
	if err := l.process(); err != nil {
		return nil, err
	}
	_, err := rt.protect(func() (goja.Value, error) {
		if ex := vm.Try(func() {
			rt.installErrors()
			rt.requireBuiltin("internal/es")
		}); ex != nil {
			return nil, ex
		}
		return nil, nil
	})
	return l, err
}

const libraryProcess = `(function (process, resolved) {
  const then = Promise.prototype.then, call = Function.prototype.call, apply = Reflect.apply;
  const chain = call.bind(then, resolved);
  Object.assign(process, {
    noDeprecation: true, env: {}, argv: [], execArgv: [], platform: 'linux', arch: 'x64', pid: 1, versions: {}, exitCode: undefined,
    nextTick(fn, ...args) { chain(() => apply(fn, undefined, args)); },
    emitWarning() {}, cwd() { return '/'; }, emit() { return false; }, listenerCount() { return 0; }, on() { return process; }, once() { return process; }, off() { return process; },
  });
})`

// process makes the few things that the modules ask of process.
func (l *Library) process() error {
	rt := l.rt
	rt.processObj = rt.vm.NewObject()
	v, err := rt.vm.RunScript("node:internal/library", libraryProcess)
	if err != nil {
		return err
	}
	fn, _ := goja.AssertFunction(v)
	p, resolve, _ := rt.vm.NewPromise()
	if err := resolve(goja.Undefined()); err != nil {
		return err
	}
	if err := rt.processObj.Set("version", nodeVersion); err != nil {
		return err
	}
	_, err = fn(goja.Undefined(), rt.processObj, rt.vm.ToValue(p))
	return err
}

// Require gives the exports of a module of lib/, the internal ones included.
func (l *Library) Require(name string) (goja.Value, error) {
	return l.rt.protect(func() (goja.Value, error) {
		var v goja.Value
		if ex := l.rt.vm.Try(func() { v = l.rt.requireBuiltin(strings.TrimPrefix(name, "node:")) }); ex != nil {
			return nil, ex
		}
		return v, nil
	})
}

// Provide sets the exports of a module that the library itself has not.
func (l *Library) Provide(name string, exports goja.Value) error {
	m := l.rt.vm.NewObject()
	if err := m.Set("exports", exports); err != nil {
		return err
	}
	l.rt.builtinMods[name] = m
	return nil
}

// Pending tells whether work goes on whose end a callback waits for.
func (l *Library) Pending() bool { return l.rt.loop.refs.Load() > 0 }

// Wake is sent on when Turn has something to do.
func (l *Library) Wake() <-chan struct{} { return l.rt.loop.wake }

// Turn runs the callbacks of work that has ended.
func (l *Library) Turn() {
	for _, fn := range l.rt.loop.takePosted() {
		l.rt.loop.turn(fn)
	}
}

// Stop ends what an interrupt of the engine does not: WebAssembly and Atomics.wait under way. Instances of WebAssembly that
// were running cannot be used again. Safe from any goroutine, unlike the rest.
func (l *Library) Stop() { (*l.stop.Load())() }

// Resume makes the modules usable again after Stop.
func (l *Library) Resume() {
	if l.rt.ctx != nil && l.rt.ctx.Err() == nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	l.rt.ctx, l.rt.cancel = ctx, cancel
	l.stop.Store(&cancel)
}

// Close ends the work that goes on and waits for it.
func (l *Library) Close() {
	l.rt.cancel()
	l.rt.wg.Wait()
}

func (l *Library) uncaught(err error) {
	if isUncatchable(err) {
		panic(err)
	}
	l.opts.OnError(err)
}

// clock is where the program's time comes from.
func (rt *runtime) clock() kernel.Clock {
	if rt.p == nil {
		return rt.lib.opts.Clock
	}
	return rt.p.Kernel().Clock()
}

// random fills b with the program's random bytes.
func (rt *runtime) random(b []byte) {
	if rt.p == nil {
		rt.lib.opts.Random(b)
		return
	}
	rt.p.Kernel().Rand().Read(b)
}
