package awk

import (
	"math"
	"strconv"
)

var pow10 = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// scanNumber reads the decimal number at the start of s (blanks and a sign before it when signed) and gives the bytes
// it takes, 0 when there is none. Short ones are computed, others go to strconv.
func scanNumber(s string, signed bool) (n int, v float64) {
	i := 0
	neg := false
	if signed {
		for i < len(s) && isSpace(s[i]) {
			i++
		}
		if i < len(s) && (s[i] == '-' || s[i] == '+') {
			neg = s[i] == '-'
			i++
		}
	}
	begin := i
	mant, digits, frac := uint64(0), 0, 0
	for i < len(s) && s[i]-'0' <= 9 {
		if digits < 19 {
			mant = mant*10 + uint64(s[i]-'0')
		}
		if mant > 0 {
			digits++
		}
		i++
	}
	whole := i - begin
	if i < len(s) && s[i] == '.' {
		i++
		for i < len(s) && s[i]-'0' <= 9 {
			if digits < 19 {
				mant = mant*10 + uint64(s[i]-'0')
			}
			if mant > 0 {
				digits++
			}
			frac++
			i++
		}
		if whole == 0 && frac == 0 {
			return 0, 0
		}
	}
	if whole == 0 && frac == 0 {
		if signed && i > 0 && (s[i-1] == '-' || s[i-1] == '+') {
			return scanSpecial(s, i, neg)
		}
		return 0, 0
	}
	exp, hasExp := 0, false
	if i < len(s) && s[i]|0x20 == 'e' {
		j := i + 1
		if j < len(s) && (s[j] == '-' || s[j] == '+') {
			j++
		}
		if j < len(s) && s[j]-'0' <= 9 {
			for j < len(s) && s[j]-'0' <= 9 {
				j++
			}
			exp, _ = strconv.Atoi(s[i+1 : j])
			hasExp = true
			i = j
		}
	}
	e := exp - frac
	if digits <= 15 && e >= -22 && e <= 22 && (!hasExp || exp > -300 && exp < 300) {
		v = float64(mant)
		if e < 0 {
			v /= pow10[-e]
		} else if e > 0 {
			v *= pow10[e]
		}
	} else {
		v, _ = strconv.ParseFloat(s[begin:i], 64)
	}
	if neg {
		v = -v
	}
	return i, v
}

// scanSpecial reads inf and nan behind a sign, the only form in which gawk takes them.
func scanSpecial(s string, i int, neg bool) (int, float64) {
	if len(s) < i+3 || len(s) > i+3 && isNameByte(s[i+3]) {
		return 0, 0
	}
	word := []byte(s[i : i+3])
	for k := range word {
		word[k] |= 0x20
	}
	switch string(word) {
	case "inf":
		if neg {
			return i + 3, math.Inf(-1)
		}
		return i + 3, math.Inf(1)
	case "nan":
		if neg {
			return i + 3, math.Copysign(math.NaN(), -1)
		}
		return i + 3, math.NaN()
	}
	return 0, 0
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// toNumber is the value of the longest numeric prefix of s.
func toNumber(s string) float64 {
	if len(s) == 1 { // the commonest fields
		if d := s[0] - '0'; d <= 9 {
			return float64(d)
		}
		return 0
	}
	_, v := scanNumber(s, true)
	return v
}

// looksNumeric reports whether the whole of s, blanks around it aside, is a number.
func looksNumeric(s string) (float64, bool) {
	n, v := scanNumber(s, true)
	if n == 0 {
		return 0, false
	}
	for n < len(s) {
		if !isSpace(s[n]) {
			return 0, false
		}
		n++
	}
	return v, true
}

// strtonum is gawk's function: decimal, 0x hexadecimal and 0 octal.
func strtonum(s string) float64 {
	i := 0
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	neg := false
	t := s[i:]
	if t != "" && (t[0] == '-' || t[0] == '+') {
		neg = t[0] == '-'
		t = t[1:]
	}
	base := 0.0
	switch {
	case len(t) > 2 && t[0] == '0' && t[1]|0x20 == 'x':
		base, t = 16, t[2:]
	case len(t) > 1 && t[0] == '0':
		base = 8
		for k := 0; k < len(t); k++ {
			if t[k] == '.' || t[k]|0x20 == 'e' || t[k] == '8' || t[k] == '9' {
				base = 0
				break
			}
			if t[k] < '0' || t[k] > '9' {
				break
			}
		}
	}
	if base == 0 {
		return toNumber(s)
	}
	v := 0.0
	for k := 0; k < len(t); k++ {
		d := hexValue(t[k])
		if d < 0 || float64(d) >= base {
			break
		}
		v = v*base + float64(d)
	}
	if neg {
		v = -v
	}
	return v
}
