package jsrt

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
)

// forever is a source of values without an end that no function of a program gives: what takes it apart calls built-in
// functions alone.
const forever = "const self = Object.prototype.valueOf, it = {done: false, value: 1, next: self, [Symbol.iterator]: self}; "

// natives are programs that keep built-in functions busy for long, or deep in recursion. Each must end by itself, with or without
// an error, or soon after it is killed. What is before @@ prepares it.
var natives = []string{
	forever + "@@new Set(it)", forever + "@@new Map(Object.assign(it, {value: [1, 2]}))", forever + "@@new WeakSet(Object.assign(it, {value: it}))", forever + "@@[...it]", forever + "@@Math.max(...it)",
	forever + "@@Array.from(it)", forever + "@@Promise.race(it)", forever + "@@Object.fromEntries(Object.assign(it, {value: [1, 2]}))", forever + "@@new Uint8Array(it)", forever + "@@const [...r] = it",
	forever + "@@let r; [...r] = it", forever + "@@new Set([1]).union({size: 1, has: Object, keys: () => it})", forever + "@@Object.groupBy(it, String)",
	"const it = {next: Object.bind(null, {done: false, value: 1}), [Symbol.iterator]() { return it }}; @@new Set(it)",
	"const a = []; a.length = 3e7; @@a.forEach(Math.abs)", "const a = []; a.length = 3e7; @@a.indexOf(5)", "const a = []; a.length = 3e7; @@a.sort()", "const a = []; a.length = 3e7; @@a.toReversed()",
	"const a = []; a.length = 3e7; @@a.fill(1)", "const a = []; a.length = 3e7; @@a.concat([1])", "const a = []; a.length = 3e7; @@[...a]", "const a = []; a.length = 3e7; @@Array.from(a)",
	"const a = []; a.length = 3e7; @@Promise.all(a)", "const a = []; a.length = 3e7; @@require('assert').deepEqual(a, a.slice())", "const a = []; a.length = 3e7; @@a.flat()", "const a = []; a.length = 3e7; @@const [, ...b] = a",
	"@@Array.prototype.findIndex.call({length: 2**53 - 1}, Number.isNaN)", "@@Array.prototype.indexOf.call(new Proxy({length: 2**40}, {}), 1)",
	"let n = [1]; for (let i = 0; i < 60; i++) n = [n, n]; @@String(n)", "let n = [1]; for (let i = 0; i < 60; i++) n = [n, n]; @@n.flat(Infinity)", "let n = [1]; for (let i = 0; i < 60; i++) n = [n, n]; @@JSON.stringify(n)",
	"let n = [1]; for (let i = 0; i < 60; i++) n = [n, n]; @@require('util').inspect(n, {depth: Infinity})", "let n = [1]; for (let i = 0; i < 60; i++) n = [n, n]; @@n.toLocaleString()",
	"let n = {}; for (let i = 0; i < 60; i++) n = {a: n, b: n}; @@JSON.stringify(n, null, 1)", "let n = {}; for (let i = 0; i < 60; i++) n = {a: n, b: n}; @@structuredClone(n)",
	"const a = new Uint8Array(3e8); @@a.fill(1)", "const a = new Uint8Array(3e8); @@a.indexOf(1)", "const a = new Uint8Array(3e8); @@a.reverse()", "const a = new Uint8Array(3e8); @@a.map(Math.abs)",
	"const a = new Uint8Array(1e8); @@a.join('')", "const a = new Uint8Array(5e7); @@[...a]",
	"@@const s = 'x'.repeat(2**24); [...s]", "@@[...'x'.repeat(2**24).matchAll(/x/g)]", "@@String.raw({raw: {length: 2**31}})",
	"@@let n = {}; for (let i = 0; i < 3e6; i++) n = Object.create(n); String(n)", "@@let n = {}; for (let i = 0; i < 3e6; i++) { const F = function () {}; F.prototype = n; n = new F } String(n)",
	"@@let n = {}; for (let i = 0; i < 3e6; i++) n = new Proxy(n, {}); n.x", "@@let n = {}; for (let i = 0; i < 3e6; i++) n = new Proxy({}, n); n.x", "@@let n = () => 1; for (let i = 0; i < 3e6; i++) n = n.bind(null); n()",
	"@@let f = () => 1; for (let i = 0; i < 2e5; i++) f = Array.prototype.map.bind([1], f); f()", "@@let n = class {}; for (let i = 0; i < 3e6; i++) n = class extends n {}; new n",
	"@@let n = () => 1; for (let i = 0; i < 2000; i++) n = n.bind(null, ...Array(2000)); n()", "@@let o = {x: 1}; for (let i = 0; i < 2e5; i++) { const p = o; o = {}; Object.defineProperty(o, 'x', {get: Reflect.get.bind(null, p, 'x')}) } o.x",
	"@@eval('9'.repeat(3e6) + 'n')",
}

// TestNatives runs them in a process of their own.
func TestNatives(t *testing.T) {
	if os.Getenv("SANDPIT_NATIVES") == "" {
		t.Parallel()
		cmd := exec.Command(os.Args[0], "-test.run=^TestNatives$", "-test.timeout=180s", "-test.parallel=2")
		cmd.Env = append(os.Environ(), "SANDPIT_NATIVES=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%.5000s", err, out)
		}
		return
	}
	sort.Strings(natives)
	b := newBox(t, nil)
	t.Run("all", func(t *testing.T) {
		for i, code := range natives {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				fmt.Println("program", code)
				runNative(t, b, code)
			})
		}
	})
}

func runNative(t *testing.T, b *box, code string) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	started := make(startWriter, 1)
	p, err := b.k.Spawn(ctx, kernel.Spec{Path: "/usr/bin/node", Args: []string{"node", "-e", strings.Replace(code, "@@", "console.log(1); ", 1)}, Dir: "/home/user",
		Files: []*kernel.File{nil, kernel.NewWriterFile(started, "out"), nil}})
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-started:
	case <-p.Done():
	}
	select {
	case <-p.Done():
	case <-time.After(15 * time.Millisecond):
	}
	at := time.Now()
	cancel()
	if _, err := p.Wait(); err != nil {
		t.Fatal(err)
	}
	if d := time.Since(at); d > 3*time.Second { // some milliseconds on an idle machine; what is not guarded takes minutes or ends the process
		t.Errorf("%s: ended %v after it was killed", code, d)
	}
}
