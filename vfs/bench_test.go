package vfs_test

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"sync"
	"testing"

	"github.com/spf13/afero"

	"github.com/sandpit-dev/sandpit/vfs"
)

var full = flag.Bool("full", false, "benchmarks of 1 GiB instead of 64 MiB")

type kind struct {
	name string
	make func(tb testing.TB) afero.Fs
}

// kinds are the disk, the file system that it replaces, and the host's own in memory.
var kinds = []kind{
	{"vfs", func(testing.TB) afero.Fs { return vfs.New() }},
	{"memmapfs", func(testing.TB) afero.Fs { return afero.NewMemMapFs() }},
	{"tmpfs", func(tb testing.TB) afero.Fs {
		dir, err := os.MkdirTemp("/dev/shm", "bench")
		if err != nil {
			tb.Skip("no tmpfs")
		}
		tb.Cleanup(func() { os.RemoveAll(dir) })
		return afero.NewBasePathFs(afero.NewOsFs(), dir)
	}},
}

func names(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = "/dir/file" + strconv.Itoa(i)
	}
	return out
}

func fill(tb testing.TB, f afero.Fs, names []string, data []byte) {
	for _, n := range names {
		if err := afero.WriteFile(f, n, data, 0o644); err != nil {
			tb.Fatal(err)
		}
	}
}

// BenchmarkCreate creates 10,000 files of 200 bytes.
func BenchmarkCreate(b *testing.B) {
	ns, data := names(10000), make([]byte, 200)
	for _, k := range kinds {
		b.Run(k.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f := k.make(b)
				f.Mkdir("/dir", 0o755)
				fill(b, f, ns, data)
			}
		})
	}
}

// BenchmarkReadBack reads 10,000 files of 200 bytes.
func BenchmarkReadBack(b *testing.B) {
	ns, data := names(10000), make([]byte, 200)
	for _, k := range append(kinds[:len(kinds):len(kinds)], kind{"vfs.ReadFile", kinds[0].make}) {
		b.Run(k.name, func(b *testing.B) {
			f := k.make(b)
			f.Mkdir("/dir", 0o755)
			fill(b, f, ns, data)
			read := func(name string) ([]byte, error) { return afero.ReadFile(f, name) }
			if v, ok := f.(*vfs.FS); ok && k.name == "vfs.ReadFile" {
				read = v.ReadFile
			}
			b.ReportAllocs()
			for b.Loop() {
				for _, n := range ns {
					if d, err := read(n); err != nil || len(d) != 200 {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// BenchmarkStat looks up one of 100,000 names in a directory.
func BenchmarkStat(b *testing.B) {
	ns := names(100000)
	for _, k := range kinds {
		b.Run(k.name, func(b *testing.B) {
			f := k.make(b)
			f.Mkdir("/dir", 0o755)
			fill(b, f, ns, nil)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				fi, err := f.Stat(ns[i*7919%len(ns)])
				if err != nil || fi.Size() != 0 { // some only look once they are asked
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkBigDir creates, lists and removes a directory of 100,000 names.
func BenchmarkBigDir(b *testing.B) {
	ns := names(100000)
	for _, k := range kinds {
		b.Run(k.name+"/create", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f := k.make(b)
				f.Mkdir("/dir", 0o755)
				fill(b, f, ns, nil)
			}
		})
		b.Run(k.name+"/list", func(b *testing.B) {
			f := k.make(b)
			f.Mkdir("/dir", 0o755)
			fill(b, f, ns, nil)
			b.ReportAllocs()
			for b.Loop() {
				d, err := f.Open("/dir")
				if err != nil {
					b.Fatal(err)
				}
				if l, err := d.Readdirnames(-1); err != nil || len(l) != len(ns) {
					b.Fatal(len(l), err)
				}
				d.Close()
			}
		})
		b.Run(k.name+"/removeall", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				f := k.make(b)
				f.Mkdir("/dir", 0o755)
				fill(b, f, ns, nil)
				b.StartTimer()
				if err := f.RemoveAll("/dir"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkFork forks a disk of 100,000 files; BenchmarkForkWrite writes one byte after it.
func BenchmarkFork(b *testing.B) {
	v := vfs.New()
	v.Mkdir("/dir", 0o755)
	fill(b, v, names(100000), []byte("x"))
	b.ReportAllocs()
	for b.Loop() {
		v.Fork()
	}
}

func BenchmarkForkWrite(b *testing.B) {
	v := vfs.New()
	v.Mkdir("/dir", 0o755)
	fill(b, v, names(100000), make([]byte, 5000))
	f, err := v.OpenFile("/dir/file777", os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		v.Fork()
		if _, err := f.WriteAt([]byte("y"), 0); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAppend appends one byte 100,000 times.
func BenchmarkAppend(b *testing.B) {
	for _, k := range kinds {
		b.Run(k.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f, err := k.make(b).OpenFile("/log", os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
				if err != nil {
					b.Fatal(err)
				}
				one := []byte("x")
				for range 100000 {
					if _, err := f.Write(one); err != nil {
						b.Fatal(err)
					}
				}
				f.Close()
			}
		})
	}
}

// BenchmarkSequential writes and reads a file in pieces of 64 KiB. heapB/B is how many bytes of heap hold one of the file.
func BenchmarkSequential(b *testing.B) {
	big := 64 << 20
	if *full {
		big = 1 << 30
	}
	buf := make([]byte, 64<<10)
	for i := range buf {
		buf[i] = byte(i)
	}
	write := func(b *testing.B, f afero.Fs) {
		w, err := f.Create("/big")
		if err != nil {
			b.Fatal(err)
		}
		for n := 0; n < big; n += len(buf) {
			if _, err := w.Write(buf); err != nil {
				b.Fatal(err)
			}
		}
		w.Close()
	}
	for _, k := range kinds {
		b.Run(k.name+"/write", func(b *testing.B) {
			b.SetBytes(int64(big))
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				f := k.make(b)
				runtime.GC()
				b.StartTimer()
				write(b, f)
				b.StopTimer()
				runtime.GC()
				var with, without runtime.MemStats
				runtime.ReadMemStats(&with)
				runtime.KeepAlive(f)
				f.Remove("/big")
				f = nil
				runtime.GC()
				runtime.ReadMemStats(&without)
				b.ReportMetric(float64(with.HeapAlloc-min(with.HeapAlloc, without.HeapAlloc))/float64(big), "heapB/B")
				b.StartTimer()
			}
		})
		b.Run(k.name+"/read", func(b *testing.B) {
			f := k.make(b)
			write(b, f)
			b.SetBytes(int64(big))
			b.ReportAllocs()
			p := make([]byte, 64<<10)
			for b.Loop() {
				r, err := f.Open("/big")
				if err != nil {
					b.Fatal(err)
				}
				n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{r}, p)
				if n != int64(big) || err != nil {
					b.Fatal(n, err)
				}
				r.Close()
			}
		})
	}
}

// BenchmarkWriters overwrites 16 MiB in each of as many files as there are writers, all at once.
func BenchmarkWriters(b *testing.B) {
	buf := make([]byte, 64<<10)
	for _, k := range kinds[:2] {
		for _, n := range []int{1, 2} {
			b.Run(fmt.Sprint(k.name, "/", n), func(b *testing.B) {
				f := k.make(b)
				files := make([]afero.File, n)
				for i := range files {
					files[i], _ = f.Create("/" + strconv.Itoa(i))
				}
				b.SetBytes(int64(n) * 4 << 20)
				for b.Loop() {
					var wg sync.WaitGroup
					for _, w := range files {
						wg.Go(func() {
							for off := 0; off < 4<<20; off += len(buf) {
								w.WriteAt(buf, int64(off))
							}
						})
					}
					wg.Wait()
				}
			})
		}
	}
}
