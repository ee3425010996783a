package script

import (
	"context"
	"testing"
	"time"
)

// wasmModule makes the bytes of a module for scripts: add(a, b), spin() without end, grow(pages), and call(), which calls the
// imported env.back.
const wasmModule = `
const leb = (n) => { const o = []; do { let b = n & 127; n >>>= 7; if (n) b |= 128; o.push(b) } while (n); return o };
const vec = (a) => [...leb(a.length), ...a.flat()], str = (s) => [...leb(s.length), ...[...s].map((c) => c.charCodeAt(0))];
const sec = (id, b) => [id, ...leb(b.length), ...b], fn = (...b) => [...leb(b.length + 2), 0, ...b, 0x0b];
const I = 0x7f;
const bytes = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  ...sec(1, vec([[0x60, 2, I, I, 1, I], [0x60, 0, 0], [0x60, 1, I, 1, I]])),
  ...sec(2, vec([[...str('env'), ...str('back'), 0, 1]])),
  ...sec(3, vec([[0], [1], [2], [1]])),
  ...sec(5, vec([[0, 1]])),
  ...sec(7, vec([[...str('add'), 0, 1], [...str('spin'), 0, 2], [...str('grow'), 0, 3], [...str('call'), 0, 4], [...str('memory'), 2, 0]])),
  ...sec(10, vec([fn(0x20, 0, 0x20, 1, 0x6a), fn(0x03, 0x40, 0x0c, 0, 0x0b), fn(0x20, 0, 0x40, 0), fn(0x10, 0)])),
]);
const load = async (back = () => {}) => (await WebAssembly.instantiate(bytes, { env: { back } })).instance.exports;
`

// TestGrants: WebAssembly and shared memory work where they are granted, under the same budgets, and are nowhere else.
func TestGrants(t *testing.T) {
	const limit = 300 * time.Millisecond
	e := testEngine(t, Options{Rules: Rules{WebAssembly: true, SharedMemory: true}, Limits: Limits{Memory: 64 << 20, Timeout: 5 * time.Second}})
	for _, c := range []struct {
		src, want string
		code      Code
		timeout   time.Duration
	}{
		{src: wasmModule + "const x = await load(); [x.add(40, 2), x.memory.buffer.byteLength]", want: "[42,65536]"},
		{src: wasmModule + "let n = 0; const x = await load(() => { n++ }); x.call(); x.call(); n", want: "2"},
		{src: wasmModule + "const x = await load(() => { throw new RangeError('mine') }); try { x.call() } catch (e) { e.name + ' ' + e.message }", want: `"RangeError mine"`},
		{src: wasmModule + "let x; let depth = 0; x = await load(() => { depth++; x.call() }); try { x.call() } catch (e) { e.name }", code: Stack},
		{src: wasmModule + "(await load()).spin()", code: Timeout, timeout: limit},
		{src: wasmModule + "const x = await load(() => { while (true) {} }); try { x.call() } finally { while (true) {} }", code: Timeout, timeout: limit},
		{src: wasmModule + "const x = await load(); try { for (;;) x.spin() } catch { for (;;) {} }", code: Timeout, timeout: limit},
		{src: wasmModule + "(await load()).grow(1e6)", want: "-1"},
		{src: wasmModule + "const all = []; for (;;) { const x = await load(); x.grow(200); all.push(x) }", code: Memory},
		{src: "new WebAssembly.Module(new Uint8Array(2e6))", code: Threw},
		{src: "globalThis['Web' + 'Assembly'].validate(new Uint8Array(4))", want: "false"},
		{src: "const a = new Int32Array(new SharedArrayBuffer(8)); Atomics.add(a, 1, 5); [Atomics.load(a, 1), a.length, a.buffer instanceof SharedArrayBuffer]", want: "[5,2,true]"},
		{src: "Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0, 1)", want: `"timed-out"`},
		{src: "Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0)", code: Timeout, timeout: limit},
		{src: "new SharedArrayBuffer(1e9)", code: Threw},
		{src: "const all = []; for (;;) all.push(new SharedArrayBuffer(1e7))", code: Memory},
	} {
		start := time.Now()
		res, err := e.With(CallOptions{Timeout: c.timeout}).Eval(context.Background(), c.src, nil)
		if CodeOf(err) != c.code || err == nil && string(res.JSON) != c.want {
			t.Errorf("%.2000s\n got %s %v, want %s %s", c.src, res.JSON, err, c.want, c.code)
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%s: ended after %v", c.src, d)
		}
	}
	// A session goes on after the deadline has ended WebAssembly in it, or is lost and says so.
	s := e.With(CallOptions{Timeout: limit}).Session()
	for _, src := range []string{wasmModule + "const x = await load()", "x.spin()"} {
		if _, err := s.Eval(context.Background(), src, nil); err != nil && CodeOf(err) != Timeout {
			t.Error(err)
		}
	}
	if res, err := s.Eval(context.Background(), "1 + 1", nil); err != nil || res.Text() != "2" {
		t.Error(res.Text(), err)
	}

	plain := testEngine(t, Options{Modules: Modules{Builtins: []string{"util", "buffer"}}})
	for _, src := range []string{
		"typeof WebAssembly + typeof SharedArrayBuffer + typeof Atomics",
		"const k = ['Web' + 'Assembly', 'Shared' + 'ArrayBuffer', 'Atom' + 'ics']; k.map((n) => typeof globalThis[n]).join('')",
		"import { inspect } from 'util'; import { Buffer } from 'buffer'; inspect(Buffer.from('')); ['Web' + 'Assembly', 'Shared' + 'ArrayBuffer', 'Atom' + 'ics'].map((n) => typeof Reflect.get(globalThis, n)).join('')",
	} {
		if res, err := plain.Eval(context.Background(), src, nil); err != nil || res.Text() != "undefinedundefinedundefined" {
			t.Errorf("%s: %s %v", src, res.Text(), err)
		}
	}
}
