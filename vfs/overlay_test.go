package vfs_test

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/afero"
	"pgregory.net/rapid"

	"github.com/sandpit-dev/sandpit/vfs"
)

// linkFS is what disk and overlay have in common.
type linkFS interface {
	afero.Fs
	afero.Symlinker
	Link(oldname, newname string) error
}

// listing describes a tree: names, types, modes, times to the second, targets and contents.
func listing(t interface{ Fatal(...any) }, f linkFS, dir string, out map[string]string) map[string]string {
	d, err := f.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	fis, err := d.Readdir(-1)
	d.Close()
	if err != nil {
		t.Fatal(err)
	}
	for _, fi := range fis {
		name := path.Join(dir, fi.Name())
		s := fmt.Sprint(fi.Mode(), " ", fi.Sys().(*vfs.Stat).Nlink)
		switch {
		case fi.IsDir():
			listing(t, f, name, out)
		case fi.Mode()&fs.ModeSymlink != 0:
			target, err := f.ReadlinkIfPossible(name)
			if err != nil {
				t.Fatal(err)
			}
			s += " -> " + target
		default:
			b, err := afero.ReadFile(f, name)
			if err != nil {
				t.Fatal(err)
			}
			s += fmt.Sprintf(" %d %q %d", fi.Size(), b, fi.ModTime().Unix())
		}
		out[name] = s
	}
	return out
}

// TestOverlayModel does the same to a disk and to an overlay over a copy of it. They must not differ, and base must stay.
func TestOverlayModel(t *testing.T) {
	clock := func() time.Time { return time.Unix(1e9, 0) }
	name := rapid.Custom(func(t *rapid.T) string {
		return "/" + strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "l"}), 1, 3).Draw(t, "parts"), "/")
	})
	rapid.Check(t, func(t *rapid.T) {
		base := vfs.New()
		base.SetClock(clock)
		for range rapid.IntRange(0, 12).Draw(t, "entries") {
			n := name.Draw(t, "base name")
			switch rapid.IntRange(0, 3).Draw(t, "kind") {
			case 0:
				base.MkdirAll(n, 0o750)
			case 1:
				base.MkdirAll(path.Dir(n), 0o755)
				base.Symlink(rapid.SampledFrom([]string{"/a", "b", "../c", "l"}).Draw(t, "target"), n)
			default:
				base.MkdirAll(path.Dir(n), 0o755)
				base.WriteFile(n, []byte(n), 0o640)
				base.Chtimes(n, time.Unix(5e8, 0), time.Unix(5e8, 0))
			}
		}
		before := listing(t, base, "/", map[string]string{})
		plain := base.Fork()
		over := vfs.Overlay(base).(linkFS)
		for range rapid.IntRange(1, 15).Draw(t, "steps") {
			a, b := name.Draw(t, "a"), name.Draw(t, "b")
			op := rapid.IntRange(0, 11).Draw(t, "op")
			do := func(f linkFS) string {
				var err error
				var got string
				switch op {
				case 0:
					err = f.Mkdir(a, 0o700)
				case 1:
					err = f.MkdirAll(a, 0o755)
				case 2:
					err = f.Remove(a)
				case 3:
					err = f.RemoveAll(a)
				case 4, 5:
					err = f.Rename(a, b)
				case 6:
					err = afero.WriteFile(f, a, []byte(b), 0o600)
				case 7:
					var h afero.File
					if h, err = f.OpenFile(a, os.O_RDWR, 0); err == nil {
						h.WriteAt([]byte("X"), 1)
						var all []byte
						all, err = io.ReadAll(h)
						got = string(all)
						h.Close()
					}
				case 8:
					err = f.SymlinkIfPossible(b, a)
				case 9:
					err = f.Chmod(a, 0o604)
				case 10:
					err = f.Link(a, b)
				case 11:
					var fi fs.FileInfo
					if fi, err = f.Stat(a); err == nil {
						got = fmt.Sprint(fi.Mode(), fi.IsDir() || fi.Size() > 0)
					}
				}
				return E(err) + got
			}
			if want, got := do(plain), do(over); got != want {
				t.Fatalf("op %d %s %s: %s, disk says %s", op, a, b, got, want)
			}
		}
		opt := cmp.Transformer("now", func(s string) string {
			// What was made or written since has another time, as the overlay's disk has a clock of its own.
			if i := strings.LastIndexByte(s, ' '); i > 0 && !strings.HasSuffix(s, " 500000000") && !strings.Contains(s, "->") {
				return s[:i]
			}
			return s
		})
		want, got := listing(t, plain, "/", map[string]string{}), listing(t, over, "/", map[string]string{})
		if d := cmp.Diff(want, got, opt); d != "" {
			t.Fatal(d)
		}
		if d := cmp.Diff(before, listing(t, base, "/", map[string]string{})); d != "" {
			t.Fatal("base changed", d)
		}
	})
}

// failing is a base that breaks off.
type failing struct {
	afero.Fs
	err  error
	late bool // the error comes after the first bytes
}

type failingFile struct {
	afero.File
	err  error
	read bool
}

func (f *failingFile) Read(b []byte) (int, error) {
	if f.read {
		return 0, f.err
	}
	f.read = true
	return f.File.Read(b[:min(len(b), 1000)])
}

func (f *failing) Open(name string) (afero.File, error) {
	if f.err != nil && !f.late {
		return nil, f.err
	}
	h, err := f.Fs.Open(name)
	if err == nil && f.err != nil {
		h = &failingFile{File: h, err: f.err}
	}
	return h, err
}

func TestOverlay(t *testing.T) {
	mem := afero.NewMemMapFs()
	must(t, afero.WriteFile(mem, "/dir/big", make([]byte, 1<<20+5), 0o640))
	must(t, afero.WriteFile(mem, "/dir/f", []byte("base"), 0o600))
	base := &failing{Fs: mem}
	o := vfs.Overlay(base)
	v := vfs.New()
	must(t, v.Mount("/o", o, false))
	user := v.As(1000, 1000, 0o022)
	if s := stat(t, user, "/o/dir/f"); s.UID != 1000 || s.Nlink != 1 {
		t.Errorf("%+v", s)
	}
	base.err = &fs.PathError{Op: "read", Path: "/secret/of/the/host", Err: syscall.EIO}
	_, err := v.ReadFile("/o/dir/f")
	if err == nil {
		t.Error("read of a broken base")
	}
	// Neither a base nor a disk that gives out half-way leaves half a file.
	base.late = true
	_, err = user.OpenFile("/o/dir/big", os.O_RDWR, 0)
	wantErr(t, "copying from a broken base", err, "EIO")
	if fi, err := user.Stat("/o/dir/big"); err != nil || fi.Size() != 1<<20+5 {
		t.Error("after a failed copy:", fi.Size(), err)
	}
	base.err = nil
	// A reader that was there before the first write reads on, on what it opened.
	r, err := user.Open("/o/dir/f")
	must(t, err)
	must(t, user.WriteFile("/o/dir/f", []byte("changed"), 0o644))
	if b, err := io.ReadAll(r); string(b) != "base" || err != nil {
		t.Errorf("%q %v", b, err)
	}
	must(t, r.Close())
	w, err := user.OpenFile("/o/dir/big", os.O_RDWR|os.O_APPEND, 0)
	must(t, err)
	must(t, second(w.Write([]byte("end"))))
	must(t, w.Close())
	if b, err := user.ReadFile("/o/dir/big"); err != nil || len(b) != 1<<20+8 || string(b[1<<20+5:]) != "end" {
		t.Error(len(b), err)
	}
	if fi, err := mem.Stat("/dir/big"); err != nil || fi.Size() != 1<<20+5 {
		t.Error("base:", fi.Size(), err)
	}
	if fi, err := user.Stat("/o/dir/big"); err != nil || fi.Mode() != 0o640 {
		t.Error(fi.Mode(), err)
	}
	must(t, user.Rename("/o/dir", "/o/moved"))
	must(t, user.Symlink("moved", "/o/dir"))
	if b, err := user.ReadFile("/o/dir/f"); string(b) != "changed" || err != nil {
		t.Errorf("%q %v", b, err)
	}
	if b, err := afero.ReadFile(o, "/dir/f"); string(b) != "changed" || err != nil {
		t.Errorf("through a link of its own: %q %v", b, err)
	}
	must(t, user.RemoveAll("/o/moved"))
	_, err = o.Stat("/dir/f")
	wantErr(t, "dangling", err, "ENOENT")
}

// What a box writes to an overlay is bounded as what it writes to its disk.
func TestOverlayLimits(t *testing.T) {
	base := afero.NewMemMapFs()
	for i := range 50 {
		must(t, afero.WriteFile(base, fmt.Sprint("/base", i), make([]byte, 100_000), 0o644))
	}
	v := vfs.New()
	var hits []string
	v.SetLimits(vfs.Limits{Bytes: 150_000, Inodes: 5, FileSize: 120_000, OnHit: func(caller any, limit string, _ int64) {
		hits = append(hits, fmt.Sprint(caller, limit))
	}})
	must(t, v.Mount("/o", vfs.Overlay(base), false))
	me := v.For("me ")
	if l, err := me.ReadDir("/o"); len(l) != 50 || err != nil {
		t.Error(len(l), err)
	}
	f, err := me.OpenFile("/o/base0", os.O_RDWR, 0)
	must(t, err)
	wantErr(t, "size", second(f.WriteAt([]byte("x"), 120_000)), "EFBIG")
	must(t, f.Close())
	_, err = me.OpenFile("/o/base1", os.O_RDWR, 0)
	wantErr(t, "second copy", err, "ENOSPC")
	if b, err := me.ReadFile("/o/base1"); len(b) != 100_000 || err != nil {
		t.Error(len(b), err)
	}
	for i := range 4 {
		must(t, me.WriteFile(fmt.Sprint("/o/new", i), nil, 0o644))
	}
	wantErr(t, "one more file", me.WriteFile("/o/new4", nil, 0o644), "ENOSPC")
	if d := cmp.Diff([]string{"me file-size", "me disk-bytes", "me inodes"}, hits); d != "" {
		t.Error(d)
	}
	if s, err := v.Statfs("/o"); err != nil || s.Type != "overlay" || s.Blocks != 150_000/4096 || s.BlocksFree != s.Blocks-25 {
		t.Errorf("%+v %v", s, err)
	}
}

// TestOverlayConcurrent lets many work in one overlay: nothing of base may be missing or come twice.
func TestOverlayConcurrent(t *testing.T) {
	base := vfs.New()
	for d := range 8 {
		must(t, base.Mkdir(fmt.Sprint("/", d), 0o755))
		for i := range 20 {
			must(t, base.WriteFile(fmt.Sprint("/", d, "/", i), []byte("base"), 0o644))
		}
	}
	v := vfs.New()
	must(t, v.Mount("/o", vfs.Overlay(base), false))
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for d := range 8 {
				for i := range 20 {
					name := fmt.Sprint("/o/", d, "/", i)
					if b, err := v.ReadFile(name); err != nil || len(b) < 4 {
						t.Errorf("%s: %q %v", name, b, err)
					}
					f, err := v.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
					if err != nil {
						t.Error(err)
						continue
					}
					f.WriteString("+")
					f.Close()
				}
				mine := fmt.Sprint("/o/mine", g)
				if err := v.Symlink(fmt.Sprint(d), mine); err != nil {
					t.Error(err)
				}
				if l, err := v.ReadDir(mine); err != nil || len(l) != 20 {
					t.Error(len(l), err)
				}
				if err := v.Rename(mine, mine+"x"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	for d := range 8 {
		for i := range 20 {
			if b, err := v.ReadFile(fmt.Sprint("/o/", d, "/", i)); string(b) != "base++++" || err != nil {
				t.Errorf("%d/%d: %q %v", d, i, b, err)
			}
		}
	}
}
