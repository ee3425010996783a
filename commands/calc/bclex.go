package calc

import (
	"strings"
)

// bcToken is a token of bc: kind is n number, i name, s string, k keyword, o operator, \n newline, 0 end, ? bad.
type bcToken struct {
	kind byte
	text string
	line int
}

var bcKeywords = map[string]bool{"auto": true, "break": true, "continue": true, "define": true, "else": true, "for": true, "halt": true, "ibase": true,
	"if": true, "last": true, "length": true, "limits": true, "obase": true, "print": true, "quit": true, "read": true, "return": true, "scale": true,
	"sqrt": true, "void": true, "warranty": true, "while": true}

// bcLexer reads a text that grows: more gives the next line, false at the end.
type bcLexer struct {
	text string
	at   int
	line int
	more func() (string, bool)
}

// fill takes another line in.
func (l *bcLexer) fill() bool {
	if l.more == nil {
		return false
	}
	s, ok := l.more()
	if !ok {
		l.more = nil
		return false
	}
	l.text = l.text[l.at:] + s
	l.at = 0
	return true
}

func (l *bcLexer) peek(n int) byte {
	for l.at+n >= len(l.text) {
		if !l.fill() {
			return 0
		}
	}
	return l.text[l.at+n]
}

func (l *bcLexer) next() bcToken {
	for {
		switch c := l.peek(0); {
		case c == 0 && l.at >= len(l.text):
			return bcToken{0, "", l.line}
		case c == ' ' || c == '\t' || c == '\r':
			l.at++
		case c == '\\' && l.peek(1) == '\n':
			l.at += 2
			l.line++
		case c == '#':
			for l.peek(0) != '\n' && l.at < len(l.text) {
				l.at++
			}
		case c == '/' && l.peek(1) == '*':
			l.at += 2
			for !(l.peek(0) == '*' && l.peek(1) == '/') {
				if l.at >= len(l.text) {
					return bcToken{0, "", l.line}
				}
				if l.text[l.at] == '\n' {
					l.line++
				}
				l.at++
			}
			l.at += 2
		case c == '\n':
			l.at++
			l.line++
			return bcToken{'\n', "\n", l.line} // bc has counted it when it finds it out of place
		case c == '"':
			var b strings.Builder
			start := l.line
			for l.at++; l.peek(0) != '"'; l.at++ {
				if l.at >= len(l.text) {
					return bcToken{'?', "", start}
				}
				if l.text[l.at] == '\n' {
					l.line++
				}
				b.WriteByte(l.text[l.at])
			}
			l.at++
			return bcToken{'s', b.String(), start}
		case c >= '0' && c <= '9' || c >= 'A' && c <= 'F' || c == '.' && (isBCDigit(l.peek(1)) || l.peek(1) == '\\'):
			var b strings.Builder
			dot := false
			for {
				c := l.peek(0)
				if c == '\\' && l.peek(1) == '\n' {
					l.at += 2
					l.line++
					continue
				}
				if c == '.' && !dot {
					dot = true
				} else if !isBCDigit(c) {
					break
				}
				b.WriteByte(c)
				l.at++
			}
			return bcToken{'n', b.String(), l.line}
		case c >= 'a' && c <= 'z':
			var b strings.Builder
			for c := l.peek(0); c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_'; c = l.peek(0) {
				b.WriteByte(c)
				l.at++
			}
			if bcKeywords[b.String()] {
				return bcToken{'k', b.String(), l.line}
			}
			return bcToken{'i', b.String(), l.line}
		default:
			for _, op := range []string{"++", "--", "+=", "-=", "*=", "/=", "%=", "^=", "==", "<=", ">=", "!=", "&&", "||"} {
				if c == op[0] && l.peek(1) == op[1] {
					l.at += 2
					return bcToken{'o', op, l.line}
				}
			}
			l.at++
			if strings.IndexByte("+-*/%^=<>!(){}[];,.&", c) >= 0 {
				return bcToken{'o', string(c), l.line}
			}
			return bcToken{'?', string(c), l.line}
		}
	}
}

func isBCDigit(c byte) bool { return c >= '0' && c <= '9' || c >= 'A' && c <= 'F' }
