package text

import (
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/linediff"
)

const diffTab = 8 // columns of a tab stop

// sideBySide is diff -y: both files in two columns, a mark between those lines that differ.
type sideBySide struct {
	d           *differ
	half, right int // width of a column, where the second one begins
	out         []byte
}

func (d *differ) printSides(x, y [][]byte, hunks []linediff.Change) {
	const gutter = 3
	step := diffTab
	if d.expandTabs {
		step = 1
	}
	off := (d.width + step + gutter) / (2 * step) * step
	s := &sideBySide{d: d, half: max(0, min(off-gutter, d.width-off)), right: off}
	if s.half == 0 {
		s.right = d.width
	}
	i, j := 0, 0
	common := func(toA int) {
		for ; i < toA; i, j = i+1, j+1 {
			switch {
			case d.onlyChanges:
			case d.leftColumn:
				s.line(x[i], '(', nil)
			default:
				s.line(x[i], ' ', y[j])
			}
		}
	}
	for _, h := range hunks {
		common(h.A0)
		i, j = h.A0, h.B0
		for i < h.A1 && j < h.B1 {
			s.line(x[i], '|', y[j])
			i, j = i+1, j+1
		}
		for ; j < h.B1; j++ {
			s.line(nil, '>', y[j])
		}
		for ; i < h.A1; i++ {
			s.line(x[i], '<', nil)
		}
	}
	common(len(x))
}

func ends(line []byte) bool { return len(line) > 0 && line[len(line)-1] == '\n' }

// line writes a row; nil is a column without a line.
func (s *sideBySide) line(left []byte, mark byte, right []byte) {
	s.out = s.out[:0]
	newline, col := false, 0
	if left != nil {
		newline = ends(left)
		col = s.column(left, 0)
	}
	if mark != ' ' {
		col = s.moveTo(col, (s.half+s.right-1)/2) + 1
		if mark == '|' && newline != ends(right) {
			mark = '\\'
			if newline {
				mark = '/'
			}
		}
		s.out = append(s.out, mark)
	}
	if right != nil {
		newline = newline || ends(right)
		if right[0] != '\n' {
			col = s.moveTo(col, s.right)
			s.column(right, col)
		}
	}
	if newline {
		s.out = append(s.out, '\n')
	}
	_, _ = s.d.w.Write(s.out)
}

// moveTo fills up to a column, with tabs where they reach.
func (s *sideBySide) moveTo(from, to int) int {
	if !s.d.expandTabs {
		for stop := from + diffTab - from%diffTab; stop <= to; stop += diffTab {
			s.out = append(s.out, '\t')
			from = stop
		}
	}
	for ; from < to; from++ {
		s.out = append(s.out, ' ')
	}
	return to
}

// column writes as much of a line as fits its half and gives the column reached. indent is where it begins on the
// terminal, for the tabs in it.
func (s *sideBySide) column(line []byte, indent int) int {
	in, out := 0, 0
	for _, c := range line {
		switch {
		case c == '\n':
			return out
		case c == '\t':
			spaces := diffTab - in%diffTab
			if in == out {
				stop := out + spaces
				switch {
				case s.d.expandTabs:
					for stop = min(stop, s.half); out < stop; out++ {
						s.out = append(s.out, ' ')
					}
				case stop < s.half:
					out = stop
					s.out = append(s.out, c)
				}
			}
			in += spaces
		case c&0xC0 == 0x80 && s.d.utf8: // the rest of a character
			if in <= s.half {
				s.out = append(s.out, c)
			}
		default:
			if in++; in <= s.half {
				out = in
				s.out = append(s.out, c)
			}
		}
	}
	return out
}

// printEd writes an ed script, last change first so that the numbers stay right.
func (d *differ) printEd(_, y [][]byte, hunks []linediff.Change) {
	for i := len(hunks) - 1; i >= 0; i-- {
		h := hunks[i]
		switch {
		case h.B0 == h.B1:
			d.w.Printf("%sd\n", rangeText(h.A0, h.A1))
			continue
		case h.A0 == h.A1:
			d.w.Printf("%da\n", h.A0)
		default:
			d.w.Printf("%sc\n", rangeText(h.A0, h.A1))
		}
		inserting := true
		for _, l := range y[h.B0:h.B1] {
			if !inserting {
				_, _ = d.w.WriteString("a\n")
				inserting = true
			}
			if string(l) == ".\n" { // a lone dot would end the input
				_, _ = d.w.WriteString("..\n.\ns/.//\n")
				inserting = false
				continue
			}
			_, _ = d.w.Write(l)
			if !ends(l) {
				_ = d.w.WriteByte('\n')
			}
		}
		if inserting {
			_, _ = d.w.WriteString(".\n")
		}
	}
}

// printRCS writes the form that RCS keeps.
func (d *differ) printRCS(_, y [][]byte, hunks []linediff.Change) {
	for _, h := range hunks {
		if n := h.A1 - h.A0; n > 0 {
			d.w.Printf("d%d %d\n", h.A0+1, n)
		}
		if n := h.B1 - h.B0; n > 0 {
			d.w.Printf("a%d %d\n", h.A1, n)
			for _, l := range y[h.B0:h.B1] {
				_, _ = d.w.Write(l)
			}
		}
	}
}

// function is the text behind a hunk's header under -p and -F: the last line before it that looks like the start of
// a function.
func (d *differ) function(x [][]byte, before int) string {
	if d.funcs == nil {
		return ""
	}
	for i := min(before, len(x)) - 1; i >= 0; i-- {
		line := strings.TrimSuffix(string(x[i]), "\n")
		if d.funcs.MatchString(line) {
			return " " + strings.TrimRight(line[:min(40, len(line))], " \t\r\f\v")
		}
	}
	return ""
}
