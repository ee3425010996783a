package perlre

import (
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/internal/pattern"
)

type opcode uint8

const (
	opSeq opcode = iota
	opAlt
	opSet    // one character
	opGroup  // a capture
	opRepeat // min to max times; max -1 = no bound
	opBackref
	opCall // (?1), (?R): the expression of a group again
	opLook
	opAtomic
	opKeep     // \K
	opBegin    // ^
	opEnd      // $
	opTextEnd  // \z
	opBoundary // \b, \B with not set
	opNewline  // \R
)

// node is a node of a parsed Perl expression.
type node struct {
	op             opcode
	is             func(rune) bool // opSet
	kids           []*node
	group          int
	min, max       int
	lazy           bool
	not, behind    bool
	multi, foldCap bool
}

// maxNesting bounds groups within groups.
const maxNesting = 200

// Errors of a Perl expression, with PCRE's texts.
var (
	errParen   = errors.New("missing closing parenthesis")
	errLone    = errors.New("unmatched closing parenthesis")
	errSet     = errors.New("missing terminating ] for character class")
	errRepeat  = errors.New("quantifier does not follow a repeatable item")
	errEscape  = errors.New("\\ at end of pattern")
	errRef     = errors.New("reference to non-existent subpattern")
	errGroup   = errors.New("unrecognized character after (? or (?-")
	errUnknown = errors.New("unrecognized character follows \\")
	errRange   = errors.New("range out of order in character class")
	errProp    = errors.New("unknown property after \\P or \\p")
	errDeep    = errors.New("parentheses are too deeply nested")
	errBig     = errors.New("number too big in {} quantifier")
	errVerb    = errors.New("(*VERB) not recognized or malformed")
)

type flagSet struct{ fold, dotAll, multi, extended bool }

type parser struct {
	src    string
	pos    int
	flags  flagSet
	groups int
	names  map[string]int
	depth  int
	refs   []*node // back-references and calls, checked at the end
	quoted bool    // within \Q…\E
}

// parse reads a PCRE expression: everything but conditionals, branch reset, callouts and verbs.
func parse(src string, fold bool) (n *node, names []string, err error) {
	p := &parser{src: src, flags: flagSet{fold: fold}, names: map[string]int{}}
	n, err = p.alternatives()
	if err == nil && p.pos < len(src) {
		err = errLone
	}
	for _, r := range p.refs {
		if err == nil && r.group > p.groups {
			err = errRef
		}
	}
	names = make([]string, p.groups+1)
	for name, g := range p.names {
		names[g] = name
	}
	return n, names, err
}

func (p *parser) more() bool { return p.pos < len(p.src) }

func (p *parser) take(s string) bool {
	if strings.HasPrefix(p.src[p.pos:], s) {
		p.pos += len(s)
		return true
	}
	return false
}

func (p *parser) alternatives() (*node, error) {
	if p.depth++; p.depth > maxNesting {
		return nil, errDeep
	}
	defer func() { p.depth-- }()
	alt := &node{op: opAlt}
	for {
		seq, err := p.sequence()
		if err != nil {
			return nil, err
		}
		alt.kids = append(alt.kids, seq)
		if !p.take("|") {
			break
		}
	}
	if len(alt.kids) == 1 {
		return alt.kids[0], nil
	}
	return alt, nil
}

func (p *parser) sequence() (*node, error) {
	seq := &node{op: opSeq}
	for p.more() {
		if p.quoted {
			if p.take(`\E`) {
				p.quoted = false
				continue
			}
			seq.kids = append(seq.kids, p.char(p.rune()))
			continue
		}
		c := p.src[p.pos]
		if c == '|' || c == ')' {
			break
		}
		if p.flags.extended {
			if strings.IndexByte(" \t\n\r\f\v", c) >= 0 {
				p.pos++
				continue
			}
			if c == '#' {
				if i := strings.IndexByte(p.src[p.pos:], '\n'); i >= 0 {
					p.pos += i
				} else {
					p.pos = len(p.src)
				}
				continue
			}
		}
		n, err := p.atom()
		if err != nil {
			return nil, err
		}
		if n == nil {
			continue
		}
		if n, err = p.repeats(n); err != nil {
			return nil, err
		}
		seq.kids = append(seq.kids, n)
	}
	return seq, nil
}

func (p *parser) rune() rune {
	r, n := utf8.DecodeRuneInString(p.src[p.pos:])
	p.pos += n
	return r
}

func (p *parser) set(is func(rune) bool) *node { return &node{op: opSet, is: is} }

func (p *parser) char(r rune) *node {
	if p.flags.fold && unicode.SimpleFold(r) != r {
		return p.set(func(c rune) bool { return c == r || foldEqual(c, r) })
	}
	return p.set(func(c rune) bool { return c == r })
}

func foldEqual(a, b rune) bool {
	for f := unicode.SimpleFold(b); f != b; f = unicode.SimpleFold(f) {
		if f == a {
			return true
		}
	}
	return a == b
}

// repeats reads the quantifier after an atom.
func (p *parser) repeats(n *node) (*node, error) {
	if !p.more() {
		return n, nil
	}
	lo, hi := 0, -1
	switch c := p.src[p.pos]; c {
	case '*':
		p.pos++
	case '+':
		lo = 1
		p.pos++
	case '?':
		hi = 1
		p.pos++
	case '{':
		end := strings.IndexByte(p.src[p.pos:], '}')
		if end < 0 {
			return n, nil
		}
		from, to, ranged := strings.Cut(p.src[p.pos+1:p.pos+end], ",")
		a, err1 := strconv.Atoi(from)
		b, err2 := a, error(nil)
		if ranged && to == "" {
			b = -1
		} else if ranged {
			b, err2 = strconv.Atoi(to)
		}
		if err1 != nil || err2 != nil || a < 0 || strings.HasPrefix(from, "+") {
			return n, nil // not a quantifier: literal text
		}
		if a > 65535 || b > 65535 {
			return nil, errBig
		}
		if b >= 0 && b < a {
			return nil, errors.New("numbers out of order in {} quantifier")
		}
		lo, hi = a, b
		p.pos += end + 1
	default:
		return n, nil
	}
	r := &node{op: opRepeat, kids: []*node{n}, min: lo, max: hi}
	switch {
	case p.take("?"):
		r.lazy = true
	case p.take("+"):
		return &node{op: opAtomic, kids: []*node{r}}, nil
	}
	return r, nil
}

func (p *parser) atom() (*node, error) {
	c := p.src[p.pos]
	switch c {
	case '(':
		p.pos++
		return p.group()
	case '[':
		p.pos++
		is, err := p.class()
		return p.set(is), err
	case '\\':
		p.pos++
		return p.escape()
	case '.':
		p.pos++
		if p.flags.dotAll {
			return p.set(func(rune) bool { return true }), nil
		}
		return p.set(func(r rune) bool { return r != '\n' }), nil
	case '^':
		p.pos++
		return &node{op: opBegin, multi: p.flags.multi}, nil
	case '$':
		p.pos++
		return &node{op: opEnd, multi: p.flags.multi}, nil
	case '*', '+', '?':
		return nil, errRepeat
	}
	return p.char(p.rune()), nil
}

func (p *parser) name(end byte) (string, error) {
	i := strings.IndexByte(p.src[p.pos:], end)
	if i <= 0 {
		return "", errGroup
	}
	name := p.src[p.pos : p.pos+i]
	p.pos += i + 1
	return name, nil
}

func (p *parser) group() (*node, error) {
	flags := p.flags
	var n *node
	var err error
	inner := func(wrap *node) (*node, error) {
		body, err := p.alternatives()
		if err != nil {
			return nil, err
		}
		if !p.take(")") {
			return nil, errParen
		}
		p.flags = flags
		if wrap == nil {
			return body, nil
		}
		wrap.kids = []*node{body}
		return wrap, nil
	}
	capture := func(name string) (*node, error) {
		p.groups++
		if name != "" {
			p.names[name] = p.groups
		}
		return inner(&node{op: opGroup, group: p.groups})
	}
	switch {
	case p.take("*"):
		return nil, errVerb
	case !p.take("?"):
		return capture("")
	case p.take("#"):
		i := strings.IndexByte(p.src[p.pos:], ')')
		if i < 0 {
			return nil, errParen
		}
		p.pos += i + 1
		return nil, nil
	case p.take(":"):
		return inner(nil)
	case p.take(">"):
		return inner(&node{op: opAtomic})
	case p.take("="):
		return inner(&node{op: opLook})
	case p.take("!"):
		return inner(&node{op: opLook, not: true})
	case p.take("<="):
		return inner(&node{op: opLook, behind: true})
	case p.take("<!"):
		return inner(&node{op: opLook, behind: true, not: true})
	case p.take("P="):
		name, err := p.name(')')
		if err != nil {
			return nil, err
		}
		return p.named(name)
	case p.take("P<"), p.take("<"):
		name, err := p.name('>')
		if err != nil {
			return nil, err
		}
		return capture(name)
	case p.take("'"):
		name, err := p.name('\'')
		if err != nil {
			return nil, err
		}
		return capture(name)
	}
	if end := strings.IndexByte(p.src[p.pos:], ')'); end > 0 {
		word := p.src[p.pos : p.pos+end]
		if word == "R" {
			word = "0"
		}
		if g, cerr := strconv.ParseUint(word, 10, 16); cerr == nil {
			p.pos += end + 1
			n = &node{op: opCall, group: int(g)}
			p.refs = append(p.refs, n)
			return n, nil
		}
	}
	on := true
	for p.more() {
		c := p.src[p.pos]
		p.pos++
		switch c {
		case '-':
			on = false
		case 'i':
			p.flags.fold = on
		case 's':
			p.flags.dotAll = on
		case 'm':
			p.flags.multi = on
		case 'x':
			p.flags.extended = on
		case ')':
			return nil, nil // for the rest of the group around
		case ':':
			n, err = inner(nil)
			return n, err
		default:
			return nil, errGroup
		}
	}
	return nil, errParen
}

func (p *parser) named(name string) (*node, error) {
	g, ok := p.names[name]
	if !ok {
		return nil, errRef
	}
	return p.backref(g), nil
}

func (p *parser) backref(g int) *node {
	n := &node{op: opBackref, group: g, foldCap: p.flags.fold}
	p.refs = append(p.refs, n)
	return n
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }
func isWord(r rune) bool {
	return r == '_' || r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
func isSpace(r rune) bool { return r == ' ' || r >= '\t' && r <= '\r' }
func isBlank(r rune) bool { return r == ' ' || r == '\t' || r == 0xa0 || unicode.Is(unicode.Zs, r) }
func isBreak(r rune) bool {
	return r >= '\n' && r <= '\r' || r == 0x85 || r == 0x2028 || r == 0x2029
}

// classEscape gives the set of \d, \W, \h, \pL and their like; ok is false for other escapes.
func (p *parser) classEscape() (is func(rune) bool, ok bool, err error) {
	c := p.src[p.pos]
	switch c | 0x20 {
	case 'd':
		is = isDigit
	case 'w':
		is = isWord
	case 's':
		is = isSpace
	case 'h':
		is = isBlank
	case 'v':
		is = isBreak
	case 'p':
		p.pos++
		return p.property(c == 'P')
	default:
		return nil, false, nil
	}
	p.pos++
	if c < 'a' {
		inner := is
		is = func(r rune) bool { return !inner(r) }
	}
	return is, true, nil
}

func (p *parser) property(not bool) (func(rune) bool, bool, error) {
	if !p.more() {
		return nil, false, errProp
	}
	name := p.src[p.pos : p.pos+1]
	p.pos++
	if name == "{" {
		i := strings.IndexByte(p.src[p.pos:], '}')
		if i < 0 {
			return nil, false, errProp
		}
		name = p.src[p.pos : p.pos+i]
		p.pos += i + 1
	}
	if strings.HasPrefix(name, "^") {
		name, not = name[1:], !not
	}
	table := unicode.Categories[name]
	if table == nil {
		table = unicode.Scripts[name]
	}
	if table == nil {
		return nil, false, errProp
	}
	return func(r rune) bool { return unicode.Is(table, r) != not }, true, nil
}

// charEscape gives the character of \n, \x41, \061 and their like; ok is false for other escapes.
func (p *parser) charEscape() (rune, bool) {
	c := p.src[p.pos]
	if i := strings.IndexByte("tnrfae", c); i >= 0 {
		p.pos++
		return rune("\t\n\r\f\a\x1b"[i]), true
	}
	digits := func(base, most int) rune {
		n := 0
		for k := 0; k < most && p.more(); k++ {
			v, err := strconv.ParseUint(p.src[p.pos:p.pos+1], base, 8)
			if err != nil {
				break
			}
			n = n*base + int(v)
			p.pos++
		}
		return rune(n)
	}
	switch {
	case c == 'x' && strings.HasPrefix(p.src[p.pos:], "x{"):
		p.pos += 2
		r := digits(16, 6)
		return r, p.take("}")
	case c == 'x':
		p.pos++
		return digits(16, 2), true
	case c == '0':
		return digits(8, 3), true
	case c == 'c' && p.pos+1 < len(p.src):
		r := rune(p.src[p.pos+1]&^0x20) ^ 0x40
		p.pos += 2
		return r, true
	}
	return 0, false
}

func (p *parser) escape() (*node, error) {
	if !p.more() {
		return nil, errEscape
	}
	if is, ok, err := p.classEscape(); ok || err != nil {
		return p.set(is), err
	}
	if r, ok := p.charEscape(); ok {
		return p.char(r), nil
	}
	c := p.src[p.pos]
	if c >= utf8.RuneSelf {
		return p.char(p.rune()), nil
	}
	p.pos++
	switch c {
	case 'Q':
		p.quoted = true
		return nil, nil
	case 'E':
		return nil, nil
	case 'K':
		return &node{op: opKeep}, nil
	case 'b', 'B':
		return &node{op: opBoundary, not: c == 'B'}, nil
	case 'A', 'G':
		return &node{op: opBegin}, nil
	case 'Z':
		return &node{op: opEnd}, nil
	case 'z':
		return &node{op: opTextEnd}, nil
	case 'R':
		return &node{op: opNewline}, nil
	case 'N':
		return p.set(func(r rune) bool { return r != '\n' }), nil
	case 'k':
		for open, end := range map[string]byte{"<": '>', "{": '}', "'": '\''} {
			if p.take(open) {
				name, err := p.name(end)
				if err != nil {
					return nil, err
				}
				return p.named(name)
			}
		}
		return nil, errUnknown
	case 'g':
		word := ""
		if p.take("{") {
			var err error
			if word, err = p.name('}'); err != nil {
				return nil, err
			}
		} else {
			from := p.pos
			p.take("-")
			for p.more() && isDigit(rune(p.src[p.pos])) {
				p.pos++
			}
			word = p.src[from:p.pos]
		}
		n, err := strconv.Atoi(word)
		switch {
		case err != nil && word != "":
			return p.named(word)
		case err != nil:
			return nil, errUnknown
		case n < 0:
			n += p.groups + 1
		}
		if n <= 0 {
			return nil, errRef
		}
		return p.backref(n), nil
	}
	if isDigit(rune(c)) {
		from := p.pos - 1
		for p.more() && isDigit(rune(p.src[p.pos])) && p.pos-from < 2 {
			p.pos++
		}
		n, _ := strconv.Atoi(p.src[from:p.pos])
		return p.backref(n), nil
	}
	if c|0x20 >= 'a' && c|0x20 <= 'z' {
		return nil, errUnknown
	}
	return p.char(rune(c)), nil
}

// class reads a bracket after its "[".
func (p *parser) class() (func(rune) bool, error) {
	not := p.take("^")
	type span struct{ lo, hi rune }
	var spans []span
	var sets []func(rune) bool
	fold := p.flags.fold
	for first := true; ; first = false {
		if !p.more() {
			return nil, errSet
		}
		if p.src[p.pos] == ']' && !first {
			p.pos++
			break
		}
		if strings.HasPrefix(p.src[p.pos:], "[:") {
			if end := strings.Index(p.src[p.pos:], ":]"); end > 0 {
				name, negated := strings.CutPrefix(p.src[p.pos+2:p.pos+end], "^")
				is, ok := pattern.Class(name)
				if !ok {
					return nil, errors.New("unknown POSIX class name")
				}
				p.pos += end + 2
				sets = append(sets, func(r rune) bool { return (r < utf8.RuneSelf && is(r)) != negated })
				continue
			}
		}
		lo, set, err := p.classChar()
		if err != nil {
			return nil, err
		}
		if set != nil {
			sets = append(sets, set)
			continue
		}
		hi := lo
		if p.pos+1 < len(p.src) && p.src[p.pos] == '-' && p.src[p.pos+1] != ']' {
			mark := p.pos
			p.pos++
			var isSet func(rune) bool
			if hi, isSet, err = p.classChar(); err != nil {
				return nil, err
			}
			if isSet != nil { // [a-\d]: the dash is itself
				p.pos, hi = mark, lo
			} else if hi < lo {
				return nil, errRange
			}
		}
		spans = append(spans, span{lo, hi})
	}
	in := func(r rune) bool {
		for _, s := range spans {
			if r >= s.lo && r <= s.hi {
				return true
			}
		}
		return false
	}
	return func(r rune) bool {
		hit := in(r)
		for i := 0; !hit && i < len(sets); i++ {
			hit = sets[i](r)
		}
		if fold && !hit {
			for f := unicode.SimpleFold(r); f != r && !hit; f = unicode.SimpleFold(f) {
				hit = in(f)
			}
		}
		return hit != not
	}, nil
}

func (p *parser) classChar() (rune, func(rune) bool, error) {
	if !p.more() {
		return 0, nil, errSet
	}
	if p.src[p.pos] != '\\' {
		return p.rune(), nil, nil
	}
	p.pos++
	if !p.more() {
		return 0, nil, errEscape
	}
	if is, ok, err := p.classEscape(); ok || err != nil {
		return 0, is, err
	}
	if p.take("b") {
		return '\b', nil, nil
	}
	if r, ok := p.charEscape(); ok {
		return r, nil, nil
	}
	return p.rune(), nil, nil
}
