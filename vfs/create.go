package vfs

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"

	"github.com/spf13/afero"
)

// newInode makes a record and links it into dir (which is mutable) under the name the walk ended at.
func (w *walker) newInode(dir *inode, mode uint32) (*inode, error) {
	if !w.d.reserveInode() {
		return nil, syscall.ENOSPC
	}
	return w.addInode(dir, mode), nil
}

// addInode is newInode for a number that was charged already.
func (w *walker) addInode(dir *inode, mode uint32) *inode {
	d := w.d
	now := d.now()
	n := &inode{
		owner: d.own, ino: d.next, mode: mode, uid: uint32(w.v.cred.UID), gid: uint32(w.v.cred.GID), nlink: 1,
		atime: now, mtime: now, ctime: now, btime: now,
	}
	d.next++
	if w.v.unowned {
		n.uid, n.gid = anyone, anyone
	}
	if dir.mode&setGID != 0 {
		// Set-group-id directories pass on their group, and to directories the bit itself: inode(7).
		n.gid = dir.gid
		if n.isDir() {
			n.mode |= setGID
		}
	}
	if n.isDir() {
		n.nlink = 2
		n.dir = &dirTree{up: dir.ino}
		dir.nlink++
	}
	d.tab.set(d.own, n.ino, n)
	dir.dir.put(d.own, dent{name: strings.Clone(w.last), ino: n.ino, typ: uint8(mode >> 12)})
	dir.mtime, dir.ctime = now, now
	return n
}

// place checks, in the order of Linux's filename_create and may_create, that a new name can be made where the walk
// ended, and returns the directory, mutable.
func (w *walker) place(isDir bool) (*inode, error) {
	if w.kind != lastNorm {
		return nil, syscall.EEXIST
	}
	if _, ok := w.child(); ok {
		return nil, syscall.EEXIST
	}
	if w.trailing && !isDir {
		return nil, syscall.ENOENT
	}
	return w.writableDir()
}

// deepEnough says whether the limit of depth allows a directory where the walk ended, with all that is below n.
func (w *walker) deepEnough(n *inode) bool {
	l := w.d.limits.Load()
	if l == nil || l.Depth <= 0 {
		return true
	}
	left := l.Depth - int64(strings.Count(w.real(w.last), "/"))
	if left < 0 || n == nil {
		return left >= 0
	}
	level := []*inode{n}
	for ; left >= 0 && len(level) > 0; left-- {
		var below []*inode
		for _, n := range level {
			n.dir.each("", true, func(e *dent) bool {
				if uint32(e.typ)<<12 == typeDir {
					below = append(below, w.d.tab.get(e.ino))
				}
				return true
			})
		}
		level = below
	}
	return len(level) == 0
}

func (w *walker) writableDir() (*inode, error) {
	dir := w.inode()
	if dir.nlink == 0 {
		return nil, syscall.ENOENT
	}
	if !w.v.cred.may(dir, 3) {
		return nil, syscall.EACCES
	}
	return w.d.mutable(dir.ino), nil
}

// mknod makes a file that is not a regular file. make runs in a mount instead.
func (v *FS) mknod(name string, mode uint32, init func(n *inode) error, inMnt func(afero.Fs, string) error) error {
	var w walker
	if err := v.findParent(&w, name, true); err != nil {
		return err
	}
	if w.top().m != nil {
		if w.kind != lastNorm {
			w.unlock()
			return syscall.EEXIST
		}
		return w.leave(w.last).change(Create, inMnt)
	}
	limit, err := "", error(nil)
	isDir := mode&typeMask == typeDir
	dir, err := w.place(isDir)
	if err == nil && isDir && !w.deepEnough(nil) {
		limit, err = LimitDepth, syscall.EDQUOT
	}
	if err == nil {
		var n *inode
		if n, err = w.newInode(dir, mode); err != nil {
			limit = LimitInodes
		} else if init != nil {
			if err = init(n); err != nil {
				limit = LimitBytes
				dir.dir.del(w.d.own, w.last)
				w.d.free(n)
			}
		}
	}
	if err == nil && w.d.watch.active() {
		w.d.watch.emit(Create, w.real(w.last), "")
	}
	w.unlock()
	if limit != "" {
		v.hit(limit)
	}
	return err
}

// Mkdir makes a directory, mkdir(2). Of perm the permission bits (less the umask) and the sticky bit count.
func (v *FS) Mkdir(name string, perm os.FileMode) error {
	return pathErr("mkdir", name, v.mkdir(name, perm))
}

func (v *FS) mkdir(name string, perm fs.FileMode) error {
	mode := typeDir | unixMode(perm)&(0o777|sticky)&^uint32(v.cred.Umask)
	return v.mknod(name, mode, nil, func(fsys afero.Fs, rel string) error {
		return fsys.Mkdir(rel, perm&^v.cred.Umask)
	})
}

// MkdirAll makes a directory and those above it that are missing. A directory that exists is no error.
func (v *FS) MkdirAll(name string, perm os.FileMode) error {
	err := v.mkdir(name, perm)
	if err == nil {
		return nil
	}
	if err == syscall.ENOENT && name != "" {
		// A missing parent, or a link in last place that leads nowhere.
		p := strings.TrimRight(name, "/")
		if i := strings.LastIndexByte(p, '/'); i > 0 {
			if err := v.MkdirAll(p[:i], perm); err != nil {
				return err
			}
			if err = v.mkdir(name, perm); err == nil {
				return nil
			}
		}
	}
	if err == syscall.EEXIST || err == syscall.EROFS {
		if fi, e := v.Stat(name); e == nil {
			if fi.IsDir() {
				return nil
			}
			err = syscall.ENOTDIR
		}
	}
	return pathErr("mkdir", name, err)
}

// Mkfifo makes a named pipe, mkfifo(3). Opening it is the business of the opener, see SetOpener.
func (v *FS) Mkfifo(name string, perm fs.FileMode) error {
	return v.Mknod(name, perm.Perm()|fs.ModeNamedPipe, 0)
}

// Mknod makes a file of any type but directory and link, mknod(2). The type is taken from mode: ModeNamedPipe, ModeSocket,
// ModeDevice, ModeDevice|ModeCharDevice, or none for a regular file. Only root may make devices (EPERM).
func (v *FS) Mknod(name string, mode fs.FileMode, rdev uint64) error {
	m := unixMode(mode) &^ uint32(v.cred.Umask)
	switch t := mode.Type(); t {
	case 0:
		m |= typeReg
	case fs.ModeNamedPipe:
		m |= typeFIFO
	case fs.ModeSocket:
		m |= typeSock
	case fs.ModeDevice, fs.ModeDevice | fs.ModeCharDevice, fs.ModeCharDevice:
		if v.cred.UID != 0 {
			return pathErr("mknod", name, syscall.EPERM)
		}
		m |= typeBlk
		if t&fs.ModeCharDevice != 0 {
			m = m&^typeMask | typeChar
		}
	default:
		return pathErr("mknod", name, syscall.EINVAL)
	}
	err := v.mknod(name, m, func(n *inode) error {
		if t := n.typ(); t == typeChar || t == typeBlk {
			n.rdev = rdev
		}
		return nil
	}, func(fsys afero.Fs, rel string) error {
		k, ok := fsys.(interface {
			Mknod(string, fs.FileMode, uint64) error
		})
		if !ok {
			return syscall.EPERM
		}
		return k.Mknod(rel, mode, rdev)
	})
	return pathErr("mknod", name, err)
}

// Symlink makes newname a symbolic link to the text oldname, symlink(2).
func (v *FS) Symlink(oldname, newname string) error {
	err := checkName(oldname)
	if err == nil {
		err = v.mknod(newname, typeLink|0o777, func(n *inode) error {
			n.target = strings.Clone(oldname)
			if s := n.space(); s > 0 && !v.d.reservePages(s) {
				n.target = ""
				return syscall.ENOSPC
			}
			return nil
		}, func(fsys afero.Fs, rel string) error {
			l, ok := fsys.(afero.Linker)
			if !ok {
				return syscall.EPERM
			}
			return l.SymlinkIfPossible(oldname, rel)
		})
	}
	return linkErr("symlink", oldname, newname, err)
}

// SymlinkIfPossible implements afero.Linker.
func (v *FS) SymlinkIfPossible(oldname, newname string) error { return v.Symlink(oldname, newname) }

// Readlink returns the text of a symbolic link; EINVAL for other files.
func (v *FS) Readlink(name string) (string, error) {
	s, err := v.readlink(name)
	return s, pathErr("readlink", name, err)
}

func (v *FS) readlink(name string) (string, error) {
	var w walker
	if err := v.findIn(&w, name, false, false); err != nil {
		return "", err
	}
	if w.top().m != nil {
		p := w.leave("")
		if !p.m.links {
			if _, err := lstat(p.fs, p.rel); err != nil {
				return "", underlying(err)
			}
			return "", syscall.EINVAL
		}
		s, err := readlink(p.fs, p.rel)
		return s, underlying(err)
	}
	defer w.unlock()
	n := w.inode()
	if !n.isLink() {
		return "", syscall.EINVAL
	}
	return n.target, nil
}

// ReadlinkIfPossible implements afero.LinkReader.
func (v *FS) ReadlinkIfPossible(name string) (string, error) { return v.Readlink(name) }

// Link makes newname another name of the file oldname, link(2). Symbolic links are linked themselves; directories are
// refused with EPERM, and so are, for others than root, files of others that they may not read and write.
func (v *FS) Link(oldname, newname string) error {
	return linkErr("link", oldname, newname, v.link(oldname, newname))
}

func (v *FS) link(oldname, newname string) error {
	if err := checkName(oldname); err != nil {
		return err
	}
	if err := checkName(newname); err != nil {
		return err
	}
	if v.d.mounts.Load() != nil || v.rootMount != nil {
		var err error
		var done bool
		if oldname, newname, done, err = v.bothSides(oldname, newname, false, func(p, q inMount) error {
			l, ok := p.fs.(interface{ Link(string, string) error })
			if !ok {
				return syscall.EPERM
			}
			return q.change(Create, func(_ afero.Fs, rel string) error { return l.Link(p.rel, rel) })
		}); done || err != nil {
			return err
		}
	}
	var w walker
	if err := v.findIn(&w, oldname, false, true); err != nil {
		return err
	}
	if w.top().m != nil {
		return w.fail(syscall.EXDEV)
	}
	src := w.top().ino
	q := walker{v: v, d: v.d, excl: true, mt: w.mt}
	if err := q.begin(newname); err != nil {
		return err
	}
	if err := q.parent(); err != nil {
		return err
	}
	if q.top().m != nil {
		return q.fail(syscall.EXDEV)
	}
	if v.d.tab.get(src) == nil {
		return q.fail(syscall.ENOENT)
	}
	limit, err := q.linkTo(src)
	if err == nil && v.d.watch.active() {
		v.d.watch.emit(Create, q.real(q.last), "")
	}
	q.unlock()
	if limit != "" {
		v.hit(limit)
	}
	return err
}

func (w *walker) linkTo(src uint64) (limit string, err error) {
	if w.kind != lastNorm {
		return "", syscall.EEXIST
	}
	if _, ok := w.child(); ok {
		return "", syscall.EEXIST
	}
	if w.trailing {
		return "", syscall.ENOENT
	}
	d, c := w.d, &w.v.cred
	n := d.tab.get(src)
	if !c.owns(n) && !n.isDir() && (!n.isReg() || n.mode&setUID != 0 || n.mode&(setGID|0o010) == setGID|0o010 || !c.may(n, 6)) {
		// fs.protected_hardlinks, proc_sys_fs(5).
		return "", syscall.EPERM
	}
	dir, err := w.writableDir()
	if err != nil {
		return "", err
	}
	switch {
	case n.isDir():
		return "", syscall.EPERM
	case n.nlink == 0:
		return "", syscall.ENOENT
	case n.nlink >= maxLinks:
		return "", syscall.EMLINK
	case !d.reserveInode():
		return LimitInodes, syscall.ENOSPC
	}
	n = d.mutable(src)
	now := d.now()
	n.mu.Lock()
	n.nlink++
	n.ctime = now
	n.mu.Unlock()
	dir.dir.put(d.own, dent{name: strings.Clone(w.last), ino: src, typ: uint8(n.mode >> 12)})
	dir.mtime, dir.ctime = now, now
	return "", nil
}

// bothSides prepares an operation on two names when there are mounts: symbolic links may lead in and out of them, so
// the parents are resolved first. When both are in one mount in does the operation and done is true. When both are on the
// disk their real names come back; else the error is EXDEV.
func (v *FS) bothSides(a, b string, rename bool, in func(p, q inMount) error) (a2, b2 string, done bool, err error) {
	side := func(name string) (p inMount, real string, err error) {
		var w walker
		if err := v.findParent(&w, name, false); err != nil {
			return p, "", err
		}
		if w.kind != lastNorm || w.gone != nil {
			// The operation itself knows what to say of ".", ".." and "/". In a removed directory there is no real name.
			w.unlock()
			return p, name, nil
		}
		real = w.path(w.last)
		if w.trailing {
			real += "/"
		}
		if w.top().m != nil {
			p = w.leave(w.last)
			p.path = path.Clean(v.rootPath + real)
			return p, real, nil
		}
		if e, ok := w.child(); ok && w.mountedOn(e.ino) && rename {
			err = syscall.EBUSY
		}
		w.unlock()
		return p, real, err
	}
	p, a2, err := side(a)
	if err != nil {
		return "", "", false, err
	}
	q, b2, err := side(b)
	if err != nil {
		return "", "", false, err
	}
	if p.m != q.m {
		return "", "", false, syscall.EXDEV
	}
	if p.m == nil {
		return a2, b2, false, nil
	}
	if p.m.ro {
		if _, err := lstat(p.fs, p.rel); err != nil {
			return "", "", true, underlying(err)
		}
		return "", "", true, syscall.EROFS
	}
	return "", "", true, underlying(in(p, q))
}
