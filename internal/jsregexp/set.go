package jsregexp

import (
	"slices"
	"unicode"
)

// Set is a set of characters, and in Unicode sets mode of strings.
type Set struct {
	ranges  []rng // sorted, disjoint
	negate  bool
	fold    bool
	unicode bool
	low     [4]uint64 // membership of the first 256, negation and folding included
	strings [][]rune  // longer than one character; sorted by falling length
}

type rng struct{ lo, hi rune }

func (s *Set) add(lo, hi rune) { s.ranges = append(s.ranges, rng{lo, hi}) }

func (s *Set) addSet(o *Set) {
	if o.negate {
		s.ranges = append(s.ranges, complement(normal(o.ranges))...)
	} else {
		s.ranges = append(s.ranges, o.ranges...)
	}
	s.strings = append(s.strings, o.strings...)
}

func (s *Set) addTable(t *unicode.RangeTable) {
	for _, r := range t.R16 {
		s.addStride(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	for _, r := range t.R32 {
		s.addStride(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
}

func (s *Set) addStride(lo, hi, stride rune) {
	if stride == 1 {
		s.add(lo, hi)
		return
	}
	for c := lo; c <= hi; c += stride {
		s.add(c, c)
	}
}

func normal(in []rng) []rng {
	if len(in) < 2 {
		return in
	}
	in = slices.Clone(in)
	slices.SortFunc(in, func(a, b rng) int { return int(a.lo) - int(b.lo) })
	out := in[:1]
	for _, r := range in[1:] {
		last := &out[len(out)-1]
		if r.lo <= last.hi+1 {
			last.hi = max(last.hi, r.hi)
		} else {
			out = append(out, r)
		}
	}
	return out
}

func complement(in []rng) []rng {
	var out []rng
	next := rune(0)
	for _, r := range in {
		if r.lo > next {
			out = append(out, rng{next, r.lo - 1})
		}
		next = r.hi + 1
	}
	if next <= unicode.MaxRune {
		out = append(out, rng{next, unicode.MaxRune})
	}
	return out
}

func intersect(a, b []rng) []rng {
	var out []rng
	for i, j := 0, 0; i < len(a) && j < len(b); {
		lo, hi := max(a[i].lo, b[j].lo), min(a[i].hi, b[j].hi)
		if lo <= hi {
			out = append(out, rng{lo, hi})
		}
		if a[i].hi < b[j].hi {
			i++
		} else {
			j++
		}
	}
	return out
}

func (s *Set) has(c rune) bool {
	lo, hi := 0, len(s.ranges)
	for lo < hi {
		m := (lo + hi) / 2
		if s.ranges[m].hi < c {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo < len(s.ranges) && s.ranges[lo].lo <= c
}

// finish sorts the set and fills what makes Contains fast.
func (s *Set) finish() {
	s.ranges = normal(s.ranges)
	for c := rune(0); c < 256; c++ {
		if s.slow(c) {
			s.low[c>>6] |= 1 << (c & 63)
		}
	}
	slices.SortStableFunc(s.strings, func(a, b []rune) int { return len(b) - len(a) })
}

func (s *Set) slow(c rune) bool {
	in := s.has(c)
	if !in && s.fold {
		canon := canonical(c, s.unicode)
		in = s.has(canon)
		for f := unicode.SimpleFold(c); !in && f != c; f = unicode.SimpleFold(f) {
			in = canonical(f, s.unicode) == canon && s.has(f)
		}
	}
	return in != s.negate
}

// Contains tells whether a character is in the set.
func (s *Set) Contains(c rune) bool {
	if c < 256 {
		return s.low[c>>6]&(1<<(c&63)) != 0
	}
	return s.slow(c)
}

// canonical is what two characters have in common that are equal without regard to case (ECMA-262, Canonicalize).
func canonical(c rune, uni bool) rune {
	if c < 128 {
		if uni {
			if 'A' <= c && c <= 'Z' {
				return c + 32
			}
			return c
		}
		if 'a' <= c && c <= 'z' {
			return c - 32
		}
		return c
	}
	if uni {
		low := c
		for f := unicode.SimpleFold(c); f != c; f = unicode.SimpleFold(f) {
			low = min(low, f)
		}
		if low < 128 {
			return canonical(low, true)
		}
		return low
	}
	u := unicode.ToUpper(c)
	if u < 128 || c <= 0xffff && u > 0xffff {
		return c
	}
	return u
}

var (
	digitSet = []rng{{'0', '9'}}
	wordSet  = []rng{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}
	spaceSet = []rng{{9, 13}, {32, 32}, {160, 160}, {0x1680, 0x1680}, {0x2000, 0x200a}, {0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000}, {0xfeff, 0xfeff}}
)

func isWord(c rune) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func isLine(c rune) bool { return c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029 }
