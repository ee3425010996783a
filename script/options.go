package script

import (
	"context"
	"io/fs"
	"log/slog"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
)

// Mode says what of a call is left for the next one.
type Mode int

const (
	// Fresh gives every call a realm of its own: nothing is left. The default.
	Fresh Mode = iota
	// Warm keeps the realms that a module was loaded into: state is per worker, and which worker a call gets is not said.
	Warm
)

// Options configure an engine. The zero value is an engine without bindings: it computes.
type Options struct {
	Name string // the engine's name in audit events; default "script"

	// Object is the name of the object that bindings are called on, default "host". A binding named "vault.read" is
	// host.vault.read there.
	Object   string
	Bindings []Binding

	Limits Limits
	Mode   Mode // of Call and of triggers; Eval is always fresh
	// Workers bounds the realms that warm calls of one module use at the same time; default 4. Further calls wait.
	Workers int

	Rules   Rules
	Globals Globals
	Modules Modules

	// Scripts holds the modules of Call, of call() in scripts, of triggers and of relative imports. See Files.
	Scripts fs.FS
	// Authorized says whether the code of a file of Scripts may call restricted bindings; nil = no file may. Code that is
	// given as text has CallOptions.Authorized.
	Authorized func(file string) bool
	// Approve is asked when code that is not authorised calls a restricted binding; nil = such calls fail.
	Approve func(ctx context.Context, r ApprovalRequest) (Decision, error)

	Audit func(Event)  // gets every event, in order, on the goroutine that caused it; must not block
	Log   *slog.Logger // gets the same as records; nil = none
	// Redact rewrites the arguments of a binding for audit events; nil = a digest and the size stand for them.
	Redact func(binding string, args []any) any

	// Entry names the exported function that is called with the input when a script has it, first match wins; default
	// "default". Its arguments are what Arguments makes of the input; nil = the input alone.
	Entry []string
	// EntryObject passes the binding object as first argument of the entry function, before the input.
	EntryObject bool

	Clock kernel.Clock // nil = real time; honours testing/synctest as it is
	Seed  uint64       // 0 = random; else Math.random and crypto repeat
}

// Limits are the budgets of one call. A zero field means its default, a negative one no limit.
type Limits struct {
	Timeout    time.Duration // wall clock; default 5 s
	MaxTimeout time.Duration // what a call may ask for at most; default 300 s
	Grace      time.Duration // what calls of bindings under way get beyond the timeout; default 2 s
	// Memory bounds the JavaScript heap in bytes; default 128 MB. The engine's heap is part of the Go heap, so growth of the
	// process is what is measured: see the package's documentation.
	Memory    int64
	Stack     int   // nested JavaScript calls; default 1000
	HostCalls int   // calls of bindings; default 1000
	IOBytes   int64 // bytes of arguments and results of bindings; default 64 MB
	Output    int64 // bytes of the result as JSON; default 4 MB
	Console   int64 // bytes of console lines that are kept; default 256 KB. More is dropped, not an error
	CodeSize  int   // bytes of source; default 1 MB
	CallDepth int   // scripts that call scripts; default 8
	Timers    int   // timers waiting; default 10,000
}

func (l Limits) withDefaults() Limits {
	def(&l.Timeout, 5*time.Second, 300*time.Second)
	def(&l.MaxTimeout, 300*time.Second, 1<<62)
	def(&l.Grace, 2*time.Second, 0)
	def(&l.Memory, 128<<20, 1<<40)
	def(&l.Stack, 1000, 4000)
	def(&l.HostCalls, 1000, 1<<31)
	def(&l.IOBytes, 64<<20, 1<<60)
	def(&l.Output, 4<<20, 1<<30)
	def(&l.Console, 256<<10, 1<<40)
	def(&l.CodeSize, 1<<20, 32<<20)
	def(&l.CallDepth, 8, 64)
	def(&l.Timers, 10000, 1<<30)
	l.Timeout = min(l.Timeout, l.MaxTimeout)
	l.Stack = min(l.Stack, 4000)
	return l
}

func def[T int | int64 | time.Duration](v *T, zero, negative T) {
	switch {
	case *v == 0:
		*v = zero
	case *v < 0:
		*v = negative
	}
}

// Rules are what code may say. The zero value forbids all of it; forbidden code is refused before it runs, with line and
// column, and would find nothing to call if it ran.
type Rules struct {
	DynamicImport bool // import(): of what a static import may name
	// WebAssembly is there, run by an interpreter. A module may have a 128th of Limits.Memory in bytes, the memory of an instance
	// a quarter. A deadline ends it as it ends JavaScript.
	WebAssembly  bool
	SharedMemory bool // SharedArrayBuffer and Atomics are there; a realm is one thread, so Atomics.wait waits for its timeout
}

// CallOptions differ from call to call; see Engine.With.
type CallOptions struct {
	Name       string        // the file name of source text in errors, default "script.ts"; its extension picks TypeScript or JSX
	ID         string        // the call's id in audit events; default a number
	Timeout    time.Duration // instead of Limits.Timeout, at most Limits.MaxTimeout
	Authorized bool          // source text may call restricted bindings
	Mode       *Mode         // instead of Options.Mode
	Expression bool          // the text is one expression: {a: 1} is an object
}
