package snapshot

import (
	"bytes"
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit/vfs"
)

// Writing and reading need memory for buffers alone, whatever the size of the disk: the target is 16 MB beside the disk
// and the packed bytes.
func TestPeakHeap(t *testing.T) {
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

// peakHeap is by how much the heap has grown at most while f ran, with the collector at work all the time.
func peakHeap(f func()) uint64 {
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
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
				runtime.GC() // what is garbage does not count
				runtime.ReadMemStats(&now)
				if now.HeapAlloc > before.HeapAlloc {
					most = max(most, now.HeapAlloc-before.HeapAlloc)
				}
			}
		}
	}()
	f()
	close(done)
	return <-peak
}
