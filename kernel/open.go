package kernel

import (
	"context"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/sandpit-dev/sandpit/vfs"
	"github.com/spf13/afero"
)

// Open is open(2) without a descriptor: for regular files, directories, devices, FIFOs (it may wait for the other end) and
// the names of open files, /dev/stdin, /dev/fd/N and /proc/PID/fd/N. The caller owns the reference. Errors are
// *fs.PathError; a *KilledError when p is killed while it waits.
func (p *Process) Open(name string, flag int, perm fs.FileMode) (*File, error) {
	if err := p.Safepoint(); err != nil {
		return nil, err
	}
	view := p.FS()
	if special(name) || special(view.Dir()) {
		if q, n, ok := p.fdPath(view.Abs(name)); ok {
			return q.reopen(p, n, name, flag)
		}
	}
	f, err := view.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	if s, ok := f.(*openFile); ok {
		return s.take(), nil
	}
	return newFile(diskFile{f}, view.Abs(name), flag), nil
}

// OpenContext is Open, but what it waits for (the other end of a FIFO) is given up when ctx ends too, with ctx's cause.
func (p *Process) OpenContext(ctx context.Context, name string, flag int, perm fs.FileMode) (*File, error) {
	if ctx == p.ctx || ctx.Done() == nil {
		return p.Open(name, flag, perm)
	}
	p.openCtx.Store(&ctx)
	defer p.openCtx.Store(nil)
	return p.Open(name, flag, perm)
}

func special(name string) bool {
	return strings.HasPrefix(name, "/dev/") || strings.HasPrefix(name, "/proc/")
}

// fdPath reads the names of descriptors.
func (p *Process) fdPath(name string) (q *Process, n int, ok bool) {
	switch name {
	case "/dev/stdin":
		return p, 0, true
	case "/dev/stdout":
		return p, 1, true
	case "/dev/stderr":
		return p, 2, true
	}
	if rest, ok := strings.CutPrefix(name, "/dev/fd/"); ok {
		n, ok := fdNumber(rest)
		return p, n, ok
	}
	rest, ok := strings.CutPrefix(name, "/proc/")
	if !ok {
		return nil, 0, false
	}
	who, rest, _ := strings.Cut(rest, "/")
	q = p
	if who != "self" {
		pid, ok := fdNumber(who)
		if !ok {
			return nil, 0, false
		}
		if q = p.k.Lookup(pid); q == nil || !p.maySee(q) {
			return nil, 0, false
		}
	}
	if rest, ok = strings.CutPrefix(rest, "fd/"); !ok {
		return nil, 0, false
	}
	n, ok = fdNumber(rest)
	return q, n, ok
}

func fdNumber(s string) (int, bool) {
	if s == "" || len(s) > 9 || s[0] < '0' || s[0] > '9' || s[0] == '0' && len(s) > 1 {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}

// maySee is the rule for the private parts of /proc/PID.
func (p *Process) maySee(q *Process) bool {
	uid := p.Cred().UID
	return uid == 0 || uid == q.Cred().UID
}

// reopen opens by descends of descriptor n of p on behalf of by: a file of the disk is opened anew, as Linux does; pipes
// and the like, and files whose name is gone, give another reference to the open description.
func (p *Process) reopen(by *Process, n int, name string, flag int) (*File, error) {
	f, err := p.grab(n, "open")
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.ENOENT}
	}
	if d, ok := f.impl.(diskFile); ok {
		if info, err := d.f.Stat(); err == nil {
			if now, err := by.FS().Stat(f.name); err == nil && vfs.SameFile(now, info) {
				nf, err := by.FS().OpenFile(f.name, flag&^(os.O_CREATE|os.O_EXCL), 0)
				f.Close()
				if err != nil {
					return nil, pathError("open", name, err)
				}
				return newFile(diskFile{nf}, f.name, flag), nil
			}
		}
		if flag&os.O_TRUNC != 0 {
			d.f.Truncate(0)
		}
	}
	switch flag & accessMode {
	case os.O_RDONLY:
		if !f.mayRead() {
			f.Close()
			return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.EACCES}
		}
	case os.O_WRONLY:
		if !f.mayWrite() {
			f.Close()
			return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.EACCES}
		}
	}
	return f, nil
}

// openSpecial is the disk's opener: what is opened that is no regular file and no directory. Only a process opens what may
// wait or never ends: a host that reads a file by name must not be held up, or filled up, by a box that has put a FIFO or
// /dev/zero in its place (ENXIO).
func (k *Kernel) openSpecial(r vfs.OpenRequest) (afero.File, error) {
	p, _ := r.Caller.(*Process)
	if p == nil && !isNull(r) {
		return nil, &fs.PathError{Op: "open", Path: r.Name, Err: syscall.ENXIO}
	}
	c := call{p: p}
	if r.Mode&fs.ModeNamedPipe != 0 && p != nil {
		if ctx := p.openCtx.Load(); ctx != nil {
			c.ctx = *ctx
		}
	}
	var f *File
	var err error
	switch {
	case r.Mode&fs.ModeNamedPipe != 0:
		f, err = k.openFIFO(c, r.Name, r.Flag, r.Ino, r.Info)
	case r.Mode&fs.ModeCharDevice != 0:
		f, err = k.openDevice(c, r.Name, r.Flag, r.Rdev, r.Info)
	default:
		err = &fs.PathError{Op: "open", Path: r.Name, Err: syscall.ENXIO}
	}
	if err != nil {
		return nil, err
	}
	return &openFile{f, call{p: p}}, nil
}
