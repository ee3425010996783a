package kernel

import (
	"io"
	"io/fs"
	"os"
	"strconv"
	"sync"
	"syscall"

	"github.com/sandpit-dev/sandpit/vfs"
)

// Termios are the settings of a terminal, by the names of stty(1) and termios(3). VTIME and flow control (IXON) are kept
// but have no effect.
type Termios struct {
	ICRNL, IXON                                       bool // input
	OPost, ONLCR                                      bool // output
	ISig, ICanon, IExten, Echo, EchoE, EchoK, EchoCtl bool // local
	ToStop                                            bool
	Intr, Quit, Erase, WErase, Kill, EOF, Susp        byte // control characters; 0 = none
	Min, Time                                         byte // VMIN, VTIME
}

// DefaultTermios are the settings of a new terminal, as Linux has them: `stty sane`.
func DefaultTermios() Termios {
	return Termios{
		ICRNL: true, IXON: true, OPost: true, ONLCR: true, ISig: true, ICanon: true, IExten: true, Echo: true, EchoE: true,
		EchoK: true, EchoCtl: true, Intr: 3, Quit: 28, Erase: 127, WErase: 23, Kill: 21, EOF: 4, Susp: 26, Min: 1,
	}
}

const (
	ptsMajor = 136
	maxCanon = 4095     // length of an input line; what exceeds it is dropped
	maxInput = 64 << 10 // input not yet read; then writes to the master wait
)

// TTY is a pseudo-terminal: what is written to its master is the keyboard, what is read from the master is the screen;
// its other side is /dev/pts/N. The line discipline is that of Linux: canonical and raw mode, echo, erase and kill
// characters, signals from the keyboard to the foreground process group.
type TTY struct {
	k     *Kernel
	index int
	out   *pipe // to the screen
	info  fs.FileInfo

	mu         sync.Mutex
	termios    Termios
	rows, cols int
	fg, sid    int      // foreground process group and session, 0 = none
	line       []byte   // being edited
	input      [][]byte // lines (canonical) or pieces (raw) to read; an empty one is an end of file
	pending    int      // bytes in input
	slaves     int
	hungup     bool // the master is closed
	rwait      int
	rtok       chan struct{}
	room       chan struct{} // closed when input is taken; for writers of the master
}

type ttyTable struct {
	mu   sync.Mutex
	list []*TTY
}

// NewTTY makes a pseudo-terminal of that size and returns its master. The terminal appears as /dev/pts/N; it goes when the
// master is closed: then its session's foreground group gets SIGHUP, reads of it end and writes give EIO.
func (k *Kernel) NewTTY(rows, cols int) (*TTY, *File) {
	t := &TTY{k: k, out: k.newPipe(k.fileSeq.Add(1)), termios: DefaultTermios(), rows: rows, cols: cols, rtok: make(chan struct{}, 1)}
	t.out.readers, t.out.writers = 1, 1
	k.ttys.mu.Lock()
	for t.index < len(k.ttys.list) && k.ttys.list[t.index] != nil {
		t.index++
	}
	if t.index == len(k.ttys.list) {
		k.ttys.list = append(k.ttys.list, nil)
	}
	k.ttys.list[t.index] = t
	k.ttys.mu.Unlock()
	name := t.Name()
	if k.fs.Mknod(name, fs.ModeDevice|fs.ModeCharDevice|0o620, t.rdev64()) == nil {
		k.fs.Chown(name, UserUID, 5)
		t.info, _ = k.fs.Stat(name)
	}
	if t.info == nil { // no /dev/pts on this disk
		i := anonInfo(strconv.Itoa(t.index), fs.ModeDevice|fs.ModeCharDevice|0o620, 0, t.out.ino, k.clock.Now())
		i.sys.Rdev = t.rdev64()
		t.info = i
	}
	return t, newFile(ttyMaster{t}, "/dev/ptmx", os.O_RDWR)
}

func (k *Kernel) tty(index uint32) *TTY {
	k.ttys.mu.Lock()
	defer k.ttys.mu.Unlock()
	if int(index) < len(k.ttys.list) {
		return k.ttys.list[index]
	}
	return nil
}

// Name is the path of the terminal: /dev/pts/N.
func (t *TTY) Name() string { return "/dev/pts/" + strconv.Itoa(t.index) }

func (t *TTY) rdev64() uint64 { return vfs.Makedev(ptsMajor, uint32(t.index)) }
func (t *TTY) rdev() int      { return int(t.rdev64()) }

// Open opens the terminal for programs.
func (t *TTY) Open(flag int) *File { return t.open(t.Name(), flag) }

func (t *TTY) open(name string, flag int) *File {
	t.mu.Lock()
	t.slaves++
	t.mu.Unlock()
	return newFile(ttySlave{t}, name, flag&(accessMode|syscall.O_NONBLOCK))
}

// Termios are the settings.
func (t *TTY) Termios() Termios {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.termios
}

// SetTermios replaces the settings. Leaving canonical mode makes the line being edited readable.
func (t *TTY) SetTermios(s Termios) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.termios.ICanon && !s.ICanon && len(t.line) > 0 {
		t.commit()
	}
	t.termios = s
	t.wake()
}

// Size is the size in character cells.
func (t *TTY) Size() (rows, cols int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.rows, t.cols
}

// SetSize changes the size; the foreground group gets SIGWINCH when it is another one.
func (t *TTY) SetSize(rows, cols int) {
	t.mu.Lock()
	same := t.rows == rows && t.cols == cols
	t.rows, t.cols = rows, cols
	t.mu.Unlock()
	if !same {
		t.signal(SIGWINCH)
	}
}

// Foreground is the foreground process group; 0 for none.
func (t *TTY) Foreground() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.fg
}

// SetForeground is tcsetpgrp(3) without its checks.
func (t *TTY) SetForeground(pgid int) {
	t.mu.Lock()
	t.fg = pgid
	t.mu.Unlock()
}

func (t *TTY) signal(sig Signal) {
	if fg := t.Foreground(); fg > 0 {
		t.k.Kill(nil, -fg, sig)
	}
}

// SetTTY makes t the controlling terminal of p's session, with p's group in the foreground; nil gives it up. Children that
// are made later inherit it.
func (p *Process) SetTTY(t *TTY) {
	if t != nil {
		pgid, sid := p.PGID(), p.SID()
		t.mu.Lock()
		t.fg, t.sid = pgid, sid
		t.mu.Unlock()
	}
	p.mu.Lock()
	p.tty = t
	p.mu.Unlock()
}

// TTY is the controlling terminal, or nil.
func (p *Process) TTY() *TTY {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.tty
}

// TTY is the terminal that f is, or nil.
func (f *File) TTY() *TTY {
	if s, ok := f.impl.(ttySlave); ok {
		return s.t
	}
	return nil
}

// wake lets a reader look. The caller holds t.mu.
func (t *TTY) wake() {
	if t.rwait > 0 {
		poke(t.rtok)
	}
}

// commit hands the edited line to readers. The caller holds t.mu.
func (t *TTY) commit() {
	t.input = append(t.input, t.line)
	t.pending += len(t.line)
	t.line = nil
	t.wake()
}

// echo shows what is typed; when the screen is not read it is lost, as nothing may wait here.
func (t *TTY) echo(b ...byte) {
	p := t.out
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.readers > 0 && p.room(len(b)) == len(b) {
		p.put(b)
		p.wakeReader()
	}
}

func (t *TTY) echoChar(c byte) {
	switch {
	case !t.termios.Echo:
	case c == '\n':
		if t.termios.OPost && t.termios.ONLCR {
			t.echo('\r', '\n')
		} else {
			t.echo('\n')
		}
	case t.termios.EchoCtl && c < 32 && c != '\t' || c == 127:
		t.echo('^', c^64)
	default:
		t.echo(c)
	}
}

// erase takes the last character, which may be several bytes of UTF-8, off the line.
func (t *TTY) erase() bool {
	n := len(t.line)
	if n == 0 {
		return false
	}
	c := t.line[n-1]
	for n--; n > 0 && t.line[n]&0xc0 == 0x80; n-- {
	}
	t.line = t.line[:n]
	if t.termios.Echo && t.termios.EchoE {
		t.echo('\b', ' ', '\b')
		if c < 32 && t.termios.EchoCtl {
			t.echo('\b', ' ', '\b')
		}
	}
	return true
}

// typed runs one byte from the keyboard through the line discipline; the signal is for the caller to send. The caller
// holds t.mu.
func (t *TTY) typed(c byte) (sig Signal) {
	s := &t.termios
	if s.ICRNL && c == '\r' {
		c = '\n'
	}
	is := func(cc byte) bool { return cc != 0 && c == cc }
	if s.ISig {
		switch {
		case is(s.Intr):
			sig = SIGINT
		case is(s.Quit):
			sig = SIGQUIT
		case is(s.Susp):
			sig = SIGTSTP
		}
		if sig != 0 {
			t.line, t.input, t.pending = nil, nil, 0
			t.echoChar(c)
			return sig
		}
	}
	if !s.ICanon {
		if n := len(t.input); n > 0 && len(t.input[n-1]) > 0 {
			t.input[n-1] = append(t.input[n-1], c)
		} else {
			t.input = append(t.input, []byte{c})
		}
		t.pending++
		t.echoChar(c)
		t.wake()
		return 0
	}
	switch {
	case is(s.Erase):
		t.erase()
	case s.IExten && is(s.WErase):
		for n := len(t.line); n > 0 && t.line[n-1] == ' '; n = len(t.line) {
			t.erase()
		}
		for n := len(t.line); n > 0 && t.line[n-1] != ' '; n = len(t.line) {
			t.erase()
		}
	case is(s.Kill):
		for t.erase() {
		}
	case is(s.EOF):
		t.commit()
	case c == '\n':
		t.echoChar(c)
		t.line = append(t.line, c)
		t.commit()
	case len(t.line) < maxCanon:
		t.line = append(t.line, c)
		t.echoChar(c)
	}
	return 0
}

// ttyMaster is the keyboard and the screen.
type ttyMaster struct{ t *TTY }

func (m ttyMaster) read(c call, f *File, b []byte) (int, error) { return m.t.out.read(c, f, b) }

func (m ttyMaster) write(c call, f *File, b []byte) (int, error) {
	t := m.t
	for i, ch := range b {
		t.mu.Lock()
		for t.pending >= maxInput {
			if t.room == nil {
				t.room = make(chan struct{})
			}
			room := t.room
			t.mu.Unlock()
			if f.nonblock() {
				return i, f.fail("write", syscall.EAGAIN)
			}
			if err := c.wait(room); err != nil {
				return i, err
			}
			t.mu.Lock()
		}
		sig := t.typed(ch)
		t.mu.Unlock()
		if sig != 0 {
			t.signal(sig)
		}
	}
	return len(b), nil
}

func (m ttyMaster) close(*File) error {
	t := m.t
	t.mu.Lock()
	t.hungup = true
	t.wake()
	t.mu.Unlock()
	t.out.mu.Lock()
	t.out.drop(true, false)
	t.out.mu.Unlock()
	t.k.ttys.mu.Lock()
	t.k.ttys.list[t.index] = nil
	t.k.ttys.mu.Unlock()
	t.k.fs.Remove(t.Name())
	t.signal(SIGHUP)
	t.signal(SIGCONT)
	return nil
}

func (m ttyMaster) stat() (fs.FileInfo, error) { return m.t.info, nil }
func (m ttyMaster) unwrap() any                { return m.t }
func (m ttyMaster) readable() bool             { return m.t.out.readable() }

// ttySlave is the terminal as programs have it open.
type ttySlave struct{ t *TTY }

// background reports whether c's process is in the terminal's session but not in its foreground group.
func (s ttySlave) background(c call) bool {
	if c.p == nil || c.p.TTY() != s.t {
		return false
	}
	fg := s.t.Foreground()
	return fg > 0 && c.p.PGID() != fg
}

// jobControl stops a background process that uses the terminal; EIO when it does not care for the signal.
func (s ttySlave) jobControl(c call, f *File, op string, sig Signal) error {
	for s.background(c) {
		if c.p.Disposition(sig) == SigIgnore {
			return f.fail(op, syscall.EIO)
		}
		s.t.k.Kill(nil, -c.p.PGID(), sig)
		if err := c.err(); err != nil {
			return err
		}
		if c.p.Disposition(sig) == SigCatch {
			return f.fail(op, syscall.EINTR)
		}
	}
	return nil
}

func (s ttySlave) read(c call, f *File, b []byte) (int, error) {
	if err := s.jobControl(c, f, "read", SIGTTIN); err != nil {
		return 0, err
	}
	t := s.t
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		if len(t.input) > 0 {
			return t.take(b)
		}
		switch {
		case t.hungup:
			t.wake()
			return 0, io.EOF
		case !t.termios.ICanon && t.termios.Min == 0:
			return 0, io.EOF
		case f.nonblock():
			return 0, f.fail("read", syscall.EAGAIN)
		}
		t.rwait++
		t.mu.Unlock()
		err := c.wait(t.rtok)
		t.mu.Lock()
		t.rwait--
		if err != nil {
			if len(t.input) > 0 || t.hungup {
				t.wake()
			}
			return 0, err
		}
	}
}

// take reads one line or piece. The caller holds t.mu.
func (t *TTY) take(b []byte) (int, error) {
	first := t.input[0]
	n := copy(b, first)
	if n == len(first) {
		t.input = t.input[1:]
	} else {
		t.input[0] = first[n:]
	}
	t.pending -= n
	if t.room != nil {
		close(t.room)
		t.room = nil
	}
	if len(t.input) > 0 {
		t.wake()
	}
	if len(first) == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (s ttySlave) write(c call, f *File, b []byte) (int, error) {
	t := s.t
	t.mu.Lock()
	cook, stop, gone := t.termios.OPost && t.termios.ONLCR, t.termios.ToStop, t.hungup
	t.mu.Unlock()
	if gone {
		return 0, f.fail("write", syscall.EIO)
	}
	if stop {
		if err := s.jobControl(c, f, "write", SIGTTOU); err != nil {
			return 0, err
		}
	}
	done := 0
	for done < len(b) {
		part := b[done:min(len(b), done+pipeBuf)]
		out := part
		if cook {
			out = make([]byte, 0, len(part)+16)
			for _, ch := range part {
				if ch == '\n' {
					out = append(out, '\r')
				}
				out = append(out, ch)
			}
		}
		if _, err := t.out.write(c, f, out); err != nil {
			if errno, _ := Errno(err); errno == syscall.EPIPE {
				err = f.fail("write", syscall.EIO)
			}
			return done, err
		}
		done += len(part)
	}
	return done, nil
}

func (s ttySlave) close(*File) error {
	s.t.mu.Lock()
	s.t.slaves--
	s.t.mu.Unlock()
	return nil
}

func (s ttySlave) stat() (fs.FileInfo, error) { return s.t.info, nil }
func (s ttySlave) unwrap() any                { return s.t }

func (s ttySlave) readable() bool {
	s.t.mu.Lock()
	defer s.t.mu.Unlock()
	return len(s.t.input) > 0 || s.t.hungup
}
