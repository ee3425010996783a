package cmd

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// Errors of ParseSize; GNU names them in "invalid number of bytes: 'x'" and the like.
var (
	ErrBadNumber = errors.New("invalid number")
	ErrBadSuffix = errors.New("invalid suffix")
	ErrOverflow  = errors.New("value too large for defined data type")
)

// ParseSize reads a count with a GNU multiplier: b 512, kB 1000, K and KiB 1024, MB, M, MiB, and so on to E.
func ParseSize(s string) (int64, error) {
	i := 0
	if len(s) > 1 && s[0] == '+' && s[1] >= '0' && s[1] <= '9' { // as strtoumax
		s = s[1:]
	}
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	n, suffix := uint64(1), s[i:]
	var err error
	if i > 0 {
		n, err = strconv.ParseUint(s[:i], 10, 64)
	} else if suffix == "" {
		return 0, ErrBadNumber
	}
	mult, ok := multiplier(suffix)
	if !ok {
		if i == 0 {
			return 0, ErrBadNumber
		}
		return 0, ErrBadSuffix
	}
	if err != nil || mult != 0 && n > uint64(math.MaxInt64)/mult {
		return math.MaxInt64, ErrOverflow
	}
	return int64(n * mult), nil
}

func multiplier(s string) (uint64, bool) {
	switch s {
	case "":
		return 1, true
	case "b":
		return 512, true
	case "c":
		return 1, true
	case "w":
		return 2, true
	}
	base := uint64(1024)
	unit := s[:1]
	switch s[1:] {
	case "", "iB":
	case "B":
		base = 1000
	default:
		return 0, false
	}
	i := strings.Index("KMGTPE", strings.ToUpper(unit))
	if i < 0 || unit != strings.ToUpper(unit) && unit != "k" && unit != "m" {
		return 0, false
	}
	n := base
	for range i {
		n *= base
	}
	return n, true
}

// Human formats n as ls -h and du -h do: rounded up, one decimal under ten. base is 1024 or 1000.
func Human(n int64, base int64) string {
	if n < base {
		return strconv.FormatInt(n, 10)
	}
	units := "KMGTPE"
	if base == 1000 {
		units = "kMGTPE"
	}
	u, div, i := uint64(n), uint64(base), 0
	for u/div >= uint64(base) && i < len(units)-1 {
		div *= uint64(base)
		i++
	}
	tenths := u/div*10 + (u%div*10+div-1)/div
	if tenths < 100 {
		return strconv.FormatUint(tenths/10, 10) + "." + strconv.FormatUint(tenths%10, 10) + units[i:i+1]
	}
	whole := (u + div - 1) / div
	if whole >= uint64(base) && i < len(units)-1 {
		return "1.0" + units[i+1:i+2]
	}
	return strconv.FormatUint(whole, 10) + units[i:i+1]
}
