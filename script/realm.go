package script

import (
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/internal/jsguard"
	"github.com/sandpit-dev/sandpit/jsrt"
)

var (
	proxyType   = reflect.TypeFor[goja.Proxy]()
	promiseType = reflect.TypeFor[*goja.Promise]()
)

// realm is one JavaScript world: the language's own objects, what the engine adds to them, and what scripts have made. It
// belongs to the goroutine that runs a call in it.
type realm struct {
	e    *Engine
	vm   *goja.Runtime
	run  *run // the call under way
	loop loop

	natives     *jsguard.Natives
	objectProto *goja.Object
	intrinsics  map[string]*goja.Object            // of before any script ran
	describeFn  func(goja.FunctionCall) goja.Value // Object.getOwnPropertyDescriptor
	mapEach     func(goja.FunctionCall) goja.Value // Map.prototype.forEach
	accessors   bool                               // a script can have made accessors
	opened      bool                               // a script can reach what it does not name
	defined     map[string]bool                    // globals that were put in
	lib         *jsrt.Library
	stoppable   atomic.Pointer[jsrt.Library] // lib: it can compute what no interrupt of vm ends
	modules     *moduleGraph
	errors      map[*goja.Object]*Error // errors that were made here
	pending     int                     // calls of bindings under way
	broken      bool                    // must not be used again
	rejected    map[*goja.Promise]bool
	host        *goja.Object
}

// newRealm makes a realm. It costs a microsecond; what a script needs is put in when it is prepared for that script.
func (e *Engine) newRealm(x *run) *realm {
	r := &realm{e: e, vm: goja.New(), run: x}
	x.r = r
	r.loop.wake = make(chan struct{}, 1)
	r.vm.SetMaxCallStackSize(x.limits.Stack)
	if !e.realTime {
		r.vm.SetTimeSource(e.clock.Now)
	}
	if e.rand != nil {
		r.vm.SetRandSource(e.float)
	}
	r.vm.SetPromiseRejectionTracker(r.trackRejection)
	r.objectProto = r.vm.NewObject().Prototype()
	r.natives = jsguard.NewNatives(r.vm, x.limits.Memory, func(n int64) error { return r.run.reserve(n) })
	r.natives.Stopped = func() bool { return r.run.stopped() }
	g := r.vm.GlobalObject()
	_ = g.Delete("eval")
	return r
}

// prepare puts in what a program names: globals, and the checks of the functions it can reach. It runs before any of the
// program does.
func (r *realm) prepare(f *facts) error {
	for name := range f.globals {
		r.global(name)
	}
	for _, name := range []string{"Error", "Date", "Uint8Array", "Map"} {
		if f.reflect || f.globals[name] {
			r.intrinsic(name)
		}
	}
	if f.names["constructor"] || f.reflect || f.globals["Function"] {
		r.closeConstructors()
	} else {
		_ = r.vm.GlobalObject().Delete("Function")
	}
	if f.accessors || f.reflect {
		r.watchAccessors()
	}
	if r.needsLibrary(f) {
		if err := r.library(); err != nil {
			return err
		}
	}
	if f.regexps {
		r.regexps()
	}
	if f.reflect || f.huge {
		if err := r.open(f.reflect); err != nil {
			return err
		}
	} else {
		r.natives.Install(func(n string) bool { return f.names[n] })
	}
	if f.operators {
		if err := r.natives.InstallOperators(); err != nil {
			return err
		}
	}
	if f.globals["Proxy"] {
		if err := r.natives.InstallProxy(); err != nil {
			return err
		}
	}
	if f.strings {
		r.natives.InstallStrings()
	}
	if f.computed {
		r.natives.InstallKeys(func() { _ = r.open(true) })
	}
	if f.stacks && r.first(stackFunc) {
		r.hide(stackFunc, r.readStack)
	}
	if f.catches && r.first(jsguard.CaughtName) {
		r.hide(jsguard.CaughtName, r.caught)
	}
	return nil
}

// open puts in everything for a script that may reach what it does not name.
func (r *realm) open(reflective bool) error {
	if reflective && !r.opened {
		r.opened = true
		r.closeConstructors()
		r.watchAccessors()
		for _, name := range []string{"Error", "Date", "Uint8Array", "Map"} {
			r.intrinsic(name)
		}
		r.lazyGlobals()
		r.regexps()
		if err := r.natives.InstallProxy(); err != nil {
			return err
		}
	}
	r.natives.InstallAll()
	return nil
}

// regexps replaces the engine's regular expressions, which cannot be stopped.
func (r *realm) regexps() {
	if r.first("\x00regexps") {
		r.natives.InstallRegexps(func() bool { return r.run.stopped() })
	}
}

func (r *realm) first(name string) bool {
	if r.defined[name] {
		return false
	}
	if r.defined == nil {
		r.defined = map[string]bool{}
	}
	r.defined[name] = true
	return true
}

func (r *realm) fn(name string, length int, fn func(goja.FunctionCall) goja.Value) *goja.Object {
	return jsguard.Func(r.vm, name, length, fn)
}

// hide defines a global function that no source text can name.
func (r *realm) hide(name string, fn func(goja.FunctionCall) goja.Value) {
	_ = r.vm.GlobalObject().DefineDataProperty(name, r.fn(name[1:], 1, fn), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
}

// intrinsic is one of the language's own global objects. Those a script can replace are fetched before it runs.
func (r *realm) intrinsic(name string) *goja.Object {
	if o := r.intrinsics[name]; o != nil {
		return o
	}
	o, _ := r.vm.Get(name).(*goja.Object)
	if r.intrinsics == nil {
		r.intrinsics = map[string]*goja.Object{}
	}
	r.intrinsics[name] = o
	if name == "Map" && o != nil {
		if p, ok := o.Get("prototype").(*goja.Object); ok {
			if f, ok := p.Get("forEach").(*goja.Object); ok {
				r.mapEach, _ = f.Export().(func(goja.FunctionCall) goja.Value)
			}
		}
	}
	return o
}

func (r *realm) watchAccessors() {
	r.accessors = true
	if r.describeFn == nil {
		if f, ok := r.intrinsic("Object").Get("getOwnPropertyDescriptor").(*goja.Object); ok {
			r.describeFn, _ = f.Export().(func(goja.FunctionCall) goja.Value)
		}
	}
}

func (r *realm) isAccessor(o *goja.Object, key string) bool {
	if r.describeFn == nil {
		return false
	}
	d, ok := r.describeFn(goja.FunctionCall{This: goja.Undefined(), Arguments: []goja.Value{o, r.vm.ToValue(key)}}).(*goja.Object)
	return ok && hasOwn(d, "get")
}

func hasOwn(o *goja.Object, key string) bool {
	for _, k := range o.GetOwnPropertyNames() {
		if k == key {
			return true
		}
	}
	return false
}

// each visits the entries of a Map or Set without running code of the script.
func (r *realm) each(o *goja.Object, class string, fn func(k, v goja.Value) bool) {
	if class == "Set" {
		var list []goja.Value
		if r.vm.ExportTo(o, &list) == nil {
			for _, v := range list {
				if !fn(v, nil) {
					return
				}
			}
		}
		return
	}
	r.intrinsic("Map")
	if r.mapEach == nil {
		return
	}
	more := true
	visit := r.vm.ToValue(func(c goja.FunctionCall) goja.Value {
		if more {
			more = fn(c.Argument(1), c.Argument(0))
		}
		return goja.Undefined()
	})
	r.mapEach(goja.FunctionCall{This: o, Arguments: []goja.Value{visit}})
}

func (r *realm) uint8Array(b []byte) (goja.Value, error) {
	return r.vm.New(r.intrinsic("Uint8Array"), r.vm.ToValue(r.vm.NewArrayBuffer(b)))
}

// closeConstructors takes away the ways from functions to what makes functions from strings: the constructor of functions,
// generators and async functions. The prototypes stay, so instanceof works.
func (r *realm) closeConstructors() {
	if !r.first("\x00constructors") {
		return
	}
	refuse := func(goja.FunctionCall) goja.Value {
		jsguard.Throw(r.vm, "EvalError", "Code generation from strings is not allowed in this context")
		return nil
	}
	v, err := r.vm.RunProgram(functionKinds())
	if err != nil {
		return
	}
	list, _ := v.(*goja.Object)
	for i := 0; i < 3; i++ {
		f, ok := list.Get(strconv.Itoa(i)).(*goja.Object)
		if !ok || f.Prototype() == nil {
			continue
		}
		proto := f.Prototype()
		name := []string{"Function", "GeneratorFunction", "AsyncFunction"}[i]
		blocked := r.fn(name, 1, refuse)
		_ = blocked.DefineDataProperty("prototype", proto, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
		_ = proto.DefineDataProperty("constructor", blocked, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		if i == 0 {
			jsguard.Define(r.vm.GlobalObject(), "Function", blocked)
		}
	}
}

// caught is what catch clauses call: an error of the engine's own making gets Node's words.
func (r *realm) caught(c goja.FunctionCall) goja.Value {
	o, ok := c.Argument(0).(*goja.Object)
	if !ok || o.ClassName() != "Error" || r.errors[o] != nil {
		return goja.Undefined()
	}
	if s, ok := o.Get("message").(goja.String); ok && s.Length() < 500 {
		msg := s.String()
		if better := jsrt.V8Message(msg); better != msg {
			_ = o.DefineDataProperty("message", r.vm.ToValue(better), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}
	}
	return goja.Undefined()
}

// enter runs fn, which calls into the realm, and turns whatever comes out of the engine into an error.
func (r *realm) enter(fn func() (goja.Value, error)) (v goja.Value, err error) {
	defer func() {
		if p := recover(); p != nil {
			r.broken = true
			if e, ok := p.(error); ok && isUncatchable(e) {
				err = r.toError(e)
				return
			}
			if l := r.e.opts.Log; l != nil {
				l.Error("script engine panicked", "engine", r.e.name, "script", r.run.id, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			}
			err = &Error{Code: Internal, Message: "internal error"}
		}
	}()
	if r.run.stopped() {
		return nil, r.run.reason()
	}
	v, err = fn()
	if err != nil {
		return nil, r.toError(err)
	}
	return v, nil
}

// safely runs what may call into the realm outside of a job; false when it did not come back as it should.
func (r *realm) safely(fn func()) bool {
	_, err := r.enter(func() (goja.Value, error) {
		if ex := r.vm.Try(fn); ex != nil {
			return nil, ex
		}
		return nil, nil
	})
	return err == nil
}

func isUncatchable(err error) bool {
	var ie *goja.InterruptedError
	var so *goja.StackOverflowError
	return errors.As(err, &ie) || errors.As(err, &so)
}

// settled waits for a promise; any other value is given back as it is.
func (r *realm) settled(v goja.Value) (goja.Value, error) {
	o, ok := v.(*goja.Object)
	if !ok || o.ExportType() != promiseType { // Export would copy anything else
		return v, nil
	}
	p, _ := o.Export().(*goja.Promise)
	if err := r.until(func() bool { return p.State() != goja.PromiseStatePending }); err != nil {
		return nil, err
	}
	delete(r.rejected, p)
	if p.State() == goja.PromiseStateRejected {
		return nil, r.thrown(p.Result(), nil)
	}
	return p.Result(), nil
}

// uncaught handles what a timer or another callback threw: it ends the script.
func (r *realm) uncaught(err error) {
	e := r.toError(err)
	if se, ok := e.(*Error); ok {
		r.run.end(se)
	}
}

// trackRejection keeps the promises that nobody has handled.
func (r *realm) trackRejection(p *goja.Promise, op goja.PromiseRejectionOperation) {
	if op == goja.PromiseRejectionHandle {
		delete(r.rejected, p)
		return
	}
	if r.rejected == nil {
		r.rejected = map[*goja.Promise]bool{}
	}
	if len(r.rejected) < 1000 {
		r.rejected[p] = true
	}
}

// toError turns what the engine returned into an *Error.
func (r *realm) toError(err error) error {
	var e *Error
	var ie *goja.InterruptedError
	var so *goja.StackOverflowError
	var ex *goja.Exception
	switch {
	case errors.As(err, &ie):
		if reason := r.run.reason(); reason != nil {
			return reason
		}
		return &Error{Code: Cancelled, Message: "the script was interrupted", File: r.run.file}
	case errors.As(err, &so):
		e := &Error{Code: Stack, Name: "RangeError", Message: "Maximum call stack size exceeded", File: r.run.file}
		e.place(r.run, so.Stack())
		return e
	case errors.As(err, &ex):
		return r.thrown(ex.Value(), ex.Stack())
	case errors.As(err, &e):
		return e
	}
	return &Error{Code: Internal, Message: "internal error", cause: err}
}

// place takes the position from the topmost frame that is a script's.
func (e *Error) place(x *run, frames []goja.StackFrame) {
	var b strings.Builder
	for i := range frames {
		f := &frames[i]
		pos := f.Position()
		if f.SrcName() == "<native>" || pos.Filename == "" || strings.HasPrefix(pos.Filename, "node:") {
			continue
		}
		line := pos.Line
		if lowered(pos.Filename) {
			line, pos.Column = max(line-linesBefore, 1), pos.Column+1 // source maps count columns from 0
		}
		if e.Line == 0 {
			e.File, e.Line, e.Column = pos.Filename, line, pos.Column
		}
		if b.Len() < 4000 {
			name := f.FuncName()
			if name == "" || name == "<anonymous>" {
				fmt.Fprintf(&b, "    at %s:%d:%d\n", pos.Filename, line, pos.Column)
			} else {
				fmt.Fprintf(&b, "    at %s (%s:%d:%d)\n", name, pos.Filename, line, pos.Column)
			}
		}
	}
	e.Stack = strings.TrimSuffix(b.String(), "\n")
}

// lowered tells that a file is a script, whose positions come from a source map.
func lowered(file string) bool {
	return !strings.HasPrefix(file, "node_modules/") && !strings.HasPrefix(file, "host:")
}

// thrown makes the error of a thrown value.
func (r *realm) thrown(v goja.Value, frames []goja.StackFrame) *Error {
	x := r.run
	o, ok := v.(*goja.Object)
	if ok {
		if own := r.errors[o]; own != nil {
			e := *own
			if e.Line == 0 {
				e.File = x.file
				e.place(x, frames)
				e.fromText(stringProp(o, "stack"))
			}
			return &e
		}
	}
	e := &Error{Code: Threw, File: x.file}
	if !ok || o.ClassName() != "Error" && o.Get("message") == nil {
		w := jsonWriter{r: r, max: 4096}
		if err := w.value(v); err == nil {
			e.Value = w.b
		}
		e.Message = r.describeValue(v)
		e.place(x, frames)
		return e
	}
	e.Name = bounded(stringProp(o, "name"), 200)
	e.Message = bounded(jsrt.V8Message(stringProp(o, "message")), 8192)
	e.place(x, frames)
	e.fromText(stringProp(o, "stack"))
	if e.Name == "SyntaxError" && e.Message == "" {
		e.Message = "Invalid or unexpected token"
	}
	return e
}

// fromText fills in the position from the text of an error's stack, when frames did not give it.
func (e *Error) fromText(stack string) {
	if e.Line > 0 || len(stack) > 64<<10 {
		return
	}
	file := ""
	if e.Stack, file, e.Line, e.Column = stackFrames(stack); file != "" {
		e.File = file
	}
}

func bounded(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "..."
}

// describeValue is a thrown value that is no Error, as text.
func (r *realm) describeValue(v goja.Value) string {
	if s, ok := v.(goja.String); ok {
		return bounded(s.String(), 4096)
	}
	f := formatter{r: r, max: 2048}
	f.value(v, 0)
	return f.String()
}
