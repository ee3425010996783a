package vfs

import (
	"strings"
	"syscall"

	"github.com/spf13/afero"
)

// Rename is rename(2): it moves oldname to newname and replaces what is there in one step, a directory only when it is
// empty and replaced by a directory. Unlike os.Rename it adds no check of its own.
func (v *FS) Rename(oldname, newname string) error {
	return linkErr("rename", oldname, newname, v.rename(oldname, newname))
}

func (v *FS) rename(oldname, newname string) error {
	if err := checkName(oldname); err != nil {
		return err
	}
	if err := checkName(newname); err != nil {
		return err
	}
	if v.d.mounts.Load() != nil || v.rootMount != nil {
		var err error
		var done bool
		if oldname, newname, done, err = v.bothSides(oldname, newname, true, func(p, q inMount) error {
			if done, err := renameInMount(p, q); done || err != nil {
				return err
			}
			if err := p.fs.Rename(p.rel, q.rel); err != nil {
				return err
			}
			v.d.watch.emit(Rename, q.path, p.path)
			return nil
		}); done || err != nil {
			return err
		}
	}
	var w walker
	if err := v.findParent(&w, oldname, true); err != nil {
		return err
	}
	q := walker{v: v, d: v.d, excl: true, mt: w.mt}
	if err := q.begin(newname); err != nil {
		return err
	}
	if err := q.parent(); err != nil {
		return err
	}
	err := syscall.Errno(0)
	if w.top().m != nil || q.top().m != nil || w.inode() == nil {
		err = syscall.EXDEV
	} else if e := renameNative(&w, &q); e != nil {
		q.unlock()
		if e == syscall.EDQUOT {
			v.hit(LimitDepth)
		}
		return e
	}
	q.unlock()
	if err != 0 {
		return err
	}
	return nil
}

// renameInMount checks what rename(2) asks of the two names: not every file system does so itself.
func renameInMount(p, q inMount) (done bool, err error) {
	old, err := lstat(p.fs, p.rel)
	switch {
	case err != nil:
		return false, err
	case p.rel == q.rel:
		return true, nil
	case strings.HasPrefix(q.rel, p.rel+"/"):
		return false, syscall.EINVAL
	}
	victim, err := lstat(q.fs, q.rel)
	switch {
	case err != nil:
		return false, nil
	case old.IsDir() && !victim.IsDir():
		return false, syscall.ENOTDIR
	case !old.IsDir() && victim.IsDir():
		return false, syscall.EISDIR
	case victim.IsDir():
		if names, err := afero.ReadDir(q.fs, q.rel); err == nil && len(names) > 0 {
			return false, syscall.ENOTEMPTY
		}
	}
	return false, nil
}

// renameNative follows the order of checks in Linux's do_renameat2 and vfs_rename.
func renameNative(w, q *walker) error {
	d, c := w.d, &w.v.cred
	if w.kind != lastNorm || q.kind != lastNorm {
		return syscall.EBUSY
	}
	oldDir, newDir := w.inode(), q.inode()
	e, ok := oldDir.dir.get(w.last)
	if !ok {
		return syscall.ENOENT
	}
	old, exists := newDir.dir.get(q.last)
	n := d.tab.get(e.ino)
	if !n.isDir() && (w.trailing || q.trailing) {
		return syscall.ENOTDIR
	}
	for i := range q.stack.n {
		if q.stack.at(i).ino == e.ino {
			return syscall.EINVAL // into itself
		}
	}
	if exists {
		for i := range w.stack.n {
			if w.stack.at(i).ino == old.ino {
				return syscall.ENOTEMPTY // onto a directory above
			}
		}
		if old.ino == e.ino {
			return nil // two names of one file
		}
	}
	if err := c.mayDelete(oldDir, n); err != nil {
		return err
	}
	var victim *inode
	if !exists {
		if newDir.nlink == 0 {
			return syscall.ENOENT
		}
		if !c.may(newDir, 3) {
			return syscall.EACCES
		}
	} else {
		victim = d.tab.get(old.ino)
		if err := c.mayDelete(newDir, victim); err != nil {
			return err
		}
		if n.isDir() && !victim.isDir() {
			return syscall.ENOTDIR
		}
		if !n.isDir() && victim.isDir() {
			return syscall.EISDIR
		}
	}
	if n.isDir() && oldDir != newDir && !c.may(n, 2) {
		return syscall.EACCES // its ".." changes
	}
	if w.mountedOn(e.ino) || exists && w.mountedOn(old.ino) {
		return syscall.EBUSY
	}
	if victim != nil && victim.isDir() && victim.dir.n > 0 {
		return syscall.ENOTEMPTY
	}
	if n.isDir() && q.stack.n > w.stack.n && !q.deepEnough(n) {
		return syscall.EDQUOT
	}
	now := d.now()
	oldDir = d.mutable(oldDir.ino)
	newDir = d.mutable(newDir.ino)
	n = d.mutable(e.ino)
	oldDir.dir.del(d.own, w.last)
	if exists {
		newDir.dir.del(d.own, q.last)
		d.dropName(newDir, old, now)
	}
	newDir.dir.put(d.own, dent{name: strings.Clone(q.last), ino: e.ino, typ: e.typ})
	if n.isDir() {
		d.moves++
		n.dir.up = newDir.ino
	}
	if n.isDir() && oldDir != newDir {
		oldDir.nlink--
		newDir.nlink++
	}
	n.mu.Lock()
	n.ctime = now
	n.mu.Unlock()
	oldDir.mtime, oldDir.ctime = now, now
	newDir.mtime, newDir.ctime = now, now
	if d.busy() {
		from, to := w.real(w.last), q.real(q.last)
		d.moved(e.ino, n.isDir(), from, to)
		d.watch.emit(Rename, to, from)
	}
	return nil
}

// busy says whether paths matter to somebody: open files or watchers.
func (d *disk) busy() bool {
	if d.watch.active() {
		return true
	}
	d.refMu.Lock()
	defer d.refMu.Unlock()
	return len(d.refs) > 0
}
