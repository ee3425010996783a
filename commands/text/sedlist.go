package text

import (
	"strings"
	"unicode/utf8"
)

// sedList is the l command's unambiguous form, wrapped at width.
func sedList(b []byte, width int, utf8Mode bool) string {
	var out strings.Builder
	col := 0
	put := func(s string) {
		if width > 1 && col+len(s) > width-1 {
			out.WriteString("\\\n")
			col = 0
		}
		out.WriteString(s)
		col += len(s)
	}
	for len(b) > 0 {
		c := b[0]
		if utf8Mode && c >= 0x80 {
			if r, n := utf8.DecodeRune(b); r != utf8.RuneError || n > 1 {
				put(string(b[:n]))
				b = b[n:]
				continue
			}
		}
		b = b[1:]
		switch c {
		case '\\':
			put(`\\`)
		case '\a':
			put(`\a`)
		case '\b':
			put(`\b`)
		case '\f':
			put(`\f`)
		case '\n':
			put(`\n`)
		case '\r':
			put(`\r`)
		case '\t':
			put(`\t`)
		case '\v':
			put(`\v`)
		default:
			if c >= ' ' && c < 0x7f {
				put(string(c))
			} else {
				put(`\` + string([]byte{'0' + c>>6, '0' + c>>3&7, '0' + c&7}))
			}
		}
	}
	return out.String() + "$\n"
}
