package script

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/kernel"
)

// Engine runs scripts under one set of options. It may be used from any number of goroutines. An idle engine has no goroutine and
// no realm, but those of warm modules.
type Engine struct {
	name     string
	opts     Options
	limits   Limits
	err      error // of the options; every call returns it
	clock    kernel.Clock
	realTime bool
	object   string
	entry    []string
	bindings map[string]*bound
	enabled  []string        // names of bindings, sorted
	prefixes map[string]bool // "vault" of "vault.read"

	computing atomic.Int64 // scripts that compute now
	allowed   sync.Map     // approvals for good: file, NUL, binding

	randMu sync.Mutex
	rand   *rand.Rand // nil without a seed

	auditMu sync.Mutex
	seq     uint64

	mu       sync.Mutex
	closed   bool
	ids      uint64
	live     map[*run]struct{}
	warm     map[string]*warmPool
	sessions map[*Session]struct{}
	triggers map[*Trigger]struct{}
	calls    sync.WaitGroup // calls under way
	wg       sync.WaitGroup // goroutines of calls of bindings, clocks and triggers
}

// New makes an engine. An option that makes no sense is an error of the first call, and of Err.
func New(opts Options) *Engine {
	e := &Engine{
		name: opts.Name, opts: opts, limits: opts.Limits.withDefaults(), object: opts.Object, clock: opts.Clock, entry: opts.Entry,
		bindings: make(map[string]*bound, len(opts.Bindings)),
	}
	if e.name == "" {
		e.name = "script"
	}
	if e.object == "" {
		e.object = "host"
	}
	if len(e.entry) == 0 {
		e.entry = []string{"default"}
	}
	if e.clock == nil {
		e.clock = kernel.RealClock{}
	}
	_, e.realTime = e.clock.(kernel.RealClock)
	if opts.Seed != 0 {
		e.rand = rand.New(rand.NewPCG(opts.Seed, opts.Seed^0x9e3779b97f4a7c15))
	}
	e.err = e.bindAll()
	return e
}

func (e *Engine) bindAll() error {
	if !plainName.MatchString(e.object) {
		return &Error{Code: BadOptions, Message: "Options.Object is no name: " + strconv.Quote(e.object)}
	}
	for _, b := range e.opts.Bindings {
		x, err := bind(b)
		if err != nil {
			return err
		}
		if e.bindings[b.Name] != nil {
			return &Error{Code: BadOptions, Message: "binding " + strconv.Quote(b.Name) + " is there twice", Binding: b.Name}
		}
		e.bindings[b.Name] = x
		if b.Disabled {
			continue
		}
		e.enabled = append(e.enabled, b.Name)
		parts := strings.Split(b.Name, ".")
		for i := 1; i < len(parts); i++ {
			if e.prefixes == nil {
				e.prefixes = map[string]bool{}
			}
			e.prefixes[strings.Join(parts[:i], ".")] = true
		}
	}
	for p := range e.prefixes {
		if e.bindings[p] != nil {
			return &Error{Code: BadOptions, Message: "binding " + strconv.Quote(p) + " is also the object of others", Binding: p}
		}
	}
	sort.Strings(e.enabled)
	return nil
}

// Err is what is wrong with the options; nil = nothing.
func (e *Engine) Err() error { return e.err }

// Close ends every call with CLOSED, every session and trigger, and waits for the goroutines of all of them.
func (e *Engine) Close() error {
	e.mu.Lock()
	if e.closed {
		e.mu.Unlock()
		e.calls.Wait()
		e.wg.Wait()
		return nil
	}
	e.closed = true
	for x := range e.live {
		x.end(&Error{Code: Closed, Message: "the engine was closed"})
		x.cancel()
	}
	for t := range e.triggers {
		t.stop()
	}
	e.mu.Unlock()
	e.calls.Wait()
	e.wg.Wait()
	e.mu.Lock()
	defer e.mu.Unlock()
	for s := range e.sessions {
		s.drop()
	}
	for _, p := range e.warm {
		p.drop()
	}
	e.sessions, e.warm = nil, nil
	return nil
}

// Result is what a call of a script gave.
type Result struct {
	// JSON is the script's value, awaited: undefined is null; a bigint an integer with all its digits; a Date its ISO text;
	// bytes base64; a Map with string keys an object, another an array of pairs; a Set an array.
	JSON      json.RawMessage
	Undefined bool // the value was undefined
	Console   []Line
	Dropped   int // console lines beyond the budget
	Duration  time.Duration
	Usage     Usage
	Calls     []HostCall
}

// Usage is what a call used of its budgets.
type Usage struct {
	HostCalls int
	IOBytes   int64
	Output    int64 // bytes of JSON
	HeapPeak  int64 // growth of the process's heap while the script computed, as sampled; 0 for short scripts
}

// Decode unmarshals the value into v.
func (r *Result) Decode(v any) error { return json.Unmarshal(r.JSON, v) }

// Text is the value as text: a string as it is, anything else as JSON.
func (r *Result) Text() string {
	var s string
	if len(r.JSON) > 0 && r.JSON[0] == '"' && json.Unmarshal(r.JSON, &s) == nil {
		return s
	}
	return string(r.JSON)
}

// Eval runs source text: one ES module or expression, TypeScript allowed. Its value is what the entry function (by default the
// default export) returns for the input; without one the default export, else the value of the last statement. The input is
// also the global `input`. The Result is never nil: it has the console lines and the use of budgets of a failed script too.
// The error is always an *Error.
func (e *Engine) Eval(ctx context.Context, source string, input any) (*Result, error) {
	return (&Runner{e: e}).Eval(ctx, source, input)
}

// Call runs an exported function of a module of Options.Scripts. An empty export means "default".
func (e *Engine) Call(ctx context.Context, module, export string, args ...any) (*Result, error) {
	return (&Runner{e: e}).Call(ctx, module, export, args...)
}

// With gives the engine's calls other options.
func (e *Engine) With(o CallOptions) *Runner { return &Runner{e: e, o: o} }

// Runner is an engine with the options of a call.
type Runner struct {
	e *Engine
	o CallOptions
}

// newRun registers a call, or says why there can be none.
func (e *Engine) newRun(ctx context.Context, o CallOptions) (*run, error) {
	x := &run{e: e, id: o.ID, file: o.Name, authorized: o.Authorized, limits: e.limits}
	if x.file == "" {
		x.file = "script.ts"
	}
	if e.err != nil {
		return x, e.err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return x, &Error{Code: Closed, Message: "the engine is closed"}
	}
	if ctx.Err() != nil {
		return x, &Error{Code: Cancelled, Message: "the call was cancelled before it began", File: x.file, cause: context.Cause(ctx)}
	}
	if e.ids++; x.id == "" {
		x.id = strconv.FormatUint(e.ids, 10)
	}
	x.console.max = x.limits.Console
	if e.live == nil {
		e.live = map[*run]struct{}{}
	}
	timeout := x.limits.Timeout
	if o.Timeout > 0 {
		timeout = min(o.Timeout, x.limits.MaxTimeout)
	}
	x.begin(ctx, timeout)
	e.live[x] = struct{}{}
	e.calls.Add(1)
	return x, nil
}

// job is what a call does in its realm.
type job func(r *realm) (goja.Value, error)

// do runs a job in a realm that get gives, under the call's budgets, and makes the result. put gets the realm back.
func (e *Engine) do(ctx context.Context, o CallOptions, chain []string, get func(*run) (*realm, error), work job, put func(*realm, error)) (*Result, error) {
	x, err := e.newRun(ctx, o)
	if err != nil {
		return &Result{}, withFile(err, x.file)
	}
	defer e.calls.Done()
	x.chain = chain
	var stop func() bool
	if ctx.Done() != nil {
		stop = context.AfterFunc(ctx, func() {
			code, msg := Cancelled, "the call was cancelled"
			if errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
				msg = "the context's deadline has passed"
			}
			x.end(&Error{Code: code, Message: msg, cause: context.Cause(ctx)})
			x.cancel()
		})
	}
	e.emit(Event{Kind: EventStart, Script: x.id, File: x.file, Authorized: x.authorized})
	res := &Result{}
	err = x.perform(get, work, put, res)
	if stop != nil {
		stop()
	}
	e.mu.Lock()
	delete(e.live, x)
	e.mu.Unlock()
	res.Duration = e.now().Sub(x.start)
	res.Console, res.Dropped = x.console.lines, x.console.dropped
	res.Calls = x.calls
	res.Usage = Usage{HostCalls: x.hostCalls, IOBytes: x.ioBytes, Output: int64(len(res.JSON)), HeapPeak: x.heapPeak.Load()}
	if e.auditing() {
		x.record(res, err)
	}
	if err != nil {
		return res, withFile(err, x.file)
	}
	return res, nil
}

func withFile(err error, file string) error {
	var e *Error
	if errors.As(err, &e) {
		if e.File == "" {
			e.File = file
		}
		return e
	}
	return &Error{Code: Internal, Message: "internal error", File: file, cause: err}
}

// perform runs the job between begin and finish.
func (x *run) perform(get func(*run) (*realm, error), work job, put func(*realm, error), res *Result) (err error) {
	defer x.cancel()
	defer x.finish()
	r, err := get(x)
	if err != nil {
		return err
	}
	x.mu.Lock()
	if r.lib != nil {
		r.lib.Resume()
	}
	x.r, r.run = r, x
	x.mu.Unlock()
	defer func() { put(r, err) }()
	v, err := r.enter(func() (goja.Value, error) { return work(r) })
	if err == nil {
		err = r.result(v, res)
	}
	r.wind(err)
	if reason := x.reason(); reason != nil {
		res.JSON = nil
		return reason
	}
	return err
}

// result writes the value of the call.
func (r *realm) result(v goja.Value, res *Result) error {
	w := jsonWriter{r: r, max: r.run.limits.Output}
	_, err := r.enter(func() (goja.Value, error) {
		var err error
		if ex := r.vm.Try(func() { err = w.value(v) }); ex != nil {
			return nil, ex
		}
		return nil, err
	})
	if err != nil {
		return err
	}
	if int64(len(w.b)) > w.max {
		return &Error{Code: Output, Message: "the result is larger than " + size(w.max)}
	}
	res.JSON = w.b
	res.Undefined = v == nil || goja.IsUndefined(v)
	return nil
}

// wind gives the calls of bindings that are still under way their grace, and forgets timers.
func (r *realm) wind(err error) {
	x := r.run
	r.loop.dropTimers()
	for p := range r.rejected {
		text := ""
		if !r.safely(func() { text = r.thrown(p.Result(), nil).Message }) {
			break
		}
		x.console.add(x, "error", "Unhandled promise rejection: "+text)
	}
	r.rejected = nil
	if r.pending > 0 && x.limits.Grace > 0 {
		x.idle()
		t := r.e.clock.NewTimer(x.limits.Grace)
		for r.pending > 0 {
			select {
			case <-r.loop.wake:
			case <-t.C():
				x.cancel()
				r.broken = r.broken || r.pending > 0
				t.Stop()
				x.busy()
				return
			case <-x.ctx.Done():
				// Cancelled: what heeds its context ends now.
				r.await(t)
				t.Stop()
				x.busy()
				return
			}
			r.land()
		}
		t.Stop()
		x.busy()
	}
	if r.lib != nil && r.lib.Pending() {
		r.broken = true
	}
}

// land takes the ends of calls of bindings after the script's own end.
func (r *realm) land() {
	for _, fn := range r.loop.take() {
		if r.run.stopped() {
			fn() // it only counts
		} else {
			r.safely(fn)
		}
	}
}

// await waits a moment for calls whose context has ended.
func (r *realm) await(t kernel.Timer) {
	for r.pending > 0 {
		select {
		case <-r.loop.wake:
			r.land()
		case <-t.C():
			r.broken = true
			return
		}
	}
}

// record writes the end of a call to the audit.
func (x *run) record(res *Result, err error) {
	ev := Event{Kind: EventEnd, Script: x.id, File: x.file, Authorized: x.authorized, ResultSize: int64(len(res.JSON)), Duration: res.Duration, Verdict: "ok"}
	if err != nil {
		ev.Verdict, ev.Message = string(CodeOf(err)), err.Error()
		if reason := x.reason(); reason != nil {
			x.e.emit(Event{Kind: EventLimit, Script: x.id, File: x.file, Verdict: ev.Verdict, Message: reason.Message})
		}
	}
	x.e.emit(ev)
}

// Eval is Engine.Eval with the options of c.
func (c *Runner) Eval(ctx context.Context, text string, input any) (*Result, error) {
	e := c.e
	get := func(x *run) (*realm, error) { return e.newRealm(x), nil }
	work := func(r *realm) (goja.Value, error) {
		p, err := e.compile(r.run.file, text, c.o.Expression)
		if err != nil {
			return nil, err
		}
		v, err := r.load(p, r.run.file, input)
		if err != nil {
			return nil, err
		}
		return r.entryValue(p, v, input)
	}
	return e.do(ctx, c.o, nil, get, work, func(r *realm, _ error) { r.close() })
}

// compile compiles source text under the engine's rules.
func (e *Engine) compile(file, text string, expression bool) (*program, error) {
	if len(text) > e.limits.CodeSize {
		return nil, &Error{Code: CodeSize, Message: "the source is larger than " + size(int64(e.limits.CodeSize)), File: file}
	}
	return compile(source{file: file, text: text, expression: expression, rules: e.opts.Rules, entry: strings.Join(e.entry, ",")})
}

// load runs a program's top level and gives its exports, or its value.
func (r *realm) load(p *program, file string, input any) (goja.Value, error) {
	if err := r.loadImports(p, file); err != nil {
		return nil, err
	}
	if err := r.prepare(p.facts); err != nil {
		return nil, err
	}
	if p.facts.globals["input"] || p.facts.reflect {
		v, err := r.toJS(input, 0)
		if err != nil {
			return nil, &Error{Code: InvalidArgument, Message: "the input cannot be given to a script: " + err.Error()}
		}
		_ = r.vm.Set("input", v)
	}
	return r.start(p, file)
}

// start calls the function that a program is.
func (r *realm) start(p *program, file string) (goja.Value, error) {
	v, err := r.vm.RunProgram(p.code)
	if err != nil {
		return nil, err
	}
	fn, ok := goja.AssertFunction(v)
	if !ok {
		return nil, &Error{Code: Internal, Message: "internal error"}
	}
	if v, err = fn(goja.Undefined(), r.moduleArguments(p, file)...); err != nil {
		return nil, err
	}
	return r.settled(v)
}

// entryValue is the value of a loaded program.
func (r *realm) entryValue(p *program, v goja.Value, input any) (goja.Value, error) {
	exports, ok := v.(*goja.Object)
	if !p.exports || !ok {
		return v, nil
	}
	for _, name := range r.e.entry {
		fn, ok := goja.AssertFunction(exports.Get(name))
		if !ok {
			continue
		}
		in, err := r.toJS(input, 0)
		if err != nil {
			return nil, &Error{Code: InvalidArgument, Message: "the input cannot be given to a script: " + err.Error()}
		}
		args := []goja.Value{in}
		if r.e.opts.EntryObject {
			args = []goja.Value{r.hostObject(), in}
		}
		if v, err = fn(goja.Undefined(), args...); err != nil {
			return nil, err
		}
		return r.settled(v)
	}
	if d := exports.Get("default"); d != nil {
		return r.settled(d)
	}
	return goja.Undefined(), nil
}

// close ends what a realm may still have under way.
func (r *realm) close() {
	if r.lib != nil {
		r.lib.Close()
	}
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// float is a random number of the engine's seed.
func (e *Engine) float() float64 {
	e.randMu.Lock()
	defer e.randMu.Unlock()
	return e.rand.Float64()
}
