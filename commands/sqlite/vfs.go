package sqlite

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/ncruces/go-sqlite3"
	sqlitevfs "github.com/ncruces/go-sqlite3/vfs"
	"github.com/spf13/afero"

	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

// vfsCount numbers the file systems that are registered with the library, whose registry is global.
var vfsCount atomic.Uint64

// disk shows the disk as a process sees it to SQLite.
type disk struct {
	ctx context.Context
	p   *kernel.Process
}

// register makes the process's disk known to the library under a name of its own until the process ends.
func register(ctx context.Context, p *kernel.Process) (name string, forget func()) {
	name = "sandpit" + strconv.FormatUint(vfsCount.Add(1), 10)
	sqlitevfs.Register(name, &disk{ctx, p})
	return name, func() { sqlitevfs.Unregister(name) }
}

// uri is the name of a database file for sqlite3_open: a path of the disk registered under name.
func uri(name, file string, readOnly bool) string {
	var b strings.Builder
	b.WriteString("file:")
	for i := range len(file) {
		switch c := file[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("/._-~", c) >= 0:
			b.WriteByte(c)
		default:
			const hex = "0123456789ABCDEF"
			b.WriteString("%" + string(hex[c>>4]) + string(hex[c&15]))
		}
	}
	b.WriteString("?vfs=" + name)
	if readOnly {
		b.WriteString("&mode=ro")
	}
	return b.String()
}

func (d *disk) Open(name string, flags sqlitevfs.OpenFlag) (sqlitevfs.File, sqlitevfs.OpenFlag, error) {
	fsys := d.p.FS()
	temporary := name == ""
	if temporary {
		dir := "/tmp"
		if t := d.p.Getenv("SQLITE_TMPDIR"); t != "" {
			dir = t
		}
		name = dir + "/etilqs_" + strconv.FormatUint(d.p.Kernel().Rand().Uint64(), 16)
		flags |= sqlitevfs.OPEN_CREATE | sqlitevfs.OPEN_READWRITE
	}
	mode := os.O_RDONLY
	if flags&sqlitevfs.OPEN_READWRITE != 0 {
		mode = os.O_RDWR
	}
	if flags&sqlitevfs.OPEN_CREATE != 0 {
		mode |= os.O_CREATE
	}
	if flags&sqlitevfs.OPEN_EXCLUSIVE != 0 {
		mode |= os.O_EXCL
	}
	if info, err := fsys.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, flags, sqlite3.CANTOPEN
	}
	f, err := fsys.OpenFile(name, mode, 0o644)
	if err != nil && mode&os.O_RDWR != 0 && (errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)) && !temporary {
		if f, err = fsys.OpenFile(name, os.O_RDONLY, 0); err == nil {
			flags = flags&^(sqlitevfs.OPEN_READWRITE|sqlitevfs.OPEN_CREATE) | sqlitevfs.OPEN_READONLY
		}
	}
	if err != nil {
		return nil, flags, sqlite3.CANTOPEN
	}
	if temporary || flags&sqlitevfs.OPEN_DELETEONCLOSE != 0 {
		_ = fsys.Remove(name)
	}
	return &file{File: f, ctx: d.ctx}, flags, nil
}

func (d *disk) Delete(name string, _ bool) error {
	err := d.p.FS().Remove(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return sqlite3.IOERR_DELETE_NOENT
	case err != nil:
		return sqlite3.IOERR_DELETE
	}
	return nil
}

func (d *disk) Access(name string, flags sqlitevfs.AccessFlag) (bool, error) {
	how := uint32(0)
	if flags == sqlitevfs.ACCESS_READWRITE {
		how = 6
	}
	return d.p.FS().Access(name, how) == nil, nil
}

func (d *disk) FullPathname(name string) (string, error) {
	abs := d.p.FS().Abs(name)
	if real, err := d.p.FS().Realpath(abs); err == nil {
		return real, nil // the journal lies beside the file, not beside a link to it
	}
	return abs, nil
}

// file is an open database, journal or temporary file. Its locks are flock(2)'s: shared for readers, exclusive from the
// moment that somebody means to write.
type file struct {
	afero.File
	ctx  context.Context
	lock sqlitevfs.LockLevel
}

func (f *file) ReadAt(b []byte, off int64) (int, error) {
	if f.ctx.Err() != nil {
		return 0, sqlite3.INTERRUPT
	}
	return f.File.ReadAt(b, off)
}

func (f *file) WriteAt(b []byte, off int64) (int, error) {
	n, err := f.File.WriteAt(b, off)
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG) {
		err = sqlite3.FULL
	}
	return n, err
}

func (f *file) Sync(sqlitevfs.SyncFlag) error { return nil }

func (f *file) Size() (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func (f *file) flock(how int) error {
	l, ok := f.File.(vfs.Flocker)
	if !ok {
		return nil // a mounted file system without locks: the box alone uses it
	}
	err := l.Flock(f.ctx, how|vfs.LockNonblock)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return sqlite3.BUSY
	}
	if err != nil {
		return sqlite3.IOERR_LOCK
	}
	return nil
}

func (f *file) Lock(level sqlitevfs.LockLevel) error {
	if f.lock >= level {
		return nil
	}
	if level == sqlitevfs.LOCK_SHARED {
		if err := f.flock(vfs.LockShared); err != nil {
			return err
		}
	} else if f.lock < sqlitevfs.LOCK_RESERVED {
		if err := f.flock(vfs.LockExclusive); err != nil {
			_ = f.flock(vfs.LockShared)
			return err
		}
	}
	f.lock = level
	return nil
}

func (f *file) Unlock(level sqlitevfs.LockLevel) error {
	if f.lock <= level {
		return nil
	}
	if l, ok := f.File.(vfs.Flocker); ok {
		how := vfs.LockShared
		if level == sqlitevfs.LOCK_NONE {
			how = vfs.Unlock
		}
		_ = l.Flock(f.ctx, how)
	}
	f.lock = level
	return nil
}

func (f *file) CheckReservedLock() (bool, error) { return f.lock >= sqlitevfs.LOCK_RESERVED, nil }

func (f *file) SectorSize() int { return 4096 }

func (f *file) DeviceCharacteristics() sqlitevfs.DeviceCharacteristic {
	return sqlitevfs.IOCAP_POWERSAFE_OVERWRITE | sqlitevfs.IOCAP_UNDELETABLE_WHEN_OPEN
}
