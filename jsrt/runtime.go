package jsrt

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/tetratelabs/wazero"
)

const (
	// nodeVersion is the release whose API level and output this package follows.
	nodeVersion = "v20.20.2"
	execPath    = "/usr/bin/node"
	// maxCallDepth bounds nested JavaScript calls. goja unwinds recursion through natives in quadratic time, so this is
	// below V8's usual ten thousand.
	maxCallDepth = 4000
)

// runtime is one JavaScript program: a goja runtime, its event loop and the process it runs in. All of it but loop.post,
// ref and unref belongs to the goroutine that runs the program.
type runtime struct {
	vm     *goja.Runtime
	p      *kernel.Process
	loop   *loop
	ctx    context.Context // ends when the program ends or its process is killed
	cancel context.CancelFunc
	wg     sync.WaitGroup // goroutines started by do

	signals <-chan struct{}
	caught  map[kernel.Signal]bool

	processObj  *goja.Object
	requireFn   goja.Value // require of lib/
	bindingFn   goja.Value
	builtinMods map[string]*goja.Object
	bindingObjs map[string]*goja.Object

	tramp       goja.Callable // runs one callback, then the nextTick queue
	invoke      func() (goja.Value, error)
	inside      bool
	turns       int
	onUncaught  goja.Callable
	onTimer     goja.Value
	onImmediate goja.Value
	onSignal    goja.Value
	onReject    goja.Callable
	tickFlag    *goja.Object
	rejects     []*goja.Promise
	reported    map[*goja.Promise]bool

	running     atomic.Bool                // JavaScript is on the stack
	busy        chan struct{}              // wakes the heap watcher
	slot        *heapSlot                  // nil for a realm that is no program
	halted      atomic.Pointer[stopReason] // why the heap watcher has ended the program
	exiting     atomic.Bool
	exitCode    int
	killed      atomic.Bool
	throwPos    string // where the value being handled as uncaught was thrown, "file:line:column"
	loader      *loader
	net         *network     // sockets, made on first use
	externs     []goja.Value // values that WebAssembly has references to
	externIDs   map[*goja.Object]uint64
	wasm        wazero.Runtime                                            // of all instances of WebAssembly modules; nil before the first
	wasmCount   int                                                       // of instances
	wasmPending error                                                     // what a function that a module imports threw
	ttys        map[*kernel.TTY]kernel.Termios                            // settings of terminals before the program changed them
	program     func(context.Context, *kernel.Process, *sharedFamily) int // runs node in a worker
	shared      *sharedFamily                                             // memories of SharedArrayBuffers, with those of its workers or of the program it is a worker of
	bytesCtor   goja.Constructor                                          // Uint8Array without a check of what it is asked for
	stackMark   *goja.Symbol                                              // on errors whose stack is this package's
	stackSetter goja.Value                                                // what assigning to their stack calls
	errorCtor   *goja.Object
	callSiteFn  goja.Value
	preparing   bool
	fixDepth    int
	opts        *cliOptions
	lib         *Library // set instead of p when modules are lent to a realm that is no program
}

// stopReason is what the runtime is interrupted with.
type stopReason string

func (s stopReason) Error() string { return string(s) }

func newRuntime(ctx context.Context, p *kernel.Process, opts *cliOptions) *runtime {
	rt := &runtime{
		vm: goja.New(), p: p, opts: opts,
		builtinMods: map[string]*goja.Object{}, bindingObjs: map[string]*goja.Object{},
		reported: map[*goja.Promise]bool{}, caught: map[kernel.Signal]bool{},
	}
	rt.ctx, rt.cancel = context.WithCancel(ctx)
	rt.vm.SetParserOptions(parser.WithDisableSourceMaps)
	rt.vm.SetMaxCallStackSize(maxCallDepth)
	k := p.Kernel()
	rt.vm.SetTimeSource(k.Clock().Now)
	rt.vm.SetRandSource(func() float64 { return float64(k.Rand().Uint64()>>11) / (1 << 53) })
	rt.loop = newLoop(rt)
	rt.signals = p.NotifySignal()
	rt.loader = newLoader(rt)
	rt.processObj = rt.vm.NewObject()
	rt.requireFn = rt.vm.ToValue(func(c goja.FunctionCall) goja.Value {
		return rt.requireBuiltin(strings.TrimPrefix(c.Argument(0).String(), "node:"))
	})
	rt.bindingFn = rt.vm.ToValue(func(c goja.FunctionCall) goja.Value {
		name := c.Argument(0).String()
		if b := rt.binding(name); b != nil {
			return b
		}
		panic(rt.vm.NewTypeError("No such binding: " + name))
	})
	rt.vm.SetPromiseRejectionTracker(rt.trackRejection)
	return rt
}

// boot evaluates the part of lib/ that every program needs.
func (rt *runtime) boot() error {
	_, err := rt.protect(func() (goja.Value, error) {
		var v goja.Value
		if ex := rt.vm.Try(func() { v = rt.requireBuiltin("internal/bootstrap") }); ex != nil {
			return nil, ex
		}
		return v, nil
	})
	return err
}

// protect runs f and turns a Go panic inside the engine into an error, so that no program can end the host by one.
func (rt *runtime) protect(f func() (goja.Value, error)) (v goja.Value, err error) {
	defer func() {
		if x := recover(); x != nil {
			if e, ok := x.(error); ok && isUncatchable(e) {
				err = e
				return
			}
			err = fmt.Errorf("internal error: %v\n%s", x, debug.Stack())
		}
	}()
	return rt.slot.run(f)
}

func isUncatchable(err error) bool {
	var ie *goja.InterruptedError
	var so *goja.StackOverflowError
	return errors.As(err, &ie) || errors.As(err, &so)
}

// stopped tells that no more JavaScript may run.
func (rt *runtime) stopped() bool { return rt.exiting.Load() || rt.killed.Load() }

// call runs fn as one callback of the event loop: the call, then the nextTick queue, then promise jobs, then unhandled
// rejections. A throw is handled as an uncaught exception. Inside another callback it is a plain call.
func (rt *runtime) call(fn goja.Callable, this goja.Value, args ...goja.Value) {
	if this == nil {
		this = goja.Undefined()
	}
	rt.enter(func() (goja.Value, error) { return fn(this, args...) })
}

// callValue is call for a function held as a value.
func (rt *runtime) callValue(fn goja.Value, args ...goja.Value) {
	f, ok := goja.AssertFunction(fn)
	if !ok {
		return
	}
	rt.enter(func() (goja.Value, error) { return f(goja.Undefined(), args...) })
}

// enter runs f, which calls into JavaScript, as one callback of the event loop.
func (rt *runtime) enter(f func() (goja.Value, error)) {
	if rt.stopped() {
		return
	}
	if rt.inside {
		rt.guarded(f)
		return
	}
	rt.turns++
	rt.inside = true
	rt.invoke = f
	rt.startWork()
	_, err := rt.protect(func() (goja.Value, error) { return rt.tramp(goja.Undefined()) })
	rt.running.Store(false)
	rt.inside = false
	rt.finishTurn(err)
}

// flush runs the queues when nothing else did.
func (rt *runtime) flush() {
	rt.enter(func() (goja.Value, error) { return nil, nil })
}

// guarded runs f inside a callback and handles what it throws.
func (rt *runtime) guarded(f func() (goja.Value, error)) {
	_, err := rt.protect(f)
	if err != nil {
		rt.uncaught(err)
	}
}

// finishTurn deals with what the outermost call returned and with what promise jobs left behind: ticks and rejections.
func (rt *runtime) finishTurn(err error) {
	if err != nil {
		if rt.stopped() {
			return
		}
		rt.inside = true
		_, err2 := rt.protect(func() (goja.Value, error) { rt.uncaught(err); return nil, nil })
		rt.inside = false
		if err2 != nil && !rt.stopped() {
			rt.die(err2)
		}
	}
	for !rt.stopped() {
		if rt.tickFlag != nil && rt.tickFlag.Get("n").ToInteger() > 0 {
			rt.flush()
			return
		}
		if len(rt.rejects) == 0 {
			return
		}
		batch := rt.rejects
		rt.rejects = nil
		for _, p := range batch {
			rt.reported[p] = true
			v := rt.vm.ToValue(p)
			rt.enter(func() (goja.Value, error) { return rt.onReject(goja.Undefined(), p.Result(), v) })
		}
	}
}

// trackRejection keeps the list of rejected promises nobody has handled by the end of a turn.
func (rt *runtime) trackRejection(p *goja.Promise, op goja.PromiseRejectionOperation) {
	if op == goja.PromiseRejectionReject {
		rt.rejects = append(rt.rejects, p)
		return
	}
	for i, q := range rt.rejects {
		if q == p {
			rt.rejects = append(rt.rejects[:i:i], rt.rejects[i+1:]...)
			return
		}
	}
	if rt.reported[p] {
		delete(rt.reported, p)
	}
}

// uncaught hands an error that no JavaScript caught to process 'uncaughtException', or ends the program.
func (rt *runtime) uncaught(err error) {
	if rt.lib != nil {
		rt.lib.uncaught(err)
		return
	}
	if rt.stopped() {
		panic(&goja.InterruptedError{})
	}
	var so *goja.StackOverflowError
	var ie *goja.InterruptedError
	var ex *goja.Exception
	var val goja.Value
	switch {
	case errors.As(err, &so):
		val = rt.newError("RangeError", "Maximum call stack size exceeded")
		rt.throwPos = framesPosition(rt, so.Stack())
	case errors.As(err, &ie):
		if v := rt.halted.Load(); v != nil && !rt.stopped() {
			rt.fatal(string(*v), 134)
		}
		panic(ie)
	case errors.As(err, &ex):
		val = ex.Value()
		rt.throwPos = framesPosition(rt, ex.Stack())
	default:
		rt.die(err)
		panic(&goja.InterruptedError{})
	}
	if rt.onUncaught == nil {
		rt.die(err)
		panic(&goja.InterruptedError{})
	}
	if _, err := rt.onUncaught(goja.Undefined(), val); err != nil {
		if isUncatchable(err) {
			panic(err)
		}
		rt.exitWith(7)
		panic(&goja.InterruptedError{})
	}
}

// die reports an error that the JavaScript side cannot report itself.
func (rt *runtime) die(err error) {
	fmt.Fprintf(rt.p.Stderr(), "node: %v\n", err)
	rt.exitWith(1)
}

// fatal ends the program with a message in the manner of V8's own aborts.
func (rt *runtime) fatal(msg string, code int) {
	fmt.Fprintf(rt.p.Stderr(), "\nFATAL ERROR: %s\n", msg)
	rt.exitWith(code)
}

// exitWith ends the program with a status: nothing of it runs any more once the caller returns to the engine.
func (rt *runtime) exitWith(code int) {
	if rt.exiting.CompareAndSwap(false, true) {
		rt.exitCode = code & 255
	}
}

// do runs work on a goroutine of its own and done on the loop with its result. It keeps the loop alive meanwhile. work must
// return soon after rt.ctx ends; done is not called after the end of the program.
func (rt *runtime) do(work func() any, done func(any)) {
	rt.loop.ref()
	rt.goroutine(func() {
		v := work()
		rt.loop.post(func() {
			rt.loop.unref()
			done(v)
		})
	})
}

// goroutine starts fn, recovers what it panics with, and makes the end of the program wait for it.
func (rt *runtime) goroutine(fn func()) {
	rt.wg.Add(1)
	go func() {
		defer rt.wg.Done()
		defer func() {
			if x := recover(); x != nil {
				rt.loop.post(func() { rt.fatal(fmt.Sprintf("internal error: %v", x), 134) })
			}
		}()
		_, _ = rt.slot.run(func() (goja.Value, error) { fn(); return nil, nil })
	}()
}

// newError makes an instance of a global error class.
func (rt *runtime) newError(class, msg string) *goja.Object {
	o, err := rt.vm.New(rt.vm.Get(class), rt.vm.ToValue(msg))
	if err != nil {
		return rt.vm.NewTypeError(msg)
	}
	return o
}

// codedError makes an error with a `code` property, as Node's internal errors are: "TypeError [CODE]: message" in stacks.
func (rt *runtime) codedError(class, code, msg string) *goja.Object {
	o := rt.newError(class, msg)
	o.Set("code", code)
	if st := o.Get("stack"); st != nil {
		if s := st.String(); strings.HasPrefix(s, class+": ") {
			o.DefineDataProperty("stack", rt.vm.ToValue(class+" ["+code+"]"+s[len(class):]), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}
	}
	return o
}
