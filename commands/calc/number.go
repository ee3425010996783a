package calc

import (
	"errors"
	"math/big"
	"strings"
)

// number is a decimal: v divided by ten to the scale. The zero of a scale keeps the scale.
type number struct {
	v     *big.Int
	scale int
}

// maxBits bounds the size of a number and maxScale its digits after the point.
const (
	maxBits  = 1 << 21
	maxScale = 500_000
)

var (
	errTooBig  = errors.New("number too large")
	errDivZero = errors.New("Divide by zero")
	errSqrtNeg = errors.New("Square root of a negative number")
)

var bigTen = big.NewInt(10)

func fromInt(n int64) number { return number{big.NewInt(n), 0} }

func pow10(n int) *big.Int { return new(big.Int).Exp(bigTen, big.NewInt(int64(n)), nil) }

func (a number) sign() int { return a.v.Sign() }

// at gives a with another scale, digits cut off or zeros added.
func (a number) at(scale int) number {
	switch {
	case scale == a.scale:
		return a
	case scale > a.scale:
		return number{new(big.Int).Mul(a.v, pow10(scale-a.scale)), scale}
	}
	return number{new(big.Int).Quo(a.v, pow10(a.scale-scale)), scale}
}

func align(a, b number) (x, y number) {
	s := max(a.scale, b.scale)
	return a.at(s), b.at(s)
}

func add(a, b number) number {
	x, y := align(a, b)
	return number{new(big.Int).Add(x.v, y.v), x.scale}
}

func sub(a, b number) number {
	x, y := align(a, b)
	return number{new(big.Int).Sub(x.v, y.v), x.scale}
}

func neg(a number) number { return number{new(big.Int).Neg(a.v), a.scale} }

func cmpNumber(a, b number) int {
	x, y := align(a, b)
	return x.v.Cmp(y.v)
}

func (a number) check() (number, error) {
	if a.v.BitLen() > maxBits || a.scale > maxScale {
		return a, errTooBig
	}
	return a, nil
}

// mul has the scale min(a+b, max(scale, a, b)).
func mul(a, b number, scale int) (number, error) {
	if a.v.BitLen()+b.v.BitLen() > 2*maxBits {
		return a, errTooBig
	}
	full := number{new(big.Int).Mul(a.v, b.v), a.scale + b.scale}
	return full.at(min(full.scale, max(scale, a.scale, b.scale))).check()
}

// div has the scale asked for.
func div(a, b number, scale int) (number, error) {
	if b.sign() == 0 {
		return a, errDivZero
	}
	if scale > maxScale {
		return a, errTooBig
	}
	shift := scale + b.scale - a.scale
	n := a.v
	d := b.v
	if shift >= 0 {
		n = new(big.Int).Mul(n, pow10(shift))
	} else {
		d = new(big.Int).Mul(d, pow10(-shift))
	}
	return number{new(big.Int).Quo(n, d), scale}.check()
}

// mod is a-(a/b)*b with the quotient at the scale asked for.
func mod(a, b number, scale int) (number, error) {
	q, err := div(a, b, scale)
	if err != nil {
		return a, err
	}
	s := max(scale+b.scale, a.scale)
	p := number{new(big.Int).Mul(q.v, b.v), q.scale + b.scale}
	return sub(a, p.at(max(s, p.scale))).at(s), nil
}

// integer gives a's whole part when it fits.
func (a number) integer() (int64, bool) {
	w := a.at(0).v
	return w.Int64(), w.IsInt64()
}

// raise is a to the whole power e.
func raise(a number, e int64, scale int, alive func() error) (number, error) {
	if e == 0 {
		return fromInt(1), nil
	}
	negative := e < 0
	if negative {
		e = -e
	}
	limit := min(int64(a.scale)*min(e, maxScale), int64(max(scale, a.scale)))
	if negative {
		limit = int64(scale)
	}
	if bits := int64(a.v.BitLen()); bits > 1 && e > int64(maxBits)*4/bits+1 {
		return a, errTooBig
	}
	result, base := number{big.NewInt(1), 0}, a
	full := int64(a.scale)
	for n := e; ; {
		if err := alive(); err != nil {
			return a, err
		}
		if n&1 != 0 {
			result = number{new(big.Int).Mul(result.v, base.v), result.scale + base.scale}
		}
		if n >>= 1; n == 0 {
			break
		}
		base = number{new(big.Int).Mul(base.v, base.v), base.scale * 2}
		if full *= 2; base.v.BitLen() > 4*maxBits || base.scale > 8*maxScale {
			return a, errTooBig
		}
	}
	if negative {
		return div(fromInt(1), result, scale)
	}
	return result.at(int(min(limit, int64(result.scale)))).check()
}

// sqrt has the scale max(scale, a's).
func sqrt(a number, scale int) (number, error) {
	if a.sign() < 0 {
		return a, errSqrtNeg
	}
	s := max(scale, a.scale)
	if s > maxScale/2 {
		return a, errTooBig
	}
	n := new(big.Int).Mul(a.v, pow10(2*s-a.scale))
	return number{n.Sqrt(n), s}, nil
}

// length counts the significant digits, scaleLength those after the point.
func (a number) length() int64 {
	if a.sign() == 0 {
		return int64(max(1, a.scale))
	}
	return int64(max(len(new(big.Int).Abs(a.v).String()), a.scale))
}

// parse reads digits of a base: letters are ten and up; a single digit has its value whatever the base, others are
// held to the highest of the base.
func parse(s string, base int64) (number, bool) { return parseDigits(s, base, true) }

// parseDigits is parse, for dc with clamp off: there a digit is worth what it says, whatever the base.
func parseDigits(s string, base int64, clamp bool) (number, bool) {
	negative := strings.HasPrefix(s, "-")
	s = strings.TrimPrefix(s, "-")
	whole, frac, _ := strings.Cut(s, ".")
	if base == 10 && !strings.ContainsAny(s, "ABCDEF") {
		v, ok := new(big.Int).SetString("0"+whole+frac, 10)
		if !ok {
			return number{}, false
		}
		if negative {
			v.Neg(v)
		}
		return number{v, len(frac)}, true
	}
	digit := func(c byte, alone bool) int64 {
		d := int64(c - '0')
		if c >= 'A' {
			d = int64(c-'A') + 10
		}
		if clamp && !alone && d >= base {
			d = base - 1
		}
		return d
	}
	v, b := new(big.Int), big.NewInt(base)
	alone := len(whole)+len(frac) == 1
	for i := range len(whole) {
		v.Mul(v, b).Add(v, big.NewInt(digit(whole[i], alone)))
		if v.BitLen() > maxBits {
			return number{}, false
		}
	}
	n := number{v, 0}
	if frac != "" {
		// As many decimal digits as there were digits.
		num, den := new(big.Int), big.NewInt(1)
		for i := range len(frac) {
			num.Mul(num, b).Add(num, big.NewInt(digit(frac[i], alone)))
			den.Mul(den, b)
			if den.BitLen() > maxBits {
				return number{}, false
			}
		}
		num.Mul(num, pow10(len(frac))).Quo(num, den)
		n = add(n, number{num, len(frac)})
	}
	if negative {
		n = neg(n)
	}
	return n, true
}

// text writes a number in a base, without a zero before the point, as bc and dc do.
func (a number) text(base int64) string {
	if base == 10 {
		return a.decimal()
	}
	var b strings.Builder
	abs := new(big.Int).Abs(a.v)
	if a.sign() < 0 {
		b.WriteByte('-')
	}
	unit := pow10(a.scale)
	whole, frac := new(big.Int).QuoRem(abs, unit, new(big.Int))
	width := 0
	if base > 16 {
		width = len(big.NewInt(base - 1).String())
	}
	put := func(d int64, first bool) {
		if base <= 16 {
			b.WriteByte("0123456789ABCDEF"[d])
			return
		}
		t := big.NewInt(d).String()
		b.WriteString(" " + strings.Repeat("0", width-len(t)) + t)
	}
	if base <= 16 && a.scale == 0 || base <= 16 && whole.Sign() != 0 {
		if whole.Sign() != 0 || frac.Sign() == 0 {
			b.WriteString(strings.ToUpper(whole.Text(int(base))))
		}
	} else if whole.Sign() != 0 {
		var digits []int64
		bb, d := big.NewInt(base), new(big.Int)
		for w := new(big.Int).Set(whole); w.Sign() != 0; {
			w.QuoRem(w, bb, d)
			digits = append(digits, d.Int64())
		}
		for i := len(digits) - 1; i >= 0; i-- {
			put(digits[i], false)
		}
	} else if a.scale == 0 {
		put(0, true)
	}
	if a.scale > 0 {
		if whole.Sign() == 0 && frac.Sign() == 0 {
			return "0"
		}
		b.WriteByte('.')
		// Digits until the base has reached the precision of the decimal ones.
		reach, bb, d := big.NewInt(1), big.NewInt(base), new(big.Int)
		for reach.Cmp(unit) < 0 {
			frac.Mul(frac, bb)
			d.QuoRem(frac, unit, frac)
			put(d.Int64(), false)
			reach.Mul(reach, bb)
		}
	}
	return b.String()
}

func (a number) decimal() string {
	if a.sign() == 0 {
		return "0"
	}
	digits := new(big.Int).Abs(a.v).String()
	if a.scale > 0 {
		if len(digits) <= a.scale {
			digits = "." + strings.Repeat("0", a.scale-len(digits)) + digits
		} else {
			digits = digits[:len(digits)-a.scale] + "." + digits[len(digits)-a.scale:]
		}
	}
	if a.sign() < 0 {
		return "-" + digits
	}
	return digits
}
