package pattern

import (
	"errors"
	"regexp"
	"strings"
)

// Errors of regcomp(3), in GNU's words.
var (
	errBracket   = errors.New("Unmatched [, [^, [:, [., or [=")
	errParen     = errors.New(`Unmatched ( or \(`)
	errRParen    = errors.New(`Unmatched ) or \)`)
	errBrace     = errors.New(`Unmatched \{`)
	errBadBrace  = errors.New(`Invalid content of \{\}`)
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
				r.re = re
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
	case r.plain:
		return strings.Contains(string(b), r.literal) // the compiler does not copy b here
	case r.re != nil:
		return r.re.Match(b)
	}
	return r.prog.find(r, b, 0) != nil
}

// MatchString is Match for a string.
func (r *Regexp) MatchString(s string) bool {
	switch {
	case r.plain:
		return strings.Contains(s, r.literal)
	case r.re != nil:
		return r.re.MatchString(s)
	}
	return r.prog.find(r, []byte(s), 0) != nil
}

// FindSubmatchIndex returns the byte offsets of the leftmost longest match and of its groups, nil when there is none.
func (r *Regexp) FindSubmatchIndex(b []byte) []int { return r.findAt(b, 0) }

func (r *Regexp) findAt(b []byte, from int) []int {
	switch {
	case r.plain:
		i := strings.Index(string(b[from:]), r.literal)
		if i < 0 {
			return nil
		}
		return []int{from + i, from + i + len(r.literal)}
	case r.re != nil:
		return r.re.FindSubmatchIndex(b)
	}
	return r.prog.find(r, b, from)
}

// FindAllSubmatchIndex returns up to n (all when negative) successive matches that do not overlap. An empty match
// right after another match is left out, as GNU sed and grep do.
func (r *Regexp) FindAllSubmatchIndex(b []byte, n int) [][]int {
	if r.re != nil {
		return r.re.FindAllSubmatchIndex(b, n)
	}
	var out [][]int
	for pos, last := 0, -1; pos <= len(b) && (n < 0 || len(out) < n); {
		m := r.findAt(b, pos)
		if m == nil {
			break
		}
		if m[1] > m[0] || m[0] != last {
			out = append(out, m)
		}
		last = m[1]
		if m[1] > m[0] {
			pos = m[1]
		} else if m[1] < len(b) {
			_, w := decodeBytes(b[m[1]:])
			pos = m[1] + w
		} else {
			break
		}
	}
	return out
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
