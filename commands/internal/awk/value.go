package awk

import (
	"math"
	"strconv"
	"strings"
)

type kind uint8

const (
	kUninit kind = iota
	kNum
	kStr
	kStrnum // from input: a number if it looks like one
)

// value is a scalar.
type value struct {
	s string
	n float64
	k kind
}

func num(n float64) value   { return value{n: n, k: kNum} }
func str(s string) value    { return value{s: s, k: kStr} }
func strnum(s string) value { return value{s: s, k: kStrnum} }

func boolean(b bool) value {
	if b {
		return value{n: 1, k: kNum}
	}
	return value{k: kNum}
}

func (v value) num() float64 {
	if v.k == kNum {
		return v.n
	}
	if v.s == "" {
		return 0
	}
	return toNumber(v.s)
}

func (v value) truth() bool {
	switch v.k {
	case kNum:
		return v.n != 0
	case kStr:
		return v.s != ""
	case kStrnum:
		if n, ok := looksNumeric(v.s); ok {
			return n != 0
		}
		return v.s != ""
	}
	return false
}

// numeric tells how a value takes part in a comparison.
func (v value) numeric() (float64, bool) {
	switch v.k {
	case kNum:
		return v.n, true
	case kStrnum:
		return looksNumeric(v.s)
	case kUninit:
		return 0, true
	}
	return 0, false
}

// smallInts are the texts of the numbers that programs print most.
var smallInts = func() (t [256]string) {
	for i := range t {
		t[i] = strconv.Itoa(i)
	}
	return t
}()

func isInteger(n float64) bool { return n == math.Trunc(n) && math.Abs(n) < 1e16 }

// text converts by CONVFMT or OFMT.
func (in *interp) text(v value, format string) string {
	if v.k != kNum {
		return v.s
	}
	n := v.n
	if isInteger(n) {
		if n >= 0 && n < 256 && !math.Signbit(n) {
			return smallInts[int(n)]
		}
		return strconv.FormatInt(int64(n), 10)
	}
	return string(in.appendNumber(nil, n, format))
}

func (in *interp) str(v value) string {
	if v.k != kNum {
		return v.s
	}
	return in.text(v, in.convfmt)
}

// appendNumber adds the text of a number to b.
func (in *interp) appendNumber(b []byte, n float64, format string) []byte {
	switch {
	case isInteger(n):
		return strconv.AppendInt(b, int64(n), 10)
	case math.IsNaN(n):
		if math.Signbit(n) {
			return append(b, "-nan"...)
		}
		return append(b, "+nan"...)
	case math.IsInf(n, 1):
		return append(b, "+inf"...)
	case math.IsInf(n, -1):
		return append(b, "-inf"...)
	case n == math.Trunc(n):
		return strconv.AppendFloat(b, n, 'f', 0, 64)
	case format == "%.6g":
		return appendG6(b, n)
	}
	return in.format(b, format, []value{num(n)})
}

// appendG6 is %.6g.
func appendG6(b []byte, n float64) []byte {
	a := math.Abs(n)
	if a >= 1e-4 && a < 999999 {
		start := len(b)
		prec := 6
		switch { // digits before the point
		case a < 1e-3:
			prec = 9
		case a < 1e-2:
			prec = 8
		case a < 1e-1:
			prec = 7
		case a < 1:
			prec = 6
		case a < 10:
			prec = 5
		case a < 100:
			prec = 4
		case a < 1000:
			prec = 3
		case a < 10000:
			prec = 2
		case a < 100000:
			prec = 1
		default:
			prec = 0
		}
		b = strconv.AppendFloat(b, n, 'f', prec, 64)
		end := len(b)
		if prec > 0 {
			for end > start && b[end-1] == '0' {
				end--
			}
			if b[end-1] == '.' {
				end--
			}
		}
		return b[:end]
	}
	return appendG(b, a, 6, false, false, math.Signbit(n))
}

// compare orders two values: as numbers when both are or look like ones, else as text.
func (in *interp) compare(a, b value) int {
	if x, ok := a.numeric(); ok {
		if y, ok := b.numeric(); ok {
			switch {
			case x < y:
				return -1
			case x > y:
				return 1
			case x == y:
				return 0
			}
			return 2 // a NaN is in no order
		}
	}
	x, y := in.str(a), in.str(b)
	if in.ignoreCase {
		x, y = strings.ToLower(x), strings.ToLower(y)
	}
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}
