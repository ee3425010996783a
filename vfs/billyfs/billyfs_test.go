package billyfs_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"

	"github.com/go-git/go-billy/v5"
	"github.com/go-git/go-billy/v5/util"
	"github.com/spf13/afero"

	"github.com/sandpit-dev/sandpit/vfs"
	"github.com/sandpit-dev/sandpit/vfs/billyfs"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, f billy.Filesystem, name, data string) {
	t.Helper()
	must(t, util.WriteFile(f, name, []byte(data), 0o644))
}

func read(t *testing.T, f billy.Filesystem, name string) string {
	t.Helper()
	b, err := util.ReadFile(f, name)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func TestMissingDirectoriesAreMade(t *testing.T) {
	v := vfs.New()
	f, err := billyfs.New(v).Chroot("/not/yet")
	must(t, err)
	if _, err := f.Stat("/"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the root of a new tree: %v", err)
	}
	must(t, util.RemoveAll(f, "nothing"))
	write(t, f, "a/b/c", "1")
	must(t, f.Rename("a/b/c", "x/y/c"))
	must(t, f.Symlink("../x/y/c", "l/link"))
	tmp, err := f.TempFile("t/u", "pre")
	must(t, err)
	if fi, err := v.Stat("/not/yet/" + tmp.Name()); err != nil || fi.Mode() != 0o600 || !strings.HasPrefix(tmp.Name(), "t/u/pre") {
		t.Errorf("%s: %v %v", tmp.Name(), fi, err)
	}
	must(t, tmp.Close())
	if s := read(t, f, "l/link"); s != "1" {
		t.Errorf("through the link: %q", s)
	}
	if err := f.Rename("nothing", "new/place"); !errors.Is(err, syscall.ENOENT) {
		t.Errorf("rename of nothing: %v", err)
	}
	if _, err := f.Stat("new"); err == nil {
		t.Error("a failed rename left a directory")
	}
	infos, err := f.ReadDir("/")
	must(t, err)
	var names []string
	for _, i := range infos {
		names = append(names, i.Name())
	}
	if s := strings.Join(names, " "); s != "a l t x" {
		t.Errorf("entries: %s", s)
	}
	must(t, util.RemoveAll(f, "/x"))
	if _, err := f.Stat("x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after RemoveAll: %v", err)
	}
	if f.Root() != "/not/yet" || f.Join("a", "../b") != "b" {
		t.Error(f.Root(), f.Join("a", "../b"))
	}
}

func TestConfined(t *testing.T) {
	v := vfs.New()
	must(t, v.WriteFile("/secret", []byte("S"), 0o644))
	must(t, v.MkdirAll("/jail/etc", 0o755))
	must(t, v.WriteFile("/jail/etc/secret", []byte("inside"), 0o644))
	f, err := billyfs.New(v).Chroot("jail")
	must(t, err)
	must(t, f.Symlink("../../../../secret", "etc/up"))
	must(t, f.Symlink("/etc/secret", "absolute"))
	must(t, f.Symlink("..", "parent"))
	for name, want := range map[string]string{
		"absolute": "inside", "etc/up": "open etc/up: no such file or directory", "parent/secret": "open parent/secret: no such file or directory",
		"../secret": billy.ErrCrossedBoundary.Error(), "/../secret": billy.ErrCrossedBoundary.Error(), "etc/../../secret": billy.ErrCrossedBoundary.Error(),
	} {
		if s := read(t, f, name); s != want {
			t.Errorf("%s: %q, want %q", name, s, want)
		}
	}
	if s, err := f.Readlink("absolute"); err != nil || s != "/etc/secret" {
		t.Errorf("the text of a link: %q %v", s, err)
	}
	write(t, f, "parent/planted", "p")
	if _, err := v.Stat("/jail/planted"); err != nil {
		t.Error(err)
	}
	if _, err := v.Stat("/planted"); err == nil {
		t.Error("written outside")
	}
	// A link in the way of a nested root does not lead out either.
	must(t, f.Symlink("/..", "out"))
	g, err := f.Chroot("out/x")
	must(t, err)
	write(t, g, "y", "z")
	if _, err := v.Stat("/jail/x/y"); err != nil {
		t.Error(err)
	}
}

// TestInMount works on a file system that is mounted on the disk.
func TestInMount(t *testing.T) {
	v := vfs.New()
	must(t, v.WriteFile("/secret", []byte("S"), 0o644))
	inner := afero.NewMemMapFs()
	must(t, inner.MkdirAll("/d/e", 0o755))
	must(t, v.Mount("/mnt", inner, false))
	f, err := billyfs.New(v).Chroot("/mnt/d")
	must(t, err)
	write(t, f, "e/f", "1")
	write(t, f, "new/g", "2")
	if b, err := afero.ReadFile(inner, "/d/e/f"); err != nil || string(b) != "1" {
		t.Errorf("%q %v", b, err)
	}
	if s := read(t, f, "/e/f"); s != "1" {
		t.Error(s)
	}
	must(t, f.Rename("e/f", "e/h"))
	if fi, err := inner.Stat("/d/e/h"); err != nil || fi.Size() != 1 {
		t.Error(fi, err)
	}
	h, err := f.Open("e/h")
	must(t, err)
	must(t, h.Lock()) // a MemMapFs knows no locks
	must(t, h.Unlock())
	must(t, h.Close())
	must(t, v.Unmount("/mnt"))
	if _, err := f.Stat("e/h"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after Unmount: %v", err)
	}
}

func TestPermissions(t *testing.T) {
	v := vfs.New()
	must(t, v.Mkdir("/d", 0o755))
	f := billyfs.New(v.As(1000, 1000, 0o022))
	if err := util.WriteFile(f, "/d/x", nil, 0o644); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("create: %v", err)
	}
	if err := f.(billy.Change).Chmod("/d", 0o777); !errors.Is(err, syscall.EPERM) {
		t.Errorf("chmod: %v", err)
	}
	if _, err := f.OpenFile("/d", os.O_WRONLY, 0); !errors.Is(err, syscall.EISDIR) {
		t.Errorf("open of a directory: %v", err)
	}
	if _, err := f.Open("/d\x00"); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("NUL: %v", err)
	}
}

type process struct{ ctx context.Context }

func (p process) Context() context.Context { return p.ctx }

// TestEnds: nothing is done any more for a process that was killed, and its wait for a lock ends.
func TestEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := vfs.New()
		ctx, kill := context.WithCancel(t.Context())
		f := billyfs.New(v.For(process{ctx}))
		sub, err := f.Chroot("sub")
		must(t, err)
		write(t, sub, "f", "x")
		a, err := billyfs.New(v).Open("sub/f")
		must(t, err)
		must(t, a.Lock())
		b, err := sub.Open("f")
		must(t, err)
		got := make(chan error)
		go func() { got <- b.Lock() }()
		synctest.Wait()
		kill()
		if err := <-got; !errors.Is(err, syscall.EINTR) {
			t.Errorf("lock: %v", err)
		}
		if _, err := b.Read(make([]byte, 1)); !errors.Is(err, syscall.EINTR) {
			t.Errorf("read: %v", err)
		}
		if err := util.WriteFile(sub, "g", nil, 0o644); !errors.Is(err, syscall.EINTR) {
			t.Errorf("create: %v", err)
		}
		if _, err := sub.ReadDir("/"); !errors.Is(err, syscall.EINTR) {
			t.Errorf("list: %v", err)
		}
		must(t, b.Close())
		must(t, a.Close())
	})
}

func TestLock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := billyfs.New(vfs.New())
		a, err := f.Create("lock")
		must(t, err)
		b, err := f.OpenFile("/lock", os.O_RDWR, 0)
		must(t, err)
		must(t, a.Lock())
		order := make(chan string, 2)
		go func() {
			if err := b.Lock(); err != nil {
				t.Error(err)
			}
			order <- "second"
		}()
		synctest.Wait()
		order <- "first"
		must(t, a.Unlock())
		if s := <-order + " " + <-order; s != "first second" {
			t.Error(s)
		}
		must(t, b.Close()) // gives the lock up
		must(t, a.Lock())
		if _, err := a.Write([]byte("x")); err != nil {
			t.Error(err)
		}
		if _, err := a.Seek(0, io.SeekStart); err != nil {
			t.Error(err)
		}
		must(t, a.Close())
		if err := a.Lock(); !errors.Is(err, fs.ErrClosed) {
			t.Errorf("lock of a closed file: %v", err)
		}
	})
}
