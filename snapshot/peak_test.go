package snapshot

import (
	"bytes"
	"context"
	"runtime"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit/vfs"
)

// Writing and reading need memory for buffers alone, whatever the size of the disk: the target is 16 MB beside the disk
// and the packed bytes.
func TestPeakHeap(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds, and under the race detector the heap is another")
	}
	const files, bound = 5000, 16 << 20
	d := benchDisk(t)
	for _, format := range []Format{Gzip, Zstd} {
		var packed bytes.Buffer
		packed.Grow(60 << 20)
		if peak := peakHeap(func() { must(t, Write(context.Background(), &packed, d, WriteOptions{Format: format})) }); peak > bound {
			t.Errorf("%v: writing takes %d bytes more", format, peak)
		}
		back := vfs.New()
		peak := peakHeap(func() {
			_, err := Read(context.Background(), bytes.NewReader(packed.Bytes()), back, ReadOptions{})
			must(t, err)
		})
		if used, _ := back.Usage(); peak > uint64(used)+bound+files*1024 { // an inode costs, too
			t.Errorf("%v: reading takes %d bytes more than the disk's %d", format, peak, used)
		}
	}
}

// peakHeap is by how much the live heap has grown at most while f ran, with the collector at work all the time.
func peakHeap(f func()) uint64 {
	before := liveHeap()
	done := make(chan struct{})
	peak := make(chan uint64)
	go func() {
		var most uint64
		for {
			select {
			case <-done:
				peak <- most
				return
			case <-time.After(5 * time.Millisecond):
				if now := liveHeap(); now > before {
					most = max(most, now-before)
				}
			}
		}
	}()
	f()
	close(done)
	return <-peak
}

// liveHeap is what a collection found in use: not what was allocated since.
func liveHeap() uint64 {
	runtime.GC()
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
