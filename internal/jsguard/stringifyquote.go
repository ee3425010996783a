package jsguard

import (
	"reflect"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// escapes has what stands for an ASCII character in a JSON string, "" for itself.
var escapes = func() (t [utf8.RuneSelf]string) {
	for c := range 0x20 {
		t[c] = `\u00` + string("0123456789abcdef"[c>>4]) + string("0123456789abcdef"[c&15])
	}
	t['\b'], t['\t'], t['\n'], t['\f'], t['\r'] = `\b`, `\t`, `\n`, `\f`, `\r`
	t['"'], t['\\'] = `\"`, `\\`
	return t
}()

// quoteStep is how much of a string is written between two looks at the limits.
const quoteStep = 256 << 10

func (s *stringifier) quote(v goja.String) {
	if reflect.TypeOf(v) == s.n.json.ascii {
		s.quoteText(v.String())
		return
	}
	l := v.Length()
	s.out = append(s.out, '"')
	for i := 0; i < l; i++ {
		if i%quoteStep == quoteStep-1 {
			s.n.CheckStopped()
			s.grow(quoteStep)
		}
		c := rune(v.CharAt(i))
		switch {
		case c < utf8.RuneSelf:
			if e := escapes[c]; e != "" {
				s.out = append(s.out, e...)
			} else {
				s.out = append(s.out, byte(c))
			}
			continue
		case utf16.IsSurrogate(c):
			if i+1 < l {
				if r := utf16.DecodeRune(c, rune(v.CharAt(i+1))); r != utf8.RuneError {
					s.out = utf8.AppendRune(s.out, r)
					s.wide = true
					i++
					continue
				}
			}
			s.out = strconv.AppendInt(append(s.out, '\\', 'u'), int64(c), 16)
			continue
		}
		s.out = utf8.AppendRune(s.out, c)
		s.wide = true
	}
	s.out = append(s.out, '"')
}

// quoteText is quote for what has no lone surrogates.
func (s *stringifier) quoteText(text string) {
	s.out = append(s.out, '"')
	for len(text) > quoteStep {
		s.n.CheckStopped()
		s.grow(quoteStep)
		s.quotePart(text[:quoteStep])
		text = text[quoteStep:]
	}
	s.quotePart(text)
	s.out = append(s.out, '"')
}

func (s *stringifier) quotePart(text string) {
	from := 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c >= utf8.RuneSelf {
			s.wide = true
			continue
		}
		if e := escapes[c]; e != "" {
			s.out = append(s.out, text[from:i]...)
			s.out = append(s.out, e...)
			from = i + 1
		}
	}
	s.out = append(s.out, text[from:]...)
}
