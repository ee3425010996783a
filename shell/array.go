package shell

import (
	"maps"
	"slices"
	"sort"
)

// indexed is an indexed array. While its elements are 0..n-1 it is a slice; with holes it is a map.
type indexed struct {
	owner *token
	dense []string
	m     map[int64]string // nil while dense
	keys  []int64          // sorted keys of m, nil when they must be rebuilt
}

// maxIndex is the largest index of an indexed array, as in bash on a 64-bit machine.
const maxIndex = int64(^uint64(0) >> 1)

func (a *indexed) clone(owner *token) *indexed {
	c := &indexed{owner: owner}
	if a.m != nil {
		c.m = maps.Clone(a.m)
	} else {
		c.dense = append(make([]string, 0, len(a.dense)+1), a.dense...)
	}
	return c
}

func (a *indexed) len() int {
	if a.m != nil {
		return len(a.m)
	}
	return len(a.dense)
}

func (a *indexed) get(i int64) (string, bool) {
	if a.m != nil {
		s, ok := a.m[i]
		return s, ok
	}
	if i >= 0 && i < int64(len(a.dense)) {
		return a.dense[i], true
	}
	return "", false
}

func (a *indexed) set(i int64, s string) {
	if a.m == nil {
		switch n := int64(len(a.dense)); {
		case i < n:
			a.dense[i] = s
			return
		case i == n:
			a.dense = append(a.dense, s)
			return
		}
		a.sparse()
	}
	if _, ok := a.m[i]; !ok {
		if n := len(a.keys); a.keys != nil && (n == 0 || i > a.keys[n-1]) {
			a.keys = append(a.keys, i)
		} else {
			a.keys = nil
		}
	}
	a.m[i] = s
}

func (a *indexed) sparse() {
	a.m = make(map[int64]string, len(a.dense)+1)
	a.keys = make([]int64, len(a.dense))
	for i, s := range a.dense {
		a.m[int64(i)] = s
		a.keys[i] = int64(i)
	}
	a.dense = nil
}

func (a *indexed) unset(i int64) {
	if a.m == nil {
		n := int64(len(a.dense))
		if i < 0 || i >= n {
			return
		}
		if i == n-1 {
			a.dense[i] = ""
			a.dense = a.dense[:i]
			return
		}
		a.sparse()
	}
	if _, ok := a.m[i]; ok {
		delete(a.m, i)
		a.keys = nil
	}
}

// sortedKeys returns the indices in order. It sorts into a slice of its own: the array may be shared with a fork.
func (a *indexed) sortedKeys() []int64 {
	if a.m == nil {
		keys := make([]int64, len(a.dense))
		for i := range keys {
			keys[i] = int64(i)
		}
		return keys
	}
	if a.keys != nil {
		return a.keys
	}
	return slices.Sorted(maps.Keys(a.m))
}

// max is the largest index, -1 when the array is empty.
func (a *indexed) max() int64 {
	if a.m == nil {
		return int64(len(a.dense)) - 1
	}
	if n := len(a.keys); n > 0 {
		return a.keys[n-1]
	}
	top := int64(-1)
	for k := range a.m {
		top = max(top, k)
	}
	return top
}

// values returns the elements in order. The caller must not change the slice.
func (a *indexed) values() []string {
	if a.m == nil {
		return a.dense
	}
	keys := a.sortedKeys()
	out := make([]string, len(keys))
	for i, k := range keys {
		out[i] = a.m[k]
	}
	return out
}

// assoc is an associative array.
type assoc struct {
	owner *token
	m     map[string]assocElem
	seq   uint64
}

type assocElem struct {
	value string
	seq   uint64 // order of insertion
}

func (a *assoc) clone(owner *token) *assoc {
	return &assoc{owner: owner, m: maps.Clone(a.m), seq: a.seq}
}

func (a *assoc) get(key string) (string, bool) {
	e, ok := a.m[key]
	return e.value, ok
}

func (a *assoc) set(key, value string) {
	if e, ok := a.m[key]; ok {
		e.value = value
		a.m[key] = e
		return
	}
	if a.m == nil {
		a.m = make(map[string]assocElem)
	}
	a.seq++
	a.m[key] = assocElem{value, a.seq}
}

// keys returns the keys in the order in which bash lists them: by bucket of its hash table, the newest of a bucket
// first. The table starts with 1024 buckets and is made four times as large when it holds twice as many elements.
func (a *assoc) keys() []string {
	mask := uint32(1023)
	for n := len(a.m); n >= 2*int(mask+1); {
		mask = mask<<2 | 3
	}
	keys := make([]string, 0, len(a.m))
	for k := range a.m {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		bi, bj := bashHash(keys[i])&mask, bashHash(keys[j])&mask
		if bi != bj {
			return bi < bj
		}
		return a.m[keys[i]].seq > a.m[keys[j]].seq
	})
	return keys
}

// bashHash is the 32-bit FNV-1 hash.
func bashHash(s string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(s); i++ {
		h *= 16777619
		h ^= uint32(s[i])
	}
	return h
}
