package shell

import (
	"context"
	"errors"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/kernel"
)

// Line editing of an interactive shell on a terminal: what the Readline library does for bash. The keys are those of
// `bind -p`, the functions are in lineedit_*.go, the painting in lineedit_display.go.

// maxEditLine is the longest line that is edited, in characters; what exceeds it rings the bell.
const maxEditLine = 1 << 20

// badByte marks a byte that is no UTF-8 in the edited text: the surrogates, which no text decodes to, carry it.
const badByte = 0xdc00

// editor is one line being edited.
type editor struct {
	sh      *Shell
	tty     *kernel.TTY
	in      *kernel.File
	display display
	keys    *keyTree

	buf   []rune
	point int
	mark  int

	undo   []change
	typed  int   // characters of the latest run of self-insert
	result error // why editing ended
	done   bool

	last, this string // the functions called last and now
	arg        int    // numeric argument
	argGiven   bool
	argSign    int
	macro      []byte // input to be taken before the terminal's
	lastKey    []byte

	kills     []string
	killIndex int

	histIndex int            // the entry shown; len(list) is the new line
	edited    map[int]string // changed entries, by index
	history   []historyEntry // as of the start
	lastArg   lastArgState   // M-.
	tabs      int            // completions in a row without progress
	overwrite bool           // of overwrite-mode
	vi        viState        // set -o vi
	menu      *menuState
	rawModes  kernel.Termios
	table     map[string]func(ed *editor) bool
}

// maxKills is how many pieces of text C-y and M-y can bring back.
const maxKills = 10

// maxKillBytes bounds the text in the ring.
const maxKillBytes = 4 << 20

// Why reading a line ended without one.
var (
	errLineEOF         = io.EOF
	errLineInterrupted = errors.New("interrupted")
)

// editing reports whether the shell reads commands through the line editor.
func (sh *Shell) editing() bool {
	return sh.interactive && sh.terminal != nil && !sh.noEditing && (sh.opts.emacs || sh.opts.vi) && sh.tty(0) != nil
}

// tty is the terminal on a descriptor, or nil.
func (sh *Shell) tty(fd int) *kernel.TTY {
	d := sh.p.FD(fd)
	if d == nil {
		return nil
	}
	f := d.File()
	if f == nil {
		return nil
	}
	return f.TTY()
}

// editLine reads a line with editing from the terminal on descriptor fd. The line is without its newline. The error is
// io.EOF, errLineInterrupted after ^C, or that of the read.
func (sh *Shell) editLine(fd int, prompt, initial string, opt editOptions) (string, error) {
	tty := sh.tty(fd)
	ed := &editor{sh: sh, tty: tty, in: sh.p.FD(fd).File(), kills: sh.kills, arg: 1, argSign: 1, table: editTable()}
	ed.keys = sh.keyTree()
	ed.display.ed = ed
	ed.display.hidden = tty.Termios().Lflag&kernel.ECHO == 0
	ed.display.prompt(prompt)
	if opt.history {
		ed.history = sh.history.list
		ed.histIndex = len(ed.history)
		if n := sh.nextHistory; n > 0 && n < len(ed.history) {
			ed.histIndex, initial = n, ed.history[n].text
		}
		sh.nextHistory = 0
	}
	ed.buf = toRunes(initial)
	ed.point = len(ed.buf)
	old := tty.Termios()
	raw := old
	raw.Lflag &^= kernel.ICANON | kernel.ECHO
	raw.Iflag &^= kernel.ICRNL | kernel.INLCR
	raw.Cc[kernel.VMIN], raw.Cc[kernel.VTIME] = 1, 0
	raw.Cc[kernel.VLNEXT] = 0
	if v, _ := sh.readline.variable("bind-tty-special-chars"); v == "on" {
		ed.bindSpecials(&old)
	}
	if sh.p.ChangeTermios(tty, raw, false) != nil {
		return "", io.EOF
	}
	paste, _ := sh.readline.variable("enable-bracketed-paste")
	if term, _ := sh.getVar("TERM"); term == "dumb" {
		paste = "off"
	}
	if paste == "on" {
		ed.write("\x1b[?2004h")
	}
	if sh.opts.vi {
		ed.vi.start(ed)
	}
	ed.loop(opt)
	if paste == "on" {
		ed.write("\x1b[?2004l\r")
		if ed.result == errLineEOF {
			ed.write("\n")
		}
	}
	if !sh.p.Killed() {
		tty.SetTermios(old)
	}
	sh.kills = ed.kills
	ed.keepEdits()
	return fromRunes(ed.buf), ed.result
}

// editOptions say what differs between the shell's own prompt and read -e.
type editOptions struct {
	history bool            // the arrows show earlier lines
	ctx     context.Context // ends the read; nil = the shell's
	limit   int             // accept after so many characters, 0 = none
	delim   rune            // accept at this character too, 0 = none
}

// bindSpecials gives the editing characters of the terminal their functions (bind-tty-special-chars).
func (ed *editor) bindSpecials(s *kernel.Termios) {
	for _, b := range []struct {
		index int
		name  string
	}{{kernel.VERASE, "backward-delete-char"}, {kernel.VKILL, "unix-line-discard"}, {kernel.VWERASE, "unix-word-rubout"}} {
		c := s.Cc[b.index]
		if c != 0 && c < 128 {
			if n := ed.keys.next[c]; n == nil || n.name == "" || n.name == "self-insert" || n.isDefault {
				ed.keys = ed.keys.with(c, b.name)
			}
		}
	}
}

// loop reads keys and calls their functions until the line is done.
func (ed *editor) loop(opt editOptions) {
	for !ed.done {
		if !ed.moreInput() {
			ed.display.refresh()
		}
		name, err := ed.readCommand(opt)
		if err != nil {
			ed.finish(err)
			break
		}
		ed.call(name)
		if opt.limit > 0 && len(ed.buf) >= opt.limit {
			ed.done = true
		}
		if n := len(ed.buf); opt.delim != 0 && n > 0 && ed.buf[n-1] == opt.delim {
			ed.buf = ed.buf[:n-1]
			ed.done = true
		}
	}
	if ed.result == nil {
		ed.acceptDisplay()
	}
}

// finish ends the editing without a line.
func (ed *editor) finish(err error) {
	ed.done, ed.result = true, err
	if errors.Is(err, errLineInterrupted) {
		ed.write("^C\r\n")
	}
}

// acceptDisplay leaves the line on the screen and goes to the next one.
func (ed *editor) acceptDisplay() {
	ed.point = len(ed.buf)
	ed.display.refresh()
	ed.display.toEnd()
	if n := len(ed.display.shown); n > 1 && ed.display.shown[n-1] == "" {
		return // it is on an empty line already
	}
	ed.write("\n")
}

// call runs a function by name.
func (ed *editor) call(name string) {
	fn := ed.table[name]
	if fn == nil {
		ed.bell()
		ed.clearArg()
		return
	}
	ed.this = name
	if name != "complete" {
		ed.tabs = 0
	}
	keep := fn(ed)
	ed.last = name
	if !keep {
		ed.clearArg()
	}
}

func (ed *editor) clearArg() { ed.arg, ed.argGiven, ed.argSign = 1, false, 1 }

// count is the numeric argument, 1 when none was given.
func (ed *editor) count() int {
	if !ed.argGiven {
		return ed.argSign
	}
	return ed.arg * ed.argSign
}

// moreInput reports whether a key is waiting, so that painting can wait too.
func (ed *editor) moreInput() bool { return len(ed.macro) > 0 || ed.in.Readable() }

// readByte reads one byte from the terminal, serving signals meanwhile.
func (ed *editor) readByte(opt editOptions) (byte, error) {
	if len(ed.macro) > 0 {
		c := ed.macro[0]
		ed.macro = ed.macro[1:]
		return c, nil
	}
	sh := ed.sh
	base := opt.ctx
	if base == nil {
		base = sh.ctx
	}
	var b [1]byte
	for {
		ctx, stop := sh.p.Interruptible(base)
		n, err := ed.in.Read(ctx, b[:])
		stop()
		if n > 0 {
			return b[0], nil
		}
		switch {
		case sh.p.Killed():
			return 0, errLineEOF
		case base.Err() != nil:
			return 0, context.Cause(base)
		case errors.Is(err, kernel.ErrInterrupted):
			if err := ed.serveSignals(); err != nil {
				return 0, err
			}
			continue
		case err == nil || errors.Is(err, io.EOF):
			return 0, errLineEOF
		}
		if e := sh.p.Safepoint(); e != nil {
			return 0, errLineEOF
		}
		return 0, err
	}
}

// serveSignals acts on the signals that arrived while a key was waited for.
func (ed *editor) serveSignals() error {
	sh := ed.sh
	for {
		s, ok := sh.p.TakeSignal()
		if !ok {
			return nil
		}
		action, trapped := sh.traps.signal[s]
		switch {
		case s == kernel.SIGINT:
			if trapped && action != "" {
				ed.write("^C\r")
				sh.runTrap(action, s.String())
				ed.write("\n")
				if sh.flow != flowNone {
					return errLineInterrupted
				}
				sh.status = 128 + int(s)
				return errTrapped
			}
			sh.status = 128 + int(s)
			return errLineInterrupted
		case s == kernel.SIGWINCH:
			sh.windowChanged()
			ed.display.resized()
			ed.display.refresh()
			if trapped && action != "" {
				sh.runTrap(action, s.String())
			}
		case trapped && action != "":
			sh.runTrap(action, s.String())
			if sh.flow != flowNone {
				return errLineEOF
			}
		case s == kernel.SIGHUP:
			sh.hungUp()
			return errLineEOF
		}
	}
}

// errTrapped ends a line after the trap of SIGINT has run.
var errTrapped = errors.New("trapped")

// readRune reads a character; what is no UTF-8 comes as badByte+byte.
func (ed *editor) readRune(first byte, opt editOptions) rune {
	if first < utf8.RuneSelf {
		return rune(first)
	}
	b := []byte{first}
	for !utf8.FullRune(b) && len(b) < utf8.UTFMax {
		c, err := ed.readByte(opt)
		if err != nil {
			break
		}
		b = append(b, c)
		if c&0xc0 != 0x80 {
			break
		}
	}
	r, n := utf8.DecodeRune(b)
	if r == utf8.RuneError && n <= 1 {
		r, n = badByte+rune(b[0]), 1
	}
	ed.macro = append(b[n:len(b):len(b)], ed.macro...)
	return r
}

func (ed *editor) write(s string) { ed.sh.writeErr(s) }

func (ed *editor) bell() {
	if v, _ := ed.sh.readline.variable("bell-style"); v != "none" {
		ed.write("\a")
	}
}

// toRunes decodes text for editing; fromRunes is its inverse.
func toRunes(s string) []rune {
	out := make([]rune, 0, len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n <= 1 {
			r = badByte + rune(s[i])
		}
		out = append(out, r)
		i += max(n, 1)
	}
	return out
}

func fromRunes(rs []rune) string {
	var b strings.Builder
	b.Grow(len(rs))
	for _, r := range rs {
		if r >= badByte && r < badByte+256 {
			b.WriteByte(byte(r - badByte))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// change is one step of editing that undo takes back.
type change struct {
	insert     bool // text was inserted at pos, else deleted
	pos        int
	text       []rune
	begin, end bool // of a group of steps
	point      int
}

// insert puts text at the point.
func (ed *editor) insert(rs ...rune) {
	if len(ed.buf)+len(rs) > maxEditLine {
		ed.bell()
		return
	}
	if n := len(ed.undo); n > 0 && len(rs) == 1 && ed.undo[n-1].insert && ed.typed > 0 && ed.typed < 20 && ed.undo[n-1].pos+len(ed.undo[n-1].text) == ed.point {
		ed.undo[n-1].text = append(ed.undo[n-1].text, rs...)
		ed.typed++
	} else {
		text := append(make([]rune, 0, len(rs)), rs...)
		ed.undo = append(ed.undo, change{insert: true, pos: ed.point, text: text})
		ed.typed = 1
	}
	ed.insertAt(ed.point, rs)
	ed.point += len(rs)
}

func (ed *editor) insertAt(pos int, rs []rune) {
	n := len(ed.buf)
	ed.buf = append(ed.buf, rs...)
	if pos < n {
		copy(ed.buf[pos+len(rs):], ed.buf[pos:n])
		copy(ed.buf[pos:], rs)
	}
	if ed.mark > pos {
		ed.mark += len(rs)
	}
}

// remove deletes a range and returns it.
func (ed *editor) remove(from, to int) []rune {
	from, to = max(min(from, to), 0), min(max(from, to), len(ed.buf))
	if from == to {
		return nil
	}
	text := append([]rune(nil), ed.buf[from:to]...)
	ed.undo = append(ed.undo, change{pos: from, text: text})
	ed.typed = 0
	ed.removeAt(from, to)
	return text
}

func (ed *editor) removeAt(from, to int) {
	ed.buf = append(ed.buf[:from], ed.buf[to:]...)
	move := func(p int) int {
		switch {
		case p >= to:
			return p - (to - from)
		case p > from:
			return from
		}
		return p
	}
	ed.point, ed.mark = move(ed.point), move(ed.mark)
}

// together makes the steps of do one for undo.
func (ed *editor) together(do func()) {
	ed.undo = append(ed.undo, change{begin: true, point: ed.point})
	do()
	ed.undo = append(ed.undo, change{end: true})
	ed.typed = 0
}

// undoOne takes the last step back; it reports whether there was one.
func (ed *editor) undoOne() bool {
	depth := 0
	for n := len(ed.undo); n > 0; n = len(ed.undo) {
		c := ed.undo[n-1]
		ed.undo = ed.undo[:n-1]
		switch {
		case c.end:
			depth++
			continue
		case c.begin:
			if depth--; depth == 0 {
				ed.point = min(c.point, len(ed.buf))
				return true
			}
			continue
		case c.insert:
			ed.removeAt(c.pos, c.pos+len(c.text))
			ed.point = c.pos
		default:
			ed.insertAt(c.pos, c.text)
			ed.point = c.pos + len(c.text)
		}
		if depth == 0 {
			ed.typed = 0
			return true
		}
	}
	return false
}

// replace sets the whole line, as one step.
func (ed *editor) replace(text string) {
	ed.together(func() {
		ed.remove(0, len(ed.buf))
		ed.point = 0
		if text != "" {
			ed.insert(toRunes(text)...)
		}
	})
}
