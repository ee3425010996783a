package printf

import (
	"math"
	"math/big"
	"strings"
	"time"
)

// floatBits is the mantissa of long double on x86-64.
const floatBits = 64

// number reads a floating-point argument as strtold(3) does: what is not a number gives an error, and what precedes it
// counts.
func (s *state) number(a string) *big.Float {
	s.nan = false
	f := new(big.Float).SetPrec(floatBits)
	if a == "" {
		return f
	}
	if n, ok := char(a); ok {
		return f.SetInt64(n)
	}
	t := strings.TrimLeft(a, " \t\n\v\f\r")
	n := floatLength(t)
	rest := t[n:]
	if n == 0 || rest != "" {
		if n == 0 {
			rest = a
		}
		s.invalid(a, rest)
	}
	if n == 0 {
		return f
	}
	t = strings.ToLower(t[:n])
	bare := strings.TrimLeft(t, "+-")
	neg := t[0] == '-'
	switch {
	case strings.HasPrefix(bare, "inf"):
		return f.SetInf(neg)
	case strings.HasPrefix(bare, "nan"):
		s.nan = true
		return f.SetInf(neg)
	}
	if strings.HasPrefix(bare, "0x") && !strings.ContainsRune(bare, 'p') {
		t += "p0"
	}
	if !saneExponent(bare) {
		if strings.Contains(bare, "e-") || strings.Contains(bare, "p-") {
			return f
		}
		s.rangeError(a)
		return f.SetInf(neg)
	}
	if _, _, err := f.Parse(t, 0); err != nil {
		v := 0.0
		f.SetFloat64(math.Copysign(v, 1))
	}
	return f
}

// saneExponent reports whether the exponent is in the range of long double: larger ones cost big numbers of memory.
func saneExponent(s string) bool {
	k := strings.LastIndexAny(s, "ep")
	if strings.HasPrefix(s, "0x") {
		k = strings.LastIndexByte(s, 'p')
	}
	if k < 0 {
		return len(s) < 5000
	}
	digits := strings.TrimLeft(strings.TrimLeft(s[k+1:], "+-"), "0")
	if len(digits) > 5 {
		return false
	}
	n := 0
	for _, c := range digits {
		n = n*10 + int(c-'0')
	}
	return n <= 16500 && k < 5000 && (s[0] == '0' && strings.HasPrefix(s, "0x") || n <= 4932)
}

// floatLength is the length of the number at the start of s.
func floatLength(s string) int {
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	low := strings.ToLower(s[i:min(len(s), i+8)])
	for _, w := range []string{"infinity", "inf", "nan"} {
		if strings.HasPrefix(low, w) {
			return i + len(w)
		}
	}
	digit := func(c byte) bool { return '0' <= c && c <= '9' }
	expChar := byte('e')
	if strings.HasPrefix(low, "0x") {
		i += 2
		digit, expChar = isHex, 'p'
	}
	n := 0
	for i < len(s) && digit(s[i]) {
		i++
		n++
	}
	if i < len(s) && s[i] == '.' {
		k := i + 1
		for k < len(s) && digit(s[k]) {
			k++
			n++
		}
		if n > 0 {
			i = k
		}
	}
	if n == 0 {
		return 0
	}
	if i < len(s) && s[i]|0x20 == expChar {
		k := i + 1
		if k < len(s) && (s[k] == '+' || s[k] == '-') {
			k++
		}
		d := k
		for k < len(s) && '0' <= s[k] && s[k] <= '9' {
			k++
		}
		if k > d {
			i = k
		}
	}
	return i
}

// time is %(layout)T.
func (s *state) time(sp spec, layout string) {
	a, ok := s.next()
	t := time.Time{}
	switch n, _ := s.integer(a); {
	case !ok || n == -1 && a != "":
		t = s.opt.Now()
	case n == -2:
		t = s.opt.Start()
	default:
		t = time.Unix(n, 0)
	}
	if layout == "" {
		layout = "%X"
	}
	s.str(sp, s.opt.Time(layout, t))
}
