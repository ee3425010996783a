package jsrt

import (
	"path"
	"strconv"
	"strings"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/internal/jsguard"
)

const (
	// wrapperHead is what stands before a CommonJS module's source, on the same line; its length is taken off columns.
	wrapperHead = "(function " + wrapperName + "(exports, require, module, __filename, __dirname) {"
	// esmHead stands on a line of its own before what esbuild made of an ES module.
	esmHead = "(function " + wrapperName + "(require, module, exports, __import_meta, __dynImport) {'use strict';\n"
)

// loader finds, reads and compiles the modules of one program. The graph of loaded modules is kept by lib/.
type loader struct {
	rt         *runtime
	packages   map[string]*packageJSON
	rawWrapped map[string]bool   // files compiled with wrapperHead on their first line
	sources    map[string]string // text of what is no file: [eval], [stdin], data: URLs
	conditions map[string]bool   // -C
}

func newLoader(rt *runtime) *loader {
	return &loader{rt: rt, packages: map[string]*packageJSON{}, rawWrapped: map[string]bool{}, sources: map[string]string{}, conditions: map[string]bool{}}
}

// sourceLine returns a line of a loaded file for error messages.
func (l *loader) sourceLine(file string, line int) (string, bool) {
	text, ok := l.sources[file]
	if !ok {
		name := strings.TrimPrefix(file, "file://")
		fi, err := l.rt.p.FS().Stat(name)
		if err != nil || fi.IsDir() || fi.Size() > jsguard.MaxSource {
			return "", false
		}
		b, err := l.rt.p.FS().ReadFile(name)
		if err != nil {
			return "", false
		}
		text = string(b)
	}
	for ; line > 1; line-- {
		i := strings.IndexByte(text, '\n')
		if i < 0 {
			return "", false
		}
		text = text[i+1:]
	}
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	text = strings.TrimSuffix(text, "\r")
	if len(text) > 400 {
		return "", false
	}
	return text, true
}

// kindOf tells how a file's text is to be read: "cjs", "esm", "json", or "auto" when its syntax decides.
func (l *loader) kindOf(file string) string {
	switch path.Ext(file) {
	case ".mjs", ".mts":
		return "esm"
	case ".cjs", ".cts":
		return "cjs"
	case ".json":
		return "json"
	case ".node":
		return "addon"
	case ".js", ".ts", ".tsx", ".jsx", "":
		if pkg := l.packageScope(path.Dir(file)); pkg != nil {
			switch pkg.typ {
			case "module":
				if path.Ext(file) == "" {
					return "auto"
				}
				return "esm"
			case "commonjs":
				return "cjs"
			}
		}
		return "auto"
	}
	return "auto"
}

func (rt *runtime) throwResolve(err error) {
	re, ok := err.(*resolveError)
	if !ok {
		panic(rt.newError("Error", err.Error()))
	}
	var o *goja.Object
	if re.code == "MODULE_NOT_FOUND" {
		o = rt.newError(re.class, re.msg)
		o.Set("code", re.code)
		if re.path != "" {
			o.Set("path", re.path)
		}
	} else {
		o = rt.codedError(re.class, re.code, re.msg)
	}
	panic(o)
}

// throwSyntax makes a SyntaxError that shows where in the file the parser stopped.
func (rt *runtime) throwSyntax(e *syntaxError) {
	o := rt.newError("SyntaxError", e.msg)
	if e.file != "" && e.line > 0 {
		head := e.file + ":" + strconv.Itoa(e.line) + "\n"
		if text, ok := rt.loader.sourceLine(e.file, e.line); ok {
			n := e.width
			if n < 1 {
				n = 1
			}
			col := e.col
			if col > len(text) {
				col = len(text)
			}
			head += text + "\n" + strings.Repeat(" ", col) + strings.Repeat("^", n) + "\n"
		}
		st := o.Get("stack").String()
		o.DefineDataProperty("stack", rt.vm.ToValue(head+"\n"+st), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	panic(o)
}

func modulesBinding(rt *runtime) *goja.Object {
	l := rt.loader
	vm := rt.vm
	return rt.object(map[string]hostFunc{
		"builtins": func(c goja.FunctionCall) goja.Value {
			var names []any
			for _, n := range builtinNames() {
				names = append(names, n)
			}
			return vm.NewArray(names...)
		},
		"isBuiltin": func(c goja.FunctionCall) goja.Value {
			return vm.ToValue(isPublicBuiltin(c.Argument(0).String()))
		},
		// resolve(request, dir, parent, paths|undefined)
		"resolve": func(c goja.FunctionCall) goja.Value {
			var paths []string
			if o, ok := c.Argument(3).(*goja.Object); ok {
				vm.ExportTo(o, &paths)
			}
			f, err := l.resolveCJS(c.Argument(0).String(), c.Argument(1).String(), c.Argument(2).String(), paths)
			if err != nil {
				rt.throwResolve(err)
			}
			return vm.ToValue(f)
		},
		"resolveImport": func(c goja.FunctionCall) goja.Value {
			f, err := l.resolveESM(c.Argument(0).String(), c.Argument(1).String())
			if err != nil {
				rt.throwResolve(err)
			}
			return vm.ToValue(f)
		},
		"nodeModules": func(c goja.FunctionCall) goja.Value {
			var out []any
			for _, d := range nodeModules(c.Argument(0).String()) {
				out = append(out, d)
			}
			return vm.NewArray(out...)
		},
		"realpath": func(c goja.FunctionCall) goja.Value { return vm.ToValue(l.real(c.Argument(0).String())) },
		"stat": func(c goja.FunctionCall) goja.Value {
			name := c.Argument(0).String()
			switch {
			case l.isDir(name):
				return vm.ToValue(1)
			case l.isFile(name):
				return vm.ToValue(0)
			}
			return vm.ToValue(-1)
		},
		"kindOf": func(c goja.FunctionCall) goja.Value { return vm.ToValue(l.kindOf(c.Argument(0).String())) },
		"packageScope": func(c goja.FunctionCall) goja.Value {
			if pkg := l.packageScope(c.Argument(0).String()); pkg != nil {
				return vm.ToValue(path.Join(pkg.dir, "package.json"))
			}
			return goja.Undefined()
		},
		"readText": func(c goja.FunctionCall) goja.Value {
			name := c.Argument(0).String()
			if fi, err := rt.p.FS().Stat(name); err == nil && fi.Size() > jsguard.MaxSource {
				panic(rt.newError("RangeError", "File "+name+" is too large to be a module"))
			}
			b, err := rt.p.FS().ReadFile(name)
			if err != nil {
				panic(rt.fileError(err, "open", name))
			}
			return vm.ToValue(decodeUTF8(b))
		},
		"setSource": func(c goja.FunctionCall) goja.Value {
			l.sources[c.Argument(0).String()] = c.Argument(1).String()
			return goja.Undefined()
		},
		// compile(file, text, kind) -> {esm, fn, deps}
		"compile": func(c goja.FunctionCall) goja.Value {
			file, text, kind := c.Argument(0).String(), c.Argument(1).String(), c.Argument(2).String()
			u, err := forNode.compileModule(file, text, kind)
			if err != nil {
				if se, ok := err.(*syntaxError); ok {
					if _, known := l.sources[file]; !known && se.file == file {
						if !l.isFile(strings.TrimPrefix(file, "file://")) {
							l.sources[file] = text
						}
					}
					rt.throwSyntax(se)
				}
				panic(rt.newError("SyntaxError", err.Error()))
			}
			if u.raw {
				l.rawWrapped[file] = true
			}
			fn, err := vm.RunProgram(u.prg)
			if err != nil {
				panic(err)
			}
			o := vm.NewObject()
			o.Set("esm", u.esm)
			o.Set("fn", fn)
			o.Set("tla", u.tla)
			if u.esm {
				deps := make([]any, len(u.deps))
				for i, d := range u.deps {
					deps[i] = d
				}
				o.Set("deps", vm.NewArray(deps...))
				names := vm.NewObject()
				for spec, list := range u.imports {
					items := make([]any, len(list))
					for i, n := range list {
						items[i] = n
					}
					names.Set(spec, vm.NewArray(items...))
				}
				o.Set("imports", names)
				jsonOK := make([]any, len(u.typed))
				for i, d := range u.typed {
					jsonOK[i] = d
				}
				o.Set("typed", vm.NewArray(jsonOK...))
			}
			return o
		},
		// script(text, file) runs a text as a script in the global scope and returns its value, for -e and -p and vm.
		"script": func(c goja.FunctionCall) goja.Value {
			u, err := forNode.compileScript(c.Argument(1).String(), c.Argument(0).String())
			if err != nil {
				if se, ok := err.(*syntaxError); ok {
					l.sources[c.Argument(1).String()] = c.Argument(0).String()
					rt.throwSyntax(se)
				}
				panic(rt.newError("SyntaxError", err.Error()))
			}
			v, err := vm.RunProgram(u)
			if err != nil {
				panic(err)
			}
			return v
		},
	})
}
