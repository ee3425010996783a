package vfs

import (
	"io"
	"io/fs"
	"math"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// writeChunk is how much of a write happens under one hold of the locks: enough for speed, and short enough for those who
// wait for the disk.
const writeChunk = 1 << 20

// dirHandle marks the handle of a directory among the flags.
const dirHandle = 1 << 30

// file is an open regular file or directory: an open file description of Linux, with its own offset.
type file struct {
	v    *FS
	r    *ref
	name string
	flag int32 // as it was opened, and dirHandle

	closed atomic.Bool

	mu    sync.Mutex // directory position, and the offset but for reads of a handle that only reads
	after *string    // a directory's position is after this name; nil at the start
	off   atomic.Int64
}

// Name returns the name that the file was opened by.
func (f *file) Name() string { return f.name }

func (f *file) fail(op string, err error) error { return &fs.PathError{Op: op, Path: f.name, Err: err} }

func (f *file) isDir() bool    { return f.flag&dirHandle != 0 }
func (f *file) accmode() int   { return int(f.flag) & (os.O_RDONLY | os.O_WRONLY | os.O_RDWR) }
func (f *file) readable() bool { return f.accmode() != os.O_WRONLY }
func (f *file) writable() bool { return f.accmode() != os.O_RDONLY }

// live checks that f is open. A Close may still come in between: then the inode may be gone, and who finds it so answers
// the same.
func (f *file) live(op string) error {
	if f.closed.Load() {
		return f.fail(op, fs.ErrClosed)
	}
	return nil
}

// Close closes the handle; a second Close is an error around fs.ErrClosed.
func (f *file) Close() error {
	if !f.closed.CompareAndSwap(false, true) {
		return f.fail("close", fs.ErrClosed)
	}
	if l := f.r.locks.Load(); l != nil {
		l.mu.Lock()
		l.release(f)
		l.mu.Unlock()
	}
	f.r.drop()
	return nil
}

// Read reads from the handle's offset.
func (f *file) Read(b []byte) (int, error) {
	if f.writable() {
		f.mu.Lock()
		defer f.mu.Unlock()
	}
	for {
		if err := f.live("read"); err != nil {
			return 0, err
		}
		off := f.off.Load()
		n, err := f.readAt(b, off)
		if err != nil && err != io.EOF {
			err = f.fail("read", err)
		}
		// Who finds that another read took these bytes meanwhile takes the next ones. A write could not be tried again: with it
		// in play there is the lock.
		if n == 0 || f.off.CompareAndSwap(off, off+int64(n)) {
			return n, err
		}
	}
}

// ReadAt reads at off: fewer bytes than len(b) come with io.EOF.
func (f *file) ReadAt(b []byte, off int64) (int, error) {
	if err := f.live("read"); err != nil {
		return 0, err
	}
	if off < 0 {
		return 0, f.fail("readat", syscall.EINVAL)
	}
	n, err := f.readAt(b, off)
	if err == nil && n < len(b) {
		err = io.EOF
	}
	if err != nil && err != io.EOF {
		err = f.fail("read", err)
	}
	return n, err
}

func (f *file) readAt(b []byte, off int64) (int, error) {
	if !f.readable() {
		return 0, syscall.EBADF
	}
	if f.isDir() {
		return 0, syscall.EISDIR
	}
	if len(b) == 0 {
		return 0, nil
	}
	n := f.r.node.Load()
	if n == nil {
		return 0, fs.ErrClosed
	}
	n.mu.RLock()
	k, err := n.readAt(b, off)
	// The rule of a day costs a look at the clock, so it is asked once for a file that is read from the start.
	stale := k > 0 && (n.atime <= n.mtime || n.atime <= n.ctime || off == 0 && n.staleAtime(f.r.d.Load().roughNow()))
	n.mu.RUnlock()
	if stale {
		f.r.accessed()
	}
	return k, err
}

// accessed updates the access time by the rule of relatime.
func (r *ref) accessed() {
	d := r.rlock()
	now := d.now()
	n := d.tab.get(r.ino)
	if n != nil && n.owner == d.own {
		n.mu.Lock()
		if n.staleAtime(now) {
			n.atime = now
		}
		n.mu.Unlock()
		d.mu.RUnlock()
		return
	}
	d.mu.RUnlock()
	d = r.lock()
	if n := d.tab.get(r.ino); n != nil && n.staleAtime(now) {
		n = d.mutable(r.ino)
		n.mu.Lock()
		n.atime = now
		n.mu.Unlock()
	}
	d.mu.Unlock()
}

// Write writes at the handle's offset, or at the end with O_APPEND.
func (f *file) Write(b []byte) (int, error) {
	f.mu.Lock()
	if err := f.live("write"); err != nil {
		f.mu.Unlock()
		return 0, err
	}
	n, end, limit, err := f.writeAt(b, f.off.Load())
	if n > 0 {
		f.off.Store(end)
	}
	f.mu.Unlock()
	return n, f.written(limit, err)
}

// WriteString is Write of the bytes of s.
func (f *file) WriteString(s string) (int, error) { return f.Write([]byte(s)) }

// WriteAt writes at off and leaves the offset alone. On a handle with O_APPEND the data goes to the end, as on Linux,
// pwrite(2).
func (f *file) WriteAt(b []byte, off int64) (int, error) {
	if err := f.live("write"); err != nil {
		return 0, err
	}
	if off < 0 {
		return 0, f.fail("writeat", syscall.EINVAL)
	}
	n, _, limit, err := f.writeAt(b, off)
	return n, f.written(limit, err)
}

// written reports a limit that was hit and wraps err.
func (f *file) written(limit string, err error) error {
	if err == nil {
		return nil
	}
	if limit != "" {
		f.v.hit(limit)
	}
	return f.fail("write", err)
}

// writeAt returns how much was written, where that ends, and the limit that an error is due to.
func (f *file) writeAt(b []byte, off int64) (n int, end int64, limit string, err error) {
	if !f.writable() {
		return 0, off, "", syscall.EBADF
	}
	if len(b) == 0 {
		return 0, off, "", nil
	}
	r, v := f.r, f.v
	r.write.Lock()
	for first := true; len(b) > 0 && err == nil; {
		d := r.rlock()
		nd := d.tab.get(r.ino)
		if nd == nil {
			d.mu.RUnlock()
			err = fs.ErrClosed
			break
		}
		if nd.owner != d.own || v.cred.UID != 0 && nd.privileged() {
			d.mu.RUnlock()
			d = r.lock()
			nd = d.mutable(r.ino)
			if nd != nil && v.cred.UID != 0 {
				nd.mu.Lock()
				nd.dropPrivileges()
				nd.mu.Unlock()
			}
			d.mu.Unlock()
			continue
		}
		nd.mu.Lock()
		if first && f.Flags()&os.O_APPEND != 0 {
			off = nd.size
		}
		first = false
		chunk := b[:min(len(b), writeChunk)]
		if max := d.maxSize(); off >= max {
			err, limit = syscall.EFBIG, LimitFileSize
			chunk = nil
		} else if int64(len(chunk)) > max-off {
			chunk = chunk[:max-off]
		}
		if chunk != nil {
			var k int
			if k, err = nd.writeAt(d.own, chunk, off, d.reservePages); err != nil {
				limit = LimitBytes
			}
			if k > 0 {
				now := d.now()
				nd.mtime, nd.ctime = now, now
			}
			n += k
			off += int64(k)
			b = b[k:]
		}
		nd.mu.Unlock()
		if n > 0 && d.watch.active() {
			d.watch.emit(Write, r.where(), "")
		}
		d.mu.RUnlock()
	}
	r.write.Unlock()
	return n, off, limit, err
}

// Truncate sets the size, ftruncate(2). Errors: EINVAL on a handle that is not writable, EFBIG.
func (f *file) Truncate(size int64) error {
	if err := f.live("truncate"); err != nil {
		return err
	}
	if size < 0 || !f.writable() {
		return f.fail("truncate", syscall.EINVAL)
	}
	if err := f.v.truncateRef(f.r, size); err != nil {
		return f.fail("truncate", err)
	}
	return nil
}

func (v *FS) truncateRef(r *ref, size int64) error {
	if size > v.d.maxSize() {
		v.hit(LimitFileSize)
		return syscall.EFBIG
	}
	r.write.Lock()
	defer r.write.Unlock()
	for {
		d := r.rlock()
		n := d.tab.get(r.ino)
		if n == nil {
			d.mu.RUnlock()
			return fs.ErrClosed
		}
		if n.owner != d.own || v.cred.UID != 0 && n.privileged() {
			d.mu.RUnlock()
			d = r.lock()
			n = d.mutable(r.ino)
			if n != nil && v.cred.UID != 0 {
				n.mu.Lock()
				n.dropPrivileges()
				n.mu.Unlock()
			}
			d.mu.Unlock()
			continue
		}
		n.mu.Lock()
		d.bytes.Add(-pageSize * n.truncate(d.own, size))
		now := d.now()
		n.mtime, n.ctime = now, now
		n.mu.Unlock()
		if d.watch.active() {
			d.watch.emit(Write, r.where(), "")
		}
		d.mu.RUnlock()
		return nil
	}
}

// Whence values of Seek beside those of package io: the next data and the next hole, lseek(2).
const (
	SeekData = 3
	SeekHole = 4
)

// Seek sets the offset; it may lie past the end. A directory can only be put back to its start.
func (f *file) Seek(offset int64, whence int) (int64, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.live("seek"); err != nil {
		return 0, err
	}
	if f.isDir() {
		if offset == 0 && whence == io.SeekStart {
			f.after = nil
			return 0, nil
		}
		return 0, f.fail("seek", syscall.EINVAL)
	}
	before := f.off.Load()
	base := int64(0)
	switch whence {
	case io.SeekStart:
	case io.SeekCurrent:
		base = before
	case io.SeekEnd, SeekData, SeekHole:
		n := f.r.node.Load()
		if n == nil {
			return 0, f.fail("seek", fs.ErrClosed)
		}
		n.mu.RLock()
		ok := offset >= 0
		switch whence {
		case io.SeekEnd:
			base, ok = n.size, true
		case SeekData:
			if ok {
				offset, ok = n.nextData(offset)
			}
		case SeekHole:
			if ok {
				offset, ok = n.nextHole(offset)
			}
		}
		n.mu.RUnlock()
		if !ok {
			return 0, f.fail("seek", syscall.ENXIO)
		}
	default:
		return 0, f.fail("seek", syscall.EINVAL)
	}
	if offset > 0 && base > math.MaxInt64-offset {
		return 0, f.fail("seek", syscall.EINVAL)
	}
	if offset += base; offset < 0 || offset > maxFileSize && whence != io.SeekCurrent {
		return 0, f.fail("seek", syscall.EINVAL)
	}
	if whence == io.SeekCurrent {
		// A read that came in between goes first.
		for !f.off.CompareAndSwap(before, offset) {
			now := f.off.Load()
			if offset += now - before; offset < 0 {
				return 0, f.fail("seek", syscall.EINVAL)
			}
			before = now
		}
		return offset, nil
	}
	f.off.Store(offset)
	return offset, nil
}

// Sync does nothing: there is no slower store behind.
func (f *file) Sync() error { return f.live("sync") }

// Stat describes the open file, fstat(2), also when it has no name any more.
func (f *file) Stat() (os.FileInfo, error) {
	if err := f.live("stat"); err != nil {
		return nil, err
	}
	if f.isDir() {
		d := f.r.rlock()
		defer d.mu.RUnlock()
	}
	n := f.r.node.Load()
	if n == nil {
		return nil, f.fail("stat", fs.ErrClosed)
	}
	return n.info(baseName(f.name)), nil
}

// alter changes attributes of the open file itself.
func (f *file) alter(op string, change func(d *disk, n *inode) error) error {
	if err := f.live(op); err != nil {
		return err
	}
	d := f.r.lock()
	defer d.mu.Unlock()
	n := d.tab.get(f.r.ino)
	if n == nil {
		return f.fail(op, fs.ErrClosed)
	}
	if err := change(d, n); err != nil {
		return f.fail(op, err)
	}
	if d.watch.active() {
		d.watch.emit(Chmod, f.r.where(), "")
	}
	return nil
}

// Chmod is fchmod(2).
func (f *file) Chmod(mode fs.FileMode) error {
	return f.alter("chmod", func(d *disk, n *inode) error { return f.v.on(d).chmod(n, mode) })
}

// Chown is fchown(2).
func (f *file) Chown(uid, gid int) error {
	return f.alter("chown", func(d *disk, n *inode) error { return f.v.on(d).chown(n, uid, gid) })
}

// Chtimes is futimens(3).
func (f *file) Chtimes(atime, mtime time.Time) error {
	return f.alter("chtimes", func(d *disk, n *inode) error { return f.v.on(d).chtimes(n, atime, mtime) })
}

// Flags returns the flags that the file was opened with.
func (f *file) Flags() int { return int(f.flag &^ dirHandle) }
