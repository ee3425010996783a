package jsregexp

import (
	"strings"
	"sync"
	"unicode"
)

var propertyTables sync.Map // name -> *unicode.RangeTable; immutable facts of Unicode

// Property is the set of the property or value that \p{..} names, nil when it is unknown.
func Property(name string) *unicode.RangeTable {
	if t, ok := propertyTables.Load(name); ok {
		return t.(*unicode.RangeTable)
	}
	t := findProperty(name)
	if t != nil {
		propertyTables.Store(name, t)
	}
	return t
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

func findProperty(name string) *unicode.RangeTable {
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
	case "RGI_Emoji":
		return moreProperty("Extended_Pictographic") // a property of strings: the one-character ones
	case "Emoji_Modifier":
		return &unicode.RangeTable{R32: []unicode.Range32{{Lo: 0x1f3fb, Hi: 0x1f3ff, Stride: 1}}}
	}
	if t := category(name); t != nil {
		return t
	}
	if t := moreProperty(name); t != nil {
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
