package jq

import (
	"math"
)

func mathFuncs(t map[funcKey]valueFn) {
	for name, f := range map[string]func(float64) float64{
		"floor": math.Floor, "ceil": math.Ceil, "round": math.Round, "trunc": math.Trunc, "fabs": math.Abs, "sqrt": math.Sqrt,
		"exp": math.Exp, "exp2": math.Exp2, "exp10": func(x float64) float64 { return math.Pow(10, x) }, "expm1": math.Expm1,
		"log": math.Log, "log2": math.Log2, "log10": math.Log10, "log1p": math.Log1p, "cbrt": math.Cbrt,
		"sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "asin": math.Asin, "acos": math.Acos, "atan": math.Atan,
		"sinh": math.Sinh, "cosh": math.Cosh, "tanh": math.Tanh, "asinh": math.Asinh, "acosh": math.Acosh, "atanh": math.Atanh,
		"rint": math.RoundToEven, "nearbyint": math.RoundToEven, "gamma": lgamma, "lgamma": lgamma, "tgamma": math.Gamma,
		"significand": func(x float64) float64 {
			if x == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
				return x
			}
			f, _ := math.Frexp(x)
			return f * 2
		},
		"logb": math.Logb,
	} {
		t[funcKey{name, 0}] = func(v any, _ []any) (any, error) {
			n, ok := v.(float64)
			if !ok {
				return nil, fail("%s number required", describe(v))
			}
			return f(n), nil
		}
	}
	for name, f := range map[string]func(x, y float64) float64{
		"pow": math.Pow, "atan2": math.Atan2, "fmin": math.Min, "fmax": math.Max, "fmod": math.Mod,
		"ldexp": func(x, y float64) float64 { return math.Ldexp(x, int(max(min(y, 1e6), -1e6))) },
		"scalb": func(x, y float64) float64 { return math.Ldexp(x, int(max(min(y, 1e6), -1e6))) }, "hypot": math.Hypot,
	} {
		t[funcKey{name, 2}] = func(_ any, a []any) (any, error) {
			x, ok1 := a[0].(float64)
			y, ok2 := a[1].(float64)
			if !ok1 {
				return nil, fail("%s number required", describe(a[0]))
			}
			if !ok2 {
				return nil, fail("%s number required", describe(a[1]))
			}
			return f(x, y), nil
		}
	}
}
