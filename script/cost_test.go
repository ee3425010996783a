package script

import (
	"context"
	"runtime"
	"testing"
)

// TestCost holds what a fresh call allocates, the new realm included, and what an idle engine keeps.
func TestCost(t *testing.T) {
	e := testEngine(t, Options{})
	eval := func(e *Engine) {
		if _, err := e.Eval(context.Background(), twentyLines, 5); err != nil {
			t.Fatal(err)
		}
	}
	eval(e)
	var m0, m1 runtime.MemStats
	const n = 50
	runtime.ReadMemStats(&m0)
	for range n {
		eval(e)
	}
	runtime.ReadMemStats(&m1)
	if per := (m1.TotalAlloc - m0.TotalAlloc) / n; per > 120<<10 {
		t.Errorf("a fresh call allocates %d KB", per>>10)
	}
	engines := make([]*Engine, 1000)
	runtime.GC()
	runtime.ReadMemStats(&m0)
	for i := range engines {
		engines[i] = New(Options{Bindings: []Binding{{Name: "echo", Func: echo}, {Name: "a.b", Func: echo}}})
		eval(engines[i])
	}
	runtime.GC()
	runtime.ReadMemStats(&m1)
	if per := (int64(m1.HeapAlloc) - int64(m0.HeapAlloc)) / int64(len(engines)); per > 40<<10 {
		t.Errorf("an idle engine keeps %d KB", per>>10)
	}
	for _, e := range engines {
		e.Close()
	}
}
