// Package perlre matches Perl's regular expressions by backtracking, for what Go's linear package regexp has no syntax
// for: back-references, look-around, recursion, atomic and possessive repeats. It knows no clock: a budget of steps ends
// what would take for ever. Conditionals, branch reset, callouts and verbs are refused.
package perlre

import (
	"bytes"
	"unicode/utf8"
)

// stepBudget bounds the steps of the search in one line, maxDepth its recursion; PCRE has such bounds too.
const (
	stepBudget = 10_000_000
	maxDepth   = 20_000
)

// Regexp is a compiled expression; it serves one goroutine at a time. It matches by backtracking, with Perl's rules: the first alternative that leads to a match counts. It knows
// no clock: a budget of steps ends what would take for ever.
type Regexp struct {
	// Stop is asked now and then during a search; true ends it. nil = never.
	Stop func() bool

	root   *node
	groups map[int]*node
	names  []string
	over   bool
}

// Compile reads an expression; fold ignores case.
func Compile(src string, fold bool) (*Regexp, error) {
	n, names, err := parse(src, fold)
	if err != nil {
		return nil, err
	}
	r := &Regexp{root: n, names: names, groups: map[int]*node{0: n}}
	var walk func(*node)
	walk = func(n *node) {
		if n.op == opGroup {
			r.groups[n.group] = n
		}
		for _, k := range n.kids {
			walk(k)
		}
	}
	walk(n)
	return r, nil
}

type matcher struct {
	re     *Regexp
	b      []byte
	caps   []int
	keep   int
	budget int
	depth  int
	over   bool
}

// Names returns the names of the groups, "" for those without one; [0] is the whole match.
func (re *Regexp) Names() []string { return re.names }

// Over tells whether a search was given up because it took too many steps.
func (re *Regexp) Over() bool { return re.over }

// Find returns the offsets of the leftmost match and its groups, in the form of regexp.FindSubmatchIndex.
func (re *Regexp) Find(b []byte) []int { return re.FindFrom(b, 0) }

// FindFrom is Find for a match that begins at start or later; what is before it is still seen by look-behind.
func (re *Regexp) FindFrom(b []byte, start int) []int {
	m := &matcher{re: re, b: b, budget: stepBudget, caps: make([]int, 2*len(re.names))}
	for i := start; i <= len(b); {
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
func (m *matcher) run(n *node, i int, next func(int) bool) bool {
	if m.budget--; m.budget < 0 || m.depth > maxDepth || m.budget&0xfff == 0 && m.re.Stop != nil && m.re.Stop() {
		m.over = true
	}
	if m.over {
		return false
	}
	m.depth++
	defer func() { m.depth-- }()
	switch n.op {
	case opSeq:
		return m.seq(n.kids, i, next)
	case opAlt:
		for _, k := range n.kids {
			if m.run(k, i, next) {
				return true
			}
		}
		return false
	case opSet:
		if w := m.one(n, i); w > 0 {
			return next(i + w)
		}
		return false
	case opGroup:
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
	case opRepeat:
		if n.kids[0].op == opSet {
			return m.repeatOne(n, i, next)
		}
		return m.repeat(n, i, 0, -1, next)
	case opBackref:
		return m.backref(n, i, next)
	case opCall:
		// The groups keep what they held: a call's captures are its own.
		saved := append([]int(nil), m.caps...)
		body := m.re.groups[n.group]
		if body.op == opGroup {
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
	case opLook:
		return m.look(n, i) != n.not && !m.over && next(i)
	case opAtomic:
		end := -1
		return m.run(n.kids[0], i, func(at int) bool { end = at; return true }) && next(end)
	case opKeep:
		old := m.keep
		m.keep = i
		if next(i) {
			return true
		}
		m.keep = old
		return false
	case opNewline:
		if bytes.HasPrefix(m.b[i:], []byte("\r\n")) && next(i+2) {
			return true
		}
		if i < len(m.b) {
			if r, w := utf8.DecodeRune(m.b[i:]); isBreak(r) {
				return next(i + w)
			}
		}
		return false
	}
	return m.at(n, i) && next(i)
}

func (m *matcher) one(n *node, i int) int {
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

func (m *matcher) seq(kids []*node, i int, next func(int) bool) bool {
	for len(kids) > 0 && kids[0].op == opSet { // single characters need no recursion
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
func (m *matcher) repeatOne(n *node, i int, next func(int) bool) bool {
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

func (m *matcher) repeat(n *node, i, count, last int, next func(int) bool) bool {
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

func (m *matcher) backref(n *node, i int, next func(int) bool) bool {
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

func (m *matcher) look(n *node, i int) bool {
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

func (m *matcher) at(n *node, i int) bool {
	switch n.op {
	case opBegin:
		return i == 0 || n.multi && m.b[i-1] == '\n'
	case opEnd:
		return i == len(m.b) || i == len(m.b)-1 && m.b[i] == '\n' || n.multi && m.b[i] == '\n'
	case opTextEnd:
		return i == len(m.b)
	case opBoundary:
		before := i > 0 && isWord(rune(m.b[i-1]))
		after := i < len(m.b) && isWord(rune(m.b[i]))
		return (before != after) != n.not
	}
	return false
}
