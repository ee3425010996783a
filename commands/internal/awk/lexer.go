package awk

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

type token uint8

const (
	tEOF token = iota
	tNewline
	tLbrace
	tRbrace
	tLparen
	tRparen
	tLbracket
	tRbracket
	tSemicolon
	tComma
	tPlus
	tMinus
	tMul
	tDiv
	tMod
	tPow
	tNot
	tGT
	tGE
	tLT
	tLE
	tEQ
	tNE
	tMatch
	tNoMatch
	tAnd
	tOr
	tQuestion
	tColon
	tAssign
	tAddAssign
	tSubAssign
	tMulAssign
	tDivAssign
	tModAssign
	tPowAssign
	tIncr
	tDecr
	tDollar
	tPipe
	tAppend
	tNumber
	tString
	tRegex
	tName
	tFuncName // a name with ( right behind it
	tBuiltin
	// keywords
	tBegin
	tEnd
	tFunction
	tIf
	tElse
	tWhile
	tFor
	tDo
	tBreak
	tContinue
	tNext
	tNextFile
	tExit
	tReturn
	tDelete
	tIn
	tGetline
	tPrint
	tPrintf
	tSwitch
	tCase
	tDefault
)

var keywords = map[string]token{
	"BEGIN": tBegin, "END": tEnd, "function": tFunction, "func": tFunction, "if": tIf, "else": tElse,
	"while": tWhile, "for": tFor, "do": tDo, "break": tBreak, "continue": tContinue, "next": tNext,
	"nextfile": tNextFile, "exit": tExit, "return": tReturn, "delete": tDelete, "in": tIn, "getline": tGetline,
	"print": tPrint, "printf": tPrintf, "switch": tSwitch, "case": tCase, "default": tDefault,
}

// SyntaxError is a program that does not parse.
type SyntaxError struct {
	Line int
	File string // name of the -f file, "" for the command line
	Text string
	// Fatal is a program that parses but calls what is not there: gawk's exit status is 2 then, not 1.
	Fatal bool
	// Source is the line of the program that is shown with a mark under its byte Column, where there is one.
	Source string
	Column int
	Marked bool
}

func (e *SyntaxError) Error() string {
	if e.Marked {
		return e.place() + e.Source + "\n" + e.Mark()
	}
	return e.place() + e.Text
}

func (e *SyntaxError) place() string {
	where := "cmd. line"
	if e.File != "" {
		where = e.File
	}
	return fmt.Sprintf("%s:%d: ", where, e.Line)
}

// Shown is the line of the program with its place, and Mark what stands under it.
func (e *SyntaxError) Shown() string { return e.place() + e.Source }

// Mark is the line below Shown.
func (e *SyntaxError) Mark() string {
	return e.place() + strings.Repeat(" ", e.Column) + "^ " + e.Text
}

type lexer struct {
	src  string
	pos  int
	line int
	// the current token
	tok     token
	text    string // name, string value, regular expression
	num     float64
	start   int // offset of the token
	ended   int // offset of the end of the one before
	tokLine int
}

func (l *lexer) fail(format string, args ...any) {
	panic(&SyntaxError{Line: l.line, Text: fmt.Sprintf(format, args...)})
}

// failAt is fail with the line of the program and a mark at an offset.
func (l *lexer) failAt(at int, format string, args ...any) {
	at = min(at, len(l.src))
	from := strings.LastIndexByte(l.src[:at], '\n') + 1
	line := l.src[from:]
	if i := strings.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	panic(&SyntaxError{
		Line: strings.Count(l.src[:from], "\n") + 1, Text: fmt.Sprintf(format, args...),
		Source: line, Column: min(at-from, len(line)), Marked: true,
	})
}

func isNameStart(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }
func isNameByte(c byte) bool  { return isNameStart(c) || c >= '0' && c <= '9' }

func (l *lexer) peekByte(n int) byte {
	if l.pos+n < len(l.src) {
		return l.src[l.pos+n]
	}
	return 0
}

// next moves to the next token.
func (l *lexer) next() {
	l.ended = l.pos
	for l.pos < len(l.src) {
		switch c := l.src[l.pos]; {
		case c == ' ' || c == '\t' || c == '\r':
			l.pos++
			continue
		case c == '\\' && l.peekByte(1) == '\n':
			l.pos += 2
			l.line++
			continue
		case c == '\\' && l.peekByte(1) == '\r' && l.peekByte(2) == '\n':
			l.pos += 3
			l.line++
			continue
		case c == '#':
			for l.pos < len(l.src) && l.src[l.pos] != '\n' {
				l.pos++
			}
			continue
		}
		break
	}
	l.start, l.tokLine = l.pos, l.line
	if l.pos >= len(l.src) {
		l.tok = tEOF
		return
	}
	c := l.src[l.pos]
	switch {
	case isNameStart(c):
		l.name()
		return
	case c >= '0' && c <= '9' || c == '.' && l.peekByte(1) >= '0' && l.peekByte(1) <= '9':
		l.number()
		return
	case c == '"':
		l.pos++
		l.text = l.stringBody()
		l.tok = tString
		return
	}
	l.pos++
	two := func(second byte, with, without token) {
		if l.peekByte(0) == second {
			l.pos++
			l.tok = with
		} else {
			l.tok = without
		}
	}
	switch c {
	case '\n':
		l.line++
		l.tok = tNewline
	case '{':
		l.tok = tLbrace
	case '}':
		l.tok = tRbrace
	case '(':
		l.tok = tLparen
	case ')':
		l.tok = tRparen
	case '[':
		l.tok = tLbracket
	case ']':
		l.tok = tRbracket
	case ';':
		l.tok = tSemicolon
	case ',':
		l.tok = tComma
	case '+':
		if l.peekByte(0) == '+' {
			l.pos++
			l.tok = tIncr
		} else {
			two('=', tAddAssign, tPlus)
		}
	case '-':
		if l.peekByte(0) == '-' {
			l.pos++
			l.tok = tDecr
		} else {
			two('=', tSubAssign, tMinus)
		}
	case '*':
		if l.peekByte(0) == '*' {
			l.pos++
			two('=', tPowAssign, tPow)
		} else {
			two('=', tMulAssign, tMul)
		}
	case '/':
		two('=', tDivAssign, tDiv)
	case '%':
		two('=', tModAssign, tMod)
	case '^':
		two('=', tPowAssign, tPow)
	case '!':
		if l.peekByte(0) == '~' {
			l.pos++
			l.tok = tNoMatch
		} else {
			two('=', tNE, tNot)
		}
	case '>':
		if l.peekByte(0) == '>' {
			l.pos++
			l.tok = tAppend
		} else {
			two('=', tGE, tGT)
		}
	case '<':
		two('=', tLE, tLT)
	case '=':
		two('=', tEQ, tAssign)
	case '~':
		l.tok = tMatch
	case '&':
		if l.peekByte(0) != '&' {
			l.fail("syntax error")
		}
		l.pos++
		l.tok = tAnd
	case '|':
		if l.peekByte(0) == '&' {
			l.fail("co-processes (|&) are not supported")
		}
		two('|', tOr, tPipe)
	case '?':
		l.tok = tQuestion
	case ':':
		l.tok = tColon
	case '$':
		l.tok = tDollar
	case '@':
		l.fail("@ directives and indirect calls are not supported")
	default:
		r, _ := utf8.DecodeRuneInString(l.src[l.start:])
		l.fail("invalid char '%c' in expression", r)
	}
}

func (l *lexer) name() {
	for l.pos < len(l.src) && isNameByte(l.src[l.pos]) {
		l.pos++
	}
	l.text = l.src[l.start:l.pos]
	if k, ok := keywords[l.text]; ok {
		l.tok = k
		return
	}
	if _, ok := builtins[l.text]; ok {
		l.tok = tBuiltin
		return
	}
	l.tok = tName
	if l.peekByte(0) == '(' {
		l.tok = tFuncName
	}
}

func (l *lexer) number() {
	s := l.src[l.pos:]
	if len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x' && hexValue(s[2]) >= 0 {
		i := 2
		v := 0.0
		for i < len(s) && hexValue(s[i]) >= 0 {
			v = v*16 + float64(hexValue(s[i]))
			i++
		}
		l.pos += i
		l.tok, l.num = tNumber, v
		return
	}
	n, v := scanNumber(s, false)
	if s[0] == '0' && n > 1 && strings.Trim(s[:n], "01234567") == "" { // an octal constant, as gawk reads it
		v = 0
		for i := range n {
			v = v*8 + float64(s[i]-'0')
		}
	}
	l.pos += n
	l.tok, l.num = tNumber, v
}

func hexValue(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

func (l *lexer) stringBody() string {
	var b strings.Builder
	for {
		if l.pos >= len(l.src) || l.src[l.pos] == '\n' {
			l.fail("unterminated string")
		}
		c := l.src[l.pos]
		l.pos++
		if c == '"' {
			return b.String()
		}
		if c != '\\' {
			b.WriteByte(c)
			continue
		}
		if l.pos >= len(l.src) {
			b.WriteByte('\\')
			continue
		}
		if l.src[l.pos] == '\n' {
			l.pos++
			l.line++
			continue
		}
		n, out := escape(l.src[l.pos:])
		b.WriteString(out)
		l.pos += n
	}
}

// escape reads what stands behind a backslash in a string. An escape that AWK does not know gives the character alone.
func escape(s string) (n int, out string) {
	switch c := s[0]; c {
	case 'a':
		return 1, "\a"
	case 'b':
		return 1, "\b"
	case 'f':
		return 1, "\f"
	case 'n':
		return 1, "\n"
	case 'r':
		return 1, "\r"
	case 't':
		return 1, "\t"
	case 'v':
		return 1, "\v"
	case '\\', '"', '/':
		return 1, s[:1]
	case '0', '1', '2', '3', '4', '5', '6', '7':
		v, i := 0, 0
		for i < 3 && i < len(s) && s[i] >= '0' && s[i] <= '7' {
			v = v*8 + int(s[i]-'0')
			i++
		}
		return i, string([]byte{byte(v)})
	case 'x':
		v, i := 0, 1
		for i < 3 && i < len(s) && hexValue(s[i]) >= 0 {
			v = v*16 + hexValue(s[i])
			i++
		}
		if i == 1 {
			return 1, "x"
		}
		return i, string([]byte{byte(v)})
	}
	return 1, s[:1]
}

// unescape is the processing of escapes in -v assignments and operands.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			i++
			continue
		}
		n, out := escape(s[i+1:])
		b.WriteString(out)
		i += 1 + n
	}
	return b.String()
}

// regex rescans the current token, a / or /=, as a regular expression.
func (l *lexer) regex() {
	l.pos = l.start + 1
	var b strings.Builder
	inBracket := false
	for {
		if l.pos >= len(l.src) || l.src[l.pos] == '\n' {
			l.fail("unterminated regexp")
		}
		c := l.src[l.pos]
		l.pos++
		switch {
		case c == '\\' && l.pos < len(l.src):
			if l.src[l.pos] == '\n' {
				l.pos++
				l.line++
				continue
			}
			if l.src[l.pos] == '/' {
				b.WriteByte('/')
				l.pos++
				continue
			}
			b.WriteByte(c)
			b.WriteByte(l.src[l.pos])
			l.pos++
			continue
		case inBracket:
			switch {
			case c == '[' && (l.peekByte(0) == ':' || l.peekByte(0) == '.' || l.peekByte(0) == '='):
				kind := l.peekByte(0)
				if end := strings.Index(l.src[l.pos+1:], string(kind)+"]"); end >= 0 && strings.IndexByte(l.src[l.pos:l.pos+1+end], '\n') < 0 {
					b.WriteString(l.src[l.pos-1 : l.pos+1+end+2])
					l.pos += 1 + end + 2
					continue
				}
			case c == ']':
				inBracket = false
			}
		case c == '[':
			inBracket = true
			b.WriteByte(c)
			if l.peekByte(0) == '^' {
				b.WriteByte('^')
				l.pos++
			}
			if l.peekByte(0) == ']' {
				b.WriteByte(']')
				l.pos++
			}
			continue
		case c == '/':
			l.tok, l.text = tRegex, b.String()
			return
		}
		b.WriteByte(c)
	}
}
