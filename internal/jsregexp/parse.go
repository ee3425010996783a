package jsregexp

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
)

// SyntaxError is a pattern that is none, worded as V8 does: "Invalid regular expression: /(/: Unterminated group".
type SyntaxError struct{ Pattern, Flags, Reason string }

func (e *SyntaxError) Error() string {
	return "Invalid regular expression: /" + e.Pattern + "/" + e.Flags + ": " + e.Reason
}

const (
	maxDepth  = 500
	maxRepeat = 1 << 30
	maxGroups = 1 << 15
)

type mode struct{ i, m, s bool }

type parser struct {
	src    []rune
	pos    int
	uni    bool // u or v
	sets   bool // v
	named  bool // \k is a reference
	mode   mode
	groups int
	total  int // capturing groups of the whole pattern
	names  map[string][]int
	order  []string
	depth  int
	path   []int // alternatives that enclose the place: names may repeat in different ones
	spots  map[string][][]int
	nalt   int
	later  []*backref
	laterN []string
}

type parseFailure string

func (p *parser) fail(reason string) { panic(parseFailure(reason)) }

// units splits a pattern into characters: code points in Unicode mode, else code units.
func units(s []uint16, uni bool) []rune {
	out := make([]rune, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := rune(s[i])
		if uni && utf16.IsSurrogate(c) && i+1 < len(s) {
			if r := utf16.DecodeRune(c, rune(s[i+1])); r != unicode.ReplacementChar {
				out = append(out, r)
				i++
				continue
			}
		}
		out = append(out, c)
	}
	return out
}

func (p *parser) peek() rune {
	if p.pos < len(p.src) {
		return p.src[p.pos]
	}
	return -1
}

func (p *parser) at(i int) rune {
	if p.pos+i < len(p.src) {
		return p.src[p.pos+i]
	}
	return -1
}

func (p *parser) eat(c rune) bool {
	if p.peek() == c {
		p.pos++
		return true
	}
	return false
}

func (p *parser) eats(s string) bool {
	for i, c := range []rune(s) {
		if p.at(i) != c {
			return false
		}
	}
	p.pos += len(s)
	return true
}

// scan counts capturing groups and looks for names before the real parse.
func (p *parser) scan() {
	class := false
	for i := 0; i < len(p.src); i++ {
		switch p.src[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '(':
			if class {
				continue
			}
			if i+1 < len(p.src) && p.src[i+1] == '?' {
				if i+3 < len(p.src) && p.src[i+2] == '<' && p.src[i+3] != '=' && p.src[i+3] != '!' {
					p.total++
					p.named = true
				}
				continue
			}
			p.total++
		}
	}
	p.named = p.named || p.uni
}

func (p *parser) disjunction() node {
	p.depth++
	if p.depth > maxDepth {
		p.fail("Regular expression too large")
	}
	defer func() { p.depth-- }()
	id := p.nalt
	p.nalt++
	branch := 0
	p.path = append(p.path, id<<16)
	defer func() { p.path = p.path[:len(p.path)-1] }()
	list := []node{p.alternative()}
	for p.eat('|') {
		branch++
		p.path[len(p.path)-1] = id<<16 | branch&0xffff
		list = append(list, p.alternative())
	}
	if len(list) == 1 {
		return list[0]
	}
	return &alt{list}
}

func (p *parser) alternative() node {
	var list []node
	for {
		c := p.peek()
		if c == -1 || c == '|' || c == ')' {
			break
		}
		if n := p.term(); n != nil {
			list = append(list, n)
		}
	}
	switch len(list) {
	case 0:
		return empty{}
	case 1:
		return list[0]
	}
	return &seq{list}
}

func (p *parser) term() node {
	first := p.groups + 1
	quantifiable := true
	var n node
	switch c := p.peek(); c {
	case '^', '$':
		p.pos++
		return assertion{kind: byte(c), multiline: p.mode.m}
	case '(':
		n, quantifiable = p.paren()
	case '*', '+', '?':
		p.fail("Nothing to repeat")
	case '.':
		p.pos++
		n = anyChar{all: p.mode.s}
	case '[':
		n = p.class()
	case '\\':
		if k := p.at(1); k == 'b' || k == 'B' {
			p.pos += 2
			return assertion{kind: byte(k), fold: p.mode.i && p.uni}
		}
		n = p.atomEscape()
	case '{':
		if p.braces(new(int), new(int)) {
			p.fail("Nothing to repeat")
		}
		if p.uni {
			p.fail("Lone quantifier brackets")
		}
		p.pos++
		n = p.literal(c)
	case '}', ']':
		if p.uni {
			p.fail("Lone quantifier brackets")
		}
		p.pos++
		n = p.literal(c)
	default:
		p.pos++
		n = p.literal(c)
	}
	lo, hi := 1, 1
	switch p.peek() {
	case '*':
		lo, hi = 0, -1
	case '+':
		hi = -1
	case '?':
		lo = 0
	case '{':
		if !p.braces(&lo, &hi) {
			if p.uni {
				p.fail("Incomplete quantifier")
			}
			return n
		}
		p.pos--
	default:
		return n
	}
	if !quantifiable {
		p.fail("Invalid quantifier")
	}
	p.pos++
	lazy := p.eat('?')
	return &repeat{body: n, min: lo, max: hi, lazy: lazy, firstG: first, lastG: p.groups + 1}
}

// braces reads {n}, {n,} or {n,m}; what is none is left.
func (p *parser) braces(lo, hi *int) bool {
	at := p.pos
	if !p.eat('{') {
		return false
	}
	num := func() (int, bool) {
		start, v := p.pos, 0
		for '0' <= p.peek() && p.peek() <= '9' {
			v = min(v*10+int(p.peek()-'0'), maxRepeat)
			p.pos++
		}
		return v, p.pos > start
	}
	a, ok := num()
	b := a
	if ok && p.eat(',') {
		var more bool
		if b, more = num(); !more {
			b = -1
		}
	}
	if !ok || !p.eat('}') {
		p.pos = at
		return false
	}
	if b >= 0 && a > b {
		p.fail("numbers out of order in {} quantifier")
	}
	*lo, *hi = a, b
	return true
}

func (p *parser) literal(c rune) node { return char{c, p.mode.i} }

func (p *parser) paren() (node, bool) {
	p.pos++
	end := func() {
		if !p.eat(')') {
			p.fail("Unterminated group")
		}
	}
	if !p.eat('?') {
		p.groups++
		if p.groups > maxGroups {
			p.fail("Too many captures")
		}
		i := p.groups
		b := p.disjunction()
		end()
		return &group{i, b}, true
	}
	switch {
	case p.eat(':'):
		b := p.disjunction()
		end()
		return b, true
	case p.eat('='), p.eat('!'):
		neg := p.src[p.pos-1] == '!'
		b := p.disjunction()
		end()
		return &look{body: b, negate: neg}, !p.uni
	case p.eats("<="), p.eats("<!"):
		neg := p.src[p.pos-1] == '!'
		b := p.disjunction()
		end()
		return &look{body: b, negate: neg, behind: true}, false
	case p.eat('<'):
		name := p.groupName()
		p.groups++
		i := p.groups
		for _, other := range p.spots[name] {
			if !apart(other, p.path) {
				p.fail("Duplicate capture group name")
			}
		}
		if p.names == nil {
			p.names, p.spots = map[string][]int{}, map[string][][]int{}
		}
		if _, ok := p.names[name]; !ok {
			p.order = append(p.order, name)
		}
		p.names[name] = append(p.names[name], i)
		p.spots[name] = append(p.spots[name], slices.Clone(p.path))
		b := p.disjunction()
		end()
		return &group{i, b}, true
	}
	// modifiers
	old := p.mode
	on, off, minus := "", "", false
	for {
		c := p.peek()
		switch {
		case c == 'i' || c == 'm' || c == 's':
			if strings.ContainsRune(on+off, c) {
				p.fail("Repeated regular expression flag")
			}
			if minus {
				off += string(c)
			} else {
				on += string(c)
			}
			p.pos++
			continue
		case c == '-' && !minus:
			minus = true
			p.pos++
			continue
		}
		break
	}
	if !p.eat(':') || on+off == "" {
		p.fail("Invalid group")
	}
	set := func(fs string, v bool) {
		for _, c := range fs {
			switch c {
			case 'i':
				p.mode.i = v
			case 'm':
				p.mode.m = v
			case 's':
				p.mode.s = v
			}
		}
	}
	set(on, true)
	set(off, false)
	b := p.disjunction()
	end()
	p.mode = old
	return b, true
}

// apart tells that two places are in different alternatives of one disjunction.
func apart(a, b []int) bool {
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i]>>16 != b[i]>>16 {
			return false
		}
		if a[i] != b[i] {
			return true
		}
	}
	return false
}

func (p *parser) groupName() string {
	var b strings.Builder
	for {
		c := p.peek()
		if c == -1 {
			p.fail("Invalid capture group name")
		}
		p.pos++
		if c == '>' {
			break
		}
		if c == '\\' {
			if !p.eat('u') {
				p.fail("Invalid Unicode escape")
			}
			r, ok := p.unicodeEscape(true)
			if !ok {
				p.fail("Invalid Unicode escape")
			}
			c = r
		} else if utf16.IsSurrogate(c) && p.pos < len(p.src) {
			if r := utf16.DecodeRune(c, p.src[p.pos]); r != unicode.ReplacementChar {
				c = r
				p.pos++
			}
		}
		if !(c == '$' || c == '_' || unicode.IsLetter(c) || unicode.Is(unicode.Nl, c) || b.Len() > 0 && (unicode.IsDigit(c) || unicode.Is(unicode.Mn, c) || unicode.Is(unicode.Mc, c) || unicode.Is(unicode.Pc, c) || c == 0x200c || c == 0x200d)) {
			p.fail("Invalid capture group name")
		}
		b.WriteRune(c)
	}
	if b.Len() == 0 {
		p.fail("Invalid capture group name")
	}
	return b.String()
}

func (p *parser) atomEscape() node {
	p.pos++
	c := p.peek()
	switch {
	case c == -1:
		p.fail("\\ at end of pattern")
	case '1' <= c && c <= '9':
		at, v := p.pos, 0
		for '0' <= p.peek() && p.peek() <= '9' {
			v = min(v*10+int(p.peek()-'0'), 1<<20)
			p.pos++
		}
		if v <= p.total {
			return &backref{groups: []int{v}, fold: p.mode.i}
		}
		if p.uni {
			p.fail("Invalid escape")
		}
		p.pos = at
		if c >= '8' {
			p.pos++
			return p.literal(c)
		}
		return p.literal(p.octal())
	case c == 'k' && p.named:
		p.pos++
		if !p.eat('<') {
			p.fail("Invalid named reference")
		}
		r := &backref{fold: p.mode.i}
		p.later, p.laterN = append(p.later, r), append(p.laterN, p.groupName())
		return r
	}
	if s := p.classEscape(); s != nil {
		return p.setNode(s)
	}
	return p.literal(p.charEscape(false))
}

func (p *parser) octal() rune {
	v := rune(0)
	for i := 0; i < 3 && '0' <= p.peek() && p.peek() <= '7' && v*8+p.peek()-'0' <= 255; i++ {
		v = v*8 + p.peek() - '0'
		p.pos++
	}
	return v
}

// setNode makes a node of a set: with strings in it, an alternation that tries the longest first.
func (p *parser) setNode(s *Set) node {
	s.fold, s.unicode = p.mode.i, p.uni
	s.finish()
	if len(s.strings) == 0 {
		return class{s}
	}
	var list []node
	tail := false
	for _, str := range s.strings {
		if len(str) == 0 {
			tail = true
			continue
		}
		sq := &seq{}
		for _, r := range str {
			sq.list = append(sq.list, p.literal(r))
		}
		list = append(list, sq)
	}
	list = append(list, class{s})
	if tail {
		list = append(list, empty{})
	}
	return &alt{list}
}

// classEscape reads \d \w \s and their like, and \p{..}; nil when there is none. The backslash has been read.
func (p *parser) classEscape() *Set {
	c := p.peek()
	var base []rng
	switch c {
	case 'd', 'D':
		base = digitSet
	case 'w', 'W':
		base = wordSet
		if p.uni && p.mode.i {
			base = append(slices.Clone(wordSet), rng{0x17f, 0x17f}, rng{0x212a, 0x212a})
		}
	case 's', 'S':
		base = spaceSet
	case 'p', 'P':
		if !p.uni {
			return nil
		}
		p.pos++
		start := p.pos
		for p.peek() != '}' && p.peek() != -1 {
			p.pos++
		}
		if start >= len(p.src) || p.src[start] != '{' || !p.eat('}') {
			p.fail("Invalid property name")
		}
		t := Property(string(p.src[start+1 : p.pos-1]))
		if t == nil {
			p.fail("Invalid property name")
		}
		s := &Set{}
		s.addTable(t)
		if c == 'P' {
			s.ranges = complement(normal(s.ranges))
		}
		return s
	default:
		return nil
	}
	p.pos++
	if c < 'a' {
		base = complement(base)
	}
	return &Set{ranges: slices.Clone(base)}
}

const syntaxChars = "^$\\.*+?()[]{}|/"

// charEscape reads an escape that stands for one character. The backslash has been read.
func (p *parser) charEscape(inClass bool) rune {
	c := p.peek()
	if c == -1 {
		p.fail("\\ at end of pattern")
	}
	p.pos++
	switch c {
	case 't':
		return '\t'
	case 'n':
		return '\n'
	case 'v':
		return '\v'
	case 'f':
		return '\f'
	case 'r':
		return '\r'
	case 'b':
		if inClass {
			return '\b'
		}
	case '-':
		if inClass && p.uni {
			return '-'
		}
	case 'c':
		k := p.peek()
		if 'a' <= k && k <= 'z' || 'A' <= k && k <= 'Z' || inClass && !p.uni && (k == '_' || '0' <= k && k <= '9') {
			p.pos++
			return k & 31
		}
		if p.uni {
			p.fail("Invalid Unicode escape")
		}
		p.pos--
		return '\\'
	case '0', '1', '2', '3', '4', '5', '6', '7':
		if p.uni {
			if c == '0' && !('0' <= p.peek() && p.peek() <= '9') {
				return 0
			}
			p.fail(map[bool]string{true: "Invalid class escape", false: "Invalid decimal escape"}[inClass])
		}
		p.pos--
		return p.octal()
	case 'x':
		if v, ok := p.hex(2); ok {
			return v
		}
		if p.uni {
			p.fail("Invalid escape")
		}
		return 'x'
	case 'u':
		if v, ok := p.unicodeEscape(p.uni); ok {
			return v
		}
		if p.uni {
			p.fail("Invalid Unicode escape")
		}
		return 'u'
	}
	if p.uni && !strings.ContainsRune(syntaxChars, c) && !(p.sets && inClass && strings.ContainsRune("&-!#%,:;<=>@`~", c)) {
		p.fail("Invalid escape")
	}
	if c == 'k' && p.named {
		p.fail("Invalid named reference")
	}
	return c
}

func (p *parser) hex(n int) (rune, bool) {
	v := rune(0)
	for i := range n {
		d := hexDigit(p.at(i))
		if d < 0 {
			return 0, false
		}
		v = v<<4 | d
	}
	p.pos += n
	return v, true
}

func hexDigit(c rune) rune {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10
	}
	return -1
}

// unicodeEscape reads what follows \u.
func (p *parser) unicodeEscape(uni bool) (rune, bool) {
	if uni && p.peek() == '{' {
		at := p.pos
		p.pos++
		v, n := rune(0), 0
		for hexDigit(p.peek()) >= 0 {
			v = v<<4 | hexDigit(p.peek())
			n++
			p.pos++
			if v > unicode.MaxRune {
				p.fail("Invalid Unicode escape")
			}
		}
		if n == 0 || !p.eat('}') {
			p.pos = at
			return 0, false
		}
		return v, true
	}
	v, ok := p.hex(4)
	if ok && uni && 0xd800 <= v && v < 0xdc00 && p.peek() == '\\' && p.at(1) == 'u' {
		at := p.pos
		p.pos += 2
		if lo, ok := p.hex(4); ok && 0xdc00 <= lo && lo < 0xe000 {
			return utf16.DecodeRune(v, lo), true
		}
		p.pos = at
	}
	return v, ok
}

func (p *parser) class() node {
	p.pos++
	if p.sets {
		s := p.classSet()
		return p.setNode(s)
	}
	s := &Set{}
	s.negate = p.eat('^')
	for {
		if p.peek() == -1 {
			p.fail("Unterminated character class")
		}
		if p.eat(']') {
			return p.setNode(s)
		}
		lo, set := p.classAtom()
		if p.peek() == '-' && p.at(1) != ']' && p.at(1) != -1 {
			p.pos++
			hi, set2 := p.classAtom()
			if set != nil || set2 != nil {
				if p.uni {
					p.fail("Invalid character class")
				}
				s.add('-', '-')
				for _, x := range []struct {
					s *Set
					r rune
				}{{set, lo}, {set2, hi}} {
					if x.s != nil {
						s.addSet(x.s)
					} else {
						s.add(x.r, x.r)
					}
				}
				continue
			}
			if lo > hi {
				p.fail("Range out of order in character class")
			}
			s.add(lo, hi)
			continue
		}
		if set != nil {
			s.addSet(set)
		} else {
			s.add(lo, lo)
		}
	}
}

func (p *parser) classAtom() (rune, *Set) {
	c := p.peek()
	if c == -1 {
		p.fail("Unterminated character class")
	}
	p.pos++
	if c != '\\' {
		return c, nil
	}
	if s := p.classEscape(); s != nil {
		return 0, s
	}
	return p.charEscape(true), nil
}

// classSet reads the inside of a class in Unicode sets mode, up to its bracket.
func (p *parser) classSet() *Set {
	p.depth++
	if p.depth > maxDepth {
		p.fail("Regular expression too large")
	}
	defer func() { p.depth-- }()
	neg := p.eat('^')
	out := &Set{}
	first := true
	op, only, first2 := "", "", true
	for {
		if p.peek() == -1 {
			p.fail("Unterminated character class")
		}
		if p.eat(']') {
			break
		}
		if !first {
			switch {
			case p.eats("--"):
				op = "--"
			case p.eats("&&"):
				op = "&&"
			default:
				op = ""
			}
			if k := op; first2 {
				only, first2 = k, false
			} else if k != only {
				p.fail("Invalid set operation in character class")
			}
		}
		if strings.ContainsRune("()[{}/-|", p.peek()) && p.peek() != '[' {
			p.fail("Invalid character in character class")
		}
		x := p.setOperand()
		if op == "" && p.peek() == '-' && p.at(1) != '-' && len(x.ranges) == 1 && x.ranges[0].lo == x.ranges[0].hi {
			p.pos++
			y := p.setOperand()
			if len(y.ranges) != 1 || y.ranges[0].lo < x.ranges[0].lo {
				p.fail("Range out of order in character class")
			}
			x = &Set{ranges: []rng{{x.ranges[0].lo, y.ranges[0].hi}}}
		}
		switch {
		case op == "--":
			out.ranges = intersect(normal(out.ranges), complement(normal(x.ranges)))
			out.strings = slices.DeleteFunc(out.strings, func(s []rune) bool { return hasString(x.strings, s) })
		case op == "&&":
			out.ranges = intersect(normal(out.ranges), normal(x.ranges))
			out.strings = slices.DeleteFunc(out.strings, func(s []rune) bool { return !hasString(x.strings, s) })
		default:
			out.addSet(x)
		}
		first = false
	}
	if neg {
		if len(out.strings) > 0 {
			p.fail("Negated character class may contain strings")
		}
		if p.mode.i { // with folding, what folds into the set is not in its complement
			closed := &Set{ranges: normal(out.ranges), fold: true, unicode: true}
			extra := &Set{}
			for _, r := range closed.ranges {
				for c := r.lo; c <= r.hi && c-r.lo < 4096; c++ {
					for f := unicode.SimpleFold(c); f != c; f = unicode.SimpleFold(f) {
						extra.add(f, f)
					}
				}
			}
			out.ranges = append(out.ranges, extra.ranges...)
		}
		out.ranges = complement(normal(out.ranges))
	}
	return out
}

func hasString(list [][]rune, s []rune) bool {
	return slices.ContainsFunc(list, func(t []rune) bool { return slices.Equal(s, t) })
}

func (p *parser) setOperand() *Set {
	c := p.peek()
	p.pos++
	switch c {
	case -1:
		p.fail("Unterminated character class")
	case '[':
		return p.classSet()
	case '\\':
		if p.eats("q{") {
			s := &Set{}
			var cur []rune
			end := func() {
				if len(cur) == 1 {
					s.add(cur[0], cur[0])
				} else {
					s.strings = append(s.strings, cur)
				}
				cur = nil
			}
			for {
				k := p.peek()
				p.pos++
				switch k {
				case -1:
					p.fail("Invalid escape")
				case '}':
					end()
					return s
				case '|':
					end()
				case '\\':
					cur = append(cur, p.charEscape(true))
				default:
					cur = append(cur, k)
				}
			}
		}
		if s := p.classEscape(); s != nil {
			return s
		}
		r := p.charEscape(true)
		return &Set{ranges: []rng{{r, r}}}
	}
	return &Set{ranges: []rng{{c, c}}}
}
