package kernel

import (
	"io/fs"
	"os"
	"strconv"
	"sync"
	"syscall"

	"github.com/sandpit-dev/sandpit/vfs"
)

const (
	ptsMajor = 136
	maxCanon = 4095     // length of an input line; what exceeds it is dropped
	maxInput = 64 << 10 // input not yet read, in bytes; then writes to the master wait
)

// TTY is a pseudo-terminal: what is written to its master is the keyboard, what is read from the master is the screen;
// its other side is /dev/pts/N. Between them works the line discipline of Linux: canonical and raw mode, echo, editing of
// the line, flow control, signals from the keyboard to the foreground process group. It can be the controlling terminal
// of one session.
type TTY struct {
	k     *Kernel
	index int
	out   *pipe // to the screen
	info  fs.FileInfo

	mu          sync.Mutex
	termios     Termios
	rows, cols  int
	fg, sid     int      // foreground process group and session, 0 = none
	line        []byte   // being edited
	input       [][]byte // lines (canonical) or pieces (raw) to read; an empty one is an end of file
	pending     int      // bytes in input
	lnext       bool     // the next character is taken as it is
	erasing     bool     // within the \.../ of ECHOPRT
	column      int      // of the cursor, as far as the discipline can tell
	canonColumn int      // where the edited line began
	echoBuf     []byte
	stopped     chan struct{} // not nil while ^S holds output back; closed when it goes on
	slaves      int
	hungup      bool // the master is closed
	rwait       int
	rtok        chan struct{}
	roomCh      chan struct{} // closed when input is taken; for writers of the master
}

type ttyTable struct {
	mu   sync.Mutex
	list []*TTY
}

// NewTTY makes a pseudo-terminal of that size and returns its master. The terminal appears as /dev/pts/N and belongs to
// user; it goes when the master is closed: then the leader of its session gets SIGHUP, reads of it end and writes give EIO.
// A read of the master ends with io.EOF when no program has the terminal open any more.
func (k *Kernel) NewTTY(rows, cols int) (*TTY, *File) {
	t := &TTY{k: k, out: k.newPipe(k.fileSeq.Add(1)), termios: DefaultTermios(), rows: cellCount(rows), cols: cellCount(cols), rtok: make(chan struct{}, 1)}
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

// cellCount brings a size into the range of struct winsize.
func cellCount(n int) int { return min(max(n, 0), 65535) }

func (k *Kernel) tty(index uint32) *TTY {
	k.ttys.mu.Lock()
	defer k.ttys.mu.Unlock()
	if int64(index) < int64(len(k.ttys.list)) {
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
	if t.slaves++; t.slaves == 1 && !t.hungup {
		t.out.mu.Lock()
		t.out.writers = 1
		t.out.mu.Unlock()
	}
	t.mu.Unlock()
	return newFile(ttySlave{t}, name, flag&(accessMode|syscall.O_NONBLOCK))
}

// Termios are the settings.
func (t *TTY) Termios() Termios {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.termios
}

// SetTermios replaces the settings (TCSANOW). When it changes between canonical and raw mode, what has been typed so far
// becomes readable.
func (t *TTY) SetTermios(s Termios) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if (t.termios.Lflag^s.Lflag)&ICANON != 0 && len(t.line) > 0 {
		t.commit()
	}
	t.termios = s
	if !s.in(IXON) {
		t.restart()
	}
	t.wake()
}

// FlushInput throws away what is typed and not yet read: tcflush(TCIFLUSH).
func (t *TTY) FlushInput() {
	t.mu.Lock()
	t.flushInput()
	t.mu.Unlock()
}

// Size is the size in character cells; zero when it is not known.
func (t *TTY) Size() (rows, cols int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.rows, t.cols
}

// SetSize changes the size, in character cells up to 65535; the foreground group gets SIGWINCH when it is another one.
func (t *TTY) SetSize(rows, cols int) {
	rows, cols = cellCount(rows), cellCount(cols)
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

// Session is the session whose controlling terminal it is; 0 for none.
func (t *TTY) Session() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.sid
}

func (t *TTY) signal(sig Signal) {
	if fg := t.Foreground(); fg > 0 {
		t.k.Kill(nil, -fg, sig)
	}
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

// makeRoom lets writers of the master go on. The caller holds t.mu.
func (t *TTY) makeRoom() {
	if t.roomCh != nil {
		close(t.roomCh)
		t.roomCh = nil
	}
}
