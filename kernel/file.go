package kernel

import (
	"context"
	"io/fs"
	"os"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/sandpit-dev/sandpit/vfs"
)

// File is an open file description: what open(2), pipe(2) and accept(2) make and what dup and fork share, with its offset
// and flags. It is counted: who gets one owns a reference and gives it back with Close; the file is closed with the last.
type File struct {
	impl  impl
	refs  atomic.Int32
	flags atomic.Int32 // os.O_*, as opened
	name  string
}

// impl is what stands behind a File. EOF is (0, io.EOF). Errors are *fs.PathError.
type impl interface {
	read(c call, f *File, b []byte) (int, error)
	write(c call, f *File, b []byte) (int, error)
	stat() (fs.FileInfo, error)
	close(f *File) error
}

// Optional parts of an impl.
type (
	seeker interface {
		seek(offset int64, whence int) (int64, error)
	}
	readerAt interface {
		readAt(b []byte, off int64) (int, error)
	}
	writerAt interface {
		writeAt(b []byte, off int64) (int, error)
	}
	truncater interface{ truncate(size int64) error }
	syncer    interface{ sync() error }
	dirReader interface {
		readDir(n int) ([]fs.DirEntry, error)
	}
	unwrapper interface{ unwrap() any }
	poller    interface{ readable() bool }
)

func newFile(i impl, name string, flags int) *File {
	f := &File{impl: i, name: name}
	f.flags.Store(int32(flags))
	f.refs.Store(1)
	return f
}

// Ref adds a reference and returns f. A closed file stays closed.
func (f *File) Ref() *File {
	if f.refs.Add(1) <= 1 {
		f.refs.Add(-1)
	}
	return f
}

// Close gives a reference back; the last one closes the file.
func (f *File) Close() error {
	switch n := f.refs.Add(-1); {
	case n > 0:
		return nil
	case n < 0:
		f.refs.Add(1)
		return &fs.PathError{Op: "close", Path: f.name, Err: os.ErrClosed}
	}
	return f.impl.close(f)
}

// Name is the path, or a name like "pipe:[7]".
func (f *File) Name() string { return f.name }

// Flags are the os.O_* flags of the open.
func (f *File) Flags() int { return int(f.flags.Load()) }

// SetNonblock sets or clears O_NONBLOCK: then a read or write of a pipe that would wait gives EAGAIN.
func (f *File) SetNonblock(on bool) {
	if on {
		f.flags.Or(syscall.O_NONBLOCK)
	} else {
		f.flags.And(^int32(syscall.O_NONBLOCK))
	}
}

func (f *File) nonblock() bool { return f.flags.Load()&syscall.O_NONBLOCK != 0 }

const accessMode = os.O_RDONLY | os.O_WRONLY | os.O_RDWR

func (f *File) mayRead() bool  { return f.Flags()&accessMode != os.O_WRONLY }
func (f *File) mayWrite() bool { return f.Flags()&accessMode != os.O_RDONLY }

func (f *File) fail(op string, errno error) error {
	return &fs.PathError{Op: op, Path: f.name, Err: errno}
}

func (f *File) read(c call, b []byte) (int, error) {
	if err := c.err(); err != nil {
		return 0, err
	}
	if !f.mayRead() || f.refs.Load() <= 0 {
		return 0, f.fail("read", syscall.EBADF)
	}
	if len(b) == 0 {
		return 0, nil
	}
	return f.impl.read(c, f, b)
}

func (f *File) write(c call, b []byte) (int, error) {
	if err := c.err(); err != nil {
		return 0, err
	}
	if !f.mayWrite() || f.refs.Load() <= 0 {
		return 0, f.fail("write", syscall.EBADF)
	}
	return f.impl.write(c, f, b)
}

// Read reads at the offset; io.EOF at the end. It ends with the cause of ctx.
func (f *File) Read(ctx context.Context, b []byte) (int, error) { return f.read(call{ctx: ctx}, b) }

// Write writes all of b at the offset. It ends with the cause of ctx. EPIPE is an error only: no process gets a signal.
func (f *File) Write(ctx context.Context, b []byte) (int, error) { return f.write(call{ctx: ctx}, b) }

// Seek moves the offset; ESPIPE for what has none.
func (f *File) Seek(offset int64, whence int) (int64, error) {
	if s, ok := f.impl.(seeker); ok {
		return s.seek(offset, whence)
	}
	return 0, f.fail("seek", syscall.ESPIPE)
}

// Stat is fstat(2).
func (f *File) Stat() (fs.FileInfo, error) { return f.impl.stat() }

// Truncate is ftruncate(2).
func (f *File) Truncate(size int64) error {
	if t, ok := f.impl.(truncater); ok {
		return t.truncate(size)
	}
	return f.fail("truncate", syscall.EINVAL)
}

// ReadAt reads at off and leaves the offset alone.
func (f *File) ReadAt(b []byte, off int64) (int, error) {
	if r, ok := f.impl.(readerAt); ok {
		return r.readAt(b, off)
	}
	return 0, f.fail("read", syscall.ESPIPE)
}

// WriteAt writes at off and leaves the offset alone.
func (f *File) WriteAt(b []byte, off int64) (int, error) {
	if w, ok := f.impl.(writerAt); ok {
		return w.writeAt(b, off)
	}
	return 0, f.fail("write", syscall.ESPIPE)
}

// Sync is fsync(2); nothing to do for what is in memory.
func (f *File) Sync() error {
	if s, ok := f.impl.(syncer); ok {
		return s.sync()
	}
	return nil
}

// ReadDir reads the entries of a directory, as os.File does. ENOTDIR for anything else.
func (f *File) ReadDir(n int) ([]fs.DirEntry, error) {
	if d, ok := f.impl.(dirReader); ok {
		return d.readDir(n)
	}
	return nil, f.fail("readdirent", syscall.ENOTDIR)
}

// Unwrap is what is inside: an afero.File, a net.Conn, an io.Reader, or nil.
func (f *File) Unwrap() any {
	if u, ok := f.impl.(unwrapper); ok {
		return u.unwrap()
	}
	return nil
}

// Readable reports whether a Read would return without waiting, be it with data, the end, or an error.
func (f *File) Readable() bool {
	if p, ok := f.impl.(poller); ok {
		return p.readable()
	}
	return true
}

// Broken reports whether nobody reads any more what is written to f: the other end of a pipe is closed. A program that
// waits for something else (tail -f) ends then, before its next write would tell it.
func (f *File) Broken() bool {
	p, ok := f.impl.(*pipe)
	return ok && f.mayWrite() && p.broken()
}

// fileInfo describes what has no inode on the disk.
type fileInfo struct {
	name string
	mode fs.FileMode
	size int64
	time time.Time
	sys  vfs.Stat
}

func (i *fileInfo) Name() string       { return i.name }
func (i *fileInfo) Size() int64        { return i.size }
func (i *fileInfo) Mode() fs.FileMode  { return i.mode }
func (i *fileInfo) ModTime() time.Time { return i.time }
func (i *fileInfo) IsDir() bool        { return i.mode.IsDir() }
func (i *fileInfo) Sys() any           { return &i.sys }

func anonInfo(name string, mode fs.FileMode, size int64, ino uint64, t time.Time) *fileInfo {
	return &fileInfo{name, mode, size, t, vfs.Stat{Dev: 14, Ino: ino, Nlink: 1, Atime: t, Mtime: t, Ctime: t, Btime: t}}
}
