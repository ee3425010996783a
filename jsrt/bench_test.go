package jsrt

import "testing"

// BenchmarkStart is `node -e 1` in a box, programs cached.
func BenchmarkStart(b *testing.B) {
	x := newBox(b, nil)
	b.ReportAllocs()
	for b.Loop() {
		if r := x.node("-e", "1"); r.code != 0 {
			b.Fatal(r.err)
		}
	}
}
