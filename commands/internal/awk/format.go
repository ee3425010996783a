package awk

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// maxWidth bounds a field width and precision.
const maxWidth = 1 << 20

type directive struct {
	minus, plus, space, alt, zero bool
	width, prec                   int // prec -1 = none
}

// format is printf: it adds args by the directives of f to b. Widths count characters.
func (in *interp) format(b []byte, f string, args []value) []byte {
	next, at := 0, 0 // at: the directive
	arg := func() value {
		if next >= len(args) {
			in.fatal("not enough arguments to satisfy format string\n\t`%s'\n\t%*s ran out for this one", f, at+2, "^")
		}
		next++
		return args[next-1]
	}
	for i := 0; i < len(f); i++ {
		if f[i] != '%' {
			j := i
			for j < len(f) && f[j] != '%' {
				j++
			}
			b = append(b, f[i:j]...)
			i = j - 1
			continue
		}
		at = i
		start := i
		i++
		d := directive{prec: -1}
		pos := 0
		number := func() int {
			n := 0
			for i < len(f) && f[i] >= '0' && f[i] <= '9' {
				n = min(n*10+int(f[i]-'0'), maxWidth)
				i++
			}
			return n
		}
		// %2$s names its argument
		if j := i; j < len(f) && f[j] >= '1' && f[j] <= '9' {
			n := number()
			if i < len(f) && f[i] == '$' {
				pos = n
				i++
			} else {
				i = j
			}
		}
	flags:
		for ; i < len(f); i++ {
			switch f[i] {
			case '-':
				d.minus = true
			case '+':
				d.plus = true
			case ' ':
				d.space = true
			case '#':
				d.alt = true
			case '0':
				d.zero = true
			case '\'':
			default:
				break flags
			}
		}
		star := func() int {
			i++
			n := arg().num()
			return int(max(min(n, maxWidth), -maxWidth))
		}
		if i < len(f) && f[i] == '*' {
			d.width = star()
			if d.width < 0 {
				d.minus, d.width = true, -d.width
			}
		} else {
			d.width = number()
		}
		if i < len(f) && f[i] == '.' {
			i++
			if i < len(f) && f[i] == '*' {
				d.prec = star()
				if d.prec < 0 {
					d.prec = -1
				}
			} else {
				d.prec = number()
			}
		}
		for i < len(f) && (f[i] == 'h' || f[i] == 'l' || f[i] == 'L') {
			i++
		}
		if i >= len(f) {
			b = append(b, f[start:]...)
			break
		}
		take := arg
		if pos > 0 {
			take = func() value {
				if pos > len(args) {
					in.fatal("not enough arguments to satisfy format string\n\t`%s'\n\t%*s ran out for this one", f, at+2, "^")
				}
				return args[pos-1]
			}
		}
		switch c := f[i]; c {
		case '%':
			b = append(b, '%')
		case 'c':
			b = d.padText(in.enc, b, in.charOf(take()))
		case 's':
			v := take()
			s := in.str(v)
			if d.prec >= 0 {
				s, _ = in.enc.cut(s, d.prec)
			}
			b = d.padText(in.enc, b, s)
		case 'd', 'i', 'o', 'x', 'X', 'u':
			b = d.integer(b, c, take().num())
		case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A':
			b = d.float(b, c, take().num())
		default:
			b = append(b, f[start:i+1]...)
		}
		in.checkLength(len(b))
	}
	return b
}

// charOf is %c: the character of a number, or the first of a string.
func (in *interp) charOf(v value) string {
	n, ok := v.n, v.k == kNum
	if v.k == kStrnum {
		n, ok = looksNumeric(v.s)
	}
	if ok {
		if n >= 128 && !in.enc.bytes && n < utf8.MaxRune && utf8.ValidRune(rune(n)) {
			return string(rune(n))
		}
		return string([]byte{byte(int64(n))})
	}
	if v.s == "" {
		return "\x00"
	}
	head, _ := in.enc.cut(v.s, 1)
	return head
}

func appendPad(b []byte, c byte, n int) []byte {
	for ; n > 0; n-- {
		b = append(b, c)
	}
	return b
}

func (d *directive) padText(enc encoding, b []byte, s string) []byte {
	pad := 0
	if d.width > 0 {
		pad = d.width - enc.count(s)
	}
	if !d.minus {
		b = appendPad(b, ' ', pad)
	}
	b = append(b, s...)
	if d.minus {
		b = appendPad(b, ' ', pad)
	}
	return b
}

// number pads sign and digits.
func (d *directive) number(b []byte, sign, digits string, zero bool) []byte {
	pad := d.width - len(sign) - len(digits)
	switch {
	case d.minus:
		b = append(append(b, sign...), digits...)
		return appendPad(b, ' ', pad)
	case zero:
		b = append(b, sign...)
		b = appendPad(b, '0', pad)
		return append(b, digits...)
	}
	b = appendPad(b, ' ', pad)
	return append(append(b, sign...), digits...)
}

func (d *directive) sign(negative bool) string {
	switch {
	case negative:
		return "-"
	case d.plus:
		return "+"
	case d.space:
		return " "
	}
	return ""
}

func (d *directive) integer(b []byte, c byte, n float64) []byte {
	if math.IsNaN(n) || math.IsInf(n, 0) {
		return d.special(b, n)
	}
	n = math.Trunc(n)
	signed := c == 'd' || c == 'i'
	if math.Abs(n) >= 1<<63 || !signed && n >= 1<<63 {
		if c == 'u' || signed {
			digits := strconv.FormatFloat(math.Abs(n), 'f', 0, 64)
			return d.number(b, d.sign(n < 0), digits, d.zero && d.prec < 0)
		}
		dd := *d
		return dd.float(b, 'g', n)
	}
	sign, digits := "", ""
	v := int64(n)
	switch c {
	case 'd', 'i':
		u := uint64(v)
		if v < 0 {
			u = -u
		}
		digits = strconv.FormatUint(u, 10)
		sign = d.sign(v < 0)
	case 'u':
		if v < 0 { // gawk keeps the sign
			digits, sign = strconv.FormatUint(uint64(-v), 10), "-"
		} else {
			digits = strconv.FormatUint(uint64(v), 10)
		}
	case 'o':
		digits = strconv.FormatUint(uint64(v), 8)
		if d.alt && digits[0] != '0' {
			digits = "0" + digits
		}
	default:
		digits = strconv.FormatUint(uint64(v), 16)
		if c == 'X' {
			digits = upperASCII(digits)
		}
		if d.alt && v != 0 {
			sign = "0" + string(c)
		}
	}
	if d.prec == 0 && v == 0 {
		digits = ""
	}
	if len(digits) < d.prec {
		digits = string(appendPad(nil, '0', d.prec-len(digits))) + digits
	}
	return d.number(b, sign, digits, d.zero && d.prec < 0)
}

func upperASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'a' && c <= 'z' {
			b[i] = c - 32
		}
	}
	return string(b)
}

// special is gawk's text of what is no number; it always has a sign.
func (d *directive) special(b []byte, n float64) []byte {
	s := "+inf"
	switch {
	case math.IsNaN(n) && math.Signbit(n):
		s = "-nan"
	case math.IsNaN(n):
		s = "+nan"
	case n < 0:
		s = "-inf"
	}
	return d.padText(encoding{}, b, s)
}

func (d *directive) float(b []byte, c byte, n float64) []byte {
	if math.IsNaN(n) || math.IsInf(n, 0) {
		return d.special(b, n)
	}
	sign := d.sign(math.Signbit(n))
	a := math.Abs(n)
	prec := d.prec
	if prec < 0 {
		prec = 6
	}
	var digits []byte
	switch c | 0x20 {
	case 'e':
		digits = strconv.AppendFloat(nil, a, 'e', prec, 64)
	case 'f':
		digits = strconv.AppendFloat(nil, a, 'f', prec, 64)
		if d.alt && prec == 0 {
			digits = append(digits, '.')
		}
	case 'a':
		digits = strconv.AppendFloat(nil, a, 'x', d.prec, 64)
	default:
		digits = appendG(nil, a, prec, d.alt, false, false)
	}
	s := string(digits)
	if c < 'a' {
		s = upperASCII(s)
	}
	return d.number(b, sign, s, d.zero)
}

// appendG is %g of a number that is not negative; neg puts a sign before it.
func appendG(b []byte, a float64, prec int, alt, _, neg bool) []byte {
	if neg {
		b = append(b, '-')
	}
	if prec == 0 {
		prec = 1
	}
	start := len(b)
	b = strconv.AppendFloat(b, a, 'e', prec-1, 64)
	e := len(b) - 1
	for b[e] != 'e' {
		e--
	}
	exp, _ := strconv.Atoi(string(b[e+1:]))
	trim := func(end int) int {
		if alt {
			return end
		}
		dot := false
		for _, c := range b[start:end] {
			dot = dot || c == '.'
		}
		if dot {
			for b[end-1] == '0' {
				end--
			}
			if b[end-1] == '.' {
				end--
			}
		}
		return end
	}
	if exp < -4 || exp >= prec {
		tail := string(b[e:])
		return append(b[:trim(e)], tail...)
	}
	b = strconv.AppendFloat(b[:start], a, 'f', prec-1-exp, 64)
	return b[:trim(len(b))]
}
