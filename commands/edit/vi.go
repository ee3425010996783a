package edit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/commands/internal/fullscreen"
	"github.com/sandpit-dev/sandpit/kernel"
)

type mode uint8

const (
	normal mode = iota
	insert
	replace
)

// editor is vi.
type editor struct {
	p     *kernel.Process
	t     *fullscreen.Term
	files []string
	file  int
	text
	view
	line, at int // the cursor
	want     int // the column that j and k aim at
	mode     mode
	message  string
	readOnly bool
	quit     bool
	status   int
	undos    []state
	redos    []state
	register [][]rune
	linewise bool // the register holds whole lines
	search   string
	back     bool
	find     fullscreen.Key
	findFor  rune
	dot      []fullscreen.Key // the keys of the last change
	rec      []fullscreen.Key // those of the command being typed
	queue    []fullscreen.Key // keys to be taken before the keyboard's
	replay   bool
	vacant   bool   // there is no line at all: the empty one that is shown is not written
	overs    []rune // what replace mode has overwritten
	subst    [2]string
}

// state is what undo goes back to.
type state struct {
	lines    [][]rune
	line, at int
	dirty    bool
}

// vi edits files on the terminal. Of vi's commands those that are used every day are there; see help for the list.
func vi(_ context.Context, p *kernel.Process) int {
	e := &editor{p: p, readOnly: cmd.Name(p) == "view"}
	var start []string
	args := p.Args()[1:]
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "--":
			e.files = append(e.files, args[i+1:]...)
			i = len(args)
		case a == "--help" || a == "-h":
			w := cmd.NewWriter(p)
			w.Printf("usage: %s [-R] [+line | +/pattern | +command] [file ...]\n", cmd.Name(p))
			return w.Finish(0)
		case a == "--version":
			w := cmd.NewWriter(p)
			w.Printf("vi (sandpit) 1.0\n")
			return w.Finish(0)
		case a == "-R":
			e.readOnly = true
		case a == "-c" && i+1 < len(args):
			i++
			start = append(start, args[i])
		case (a == "-u" || a == "-T") && i+1 < len(args):
			i++
		case len(a) > 1 && a[0] == '+':
			start = append(start, a[1:])
		case a == "+":
			start = append(start, "$")
		case len(a) > 1 && a[0] == '-':
		default:
			e.files = append(e.files, a)
		}
	}
	t, err := fullscreen.Open(p, fullscreen.Options{Alternate: true})
	if err != nil {
		cmd.Errorf(p, "standard input and output are no terminal")
		return 1
	}
	defer t.Close()
	e.t = t
	if len(e.files) > 0 {
		e.load(e.files[0])
	} else {
		e.lines = [][]rune{nil}
	}
	for _, c := range start {
		if strings.HasPrefix(c, "/") {
			e.search = c[1:]
			e.searchNext(1)
			continue
		}
		e.command(c)
	}
	for !e.quit {
		k, err := e.key()
		if err != nil {
			return 1
		}
		e.handle(k)
	}
	return e.status
}

// load opens a file.
func (e *editor) load(name string) {
	lines, size, noEOL, err := readLines(e.p, name)
	e.text = text{name: name, lines: lines, noEOL: noEOL}
	e.view.top, e.line, e.at, e.undos, e.redos = 0, 0, 0, nil, nil
	switch {
	case errors.Is(err, os.ErrNotExist):
		e.message = fmt.Sprintf("%q [New]", name)
	case err == errDirectory:
		e.message = fmt.Sprintf("%q is a directory", name)
	case err != nil:
		e.message = fmt.Sprintf("%q %s", name, reason(err))
	default:
		flag := ""
		if noEOL {
			flag = "[noeol] "
		}
		if e.readOnly {
			flag += "[readonly] "
		}
		e.message = fmt.Sprintf("%q %s%dL, %dB", name, flag, len(lines), size)
	}
	if len(e.lines) == 0 {
		e.lines, e.vacant = [][]rune{nil}, true
	}
}

func reason(err error) string {
	if err == errTooLarge {
		return err.Error()
	}
	return kernel.Strerror(err)
}

// key is the next key: of a repeated change, or of the keyboard.
func (e *editor) key() (fullscreen.Key, error) {
	if len(e.queue) > 0 {
		k := e.queue[0]
		e.queue = e.queue[1:]
		return k, nil
	}
	e.replay = false
	for {
		if !e.t.Pending() {
			e.paint()
		}
		k, err := e.t.ReadKey()
		if err != nil {
			return 0, err
		}
		if k == fullscreen.Resize {
			continue
		}
		e.rec = append(e.rec, k)
		return k, nil
	}
}

func (e *editor) paint() {
	e.clamp()
	height := e.t.Rows - 1
	rows, row, col := e.layout(e.lines, e.line, e.at, height, e.t.Cols)
	for len(rows) < height {
		rows = append(rows, "~")
	}
	status := e.message
	if status == "" {
		switch e.mode {
		case insert:
			status = "-- INSERT --"
		case replace:
			status = "-- REPLACE --"
		}
	}
	if fullscreen.Width(status) >= e.t.Cols {
		status = str([]rune(status)[:e.t.Cols-1])
	}
	e.t.Paint(append(rows, status), row, min(col, e.t.Cols-1))
}

// clamp keeps the cursor inside the text.
func (e *editor) clamp() {
	e.line = max(0, min(e.line, len(e.lines)-1))
	last := len(e.lines[e.line])
	if e.mode == normal {
		last--
	}
	e.at = max(0, min(e.at, last))
}

func (e *editor) bell() { e.t.Send("\a") }

// save keeps the text for undo, before a change.
func (e *editor) save() {
	e.undos = append(e.undos, state{slices.Clone(e.lines), e.line, e.at, e.dirty})
	e.redos = nil
	e.vacant = false
	total := 0
	for i := len(e.undos) - 1; i >= 0; i-- {
		if total += len(e.undos[i].lines); total > 4<<20 && i < len(e.undos)-1 || len(e.undos)-i > 1000 {
			e.undos = slices.Clone(e.undos[i+1:])
			break
		}
	}
	e.dirty = true
}

func (e *editor) undo(from, to *[]state, what string) {
	n := len(*from)
	if n == 0 {
		e.message = "Already at " + what + " change"
		return
	}
	s := (*from)[n-1]
	*from = (*from)[:n-1]
	*to = append(*to, state{e.lines, s.line, s.at, e.dirty})
	e.lines, e.line, e.at, e.dirty = s.lines, s.line, s.at, s.dirty
}

func (e *editor) handle(k fullscreen.Key) {
	if e.mode != normal {
		e.insertKey(k)
		return
	}
	e.message = ""
	e.clamp()
	if e.replay || len(e.rec) == 0 {
		e.normalKey(k)
		return
	}
	e.rec = e.rec[len(e.rec)-1:]
	e.normalKey(k)
}

// changed marks the keys of this command as the last change, for the dot. Those of insert mode are added at its end.
func (e *editor) changed() {
	if !e.replay {
		e.dot = nil
		if e.mode == normal {
			e.dot = slices.Clone(e.rec)
		}
	}
}

// setLine replaces the present line.
func (e *editor) setLine(rs []rune) {
	e.lines[e.line] = rs
}

func splice(line []rune, from, to int, in ...rune) []rune {
	out := make([]rune, 0, len(line)+len(in)-(to-from))
	out = append(out, line[:from]...)
	out = append(out, in...)
	return append(out, line[to:]...)
}

// class is the kind of a character for word motions: blank, word, other.
func class(r rune, big bool) int {
	switch {
	case r == ' ' || r == '\t':
		return 0
	case big || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0xc0:
		return 1
	}
	return 2
}

// readNumber reads a count that k begins; 0 when there is none. It returns the key after it.
func (e *editor) readNumber(k fullscreen.Key) (int, fullscreen.Key, error) {
	n := 0
	for k >= '1' && k <= '9' || k == '0' && n > 0 {
		n = min(n*10+int(k-'0'), 1<<20)
		var err error
		if k, err = e.key(); err != nil {
			return 0, 0, err
		}
	}
	return n, k, nil
}

func (e *editor) normalKey(k fullscreen.Key) {
	count, k, err := e.readNumber(k)
	if err != nil {
		e.quit, e.status = true, 1
		return
	}
	n := max(count, 1)
	line := e.lines[e.line]
	switch k {
	case 'i', fullscreen.Insert:
		e.save()
		e.startInsert(insert)
	case 'a':
		e.save()
		e.startInsert(insert)
		e.at = min(e.at+1, len(line))
	case 'I':
		e.save()
		e.startInsert(insert)
		e.at = firstText(line)
	case 'A':
		e.save()
		e.startInsert(insert)
		e.at = len(line)
	case 'o', 'O':
		e.save()
		if k == 'o' {
			e.line++
		}
		e.lines = slices.Insert(e.lines, e.line, nil)
		e.at = 0
		e.startInsert(insert)
	case 'R':
		e.save()
		e.startInsert(replace)
	case 'x', fullscreen.Delete, 'X', 's':
		if len(line) == 0 && k != 's' || k == 'X' && e.at == 0 {
			e.bell()
			return
		}
		e.save()
		from, to := e.at, min(e.at+n, len(line))
		if k == 'X' {
			from, to = max(0, e.at-n), e.at
		}
		e.cut(e.line, from, e.line, to)
		if k == 's' {
			e.startInsert(insert)
		}
		e.changed()
	case 'D', 'C':
		e.save()
		e.cut(e.line, e.at, e.line, len(line))
		if k == 'C' {
			e.startInsert(insert)
			e.at = len(e.lines[e.line])
		}
		e.changed()
	case 'S':
		e.operate('c', 'c', n, count > 0)
	case 'Y':
		e.operate('y', 'y', n, count > 0)
	case 'd', 'c', 'y', '>', '<':
		m, err := e.key()
		if err != nil {
			return
		}
		n2, m, err := e.readNumber(m)
		if err != nil {
			return
		}
		if n2 > 0 {
			n, count = n*n2, 1
		}
		e.operate(k, m, n, count > 0)
	case 'p', 'P':
		e.put(k == 'P', n)
	case 'r':
		r, err := e.key()
		if err != nil || r == 27 || r >= fullscreen.Up || e.at+n > len(line) {
			return
		}
		e.save()
		if r == 13 {
			e.setLine(slices.Clone(line[:e.at]))
			e.lines = slices.Insert(e.lines, e.line+1, slices.Clone(line[e.at+n:]))
			e.line, e.at = e.line+1, 0
		} else {
			e.setLine(splice(line, e.at, e.at+n, slices.Repeat([]rune{rune(r)}, n)...))
			e.at += n - 1
		}
		e.changed()
	case '~':
		e.save()
		rs := slices.Clone(line)
		for i := e.at; i < min(e.at+n, len(rs)); i++ {
			if up := []rune(strings.ToUpper(string(rs[i])))[0]; up != rs[i] {
				rs[i] = up
			} else {
				rs[i] = []rune(strings.ToLower(string(rs[i])))[0]
			}
		}
		e.setLine(rs)
		e.at = min(e.at+n, max(0, len(rs)-1))
		e.changed()
	case 'J':
		e.save()
		for range max(1, n-1) {
			if e.line+1 >= len(e.lines) {
				break
			}
			a, b := e.lines[e.line], strings.TrimLeft(str(e.lines[e.line+1]), " \t")
			e.at = len(a)
			rs := slices.Clone(a)
			if len(a) > 0 && b != "" && a[len(a)-1] != ' ' && b[0] != ')' {
				rs = append(rs, ' ')
			} else if b == "" {
				e.at = max(0, len(a)-1)
			}
			e.setLine(append(rs, decode([]byte(b))...))
			e.lines = slices.Delete(slices.Clone(e.lines), e.line+1, e.line+2)
		}
		e.changed()
	case 'u':
		for range n {
			e.undo(&e.undos, &e.redos, "oldest")
		}
	case 18:
		for range n {
			e.undo(&e.redos, &e.undos, "newest")
		}
	case '.':
		if len(e.dot) > 0 {
			e.queue, e.replay = slices.Clone(e.dot), true
			if count > 0 { // in the place of the change's own
				for len(e.queue) > 1 && e.queue[0] >= '0' && e.queue[0] <= '9' {
					e.queue = e.queue[1:]
				}
				digits := []fullscreen.Key{}
				for _, r := range strconv.Itoa(count) {
					digits = append(digits, keyOf(r))
				}
				e.queue = append(digits, e.queue...)
			}
			e.rec = nil
		}
	case ':':
		if text, ok := e.ask(":"); ok {
			e.command(text)
		}
	case 'Z':
		k, _ := e.key()
		if k == 'Z' {
			e.command("x")
		} else if k == 'Q' {
			e.command("q!")
		}
	case 6, fullscreen.PageDown, 2, fullscreen.PageUp, 4, 21:
		step := map[fullscreen.Key]int{6: e.t.Rows - 3, fullscreen.PageDown: e.t.Rows - 3, 2: 3 - e.t.Rows, fullscreen.PageUp: 3 - e.t.Rows, 4: e.t.Rows / 2, 21: -e.t.Rows / 2}[k]
		e.view.top = max(0, min(e.view.top+step*n, len(e.lines)-1))
		e.line = max(0, min(e.line+step*n, len(e.lines)-1))
		e.at = firstText(e.lines[e.line])
	case 5:
		e.view.top = min(e.view.top+n, len(e.lines)-1)
		e.line = max(e.line, e.view.top)
	case 25:
		e.view.top = max(0, e.view.top-n)
	case 7:
		e.command("f")
	case 12:
		e.t.Forget()
	case 'z':
		k, _ := e.key()
		switch k {
		case 't', 13:
			e.view.top = e.line
		case 'z', '.':
			e.view.top = max(0, e.line-e.t.Rows/2)
		case 'b', '-':
			e.view.top = max(0, e.line-e.t.Rows+2)
		}
	case 27, 3:
	case 26:
		e.t.Suspend()
	default:
		m, ok := e.motion(k, n, count > 0)
		if !ok {
			e.bell()
			return
		}
		e.line, e.at = m.line, m.at
		if k != 'j' && k != 'k' && k != fullscreen.Up && k != fullscreen.Down && k != '$' {
			e.want = e.at
		}
	}
}

func firstText(line []rune) int {
	for i, r := range line {
		if r != ' ' && r != '\t' {
			return i
		}
	}
	return max(0, len(line)-1)
}

// ask reads a line at the bottom.
func (e *editor) ask(prompt string) (string, bool) {
	var text []rune
	for {
		e.message = prompt + string(text)
		if len(e.queue) == 0 {
			e.paint()
			e.t.Send("\x1b[" + strconv.Itoa(e.t.Rows) + ";" + strconv.Itoa(min(fullscreen.Width(e.message)+1, e.t.Cols)) + "H")
		}
		k, err := e.keyQuiet()
		if err != nil {
			return "", false
		}
		switch {
		case k == 13 || k == 10:
			e.message = ""
			return string(text), true
		case k == 27 || k == 3 || (k == 127 || k == 8) && len(text) == 0:
			e.message = ""
			return "", false
		case k == 127 || k == 8:
			text = text[:len(text)-1]
		case k == 21:
			text = nil
		case k >= 32 && k < fullscreen.Up || k == 9:
			if len(text) < 4096 {
				text = append(text, rune(k))
			}
		}
	}
}

// keyQuiet is key without painting.
func (e *editor) keyQuiet() (fullscreen.Key, error) {
	if len(e.queue) > 0 {
		return e.key()
	}
	k, err := e.t.ReadKey()
	if err == nil && k != fullscreen.Resize {
		e.rec = append(e.rec, k)
	}
	return k, err
}
