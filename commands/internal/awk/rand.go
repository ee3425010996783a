package awk

// randomState is an additive feedback generator (x[i] = x[i-63] + x[i-62] over a table filled by a Lehmer generator,
// the scheme of BSD's random(3)): a seed gives the same numbers in every run, as scripts expect, though not gawk's.
type randomState struct {
	table       [randDegree]uint32
	front, rear int
}

const randDegree = 63

func lehmer(x int32) int32 {
	if x == 0 {
		x = 123459876
	}
	hi, lo := x/127773, x%127773
	x = 16807*lo - 2836*hi
	if x < 0 {
		x += 0x7fffffff
	}
	return x
}

func newRandom(seed uint32) *randomState {
	r := &randomState{front: 1}
	x := int32(seed)
	for i := range r.table {
		r.table[i] = uint32(x)
		x = lehmer(x)
	}
	for range 10 * randDegree {
		r.next()
	}
	return r
}

func (r *randomState) next() uint32 {
	r.table[r.front] += r.table[r.rear]
	v := r.table[r.front] >> 1
	r.front = (r.front + 1) % randDegree
	r.rear = (r.rear + 1) % randDegree
	return v
}

// float is in [0, 1).
func (r *randomState) float() float64 {
	const div = 1 << 31
	a := float64(r.next())
	b := float64(r.next())
	return min((a/div+b)/div, 1-1.0/(1<<53))
}
