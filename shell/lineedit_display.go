package shell

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/internal/runewidth"
)

// display paints the edited line below its prompt. It knows what it has painted and sends what differs. Only a window of
// as many rows as the screen has is kept.
type display struct {
	ed      *editor
	head    string // the lines of the prompt before its last one, painted once
	ps      string // the last line, as it is sent
	psText  []cell // the same in cells
	started bool

	rows, cols int
	shown      []string // painted rows of the window
	top        int      // first row of the window
	row, col   int      // of the cursor, from the top of the window
	pending    bool     // the last column of the row was just written
	hidden     bool     // nothing of the line is shown: the terminal's echo was off
	message    *string  // painted in place of the prompt (incremental search)
}

// cell is one piece of a row: what is sent and how many columns it takes.
type cell struct {
	text  string
	width int
}

// Marks in an expanded prompt around what takes no room on the screen: \[ and \].
const (
	invisibleStart = '\x01'
	invisibleEnd   = '\x02'
)

// prompt sets the prompt, in which \x01 and \x02 enclose what takes no room.
func (d *display) prompt(s string) {
	if len(s) > 1<<16 {
		s = s[:1<<16]
	}
	if k := strings.LastIndexByte(s, '\n'); k >= 0 {
		d.head, s = strings.NewReplacer("\x01", "", "\x02", "").Replace(s[:k+1]), s[k+1:]
	}
	d.ps = s
	d.psText = promptCells(s)
}

func promptCells(s string) []cell {
	var out []cell
	hidden := false
	for _, r := range s {
		switch {
		case r == invisibleStart:
			hidden = true
		case r == invisibleEnd:
			hidden = false
		case hidden || runewidth.Of(r) == 0 || r < 32:
			if n := len(out); n > 0 && out[n-1].width == 0 {
				out[n-1].text += string(r)
			} else {
				out = append(out, cell{string(r), 0})
			}
		default:
			out = append(out, cell{string(r), runewidth.Of(r)})
		}
	}
	return out
}

// size asks the terminal; an unknown size is 80x24.
func (d *display) size() {
	d.rows, d.cols = d.ed.tty.Size()
	if d.cols <= 1 {
		d.cols = 80
	}
	if d.rows <= 0 {
		d.rows = 24
	}
	d.rows, d.cols = min(d.rows, 1000), min(d.cols, 10000)
}

// layout is the whole text in rows of cells.
type layout struct {
	cols int
	rows []string
	b    strings.Builder
	col  int
}

func (l *layout) put(text string, width int) {
	if l.col+width > l.cols && width > 0 {
		l.breakRow()
	}
	l.b.WriteString(text)
	l.col += width
}

func (l *layout) breakRow() {
	l.rows = append(l.rows, l.b.String())
	l.b.Reset()
	l.col = 0
}

// place is where the next cell goes.
func (l *layout) place() (row, col int) {
	if l.col >= l.cols {
		return len(l.rows) + 1, 0
	}
	return len(l.rows), l.col
}

func (l *layout) putRune(r rune) {
	switch {
	case r == '\n':
		l.breakRow()
	case r == '\t':
		for n := 8 - l.col%8; n > 0; n-- {
			l.put(" ", 1)
		}
	case r < 32 || r == 127:
		l.put("^", 1)
		l.put(string(r^0x40), 1)
	case r >= badByte && r < badByte+256:
		l.put(string([]byte{byte(r - badByte)}), 1) // as it is; the terminal has a sign for it
	case r >= 0x80 && r < 0xa0 || !unicode.IsPrint(r) && runewidth.Of(r) != 0 && !unicode.IsSpace(r):
		for _, c := range []byte(string(r)) {
			for _, o := range fmt.Sprintf(`\%03o`, c) {
				l.put(string(o), 1)
			}
		}
	default:
		l.put(string(r), runewidth.Of(r))
	}
}

// lay computes the rows and the place of the cursor.
func (d *display) lay() (rows []string, crow, ccol int) {
	l := &layout{cols: d.cols}
	ps := d.psText
	if d.message != nil {
		ps = promptCells(*d.message)
	}
	for _, c := range ps {
		l.put(c.text, c.width)
	}
	buf, point := d.ed.buf, d.ed.point
	if d.hidden {
		buf, point = nil, 0
	}
	for i, r := range buf {
		if i == point {
			crow, ccol = l.place()
			if runewidth.Of(r) == 2 && ccol == d.cols-1 {
				crow, ccol = crow+1, 0
			}
		}
		l.putRune(r)
	}
	if point >= len(buf) {
		crow, ccol = l.place()
	}
	l.breakRow()
	for len(l.rows) <= crow {
		l.rows = append(l.rows, "")
	}
	return l.rows, crow, ccol
}

// refresh brings the screen up to date.
func (d *display) refresh() {
	var out strings.Builder
	if !d.started {
		d.size()
		out.WriteString(d.head)
		d.started = true
		d.shown, d.top, d.row, d.col, d.pending = nil, 0, 0, 0, false
	}
	rows, crow, ccol := d.lay()
	top := d.top
	switch {
	case crow < top:
		top = crow
	case crow >= top+d.rows:
		top = crow - d.rows + 1
	}
	top = max(0, min(top, len(rows)-1))
	if len(rows)-top < len(d.shown) {
		top = max(0, min(top, len(rows)-d.rows))
	}
	if top != d.top {
		d.move(&out, 0, 0, false)
		out.WriteString("\x1b[J")
		d.top, d.shown = top, nil
	}
	window := rows[top:min(len(rows), top+d.rows)]
	for i, row := range window {
		old, have := "", i < len(d.shown)
		if have {
			old = d.shown[i]
			if old == row {
				continue
			}
		}
		d.paint(&out, i, old, row, have)
	}
	for i := len(window); i < len(d.shown); i++ {
		if d.shown[i] != "" {
			d.move(&out, i, 0, false)
			out.WriteString("\x1b[K")
		}
	}
	d.shown = append(d.shown[:0], window...)
	d.move(&out, crow-top, ccol, false)
	if out.Len() > 0 {
		d.ed.write(out.String())
	}
}

// paint sends one row, from the first cell that differs.
func (d *display) paint(out *strings.Builder, i int, old, row string, have bool) {
	same, col := 0, 0
	if strings.IndexByte(old, 27) < 0 && strings.IndexByte(row, 27) < 0 {
		same, col = commonCells(old, row)
	}
	rest := row[same:]
	if rest == "" && !have {
		d.move(out, i, col, false)
		return
	}
	d.move(out, i, col, rest != "")
	out.WriteString(rest)
	width := col + textWidth(rest)
	d.row, d.col, d.pending = i, width, false
	if width >= d.cols {
		d.col, d.pending = d.cols-1, true
	} else if have && textWidth(old) > width {
		out.WriteString("\x1b[K")
	}
}

// commonCells is the length of what two rows begin with, in bytes and columns.
func commonCells(a, b string) (n, col int) {
	last, lastCol := 0, 0
	for i, r := range b {
		w := runewidth.Of(r)
		if w > 0 || r < 32 {
			last, lastCol = i, col
		}
		if !strings.HasPrefix(a[min(i, len(a)):], string(r)) {
			if w == 0 {
				return last, lastCol
			}
			return i, col
		}
		col += w
	}
	if len(a) > len(b) { // what follows in a may belong to the last cell
		if r, _ := utf8.DecodeRuneInString(a[len(b):]); runewidth.Of(r) == 0 {
			return last, lastCol
		}
	}
	return len(b), col
}

// textWidth is the width of a row; escape sequences of the prompt take no room.
func textWidth(s string) int {
	if strings.IndexByte(s, 27) < 0 {
		n := 0
		for _, r := range s {
			if r >= 32 {
				n += runewidth.Of(r)
			}
		}
		return n
	}
	n := 0
	for i := 0; i < len(s); {
		if s[i] == 27 {
			i += escapeLength(s[i:])
			continue
		}
		r := rune(s[i])
		size := 1
		if r >= 0x80 {
			for _, x := range s[i:] {
				r, size = x, len(string(x))
				break
			}
		}
		if r >= 32 {
			n += runewidth.Of(r)
		}
		i += size
	}
	return n
}

// escapeLength is the length of the escape sequence that s starts with.
func escapeLength(s string) int {
	if len(s) < 2 {
		return len(s)
	}
	switch s[1] {
	case '[':
		for i := 2; i < len(s); i++ {
			if s[i] >= 0x40 && s[i] <= 0x7e {
				return i + 1
			}
		}
		return len(s)
	case ']':
		for i := 2; i < len(s); i++ {
			if s[i] == 7 {
				return i + 1
			}
			if s[i] == 27 {
				return min(i+2, len(s))
			}
		}
		return len(s)
	}
	return 2
}

// move sends the cursor to a place in the window; write says that text follows there, which may wrap by itself.
func (d *display) move(out *strings.Builder, row, col int, write bool) {
	if d.pending {
		if write && row == d.row+1 && col == 0 {
			d.row, d.col, d.pending = row, 0, false
			return
		}
		if row == d.row && col == d.cols-1 && !write {
			out.WriteString("\b\x1b[C") // settles the cursor on the last column
		}
		d.pending = false
	}
	switch {
	case row > d.row:
		out.WriteString(strings.Repeat("\n", row-d.row))
		d.col = 0
	case row < d.row:
		out.WriteString("\x1b[" + countArg(d.row-row) + "A")
	}
	d.row = row
	switch n := col - d.col; {
	case n == 0:
	case col == 0:
		out.WriteByte('\r')
	case n > 0:
		out.WriteString("\x1b[" + countArg(n) + "C")
	case n >= -4:
		out.WriteString(strings.Repeat("\b", -n))
	default:
		out.WriteString("\x1b[" + countArg(-n) + "D")
	}
	d.col = col
}

func countArg(n int) string {
	if n == 1 {
		return ""
	}
	return strconv.Itoa(n)
}

// toEnd puts the cursor behind the last row.
func (d *display) toEnd() {
	var out strings.Builder
	if n := len(d.shown); n > 0 {
		d.move(&out, n-1, min(textWidth(d.shown[n-1]), d.cols-1), false)
	}
	d.ed.write(out.String())
}

// forget makes the next refresh paint everything anew where the cursor is.
func (d *display) forget() { d.started = false }

// erase takes the line off the screen, to be painted anew later.
func (d *display) erase() {
	var out strings.Builder
	d.move(&out, 0, 0, false)
	out.WriteString("\x1b[J")
	d.ed.write(out.String())
	d.head = ""
	d.forget()
}

// resized paints anew after a change of the window's size.
func (d *display) resized() {
	if !d.started {
		return
	}
	var out strings.Builder
	d.move(&out, 0, 0, false)
	out.WriteString("\r\x1b[J")
	d.ed.write(out.String())
	d.head = ""
	d.forget()
}

// clearScreen is C-l.
func (d *display) clearScreen() {
	d.ed.write("\x1b[H\x1b[2J")
	d.forget()
	d.refresh()
}
