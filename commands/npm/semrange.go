package npm

import (
	"regexp"
	"strings"
)

// comparator is one bound of a range: <, <=, >, >= or = a version. never matches nothing.
type comparator struct {
	op    string
	v     semver
	never bool
}

// semRange is a range of versions in the grammar of npm's semver package: sets of bounds joined by "||". A pre-release is
// in it only when a bound of the set names a pre-release of the same major.minor.patch.
type semRange [][]comparator

var (
	hyphenRange = regexp.MustCompile(`^\s*(\S+)\s+-\s+(\S+)\s*$`)
	opSpace     = regexp.MustCompile(`(~>|[<>]=?|=|~|\^)\s+`)
	simpleRange = regexp.MustCompile(`^(~>|[<>]=?|=|~|\^)?[v=\s]*([0-9xX*]+)(?:\.([0-9xX*]+)(?:\.([0-9xX*]+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?)?)?$`)
)

// parseRange reads a range; ok is false when it is none (a tag, say).
func parseRange(s string) (r semRange, ok bool) {
	if len(s) > 2048 {
		return nil, false
	}
	for _, part := range strings.Split(s, "||") {
		set, ok := parseSet(strings.TrimSpace(part))
		if !ok {
			return nil, false
		}
		r = append(r, set)
	}
	return r, true
}

func parseSet(s string) ([]comparator, bool) {
	if m := hyphenRange.FindStringSubmatch(s); m != nil {
		lo, ok1 := parsePartial("", m[1])
		hi, ok2 := parsePartial("", m[2])
		if !ok1 || !ok2 {
			return nil, false
		}
		var set []comparator
		if !lo.wildMajor {
			set = append(set, comparator{op: ">=", v: lo.v})
		}
		switch {
		case hi.wildMajor:
		case hi.wildMinor:
			set = append(set, below(semver{major: hi.v.major + 1}))
		case hi.wildPatch:
			set = append(set, below(semver{major: hi.v.major, minor: hi.v.minor + 1}))
		default:
			set = append(set, comparator{op: "<=", v: hi.v})
		}
		return set, true
	}
	var set []comparator
	for _, word := range strings.Fields(opSpace.ReplaceAllString(s, "$1")) {
		m := simpleRange.FindStringSubmatch(word)
		if m == nil {
			return nil, false
		}
		rest := strings.TrimPrefix(word, m[1])
		p, ok := parsePartial(m[1], strings.TrimLeft(rest, "v= "))
		if !ok || strings.HasPrefix(rest, "=") && !p.wildPatch { // "==1.2.3" is none, though "==1.x" is
			return nil, false
		}
		set = append(set, p.bounds()...)
	}
	return set, true
}

// below is "less than v and its pre-releases".
func below(v semver) comparator {
	v.pre = []string{"0"}
	return comparator{op: "<", v: v}
}

// partial is a version that may end early or hold wildcards.
type partial struct {
	op                              string
	v                               semver
	wildMajor, wildMinor, wildPatch bool
}

func parsePartial(op, s string) (p partial, ok bool) {
	m := simpleRange.FindStringSubmatch(s)
	if m == nil || m[1] != "" {
		return p, false
	}
	p.op = op
	wilds := []*bool{&p.wildMajor, &p.wildMinor, &p.wildPatch}
	wild := false
	for i, into := range []*int64{&p.v.major, &p.v.minor, &p.v.patch} {
		text := m[2+i]
		if text == "" {
			text = "x"
		}
		n, w, ok := number(text)
		if !ok {
			return p, false
		}
		if wild = wild || w; wild {
			*wilds[i], n = true, 0
		}
		*into = n
	}
	if m[5] != "" && !wild {
		p.v.pre = strings.Split(m[5], ".")
		for _, id := range p.v.pre {
			if !preIdent(id) {
				return p, false
			}
		}
	}
	return p, true
}

// bounds spells a tilde, caret, wildcard or plain comparator out, as the package's documentation does.
func (p partial) bounds() []comparator {
	v := p.v
	nextMajor, nextMinor := below(semver{major: v.major + 1}), below(semver{major: v.major, minor: v.minor + 1})
	from := comparator{op: ">=", v: v}
	switch p.op {
	case "", "=":
		switch {
		case p.wildMajor:
			return nil
		case p.wildMinor:
			return []comparator{from, nextMajor}
		case p.wildPatch:
			return []comparator{from, nextMinor}
		}
		return []comparator{{op: "=", v: v}}
	case "~", "~>":
		switch {
		case p.wildMajor:
			return nil
		case p.wildMinor:
			return []comparator{from, nextMajor}
		}
		return []comparator{from, nextMinor}
	case "^":
		switch {
		case p.wildMajor:
			return nil
		case v.major > 0 || p.wildMinor:
			return []comparator{from, nextMajor}
		case v.minor > 0 || p.wildPatch:
			return []comparator{from, nextMinor}
		}
		return []comparator{from, below(semver{minor: v.minor, patch: v.patch + 1})}
	}
	if p.wildMajor {
		if p.op == "<" || p.op == ">" {
			return []comparator{{never: true}}
		}
		return nil
	}
	if p.wildMinor || p.wildPatch {
		up := semver{major: v.major, minor: v.minor + 1}
		if p.wildMinor {
			up = semver{major: v.major + 1}
		}
		switch p.op {
		case ">":
			return []comparator{{op: ">=", v: up}}
		case "<=":
			return []comparator{below(up)}
		case "<":
			return []comparator{below(v)}
		}
	}
	return []comparator{{op: p.op, v: v}}
}

func (c comparator) match(v semver) bool {
	if c.never {
		return false
	}
	d := v.compare(c.v)
	switch c.op {
	case "<":
		return d < 0
	case "<=":
		return d <= 0
	case ">":
		return d > 0
	case ">=":
		return d >= 0
	}
	return d == 0
}

// match says whether a version is in the range.
func (r semRange) match(v semver) bool {
	for _, set := range r {
		if matchSet(set, v) {
			return true
		}
	}
	return false
}

func matchSet(set []comparator, v semver) bool {
	for _, c := range set {
		if !c.match(v) {
			return false
		}
	}
	if len(v.pre) == 0 {
		return true
	}
	for _, c := range set {
		if len(c.v.pre) > 0 && c.v.sameCore(v) {
			return true
		}
	}
	return false
}
