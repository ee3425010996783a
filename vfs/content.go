package vfs

import (
	"io"
	"math/bits"
	"syscall"
)

const (
	pageBits = 12
	// pageSize is the unit of allocation, accounting and copying in bytes.
	pageSize = 1 << pageBits
	fanBits  = 6
	fan      = 1 << fanBits
	// maxFileSize is what ext4 allows with pages of 4 KiB: 16 TiB.
	maxFileSize = 1 << 44
)

type page [pageSize]byte

// content holds the bytes of a file. As long as nothing was written past the first page they are in small (bytes
// after it, up to size, read as zero); from then on in a radix tree of pages, where a missing page is a hole.
type content struct {
	size   int64
	small  []byte
	root   any // *pageLeaf at height 0, else *pageNode
	pages  int64
	height uint8
	shared bool // small also belongs to another record
}

type pageNode struct {
	owner *owner
	kids  [fan]any
}

// pageLeaf refers to 64 pages. own has a bit for each page that belongs to the leaf's owner.
type pageLeaf struct {
	owner *owner
	own   uint64
	pages [fan]*page
}

// leaf finds the leaf of page number idx, nil in a hole.
func (c *content) leaf(idx uint64) *pageLeaf {
	if idx>>(fanBits*(uint(c.height)+1)) != 0 {
		return nil
	}
	x := c.root
	for h := uint(c.height); h > 0; h-- {
		n, _ := x.(*pageNode)
		if n == nil {
			return nil
		}
		x = n.kids[idx>>(fanBits*h)&(fan-1)]
	}
	l, _ := x.(*pageLeaf)
	return l
}

// mutLeaf returns the leaf of page number idx as own's, making or copying the path to it.
func (c *content) mutLeaf(own *owner, idx uint64) *pageLeaf {
	for idx>>(fanBits*(uint(c.height)+1)) != 0 {
		if c.root != nil {
			up := &pageNode{owner: own}
			up.kids[0] = c.root
			c.root = up
		}
		c.height++
	}
	slot := &c.root
	for h := uint(c.height); h > 0; h-- {
		n, _ := (*slot).(*pageNode)
		if n == nil {
			n = &pageNode{owner: own}
			*slot = n
		} else if n.owner != own {
			n = n.copy(own)
			*slot = n
		}
		slot = &n.kids[idx>>(fanBits*h)&(fan-1)]
	}
	l, _ := (*slot).(*pageLeaf)
	if l == nil {
		l = &pageLeaf{owner: own}
		*slot = l
	} else if l.owner != own {
		l = l.copy(own)
		*slot = l
	}
	return l
}

func (n *pageNode) copy(own *owner) *pageNode {
	k := *n
	k.owner = own
	return &k
}

func (l *pageLeaf) copy(own *owner) *pageLeaf {
	k := *l
	k.owner, k.own = own, 0
	return &k
}

// readAt is ReadAt of io.ReaderAt without the check of off.
func (c *content) readAt(b []byte, off int64) (int, error) {
	if off >= c.size {
		return 0, io.EOF
	}
	n := len(b)
	if int64(n) > c.size-off {
		n = int(c.size - off)
	}
	b = b[:n]
	if c.root == nil {
		k := 0
		if off < int64(len(c.small)) {
			k = copy(b, c.small[off:])
		}
		clear(b[k:])
		return n, nil
	}
	var l *pageLeaf
	cur := ^uint64(0)
	for len(b) > 0 {
		idx := uint64(off) >> pageBits
		if idx>>fanBits != cur {
			cur = idx >> fanBits
			l = c.leaf(idx)
		}
		o := int(off & (pageSize - 1))
		var k int
		if l != nil && l.pages[idx&(fan-1)] != nil {
			k = copy(b, l.pages[idx&(fan-1)][o:])
		} else {
			k = min(len(b), pageSize-o)
			clear(b[:k])
		}
		b = b[k:]
		off += int64(k)
	}
	return n, nil
}

// writeAt writes b at off and grows the file. reserve is asked for each page that must be allocated; when it refuses,
// what was written so far counts and the error is ENOSPC.
func (c *content) writeAt(own *owner, b []byte, off int64, reserve func(pages int64) bool) (int, error) {
	end := off + int64(len(b))
	if c.root == nil {
		if end <= pageSize {
			return c.writeSmall(b, int(off), reserve)
		}
		if c.small != nil {
			c.toPages(own)
		}
	}
	n := 0
	var l *pageLeaf
	cur := ^uint64(0)
	for len(b) > 0 {
		idx := uint64(off) >> pageBits
		if idx>>fanBits != cur {
			cur = idx >> fanBits
			l = nil
		}
		o := int(off & (pageSize - 1))
		k := min(len(b), pageSize-o)
		i := idx & (fan - 1)
		if l == nil {
			// The path is only made once there is room for a page, so that a refused write leaves nothing behind.
			if r := c.leaf(idx); r == nil || r.pages[i] == nil {
				if !reserve(1) {
					break
				}
				c.pages++
				l = c.mutLeaf(own, idx)
				l.fresh(i, b[:k], o)
			} else {
				l = c.mutLeaf(own, idx)
				l.write(i, b[:k], o)
			}
		} else if l.pages[i] == nil {
			if !reserve(1) {
				break
			}
			c.pages++
			l.fresh(i, b[:k], o)
		} else {
			l.write(i, b[:k], o)
		}
		n += k
		b = b[k:]
		off += int64(k)
	}
	if n > 0 && off > c.size {
		c.size = off
	}
	if len(b) > 0 {
		return n, syscall.ENOSPC
	}
	return n, nil
}

// fresh puts b at offset o of a new page.
func (l *pageLeaf) fresh(i uint64, b []byte, o int) {
	l.own |= 1 << i
	if len(b) == pageSize {
		l.pages[i] = clonePage(b)
		return
	}
	p := new(page)
	copy(p[o:], b)
	l.pages[i] = p
}

// write puts b at offset o of a page that exists, copying it first when it is shared.
func (l *pageLeaf) write(i uint64, b []byte, o int) {
	if l.own&(1<<i) == 0 {
		l.own |= 1 << i
		if len(b) == pageSize {
			l.pages[i] = clonePage(b)
			return
		}
		l.pages[i] = clonePage(l.pages[i][:])
	}
	copy(l.pages[i][o:], b)
}

// clonePage copies a whole page. append does not clear what it is about to fill, new would.
func clonePage(b []byte) *page { return (*page)(append([]byte(nil), b[:pageSize]...)) }

func (c *content) writeSmall(b []byte, off int, reserve func(int64) bool) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	if c.small == nil && !reserve(1) {
		return 0, syscall.ENOSPC
	}
	end := off + len(b)
	have := len(c.small)
	want := max(end, have)
	if c.small == nil {
		c.pages = 1
	}
	if c.shared || cap(c.small) < want {
		size := want
		if c.small != nil && want > have {
			// An appended file grows by doubling, a whole page at most.
			size = min(max(want, 1<<bits.Len(uint(want))), pageSize)
		}
		s := make([]byte, have, size)
		copy(s, c.small)
		c.small, c.shared = s, false
	}
	c.small = c.small[:want]
	if off > have {
		clear(c.small[have:off])
	}
	copy(c.small[off:], b)
	c.size = max(c.size, int64(end))
	return len(b), nil
}

// toPages turns the small form into pages.
func (c *content) toPages(own *owner) {
	l := &pageLeaf{owner: own, own: 1}
	if cap(c.small) == pageSize && !c.shared {
		clear(c.small[len(c.small):pageSize])
		l.pages[0] = (*page)(c.small[:pageSize])
	} else {
		p := new(page)
		copy(p[:], c.small)
		l.pages[0] = p
	}
	c.root, c.height = l, 0
	c.small, c.shared = nil, false
}

// truncate sets the size and returns how many pages became free.
func (c *content) truncate(own *owner, size int64) (freed int64) {
	switch {
	case size >= c.size:
	case size == 0:
		freed = c.pages
		*c = content{}
	case c.root == nil:
		// Not clipped in place when shared: the bytes after the end are cleared when the file grows again.
		if int64(len(c.small)) > size {
			c.small = c.small[:size]
		}
	default:
		keep := uint64(size+pageSize-1) >> pageBits
		c.root, freed = trim(c.root, uint(c.height), keep, own)
		if c.root == nil {
			c.height = 0
		}
		c.pages -= freed
		if o := size & (pageSize - 1); o != 0 {
			idx := uint64(size) >> pageBits
			if l := c.leaf(idx); l != nil && l.pages[idx&(fan-1)] != nil {
				l = c.mutLeaf(own, idx)
				i := idx & (fan - 1)
				if l.own&(1<<i) == 0 {
					l.own |= 1 << i
					p := new(page)
					copy(p[:o], l.pages[i][:o])
					l.pages[i] = p
				} else {
					clear(l.pages[i][o:])
				}
			}
		}
	}
	c.size = size
	return freed
}

// trim drops the pages of subtree x from number keep on. h is the subtree's height.
func trim(x any, h uint, keep uint64, own *owner) (any, int64) {
	if x == nil {
		return nil, 0
	}
	if keep == 0 {
		return nil, countPages(x)
	}
	if h == 0 {
		l := x.(*pageLeaf)
		if keep >= fan {
			return l, 0
		}
		if l.owner != own {
			l = l.copy(own)
		}
		var freed int64
		for i := keep; i < fan; i++ {
			if l.pages[i] != nil {
				l.pages[i] = nil
				freed++
			}
		}
		l.own &= 1<<keep - 1
		return l, freed
	}
	n := x.(*pageNode)
	if n.owner != own {
		n = n.copy(own)
	}
	span := uint64(1) << (fanBits * h)
	var freed int64
	for i := keep / span; i < fan; i++ {
		lo := i * span
		k := uint64(0)
		if keep > lo {
			k = keep - lo
		}
		if k >= span {
			continue
		}
		var f int64
		n.kids[i], f = trim(n.kids[i], h-1, k, own)
		freed += f
	}
	return n, freed
}

func countPages(x any) (n int64) {
	switch x := x.(type) {
	case *pageLeaf:
		for _, p := range x.pages {
			if p != nil {
				n++
			}
		}
	case *pageNode:
		for _, k := range x.kids {
			n += countPages(k)
		}
	}
	return n
}

// nextData finds the first allocated byte at or after off, nextHole the first byte of a hole (the end counts as
// one): SEEK_DATA and SEEK_HOLE of lseek(2). ok is false at or past the end (ENXIO).
func (c *content) nextData(off int64) (int64, bool) {
	if off >= c.size {
		return 0, false
	}
	if c.root == nil {
		return off, off < int64(len(c.small))
	}
	for off < c.size {
		idx := uint64(off) >> pageBits
		l := c.leaf(idx)
		if l == nil {
			off = int64((idx>>fanBits + 1) << (fanBits + pageBits))
			continue
		}
		if l.pages[idx&(fan-1)] != nil {
			return off, true
		}
		off = int64((idx + 1) << pageBits)
	}
	return 0, false
}

func (c *content) nextHole(off int64) (int64, bool) {
	if off >= c.size {
		return 0, false
	}
	if c.root == nil {
		if off < int64(len(c.small)) {
			off = min(c.size, pageSize)
		}
		return off, true
	}
	for off < c.size {
		idx := uint64(off) >> pageBits
		l := c.leaf(idx)
		if l == nil || l.pages[idx&(fan-1)] == nil {
			return off, true
		}
		off = int64((idx + 1) << pageBits)
	}
	return c.size, true
}
