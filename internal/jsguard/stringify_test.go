package jsguard

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dop251/goja"
)

// realm is a runtime with every check in it.
func realm(t testing.TB, limit int64) (*goja.Runtime, *Natives) {
	t.Helper()
	vm := goja.New()
	vm.SetMaxCallStackSize(4000)
	n := NewNatives(vm, limit, nil)
	if err := n.InstallOperators(); err != nil {
		t.Fatal(err)
	}
	n.InstallAll()
	return vm, n
}

// evaluate runs an expression and describes its value, or what it throws, as the recordings do.
func evaluate(t testing.TB, vm *goja.Runtime, code string) goja.Value {
	t.Helper()
	v, err := vm.RunString(code)
	var so *goja.StackOverflowError
	if errors.As(err, &so) {
		return vm.ToValue("RangeError: Maximum call stack size exceeded")
	}
	var ex *goja.Exception
	if errors.As(err, &ex) {
		o := ex.Value().(*goja.Object)
		return vm.ToValue(o.Get("name").String() + ": " + o.Get("message").String())
	}
	if err != nil {
		t.Fatalf("%s: %v", code, err)
	}
	return v
}

// TestStringify compares with what Node 20 printed.
func TestStringify(t *testing.T) {
	b, err := os.ReadFile("testdata/stringify.js")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/stringify.want")
	if err != nil {
		t.Fatal(err)
	}
	wants := strings.Split(strings.TrimSpace(string(want)), "\n")
	vm, _ := realm(t, 1<<30)
	quote, _ := goja.AssertFunction(vm.Get("JSON").(*goja.Object).Get("stringify"))
	i := 0
	for _, l := range strings.Split(string(b), "\n") {
		if l == "" || strings.HasPrefix(l, "//") {
			continue
		}
		code := "JSON.stringify((" + l + "))"
		if rest, ok := strings.CutPrefix(l, "!"); ok && rest != "" {
			code = "JSON.stringify(..." + rest + ")"
		} else if ok {
			code = "JSON.stringify()"
		}
		v := evaluate(t, vm, code)
		if goja.IsUndefined(v) {
			v = vm.ToValue("undefined")
		}
		got, err := quote(goja.Undefined(), v)
		if err != nil {
			t.Fatal(err)
		}
		if i >= len(wants) {
			t.Fatal("stringify.want is too short")
		}
		if got.String() != wants[i] {
			t.Errorf("%s\n got %s\nwant %s", l, got, wants[i])
		}
		i++
	}
	if i != len(wants) {
		t.Errorf("%d cases, %d answers", i, len(wants))
	}
}

// TestStringifyLimits gives it what the engine's own would hang on.
func TestStringifyLimits(t *testing.T) {
	vm, _ := realm(t, 8<<20)
	for code, want := range map[string]string{
		"let n=[]; for (let i=0;i<1e5;i++) n=[n]; JSON.stringify(n)":                                                "RangeError: Maximum call stack size exceeded",
		"let d=[]; for (let i=0;i<60;i++) d=[d,d]; JSON.stringify(d)":                                               "RangeError: Invalid string length",
		"let e={}; for (let i=0;i<60;i++) e={a:e,b:e}; JSON.stringify(e, null, 2)":                                  "RangeError: Invalid string length",
		"const h=[]; h.length=4294967295; JSON.stringify(h)":                                                        "RangeError: Invalid string length",
		"JSON.stringify(new Proxy([], {get: (t,k) => k==='length' ? 2**53-1 : t[k]}))":                              "RangeError: Invalid string length",
		"JSON.stringify(Array(9).fill('\\u0001'.repeat(100000)))":                                                   "RangeError: Invalid string length",
		"JSON.stringify({a: 1}, new Proxy([], {get: (t,k) => k==='length' ? 2**53-1 : t[k]}))":                      "RangeError: Invalid array length",
		"JSON.stringify(new Uint8Array(2**19))":                                                                     "RangeError: Invalid string length",
		"let q={toJSON(){ let m=q; for (let i=0;i<100;i++) m=[m]; return [JSON.stringify(m)] }}; JSON.stringify(q)": "RangeError: Maximum call stack size exceeded",
		"JSON.stringify([1, {a: 2}])":                                                                               `[1,{"a":2}]`,
	} {
		if got := evaluate(t, vm, code).String(); got != want {
			t.Errorf("%s\n got %.200s\nwant %s", code, got, want)
		}
	}
}

// TestStringifyStops ends a program in the middle of a text that never gets long.
func TestStringifyStops(t *testing.T) {
	for _, code := range []string{
		"let d=[]; for (let i=0;i<60;i++) d=[d,d]; JSON.stringify(d)",
		"let e={}; for (let i=0;i<60;i++) e={a:e,b:e}; JSON.stringify([e], ['zz','a','b'], 1)",
		"let c=[]; c.length=1e7; c=[c,c,c,c,c,c,c,c]; JSON.stringify(c)",
	} {
		vm, n := realm(t, 1<<40)
		var stopped atomic.Bool
		n.Stopped = stopped.Load
		timer := time.AfterFunc(20*time.Millisecond, func() { stopped.Store(true) })
		_, err := vm.RunString(code)
		timer.Stop()
		var ie *goja.InterruptedError
		if !errors.As(err, &ie) {
			t.Errorf("%s: %v", code, err)
		}
	}
}

const jsonBench = `(() => { const rows = []; for (let i = 0; i < 5000; i++) rows.push({id: i, name: "name of row " + i, email: "user" + i + "@example.com", active: i % 3 === 0,
	score: i * 1.5, tags: ["alpha", "beta", "gamma"], address: {street: "Main street " + i, city: "Town", geo: [i / 7, -i / 9]}, note: null}); return rows })()`

// BenchmarkStringify writes 1 MB of JSON beside the engine's own function.
func BenchmarkStringify(b *testing.B) {
	for _, name := range []string{"guarded", "goja"} {
		b.Run(name, func(b *testing.B) {
			vm := goja.New()
			if name == "guarded" {
				vm, _ = realm(b, 1<<30)
			}
			v, err := vm.RunString(jsonBench)
			if err != nil {
				b.Fatal(err)
			}
			f, _ := goja.AssertFunction(vm.Get("JSON").(*goja.Object).Get("stringify"))
			b.ReportAllocs()
			for b.Loop() {
				s, err := f(goja.Undefined(), v)
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(len(s.String())))
			}
		})
	}
}

// TestStringifyIsJSON reads back what was written.
func TestStringifyIsJSON(t *testing.T) {
	vm, _ := realm(t, 1<<30)
	v := evaluate(t, vm, "JSON.stringify("+jsonBench+", null, '\\t')")
	if !json.Valid([]byte(v.String())) {
		t.Error("not JSON")
	}
}
