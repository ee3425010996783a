package pattern

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// translator writes a parsed expression in the syntax of package regexp.
type translator struct{ b strings.Builder }

// maxGoRepeat is the largest count that package regexp takes.
const maxGoRepeat = 1000

// node writes n; before and after are the nodes next to it in its sequence, nil at an end. It reports false when package
// regexp cannot hold the expression.
func (t *translator) node(n, before, after *node) bool {
	switch n.op {
	case nSeq:
		for i, k := range n.kids {
			var b, a *node
			if i > 0 {
				b = n.kids[i-1]
			}
			if i+1 < len(n.kids) {
				a = n.kids[i+1]
			}
			if !t.node(k, b, a) {
				return false
			}
		}
	case nAlt:
		t.b.WriteString("(?:")
		for i, k := range n.kids {
			if i > 0 {
				t.b.WriteByte('|')
			}
			if !t.node(k, nil, nil) {
				return false
			}
		}
		t.b.WriteByte(')')
	case nChar:
		return t.char(n.r)
	case nAny:
		t.b.WriteByte('.')
	case nSet:
		return t.set(n.set)
	case nGroup:
		t.b.WriteByte('(')
		if !t.node(n.kids[0], nil, nil) {
			return false
		}
		t.b.WriteByte(')')
	case nRepeat:
		t.b.WriteString("(?:")
		if !t.node(n.kids[0], nil, nil) {
			return false
		}
		t.b.WriteByte(')')
		switch {
		case n.min == 0 && n.max == -1:
			t.b.WriteByte('*')
		case n.min == 1 && n.max == -1:
			t.b.WriteByte('+')
		case n.min == 0 && n.max == 1:
			t.b.WriteByte('?')
		case n.min > maxGoRepeat || n.max > maxGoRepeat:
			return false
		case n.max == -1:
			fmt.Fprintf(&t.b, "{%d,}", n.min)
		default:
			fmt.Fprintf(&t.b, "{%d,%d}", n.min, n.max)
		}
	case nBegin:
		t.b.WriteByte('^')
	case nEnd:
		t.b.WriteByte('$')
	case nTextBegin:
		t.b.WriteString(`\A`)
	case nTextEnd:
		t.b.WriteString(`\z`)
	case nWordBegin:
		// \b is \< where a word character must follow.
		if after == nil || !after.asciiWord() {
			return false
		}
		t.b.WriteString(`\b`)
	case nWordEnd:
		if before == nil || !before.asciiWord() {
			return false
		}
		t.b.WriteString(`\b`)
	case nWordBoundary:
		t.b.WriteString(`\b`)
	case nNotBoundary:
		t.b.WriteString(`\B`)
	default:
		return false
	}
	return true
}

// asciiWord reports whether what n matches surely is not empty and made of word characters only.
func (n *node) asciiWord() bool {
	switch n.op {
	case nChar:
		return n.r < utf8.RuneSelf && isWord(n.r)
	case nSet:
		return n.set.wordOnly()
	case nGroup:
		return n.kids[0].asciiWord()
	case nRepeat:
		return n.min > 0 && n.kids[0].asciiWord()
	case nSeq, nAlt:
		for _, k := range n.kids {
			if !k.asciiWord() {
				return false
			}
		}
		return len(n.kids) > 0
	}
	return false
}

func (t *translator) char(r rune) bool {
	if r >= badByte || r == utf8.RuneError {
		return false
	}
	if r < utf8.RuneSelf && !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9') {
		if r < ' ' || r == 127 {
			fmt.Fprintf(&t.b, `\x%02x`, r)
			return true
		}
		if r != ' ' && r != '_' && r != '/' && r != ',' && r != ':' && r != '"' && r != '\'' && r != '=' && r != '<' && r != '>' && r != '@' && r != '%' && r != ';' && r != '!' && r != '`' && r != '#' && r != '~' && r != '&' {
			t.b.WriteByte('\\')
		}
	}
	t.b.WriteRune(r)
	return true
}

func (t *translator) set(s *bracket) bool {
	t.b.WriteByte('[')
	if s.negate {
		t.b.WriteByte('^')
	}
	one := func(r rune) bool {
		if r >= badByte {
			return false
		}
		fmt.Fprintf(&t.b, `\x{%x}`, r)
		return true
	}
	for _, r := range s.single {
		if !one(r) {
			return false
		}
	}
	for _, r := range s.ranges {
		if !one(r[0]) {
			return false
		}
		t.b.WriteByte('-')
		if !one(r[1]) {
			return false
		}
	}
	for _, name := range s.class {
		t.b.WriteString(classes[name].re)
	}
	t.b.WriteByte(']')
	return true
}
