// Package vt is the screen of a terminal: it keeps what the control sequences of an xterm make of a stream of bytes. Tests
// compare screens with it, since two programs may paint the same picture with different sequences. It knows what
// line editors, pagers and full-screen editors send; colours are parsed and dropped.
package vt

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/internal/runewidth"
)

// Screen is a grid of cells with a cursor. It is not safe for concurrent use.
type Screen struct {
	rows, cols int
	cells      [][]string // "" = blank; a wide character fills two cells, the second one with "\x00"
	row, col   int
	wrap       bool // the last column was written: the next character starts a new line
	top, bot   int  // scrolling region
	saved      [2]int
	alt        [][]string // the main screen while the alternate one is shown
	altCursor  [2]int
	inAlt      bool
	pend       []byte // an unfinished sequence or character
	insert     bool
	Bells      int      // how many times it rang
	Title      string   // set by OSC 0 or 2
	History    []string // lines that scrolled off the top of the main screen
	Reports    []byte   // answers to status requests, for the keyboard
}

// New is an empty screen.
func New(rows, cols int) *Screen {
	s := &Screen{rows: max(rows, 1), cols: max(cols, 2)}
	s.cells = s.blank()
	s.bot = s.rows - 1
	return s
}

func (s *Screen) blank() [][]string {
	g := make([][]string, s.rows)
	for i := range g {
		g[i] = make([]string, s.cols)
	}
	return g
}

// Cursor is the place of the cursor, from 0.
func (s *Screen) Cursor() (row, col int) { return s.row, s.col }

// Resize changes the size; lines are cut, not folded anew.
func (s *Screen) Resize(rows, cols int) {
	rows, cols = max(rows, 1), max(cols, 2)
	for s.row >= rows {
		s.cells = s.cells[1:]
		s.row--
	}
	old := s.cells
	s.rows, s.cols = rows, cols
	s.cells = s.blank()
	for i := range min(len(old), rows) {
		copy(s.cells[i], old[i])
	}
	s.col, s.top, s.bot, s.wrap = min(s.col, cols-1), 0, rows-1, false
}

// Lines are the rows of the screen without trailing blanks, down to the last one that is not empty.
func (s *Screen) Lines() []string {
	lines := make([]string, len(s.cells))
	last := 0
	for i, row := range s.cells {
		lines[i] = text(row)
		if lines[i] != "" {
			last = i + 1
		}
	}
	return lines[:last]
}

func text(row []string) string {
	var b strings.Builder
	for _, c := range row {
		switch c {
		case "":
			b.WriteByte(' ')
		case "\x00":
		default:
			b.WriteString(c)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// String is the screen as text.
func (s *Screen) String() string { return strings.Join(s.Lines(), "\n") }

// Write implements io.Writer; it never fails.
func (s *Screen) Write(b []byte) (int, error) {
	n := len(b)
	s.pend = append(s.pend, b...)
	for len(s.pend) > 0 {
		used := s.step(s.pend)
		if used == 0 {
			break
		}
		s.pend = s.pend[used:]
	}
	return n, nil
}

// step consumes one character or sequence and returns its length, 0 when it is not complete.
func (s *Screen) step(b []byte) int {
	switch c := b[0]; {
	case c == 27:
		return s.escape(b)
	case c == '\r':
		s.col, s.wrap = 0, false
	case c == '\n' || c == 11 || c == 12:
		s.lineFeed()
	case c == '\b':
		if s.col > 0 {
			s.col--
		}
		s.wrap = false
	case c == '\t':
		s.col = min((s.col/8+1)*8, s.cols-1)
	case c == 7:
		s.Bells++
	case c < 32 || c == 127:
	default:
		if !utf8.FullRune(b) && len(b) < utf8.UTFMax {
			return 0
		}
		r, n := utf8.DecodeRune(b)
		s.put(r)
		return n
	}
	return 1
}

func (s *Screen) put(r rune) {
	w := runewidth.Of(r)
	if w == 0 {
		col := s.col
		if !s.wrap {
			col--
		}
		if col >= 0 {
			s.cells[s.row][col] += string(r)
		}
		return
	}
	if s.wrap || s.col+w > s.cols {
		s.col = 0
		s.lineFeed()
	}
	row := s.cells[s.row]
	if s.insert {
		copy(row[s.col+w:], row[s.col:])
	}
	row[s.col] = string(r)
	if r == ' ' {
		row[s.col] = ""
	}
	if w == 2 {
		row[s.col+1] = "\x00"
	}
	s.wrap = false
	if s.col += w; s.col >= s.cols {
		s.col, s.wrap = s.cols-1, true
	}
}

func (s *Screen) lineFeed() {
	s.wrap = false
	if s.row == s.bot {
		s.scroll(1)
	} else if s.row < s.rows-1 {
		s.row++
	}
}

// scroll moves the lines of the region up by n, or down.
func (s *Screen) scroll(n int) {
	for ; n > 0; n-- {
		if s.top == 0 && !s.inAlt {
			s.History = append(s.History, text(s.cells[0]))
		}
		copy(s.cells[s.top:s.bot], s.cells[s.top+1:s.bot+1])
		s.cells[s.bot] = make([]string, s.cols)
	}
	for ; n < 0; n++ {
		copy(s.cells[s.top+1:s.bot+1], s.cells[s.top:s.bot])
		s.cells[s.top] = make([]string, s.cols)
	}
}

func (s *Screen) escape(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	switch b[1] {
	case '[':
		for i := 2; i < len(b); i++ {
			if b[i] >= 0x40 && b[i] <= 0x7e {
				s.control(string(b[2:i]), b[i])
				return i + 1
			}
		}
		if len(b) > 256 {
			return 1
		}
		return 0
	case ']':
		for i := 2; i < len(b); i++ {
			if b[i] == 7 || b[i] == 27 && i+1 < len(b) && b[i+1] == '\\' {
				if code, title, ok := strings.Cut(string(b[2:i]), ";"); ok && (code == "0" || code == "2") {
					s.Title = title
				}
				if b[i] == 27 {
					i++
				}
				return i + 1
			}
		}
		return 0
	case '(', ')', '*', '+', '#', '%', ' ':
		if len(b) < 3 {
			return 0
		}
		return 3
	case '7':
		s.saved = [2]int{s.row, s.col}
	case '8':
		s.row, s.col, s.wrap = min(s.saved[0], s.rows-1), min(s.saved[1], s.cols-1), false
	case 'M':
		if s.row == s.top {
			s.scroll(-1)
		} else if s.row > 0 {
			s.row--
		}
	case 'D':
		s.lineFeed()
	case 'E':
		s.col = 0
		s.lineFeed()
	case 'c':
		bells, history := s.Bells, s.History
		*s = *New(s.rows, s.cols)
		s.Bells, s.History = bells, history
	}
	return 2
}

func (s *Screen) control(args string, final byte) {
	private := strings.HasPrefix(args, "?")
	if args != "" && strings.IndexByte("?>=!", args[0]) >= 0 {
		if !private {
			return
		}
		args = args[1:]
	}
	var nums []int
	for part := range strings.SplitSeq(args, ";") {
		n, _ := strconv.Atoi(part)
		nums = append(nums, min(n, 1<<16))
	}
	arg := func(i, def int) int {
		if i < len(nums) && nums[i] > 0 {
			return nums[i]
		}
		return def
	}
	n := arg(0, 1)
	if private {
		if final == 'h' || final == 'l' {
			for _, mode := range nums {
				if mode == 1049 || mode == 47 || mode == 1047 {
					s.alternate(final == 'h')
				}
			}
		}
		return
	}
	wrap := s.wrap
	s.wrap = false
	row := s.cells[s.row]
	switch final {
	case 'A':
		s.row = max(s.row-n, 0)
	case 'B', 'e':
		s.row = min(s.row+n, s.rows-1)
	case 'C', 'a':
		s.col = min(s.col+n, s.cols-1)
	case 'D':
		s.col = max(s.col-n, 0)
	case 'E':
		s.row, s.col = min(s.row+n, s.rows-1), 0
	case 'F':
		s.row, s.col = max(s.row-n, 0), 0
	case 'G', '`':
		s.col = min(n, s.cols) - 1
	case 'H', 'f':
		s.row, s.col = min(n, s.rows)-1, min(arg(1, 1), s.cols)-1
	case 'd':
		s.row = min(n, s.rows) - 1
	case 'J':
		switch arg(0, 0) {
		case 0:
			clear(row[s.col:])
			s.clearRows(s.row+1, s.rows)
		case 1:
			clear(row[:s.col+1])
			s.clearRows(0, s.row)
		case 2:
			s.clearRows(0, s.rows)
		case 3:
			s.History = nil
		}
	case 'K':
		switch arg(0, 0) {
		case 0:
			clear(row[s.col:])
		case 1:
			clear(row[:s.col+1])
		case 2:
			clear(row)
		}
	case '@':
		n = min(n, s.cols-s.col)
		copy(row[s.col+n:], row[s.col:])
		clear(row[s.col : s.col+n])
	case 'P':
		n = min(n, s.cols-s.col)
		copy(row[s.col:], row[s.col+n:])
		clear(row[s.cols-n:])
	case 'X':
		clear(row[s.col:min(s.col+n, s.cols)])
	case 'L', 'M':
		if s.row < s.top || s.row > s.bot {
			break
		}
		top := s.top
		s.top = s.row
		inAlt := s.inAlt
		s.inAlt = true // nothing goes into the history
		if final == 'L' {
			s.scroll(-min(n, s.rows))
		} else {
			s.scroll(min(n, s.rows))
		}
		s.inAlt, s.top = inAlt, top
	case 'S':
		s.scroll(min(n, s.rows))
	case 'T':
		s.scroll(-min(n, s.rows))
	case 'r':
		s.top, s.bot = min(n, s.rows)-1, min(arg(1, s.rows), s.rows)-1
		if s.top >= s.bot {
			s.top, s.bot = 0, s.rows-1
		}
		s.row, s.col = 0, 0
	case 's':
		s.saved = [2]int{s.row, s.col}
	case 'u':
		s.row, s.col = min(s.saved[0], s.rows-1), min(s.saved[1], s.cols-1)
	case 'h', 'l':
		if n == 4 {
			s.insert = final == 'h'
		}
	case 'n':
		if n == 6 {
			s.Reports = append(s.Reports, "\x1b["+strconv.Itoa(s.row+1)+";"+strconv.Itoa(s.col+1)+"R"...)
		}
	case 'm':
		s.wrap = wrap
	}
}

func (s *Screen) clearRows(from, to int) {
	for i := from; i < to; i++ {
		clear(s.cells[i])
	}
}

func (s *Screen) alternate(on bool) {
	if on == s.inAlt {
		return
	}
	s.inAlt = on
	if on {
		s.alt, s.altCursor = s.cells, [2]int{s.row, s.col}
		s.cells = s.blank()
		return
	}
	s.cells, s.row, s.col = s.alt, s.altCursor[0], s.altCursor[1]
	s.alt = nil
}
