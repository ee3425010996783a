package jsrt

import (
	"encoding/json"
	"path"
	"sort"
	"strings"

	"github.com/sandpit-dev/sandpit/internal/jsguard"
)

// resolveError is a failed resolution with Node's error code.
type resolveError struct {
	class, code, msg string
	path             string
}

func (e *resolveError) Error() string { return e.msg }

// packageJSON is what resolution needs of a package.json.
type packageJSON struct {
	dir     string
	name    string
	main    string
	typ     string
	exports *jsonValue
	imports *jsonValue
	bad     error
}

// jsonValue keeps the order of object keys, which decides between conditions.
type jsonValue struct {
	str   string
	isStr bool
	null  bool
	arr   []*jsonValue
	isArr bool
	keys  []string
	obj   map[string]*jsonValue
}

func (v *jsonValue) UnmarshalJSON(b []byte) error {
	b = []byte(strings.TrimSpace(string(b)))
	switch {
	case len(b) == 0 || string(b) == "null":
		v.null = true
	case b[0] == '"':
		v.isStr = true
		return json.Unmarshal(b, &v.str)
	case b[0] == '[':
		v.isArr = true
		return json.Unmarshal(b, &v.arr)
	case b[0] == '{':
		if err := json.Unmarshal(b, &v.obj); err != nil {
			return err
		}
		dec := json.NewDecoder(strings.NewReader(string(b)))
		dec.Token()
		for dec.More() {
			k, err := dec.Token()
			if err != nil {
				return err
			}
			v.keys = append(v.keys, k.(string))
			var skip json.RawMessage
			if err := dec.Decode(&skip); err != nil {
				return err
			}
		}
	default:
		v.null = true
	}
	return nil
}

// maxPackageJSON bounds what is read of a package.json.
const maxPackageJSON = 4 << 20

// readPackage reads dir/package.json, nil when there is none. Results are kept for the life of the runtime, as Node does.
func (l *loader) readPackage(dir string) *packageJSON {
	if p, ok := l.packages[dir]; ok {
		return p
	}
	var pkg *packageJSON
	file := path.Join(dir, "package.json")
	if fi, err := l.rt.p.FS().Stat(file); err == nil && fi.Mode().IsRegular() && fi.Size() <= maxPackageJSON {
		if b, err := l.rt.p.FS().ReadFile(file); err == nil {
			pkg = parsePackage(dir, b)
		}
	}
	l.packages[dir] = pkg
	return pkg
}

func parsePackage(dir string, b []byte) *packageJSON {
	pkg := &packageJSON{dir: dir}
	if depth := jsguard.JSONDepth(b); depth > jsguard.MaxJSONDepth {
		pkg.bad = &resolveError{class: "Error", code: "ERR_INVALID_PACKAGE_CONFIG", msg: "Invalid package config " + path.Join(dir, "package.json") + "."}
		return pkg
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(b, &raw); err != nil {
		pkg.bad = &resolveError{class: "Error", code: "ERR_INVALID_PACKAGE_CONFIG", msg: "Invalid package config " + path.Join(dir, "package.json") + "."}
		return pkg
	}
	json.Unmarshal(raw["name"], &pkg.name)
	json.Unmarshal(raw["main"], &pkg.main)
	json.Unmarshal(raw["type"], &pkg.typ)
	if r, ok := raw["exports"]; ok {
		pkg.exports = &jsonValue{}
		json.Unmarshal(r, pkg.exports)
		if pkg.exports.null {
			pkg.exports = nil
		}
	}
	if r, ok := raw["imports"]; ok {
		pkg.imports = &jsonValue{}
		json.Unmarshal(r, pkg.imports)
	}
	return pkg
}

// packageScope is the nearest package.json at or above dir, not crossing a node_modules folder.
func (l *loader) packageScope(dir string) *packageJSON {
	for {
		if path.Base(dir) == "node_modules" {
			return nil
		}
		if p := l.readPackage(dir); p != nil {
			return p
		}
		if dir == "/" || dir == "." {
			return nil
		}
		dir = path.Dir(dir)
	}
}

func (l *loader) isFile(name string) bool {
	fi, err := l.rt.p.FS().Stat(name)
	return err == nil && !fi.IsDir()
}

func (l *loader) isDir(name string) bool {
	fi, err := l.rt.p.FS().Stat(name)
	return err == nil && fi.IsDir()
}

// extensions are tried in this order for a name without one.
var extensions = []string{".js", ".json", ".node", ".cjs", ".mjs", ".ts", ".cts", ".mts", ".tsx", ".jsx"}

// nodeExtensions are Node's own; the others are only tried from TypeScript.
const nodeExtensions = 3

func (l *loader) asFile(name string, fromTS bool) string {
	if l.isFile(name) {
		return name
	}
	exts := extensions[:nodeExtensions]
	if fromTS {
		exts = extensions
	}
	for _, e := range exts {
		if l.isFile(name + e) {
			return name + e
		}
	}
	if fromTS {
		for js, ts := range map[string][]string{".js": {".ts", ".tsx"}, ".mjs": {".mts"}, ".cjs": {".cts"}, ".jsx": {".tsx"}} {
			if strings.HasSuffix(name, js) {
				for _, e := range ts {
					if t := strings.TrimSuffix(name, js) + e; l.isFile(t) {
						return t
					}
				}
			}
		}
	}
	return ""
}

func (l *loader) asDirectory(dir string, fromTS bool) string {
	if !l.isDir(dir) {
		return ""
	}
	if pkg := l.readPackage(dir); pkg != nil && pkg.main != "" {
		m := path.Join(dir, pkg.main)
		if f := l.asFile(m, fromTS); f != "" {
			return f
		}
		if f := l.indexOf(m, fromTS); f != "" {
			return f
		}
	}
	return l.indexOf(dir, fromTS)
}

func (l *loader) indexOf(dir string, fromTS bool) string {
	exts := extensions[:nodeExtensions]
	if fromTS {
		exts = extensions
	}
	for _, e := range exts {
		if f := path.Join(dir, "index"+e); l.isFile(f) {
			return f
		}
	}
	return ""
}

func (l *loader) real(name string) string {
	if r, err := l.rt.p.FS().Realpath(name); err == nil {
		return r
	}
	return name
}

func isTS(name string) bool {
	switch path.Ext(name) {
	case ".ts", ".tsx", ".mts", ".cts":
		return true
	}
	return false
}

// splitPackage splits "@s/p/sub" into "@s/p" and "./sub".
func splitPackage(req string) (name, sub string) {
	n := strings.IndexByte(req, '/')
	if strings.HasPrefix(req, "@") && n >= 0 {
		if m := strings.IndexByte(req[n+1:], '/'); m >= 0 {
			n += 1 + m
		} else {
			n = -1
		}
	}
	if n < 0 {
		return req, "."
	}
	return req[:n], "." + req[n:]
}

// nodeModules lists the node_modules folders searched from dir.
func nodeModules(dir string) []string {
	var out []string
	for d := dir; ; d = path.Dir(d) {
		if path.Base(d) != "node_modules" {
			out = append(out, path.Join(d, "node_modules"))
		}
		if d == "/" || d == "." {
			return out
		}
	}
}

var cjsConditions = map[string]bool{"node": true, "require": true, "module-sync": true, "default": true}
var esmConditions = map[string]bool{"node": true, "import": true, "module-sync": true, "default": true}

// resolveCJS is require.resolve: req as seen from a file in dir. paths are further node_modules-like folders (NODE_PATH).
func (l *loader) resolveCJS(req, dir, parent string, paths []string) (string, error) {
	ts := isTS(parent)
	if req == "." || req == ".." || strings.HasPrefix(req, "./") || strings.HasPrefix(req, "../") || strings.HasPrefix(req, "/") {
		base := req
		if !strings.HasPrefix(req, "/") {
			base = path.Join(dir, req)
		}
		base = path.Clean(base)
		last := req[strings.LastIndexByte(req, '/')+1:]
		if last != "" && last != "." && last != ".." {
			if f := l.asFile(base, ts); f != "" {
				return l.real(f), nil
			}
		}
		if f := l.asDirectory(base, ts); f != "" {
			return l.real(f), nil
		}
		return "", notFound(req)
	}
	if strings.HasPrefix(req, "#") {
		return l.resolveImports(req, dir, parent, cjsConditions)
	}
	name, sub := splitPackage(req)
	if f, ok, err := l.resolveSelf(name, sub, dir, cjsConditions, parent); ok {
		return f, err
	}
	if paths == nil {
		paths = nodeModules(dir)
		for _, p := range strings.Split(l.rt.p.Getenv("NODE_PATH"), ":") {
			if p != "" {
				paths = append(paths, p)
			}
		}
	}
	for _, root := range paths {
		if !l.isDir(root) {
			continue
		}
		pkgDir := path.Join(root, name)
		if pkg := l.readPackage(pkgDir); pkg != nil {
			if pkg.bad != nil {
				return "", pkg.bad
			}
			if pkg.exports != nil {
				return l.resolveExports(pkg, sub, cjsConditions, parent)
			}
		}
		full := path.Join(root, req)
		if !strings.HasSuffix(req, "/") {
			if f := l.asFile(full, ts); f != "" {
				return l.real(f), nil
			}
		}
		if f := l.asDirectory(full, ts); f != "" {
			return l.real(f), nil
		}
	}
	return "", notFound(req)
}

func notFound(req string) error {
	return &resolveError{class: "Error", code: "MODULE_NOT_FOUND", msg: "Cannot find module '" + req + "'"}
}

// resolveSelf resolves a package's own name from inside it.
func (l *loader) resolveSelf(name, sub, dir string, cond map[string]bool, parent string) (string, bool, error) {
	pkg := l.packageScope(dir)
	if pkg == nil || pkg.exports == nil || pkg.name != name {
		return "", false, nil
	}
	f, err := l.resolveExports(pkg, sub, cond, parent)
	return f, true, err
}

// resolveExports is PACKAGE_EXPORTS_RESOLVE of Node's documentation.
func (l *loader) resolveExports(pkg *packageJSON, sub string, cond map[string]bool, parent string) (string, error) {
	exp := pkg.exports
	isMap := exp.obj != nil && len(exp.keys) > 0 && strings.HasPrefix(exp.keys[0], ".")
	var target *jsonValue
	var star string
	switch {
	case !isMap:
		if sub == "." {
			target = exp
		}
	default:
		target, star = matchPattern(exp, sub)
	}
	if target != nil {
		f, err := l.target(pkg, target, star, sub, cond, parent, false, 0)
		if err != nil {
			return "", err
		}
		if f != "" {
			return l.existing(f, sub, pkg, parent)
		}
	}
	file := path.Join(pkg.dir, "package.json")
	msg := "No \"exports\" main defined in " + file
	if sub != "." {
		msg = "Package subpath '" + sub + "' is not defined by \"exports\" in " + file
	}
	if cond["import"] && parent != "" {
		msg += " imported from " + parent
	}
	return "", &resolveError{class: "Error", code: "ERR_PACKAGE_PATH_NOT_EXPORTED", msg: msg}
}

func (l *loader) existing(f, sub string, pkg *packageJSON, parent string) (string, error) {
	if strings.HasPrefix(f, "node:") || !strings.HasPrefix(f, "/") {
		return f, nil
	}
	if !l.isFile(f) {
		return "", &resolveError{class: "Error", code: "MODULE_NOT_FOUND", msg: "Cannot find module '" + f + "'", path: path.Join(pkg.dir, "package.json")}
	}
	return l.real(f), nil
}

// matchPattern finds the entry of an exports or imports map for a key: exact, else the longest pattern with "*".
func matchPattern(m *jsonValue, key string) (*jsonValue, string) {
	if v, ok := m.obj[key]; ok && !strings.Contains(key, "*") {
		return v, ""
	}
	keys := append([]string(nil), m.keys...)
	sort.SliceStable(keys, func(i, j int) bool {
		return strings.IndexByte(keys[i], '*') > strings.IndexByte(keys[j], '*')
	})
	for _, k := range keys {
		i := strings.IndexByte(k, '*')
		if i < 0 {
			if strings.HasSuffix(k, "/") && strings.HasPrefix(key, k) {
				return m.obj[k], key[len(k):]
			}
			continue
		}
		pre, post := k[:i], k[i+1:]
		if strings.HasPrefix(key, pre) && key != pre && len(key) >= len(k)-1 && strings.HasSuffix(key, post) {
			return m.obj[k], key[i : len(key)-len(post)]
		}
	}
	return nil, ""
}

// target is PACKAGE_TARGET_RESOLVE. "" without an error means that nothing matched.
func (l *loader) target(pkg *packageJSON, t *jsonValue, star, sub string, cond map[string]bool, parent string, internal bool, depth int) (string, error) {
	if depth > 50 {
		return "", nil
	}
	bad := func() error {
		return &resolveError{class: "Error", code: "ERR_INVALID_PACKAGE_TARGET", msg: "Invalid \"exports\" target \"" + t.str + "\" defined for '" + sub + "' in the package config " + path.Join(pkg.dir, "package.json")}
	}
	switch {
	case t.isStr:
		if !strings.HasPrefix(t.str, "./") {
			if internal && !strings.HasPrefix(t.str, "../") && !strings.HasPrefix(t.str, "/") {
				s := strings.ReplaceAll(t.str, "*", star)
				if isPublicBuiltin(strings.TrimPrefix(s, "node:")) {
					return "node:" + strings.TrimPrefix(s, "node:"), nil
				}
				if cond["import"] {
					return l.resolveESM(s, path.Join(pkg.dir, "package.json"))
				}
				return l.resolveCJS(s, pkg.dir, parent, nil)
			}
			return "", bad()
		}
		for _, seg := range strings.Split(t.str[2:], "/") {
			if seg == ".." || seg == "." || seg == "node_modules" {
				return "", bad()
			}
		}
		for _, seg := range strings.Split(star, "/") {
			if seg == ".." || seg == "." || seg == "node_modules" {
				return "", &resolveError{class: "TypeError", code: "ERR_INVALID_MODULE_SPECIFIER", msg: "Invalid module \"" + sub + "\""}
			}
		}
		s := t.str
		if strings.Contains(s, "*") {
			s = strings.ReplaceAll(s, "*", star)
		} else if strings.HasSuffix(s, "/") {
			s += star
		}
		return path.Join(pkg.dir, s), nil
	case t.isArr:
		var last error
		for _, e := range t.arr {
			f, err := l.target(pkg, e, star, sub, cond, parent, internal, depth+1)
			if err != nil {
				last = err
				continue
			}
			if f != "" {
				return f, nil
			}
		}
		return "", last
	case t.obj != nil:
		for _, k := range t.keys {
			if cond[k] || l.conditions[k] {
				f, err := l.target(pkg, t.obj[k], star, sub, cond, parent, internal, depth+1)
				if err != nil || f != "" {
					return f, err
				}
				if v := t.obj[k]; v != nil && v.null {
					return "", nil
				}
			}
		}
	}
	return "", nil
}

// resolveImports resolves "#name" by the imports map of the enclosing package.
func (l *loader) resolveImports(req, dir, parent string, cond map[string]bool) (string, error) {
	pkg := l.packageScope(dir)
	if pkg != nil && pkg.imports != nil && pkg.imports.obj != nil {
		if t, star := matchPattern(pkg.imports, req); t != nil {
			f, err := l.target(pkg, t, star, req, cond, parent, true, 0)
			if err != nil {
				return "", err
			}
			if f != "" {
				return l.existing(f, req, pkg, parent)
			}
		}
	}
	msg := "Package import specifier \"" + req + "\" is not defined"
	if pkg != nil {
		msg += " in package " + path.Join(pkg.dir, "package.json")
	}
	if parent != "" {
		msg += " imported from " + parent
	}
	return "", &resolveError{class: "TypeError", code: "ERR_PACKAGE_IMPORT_NOT_DEFINED", msg: msg}
}

// resolveESM resolves an import specifier that is not a URL or a built-in, as seen from the file parent.
func (l *loader) resolveESM(req, parent string) (string, error) {
	dir := path.Dir(parent)
	ts := isTS(parent)
	if strings.HasPrefix(req, "./") || strings.HasPrefix(req, "../") || strings.HasPrefix(req, "/") || req == "." || req == ".." {
		f := req
		if !strings.HasPrefix(req, "/") {
			f = path.Join(dir, req)
		}
		return l.esmFile(f, parent, ts)
	}
	if strings.HasPrefix(req, "#") {
		return l.resolveImports(req, dir, parent, esmConditions)
	}
	name, sub := splitPackage(req)
	if name == "" || strings.HasPrefix(name, ".") || strings.ContainsAny(name, "\\%") || strings.HasPrefix(name, "@") && !strings.Contains(name, "/") {
		return "", &resolveError{class: "TypeError", code: "ERR_INVALID_MODULE_SPECIFIER", msg: "Invalid module \"" + req + "\" is not a valid package name imported from " + parent}
	}
	if f, ok, err := l.resolveSelf(name, sub, dir, esmConditions, parent); ok {
		return f, err
	}
	for _, root := range nodeModules(dir) {
		pkgDir := path.Join(root, name)
		if !l.isDir(pkgDir) {
			continue
		}
		pkg := l.readPackage(pkgDir)
		if pkg != nil && pkg.bad != nil {
			return "", pkg.bad
		}
		if pkg != nil && pkg.exports != nil {
			return l.resolveExports(pkg, sub, esmConditions, parent)
		}
		if sub == "." {
			if pkg != nil && pkg.main != "" {
				m := path.Join(pkgDir, pkg.main)
				if f := l.asFile(m, ts); f != "" {
					return l.real(f), nil
				}
				if f := l.indexOf(m, ts); f != "" {
					return l.real(f), nil
				}
			}
			if f := l.indexOf(pkgDir, ts); f != "" {
				return l.real(f), nil
			}
			continue
		}
		return l.esmFile(path.Join(pkgDir, sub), parent, ts)
	}
	return "", &resolveError{class: "Error", code: "ERR_MODULE_NOT_FOUND", msg: "Cannot find package '" + name + "' imported from " + parent}
}

func (l *loader) esmFile(f, parent string, ts bool) (string, error) {
	if l.isDir(f) {
		if ts {
			if i := l.asDirectory(f, true); i != "" {
				return l.real(i), nil
			}
		}
		return "", &resolveError{class: "Error", code: "ERR_UNSUPPORTED_DIR_IMPORT", msg: "Directory import '" + f + "' is not supported resolving ES modules imported from " + parent}
	}
	if l.isFile(f) {
		return l.real(f), nil
	}
	if ts {
		if g := l.asFile(f, true); g != "" {
			return l.real(g), nil
		}
	}
	return "", &resolveError{class: "Error", code: "ERR_MODULE_NOT_FOUND", msg: "Cannot find module '" + f + "' imported from " + parent}
}
