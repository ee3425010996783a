package vfs

import (
	"io/fs"
	"os"
	"syscall"
	"time"

	"github.com/spf13/afero"
)

// Stat describes the file that name leads to, stat(2). FileInfo.Sys is a *Stat.
func (v *FS) Stat(name string) (os.FileInfo, error) {
	fi, err := v.stat(name, true)
	if err != nil {
		return nil, pathErr("stat", name, err)
	}
	return fi, nil
}

// Lstat is Stat that does not follow a symbolic link in last place.
func (v *FS) Lstat(name string) (os.FileInfo, error) {
	fi, err := v.stat(name, false)
	if err != nil {
		return nil, pathErr("lstat", name, err)
	}
	return fi, nil
}

// LstatIfPossible implements afero.Lstater.
func (v *FS) LstatIfPossible(name string) (os.FileInfo, bool, error) {
	fi, err := v.Lstat(name)
	return fi, true, err
}

func (v *FS) stat(name string, follow bool) (fs.FileInfo, error) {
	if n := v.quick(name, follow); n != nil {
		fi := n.info(baseName(name))
		v.d.mu.RUnlock()
		return fi, nil
	}
	return v.statSlow(name, follow)
}

func (v *FS) statSlow(name string, follow bool) (fs.FileInfo, error) {
	var w walker
	if err := v.findIn(&w, name, follow, false); err != nil {
		return nil, err
	}
	if w.top().m != nil {
		return w.leave("").stat(baseName(name), follow)
	}
	fi := w.inode().info(baseName(name))
	w.unlock()
	return fi, nil
}

// Realpath returns the absolute path of name without links, "." and "..". Every component must exist.
func (v *FS) Realpath(name string) (string, error) {
	w, err := v.find("realpath", name, true)
	if err != nil {
		return "", err
	}
	p := w.path("")
	if w.top().m != nil {
		if _, err := w.leave("").stat("", true); err != nil {
			return "", pathErr("realpath", name, err)
		}
		return p, nil
	}
	removed := w.gone != nil && w.inode().nlink == 0
	w.unlock()
	if removed {
		return "", pathErr("realpath", name, syscall.ENOENT) // as getcwd(2) answers
	}
	return p, nil
}

// Access checks what the view may do with name, access(2): mode is 0 (exists) or a sum of 4 (read), 2 (write), 1 (execute
// or search). It judges by the view's ids. Errors: EACCES; EROFS for writing on a read-only mount.
func (v *FS) Access(name string, mode uint32) error {
	return pathErr("access", name, v.access(name, mode))
}

func (v *FS) access(name string, mode uint32) error {
	if mode > 7 {
		return syscall.EINVAL
	}
	var w walker
	if err := v.findIn(&w, name, true, false); err != nil {
		return err
	}
	if w.top().m != nil {
		p := w.leave("")
		if inner, ok := p.fs.(*FS); ok && (mode&2 == 0 || !p.m.ro) {
			return underlying(inner.Access(p.rel, mode))
		}
		fi, err := p.fs.Stat(p.rel)
		switch {
		case err != nil:
			return underlying(err)
		case mode&2 != 0 && p.m.ro:
			return syscall.EROFS
		case mode&1 != 0 && !fi.IsDir() && fi.Mode()&0o111 == 0:
			return syscall.EACCES
		}
		return nil
	}
	defer w.unlock()
	if !v.cred.may(w.inode(), mode) {
		return syscall.EACCES
	}
	return nil
}

// alter runs f on the record of name under the exclusive lock and reports a Chmod event.
func (v *FS) alter(name string, follow bool, f func(n *inode) error, inMnt func(inMount) error) error {
	var w walker
	if err := v.findIn(&w, name, follow, true); err != nil {
		return err
	}
	if w.top().m != nil {
		return inMnt(w.leave(""))
	}
	defer w.unlock()
	if err := f(w.inode()); err != nil {
		return err
	}
	if v.d.watch.active() && w.inode().nlink > 0 {
		v.d.watch.emit(Chmod, w.real(""), "")
	}
	return nil
}

// Chmod sets the permission, set-id and sticky bits, chmod(2); other bits of mode are ignored. Only the owner and root may
// (EPERM).
func (v *FS) Chmod(name string, mode os.FileMode) error {
	return pathErr("chmod", name, v.alter(name, true, func(n *inode) error { return v.chmod(n, mode) },
		func(p inMount) error {
			return p.change(Chmod, func(fsys afero.Fs, rel string) error { return fsys.Chmod(rel, mode) })
		}))
}

func (v *FS) chmod(n *inode, mode fs.FileMode) error {
	if !v.cred.owns(n) {
		return syscall.EPERM
	}
	bits := unixMode(mode)
	if v.cred.UID != 0 && !v.cred.inGroup(n.gid) {
		bits &^= setGID
	}
	n = v.d.changeable(n)
	n.mu.Lock()
	n.mode = n.typ() | bits
	n.ctime = v.d.now()
	n.mu.Unlock()
	return nil
}

// Chown sets owner and group, chown(2); -1 leaves one as it is. Owners may change the group to one of their own, root may
// do all (EPERM). Set-id bits of files are cleared.
func (v *FS) Chown(name string, uid, gid int) error {
	return pathErr("chown", name, v.chownName(name, uid, gid, true))
}

// Lchown is Chown that does not follow a symbolic link in last place.
func (v *FS) Lchown(name string, uid, gid int) error {
	return pathErr("lchown", name, v.chownName(name, uid, gid, false))
}

func (v *FS) chownName(name string, uid, gid int, follow bool) error {
	return v.alter(name, follow, func(n *inode) error { return v.chown(n, uid, gid) }, func(p inMount) error {
		return p.change(Chmod, func(fsys afero.Fs, rel string) error {
			if l, ok := fsys.(interface {
				Lchown(string, int, int) error
			}); ok && !follow {
				return l.Lchown(rel, uid, gid)
			}
			return fsys.Chown(rel, uid, gid)
		})
	})
}

func (v *FS) chown(n *inode, uid, gid int) error {
	if uid < -1 || gid < -1 || uid > 1<<32-2 || gid > 1<<32-2 {
		return syscall.EINVAL
	}
	if v.cred.UID != 0 {
		if uid != -1 && (uint32(uid) != n.uid || uint32(v.cred.UID) != n.uid) ||
			gid != -1 && (uint32(v.cred.UID) != n.uid || !v.cred.inGroup(uint32(gid)) && uint32(gid) != n.gid) {
			return syscall.EPERM
		}
	}
	n = v.d.changeable(n)
	n.mu.Lock()
	defer n.mu.Unlock()
	if uid != -1 {
		n.uid = uint32(uid)
	}
	if gid != -1 {
		n.gid = uint32(gid)
	}
	if !n.isDir() && !n.isLink() {
		n.dropPrivileges()
	}
	n.ctime = v.d.now()
	return nil
}

// dropPrivileges, with mu held, clears what a write or change of owner takes away: set-user-id, and set-group-id where the group may
// execute (without that the bit means mandatory locking).
func (n *inode) dropPrivileges() {
	n.mode &^= setUID
	if n.mode&0o010 != 0 {
		n.mode &^= setGID
	}
}

// privileged says whether dropPrivileges would change n.
func (n *inode) privileged() bool {
	return n.mode&setUID != 0 || n.mode&(setGID|0o010) == setGID|0o010
}

// Chtimes sets access and modification time, utimensat(2), in nanoseconds. A zero time is left as it is (as os.Chtimes
// does). Only the owner and root may (EPERM).
func (v *FS) Chtimes(name string, atime, mtime time.Time) error {
	return pathErr("chtimes", name, v.chtimesName(name, atime, mtime, true))
}

// Lchtimes is Chtimes that does not follow a symbolic link in last place.
func (v *FS) Lchtimes(name string, atime, mtime time.Time) error {
	return pathErr("lchtimes", name, v.chtimesName(name, atime, mtime, false))
}

func (v *FS) chtimesName(name string, atime, mtime time.Time, follow bool) error {
	return v.alter(name, follow, func(n *inode) error { return v.chtimes(n, atime, mtime) },
		func(p inMount) error { return p.chtimes(atime, mtime) })
}

func (v *FS) chtimes(n *inode, atime, mtime time.Time) error {
	if !v.cred.owns(n) {
		return syscall.EPERM
	}
	n = v.d.changeable(n)
	n.mu.Lock()
	defer n.mu.Unlock()
	if !atime.IsZero() {
		n.atime = unixTime(atime)
	}
	if !mtime.IsZero() {
		n.mtime = unixTime(mtime)
	}
	n.ctime = v.d.now()
	return nil
}

// Touch sets both times to now, utimensat(2) with a null pointer: besides the owner those may who may write (EACCES).
func (v *FS) Touch(name string) error {
	now := goTime(v.d.now())
	return pathErr("touch", name, v.alter(name, true, func(n *inode) error {
		if !v.cred.owns(n) && !v.cred.may(n, 2) {
			return syscall.EACCES
		}
		n = v.d.changeable(n)
		t := v.d.now()
		n.mu.Lock()
		n.atime, n.mtime, n.ctime = t, t, t
		n.mu.Unlock()
		return nil
	}, func(p inMount) error { return p.chtimes(now, now) }))
}

// Truncate sets the size of a regular file, truncate(2). Errors: EINVAL for a negative size, EFBIG past the largest
// file (16 TiB or the limit), EISDIR.
func (v *FS) Truncate(name string, size int64) error {
	return pathErr("truncate", name, v.truncate(name, size))
}

func (v *FS) truncate(name string, size int64) error {
	if size < 0 {
		return syscall.EINVAL
	}
	var w walker
	if err := v.findIn(&w, name, true, false); err != nil {
		return err
	}
	if w.top().m != nil {
		return w.leave("").change(Write, func(fsys afero.Fs, rel string) error {
			f, err := fsys.OpenFile(rel, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			err = f.Truncate(size)
			if e := f.Close(); err == nil {
				err = e
			}
			return err
		})
	}
	n := w.inode()
	switch {
	case n.isDir():
		return w.fail(syscall.EISDIR)
	case !n.isReg():
		return w.fail(syscall.EINVAL)
	case !v.cred.may(n, 2):
		return w.fail(syscall.EACCES)
	}
	if l := n.lazy; l != nil {
		w.unlock()
		if err := v.fill(n.ino, l, size == 0); err != nil {
			return err
		}
		return v.truncate(name, size)
	}
	r := v.d.grab(n, w.real(""), new(ref))
	w.unlock()
	defer r.drop()
	return v.truncateRef(r, size)
}
