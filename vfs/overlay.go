package vfs

import (
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/afero"
)

// Overlay returns a file system that shows base and keeps every change to itself, in memory; base is only read. It has
// the semantics of this package's disk: what comes from base can be renamed, removed and linked, directories with all
// below them. It also implements afero.Symlinker.
//
// A directory of base is read when somebody first comes through it and is not looked at again. The content of a file is
// read from base until the file is first opened for writing, which copies it; handles opened before go on reading base.
// Changes of base under an overlay show or not, as in overlayfs. FIFOs, devices and sockets of base are not shown.
// Permission bits are kept but not enforced, and files belong to who looks until they are given to somebody.
//
// Once mounted, an overlay may hold as much besides base as the limits of that disk allow the disk itself.
func Overlay(base afero.Fs) afero.Fs {
	base, _ = adapt(base)
	upper := New()
	upper.unowned = true
	root := upper.d.tab.get(rootIno)
	root.uid, root.gid = anyone, anyone
	return &overlay{&layers{base: base, pending: map[uint64]string{rootIno: "/"}}, upper}
}

// overlay keeps base's tree on a disk of its own as far as it was looked at. It is a view, as FS is.
type overlay struct {
	*layers
	upper *FS
}

type layers struct {
	base afero.Fs

	// mu is held for whole operations on names: what they find must be there until they end.
	mu sync.Mutex
	// pending has the place on base of what is not copied yet, by inode number: entries of directories, content of files.
	pending map[uint64]string
}

var _ afero.Symlinker = (*overlay)(nil)

// reach loads the directories that name leads through, and the one it leads to when into is set.
func (o *overlay) reach(name string, follow, into bool) error {
	if err := checkName(name); err != nil {
		return nil // the operation itself will say so
	}
	cur, rest := "/", path.Clean("/"+name)
	for links := 0; ; {
		fi, err := o.upper.Lstat(cur)
		if err != nil || !fi.IsDir() {
			return nil
		}
		rest = strings.TrimLeft(rest, "/")
		if rest == "" && !into {
			return nil
		}
		if err := o.load(cur, fi); err != nil {
			return err
		}
		if rest == "" {
			return nil
		}
		comp, more, _ := strings.Cut(rest, "/")
		rest = more
		switch comp {
		case ".":
			continue
		case "..":
			cur = path.Dir(cur)
			continue
		}
		next := path.Join(cur, comp)
		if rest != "" || follow {
			if target, err := o.upper.Readlink(next); err == nil {
				if links++; links > linkMax {
					return nil
				}
				if target[0] == '/' {
					cur = "/"
				}
				rest = target + "/" + rest
				continue
			}
		}
		cur = next
	}
}

// load makes the entries of the directory dir.
func (o *overlay) load(dir string, fi fs.FileInfo) error {
	ino := fi.Sys().(*Stat).Ino
	from, ok := o.pending[ino]
	if !ok {
		return nil
	}
	f, err := o.base.Open(from)
	if err != nil {
		return err
	}
	fis, err := f.Readdir(-1)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	for _, fi := range fis {
		if err := o.show(path.Join(dir, fi.Name()), path.Join(from, fi.Name()), fi); err != nil {
			return err
		}
	}
	delete(o.pending, ino)
	return o.upper.Chtimes(dir, fi.Sys().(*Stat).Atime, fi.ModTime())
}

// show makes the file name for fi, which is at from on base. It may be there already after a load that failed half-way.
func (o *overlay) show(name, from string, fi fs.FileInfo) error {
	o.upper.d.spare.Add(1)
	var err error
	switch mode := fi.Mode(); mode.Type() {
	case fs.ModeDir:
		err = o.upper.Mkdir(name, 0o700)
	case fs.ModeSymlink:
		target, e := readlink(o.base, from)
		if e != nil {
			return nil // base cannot tell
		}
		if err = o.upper.Symlink(target, name); err != nil && underlying(err) != syscall.EEXIST {
			return err
		}
		return o.upper.Lchtimes(name, fi.ModTime(), fi.ModTime())
	case 0:
		if err = o.upper.Mknod(name, 0, 0); err == nil {
			err = o.upper.alter(name, false, func(n *inode) error {
				n = o.upper.d.mutable(n.ino)
				n.mu.Lock()
				n.content = content{size: min(max(fi.Size(), 0), maxFileSize)}
				n.mu.Unlock()
				return nil
			}, nil)
		}
	default:
		return nil
	}
	if err != nil && underlying(err) != syscall.EEXIST {
		return err
	}
	if s, ok := fi.Sys().(*Stat); ok && s.UID != anyone && s.GID != anyone {
		if err := o.upper.Chown(name, s.UID, s.GID); err != nil {
			return err
		}
	}
	if err := o.upper.Chmod(name, fi.Mode()); err != nil {
		return err
	}
	if err := o.upper.Chtimes(name, fi.ModTime(), fi.ModTime()); err != nil {
		return err
	}
	up, err := o.upper.Lstat(name)
	if err != nil {
		return err
	}
	o.pending[up.Sys().(*Stat).Ino] = from
	return nil
}

// at runs an operation on a name.
func (o *overlay) at(op, name string, follow, into bool, do func() error) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.reach(name, follow, into); err != nil {
		return pathErr(op, name, underlying(err))
	}
	return do()
}

func (o *overlay) Name() string { return "overlay" }

func (o *overlay) Create(name string) (afero.File, error) {
	return o.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
}

func (o *overlay) Open(name string) (afero.File, error) { return o.OpenFile(name, os.O_RDONLY, 0) }

func (o *overlay) OpenFile(name string, flag int, perm os.FileMode) (out afero.File, err error) {
	err = o.at("open", name, flag&(os.O_EXCL|O_NOFOLLOW) == 0, true, func() error {
		f, err := o.upper.OpenFile(name, flag, perm)
		if err != nil {
			return err
		}
		out, err = o.opened(f, flag)
		if err != nil {
			f.Close()
			return pathErr("open", name, underlying(err))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// opened gives a new handle its content.
func (o *overlay) opened(f afero.File, flag int) (afero.File, error) {
	h, ok := f.(*file)
	if !ok || h.isDir() {
		return f, nil
	}
	from, ok := o.pending[h.r.ino]
	if !ok {
		return f, nil
	}
	if flag&os.O_TRUNC != 0 {
		delete(o.pending, h.r.ino)
		return f, nil
	}
	b, err := o.base.Open(from)
	if err != nil {
		return nil, err
	}
	if !h.writable() {
		return &overlayFile{b, h}, nil
	}
	defer b.Close()
	if err := h.r.replace(b); err != nil {
		switch err {
		case syscall.ENOSPC:
			o.upper.hit(LimitBytes)
		case syscall.EFBIG:
			o.upper.hit(LimitFileSize)
		}
		return nil, err
	}
	delete(o.pending, h.r.ino)
	return f, nil
}

// replace makes what r reads the content of the file and leaves its attributes alone. When it fails the file has only its
// size.
func (r *ref) replace(from io.Reader) error {
	size := int64(0)
	step := func(b []byte, off int64) error {
		d := r.lock()
		defer d.mu.Unlock()
		n := d.mutable(r.ino)
		n.mu.Lock()
		defer n.mu.Unlock()
		if b == nil {
			d.bytes.Add(-pageSize * n.truncate(d.own, 0))
			n.size = size
			return nil
		}
		if off == 0 {
			size = n.size
			d.bytes.Add(-pageSize * n.truncate(d.own, 0))
		}
		if off+int64(len(b)) > d.maxSize() {
			return syscall.EFBIG
		}
		_, err := n.writeAt(d.own, b, off, d.reservePages)
		return err
	}
	buf := make([]byte, 256<<10)
	for off := int64(0); ; {
		k, err := io.ReadFull(from, buf)
		if k > 0 {
			if e := step(buf[:k], off); e != nil {
				step(nil, 0)
				return e
			}
			off += int64(k)
		}
		switch {
		case err == io.EOF && off == 0:
			return step([]byte{}, 0)
		case err == io.EOF, err == io.ErrUnexpectedEOF:
			return nil
		case err != nil && off > 0:
			step(nil, 0)
			return err
		case err != nil:
			return err
		}
	}
}

// overlayFile reads base under the attributes of the overlay's own file.
type overlayFile struct {
	afero.File
	own *file
}

func (f *overlayFile) Name() string               { return f.own.Name() }
func (f *overlayFile) Stat() (fs.FileInfo, error) { return f.own.Stat() }
func (f *overlayFile) Close() error {
	err := f.own.Close()
	if e := f.File.Close(); err == nil {
		err = e
	}
	return err
}
func (f *overlayFile) Write(b []byte) (int, error)              { return f.own.Write(b) } // EBADF, and so on
func (f *overlayFile) WriteAt(b []byte, off int64) (int, error) { return f.own.WriteAt(b, off) }
func (f *overlayFile) WriteString(s string) (int, error)        { return f.own.WriteString(s) }
func (f *overlayFile) Truncate(size int64) error                { return f.own.Truncate(size) }
func (f *overlayFile) Readdir(n int) ([]fs.FileInfo, error)     { return f.own.Readdir(n) }
func (f *overlayFile) Readdirnames(n int) ([]string, error)     { return f.own.Readdirnames(n) }

func (o *overlay) Stat(name string) (fi os.FileInfo, err error) {
	err = o.at("stat", name, true, false, func() error { fi, err = o.upper.Stat(name); return err })
	return fi, err
}

func (o *overlay) LstatIfPossible(name string) (fi os.FileInfo, _ bool, err error) {
	err = o.at("lstat", name, false, false, func() error { fi, err = o.upper.Lstat(name); return err })
	return fi, true, err
}

func (o *overlay) ReadlinkIfPossible(name string) (target string, err error) {
	err = o.at("readlink", name, false, false, func() error { target, err = o.upper.Readlink(name); return err })
	return target, err
}

func (o *overlay) SymlinkIfPossible(oldname, newname string) error {
	return o.at("symlink", newname, false, false, func() error { return o.upper.Symlink(oldname, newname) })
}

func (o *overlay) Mkdir(name string, perm os.FileMode) error {
	return o.at("mkdir", name, false, false, func() error { return o.upper.Mkdir(name, perm) })
}

func (o *overlay) MkdirAll(name string, perm os.FileMode) error {
	return o.at("mkdir", name, true, true, func() error { return o.upper.MkdirAll(name, perm) })
}

func (o *overlay) Mknod(name string, mode fs.FileMode, rdev uint64) error {
	return o.at("mknod", name, false, false, func() error { return o.upper.Mknod(name, mode, rdev) })
}

// Remove looks into a directory: it must know whether that is empty.
func (o *overlay) Remove(name string) error {
	return o.at("remove", name, false, true, func() error { return o.upper.Remove(name) })
}

func (o *overlay) RemoveAll(name string) error {
	return o.at("unlinkat", name, false, false, func() error { return o.upper.RemoveAll(name) })
}

func (o *overlay) Rename(oldname, newname string) error {
	return o.at("rename", oldname, false, false, func() error {
		if err := o.reach(newname, false, true); err != nil {
			return linkErr("rename", oldname, newname, underlying(err))
		}
		return o.upper.Rename(oldname, newname)
	})
}

func (o *overlay) Link(oldname, newname string) error {
	return o.at("link", oldname, false, false, func() error {
		if err := o.reach(newname, false, false); err != nil {
			return linkErr("link", oldname, newname, underlying(err))
		}
		return o.upper.Link(oldname, newname)
	})
}

func (o *overlay) Chmod(name string, mode os.FileMode) error {
	return o.at("chmod", name, true, false, func() error { return o.upper.Chmod(name, mode) })
}

func (o *overlay) Chown(name string, uid, gid int) error {
	return o.at("chown", name, true, false, func() error { return o.upper.Chown(name, uid, gid) })
}

func (o *overlay) Lchown(name string, uid, gid int) error {
	return o.at("lchown", name, false, false, func() error { return o.upper.Lchown(name, uid, gid) })
}

func (o *overlay) Chtimes(name string, atime, mtime time.Time) error {
	return o.at("chtimes", name, true, false, func() error { return o.upper.Chtimes(name, atime, mtime) })
}
