package jq

import "strings"

// Colors are the SGR codes of jq -C: null, false, true, numbers, strings, arrays, objects.
type Colors [7]string

// usualColors are those of jq 1.6.
var usualColors = Colors{"1;30", "0;39", "0;39", "0;39", "0;32", "1;39", "1;39"}

const (
	fieldColor = "\x1b[34;1m"
	colorReset = "\x1b[0m"
)

// NewColors gives the usual colours with the changes of JQ_COLORS, codes between colons.
func NewColors(jqColors string) *Colors {
	c := usualColors
	for i, code := range strings.SplitN(jqColors, ":", 8) {
		if i >= len(c) || code == "" || strings.Trim(code, "0123456789;") != "" {
			break
		}
		c[i] = code
	}
	return &c
}

func (c *Colors) of(v any) string {
	i := 6
	switch v := v.(type) {
	case nil:
		i = 0
	case bool:
		i = 1
		if v {
			i = 2
		}
	case float64:
		i = 3
	case string:
		i = 4
	case []any:
		i = 5
	}
	return "\x1b[" + c[i] + "m"
}

// colored is value with colours, byte for byte as jq has them.
func (f *Format) colored(b []byte, v any, depth int) []byte {
	if depth > maxDepthOf {
		return append(b, `"<skipped: too deep>"`...)
	}
	col := f.Colors.of(v)
	open := func(i int) {
		if i > 0 {
			b = append(append(b, col...), ',')
		}
		b = f.newline(b, depth+1)
	}
	end := func(c byte) []byte {
		b = f.newline(append(b, col...), depth)
		return append(append(append(b, col...), c), colorReset...)
	}
	plain := *f
	plain.Colors = nil
	switch v := v.(type) {
	case []any:
		if len(v) > 0 {
			b = append(append(b, col...), '[')
			for i, e := range v {
				open(i)
				b = f.colored(b, e, depth+1)
			}
			return end(']')
		}
	case *Object:
		if v.Len() > 0 {
			b = append(append(b, col...), '{')
			put := func(n, i int) {
				open(n)
				b = append(append(b, colorReset...), fieldColor...)
				b = append(appendString(b, v.keys[i], f.ASCII), colorReset...)
				b = append(append(b, col...), ':')
				if f.Indent != "" {
					b = append(b, ' ')
				}
				b = f.colored(append(b, colorReset...), v.vals[i], depth+1)
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
			return end('}')
		}
	}
	return append(plain.value(append(b, col...), v, depth), colorReset...)
}
