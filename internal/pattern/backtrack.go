package pattern

import (
	"bytes"
	"unicode/utf8"
)

// backtrackBudget bounds the steps of one search of the backtracking matcher. When it is used up the longest match found
// so far counts.
const backtrackBudget = 20_000_000

// maxBacktrackDepth bounds its recursion: one level a character in the worst case.
const maxBacktrackDepth = 100_000

// backtracker finds leftmost longest matches of expressions that package regexp cannot hold.
type backtracker struct {
	re     *Regexp
	b      []byte
	caps   []int
	best   []int
	budget int
	depth  int
}

func decodeBytes(b []byte) (rune, int) {
	if b[0] < utf8.RuneSelf {
		return rune(b[0]), 1
	}
	r, n := utf8.DecodeRune(b)
	if r == utf8.RuneError && n <= 1 {
		return badByte + rune(b[0]), 1
	}
	return r, n
}

func (n *node) find(re *Regexp, b []byte, from int) []int {
	m := backtracker{re: re, b: b, budget: backtrackBudget}
	m.caps = make([]int, 2*(re.groups+1))
	for i := from; i <= len(b); {
		for k := range m.caps {
			m.caps[k] = -1
		}
		m.run(n, i, func(end int) bool {
			if m.best == nil || end > m.best[1] {
				m.best = append(m.best[:0], m.caps...)
				m.best[0], m.best[1] = i, end
			}
			return end == len(b) // nothing can be longer
		})
		if m.best != nil || m.budget < 0 || i == len(b) {
			return m.best
		}
		_, w := decodeBytes(b[i:])
		i += w
	}
	return nil
}

// run matches n at i and calls next with each place where it can end, until next returns true.
func (m *backtracker) run(n *node, i int, next func(int) bool) bool {
	if m.budget--; m.budget < 0 || m.depth > maxBacktrackDepth {
		return true
	}
	m.depth++
	defer func() { m.depth-- }()
	switch n.op {
	case nSeq:
		return m.seq(n.kids, i, next)
	case nAlt:
		for _, k := range n.kids {
			if m.run(k, i, next) {
				return true
			}
		}
		return false
	case nChar, nAny, nSet:
		if i >= len(m.b) {
			return false
		}
		r, w := decodeBytes(m.b[i:])
		if !m.one(n, r) {
			return false
		}
		return next(i + w)
	case nGroup:
		lo, hi := m.caps[2*n.group], m.caps[2*n.group+1]
		done := m.run(n.kids[0], i, func(end int) bool {
			plo, phi := m.caps[2*n.group], m.caps[2*n.group+1]
			m.caps[2*n.group], m.caps[2*n.group+1] = i, end
			if next(end) {
				return true
			}
			m.caps[2*n.group], m.caps[2*n.group+1] = plo, phi
			return false
		})
		if !done {
			m.caps[2*n.group], m.caps[2*n.group+1] = lo, hi
		}
		return done
	case nRepeat:
		return m.repeat(n, i, 0, -1, next)
	case nBackref:
		lo, hi := m.caps[2*n.group], m.caps[2*n.group+1]
		if lo < 0 {
			return false
		}
		want := m.b[lo:hi]
		if len(m.b)-i < len(want) {
			return false
		}
		got := m.b[i : i+len(want)]
		if !bytes.Equal(got, want) && !(m.re.flags&IgnoreCase != 0 && bytes.EqualFold(got, want)) {
			return false
		}
		return next(i + len(want))
	}
	if !m.at(n.op, i) {
		return false
	}
	return next(i)
}

func (m *backtracker) seq(kids []*node, i int, next func(int) bool) bool {
	for len(kids) > 0 { // single characters need no recursion
		k := kids[0]
		if k.op != nChar && k.op != nAny && k.op != nSet {
			break
		}
		if i >= len(m.b) {
			return false
		}
		r, w := decodeBytes(m.b[i:])
		if !m.one(k, r) {
			return false
		}
		i += w
		kids = kids[1:]
	}
	if len(kids) == 0 {
		return next(i)
	}
	if len(kids) == 1 {
		return m.run(kids[0], i, next)
	}
	return m.run(kids[0], i, func(end int) bool { return m.seq(kids[1:], end, next) })
}

func (m *backtracker) repeat(n *node, i, count, last int, next func(int) bool) bool {
	if m.budget--; m.budget < 0 {
		return true
	}
	if k := n.kids[0]; k.op == nChar || k.op == nAny || k.op == nSet {
		return m.repeatOne(n, i, next)
	}
	if i == last && count > n.min { // an empty round changes nothing
		return false
	}
	if n.max < 0 || count < n.max {
		if m.run(n.kids[0], i, func(end int) bool {
			if end == i && count >= n.min {
				return false
			}
			return m.repeat(n, end, count+1, i, next)
		}) {
			return true
		}
	}
	return count >= n.min && next(i)
}

// repeatOne repeats a single character: as far as it goes, then back.
func (m *backtracker) repeatOne(n *node, i int, next func(int) bool) bool {
	k := n.kids[0]
	end, count := i, 0
	for end < len(m.b) && (n.max < 0 || count < n.max) {
		r, w := decodeBytes(m.b[end:])
		if !m.one(k, r) {
			break
		}
		end += w
		count++
	}
	m.budget -= count
	for ; count >= n.min; count-- {
		if next(end) {
			return true
		}
		if end == i {
			break
		}
		_, w := decodeLast(string(m.b[max(i, end-utf8.UTFMax):end]))
		end -= w
	}
	return false
}

func (m *backtracker) one(n *node, r rune) bool {
	switch n.op {
	case nChar:
		return n.r == r || m.re.flags&IgnoreCase != 0 && fold(n.r) == fold(r)
	case nAny:
		return r < badByte
	}
	return n.set.has(r, m.re.flags&IgnoreCase != 0)
}

// at tests an assertion at i.
func (m *backtracker) at(op nodeOp, i int) bool {
	word := func(i int, before bool) bool {
		if before {
			if i == 0 {
				return false
			}
			r, _ := decodeLast(string(m.b[max(0, i-utf8.UTFMax):i]))
			return isWord(r)
		}
		if i >= len(m.b) {
			return false
		}
		r, _ := decodeBytes(m.b[i:])
		return isWord(r)
	}
	switch op {
	case nBegin:
		return i == 0 || m.re.flags&Multiline != 0 && m.b[i-1] == '\n'
	case nEnd:
		return i == len(m.b) || m.re.flags&Multiline != 0 && m.b[i] == '\n'
	case nTextBegin:
		return i == 0
	case nTextEnd:
		return i == len(m.b)
	case nWordBegin:
		return !word(i, true) && word(i, false)
	case nWordEnd:
		return word(i, true) && !word(i, false)
	case nWordBoundary:
		return word(i, true) != word(i, false)
	case nNotBoundary:
		return word(i, true) == word(i, false)
	}
	return false
}
