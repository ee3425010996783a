package jsguard

import (
	"testing"

	"github.com/dop251/goja"
)

// TestArrowArguments reads the arguments of a function in arrow functions inside of it.
func TestArrowArguments(t *testing.T) {
	for code, want := range map[string]string{
		"(function () { return (() => arguments.length)() })(1, 2, 3)":                                                   "3",
		"(function (a) { return (() => arguments[1])() })(1, 2, 3)":                                                      "2",
		"(function () { const h = () => [this.v, arguments[1]]; return h() }).call({v: 5}, 1, 2) + ''":                   "5,2",
		"(function () { 'use strict'; return (() => () => [this, arguments[0]])()() }).call(undefined, 7) + ''":          ",7",
		"({m() { return [1].map(() => arguments[0])[0] }}).m('x')":                                                       "x",
		"(class { static s() { return (() => arguments.length)() } }).s(1, 2)":                                           "2",
		"(function () { return (function () { return (() => arguments[0])() })('in') + (() => arguments[0])() })('out')": "inout",
		"(function* () { yield (() => arguments[0])() })('g').next().value":                                              "g",
		"(function f(n) { return n ? (() => f(arguments[0] - 1))() : 'done' })(3)":                                       "done",
	} {
		vm := goja.New()
		p, err := goja.Parse("", code)
		if err != nil {
			t.Fatal(err)
		}
		Rewrite(p)
		prg, err := goja.CompileAST(p, false)
		if err != nil {
			t.Fatal(err)
		}
		v, err := vm.RunProgram(prg)
		if err != nil {
			t.Errorf("%s: %v", code, err)
		} else if v.String() != want {
			t.Errorf("%s: %s, want %s", code, v, want)
		}
	}
}
