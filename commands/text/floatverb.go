package text

import (
	"math"
	"strconv"
	"strings"
)

// appendFloatVerb formats v by one C printf directive for doubles, such as "%-8.3f" or "%g".
func appendFloatVerb(b []byte, verb string, v float64) []byte {
	flags, rest := "", verb[1:len(verb)-1]
	kind := verb[len(verb)-1]
	for rest != "" && strings.IndexByte("-+ #0", rest[0]) >= 0 {
		flags, rest = flags+rest[:1], rest[1:]
	}
	widthText, precText, hasPrec := strings.Cut(rest, ".")
	width, _ := strconv.Atoi(widthText)
	width = min(width, 1<<16)
	prec := 6
	if hasPrec {
		prec, _ = strconv.Atoi(precText)
		prec = min(prec, 1<<12)
	}
	neg := math.Signbit(v)
	body := formatAbs(math.Abs(v), kind, prec, hasPrec, strings.Contains(flags, "#"))
	sign := ""
	switch {
	case neg:
		sign = "-"
	case strings.Contains(flags, "+"):
		sign = "+"
	case strings.Contains(flags, " "):
		sign = " "
	}
	pad := width - len(sign) - len(body)
	switch {
	case pad <= 0:
		return append(append(b, sign...), body...)
	case strings.Contains(flags, "-"):
		return append(append(append(b, sign...), body...), strings.Repeat(" ", pad)...)
	case strings.Contains(flags, "0") && !math.IsInf(v, 0):
		return append(append(append(b, sign...), strings.Repeat("0", pad)...), body...)
	}
	return append(append(append(b, strings.Repeat(" ", pad)...), sign...), body...)
}

func formatAbs(v float64, kind byte, prec int, hasPrec, alt bool) string {
	if math.IsInf(v, 0) {
		return "inf"
	}
	if math.IsNaN(v) {
		return "nan"
	}
	upper := kind < 'a'
	var s string
	switch kind | 0x20 {
	case 'e':
		s = strconv.FormatFloat(v, 'e', prec, 64)
	case 'f':
		s = strconv.FormatFloat(v, 'f', prec, 64)
	case 'a':
		if !hasPrec {
			prec = -1
		}
		s = strconv.FormatFloat(v, 'x', prec, 64)
		if i := strings.IndexByte(s, 'p'); i > 0 { // C writes p+3, Go p+03
			sign, digits := s[i+1:i+2], strings.TrimLeft(s[i+2:], "0")
			if digits == "" {
				digits = "0"
			}
			s = s[:i+1] + sign + digits
		}
	default: // g
		if prec == 0 {
			prec = 1
		}
		exp := 0
		if v != 0 {
			e := strconv.FormatFloat(v, 'e', prec-1, 64)
			exp, _ = strconv.Atoi(e[strings.IndexByte(e, 'e')+1:])
		}
		if exp < -4 || exp >= prec {
			s = strconv.FormatFloat(v, 'e', prec-1, 64)
			i := strings.IndexByte(s, 'e')
			if m := s[:i]; !alt && strings.Contains(m, ".") {
				s = strings.TrimRight(strings.TrimRight(m, "0"), ".") + s[i:]
			}
		} else {
			s = strconv.FormatFloat(v, 'f', prec-1-exp, 64)
			if !alt && strings.Contains(s, ".") {
				s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
			}
		}
	}
	if upper {
		s = strings.ToUpper(s)
	}
	return s
}
