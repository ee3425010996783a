package vfs

import (
	"io"
	"io/fs"
	"os"
	"syscall"
)

// dirEntry is a name as a listing saw it; Info asks for the rest when it is wanted.
type dirEntry struct {
	d *disk
	e dent
}

func (e *dirEntry) Name() string      { return e.e.name }
func (e *dirEntry) IsDir() bool       { return uint32(e.e.typ)<<12 == typeDir }
func (e *dirEntry) Type() fs.FileMode { return goType(uint32(e.e.typ) << 12) }
func (e *dirEntry) String() string    { return fs.FormatDirEntry(e) }

// Ino returns the inode number, as readdir(3) does.
func (e *dirEntry) Ino() uint64 { return e.e.ino }

func (e *dirEntry) Info() (fs.FileInfo, error) {
	e.d.mu.RLock()
	defer e.d.mu.RUnlock()
	n := e.d.tab.get(e.e.ino)
	if n == nil {
		return nil, pathErr("lstat", e.e.name, syscall.ENOENT)
	}
	return n.info(e.e.name), nil
}

// next calls fn for up to count entries (all when count <= 0) after the handle's position and moves that on. fn runs
// under the disk's shared lock. Entries made or removed between two calls may be missed or seen, all others come once.
func (f *file) next(count int, grow func(n int), fn func(d *disk, e *dent)) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.live("readdirent"); err != nil {
		return err
	}
	if !f.isDir() {
		return f.fail("readdirent", syscall.ENOTDIR)
	}
	d := f.r.rlock()
	n := d.tab.get(f.r.ino)
	if n == nil {
		n = f.r.node.Load() // opened after it was removed
	}
	if n == nil {
		d.mu.RUnlock()
		return f.fail("readdirent", fs.ErrClosed)
	}
	if count > 0 {
		grow(min(count, n.dir.n))
	} else if f.after == nil {
		grow(n.dir.n)
	}
	seen := 0
	after := ""
	if f.after != nil {
		after = *f.after
	}
	n.dir.each(after, f.after == nil, func(e *dent) bool {
		fn(d, e)
		after = e.name
		seen++
		return seen != count
	})
	if seen > 0 {
		f.after = &after
	}
	n.mu.RLock()
	stale := n.staleAtime(d.now())
	n.mu.RUnlock()
	d.mu.RUnlock()
	if stale {
		f.r.accessed()
	}
	if seen == 0 && count > 0 {
		return io.EOF
	}
	return nil
}

// Readdir describes the next count entries in the order of their names, or all that remain when count <= 0.
func (f *file) Readdir(count int) (out []os.FileInfo, err error) {
	err = f.next(count, func(n int) { out = make([]os.FileInfo, 0, n) }, func(d *disk, e *dent) {
		out = append(out, d.tab.get(e.ino).info(e.name))
	})
	return out, err
}

// Readdirnames returns the names of the next count entries, or of all that remain when count <= 0.
func (f *file) Readdirnames(count int) (out []string, err error) {
	err = f.next(count, func(n int) { out = make([]string, 0, n) }, func(_ *disk, e *dent) { out = append(out, e.name) })
	return out, err
}

// ReadDir is Readdir with the cheaper fs.DirEntry, fs.ReadDirFile.
func (f *file) ReadDir(count int) (out []fs.DirEntry, err error) {
	var all []dirEntry
	err = f.next(count, func(n int) {
		out = make([]fs.DirEntry, 0, n)
		all = make([]dirEntry, 0, n)
	}, func(d *disk, e *dent) {
		if len(all) == cap(all) {
			all = make([]dirEntry, 0, 64)
		}
		all = append(all, dirEntry{d, *e})
		out = append(out, &all[len(all)-1])
	})
	return out, err
}

// take removes up to count elements from the front of rest with the rules of Readdir.
func take(rest *[]fs.FileInfo, count int) ([]fs.FileInfo, error) {
	if count <= 0 {
		out := *rest
		*rest = nil
		return out, nil
	}
	if len(*rest) == 0 {
		return nil, io.EOF
	}
	n := min(count, len(*rest))
	out := (*rest)[:n:n]
	*rest = (*rest)[n:]
	return out, nil
}
