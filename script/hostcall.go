package script

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/dop251/goja"
)

// HostCall is one call of a binding, as a Result lists it.
type HostCall struct {
	Binding  string
	Start    time.Duration // after the start of the script
	Duration time.Duration
	Code     Code // empty when it succeeded
}

// Decision is what the approval function answers.
type Decision int

// The answers. AllowAlways is for this binding and this script file (or all texts without a file), as long as the engine lives.
const (
	Deny Decision = iota
	AllowOnce
	AllowAlways
)

// ApprovalRequest asks whether code that is not authorised may make one call of a restricted binding.
type ApprovalRequest struct {
	Engine, Script, File string
	Binding, Permission  string
	Doc                  string
	Args                 []any // copies
}

// maxCallsKept bounds the list of host calls in a Result.
const maxCallsKept = 1000

// hostCall is one call of a binding while it is under way.
type hostCall struct {
	x        *run
	r        *realm
	b        *bound
	name     string
	args     []any
	argsSize int64
	start    time.Time
	resolve  func(any) error
	reject   func(any) error
	where    []goja.StackFrame // the call in the script
	frames   [3]goja.StackFrame
}

// callHost is what a script's call of a binding comes to. It never throws: it gives a promise.
func (r *realm) callHost(name string, b *bound, list []goja.Value) goja.Value {
	x := r.run
	p, resolve, reject := r.vm.NewPromise()
	promise := r.vm.ToValue(p)
	h := &hostCall{x: x, r: r, b: b, name: name, resolve: resolve, reject: reject, start: r.e.now()}
	h.where = r.vm.CaptureCallStack(len(h.frames), h.frames[:0])
	if b == nil || b.Disabled {
		h.fail(&Error{Code: NotFound, Message: r.e.notFound(name)})
		return promise
	}
	if x.hostCalls++; x.hostCalls > x.limits.HostCalls {
		err := &Error{Code: HostCalls, Message: "more calls of bindings than the budget of " + itoa(int64(x.limits.HostCalls)), Binding: name}
		h.audit(err, 0)
		x.end(err)
		return promise
	}
	if b.Restricted && !x.authorized && r.e.opts.Approve == nil {
		h.fail(&Error{Code: NeedsAuthorized, Message: name + " may be called by authorised code only"})
		return promise
	}
	if err := h.take(list); err != nil {
		h.fail(err)
		return promise
	}
	if !b.rate.take(h.start) {
		h.fail(&Error{Code: HostCalls, Message: fmt.Sprintf("%s may be called %d times a minute", name, b.Rate)})
		return promise
	}
	if b.Inline && (!b.Restricted || x.authorized) {
		v, err := h.work(x.ctx)
		h.settle(v, err)
		return promise
	}
	r.pending++
	r.e.wg.Add(1)
	go func() {
		defer r.e.wg.Done()
		v, err := h.approve(x.ctx)
		if err == nil {
			v, err = h.work(x.ctx)
		}
		r.loop.post(func() {
			r.pending--
			h.settle(v, err)
		})
	}()
	return promise
}

// take copies and checks the arguments: what is checked is what is used.
func (h *hostCall) take(list []goja.Value) error {
	c := copier{r: h.r, limit: h.x.limits.IOBytes - h.x.ioBytes}
	h.args = make([]any, len(list))
	for i, v := range list {
		a, err := c.value(v, h.b.argName(i), 0)
		if err != nil {
			return err
		}
		h.args[i] = a
	}
	for n := len(h.args); n > 0; n-- {
		if _, undef := h.args[n-1].(Undefined); !undef {
			break
		}
		h.args = h.args[:n-1]
	}
	h.argsSize = c.size
	h.x.ioBytes += c.size
	return h.b.check(h.args)
}

// approve asks the host when it has to be asked.
func (h *hostCall) approve(ctx context.Context) (any, error) {
	e := h.r.e
	if !h.b.Restricted || h.x.authorized {
		return nil, nil
	}
	key := h.x.file + "\x00" + h.name
	if _, ok := e.allowed.Load(key); ok {
		return nil, nil
	}
	d, err := e.opts.Approve(ctx, ApprovalRequest{
		Engine: e.name, Script: h.x.id, File: h.x.file, Binding: h.name, Permission: h.b.Permission, Doc: h.b.Doc, Args: append([]any(nil), h.args...),
	})
	verdict := "ok"
	switch {
	case err != nil:
		verdict = string(Denied)
		err = &Error{Code: Denied, Message: "the approval of " + h.name + " failed", Binding: h.name, cause: err}
	case d == AllowAlways:
		e.allowed.Store(key, true)
	case d != AllowOnce:
		verdict = string(Denied)
		err = &Error{Code: Denied, Message: "the call of " + h.name + " was denied", Binding: h.name}
	}
	e.emit(Event{Kind: EventApproval, Script: h.x.id, File: h.x.file, Binding: h.name, Permission: h.b.Permission, Args: e.argsText(h.b, h.args), ArgsSize: h.argsSize, Verdict: verdict})
	return nil, err
}

// work runs the host's function and keeps a panic of it from the script.
func (h *hostCall) work(ctx context.Context) (v any, err error) {
	defer func() {
		if p := recover(); p != nil {
			if l := h.r.e.opts.Log; l != nil {
				l.Error("script binding panicked", "engine", h.r.e.name, "binding", h.name, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			}
			v, err = nil, &Error{Code: Internal, Message: "internal error"}
		}
	}()
	if v, err = h.b.call(context.WithValue(ctx, callKey{}, h), h.args); err == nil {
		err = h.b.checkResult(v)
	}
	return v, err
}

type callKey struct{}

// Caller tells a binding who calls it.
type Caller struct {
	Engine, Script, File string
	Authorized           bool
}

// nowOf is the time on the clock of the engine whose script called a binding.
func nowOf(ctx context.Context) time.Time {
	if h, ok := ctx.Value(callKey{}).(*hostCall); ok {
		return h.r.e.now()
	}
	return time.Now()
}

// CallerOf gives, inside a binding, the script that called it.
func CallerOf(ctx context.Context) (Caller, bool) {
	h, ok := ctx.Value(callKey{}).(*hostCall)
	if !ok {
		return Caller{}, false
	}
	return Caller{Engine: h.r.e.name, Script: h.x.id, File: h.x.file, Authorized: h.x.authorized}, true
}

// settle gives the script what the host's function returned.
func (h *hostCall) settle(v any, err error) {
	if err != nil {
		h.fail(err)
		return
	}
	n := int64(0)
	if _, undef := v.(Undefined); !undef {
		n = sizeOf(v)
	}
	if h.x.ioBytes += n; h.x.ioBytes > h.x.limits.IOBytes {
		h.fail(&Error{Code: IOBytes, Message: "more bytes through bindings than the budget of " + size(h.x.limits.IOBytes)})
		return
	}
	h.audit(nil, n)
	if h.x.stopped() {
		return
	}
	w, err := h.r.toJS(v, 0)
	if err != nil {
		h.rejectWith(&Error{Code: Internal, Message: "the result of " + h.name + " cannot be given to a script", cause: err})
		return
	}
	if err := h.resolve(w); err != nil {
		h.r.uncaught(err)
	}
}

// fail ends the call with an error: budgets end the script, anything else rejects the promise.
func (h *hostCall) fail(err error) {
	e := h.toError(err)
	h.audit(e, 0)
	if e.Code == IOBytes {
		h.x.end(e)
		return
	}
	if !h.x.stopped() {
		e.place(h.x, h.where)
		h.rejectWith(e)
	}
}

func (h *hostCall) rejectWith(e *Error) {
	if err := h.reject(h.r.errorObject(e)); err != nil {
		h.r.uncaught(err)
	}
}

// toError gives an error of the host its code. What is no *Error shows its own text: that is the binding's choice.
func (h *hostCall) toError(err error) *Error {
	var e *Error
	var ce *copyError
	switch {
	case errors.As(err, &ce):
		e = &Error{Code: InvalidArgument, Message: h.name + ": " + ce.msg}
	case errors.As(err, &e):
		c := *e
		e = &c
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		e = &Error{Code: Cancelled, Message: h.name + " was cancelled", cause: err}
	default:
		e = &Error{Code: ToolError, Message: err.Error(), cause: err}
	}
	e.Binding = h.name
	return e
}

// audit records the end of a call.
func (h *hostCall) audit(e *Error, result int64) {
	x := h.x
	d := h.r.e.now().Sub(h.start)
	c := HostCall{Binding: h.name, Start: h.start.Sub(x.start), Duration: d}
	verdict, msg := "ok", ""
	if e != nil {
		c.Code, verdict, msg = e.Code, string(e.Code), e.Message
	}
	if len(x.calls) < maxCallsKept {
		x.calls = append(x.calls, c)
	}
	if !h.r.e.auditing() {
		return
	}
	ev := Event{Kind: EventCall, Script: x.id, File: x.file, Authorized: x.authorized, Binding: h.name, ArgsSize: h.argsSize, ResultSize: result, Duration: d, Verdict: verdict, Message: msg}
	if h.b != nil {
		ev.Permission = h.b.Permission
		ev.Args = h.r.e.argsText(h.b, h.args)
	}
	h.r.e.emit(ev)
}

// notFound names what there is.
func (e *Engine) notFound(name string) string {
	if e.bindings[name] != nil && e.bindings[name].Disabled {
		return name + " is disabled"
	}
	names := e.enabled
	if len(names) == 0 {
		return "no function " + name + ": the host has bound none"
	}
	if len(names) > 30 {
		return fmt.Sprintf("no function %s: available are %s and %d more", name, strings.Join(names[:30], ", "), len(names)-30)
	}
	return "no function " + name + ": available are " + strings.Join(names, ", ")
}

// errorObject makes the Error that a script sees.
func (r *realm) errorObject(e *Error) *goja.Object {
	o, err := r.vm.New(r.intrinsic("Error"), r.vm.ToValue(e.Message))
	if err != nil {
		o = r.vm.NewTypeError(e.Message)
	}
	_ = define(o, "code", r.vm.ToValue(string(e.Code)))
	if e.Binding != "" {
		_ = define(o, "binding", r.vm.ToValue(e.Binding))
	}
	if len(e.Chain) > 0 {
		if v, err := r.toJS(e.Chain, 0); err == nil {
			_ = define(o, "chain", v)
		}
	}
	if r.errors == nil {
		r.errors = map[*goja.Object]*Error{}
	}
	if len(r.errors) < 10000 {
		r.errors[o] = e
	}
	return o
}

// hostObject is the object that bindings are called on, or a part of it for names with dots. Its functions are made when they
// are first asked for; it cannot be changed.
type hostObject struct {
	r      *realm
	prefix string // "vault." of host.vault
	made   map[string]goja.Value
}

func (h *hostObject) Get(key string) goja.Value {
	if v := h.made[key]; v != nil {
		return v
	}
	e := h.r.e
	name := h.prefix + key
	var v goja.Value
	switch {
	case key == "describe" && h.prefix == "":
		v = h.r.fn("describe", 0, h.r.describe)
	case e.bindings[name] != nil:
		b := e.bindings[name]
		v = h.r.fn(key, len(b.Args), func(c goja.FunctionCall) goja.Value { return h.r.callHost(name, b, c.Arguments) })
	case e.prefixes[name]:
		v = h.r.vm.NewDynamicObject(&hostObject{r: h.r, prefix: name + "."})
	case objectNames[key]:
		return nil
	default:
		v = h.r.fn(key, 0, func(c goja.FunctionCall) goja.Value { return h.r.callHost(name, nil, nil) })
	}
	if h.made == nil {
		h.made = map[string]goja.Value{}
	}
	h.made[key] = v
	return v
}

// objectNames are looked up on the prototype, or mean something to the language: they are no bindings.
var objectNames = map[string]bool{
	"then": true, "toJSON": true, "constructor": true, "toString": true, "valueOf": true, "toLocaleString": true, "hasOwnProperty": true,
	"isPrototypeOf": true, "propertyIsEnumerable": true, "__proto__": true, "__defineGetter__": true, "__defineSetter__": true,
	"__lookupGetter__": true, "__lookupSetter__": true, "inspect": true, "length": true, "prototype": true,
}

func (h *hostObject) Set(string, goja.Value) bool { return false }
func (h *hostObject) Delete(string) bool          { return false }

func (h *hostObject) Has(key string) bool {
	name := h.prefix + key
	b := h.r.e.bindings[name]
	return b != nil && !b.Disabled || h.r.e.prefixes[name] || key == "describe" && h.prefix == ""
}

func (h *hostObject) Keys() []string {
	seen := map[string]bool{}
	var out []string
	for _, name := range h.r.e.enabled {
		rest, ok := strings.CutPrefix(name, h.prefix)
		if !ok {
			continue
		}
		key, _, _ := strings.Cut(rest, ".")
		if !seen[key] {
			seen[key] = true
			out = append(out, key)
		}
	}
	if h.prefix == "" {
		out = append(out, "describe")
	}
	return out
}
