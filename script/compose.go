package script

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/dop251/goja"
)

// modulePath is the clean name of a module in Options.Scripts.
func modulePath(name string) string {
	return strings.TrimPrefix(path.Clean("/"+name), "/")
}

// moduleText reads a module's source, as a file name, text and its version.
func (e *Engine) moduleText(name string) (string, error) {
	if e.opts.Scripts == nil {
		return "", &Error{Code: ModuleNotFound, Message: "the engine has no Scripts to call"}
	}
	clean := modulePath(name)
	fi, err := fs.Stat(e.opts.Scripts, clean)
	if err != nil || !fi.Mode().IsRegular() {
		return "", &Error{Code: ModuleNotFound, Message: "there is no script " + clean, File: clean}
	}
	if fi.Size() > int64(e.limits.CodeSize) {
		return "", &Error{Code: CodeSize, Message: "the source is larger than " + size(int64(e.limits.CodeSize)), File: clean}
	}
	b, err := fs.ReadFile(e.opts.Scripts, clean)
	if err != nil {
		return "", &Error{Code: ModuleNotFound, Message: "the script " + clean + " cannot be read", File: clean, cause: err}
	}
	return string(b), nil
}

func (e *Engine) isAuthorized(file string) bool {
	return e.opts.Authorized != nil && e.opts.Authorized(file)
}

// Call is Engine.Call with the options of c. Name and Authorized of the options do not count: a file has its own.
func (c *Runner) Call(ctx context.Context, module, export string, args ...any) (*Result, error) {
	return c.call(ctx, nil, module, export, args)
}

func (c *Runner) call(ctx context.Context, chain []string, module, export string, args []any) (*Result, error) {
	e := c.e
	file := modulePath(module)
	if export == "" {
		export = "default"
	}
	link := file + ":" + export
	if i := slices.Index(chain, link); i >= 0 {
		full := append(append([]string{}, chain[i:]...), link)
		return &Result{}, &Error{Code: CircularCall, Message: strings.Join(full, " -> "), Chain: full, File: file}
	}
	if len(chain) >= e.limits.CallDepth {
		return &Result{}, &Error{Code: CallDepth, Message: fmt.Sprintf("scripts call scripts more than %d deep: %s -> %s", e.limits.CallDepth, strings.Join(chain, " -> "), link), File: file}
	}
	chain = append(append([]string{}, chain...), link)
	o := c.o
	o.Name, o.Authorized = file, e.isAuthorized(file)
	mode := e.opts.Mode
	if o.Mode != nil {
		mode = *o.Mode
	}
	work := func(exports *goja.Object, r *realm) (goja.Value, error) {
		return r.callExport(exports, file, export, args)
	}
	if mode == Warm {
		return e.callWarm(ctx, o, chain, file, work)
	}
	get := func(x *run) (*realm, error) { return e.newRealm(x), nil }
	return e.do(ctx, o, chain, get, func(r *realm) (goja.Value, error) {
		text, err := e.moduleText(file)
		if err != nil {
			return nil, err
		}
		exports, err := r.loadModule(file, text)
		if err != nil {
			return nil, err
		}
		return work(exports, r)
	}, func(r *realm, _ error) { r.close() })
}

// loadModule runs a module's top level and gives its exports.
func (r *realm) loadModule(file, text string) (*goja.Object, error) {
	p, err := r.e.compile(file, text, false)
	if err != nil {
		return nil, err
	}
	v, err := r.load(p, file, nil)
	if err != nil {
		return nil, err
	}
	exports, ok := v.(*goja.Object)
	if !ok || !p.exports {
		return nil, &Error{Code: ModuleNotFound, Message: file + " exports nothing", File: file}
	}
	return exports, nil
}

// callExport calls one exported function.
func (r *realm) callExport(exports *goja.Object, file, export string, args []any) (goja.Value, error) {
	fn, ok := goja.AssertFunction(exports.Get(export))
	if !ok || !hasOwn(exports, export) { // not what an object inherits
		return nil, &Error{Code: NotFound, Message: fmt.Sprintf("%s exports no function %s (it exports %s)", file, export, strings.Join(exports.Keys(), ", ")), File: file}
	}
	list := make([]goja.Value, len(args))
	for i, a := range args {
		v, err := r.toJS(a, 0)
		if err != nil {
			return nil, &Error{Code: InvalidArgument, Message: fmt.Sprintf("argument %d cannot be given to a script: %v", i+1, err), File: file}
		}
		list[i] = v
	}
	v, err := fn(goja.Undefined(), list...)
	if err != nil {
		return nil, err
	}
	return r.settled(v)
}

// callScript is call(path, name, args) in a script: another script of the engine, in a realm and with budgets of its own, whose
// time is at most what is left of the caller's. Whether it is authorised is its own file's business.
func (r *realm) callScript(c goja.FunctionCall) goja.Value {
	x := r.run
	p, resolve, reject := r.vm.NewPromise()
	promise := r.vm.ToValue(p)
	fail := func(err error) goja.Value {
		h := hostCall{name: "call"}
		if e := r.reject(reject, h.toError(err)); e != nil {
			r.uncaught(e)
		}
		return promise
	}
	if x.hostCalls++; x.hostCalls > x.limits.HostCalls {
		x.end(&Error{Code: HostCalls, Message: "more calls of bindings than the budget of " + itoa(int64(x.limits.HostCalls)), Binding: "call"})
		return promise
	}
	cp := copier{r: r, limit: x.limits.IOBytes - x.ioBytes}
	file, ok := c.Argument(0).(goja.String)
	if !ok {
		return fail(refuse("path", "must be a string"))
	}
	export := "default"
	if s, ok := c.Argument(1).(goja.String); ok {
		export = s.String()
	}
	var args []any
	if v := c.Argument(2); !goja.IsUndefined(v) {
		a, err := cp.value(v, "args", 0)
		if err != nil {
			return fail(err)
		}
		list, ok := a.([]any)
		if !ok {
			return fail(refuse("args", "must be an array"))
		}
		args = list
	}
	x.ioBytes += cp.size
	chain := x.chain
	if chain == nil {
		chain = []string{modulePath(x.file) + ":default"}
	}
	name := file.String()
	if strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") {
		name = path.Join(path.Dir(x.file), name)
	}
	left := x.deadline.Sub(r.e.now())
	runner := &Runner{e: r.e, o: CallOptions{ID: x.id + "/" + itoa(int64(x.hostCalls)), Timeout: left}}
	r.pending++
	r.e.wg.Add(1)
	go func() {
		defer r.e.wg.Done()
		res, err := runner.call(x.ctx, chain, name, export, args)
		r.loop.post(func() {
			r.pending--
			if x.stopped() {
				return
			}
			for _, l := range res.Console {
				x.console.add(x, l.Level, l.Text)
			}
			if err != nil {
				e := err.(*Error)
				if err := r.reject(reject, e); err != nil {
					r.uncaught(err)
				}
				return
			}
			x.ioBytes += int64(len(res.JSON))
			v, err := r.parseJSON(res.JSON)
			if err == nil {
				if res.Undefined {
					v = goja.Undefined()
				}
				err = resolve(v)
			}
			if err != nil {
				r.uncaught(err)
			}
		})
	}()
	return promise
}

func (r *realm) reject(reject func(any) error, e *Error) error {
	return reject(r.errorObject(e))
}
