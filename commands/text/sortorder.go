package text

import (
	"bytes"
	"slices"
)

// sortAlone is up to how many lines are sorted in one piece.
const sortAlone = 20000

// sortRef stands for an item while the order is found: small, and without pointers for the collector to look at.
type sortRef struct {
	prefix uint64
	at     int // in the items
}

// sort orders the lines: many of them as two halves at the same time, as GNU's sort does, which are merged then.
func (s *sorter) sort(items []item) []item {
	refs := make([]sortRef, len(items))
	for i := range items {
		refs[i] = sortRef{items[i].prefix, i}
	}
	if half := len(refs) / 2; len(refs) > sortAlone {
		done := make(chan struct{})
		started := s.p.Go(func() {
			defer close(done)
			s.sortPart(items, refs[:half])
		})
		s.sortPart(items, refs[half:])
		if !started {
			return items
		}
		<-done
		s.mergeHalves(items, refs, half)
	} else {
		s.sortPart(items, refs)
	}
	out := make([]item, len(items))
	for i, r := range refs {
		out[i] = items[r.at]
	}
	return out
}

func (s *sorter) mergeHalves(items []item, refs []sortRef, half int) {
	if s.p.Safepoint() != nil || s.order(items, refs[half-1], refs[half]) <= 0 {
		return
	}
	left, right := slices.Clone(refs[:half]), refs[half:]
	for i := range refs { // the right half is never overtaken: it is read before its place is written
		switch {
		case len(left) == 0:
			return
		case len(right) > 0 && s.order(items, right[0], left[0]) < 0:
			refs[i], right = right[0], right[1:]
		default:
			refs[i], left = left[0], left[1:]
		}
	}
}

// order compares by the prefixes, where they tell, then by the lines, and keeps equal ones as they came.
func (s *sorter) order(items []item, a, b sortRef) int {
	if a.prefix != b.prefix {
		if a.prefix < b.prefix {
			return -1
		}
		return 1
	}
	if c := s.compare(items[a.at].line, items[b.at].line); c != 0 {
		return c
	}
	return a.at - b.at
}

func (s *sorter) sortPart(items []item, refs []sortRef) {
	n := 0
	slices.SortFunc(refs, func(a, b sortRef) int {
		if n++; n&0xffff == 0 && s.p.Safepoint() != nil {
			return 0
		}
		return s.order(items, a, b)
	})
}

// prefix is the first eight bytes of a plain line, or the whole part of a first numeric key: where two prefixes
// differ they decide, which keeps most comparisons off the lines.
func (s *sorter) prefix(line []byte) uint64 {
	var v uint64
	reverse := s.reverse
	if len(s.keys) == 0 {
		v = bytesPrefix(line)
	} else {
		k := &s.keys[0]
		reverse = k.reverse
		switch {
		case k.kind == 'n':
			v = numericPrefix(k.field(line, s.tab))
		case k.kind == 0 && !k.fold && !k.dict && !k.printing:
			v = bytesPrefix(k.field(line, s.tab))
		default:
			return 0
		}
	}
	if reverse {
		return ^v
	}
	return v
}

func bytesPrefix(b []byte) uint64 {
	var v uint64
	for i := range 8 {
		v <<= 8
		if i < len(b) {
			v |= uint64(b[i])
		}
	}
	return v
}

// compare orders two lines by the keys and then, unless -s or -u, by all their bytes.
func (s *sorter) compare(a, b []byte) int {
	for i := range s.keys {
		k := &s.keys[i]
		c := k.compare(k.field(a, s.tab), k.field(b, s.tab), s.salt)
		if c != 0 {
			if k.reverse {
				return -c
			}
			return c
		}
	}
	if len(s.keys) > 0 && (s.stable || s.unique) {
		return 0
	}
	c := bytes.Compare(a, b)
	if s.reverse {
		return -c
	}
	return c
}
