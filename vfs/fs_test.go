package vfs_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/spf13/afero"
	"go.uber.org/goleak"

	"github.com/sandpit-dev/sandpit/vfs"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantErr(t testing.TB, what string, err error, want string) {
	t.Helper()
	if got := E(err); got != want {
		t.Errorf("%s: %s (%v), want %s", what, got, err, want)
	}
	if err == nil {
		return
	}
	var pe *fs.PathError
	var le *os.LinkError
	if !errors.As(err, &pe) && !errors.As(err, &le) {
		t.Errorf("%s: error of type %T", what, err)
	}
}

func stat(t testing.TB, v *vfs.FS, name string) *vfs.Stat {
	t.Helper()
	fi, err := v.Lstat(name)
	must(t, err)
	return fi.Sys().(*vfs.Stat)
}

func TestPermissions(t *testing.T) {
	root := vfs.New()
	user, other := root.As(1000, 1000, 0o022), root.As(1001, 1001, 0o022)
	must(t, root.Mkdir("/tmp", 0))
	must(t, root.Chmod("/tmp", 0o777|os.ModeSticky))
	must(t, root.Mkdir("/home", 0o755))
	must(t, root.Mkdir("/home/user", 0o755))
	must(t, root.Chown("/home/user", 1000, 1000))
	must(t, root.WriteFile("/secret", []byte("s"), 0o600))
	must(t, user.WriteFile("/home/user/f", []byte("f"), 0o644))
	must(t, user.WriteFile("/tmp/u", []byte("u"), 0o666))
	must(t, user.Mkdir("/home/user/priv", 0o700))
	must(t, user.WriteFile("/home/user/priv/x", nil, 0o666))

	_, err := user.ReadFile("/secret")
	wantErr(t, "read 0600 of root", err, "EACCES")
	wantErr(t, "create in /", user.WriteFile("/new", nil, 0o644), "EACCES")
	wantErr(t, "mkdir in /", user.Mkdir("/new", 0o755), "EACCES")
	wantErr(t, "mkdir of existing", user.Mkdir("/home", 0o755), "EEXIST")
	wantErr(t, "remove from /", user.Remove("/secret"), "EACCES")
	wantErr(t, "write other's 0644", other.WriteFile("/home/user/f", nil, 0o644), "EACCES")
	_, err = other.Stat("/home/user/priv/x")
	wantErr(t, "search 0700", err, "EACCES")
	_, err = other.ReadDir("/home/user/priv")
	wantErr(t, "list 0700", err, "EACCES")
	wantErr(t, "sticky remove", other.Remove("/tmp/u"), "EPERM")
	wantErr(t, "sticky rename", other.Rename("/tmp/u", "/tmp/v"), "EPERM")
	must(t, other.WriteFile("/tmp/o", nil, 0o644))
	wantErr(t, "sticky replace", other.Rename("/tmp/o", "/tmp/u"), "EPERM")
	wantErr(t, "chmod of other's", other.Chmod("/home/user/f", 0o777), "EPERM")
	wantErr(t, "chtimes of other's", other.Chtimes("/home/user/f", time.Now(), time.Now()), "EPERM")
	wantErr(t, "chown by user", user.Chown("/home/user/f", 1001, -1), "EPERM")
	wantErr(t, "chgrp to foreign", user.Chown("/home/user/f", -1, 5), "EPERM")
	wantErr(t, "chgrp to own", user.WithCred(vfs.Cred{UID: 1000, GID: 1000, Groups: []int{5}}).Chown("/home/user/f", -1, 5), "ok")
	wantErr(t, "hard link of root's", user.Link("/secret", "/tmp/l"), "EPERM")
	wantErr(t, "device by user", user.Mknod("/tmp/dev", os.ModeDevice, 1), "EPERM")
	wantErr(t, "removeall of other's", other.RemoveAll("/home/user"), "EACCES")
	if _, err := root.Stat("/home/user/priv/x"); err != nil {
		t.Error("a refused RemoveAll removed something:", err)
	}
	for _, c := range []struct {
		v    *vfs.FS
		name string
		mode uint32
		want string
	}{
		{user, "/secret", 4, "EACCES"}, {root, "/secret", 6, "ok"}, {root, "/secret", 1, "EACCES"},
		{user, "/home/user/f", 6, "ok"}, {other, "/home/user/f", 4, "ok"}, {other, "/home/user/f", 2, "EACCES"},
		{other, "/home/user", 1, "ok"}, {user, "/nope", 0, "ENOENT"}, {user, "/secret", 0, "ok"},
	} {
		wantErr(t, fmt.Sprintf("access %s %d as %d", c.name, c.mode, c.v.Cred().UID), c.v.Access(c.name, c.mode), c.want)
	}

	// Set-group-id directories pass on the group; subdirectories the bit too.
	must(t, root.Mkdir("/shared", 0o777))
	must(t, root.Chown("/shared", 0, 50))
	must(t, root.Chmod("/shared", 0o777|os.ModeSetgid))
	must(t, user.Mkdir("/shared/d", 0o755))
	must(t, user.WriteFile("/shared/f", nil, 0o644))
	fi, _ := root.Stat("/shared/d")
	if s := stat(t, root, "/shared/d"); s.GID != 50 || s.UID != 1000 || fi.Mode()&os.ModeSetgid == 0 {
		t.Error("setgid directory:", s.GID, s.UID, fi.Mode())
	}
	if s := stat(t, root, "/shared/f"); s.GID != 50 {
		t.Error("setgid file:", s.GID)
	}

	// A write by a user takes set-user-id away, root's does not.
	must(t, root.WriteFile("/suid", nil, 0o777))
	must(t, root.Chmod("/suid", 0o777|os.ModeSetuid))
	must(t, root.WriteFile("/suid", []byte("x"), 0))
	if fi, _ := root.Stat("/suid"); fi.Mode()&os.ModeSetuid == 0 {
		t.Error("root's write cleared setuid")
	}
	must(t, user.WriteFile("/suid", []byte("x"), 0))
	if fi, _ := root.Stat("/suid"); fi.Mode()&os.ModeSetuid != 0 {
		t.Error("a user's write left setuid")
	}
}

// utimensat(2) without times is allowed to who may write, with times only to the owner.
func TestTouch(t *testing.T) {
	v := vfs.New()
	v.SetClock(func() time.Time { return time.Unix(5, 7) })
	must(t, v.WriteFile("/open", nil, 0o644))
	must(t, v.Chmod("/open", 0o666))
	must(t, v.WriteFile("/shut", nil, 0o644))
	user := v.As(1000, 1000, 0)
	wantErr(t, "writable", user.Touch("/open"), "ok")
	wantErr(t, "not writable", user.Touch("/shut"), "EACCES")
	wantErr(t, "with times", user.Chtimes("/open", time.Unix(1, 0), time.Unix(1, 0)), "EPERM")
	if s := stat(t, v, "/open"); s.Atime != time.Unix(5, 7).UTC() || s.Mtime != s.Atime {
		t.Errorf("%+v", s)
	}
}

func TestUnlinkRmdir(t *testing.T) {
	v := vfs.New()
	must(t, v.MkdirAll("/d/e", 0o755))
	must(t, v.WriteFile("/f", nil, 0o644))
	must(t, v.Symlink("d", "/l"))
	wantErr(t, "unlink dir", v.Unlink("/d"), "EISDIR")
	wantErr(t, "rmdir file", v.Rmdir("/f"), "ENOTDIR")
	wantErr(t, "rmdir full", v.Rmdir("/d"), "ENOTEMPTY")
	wantErr(t, "rmdir .", v.Rmdir("/d/."), "EINVAL")
	wantErr(t, "rmdir ..", v.Rmdir("/d/e/.."), "ENOTEMPTY")
	wantErr(t, "rmdir link/", v.Rmdir("/l/"), "ENOTDIR")
	wantErr(t, "rmdir /", v.Rmdir("/"), "EBUSY")
	wantErr(t, "unlink file/", v.Unlink("/f/"), "ENOTDIR")
	wantErr(t, "rename .", v.Rename("/d/.", "/x"), "EBUSY")
	wantErr(t, "rename file/", v.Rename("/f/", "/x"), "ENOTDIR")
	wantErr(t, "rename onto parent", v.Rename("/d/e", "/d"), "ENOTEMPTY")
	wantErr(t, "rename dir to new/", v.Rename("/d/e", "/d/g/"), "ok")
}

// TestSlashes holds odd last components against what Linux 6 answered.
func TestSlashes(t *testing.T) {
	v := vfs.New()
	must(t, v.MkdirAll("/d/e", 0o755))
	must(t, v.WriteFile("/f", nil, 0o644))
	must(t, v.Symlink("d", "/l"))
	must(t, v.Symlink("dangle-target/", "/dl"))
	must(t, v.Symlink("nope", "/dm"))
	open := func(name string, flag int) error {
		f, err := v.OpenFile(name, flag, 0o644)
		if err == nil {
			f.Close()
		}
		return err
	}
	for _, c := range []struct {
		what string
		err  error
		want string
	}{
		{"mkfifo zz/", v.Mkfifo("/zz/", 0o644), "ENOENT"},
		{"symlink zz/", v.Symlink("a", "/zz/"), "ENOENT"},
		{"link zz/", v.Link("/f", "/zz/"), "ENOENT"},
		{"link d/.", v.Link("/f", "/d/."), "EEXIST"},
		{"symlink to nothing", v.Symlink("", "/q"), "ENOENT"},
		{"truncate d", v.Truncate("/d", 0), "EISDIR"},
		{"unlink d/.", v.Unlink("/d/."), "EISDIR"},
		{"create zz/", open("/zz/", os.O_CREATE|os.O_WRONLY), "EISDIR"},
		{"create d/", open("/d/", os.O_CREATE), "EISDIR"},
		{"create f/", open("/f/", os.O_CREATE), "EISDIR"},
		{"open f/", open("/f/", os.O_RDONLY), "ENOTDIR"},
		{"create l/ exclusively", open("/l/", os.O_CREATE|os.O_EXCL), "EISDIR"},
		{"mkdir l/", v.Mkdir("/l/", 0o755), "EEXIST"},
		{"rename l/ x", v.Rename("/l/", "/x"), "ENOTDIR"},
		{"rename d l", v.Rename("/d", "/l"), "ENOTDIR"},
		{"rename d l/", v.Rename("/d", "/l/"), "ENOTDIR"},
		{"create through a link to a name with slash", open("/dl", os.O_CREATE|os.O_WRONLY), "EISDIR"},
		{"mkdir dangling/", v.Mkdir("/dm/", 0o755), "EEXIST"},
		{"mkdir dangling", v.Mkdir("/dm", 0o755), "EEXIST"},
	} {
		wantErr(t, c.what, c.err, c.want)
	}
}

func TestTimes(t *testing.T) {
	now := time.Date(2024, 5, 1, 12, 0, 0, 123456789, time.UTC)
	v := vfs.New()
	v.SetClock(func() time.Time { return now })
	must(t, v.WriteFile("/f", []byte("x"), 0o644))
	s := stat(t, v, "/f")
	if !s.Mtime.Equal(now) || !s.Btime.Equal(now) || s.Mtime.Nanosecond() != 123456789 {
		t.Error("times of a new file:", s.Mtime, s.Btime)
	}
	read := func() time.Time {
		if _, err := afero.ReadFile(v, "/f"); err != nil {
			t.Fatal(err)
		}
		return stat(t, v, "/f").Atime
	}
	now = now.Add(time.Hour)
	first := now
	if a := read(); !a.Equal(first) {
		t.Error("relatime: first read after a write must update, atime", a)
	}
	now = now.Add(time.Hour)
	if a := read(); !a.Equal(first) {
		t.Error("relatime: second read must not update, atime", a)
	}
	now = now.Add(25 * time.Hour)
	if a := read(); !a.Equal(now) {
		t.Error("relatime: a day later it must update, atime", a)
	}
	m := time.Date(2000, 1, 1, 0, 0, 0, 7, time.UTC)
	must(t, v.Chtimes("/f", time.Time{}, m))
	if s := stat(t, v, "/f"); !s.Mtime.Equal(m) || !s.Atime.Equal(now) || !s.Ctime.Equal(now) {
		t.Error("chtimes with a zero time:", s.Atime, s.Mtime, s.Ctime)
	}
}

func TestBadInput(t *testing.T) {
	v := vfs.New()
	f, err := v.Create("/f")
	must(t, err)
	defer f.Close()
	for what, err := range map[string]error{
		"8 EiB truncate":  f.Truncate(1<<63 - 1),
		"truncate name":   v.Truncate("/f", 1<<62),
		"write far":       second(f.WriteAt([]byte("x"), 1<<62)),
		"write near 2^63": second(f.WriteAt([]byte("xx"), 1<<63-1)),
	} {
		wantErr(t, what, err, "EFBIG")
	}
	wantErr(t, "negative truncate", f.Truncate(-1), "EINVAL")
	wantErr(t, "negative truncate name", v.Truncate("/f", -5), "EINVAL")
	wantErr(t, "negative read", second(f.ReadAt(make([]byte, 1), -1)), "EINVAL")
	_, err = f.Seek(1<<62, io.SeekCurrent)
	must(t, err)
	_, err = f.Seek(1<<62, io.SeekCurrent)
	wantErr(t, "seek overflow", err, "EINVAL")
	if _, err := f.Seek(0, 9); E(err) != "EINVAL" {
		t.Error("whence 9:", err)
	}
	if fi, _ := v.Stat("/f"); fi.Size() != 0 || fi.Sys().(*vfs.Stat).Blocks != 0 {
		t.Error("bad input changed the file:", fi.Size())
	}
	must(t, f.Truncate(1<<40))
	if s := stat(t, v, "/f"); s.Blocks != 0 {
		t.Error("a hole takes blocks:", s.Blocks)
	}
	must(t, second(f.WriteAt([]byte("z"), 1<<40)))
	b := make([]byte, 3)
	n, err := f.ReadAt(b, 1<<40-1)
	if n != 2 || err != io.EOF || b[0] != 0 || b[1] != 'z' {
		t.Error("sparse read:", n, err, b)
	}
	if off, err := f.Seek(0, vfs.SeekData); off != 1<<40 || err != nil {
		t.Error("SEEK_DATA:", off, err)
	}
	if bytes, _ := v.Usage(); bytes != 4096 {
		t.Error("usage of a sparse file:", bytes)
	}
}

func second(_ int, err error) error { return err }

func TestFS(t *testing.T) {
	v := vfs.New()
	must(t, v.MkdirAll("/a/b/c", 0o755))
	must(t, v.WriteFile("/a/b/f", bytes.Repeat([]byte("xyz"), 5000), 0o644))
	must(t, v.WriteFile("/a/.hid", nil, 0o600))
	must(t, v.Symlink("b/f", "/a/link"))
	must(t, v.Mkdir("/a/empty", 0o700))
	must(t, fstest.TestFS(v.IO(), "a/b/f", "a/.hid", "a/empty", "a/link"))
	must(t, fstest.TestFS(v.In("/a").IO(), "b/f", "link"))
	sub, err := fs.Sub(v.IO(), "a/b")
	must(t, err)
	if b, err := fs.ReadFile(sub, "f"); err != nil || len(b) != 15000 {
		t.Error(len(b), err)
	}
	m, err := fs.Glob(v.IO(), "a/*")
	if err != nil || strings.Join(m, " ") != "a/.hid a/b a/empty a/link" {
		t.Error(m, err)
	}
	if l, err := fs.ReadLink(v.IO(), "a/link"); l != "b/f" || err != nil {
		t.Error(l, err)
	}
}

// TestAfero runs afero's own helpers and wrappers over the disk.
func TestAfero(t *testing.T) {
	v := vfs.New()
	a := &afero.Afero{Fs: v}
	must(t, a.MkdirAll("/x/y", 0o755))
	must(t, a.WriteFile("/x/y/1.txt", []byte("one"), 0o644))
	must(t, a.SafeWriteReader("/x/z/2.txt", strings.NewReader("two")))
	var walked []string
	must(t, a.Walk("/x", func(p string, _ os.FileInfo, err error) error { walked = append(walked, p); return err }))
	if got := strings.Join(walked, " "); got != "/x /x/y /x/y/1.txt /x/z /x/z/2.txt" {
		t.Error("walk:", got)
	}
	if m, err := afero.Glob(v, "/x/*/*.txt"); err != nil || len(m) != 2 {
		t.Error("glob:", m, err)
	}
	must(t, v.Mkdir("/tmp", 0o777))
	f, err := a.TempFile("/tmp", "t*.log")
	must(t, err)
	f.Close()
	base := afero.NewBasePathFs(v, "/x")
	if b, err := afero.ReadFile(base, "/y/1.txt"); string(b) != "one" || err != nil {
		t.Error("base path:", string(b), err)
	}
	ro := afero.NewReadOnlyFs(v)
	if err := afero.WriteFile(ro, "/q", nil, 0o644); E(err) != "EPERM" {
		t.Error("read-only:", err)
	}
	cow := afero.NewCopyOnWriteFs(ro, vfs.New())
	must(t, afero.WriteFile(cow, "/x/y/1.txt", []byte("changed"), 0o644))
	if b, _ := afero.ReadFile(v, "/x/y/1.txt"); string(b) != "one" {
		t.Error("copy on write changed the base:", string(b))
	}
	if b, _ := afero.ReadFile(cow, "/x/y/1.txt"); string(b) != "changed" {
		t.Error("copy on write lost the change:", string(b))
	}
	must(t, fstest.TestFS(afero.NewIOFS(base), "y/1.txt", "z/2.txt"))
	if ok, err := afero.DirExists(v, "/x/y"); !ok || err != nil {
		t.Error("dir exists:", ok, err)
	}
	if ok, err := afero.FileContainsBytes(v, "/x/y/1.txt", []byte("ne")); !ok || err != nil {
		t.Error("file contains:", ok, err)
	}
	dir, err := afero.TempDir(v, "/tmp", "dir")
	must(t, err)
	if fi, err := v.Stat(dir); err != nil || fi.Mode() != fs.ModeDir|0o700 {
		t.Error("temporary directory:", fi, err)
	}
	h, err := afero.NewHttpFs(v).Open("/x/y/1.txt")
	must(t, err)
	if b, err := io.ReadAll(h); string(b) != "one" || err != nil {
		t.Error("http:", string(b), err)
	}
	h.Close()
}

func TestSpecial(t *testing.T) {
	v := vfs.New().For(42)
	must(t, v.Mkfifo("/p", 0o644))
	must(t, v.Mknod("/null", 0o666|os.ModeDevice|os.ModeCharDevice, vfs.Makedev(1, 3)))
	fi, err := v.Stat("/null")
	must(t, err)
	if fi.Mode() != 0o666|os.ModeDevice|os.ModeCharDevice || vfs.Major(fi.Sys().(*vfs.Stat).Rdev) != 1 || vfs.Minor(fi.Sys().(*vfs.Stat).Rdev) != 3 {
		t.Error("device:", fi.Mode(), fi.Sys())
	}
	_, err = v.Open("/p")
	wantErr(t, "fifo without opener", err, "ENXIO")
	var got []vfs.OpenRequest
	v.SetOpener(func(r vfs.OpenRequest) (afero.File, error) {
		got = append(got, r)
		v.Stat("/p") // no lock is held
		return nil, syscall.EIO
	})
	_, err = v.OpenFile("/null", os.O_WRONLY, 0)
	wantErr(t, "opener's error", err, "EIO")
	if len(got) != 1 || got[0].Rdev != vfs.Makedev(1, 3) || got[0].Caller != 42 || got[0].Flag != os.O_WRONLY || got[0].Name != "/null" {
		t.Errorf("%+v", got)
	}
	wantErr(t, "truncate fifo", v.Truncate("/p", 0), "EINVAL")
	for _, d := range [][2]uint32{{0, 0}, {1, 3}, {259, 70000}, {1 << 20, 1 << 30}} {
		r := vfs.Makedev(d[0], d[1])
		if vfs.Major(r) != d[0] || vfs.Minor(r) != d[1] {
			t.Error("makedev", d, vfs.Major(r), vfs.Minor(r))
		}
	}
}

// TestForkWhileWriting forks a disk under concurrent writers; each fork must be whole and stay as it is.
func TestForkWhileWriting(t *testing.T) {
	v := vfs.New()
	const page = 4096
	must(t, v.WriteFile("/f", bytes.Repeat([]byte{0}, 2*page), 0o644))
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for g := range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			f, err := v.OpenFile("/f", os.O_WRONLY, 0)
			if err != nil {
				t.Error(err)
				return
			}
			defer f.Close()
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				f.WriteAt(bytes.Repeat([]byte{byte(i*3 + g)}, 2*page), 0)
				name := fmt.Sprintf("/d%d", g)
				v.Mkdir(name, 0o755)
				v.WriteFile(name+"/x", []byte("x"), 0o644)
				v.RemoveAll(name)
			}
		}()
	}
	for range 300 {
		c := v.Fork()
		a, err := c.ReadFile("/f")
		must(t, err)
		for _, x := range a {
			if x != a[0] {
				t.Fatal("a fork saw half of a write")
			}
		}
		must(t, c.WriteFile("/f", []byte("mine"), 0o644))
		runtime.Gosched()
		b, err := c.ReadFile("/f")
		if err != nil || string(b) != "mine" {
			t.Fatal("a fork saw a later write:", err, len(b))
		}
		must(t, c.RemoveAll("/d0"))
	}
	close(stop)
	wg.Wait()
	if b, _ := v.ReadFile("/f"); len(b) != 2*page {
		t.Error("a fork's write reached the original")
	}
}

func TestForkDropsOpenOnly(t *testing.T) {
	v := vfs.New()
	f, err := v.Create("/f")
	must(t, err)
	defer f.Close()
	must(t, second(f.Write(make([]byte, 10000))))
	must(t, v.Remove("/f"))
	c := v.Fork()
	if b, i := c.Usage(); b != 0 || i != 1 {
		t.Error("fork kept an unlinked file:", b, i)
	}
	if b, i := v.Usage(); b != 12288 || i != 2 {
		t.Error("original:", b, i)
	}
	must(t, second(f.WriteAt([]byte("still"), 0)))
}

func TestReset(t *testing.T) {
	v := vfs.New()
	view := v.As(1000, 1000, 0o022)
	must(t, v.WriteFile("/f", []byte("old"), 0o644))
	image := v.Fork()
	must(t, image.WriteFile("/f", []byte("image"), 0o644))
	must(t, v.Mount("/mnt/m", afero.NewMemMapFs(), false))
	f, err := v.OpenFile("/f", os.O_RDWR, 0)
	must(t, err)
	v.Reset(image)
	if b, _ := view.ReadFile("/f"); string(b) != "image" {
		t.Error("after reset:", string(b))
	}
	must(t, second(f.WriteAt([]byte("O"), 0)))
	if b, err := io.ReadAll(f); string(b) != "Old" || err != nil {
		t.Error("open file:", string(b), err)
	}
	must(t, f.Close())
	must(t, v.WriteFile("/f", []byte("new"), 0o644))
	if b, _ := image.ReadFile("/f"); string(b) != "image" {
		t.Error("image changed:", string(b))
	}
	must(t, v.WriteFile("/mnt/m/x", nil, 0o644))
	if _, err := v.Stat("/mnt/m/x"); err != nil {
		t.Error("mount lost:", err)
	}
	must(t, v.Unmount("/mnt/m"))
}

// TestFreed checks that the pages of a fork go with its last user.
func TestFreed(t *testing.T) {
	v := vfs.New()
	must(t, v.WriteFile("/f", make([]byte, 1<<20), 0o644))
	freed := make(chan int, 1)
	func() {
		c := v.Fork()
		must(t, c.WriteFile("/g", make([]byte, 1<<20), 0o644))
		runtime.AddCleanup(c, func(int) { freed <- 1 }, 0)
	}()
	for range 10 {
		runtime.GC()
		select {
		case <-freed:
			return
		case <-time.After(20 * time.Millisecond):
		}
	}
	t.Error("a fork without users is still there")
}

// TestCloseRace closes handles of unlinked files under those who use them.
func TestCloseRace(t *testing.T) {
	v := vfs.New()
	for range 300 {
		f, err := v.Create("/f")
		must(t, err)
		must(t, v.Remove("/f"))
		var wg sync.WaitGroup
		for _, use := range []func(){
			func() { f.WriteAt([]byte("x"), 0) },
			func() { f.ReadAt(make([]byte, 1), 0) },
			func() { f.Stat(); f.Seek(0, io.SeekEnd) },
			func() { f.Truncate(9); f.Sync() },
			func() { f.Close() },
		} {
			wg.Add(1)
			go func() {
				defer wg.Done()
				use()
			}()
		}
		wg.Wait()
		if b, i := v.Usage(); b != 0 || i != 1 {
			t.Fatal("left:", b, i)
		}
	}
}
