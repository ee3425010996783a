package jsguard

import (
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"
	"github.com/dop251/goja/token"
)

func parseFor(t *testing.T, src string) *ast.Program {
	t.Helper()
	p, err := goja.Parse("a.js", src, parser.WithDisableSourceMaps)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// everyPlace has a read of s at each place where an expression can stand.
const everyPlace = `(function* () {
let s = '', o = {}, t;
for (let i = 0; i < 9; i++) s += i;
var v = s, [a = s, ...b] = [s], { c = s, [s]: d, e: { f = s } = s, ...g } = s;
[s, ...s]; ({ s, k: s, [s]: 1, ...s, get [s]() { return s; }, [s]() {}, async m(p = s) { await s; }, *n() { yield s; yield* s; } });
s.x; s[s]; s(s, ...s); new s(s, ...s); s?.x; s?.[s]; o?.[s]?.(s); s.x = s; s[s] = s; o.x += s; s.x += s; s.x++; delete s.x; o[s]--;
-s; !s; void s; typeof s; s + s; s ? s : s; s in s; s instanceof s; s && s; s ?? s; (s, s); t = s; t = s += s; ` + "`${s}${s}`; s`${s}`;" + `
(x = s) => s; (x) => { return s; }; (function (x = s, { y = s }, [z = s]) { return s; }); async () => await s; ({ p: s } = { p: 1 }); [s = s] = [s]; [o.x = s] = [s]; ({ p: o[s] = s } = s);
class K extends s { [s] = s; static [s] = s; static { s; } [s]() { return super[s] + s; } #q = s; m() { s.#q; return #q in s; } constructor() { super(s); } }
(class extends s {});
if (s) s; else s; while (s) s; do s; while (s); for (s; s; s) s; for (var q = s; ;) s; for (let q = s; ;) s; for (const x of s) s; for (const x in s) s; for (s of s); for (o[s] in s);
switch (s) { case s: s; default: s; } try { throw s; } catch ({ message = s }) { s; } finally { s; } l: { s; break l; }
return s;
})`

// TestAppendsEverywhere: after the rewrite no place has the variable itself but those that set it and the two functions.
func TestAppendsEverywhere(t *testing.T) {
	p := parseFor(t, everyPlace)
	if err := RewriteWith(p, Options{Appends: true}); err != nil {
		t.Fatal(err)
	}
	var reads, bare int
	var walk func(v reflect.Value, sets bool)
	pattern := func(e any) bool {
		switch e.(type) {
		case *ast.ArrayPattern, *ast.ObjectPattern:
			return true
		}
		return false
	}
	walk = func(v reflect.Value, sets bool) {
		switch v.Kind() {
		case reflect.Interface:
			if !v.IsNil() {
				walk(v.Elem(), sets)
			}
			return
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i), sets)
			}
			return
		case reflect.Pointer:
		default:
			return
		}
		if v.IsNil() {
			return
		}
		switch n := v.Interface().(type) {
		case *ast.Identifier:
			if n.Name == "s" && !sets {
				bare++
			}
			return
		case *ast.CallExpression:
			if id, ok := n.Callee.(*ast.Identifier); ok && (id.Name == guardFlat || id.Name == guardAppend) {
				reads++
				for _, a := range n.ArgumentList[1:] {
					walk(reflect.ValueOf(a), false)
				}
				return
			}
		case *ast.AssignExpression:
			walk(reflect.ValueOf(n.Left), n.Operator == token.ASSIGN)
			walk(reflect.ValueOf(n.Right), false)
			return
		case *ast.Binding:
			walk(reflect.ValueOf(n.Target), true)
			if n.Initializer != nil {
				walk(reflect.ValueOf(n.Initializer), false)
			}
			return
		case *ast.ForIntoExpression:
			walk(reflect.ValueOf(n.Expression), true)
			return
		case *ast.PropertyKeyed:
			walk(reflect.ValueOf(n.Key), false)
			walk(reflect.ValueOf(n.Value), sets)
			return
		case *ast.PropertyShort:
			if n.Name.Name == "s" && !sets {
				bare++
			}
			if n.Initializer != nil {
				walk(reflect.ValueOf(n.Initializer), false)
			}
			return
		}
		sets = sets && pattern(v.Interface())
		for i := range v.Elem().NumField() {
			f := v.Elem().Type().Field(i)
			if f.Name != "DeclarationList" && f.Name != "File" {
				walk(v.Elem().Field(i), sets)
			}
		}
	}
	for _, s := range p.Body {
		walk(reflect.ValueOf(s), false)
	}
	if bare > 0 || reads < 100 {
		t.Errorf("%d places have the variable itself, %d go through the functions", bare, reads)
	}
}

// TestAppendsLeftAlone: variables that are not of that kind stay as they are.
func TestAppendsLeftAlone(t *testing.T) {
	for name, src := range map[string]string{
		"of the program":      `let s = ''; for (;;) s += 'x'`,
		"a number":            `(function () { let s = 0; for (;;) s += 1 })`,
		"not in a loop":       `(function () { let s = ''; s += 1; s += 2; return s })`,
		"a parameter":         `(function (s) { for (;;) s += 'x'; s = '' })`,
		"counted":             `(function () { let s = ''; for (;;) s += 'x'; s++ })`,
		"in with":             `(function () { let s = ''; for (;;) s += 'x'; with (o) { s } })`,
		"another of its name": `(function () { let s = ''; { let s = 1; for (;;) s += 'x' } })`,
		"of a catch":          `(function () { try {} catch (s) { for (;;) s += ''; s = '' } })`,
		"a function":          `(function () { for (;;) s += 'x'; s = ''; function s() {} })`,
	} {
		p := parseFor(t, src)
		RewriteWith(p, Options{Appends: true})
		if has(p, guardAppend) || has(p, guardFlat) {
			t.Errorf("%s: rewritten", name)
		}
	}
}

func has(p *ast.Program, name string) bool {
	found := false
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Interface, reflect.Pointer:
			if v.IsNil() {
				return
			}
			if id, ok := v.Interface().(*ast.Identifier); ok && string(id.Name) == name {
				found = true
			}
			walk(v.Elem())
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Struct:
			for i := range v.NumField() {
				if f := v.Type().Field(i); f.IsExported() && f.Name != "File" {
					walk(v.Field(i))
				}
			}
		}
	}
	for _, s := range p.Body {
		walk(reflect.ValueOf(s))
	}
	return found
}

// TestAppendIsLinear: what is allocated for a text that grows is a few times its length.
func TestAppendIsLinear(t *testing.T) {
	vm := goja.New()
	NewLenient(vm, 1<<30).InstallAppends()
	for _, piece := range []string{"x", "é"} {
		p := parseFor(t, `(function (n, x) { let s = ''; for (let i = 0; i < n; i++) s += x; return s; })`)
		RewriteWith(p, Options{Appends: true})
		prg, err := goja.CompileAST(p, false)
		if err != nil {
			t.Fatal(err)
		}
		v, err := vm.RunProgram(prg)
		if err != nil {
			t.Fatal(err)
		}
		run, _ := goja.AssertFunction(v)
		const n = 80000
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		out, err := run(goja.Undefined(), vm.ToValue(n), vm.ToValue(piece))
		runtime.ReadMemStats(&after)
		if err != nil || out.String() != strings.Repeat(piece, n) {
			t.Fatal(err)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 { // each text anew: three gigabytes
			t.Errorf("%d appends of %q allocated %d MB", n, piece, used>>20)
		}
	}
}
