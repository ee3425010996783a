// Package tz finds the time zone that a value of TZ names, from a box's own zone files, the copy of the tz data base that
// is linked into the program, or a POSIX rule.
//
// It is one of the doors of the house: time.LoadLocation may also read the host's zone files. They are public data, and
// only names that cannot lead anywhere else reach it.
package tz

import (
	"encoding/binary"
	"regexp"
	"strings"
	"time"
	_ "time/tzdata" // zones by name where the host has no files
)

// Local is the zone of a process whose TZ is not set: the box's /etc/localtime, else UTC. readFile reads a file of the box.
func Local(readFile func(string) ([]byte, error)) *time.Location {
	if data, err := readFile("/etc/localtime"); err == nil {
		if loc, err := time.LoadLocationFromTZData("Local", data); err == nil {
			return loc
		}
	}
	return time.UTC
}

var zoneFile = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z][A-Za-z0-9_+-]*){0,2}$`)

// Zone resolves a value of TZ: a zone name, a file of the box, or a rule of POSIX (XBD 8.3). What nothing knows is UTC
// under the name it begins with, as in glibc.
func Zone(readFile func(string) ([]byte, error), tz string) *time.Location {
	tz = strings.TrimPrefix(tz, ":")
	switch tz {
	case "", "UTC", "UTC0":
		return time.UTC
	}
	if !strings.Contains(tz, "..") {
		name := tz
		if !strings.HasPrefix(tz, "/") {
			name = "/usr/share/zoneinfo/" + tz
		}
		if data, err := readFile(name); err == nil {
			if loc, err := time.LoadLocationFromTZData(tz, data); err == nil {
				return loc
			}
		}
		if tz != "Local" && zoneFile.MatchString(tz) {
			if loc, err := time.LoadLocation(tz); err == nil {
				return loc
			}
		}
	}
	if loc, ok := posixZone(tz); ok {
		return loc
	}
	name := tz
	for i := range len(tz) {
		if c := tz[i] | 0x20; c < 'a' || c > 'z' {
			name = tz[:i]
			break
		}
	}
	if len(name) < 3 {
		return time.UTC
	}
	return time.FixedZone(name, 0)
}

// posixZone makes a location of a rule such as EST5EDT,M3.2.0,M11.1.0 by writing the TZif file that holds nothing
// but the rule (RFC 8536, section 3.3).
func posixZone(tz string) (*time.Location, bool) {
	name, rest, ok := zoneName(tz)
	if !ok {
		return nil, false
	}
	offset, after, ok := zoneOffset(rest)
	if !ok {
		return nil, false
	}
	if after == "" {
		return time.FixedZone(name, -offset), true
	}
	if _, rule, ok := zoneName(after); ok && !strings.Contains(rule, ",") {
		tz += ",M3.2.0,M11.1.0"
	}
	block := func(v byte) []byte {
		b := append([]byte("TZif"), v)
		b = append(b, make([]byte, 15)...)
		for _, n := range []uint32{0, 0, 0, 0, 1, uint32(len(name) + 1)} {
			b = binary.BigEndian.AppendUint32(b, n)
		}
		b = binary.BigEndian.AppendUint32(b, uint32(-offset))
		b = append(b, 0, 0)
		return append(append(b, name...), 0)
	}
	data := append(block('2'), block('2')...)
	data = append(data, "\n"+tz+"\n"...)
	loc, err := time.LoadLocationFromTZData(tz, data)
	return loc, err == nil
}

func zoneName(s string) (name, rest string, ok bool) {
	if strings.HasPrefix(s, "<") {
		i := strings.IndexByte(s, '>')
		if i < 0 {
			return "", "", false
		}
		return s[1:i], s[i+1:], i > 1
	}
	i := 0
	for i < len(s) && (s[i]|0x20) >= 'a' && (s[i]|0x20) <= 'z' {
		i++
	}
	return s[:i], s[i:], i >= 3
}

// zoneOffset reads [+-]hh[:mm[:ss]] in seconds.
func zoneOffset(s string) (seconds int, rest string, ok bool) {
	sign := 1
	if s != "" && (s[0] == '+' || s[0] == '-') {
		if s[0] == '-' {
			sign = -1
		}
		s = s[1:]
	}
	unit := 3600
	for {
		n, i := 0, 0
		for i < len(s) && i < 3 && s[i] >= '0' && s[i] <= '9' {
			n = n*10 + int(s[i]-'0')
			i++
		}
		if i == 0 {
			return 0, "", false
		}
		seconds += n * unit
		s = s[i:]
		if unit == 1 || !strings.HasPrefix(s, ":") {
			return sign * seconds, s, true
		}
		s, unit = s[1:], unit/60
	}
}

// Host is the host's own zone: that of a JavaScript engine which knows no other.
func Host() *time.Location { return time.Local }
