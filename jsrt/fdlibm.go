package jsrt

import (
	"math"
	"math/big"
	"sync"

	"github.com/dop251/goja"
)

// The trigonometric functions as fdlibm has them, which V8 and every other engine of note follow to the last digit; those
// of package math use other polynomials. The coefficients are the published ones.

// sinKernel is the sine of x+y for |x| <= pi/4; y is what x lacks, known when exact is false.
func sinKernel(x, y float64, exact bool) float64 {
	if math.Abs(x) < 0x1p-27 {
		return x
	}
	z := x * x
	v := z * x
	r := 8.33333333332248946124e-03 + z*(-1.98412698298579493134e-04+z*(2.75573137070700676789e-06+z*(-2.50507602534068634195e-08+z*1.58969099521155010221e-10)))
	const s1 = -1.66666666666666324348e-01
	if exact {
		return x + v*(s1+z*r)
	}
	return x - ((z*(0.5*y-v*r) - y) - v*s1)
}

func cosKernel(x, y float64) float64 {
	ix := math.Float64bits(x) >> 32 & 0x7fffffff
	if ix < 0x3e400000 { // |x| < 2^-27
		return 1
	}
	z := x * x
	r := z * (4.16666666666666019037e-02 + z*(-1.38888888888741095749e-03+z*(2.48015872894767294178e-05+z*(-2.75573143513906633035e-07+z*(2.08757232129817482790e-09+z*-1.13596475577881948265e-11)))))
	if ix < 0x3fd33333 { // |x| < 0.3
		return 1 - (0.5*z - (z*r - x*y))
	}
	qx := 0.28125
	if ix <= 0x3fe90000 { // x/4, its upper half
		qx = math.Float64frombits((ix - 0x00200000) << 32)
	}
	hz := 0.5*z - qx
	a := 1 - qx
	return a - (hz - (z*r - x*y))
}

var tanPoly = [...]float64{
	3.33333333333334091986e-01, 1.33333333333201242699e-01, 5.39682539762260521377e-02, 2.18694882948595424599e-02, 8.86323982359930005737e-03,
	3.59207910759131235356e-03, 1.45620945432529025516e-03, 5.88041240820264096874e-04, 2.46463134818469906812e-04, 7.81794442939557092300e-05,
	7.14072491382608190305e-05, -1.85586374855275456654e-05, 2.59073051863633712884e-05,
}

// tanKernel is the tangent of x+y, or -1/tan when odd is set.
func tanKernel(x, y float64, odd bool) float64 {
	neg := math.Signbit(x)
	hx := math.Float64bits(x) >> 32 & 0x7fffffff
	if hx < 0x3e300000 { // |x| < 2^-28
		if odd {
			return -1 / x
		}
		return x
	}
	big := hx >= 0x3fe59428 // |x| >= 0.6744
	if big {
		if neg {
			x, y = -x, -y
		}
		x = (7.85398163397448278999e-01 - x) + (3.06161699786838301793e-17 - y)
		y = 0
	}
	z := x * x
	w := z * z
	t := &tanPoly
	r := t[1] + w*(t[3]+w*(t[5]+w*(t[7]+w*(t[9]+w*t[11]))))
	v := z * (t[2] + w*(t[4]+w*(t[6]+w*(t[8]+w*(t[10]+w*t[12])))))
	s := z * x
	r = y + z*(s*(r+v)+y)
	r += t[0] * s
	w = x + r
	if big {
		one := 1.0
		if odd {
			one = -1
		}
		v = one
		res := v - 2*(x-(w*w/(w+v)-r))
		if neg {
			return -res
		}
		return res
	}
	if !odd {
		return w
	}
	high := func(f float64) float64 { return math.Float64frombits(math.Float64bits(f) &^ 0xffffffff) }
	z = high(w)
	v = r - (z - x)
	a := -1 / w
	th := high(a)
	s = 1 + th*z
	return th + a*(s+th*v)
}

const (
	invPio2 = 6.36619772367581382433e-01
	pio2a   = 1.57079632673412561417e+00 // 33 bits of pi/2, then what is left of it, twice more
	pio2at  = 6.07710050650619224932e-11
	pio2b   = 6.07710050630396597660e-11
	pio2bt  = 2.02226624879595063154e-21
	pio2c   = 2.02226624871116645580e-21
	pio2ct  = 8.47842766036889956997e-32
)

// halfPi is pi/2 in enough bits for the largest number, by Machin's formula.
var halfPi = sync.OnceValue(func() *big.Float {
	const bits = 1300
	one := new(big.Int).Lsh(big.NewInt(1), bits)
	arccot := func(k int64) *big.Int {
		term := new(big.Int).Quo(one, big.NewInt(k))
		sum, kk := new(big.Int).Set(term), big.NewInt(k*k)
		for i := int64(3); term.Sign() != 0; i += 2 {
			term.Quo(term, kk)
			t := new(big.Int).Quo(term, big.NewInt(i))
			if i%4 == 3 {
				sum.Sub(sum, t)
			} else {
				sum.Add(sum, t)
			}
		}
		return sum
	}
	q := new(big.Int).Sub(new(big.Int).Mul(big.NewInt(4), arccot(5)), arccot(239)) // pi/4
	f := new(big.Float).SetPrec(bits).SetInt(q)
	return f.SetMantExp(f, 1-bits)
})

// reduceLarge is reducePio2 for numbers that three parts of pi/2 are too few for.
func reduceLarge(x float64) (n int, y0, y1 float64) {
	h := halfPi()
	v := new(big.Float).SetPrec(h.Prec()).SetFloat64(x)
	k, _ := new(big.Float).SetPrec(h.Prec()).Add(new(big.Float).Quo(v, h), big.NewFloat(0.5)).Int(nil)
	v.Sub(v, new(big.Float).SetPrec(h.Prec()).Mul(new(big.Float).SetPrec(h.Prec()).SetInt(k), h))
	y0, _ = v.Float64()
	y1, _ = v.Sub(v, new(big.Float).SetFloat64(y0)).Float64()
	return int(new(big.Int).And(k, big.NewInt(3)).Int64()), y0, y1
}

// reducePio2 is x as n*pi/2 + y0 + y1.
func reducePio2(x float64) (n int, y0, y1 float64) {
	ax := math.Abs(x)
	if ax >= 0x1p20*math.Pi/2 {
		n, y0, y1 = reduceLarge(ax)
		if x < 0 {
			return -n, -y0, -y1
		}
		return n, y0, y1
	}
	hx := math.Float64bits(ax) >> 32
	if hx < 0x4002d97c { // |x| < 3pi/4: n is 1 or -1
		z := ax - pio2a
		if hx != 0x3ff921fb {
			y0 = z - pio2at
			y1 = (z - y0) - pio2at
		} else {
			z -= pio2b
			y0 = z - pio2bt
			y1 = (z - y0) - pio2bt
		}
		n = 1
	} else {
		n = int(ax*invPio2 + 0.5)
		fn := float64(n)
		r := ax - fn*pio2a
		w := fn * pio2at
		y0 = r - w
		exp := func(f float64) int { return int(math.Float64bits(f) >> 52 & 0x7ff) }
		j := int(hx >> 20)
		if j-exp(y0) > 16 {
			t := r
			w = fn * pio2b
			r = t - w
			w = fn*pio2bt - ((t - r) - w)
			y0 = r - w
			if j-exp(y0) > 49 {
				t = r
				w = fn * pio2c
				r = t - w
				w = fn*pio2ct - ((t - r) - w)
				y0 = r - w
			}
		}
		y1 = (r - y0) - w
	}
	if x < 0 {
		return -n, -y0, -y1
	}
	return n, y0, y1
}

func fdSin(x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return math.NaN()
	case math.Float64bits(x)>>32&0x7fffffff <= 0x3fe921fb:
		return sinKernel(x, 0, true)
	}
	n, y0, y1 := reducePio2(x)
	switch n & 3 {
	case 0:
		return sinKernel(y0, y1, false)
	case 1:
		return cosKernel(y0, y1)
	case 2:
		return -sinKernel(y0, y1, false)
	}
	return -cosKernel(y0, y1)
}

func fdCos(x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return math.NaN()
	case math.Float64bits(x)>>32&0x7fffffff <= 0x3fe921fb:
		return cosKernel(x, 0)
	}
	n, y0, y1 := reducePio2(x)
	switch n & 3 {
	case 0:
		return cosKernel(y0, y1)
	case 1:
		return -sinKernel(y0, y1, false)
	case 2:
		return -cosKernel(y0, y1)
	}
	return sinKernel(y0, y1, false)
}

func fdTan(x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return math.NaN()
	case math.Float64bits(x)>>32&0x7fffffff <= 0x3fe921fb:
		return tanKernel(x, 0, false)
	}
	n, y0, y1 := reducePio2(x)
	return tanKernel(y0, y1, n&1 == 1)
}

var (
	atanHi = [...]float64{4.63647609000806093515e-01, 7.85398163397448278999e-01, 9.82793723247329054082e-01, 1.57079632679489655800e+00}
	atanLo = [...]float64{2.26987774529616870924e-17, 3.06161699786838301793e-17, 1.39033110312309984516e-17, 6.12323399573676603587e-17}
)

func fdAtan(x float64) float64 {
	if math.IsNaN(x) {
		return x
	}
	ax := math.Abs(x)
	ix := math.Float64bits(ax) >> 32
	if ix >= 0x44100000 { // |x| >= 2^66
		return math.Copysign(atanHi[3]+atanLo[3], x)
	}
	id := -1
	t := x
	if ix < 0x3fdc0000 { // |x| < 0.4375
		if ix < 0x3e200000 {
			return x
		}
	} else if ix < 0x3ff30000 { // |x| < 1.1875
		if ix < 0x3fe60000 {
			id, t = 0, (2*ax-1)/(2+ax)
		} else {
			id, t = 1, (ax-1)/(ax+1)
		}
	} else if ix < 0x40038000 { // |x| < 2.4375
		id, t = 2, (ax-1.5)/(1+1.5*ax)
	} else {
		id, t = 3, -1/ax
	}
	z := t * t
	w := z * z
	s1 := z * (3.33333333333329318027e-01 + w*(1.42857142725034663711e-01+w*(9.09088713343650656196e-02+w*(6.66107313738753120669e-02+w*(4.97687799461593236017e-02+w*1.62858201153657823623e-02)))))
	s2 := w * (-1.99999999998764832476e-01 + w*(-1.11111104054623557880e-01+w*(-7.69187620504482999495e-02+w*(-5.83357013379057348645e-02+w*-3.65315727442169155270e-02))))
	if id < 0 {
		return t - t*(s1+s2)
	}
	r := atanHi[id] - ((t*(s1+s2) - atanLo[id]) - t)
	return math.Copysign(r, x)
}

func fdAtan2(y, x float64) float64 {
	if math.IsNaN(x) || math.IsNaN(y) {
		return math.NaN()
	}
	if x == 1 {
		return fdAtan(y)
	}
	if x == 0 || y == 0 || math.IsInf(x, 0) || math.IsInf(y, 0) {
		return math.Atan2(y, x)
	}
	k := int(math.Float64bits(y)>>52&0x7ff) - int(math.Float64bits(x)>>52&0x7ff)
	var z float64
	negX := x < 0
	switch {
	case k > 60:
		z, negX = math.Pi/2+0.5*1.2246467991473531772e-16, false
	case negX && k < -60:
		z = 0
	default:
		z = fdAtan(math.Abs(y / x))
	}
	const piLo = 1.2246467991473531772e-16
	switch {
	case !negX:
		return math.Copysign(z, y)
	case y > 0:
		return math.Pi - (z - piLo)
	}
	return (z - piLo) - math.Pi
}

func asinRatio(t float64) float64 {
	p := t * (1.66666666666666657415e-01 + t*(-3.25565818622400915405e-01+t*(2.01212532134862925881e-01+t*(-4.00555345006794114027e-02+t*(7.91534994289814532176e-04+t*3.47933107596021167570e-05)))))
	q := 1 + t*(-2.40339491173441421878e+00+t*(2.02094576023350569471e+00+t*(-6.88283971605453293030e-01+t*7.70381505559019352791e-02)))
	return p / q
}

const (
	pio2Hi = 1.57079632679489655800e+00
	pio2Lo = 6.12323399573676603587e-17
)

func fdAsin(x float64) float64 {
	ax := math.Abs(x)
	ix := math.Float64bits(ax) >> 32
	switch {
	case math.IsNaN(x) || ax > 1:
		return math.NaN()
	case ax == 1:
		return x*pio2Hi + x*pio2Lo
	case ix < 0x3e400000:
		return x
	case ax < 0.5:
		return x + x*asinRatio(x*x)
	}
	t := (1 - ax) * 0.5
	r := asinRatio(t)
	s := math.Sqrt(t)
	if ix >= 0x3fef3333 { // |x| > 0.975
		t = pio2Hi - (2*(s+s*r) - pio2Lo)
	} else {
		w := math.Float64frombits(math.Float64bits(s) &^ 0xffffffff)
		c := (t - w*w) / (s + w)
		p := 2*s*r - (pio2Lo - 2*c)
		q := 7.85398163397448278999e-01 - 2*w
		t = 7.85398163397448278999e-01 - (p - q)
	}
	return math.Copysign(t, x)
}

func fdAcos(x float64) float64 {
	ax := math.Abs(x)
	switch {
	case math.IsNaN(x) || ax > 1:
		return math.NaN()
	case x == 1:
		return 0
	case x == -1:
		return math.Pi
	case ax < 0.5:
		if math.Float64bits(ax)>>32 <= 0x3c600000 {
			return pio2Hi + pio2Lo
		}
		return pio2Hi - (x - (pio2Lo - x*asinRatio(x*x)))
	case x < 0:
		z := (1 + x) * 0.5
		s := math.Sqrt(z)
		w := asinRatio(z)*s - pio2Lo
		return math.Pi - 2*(s+w)
	}
	z := (1 - x) * 0.5
	s := math.Sqrt(z)
	df := math.Float64frombits(math.Float64bits(s) &^ 0xffffffff)
	c := (z - df*df) / (s + df)
	return 2 * (df + (asinRatio(z)*s + c))
}

// mathFunctions are those of Math, as host functions.
func (rt *runtime) mathFunctions() *goja.Object {
	one := func(f func(float64) float64) hostFunc {
		return func(c goja.FunctionCall) goja.Value { return rt.vm.ToValue(f(c.Argument(0).ToFloat())) }
	}
	o := rt.object(map[string]hostFunc{
		"sin": one(fdSin), "cos": one(fdCos), "tan": one(fdTan), "asin": one(fdAsin), "acos": one(fdAcos), "atan": one(fdAtan),
		"atan2": func(c goja.FunctionCall) goja.Value {
			y := c.Argument(0).ToFloat()
			return rt.vm.ToValue(fdAtan2(y, c.Argument(1).ToFloat()))
		},
	})
	for _, name := range o.Keys() {
		f, n := o.Get(name).(*goja.Object), 1
		if name == "atan2" {
			n = 2
		}
		f.DefineDataProperty("name", rt.vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		f.DefineDataProperty("length", rt.vm.ToValue(n), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	return o
}
