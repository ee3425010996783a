package git

import (
	"github.com/sandpit-dev/sandpit/commands/internal/linediff"
)

// slide moves additions and removals that could stand in several places to where they read best: git's indent
// heuristic. Among the places a change can slide to it takes the one whose edges fall where indentation is shallow and
// after blank lines, so that a new function is shown as one and not as the end of one and the head of another.
func slide(x, y [][]byte, nx, ny []int, changes []linediff.Change) {
	for i := range changes {
		c := &changes[i]
		lowA, highA := 0, len(nx)
		if i > 0 {
			lowA = changes[i-1].A1
		}
		if i+1 < len(changes) {
			highA = changes[i+1].A0
		}
		switch {
		case c.A0 == c.A1:
			up, down := span(ny, c.B0, c.B1, c.A0-lowA, highA-c.A1)
			if k := bestShift(y, c.B0, c.B1, up, down); k != 0 {
				*c = linediff.Change{A0: c.A0 + k, A1: c.A1 + k, B0: c.B0 + k, B1: c.B1 + k}
			}
		case c.B0 == c.B1:
			up, down := span(nx, c.A0, c.A1, c.A0-lowA, highA-c.A1)
			if k := bestShift(x, c.A0, c.A1, up, down); k != 0 {
				*c = linediff.Change{A0: c.A0 + k, A1: c.A1 + k, B0: c.B0 + k, B1: c.B1 + k}
			}
		}
	}
}

// span is how far lines from..to can slide up and down among equal lines. It stops one short of the next change.
func span(n []int, from, to, roomUp, roomDown int) (up, down int) {
	for up < roomUp && from-up > 0 && n[from-up-1] == n[to-up-1] {
		up++
	}
	for down < roomDown && to+down < len(n) && n[to+down] == n[from+down] {
		down++
	}
	return up, down
}

const (
	maxIndent    = 200 // columns; deeper ones count as this
	maxBlanks    = 20  // blank lines looked at
	maxSlide     = 100 // places looked at
	indentWeight = 60

	startOfFilePenalty              = 1
	endOfFilePenalty                = 21
	totalBlankWeight                = -30
	postBlankWeight                 = 6
	relativeIndentPenalty           = -4
	relativeIndentWithBlankPenalty  = 10
	relativeOutdentPenalty          = 24
	relativeOutdentWithBlankPenalty = 17
	relativeDedentPenalty           = 23
	relativeDedentWithBlankPenalty  = 17
)

// bestShift tries every place and gives how far to move the lines from..to.
func bestShift(lines [][]byte, from, to, up, down int) int {
	if up+down == 0 {
		return 0
	}
	size := to - from
	low := -up
	if down-low > maxSlide {
		low = down - maxSlide
	}
	if low < down-size-1 {
		low = down - size - 1 // further up the same edges come again
	}
	if low < -up {
		low = -up
	}
	best, at := score{}, down
	for k := low; k <= down; k++ {
		var s score
		s.add(edge(lines, from+k))
		s.add(edge(lines, to+k))
		if k == low || s.better(best) >= 0 {
			best, at = s, k
		}
	}
	return at
}

// indentOf is a line's indentation in columns, -1 for a blank one.
func indentOf(l []byte) int {
	n := 0
	for _, c := range l {
		switch c {
		case ' ':
			n++
		case '\t':
			n += 8 - n%8
		case '\n', '\v', '\f', '\r':
		default:
			return n
		}
		if n >= maxIndent {
			return maxIndent
		}
	}
	return -1
}

// split describes a place between two lines.
type split struct {
	endOfFile             bool
	indent                int // of the line after it, -1 when that is blank
	preBlank, preIndent   int // blank lines before it, and the indentation of the line before those
	postBlank, postIndent int
}

func edge(lines [][]byte, at int) split {
	m := split{indent: -1, preIndent: -1, postIndent: -1}
	if at >= len(lines) {
		m.endOfFile = true
	} else {
		m.indent = indentOf(lines[at])
	}
	for i := at - 1; i >= 0; i-- {
		if m.preIndent = indentOf(lines[i]); m.preIndent != -1 {
			break
		}
		if m.preBlank++; m.preBlank == maxBlanks {
			m.preIndent = 0
			break
		}
	}
	for i := at + 1; i < len(lines); i++ {
		if m.postIndent = indentOf(lines[i]); m.postIndent != -1 {
			break
		}
		if m.postBlank++; m.postBlank == maxBlanks {
			m.postIndent = 0
			break
		}
	}
	return m
}

// score is how bad a place is: the lower the better.
type score struct{ indent, penalty int }

func (s *score) add(m split) {
	if m.preIndent == -1 && m.preBlank == 0 {
		s.penalty += startOfFilePenalty
	}
	if m.endOfFile {
		s.penalty += endOfFilePenalty
	}
	post := 0
	if m.indent == -1 {
		post = 1 + m.postBlank
	}
	blanks := m.preBlank + post
	s.penalty += totalBlankWeight*blanks + postBlankWeight*post
	indent := m.indent
	if indent == -1 {
		indent = m.postIndent
	}
	s.indent += indent
	pick := func(plain, blank int) {
		if blanks != 0 {
			s.penalty += blank
		} else {
			s.penalty += plain
		}
	}
	switch {
	case indent == -1 || m.preIndent == -1 || indent == m.preIndent:
	case indent > m.preIndent:
		pick(relativeIndentPenalty, relativeIndentWithBlankPenalty)
	case m.postIndent != -1 && m.postIndent > indent:
		pick(relativeOutdentPenalty, relativeOutdentWithBlankPenalty)
	default:
		pick(relativeDedentPenalty, relativeDedentWithBlankPenalty)
	}
}

// better is positive when s is better than t, 0 when they are alike.
func (s score) better(t score) int {
	cmp := 0
	switch {
	case s.indent > t.indent:
		cmp = 1
	case s.indent < t.indent:
		cmp = -1
	}
	return -(indentWeight*cmp + (s.penalty - t.penalty))
}
