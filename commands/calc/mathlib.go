package calc

import (
	"math"
	"math/big"
)

// fixed is arithmetic with a number of digits after the point, for the functions of bc -l.
type fixed struct {
	digits int
	unit   *big.Int
	alive  func() error
	err    error
}

func newFixed(digits int, alive func() error) *fixed {
	return &fixed{digits: digits, unit: pow10(digits), alive: alive}
}

func (f *fixed) of(a number) *big.Int { return a.at(f.digits).v }

func (f *fixed) mul(a, b *big.Int) *big.Int {
	p := new(big.Int).Mul(a, b)
	return p.Quo(p, f.unit)
}

func (f *fixed) div(a, b *big.Int) *big.Int {
	p := new(big.Int).Mul(a, f.unit)
	return p.Quo(p, b)
}

// going reports whether a series is to go on.
func (f *fixed) going(term *big.Int) bool {
	if f.err == nil {
		f.err = f.alive()
	}
	return f.err == nil && term.Sign() != 0
}

func (f *fixed) result(v *big.Int, scale int) (number, error) {
	if f.err != nil {
		return number{}, f.err
	}
	return number{v, f.digits}.at(scale), nil
}

// maxMathScale bounds the scale at which the functions of bc -l work: their time grows with its cube.
const maxMathScale = 20_000

func mathScale(scale int) error {
	if scale > maxMathScale {
		return errTooBig
	}
	return nil
}

// exp is e(x).
func exp(x number, scale int, alive func() error) (number, error) {
	if err := mathScale(scale); err != nil {
		return x, err
	}
	whole, ok := x.integer()
	if !ok || whole > 400_000 {
		return x, errTooBig
	}
	if whole < -int64(scale)*3-100 {
		return number{new(big.Int), scale}, nil
	}
	negative := x.sign() < 0
	if negative {
		x = neg(x)
	}
	extra := int(math.Abs(float64(whole)) * 0.4343)
	f := newFixed(scale+extra+20, alive)
	v := f.of(x)
	halvings := 0
	for one := new(big.Int).Quo(f.unit, big.NewInt(8)); v.Cmp(one) > 0; halvings++ {
		v = new(big.Int).Rsh(v, 1)
	}
	sum, term := new(big.Int).Set(f.unit), new(big.Int).Set(f.unit)
	for n := int64(1); f.going(term); n++ {
		term = f.mul(term, v)
		term.Quo(term, big.NewInt(n))
		sum.Add(sum, term)
	}
	for range halvings {
		if sum = f.mul(sum, sum); !f.going(sum) {
			break
		}
	}
	if negative && f.err == nil {
		sum = f.div(f.unit, sum)
	}
	return f.result(sum, scale)
}

// ln is l(x).
func ln(x number, scale int, alive func() error) (number, error) {
	if err := mathScale(scale); err != nil {
		return x, err
	}
	if x.sign() <= 0 { // what bc's own library gives
		r, _ := div(sub(fromInt(1), number{pow10(scale), 0}), fromInt(1), scale)
		return r, nil
	}
	extra := len(x.v.String())
	f := newFixed(scale+20+max(0, x.scale-extra+1), alive)
	v := f.of(x)
	// Square roots until it is near one; the series then doubles back.
	two, twice := new(big.Int).Lsh(f.unit, 1), 1
	half := new(big.Int).Quo(f.unit, big.NewInt(2))
	for v.Cmp(two) >= 0 || v.Cmp(half) <= 0 {
		v.Mul(v, f.unit)
		v.Sqrt(v)
		twice++
		if !f.going(v) || twice > 100 {
			break
		}
	}
	for range 3 {
		v.Mul(v, f.unit)
		v.Sqrt(v)
		twice++
	}
	y := f.div(new(big.Int).Sub(v, f.unit), new(big.Int).Add(v, f.unit))
	sum, term, square := new(big.Int).Set(y), new(big.Int).Set(y), f.mul(y, y)
	for n := int64(3); f.going(term); n += 2 {
		term = f.mul(term, square)
		sum.Add(sum, new(big.Int).Quo(term, big.NewInt(n)))
	}
	sum.Lsh(sum, uint(twice))
	return f.result(sum, scale)
}

// piOf computes pi by Machin's formula.
func (f *fixed) pi() *big.Int {
	arc := func(n int64) *big.Int {
		term := new(big.Int).Quo(f.unit, big.NewInt(n))
		sum, square := new(big.Int).Set(term), big.NewInt(n*n)
		for k, s := int64(3), -1; f.going(term); k, s = k+2, -s {
			term.Quo(term, square)
			d := new(big.Int).Quo(term, big.NewInt(k))
			if s < 0 {
				sum.Sub(sum, d)
			} else {
				sum.Add(sum, d)
			}
		}
		return sum
	}
	a, b := arc(5), arc(239)
	return a.Lsh(a, 4).Sub(a, b.Lsh(b, 2))
}

// sin is s(x).
func sin(x number, scale int, alive func() error) (number, error) {
	if err := mathScale(scale); err != nil {
		return x, err
	}
	extra := len(x.at(0).v.String())
	if extra > 2000 {
		return x, errTooBig
	}
	f := newFixed(scale+20+extra, alive)
	v := f.of(x)
	pi2 := new(big.Int).Lsh(f.pi(), 1)
	if f.err != nil {
		return x, f.err
	}
	v = new(big.Int).Rem(v, pi2)
	return f.result(f.sine(v), scale)
}

func (f *fixed) sine(v *big.Int) *big.Int {
	sum, term, square := new(big.Int).Set(v), new(big.Int).Set(v), f.mul(v, v)
	for n := int64(2); f.going(term); n += 2 {
		term = f.mul(term, square)
		term.Quo(term, big.NewInt(-n*(n+1)))
		sum.Add(sum, term)
	}
	return sum
}

// cos is c(x).
func cos(x number, scale int, alive func() error) (number, error) {
	if err := mathScale(scale); err != nil {
		return x, err
	}
	extra := len(x.at(0).v.String())
	if extra > 2000 {
		return x, errTooBig
	}
	f := newFixed(scale+20+extra, alive)
	pi := f.pi()
	if f.err != nil {
		return x, f.err
	}
	v := new(big.Int).Rem(f.of(x), new(big.Int).Lsh(pi, 1))
	sum, term, square := new(big.Int).Set(f.unit), new(big.Int).Set(f.unit), f.mul(v, v)
	for n := int64(1); f.going(term); n += 2 {
		term = f.mul(term, square)
		term.Quo(term, big.NewInt(-n*(n+1)))
		sum.Add(sum, term)
	}
	return f.result(sum, scale)
}

// atan is a(x).
func atan(x number, scale int, alive func() error) (number, error) {
	if err := mathScale(scale); err != nil {
		return x, err
	}
	f := newFixed(scale+25, alive)
	v := f.of(x)
	negative := v.Sign() < 0
	v = new(big.Int).Abs(v)
	inverse := v.Cmp(f.unit) > 0
	if inverse {
		v = f.div(f.unit, v)
	}
	// atan(x) = 2 atan(x/(1+sqrt(1+x²)))
	twice := uint(0)
	for tenth := new(big.Int).Quo(f.unit, bigTen); v.Cmp(tenth) > 0 && f.going(v); twice++ {
		r := f.mul(v, v)
		r.Add(r, f.unit).Mul(r, f.unit)
		r.Sqrt(r)
		v = f.div(v, r.Add(r, f.unit))
	}
	sum, term, square := new(big.Int).Set(v), new(big.Int).Set(v), f.mul(v, v)
	for n, s := int64(3), -1; f.going(term); n, s = n+2, -s {
		term = f.mul(term, square)
		d := new(big.Int).Quo(term, big.NewInt(n))
		if s < 0 {
			sum.Sub(sum, d)
		} else {
			sum.Add(sum, d)
		}
	}
	sum.Lsh(sum, twice)
	if inverse {
		half := f.pi()
		sum = half.Rsh(half, 1).Sub(half, sum)
	}
	if negative {
		sum.Neg(sum)
	}
	return f.result(sum, scale)
}

// bessel is j(n,x).
func bessel(order int64, x number, scale int, alive func() error) (number, error) {
	if err := mathScale(scale); err != nil {
		return x, err
	}
	size := len(x.at(0).v.String())
	if order > 10_000 || order < -10_000 || size > 5 {
		return x, errTooBig
	}
	flip := order < 0 && order%2 != 0
	if order < 0 {
		order = -order
	}
	whole, _ := x.integer()
	f := newFixed(scale+25+int(order)/2+int(math.Abs(float64(whole))), alive)
	v := f.of(x)
	half := new(big.Int).Rsh(new(big.Int).Abs(v), 1)
	term := new(big.Int).Set(f.unit)
	for i := int64(1); i <= order; i++ {
		term = f.mul(term, half)
		term.Quo(term, big.NewInt(i))
	}
	square := f.mul(half, half)
	sum := new(big.Int).Set(term)
	for i := int64(1); f.going(term); i++ {
		term = f.mul(term, square)
		term.Quo(term, big.NewInt(-i*(i+order)))
		sum.Add(sum, term)
	}
	if (v.Sign() < 0 && order%2 != 0) != flip {
		sum.Neg(sum)
	}
	return f.result(sum, scale)
}
