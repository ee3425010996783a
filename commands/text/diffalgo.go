package text

import "github.com/sandpit-dev/sandpit/kernel"

// diffHunks finds the changes between two sequences by Myers' linear-space algorithm, after cutting off the common
// head and tail, and shifts them as GNU diff does: towards the end, joined where they can be.
func diffHunks(p *kernel.Process, a, b []int) []hunk {
	m := &myers{p: p, a: a, b: b, gone: make([]bool, len(a)+1), come: make([]bool, len(b)+1)}
	size := len(a) + len(b) + 3
	m.fwd, m.bwd = make([]int, 2*size+1), make([]int, 2*size+1)
	m.off = size
	m.solve(0, len(a), 0, len(b))
	shift(a, m.gone, m.come)
	shift(b, m.come, m.gone)
	var out []hunk
	for i, j := 0, 0; i < len(a) || j < len(b); {
		h := hunk{a0: i, b0: j}
		for i < len(a) && m.gone[i] {
			i++
		}
		for j < len(b) && m.come[j] {
			j++
		}
		if i > h.a0 || j > h.b0 {
			h.a1, h.b1 = i, j
			out = append(out, h)
			continue
		}
		i++
		j++
		if i > len(a) || j > len(b) {
			break
		}
	}
	return out
}

type myers struct {
	p          *kernel.Process
	a, b       []int
	gone, come []bool
	fwd, bwd   []int
	off        int
	steps      int
}

func (m *myers) solve(a0, a1, b0, b1 int) {
	for a0 < a1 && b0 < b1 && m.a[a0] == m.b[b0] {
		a0++
		b0++
	}
	for a0 < a1 && b0 < b1 && m.a[a1-1] == m.b[b1-1] {
		a1--
		b1--
	}
	switch {
	case a0 == a1:
		for ; b0 < b1; b0++ {
			m.come[b0] = true
		}
	case b0 == b1:
		for ; a0 < a1; a0++ {
			m.gone[a0] = true
		}
	default:
		x, y := m.middle(a0, a1, b0, b1)
		m.solve(a0, x, b0, y)
		m.solve(x, a1, y, b1)
	}
}

// middle finds a point that a shortest path goes through.
func (m *myers) middle(a0, a1, b0, b1 int) (int, int) {
	top, bottom := a0-b1, a1-b0 // diagonals x-y
	fmid, bmid := a0-b0, a1-b1
	fmin, fmax, bmin, bmax := fmid, fmid, bmid, bmid
	odd := (fmid-bmid)&1 != 0
	f := func(d int) *int { return &m.fwd[d+m.off] }
	g := func(d int) *int { return &m.bwd[d+m.off] }
	*f(fmid), *g(bmid) = a0, a1
	for cost := 1; ; cost++ {
		if m.steps++; m.steps&63 == 0 && m.p.Safepoint() != nil {
			return a0, b1 // the answer does not matter any more; any split ends the work
		}
		if fmin > top {
			fmin--
			*f(fmin - 1) = -1
		} else {
			fmin++
		}
		if fmax < bottom {
			fmax++
			*f(fmax + 1) = -1
		} else {
			fmax--
		}
		for d := fmax; d >= fmin; d -= 2 {
			lo, hi := *f(d - 1), *f(d + 1)
			x := hi
			if lo >= hi {
				x = lo + 1
			}
			y := x - d
			for x < a1 && y < b1 && m.a[x] == m.b[y] {
				x++
				y++
			}
			*f(d) = x
			if odd && bmin <= d && d <= bmax && *g(d) <= x {
				return x, y
			}
		}
		if bmin > top {
			bmin--
			*g(bmin - 1) = 1 << 60
		} else {
			bmin++
		}
		if bmax < bottom {
			bmax++
			*g(bmax + 1) = 1 << 60
		} else {
			bmax--
		}
		for d := bmax; d >= bmin; d -= 2 {
			lo, hi := *g(d - 1), *g(d + 1)
			x := lo
			if lo >= hi {
				x = hi - 1
			}
			y := x - d
			for x > a0 && y > b0 && m.a[x-1] == m.b[y-1] {
				x--
				y--
			}
			*g(d) = x
			if !odd && fmin <= d && d <= fmax && x <= *f(d) {
				return x, y
			}
		}
	}
}

// shift moves each run of changes as far down as equal lines allow, joining it with runs it meets; where a run of the
// other file lies beside it, it stays there.
func shift(lines []int, changed, other []bool) {
	n := len(lines)
	i, j := 0, 0
	for {
		for i < n && !changed[i] {
			for j < len(other) && other[j] {
				j++
			}
			j++
			i++
		}
		if i >= n {
			return
		}
		start := i
		for i < n && changed[i] {
			i++
		}
		for j < len(other) && other[j] {
			j++
		}
		corresponding := n
		for {
			length := i - start
			for start > 0 && lines[start-1] == lines[i-1] {
				start--
				i--
				changed[start], changed[i] = true, false
				for start > 0 && changed[start-1] {
					start--
				}
				j--
				for j > 0 && other[j-1] {
					j--
				}
			}
			corresponding = n
			if j > 0 && other[j-1] {
				corresponding = i
			}
			for i < n && lines[start] == lines[i] {
				changed[start], changed[i] = false, true
				start++
				i++
				for i < n && changed[i] {
					i++
				}
				j++
				for j < len(other) && other[j] {
					j++
					corresponding = i
				}
			}
			if length == i-start {
				break
			}
		}
		for corresponding < i {
			start--
			i--
			changed[start], changed[i] = true, false
			j--
			for j > 0 && other[j-1] {
				j--
			}
		}
	}
}
