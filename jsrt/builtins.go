package jsrt

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
)

//go:embed lib
var libFS embed.FS

// builtin is one module of lib/, compiled at most once in the life of the program: a *goja.Program is immutable and
// shared by all runtimes.
type builtin struct {
	name    string
	path    string
	compile func() (*goja.Program, error)
}

const builtinHead = "(function (exports, require, module, process, internalBinding) {"

// builtins maps module names ("fs", "fs/promises", "internal/errors") to their sources.
var builtins = sync.OnceValue(func() map[string]*builtin {
	m := map[string]*builtin{}
	fs.WalkDir(libFS, "lib", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".js") {
			return err
		}
		name := strings.TrimSuffix(strings.TrimPrefix(path, "lib/"), ".js")
		b := &builtin{name: name, path: path}
		b.compile = sync.OnceValues(func() (prg *goja.Program, err error) {
			forAll(func() { prg, err = b.parse() })
			return prg, err
		})
		m[name] = b
		return nil
	})
	return m
})

// parse compiles the module's text.
func (b *builtin) parse() (*goja.Program, error) {
	src, err := libFS.ReadFile(b.path)
	if err != nil {
		return nil, err
	}
	ast, err := goja.Parse("node:"+b.name, builtinHead+string(src)+"\n})", parser.WithDisableSourceMaps)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", b.path, err)
	}
	return goja.CompileAST(ast, true)
}

// isPublicBuiltin tells whether a program may require the name (without "node:").
func isPublicBuiltin(name string) bool {
	if strings.HasPrefix(name, "internal/") {
		return false
	}
	_, ok := builtins()[name]
	return ok
}

// requireBuiltin evaluates a module of lib/ on its first use and returns its exports.
func (rt *runtime) requireBuiltin(name string) goja.Value {
	if m := rt.builtinMods[name]; m != nil {
		return m.Get("exports")
	}
	b := builtins()[name]
	if b == nil {
		panic(rt.vm.NewTypeError("no such built-in module: " + name))
	}
	prg, err := b.compile()
	if err != nil {
		panic(rt.vm.NewGoError(err))
	}
	fnv, err := rt.vm.RunProgram(prg)
	if err != nil {
		panic(err)
	}
	fn, _ := goja.AssertFunction(fnv)
	m := rt.vm.NewObject()
	exports := rt.vm.NewObject()
	m.Set("exports", exports)
	m.Set("id", name)
	rt.builtinMods[name] = m
	if _, err := fn(goja.Undefined(), exports, rt.requireFn, m, rt.processObj, rt.bindingFn); err != nil {
		delete(rt.builtinMods, name)
		panic(err)
	}
	return m.Get("exports")
}
