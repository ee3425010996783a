package kernel

import (
	"io"
	"io/fs"
	"syscall"

	"github.com/sandpit-dev/sandpit/vfs"
)

// devices are the character devices of the kernel, by major and minor number (the numbers of Linux).
var devices = map[[2]uint32]struct {
	name string
	kind deviceKind
}{
	{1, 3}: {"null", devNull}, {1, 5}: {"zero", devZero}, {1, 7}: {"full", devFull},
	{1, 8}: {"random", devRandom}, {1, 9}: {"urandom", devRandom},
}

// isNull reports whether the file is /dev/null, by its numbers.
func isNull(r vfs.OpenRequest) bool {
	return r.Mode&fs.ModeCharDevice != 0 && vfs.Major(r.Rdev) == 1 && vfs.Minor(r.Rdev) == 3
}

type deviceKind uint8

const (
	devNull deviceKind = iota
	devZero
	devFull
	devRandom
)

// device is an open /dev/null, zero, full, random or urandom.
type device struct {
	k    *Kernel
	kind deviceKind
	info fs.FileInfo
}

func (k *Kernel) openDevice(c call, name string, flag int, rdev uint64, info fs.FileInfo) (*File, error) {
	id := [2]uint32{vfs.Major(rdev), vfs.Minor(rdev)}
	if d, ok := devices[id]; ok {
		return newFile(&device{k, d.kind, info}, name, flag), nil
	}
	if id == [2]uint32{5, 0} && c.p != nil { // the controlling terminal
		if tty := c.p.TTY(); tty != nil {
			return tty.open(name, flag), nil
		}
	}
	if id[0] == ptsMajor {
		if tty := k.tty(id[1]); tty != nil {
			tty.acquire(c.p)
			return tty.open(name, flag), nil
		}
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.ENXIO}
}

func (d *device) read(_ call, _ *File, b []byte) (int, error) {
	switch d.kind {
	case devNull:
		return 0, io.EOF
	case devRandom:
		return d.k.rand.Read(b)
	}
	clear(b)
	return len(b), nil
}

func (d *device) write(_ call, f *File, b []byte) (int, error) {
	if d.kind == devFull {
		return 0, f.fail("write", syscall.ENOSPC)
	}
	return len(b), nil
}

func (d *device) readAt(b []byte, _ int64) (int, error) { return d.read(call{}, nil, b) }
func (d *device) seek(int64, int) (int64, error)        { return 0, nil }
func (d *device) stat() (fs.FileInfo, error)            { return d.info, nil }
func (d *device) close(*File) error                     { return nil }
func (d *device) truncate(int64) error                  { return syscall.EINVAL }
func (d *device) writeAt(b []byte, _ int64) (int, error) {
	if d.kind == devFull {
		return 0, syscall.ENOSPC
	}
	return len(b), nil
}
