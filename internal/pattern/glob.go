package pattern

import (
	"strings"
	"unicode/utf8"
)

// Matcher is a compiled glob.
type Matcher struct {
	seq   []elem
	flags Flags
	lit   string // the whole pattern when kind says so, quotes removed
	kind  kind
	ext   bool // has extended groups
	stop  func() bool
}

// Stopping returns m, or a copy of it, that gives up (there is no match then) soon after stop has begun to report true: for
// who may be told to end while a long text is matched. stop is called now and then only.
func (m *Matcher) Stopping(stop func() bool) *Matcher {
	if m.kind != general {
		return m
	}
	c := *m
	c.stop = stop
	return &c
}

type kind uint8

const (
	general  kind = iota
	literal       // lit
	prefixed      // lit*
	suffixed      // *lit
	anything      // *
)

type op uint8

const (
	opChar op = iota
	opAny
	opStar
	opBracket
	opGroup
)

// elem is one element of a pattern.
type elem struct {
	op    op
	r     rune
	set   *bracket
	group byte // ? * + @ !
	alts  [][]elem
}

const (
	maxGroupDepth = 100
	globBudget    = 50_000_000
)

// Glob compiles a shell pattern. It never fails: what is malformed is literal.
func Glob(src string, flags Flags) *Matcher {
	m := &Matcher{flags: flags}
	if plain, ok := plainText(src, flags); ok && flags&IgnoreCase == 0 && flags&Period == 0 {
		m.kind, m.lit = literal, plain
		return m
	}
	p := globParser{src: src, flags: flags}
	m.seq = p.sequence(0, false)
	m.ext = p.ext
	if flags&(IgnoreCase|PathName|Period) == 0 && !m.ext {
		m.classify()
	}
	return m
}

// plainText unquotes src when it has no special character.
func plainText(src string, flags Flags) (string, bool) {
	if !HasMeta(src, flags) {
		if flags&NoEscape != 0 {
			return src, true
		}
		return Unescape(src), true
	}
	return "", false
}

func (m *Matcher) classify() {
	if len(m.seq) == 0 {
		return
	}
	chars := func(seq []elem) (string, bool) {
		var b strings.Builder
		for _, e := range seq {
			if e.op != opChar {
				return "", false
			}
			writeChar(&b, e.r)
		}
		return b.String(), true
	}
	last := len(m.seq) - 1
	switch {
	case last == 0 && m.seq[0].op == opStar:
		m.kind = anything
	case m.seq[last].op == opStar:
		if s, ok := chars(m.seq[:last]); ok {
			m.kind, m.lit = prefixed, s
		}
	case m.seq[0].op == opStar:
		if s, ok := chars(m.seq[1:]); ok {
			m.kind, m.lit = suffixed, s
		}
	default:
		if s, ok := chars(m.seq); ok {
			m.kind, m.lit = literal, s
		}
	}
}

func writeChar(b *strings.Builder, r rune) {
	if r >= badByte {
		b.WriteByte(byte(r - badByte))
	} else {
		b.WriteRune(r)
	}
}

// HasMeta reports whether src holds an unquoted special character: one of *?[, or an extended group with ExtGlob.
// A lone [ without its ] counts as none.
func HasMeta(src string, flags Flags) bool {
	last := strings.LastIndexByte(src, ']')
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '\\':
			if flags&NoEscape == 0 {
				i++
			}
		case '*', '?':
			return true
		case '[':
			if i < last {
				return true
			}
		case '+', '@', '!':
			if flags&ExtGlob != 0 && i+1 < len(src) && src[i+1] == '(' {
				return true
			}
		}
	}
	return false
}

// Unescape removes the backslashes that quote.
func Unescape(src string) string {
	i := strings.IndexByte(src, '\\')
	if i < 0 {
		return src
	}
	var b strings.Builder
	b.Grow(len(src))
	for ; i >= 0; i = strings.IndexByte(src, '\\') {
		b.WriteString(src[:i])
		src = src[i+1:]
		if src == "" {
			b.WriteByte('\\')
			break
		}
		b.WriteByte(src[0])
		src = src[1:]
	}
	b.WriteString(src)
	return b.String()
}

// Quote returns a glob that matches s alone.
func Quote(s string) string {
	if !strings.ContainsAny(s, "*?[]\\+@!()|-^") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '*', '?', '[', ']', '\\', '+', '@', '!', '(', ')', '|', '-', '^':
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

type globParser struct {
	src    string
	pos    int
	flags  Flags
	ext    bool
	closes []bool // which parentheses that open a group are closed; nil until it is asked for
}

// sequence parses up to the end of the text, or up to an unquoted | or ) inside a group.
func (p *globParser) sequence(depth int, inGroup bool) []elem {
	var seq []elem
	for p.pos < len(p.src) {
		c := p.src[p.pos]
		if inGroup && (c == '|' || c == ')') {
			return seq
		}
		if p.flags&ExtGlob != 0 && p.pos+1 < len(p.src) && p.src[p.pos+1] == '(' && strings.IndexByte("?*+@!", c) >= 0 && depth < maxGroupDepth {
			if e, ok := p.extGroup(c, depth); ok {
				seq = append(seq, e)
				continue
			}
		}
		switch c {
		case '*':
			p.pos++
			if n := len(seq); n == 0 || seq[n-1].op != opStar {
				seq = append(seq, elem{op: opStar})
			}
		case '?':
			p.pos++
			seq = append(seq, elem{op: opAny})
		case '[':
			if set, n := parseGlobBracket(p.src[p.pos:], p.flags); n > 0 {
				p.pos += n
				seq = append(seq, elem{op: opBracket, set: set})
				continue
			}
			p.pos++
			seq = append(seq, elem{op: opChar, r: '['})
		default:
			if c == '\\' && p.flags&NoEscape == 0 && p.pos+1 < len(p.src) {
				p.pos++
			}
			r, n := decode(p.src[p.pos:])
			p.pos += n
			if p.flags&IgnoreCase != 0 {
				r = fold(r)
			}
			seq = append(seq, elem{op: opChar, r: r})
		}
	}
	return seq
}

func (p *globParser) extGroup(c byte, depth int) (elem, bool) {
	start := p.pos
	if !p.groupCloses(p.pos + 1) {
		return elem{}, false
	}
	p.pos += 2
	e := elem{op: opGroup, group: c}
	for {
		e.alts = append(e.alts, p.sequence(depth+1, true))
		if p.pos >= len(p.src) {
			p.pos = start
			return elem{}, false
		}
		if p.src[p.pos] == ')' {
			p.pos++
			p.ext = true
			return e, true
		}
		p.pos++ // |
	}
}

// groupCloses reports whether the parenthesis at offset open has its closing one. All are looked for at once, so that
// many unclosed groups cost no more than one.
func (p *globParser) groupCloses(open int) bool {
	if p.closes == nil {
		p.closes = make([]bool, len(p.src))
		var stack []int
		for i := 0; i < len(p.src); i++ {
			switch p.src[i] {
			case '\\':
				if p.flags&NoEscape == 0 {
					i++
				}
			case '[':
				if _, n := parseGlobBracket(p.src[i:], p.flags); n > 0 {
					i += n - 1
				}
			case '(':
				if i > 0 && strings.IndexByte("?*+@!", p.src[i-1]) >= 0 {
					stack = append(stack, i)
				}
			case ')':
				if n := len(stack); n > 0 {
					p.closes[stack[n-1]] = true
					stack = stack[:n-1]
				}
			}
		}
	}
	return p.closes[open]
}

// BracketLength is the length of the bracket expression at the start of a glob, 0 when there is none.
func BracketLength(s string) int {
	if s == "" || s[0] != '[' {
		return 0
	}
	_, n := parseGlobBracket(s, 0)
	return n
}

// parseGlobBracket parses the bracket at the start of s and returns its length, 0 when there is none.
func parseGlobBracket(s string, flags Flags) (*bracket, int) {
	if strings.IndexByte(s, ']') < 0 {
		return nil, 0
	}
	set := &bracket{}
	i := 1
	if i < len(s) && (s[i] == '!' || s[i] == '^') {
		set.negate = true
		i++
	}
	char := func() (rune, bool) { // one character at i, quotes and [.x.] resolved
		if s[i] == '[' && i+1 < len(s) && (s[i+1] == '.' || s[i+1] == '=') {
			if end := strings.Index(s[i+2:], s[i+1:i+2]+"]"); end >= 0 {
				name := s[i+2 : i+2+end]
				if r, n := decodeOr(name); n == len(name) && n > 0 {
					i += end + 4
					return r, true
				}
				if r, ok := collating[name]; ok {
					i += end + 4
					return r, true
				}
			}
		}
		if s[i] == '\\' && flags&NoEscape == 0 && i+1 < len(s) {
			i++
		}
		r, n := decode(s[i:])
		i += n
		return r, true
	}
	for first := true; ; first = false {
		if i >= len(s) {
			return nil, 0
		}
		if s[i] == ']' && !first {
			return set, i + 1
		}
		if s[i] == '/' && flags&PathName != 0 {
			return nil, 0
		}
		if s[i] == '[' && i+1 < len(s) && s[i+1] == ':' {
			if end := strings.Index(s[i+2:], ":]"); end >= 0 {
				name := s[i+2 : i+2+end]
				if _, ok := classes[name]; ok {
					set.class = append(set.class, name)
					i += end + 4
					continue
				}
				if isName(name) { // an unknown class matches nothing
					i += end + 4
					continue
				}
			}
		}
		lo, _ := char()
		if i+1 < len(s) && s[i] == '-' && s[i+1] != ']' {
			save := i
			i++
			if flags&PathName != 0 && s[i] == '/' {
				return nil, 0
			}
			hi, _ := char()
			if i > len(s) {
				i = save
			} else {
				if lo <= hi {
					set.ranges = append(set.ranges, [2]rune{lo, hi})
				}
				continue
			}
		}
		set.single = append(set.single, lo)
	}
}

func isName(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 'a' || s[i] > 'z' {
			return false
		}
	}
	return s != ""
}

func decodeOr(s string) (rune, int) {
	if s == "" {
		return 0, 0
	}
	return decode(s)
}

// collating are the POSIX names of characters, as used in [.name.].
var collating = map[string]rune{
	"space": ' ', "exclamation-mark": '!', "quotation-mark": '"', "number-sign": '#', "dollar-sign": '$',
	"percent-sign": '%', "ampersand": '&', "apostrophe": '\'', "left-parenthesis": '(', "right-parenthesis": ')',
	"asterisk": '*', "plus-sign": '+', "comma": ',', "hyphen": '-', "hyphen-minus": '-', "period": '.', "full-stop": '.',
	"slash": '/', "solidus": '/', "colon": ':', "semicolon": ';', "less-than-sign": '<', "equals-sign": '=',
	"greater-than-sign": '>', "question-mark": '?', "commercial-at": '@', "left-square-bracket": '[', "backslash": '\\',
	"reverse-solidus": '\\', "right-square-bracket": ']', "circumflex": '^', "underscore": '_', "low-line": '_',
	"grave-accent": '`', "left-curly-bracket": '{', "left-brace": '{', "vertical-line": '|', "right-curly-bracket": '}',
	"right-brace": '}', "tilde": '~', "newline": '\n', "tab": '\t', "NUL": 0, "alert": 7, "backspace": 8,
	"carriage-return": '\r', "form-feed": '\f', "vertical-tab": '\v', "zero": '0', "one": '1', "two": '2', "three": '3',
	"four": '4', "five": '5', "six": '6', "seven": '7', "eight": '8', "nine": '9',
}

// one reports whether a single-character element matches r. prev is the byte before it in the text, 0 at the start.
func (m *Matcher) one(e *elem, r rune, leading bool) bool {
	switch e.op {
	case opChar:
		if m.flags&IgnoreCase != 0 {
			r = fold(r)
		}
		return e.r == r
	case opAny:
		return !(r == '/' && m.flags&PathName != 0) && !(leading && r == '.')
	case opBracket:
		return !(r == '/' && m.flags&PathName != 0) && !(leading && r == '.') && e.set.has(r, m.flags&IgnoreCase != 0)
	}
	return false
}

// leading reports whether position i of s is where Period guards a dot.
func (m *Matcher) leading(s string, i int) bool {
	return m.flags&Period != 0 && (i == 0 || m.flags&PathName != 0 && s[i-1] == '/')
}

// Literal returns the text that the pattern matches when it matches one text only.
func (m *Matcher) Literal() (string, bool) { return m.lit, m.kind == literal }

// Match reports whether the pattern matches the whole of s.
func (m *Matcher) Match(s string) bool {
	switch m.kind {
	case literal:
		return s == m.lit
	case prefixed:
		return strings.HasPrefix(s, m.lit)
	case suffixed:
		return strings.HasSuffix(s, m.lit)
	case anything:
		return true
	}
	if !m.ext {
		return m.matchStars(s)
	}
	r := runner{m: m, s: s, budget: globBudget}
	ends := r.forward(m.seq, []int{0})
	return len(ends) > 0 && ends[len(ends)-1] == len(s)
}

// matchStars matches a pattern without groups: on a mismatch only the last star is tried again, one character on.
func (m *Matcher) matchStars(s string) bool {
	i, j := 0, 0
	star, mark := -1, 0
	for i < len(s) {
		if j < len(m.seq) {
			e := &m.seq[j]
			if e.op == opStar {
				if !(s[i] == '.' && m.leading(s, i)) {
					star, mark = j, i
					j++
					continue
				}
				j++ // the star can only be empty here
				continue
			}
			r, n := decode(s[i:])
			if m.one(e, r, m.leading(s, i)) {
				i += n
				j++
				continue
			}
		}
		if star < 0 {
			return false
		}
		if s[mark] == '/' && m.flags&PathName != 0 {
			return false
		}
		_, n := decode(s[mark:])
		mark += n
		i, j = mark, star+1
	}
	for j < len(m.seq) && m.seq[j].op == opStar {
		j++
	}
	return j == len(m.seq)
}

// Prefix returns the length of the shortest or longest prefix of s that matches, -1 when none does.
func (m *Matcher) Prefix(s string, longest bool) int {
	switch m.kind {
	case literal:
		if strings.HasPrefix(s, m.lit) {
			return len(m.lit)
		}
		return -1
	case prefixed:
		if !strings.HasPrefix(s, m.lit) {
			return -1
		}
		if longest {
			return len(s)
		}
		return len(m.lit)
	case suffixed:
		var i int
		if longest {
			i = strings.LastIndex(s, m.lit)
		} else {
			i = strings.Index(s, m.lit)
		}
		if i < 0 {
			return -1
		}
		return i + len(m.lit)
	case anything:
		if longest {
			return len(s)
		}
		return 0
	}
	r := runner{m: m, s: s, budget: globBudget}
	ends := r.forward(m.seq, []int{0})
	if len(ends) == 0 {
		return -1
	}
	if longest {
		return ends[len(ends)-1]
	}
	return ends[0]
}

// Suffix returns where the shortest or longest suffix of s that matches starts, -1 when none does.
func (m *Matcher) Suffix(s string, longest bool) int {
	switch m.kind {
	case literal:
		if strings.HasSuffix(s, m.lit) {
			return len(s) - len(m.lit)
		}
		return -1
	case prefixed:
		if longest {
			return strings.Index(s, m.lit)
		}
		return strings.LastIndex(s, m.lit)
	case suffixed:
		if !strings.HasSuffix(s, m.lit) {
			return -1
		}
		if longest {
			return 0
		}
		return len(s) - len(m.lit)
	case anything:
		if longest {
			return 0
		}
		return len(s)
	}
	r := runner{m: m, s: s, budget: globBudget}
	starts := r.backward(m.seq, []int{len(s)})
	if len(starts) == 0 {
		return -1
	}
	if longest {
		return starts[0]
	}
	return starts[len(starts)-1]
}

// Find returns the leftmost longest match at or after from; ok is false when there is none.
func (m *Matcher) Find(s string, from int) (start, end int, ok bool) {
	switch m.kind {
	case literal:
		i := strings.Index(s[from:], m.lit)
		if i < 0 {
			return 0, 0, false
		}
		return from + i, from + i + len(m.lit), true
	case prefixed:
		i := strings.Index(s[from:], m.lit)
		if i < 0 {
			return 0, 0, false
		}
		return from + i, len(s), true
	case suffixed:
		i := strings.LastIndex(s[from:], m.lit)
		if i < 0 {
			return 0, 0, false
		}
		return from, from + i + len(m.lit), true
	case anything:
		return from, len(s), true
	}
	r := runner{m: m, s: s, budget: globBudget}
	var first []int
	for i := from; ; {
		if len(m.seq) > 0 && m.seq[0].op == opChar && m.seq[0].r < utf8.RuneSelf && m.flags&IgnoreCase == 0 {
			k := strings.IndexByte(s[i:], byte(m.seq[0].r))
			if k < 0 {
				return 0, 0, false
			}
			i += k
		}
		first = append(first[:0], i)
		if ends := r.forward(m.seq, first); len(ends) > 0 {
			return i, ends[len(ends)-1], true
		}
		// A pattern that starts with * would have matched here if it matched anywhere later.
		if i >= len(s) || r.budget < 0 || len(m.seq) > 0 && m.seq[0].op == opStar {
			return 0, 0, false
		}
		_, n := decode(s[i:])
		i += n
	}
}
