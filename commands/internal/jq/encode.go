package jq

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Format says how Append writes a value.
type Format struct {
	Indent string  // "" = all on one line
	Sort   bool    // keys in order
	ASCII  bool    // other characters as \u escapes
	Colors *Colors // nil: none
}

// Append writes v as JSON.
func (f *Format) Append(b []byte, v any) []byte {
	if f.Colors != nil {
		return f.colored(b, v, 0)
	}
	return f.value(b, v, 0)
}

func (f *Format) newline(b []byte, depth int) []byte {
	if f.Indent == "" {
		return b
	}
	b = append(b, '\n')
	for range depth {
		b = append(b, f.Indent...)
	}
	return b
}

func (f *Format) value(b []byte, v any, depth int) []byte {
	if depth > maxDepthOf {
		return append(b, `"<skipped: too deep>"`...)
	}
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case float64:
		return appendNumber(b, v)
	case string:
		return appendString(b, v, f.ASCII)
	case []any:
		if len(v) == 0 {
			return append(b, "[]"...)
		}
		b = append(b, '[')
		for i, e := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = f.newline(b, depth+1)
			b = f.value(b, e, depth+1)
		}
		return append(f.newline(b, depth), ']')
	case *Object:
		if v.Len() == 0 {
			return append(b, "{}"...)
		}
		b = append(b, '{')
		put := func(n, i int) {
			if n > 0 {
				b = append(b, ',')
			}
			b = f.newline(b, depth+1)
			b = append(appendString(b, v.keys[i], f.ASCII), ':')
			if f.Indent != "" {
				b = append(b, ' ')
			}
			b = f.value(b, v.vals[i], depth+1)
		}
		if f.Sort {
			for n, i := range v.order() {
				put(n, i)
			}
		} else {
			for i := range v.keys {
				put(i, i)
			}
		}
		return append(f.newline(b, depth), '}')
	}
	return b
}

var compact Format

func toJSON(v any) string { return string(compact.Append(nil, v)) }

// appendNumber writes the shortest digits, with an exponent where jq 1.6 has one.
func appendNumber(b []byte, n float64) []byte {
	switch {
	case math.IsNaN(n):
		return append(b, "null"...)
	case math.IsInf(n, 0):
		n = math.Copysign(math.MaxFloat64, n)
	}
	if n == math.Trunc(n) && math.Abs(n) < 1e15 {
		if n == 0 && math.Signbit(n) {
			return append(b, "-0"...)
		}
		return strconv.AppendInt(b, int64(n), 10)
	}
	start := len(b)
	b = strconv.AppendFloat(b, n, 'e', -1, 64)
	e := len(b) - 1
	for b[e] != 'e' {
		e--
	}
	exp, _ := strconv.Atoi(string(b[e+1:]))
	digits := e - start
	if n < 0 {
		digits--
	}
	if digits > 1 {
		digits-- // the point
	}
	if point := exp + 1; point <= -4 || point > digits+15 {
		return b
	}
	return strconv.AppendFloat(b[:start], n, 'f', -1, 64)
}

const hexDigits = "0123456789abcdef"

func appendString(b []byte, s string, ascii bool) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= 0x20 && c != '"' && c != '\\' && c != 0x7f {
				i++
				continue
			}
			b = append(b, s[start:i]...)
			switch c {
			case '"', '\\':
				b = append(b, '\\', c)
			case '\n':
				b = append(b, `\n`...)
			case '\t':
				b = append(b, `\t`...)
			case '\r':
				b = append(b, `\r`...)
			case '\b':
				b = append(b, `\b`...)
			case '\f':
				b = append(b, `\f`...)
			default:
				b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
			}
			i++
			start = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 || ascii {
			b = append(b, s[start:i]...)
			switch {
			case !ascii:
				b = append(b, "\uFFFD"...)
			case r >= 0x10000:
				r -= 0x10000
				b = appendUnit(appendUnit(b, 0xd800+r>>10), 0xdc00+r&0x3ff)
			default:
				b = appendUnit(b, r)
			}
			i += n
			start = i
			continue
		}
		i += n
	}
	return append(append(b, s[start:]...), '"')
}

func appendUnit(b []byte, r rune) []byte {
	return append(b, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}

// brief is a value in an error message, cut to fourteen bytes as jq does.
func brief(v any) string {
	s := toJSON(v)
	if len(s) > 14 {
		n := 11
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
		s = strings.ToValidUTF8(s[:n], "") + "..."
	}
	return s
}

func describe(v any) string { return typeName(v) + " (" + brief(v) + ")" }
