package jsguard

import (
	"strings"
	"sync"
	"unicode"
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
	t := propertyTable(name)
	if t == nil {
		return ""
	}
	s := rangesText(t, negate)
	propertySets.Store(key, s)
	return s
}

var generalCategories = map[string]string{
	"Letter": "L", "Lowercase_Letter": "Ll", "Uppercase_Letter": "Lu", "Titlecase_Letter": "Lt", "Modifier_Letter": "Lm", "Other_Letter": "Lo",
	"Mark": "M", "Nonspacing_Mark": "Mn", "Spacing_Mark": "Mc", "Enclosing_Mark": "Me", "Combining_Mark": "M",
	"Number": "N", "Decimal_Number": "Nd", "Letter_Number": "Nl", "Other_Number": "No", "digit": "Nd",
	"Punctuation": "P", "punct": "P", "Connector_Punctuation": "Pc", "Dash_Punctuation": "Pd", "Open_Punctuation": "Ps", "Close_Punctuation": "Pe",
	"Initial_Punctuation": "Pi", "Final_Punctuation": "Pf", "Other_Punctuation": "Po",
	"Symbol": "S", "Math_Symbol": "Sm", "Currency_Symbol": "Sc", "Modifier_Symbol": "Sk", "Other_Symbol": "So",
	"Separator": "Z", "Space_Separator": "Zs", "Line_Separator": "Zl", "Paragraph_Separator": "Zp",
	"Other": "C", "Control": "Cc", "cntrl": "Cc", "Format": "Cf", "Surrogate": "Cs", "Private_Use": "Co",
}

func propertyTable(name string) *unicode.RangeTable {
	k, v, ok := strings.Cut(name, "=")
	if ok {
		switch k {
		case "Script", "sc", "Script_Extensions", "scx":
			return unicode.Scripts[v]
		case "General_Category", "gc":
			return category(v)
		}
		return nil
	}
	switch name {
	case "Any":
		return &unicode.RangeTable{R32: []unicode.Range32{{Lo: 0, Hi: 0x10ffff, Stride: 1}}}
	case "ASCII":
		return &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0, Hi: 0x7f, Stride: 1}}, LatinOffset: 1}
	case "Alphabetic", "Alpha":
		return union(unicode.L, unicode.Nl, unicode.Other_Alphabetic)
	case "Lowercase", "Lower":
		return union(unicode.Ll, unicode.Other_Lowercase)
	case "Uppercase", "Upper":
		return union(unicode.Lu, unicode.Other_Uppercase)
	case "White_Space", "space":
		return unicode.White_Space
	case "ID_Start", "IDS", "XID_Start", "XIDS":
		return union(unicode.L, unicode.Nl, unicode.Other_ID_Start)
	case "ID_Continue", "IDC", "XID_Continue", "XIDC":
		return union(unicode.L, unicode.Nl, unicode.Other_ID_Start, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
	case "Emoji_Presentation", "Extended_Pictographic", "RGI_Emoji":
		return emojiTable
	case "Emoji":
		return union(emojiTable, &unicode.RangeTable{R16: []unicode.Range16{{Lo: '#', Hi: '#', Stride: 1}, {Lo: '*', Hi: '*', Stride: 1}, {Lo: '0', Hi: '9', Stride: 1}, {Lo: 0xa9, Hi: 0xa9, Stride: 1}, {Lo: 0xae, Hi: 0xae, Stride: 1}}, LatinOffset: 5})
	case "Emoji_Modifier":
		return &unicode.RangeTable{R32: []unicode.Range32{{Lo: 0x1f3fb, Hi: 0x1f3ff, Stride: 1}}}
	}
	if t := category(name); t != nil {
		return t
	}
	return unicode.Properties[name]
}

func category(name string) *unicode.RangeTable {
	if short, ok := generalCategories[name]; ok {
		name = short
	}
	return unicode.Categories[name]
}

// emojiTable approximates Extended_Pictographic by the blocks that hold it.
var emojiTable = &unicode.RangeTable{
	R16: []unicode.Range16{{0x203c, 0x203c, 1}, {0x2049, 0x2049, 1}, {0x2122, 0x2122, 1}, {0x2139, 0x2139, 1}, {0x2194, 0x2199, 1}, {0x21a9, 0x21aa, 1},
		{0x231a, 0x231b, 1}, {0x2328, 0x2328, 1}, {0x23cf, 0x23cf, 1}, {0x23e9, 0x23f3, 1}, {0x23f8, 0x23fa, 1}, {0x24c2, 0x24c2, 1}, {0x25aa, 0x25ab, 1},
		{0x25b6, 0x25b6, 1}, {0x25c0, 0x25c0, 1}, {0x25fb, 0x25fe, 1}, {0x2600, 0x2605, 1}, {0x2607, 0x2612, 1}, {0x2614, 0x2685, 1}, {0x2690, 0x2705, 1},
		{0x2708, 0x2712, 1}, {0x2714, 0x2714, 1}, {0x2716, 0x2716, 1}, {0x271d, 0x271d, 1}, {0x2721, 0x2721, 1}, {0x2728, 0x2728, 1}, {0x2733, 0x2734, 1},
		{0x2744, 0x2744, 1}, {0x2747, 0x2747, 1}, {0x274c, 0x274c, 1}, {0x274e, 0x274e, 1}, {0x2753, 0x2755, 1}, {0x2757, 0x2757, 1}, {0x2763, 0x2767, 1},
		{0x2795, 0x2797, 1}, {0x27a1, 0x27a1, 1}, {0x27b0, 0x27b0, 1}, {0x27bf, 0x27bf, 1}, {0x2934, 0x2935, 1}, {0x2b05, 0x2b07, 1}, {0x2b1b, 0x2b1c, 1},
		{0x2b50, 0x2b50, 1}, {0x2b55, 0x2b55, 1}, {0x3030, 0x3030, 1}, {0x303d, 0x303d, 1}, {0x3297, 0x3297, 1}, {0x3299, 0x3299, 1}},
	R32: []unicode.Range32{{0x1f000, 0x1f0ff, 1}, {0x1f10d, 0x1f10f, 1}, {0x1f12f, 0x1f12f, 1}, {0x1f16c, 0x1f171, 1}, {0x1f17e, 0x1f17f, 1}, {0x1f18e, 0x1f18e, 1},
		{0x1f191, 0x1f19a, 1}, {0x1f1ad, 0x1f1e5, 1}, {0x1f201, 0x1f20f, 1}, {0x1f21a, 0x1f21a, 1}, {0x1f22f, 0x1f22f, 1}, {0x1f232, 0x1f23a, 1},
		{0x1f23c, 0x1f23f, 1}, {0x1f249, 0x1f3fa, 1}, {0x1f400, 0x1f53d, 1}, {0x1f546, 0x1f64f, 1}, {0x1f680, 0x1f6ff, 1}, {0x1f774, 0x1f77f, 1},
		{0x1f7d5, 0x1f7ff, 1}, {0x1f80c, 0x1f80f, 1}, {0x1f848, 0x1f84f, 1}, {0x1f85a, 0x1f85f, 1}, {0x1f888, 0x1f88f, 1}, {0x1f8ae, 0x1f8ff, 1},
		{0x1f90c, 0x1f93a, 1}, {0x1f93c, 0x1f945, 1}, {0x1f947, 0x1faff, 1}, {0x1fc00, 0x1fffd, 1}},
}

func union(tables ...*unicode.RangeTable) *unicode.RangeTable {
	out := &unicode.RangeTable{}
	var rs []unicode.Range32
	for _, t := range tables {
		rs = append(rs, flatten(t)...)
	}
	out.R32 = rs
	return out
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
