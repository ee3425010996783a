package jsguard

import (
	"strings"
	"sync"
	"unicode"

	"github.com/sandpit-dev/sandpit/internal/jsregexp"
)

// TranslateRegexp rewrites what goja's regular expressions lack into what they have: \p{..} and \P{..} become ranges, the
// flags d and v are dropped (v means u). Indices that d asks for are not made.
func TranslateRegexp(pattern, flags string) (string, string) {
	if strings.ContainsAny(flags, "dv") {
		v := strings.Contains(flags, "v")
		flags = strings.NewReplacer("d", "", "v", "").Replace(flags)
		if v && !strings.Contains(flags, "u") {
			flags += "u"
		}
	}
	if !strings.Contains(flags, "u") || !strings.Contains(pattern, `\p{`) && !strings.Contains(pattern, `\P{`) {
		return pattern, flags
	}
	var b strings.Builder
	class := false
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		switch {
		case c == '\\' && i+2 < len(pattern) && (pattern[i+1] == 'p' || pattern[i+1] == 'P') && pattern[i+2] == '{':
			end := strings.IndexByte(pattern[i:], '}')
			if end < 0 {
				b.WriteString(pattern[i:])
				return b.String(), flags
			}
			set := propertySet(pattern[i+3:i+end], pattern[i+1] == 'P')
			if set == "" {
				b.WriteString(pattern[i : i+end+1])
			} else if class {
				b.WriteString(set)
			} else {
				b.WriteString("[" + set + "]")
			}
			i += end
		case c == '\\' && i+1 < len(pattern):
			b.WriteString(pattern[i : i+2])
			i++
		case c == '[' && !class:
			class = true
			b.WriteByte(c)
		case c == ']':
			class = false
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), flags
}

var propertySets sync.Map // name -> ranges text; contents are immutable facts of Unicode

// propertySet is a Unicode property as the inside of a character class, "" when it is unknown.
func propertySet(name string, negate bool) string {
	key := name
	if negate {
		key = "^" + name
	}
	if s, ok := propertySets.Load(key); ok {
		return s.(string)
	}
	t := jsregexp.Property(name)
	if t == nil {
		return ""
	}
	s := rangesText(t, negate)
	propertySets.Store(key, s)
	return s
}

func flatten(t *unicode.RangeTable) []unicode.Range32 {
	var rs []unicode.Range32
	for _, r := range t.R16 {
		rs = append(rs, unicode.Range32{Lo: uint32(r.Lo), Hi: uint32(r.Hi), Stride: uint32(r.Stride)})
	}
	return append(rs, t.R32...)
}

// rangesText writes a table as "\u{..}-\u{..}" ranges, sorted and joined, complemented when negate is set.
func rangesText(t *unicode.RangeTable, negate bool) string {
	in := make([]bool, 0x110000)
	for _, r := range flatten(t) {
		for c := r.Lo; c <= r.Hi; c += r.Stride {
			in[c] = true
		}
	}
	var b strings.Builder
	for c := 0; c <= 0x10ffff; {
		if in[c] == negate {
			c++
			continue
		}
		lo := c
		for c <= 0x10ffff && in[c] != negate {
			c++
		}
		b.WriteString(`\u{` + hexText(lo) + `}`)
		if c-1 > lo {
			b.WriteString(`-\u{` + hexText(c-1) + `}`)
		}
	}
	return b.String()
}

func hexText(n int) string {
	const digits = "0123456789abcdef"
	if n == 0 {
		return "0"
	}
	s := ""
	for ; n > 0; n >>= 4 {
		s = string(digits[n&15]) + s
	}
	return s
}
