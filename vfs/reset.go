package vfs

import (
	"maps"
	"strings"
)

// Reset replaces the content of the disk by that of the disk behind to, in place: every view of this disk sees the new
// content from now on. It costs what Fork costs, and the two stay independent. Mounts (their mount points are made when
// missing), opener, limits, clock and watches stay; watchers get one Overflow event. Files open at that time keep the old
// content and belong to no name any more. Usage follows.
func (v *FS) Reset(to *FS) {
	c := to.d.fork()
	d := v.d
	d.mountMu.Lock()
	defer d.mountMu.Unlock()
	// The old content lives on as a disk of its own for the files that are open.
	old := &disk{refs: map[uint64]*ref{}, born: d.born}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.refMu.Lock()
	old.own, old.tab, old.next = d.own, d.tab, d.next
	old.bytes.Store(d.bytes.Load())
	old.inodes.Store(d.inodes.Load())
	old.limits.Store(d.limits.Load())
	old.clock.Store(d.clock.Load())
	for ino, r := range d.refs {
		old.refs[ino] = r
		r.d.Store(old)
	}
	d.refs = map[uint64]*ref{}
	d.refMu.Unlock()
	d.own, d.tab, d.next = c.own, c.tab, c.next
	d.moves++
	d.epoch++
	d.bytes.Store(c.bytes.Load())
	d.inodes.Store(c.inodes.Load())
	if t := d.mounts.Load(); t != nil {
		d.mounts.Store(d.remount(t))
	}
	d.watch.overflow()
}

// remount finds the mount points on new content. A mount whose path leads over a file now is given up, with those below it.
func (d *disk) remount(old *mountTable) *mountTable {
	t := &mountTable{native: map[uint64]*mount{}, nested: maps.Clone(old.nested), nextID: old.nextID}
	lost := map[*mount]bool{}
	for _, m := range old.list {
		if m.key.m != nil {
			if lost[m.key.m] {
				lost[m] = true
				delete(t.nested, m.key)
				continue
			}
		} else if ino, ok := d.directory(m.path); ok {
			m.ino = ino
			t.native[ino] = m
		} else {
			lost[m] = true
			continue
		}
		t.list = append(t.list, m)
	}
	return t
}

// directory finds or makes the directory at a real path, needs the exclusive lock.
func (d *disk) directory(path string) (uint64, bool) {
	ino := uint64(rootIno)
	for _, name := range strings.Split(strings.Trim(path, "/"), "/") {
		if name == "" {
			continue
		}
		e, ok := d.tab.get(ino).dir.get(name)
		if !ok {
			w := walker{v: &FS{d: d}, d: d, last: name}
			d.inodes.Add(1) // kept whatever the limit says: a mount must not get lost
			n := w.addInode(d.mutable(ino), typeDir|0o755)
			ino = n.ino
			continue
		}
		if uint32(e.typ)<<12 != typeDir {
			return 0, false
		}
		ino = e.ino
	}
	return ino, true
}

// on is the view on another disk.
func (v *FS) on(d *disk) *FS {
	if v.d == d {
		return v
	}
	n := *v
	n.d = d
	return &n
}
