package jsrt

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"path"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
	"github.com/evanw/esbuild/pkg/api"
	"github.com/sandpit-dev/sandpit/internal/jsguard"
)

// syntaxError is a parse failure with its place in the original file.
type syntaxError struct {
	msg, file string
	line, col int // line from 1, column from 0
	width     int
}

func (e *syntaxError) Error() string { return e.msg }

// unit is a compiled module. It is immutable and shared by all runtimes.
type unit struct {
	prg     *goja.Program
	raw     bool // CommonJS as it stood in the file
	esm     bool
	tla     bool                // has top-level await: running it gives a promise
	deps    []string            // static imports in order
	imports map[string][]string // names imported of each
	typed   []string            // imports with an attribute type: json
	size    int
}

// programs caches compiled modules by file name and content, across runtimes. Bounded by the size of the sources.
type programs struct {
	mu    sync.Mutex
	units map[[32]byte]*unit
	order [][32]byte
	bytes int
}

const maxProgramBytes = 48 << 20

var programCache = sync.OnceValue(func() *programs { return &programs{units: map[[32]byte]*unit{}} })

func (c *programs) get(k [32]byte) *unit {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.units[k]
}

func (c *programs) put(k [32]byte, u *unit) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.units[k]; ok {
		return
	}
	c.units[k] = u
	c.order = append(c.order, k)
	c.bytes += u.size
	for c.bytes > maxProgramBytes && len(c.order) > 1 {
		old := c.order[0]
		c.order = c.order[1:]
		c.bytes -= c.units[old].size
		delete(c.units, old)
	}
}

func cacheKey(file, src, kind string) [32]byte {
	h := sha256.New()
	h.Write([]byte(kind + "\x00" + file + "\x00"))
	h.Write([]byte(src))
	var k [32]byte
	h.Sum(k[:0])
	return k
}

// compiler makes programs for the realms of this package, or, with plain set, for any.
type compiler struct{ plain bool }

var forNode = compiler{}

// compileModule compiles a module's text. kind is "cjs", "esm", or "auto": CommonJS unless only an ES module parses.
func (k compiler) compileModule(file, src, kind string) (*unit, error) {
	key := cacheKey(file, src, kind)
	if k.plain {
		key = cacheKey(file, src, "plain "+kind)
	}
	if u := programCache().get(key); u != nil {
		return u, nil
	}
	if err := jsguard.ScanSource(src); err != nil {
		return nil, &syntaxError{msg: err.Error()}
	}
	text := strings.TrimPrefix(src, "\ufeff")
	if strings.HasPrefix(text, "#!") {
		text = "//" + text[2:]
	}
	var u *unit
	var err error
	forAll(func() {
		if u, err = k.compileText(file, text, kind); err == nil {
			u.size = len(src) + 1000
			programCache().put(key, u)
		}
	})
	return u, err
}

var esmSyntax = regexp.MustCompile(`(?:^|[;}\n])\s*(?:import\s*[\w{*"'$]|export\s*[\w{*]|import\.meta)`)
var maybeTLA = regexp.MustCompile(`\bawait\b`)

func (k compiler) compileText(file, text, kind string) (*unit, error) {
	ext := path.Ext(file)
	plain := ext != ".ts" && ext != ".tsx" && ext != ".mts" && ext != ".cts" && ext != ".jsx"
	var rawErr error
	if plain && kind != "esm" {
		var prg *goja.Program
		prg, rawErr = k.compileJS(file, wrapperHead+text+"\n})", false)
		if rawErr == nil {
			return &unit{prg: prg, raw: true}, nil
		}
	}
	esm := kind == "esm" || kind == "auto" && esmSyntax.MatchString(text)
	if !esm && kind == "auto" && maybeTLA.MatchString(text) {
		// top-level await alone makes a module
		if _, err := transform(file, text, false); err != nil && strings.Contains(err.Error(), "op-level await") {
			esm = true
		}
	}
	if esm {
		return k.compileESM(file, text)
	}
	res, err := transform(file, text, false)
	if err != nil {
		return nil, err
	}
	code := strings.ReplaceAll(res.code, "__toESM(require(", "__dynImport((")
	head := "(function " + wrapperName + "(exports, require, module, __filename, __dirname, __dynImport) {\n"
	prg, err := k.compileJS(file, head+code+"\n"+res.sourceMap+"\n})", true)
	if err != nil {
		if rawErr != nil {
			return nil, rawErr
		}
		return nil, err
	}
	return &unit{prg: prg}, nil
}

// compileJS parses with goja and compiles. mapped keeps the source map that the text carries inline; no other is ever loaded.
func (k compiler) compileJS(file, text string, mapped bool) (*goja.Program, error) {
	opt := parser.Option(parser.WithDisableSourceMaps)
	if mapped {
		opt = parser.WithSourceMapLoader(func(string) ([]byte, error) { return nil, errors.New("no source map") })
	}
	tree, err := goja.Parse(file, text, opt)
	if err != nil {
		return nil, parseError(file, text, err)
	}
	if err := jsguard.RewriteWith(tree, jsguard.Options{Regexps: !k.plain, Deep: !k.plain, Appends: !k.plain}); err != nil {
		var bad *jsguard.BadRegexp
		if errors.As(err, &bad) {
			pos := tree.File.Position(int(bad.At) - tree.File.Base())
			col := pos.Column - 1
			if pos.Line == 1 && strings.HasPrefix(text, wrapperHead) {
				col -= len(wrapperHead)
			}
			return nil, &syntaxError{msg: bad.Error(), file: file, line: pos.Line, col: col}
		}
		return nil, err
	}
	prg, err := goja.CompileAST(tree, false)
	if err != nil {
		return nil, parseError(file, text, err)
	}
	return prg, nil
}

var gojaSyntax = regexp.MustCompile(`^(?:SyntaxError: )?(?:.*?: )?Line (\d+):(\d+) (.*?)(?: \(and \d+ more errors\))?$`)
var compileSyntax = regexp.MustCompile(`^SyntaxError: (.*?)(?: at .*?:(\d+):(\d+))?$`)

func parseError(file, text string, err error) error {
	msg := err.Error()
	if m := gojaSyntax.FindStringSubmatch(msg); m != nil {
		line, _ := strconv.Atoi(m[1])
		col, _ := strconv.Atoi(m[2])
		if line == 1 && strings.HasPrefix(text, wrapperHead) {
			col -= len(wrapperHead)
		}
		return &syntaxError{msg: v8Syntax(m[3]), file: file, line: line, col: col - 1}
	}
	if m := compileSyntax.FindStringSubmatch(msg); m != nil {
		line, _ := strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		if line == 1 && strings.HasPrefix(text, wrapperHead) {
			col -= len(wrapperHead)
		}
		return &syntaxError{msg: v8Syntax(m[1]), file: file, line: line, col: col - 1}
	}
	return &syntaxError{msg: msg, file: file}
}

// v8Syntax words a parser's complaint as V8 does.
func v8Syntax(msg string) string {
	switch {
	case strings.HasPrefix(msg, "Unexpected token "):
		t := strings.TrimPrefix(msg, "Unexpected token ")
		if t == "ILLEGAL" {
			return "Invalid or unexpected token"
		}
		return "Unexpected token '" + strings.Trim(t, "'") + "'"
	case strings.HasPrefix(msg, "Unexpected end of input"), strings.Contains(msg, "end of file"):
		return "Unexpected end of input"
	}
	return msg
}

type transformed struct {
	code, sourceMap string
}

var esbuildExpected = regexp.MustCompile(`^Expected .* but found "(.*)"$`)
var esbuildUnexpected = regexp.MustCompile(`^Unexpected "(.*)"$`)

// v8FromEsbuild words esbuild's complaint as V8 does.
func v8FromEsbuild(msg string) string {
	for _, re := range []*regexp.Regexp{esbuildExpected, esbuildUnexpected} {
		if m := re.FindStringSubmatch(msg); m != nil {
			tok := m[1]
			switch {
			case tok == "end of file":
				return "Unexpected end of input"
			case tok != "" && (jsguard.IsWordByte(tok[0])):
				if tok[0] >= '0' && tok[0] <= '9' {
					return "Invalid or unexpected token"
				}
				return "Unexpected identifier '" + tok + "'"
			}
			return "Unexpected token '" + tok + "'"
		}
	}
	if strings.HasPrefix(msg, "Unexpected end of file") {
		return "Unexpected end of input"
	}
	return msg
}

// lowered is what goja cannot run and esbuild rewrites.
var lowered = map[string]bool{
	"async-generator": false, "for-await": false, "dynamic-import": false, "import-meta": false,
	"import-attributes": false, "import-assertions": false, "using": false, "decorators": false,
	"regexp-dot-all-flag": true, "regexp-lookbehind-assertions": true, "regexp-match-indices": true, "regexp-named-capture-groups": true,
	"regexp-set-notation": true, "regexp-sticky-and-unicode-flags": true, "regexp-unicode-property-escapes": true,
}

// fieldsLowered is lowered and class fields too: goja refuses fields that are named get, set or async and have a value.
var fieldsLowered = func() map[string]bool {
	m := maps.Clone(lowered)
	m["class-field"], m["class-static-field"] = false, false
	return m
}()

var oddField = regexp.MustCompile(`\b(?:get|set|async|static)\s*=[^=>]`)

// supportedFor picks what esbuild has to rewrite in a text.
func supportedFor(text string) map[string]bool {
	if oddField.MatchString(text) && strings.Contains(text, "class") {
		return fieldsLowered
	}
	return lowered
}

func loaderFor(file string) api.Loader {
	switch path.Ext(file) {
	case ".ts", ".mts", ".cts":
		return api.LoaderTS
	case ".tsx":
		return api.LoaderTSX
	case ".jsx":
		return api.LoaderJSX
	}
	return api.LoaderJS
}

// esmDefines hides from an ES module the names that only its compiled form has.
var esmDefines = map[string]string{
	"import.meta": "__import_meta", "require": "__esm_require", "module": "__esm_module", "exports": "__esm_exports", "this": "undefined",
}

// asyncGeneratorProbe is how packages get at the prototype of async generators, of which a lowered one has nothing.
var asyncGeneratorProbe = regexp.MustCompile(`Object\.getPrototypeOf\(\s*(?:/\*[^*]*\*/\s*)?async function\s*\*\s*\(\)\s*\{\s*\}\s*\)`)

// transform lowers a text to CommonJS that goja parses.
func transform(file, text string, esm bool) (*transformed, error) {
	return transformWith(file, text, esm, supportedFor(text))
}

func transformWith(file, text string, esm bool, supported map[string]bool) (*transformed, error) {
	text = asyncGeneratorProbe.ReplaceAllString(text, "({prototype:Object.create({[Symbol.asyncIterator](){return this}})})")
	opts := api.TransformOptions{
		Loader: loaderFor(file), Format: api.FormatCommonJS, Target: api.ESNext, Supported: supported,
		Sourcefile: file, Sourcemap: api.SourceMapExternal, SourcesContent: api.SourcesContentExclude,
		LogLevel: api.LogLevelSilent, LogOverride: map[string]api.LogLevel{"assign-to-import": api.LogLevelWarning},
		TsconfigRaw: `{"compilerOptions":{"experimentalDecorators":true}}`,
		Define:      map[string]string{"import.meta": "__import_meta"},
	}
	if esm {
		opts.Define = esmDefines
	}
	res := api.Transform(text, opts)
	if len(res.Errors) > 0 {
		return nil, esbuildError(file, res.Errors[0])
	}
	return &transformed{code: string(res.Code), sourceMap: inlineMap(res.Map, 1)}, nil
}

func esbuildError(file string, m api.Message) error {
	e := &syntaxError{msg: v8FromEsbuild(m.Text), file: file}
	if m.Location != nil {
		e.line, e.col, e.width = m.Location.Line, m.Location.Column, m.Location.Length
	}
	return e
}

// inlineMap makes the comment that carries a source map, moved down by some lines.
func inlineMap(m []byte, down int) string {
	var obj map[string]any
	if json.Unmarshal(m, &obj) != nil {
		return ""
	}
	s, _ := obj["mappings"].(string)
	if down > 0 {
		s = "AAAA" + strings.Repeat(";", down) + s // the reader finds nothing in front of the second mapping
	}
	obj["mappings"] = s
	b, err := json.Marshal(obj)
	if err != nil {
		return ""
	}
	return "//# sourceMappingURL=data:application/json;base64," + base64.StdEncoding.EncodeToString(b)
}

var (
	// the lines on which esbuild puts the requires that stand for static imports
	staticImport = regexp.MustCompile(`(?m)^(?:var [\w$]+ = (?:__toESM\()?|__reExport\([\w$]+, |)require\(("(?:[^"\\]|\\.)*")\)`)
	namedImport  = regexp.MustCompile(`(?:^|[;}\n])\s*import\s*(?:[\w$]+\s*,\s*)?\{([^}"'` + "`" + `]*)\}\s*from\s*["']([^"'\n]+)["']`)
	typedImport  = regexp.MustCompile(`from\s*["']([^"'\n]+)["']\s*(?:with|assert)\s*\{\s*["']?type["']?\s*:\s*["']json["']\s*,?\s*\}`)
	dynImport    = regexp.MustCompile(`import\(\s*["']([^"'\n]+)["']\s*,\s*\{\s*(?:with|assert)\s*:\s*\{\s*["']?type["']?\s*:\s*["']json["']`)
	sideImport   = regexp.MustCompile(`import\s*["']([^"'\n]+)["']\s*(?:with|assert)\s*\{\s*["']?type["']?\s*:\s*["']json["']`)
)

// compileESM compiles an ES module: esbuild turns it into a function body that requires its imports and defines its exports
// as getters. A module with top-level await is first turned into one whose body is an async function.
func (k compiler) compileESM(file, text string) (*unit, error) {
	u := &unit{esm: true, imports: map[string][]string{}}
	res, err := transform(file, text, true)
	if err != nil && strings.Contains(err.Error(), "op-level await") {
		u.tla = true
		res, err = transformTLA(file, text)
	}
	if err != nil {
		return nil, err
	}
	code := res.code
	seen := map[string]bool{}
	for _, m := range staticImport.FindAllStringSubmatch(code, -1) {
		var spec string
		if json.Unmarshal([]byte(m[1]), &spec) == nil && !seen[spec] {
			seen[spec] = true
			u.deps = append(u.deps, spec)
		}
	}
	if !isTS(file) && path.Ext(file) != ".jsx" {
		for _, m := range namedImport.FindAllStringSubmatch(text, -1) {
			if !seen[m[2]] {
				continue
			}
			for _, part := range strings.Split(m[1], ",") {
				f := strings.Fields(part)
				if len(f) == 0 || f[0] == "//" || strings.HasPrefix(f[0], "/*") {
					continue
				}
				if isIdentifier(f[0]) && (len(f) == 1 || len(f) == 3 && f[1] == "as") {
					u.imports[m[2]] = append(u.imports[m[2]], f[0])
				}
			}
		}
	}
	for _, re := range []*regexp.Regexp{typedImport, sideImport} {
		for _, m := range re.FindAllStringSubmatch(text, -1) {
			u.typed = append(u.typed, m[1])
		}
	}
	for _, m := range dynImport.FindAllStringSubmatch(text, -1) {
		u.typed = append(u.typed, "import() "+m[1])
	}
	code = strings.ReplaceAll(code, ".then(() => __toESM(require(", ".then(() => __dynImport((")
	code = strings.ReplaceAll(code, ".then((s) => __toESM(require(", ".then((s) => __dynImport((")
	code = strings.Replace(code, "var __toESM = (", "var __toESM = (m) => m, __toESM0 = (", 1)
	tail := "\n"
	if u.tla {
		tail = "\nreturn __tla();\n"
	}
	prg, err := k.compileJS(file, esmHead+code+tail+res.sourceMap+"\n})", true)
	if err != nil {
		return nil, err
	}
	u.prg = prg
	return u, nil
}

func isIdentifier(s string) bool {
	for i := 0; i < len(s); i++ {
		if !jsguard.IsWordByte(s[i]) {
			return false
		}
	}
	return s != ""
}

// transformTLA bundles the one module behind a dynamic import, which makes esbuild wrap its body in an async function with
// its declarations hoisted outside, then turns the result into CommonJS.
func transformTLA(file, text string) (*transformed, error) {
	const entry, inner = "sandpit-entry", "sandpit-module"
	plugin := api.Plugin{Name: "one-module", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			switch {
			case a.Kind == api.ResolveEntryPoint:
				return api.OnResolveResult{Path: entry, Namespace: "virtual"}, nil
			case a.Importer == entry && a.Path == inner:
				return api.OnResolveResult{Path: file, Namespace: "source"}, nil
			}
			return api.OnResolveResult{Path: a.Path, External: true, SideEffects: api.SideEffectsTrue}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "virtual"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			s := `globalThis.__sandpit_run = () => import("` + inner + `");`
			return api.OnLoadResult{Contents: &s, Loader: api.LoaderJS, ResolveDir: "/"}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "source"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			return api.OnLoadResult{Contents: &text, Loader: loaderFor(file), ResolveDir: "/"}, nil
		})
	}}
	build := func() api.BuildResult {
		return api.Build(api.BuildOptions{
			EntryPoints: []string{entry}, Bundle: true, Write: false, Format: api.FormatESModule, Target: api.ESNext,
			Define: esmDefines, Supported: map[string]bool{"import-attributes": true}, Plugins: []api.Plugin{plugin}, LogLevel: api.LogLevelSilent, Platform: api.PlatformNeutral,
			TreeShaking: api.TreeShakingFalse, Outdir: "/out", AbsWorkingDir: "/",
			TsconfigRaw: `{"compilerOptions":{"experimentalDecorators":true}}`,
		})
	}
	res := build()
	// Assigning to an import is an error of the bundler's but, to a program, a TypeError when it happens.
	for try := 0; try < 10 && len(res.Errors) > 0 && onlyImportAssignments(res.Errors); try++ {
		text = spoilAssignments(text, res.Errors)
		res = build()
	}
	if len(res.Errors) > 0 {
		return nil, esbuildError(file, res.Errors[0])
	}
	code := string(res.OutputFiles[0].Contents)
	const call = "globalThis.__sandpit_run = () => "
	i := strings.Index(code, call)
	if i < 0 {
		return nil, &syntaxError{msg: "top-level await cannot be lowered", file: file}
	}
	// () => init().then(() => exports) : the namespace object is what the module exports
	j := strings.Index(code[i:], ";\n")
	if j < 0 {
		j = len(code) - i
	}
	run := code[i+len(call) : i+j]
	code = code[:i] + "var __tla = () => " + run + ";\nexport { __tla };\n" + code[i+j:]
	two, err := transform(strings.TrimSuffix(file, path.Ext(file))+".mjs", code, true)
	if err != nil {
		return nil, err
	}
	two.code = strings.Replace(two.code, "__tla: () => __tla", "", 1)
	two.sourceMap = ""
	return two, nil
}

func onlyImportAssignments(errs []api.Message) bool {
	for _, e := range errs {
		if !strings.HasPrefix(e.Text, "Cannot assign to import ") || e.Location == nil {
			return false
		}
	}
	return true
}

// spoilAssignments turns the targets of impossible assignments into properties of a frozen object.
func spoilAssignments(text string, errs []api.Message) string {
	lines := strings.Split(text, "\n")
	sort.Slice(errs, func(i, j int) bool { return errs[i].Location.Column > errs[j].Location.Column })
	for _, e := range errs {
		at := e.Location
		if at.Line < 1 || at.Line > len(lines) || at.Column > len(lines[at.Line-1]) {
			continue
		}
		l := lines[at.Line-1]
		lines[at.Line-1] = l[:at.Column] + "globalThis.__sandpit_frozen." + l[at.Column:]
	}
	return strings.Join(lines, "\n")
}

// compileScript compiles a text that runs in the global scope.
func (k compiler) compileScript(file, src string) (*goja.Program, error) {
	if err := jsguard.ScanSource(src); err != nil {
		return nil, &syntaxError{msg: err.Error()}
	}
	prg, err := k.compileJS(file, src, false)
	if err == nil {
		return prg, nil
	}
	res, terr := transform(file, src, false)
	if terr != nil {
		return nil, terr
	}
	return k.compileJS(file, res.code+"\n"+res.sourceMap, true)
}

// decodeUTF8 is how Node reads text: invalid bytes become U+FFFD.
func decodeUTF8(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	return decodeWTF(b)
}

var builtinNames = sync.OnceValue(func() []string {
	var names []string
	for n := range builtins() {
		if isPublicBuiltin(n) {
			names = append(names, n)
		}
	}
	sort.Strings(names)
	return names
})
