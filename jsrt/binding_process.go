package jsrt

import (
	"io"
	"strings"
	"time"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/internal/jsguard"
	"github.com/sandpit-dev/sandpit/kernel"
)

// processBinding is what the global `process` is made of.
func processBinding(rt *runtime) *goja.Object {
	vm, p := rt.vm, rt.p
	clock := p.Kernel().Clock()
	strs := func(list []string) goja.Value {
		out := make([]any, len(list))
		for i, s := range list {
			out[i] = s
		}
		return vm.NewArray(out...)
	}
	start := p.StartTime()
	return rt.object(map[string]hostFunc{
		"facts": func(c goja.FunctionCall) goja.Value {
			o := vm.NewObject()
			cred := p.Cred()
			o.Set("pid", p.PID())
			o.Set("ppid", p.PPID())
			o.Set("uid", cred.UID)
			o.Set("gid", cred.GID)
			o.Set("execPath", execPath)
			o.Set("version", nodeVersion)
			o.Set("argv0", p.Args()[0])
			o.Set("execArgv", strs(rt.opts.execArgv))
			o.Set("args", strs(rt.opts.args))
			o.Set("script", rt.opts.script)
			o.Set("startTime", float64(start.UnixNano())/1e6)
			return o
		},
		"options": func(c goja.FunctionCall) goja.Value {
			o := vm.NewObject()
			op := rt.opts
			o.Set("eval", op.eval)
			o.Set("print", op.print)
			o.Set("check", op.check)
			o.Set("test", op.test)
			o.Set("code", op.code)
			o.Set("script", op.script)
			o.Set("inputType", op.inputType)
			o.Set("unhandled", op.unhandled)
			o.Set("noWarnings", op.noWarnings)
			o.Set("noDeprecation", op.noDeprecation)
			o.Set("traceWarnings", op.traceWarn)
			o.Set("interactive", op.interactive)
			o.Set("requires", strs(op.requires))
			o.Set("imports", strs(op.imports))
			o.Set("envFiles", strs(op.envFiles))
			o.Set("watch", op.watch)
			o.Set("watchPaths", strs(op.watchPaths))
			return o
		},
		"environ": func(c goja.FunctionCall) goja.Value {
			o := vm.NewObject()
			for _, kv := range p.Environ() {
				if k, v, ok := strings.Cut(kv, "="); ok {
					o.Set(k, v)
				}
			}
			return o
		},
		"setEnviron": func(c goja.FunctionCall) goja.Value {
			var list []string
			vm.ExportTo(c.Argument(0), &list)
			p.SetEnviron(list)
			return goja.Undefined()
		},
		"cwd": func(c goja.FunctionCall) goja.Value { return vm.ToValue(p.Dir()) },
		"chdir": func(c goja.FunctionCall) goja.Value {
			dir := c.Argument(0).String()
			if err := p.Chdir(dir); err != nil {
				o := rt.fileError(err, "chdir", p.Dir(), dir)
				panic(o)
			}
			return goja.Undefined()
		},
		"umask": func(c goja.FunctionCall) goja.Value {
			if goja.IsUndefined(c.Argument(0)) {
				return vm.ToValue(int(p.Umask()))
			}
			return vm.ToValue(int(p.SetUmask(fileMode(c.Argument(0).ToInteger()))))
		},
		// hrtime() -> nanoseconds since the box booted, as [seconds, nanoseconds]
		"hrtime": func(c goja.FunctionCall) goja.Value {
			d := clock.Now().Sub(p.Kernel().BootTime()) + time.Second
			return vm.NewArray(int64(d/time.Second), int64(d%time.Second))
		},
		"now": func(c goja.FunctionCall) goja.Value {
			return vm.ToValue(float64(clock.Now().Sub(start).Nanoseconds()) / 1e6)
		},
		"heap": func(c goja.FunctionCall) goja.Value { return vm.ToValue(heapInUse()) },
		"kill": func(c goja.FunctionCall) goja.Value {
			pid := int(c.Argument(0).ToInteger())
			err := p.Kernel().Kill(p, pid, kernel.Signal(c.Argument(1).ToInteger()))
			if err != nil {
				panic(rt.fileError(err, "kill"))
			}
			if pid == p.PID() && rt.ctx.Err() != nil {
				rt.killed.Store(true)
				panic(&goja.InterruptedError{})
			}
			return goja.Undefined()
		},
		"catchSignal": func(c goja.FunctionCall) goja.Value {
			sig := kernel.Signal(c.Argument(0).ToInteger())
			if c.Argument(1).ToBoolean() {
				p.SetDisposition(sig, kernel.SigCatch)
			} else {
				p.SetDisposition(sig, kernel.SigDefault)
			}
			return goja.Undefined()
		},
		"setSignalHandler": func(c goja.FunctionCall) goja.Value {
			rt.onSignal = c.Argument(0)
			return goja.Undefined()
		},
		// write(fd, string|bytes) writes all, or throws.
		"write": func(c goja.FunctionCall) goja.Value {
			n := int(c.Argument(0).ToInteger())
			if err := rt.writeFD(n, rt.bytesOf(c.Argument(1))); err != nil {
				panic(rt.fileError(err, "write"))
			}
			return goja.Undefined()
		},
		"isatty": func(c goja.FunctionCall) goja.Value {
			fd := p.FD(int(c.Argument(0).ToInteger()))
			return vm.ToValue(fd != nil && fd.IsTerminal())
		},
		"readAll": func(c goja.FunctionCall) goja.Value {
			b, err := io.ReadAll(io.LimitReader(p.Stdin(), jsguard.MaxSource+1))
			if err != nil {
				panic(rt.fileError(err, "read"))
			}
			return vm.ToValue(decodeUTF8(b))
		},
	})
}

func (rt *runtime) writeFD(n int, b []byte) error {
	var w io.Writer
	switch n {
	case 1:
		w = rt.p.Stdout()
	case 2:
		w = rt.p.Stderr()
	default:
		fd := rt.p.FD(n)
		if fd == nil {
			return errBadFD
		}
		w = fd
	}
	for len(b) > 0 {
		k, err := w.Write(b)
		if err != nil {
			return err
		}
		b = b[k:]
	}
	return nil
}

// bytesOf is the bytes of a string (as UTF-8) or of a typed array, DataView or ArrayBuffer, without a copy.
func (rt *runtime) bytesOf(v goja.Value) []byte {
	switch x := v.(type) {
	case goja.String:
		return []byte(x.String())
	case *goja.Object:
		if b, ok := rt.view(x); ok {
			return b
		}
	}
	return []byte(v.String())
}
