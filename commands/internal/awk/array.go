package awk

import "strings"

// array is an associative array that keeps the order of insertion, so that loops over it are the same in every run.
type array struct {
	index map[string]int32
	slots []slot
	dead  int
}

type slot struct {
	key  string
	v    value
	sub  *array // an array of arrays
	live bool
}

func newArray() *array { return &array{index: map[string]int32{}} }

func (a *array) len() int { return len(a.index) }

func (a *array) find(key string) *slot {
	if i, ok := a.index[key]; ok {
		return &a.slots[i]
	}
	return nil
}

// slotCost is what an element is taken to cost beside its texts.
const slotCost = 96

// at gives the slot of key, made when missing. The pointer holds until the next insertion or deletion.
func (in *interp) at(a *array, key string) *slot {
	if i, ok := a.index[key]; ok {
		return &a.slots[i]
	}
	in.charge(slotCost + len(key))
	key = strings.Clone(key) // it may be a piece of an input block
	a.index[key] = int32(len(a.slots))
	a.slots = append(a.slots, slot{key: key, live: true})
	return &a.slots[len(a.slots)-1]
}

// set stores into an element.
func (in *interp) set(a *array, key string, v value) {
	s := in.at(a, key)
	if s.sub != nil {
		in.fatal("attempt to use array `%s' in a scalar context", key)
	}
	in.store(s, v)
}

func (in *interp) store(s *slot, v value) {
	if v.k == kStrnum {
		v.s = strings.Clone(v.s)
	}
	if d := len(v.s) - len(s.v.s); d != 0 {
		in.charge(d)
	}
	s.v = v
}

func (in *interp) remove(a *array, key string) {
	i, ok := a.index[key]
	if !ok {
		return
	}
	in.held -= slotCost + len(key) + len(a.slots[i].v.s)
	delete(a.index, key)
	a.slots[i] = slot{}
	a.dead++
	if a.dead > 32 && a.dead > len(a.slots)/2 {
		a.compact()
	}
}

func (a *array) compact() {
	n := 0
	for i := range a.slots {
		if a.slots[i].live {
			a.slots[n] = a.slots[i]
			a.index[a.slots[n].key] = int32(n)
			n++
		}
	}
	clear(a.slots[n:])
	a.slots, a.dead = a.slots[:n], 0
}

func (in *interp) clear(a *array) {
	for i := range a.slots {
		if a.slots[i].live {
			in.held -= slotCost + len(a.slots[i].key) + len(a.slots[i].v.s)
		}
	}
	clear(a.index)
	a.slots, a.dead = nil, 0
}

// keys lists the keys in order of insertion.
func (a *array) keys() []string {
	out := make([]string, 0, len(a.index))
	for i := range a.slots {
		if a.slots[i].live {
			out = append(out, a.slots[i].key)
		}
	}
	return out
}

// charge counts bytes that arrays hold against the limit.
func (in *interp) charge(n int) {
	in.held += n
	if in.held > in.maxHeld {
		in.limit()
	}
}
