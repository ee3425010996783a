package cmd

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/kernel"
)

// Quote puts a name in single quotes for a message, as GNU's quoteaf: 'x', "it's", 'a'$'\n”b'.
func Quote(s string) string { return quote(s, true) }

// Quotef quotes a name for a message only where a shell would need it, as GNU's quotef.
func Quotef(s string) string { return quote(s, false) }

// QuoteC quotes as GNU's quote() does for option values in the C locale: always in single quotes, with C escapes.
func QuoteC(s string) string {
	var b strings.Builder
	b.WriteByte('\'')
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case s[i] == '\'':
			b.WriteString(`\'`)
		case s[i] == '\\':
			b.WriteString(`\\`)
		case printable(r, n):
			b.WriteString(s[i : i+n])
		default:
			for j := range n {
				b.WriteString(cEscape(s[i+j]))
			}
		}
		i += n
	}
	b.WriteByte('\'')
	return b.String()
}

func printable(r rune, n int) bool {
	return (r != utf8.RuneError || n > 1) && unicode.IsPrint(r)
}

func cEscape(c byte) string {
	switch c {
	case '\a':
		return `\a`
	case '\b':
		return `\b`
	case '\t':
		return `\t`
	case '\n':
		return `\n`
	case '\v':
		return `\v`
	case '\f':
		return `\f`
	case '\r':
		return `\r`
	}
	return fmt.Sprintf(`\%03o`, c)
}

// quoteIn quotes in p's locale: the C locale has no characters beyond ASCII.
func quoteIn(p *kernel.Process, s string, always bool) string {
	if strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 && !UTF8(p) {
		return quoteOdd(s, false)
	}
	return quote(s, always)
}

func quote(s string, always bool) string {
	if s == "" {
		return "''"
	}
	need, single, double, odd := always, false, true, false
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch c := s[i]; {
		case n > 1 || c >= 0x80:
			if !printable(r, n) {
				odd = true
			}
		case c == '\'':
			single, need = true, true
		case strings.IndexByte(" !\"$&()*;<=>?[^`|\\", c) >= 0:
			need = true
			if strings.IndexByte("!\"$`\\", c) >= 0 {
				double = false
			}
		case c == '#' || c == '~':
			need = need || i == 0
		case c == '{' || c == '}':
			need = need || len(s) == 1
		case c < ' ' || c == 0x7f:
			odd = true
		}
		i += n
	}
	if odd {
		return quoteOdd(s, true)
	}
	switch {
	case !need:
		return s
	case !single:
		return "'" + s + "'"
	case double:
		return `"` + s + `"`
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// quoteOdd writes unprintable bytes in $'…' between ordinary quotes.
func quoteOdd(s string, utf8Mode bool) string {
	var b strings.Builder
	b.WriteByte('\'')
	in := false // inside $'…'
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if printable(r, n) && (n == 1 || utf8Mode) {
			if in {
				b.WriteString("''")
				in = false
			}
			if s[i] == '\'' {
				b.WriteString(`'\''`)
			} else {
				b.WriteString(s[i : i+n])
			}
		} else {
			if !in {
				b.WriteString("'$'")
				in = true
			}
			for j := range n {
				b.WriteString(cEscape(s[i+j]))
			}
		}
		i += n
	}
	b.WriteByte('\'')
	return b.String()
}
