package jq

import (
	"math"
	"strings"

	"github.com/itchyny/gojq"
)

// maxString bounds what repetition and joining make.
const maxString = 256 << 20

var binaryOps = map[gojq.Operator]func(x, y any) (any, error){
	gojq.OpAdd: add, gojq.OpSub: subtract, gojq.OpMul: multiply, gojq.OpDiv: divide, gojq.OpMod: modulo,
	gojq.OpEq: func(x, y any) (any, error) { return compare(x, y) == 0, nil },
	gojq.OpNe: func(x, y any) (any, error) { return compare(x, y) != 0, nil },
	gojq.OpLt: func(x, y any) (any, error) { return compare(x, y) < 0, nil },
	gojq.OpLe: func(x, y any) (any, error) { return compare(x, y) <= 0, nil },
	gojq.OpGt: func(x, y any) (any, error) { return compare(x, y) > 0, nil },
	gojq.OpGe: func(x, y any) (any, error) { return compare(x, y) >= 0, nil },
}

func add(x, y any) (any, error) {
	if x == nil {
		return y, nil
	}
	if y == nil {
		return x, nil
	}
	switch a := x.(type) {
	case float64:
		if b, ok := y.(float64); ok {
			return a + b, nil
		}
	case string:
		if b, ok := y.(string); ok {
			if len(a)+len(b) > maxString {
				return nil, fail("String too long")
			}
			return a + b, nil
		}
	case []any:
		if b, ok := y.([]any); ok {
			out := make([]any, 0, len(a)+len(b))
			return append(append(out, a...), b...), nil
		}
	case *Object:
		if b, ok := y.(*Object); ok {
			out := a.clone()
			for i, k := range b.keys {
				out.Set(k, b.vals[i])
			}
			return out, nil
		}
	}
	return nil, fail("%s and %s cannot be added", describe(x), describe(y))
}

func subtract(x, y any) (any, error) {
	switch a := x.(type) {
	case float64:
		if b, ok := y.(float64); ok {
			return a - b, nil
		}
	case []any:
		if b, ok := y.([]any); ok {
			out := []any{}
			for _, v := range a {
				drop := false
				for _, w := range b {
					if compare(v, w) == 0 {
						drop = true
						break
					}
				}
				if !drop {
					out = append(out, v)
				}
			}
			return out, nil
		}
	}
	return nil, fail("%s and %s cannot be subtracted", describe(x), describe(y))
}

func multiply(x, y any) (any, error) {
	switch a := x.(type) {
	case float64:
		switch b := y.(type) {
		case float64:
			return a * b, nil
		case string:
			return repeat(b, a)
		}
	case string:
		if n, ok := y.(float64); ok {
			return repeat(a, n)
		}
	case *Object:
		if b, ok := y.(*Object); ok {
			return merge(a, b, 0), nil
		}
	}
	return nil, fail("%s and %s cannot be multiplied", describe(x), describe(y))
}

func repeat(s string, n float64) (any, error) {
	if !(n > 0) {
		return nil, nil
	}
	if n < 1 {
		n = 1
	}
	if float64(len(s))*n > maxString {
		return nil, fail("Repeat string result too long")
	}
	return strings.Repeat(s, int(n)), nil
}

func merge(a, b *Object, depth int) *Object {
	out := a.clone()
	for i, k := range b.keys {
		if old, ok := out.Get(k); ok && depth < maxDepthOf {
			if oo, ok := old.(*Object); ok {
				if no, ok := b.vals[i].(*Object); ok {
					out.Set(k, merge(oo, no, depth+1))
					continue
				}
			}
		}
		out.Set(k, b.vals[i])
	}
	return out
}

func divide(x, y any) (any, error) {
	switch a := x.(type) {
	case float64:
		if b, ok := y.(float64); ok {
			if b == 0 {
				return nil, fail("%s and %s cannot be divided because the divisor is zero", describe(x), describe(y))
			}
			return a / b, nil
		}
	case string:
		if b, ok := y.(string); ok {
			return splitString(a, b), nil
		}
	}
	return nil, fail("%s and %s cannot be divided", describe(x), describe(y))
}

func splitString(s, sep string) []any {
	out := []any{}
	if s == "" {
		return out
	}
	for part := range strings.SplitSeq(s, sep) {
		out = append(out, part)
	}
	return out
}

func modulo(x, y any) (any, error) {
	a, ok1 := x.(float64)
	b, ok2 := y.(float64)
	if !ok1 || !ok2 {
		return nil, fail("%s and %s cannot be divided", describe(x), describe(y))
	}
	m, n := toInt(a), toInt(b)
	if n == 0 {
		return nil, fail("%s and %s cannot be divided (remainder) because the divisor is zero", describe(x), describe(y))
	}
	if n < 0 {
		n = -n
	}
	if n < 0 {
		return a, nil
	}
	return float64(m % n), nil
}

func toInt(f float64) int64 {
	switch {
	case math.IsNaN(f):
		return 0
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	}
	return int64(f)
}
