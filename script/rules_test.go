package script

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// TestRules: what is forbidden is found where it stands, and nothing else is.
func TestRules(t *testing.T) {
	e := testEngine(t, Options{Bindings: []Binding{{Name: "echo", Func: echo}}})
	for src, want := range map[string]string{
		"eval('1')":                                              "eval 1:1",
		"const x = 1;\n  (0, eval)('1')":                         "eval 2:7",
		"new Function('return 1')":                               "Function 1:5",
		"Function('return 1')()":                                 "Function 1:1",
		"[].map(Function)":                                       "Function 1:8",
		"globalThis.eval('1')":                                   "eval 1:12",
		"globalThis['Function']('1')":                            "Function 1:1",
		"(() => 1).constructor('1')":                             "constructor 1:11",
		"(function* () {}).constructor":                          "constructor 1:19",
		"[].constructor.constructor('1')":                        "constructor 1:16",
		"Object.getPrototypeOf(async () => 1).constructor":       "constructor 1:38",
		"await import('fs')":                                     "import() 1:7",
		"WebAssembly.compile":                                    "WebAssembly 1:1",
		"new SharedArrayBuffer(1)":                               "SharedArrayBuffer 1:5",
		"'eval(1)'":                                              "",
		"`new Function ${1}`":                                    "",
		"// eval('1')\n1 /* new Function() */":                   "",
		"({ eval: 1, Function: 2 }).eval":                        "",
		"const o = { eval() { return 1 } }; o.eval()":            "",
		"(function (Function) { return Function })(1)":           "",
		"const WebAssembly = 1; WebAssembly":                     "",
		"typeof WebAssembly":                                     "",
		"(() => 1) instanceof Function":                          "",
		"try { throw 1 } catch (Function) { Function }":          "",
		"class A { constructor() { this.x = 1 } } new A().x":     "",
		"for (const SharedArrayBuffer of [1]) SharedArrayBuffer": "",
		"/eval('1')/.source":                                     "",
		"function f() { var Function = 1; return Function } f()": "",
		"const { eval: e1 } = { eval: 1 }; e1":                   "",
		"label: for (;;) { break label }":                        "",
		"new Error('x').constructor.name":                        "",
	} {
		_, err := e.Eval(context.Background(), src, nil)
		got := ""
		if err != nil {
			se := err.(*Error)
			if se.Code != Forbidden {
				got = err.Error()
			} else {
				word := strings.Fields(strings.TrimPrefix(se.Message, "the "))[0]
				got = fmt.Sprintf("%s %d:%d", word, se.Line, se.Column)
			}
		}
		if got != want {
			t.Errorf("%s\n got %q (%v)\nwant %q", src, got, err, want)
		}
	}
}

// TestNoCodeFromStrings tries the ways to a constructor of functions that no check of the text can see: the realm has none.
func TestNoCodeFromStrings(t *testing.T) {
	e := testEngine(t, Options{Modules: Modules{Builtins: []string{"util"}, Host: map[string]string{"h": "module.exports = (x) => x.constructor"}}, Bindings: []Binding{{Name: "echo", Func: echo}}})
	const k = "const k = ['con','structor'].join(''); const code = 'return 1+41';\n"
	for _, src := range []string{
		k + "(() => 1)[k](code)()",
		k + "(function* () {})[k](code)().next().value",
		k + "await (async () => 1)[k](code)()",
		k + "(class {})[k](code)()",
		k + "[].map[k](code)()",
		k + "host.echo[k](code)()",
		k + "console.log[k](code)()",
		k + "setTimeout[k](code)()",
		k + "(() => 1).bind()[k](code)()",
		k + "Reflect.construct((() => 1)[k], [code])()",
		k + "Object.getPrototypeOf(() => 1)[k](code)()",
		k + "class F extends (() => 1)[k] {} new F(code)()",
		k + "globalThis['ev' + 'al']('1+41')",
		k + "globalThis['Func' + 'tion'](code)()",
		k + "const { [k]: C } = () => 1; C(code)()",
		k + "Reflect.get(() => 1, k)(code)()",
		k + "Object.getOwnPropertyDescriptor(Object.getPrototypeOf(() => 1), k).value(code)()",
		"import h from 'h'; h(() => 1)('return 1+41')()",
		"import h from 'h'; h(h)('return 1+41')()",
		"import util from 'util'; " + k + "util.format[k](code)()",
		k + "setTimeout(code, 1)",
		k + "(async function* () {})[k](code)().next()",
		k + "Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(() => 1))).find(([n]) => n === k)[1].value(code)()",
		k + "new Proxy(() => 1, {})[k](code)()",
		k + "let C; for (const n of Object.getOwnPropertyNames(Object.getPrototypeOf(() => 1))) if (n === k) C = Object.getPrototypeOf(() => 1)[n]; C(code)()",
	} {
		res, err := e.Eval(context.Background(), src, nil)
		if err == nil {
			t.Errorf("%s\n gave %s", src, res.JSON)
		}
	}
}

// The two tables of globals, each name tested.
func TestGlobals(t *testing.T) {
	e := testEngine(t, Options{Bindings: []Binding{{Name: "readFile", Func: echo}}})
	language := strings.Fields(`Promise JSON Math Date Object Array Map Set WeakMap WeakSet RegExp Number String Boolean Symbol BigInt parseInt parseFloat isNaN isFinite
		encodeURIComponent decodeURIComponent encodeURI decodeURI Error TypeError RangeError SyntaxError ReferenceError EvalError URIError AggregateError Uint8Array Int8Array Uint16Array Int16Array
		Uint32Array Int32Array Float32Array Float64Array Uint8ClampedArray BigInt64Array BigUint64Array ArrayBuffer DataView Proxy Reflect globalThis WeakRef FinalizationRegistry Iterator`)
	for _, name := range append(PresentGlobals(), language...) {
		res, err := e.Eval(context.Background(), "typeof "+name+" !== 'undefined' && "+name+" !== null", nil)
		if err != nil || res.Text() != "true" {
			t.Errorf("%s: %s %v", name, res.JSON, err)
		}
		res, err = e.Eval(context.Background(), "typeof globalThis["+quote(name)+"]", nil)
		if err != nil || res.Text() == "undefined" {
			t.Errorf("globalThis.%s: %s %v", name, res.JSON, err)
		}
	}
	for name, advice := range AbsentGlobals() {
		res, err := e.Eval(context.Background(), "typeof "+name, nil)
		if err != nil || res.Text() != "undefined" {
			t.Errorf("typeof %s: %s %v", name, res.JSON, err)
		}
		_, err = e.Eval(context.Background(), name, nil)
		if CodeOf(err) != Threw || !strings.Contains(err.Error(), advice) || err.(*Error).Name != "ReferenceError" {
			t.Errorf("%s: %v", name, err)
		}
	}
	res, err := e.Eval(context.Background(), "const fetch = 5; const process = {env: 1}; fetch + process.env", nil)
	if err != nil || res.Text() != "6" {
		t.Errorf("own names: %s %v", res.JSON, err)
	}
	res, err = e.Eval(context.Background(), "let m; try { fetch('x') } catch (e) { m = e.message } m", nil)
	if err != nil || !strings.Contains(res.Text(), "host.readFile") {
		t.Errorf("advice: %s %v", res.JSON, err)
	}
	e = testEngine(t, Options{Globals: Globals{Deny: []string{"Buffer"}, Values: map[string]any{"config": map[string]any{"a": 1}}}})
	res, err = e.Eval(context.Background(), "typeof Buffer + config.a", nil)
	if err != nil || res.Text() != "undefined1" {
		t.Errorf("denied: %s %v", res.JSON, err)
	}
}
