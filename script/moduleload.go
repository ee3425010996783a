package script

import (
	"io/fs"
	"path"
	"strings"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/jsrt"
)

const (
	maxModuleSource = 8 << 20
	maxModules      = 2000
)

// load evaluates a module once per realm.
func (g *moduleGraph) load(f moduleFile) (*module, error) {
	r := g.r
	id := f.id()
	if m := g.loaded[id]; m != nil {
		return m, nil
	}
	if len(g.loaded) >= maxModules {
		return nil, &Error{Code: ModuleNotFound, Message: "too many modules"}
	}
	text, err := g.text(f)
	if err != nil {
		return nil, err
	}
	m := &module{id: id, object: r.vm.NewObject()}
	exports := r.vm.NewObject()
	m.exports = exports
	_ = define(m.object, "exports", exports)
	_ = define(m.object, "id", r.vm.ToValue(id))
	g.loaded[id] = m
	if err := g.evaluate(m, f, text, exports); err != nil {
		delete(g.loaded, id)
		return nil, err
	}
	return m, nil
}

func (g *moduleGraph) text(f moduleFile) (string, error) {
	if f.tier == tierHost {
		return g.r.e.opts.Modules.Host[f.name], nil
	}
	fi, err := fs.Stat(f.fsys, f.name)
	if err != nil {
		return "", &Error{Code: ModuleNotFound, Message: "cannot read " + f.id()}
	}
	if fi.Size() > maxModuleSource {
		return "", &Error{Code: CodeSize, Message: f.id() + " is larger than " + size(maxModuleSource)}
	}
	b, err := fs.ReadFile(f.fsys, f.name)
	if err != nil {
		return "", &Error{Code: ModuleNotFound, Message: "cannot read " + f.id()}
	}
	return string(b), nil
}

func (g *moduleGraph) evaluate(m *module, f moduleFile, text string, exports *goja.Object) error {
	r := g.r
	switch path.Ext(f.name) {
	case ".json":
		v, err := r.parseJSON([]byte(text))
		if err != nil {
			return &Error{Code: Syntax, Message: f.id() + ": " + err.Error()}
		}
		m.exports = v
		return nil
	case ".node":
		return &Error{Code: ModuleNotFound, Message: f.id() + " is a native addon, which cannot be loaded here"}
	}
	if f.tier == tierScripts {
		return g.evaluateScript(m, f, text)
	}
	c, err := jsrt.CompileModule(f.id(), text, g.isESM(f, text))
	if err != nil {
		return moduleSyntaxError(f.id(), err)
	}
	fnv, err := r.vm.RunProgram(c.Program)
	if err != nil {
		return err
	}
	fn, _ := goja.AssertFunction(fnv)
	require := g.requireFor(f)
	if c.ESM {
		for _, spec := range c.Imports {
			if _, err := r.importModule(spec, f); err != nil {
				return err
			}
		}
		m.esm = true
		_ = define(exports, "__esModule", r.vm.ToValue(true))
		meta := r.vm.NewObject()
		_ = define(meta, "url", r.vm.ToValue("script:///"+f.id()))
		v, err := fn(goja.Undefined(), g.importsFor(f), m.object, exports, meta, r.dynamicImport(f))
		if err != nil {
			return err
		}
		if v, err = r.settled(v); err != nil {
			return err
		}
		m.exports = m.object.Get("exports")
		if ns, ok := v.(*goja.Object); ok && c.Async {
			m.exports = ns
		}
		return nil
	}
	if _, err = fn(m.exports, exports, require, m.object, r.vm.ToValue("/"+f.id()), r.vm.ToValue("/"+path.Dir(f.id())), r.dynamicImport(f)); err != nil {
		return err
	}
	m.exports = m.object.Get("exports")
	if o, ok := m.exports.(*goja.Object); ok {
		if v := o.Get("__esModule"); v != nil && v.ToBoolean() {
			m.esm = true
		}
	}
	return nil
}

// evaluateScript loads a file of Options.Scripts: it is held to the rules of scripts.
func (g *moduleGraph) evaluateScript(m *module, f moduleFile, text string) error {
	r := g.r
	p, err := r.e.compile(f.name, text, false)
	if err != nil {
		return err
	}
	if err := r.loadImports(p, f.name); err != nil {
		return err
	}
	if err := r.prepare(p.facts); err != nil {
		return err
	}
	v, err := r.start(p, f.name)
	if err != nil {
		return err
	}
	m.esm = true
	if o, ok := v.(*goja.Object); ok && p.exports {
		m.exports = o
	} else {
		m.exports = r.vm.NewObject()
	}
	return nil
}

// isESM tells what a package's file is.
func (g *moduleGraph) isESM(f moduleFile, text string) bool {
	switch path.Ext(f.name) {
	case ".mjs", ".mts":
		return true
	case ".cjs", ".cts":
		return false
	}
	if f.tier == tierHost {
		return strings.Contains(text, "export ") || strings.Contains(text, "import ")
	}
	for dir := path.Dir(f.name); ; dir = path.Dir(dir) {
		if p, ok := readPackage(f.fsys, dir); ok {
			if p.Type == "module" {
				return true
			}
			if p.Module != "" && path.Join(dir, p.Module) == f.name {
				return true
			}
			return false
		}
		if dir == "." || dir == "/" {
			return false
		}
	}
}

// requireFor is require() of a CommonJS module.
func (g *moduleGraph) requireFor(f moduleFile) *goja.Object {
	r := g.r
	return r.fn("require", 1, func(c goja.FunctionCall) goja.Value {
		m, err := r.importModule(c.Argument(0).String(), f)
		if err != nil {
			panic(r.jsError(err))
		}
		return m.exports
	})
}

// importsFor gives an ES module what it imports: namespaces.
func (g *moduleGraph) importsFor(f moduleFile) *goja.Object {
	r := g.r
	return r.fn("require", 1, func(c goja.FunctionCall) goja.Value {
		m, err := r.importModule(c.Argument(0).String(), f)
		if err != nil {
			panic(r.jsError(err))
		}
		if m.esm {
			return m.exports
		}
		ns := r.namespace(m)
		if hasOwn(ns, "__esModule") {
			return ns
		}
		_ = ns.DefineDataProperty("__esModule", r.vm.ToValue(true), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
		return ns
	})
}

// moduleSyntaxError is for a file of a package, which is compiled as it is.
func moduleSyntaxError(file string, err error) error {
	e := syntaxError(source{file: file}, err).(*Error)
	if e.Line > 0 {
		e.Line += linesBefore
	}
	return e
}
