package vfs

import "slices"

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

// dirTree is a persistent B-tree of names in byte order. Like table it is a value.
type dirTree struct {
	root *dirNode
	n    int
}

type dirNode struct {
	owner *owner
	ents  []dent
	kids  []*dirNode // nil in leaves, else one more than ents
}

func (n *dirNode) search(name string) (int, bool) {
	lo, hi := 0, len(n.ents)
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
			n.ents = slices.Insert(n.ents, i, e)
			return true
		}
		c := n.kid(own, i)
		if len(c.ents) >= dirMax {
			mid, right := c.split(own)
			n.ents = slices.Insert(n.ents, i, mid)
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

// split takes the upper half of n away.
func (n *dirNode) split(own *owner) (dent, *dirNode) {
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
				n.ents = slices.Delete(n.ents, i, i+1)
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
	n.ents = slices.Delete(n.ents, i, i+1)
	return e
}

// fill gives child i more than the smallest number of names: from a neighbour, or by joining it with one.
func (n *dirNode) fill(own *owner, i int) {
	switch {
	case i > 0 && len(n.kids[i-1].ents) > dirMin:
		l, c := n.kid(own, i-1), n.kid(own, i)
		k := len(l.ents) - 1
		c.ents = slices.Insert(c.ents, 0, n.ents[i-1])
		n.ents[i-1] = l.ents[k]
		l.ents = slices.Delete(l.ents, k, k+1)
		if c.kids != nil {
			c.kids = slices.Insert(c.kids, 0, l.kids[k+1])
			l.kids = slices.Delete(l.kids, k+1, k+2)
		}
	case i < len(n.ents) && len(n.kids[i+1].ents) > dirMin:
		c, r := n.kid(own, i), n.kid(own, i+1)
		c.ents = append(c.ents, n.ents[i])
		n.ents[i] = r.ents[0]
		r.ents = slices.Delete(r.ents, 0, 1)
		if c.kids != nil {
			c.kids = append(c.kids, r.kids[0])
			r.kids = slices.Delete(r.kids, 0, 1)
		}
	default:
		if i == len(n.ents) {
			i--
		}
		l, r := n.kid(own, i), n.kids[i+1]
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
