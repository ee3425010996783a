package jsguard

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/dop251/goja"
)

// TestTypedArrays compares what is done to long typed arrays with the engine's own functions.
func TestTypedArrays(t *testing.T) {
	t.Parallel()
	setup := `
	const N = 20500;
	const big = (C) => C === BigInt64Array || C === BigUint64Array;
	const classes = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array];
	function make(C) {
		const a = new C(bytes(), 8, N);
		if (C === Float64Array || C === Float32Array) { a[7] = NaN; a[9] = -0; a[11] = 0; a[13] = Infinity; a[15] = 1e21; a[17] = 1e-7; a[19] = -5 }
		return a;
	}
	const num = (C, v) => big(C) ? BigInt(Math.trunc(v)) : v;
	const ops = [
		(a, C) => a.fill(num(C, 7)), (a, C) => a.fill(num(C, 7.5), 100, -100), (a, C) => a.fill({valueOf: () => num(C, 3)}), (a, C) => a.fill(num(C, 1), 9, 3), (a, C) => a.fill(num(C, 300), -5),
		(a, C) => a.indexOf(big(C) ? 1 : a[20490]), // the engine does not find a BigInt
		 (a, C) => a.indexOf(num(C, 1e6)), (a, C) => a.indexOf(a[100], 200), (a, C) => a.indexOf(a[100], -10), (a, C) => a.indexOf(NaN), (a, C) => a.indexOf('1'), (a) => a.indexOf(),
		(a, C) => a.lastIndexOf(a[10]), (a, C) => a.lastIndexOf(a[10], 500), (a, C) => a.lastIndexOf(a[10], -500), (a, C) => a.lastIndexOf(a[10], undefined), (a) => a.lastIndexOf(0, -1e9),
		(a, C) => a.includes(a[20400]), (a) => a.includes(NaN), (a) => a.includes(-0), (a) => a.includes(undefined), (a, C) => a.includes(a[0], 20499),
		(a) => a.reverse(), (a) => a.toReversed(), (a) => a.sort(), (a) => a.toSorted(), (a) => a.sort(undefined), (a, C) => a.sort((x, y) => x < y ? 1 : x > y ? -1 : 0), (a) => a.toSorted((x, y) => x < y ? 1 : x > y ? -1 : 0),
		(a) => a.copyWithin(0, 5), (a) => a.copyWithin(5, 0), (a) => a.copyWithin(-5, 3, -3), (a) => a.copyWithin(100, 50, 20),
		(a) => a.join(), (a) => a.join(''), (a) => a.join('--'), (a) => a.join(undefined), (a) => String(a).length,
		(a, C) => { const b = new C(N); b.set(a); return b }, (a, C) => { const b = new C(N + 9); b.set(a, 5); return b }, (a) => { a.set(a.subarray(7), 3); return a }, (a, C) => { new C(5).set(a) }, (a) => a.set(a, -1),
		(a, C) => { const b = new (big(C) ? BigInt64Array : Int16Array)(N); b.set(a); return b }, (a, C) => { const b = new C(N); b.set(Array.from(a)); return b },
		(a, C) => new C(a), (a, C) => new (big(C) ? BigUint64Array : Float64Array)(a), (a, C) => C.from(a), (a, C) => new C(Array.from(a)), (a, C) => new C({length: 3, 0: num(C, 1)}), (a, C) => new C(new Set([num(C, 1), num(C, 2)])),
		(a) => a.map(x => x), (a) => a.map(Object.prototype.valueOf.call.bind(Object.prototype.valueOf)), (a) => a.filter(Object.is), (a) => a.find(Number.isNaN), (a) => a.findLastIndex(Number.isNaN), (a) => a.reduce(Object.is), (a) => a.some(Number.isNaN), (a) => a.every(Object.is),
		(a) => a.with(3, a[4]), (a) => a.slice(5), (a) => [...a].length, (a) => new Set(a).size, (a) => Array.from(a).length, (a) => a.fill.call([1], 2), (a) => a.reverse.call({}),
	];
	function run(i, j) {
		const a = make(classes[i]);
		let r;
		try { r = ops[j](a, classes[i]) } catch (e) { r = e.name }
		return ArrayBuffer.isView(r) ? [r, a, r === a, r.constructor.name] : [String(r), a];
	}`
	vm, _ := realm(t, 1<<30)
	theirs := goja.New()
	var runs [2]goja.Callable
	random := make([]byte, 8*20504)
	rand.NewChaCha8([32]byte{1}).Read(random)
	for i, r := range []*goja.Runtime{vm, theirs} {
		r.Set("bytes", func() goja.ArrayBuffer { return r.NewArrayBuffer(bytes.Clone(random)) })
		if _, err := r.RunString(setup); err != nil {
			t.Fatal(err)
		}
		runs[i], _ = goja.AssertFunction(r.Get("run"))
	}
	n, _ := theirs.RunString("ops.length")
	for j := range n.ToInteger() {
		classes := []int64{j % 11}
		if j%3 == 0 {
			classes = append(classes, 8)
		}
		for _, i := range classes {
			a, err := runs[0](goja.Undefined(), vm.ToValue(i), vm.ToValue(j))
			if err != nil {
				t.Fatal(err)
			}
			b, err := runs[1](goja.Undefined(), theirs.ToValue(i), theirs.ToValue(j))
			if err != nil {
				t.Fatal(err)
			}
			if as, bs := fmt.Sprint(a.Export()), fmt.Sprint(b.Export()); as != bs {
				code, _ := theirs.RunString("ops.map(String)")
				t.Errorf("%s of class %d:\n got %.200s\nwant %.200s", code.(*goja.Object).Get(index(j)), i, as, bs)
			}
		}
	}
}

func TestTypedArraysStop(t *testing.T) {
	t.Parallel()
	var programs []string
	for _, f := range []string{"fill(1)", "indexOf(1)", "lastIndexOf(1)", "includes(1)", "reverse()", "sort()", "join('')", "map(Math.abs)", "find(Number.isNaN)", "reduce(Math.max)", "filter(Number.isNaN)", "sort(Math.max)"} {
		programs = append(programs, "const a = new Uint8Array(2e8); a."+f)
	}
	stops(t, append(programs, "new Uint16Array(5e7).set(new Uint8Array(5e7))"))
}
