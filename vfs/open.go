package vfs

import (
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"

	"github.com/spf13/afero"
)

// Flags of OpenFile beside those of package os, which has no portable names for them. The values are this package's own.
const (
	// O_DIRECTORY fails with ENOTDIR for anything but a directory.
	O_DIRECTORY = 1 << 25
	// O_NOFOLLOW fails with ELOOP when the last component is a symbolic link.
	O_NOFOLLOW = 1 << 26
	// O_NONBLOCK is handed to the opener of FIFOs and devices.
	O_NONBLOCK = 1 << 27
)

// Create is OpenFile with O_RDWR, O_CREATE, O_TRUNC and permissions 0666 less the umask.
func (v *FS) Create(name string) (afero.File, error) {
	return v.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
}

// Open opens for reading.
func (v *FS) Open(name string) (afero.File, error) { return v.OpenFile(name, os.O_RDONLY, 0) }

// OpenFile is open(2). Permissions count when it creates the file, less the umask. FIFOs, devices and sockets are opened
// by the opener.
func (v *FS) OpenFile(name string, flag int, perm os.FileMode) (afero.File, error) {
	f, err := v.open(name, flag, perm)
	if err != nil {
		return nil, pathErr("open", name, err)
	}
	return f, nil
}

// want is the permission mask that flag asks for.
func want(flag int) uint32 {
	m := uint32(4)
	switch flag & (os.O_RDONLY | os.O_WRONLY | os.O_RDWR) {
	case os.O_WRONLY:
		m = 2
	case os.O_RDWR:
		m = 6
	}
	if flag&os.O_TRUNC != 0 {
		m |= 2
	}
	return m
}

func (v *FS) open(name string, flag int, perm fs.FileMode) (afero.File, error) {
	create := flag&os.O_CREATE != 0
	if !create && v.rootPath == "" {
		if n := v.quick(name, flag&O_NOFOLLOW == 0); n != nil {
			return v.openInode(n, name, name, flag, false)
		}
	}
	return v.openSlow(name, flag, perm, create)
}

func (v *FS) openSlow(name string, flag int, perm fs.FileMode, create bool) (afero.File, error) {
	var w walker
	if !create {
		if err := v.findIn(&w, name, flag&O_NOFOLLOW == 0, false); err != nil {
			return nil, err
		}
		if w.top().m != nil {
			return w.leave("").open(name, flag, perm)
		}
		return v.openInode(w.inode(), name, w.where(name, ""), flag, false)
	}
	if err := v.findParent(&w, name, true); err != nil {
		return nil, err
	}
	for {
		if w.kind != lastNorm {
			if flag&os.O_EXCL != 0 {
				return nil, w.fail(syscall.EEXIST)
			}
			return nil, w.fail(syscall.EISDIR)
		}
		if w.trailing {
			return nil, w.fail(syscall.EISDIR)
		}
		if w.top().m != nil {
			again, err := w.mountLink(flag)
			if err != nil {
				return nil, err
			}
			if again {
				continue
			}
			return w.leave(w.last).open(name, flag, perm&^v.cred.Umask)
		}
		e, ok := w.child()
		if !ok {
			return w.create(name, flag, perm)
		}
		if flag&os.O_EXCL != 0 {
			return nil, w.fail(syscall.EEXIST)
		}
		switch uint32(e.typ) << 12 {
		case typeDir:
			return nil, w.fail(syscall.EISDIR)
		case typeLink:
			if flag&O_NOFOLLOW != 0 {
				return nil, w.fail(syscall.ELOOP)
			}
			w.rest = ""
			if err := w.follow(w.d.tab.get(e.ino).target); err != nil {
				return nil, w.fail(err)
			}
			if err := w.parent(); err != nil {
				return nil, err
			}
			continue
		}
		w.stack.push(elem{name: e.name, ino: e.ino})
		return v.openInode(w.d.tab.get(e.ino), name, w.where(name, ""), flag, true)
	}
}

// mountLink follows a symbolic link in last place inside a mount, as an open that may create has to.
func (w *walker) mountLink(flag int) (again bool, err error) {
	m := w.top().m
	if !m.links || flag&os.O_EXCL != 0 {
		return false, nil
	}
	rel := w.rel(w.last)
	w.unlock()
	fsys := m.view(w.v)
	fi, err := lstat(fsys, rel)
	if err != nil || fi.Mode()&fs.ModeSymlink == 0 {
		w.lock()
		return false, nil
	}
	if flag&O_NOFOLLOW != 0 {
		return false, syscall.ELOOP
	}
	if x, ok := fsys.(MagicLinkFS); ok && x.FollowsLink(rel) {
		w.lock()
		w.magic = true
		return false, nil
	}
	target, err := readlink(fsys, rel)
	if err != nil {
		return false, underlying(err)
	}
	w.lock()
	w.rest = ""
	if err := w.follow(target); err != nil {
		return false, w.fail(err)
	}
	return true, w.parent()
}

// newFile makes a handle for n; needs the disk's lock. Most files are open once, so the ref comes with the handle.
func newFile(v *FS, n *inode, name, where string, flag int) *file {
	f := &struct {
		file
		ref
	}{file: file{v: v, name: name, flag: int32(flag)}}
	if n.isDir() {
		f.flag |= dirHandle
	}
	f.file.r = v.d.grab(n, where, &f.ref)
	return &f.file
}

// create makes the regular file that the walk did not find and opens it, whatever its permissions.
func (w *walker) create(name string, flag int, perm fs.FileMode) (afero.File, error) {
	dir, err := w.writableDir()
	if err != nil {
		return nil, w.fail(err)
	}
	n, err := w.newInode(dir, typeReg|unixMode(perm)&^uint32(w.v.cred.Umask))
	if err != nil {
		w.unlock()
		w.v.hit(LimitInodes)
		return nil, err
	}
	where := w.where(name, w.last)
	if w.d.watch.active() {
		w.d.watch.emit(Create, w.real(w.last), "")
	}
	f := newFile(w.v, n, name, where, flag)
	w.unlock()
	if flag&O_DIRECTORY != 0 {
		f.Close()
		return nil, syscall.ENOTDIR
	}
	return f, nil
}

// where is the real path of the top (or of last below it). Without links it is name itself, but for cleaning, which is left
// to those who come to need it.
func (w *walker) where(name, last string) string {
	if w.links == 0 && w.v.rootPath == "" && name[0] == '/' {
		return name
	}
	return w.real(last)
}

// openInode opens an existing file, whose real path is where, and gives up the lock.
func (v *FS) openInode(n *inode, name, where string, flag int, excl bool) (afero.File, error) {
	need := want(flag)
	err := syscall.Errno(0)
	switch {
	case n.isLink():
		err = syscall.ELOOP
	case flag&O_DIRECTORY != 0 && !n.isDir():
		err = syscall.ENOTDIR
	case n.isDir() && need&2 != 0:
		err = syscall.EISDIR
	case !v.cred.may(n, need):
		err = syscall.EACCES
	}
	if err != 0 {
		v.d.unlock(excl)
		return nil, err
	}
	if !n.isReg() && !n.isDir() {
		req := OpenRequest{
			Name: name, Flag: flag, Mode: goMode(n.mode), Ino: n.ino, Rdev: n.rdev, Caller: v.caller, Info: n.info(baseName(name)),
		}
		v.d.unlock(excl)
		open := v.d.opener.Load()
		if open == nil {
			return nil, syscall.ENXIO
		}
		f, err := (*open)(req)
		return f, underlying(err)
	}
	if l := n.lazy; l != nil {
		v.d.unlock(excl)
		if err := v.fill(n.ino, l, flag&os.O_TRUNC != 0); err != nil {
			return nil, err
		}
		return v.open(name, flag, 0)
	}
	f := newFile(v, n, name, where, flag)
	v.d.unlock(excl)
	if flag&os.O_TRUNC != 0 {
		if err := v.truncateRef(f.r, 0); err != nil {
			f.Close()
			return nil, err
		}
	}
	return f, nil
}

// ReadFile returns the content of a file.
func (v *FS) ReadFile(name string) ([]byte, error) {
	if b, ok := v.readAll(name); ok {
		return b, nil
	}
	a, err := v.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	f, ok := a.(*file)
	if !ok {
		return io.ReadAll(a)
	}
	fi, err := f.Stat()
	if err != nil {
		return nil, err
	}
	b := make([]byte, 0, min(fi.Size(), 64<<20)+1)
	for {
		n, err := f.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if err == io.EOF {
			return b, nil
		}
		if err != nil {
			return b, err
		}
		if len(b) == cap(b) {
			b = slices.Grow(b, len(b))
		}
	}
}

// readAll is ReadFile for regular files of up to 1 MiB that quick finds: one look without a handle.
func (v *FS) readAll(name string) ([]byte, bool) {
	n := v.quick(name, true)
	if n == nil {
		return nil, false
	}
	d := v.d
	if !n.isReg() || !v.cred.may(n, 4) || n.lazy != nil {
		d.mu.RUnlock()
		return nil, false
	}
	n.mu.RLock()
	small := n.size <= writeChunk
	var b []byte
	if small {
		b = make([]byte, n.size)
		n.readAt(b, 0)
	}
	stale := len(b) > 0 && n.staleAtime(d.roughNow())
	ino := n.ino
	n.mu.RUnlock()
	d.mu.RUnlock()
	if stale {
		r := ref{ino: ino}
		r.d.Store(d)
		r.accessed()
	}
	return b, small
}

// WriteFile replaces the content of a file, creating it with perm (less the umask) when it is missing.
func (v *FS) WriteFile(name string, data []byte, perm fs.FileMode) error {
	f, err := v.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, perm)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// ReadDir lists a directory, sorted by name in byte order.
func (v *FS) ReadDir(name string) ([]fs.DirEntry, error) {
	f, err := v.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if d, ok := f.(fs.ReadDirFile); ok {
		return d.ReadDir(-1)
	}
	fis, err := f.Readdir(-1)
	if err != nil {
		return nil, err
	}
	out := make([]fs.DirEntry, len(fis))
	for i, fi := range fis {
		out[i] = fs.FileInfoToDirEntry(fi)
	}
	return out, nil
}
