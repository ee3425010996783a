package printf

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// float prints a floating-point number. The text is read with the precision of long double, as bash and GNU printf do.
func (s *state) float(sp spec, c byte, a string) {
	f := s.number(a)
	neg := f.Signbit()
	sign := ""
	switch {
	case neg:
		sign = "-"
	case sp.plus:
		sign = "+"
	case sp.space:
		sign = " "
	}
	var body string
	if f.IsInf() {
		body = "inf"
		if s.nan {
			body = "nan"
		}
		if c < 'a' {
			body = strings.ToUpper(body)
		}
		sp.zero = false
	} else {
		abs := new(big.Float).Abs(f)
		prec := sp.prec
		if prec < 0 {
			prec = 6
		}
		prec = min(prec, 20_000)
		switch c {
		case 'f', 'F':
			body = abs.Text('f', prec)
			if sp.alt && prec == 0 {
				body += "."
			}
		case 'e', 'E':
			body = abs.Text(c, prec)
		case 'g', 'G':
			body = general(abs, c, prec, sp.alt)
		case 'a', 'A':
			v, _ := abs.Float64()
			body = hexFloat(v, sp.prec)
			if c == 'A' {
				body = strings.ToUpper(body)
			}
		}
	}
	if sp.zero && !sp.minus {
		if n := sp.width - len(body) - len(sign); n > 0 {
			if strings.HasPrefix(body, "0x") || strings.HasPrefix(body, "0X") {
				body = body[:2] + strings.Repeat("0", n) + body[2:]
			} else {
				body = strings.Repeat("0", n) + body
			}
		}
	}
	s.pad(sp, sign+body)
}

// general is %g: the shorter of %e and %f, without trailing zeros.
func general(f *big.Float, c byte, prec int, alt bool) string {
	if prec == 0 {
		prec = 1
	}
	e := f.Text('e', prec-1)
	k := strings.IndexByte(e, 'e')
	exp, _ := strconv.Atoi(e[k+1:])
	if exp < -4 || exp >= prec {
		mant := e[:k]
		if !alt && strings.IndexByte(mant, '.') >= 0 {
			mant = strings.TrimRight(strings.TrimRight(mant, "0"), ".")
		}
		if c == 'G' {
			return mant + "E" + e[k+1:]
		}
		return mant + e[k:]
	}
	t := f.Text('f', prec-1-exp)
	if !alt && strings.IndexByte(t, '.') >= 0 {
		t = strings.TrimRight(strings.TrimRight(t, "0"), ".")
	}
	return t
}

// hexFloat is %a as glibc prints long double values: the first digit is 8..f.
func hexFloat(v float64, prec int) string {
	if v == 0 {
		t := "0x0"
		if prec > 0 {
			t += "." + strings.Repeat("0", prec)
		}
		return t + "p+0"
	}
	mant, exp := math.Frexp(v) // 0.5 <= mant < 1
	bits := uint64(math.Ldexp(mant, 64))
	exp -= 4
	if prec >= 0 && prec < 15 {
		shift := uint(60 - 4*prec)
		half := uint64(1) << (shift - 1)
		low := bits & (1<<shift - 1)
		bits -= low
		if low > half || low == half && bits>>shift&1 == 1 {
			sum := bits + 1<<shift
			if sum < bits {
				sum = 1 << 63
				exp++
			}
			bits = sum
		}
	}
	digits := fmt.Sprintf("%016x", bits)
	frac := strings.TrimRight(digits[1:], "0")
	if prec >= 0 {
		frac = (digits[1:] + strings.Repeat("0", max(prec-15, 0)))[:prec]
	}
	t := "0x" + digits[:1]
	if frac != "" {
		t += "." + frac
	}
	return fmt.Sprintf("%sp%+d", t, exp)
}
