package pattern

import "strings"

type nodeOp uint8

const (
	nSeq nodeOp = iota
	nAlt
	nChar
	nAny
	nSet
	nGroup
	nRepeat
	nBackref
	nBegin        // ^
	nEnd          // $
	nTextBegin    // \`
	nTextEnd      // \'
	nWordBegin    // \<
	nWordEnd      // \>
	nWordBoundary // \b
	nNotBoundary  // \B
)

// node is one node of a parsed regular expression.
type node struct {
	op       nodeOp
	r        rune
	set      *bracket
	kids     []*node
	group    int // number of a group or a back-reference
	min, max int // of a repeat; max -1 = no bound
}

// plain returns the text of a sequence of characters.
func (n *node) plain() (string, bool) {
	for n.op == nAlt && len(n.kids) == 1 {
		n = n.kids[0]
	}
	if n.op != nSeq {
		return "", false
	}
	var b strings.Builder
	for _, k := range n.kids {
		if k.op != nChar {
			return "", false
		}
		writeChar(&b, k.r)
	}
	return b.String(), true
}

type regexpParser struct {
	src      string
	pos      int
	extended bool
	flags    Flags
	groups   int
	closed   []bool // groups that may be referred to
	backrefs bool
}

func (p *regexpParser) more() bool            { return p.pos < len(p.src) }
func (p *regexpParser) looking(s string) bool { return strings.HasPrefix(p.src[p.pos:], s) }

func (p *regexpParser) atBar() bool {
	if p.extended {
		return p.looking("|")
	}
	return p.looking(`\|`)
}

func (p *regexpParser) atClose(depth int) bool {
	if p.extended {
		return p.looking(")") && (depth > 0 || p.flags&Strict == 0)
	}
	return p.looking(`\)`)
}

func (p *regexpParser) alternatives(depth int) (*node, error) {
	alt := &node{op: nAlt}
	for {
		seq, err := p.sequence(depth)
		if err != nil {
			return nil, err
		}
		alt.kids = append(alt.kids, seq)
		if !p.more() || !p.atBar() {
			break
		}
		if p.extended {
			p.pos++
		} else {
			p.pos += 2
		}
	}
	if len(alt.kids) == 1 {
		return alt.kids[0], nil
	}
	return alt, nil
}

func (p *regexpParser) sequence(depth int) (*node, error) {
	seq := &node{op: nSeq}
	start := true // nothing that could be repeated yet
	for p.more() && !p.atBar() && !p.atClose(depth) {
		atom, err := p.atom(depth, start)
		if err != nil {
			return nil, err
		}
		anchor := atom.op == nBegin
		for p.more() && !(anchor && !p.extended) {
			lo, hi, ok, err := p.repeat()
			if err != nil {
				return nil, err
			}
			if !ok {
				break
			}
			if anchor {
				if p.flags&Strict != 0 {
					return nil, errRepeat
				}
				continue
			}
			atom = simplify(&node{op: nRepeat, kids: []*node{atom}, min: lo, max: hi})
		}
		seq.kids = append(seq.kids, atom)
		start = anchor
	}
	return seq, nil
}

// simplify joins stacked repeats such as a**, which would otherwise cost exponential time to match.
func simplify(n *node) *node {
	if k := n.kids[0]; k.op == nRepeat && n.max == -1 && n.min <= 1 && k.max == -1 && k.min <= 1 {
		return &node{op: nRepeat, kids: k.kids, min: min(n.min, k.min), max: -1}
	}
	return n
}

// repeat parses a repeat operator.
func (p *regexpParser) repeat() (lo, hi int, ok bool, err error) {
	c := p.src[p.pos]
	if c == '*' {
		p.pos++
		return 0, -1, true, nil
	}
	if !p.extended {
		if c != '\\' || p.pos+1 >= len(p.src) {
			return 0, 0, false, nil
		}
		c = p.src[p.pos+1]
		if c != '+' && c != '?' && c != '{' {
			return 0, 0, false, nil
		}
		p.pos++
	}
	switch c {
	case '+':
		p.pos++
		return 1, -1, true, nil
	case '?':
		p.pos++
		return 0, 1, true, nil
	case '{':
		save := p.pos
		p.pos++
		lo, hi, err = p.interval()
		if err != nil && p.extended && p.flags&Strict == 0 && err != errTooBig && err != errOrder {
			p.pos = save // GNU grep -E: an invalid interval is literal
			return 0, 0, false, nil
		}
		return lo, hi, err == nil, err
	}
	return 0, 0, false, nil
}

func (p *regexpParser) interval() (lo, hi int, err error) {
	number := func() (int, bool) {
		n, any := 0, false
		for p.more() && p.src[p.pos] >= '0' && p.src[p.pos] <= '9' {
			n = min(n*10+int(p.src[p.pos]-'0'), maxRepeat+1)
			p.pos++
			any = true
		}
		return n, any
	}
	lo, okLo := number()
	hi = lo
	if p.more() && p.src[p.pos] == ',' {
		p.pos++
		var okHi bool
		if hi, okHi = number(); !okHi {
			hi = -1
		}
		okLo = true
	}
	closer := "}"
	if !p.extended {
		closer = `\}`
	}
	if !p.more() {
		return 0, 0, errBrace
	}
	if !okLo || !p.looking(closer) {
		return 0, 0, errBadBrace
	}
	p.pos += len(closer)
	if hi >= 0 && lo > hi {
		return 0, 0, errOrder
	}
	if lo > maxRepeat || hi > maxRepeat {
		return 0, 0, errTooBig
	}
	return lo, hi, nil
}

func (p *regexpParser) char() *node {
	r, w := decode(p.src[p.pos:])
	p.pos += w
	return &node{op: nChar, r: r}
}

func (p *regexpParser) atom(depth int, start bool) (*node, error) {
	c := p.src[p.pos]
	switch c {
	case '\\':
		return p.escape(depth, start)
	case '.':
		p.pos++
		return &node{op: nAny}, nil
	case '[':
		return p.bracket()
	case '*':
		if start && p.extended && p.flags&Strict != 0 {
			return nil, errRepeat
		}
		return p.char(), nil // only reached where there is nothing to repeat
	case '^':
		if p.extended || start {
			p.pos++
			return &node{op: nBegin}, nil
		}
	case '$':
		if p.extended || p.pos+1 == len(p.src) || strings.HasPrefix(p.src[p.pos+1:], `\)`) || strings.HasPrefix(p.src[p.pos+1:], `\|`) {
			p.pos++
			return &node{op: nEnd}, nil
		}
	}
	if p.extended {
		switch c {
		case '(':
			p.pos++
			return p.groupBody(depth)
		case '+', '?', '{':
			if p.flags&Strict != 0 {
				return nil, errRepeat
			}
		}
	}
	return p.char(), nil
}

func (p *regexpParser) groupBody(depth int) (*node, error) {
	if depth >= maxNest {
		return nil, errTooBig
	}
	p.groups++
	n := &node{op: nGroup, group: p.groups}
	p.closed = append(p.closed, false)
	body, err := p.alternatives(depth + 1)
	if err != nil {
		return nil, err
	}
	if !p.more() {
		return nil, errParen
	}
	if p.extended {
		p.pos++
	} else {
		p.pos += 2
	}
	p.closed[n.group-1] = true
	n.kids = []*node{body}
	return n, nil
}

var (
	wordSet    = &bracket{class: []string{"word"}}
	notWordSet = &bracket{class: []string{"word"}, negate: true}
	spaceSet   = &bracket{class: []string{"space"}}
	notSpace   = &bracket{class: []string{"space"}, negate: true}
)

func (p *regexpParser) escape(depth int, start bool) (*node, error) {
	if p.pos+1 >= len(p.src) {
		return nil, errBackslash
	}
	c := p.src[p.pos+1]
	p.pos += 2
	switch c {
	case 'w':
		return &node{op: nSet, set: wordSet}, nil
	case 'W':
		return &node{op: nSet, set: notWordSet}, nil
	case 's':
		return &node{op: nSet, set: spaceSet}, nil
	case 'S':
		return &node{op: nSet, set: notSpace}, nil
	case 'b':
		return &node{op: nWordBoundary}, nil
	case 'B':
		return &node{op: nNotBoundary}, nil
	case '<':
		return &node{op: nWordBegin}, nil
	case '>':
		return &node{op: nWordEnd}, nil
	case '`':
		return &node{op: nTextBegin}, nil
	case '\'':
		return &node{op: nTextEnd}, nil
	case '(':
		if !p.extended {
			return p.groupBody(depth)
		}
	case '{':
		if !p.extended {
			return nil, errRepeat
		}
	}
	if c >= '1' && c <= '9' {
		k := int(c - '0')
		if k > len(p.closed) || !p.closed[k-1] {
			return nil, errBackref
		}
		p.backrefs = true
		return &node{op: nBackref, group: k}, nil
	}
	p.pos--
	return p.char(), nil
}

// bracket parses a bracket expression: no escapes, classes and collating symbols as POSIX has them.
func (p *regexpParser) bracket() (*node, error) {
	s := p.src
	i := p.pos + 1
	set := &bracket{}
	if i < len(s) && s[i] == '^' {
		set.negate = true
		i++
	}
	element := func() (rune, error) {
		if s[i] == '[' && i+1 < len(s) && (s[i+1] == '.' || s[i+1] == '=') {
			end := strings.Index(s[i+2:], s[i+1:i+2]+"]")
			if end < 0 {
				return 0, errBracket
			}
			name := s[i+2 : i+2+end]
			i += end + 4
			if r, n := decodeOr(name); n > 0 && n == len(name) {
				return r, nil
			}
			if r, ok := collating[name]; ok {
				return r, nil
			}
			return 0, errCollate
		}
		r, w := decode(s[i:])
		i += w
		return r, nil
	}
	for first := true; ; first = false {
		if i >= len(s) {
			return nil, errBracket
		}
		if s[i] == ']' && !first {
			p.pos = i + 1
			return &node{op: nSet, set: set}, nil
		}
		if strings.HasPrefix(s[i:], "[:") {
			end := strings.Index(s[i+2:], ":]")
			if end < 0 {
				return nil, errBracket
			}
			name := s[i+2 : i+2+end]
			if _, ok := classes[name]; !ok || name == "word" || name == "ascii" {
				return nil, errClass
			}
			set.class = append(set.class, name)
			i += end + 4
			continue
		}
		lo, err := element()
		if err != nil {
			return nil, err
		}
		if i+1 < len(s) && s[i] == '-' && s[i+1] != ']' {
			i++
			hi, err := element()
			if err != nil {
				return nil, err
			}
			if lo > hi {
				return nil, errRange
			}
			set.ranges = append(set.ranges, [2]rune{lo, hi})
			continue
		}
		set.single = append(set.single, lo)
	}
}
