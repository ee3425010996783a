package pattern

import (
	"bytes"
	"errors"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// Errors of regcomp(3), in GNU's words.
var (
	errBracket   = errors.New("Unmatched [, [^, [:, [., or [=")
	errParen     = errors.New(`Unmatched ( or \(`)
	errRParen    = errors.New(`Unmatched ) or \)`)
	errBrace     = errors.New(`Unmatched \{`)
	errBadBrace  = errors.New(`Invalid content of \{\}`)
	errOrder     = errors.New(`Invalid content of \{\}`) // {2,1}: an error even where other bad intervals are literal
	errRange     = errors.New("Invalid range end")
	errRepeat    = errors.New("Invalid preceding regular expression")
	errBackref   = errors.New("Invalid back reference")
	errBackslash = errors.New("Trailing backslash")
	errClass     = errors.New("Invalid character class name")
	errCollate   = errors.New("Invalid collation character")
	errTooBig    = errors.New("Regular expression too big")
)

const (
	maxRegexp = 1 << 16 // bytes of source
	maxNest   = 250     // depth of groups
	maxRepeat = 32767   // RE_DUP_MAX
)

// Regexp is a compiled POSIX regular expression.
type Regexp struct {
	re      *regexp.Regexp // nil when prog must be used
	prog    *node
	groups  int
	flags   Flags
	literal string // the whole expression, when it is a plain string
	plain   bool

	inner *Regexp // with Bytes: the expression over the widened text

	looksBack bool // re depends on what is before a match
	stop      func() bool
}

// BRE compiles a basic regular expression with GNU's \+ \? \| \w \W \s \S \b \B \< \> \` \' and back-references.
func BRE(src string, flags Flags) (*Regexp, error) { return compile(src, flags, false) }

// ERE compiles an extended regular expression with the same GNU escapes and back-references.
func ERE(src string, flags Flags) (*Regexp, error) { return compile(src, flags, true) }

// Fixed compiles a plain string.
func Fixed(s string, flags Flags) *Regexp {
	if flags&IgnoreCase == 0 {
		return &Regexp{plain: true, literal: s, flags: flags}
	}
	n := &node{op: nSeq}
	for i := 0; i < len(s); {
		r, w := decode(s[i:])
		i += w
		n.kids = append(n.kids, &node{op: nChar, r: r})
	}
	re, err := build(n, 0, flags, false)
	if err != nil { // too long for package regexp: the slow matcher has no such bound
		return &Regexp{prog: n, flags: flags}
	}
	return re
}

func compile(src string, flags Flags, extended bool) (*Regexp, error) {
	if len(src) > maxRegexp {
		return nil, errTooBig
	}
	if flags&Bytes != 0 {
		return bytewise(src, flags, extended)
	}
	p := regexpParser{src: src, extended: extended, flags: flags}
	n, err := p.alternatives(0)
	if err != nil {
		return nil, err
	}
	if p.pos < len(p.src) {
		return nil, errRParen
	}
	return build(n, p.groups, flags, p.backrefs)
}

func build(n *node, groups int, flags Flags, backrefs bool) (*Regexp, error) {
	r := &Regexp{groups: groups, flags: flags}
	if flags&IgnoreCase == 0 {
		if s, ok := n.plain(); ok {
			r.plain, r.literal = true, s
			return r, nil
		}
	}
	if !backrefs {
		t := translator{}
		t.b.WriteString("(?s")
		if flags&IgnoreCase != 0 {
			t.b.WriteByte('i')
		}
		if flags&Multiline != 0 {
			t.b.WriteByte('m')
		}
		t.b.WriteByte(')')
		if t.node(n, nil, nil) {
			re, err := regexp.Compile(t.b.String())
			if err == nil {
				re.Longest()
				r.re, r.looksBack = re, looksBack(t.b.String())
				return r, nil
			}
		}
	}
	r.prog = n
	return r, nil
}

// NumSubexp is the number of groups.
func (r *Regexp) NumSubexp() int { return r.groups }

// Literal returns the string that the expression stands for when it is plain text without special characters.
func (r *Regexp) Literal() (string, bool) { return r.literal, r.plain }

// Match reports whether the expression matches anywhere in b.
func (r *Regexp) Match(b []byte) bool {
	switch {
	case r.inner != nil && isASCII(b):
		return r.inner.Match(b)
	case r.inner != nil:
		return r.inner.Match(widen(b))
	case r.plain:
		return bytes.Contains(b, []byte(r.literal))
	case r.re != nil && r.long(b):
		return r.re.MatchReader(&runes{b: b, stop: r.stop})
	case r.re != nil:
		return r.re.Match(b)
	}
	return r.prog.find(r, b, 0) != nil
}

// MatchString is Match for a string.
func (r *Regexp) MatchString(s string) bool {
	switch {
	case r.inner != nil && isASCII(s):
		return r.inner.MatchString(s)
	case r.inner != nil:
		return r.inner.Match(widen(s))
	case r.plain:
		return strings.Contains(s, r.literal)
	case r.re != nil && r.stop != nil && len(s) > stopLength:
		return r.re.MatchReader(&stringRunes{s: s, stop: r.stop})
	case r.re != nil:
		return r.re.MatchString(s)
	}
	return r.prog.find(r, []byte(s), 0) != nil
}

// FindSubmatchIndex returns the byte offsets of the leftmost longest match and of its groups, nil when there is none.
func (r *Regexp) FindSubmatchIndex(b []byte) []int {
	switch {
	case r.inner == nil:
		return r.findAt(b, 0)
	case isASCII(b):
		return r.inner.findAt(b, 0)
	}
	return narrow(r.inner.findAt(widen(b), 0), offsets(b))
}

func (r *Regexp) findAt(b []byte, from int) []int {
	switch {
	case r.plain:
		i := bytes.Index(b[from:], []byte(r.literal))
		if i < 0 {
			return nil
		}
		return []int{from + i, from + i + len(r.literal)}
	case r.re != nil:
		var m []int
		if rest := b[from:]; r.long(rest) {
			m = r.re.FindReaderSubmatchIndex(&runes{b: rest, stop: r.stop})
		} else {
			m = r.re.FindSubmatchIndex(rest)
		}
		for i := range m {
			if m[i] >= 0 {
				m[i] += from
			}
		}
		return m
	}
	return r.prog.find(r, b, from)
}

// FindAllSubmatchIndex returns up to n (all when negative) successive matches that do not overlap. An empty match
// right after another match is left out, as GNU sed and grep do.
func (r *Regexp) FindAllSubmatchIndex(b []byte, n int) [][]int {
	if r.re != nil && r.inner == nil {
		return r.re.FindAllSubmatchIndex(b, n)
	}
	var out [][]int
	r.Each(b, func(m []int) bool {
		out = append(out, m)
		return n < 0 || len(out) < n
	})
	return out
}

// Each calls fn with the successive matches of FindAllSubmatchIndex, as they are found, until fn returns false: for
// input that may be large, where a caller must be able to stop. Only an expression that looks at what is before a match
// (an anchor, a word boundary) has all its matches collected first.
func (r *Regexp) Each(b []byte, fn func(m []int) bool) {
	switch {
	case r.inner != nil && isASCII(b):
		r.inner.Each(b, fn)
		return
	case r.inner != nil:
		at := offsets(b)
		r.inner.Each(widen(b), func(m []int) bool { return fn(narrow(m, at)) })
		return
	}
	if r.re != nil && r.looksBack {
		if r.long(b) && (!r.re.MatchReader(&runes{b: b, stop: r.stop}) || r.stop()) {
			return
		}
		for _, m := range r.re.FindAllSubmatchIndex(b, -1) {
			if !fn(m) {
				return
			}
		}
		return
	}
	for pos, last := 0, -1; pos <= len(b); {
		m := r.findAt(b, pos)
		if m == nil {
			return
		}
		if (m[1] > m[0] || m[0] != last) && !fn(m) {
			return
		}
		last = m[1]
		switch {
		case m[1] > m[0]:
			pos = m[1]
		case m[1] < len(b):
			_, w := decodeBytes(b[m[1]:])
			pos = m[1] + w
		default:
			return
		}
	}
}

// looksBack tells whether an expression of package regexp depends on what is before the place where it is tried.
func looksBack(src string) bool {
	re, err := syntax.Parse(src, syntax.Perl)
	if err != nil {
		return true
	}
	var find func(re *syntax.Regexp) bool
	find = func(re *syntax.Regexp) bool {
		switch re.Op {
		case syntax.OpBeginLine, syntax.OpBeginText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
			return true
		}
		return slices.ContainsFunc(re.Sub, find)
	}
	return find(re)
}

// QuoteERE returns an extended regular expression that matches s alone.
func QuoteERE(s string) string {
	if !strings.ContainsAny(s, `\.[]()*+?{}|^$`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if strings.IndexByte(`\.[]()*+?{}|^$`, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
