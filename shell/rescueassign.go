package shell

import (
	"slices"
	"strings"
)

// assignment reads an assignment at i. Its subscript and array literal are made such that the parser takes them.
func (r *rescuer) assignment(i int) (p prefixWord, next int, ok bool) {
	s := r.s
	n := nameLength(s[i:])
	if n == 0 {
		return p, i, false
	}
	k := i + n
	p.from = i
	if k < len(s) && s[k] == '[' {
		end := r.bracketEnd(k)
		if end < 0 {
			return p, i, false
		}
		p.element = true
		sub := s[k+1 : end]
		k = end + 1
		if !strings.HasPrefix(s[k:], "=") && !strings.HasPrefix(s[k:], "+=") {
			if strings.ContainsAny(sub, " \t") { // words, not a subscript
				r.replace(i+n, i+n, `\`)
				return p, i + n + 1, true
			}
			return p, i, false
		}
		switch {
		case strings.TrimSpace(sub) == "":
			r.replace(i+n, end+1, "")
			p.value = k + 1
			r.replace(p.value, p.value, failing(s[i:end+1]+": bad array subscript"))
		case strings.HasPrefix(s[k:], "=("):
			r.replace(i+n, end+1, "")
			close := r.array(k + 2)
			r.forget(k)
			r.replace(k+1, close, failing(s[i:end+1]+": cannot assign list to array member"))
			return p, close, true
		case r.spend(4*len(sub)) && !arithParses(sub):
			r.replace(i+n+1, end, arithText(sub))
		}
	}
	k = skipAssign(s, k)
	if k < 0 {
		return p, i, false
	}
	p.value = k
	if k < len(s) && s[k] == '(' {
		p.array = true
		p.to = r.array(k + 1)
		return p, p.to, true
	}
	p.to = r.word(k, false)
	return p, p.to, true
}

// skipAssign is the offset after the = or += at k, -1 when there is none.
func skipAssign(s string, k int) int {
	switch {
	case strings.HasPrefix(s[k:], "="):
		return k + 1
	case strings.HasPrefix(s[k:], "+="):
		return k + 2
	}
	return -1
}

// array reads the elements of an array literal from i on and returns the offset after its parenthesis.
func (r *rescuer) array(i int) int {
	s := r.s
	for i < len(s) && r.spend(1) {
		switch c := s[i]; {
		case c == ')':
			return i + 1
		case c == '[':
			if end := r.bracketEnd(i); end >= 0 {
				if strings.HasPrefix(s[end+1:], "+=") {
					r.replace(end+1, end+3, "=${"+appendMarker+"}")
				}
				if k := skipAssign(s, end+1); k >= 0 {
					i = r.word(k, false)
					continue
				}
			}
			i = max(r.word(i, false), i+1)
		case c == '#' && strings.IndexByte(" \t\n(", s[i-1]) >= 0:
			k := strings.IndexByte(s[i:], '\n')
			if k < 0 {
				return len(s)
			}
			i += k
		case strings.IndexByte(" \t\n;&|(<>`", c) >= 0:
			i++
		default:
			i = max(r.word(i, false), i+1)
		}
	}
	return i
}

// prefixed rewrites the assignments before a command that the parser takes only without one: an array literal is plain
// text in the environment, an element does not get there.
func (r *rescuer) prefixed(prefix []prefixWord) {
	for _, p := range prefix {
		switch {
		case p.element && p.to > 0:
			r.edits = slices.DeleteFunc(r.edits, func(e edit) bool { return e.from >= p.from && e.from < p.to })
			r.replace(p.from, p.to, "")
		case p.array:
			r.edits = slices.DeleteFunc(r.edits, func(e edit) bool { return e.from >= p.from && e.from < p.to })
			r.replace(p.value, p.to, singleQuote(r.s[p.value:p.to]))
		}
	}
}

// letArray quotes an argument of let such as x=( 1 ).
func (r *rescuer) letArray(i int) (next int, ok bool) {
	s := r.s
	k := i + nameLength(s[i:])
	if k == i {
		return i, false
	}
	if k = skipAssign(s, k); k < 0 || k >= len(s) || s[k] != '(' {
		return i, false
	}
	end := nestEnd(s, k)
	if end == 0 {
		r.spend(len(s) - k)
		return i, false
	}
	r.spend(end - k)
	r.replace(i, end, singleQuote(s[i:end]))
	return end, true
}
