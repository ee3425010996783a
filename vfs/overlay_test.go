package vfs_test

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
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
	err error
}

func (f *failing) Open(name string) (afero.File, error) {
	if f.err != nil {
		return nil, f.err
	}
	return f.Fs.Open(name)
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
	base.err = fmt.Errorf("secret of the host")
	_, err := v.ReadFile("/o/dir/f")
	if err == nil {
		t.Error("read of a broken base")
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
