// Package billyfs shows a disk of package vfs as a go-billy file system, which is what go-git works on. It is a package of its
// own so that users of vfs do not link go-billy.
//
// Names are relative to the root of the file system, with or without a slash in front; one that leads above it fails with
// billy.ErrCrossedBoundary. Symbolic links cannot lead out of the root either: each file system is a chroot(2) of the disk, so
// an absolute link starts at the root of the file system that it is met in, and ".." ends there. The text of links is kept as it is, which git's
// hashes need. As go-billy's own file systems do, Create, Rename, Symlink and TempFile make the directories that are missing.
//
// Permissions, ownership, quotas, mounts and events are those of the view the file system was made from. When the view's caller
// has a context (vfs.FS.For), as a process has, everything fails with EINTR once that has ended, so that work on the file system
// stops soon after.
package billyfs

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/go-git/go-billy/v5"
	"github.com/spf13/afero"

	"github.com/sandpit-dev/sandpit/vfs"
)

const dirMode = 0o755

// filesystem is a tree of a disk. What lies under a Chroot is looked up again by each operation, because go-git makes
// file systems of directories that do not exist yet.
type filesystem struct {
	ctx  context.Context
	up   *filesystem // nil for the one that New made
	view *vfs.FS     // of that one
	dir  string      // the root within up
	root string      // the root within view
}

var (
	_ billy.Filesystem = (*filesystem)(nil)
	_ billy.Change     = (*filesystem)(nil)
	_ billy.Capable    = (*filesystem)(nil)
)

// New returns the whole tree that view sees, from its "/" whatever directory it is in. It also implements billy.Change and
// has RemoveAll. Use Chroot of it for a part.
func New(view *vfs.FS) billy.Filesystem {
	ctx := context.Background()
	if c, ok := view.Caller().(interface{ Context() context.Context }); ok {
		ctx = c.Context()
	}
	return &filesystem{ctx: ctx, view: view.In("/"), dir: "/", root: "/"}
}

// at is the view whose root is that of f.
func (f *filesystem) at() (*vfs.FS, error) {
	if f.up == nil {
		return f.view, ended(f.ctx)
	}
	v, err := f.up.at()
	if err != nil || f.dir == "/" {
		return v, err
	}
	return v.Chroot(f.dir)
}

// ended is EINTR once ctx has ended.
func ended(ctx context.Context) error {
	if ctx.Err() != nil {
		return &fs.PathError{Op: "open", Path: "/", Err: syscall.EINTR}
	}
	return nil
}

// make is at, making the root when it is missing.
func (f *filesystem) make() (*vfs.FS, error) {
	v, err := f.at()
	if f.up == nil || !errors.Is(err, fs.ErrNotExist) {
		return v, err
	}
	if v, err = f.up.make(); err != nil {
		return nil, err
	}
	if err := v.MkdirAll(f.dir, dirMode); err != nil {
		return nil, err
	}
	return v.Chroot(f.dir)
}

// local makes name absolute. What leads above the root is refused rather than clipped: it is a mistake of the caller.
func local(name string) (string, error) {
	rel := path.Clean(strings.TrimLeft(name, "/"))
	if rel == ".." || strings.HasPrefix(rel, "../") {
		return "", billy.ErrCrossedBoundary
	}
	return path.Join("/", rel), nil
}

// do runs op on the view and the absolute name.
func (f *filesystem) do(op, name string, run func(v *vfs.FS, name string) error) error {
	abs, err := local(name)
	if err != nil {
		return err
	}
	v, err := f.at()
	if err == nil {
		err = run(v, abs)
	}
	return named(op, name, err)
}

// doMaking is do for what makes name: when a directory is missing it makes that and tries again.
func (f *filesystem) doMaking(op, name string, run func(v *vfs.FS, name string) error) error {
	err := f.do(op, name, run)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	abs, e := local(name)
	if e != nil {
		return err
	}
	v, e := f.make()
	if e != nil {
		return named(op, name, e)
	}
	if e := v.MkdirAll(path.Dir(abs), dirMode); e != nil {
		return named(op, name, e)
	}
	return named(op, name, run(v, abs))
}

// named gives an error the name that the caller used.
func named(op, name string, err error) error {
	if e, ok := err.(*fs.PathError); ok {
		return &fs.PathError{Op: op, Path: name, Err: e.Err}
	}
	return err
}

func (f *filesystem) Create(name string) (billy.File, error) {
	return f.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
}

func (f *filesystem) Open(name string) (billy.File, error) { return f.OpenFile(name, os.O_RDONLY, 0) }

func (f *filesystem) OpenFile(name string, flag int, perm fs.FileMode) (billy.File, error) {
	var opened afero.File
	run := func(v *vfs.FS, name string) (err error) {
		opened, err = v.OpenFile(name, flag, perm)
		return err
	}
	do := f.do
	if flag&os.O_CREATE != 0 {
		do = f.doMaking
	}
	if err := do("open", name, run); err != nil {
		return nil, err
	}
	return &file{opened, f.ctx, path.Clean(strings.TrimLeft(name, "/"))}, nil
}

func (f *filesystem) Stat(name string) (info fs.FileInfo, err error) {
	err = f.do("stat", name, func(v *vfs.FS, name string) error { info, err = v.Stat(name); return err })
	return info, err
}

func (f *filesystem) Lstat(name string) (info fs.FileInfo, err error) {
	err = f.do("lstat", name, func(v *vfs.FS, name string) error { info, err = v.Lstat(name); return err })
	return info, err
}

func (f *filesystem) Rename(from, to string) error {
	old, err := local(from)
	if err != nil {
		return err
	}
	if _, err := f.Lstat(from); err != nil { // no directories for nothing
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: errno(err)}
	}
	err = f.doMaking("rename", to, func(v *vfs.FS, to string) error { return v.Rename(old, to) })
	return relinked(err, from, to)
}

// relinked gives an error about two names those that the caller used.
func relinked(err error, from, to string) error {
	if e, ok := err.(*os.LinkError); ok {
		return &os.LinkError{Op: e.Op, Old: from, New: to, Err: e.Err}
	}
	return err
}

func errno(err error) error {
	var e syscall.Errno
	if errors.As(err, &e) {
		return e
	}
	return err
}

func (f *filesystem) Remove(name string) error {
	return f.do("remove", name, (*vfs.FS).Remove)
}

// RemoveAll removes a tree, which go-billy's util.RemoveAll leaves to a file system that can.
func (f *filesystem) RemoveAll(name string) error {
	err := f.do("unlinkat", name, (*vfs.FS).RemoveAll)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // the root itself is missing
	}
	return err
}

func (f *filesystem) Join(elem ...string) string { return path.Join(elem...) }

// TempFile makes a file of mode 0600 with a new name. An empty dir is the root.
func (f *filesystem) TempFile(dir, prefix string) (billy.File, error) {
	if strings.Contains(prefix, "/") {
		return nil, &fs.PathError{Op: "createtemp", Path: prefix, Err: syscall.EINVAL}
	}
	var err error
	for range 10000 {
		name := path.Join(dir, prefix+strconv.FormatUint(rand.Uint64(), 36))
		var t billy.File
		if t, err = f.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); !errors.Is(err, fs.ErrExist) {
			return t, err
		}
	}
	return nil, err
}

// ReadDir describes the entries of a directory, sorted by name.
func (f *filesystem) ReadDir(name string) (infos []fs.FileInfo, err error) {
	err = f.do("open", name, func(v *vfs.FS, name string) error { infos, err = afero.ReadDir(v, name); return err })
	return infos, err
}

func (f *filesystem) MkdirAll(name string, perm fs.FileMode) error {
	abs, err := local(name)
	if err != nil {
		return err
	}
	v, err := f.make()
	if err == nil {
		err = v.MkdirAll(abs, perm)
	}
	return named("mkdir", name, err)
}

func (f *filesystem) Symlink(target, link string) error {
	err := f.doMaking("symlink", link, func(v *vfs.FS, link string) error { return v.Symlink(target, link) })
	return relinked(err, target, link)
}

func (f *filesystem) Readlink(name string) (target string, err error) {
	err = f.do("readlink", name, func(v *vfs.FS, name string) error { target, err = v.Readlink(name); return err })
	return target, err
}

func (f *filesystem) Chmod(name string, mode fs.FileMode) error {
	return f.do("chmod", name, func(v *vfs.FS, name string) error { return v.Chmod(name, mode) })
}

func (f *filesystem) Chown(name string, uid, gid int) error {
	return f.do("chown", name, func(v *vfs.FS, name string) error { return v.Chown(name, uid, gid) })
}

func (f *filesystem) Lchown(name string, uid, gid int) error {
	return f.do("lchown", name, func(v *vfs.FS, name string) error { return v.Lchown(name, uid, gid) })
}

func (f *filesystem) Chtimes(name string, atime, mtime time.Time) error {
	return f.do("chtimes", name, func(v *vfs.FS, name string) error { return v.Chtimes(name, atime, mtime) })
}

// Chroot returns the tree below dir, which need not exist yet.
func (f *filesystem) Chroot(dir string) (billy.Filesystem, error) {
	abs, err := local(dir)
	if err != nil {
		return nil, err
	}
	return &filesystem{ctx: f.ctx, up: f, dir: abs, root: path.Join(f.root, abs)}, nil
}

// Root returns the path of the root on the view that New was given.
func (f *filesystem) Root() string { return f.root }

func (f *filesystem) Capabilities() billy.Capability { return billy.AllCapabilities }

// file is an open file. Its name is relative to the root, as go-billy's own file systems have it.
type file struct {
	afero.File
	ctx  context.Context
	name string
}

func (f *file) Read(b []byte) (int, error) {
	if err := ended(f.ctx); err != nil {
		return 0, named("read", f.name, err)
	}
	return f.File.Read(b)
}

func (f *file) ReadAt(b []byte, off int64) (int, error) {
	if err := ended(f.ctx); err != nil {
		return 0, named("read", f.name, err)
	}
	return f.File.ReadAt(b, off)
}

func (f *file) Write(b []byte) (int, error) {
	if err := ended(f.ctx); err != nil {
		return 0, named("write", f.name, err)
	}
	return f.File.Write(b)
}

func (f *file) Name() string { return f.name }

// Lock takes an exclusive lock, flock(2), and waits for it. Files in mounts that know no locks are not locked.
func (f *file) Lock() error { return f.flock(vfs.LockExclusive) }

// Unlock ends the lock.
func (f *file) Unlock() error { return f.flock(vfs.Unlock) }

func (f *file) flock(how int) error {
	l, ok := f.File.(vfs.Flocker)
	if !ok {
		return nil
	}
	err := l.Flock(f.ctx, how)
	if errors.Is(err, syscall.ENOTSUP) {
		return nil
	}
	return named("flock", f.name, err)
}
