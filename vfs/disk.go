package vfs

import (
	"path"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/afero"
)

// disk is what views share.
//
// Locks, in the order in which they are taken: ref.write (one writer of a file at a time), disk.mu, inode.mu,
// disk.refMu or the watchers' lock. disk.mu is held exclusively to change names, attributes, the table or the token,
// shared for everything else. No lock is held while code of others runs: mounts, the opener, OnHit.
type disk struct {
	mu   sync.RWMutex
	own  *owner
	tab  table
	next uint64 // the next inode number

	moves uint64 // how often a directory was renamed or removed
	epoch uint64 // how often Reset replaced the content

	bytes  atomic.Int64 // allocated pages in bytes
	inodes atomic.Int64 // files and further hard links

	limits atomic.Pointer[Limits]
	like   atomic.Pointer[disk] // whose limits bound this disk in place of its own, see overlay
	spare  atomic.Int64         // inodes beyond the limit
	clock  atomic.Pointer[func() time.Time]
	born   time.Time
	opener atomic.Pointer[func(OpenRequest) (afero.File, error)]
	mounts atomic.Pointer[mountTable]
	watch  hub

	refMu sync.Mutex
	refs  map[uint64]*ref // open files

	mountMu sync.Mutex // serialises changes of mounts
}

// ref is an open inode: all handles of one file on one disk share it.
type ref struct {
	d     atomic.Pointer[disk]  // another one after Reset
	node  atomic.Pointer[inode] // the record of ino on d; nil after the last close
	ino   uint64
	n     int32 // handles, under refMu
	gone  bool  // without a name: freed at the last close; under refMu
	write sync.Mutex
	locks atomic.Pointer[flocks] // of Flock; nil as long as there was none
	path  string                 // where it was opened or was renamed to, perhaps not clean; under refMu
}

func newDisk() *disk {
	d := &disk{own: new(owner), next: rootIno + 1, refs: map[uint64]*ref{}, born: time.Now()}
	now := d.now()
	d.tab.set(d.own, rootIno, &inode{
		owner: d.own, ino: rootIno, mode: typeDir | 0o755, nlink: 2, dir: &dirTree{up: rootIno},
		atime: now, mtime: now, ctime: now, btime: now,
	})
	d.inodes.Store(1)
	return d
}

func (d *disk) now() int64 {
	if c := d.clock.Load(); c != nil {
		return unixTime((*c)())
	}
	return time.Now().UnixNano()
}

// roughNow is now for who asks about days: the host's clock is read as it goes on from the disk's beginning, which takes half
// the time, and does not follow when it is set.
func (d *disk) roughNow() int64 {
	if d.clock.Load() != nil {
		return d.now()
	}
	return d.born.UnixNano() + int64(time.Since(d.born))
}

// fork makes the twin. Files that live only through open handles are not part of it.
func (d *disk) fork() *disk {
	c := &disk{own: new(owner), refs: map[uint64]*ref{}, born: d.born}
	d.mu.Lock()
	d.own = new(owner)
	c.tab, c.next, c.moves, c.epoch = d.tab, d.next, d.moves, d.epoch
	c.bytes.Store(d.bytes.Load())
	c.inodes.Store(d.inodes.Load())
	c.clock.Store(d.clock.Load())
	var gone []uint64
	d.refMu.Lock()
	for ino, r := range d.refs {
		if r.gone {
			gone = append(gone, ino)
		}
	}
	d.refMu.Unlock()
	d.mu.Unlock()
	for _, ino := range gone {
		c.free(c.tab.get(ino))
	}
	return c
}

// mutable returns inode ino as one of this disk alone; needs the exclusive lock.
func (d *disk) mutable(ino uint64) *inode {
	n := d.tab.get(ino)
	if n == nil || n.owner == d.own {
		return n
	}
	n = n.copyFor(d.own)
	d.tab.set(d.own, ino, n)
	d.refMu.Lock()
	if r := d.refs[ino]; r != nil {
		r.node.Store(n)
	}
	d.refMu.Unlock()
	return n
}

// free forgets an inode without names; needs the exclusive lock.
func (d *disk) free(n *inode) {
	d.bytes.Add(-n.space() * pageSize)
	d.inodes.Add(-1)
	d.tab.del(d.own, n.ino)
}

// unlinked frees n, whose last name is gone, now or at the last close; needs the exclusive lock.
func (d *disk) unlinked(n *inode) {
	d.refMu.Lock()
	r := d.refs[n.ino]
	if r != nil {
		r.gone = true
	}
	d.refMu.Unlock()
	if r == nil {
		d.free(n)
	}
}

// grab counts a handle of n; needs the disk's lock, shared at least. fresh is used when the file was not open.
func (d *disk) grab(n *inode, path string, fresh *ref) *ref {
	d.refMu.Lock()
	defer d.refMu.Unlock()
	r := d.refs[n.ino]
	if r == nil {
		r = fresh
		r.ino, r.path = n.ino, path
		r.d.Store(d)
		r.node.Store(n)
		d.refs[n.ino] = r
	}
	r.n++
	return r
}

func (d *disk) unlock(excl bool) {
	if excl {
		d.mu.Unlock()
	} else {
		d.mu.RUnlock()
	}
}

// rlock takes the shared lock of the file's disk.
func (r *ref) rlock() *disk {
	for {
		d := r.d.Load()
		d.mu.RLock()
		if r.d.Load() == d {
			return d
		}
		d.mu.RUnlock()
	}
}

// lock takes the exclusive lock of the file's disk.
func (r *ref) lock() *disk {
	for {
		d := r.d.Load()
		d.mu.Lock()
		if r.d.Load() == d {
			return d
		}
		d.mu.Unlock()
	}
}

func (r *ref) drop() {
	var d *disk
	for {
		d = r.d.Load()
		d.refMu.Lock()
		if r.d.Load() == d {
			break
		}
		d.refMu.Unlock()
	}
	r.n--
	last := r.n == 0
	gone := last && r.gone
	if last && !gone {
		delete(d.refs, r.ino)
		r.node.Store(nil)
	}
	d.refMu.Unlock()
	if !gone {
		return
	}
	// A file without a name cannot be opened again, so nobody can have grabbed it in between.
	d = r.lock()
	d.refMu.Lock()
	delete(d.refs, r.ino)
	r.node.Store(nil)
	d.refMu.Unlock()
	if n := d.tab.get(r.ino); n != nil {
		d.free(n)
	}
	d.mu.Unlock()
}

func (r *ref) where() string {
	d := r.d.Load()
	d.refMu.Lock()
	defer d.refMu.Unlock()
	r.path = path.Clean(r.path)
	return r.path
}

// moved follows a rename in the paths of open files, which is where their write events are reported.
func (d *disk) moved(ino uint64, isDir bool, from, to string) {
	d.refMu.Lock()
	defer d.refMu.Unlock()
	if r := d.refs[ino]; r != nil {
		r.path = to
	}
	if !isDir {
		return
	}
	for _, r := range d.refs {
		r.path = path.Clean(r.path)
		if len(r.path) > len(from) && r.path[:len(from)] == from && r.path[len(from)] == '/' {
			r.path = to + r.path[len(from):]
		}
	}
}

func (d *disk) limit() *Limits {
	if p := d.like.Load(); p != nil {
		return p.limits.Load()
	}
	return d.limits.Load()
}

// reservePages charges pages to the disk unless that passes the limit.
func (d *disk) reservePages(pages int64) bool {
	total := d.bytes.Add(pages * pageSize)
	if l := d.limit(); l != nil && l.Bytes > 0 && total > l.Bytes {
		d.bytes.Add(-pages * pageSize)
		return false
	}
	return true
}

func (d *disk) reserveInode() bool {
	total := d.inodes.Add(1)
	if l := d.limit(); l != nil && l.Inodes > 0 && total > l.Inodes+d.spare.Load() {
		d.inodes.Add(-1)
		return false
	}
	return true
}

// maxSize is the largest allowed file.
func (d *disk) maxSize() int64 {
	if l := d.limit(); l != nil && l.FileSize > 0 {
		return min(l.FileSize, maxFileSize)
	}
	return maxFileSize
}

// Names of limits given to OnHit.
const (
	LimitBytes    = "disk-bytes"
	LimitInodes   = "inodes"
	LimitFileSize = "file-size"
	LimitDepth    = "depth"
)

// hit reports a refused operation; no lock may be held.
func (v *FS) hit(limit string) {
	l := v.d.limit()
	if l == nil || l.OnHit == nil {
		return
	}
	var max int64
	switch limit {
	case LimitBytes:
		max = l.Bytes
	case LimitInodes:
		max = l.Inodes
	case LimitFileSize:
		max = l.FileSize
	case LimitDepth:
		max = l.Depth
	}
	if max > 0 {
		l.OnHit(v.caller, limit, max)
	}
}
