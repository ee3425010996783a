package text

import (
	"bytes"
	"unicode/utf8"
)

// perlBudget bounds the steps of the search in one line, perlDepth its recursion; PCRE has such bounds too.
const (
	perlBudget = 10_000_000
	perlDepth  = 20_000
)

// perlRegexp matches by backtracking, with Perl's rules: the first alternative that leads to a match counts. It knows
// no clock: a budget of steps ends what would take for ever.
type perlRegexp struct {
	root   *perlNode
	groups map[int]*perlNode
	count  int
	stop   func() bool // asked now and then; true ends the search
	over   bool        // the budget was used up
}

func compilePerl(src string, fold bool) (*perlRegexp, error) {
	n, groups, err := parsePerl(src, fold)
	if err != nil {
		return nil, err
	}
	r := &perlRegexp{root: n, count: groups, groups: map[int]*perlNode{0: n}}
	var walk func(*perlNode)
	walk = func(n *perlNode) {
		if n.op == perlGroup {
			r.groups[n.group] = n
		}
		for _, k := range n.kids {
			walk(k)
		}
	}
	walk(n)
	return r, nil
}

type perlMatcher struct {
	re     *perlRegexp
	b      []byte
	caps   []int
	keep   int
	budget int
	depth  int
	over   bool
}

// find gives the leftmost match, and the groups, as package regexp does.
func (re *perlRegexp) find(b []byte) []int {
	m := &perlMatcher{re: re, b: b, budget: perlBudget, caps: make([]int, 2*(re.count+1))}
	for i := 0; i <= len(b); {
		for k := range m.caps {
			m.caps[k] = -1
		}
		m.keep = -1
		end := -1
		if m.run(re.root, i, func(at int) bool { end = at; return true }) {
			m.caps[0], m.caps[1] = i, end
			if m.keep >= 0 {
				m.caps[0] = min(m.keep, end)
			}
			return m.caps
		}
		if m.over {
			re.over = true
			return nil
		}
		if i == len(b) {
			break
		}
		_, n := utf8.DecodeRune(b[i:])
		i += n
	}
	return nil
}

// run matches n at i and calls next with each place where it can end, in order of preference, until next is content.
func (m *perlMatcher) run(n *perlNode, i int, next func(int) bool) bool {
	if m.budget--; m.budget < 0 || m.depth > perlDepth || m.budget&0xfff == 0 && m.re.stop != nil && m.re.stop() {
		m.over = true
	}
	if m.over {
		return false
	}
	m.depth++
	defer func() { m.depth-- }()
	switch n.op {
	case perlSeq:
		return m.seq(n.kids, i, next)
	case perlAlt:
		for _, k := range n.kids {
			if m.run(k, i, next) {
				return true
			}
		}
		return false
	case perlSet:
		if w := m.one(n, i); w > 0 {
			return next(i + w)
		}
		return false
	case perlGroup:
		lo, hi := m.caps[2*n.group], m.caps[2*n.group+1]
		if m.run(n.kids[0], i, func(end int) bool {
			plo, phi := m.caps[2*n.group], m.caps[2*n.group+1]
			m.caps[2*n.group], m.caps[2*n.group+1] = i, end
			if next(end) {
				return true
			}
			m.caps[2*n.group], m.caps[2*n.group+1] = plo, phi
			return false
		}) {
			return true
		}
		m.caps[2*n.group], m.caps[2*n.group+1] = lo, hi
		return false
	case perlRepeat:
		if n.kids[0].op == perlSet {
			return m.repeatOne(n, i, next)
		}
		return m.repeat(n, i, 0, -1, next)
	case perlBackref:
		return m.backref(n, i, next)
	case perlCall:
		// The groups keep what they held: a call's captures are its own.
		saved := append([]int(nil), m.caps...)
		body := m.re.groups[n.group]
		if body.op == perlGroup {
			body = body.kids[0]
		}
		return m.run(body, i, func(end int) bool {
			inner := append([]int(nil), m.caps...)
			copy(m.caps, saved)
			if next(end) {
				return true
			}
			copy(m.caps, inner)
			return false
		})
	case perlLook:
		return m.look(n, i) != n.not && !m.over && next(i)
	case perlAtomic:
		end := -1
		return m.run(n.kids[0], i, func(at int) bool { end = at; return true }) && next(end)
	case perlKeep:
		old := m.keep
		m.keep = i
		if next(i) {
			return true
		}
		m.keep = old
		return false
	case perlNewline:
		if bytes.HasPrefix(m.b[i:], []byte("\r\n")) && next(i+2) {
			return true
		}
		if i < len(m.b) {
			if r, w := utf8.DecodeRune(m.b[i:]); perlBreaks(r) {
				return next(i + w)
			}
		}
		return false
	}
	return m.at(n, i) && next(i)
}

func (m *perlMatcher) one(n *perlNode, i int) int {
	if i >= len(m.b) {
		return 0
	}
	r, w := rune(m.b[i]), 1
	if r >= utf8.RuneSelf {
		r, w = utf8.DecodeRune(m.b[i:])
	}
	if !n.is(r) {
		return 0
	}
	return w
}

func (m *perlMatcher) seq(kids []*perlNode, i int, next func(int) bool) bool {
	for len(kids) > 0 && kids[0].op == perlSet { // single characters need no recursion
		w := m.one(kids[0], i)
		if w == 0 {
			return false
		}
		i += w
		kids = kids[1:]
	}
	switch len(kids) {
	case 0:
		return next(i)
	case 1:
		return m.run(kids[0], i, next)
	}
	rest := kids[1:]
	return m.run(kids[0], i, func(end int) bool { return m.seq(rest, end, next) })
}

// repeatOne repeats a single character without recursion.
func (m *perlMatcher) repeatOne(n *perlNode, i int, next func(int) bool) bool {
	k, count := n.kids[0], 0
	for count < n.min {
		w := m.one(k, i)
		if w == 0 {
			return false
		}
		i += w
		count++
	}
	if n.lazy {
		for {
			if next(i) {
				return true
			}
			if m.over || n.max >= 0 && count >= n.max {
				return false
			}
			w := m.one(k, i)
			if w == 0 {
				return false
			}
			i += w
			count++
			m.budget--
		}
	}
	low := i
	for n.max < 0 || count < n.max {
		w := m.one(k, i)
		if w == 0 {
			break
		}
		i += w
		count++
		m.budget--
	}
	for {
		if next(i) {
			return true
		}
		if i <= low || m.over {
			return false
		}
		_, w := utf8.DecodeLastRune(m.b[low:i])
		i -= w
		m.budget--
	}
}

func (m *perlMatcher) repeat(n *perlNode, i, count, last int, next func(int) bool) bool {
	again := func() bool {
		if n.max >= 0 && count >= n.max || i == last && count >= n.min {
			return false // an empty turn leads nowhere
		}
		return m.run(n.kids[0], i, func(end int) bool { return m.repeat(n, end, count+1, i, next) })
	}
	switch {
	case count < n.min:
		return again()
	case n.lazy:
		return next(i) || !m.over && again()
	}
	return again() || !m.over && next(i)
}

func (m *perlMatcher) backref(n *perlNode, i int, next func(int) bool) bool {
	lo, hi := m.caps[2*n.group], m.caps[2*n.group+1]
	if lo < 0 || len(m.b)-i < hi-lo {
		return false
	}
	want, got := m.b[lo:hi], m.b[i:i+hi-lo]
	if !bytes.Equal(got, want) && !(n.foldCap && bytes.EqualFold(got, want)) {
		return false
	}
	return next(i + len(want))
}

func (m *perlMatcher) look(n *perlNode, i int) bool {
	if !n.behind {
		return m.run(n.kids[0], i, func(int) bool { return true })
	}
	for from := i; from >= 0 && !m.over; from-- {
		if m.run(n.kids[0], from, func(end int) bool { return end == i }) {
			return true
		}
	}
	return false
}

func (m *perlMatcher) at(n *perlNode, i int) bool {
	switch n.op {
	case perlBegin:
		return i == 0 || n.multi && m.b[i-1] == '\n'
	case perlEnd:
		return i == len(m.b) || i == len(m.b)-1 && m.b[i] == '\n' || n.multi && m.b[i] == '\n'
	case perlTextEnd:
		return i == len(m.b)
	case perlBoundary:
		before := i > 0 && perlWord(rune(m.b[i-1]))
		after := i < len(m.b) && perlWord(rune(m.b[i]))
		return (before != after) != n.not
	}
	return false
}
