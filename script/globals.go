package script

import (
	"encoding/base64"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"sync"

	crand "crypto/rand"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/internal/jsguard"
	"github.com/sandpit-dev/sandpit/jsrt"
)

// Globals say which global names a script finds, beyond those of the language.
type Globals struct {
	Deny   []string       // names of PresentGlobals that are not there
	Values map[string]any // more names; each is copied in for every call
}

// global is a name that the engine adds to the language's own.
type global struct {
	make func(r *realm) (goja.Value, error)
}

// fromLibrary takes a global from a module of the Node library.
func fromLibrary(module, name string) global {
	return global{make: func(r *realm) (goja.Value, error) {
		if err := r.library(); err != nil {
			return nil, err
		}
		v, err := r.lib.Require(module)
		if err != nil || name == "" {
			return v, err
		}
		return v.ToObject(r.vm).Get(name), nil
	}}
}

func function(name string, length int, fn func(r *realm, c goja.FunctionCall) goja.Value) global {
	return global{make: func(r *realm) (goja.Value, error) {
		return r.fn(name, length, func(c goja.FunctionCall) goja.Value { return fn(r, c) }), nil
	}}
}

// presentNames are the names of presentGlobal.
var presentNames = []string{
	"AbortController", "AbortSignal", "Blob", "Buffer", "CompressionStream", "DOMException", "Event", "EventTarget",
	"Intl", "ReadableStream", "TextDecoder", "TextEncoder", "TransformStream", "URL", "URLSearchParams", "WritableStream",
	"atob", "btoa", "call", "clearImmediate", "clearInterval", "clearTimeout", "console", "crypto",
	"global", "queueMicrotask", "setImmediate", "setInterval", "setTimeout", "structuredClone",
}

// presentGlobal is how a global is made, when a script that names it is prepared.
func presentGlobal(name string) (global, bool) {
	switch name {
	case "console":
		return global{make: func(r *realm) (goja.Value, error) {
			return r.vm.NewDynamicObject(&consoleObject{r: r, own: map[string]goja.Value{}}), nil
		}}, true
	case "setTimeout":
		return function("setTimeout", 2, func(r *realm, c goja.FunctionCall) goja.Value { return r.addTimer(c, false) }), true
	case "setInterval":
		return function("setInterval", 2, func(r *realm, c goja.FunctionCall) goja.Value { return r.addTimer(c, true) }), true
	case "setImmediate":
		return function("setImmediate", 1, setImmediate), true
	case "clearTimeout":
		return function("clearTimeout", 1, func(r *realm, c goja.FunctionCall) goja.Value { return r.dropTimer(c) }), true
	case "clearInterval":
		return function("clearInterval", 1, func(r *realm, c goja.FunctionCall) goja.Value { return r.dropTimer(c) }), true
	case "clearImmediate":
		return function("clearImmediate", 1, func(r *realm, c goja.FunctionCall) goja.Value { return r.dropTimer(c) }), true
	case "queueMicrotask":
		return function("queueMicrotask", 1, queueMicrotask), true
	case "atob":
		return function("atob", 1, atob), true
	case "btoa":
		return function("btoa", 1, btoa), true
	case "call":
		return global{make: func(r *realm) (goja.Value, error) {
			if r.e.opts.Scripts == nil {
				return nil, nil
			}
			return r.fn("call", 3, r.callScript), nil
		}}, true
	case "structuredClone":
		return fromLibrary("internal/structured_clone", "structuredClone"), true
	case "TextEncoder":
		return fromLibrary("internal/encoding", "TextEncoder"), true
	case "TextDecoder":
		return fromLibrary("internal/encoding", "TextDecoder"), true
	case "URL":
		return fromLibrary("internal/url", "URL"), true
	case "URLSearchParams":
		return fromLibrary("internal/url", "URLSearchParams"), true
	case "Buffer":
		return fromLibrary("buffer", "Buffer"), true
	case "AbortController":
		return fromLibrary("internal/abort_controller", "AbortController"), true
	case "AbortSignal":
		return fromLibrary("internal/abort_controller", "AbortSignal"), true
	case "Event":
		return fromLibrary("internal/event_target", "Event"), true
	case "EventTarget":
		return fromLibrary("internal/event_target", "EventTarget"), true
	case "DOMException":
		return fromLibrary("internal/domexception", "DOMException"), true
	case "crypto":
		return fromLibrary("crypto", "webcrypto"), true
	case "Intl":
		return fromLibrary("internal/intl", "Intl"), true
	case "Blob":
		return fromLibrary("internal/blob", "Blob"), true
	case "ReadableStream":
		return fromLibrary("internal/webstreams", "ReadableStream"), true
	case "WritableStream":
		return fromLibrary("internal/webstreams", "WritableStream"), true
	case "TransformStream":
		return fromLibrary("internal/webstreams", "TransformStream"), true
	case "global":
		return global{make: func(r *realm) (goja.Value, error) { return r.vm.GlobalObject(), nil }}, true
	case "CompressionStream":
		return fromLibrary("internal/webstreams", "CompressionStream"), true
	}
	return global{}, false
}

// PresentGlobals are the names that the engine adds to the language's own, unless Globals.Deny says otherwise.
func PresentGlobals() []string {
	return slices.DeleteFunc(slices.Clone(presentNames), func(n string) bool { return n == "call" })
}

// absentGlobals are names of other platforms that are not there, and what to do instead. Reading one throws a ReferenceError
// with that advice; typeof gives "undefined".
var absentGlobals = map[string]string{
	"fetch":                 network,
	"XMLHttpRequest":        network,
	"WebSocket":             network,
	"EventSource":           network,
	"Request":               network,
	"Response":              network,
	"localStorage":          storage,
	"sessionStorage":        storage,
	"indexedDB":             storage,
	"caches":                storage,
	"cookieStore":           storage,
	"document":              page,
	"window":                page,
	"navigator":             page,
	"location":              page,
	"alert":                 page,
	"require":               modules,
	"module":                modules,
	"exports":               modules,
	"importScripts":         modules,
	"process":               host,
	"__dirname":             host,
	"__filename":            host,
	"Deno":                  host,
	"Bun":                   host,
	"Worker":                threads,
	"SharedWorker":          threads,
	"BroadcastChannel":      threads,
	"MessageChannel":        threads,
	"requestAnimationFrame": "use setTimeout",
}

const (
	network = "there is no network here but what the host has bound"
	storage = "there is no storage here but what the host has bound; a value that a script returns is what stays of it"
	page    = "there is no page here: a script runs in no browser"
	modules = "use import: what may be imported is up to the host, anything else has to be bundled into the script's one file"
	host    = "there is no process and no disk here but what the host has bound"
	threads = "a script is one thread"
)

// AbsentGlobals are the names that are known not to be there, each with what to do instead.
func AbsentGlobals() map[string]string {
	m := make(map[string]string, len(absentGlobals))
	for k, v := range absentGlobals {
		m[k] = v
	}
	return m
}

// global puts in a global that a script names.
func (r *realm) global(name string) {
	if r.defined[name] {
		return
	}
	if name == r.e.object {
		r.first(name)
		jsguard.Define(r.vm.GlobalObject(), name, r.hostObject())
		return
	}
	if v, ok := r.e.opts.Globals.Values[name]; ok {
		r.first(name)
		if w, err := r.toJS(v, 0); err == nil {
			jsguard.Define(r.vm.GlobalObject(), name, w)
		}
		return
	}
	g, ok := presentGlobal(name)
	switch name {
	case "WebAssembly":
		g, ok = fromLibrary("internal/wasm", name), r.e.opts.Rules.WebAssembly
	case "SharedArrayBuffer", "Atomics":
		if r.e.opts.Rules.SharedMemory && !slices.Contains(r.e.opts.Globals.Deny, name) {
			_ = r.library() // defines them
		}
		return
	}
	if _, absent := absentGlobals[name]; absent {
		if r.first(absentFunc) {
			r.hide(absentFunc, r.absent)
		}
		return
	}
	if !ok || slices.Contains(r.e.opts.Globals.Deny, name) {
		return
	}
	r.first(name)
	v, err := g.make(r)
	if err != nil || v == nil {
		return
	}
	jsguard.Define(r.vm.GlobalObject(), name, v)
}

// absent is what a script's read of an absent global comes to.
func (r *realm) absent(c goja.FunctionCall) goja.Value {
	name := c.Argument(0).String()
	if hasOwn(r.vm.GlobalObject(), name) { // the script's own
		return r.vm.Get(name)
	}
	jsguard.Throw(r.vm, "ReferenceError", name+" is not defined: "+absentGlobals[name]+r.e.bound())
	return nil
}

// bound tells what the host has bound, for advice.
func (e *Engine) bound() string {
	if len(e.enabled) == 0 {
		return ""
	}
	names := e.enabled
	more := ""
	if len(names) > 12 {
		names, more = names[:12], ", ..."
	}
	return " (" + e.object + "." + strings.Join(names, ", "+e.object+".") + more + ")"
}

// lazyGlobals puts in every present global for a script that may reach them without naming them: each is made when it is
// first read.
func (r *realm) lazyGlobals() {
	names := append(slices.Clone(presentNames), r.e.object)
	names = append(names, sortedKeys(r.e.opts.Globals.Values)...)
	if r.e.opts.Rules.WebAssembly {
		names = append(names, "WebAssembly")
	}
	if r.e.opts.Rules.SharedMemory {
		names = append(names, "SharedArrayBuffer", "Atomics")
	}
	sort.Strings(names)
	g := r.vm.GlobalObject()
	for _, name := range names {
		if r.defined[name] || slices.Contains(r.e.opts.Globals.Deny, name) || name == "call" && r.e.opts.Scripts == nil {
			continue
		}
		get := r.fn(name, 0, func(goja.FunctionCall) goja.Value {
			_ = g.Delete(name)
			r.global(name)
			return r.vm.Get(name)
		})
		set := r.fn(name, 1, func(c goja.FunctionCall) goja.Value {
			r.first(name)
			jsguard.Define(g, name, c.Argument(0))
			return goja.Undefined()
		})
		_ = g.DefineAccessorProperty(name, get, set, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
}

func (r *realm) hostObject() *goja.Object {
	if r.host == nil {
		r.host = r.vm.NewDynamicObject(&hostObject{r: r})
	}
	return r.host
}

// library makes the Node library of the realm, which a few globals and all built-in modules come from.
func (r *realm) library() error {
	if r.lib != nil {
		return nil
	}
	r.closeConstructors()
	l, err := jsrt.NewLibrary(r.vm, jsrt.LibraryOptions{
		Heap: r.run.limits.Memory, Clock: r.e.clock, OnError: r.uncaught,
		Random: func(b []byte) {
			if r.e.rand == nil {
				_, _ = crand.Read(b)
				return
			}
			r.e.randMu.Lock()
			defer r.e.randMu.Unlock()
			fill(r.e.rand, b)
		},
	})
	r.lib = l
	r.stoppable.Store(l)
	if r.run.stopped() {
		l.Stop()
	}
	for _, name := range []string{"SharedArrayBuffer", "Atomics"} {
		r.first(name)
		if !r.e.opts.Rules.SharedMemory || slices.Contains(r.e.opts.Globals.Deny, name) {
			_ = r.vm.GlobalObject().Delete(name)
		}
	}
	if err == nil {
		err = r.provideTimers()
	}
	if err == nil && !r.opened { // its modules name each other's classes
		r.lazyGlobals()
	}
	return err
}

func fill(g *rand.Rand, b []byte) {
	for i := range b {
		b[i] = byte(g.Uint32())
	}
}

// polyfills are names of the language's library that the engine lacks; the Node library has them.
var polyfills = map[string]bool{
	"asyncIterator": true, "dispose": true, "asyncDispose": true, "WeakRef": true, "FinalizationRegistry": true, "withResolvers": true, "try": true,
	"groupBy": true, "fromAsync": true, "isWellFormed": true, "toWellFormed": true, "escape": true, "__defineGetter__": true, "__defineSetter__": true,
	"__lookupGetter__": true, "__lookupSetter__": true, "transfer": true, "Iterator": true, "captureStackTrace": true, "stackTraceLimit": true,
	"take": true, "drop": true, "toArray": true,
}

var iteratorHelpers = map[string]bool{"map": true, "filter": true, "flatMap": true, "forEach": true, "some": true, "every": true, "find": true, "reduce": true}

// needsLibrary tells whether a program uses what only the library has of the language.
func (r *realm) needsLibrary(f *facts) bool {
	if r.lib != nil {
		return false
	}
	if f.reflect && (f.globals["globalThis"] || f.globals["Reflect"]) {
		return true
	}
	for n := range f.names {
		if polyfills[n] || f.iterators && iteratorHelpers[n] {
			return true
		}
	}
	return false
}

func setImmediate(r *realm, c goja.FunctionCall) goja.Value {
	args := []goja.Value{c.Argument(0), r.vm.ToValue(0)}
	if len(c.Arguments) > 1 {
		args = append(args, c.Arguments[1:]...)
	}
	return r.addTimer(goja.FunctionCall{Arguments: args}, false)
}

func queueMicrotask(r *realm, c goja.FunctionCall) goja.Value {
	fn, ok := goja.AssertFunction(c.Argument(0))
	if !ok {
		panic(r.vm.NewTypeError("queueMicrotask needs a function"))
	}
	p, resolve, _ := r.vm.NewPromise()
	_ = resolve(goja.Undefined())
	job := r.vm.ToValue(func(goja.FunctionCall) goja.Value {
		if _, err := fn(goja.Undefined()); err != nil {
			if isUncatchable(err) {
				panic(err)
			}
			r.uncaught(err)
		}
		return goja.Undefined()
	})
	then, ok := goja.AssertFunction(r.promiseThen(p))
	if ok {
		if _, err := then(r.vm.ToValue(p), job); err != nil {
			panic(err)
		}
	}
	return goja.Undefined()
}

// promiseThen is Promise.prototype.then of a promise of the realm.
func (r *realm) promiseThen(p *goja.Promise) goja.Value {
	if o, ok := r.vm.ToValue(p).(*goja.Object); ok && o.Prototype() != nil {
		return o.Prototype().Get("then")
	}
	return goja.Undefined()
}

// atob and btoa are those of the HTML standard.
func atob(r *realm, c goja.FunctionCall) goja.Value {
	s := strings.Map(func(x rune) rune {
		if strings.ContainsRune(" \t\n\f\r", x) {
			return -1
		}
		return x
	}, c.Argument(0).String())
	s = strings.TrimRight(s, "=")
	b, err := base64.RawStdEncoding.DecodeString(s)
	if err != nil {
		jsguard.Throw(r.vm, "Error", "The string to be decoded is not correctly encoded.")
	}
	out := make([]rune, len(b))
	for i, x := range b {
		out[i] = rune(x)
	}
	return r.vm.ToValue(string(out))
}

func btoa(r *realm, c goja.FunctionCall) goja.Value {
	s := c.Argument(0).String()
	b := make([]byte, 0, len(s))
	for _, x := range s {
		if x > 255 {
			jsguard.Throw(r.vm, "Error", "Invalid character")
		}
		b = append(b, byte(x))
	}
	return r.vm.ToValue(base64.StdEncoding.EncodeToString(b))
}

var functionKinds = sync.OnceValue(func() *goja.Program {
	return goja.MustCompile("", "[function () {}, function* () {}, async function () {}]", true)
})
