package npm

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// maxSafe is the largest number that a version may hold, JavaScript's MAX_SAFE_INTEGER.
const maxSafe = 1<<53 - 1

// semver is a version as semver.org 2.0.0 has it; build metadata does not count.
type semver struct {
	major, minor, patch int64
	pre                 []string
}

// parseSemver reads a version; a leading "v" is allowed, as npm allows it.
func parseSemver(s string) (v semver, ok bool) {
	s = strings.TrimPrefix(strings.TrimSpace(s), "v")
	if len(s) > 256 {
		return v, false
	}
	s, _, _ = strings.Cut(s, "+")
	core, pre, hasPre := strings.Cut(s, "-")
	parts := strings.Split(core, ".")
	if len(parts) != 3 {
		return v, false
	}
	for i, into := range []*int64{&v.major, &v.minor, &v.patch} {
		n, wild, good := number(parts[i])
		if !good || wild {
			return v, false
		}
		*into = n
	}
	if hasPre {
		v.pre = strings.Split(pre, ".")
		for _, id := range v.pre {
			if !preIdent(id) {
				return v, false
			}
		}
	}
	return v, true
}

func number(s string) (n int64, wild, ok bool) {
	switch s {
	case "x", "X", "*":
		return 0, true, true
	}
	if s == "" || len(s) > 16 || s[0] == '0' && len(s) > 1 || strings.Trim(s, "0123456789") != "" {
		return 0, false, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, false, err == nil && n <= maxSafe
}

func preIdent(s string) bool {
	if s == "" || s[0] == '0' && len(s) > 1 && strings.Trim(s, "0123456789") == "" {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '-' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

func (v semver) String() string {
	s := fmt.Sprintf("%d.%d.%d", v.major, v.minor, v.patch)
	if len(v.pre) > 0 {
		s += "-" + strings.Join(v.pre, ".")
	}
	return s
}

func (v semver) sameCore(w semver) bool {
	return v.major == w.major && v.minor == w.minor && v.patch == w.patch
}

func (v semver) compare(w semver) int {
	if c := cmp.Or(cmp.Compare(v.major, w.major), cmp.Compare(v.minor, w.minor), cmp.Compare(v.patch, w.patch)); c != 0 {
		return c
	}
	switch {
	case len(v.pre) == 0 && len(w.pre) == 0:
		return 0
	case len(v.pre) == 0:
		return 1
	case len(w.pre) == 0:
		return -1
	}
	for i := 0; i < min(len(v.pre), len(w.pre)); i++ {
		a, b := v.pre[i], w.pre[i]
		an, bn := strings.Trim(a, "0123456789") == "", strings.Trim(b, "0123456789") == ""
		c := 0
		switch {
		case an && bn:
			c = cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
		case an:
			c = -1
		case bn:
			c = 1
		default:
			c = cmp.Compare(a, b)
		}
		if c != 0 {
			return c
		}
	}
	return cmp.Compare(len(v.pre), len(w.pre))
}
