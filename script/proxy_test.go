package script

import (
	"context"
	"testing"
)

// TestProxyArguments: what a trap is given stays what it was; the engine's own array is a window on its stack.
func TestProxyArguments(t *testing.T) {
	e := testEngine(t, Options{})
	for src, want := range map[string]string{
		"let kept; const p = new Proxy(() => 0, {apply(t, self, args) { kept = args }}); (() => p(1, 2, 3))(); ((...r) => r)('s1', 's2', 's3', 's4'); return kept.join()":                            "1,2,3",
		"let kept; const p = new Proxy(class {}, {construct(t, args) { kept = args; return {} }}); (() => new p(1, 2))(); ((...r) => r)('s1', 's2', 's3', 's4'); return kept.join()":                 "1,2",
		"let kept; const C = globalThis['Pro' + 'xy']; const {proxy} = C.revocable(() => 0, {apply(t, s, args) { kept = args }}); (() => proxy(7))(); ((...r) => r)('s1', 's2'); return kept.join()": "7",
		"return [Proxy.name, Proxy.length, typeof Proxy.revocable, new Proxy({}, {get: () => 5}).x].join()":                                                                                          "Proxy,2,function,5",
	} {
		r, err := e.Eval(context.Background(), src, nil)
		if err != nil || r.Text() != want {
			t.Errorf("%s: %v %v, want %s", src, r, err, want)
		}
	}
}
