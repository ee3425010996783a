// Package timefmt formats times by strftime(3) directives with GNU date's extensions: flags - _ 0 ^ #, a width, %N,
// %:z, %q, in the C locale.
package timefmt

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Format expands the directives of format for t, in t's own zone. Unknown directives stay as they are.
func Format(format string, t time.Time) string {
	return string(Append(nil, format, t))
}

// maxWidth bounds the padding one directive can ask for.
const maxWidth = 4096

// Append is Format onto b.
func Append(b []byte, format string, t time.Time) []byte {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			b = append(b, format[i])
			continue
		}
		start := i
		i++
		d := directive{pad: 0, width: -1}
		for i < len(format) && strings.IndexByte("-_0^#+", format[i]) >= 0 {
			switch format[i] {
			case '^':
				d.upper = true
			case '#':
				d.swap = true
			default:
				d.pad = format[i]
			}
			i++
		}
		for i < len(format) && format[i] >= '0' && format[i] <= '9' {
			d.width = min(max(d.width, 0)*10+int(format[i]-'0'), maxWidth)
			i++
		}
		colons := 0
		for i < len(format) && format[i] == ':' {
			colons++
			i++
		}
		if i < len(format) && (format[i] == 'E' || format[i] == 'O') && i+1 < len(format) {
			i++
		}
		if i == len(format) {
			b = append(b, format[start:]...)
			break
		}
		out, ok := d.expand(nil, format[i], colons, t)
		if !ok {
			b = append(b, format[start:i+1]...)
			continue
		}
		b = append(b, out...)
	}
	return b
}

type directive struct {
	pad         byte
	width       int
	upper, swap bool
}

// num formats a number in its customary width and padding, unless flags say otherwise.
func (d directive) num(b []byte, n, width int, pad byte) []byte {
	if d.width >= 0 {
		width = d.width
	}
	switch d.pad {
	case '-':
		width = 0
	case '_':
		pad = ' '
	case '0', '+':
		pad = '0'
	}
	s := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	missing := width - len(s) - len(sign)
	if pad == ' ' {
		for ; missing > 0; missing-- {
			b = append(b, ' ')
		}
		return append(append(b, sign...), s...)
	}
	b = append(b, sign...)
	for ; missing > 0; missing-- {
		b = append(b, '0')
	}
	return append(b, s...)
}

func (d directive) str(b []byte, s string) []byte {
	if d.upper {
		s = strings.ToUpper(s)
	}
	pad := " "
	if d.pad == '0' || d.pad == '+' {
		pad = "0"
	}
	if d.pad != '-' && d.width > len(s) {
		b = append(b, strings.Repeat(pad, d.width-len(s))...)
	}
	return append(b, s...)
}

func (d directive) swapped(s string) string {
	if d.swap {
		return strings.ToUpper(s)
	}
	return s
}

func (d directive) expand(b []byte, c byte, colons int, t time.Time) ([]byte, bool) {
	if colons > 0 && c != 'z' {
		return b, false
	}
	sub := func(f string) ([]byte, bool) { return d.str(b, Format(f, t)), true }
	hour12 := (t.Hour()+11)%12 + 1
	switch c {
	case '%':
		return d.str(b, "%"), true
	case 'n':
		return d.str(b, "\n"), true
	case 't':
		return d.str(b, "\t"), true
	case 'a':
		return d.str(b, d.swapped(t.Weekday().String()[:3])), true
	case 'A':
		return d.str(b, d.swapped(t.Weekday().String())), true
	case 'b', 'h':
		return d.str(b, d.swapped(t.Month().String()[:3])), true
	case 'B':
		return d.str(b, d.swapped(t.Month().String())), true
	case 'c':
		return sub("%a %b %e %H:%M:%S %Y")
	case 'C':
		return d.num(b, floorDiv(t.Year(), 100), 2, '0'), true
	case 'd':
		return d.num(b, t.Day(), 2, '0'), true
	case 'D', 'x':
		return sub("%m/%d/%y")
	case 'e':
		return d.num(b, t.Day(), 2, ' '), true
	case 'F':
		if d.width >= 0 || d.pad != 0 {
			rest := Format("-%m-%d", t)
			y := directive{pad: d.pad, width: max(0, d.width-len(rest))}
			return append(y.num(b, t.Year(), 4, '0'), rest...), true
		}
		return sub("%Y-%m-%d")
	case 'g':
		y, _ := t.ISOWeek()
		return d.num(b, mod(y, 100), 2, '0'), true
	case 'G':
		y, _ := t.ISOWeek()
		return d.num(b, y, 4, '0'), true
	case 'H':
		return d.num(b, t.Hour(), 2, '0'), true
	case 'I':
		return d.num(b, hour12, 2, '0'), true
	case 'j':
		return d.num(b, t.YearDay(), 3, '0'), true
	case 'k':
		return d.num(b, t.Hour(), 2, ' '), true
	case 'l':
		return d.num(b, hour12, 2, ' '), true
	case 'm':
		return d.num(b, int(t.Month()), 2, '0'), true
	case 'M':
		return d.num(b, t.Minute(), 2, '0'), true
	case 'N':
		return d.nanos(b, t.Nanosecond()), true
	case 'p':
		s := "AM"
		if t.Hour() >= 12 {
			s = "PM"
		}
		if d.swap {
			s = strings.ToLower(s)
		}
		return d.str(b, s), true
	case 'P':
		if t.Hour() >= 12 {
			return d.str(b, "pm"), true
		}
		return d.str(b, "am"), true
	case 'q':
		return d.num(b, (int(t.Month())+2)/3, 1, '0'), true
	case 'r':
		return sub("%I:%M:%S %p")
	case 'R':
		return sub("%H:%M")
	case 's':
		return d.num(b, int(t.Unix()), 1, '0'), true
	case 'S':
		return d.num(b, t.Second(), 2, '0'), true
	case 'T', 'X':
		return sub("%H:%M:%S")
	case 'u':
		return d.num(b, (int(t.Weekday())+6)%7+1, 1, '0'), true
	case 'U':
		return d.num(b, (t.YearDay()+6-int(t.Weekday()))/7, 2, '0'), true
	case 'V':
		_, w := t.ISOWeek()
		return d.num(b, w, 2, '0'), true
	case 'w':
		return d.num(b, int(t.Weekday()), 1, '0'), true
	case 'W':
		return d.num(b, (t.YearDay()+6-(int(t.Weekday())+6)%7)/7, 2, '0'), true
	case 'y':
		return d.num(b, mod(t.Year(), 100), 2, '0'), true
	case 'Y':
		return d.num(b, t.Year(), 4, '0'), true
	case 'z':
		return d.zone(b, t, colons)
	case 'Z':
		name, _ := t.Zone()
		if d.swap {
			name = strings.ToLower(name)
		}
		return d.str(b, name), true
	}
	return b, false
}

func (d directive) nanos(b []byte, n int) []byte {
	s := fmt.Sprintf("%09d", n)
	if d.width > 0 && d.width < 9 {
		s = s[:d.width]
	}
	if d.pad == '-' {
		if s = strings.TrimRight(s, "0"); s == "" {
			s = "0"
		}
	}
	if d.width > 9 {
		s += strings.Repeat("0", d.width-9)
	}
	return append(b, s...)
}

func (d directive) zone(b []byte, t time.Time, colons int) ([]byte, bool) {
	_, off := t.Zone()
	sign := '+'
	if off < 0 {
		sign, off = '-', -off
	}
	h, m, s := off/3600, off/60%60, off%60
	var text string
	switch colons {
	case 0:
		text = fmt.Sprintf("%02d%02d", h, m)
	case 1:
		text = fmt.Sprintf("%02d:%02d", h, m)
	case 2:
		text = fmt.Sprintf("%02d:%02d:%02d", h, m, s)
	case 3:
		text = fmt.Sprintf("%02d", h)
		if m != 0 || s != 0 {
			text += fmt.Sprintf(":%02d", m)
		}
		if s != 0 {
			text += fmt.Sprintf(":%02d", s)
		}
	default:
		return b, false
	}
	if d.pad == '-' || d.pad == '_' {
		text = strings.TrimPrefix(text, "0")
	}
	missing := d.width - 1 - len(text)
	if d.pad == '_' {
		b = append(b, strings.Repeat(" ", max(0, missing))...)
		missing = 0
	}
	b = append(b, byte(sign))
	b = append(b, strings.Repeat("0", max(0, missing))...)
	return append(b, text...), true
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func mod(a, b int) int { return a - floorDiv(a, b)*b }
