package vfs

// owner is the token of ownership: a node that carries the token of a disk belongs to that disk alone and may be
// changed in place. Fork gives both sides a new token. The field keeps tokens from sharing one address.
type owner struct{ _ byte }

const (
	tableBits = 5
	tableFan  = 1 << tableBits
)

// table is the persistent map from inode number to inode: a radix tree that is as deep as the highest number needs.
// It is a value: a copy is a snapshot as long as the tokens differ.
type table struct {
	root   any // *tableLeaf at height 0, else *tableNode; nil when empty
	height uint
}

type tableNode struct {
	owner *owner
	n     int // occupied slots
	kids  [tableFan]any
}

type tableLeaf struct {
	owner *owner
	n     int
	inos  [tableFan]*inode
}

func (t *table) get(ino uint64) *inode {
	if ino>>(tableBits*(t.height+1)) != 0 {
		return nil
	}
	c := t.root
	for s := tableBits * t.height; s > 0; s -= tableBits {
		n, _ := c.(*tableNode)
		if n == nil {
			return nil
		}
		c = n.kids[ino>>s&(tableFan-1)]
	}
	l, _ := c.(*tableLeaf)
	if l == nil {
		return nil
	}
	return l.inos[ino&(tableFan-1)]
}

// set stores n under ino, copying the path where it is not own's.
func (t *table) set(own *owner, ino uint64, n *inode) {
	for ino>>(tableBits*(t.height+1)) != 0 {
		if t.root != nil {
			up := &tableNode{owner: own, n: 1}
			up.kids[0] = t.root
			t.root = up
		}
		t.height++
	}
	slot := &t.root
	var up *tableNode
	for h := t.height; h > 0; h-- {
		k, _ := (*slot).(*tableNode)
		switch {
		case k == nil:
			k = &tableNode{owner: own}
			if up != nil {
				up.n++
			}
			*slot = k
		case k.owner != own:
			c := *k
			c.owner = own
			k = &c
			*slot = k
		}
		up = k
		slot = &k.kids[ino>>(tableBits*h)&(tableFan-1)]
	}
	l, _ := (*slot).(*tableLeaf)
	switch {
	case l == nil:
		l = &tableLeaf{owner: own}
		if up != nil {
			up.n++
		}
		*slot = l
	case l.owner != own:
		c := *l
		c.owner = own
		l = &c
		*slot = l
	}
	i := ino & (tableFan - 1)
	if l.inos[i] == nil {
		l.n++
	}
	l.inos[i] = n
}

// del removes ino and the nodes that become empty by it.
func (t *table) del(own *owner, ino uint64) {
	if t.get(ino) == nil {
		return
	}
	t.root = tableDel(own, t.root, t.height, ino)
}

func tableDel(own *owner, c any, h uint, ino uint64) any {
	if h == 0 {
		l := c.(*tableLeaf)
		if l.n == 1 {
			return nil
		}
		if l.owner != own {
			k := *l
			k.owner = own
			l = &k
		}
		l.n--
		l.inos[ino&(tableFan-1)] = nil
		return l
	}
	n := c.(*tableNode)
	i := ino >> (tableBits * h) & (tableFan - 1)
	kid := tableDel(own, n.kids[i], h-1, ino)
	if kid == nil && n.n == 1 {
		return nil
	}
	if n.owner != own {
		k := *n
		k.owner = own
		n = &k
	}
	if kid == nil {
		n.n--
	}
	n.kids[i] = kid
	return n
}
