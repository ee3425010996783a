package kernel

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"syscall"
)

// fdEntry is one slot of a descriptor table: the open file description and the close-on-exec flag.
type fdEntry struct {
	f       *File
	cloexec bool
}

// FD is a descriptor number of a process: each call works on what the number refers to at that time. Blocked calls end
// when the process is killed. A write that finds no reader sends SIGPIPE to the process and gives EPIPE.
type FD struct {
	p *Process
	n int
}

// FD returns descriptor n, or nil when it is not open.
func (p *Process) FD(n int) *FD {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n < 0 || n >= len(p.fds) || p.fds[n].f == nil {
		return nil
	}
	if n < len(p.std) {
		return &p.std[n]
	}
	return &FD{p, n}
}

// grab returns the file of descriptor n with a reference, so that a close on the side does not pull it away.
func (p *Process) grab(n int, op string) (*File, error) {
	p.mu.Lock()
	if n < 0 || n >= len(p.fds) || p.fds[n].f == nil {
		killed := p.killedBy
		p.mu.Unlock()
		if killed != 0 {
			return nil, &KilledError{killed}
		}
		return nil, &fs.PathError{Op: op, Path: "fd " + strconv.Itoa(n), Err: syscall.EBADF}
	}
	f := p.fds[n].f.Ref()
	p.mu.Unlock()
	return f, nil
}

// Read implements io.Reader.
func (d *FD) Read(b []byte) (int, error) { return d.read(call{p: d.p}, b) }

// ReadContext is Read that also ends, with the cause, when ctx ends.
func (d *FD) ReadContext(ctx context.Context, b []byte) (int, error) {
	return d.read(call{d.p, ctx}, b)
}

func (d *FD) read(c call, b []byte) (int, error) {
	f, err := d.p.grab(d.n, "read")
	if err != nil {
		return 0, err
	}
	n, err := f.read(c, b)
	f.Close()
	return n, err
}

// Write implements io.Writer.
func (d *FD) Write(b []byte) (int, error) { return d.write(call{p: d.p}, b) }

// WriteContext is Write that also ends, with the cause, when ctx ends.
func (d *FD) WriteContext(ctx context.Context, b []byte) (int, error) {
	return d.write(call{d.p, ctx}, b)
}

func (d *FD) write(c call, b []byte) (int, error) {
	f, err := d.p.grab(d.n, "write")
	if err != nil {
		return 0, err
	}
	n, err := writeFile(c, f, b)
	f.Close()
	return n, err
}

// writeFile is write(2) with its signals: SIGPIPE and SIGXFSZ.
func writeFile(c call, f *File, b []byte) (int, error) {
	p := c.p
	if err := p.fileSizeFits(f, int64(len(b))); err != nil {
		return 0, err
	}
	n, err := f.write(c, b)
	if err != nil && errors.Is(err, syscall.EPIPE) {
		p.Signal(SIGPIPE)
	}
	return n, err
}

// fileSizeFits checks ulimit -f. It only sees writes at the offset, which is how a shell's children write.
func (p *Process) fileSizeFits(f *File, n int64) error {
	p.mu.Lock()
	limit, ok := p.rlimit(RlimitFileSize)
	p.mu.Unlock()
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	off := info.Size()
	if f.Flags()&syscall.O_APPEND == 0 {
		if pos, err := f.Seek(0, io.SeekCurrent); err == nil {
			off = pos
		}
	}
	if off > limit-n {
		p.Signal(SIGXFSZ)
		return &fs.PathError{Op: "write", Path: f.name, Err: syscall.EFBIG}
	}
	return nil
}

// Seek implements io.Seeker; ESPIPE for what has no offset.
func (d *FD) Seek(offset int64, whence int) (int64, error) {
	f, err := d.p.grab(d.n, "seek")
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return f.Seek(offset, whence)
}

// ReadAt implements io.ReaderAt.
func (d *FD) ReadAt(b []byte, off int64) (int, error) {
	f, err := d.p.grab(d.n, "read")
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return f.ReadAt(b, off)
}

// Stat is fstat(2).
func (d *FD) Stat() (fs.FileInfo, error) {
	f, err := d.p.grab(d.n, "stat")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Stat()
}

// Name is the name of the file: a path, "pipe:[7]", "socket:[9]".
func (d *FD) Name() string {
	f, err := d.p.grab(d.n, "name")
	if err != nil {
		return ""
	}
	defer f.Close()
	return f.Name()
}

// Number is the descriptor's number.
func (d *FD) Number() int { return d.n }

// IsTerminal reports whether it is a terminal.
func (d *FD) IsTerminal() bool {
	f, err := d.p.grab(d.n, "isatty")
	if err != nil {
		return false
	}
	defer f.Close()
	return f.TTY() != nil
}

// File is the open file description, without a reference of the caller's own: it stays open as long as the descriptor.
// nil when the descriptor is closed.
func (d *FD) File() *File {
	d.p.mu.Lock()
	defer d.p.mu.Unlock()
	if d.n < 0 || d.n >= len(d.p.fds) {
		return nil
	}
	return d.p.fds[d.n].f
}

// copySize is the buffer of WriteTo and ReadFrom: a full pipe.
const copySize = 64 << 10

func (k *Kernel) copyBuffer() *[]byte {
	if b, ok := k.rings.Get().(*[]byte); ok {
		return b
	}
	b := make([]byte, copySize)
	return &b
}

// WriteTo implements io.WriterTo with a buffer as large as a pipe.
func (d *FD) WriteTo(w io.Writer) (n int64, err error) { return d.p.k.copy(w, d) }

// ReadFrom implements io.ReaderFrom with a buffer as large as a pipe.
func (d *FD) ReadFrom(r io.Reader) (n int64, err error) { return d.p.k.copy(d, r) }

func (k *Kernel) copy(w io.Writer, r io.Reader) (n int64, err error) {
	buf := k.copyBuffer()
	defer k.rings.Put(buf)
	for {
		nr, rerr := r.Read(*buf)
		if nr > 0 {
			nw, werr := w.Write((*buf)[:nr])
			n += int64(max(nw, 0))
			if werr != nil {
				return n, werr
			}
			if nw < nr {
				return n, io.ErrShortWrite
			}
		}
		if rerr == io.EOF {
			return n, nil
		}
		if rerr != nil {
			return n, rerr
		}
	}
}

// maxFD is one more than the largest descriptor number. The caller holds p.mu.
func (p *Process) maxFD() (n int, box bool) {
	limit := p.k.limits.OpenFiles
	if soft, ok := p.rlimit(RlimitOpenFiles); ok && (limit < 0 || soft < int64(limit)) {
		return int(soft), false
	}
	if limit < 0 {
		return 1 << 20, false
	}
	return limit, true
}

// SetFD makes n refer to f and closes what was there: dup2(2). It takes over the caller's reference, also on an error
// (EBADF for a number out of range).
func (p *Process) SetFD(n int, f *File, cloexec bool) error {
	p.mu.Lock()
	limit, _ := p.maxFD()
	if n < 0 || n >= limit || p.ended {
		p.mu.Unlock()
		f.Close()
		return syscall.EBADF
	}
	old := p.setFD(n, f, cloexec)
	p.mu.Unlock()
	if old != nil {
		old.Close()
	}
	return nil
}

func (p *Process) setFD(n int, f *File, cloexec bool) (old *File) {
	if n >= len(p.fds) {
		p.fds = slices.Grow(p.fds, n+1-len(p.fds))[:n+1]
	}
	old = p.fds[n].f
	p.fds[n] = fdEntry{f, cloexec}
	return old
}

// AddFD gives f the lowest free number from min on. It takes over the caller's reference, also on an error: EMFILE (a
// *LimitError when it is the box's limit).
func (p *Process) AddFD(f *File, min int, cloexec bool) (int, error) {
	p.mu.Lock()
	limit, box := p.maxFD()
	n := max(min, 0)
	for n < len(p.fds) && p.fds[n].f != nil {
		n++
	}
	if n >= limit || p.ended {
		p.mu.Unlock()
		f.Close()
		if box {
			return -1, p.LimitHit(LimitOpenFiles, int64(limit))
		}
		return -1, syscall.EMFILE
	}
	p.setFD(n, f, cloexec)
	p.mu.Unlock()
	return n, nil
}

// TakeFD removes descriptor n and hands its reference to the caller; nil when it is closed.
func (p *Process) TakeFD(n int) *File {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n < 0 || n >= len(p.fds) {
		return nil
	}
	f := p.fds[n].f
	p.fds[n] = fdEntry{}
	return f
}

// CloseFD closes descriptor n; EBADF when it is not open.
func (p *Process) CloseFD(n int) error {
	f := p.TakeFD(n)
	if f == nil {
		return syscall.EBADF
	}
	return f.Close()
}

// FDs lists the open descriptors in order.
func (p *Process) FDs() []int {
	p.mu.Lock()
	defer p.mu.Unlock()
	var list []int
	for n, e := range p.fds {
		if e.f != nil {
			list = append(list, n)
		}
	}
	return list
}

// CloseOnExec reports whether an exec closes n.
func (p *Process) CloseOnExec(n int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return n >= 0 && n < len(p.fds) && p.fds[n].cloexec
}

// SetCloseOnExec sets or clears the flag of an open descriptor.
func (p *Process) SetCloseOnExec(n int, on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n >= 0 && n < len(p.fds) && p.fds[n].f != nil {
		p.fds[n].cloexec = on
	}
}
