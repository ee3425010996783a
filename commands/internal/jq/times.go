package jq

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/internal/timefmt"
)

// brokenDown is jq's broken down time: year, month from 0, day, hours, minutes, seconds, weekday, day of the year.
func brokenDown(sec float64, loc *time.Location) any {
	whole := math.Floor(max(min(sec, 1e12), -1e12))
	t := time.Unix(int64(whole), 0).In(loc)
	return []any{float64(t.Year()), float64(t.Month() - 1), float64(t.Day()), float64(t.Hour()), float64(t.Minute()),
		float64(t.Second()) + (sec - whole), float64(t.Weekday()), float64(t.YearDay() - 1)}
}

func gmtime(v any, _ []any) (any, error) {
	n, ok := v.(float64)
	if !ok {
		return nil, fail("gmtime() requires a number")
	}
	return brokenDown(n, time.UTC), nil
}

func fromBroken(v any, who string) (time.Time, error) {
	a, ok := v.([]any)
	if !ok || len(a) < 6 {
		return time.Time{}, fail("%s requires array of 6 numbers", who)
	}
	var n [6]int
	for i := range n {
		f, ok := a[i].(float64)
		if !ok || math.Abs(f) > 1e9 {
			return time.Time{}, fail("%s requires parsed datetime inputs", who)
		}
		n[i] = int(math.Floor(f))
	}
	return time.Date(n[0], time.Month(n[1]+1), n[2], n[3], n[4], n[5], 0, time.UTC), nil
}

func mktime(v any) (any, error) {
	t, err := fromBroken(v, "mktime")
	if err != nil {
		return nil, err
	}
	return float64(t.Unix()), nil
}

func strftime(v, format any, loc *time.Location) (any, error) {
	name := "strftime/1"
	if loc == nil {
		loc = time.UTC
	} else {
		name = "strflocaltime/1"
	}
	f, ok := format.(string)
	if !ok {
		return nil, fail("%s requires a string format", name)
	}
	if n, ok := v.(float64); ok {
		t := time.Unix(int64(math.Floor(max(min(n, 1e12), -1e12))), 0).In(loc)
		return string(timefmt.Append(nil, f, t)), nil
	}
	t, err := fromBroken(v, name)
	if err != nil {
		return nil, err
	}
	if loc != time.UTC {
		t = time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, loc)
	}
	return string(timefmt.Append(nil, f, t)), nil
}

// strptime reads a time by the directives that dates in JSON use.
func strptime(v, format any) (any, error) {
	s, ok := v.(string)
	if !ok {
		return nil, fail("strptime/1 requires string inputs and arguments")
	}
	f, ok := format.(string)
	if !ok {
		return nil, fail("strptime/1 requires string inputs and arguments")
	}
	p := &timeParser{s: s, year: 1900, month: 1, day: 1}
	if !p.parse(f, 0) || p.s != "" {
		return nil, fail("date \"%s\" does not match format \"%s\"", s, f)
	}
	t := time.Date(p.year, time.Month(p.month), p.day, p.hour, p.min, p.sec, 0, time.UTC)
	if p.yday > 0 {
		t = time.Date(p.year, 1, p.yday, p.hour, p.min, p.sec, 0, time.UTC)
	}
	if p.epoch {
		t = time.Unix(p.unix, 0).UTC()
	}
	return []any{float64(t.Year()), float64(t.Month() - 1), float64(t.Day()), float64(t.Hour()), float64(t.Minute()),
		float64(p.sec), float64(t.Weekday()), float64(t.YearDay() - 1)}, nil
}

type timeParser struct {
	s                                            string
	year, month, day, hour, min, sec, yday, ampm int
	epoch                                        bool
	unix                                         int64
}

func (p *timeParser) number(digits int) (int, bool) {
	p.s = strings.TrimLeft(p.s, " ")
	i := 0
	if digits > 4 && i < len(p.s) && p.s[i] == '-' {
		i++
	}
	for i < len(p.s) && i < digits && p.s[i] >= '0' && p.s[i] <= '9' {
		i++
	}
	n, err := strconv.Atoi(p.s[:i])
	p.s = p.s[i:]
	return n, err == nil
}

func (p *timeParser) name(full func(i int) string, n int) (int, bool) {
	for i := range n {
		long := full(i)
		for _, w := range []string{long, long[:3]} {
			if len(p.s) >= len(w) && strings.EqualFold(p.s[:len(w)], w) {
				p.s = p.s[len(w):]
				return i, true
			}
		}
	}
	return 0, false
}

func (p *timeParser) parse(f string, depth int) bool {
	for i := 0; i < len(f); i++ {
		c := f[i]
		if c == ' ' {
			p.s = strings.TrimLeft(p.s, " \t\n")
			continue
		}
		if c != '%' || i+1 == len(f) {
			if p.s == "" || p.s[0] != c {
				return false
			}
			p.s = p.s[1:]
			continue
		}
		i++
		ok := true
		switch f[i] {
		case 'Y':
			p.year, ok = p.number(4)
		case 'm':
			p.month, ok = p.number(2)
			ok = ok && p.month >= 1 && p.month <= 12
		case 'd', 'e':
			p.day, ok = p.number(2)
			ok = ok && p.day >= 1 && p.day <= 31
		case 'H', 'k':
			p.hour, ok = p.number(2)
			ok = ok && p.hour < 24
		case 'I', 'l':
			p.hour, ok = p.number(2)
			p.hour %= 12
			p.hour += p.ampm
		case 'M':
			p.min, ok = p.number(2)
			ok = ok && p.min < 60
		case 'S':
			p.sec, ok = p.number(2)
			ok = ok && p.sec <= 61
		case 'j':
			p.yday, ok = p.number(3)
		case 'y':
			p.year, ok = p.number(2)
			if p.year < 69 {
				p.year += 100
			}
			p.year += 1900
		case 's':
			var n int
			n, ok = p.number(12)
			p.epoch, p.unix = true, int64(n)
		case 'b', 'B', 'h':
			p.month, ok = p.name(func(i int) string { return time.Month(i + 1).String() }, 12)
			p.month++
		case 'a', 'A':
			_, ok = p.name(func(i int) string { return time.Weekday(i).String() }, 7)
		case 'p':
			if len(p.s) < 2 {
				return false
			}
			if strings.EqualFold(p.s[:2], "pm") {
				p.ampm = 12
				p.hour += 12
			}
			p.s = p.s[2:]
		case 'Z':
			n := 0
			for n < len(p.s) && (p.s[n]|0x20 >= 'a' && p.s[n]|0x20 <= 'z') {
				n++
			}
			p.s = p.s[n:]
			ok = n > 0
		case 'z':
			if strings.HasPrefix(p.s, "Z") {
				p.s = p.s[1:]
				break
			}
			if p.s == "" || p.s[0] != '+' && p.s[0] != '-' {
				return false
			}
			p.s = p.s[1:]
			_, ok = p.number(2)
			p.s = strings.TrimPrefix(p.s, ":")
			if ok {
				_, ok = p.number(2)
			}
		case 'T':
			ok = depth < 2 && p.parse("%H:%M:%S", depth+1)
		case 'R':
			ok = depth < 2 && p.parse("%H:%M", depth+1)
		case 'D':
			ok = depth < 2 && p.parse("%m/%d/%y", depth+1)
		case 'F':
			ok = depth < 2 && p.parse("%Y-%m-%d", depth+1)
		case 'c':
			ok = depth < 2 && p.parse("%a %b %e %H:%M:%S %Y", depth+1)
		case 'n', 't':
			p.s = strings.TrimLeft(p.s, " \t\n")
		case '%':
			ok = strings.HasPrefix(p.s, "%")
			p.s = strings.TrimPrefix(p.s, "%")
		default:
			return false
		}
		if !ok {
			return false
		}
	}
	return true
}
