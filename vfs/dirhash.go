package vfs

import "hash/maphash"

// dirHashMin is how many names a directory must have for an index by hash to be worth its space.
const dirHashMin = 256

// dirHash is an index beside the tree of a big directory that is looked into often: one probe finds a name that the tree
// finds in four steps, each of which may miss the processor's caches. It costs some 50 bytes a name and is made once as many
// lookups as a quarter of its names have paid for it. Only the record's own disk changes it; copies of the record start
// without. Names of more than hashName bytes are not in it.
type dirHash struct {
	seed  maphash.Seed
	slots []dirSlot // a power of two of them; those with the same hash follow each other
	used  int       // slots that are not empty: names and graves
}

// dirSlot is an entry: the inode number, the file type and some bits of the hash in one number, and the name itself, which
// saves the way to it. An empty slot has key 0, the grave of a removed name no name.
type dirSlot struct {
	key  uint64
	len  uint8
	name [hashName]byte
}

const (
	slotTyp  = 48
	slotTag  = 52
	hashName = 23
)

func (s *dirSlot) is(name string) bool { return string(s.name[:min(s.len, hashName)]) == name }

func newDirHash(n int) *dirHash {
	size := 2 * dirHashMin
	for size*4/5 < n {
		size *= 2
	}
	return &dirHash{seed: maphash.MakeSeed(), slots: make([]dirSlot, size)}
}

// find returns the slot of name, nil when there is none.
func (h *dirHash) find(name string) *dirSlot {
	sum := maphash.String(h.seed, name)
	tag := sum >> slotTag
	mask := uint64(len(h.slots) - 1)
	for i := sum & mask; ; i = (i + 1) & mask {
		s := &h.slots[i]
		if s.key == 0 {
			return nil
		}
		if s.key>>slotTag == tag && s.is(name) {
			return s
		}
	}
}

func (h *dirHash) get(name string) (dent, bool) {
	s := h.find(name)
	if s == nil {
		return dent{}, false
	}
	return dent{name: name, ino: s.key & (1<<slotTyp - 1), typ: uint8(s.key >> slotTyp & 0xf)}, true
}

// put adds e or replaces the entry of that name, and returns false when the index is too full for that.
func (h *dirHash) put(e *dent) bool {
	if len(e.name) > hashName {
		return true
	}
	sum := maphash.String(h.seed, e.name)
	key := e.ino | uint64(e.typ&0xf)<<slotTyp | sum>>slotTag<<slotTag
	mask := uint64(len(h.slots) - 1)
	for i := sum & mask; ; i = (i + 1) & mask {
		s := &h.slots[i]
		switch {
		case s.key == 0:
			if h.used+1 > len(h.slots)*4/5 {
				return false
			}
			h.used++
		case !s.is(e.name):
			continue
		}
		*s = dirSlot{key: key, len: uint8(len(e.name))}
		copy(s.name[:], e.name)
		return true
	}
}

// del buries name.
func (h *dirHash) del(name string) {
	if len(name) > hashName {
		return
	}
	if s := h.find(name); s != nil {
		*s = dirSlot{key: 1}
	}
}

// lookup is get that counts towards an index.
func (t *dirTree) lookup(name string) (dent, bool) {
	if t.n >= dirHashMin && t.hash.Load() == nil && int(t.looks.Add(1)) >= t.n/4 {
		t.index()
	}
	return t.get(name)
}

// index makes the index. Readers may come here together under the shared lock: one does it, the others go on.
func (t *dirTree) index() {
	if !t.indexing.CompareAndSwap(false, true) {
		return
	}
	defer t.indexing.Store(false)
	h := newDirHash(t.n + t.n/8)
	t.each("", true, func(e *dent) bool { return h.put(e) })
	t.hash.Store(h)
}

// hashed keeps the index in step with the tree: with e, or without name.
func (t *dirTree) hashed(e *dent, gone string) {
	h := t.hash.Load()
	switch {
	case h == nil:
	case e == nil:
		h.del(gone)
	case !h.put(e):
		// Too full of names or of graves: a new one, if it is still used.
		t.hash.Store(nil)
		t.looks.Store(0)
	}
}
