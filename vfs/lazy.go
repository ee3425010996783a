package vfs

import (
	"io/fs"
	"os"
	"sync"
	"syscall"
)

// WriteFileFunc makes a regular file whose content load supplies when somebody first opens the file; nothing is charged to
// the disk before. Until then Stat shows size, which should be what load will return (0 where that is not known). load
// runs once, also for the disk's forks; it runs without locks held, and opens of this file wait for it. When it fails
// or panics the open fails with EIO, and the next one asks again. Content beyond a limit fails with ENOSPC or EFBIG. A file
// that is there already loses its content and keeps its mode. Errors are those of opening it for writing, and ENOTSUP inside a
// mount.
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
	busy chan struct{} // closed when the running load ends
}

func (l *lazy) get() ([]byte, error) {
	for {
		l.mu.Lock()
		if l.load == nil {
			l.mu.Unlock()
			return l.data, nil
		}
		busy := l.busy
		if busy == nil {
			break
		}
		l.mu.Unlock()
		<-busy
	}
	l.busy = make(chan struct{})
	load := l.load
	l.mu.Unlock()
	err := error(syscall.EIO)
	var data []byte
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if err == nil {
			l.data, l.load = data, nil
		}
		close(l.busy)
		l.busy = nil
	}()
	func() {
		// What it says may name things of the host: the viewer learns no more than that it failed.
		defer func() { _ = recover() }()
		b, e := load()
		if e == nil {
			data, err = b, nil
		}
	}()
	return data, err
}

// fill gives inode ino its content, or takes it that it has none when it is about to be truncated. Nothing happens when
// somebody else came first.
func (v *FS) fill(ino uint64, l *lazy, drop bool) error {
	var data []byte
	if !drop {
		var err error
		if data, err = l.get(); err != nil {
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
