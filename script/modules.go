package script

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/internal/jsguard"
	"github.com/sandpit-dev/sandpit/jsrt"
)

// Modules say what scripts may import. A name is looked for in this order: Builtins, Host, Packages from first to last.
type Modules struct {
	// Builtins are the Node modules that may be imported, with or without "node:": "path", "crypto". "*" = all of
	// BuiltinModules.
	Builtins []string
	// Host are modules of the host's own making: a name and its source text, an ES module or CommonJS.
	Host map[string]string
	// Packages are trees of npm packages, each laid out as a node_modules folder: "yaml/package.json" and so on. Pure
	// JavaScript only. The first that has the package wins: what all engines share comes before what one engine adds.
	Packages []fs.FS
}

// BuiltinModules are the Node modules that can be granted.
func BuiltinModules() []string {
	names := jsrt.LibraryModules()
	sort.Strings(names)
	return names
}

func (m Modules) builtin(name string) bool {
	if !slices.Contains(jsrt.LibraryModules(), name) {
		return false
	}
	return slices.Contains(m.Builtins, "*") || slices.Contains(m.Builtins, name) || slices.Contains(m.Builtins, "node:"+name)
}

// moduleGraph is the modules that a realm has loaded.
type moduleGraph struct {
	r      *realm
	loaded map[string]*module
}

// module is one loaded module.
type module struct {
	id      string // "node:path", "host:x", "0:yaml/index.js", "script:lib/a.ts"
	exports goja.Value
	object  *goja.Object // module, of CommonJS
	esm     bool
	ns      *goja.Object // what import gives
}

// moduleFile is where a module's text is: a tree and a path in it.
type moduleFile struct {
	tier int // of Packages; -1 = Host, -2 = Scripts
	fsys fs.FS
	name string
}

const (
	tierHost    = -1
	tierScripts = -2
)

func (f moduleFile) id() string {
	switch f.tier {
	case tierHost:
		return "host:" + f.name
	case tierScripts:
		return f.name
	}
	return "node_modules/" + f.name
}

// notFoundError says what can be imported, and how to do without.
func (r *realm) moduleNotFound(spec, from string) *Error {
	m := r.e.opts.Modules
	msg := "Cannot find module '" + spec + "' imported from " + from + ": "
	switch {
	case strings.HasPrefix(spec, "http:") || strings.HasPrefix(spec, "https:"):
		msg += "modules are not fetched from the network"
	case slices.Contains(jsrt.LibraryModules(), strings.TrimPrefix(spec, "node:")):
		msg += "this built-in module is not granted"
	case strings.HasPrefix(spec, "node:"):
		msg += "there is no such built-in module"
	case strings.HasPrefix(spec, "."):
		msg += "there is no such file"
	default:
		msg += "it is not granted"
	}
	var have []string
	for _, n := range BuiltinModules() {
		if m.builtin(n) {
			have = append(have, n)
		}
	}
	have = append(have, sortedKeys(m.Host)...)
	for _, fsys := range m.Packages {
		have = append(have, packageNames(fsys)...)
	}
	if len(have) > 60 {
		have = append(have[:60], "...")
	}
	if len(have) == 0 {
		msg += ". Nothing can be imported here"
	} else {
		msg += ". Available are: " + strings.Join(have, ", ")
	}
	msg += ". To use a package, bundle it into the script: npx esbuild script.ts --bundle --format=esm --outfile=out.js"
	return &Error{Code: ModuleNotFound, Message: msg}
}

// packageNames lists the packages of a tree, with scopes.
func packageNames(fsys fs.FS) []string {
	var out []string
	list, _ := fs.ReadDir(fsys, ".")
	for _, d := range list {
		if !d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			continue
		}
		if strings.HasPrefix(d.Name(), "@") {
			subs, _ := fs.ReadDir(fsys, d.Name())
			for _, s := range subs {
				out = append(out, d.Name()+"/"+s.Name())
			}
			continue
		}
		out = append(out, d.Name())
	}
	return out
}

// loadImports loads what a program imports before it runs.
func (r *realm) loadImports(p *program, file string) error {
	for _, d := range p.imports {
		from := moduleFile{tier: tierScripts, fsys: r.e.opts.Scripts, name: strings.TrimPrefix(file, "/")}
		if _, err := r.importModule(d.spec, from); err != nil {
			var e *Error
			if errors.As(err, &e) && e.Code == ModuleNotFound && e.Line == 0 {
				e.Line, e.File = d.line, file
			}
			return err
		}
	}
	return nil
}

// moduleArguments are what a program's function is called with.
func (r *realm) moduleArguments(p *program, file string) []goja.Value {
	if len(p.imports) == 0 && !p.facts.globals[dynImportFunc] && !p.facts.globals[metaName] && !p.usesMeta {
		return nil
	}
	from := moduleFile{tier: tierScripts, fsys: r.e.opts.Scripts, name: strings.TrimPrefix(file, "/")}
	imports := r.fn("import", 2, func(c goja.FunctionCall) goja.Value {
		m, err := r.importModule(c.Argument(0).String(), from)
		if err != nil {
			panic(r.jsError(err))
		}
		ns := r.namespace(m)
		if list, ok := c.Argument(1).(*goja.Object); ok {
			for i := int64(0); i < list.Get("length").ToInteger(); i++ {
				name := list.Get(itoa(i)).String()
				if !m.has(ns, name) {
					jsguard.Throw(r.vm, "SyntaxError", "The requested module '"+c.Argument(0).String()+"' does not provide an export named '"+name+"'")
				}
			}
		}
		return ns
	})
	star := r.fn("import", 1, func(c goja.FunctionCall) goja.Value {
		m, err := r.importModule(c.Argument(0).String(), from)
		if err != nil {
			panic(r.jsError(err))
		}
		out := r.vm.NewObject()
		ns := r.namespace(m)
		for _, k := range ns.Keys() {
			if k != "default" {
				_ = define(out, k, ns.Get(k))
			}
		}
		return out
	})
	meta := r.vm.NewObject()
	_ = define(meta, "url", r.vm.ToValue("script:///"+strings.TrimPrefix(file, "/")))
	return []goja.Value{imports, star, r.dynamicImport(from), meta}
}

// dynamicImport is import(), where the rules allow it.
func (r *realm) dynamicImport(from moduleFile) goja.Value {
	if !r.e.opts.Rules.DynamicImport {
		return r.fn("import", 1, func(goja.FunctionCall) goja.Value {
			panic(r.errorObject(&Error{Code: Forbidden, Message: "import() is not allowed here"}))
		})
	}
	return r.fn("import", 1, func(c goja.FunctionCall) goja.Value {
		m, err := r.importModule(c.Argument(0).String(), from)
		if err != nil {
			panic(r.jsError(err))
		}
		return r.namespace(m)
	})
}

// jsError is what a script gets for an error of loading.
func (r *realm) jsError(err error) any {
	var e *Error
	if errors.As(err, &e) {
		return r.errorObject(e)
	}
	var ex *goja.Exception
	if errors.As(err, &ex) {
		return ex
	}
	if isUncatchable(err) {
		return err
	}
	return r.errorObject(&Error{Code: Internal, Message: "internal error"})
}

func (m *module) has(ns *goja.Object, name string) bool {
	return ns.Get(name) != nil && (!goja.IsUndefined(ns.Get(name)) || hasOwn(ns, name))
}

// namespace is what import gives of a module: the exports of an ES module; of CommonJS the properties of module.exports, and
// itself as default.
func (r *realm) namespace(m *module) *goja.Object {
	o, isObj := m.exports.(*goja.Object)
	if m.esm && isObj {
		return o
	}
	if m.ns != nil {
		return m.ns
	}
	ns := r.vm.NewObject()
	if isObj {
		for _, k := range o.Keys() {
			if k != "default" {
				key := k
				_ = ns.DefineAccessorProperty(k, r.fn(k, 0, func(goja.FunctionCall) goja.Value { return o.Get(key) }), nil, goja.FLAG_FALSE, goja.FLAG_TRUE)
			}
		}
	}
	_ = define(ns, "default", m.exports)
	m.ns = ns
	return ns
}

// importModule resolves and loads a module once.
func (r *realm) importModule(spec string, from moduleFile) (*module, error) {
	if r.modules == nil {
		r.modules = &moduleGraph{r: r, loaded: map[string]*module{}}
		// Code of packages is not analysed: it may reach anything.
		if err := r.library(); err != nil {
			return nil, err
		}
		r.watchAccessors()
		if err := r.open(true); err != nil {
			return nil, err
		}
		if err := r.natives.InstallOperators(); err != nil {
			return nil, err
		}
		if r.first(jsguard.CaughtName) {
			r.hide(jsguard.CaughtName, r.caught)
		}
	}
	g := r.modules
	name := strings.TrimPrefix(spec, "node:")
	if r.e.opts.Modules.builtin(name) {
		id := "node:" + name
		if m := g.loaded[id]; m != nil {
			return m, nil
		}
		v, err := r.lib.Require(name)
		if err != nil {
			return nil, err
		}
		m := &module{id: id, exports: v}
		g.loaded[id] = m
		return m, nil
	}
	f, err := g.resolve(spec, from)
	if err != nil {
		return nil, err
	}
	return g.load(f)
}

// resolve finds the file that a name means.
func (g *moduleGraph) resolve(spec string, from moduleFile) (moduleFile, error) {
	e := g.r.e
	missing := g.r.moduleNotFound
	if strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../") || spec == "." || spec == ".." {
		if from.fsys == nil {
			return moduleFile{}, missing(spec, from.name)
		}
		if f, ok := probe(from, path.Join(path.Dir(from.name), spec)); ok {
			return f, nil
		}
		return moduleFile{}, missing(spec, from.id())
	}
	if _, ok := e.opts.Modules.Host[spec]; ok {
		return moduleFile{tier: tierHost, name: spec}, nil
	}
	pkg, sub := splitPackage(spec)
	if pkg == "" {
		return moduleFile{}, missing(spec, from.id())
	}
	// A package's own nested node_modules come first.
	if from.tier >= 0 {
		for dir := path.Dir(from.name); dir != "." && dir != "/"; dir = path.Dir(dir) {
			nested := moduleFile{tier: from.tier, fsys: from.fsys, name: dir + "/node_modules/" + pkg}
			if f, ok := packageEntry(nested, sub); ok {
				return f, nil
			}
		}
	}
	for i, fsys := range e.opts.Modules.Packages {
		root := moduleFile{tier: i, fsys: fsys, name: pkg}
		f, ok := packageEntry(root, sub)
		if ok {
			return f, nil
		}
		if native(fsys, pkg) {
			return moduleFile{}, &Error{Code: ModuleNotFound, Message: "the package '" + pkg + "' needs a native addon, which cannot be loaded here: use one that is pure JavaScript"}
		}
	}
	return moduleFile{}, missing(spec, from.id())
}

func splitPackage(spec string) (pkg, sub string) {
	parts := strings.Split(spec, "/")
	n := 1
	if strings.HasPrefix(spec, "@") {
		n = 2
	}
	if len(parts) < n || slices.Contains(parts, "..") || slices.Contains(parts, "") || strings.Contains(parts[0], ":") || strings.Contains(spec, "\\") {
		return "", ""
	}
	return strings.Join(parts[:n], "/"), strings.Join(parts[n:], "/")
}

func exists(fsys fs.FS, name string) bool {
	if fsys == nil || !fs.ValidPath(name) {
		return false
	}
	fi, err := fs.Stat(fsys, name)
	return err == nil && fi.Mode().IsRegular()
}

// probe finds a file with the endings and index files that Node and TypeScript allow.
func probe(from moduleFile, name string) (moduleFile, bool) {
	f := moduleFile{tier: from.tier, fsys: from.fsys}
	if strings.HasSuffix(name, ".js") && exists(from.fsys, strings.TrimSuffix(name, ".js")+".ts") && !exists(from.fsys, name) {
		f.name = strings.TrimSuffix(name, ".js") + ".ts"
		return f, true
	}
	for _, end := range []string{"", ".js", ".json", ".ts", ".mjs", ".cjs", ".mts", ".tsx", ".jsx", "/index.js", "/index.json", "/index.ts", "/index.mjs", "/index.cjs"} {
		if exists(from.fsys, name+end) {
			f.name = name + end
			return f, true
		}
	}
	if pkg, ok := readPackage(from.fsys, name); ok && name != "." {
		for _, main := range []string{pkg.Module, pkg.Main} {
			if main == "" {
				continue
			}
			for _, end := range []string{"", ".js", "/index.js"} {
				if m := path.Join(name, main) + end; exists(from.fsys, m) {
					f.name = m
					return f, true
				}
			}
		}
	}
	return f, false
}

// packageFile is the part of package.json that matters.
type packageFile struct {
	Main    string          `json:"main"`
	Module  string          `json:"module"`
	Type    string          `json:"type"`
	Exports json.RawMessage `json:"exports"`
	Gypfile bool            `json:"gypfile"`
	Binary  json.RawMessage `json:"binary"`
}

func readPackage(fsys fs.FS, dir string) (packageFile, bool) {
	var p packageFile
	name := path.Join(dir, "package.json")
	if !exists(fsys, name) {
		return p, false
	}
	b, err := fs.ReadFile(fsys, name)
	if err != nil || len(b) > 1<<20 || jsguard.JSONDepth(b) > 100 || json.Unmarshal(b, &p) != nil {
		return p, false
	}
	return p, true
}

// native tells that a package is built around a compiled addon.
func native(fsys fs.FS, pkg string) bool {
	p, ok := readPackage(fsys, pkg)
	if !ok {
		return false
	}
	return p.Gypfile || len(p.Binary) > 0 || exists(fsys, pkg+"/binding.gyp") || strings.HasSuffix(p.Main, ".node")
}

// conditions are those of the exports map of package.json that hold here, in order of preference by the map itself.
var conditions = map[string]bool{"import": true, "require": true, "node": true, "default": true, "module-sync": true}

// packageEntry finds the file of a package that a name means.
func packageEntry(root moduleFile, sub string) (moduleFile, bool) {
	p, ok := readPackage(root.fsys, root.name)
	if !ok {
		return probe(root, path.Join(root.name, sub))
	}
	if p.Gypfile || strings.HasSuffix(p.Main, ".node") {
		return moduleFile{}, false
	}
	if len(p.Exports) > 0 && string(p.Exports) != "null" {
		key := "."
		if sub != "" {
			key = "./" + sub
		}
		target := exportTarget(p.Exports, key)
		if target == "" {
			return moduleFile{}, false
		}
		f := root
		f.name = path.Join(root.name, target)
		if !strings.HasPrefix(f.name, root.name+"/") || !exists(root.fsys, f.name) {
			return moduleFile{}, false
		}
		return f, true
	}
	if sub != "" {
		return probe(root, path.Join(root.name, sub))
	}
	return probe(root, root.name)
}

// exportTarget follows an exports map to the file for a key.
func exportTarget(raw json.RawMessage, key string) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		if key == "." {
			return text
		}
		return ""
	}
	keys, values := orderedObject(raw)
	if len(keys) > 0 && !strings.HasPrefix(keys[0], ".") {
		if key == "." {
			return conditionTarget(raw, 0)
		}
		return ""
	}
	best, bestLen, star := -1, -1, ""
	for i, k := range keys {
		if k == key {
			return conditionTarget(values[i], 0)
		}
		pre, post, ok := strings.Cut(k, "*")
		if ok && strings.HasPrefix(key, pre) && strings.HasSuffix(key, post) && len(key) >= len(pre)+len(post) && len(pre) > bestLen {
			best, bestLen, star = i, len(pre), key[len(pre):len(key)-len(post)]
		}
	}
	if best < 0 {
		return ""
	}
	return strings.ReplaceAll(conditionTarget(values[best], 0), "*", star)
}

func conditionTarget(raw json.RawMessage, depth int) string {
	var text string
	if depth > 20 {
		return ""
	}
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		for _, x := range list {
			if t := conditionTarget(x, depth+1); t != "" {
				return t
			}
		}
		return ""
	}
	keys, values := orderedObject(raw)
	for i, k := range keys {
		if conditions[k] {
			if t := conditionTarget(values[i], depth+1); t != "" {
				return t
			}
		}
	}
	return ""
}

// orderedObject is a JSON object's members in their order.
func orderedObject(raw json.RawMessage) (keys []string, values []json.RawMessage) {
	d := json.NewDecoder(strings.NewReader(string(raw)))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, nil
	}
	for d.More() {
		t, err := d.Token()
		k, ok := t.(string)
		if err != nil || !ok {
			return keys, values
		}
		var v json.RawMessage
		if d.Decode(&v) != nil {
			return keys, values
		}
		keys, values = append(keys, k), append(values, v)
	}
	return keys, values
}
