package vfs_test

import (
	"io"
	"os"
	"runtime"
	"strconv"
	"testing"

	"github.com/spf13/afero"

	"github.com/sandpit-dev/sandpit/vfs"
)

type kind struct {
	name string
	make func() afero.Fs
}

// kinds are the disk and the file system that it replaces.
var kinds = []kind{
	{"vfs", func() afero.Fs { return vfs.New() }},
	{"memmapfs", func() afero.Fs { return afero.NewMemMapFs() }},
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
				f := k.make()
				f.Mkdir("/dir", 0o755)
				fill(b, f, ns, data)
			}
		})
	}
}

// BenchmarkReadBack reads 10,000 files of 200 bytes.
func BenchmarkReadBack(b *testing.B) {
	ns, data := names(10000), make([]byte, 200)
	for _, k := range append(kinds[:2:2], kind{"vfs.ReadFile", kinds[0].make}) {
		b.Run(k.name, func(b *testing.B) {
			f := k.make()
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
			f := k.make()
			f.Mkdir("/dir", 0o755)
			fill(b, f, ns, nil)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := f.Stat(ns[i*7919%len(ns)]); err != nil {
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
				f := k.make()
				f.Mkdir("/dir", 0o755)
				fill(b, f, ns, nil)
			}
		})
		b.Run(k.name+"/list", func(b *testing.B) {
			f := k.make()
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
				f := k.make()
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
				f, err := k.make().OpenFile("/log", os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
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

const big = 256 << 20

// BenchmarkSequential writes and reads 256 MiB in pieces of 64 KiB.
func BenchmarkSequential(b *testing.B) {
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
			b.SetBytes(big)
			b.ReportAllocs()
			for b.Loop() {
				f := k.make()
				write(b, f)
				b.StopTimer()
				runtime.GC()
				var m, m2 runtime.MemStats
				runtime.ReadMemStats(&m)
				runtime.KeepAlive(f)
				f = nil
				runtime.GC()
				runtime.ReadMemStats(&m2)
				b.ReportMetric(float64(m.HeapAlloc-m2.HeapAlloc)/big, "heapB/B")
				b.StartTimer()
			}
		})
		b.Run(k.name+"/read", func(b *testing.B) {
			f := k.make()
			write(b, f)
			b.SetBytes(big)
			b.ReportAllocs()
			p := make([]byte, 64<<10)
			for b.Loop() {
				r, err := f.Open("/big")
				if err != nil {
					b.Fatal(err)
				}
				n, err := io.CopyBuffer(io.Discard, struct{ io.Reader }{r}, p)
				if n != big || err != nil {
					b.Fatal(n, err)
				}
				r.Close()
			}
		})
	}
}
