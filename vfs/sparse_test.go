package vfs_test

import (
	"io"
	"maps"
	"os"
	"testing"

	"pgregory.net/rapid"

	"github.com/sandpit-dev/sandpit/vfs"
)

// TestSparseModel writes single bytes all over a file of up to 1 TiB, truncates it and forks it, against a map.
func TestSparseModel(t *testing.T) {
	type side struct {
		v    *vfs.FS
		m    map[int64]byte
		size int64
	}
	offset := rapid.Custom(func(t *rapid.T) int64 {
		shift := rapid.IntRange(0, 40).Draw(t, "shift")
		return max(0, int64(1)<<shift+rapid.Int64Range(-2, 2).Draw(t, "near"))
	})
	rapid.Check(t, func(t *rapid.T) {
		first := vfs.New()
		if err := first.WriteFile("/f", nil, 0o644); err != nil {
			t.Fatal(err)
		}
		sides := []side{{v: first, m: map[int64]byte{}}}
		pick := func() *side { return &sides[rapid.IntRange(0, len(sides)-1).Draw(t, "side")] }
		t.Repeat(map[string]func(*rapid.T){
			"write": func(t *rapid.T) {
				s, off, b := pick(), offset.Draw(t, "off"), rapid.Byte().Draw(t, "byte")
				f, err := s.v.OpenFile("/f", os.O_WRONLY, 0)
				if err != nil {
					t.Fatal(err)
				}
				defer f.Close()
				if _, err := f.WriteAt([]byte{b}, off); err != nil {
					t.Fatal(err)
				}
				s.m[off] = b
				s.size = max(s.size, off+1)
			},
			"truncate": func(t *rapid.T) {
				s, size := pick(), offset.Draw(t, "size")
				if err := s.v.Truncate("/f", size); err != nil {
					t.Fatal(err)
				}
				s.size = size
				maps.DeleteFunc(s.m, func(off int64, _ byte) bool { return off >= size })
			},
			"fork": func(t *rapid.T) {
				if s := pick(); len(sides) < 4 {
					sides = append(sides, side{s.v.Fork(), maps.Clone(s.m), s.size})
				}
			},
			"": func(t *rapid.T) {
				for i, s := range sides {
					f, err := s.v.Open("/f")
					if err != nil {
						t.Fatal(err)
					}
					fi, _ := f.Stat()
					if fi.Size() != s.size {
						t.Fatalf("side %d: size %d, want %d", i, fi.Size(), s.size)
					}
					pages := map[int64]bool{}
					for off, want := range s.m {
						pages[off/4096] = true
						for _, o := range []int64{off - 1, off, off + 1} {
							if o < 0 || o >= s.size {
								continue
							}
							var b [1]byte
							if n, err := f.ReadAt(b[:], o); n != 1 || err != nil || b[0] != s.m[o] {
								t.Fatalf("side %d at %d: %d (%v), want %d", i, o, b[0], err, want)
							}
						}
						if got, err := f.Seek(off, vfs.SeekData); got != off || err != nil {
							t.Fatalf("side %d: data at %d, SEEK_DATA says %d, %v", i, off, got, err)
						}
					}
					bytes, _ := s.v.Usage()
					if st := fi.Sys().(*vfs.Stat); st.Blocks*512 != bytes {
						t.Fatalf("side %d: %d blocks, usage %d", i, st.Blocks, bytes)
					}
					if bytes < int64(len(pages))*4096 {
						t.Fatalf("side %d: usage %d for %d pages", i, bytes, len(pages))
					}
					f.Close()
				}
			},
		})
	})
}

// TestWholePages writes a large file in pieces of odd sizes and reads it back in others.
func TestWholePages(t *testing.T) {
	v := vfs.New()
	f, err := v.Create("/f")
	must(t, err)
	defer f.Close()
	const total = 20 << 20
	pat := func(i int) byte { return byte(i*7 + i>>12) }
	buf := make([]byte, 0, 3<<20)
	for n, step := 0, 1; n < total; step = step*3 + 1 {
		k := min(step%cap(buf)+1, total-n)
		buf = buf[:k]
		for i := range buf {
			buf[i] = pat(n + i)
		}
		must(t, second(f.Write(buf)))
		n += k
	}
	c := v.Fork()
	must(t, v.Truncate("/f", 5))
	g, err := c.Open("/f")
	must(t, err)
	defer g.Close()
	b, err := io.ReadAll(g)
	if err != nil || len(b) != total {
		t.Fatal(len(b), err)
	}
	for i := range b {
		if b[i] != pat(i) {
			t.Fatalf("byte %d: %d, want %d", i, b[i], pat(i))
		}
	}
}
