package vfs

import (
	"strings"
	"syscall"

	"github.com/spf13/afero"
)

// mayDelete is Linux's may_delete: may the viewer take the name of n out of dir?
func (c *Cred) mayDelete(dir, n *inode) error {
	if !c.may(dir, 3) {
		return syscall.EACCES
	}
	if dir.mode&sticky != 0 && c.UID != 0 && uint32(c.UID) != n.uid && uint32(c.UID) != dir.uid {
		return syscall.EPERM
	}
	return nil
}

// dropName takes one name of e's inode away; dir is mutable. It does not touch the tree of dir.
func (d *disk) dropName(dir *inode, e dent, now int64) {
	n := d.mutable(e.ino)
	n.mu.Lock()
	n.ctime = now
	n.nlink--
	if n.isDir() {
		n.nlink = 0
		dir.nlink--
		d.moves++
	}
	named := n.nlink > 0
	n.mu.Unlock()
	if named {
		d.inodes.Add(-1)
		return
	}
	d.unlinked(n)
}

// what a removal accepts
const (
	removeFile = 1 << iota
	removeDir
)

// Remove removes a file or an empty directory, as os.Remove does: unlink(2), and rmdir(2) where that is called for.
func (v *FS) Remove(name string) error {
	return pathErr("remove", name, v.remove(name, removeFile|removeDir))
}

// Unlink removes a file that is not a directory (EISDIR), unlink(2).
func (v *FS) Unlink(name string) error { return pathErr("unlink", name, v.remove(name, removeFile)) }

// Rmdir removes an empty directory (ENOTEMPTY, ENOTDIR), rmdir(2).
func (v *FS) Rmdir(name string) error { return pathErr("rmdir", name, v.remove(name, removeDir)) }

func (v *FS) remove(name string, what int) error {
	var w walker
	if err := v.findParent(&w, name, true); err != nil {
		return err
	}
	if w.kind != lastNorm {
		w.unlock()
		switch {
		case what == removeFile:
			return syscall.EISDIR
		case w.kind == lastDot:
			return syscall.EINVAL
		case w.kind == lastDotDot:
			return syscall.ENOTEMPTY
		}
		return syscall.EBUSY
	}
	if w.top().m != nil {
		if w.mt.onto(w.top().m, w.rel(w.last)) != nil {
			return w.fail(syscall.EBUSY)
		}
		return w.leave(w.last).remove(what)
	}
	err := w.remove(what)
	if err == nil && v.d.watch.active() {
		v.d.watch.emit(Remove, w.real(w.last), "")
	}
	w.unlock()
	return err
}

func (w *walker) remove(what int) error {
	d := w.d
	e, ok := w.child()
	if !ok {
		return syscall.ENOENT
	}
	n, dir := d.tab.get(e.ino), w.inode()
	if w.trailing && !n.isDir() {
		return syscall.ENOTDIR
	}
	if err := w.v.cred.mayDelete(dir, n); err != nil {
		return err
	}
	if n.isDir() {
		if what&removeDir == 0 {
			return syscall.EISDIR
		}
		if w.mountedOn(e.ino) {
			return syscall.EBUSY
		}
		if n.dir.n > 0 {
			return syscall.ENOTEMPTY
		}
	} else if what&removeFile == 0 {
		return syscall.ENOTDIR
	}
	dir = d.mutable(dir.ino)
	now := d.now()
	dir.dir.del(d.own, w.last)
	dir.mtime, dir.ctime = now, now
	d.dropName(dir, e, now)
	return nil
}

func (p inMount) remove(what int) error {
	fi, err := lstat(p.fs, p.rel)
	if err != nil {
		return underlying(err)
	}
	if fi.IsDir() && what&removeDir == 0 {
		return syscall.EISDIR
	}
	if !fi.IsDir() && what&removeFile == 0 {
		return syscall.ENOTDIR
	}
	if fi.IsDir() && !p.m.ro {
		// Not all file systems refuse this themselves.
		if names, err := afero.ReadDir(p.fs, p.rel); err == nil && len(names) > 0 {
			return syscall.ENOTEMPTY
		}
	}
	return p.change(Remove, func(fsys afero.Fs, rel string) error { return fsys.Remove(rel) })
}

// RemoveAll removes a file, or a directory with all below it, without following links. A missing file is no error. It is
// one step for others, except across mounts. What may not be removed stays and the first such error is returned.
func (v *FS) RemoveAll(name string) error {
	if name == "" {
		return nil
	}
	trimmed := strings.TrimRight(name, "/")
	if trimmed == "." || strings.HasSuffix(trimmed, "/.") {
		return pathErr("RemoveAll", name, syscall.EINVAL)
	}
	err := v.removeAll(name)
	if err == syscall.ENOENT {
		return nil
	}
	return pathErr("unlinkat", name, err)
}

func (v *FS) removeAll(name string) error {
	var w walker
	if err := v.findParent(&w, name, true); err != nil {
		return err
	}
	if w.top().m != nil && w.kind == lastNorm {
		if w.mt.onto(w.top().m, w.rel(w.last)) != nil {
			w.unlock()
			return v.removeAcrossMounts(name)
		}
		p := w.leave(w.last)
		if _, err := lstat(p.fs, p.rel); err != nil {
			return underlying(err)
		}
		return p.change(Remove, func(fsys afero.Fs, rel string) error { return fsys.RemoveAll(rel) })
	}
	if w.kind != lastNorm {
		w.unlock()
		if w.kind == lastRoot {
			return v.removeAcrossMounts(name)
		}
		return syscall.EINVAL
	}
	e, ok := w.child()
	if !ok {
		return w.fail(syscall.ENOENT)
	}
	t := treeRemoval{d: w.d, cred: &v.cred, mt: w.mt}
	err := w.removeTree(e, &t)
	w.unlock()
	if t.mounted {
		// All that is on the disk is gone. What is mounted is emptied through the mounts.
		return v.removeAcrossMounts(name)
	}
	return err
}

// removeTree removes the entry e, which the walk ended at, with all below it.
func (w *walker) removeTree(e dent, t *treeRemoval) error {
	d := w.d
	n := d.tab.get(e.ino)
	if w.trailing && !n.isDir() {
		return syscall.ENOTDIR
	}
	if n.isDir() && w.mountedOn(e.ino) {
		t.mounted = true
		return syscall.EBUSY
	}
	if n.isDir() && n.dir.n > 0 {
		if !w.v.cred.may(w.inode(), 1) {
			return syscall.EACCES
		}
		base := ""
		if d.watch.active() {
			base = w.real(w.last)
		}
		t.now = d.now()
		t.empty(e.ino, base)
		if t.err != nil {
			return t.err
		}
	}
	if err := w.remove(removeFile | removeDir); err != nil {
		return err
	}
	if d.watch.active() {
		d.watch.emit(Remove, w.real(w.last), "")
	}
	return nil
}

// treeRemoval empties directories under the exclusive lock.
type treeRemoval struct {
	d       *disk
	cred    *Cred
	mt      *mountTable
	now     int64
	err     error // the first
	mounted bool  // there was a mount point
	frames  []removalFrame
}

// removalFrame is a directory that is being emptied. Frames are kept on the heap: a tree can be deeper than any path is
// long, and deeper than goroutine stacks may grow.
type removalFrame struct {
	dir  *inode // mutable
	path string // real path, when somebody watches
	ents []dent
	next int
	kept []dent
}

// enter begins with directory ino unless it is empty, and says whether it did.
func (t *treeRemoval) enter(ino uint64, path string) bool {
	dir := t.d.tab.get(ino)
	if dir.dir.n == 0 {
		return false
	}
	if !t.cred.may(dir, 7) {
		t.fail(syscall.EACCES)
		return false
	}
	dir = t.d.mutable(ino)
	f := removalFrame{dir: dir, path: path, ents: make([]dent, 0, dir.dir.n)}
	dir.dir.each("", true, func(e *dent) bool {
		f.ents = append(f.ents, *e)
		return true
	})
	// The tree goes as a whole: names are not taken out one by one.
	dir.dir = &dirTree{up: dir.dir.up}
	t.frames = append(t.frames, f)
	return true
}

// empty removes what is below directory ino. path is its real path when somebody watches, else empty.
func (t *treeRemoval) empty(ino uint64, path string) {
	if !t.enter(ino, path) {
		return
	}
	for len(t.frames) > 0 {
		f := &t.frames[len(t.frames)-1]
		if f.next == len(f.ents) {
			for _, e := range f.kept {
				f.dir.dir.put(t.d.own, e)
			}
			f.dir.mtime, f.dir.ctime = t.now, t.now
			t.frames = t.frames[:len(t.frames)-1]
			if len(t.frames) > 0 {
				up := &t.frames[len(t.frames)-1]
				t.drop(up, up.ents[up.next])
				up.next++
			}
			continue
		}
		e := f.ents[f.next]
		if uint32(e.typ)<<12 == typeDir {
			if t.mt != nil && t.mt.native[e.ino] != nil {
				t.mounted = true
				t.fail(syscall.EBUSY)
				f.kept = append(f.kept, e)
				f.next++
				continue
			}
			p := ""
			if f.path != "" {
				p = f.path + "/" + e.name
			}
			if t.enter(e.ino, p) {
				continue // dropped when its frame ends
			}
		}
		t.drop(f, e)
		f.next++
	}
}

// drop removes an entry whose directory, if it is one, was emptied as far as possible.
func (t *treeRemoval) drop(f *removalFrame, e dent) {
	n := t.d.tab.get(e.ino)
	if n.isDir() && n.dir.n > 0 {
		f.kept = append(f.kept, e)
		return
	}
	if err := t.cred.mayDelete(f.dir, n); err != nil {
		t.fail(err)
		f.kept = append(f.kept, e)
		return
	}
	t.d.dropName(f.dir, e, t.now)
	if f.path != "" {
		t.d.watch.emit(Remove, f.path+"/"+e.name, "")
	}
}

func (t *treeRemoval) fail(err error) {
	if t.err == nil {
		t.err = err
	}
}

// removeAcrossMounts is the removal of a tree name by name. What is mounted inside is emptied too, as rm -r does, and the
// mount point itself stays with EBUSY.
func (v *FS) removeAcrossMounts(name string) error {
	err := v.remove(name, removeFile|removeDir)
	if err != syscall.ENOTEMPTY && err != syscall.EBUSY {
		return err
	}
	first := error(nil)
	if ents, err := v.ReadDir(name); err == nil {
		for _, e := range ents {
			kid := strings.TrimRight(name, "/") + "/" + e.Name()
			var err error
			if e.IsDir() {
				err = v.removeAcrossMounts(kid)
			} else {
				err = v.remove(kid, removeFile|removeDir)
			}
			if err != nil && err != syscall.ENOENT && first == nil {
				first = err
			}
		}
	} else {
		first = underlying(err)
	}
	err = v.remove(name, removeFile|removeDir)
	if first != nil {
		return first
	}
	return err
}
