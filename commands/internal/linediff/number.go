package linediff

import (
	"bytes"
	"hash/maphash"
)

// Number gives equal lines equal numbers, over several sequences; key says what of a line counts, nil for all of it.
func Number(key func([]byte) string, sequences ...[][]byte) [][]int {
	out := make([][]int, len(sequences))
	if key == nil {
		total := 0
		for _, lines := range sequences {
			total += len(lines)
		}
		t := newTable(total)
		for s, lines := range sequences {
			out[s] = make([]int, len(lines))
			for i, l := range lines {
				out[s][i] = t.number(l)
			}
		}
		return out
	}
	ids := map[string]int{}
	for s, lines := range sequences {
		out[s] = make([]int, len(lines))
		for i, l := range lines {
			k := key(l)
			id, ok := ids[k]
			if !ok {
				id = len(ids)
				ids[k] = id
			}
			out[s][i] = id
		}
	}
	return out
}

// table numbers lines without copying them, in slots that are probed one after the other.
type table struct {
	seed  maphash.Seed
	slots []slot
	mask  uint64
	lines [][]byte // by number
}

// slot is empty with id 0; the number is id - 1. hash spares most comparisons.
type slot struct{ hash, id uint32 }

func newTable(lines int) *table {
	size := 64
	for size < lines*3/2 {
		size *= 2
	}
	return &table{seed: maphash.MakeSeed(), slots: make([]slot, size), mask: uint64(size - 1), lines: make([][]byte, 0, lines)}
}

func (t *table) number(line []byte) int {
	h := maphash.Bytes(t.seed, line)
	for i := h & t.mask; ; i = (i + 1) & t.mask {
		s := &t.slots[i]
		if s.id == 0 {
			t.lines = append(t.lines, line)
			*s = slot{uint32(h >> 32), uint32(len(t.lines))}
			return len(t.lines) - 1
		}
		if s.hash == uint32(h>>32) && bytes.Equal(t.lines[s.id-1], line) {
			return int(s.id - 1)
		}
	}
}
