package snapshot

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/sandpit-dev/sandpit/vfs"
)

// benchDisk holds 5,000 files, 50 MB, every other one random: the set lifo was measured with.
func benchDisk(b testing.TB) *vfs.FS {
	d := vfs.New()
	rng := rand.NewChaCha8([32]byte{1})
	text := bytes.Repeat([]byte("the quick brown fox jumps over the lazy dog\n"), 230)
	for i := range 5000 {
		dir := fmt.Sprintf("/d%02d", i%50)
		data := bytes.Clone(text[:10_000])
		if i%2 == 0 {
			rng.Read(data)
		}
		must(b, d.MkdirAll(dir, 0o755), d.WriteFile(fmt.Sprintf("%s/f%04d", dir, i), data, 0o644))
	}
	return d
}

// BenchmarkHost is the peer.
func BenchmarkWrite(b *testing.B) {
	d := benchDisk(b)
	b.ReportAllocs()
	b.SetBytes(50_000_000)
	for b.Loop() {
		must(b, Write(context.Background(), io.Discard, d, WriteOptions{}))
	}
	b.ReportMetric(float64(len(export(b, d, WriteOptions{}))), "packed-bytes")
}

func BenchmarkRead(b *testing.B) {
	data := export(b, benchDisk(b), WriteOptions{})
	b.ReportMetric(float64(len(data)), "packed-bytes")
	b.ReportAllocs()
	b.SetBytes(50_000_000)
	for b.Loop() {
		_, err := Read(context.Background(), bytes.NewReader(data), vfs.New(), ReadOptions{})
		must(b, err)
	}
}
