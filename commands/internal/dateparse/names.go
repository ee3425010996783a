package dateparse

import (
	"strings"
	"time"
)

// monthOf gives the month of a name or its abbreviation, or 0.
func monthOf(w string) time.Month {
	for m := time.January; m <= time.December; m++ {
		full := strings.ToLower(m.String())
		if w == full || w == full[:3] || m == time.September && w == "sept" {
			return m
		}
	}
	return 0
}

func dayOf(w string) (time.Weekday, bool) {
	switch w {
	case "tues":
		return time.Tuesday, true
	case "wednes":
		return time.Wednesday, true
	case "thur", "thurs":
		return time.Thursday, true
	}
	for d := time.Sunday; d <= time.Saturday; d++ {
		full := strings.ToLower(d.String())
		if w == full || w == full[:3] {
			return d, true
		}
	}
	return 0, false
}

// unitOf names the unit of a relative item in the singular, or "".
func unitOf(w string) string {
	switch w {
	case "min", "mins":
		return "minute"
	case "sec", "secs":
		return "second"
	}
	if w == "" {
		return ""
	}
	one := strings.TrimSuffix(w, "s")
	switch one {
	case "year", "month", "fortnight", "week", "day", "hour", "minute", "second":
		return one
	}
	return ""
}

var ordinals = map[string]int64{
	"last": -1, "this": 0, "next": 1, "first": 1, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
	"eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12,
}

// zoneNames are the abbreviations GNU knows by heart, in seconds east of Greenwich.
var zoneNames = map[string]int{
	"gmt": 0, "ut": 0, "utc": 0, "wet": 0, "west": 3600, "bst": 3600, "art": -3 * 3600, "brt": -3 * 3600, "brst": -2 * 3600,
	"nst": -12600, "ndt": -9000, "ast": -4 * 3600, "adt": -3 * 3600, "clt": -4 * 3600, "clst": -3 * 3600,
	"est": -5 * 3600, "edt": -4 * 3600, "cst": -6 * 3600, "cdt": -5 * 3600, "mst": -7 * 3600, "mdt": -6 * 3600,
	"pst": -8 * 3600, "pdt": -7 * 3600, "akst": -9 * 3600, "akdt": -8 * 3600, "hst": -10 * 3600, "hast": -10 * 3600,
	"hadt": -9 * 3600, "sst": -12 * 3600, "wat": 3600, "cet": 3600, "cest": 7200, "met": 3600, "mez": 3600, "mest": 7200,
	"mesz": 7200, "eet": 7200, "eest": 3 * 3600, "cat": 7200, "sast": 7200, "eat": 3 * 3600, "msk": 3 * 3600,
	"msd": 4 * 3600, "ist": 19800, "sgt": 8 * 3600, "kst": 9 * 3600, "jst": 9 * 3600, "gst": 10 * 3600,
	"nzst": 12 * 3600, "nzdt": 13 * 3600,
}

func militaryZone(c byte) (int, bool) {
	switch {
	case c == 'z':
		return 0, true
	case c >= 'a' && c <= 'i':
		return int(c-'a'+1) * 3600, true
	case c >= 'k' && c <= 'm':
		return int(c-'k'+10) * 3600, true
	case c >= 'n' && c <= 'y' && c != 't':
		return -int(c-'n'+1) * 3600, true
	}
	return 0, false
}

// Stamp reads touch's [[CC]YY]MMDDhhmm[.ss] in now's zone.
func Stamp(s string, now time.Time) (time.Time, bool) {
	main, secs, hasSecs := strings.Cut(s, ".")
	if len(main)%2 != 0 || len(main) < 8 || len(main) > 12 || hasSecs && len(secs) != 2 {
		return time.Time{}, false
	}
	var f []int
	for _, part := range []string{main, secs} {
		for i := 0; i+1 < len(part); i += 2 {
			if !digit(part[i]) || !digit(part[i+1]) {
				return time.Time{}, false
			}
			f = append(f, int(part[i]-'0')*10+int(part[i+1]-'0'))
		}
	}
	sec := 0
	if hasSecs {
		sec, f = f[len(f)-1], f[:len(f)-1]
	}
	year := now.Year()
	switch len(f) {
	case 5:
		year = f[0] + 2000
		if f[0] >= 69 {
			year = f[0] + 1900
		}
	case 6:
		year = f[0]*100 + f[1]
	}
	f = f[len(f)-4:]
	if f[0] < 1 || f[0] > 12 || f[1] < 1 || f[2] > 23 || f[3] > 59 || sec > 60 {
		return time.Time{}, false
	}
	t := time.Date(year, time.Month(f[0]), f[1], f[2], f[3], sec, 0, now.Location())
	return t, t.Day() == f[1] || sec == 60
}
