package text

import (
	"errors"
	"strings"

	"github.com/sandpit-dev/sandpit/internal/pattern"
)

func (c *sedCompiler) address(second bool) (*sedAddress, error) {
	switch ch := c.peek(); {
	case ch >= '0' && ch <= '9':
		n, _ := c.number()
		c.blanks()
		if c.peek() == '~' && !second {
			c.pos++
			step, _ := c.number()
			return &sedAddress{kind: '~', line: n, step: step}, nil
		}
		return &sedAddress{kind: 'n', line: n}, nil
	case ch == '$' && c.more():
		c.pos++
		return &sedAddress{kind: '$'}, nil
	case (ch == '+' || ch == '~') && second:
		c.pos++
		n, _ := c.number() // none is 0
		kind := byte('+')
		if ch == '~' {
			kind = 'm'
		}
		return &sedAddress{kind: kind, line: n}, nil
	case (ch == '+' || ch == '~') && !second:
		c.pos += 2
		return nil, errors.New("invalid usage of +N or ~N as first address")
	case ch == '/' || ch == '\\':
		c.pos++
		delim := byte('/')
		if ch == '\\' {
			if !c.more() {
				return nil, errors.New("unterminated address regex")
			}
			delim = c.peek()
			c.pos++
		}
		src, ok := c.delimited(delim, true)
		if !ok {
			return nil, errors.New("unterminated address regex")
		}
		var flags pattern.Flags
		for {
			switch c.peek() {
			case 'I':
				flags |= pattern.IgnoreCase
				c.pos++
				continue
			case 'M':
				flags |= pattern.Multiline
				c.pos++
				continue
			}
			break
		}
		if src == "" {
			return &sedAddress{kind: '/'}, nil
		}
		re, err := c.regexp(src, flags)
		return &sedAddress{kind: '/', re: re}, err
	}
	return nil, nil
}

// bracketLength is the length of the bracket expression at the start of s, 1 when it does not close on its line.
func bracketLength(s string) int {
	i := 1
	if i < len(s) && s[i] == '^' {
		i++
	}
	if i < len(s) && s[i] == ']' {
		i++
	}
	for i < len(s) && s[i] != '\n' {
		switch {
		case s[i] == ']':
			return i + 1
		case s[i] == '[' && i+1 < len(s) && strings.IndexByte(":.=", s[i+1]) >= 0:
			end := strings.Index(s[i+2:], s[i+1:i+2]+"]")
			if end < 0 {
				return 1
			}
			i += end + 4
		case s[i] == '\\' && i+1 < len(s) && s[i+1] == 'n':
			return 1 // \n is a newline even here: left to the caller
		default:
			i++
		}
	}
	return 1
}

// delimited reads up to delim. With re, escapes stay for the regexp compiler, an escaped delimiter is plain and a
// bracket expression hides the delimiter.
func (c *sedCompiler) delimited(delim byte, re bool) (string, bool) {
	var b strings.Builder
	for c.more() {
		ch := c.src[c.pos]
		c.pos++
		switch {
		case ch == delim:
			return b.String(), true
		case ch == '\n' && re:
			return "", false
		case ch == '[' && re:
			n := bracketLength(c.src[c.pos-1:])
			b.WriteString(c.src[c.pos-1 : c.pos-1+n])
			c.pos += n - 1
		case ch == '\\' && c.more():
			next := c.src[c.pos]
			c.pos++
			switch {
			case next == delim:
				// A delimiter that is special in a regexp keeps its literal meaning only where it was special.
				if re && strings.IndexByte(`.*[]^$+?(){}|`, delim) >= 0 && !(strings.IndexByte(`+?(){}|`, delim) >= 0 && !c.extended) {
					b.WriteByte('\\')
				}
				b.WriteByte(next)
			case next == 'n' && re:
				b.WriteByte('\n')
			case next == '\n' && re:
				b.WriteByte('\n')
			default:
				b.WriteByte('\\')
				b.WriteByte(next)
			}
		default:
			b.WriteByte(ch)
		}
	}
	return "", false
}

func (c *sedCompiler) regexp(src string, flags pattern.Flags) (*pattern.Regexp, error) {
	src = sedEscapes(src)
	if c.bytes {
		flags |= pattern.Bytes
	}
	key := string(rune(flags)) + src
	if re, ok := c.cache[key]; ok {
		return re, nil
	}
	compile := pattern.BRE
	if c.extended {
		compile = pattern.ERE
	} else if c.posix {
		src = withoutGNU(src)
	}
	re, err := compile(src, flags)
	if err != nil {
		return nil, err
	}
	re = re.Stoppable(func() bool { return c.p.Safepoint() != nil })
	c.cache[key] = re
	return re, nil
}

// withoutGNU takes the backslash from \+, \? and \|, which POSIX does not know: there they are the characters themselves.
func withoutGNU(src string) string {
	var b strings.Builder
	for i := 0; i < len(src); i++ {
		switch {
		case src[i] == '[':
			n := max(pattern.BracketLength(src[i:]), 1)
			b.WriteString(src[i : i+n])
			i += n - 1
		case src[i] == '\\' && i+1 < len(src):
			if strings.IndexByte("+?|", src[i+1]) < 0 {
				b.WriteByte('\\')
			}
			i++
			b.WriteByte(src[i])
		default:
			b.WriteByte(src[i])
		}
	}
	return b.String()
}

// sedEscapes turns \t, \xHH, \oNNN, \dNNN, \cX and the like into their characters.
func sedEscapes(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		ch, used, ok := sedEscape(s[i:])
		if !ok {
			b.WriteByte('\\')
			b.WriteByte(s[i])
			continue
		}
		b.WriteByte(ch) // a special character by its code is special, as in GNU sed 4.9
		i += used - 1
	}
	return b.String()
}

// sedEscape reads the escape at the start of s, after its backslash.
func sedEscape(s string) (ch byte, used int, ok bool) {
	switch s[0] {
	case 'a':
		return '\a', 1, true
	case 'f':
		return '\f', 1, true
	case 'n':
		return '\n', 1, true
	case 'r':
		return '\r', 1, true
	case 't':
		return '\t', 1, true
	case 'v':
		return '\v', 1, true
	case 'c':
		if len(s) > 1 {
			c := s[1]
			if c >= 'a' && c <= 'z' {
				c -= 0x20
			}
			return c ^ 0x40, 2, true
		}
	case 'x':
		if n, k := digits(s[1:], 16, 2); k > 0 {
			return byte(n), 1 + k, true
		}
	case 'o':
		if n, k := digits(s[1:], 8, 3); k > 0 {
			return byte(n), 1 + k, true
		}
	case 'd':
		if n, k := digits(s[1:], 10, 3); k > 0 {
			return byte(n), 1 + k, true
		}
	}
	return 0, 0, false
}
