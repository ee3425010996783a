package vfs

import (
	"context"
	"sync"
	"syscall"
)

// What Flock is asked for, flock(2): LockShared, LockExclusive or Unlock, the first two perhaps with LockNonblock.
const (
	LockShared    = 1
	LockExclusive = 2
	LockNonblock  = 4
	Unlock        = 8
)

// Flocker is an open file that can be locked as a whole, flock(2). Regular files and directories of the disk are, and
// those in mounts whose own files are (ENOTSUP otherwise).
//
// A lock is advisory and belongs to the handle: it ends with its Close, and two handles of one file exclude each other also
// when the same program opened both. Errors: EWOULDBLOCK with LockNonblock, EINTR when ctx ends first, EINVAL. Changing the
// kind of a lock gives up the old one first, as on Linux.
type Flocker interface {
	Flock(ctx context.Context, how int) error
}

var (
	_ Flocker = (*file)(nil)
	_ Flocker = (*mountFile)(nil)
)

// flocks are the locks of one open file. Most files have none.
type flocks struct {
	mu      sync.Mutex
	held    map[*file]bool // whether it is exclusive
	changed chan struct{}  // closed when a lock ends
}

// Flock implements Flocker.
func (f *file) Flock(ctx context.Context, how int) error {
	kind := how &^ LockNonblock
	if kind != LockShared && kind != LockExclusive && kind != Unlock {
		return f.fail("flock", syscall.EINVAL)
	}
	l := f.r.locks.Load()
	if l == nil {
		f.r.locks.CompareAndSwap(nil, &flocks{held: map[*file]bool{}, changed: make(chan struct{})})
		l = f.r.locks.Load()
	}
	l.mu.Lock()
	l.release(f)
	for {
		// Close marks the handle before it takes the lock away, so none outlives its handle.
		if err := f.live("flock"); err != nil || kind == Unlock {
			l.mu.Unlock()
			return err
		}
		if l.free(kind == LockExclusive) {
			l.held[f] = kind == LockExclusive
			l.mu.Unlock()
			return nil
		}
		changed := l.changed
		l.mu.Unlock()
		if how&LockNonblock != 0 {
			return f.fail("flock", syscall.EWOULDBLOCK)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return f.fail("flock", syscall.EINTR)
		}
		l.mu.Lock()
	}
}

// free says whether a lock can be had.
func (l *flocks) free(exclusive bool) bool {
	for _, x := range l.held {
		if x || exclusive {
			return false
		}
	}
	return true
}

// release ends the lock of f, if any, and wakes those who wait; needs mu.
func (l *flocks) release(f *file) {
	delete(l.held, f)
	close(l.changed)
	l.changed = make(chan struct{})
}

// Flock implements Flocker.
func (f *mountFile) Flock(ctx context.Context, how int) error {
	l, ok := f.File.(Flocker)
	if !ok {
		return pathErr("flock", f.name, syscall.ENOTSUP)
	}
	return pathErr("flock", f.name, underlying(l.Flock(ctx, how)))
}
