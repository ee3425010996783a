package shell

import "hash/maphash"

// token says who may change a piece of shared state in place. A fork gives both sides new tokens: whatever still carries
// the old one belongs to nobody any more and is copied before it is changed.
type token struct{ _ byte }

// varTable maps names to variables: a hash table whose parts are copied on write, so that a fork costs nothing and the
// first write after it copies one chunk.
type varTable struct {
	owner  *token
	n      int
	chunks []*varChunk
}

type varChunk struct {
	owner   *token
	entries []varEntry
}

type varEntry struct {
	hash uint32
	name string
	v    *variable
}

const (
	minChunks   = 64
	chunkTarget = 6 // entries a chunk before the table grows
)

var hashSeed = maphash.MakeSeed()

func hashName(name string) uint32 { return uint32(maphash.String(hashSeed, name)) }

func newVarTable(owner *token) *varTable {
	return &varTable{owner: owner, chunks: make([]*varChunk, minChunks)}
}

// fork returns a table of owner's with the same content; what t's owner changes later is not to be seen in it, so t must
// not change any more.
func (t *varTable) fork(owner *token) *varTable {
	return &varTable{owner: owner, n: t.n, chunks: append([]*varChunk(nil), t.chunks...)}
}

// newChunk makes a chunk with a copy of entries and room for one more, small ones in one piece of memory.
func newChunk(owner *token, entries []varEntry) *varChunk {
	if len(entries) < 3 {
		c := &struct {
			varChunk
			room [3]varEntry
		}{}
		c.owner = owner
		c.entries = append(c.room[:0], entries...)
		return &c.varChunk
	}
	return &varChunk{owner: owner, entries: append(make([]varEntry, 0, len(entries)+1), entries...)}
}

func (t *varTable) get(name string) *variable {
	h := hashName(name)
	c := t.chunks[h&uint32(len(t.chunks)-1)]
	if c == nil {
		return nil
	}
	for i := range c.entries {
		if e := &c.entries[i]; e.hash == h && e.name == name {
			return e.v
		}
	}
	return nil
}

// put binds name to v (nil removes it) on behalf of owner and returns the table to use from now on.
func (t *varTable) put(owner *token, name string, v *variable) *varTable {
	if t.owner != owner {
		t = t.fork(owner)
	}
	h := hashName(name)
	k := h & uint32(len(t.chunks)-1)
	c := t.chunks[k]
	switch {
	case c == nil:
		if v == nil {
			return t
		}
		c = newChunk(owner, nil)
		t.chunks[k] = c
	case c.owner != owner:
		c = newChunk(owner, c.entries)
		t.chunks[k] = c
	}
	for i := range c.entries {
		if e := &c.entries[i]; e.hash == h && e.name == name {
			if v == nil {
				last := len(c.entries) - 1
				c.entries[i] = c.entries[last]
				c.entries[last] = varEntry{}
				c.entries = c.entries[:last]
				t.n--
			} else {
				e.v = v
			}
			return t
		}
	}
	if v == nil {
		return t
	}
	c.entries = append(c.entries, varEntry{h, name, v})
	if t.n++; t.n > chunkTarget*len(t.chunks) {
		t.grow(owner)
	}
	return t
}

func (t *varTable) grow(owner *token) {
	chunks := make([]*varChunk, 4*len(t.chunks))
	for _, c := range t.chunks {
		if c == nil {
			continue
		}
		for _, e := range c.entries {
			k := e.hash & uint32(len(chunks)-1)
			if chunks[k] == nil {
				chunks[k] = &varChunk{owner: owner}
			}
			chunks[k].entries = append(chunks[k].entries, e)
		}
	}
	t.chunks = chunks
}

func (t *varTable) each(fn func(name string, v *variable)) {
	for _, c := range t.chunks {
		if c != nil {
			for i := range c.entries {
				fn(c.entries[i].name, c.entries[i].v)
			}
		}
	}
}
