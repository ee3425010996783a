package shell

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// needsANSI reports whether s holds characters that only $'…' can show: control characters and bytes that are no text.
func needsANSI(s string) bool {
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c < ' ' || c == 0x7f {
				return true
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 || !unicode.IsPrint(r) && !unicode.IsSpace(r) {
			return true
		}
		i += n
	}
	return false
}

// quoteANSI writes s as $'…'.
func quoteANSI(s string) string {
	var b strings.Builder
	b.WriteString("$'")
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if !(r == utf8.RuneError && n == 1) && unicode.IsPrint(r) {
				b.WriteString(s[i : i+n])
				i += n
				continue
			}
			n = max(n, 1)
			for _, c := range []byte(s[i : i+n]) {
				writeOctal(&b, c)
			}
			i += n
			continue
		}
		i++
		switch c {
		case 27:
			b.WriteString(`\E`)
		case '\a':
			b.WriteString(`\a`)
		case '\v':
			b.WriteString(`\v`)
		case '\b':
			b.WriteString(`\b`)
		case '\f':
			b.WriteString(`\f`)
		case '\n':
			b.WriteString(`\n`)
		case '\r':
			b.WriteString(`\r`)
		case '\t':
			b.WriteString(`\t`)
		case '\\', '\'':
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			if c < ' ' || c == 0x7f {
				writeOctal(&b, c)
			} else {
				b.WriteByte(c)
			}
		}
	}
	b.WriteByte('\'')
	return b.String()
}

func writeOctal(b *strings.Builder, c byte) {
	b.Write([]byte{'\\', '0' + c>>6, '0' + c>>3&7, '0' + c&7})
}

// quoteReusable is ${x@Q}: s in single quotes, or as $'…' where that is needed.
func quoteReusable(s string) string {
	switch {
	case s == "":
		return "''"
	case needsANSI(s):
		return quoteANSI(s)
	case s == "'":
		return `\'`
	}
	return singleQuote(s)
}

// quoteBackslash is printf %q: a backslash before what is special to the shell.
func quoteBackslash(s string) string {
	switch {
	case s == "":
		return "''"
	case needsANSI(s):
		return quoteANSI(s)
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch c {
		case ' ', '\'', '"', '\\', '|', '&', ';', '(', ')', '<', '>', '!', '{', '}', '*', '[', ']', '?', '^', '$', '`', ',':
			b.WriteByte('\\')
		case '#':
			if i == 0 {
				b.WriteByte('\\')
			}
		case '~':
			if i == 0 || s[i-1] == ':' || s[i-1] == '=' {
				b.WriteByte('\\')
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}

// quoteDouble is how declare -p shows a value: in double quotes, or as $'…'.
func quoteDouble(s string) string {
	if needsANSI(s) {
		return quoteANSI(s)
	}
	var b strings.Builder
	b.Grow(len(s) + 2)
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		if c := s[i]; c == '"' || c == '\\' || c == '$' || c == '`' {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	b.WriteByte('"')
	return b.String()
}

// hasShellMeta reports whether the shell would not read s back as one plain word.
func hasShellMeta(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ', '\t', '\n', '\'', '"', '\\', '|', '&', ';', '(', ')', '<', '>', '!', '{', '}', '*', '[', ']', '?', '^', '$', '`':
			return true
		case '~':
			if i == 0 || s[i-1] == '=' || s[i-1] == ':' {
				return true
			}
		case '#':
			if i == 0 || s[i-1] == ' ' || s[i-1] == '\t' {
				return true
			}
		}
	}
	return false
}

// quoteKey is how declare -p shows the subscript of an associative array.
func quoteKey(s string) string {
	switch {
	case needsANSI(s):
		return quoteANSI(s)
	case hasShellMeta(s) || s == "@" || s == "*":
		return quoteDouble(s)
	}
	return s
}

// quoteIfNeeded is how set and declare (without -p) show a value.
func quoteIfNeeded(s string) string {
	switch {
	case s == "":
		return ""
	case needsANSI(s):
		return quoteANSI(s)
	case hasShellMeta(s):
		return singleQuote(s)
	}
	return s
}

// arrayLiteral is the value of an array as declare -p shows it: ([0]="a" [1]="b"). It ends an associative array with a
// space before the parenthesis, as bash does.
func (v *variable) arrayLiteral() string {
	var b strings.Builder
	b.WriteByte('(')
	switch {
	case v.asc != nil:
		for _, k := range v.asc.keys() {
			s, _ := v.asc.get(k)
			b.WriteByte('[')
			b.WriteString(quoteKey(k))
			b.WriteString("]=")
			b.WriteString(quoteDouble(s))
			b.WriteByte(' ')
		}
	case v.idx != nil:
		keys := v.keys()
		for i, s := range v.idx.values() {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteByte('[')
			b.WriteString(keys[i])
			b.WriteString("]=")
			b.WriteString(quoteDouble(s))
		}
	}
	b.WriteByte(')')
	return b.String()
}

// declaration is the line of declare -p, without its newline.
func (v *variable) declaration(name string) string {
	letters := v.attrLetters()
	if letters == "" {
		letters = "-"
	}
	head := "declare -" + letters + " " + name
	switch {
	case v.idx != nil || v.asc != nil:
		if v.idx != nil && v.idx.len() == 0 && !v.set {
			return head
		}
		return head + "=" + v.arrayLiteral()
	case v.set && v.attrs&attrArray == 0:
		return head + "=" + quoteDouble(v.str)
	}
	return head
}

// ansiC decodes the escapes of $'…'. A NUL ends the string, as it does in bash.
func ansiC(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '\\' || i+1 >= len(s) {
			b = append(b, c)
			continue
		}
		i++
		switch c = s[i]; c {
		case 'a':
			b = append(b, '\a')
		case 'b':
			b = append(b, '\b')
		case 'e', 'E':
			b = append(b, 27)
		case 'f':
			b = append(b, '\f')
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case 't':
			b = append(b, '\t')
		case 'v':
			b = append(b, '\v')
		case '\\', '\'', '"', '?':
			b = append(b, c)
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n, k := 0, 0
			for ; k < 3 && i+k < len(s) && s[i+k] >= '0' && s[i+k] <= '7'; k++ {
				n = n*8 + int(s[i+k]-'0')
			}
			i += k - 1
			if n&0xff == 0 {
				return string(b)
			}
			b = append(b, byte(n))
		case 'x', 'u', 'U':
			limit := 2
			if c == 'u' {
				limit = 4
			} else if c == 'U' {
				limit = 8
			}
			braced := c == 'x' && i+1 < len(s) && s[i+1] == '{'
			start := i + 1
			if braced {
				start, limit = i+2, len(s)
			}
			n, k := uint32(0), 0
			for ; k < limit && start+k < len(s) && hexDigit(s[start+k]) >= 0; k++ {
				n = n<<4 | uint32(hexDigit(s[start+k]))
			}
			if k == 0 {
				b = append(b, '\\', c)
				continue
			}
			i = start + k - 1
			if braced && i+1 < len(s) && s[i+1] == '}' {
				i++
			}
			if n == 0 || c == 'x' && n&0xff == 0 {
				return string(b)
			}
			if c == 'x' {
				b = append(b, byte(n))
			} else {
				b = appendRune(b, n)
			}
		case 'c':
			if i+1 >= len(s) {
				b = append(b, '\\', 'c')
				continue
			}
			i++
			if s[i] == '\\' && i+1 < len(s) && s[i+1] == '\\' {
				i++
			}
			if s[i] == '?' {
				b = append(b, 0x7f)
			} else {
				x := s[i]
				if 'a' <= x && x <= 'z' {
					x -= 32
				}
				if x&0x1f == 0 {
					return string(b)
				}
				b = append(b, x&0x1f)
			}
		default:
			b = append(b, '\\', c)
		}
	}
	return string(b)
}

func hexDigit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// appendRune appends a code point in UTF-8, also one that is none in Unicode: the old form with up to six bytes.
func appendRune(b []byte, n uint32) []byte {
	switch {
	case n < 0x80:
		return append(b, byte(n))
	case n < 0x800:
		return append(b, 0xc0|byte(n>>6), 0x80|byte(n&0x3f))
	case n < 0x10000:
		return append(b, 0xe0|byte(n>>12), 0x80|byte(n>>6&0x3f), 0x80|byte(n&0x3f))
	case n < 0x200000:
		return append(b, 0xf0|byte(n>>18), 0x80|byte(n>>12&0x3f), 0x80|byte(n>>6&0x3f), 0x80|byte(n&0x3f))
	case n < 0x4000000:
		return append(b, 0xf8|byte(n>>24), 0x80|byte(n>>18&0x3f), 0x80|byte(n>>12&0x3f), 0x80|byte(n>>6&0x3f), 0x80|byte(n&0x3f))
	}
	return append(b, 0xfc|byte(n>>30&1), 0x80|byte(n>>24&0x3f), 0x80|byte(n>>18&0x3f), 0x80|byte(n>>12&0x3f), 0x80|byte(n>>6&0x3f), 0x80|byte(n&0x3f))
}

func upperRune(r rune) rune { return unicode.ToUpper(r) }

// caseFirst maps the first character of s.
func caseFirst(s string, fn func(rune) rune) string {
	if s == "" {
		return s
	}
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && n == 1 {
		return s
	}
	return string(fn(r)) + s[n:]
}
