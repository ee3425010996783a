package vfs_test

import (
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/sandpit-dev/sandpit/vfs"
)

// allocated returns how many bytes one call of f takes.
func allocated(n int, f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range n {
		f()
	}
	runtime.ReadMemStats(&after)
	return (after.TotalAlloc - before.TotalAlloc) / uint64(n)
}

// TestForkCost holds what copy-on-write promises whatever the disk holds: a fork of less than a page, and a first write
// that copies one page and the path to it.
func TestForkCost(t *testing.T) {
	v := vfs.New()
	for d := range 20 {
		must(t, v.Mkdir(fmt.Sprint("/", d), 0o755))
		for i := range 1000 {
			must(t, v.WriteFile(fmt.Sprint("/", d, "/", i), []byte("x"), 0o644))
		}
	}
	must(t, v.WriteFile("/big", make([]byte, 8<<20), 0o644))
	if n := allocated(100, func() { v.Fork() }); n > 4096 {
		t.Errorf("Fork takes %d bytes", n)
	}
	f, err := v.OpenFile("/big", os.O_WRONLY, 0)
	must(t, err)
	defer f.Close()
	if n := allocated(100, func() { v.Fork(); f.WriteAt([]byte("x"), 5<<20) }); n > 4096+6144 {
		t.Errorf("the first write to 8 MiB after Fork takes %d bytes", n)
	}
	if n := allocated(100, func() { v.Fork().Chmod("/7/77", 0o600) }); n > 6144 {
		t.Errorf("the first change among 20,000 files after Fork takes %d bytes", n)
	}
}

// TestHeapPerByte holds the price of stored bytes: at most 1.05 on the heap for each.
func TestHeapPerByte(t *testing.T) {
	const size = 32 << 20
	heap := func() uint64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	v := vfs.New()
	before := heap()
	f, err := v.Create("/f")
	must(t, err)
	defer f.Close()
	buf := make([]byte, 64<<10)
	for range size / len(buf) {
		must(t, second(f.Write(buf)))
	}
	if took := heap() - before; took > size+size/20 {
		t.Errorf("%d bytes of heap for %d", took, size)
	}
	must(t, v.Remove("/f"))
	if used, _ := v.Usage(); used != size {
		t.Error("an open file without a name is still charged:", used)
	}
	must(t, f.Close())
	if left := int64(heap()) - int64(before); left > size/20 {
		t.Errorf("%d bytes are left after the last close", left)
	}
	runtime.KeepAlive(v)
}
