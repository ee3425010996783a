package linediff

// Diff finds the changes between two sequences as GNU diff does, so that ties fall the same way: common ends cut
// off but for the lines of context, lines that can only confuse set aside, Myers' linear-space algorithm on the rest,
// and the changes shifted towards the end and joined where they can be. minimal keeps every line in and looks for the
// shortest script whatever it costs.
func Diff(stop func() error, a, b []int, context int, minimal bool) []Change {
	gone, come := make([]bool, len(a)+1), make([]bool, len(b)+1)
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	if head == len(a) && head == len(b) {
		return nil
	}
	head = max(head-context, 0)
	tail := 0 // the tail may reach into the context of the head
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	tail = max(tail-context, 0)
	ma, mb := a[head:len(a)-tail], b[head:len(b)-tail]
	m := &myers{stop: stop, gone: gone[head:], come: come[head:]}
	keepA, keepB := keptLines(ma, mb, minimal), keptLines(mb, ma, minimal)
	m.a, m.realA = pickLines(ma, keepA, m.gone)
	m.b, m.realB = pickLines(mb, keepB, m.come)
	size := len(m.a) + len(m.b) + 3
	m.fwd, m.bwd = make([]int, 2*size+1), make([]int, 2*size+1)
	m.off = size
	m.dear = 1
	for d := size; d != 0; d >>= 2 {
		m.dear <<= 1
	}
	m.dear = max(4096, m.dear)
	m.solve(0, len(m.a), 0, len(m.b), minimal)
	shift(ma, m.gone[:len(ma)+1], m.come[:len(mb)+1])
	shift(mb, m.come[:len(mb)+1], m.gone[:len(ma)+1])
	var out []Change
	for i, j := 0, 0; i < len(a) || j < len(b); {
		h := Change{A0: i, B0: j}
		for i < len(a) && gone[i] {
			i++
		}
		for j < len(b) && come[j] {
			j++
		}
		if i > h.A0 || j > h.B0 {
			h.A1, h.B1 = i, j
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
	stop         func() error
	a, b         []int // the lines kept
	realA, realB []int // where they are in the files
	gone, come   []bool
	fwd, bwd     []int
	off          int
	dear         int // a search that has come this far takes the best it has
	steps        int
}

// keptLines tells which lines of a take part in the search: 0 for those. A line that b does not have cannot match, and
// one that b has very often is left out where it stands among such lines, because matching it would tear a change
// apart.
func keptLines(a, b []int, minimal bool) []byte {
	drop := make([]byte, len(a))
	if minimal {
		return drop
	}
	const (
		keep = iota
		never
		maybe
	)
	top := -1
	for _, lines := range [][]int{a, b} {
		for _, l := range lines {
			top = max(top, l)
		}
	}
	count := make([]int32, top+1) // the numbers of lines are dense
	for _, l := range b {
		count[l]++
	}
	many := 5
	for n := len(a) / 64 >> 2; n > 0; n >>= 2 {
		many *= 2
	}
	for i, l := range a {
		switch n := int(count[l]); {
		case n == 0:
			drop[i] = never
		case n > many:
			drop[i] = maybe
		}
	}
	for i := 0; i < len(a); i++ {
		if drop[i] == maybe { // no certain one before it
			drop[i] = keep
			continue
		}
		if drop[i] == keep {
			continue
		}
		j, unsure := i, 0
		for ; j < len(a) && drop[j] != keep; j++ {
			if drop[j] == maybe {
				unsure++
			}
		}
		for j > i && drop[j-1] == maybe {
			j--
			drop[j] = keep
			unsure--
		}
		run := drop[i:j]
		if unsure*4 > len(run) {
			for k := range run {
				if run[k] == maybe {
					run[k] = keep
				}
			}
			i = j - 1
			continue
		}
		least := 1
		for n := len(run) >> 2 >> 2; n > 0; n >>= 2 {
			least <<= 1
		}
		least++
		for k, row := 0, 0; k < len(run); k++ {
			if run[k] != maybe {
				row = 0
				continue
			}
			row++
			if row == least {
				k -= row // back to the start of the sub-run, which is kept whole
			} else if row > least {
				run[k] = keep
			}
		}
		settle := func(at func(k int) *byte) {
			row := 0
			for k := range run {
				c := at(k)
				if k >= 8 && *c == never {
					return
				}
				switch *c {
				case maybe:
					row, *c = 0, keep
				case keep:
					row = 0
				default:
					row++
				}
				if row == 3 {
					return
				}
			}
		}
		settle(func(k int) *byte { return &run[k] })
		settle(func(k int) *byte { return &run[len(run)-1-k] })
		i = j - 1
	}
	return drop
}

// pickLines gathers the lines that stay and marks the others as changed.
func pickLines(lines []int, drop []byte, changed []bool) (kept, index []int) {
	for i, l := range lines {
		if drop[i] == 0 {
			kept, index = append(kept, l), append(index, i)
		} else {
			changed[i] = true
		}
	}
	return kept, index
}

func (m *myers) solve(a0, a1, b0, b1 int, minimal bool) {
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
			m.come[m.realB[b0]] = true
		}
	case b0 == b1:
		for ; a0 < a1; a0++ {
			m.gone[m.realA[a0]] = true
		}
	default:
		x, y, low, high := m.middle(a0, a1, b0, b1, minimal)
		m.solve(a0, x, b0, y, low)
		m.solve(x, a1, y, b1, high)
	}
}

// middle finds a point that a shortest path goes through, or a good one when the search gets too dear; low and high
// tell which of the two parts is to be solved at any cost.
func (m *myers) middle(a0, a1, b0, b1 int, minimal bool) (x, y int, low, high bool) {
	top, bottom := a0-b1, a1-b0 // diagonals x-y
	fmid, bmid := a0-b0, a1-b1
	fmin, fmax, bmin, bmax := fmid, fmid, bmid, bmid
	odd := (fmid-bmid)&1 != 0
	f := func(d int) *int { return &m.fwd[d+m.off] }
	g := func(d int) *int { return &m.bwd[d+m.off] }
	*f(fmid), *g(bmid) = a0, a1
	for cost := 1; ; cost++ {
		if m.steps++; m.steps&63 == 0 && m.stop() != nil {
			return a0, b1, false, false // the answer does not matter any more; any split ends the work
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
				return x, y, true, true
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
				return x, y, true, true
			}
		}
		if minimal || cost < m.dear {
			continue
		}
		bestF, atF := -1, 0
		for d := fmax; d >= fmin; d -= 2 {
			x := min(*f(d), a1)
			y := x - d
			if y > b1 {
				x, y = b1+d, b1
			}
			if x+y > bestF {
				bestF, atF = x+y, x
			}
		}
		bestB, atB := 1<<60, 0
		for d := bmax; d >= bmin; d -= 2 {
			x := max(*g(d), a0)
			y := x - d
			if y < b0 {
				x, y = b0+d, b0
			}
			if x+y < bestB {
				bestB, atB = x+y, x
			}
		}
		if a1+b1-bestB < bestF-(a0+b0) {
			return atF, bestF - atF, true, false
		}
		return atB, bestB - atB, false, true
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
				for j > 0 && other[j] {
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
			for j > 0 && other[j] {
				j--
			}
		}
	}
}
