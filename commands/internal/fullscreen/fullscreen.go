// Package fullscreen is the terminal of a program that paints the whole screen: raw mode, keys, size, painting by rows,
// stop and continue. It speaks the control sequences of xterm, which all terminals of today know.
package fullscreen

import (
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/internal/runewidth"
	"github.com/sandpit-dev/sandpit/kernel"
)

// Key is a character or one of the keys below.
type Key rune

// The keys that are no character. Escape is 27, Enter 13, Backspace 127.
const (
	Up Key = 0x110000 + iota
	Down
	Left
	Right
	Home
	End
	PageUp
	PageDown
	Insert
	Delete
	Resize    // the window has another size, or the program was continued: paint anew
	Interrupt // SIGINT
	Unknown   // a key that has no name here
	PasteBegin
	PasteEnd
)

// Term is the terminal of a process in raw mode.
type Term struct {
	Rows, Cols int

	p     *kernel.Process
	tty   *kernel.TTY
	file  *kernel.File
	old   kernel.Termios
	alt   bool
	shown []string
	buf   []byte
	n     int
	opts  Options
}

// Options say how the terminal is used.
type Options struct {
	Alternate bool // paint on the alternate screen, so that what was there comes back
	Signals   bool // ^C and ^\ send their signals; ^Z always stops the program
}

// ErrNoTerminal is the error of Open for a process without a terminal.
var ErrNoTerminal = errors.New("not a terminal")

// Open puts the terminal of p into raw mode: that of standard input or output, else the controlling one. The caller calls
// Close.
func Open(p *kernel.Process, opts Options) (*Term, error) {
	t := &Term{p: p, opts: opts, buf: make([]byte, 256)}
	for _, n := range []int{0, 1, 2} {
		if fd := p.FD(n); fd != nil {
			if f := fd.File(); f != nil && f.TTY() != nil {
				t.tty = f.TTY()
				break
			}
		}
	}
	if t.tty == nil {
		if t.tty = p.TTY(); t.tty == nil {
			return nil, ErrNoTerminal
		}
	}
	t.file = t.tty.Open(os.O_RDWR)
	for _, s := range []kernel.Signal{kernel.SIGWINCH, kernel.SIGCONT, kernel.SIGTSTP} {
		if p.Disposition(s) == kernel.SigDefault {
			p.SetDisposition(s, kernel.SigCatch)
		}
	}
	if opts.Signals {
		p.SetDisposition(kernel.SIGINT, kernel.SigCatch)
	}
	if err := t.start(); err != nil {
		t.file.Close()
		return nil, err
	}
	return t, nil
}

func (t *Term) start() error {
	t.old = t.tty.Termios()
	raw := t.old
	raw.MakeRaw()
	raw.Lflag |= kernel.ISIG
	raw.Cc[kernel.VQUIT] = 0
	if !t.opts.Signals {
		raw.Cc[kernel.VINTR] = 0
	}
	if err := t.p.ChangeTermios(t.tty, raw, false); err != nil {
		return err
	}
	t.size()
	t.shown = nil
	if t.opts.Alternate {
		t.Send("\x1b[?1049h\x1b[H\x1b[2J")
		t.alt = true
	}
	return nil
}

func (t *Term) size() {
	t.Rows, t.Cols = t.tty.Size()
	if t.Rows < 1 {
		t.Rows = 24
	}
	if t.Cols < 1 {
		t.Cols = 80
	}
	t.Rows, t.Cols = min(max(t.Rows, 2), 1000), min(max(t.Cols, 4), 2000)
}

// Close puts the terminal back as it was.
func (t *Term) Close() {
	t.stop()
	t.file.Close()
}

func (t *Term) stop() {
	if t.alt {
		t.Send("\x1b[?1049l")
		t.alt = false
	} else {
		t.Send("\x1b[" + strconv.Itoa(t.Rows) + ";1H\x1b[K")
	}
	if !t.p.Killed() {
		t.tty.SetTermios(t.old)
	}
}

// Send writes a control sequence or text as it is.
func (t *Term) Send(s string) { t.file.Write(t.p.Context(), []byte(s)) }

// Suspend stops the program, as ^Z does, and comes back when it is continued.
func (t *Term) Suspend() {
	t.stop()
	t.p.SetDisposition(kernel.SIGTSTP, kernel.SigDefault)
	t.p.Kernel().Kill(nil, -t.p.PGID(), kernel.SIGTSTP)
	t.p.Safepoint()
	t.p.SetDisposition(kernel.SIGTSTP, kernel.SigCatch)
	t.start()
}

// Release gives the terminal to another program, back to the normal modes; the function takes it again.
func (t *Term) Release() (again func()) {
	t.stop()
	return func() { t.start() }
}

// escWait is how long the rest of a key's sequence may take after the escape character.
const escWait = 25 * time.Millisecond

// read waits for input. A signal gives a key of its own.
func (t *Term) read(wait time.Duration) (Key, error) {
	for {
		base := t.p.Context()
		var cancel context.CancelCauseFunc
		if wait > 0 {
			base, cancel = context.WithCancelCause(base)
			timer := t.p.Kernel().Clock().NewTimer(wait)
			done := make(chan struct{})
			go func() {
				select {
				case <-timer.C():
					cancel(os.ErrDeadlineExceeded)
				case <-done:
				}
			}()
			defer func() { timer.Stop(); close(done); cancel(nil) }()
		}
		ctx, stop := t.p.Interruptible(base)
		n, err := t.file.Read(ctx, t.buf[t.n:])
		stop()
		if n > 0 {
			t.n += n
			return 0, nil
		}
		switch {
		case t.p.Killed():
			return 0, t.p.Safepoint()
		case wait > 0 && errors.Is(context.Cause(base), os.ErrDeadlineExceeded):
			return 0, os.ErrDeadlineExceeded
		case errors.Is(err, kernel.ErrInterrupted):
			if k := t.signal(); k != 0 {
				return k, nil
			}
			continue
		case err == nil || errors.Is(err, io.EOF):
			return 0, io.EOF
		}
		return 0, err
	}
}

func (t *Term) signal() Key {
	key := Key(0)
	for {
		s, ok := t.p.TakeSignal()
		if !ok {
			return key
		}
		switch s {
		case kernel.SIGWINCH, kernel.SIGCONT:
			t.size()
			t.shown = nil
			key = Resize
		case kernel.SIGTSTP:
			t.Suspend()
			key = Resize
		case kernel.SIGINT:
			key = Interrupt
		}
	}
}

// Pending reports whether a key is waiting, so that painting can wait too.
func (t *Term) Pending() bool { return t.n > 0 || t.file.Readable() }

// ReadKey waits for a key. The error is io.EOF when the terminal is gone.
func (t *Term) ReadKey() (Key, error) { return t.ReadKeyFor(0) }

// ReadKeyFor is ReadKey that gives up after some time with os.ErrDeadlineExceeded; 0 is no bound.
func (t *Term) ReadKeyFor(wait time.Duration) (Key, error) {
	for t.n == 0 {
		if k, err := t.read(wait); k != 0 || err != nil {
			return k, err
		}
	}
	for {
		k, n := decodeKey(t.buf[:t.n])
		if n > 0 {
			t.take(n)
			return k, nil
		}
		k, err := t.read(escWait)
		switch {
		case k != 0:
			return k, nil
		case errors.Is(err, os.ErrDeadlineExceeded), t.n == len(t.buf):
			c := t.buf[0]
			t.take(1)
			return Key(c), nil
		case err != nil:
			return 0, err
		}
	}
}

func (t *Term) take(n int) {
	copy(t.buf, t.buf[n:t.n])
	t.n -= n
}

var finals = map[string]Key{
	"A": Up, "B": Down, "C": Right, "D": Left, "H": Home, "F": End, "1~": Home, "7~": Home, "4~": End, "8~": End,
	"2~": Insert, "3~": Delete, "5~": PageUp, "6~": PageDown, "200~": PasteBegin, "201~": PasteEnd,
}

// decodeKey reads the first key of b; n is 0 when it is not complete.
func decodeKey(b []byte) (k Key, n int) {
	if b[0] != 27 {
		if !utf8.FullRune(b) && len(b) < utf8.UTFMax {
			return 0, 0
		}
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			return Key(b[0]), 1
		}
		return Key(r), n
	}
	if len(b) == 1 {
		return 0, 0
	}
	switch b[1] {
	case 'O':
		if len(b) < 3 {
			return 0, 0
		}
		if k, ok := finals[string(b[2:3])]; ok {
			return k, 3
		}
		return Unknown, 3
	case '[':
		for i := 2; i < len(b); i++ {
			if b[i] >= 0x40 && b[i] <= 0x7e {
				name := string(b[2 : i+1])
				if k, ok := finals[name]; ok {
					return k, i + 1
				}
				if j := strings.IndexByte(name, ';'); j >= 0 { // with a modifier
					if k, ok := finals[strings.TrimPrefix(name[:j], "1")+name[len(name)-1:]]; ok {
						return k, i + 1
					}
				}
				return Unknown, i + 1
			}
		}
		if len(b) > 64 {
			return Unknown, len(b)
		}
		return 0, 0
	}
	return 27, 1
}

// Paint shows rows, from the top, and puts the cursor at a place; it sends the rows that differ from what is shown.
func (t *Term) Paint(rows []string, row, col int) {
	var b strings.Builder
	if t.shown == nil || len(t.shown) != t.Rows {
		t.shown = make([]string, t.Rows)
		b.WriteString("\x1b[m\x1b[H\x1b[2J")
	}
	for i := range t.Rows {
		line := ""
		if i < len(rows) {
			line = rows[i]
		}
		if line == t.shown[i] {
			continue
		}
		b.WriteString("\x1b[" + strconv.Itoa(i+1) + ";1H" + line)
		if Width(line) < t.Cols {
			b.WriteString("\x1b[K")
		}
		t.shown[i] = line
	}
	b.WriteString("\x1b[" + strconv.Itoa(row+1) + ";" + strconv.Itoa(col+1) + "H")
	t.Send(b.String())
}

// Forget makes the next Paint send everything.
func (t *Term) Forget() { t.shown = nil }

// Width is the number of columns of a row; sequences that set attributes take none.
func Width(s string) int {
	n := 0
	for i := 0; i < len(s); {
		if s[i] == 27 {
			k := strings.IndexByte(s[i:], 'm')
			if k < 0 {
				return n
			}
			i += k + 1
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		n += runewidth.Of(r)
		i += size
	}
	return n
}

// Cells is how a character is shown in column col: a tab as blanks to the next stop, a control character as ^X, a byte
// that is no UTF-8 as <ff>.
func Cells(r rune, raw byte, col, tab int) (text string, width int) {
	switch {
	case r == '\t':
		n := tab - col%tab
		return strings.Repeat(" ", n), n
	case r == utf8.RuneError && raw >= 0x80:
		const hex = "0123456789abcdef"
		return "<" + hex[raw>>4:raw>>4+1] + hex[raw&15:raw&15+1] + ">", 4
	case r < 32 || r == 127:
		return "^" + string(r^0x40), 2
	}
	return string(r), runewidth.Of(r)
}
