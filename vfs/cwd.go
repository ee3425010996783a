package vfs

import (
	"math"
	"sync/atomic"
)

// home is the directory that a view's relative names start from, as an inode: it stays the same one when it or a
// directory above it is renamed, and stays removed when its name comes back, path_resolution(7).
type home struct {
	epoch uint64 // of the disk: Reset ends it, and the view goes by path from then on
	rec   *inode // stands for the directory once it was removed; changes under the disk's exclusive lock
	way   atomic.Pointer[homeWay]
}

// homeWay is the way from the root to a home as it was at generation moves of the disk. It is never changed.
type homeWay struct {
	moves uint64
	mt    *mountTable
	elems []elem
	live  int  // how many of elems still exist
	over  bool // something is mounted over one of them: the path leads there
}

// resolveHome finds the directory behind v.dir; nil when there is none, or when it lies in a mount. Mounts are not
// asked: callers may hold locks of theirs.
func (v *FS) resolveHome(from *home, dir string) *home {
	x := *v
	x.home = from
	w := walker{native: true}
	if w.start(&x, dir, false) != nil || w.walk(false, true) != nil {
		return nil
	}
	defer w.unlock()
	n := w.inode()
	if w.top().m != nil || n == nil || !n.isDir() {
		return nil
	}
	h := &home{epoch: w.d.epoch, rec: n.removed()}
	way := &homeWay{moves: w.d.moves, mt: w.mt, elems: make([]elem, w.stack.n), live: w.stack.n}
	for i := range way.elems {
		way.elems[i] = *w.stack.at(i)
	}
	if w.gone != nil {
		way.moves = math.MaxUint64 // looked at again by the first use
	}
	h.way.Store(way)
	return h
}

// forked is the same directory on a disk that was just forked.
func (h *home) forked() *home {
	if h == nil {
		return nil
	}
	c := &home{epoch: h.epoch, rec: h.rec.removed()}
	way := *h.way.Load()
	way.moves = math.MaxUint64
	c.way.Store(&way)
	return c
}

// goHome puts the way to the view's directory on the stack and says whether it could.
func (w *walker) goHome() bool {
	h := w.v.home
	if h == nil || h.epoch != w.d.epoch {
		return false
	}
	way := h.way.Load()
	if way.moves != w.d.moves || way.mt != w.mt {
		way = w.wayHome(way)
		h.way.Store(way)
	}
	if way.over {
		return false
	}
	w.stack.n = 0
	for _, e := range way.elems {
		w.stack.push(e)
	}
	if way.live < len(way.elems) {
		w.gone = way
	}
	return true
}

// wayHome finds the way again after directories moved. A removed directory stays where it was last seen, below the
// nearest one that still exists.
func (w *walker) wayHome(old *homeWay) *homeWay {
	d := w.d
	k := old.live
	for k > 0 {
		if n := d.tab.get(old.elems[k-1].ino); n != nil && n.nlink > 0 {
			break
		}
		k--
	}
	way := &homeWay{moves: d.moves, mt: w.mt}
	var up []elem
	if k > 0 {
		ino, hint := old.elems[k-1].ino, k-1
		for ino != w.v.root {
			n := d.tab.get(ino)
			p := d.tab.get(n.dir.up)
			if p == nil || ino == rootIno {
				break // moved out of the view's root: ".." ends here
			}
			name := ""
			if hint > 0 && old.elems[hint].ino == ino {
				name = old.elems[hint].name
			}
			hint--
			if e, ok := p.dir.get(name); !ok || e.ino != ino {
				p.dir.each("", true, func(e *dent) bool {
					name = e.name
					return e.ino != ino
				})
			}
			up = append(up, elem{name: name, ino: ino})
			ino = p.ino
		}
		up = append(up, elem{ino: ino})
		if ino != w.v.root {
			up = up[:len(up)-1]
		}
	}
	for i := len(up) - 1; i >= 0; i-- {
		way.over = way.over || w.mountedOn(up[i].ino)
		way.elems = append(way.elems, up[i])
	}
	way.live = len(way.elems)
	way.elems = append(way.elems, old.elems[k:]...)
	return way
}

// node returns record ino; for a removed directory on the way home one that is empty and has no name.
func (w *walker) node(ino uint64) *inode {
	n := w.d.tab.get(ino)
	if n != nil || w.gone == nil {
		return n
	}
	rec := w.v.home.rec
	if rec.ino == ino {
		return rec
	}
	for _, e := range w.gone.elems[w.gone.live:] {
		if e.ino == ino { // one above it, of which nothing is known
			rec = rec.removed()
			rec.ino = ino
			return rec
		}
	}
	return nil
}

// removed is a record of directory n as it is without a name.
func (n *inode) removed() *inode {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return &inode{
		ino: n.ino, mode: n.mode, uid: n.uid, gid: n.gid, dir: &dirTree{up: n.dir.up},
		atime: n.atime, mtime: n.mtime, ctime: n.ctime, btime: n.btime,
	}
}

// changeable is what attributes of n are set on: its record as one of this disk alone, or n itself when it is a working
// directory that was removed. Needs the exclusive lock.
func (d *disk) changeable(n *inode) *inode {
	if m := d.mutable(n.ino); m != nil {
		return m
	}
	return n
}
