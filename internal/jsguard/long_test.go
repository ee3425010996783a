package jsguard

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dop251/goja"
)

// TestLongArrays compares the functions of long.js with the engine's own, over arrays that both are quick with.
func TestLongArrays(t *testing.T) {
	t.Parallel()
	vm, n := realm(t, 1<<30)
	l := n.long()
	theirs := goja.New()
	setup := `
	function show(v) { return typeof v === 'string' ? v : Array.isArray(v) ? '[' + Array.from({length: v.length}, (_, i) => i in v ? show(v[i]) : '-').join() + ']' : v !== null && typeof v === 'object' ? JSON.stringify(v) : Object.is(v, -0) ? '-0' : String(v) }
	const inputs = [() => [], () => [1], () => [3, 1, 2], () => [1, , 3], () => [, , ,], () => [undefined, 3, null, NaN, -0, 'a', 10, 9, , undefined], () => [[1, [2, [3]]], 4, [], [[5]]],
		() => ({length: 3, 0: 'x', 2: 'z'}), () => ({length: '2', 0: 5, 1: 4, 2: 3}), () => ({length: -1}), () => ({}), () => 'abc', () => new Proxy([2, 1], {}), () => Object.assign([1, 2, 3], {x: 1}),
		() => { const a = [5, 6]; Object.defineProperty(a, 2, {get() { return 7 }, enumerable: true, configurable: true}); return a }, () => (function () { return arguments })(1, 2, 3), () => Object.freeze([3, 1, 2])];
	const calls = {
		forEach: [[function (...a) { seen.push(a.length, a[1], show(a[0])) }], [undefined], [{}]], map: [[(v, i) => [v, i]], [x => x, 5]], filter: [[v => v > 1], [(v, i) => i % 2]],
		some: [[v => v > 2], [() => 0]], every: [[v => v > 0], [() => 1]], find: [[v => v > 1], [v => v === undefined]], findIndex: [[v => v > 1], [v => v === undefined]],
		findLast: [[v => v > 1], [v => v === undefined]], findLastIndex: [[v => v > 1], [() => 0]], reduce: [[(a, v, i) => a + '|' + v + i], [(a, v) => a + v, 'init'], [(a, v) => v, undefined]],
		reduceRight: [[(a, v, i) => a + '|' + v + i], [(a, v) => a + v, 'init']], flat: [[], [0], [Infinity], [-1], ['1'], [2]], flatMap: [[v => [v, [v]]], [v => v]],
		indexOf: [[1], [3, 1], [3, -1], [NaN], [undefined], [1, Infinity], [1, -Infinity], ['c']], lastIndexOf: [[1], [3, 1], [3, -1], [NaN], [1, undefined], [3, -Infinity]],
		includes: [[1], [NaN], [undefined], [3, -1], [1, 5]], reverse: [[]], fill: [[9], [9, 1], [9, -2, -1], [9, 5], [9, undefined, 1]], copyWithin: [[0, 1], [1, 0], [1, 0, 2], [-1, 0], [0, -2]],
		slice: [[], [1], [-2], [0, -1], [1, 2], [5], [2, 1]], concat: [[], [1, [2, , 3]], [{length: 1, 0: 'q'}], [{length: 2, 0: 'q', [Symbol.isConcatSpreadable]: true}], ['s']],
		splice: [[], [0], [1, 1], [0, 2, 'a', 'b', 'c'], [-1, 1, 'z'], [0, 0, 'q'], [1, Infinity]], unshift: [[], [1], [1, 2]], shift: [[]],
		sort: [[], [(a, b) => b - a], [undefined], [null], [() => NaN], [() => 0]], toSorted: [[], [(a, b) => b - a], [1]], toReversed: [[]], toSpliced: [[], [0], [1, 1], [0, 2, 'a', 'b'], [-1, 0, 'z']], with: [[0, 'w'], [-1, 'w'], [5, 'w'], ['0', 1]],
	};
	let seen = [];
	function run(name, fn, i, j) {
		const self = inputs[i]();
		seen = [];
		let r;
		try { r = show(Reflect.apply(fn, self, calls[name][j])) } catch (e) { r = e.name }
		return [r, seen.join(), show(self), self.length].join(' ; ');
	}`
	for _, r := range []*goja.Runtime{vm, theirs} {
		if _, err := r.RunString(setup); err != nil {
			t.Fatal(err)
		}
	}
	names, err := vm.RunString("Object.keys(calls)")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, k := range names.Export().([]any) {
		name := k.(string)
		if l.array[name] == nil {
			t.Fatalf("no %s", name)
		}
		ours := vm.ToValue(l.array[name])
		orig, err := theirs.RunString("Array.prototype." + name)
		if err != nil {
			t.Fatal(err)
		}
		size := func(expr string) int64 {
			v, err := vm.RunString(expr)
			if err != nil {
				t.Fatal(err)
			}
			return v.ToInteger()
		}
		mine, _ := goja.AssertFunction(vm.Get("run"))
		other, _ := goja.AssertFunction(theirs.Get("run"))
		for i := range size("inputs.length") {
			for j := range size("calls." + name + ".length") {
				a, err := mine(goja.Undefined(), k2(vm, name), ours, vm.ToValue(i), vm.ToValue(j))
				if err != nil {
					t.Fatal(err)
				}
				b, err := other(goja.Undefined(), k2(theirs, name), orig, theirs.ToValue(i), theirs.ToValue(j))
				if err != nil {
					t.Fatal(err)
				}
				if a.String() != b.String() {
					t.Errorf("%s, input %d, call %d:\n got %s\nwant %s", name, i, j, a, b)
				}
				count++
			}
		}
	}
	if count < 1000 {
		t.Errorf("only %d calls", count)
	}
}

func k2(vm *goja.Runtime, s string) goja.Value { return vm.ToValue(s) }

// TestShapes holds what is read of the engine's insides: it fails when a new release of it names them otherwise.
func TestShapes(t *testing.T) {
	vm := goja.New()
	for code, want := range map[string]bool{
		"[]": true, "[1,2]": true, "[1,,2]": false, "Object.assign([1], {x: 1})": true, "(() => { const a=[1]; a.length=3; return a })()": false,
		"(() => { const a=[]; a[1e6]=1; return a })()": false, "Object.defineProperty([1], 0, {get() {}})": false, "new Proxy([1], {})": false, "({length: 1})": false, "new Uint8Array(2)": false,
	} {
		v, err := vm.RunString("(" + code + ")")
		if err != nil {
			t.Fatal(err)
		}
		if got := dense(v.(*goja.Object)); got != want {
			t.Errorf("dense(%s): %v", code, got)
		}
	}
	for code, want := range map[string]bool{
		"() => 1": true, "function () {}": true, "({m() {}}).m": true, "Math.abs": false, "(() => 1).bind(null)": false, "new Proxy(() => 1, {})": false, "Object": false, "1": false, "class {}": false, "function* () {}": false,
	} {
		v, err := vm.RunString("(" + code + ")")
		if err != nil {
			t.Fatal(err)
		}
		if got := scripted(v); got != want {
			t.Errorf("scripted(%s): %v", code, got)
		}
	}
}

// TestJoinLong joins more than the engine is left to.
func TestJoinLong(t *testing.T) {
	vm, _ := realm(t, 1<<30)
	theirs := goja.New()
	for _, code := range []string{
		"const a = []; for (let i = 0; i < 21000; i++) a.push([i, 'x', null, undefined, 1.5, -0, true, [1, [2]], {}, 'é\\u{1f600}', 12n][i % 11]); a.join() + a.join('') + a.join(5) + a + a.toLocaleString().length",
		"const b = [1.5, -0, , 'x']; b.length = 30000; b[29999] = 1e21; b.join() + b.join('é').length", "Array.prototype.join.call('x'.repeat(30000), 'é').length", "Array.prototype.join.call({length: 30000, 5: 'x'}).length", "[[], [1, [2, 3]], null].join('|')", "String.prototype.padStart.call(5, 100000, 7).length + String.prototype.padEnd.call(12, 4, 0)",
		"'a'.localeCompare(5) + '10'.localeCompare(10)", "'1,2'.split(1).length + String.prototype.split.call(121, 2).join()",
	} {
		a, err := vm.RunString("{" + code + "}")
		if err != nil {
			t.Fatal(code, err)
		}
		b, err := theirs.RunString("{" + code + "}")
		if err != nil {
			t.Fatal(code, err)
		}
		if !a.StrictEquals(b) {
			t.Errorf("%s:\n got %.300s\nwant %.300s", code, a, b)
		}
	}
}

// stops runs programs that the engine alone could not be stopped in: each must end with an interrupt soon after the program
// was ended.
func stops(t *testing.T, programs []string) {
	t.Helper()
	for _, code := range programs {
		vm, n := realm(t, 1<<40)
		p, err := goja.Parse("", code)
		if err != nil {
			t.Fatal(err)
		}
		Rewrite(p)
		prg, err := goja.CompileAST(p, false)
		if err != nil {
			t.Fatal(err)
		}
		var stopped atomic.Bool
		n.Stopped = stopped.Load
		timer := time.AfterFunc(15*time.Millisecond, func() { stopped.Store(true); vm.Interrupt("stop") })
		_, err = vm.RunProgram(prg)
		timer.Stop()
		var ie *goja.InterruptedError
		if !errors.As(err, &ie) {
			t.Errorf("%s: %v", code, err)
		}
	}
}

func TestLongStops(t *testing.T) {
	t.Parallel()
	const forever = "const self = Object.prototype.valueOf, it = {done: false, value: 1, next: self, [Symbol.iterator]: self}; "
	const holes = "const a = []; a.length = 1e8; "
	programs := []string{
		forever + "new Set(it)", forever + "new Map(Object.assign(it, {value: [1, 2]}))", forever + "[...it]", forever + "Array.from(it)", forever + "Math.max(...it)", forever + "Promise.race(it)",
		forever + "Object.fromEntries(Object.assign(it, {value: [1, 2]}))", forever + "new WeakSet(Object.assign(it, {value: it}))",
		"let n = []; for (let i = 0; i < 60; i++) n = [n, n]; String(n)", "let n = []; for (let i = 0; i < 60; i++) n = [n, n]; n.flat(Infinity)",
		"Array.prototype.findIndex.call({length: 2**53}, Number.isInteger)", "Array.prototype.indexOf.call(new Proxy({length: 2**40}, {}), 1)",
		"let k = 0; Array.prototype.includes.call({get length() { return k++ ? 2**53 : 2**53 }}, 1)", "Array.from(new Proxy([], {get: (t, k) => k === 'length' ? 2**50 : t[k]}))",
	}
	for _, f := range []string{
		"forEach(Math.abs)", "map(Math.abs)", "filter(x => x)", "some(x => x)", "reduce(Math.max, 1)", "findLast(Number.isNaN)", "indexOf(5)", "lastIndexOf(5)", "includes(5)", "join('')", "toLocaleString()",
		"reverse()", "fill(1)", "copyWithin(0, 5)", "slice(1)", "concat([1])", "splice(1, 1)", "unshift(1)", "shift()", "sort()", "toSorted()", "toReversed()", "toSpliced(1, 1)", "with(1, 1)", "flat()",
	} {
		programs = append(programs, holes+"a."+f)
	}
	stops(t, programs)
}
