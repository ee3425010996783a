package vfs

import (
	"slices"
	"sync/atomic"
)

// dirMax is the largest number of names in one node of a directory tree; dirMin the smallest but for the root.
const (
	dirMax = 32
	dirMin = dirMax/2 - 1
)

// dent is one name in a directory. typ is the file type, the S_IFMT bits of the mode shifted to a byte.
type dent struct {
	name string
	ino  uint64
	typ  uint8
}

// dirTree is a persistent B-tree of names in byte order.
type dirTree struct {
	root *dirNode
	n    int
	up   uint64 // the directory that ".." means

	hash     atomic.Pointer[dirHash] // of a big directory in use, else nil
	looks    atomic.Uint32           // lookups without hash
	indexing atomic.Bool             // somebody is making hash
}

// copy is a snapshot of t, as long as the tokens differ.
func (t *dirTree) copy() *dirTree { return &dirTree{root: t.root, n: t.n, up: t.up} }

type dirNode struct {
	owner *owner
	ents  []dent
	kids  []*dirNode // nil in leaves, else one more than ents
	// index is made by the first search, perhaps under a shared lock. Whoever changes ents keeps it right or drops it.
	index atomic.Pointer[dirIndex]
}

// dirIndexMin is how many names make an index worth its space.
const dirIndexMin = 8

// dirIndex saves a search from looking at most names, each of which may be a miss in the processor's caches: what all
// names of the node begin with, and of each the eight bytes after that as a number.
type dirIndex struct {
	prefix string
	head   [24]byte // of prefix, near at hand
	keys   [dirMax]uint64
}

// cut takes the prefix off name.
func (x *dirIndex) cut(name string) (rest string, ok bool) {
	p := len(x.prefix)
	if len(name) < p {
		return "", false
	}
	if p <= len(x.head) {
		return name[p:], name[:p] == string(x.head[:p])
	}
	return name[p:], name[:p] == x.prefix
}

func indexKey(rest string) (k uint64) {
	if len(rest) >= 8 {
		return uint64(rest[7]) | uint64(rest[6])<<8 | uint64(rest[5])<<16 | uint64(rest[4])<<24 |
			uint64(rest[3])<<32 | uint64(rest[2])<<40 | uint64(rest[1])<<48 | uint64(rest[0])<<56
	}
	for i := range len(rest) {
		k |= uint64(rest[i]) << (56 - 8*i)
	}
	return k
}

func (n *dirNode) makeIndex() *dirIndex {
	first, last := n.ents[0].name, n.ents[len(n.ents)-1].name
	p := 0
	for p < len(first) && p < len(last) && first[p] == last[p] {
		p++
	}
	x := &dirIndex{prefix: first[:p]}
	copy(x.head[:], x.prefix)
	for i := range n.ents {
		x.keys[i] = indexKey(n.ents[i].name[p:])
	}
	n.index.Store(x)
	return x
}

// search returns where name is, or belongs.
func (n *dirNode) search(name string) (int, bool) {
	if len(n.ents) < dirIndexMin {
		return n.searchIn(0, len(n.ents), name)
	}
	x := n.index.Load()
	if x == nil {
		x = n.makeIndex()
	}
	rest, ok := x.cut(name)
	if !ok {
		if name < x.prefix {
			return 0, false
		}
		return len(n.ents), false
	}
	k := indexKey(rest)
	lo, hi := 0, len(n.ents)
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		if x.keys[m&(dirMax-1)] < k {
			lo = m + 1
		} else {
			hi = m
		}
	}
	for hi < len(n.ents) && x.keys[hi] == k {
		hi++
	}
	if hi == lo+1 && len(rest) <= 8 && len(n.ents[lo].name) == len(name) {
		return lo, true // all of it is in the key
	}
	return n.searchIn(lo, hi, name)
}

func (n *dirNode) searchIn(lo, hi int, name string) (int, bool) {
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		if n.ents[m].name < name {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo, lo < len(n.ents) && n.ents[lo].name == name
}

func (n *dirNode) own(own *owner) *dirNode {
	if n.owner == own {
		return n
	}
	c := &dirNode{owner: own, ents: append(make([]dent, 0, len(n.ents)+1), n.ents...)}
	if n.kids != nil {
		c.kids = append(make([]*dirNode, 0, len(n.kids)+1), n.kids...)
	}
	return c
}

// kid returns child i as a node of own.
func (n *dirNode) kid(own *owner, i int) *dirNode {
	c := n.kids[i].own(own)
	n.kids[i] = c
	return c
}

func (t *dirTree) get(name string) (dent, bool) {
	if h := t.hash.Load(); h != nil && len(name) <= hashName {
		return h.get(name)
	}
	for n := t.root; n != nil; {
		i, ok := n.search(name)
		if ok {
			return n.ents[i], true
		}
		if n.kids == nil {
			break
		}
		n = n.kids[i]
	}
	return dent{}, false
}

// put adds e or replaces the entry of that name.
func (t *dirTree) put(own *owner, e dent) {
	t.hashed(&e, "")
	if t.root == nil {
		t.root = &dirNode{owner: own, ents: []dent{e}}
		t.n = 1
		return
	}
	t.root = t.root.own(own)
	if len(t.root.ents) >= dirMax {
		old := t.root
		mid, right := old.split(own)
		t.root = &dirNode{owner: own, ents: []dent{mid}, kids: []*dirNode{old, right}}
	}
	if t.root.put(own, e) {
		t.n++
	}
}

func (n *dirNode) put(own *owner, e dent) bool {
	for {
		i, found := n.search(e.name)
		if found {
			n.ents[i] = e
			return false
		}
		if n.kids == nil {
			n.insert(i, e)
			return true
		}
		c := n.kid(own, i)
		if len(c.ents) >= dirMax {
			mid, right := c.split(own)
			n.insert(i, mid)
			n.kids = slices.Insert(n.kids, i+1, right)
			if e.name == mid.name {
				n.ents[i] = e
				return false
			}
			if e.name > mid.name {
				c = right
			}
		}
		n = c
	}
}

func (n *dirNode) insert(i int, e dent) {
	if x := n.index.Load(); x != nil {
		if rest, ok := x.cut(e.name); ok {
			copy(x.keys[i+1:], x.keys[i:len(n.ents)])
			x.keys[i] = indexKey(rest)
		} else {
			n.index.Store(nil)
		}
	}
	n.ents = slices.Insert(n.ents, i, e)
}

func (n *dirNode) remove(i int) {
	if x := n.index.Load(); x != nil {
		copy(x.keys[i:], x.keys[i+1:len(n.ents)])
	}
	n.ents = slices.Delete(n.ents, i, i+1)
}

// split takes the upper half of n away.
func (n *dirNode) split(own *owner) (dent, *dirNode) {
	n.index.Store(nil)
	m := len(n.ents) / 2
	mid := n.ents[m]
	right := &dirNode{owner: own, ents: append(make([]dent, 0, dirMax), n.ents[m+1:]...)}
	clear(n.ents[m:])
	n.ents = n.ents[:m]
	if n.kids != nil {
		right.kids = append(make([]*dirNode, 0, dirMax+1), n.kids[m+1:]...)
		clear(n.kids[m+1:])
		n.kids = n.kids[:m+1]
	}
	return mid, right
}

// del removes name, which must exist.
func (t *dirTree) del(own *owner, name string) {
	t.hashed(nil, name)
	t.root = t.root.own(own)
	if t.root.del(own, name) {
		t.n--
	}
	if len(t.root.ents) == 0 {
		if t.root.kids == nil {
			t.root = nil
		} else {
			t.root = t.root.kids[0]
		}
	}
}

func (n *dirNode) del(own *owner, name string) bool {
	for {
		i, found := n.search(name)
		if n.kids == nil {
			if found {
				n.remove(i)
			}
			return found
		}
		if len(n.kids[i].ents) <= dirMin {
			n.fill(own, i)
			continue
		}
		c := n.kid(own, i)
		if found {
			n.ents[i] = c.delMax(own)
			n.index.Store(nil)
			return true
		}
		n = c
	}
}

func (n *dirNode) delMax(own *owner) dent {
	for n.kids != nil {
		i := len(n.kids) - 1
		if len(n.kids[i].ents) <= dirMin {
			n.fill(own, i)
			continue
		}
		n = n.kid(own, i)
	}
	i := len(n.ents) - 1
	e := n.ents[i]
	n.remove(i)
	return e
}

// fill gives child i more than the smallest number of names: from a neighbour, or by joining it with one.
func (n *dirNode) fill(own *owner, i int) {
	n.index.Store(nil)
	switch {
	case i > 0 && len(n.kids[i-1].ents) > dirMin:
		l, c := n.kid(own, i-1), n.kid(own, i)
		k := len(l.ents) - 1
		c.insert(0, n.ents[i-1])
		n.ents[i-1] = l.ents[k]
		l.remove(k)
		if c.kids != nil {
			c.kids = slices.Insert(c.kids, 0, l.kids[k+1])
			l.kids = slices.Delete(l.kids, k+1, k+2)
		}
	case i < len(n.ents) && len(n.kids[i+1].ents) > dirMin:
		c, r := n.kid(own, i), n.kid(own, i+1)
		c.insert(len(c.ents), n.ents[i])
		n.ents[i] = r.ents[0]
		r.remove(0)
		if c.kids != nil {
			c.kids = append(c.kids, r.kids[0])
			r.kids = slices.Delete(r.kids, 0, 1)
		}
	default:
		if i == len(n.ents) {
			i--
		}
		l, r := n.kid(own, i), n.kids[i+1]
		l.index.Store(nil)
		l.ents = append(append(l.ents, n.ents[i]), r.ents...)
		l.kids = append(l.kids, r.kids...)
		n.ents = slices.Delete(n.ents, i, i+1)
		n.kids = slices.Delete(n.kids, i+1, i+2)
	}
}

// each calls fn for the entries in order, from the first after the name `after` (from the start when all), until fn
// returns false.
func (t *dirTree) each(after string, all bool, fn func(*dent) bool) {
	if t.root != nil {
		t.root.each(after, all, fn)
	}
}

func (n *dirNode) each(after string, all bool, fn func(*dent) bool) bool {
	i := 0
	if !all {
		var found bool
		if i, found = n.search(after); found {
			i++
			all = true
		}
	}
	for ; ; i++ {
		if n.kids != nil && !n.kids[i].each(after, all, fn) {
			return false
		}
		all = true
		if i >= len(n.ents) {
			return true
		}
		if !fn(&n.ents[i]) {
			return false
		}
	}
}
