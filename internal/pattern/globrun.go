package pattern

import "sort"

// runner carries sets of positions through a pattern. A set is a sorted slice of byte offsets without duplicates.
type runner struct {
	m      *Matcher
	s      string
	budget int
}

// stopInterval is how much of the budget is spent between two looks at Matcher.stop: some hundred microseconds.
const stopInterval = 1 << 16

func (r *runner) spend(n int) bool {
	before := r.budget / stopInterval
	r.budget -= n
	if r.m.stop != nil && r.budget/stopInterval != before && r.m.stop() {
		r.budget = -1
	}
	return r.budget >= 0
}

// forward returns where matches of seq that start at one of from can end.
func (r *runner) forward(seq []elem, from []int) []int {
	set := from
	for i := range seq {
		if len(set) == 0 || !r.spend(len(set)) {
			return nil
		}
		e := &seq[i]
		switch e.op {
		case opStar:
			// Look ahead: a star followed by a plain character need only keep the positions before that character.
			set = r.starForward(set)
		case opGroup:
			set = r.group(e, set, r.forward, false)
		default:
			next := make([]int, 0, min(len(set), 16))
			for _, p := range set {
				if p < len(r.s) {
					if c, n := decode(r.s[p:]); r.m.one(e, c, r.m.leading(r.s, p)) {
						next = append(next, p+n)
					}
				}
			}
			set = next
		}
	}
	return set
}

// backward returns where matches of seq that end at one of to can start.
func (r *runner) backward(seq []elem, to []int) []int {
	set := to
	for i := len(seq) - 1; i >= 0; i-- {
		if len(set) == 0 || !r.spend(len(set)) {
			return nil
		}
		e := &seq[i]
		switch e.op {
		case opStar:
			set = r.starBackward(set)
		case opGroup:
			set = r.group(e, set, r.backward, true)
		default:
			next := make([]int, 0, min(len(set), 16))
			for _, p := range set {
				if p > 0 {
					if c, n := decodeLast(r.s[:p]); r.m.one(e, c, r.m.leading(r.s, p-n)) {
						next = append(next, p-n)
					}
				}
			}
			set = next
		}
	}
	return set
}

func (r *runner) starForward(set []int) []int {
	var out []int
	for i := 0; i < len(set); {
		p := set[i]
		out = append(out, p)
		for p < len(r.s) && !(r.s[p] == '/' && r.m.flags&PathName != 0) && !(r.s[p] == '.' && r.m.leading(r.s, p)) {
			_, n := decode(r.s[p:])
			p += n
			out = append(out, p)
		}
		if !r.spend(p - set[i]) {
			return nil
		}
		for i < len(set) && set[i] <= p {
			i++
		}
	}
	return out
}

func (r *runner) starBackward(set []int) []int {
	var out []int
	for i := len(set) - 1; i >= 0; {
		p := set[i]
		out = append(out, p)
		for p > 0 && !(r.s[p-1] == '/' && r.m.flags&PathName != 0) {
			_, n := decodeLast(r.s[:p])
			if r.s[p-n] == '.' && r.m.leading(r.s, p-n) {
				break
			}
			p -= n
			out = append(out, p)
		}
		if !r.spend(set[i] - p) {
			return nil
		}
		for i >= 0 && set[i] >= p {
			i--
		}
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// group runs an extended group in either direction; step is forward or backward.
func (r *runner) group(e *elem, set []int, step func([]elem, []int) []int, back bool) []int {
	alts := func(from []int) []int {
		var out []int
		for _, a := range e.alts {
			out = union(out, step(a, from))
		}
		return out
	}
	switch e.group {
	case '@':
		return alts(set)
	case '?':
		return union(set, alts(set))
	case '*', '+':
		all := alts(set)
		for fresh := all; len(fresh) > 0 && r.budget >= 0; {
			fresh = minus(alts(fresh), all)
			all = union(all, fresh)
		}
		if e.group == '*' {
			return union(set, all)
		}
		return all
	default: // !: every stretch that no alternative matches
		var out []int
		one := make([]int, 1)
		for _, p := range set {
			one[0] = p
			hit := alts(one)
			var reach []int
			if back {
				reach = r.starBackward(one)
			} else {
				reach = r.starForward(one)
			}
			out = union(out, minus(reach, hit))
			if !r.spend(len(reach)) {
				return nil
			}
		}
		return out
	}
}

func union(a, b []int) []int {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	out := make([]int, 0, len(a)+len(b))
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] < b[j]:
			out = append(out, a[i])
			i++
		case a[i] > b[j]:
			out = append(out, b[j])
			j++
		default:
			out = append(out, a[i])
			i++
			j++
		}
	}
	out = append(out, a[i:]...)
	return append(out, b[j:]...)
}

func minus(a, b []int) []int {
	var out []int
	for _, x := range a {
		if k := sort.SearchInts(b, x); k == len(b) || b[k] != x {
			out = append(out, x)
		}
	}
	return out
}
