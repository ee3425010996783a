package script

import (
	"context"
	"runtime"
	"testing"
	"testing/fstest"
)

// twentyLines is a script of the size and kind that agents write.
const twentyLines = `const items: { id: number; name: string; tags: string[] }[] = [];
for (let i = 0; i < 10; i++) {
  items.push({ id: i, name: "item " + i, tags: i % 2 ? ["odd"] : ["even", "n" + i] });
}
const counts: Record<string, number> = {};
for (const item of items) {
  for (const tag of item.tags) {
    counts[tag] = (counts[tag] || 0) + 1;
  }
}
const names = items
  .filter((x) => x.id > 3)
  .map((x) => x.name.toUpperCase())
  .join(", ");
function summary(prefix: string): string {
  const keys = Object.keys(counts).sort();
  return prefix + keys.slice(0, 3).join("/");
}
const result = { names, summary: summary("> "), total: items.length };
export default (input: any) => ({ ...result, input });
`

func BenchmarkFreshEval(b *testing.B) {
	e := testEngine(b, Options{})
	ctx := context.Background()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Eval(ctx, twentyLines, 5); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFreshTiny(b *testing.B) {
	e := testEngine(b, Options{})
	ctx := context.Background()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Eval(ctx, "1+1", nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWarmCall(b *testing.B) {
	fsys := fstest.MapFS{"m.ts": {Data: []byte("let n = 0; export function add(a: number, b: number) { n++; return a + b }")}}
	e := testEngine(b, Options{Scripts: fsys, Mode: Warm})
	ctx := context.Background()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Call(ctx, "m.ts", "add", 1, 2); err != nil {
			b.Fatal(err)
		}
	}
}

func benchHostCall(b *testing.B, inline bool) {
	e := testEngine(b, Options{Limits: Limits{HostCalls: -1, IOBytes: -1, Timeout: 300e9}, Bindings: []Binding{{Name: "echo", Inline: inline, Func: func(s string) string { return s }}}})
	b.ReportAllocs()
	_, err := e.Eval(context.Background(), "for (let i = 0; i < input; i++) await host.echo('hello')", b.N)
	if err != nil {
		b.Fatal(err)
	}
}

func BenchmarkHostCall(b *testing.B)       { benchHostCall(b, false) }
func BenchmarkHostCallInline(b *testing.B) { benchHostCall(b, true) }

// BenchmarkNewRealm is what the engine's empty realm costs: goja.New and what every realm has, without what a script asks for.
func BenchmarkNewRealm(b *testing.B) {
	e := testEngine(b, Options{})
	x := &run{e: e, limits: e.limits}
	b.ReportAllocs()
	for b.Loop() {
		e.newRealm(x)
	}
}

func BenchmarkIdleEngine(b *testing.B) {
	var m0, m1 runtime.MemStats
	engines := make([]*Engine, 1000)
	runtime.GC()
	runtime.ReadMemStats(&m0)
	for i := range engines {
		engines[i] = New(Options{Bindings: []Binding{{Name: "echo", Func: echo}, {Name: "a.b", Func: echo}}})
		if _, err := engines[i].Eval(context.Background(), twentyLines, 1); err != nil {
			b.Fatal(err)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&m1)
	for b.Loop() {
	}
	b.ReportMetric((float64(m1.HeapAlloc)-float64(m0.HeapAlloc))/1000, "B/engine")
	runtime.KeepAlive(engines)
}
