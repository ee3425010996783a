package vfs_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sandpit-dev/sandpit/vfs"
)

// model is a disk as a plain map from path to file; hard links share a *modelFile.
type model map[string]*modelFile

type modelFile struct {
	dir  bool
	data []byte
}

func (m model) clone() model {
	c, seen := model{}, map[*modelFile]*modelFile{}
	for p, f := range m {
		if seen[f] == nil {
			seen[f] = &modelFile{f.dir, bytes.Clone(f.data)}
		}
		c[p] = seen[f]
	}
	return c
}

func (m model) children(p string) (out []string) {
	for q := range m {
		if strings.HasPrefix(q, strings.TrimSuffix(p, "/")+"/") && q != p {
			out = append(out, q)
		}
	}
	return out
}

// parent answers what resolving the parent of p would.
func (m model) parent(p string) syscall.Errno {
	var walk func(string) syscall.Errno
	walk = func(d string) syscall.Errno {
		if d == "/" {
			return 0
		}
		if e := walk(path.Dir(d)); e != 0 {
			return e
		}
		f := m[d]
		if f == nil {
			return syscall.ENOENT
		}
		if !f.dir {
			return syscall.ENOTDIR
		}
		return 0
	}
	return walk(path.Dir(p))
}

func (m model) mkdir(p string) syscall.Errno {
	if e := m.parent(p); e != 0 {
		return e
	}
	if m[p] != nil {
		return syscall.EEXIST
	}
	m[p] = &modelFile{dir: true}
	return 0
}

func (m model) write(p string, off int, data []byte, trunc bool) syscall.Errno {
	if e := m.parent(p); e != 0 {
		return e
	}
	f := m[p]
	if f == nil {
		f = &modelFile{}
		m[p] = f
	}
	if f.dir {
		return syscall.EISDIR
	}
	if trunc {
		f.data = nil
	}
	if n := off + len(data); len(data) > 0 && n > len(f.data) {
		f.data = append(f.data, make([]byte, n-len(f.data))...)
	}
	copy(f.data[min(off, len(f.data)):], data)
	return 0
}

func (m model) truncate(p string, size int) syscall.Errno {
	if e := m.parent(p); e != 0 {
		return e
	}
	f := m[p]
	switch {
	case f == nil:
		return syscall.ENOENT
	case f.dir:
		return syscall.EISDIR
	case size <= len(f.data):
		f.data = f.data[:size:size]
	default:
		f.data = append(f.data, make([]byte, size-len(f.data))...)
	}
	return 0
}

func (m model) remove(p string) syscall.Errno {
	if e := m.parent(p); e != 0 {
		return e
	}
	if m[p] == nil {
		return syscall.ENOENT
	}
	if len(m.children(p)) > 0 {
		return syscall.ENOTEMPTY
	}
	delete(m, p)
	return 0
}

func (m model) rename(a, b string) syscall.Errno {
	if e := m.parent(a); e != 0 {
		return e
	}
	if e := m.parent(b); e != 0 {
		return e
	}
	x, y := m[a], m[b]
	switch {
	case x == nil:
		return syscall.ENOENT
	case a == b || x == y:
		return 0
	case strings.HasPrefix(b, a+"/"):
		return syscall.EINVAL
	case strings.HasPrefix(a, b+"/"):
		return syscall.ENOTEMPTY
	case y != nil && x.dir && !y.dir:
		return syscall.ENOTDIR
	case y != nil && !x.dir && y.dir:
		return syscall.EISDIR
	case y != nil && len(m.children(b)) > 0:
		return syscall.ENOTEMPTY
	}
	for _, k := range m.children(a) {
		m[b+strings.TrimPrefix(k, a)] = m[k]
		delete(m, k)
	}
	delete(m, a)
	m[b] = x
	return 0
}

func (m model) link(a, b string) syscall.Errno {
	if e := m.parent(a); e != 0 {
		return e
	}
	if m[a] == nil {
		return syscall.ENOENT
	}
	if e := m.parent(b); e != 0 {
		return e
	}
	if m[b] != nil {
		return syscall.EEXIST
	}
	if m[a].dir {
		return syscall.EPERM
	}
	m[b] = m[a]
	return 0
}

func (m model) removeAll(p string) syscall.Errno {
	switch e := m.parent(p); e {
	case 0:
	case syscall.ENOENT:
		return 0
	default:
		return e
	}
	for _, k := range m.children(p) {
		delete(m, k)
	}
	delete(m, p)
	return 0
}

func (m model) tree() map[string]string {
	out := map[string]string{}
	for p, f := range m {
		out[p] = "dir"
		if !f.dir {
			out[p] = fmt.Sprintf("%d %x", len(f.data), f.data)
		}
	}
	return out
}

func (m model) usage() int64 {
	return int64(len(m)) + 1
}

func tree(t interface{ Fatal(...any) }, v *vfs.FS) map[string]string {
	out := map[string]string{}
	err := fs.WalkDir(v.IO(), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || p == "." {
			return err
		}
		out["/"+p] = "dir"
		if !d.IsDir() {
			b, err := v.ReadFile("/" + p)
			if err != nil {
				return err
			}
			out["/"+p] = fmt.Sprintf("%d %x", len(b), b)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestModel runs random operations on a disk and forks of it, and on maps. Each side must only see its own changes.
func TestModel(t *testing.T) {
	type side struct {
		v *vfs.FS
		m model
	}
	comp := rapid.SampledFrom([]string{"a", "b", "c"})
	name := rapid.Custom(func(t *rapid.T) string {
		return "/" + strings.Join(rapid.SliceOfN(comp, 1, 3).Draw(t, "path"), "/")
	})
	size := rapid.SampledFrom([]int{0, 1, 100, 4095, 4096, 4097, 9000, 300000})
	rapid.Check(t, func(t *rapid.T) {
		sides := []side{{vfs.New(), model{}}}
		fill := byte(0)
		data := func() []byte {
			fill++
			return bytes.Repeat([]byte{fill}, size.Draw(t, "len")%20000)
		}
		pick := func() *side { return &sides[rapid.IntRange(0, len(sides)-1).Draw(t, "side")] }
		check := func(t *rapid.T, op string, err error, want syscall.Errno) {
			var got syscall.Errno
			if err != nil && !errors.As(err, &got) {
				t.Fatalf("%s: %v", op, err)
			}
			if got != want {
				t.Fatalf("%s: %v, want %v", op, got, want)
			}
		}
		two := func(f func(s *side, a, b string)) func(*rapid.T) {
			return func(t *rapid.T) { f(pick(), name.Draw(t, "a"), name.Draw(t, "b")) }
		}
		t.Repeat(map[string]func(*rapid.T){
			"mkdir": two(func(s *side, a, _ string) { check(t, "mkdir", s.v.Mkdir(a, 0o755), s.m.mkdir(a)) }),
			"write": two(func(s *side, a, _ string) {
				d := data()
				check(t, "write", s.v.WriteFile(a, d, 0o644), s.m.write(a, 0, d, true))
			}),
			"writeat": two(func(s *side, a, _ string) {
				d, off := data(), size.Draw(t, "off")
				f, err := s.v.OpenFile(a, os.O_CREATE|os.O_WRONLY, 0o644)
				if err == nil {
					_, err = f.WriteAt(d, int64(off))
					f.Close()
				}
				check(t, "writeat", err, s.m.write(a, off, d, false))
			}),
			"truncate": two(func(s *side, a, _ string) {
				n := size.Draw(t, "size")
				check(t, "truncate", s.v.Truncate(a, int64(n)), s.m.truncate(a, n))
			}),
			"remove": two(func(s *side, a, _ string) { check(t, "remove", s.v.Remove(a), s.m.remove(a)) }),
			"removeall": two(func(s *side, a, _ string) {
				check(t, "removeall", s.v.RemoveAll(a), s.m.removeAll(a))
			}),
			"rename": two(func(s *side, a, b string) { check(t, "rename", s.v.Rename(a, b), s.m.rename(a, b)) }),
			"link":   two(func(s *side, a, b string) { check(t, "link", s.v.Link(a, b), s.m.link(a, b)) }),
			"fork": func(t *rapid.T) {
				s := pick()
				if len(sides) < 4 {
					sides = append(sides, side{s.v.Fork(), s.m.clone()})
				}
			},
			"reset": func(t *rapid.T) {
				s, from := pick(), pick()
				if s != from {
					s.v.Reset(from.v)
					s.m = from.m.clone()
				}
			},
			"": func(t *rapid.T) {
				for i, s := range sides {
					if d := cmp.Diff(s.m.tree(), tree(t, s.v)); d != "" {
						t.Fatalf("side %d: -model +vfs\n%s", i, d)
					}
					bytes, inodes := s.v.Usage()
					if inodes != s.m.usage() {
						t.Fatalf("side %d: %d inodes in use, want %d", i, inodes, s.m.usage())
					}
					if want := blocks(t, s.v, s.m); bytes != want {
						t.Fatalf("side %d: %d bytes in use, files have %d", i, bytes, want)
					}
				}
			},
		})
	})
}

// blocks adds up st_blocks of all regular files, in bytes, each once.
func blocks(t *rapid.T, v *vfs.FS, m model) (n int64) {
	seen := map[*modelFile]bool{}
	for _, p := range slices.Sorted(maps.Keys(m)) {
		if f := m[p]; !f.dir && !seen[f] {
			seen[f] = true
			fi, err := v.Stat(p)
			if err != nil {
				t.Fatal(err)
			}
			n += fi.Sys().(*vfs.Stat).Blocks * 512
		}
	}
	return n
}

// TestBigDirModel compares a directory of thousands of names with a map, across forks.
func TestBigDirModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, m := vfs.New(), map[string]bool{}
		old, oldM := v.Fork(), maps.Clone(m)
		// Names that differ early, late, after a long common start, and that start others.
		form := rapid.SampledFrom([]func(i int) string{
			func(i int) string { return fmt.Sprint(i) },
			func(i int) string { return fmt.Sprintf("file%03d.txt", i) },
			func(i int) string { return strings.Repeat("p", 30) + fmt.Sprint(i) },
			func(i int) string { return fmt.Sprint(i%3) + strings.Repeat("same", 4) + fmt.Sprint(i) },
			func(i int) string { return strings.Repeat("a", i%200+1) + strings.Repeat("\xff", i/200) },
		}).Draw(t, "form")
		for range rapid.IntRange(1, 30).Draw(t, "rounds") {
			base := rapid.IntRange(0, 500).Draw(t, "base")
			add := rapid.Bool().Draw(t, "add")
			step := rapid.IntRange(1, 7).Draw(t, "step")
			for i := range rapid.IntRange(1, 300).Draw(t, "n") {
				n := form((base + i*step) % 1000)
				if add {
					if err := v.WriteFile("/"+n, nil, 0o644); err != nil {
						t.Fatal(err)
					}
					m[n] = true
				} else {
					err := v.Remove("/" + n)
					if (err == nil) != m[n] {
						t.Fatal(n, err)
					}
					delete(m, n)
				}
			}
			if rapid.Bool().Draw(t, "look") { // often enough for an index by hash
				for i := range 1000 {
					if _, err := v.Stat("/" + form(i)); (err == nil) != m[form(i)] {
						t.Fatal(form(i), err)
					}
				}
			}
			if rapid.Bool().Draw(t, "fork") {
				old, oldM = v.Fork(), maps.Clone(m)
			}
		}
		for _, s := range []struct {
			v *vfs.FS
			m map[string]bool
		}{{v, m}, {old, oldM}} {
			d, err := s.v.Open("/")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for {
				ns, err := d.Readdirnames(7)
				if err != nil {
					break
				}
				got = append(got, ns...)
			}
			if want := slices.Sorted(maps.Keys(s.m)); !slices.Equal(got, want) {
				t.Fatal(cmp.Diff(want, got))
			}
			for i := range 1000 {
				if _, err := s.v.Stat("/" + form(i)); (err == nil) != s.m[form(i)] {
					t.Fatal(form(i), err)
				}
			}
		}
	})
}
