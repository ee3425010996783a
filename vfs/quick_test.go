package vfs_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/spf13/afero"

	"github.com/sandpit-dev/sandpit/vfs"
)

// TestQuickWalk compares the two ways to resolve a name: "/." in front of it rules the short one out.
func TestQuickWalk(t *testing.T) {
	root := vfs.New()
	r := rand.New(rand.NewPCG(1, 2))
	name := func() string {
		p := ""
		for range r.IntN(4) + 1 {
			p += "/" + []string{"a", "b", "c", "d", ".hid", ".", "..", "", "x\x00"}[min(r.IntN(20)/2, r.IntN(9))]
		}
		return p
	}
	same := func(what, p string, err, want error) {
		t.Helper()
		if E(err) != E(want) {
			t.Errorf("%s %q: %v, the long way %v", what, p, err, want)
		}
	}
	found := 0
	for i := range 20000 {
		if i%40 == 0 {
			v := root.As([]int{0, 1000}[r.IntN(2)], 0, 0)
			switch p := name(); r.IntN(8) {
			case 0, 1, 2:
				v.Mkdir(p, fs.FileMode(r.IntN(0o1000)))
			case 3:
				v.WriteFile(p, []byte(p), fs.FileMode(r.IntN(0o1000)))
			case 4:
				v.Symlink([]string{"a", "../b", "/c", "/a/b/", "..", "/"}[r.IntN(6)], p)
			case 5:
				v.Remove(p)
			case 6:
				if r.IntN(10) == 0 {
					m := afero.NewMemMapFs()
					afero.WriteFile(m, "/a/b", []byte("m"), 0o644)
					if p != "/" && root.Mount(p, m, false) == nil && r.IntN(2) == 0 {
						root.Unmount(p)
					}
				}
			case 7:
				root.Chmod(p, 0o755)
			}
		}
		v := root.As([]int{0, 1000}[r.IntN(2)], 0, 0)
		if i%3 == 0 {
			if jail, err := v.Chroot("/a"); err == nil {
				v = jail
			}
		}
		p := name()
		a, err := v.Stat(p)
		b, want := v.Stat("/." + p)
		same("stat", p, err, want)
		if err == nil && want == nil && (!vfs.SameFile(a, b) || a.Mode() != b.Mode()) {
			t.Errorf("stat %q: %v, the long way %v", p, a, b)
		}
		if err == nil {
			found++
		}
		a, err = v.Lstat(p)
		b, want = v.Lstat("/." + p)
		same("lstat", p, err, want)
		if err == nil && want == nil && !vfs.SameFile(a, b) {
			t.Errorf("lstat %q: %v, the long way %v", p, a, b)
		}
		for _, flag := range []int{os.O_RDONLY, os.O_RDWR, vfs.O_DIRECTORY, vfs.O_NOFOLLOW} {
			f, err := v.OpenFile(p, flag, 0)
			g, want := v.OpenFile("/."+p, flag, 0)
			same(fmt.Sprint("open ", flag), p, err, want)
			if err == nil {
				f.Close()
			}
			if want == nil {
				g.Close()
			}
		}
		c, err := v.ReadFile(p)
		d, want := v.ReadFile("/." + p)
		same("read", p, err, want)
		if string(c) != string(d) {
			t.Errorf("read %q: %q, the long way %q", p, c, d)
		}
	}
	if found < 1000 {
		t.Error("only", found, "names were there")
	}
}
