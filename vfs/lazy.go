package vfs

import (
	"context"
	"io/fs"
	"os"
	"sync"
	"syscall"
)

// WriteFileFunc makes a regular file whose content load supplies when somebody first opens the file; nothing is charged to
// the disk before. Until then Stat shows size, which should be what load will return (0 where that is not known). load
// runs once, also for the disk's forks; it runs without locks held, and opens of this file alone wait for it. When it fails
// or panics the opens that wait fail with EIO, and the next one asks again. An open whose caller ends (see FS.For) fails with
// EINTR and waits no longer, while load goes on for others, on a goroutine that ends when it returns.
//
// Content beyond a limit fails with ENOSPC or EFBIG. A file that is there already loses its content and keeps its mode. Errors
// are those of opening it for writing, and ENOTSUP inside a mount.
func (v *FS) WriteFileFunc(name string, size int64, perm fs.FileMode, load func() ([]byte, error)) error {
	if size < 0 || size > v.d.maxSize() || load == nil {
		return pathErr("open", name, syscall.EINVAL)
	}
	f, err := v.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|O_NOFOLLOW, perm)
	if err != nil {
		return err
	}
	defer f.Close()
	h, ok := f.(*file)
	if !ok {
		return pathErr("open", name, syscall.ENOTSUP) // in a mount, or not a regular file
	}
	d := h.r.lock()
	defer d.mu.Unlock()
	if n := d.mutable(h.r.ino); n != nil {
		n.mu.Lock()
		d.bytes.Add(-pageSize * n.truncate(d.own, 0)) // somebody else may have written already
		n.content = content{size: size}
		n.mu.Unlock()
		n.lazy = &lazy{load: load}
	}
	return nil
}

// lazy is content that is not there yet. All forks of a file share it. A mutex would do but for callers in a
// testing/synctest bubble whose load sleeps.
type lazy struct {
	mu   sync.Mutex
	load func() ([]byte, error) // nil once it succeeded
	data []byte
	run  *loading // nil while load does not run
}

// loading is one call of load. Its result is there when done is closed.
type loading struct {
	done chan struct{}
	data []byte
	err  error
}

// get returns the content. It waits no longer than until stop is closed (EINTR); with a nil stop load runs on the caller's
// goroutine.
func (l *lazy) get(stop <-chan struct{}) ([]byte, error) {
	l.mu.Lock()
	if l.load == nil {
		l.mu.Unlock()
		return l.data, nil
	}
	run := l.run
	if run == nil {
		run = &loading{done: make(chan struct{}), err: syscall.EIO}
		l.run = run
		if stop != nil {
			go l.fetch(run)
		}
		l.mu.Unlock()
		if stop == nil {
			l.fetch(run)
		}
	} else {
		l.mu.Unlock()
	}
	select {
	case <-run.done:
		return run.data, run.err
	case <-stop:
		return nil, syscall.EINTR
	}
}

// fetch calls load for all who wait for run.
func (l *lazy) fetch(run *loading) {
	defer func() {
		_ = recover()
		l.mu.Lock()
		defer l.mu.Unlock()
		if run.err == nil {
			l.data, l.load = run.data, nil
		}
		close(run.done)
		l.run = nil
	}()
	// What its error says may name things of the host: the viewer learns no more than that it failed.
	if b, err := l.load(); err == nil {
		run.data, run.err = b, nil
	}
}

// ended is closed when the view's caller ends; nil when that cannot be told.
func (v *FS) ended() <-chan struct{} {
	if c, ok := v.caller.(interface{ Context() context.Context }); ok {
		return c.Context().Done()
	}
	return nil
}

// fill gives inode ino its content, or takes it that it has none when it is about to be truncated. Nothing happens when
// somebody else came first.
func (v *FS) fill(ino uint64, l *lazy, drop bool) error {
	var data []byte
	if !drop {
		var err error
		if data, err = l.get(v.ended()); err != nil {
			return err
		}
	}
	limit, err := v.fillLocked(ino, l, data)
	if limit != "" {
		v.hit(limit)
	}
	return err
}

func (v *FS) fillLocked(ino uint64, l *lazy, data []byte) (limit string, err error) {
	d := v.d
	d.mu.Lock()
	defer d.mu.Unlock()
	if n := d.tab.get(ino); n == nil || n.lazy != l {
		return "", nil
	}
	if int64(len(data)) > d.maxSize() {
		return LimitFileSize, syscall.EFBIG
	}
	n := d.mutable(ino)
	n.mu.Lock()
	defer n.mu.Unlock()
	size := n.size
	d.bytes.Add(-pageSize * n.truncate(d.own, 0))
	if len(data) > 0 {
		if _, err := n.writeAt(d.own, data, 0, d.reservePages); err != nil {
			d.bytes.Add(-pageSize * n.truncate(d.own, 0))
			n.size = size
			return LimitBytes, err
		}
	}
	n.lazy = nil
	return "", nil
}
