package vfs_test

import (
	"io"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/spf13/afero"

	"github.com/sandpit-dev/sandpit/vfs"
)

func TestMount(t *testing.T) {
	v := vfs.New()
	mem, ro, inner := afero.NewMemMapFs(), afero.NewMemMapFs(), vfs.New()
	must(t, afero.WriteFile(ro, "/r.txt", []byte("read"), 0o644))
	must(t, inner.MkdirAll("/dir/sub", 0o755))
	must(t, inner.WriteFile("/dir/f", []byte("inner"), 0o640))
	must(t, inner.Symlink("dir/f", "/rel"))
	must(t, inner.Symlink("/etc/name", "/abs"))
	must(t, inner.Symlink("/etc", "/absdir"))
	must(t, inner.Symlink("../..", "/dir/up"))
	must(t, v.MkdirAll("/mnt/mem", 0o755))
	must(t, v.MkdirAll("/etc", 0o755))
	must(t, v.WriteFile("/etc/name", []byte("outer"), 0o644))
	must(t, v.Mount("/mnt/mem", mem, false))
	must(t, v.Mount("/mnt/ro", ro, true))
	must(t, v.Mount("/mnt/in", inner, false))
	must(t, v.Mount("/mnt/in/dir/sub", afero.NewMemMapFs(), false))

	must(t, v.WriteFile("/mnt/mem/x", []byte("hello"), 0o644))
	if b, err := afero.ReadFile(mem, "/x"); string(b) != "hello" || err != nil {
		t.Error("write through:", string(b), err)
	}
	for name, want := range map[string]string{
		"/mnt/ro/r.txt": "read", "/mnt/in/rel": "inner", "/mnt/in/abs": "outer", "/mnt/in/dir/up/in/dir/f": "inner",
		"/mnt/in/../mem/x": "hello", "/mnt/in/dir/sub/../f": "inner",
		// ".." after a link is where the link led to, on the disk as in a mount.
		"/mnt/in/absdir/name": "outer", "/mnt/in/absdir/../etc/name": "outer", "/mnt/in/absdir/../mnt/in/rel": "inner",
	} {
		if b, err := v.ReadFile(name); string(b) != want {
			t.Errorf("%s: %q %v", name, b, err)
		}
	}
	wantErr(t, "write on read-only", v.WriteFile("/mnt/ro/new", nil, 0o644), "EROFS")
	wantErr(t, "overwrite on read-only", v.WriteFile("/mnt/ro/r.txt", nil, 0o644), "EROFS")
	wantErr(t, "mkdir on read-only", v.Mkdir("/mnt/ro/d", 0o755), "EROFS")
	wantErr(t, "remove on read-only", v.Remove("/mnt/ro/r.txt"), "EROFS")
	wantErr(t, "remove of nothing on read-only", v.Remove("/mnt/ro/nope"), "ENOENT")
	wantErr(t, "access on read-only", v.Access("/mnt/ro/r.txt", 2), "EROFS")
	wantErr(t, "rename in read-only", v.Rename("/mnt/ro/r.txt", "/mnt/ro/s"), "EROFS")
	_, err := v.Open("/mnt/ro/nope")
	wantErr(t, "open of nothing", err, "ENOENT")
	wantErr(t, "rename out", v.Rename("/mnt/mem/x", "/x"), "EXDEV")
	wantErr(t, "rename in", v.Rename("/etc/name", "/mnt/mem/name"), "EXDEV")
	wantErr(t, "link out", v.Link("/mnt/in/dir/f", "/x"), "EXDEV")
	wantErr(t, "rename within", v.Rename("/mnt/mem/x", "/mnt/mem/y"), "ok")
	wantErr(t, "rename of native", v.Rename("/etc/name", "/etc/name2"), "ok")
	wantErr(t, "rename of mount point", v.Rename("/mnt/mem", "/mnt/other"), "EBUSY")
	wantErr(t, "remove of mount point", v.Remove("/mnt/mem"), "EBUSY")
	wantErr(t, "remove of nested mount point", v.Remove("/mnt/in/dir/sub"), "EBUSY")
	wantErr(t, "unmount of busy", v.Unmount("/mnt/in"), "EBUSY")
	wantErr(t, "unmount of nothing", v.Unmount("/etc"), "EINVAL")
	wantErr(t, "chmod through", v.Chmod("/mnt/in/dir/f", 0o600), "ok")
	if fi, err := inner.Stat("/dir/f"); err != nil || fi.Mode() != 0o600 {
		t.Error("chmod did not arrive", err)
	}
	if p, err := v.Realpath("/mnt/in/rel"); p != "/mnt/in/dir/f" || err != nil {
		t.Error("realpath:", p, err)
	}
	ents, err := v.ReadDir("/mnt")
	if err != nil || len(ents) != 3 || ents[0].Name() != "in" {
		t.Error("list:", ents, err)
	}
	if s := stat(t, v, "/mnt/mem/y"); s.Dev == stat(t, v, "/").Dev || s.Ino == 0 {
		t.Errorf("synthesised stat: %+v", s)
	}
	ms := v.Mounts()
	if len(ms) != 4 || ms[1].Path != "/mnt/ro" || !ms[1].ReadOnly || ms[1].Type != "MemMapFS" || ms[3].Path != "/mnt/in/dir/sub" {
		t.Errorf("%+v", ms)
	}
	// RemoveAll empties mounts and leaves their mount points, as rm -r does.
	wantErr(t, "removeall over mounts", v.RemoveAll("/mnt"), "EBUSY")
	if _, err := mem.Stat("/y"); err == nil {
		t.Error("removeall left a file in a mount")
	}
	must(t, v.Unmount("/mnt/in/dir/sub"))
	must(t, v.Unmount("/mnt/in"))
	must(t, v.Unmount("/mnt/mem"))
	must(t, v.Unmount("/mnt/ro"))
	must(t, v.RemoveAll("/mnt"))
	if c := v.Fork(); len(c.Mounts()) != 0 {
		t.Error("fork has mounts")
	}
}

// procFS answers per caller and has a magic link.
type procFS struct {
	afero.Fs
	caller any
}

func (p procFS) ForCaller(c any) afero.Fs { return procFS{p.Fs, c} }
func (p procFS) Name() string             { return "proc" }
func (p procFS) LstatIfPossible(name string) (fs.FileInfo, bool, error) {
	fi, err := p.Fs.Stat(name)
	if err == nil && (name == "/self" || name == "/fd") {
		return linkInfo{fi}, true, nil
	}
	return fi, true, err
}
func (p procFS) ReadlinkIfPossible(name string) (string, error) {
	if name == "/self" {
		return p.caller.(string), nil
	}
	return "pipe:[1]", nil
}
func (p procFS) FollowsLink(name string) bool { return name == "/fd" }

type linkInfo struct{ fs.FileInfo }

func (linkInfo) Mode() fs.FileMode { return fs.ModeSymlink | 0o777 }

func TestCallerFS(t *testing.T) {
	mem := afero.NewMemMapFs()
	must(t, afero.WriteFile(mem, "/7/comm", []byte("seven"), 0o644))
	must(t, afero.WriteFile(mem, "/8/comm", []byte("eight"), 0o644))
	must(t, afero.WriteFile(mem, "/self", nil, 0o644))
	must(t, afero.WriteFile(mem, "/fd", []byte("magic"), 0o644))
	v := vfs.New()
	must(t, v.Mount("/proc", procFS{Fs: mem}, false))
	for caller, want := range map[string]string{"7": "seven", "8": "eight"} {
		if b, err := v.For(caller).ReadFile("/proc/self/comm"); string(b) != want || err != nil {
			t.Errorf("caller %s: %q %v", caller, b, err)
		}
	}
	for _, flag := range []int{os.O_RDONLY, os.O_RDWR | os.O_CREATE} {
		f, err := v.OpenFile("/proc/fd", flag, 0)
		must(t, err)
		if b, _ := io.ReadAll(f); string(b) != "magic" {
			t.Errorf("magic link: %q", b)
		}
		f.Close()
	}
	if l, err := v.Readlink("/proc/fd"); l != "pipe:[1]" || err != nil {
		t.Error(l, err)
	}
	if fi, err := v.Lstat("/proc/self"); err != nil || fi.Mode()&fs.ModeSymlink == 0 {
		t.Error(fi, err)
	}
	if fi, err := v.Stat("/proc/fd"); err != nil || fi.Mode()&fs.ModeSymlink != 0 || !strings.HasSuffix(fi.Name(), "fd") {
		t.Error(fi, err)
	}
}

// afero's file systems that know other names than absolute ones show all they hold.
func TestMountNames(t *testing.T) {
	mem := afero.NewMemMapFs()
	must(t, afero.WriteFile(mem, "rel.txt", []byte("rel"), 0o644))
	must(t, afero.WriteFile(mem, "dir/in.txt", []byte("in"), 0o644))
	must(t, afero.WriteFile(mem, "/abs/f.txt", []byte("abs"), 0o644))
	v := vfs.New()
	must(t, v.Mount("/m", mem, false))
	must(t, v.Mount("/io", afero.FromIOFS{FS: fstest.MapFS{
		"d/f": {Data: []byte("io"), Mode: 0o644}, "l": {Data: []byte("d/f"), Mode: fs.ModeSymlink},
	}}, false))
	for name, want := range map[string]string{
		"/m/rel.txt": "rel", "/m/dir/in.txt": "in", "/m/abs/f.txt": "abs", "/io/d/f": "io", "/io/l": "io", "/m/../io/d/../l": "io",
	} {
		if b, err := v.ReadFile(name); string(b) != want || err != nil {
			t.Errorf("%s: %q %v", name, b, err)
		}
	}
	must(t, v.WriteFile("/m/dir/new", []byte("new"), 0o644))
	if b, err := afero.ReadFile(mem, "dir/new"); string(b) != "new" || err != nil {
		t.Errorf("new beside a relative name: %q %v", b, err)
	}
	must(t, v.Rename("/m/dir/new", "/m/abs/new"))
	must(t, v.Remove("/m/rel.txt"))
	wantErr(t, "rename into itself", v.Rename("/m/dir", "/m/dir/sub"), "EINVAL")
	wantErr(t, "rename onto a full directory", v.Rename("/m/dir", "/m/abs"), "ENOTEMPTY")
	wantErr(t, "rename onto one above", v.Rename("/m/abs/f.txt", "/m/abs"), "EISDIR")
	wantErr(t, "rename of a directory onto a file", v.Rename("/m/dir", "/m/abs/f.txt"), "ENOTDIR")
	wantErr(t, "rename onto itself", v.Rename("/m/dir", "/m/dir"), "ok")
	wantErr(t, "missing directory", v.WriteFile("/m/no/f", nil, 0o644), "ENOENT")
	wantErr(t, "write to io/fs", v.WriteFile("/io/d/f", nil, 0o644), "EROFS")
	wantErr(t, "mkdir in io/fs", v.Mkdir("/io/x", 0o755), "EROFS")
	wantErr(t, "missing in io/fs", v.Truncate("/io/x", 0), "ENOENT")
	var all []string
	must(t, afero.Walk(v, "/", func(p string, fi fs.FileInfo, err error) error { all = append(all, p); return err }))
	if got, want := strings.Join(all, " "), "/ /io /io/d /io/d/f /io/l /m /m/abs /m/abs/f.txt /m/abs/new /m/dir /m/dir/in.txt"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	ms := v.Mounts()
	if ms[0].FS != mem || ms[0].ReadOnly || !ms[1].ReadOnly || ms[1].Type != "fromiofs" {
		t.Errorf("%+v", ms)
	}
}

// A mounted disk goes by the credentials of who looks, unless it was mounted in somebody's name.
func TestMountCredentials(t *testing.T) {
	other := vfs.New()
	must(t, other.MkdirAll("/home", 0o755))
	must(t, other.WriteFile("/shadow", []byte("x"), 0o600))
	must(t, other.Mkdir("/tmp", 0o777|fs.ModeSticky))
	must(t, other.WriteFile("/tmp/root", nil, 0o644))
	v := vfs.New()
	must(t, v.Mount("/d", other, false))
	must(t, v.Mount("/asroot", other.As(1000, 1000, 0), false))
	user := v.As(1000, 1000, 0o027)
	_, err := user.ReadFile("/d/shadow")
	wantErr(t, "read", err, "EACCES")
	wantErr(t, "write", user.WriteFile("/d/home/f", nil, 0o644), "EACCES")
	wantErr(t, "access", user.Access("/d/shadow", 4), "EACCES")
	wantErr(t, "sticky", user.Remove("/d/tmp/root"), "EPERM")
	wantErr(t, "chown", user.Chown("/d/tmp", 1000, 1000), "EPERM")
	wantErr(t, "own file", user.WriteFile("/d/tmp/mine", nil, 0o666), "ok")
	if s := stat(t, v, "/d/tmp/mine"); s.UID != 1000 {
		t.Errorf("%+v", s)
	}
	if fi, err := other.Stat("/tmp/mine"); err != nil || fi.Mode() != 0o640 {
		t.Error(fi.Mode(), err)
	}
	_, err = v.ReadFile("/asroot/shadow")
	wantErr(t, "root in the name of 1000", err, "EACCES")
	wantErr(t, "root", v.Remove("/d/tmp/root"), "ok")
}

// TestChrootInMount looks from a directory of a mounted file system.
func TestChrootInMount(t *testing.T) {
	v := vfs.New()
	must(t, v.WriteFile("/secret", []byte("S"), 0o644))
	inner := vfs.New()
	must(t, inner.MkdirAll("/d/sub/e", 0o755))
	must(t, inner.WriteFile("/secret", []byte("i"), 0o644))
	must(t, inner.WriteFile("/d/f", []byte("f"), 0o644))
	must(t, inner.Symlink("../../secret", "/d/up"))
	must(t, inner.Symlink("/f", "/d/abs"))
	must(t, v.Mount("/mnt", inner, false))
	nested := afero.NewMemMapFs()
	must(t, afero.WriteFile(nested, "/n", []byte("n"), 0o644))
	must(t, v.Mount("/mnt/d/sub", nested, true))
	_, err := v.Chroot("/mnt/d/f")
	wantErr(t, "chroot to a file", err, "ENOTDIR")
	_, err = v.Chroot("/mnt/none")
	wantErr(t, "chroot to nothing", err, "ENOENT")
	jail, err := v.Chroot("/mnt/d")
	must(t, err)
	for name, want := range map[string]string{"/f": "f", "f": "f", "/../f": "f", "/abs": "f", "up": "ENOENT", "/secret": "ENOENT", "sub/n": "n", "/sub/../f": "f"} {
		b, err := jail.ReadFile(name)
		if err != nil {
			b = []byte(E(err))
		}
		if string(b) != want {
			t.Errorf("%s: %s, want %s", name, b, want)
		}
	}
	wantErr(t, "write to the read-only one", jail.WriteFile("/sub/x", nil, 0o644), "EROFS")
	must(t, jail.Rename("/f", "/g"))
	wantErr(t, "rename into another mount", jail.Rename("/g", "/sub/g"), "EXDEV")
	must(t, jail.Link("/g", "/h"))
	must(t, jail.In("/sub").WriteFile("../w", []byte("w"), 0o644))
	if p, err := jail.Realpath("/abs/../g"); err == nil {
		t.Error("a name below a link to nothing:", p)
	}
	if p, err := jail.In("/sub").Realpath("../g"); p != "/g" || err != nil {
		t.Error(p, err)
	}
	if b, err := inner.ReadFile("/d/w"); string(b) != "w" || err != nil {
		t.Error(string(b), err)
	}
	in, err := jail.Chroot("/sub")
	must(t, err)
	if b, err := in.ReadFile("/../n"); string(b) != "n" || err != nil {
		t.Error(string(b), err)
	}
	must(t, v.Unmount("/mnt/d/sub"))
	must(t, v.Unmount("/mnt"))
	if b, err := jail.ReadFile("/g"); string(b) != "f" || err != nil {
		t.Error("after Unmount:", string(b), err)
	}
	wantErr(t, "unmount what is not mounted any more", jail.Unmount("/"), "EINVAL")
	must(t, jail.Remove("/g"))
	wantErr(t, "remove the root", jail.Remove("/"), "EBUSY")
}

type sized struct{ afero.Fs }

func (sized) Statfs() vfs.Statfs { return vfs.Statfs{Type: "sized", BlockSize: 512, Blocks: 7} }

// TestStatfsMounts: a mounted file system tells its own size, or that it is not known.
func TestStatfsMounts(t *testing.T) {
	v := vfs.New()
	small := vfs.New()
	small.SetLimits(vfs.Limits{Bytes: 8192})
	must(t, v.Mount("/disk", small, false))
	must(t, v.Mount("/sized", sized{afero.NewMemMapFs()}, false))
	must(t, v.Mount("/mem", afero.NewMemMapFs(), false))
	for name, want := range map[string]vfs.Statfs{
		"/disk":  {Type: "vfs", BlockSize: 4096, Blocks: 2, BlocksFree: 2, Files: 1 << 26, FilesFree: 1<<26 - 1, NameMax: 255},
		"/sized": {Type: "sized", BlockSize: 512, Blocks: 7},
		"/mem":   {Type: "MemMapFS", BlockSize: 4096, NameMax: 255, Unknown: true},
	} {
		if got, err := v.Statfs(name); got != want || err != nil {
			t.Errorf("%s: %+v %v, want %+v", name, got, err, want)
		}
	}
}
