package jsregexp

// node is a part of a parsed pattern.
type node interface{ minWidth() int }

type (
	empty struct{}
	char  struct { // one character (a code point in Unicode mode, else a code unit)
		r    rune
		fold bool
	}
	anyChar struct{ all bool } // . ; all = line terminators too
	class   struct{ set *Set }
	seq     struct{ list []node }
	alt     struct{ list []node }
	group   struct { // capturing
		index int
		body  node
	}
	backref struct {
		groups []int // several for a name that alternatives share
		fold   bool
	}
	assertion struct {
		kind      byte // ^ $ b B
		multiline bool
		fold      bool
	}
	look struct {
		body           node
		behind, negate bool
	}
	repeat struct {
		body          node
		min, max      int // max -1 = no bound
		lazy          bool
		firstG, lastG int // groups inside: [firstG, lastG)
	}
)

func (empty) minWidth() int   { return 0 }
func (char) minWidth() int    { return 1 }
func (anyChar) minWidth() int { return 1 }
func (class) minWidth() int   { return 1 }
func (n *seq) minWidth() int {
	w := 0
	for _, x := range n.list {
		w = min(w+x.minWidth(), 1<<20)
	}
	return w
}
func (n *alt) minWidth() int {
	w := n.list[0].minWidth()
	for _, x := range n.list[1:] {
		w = min(w, x.minWidth())
	}
	return w
}
func (n *group) minWidth() int  { return n.body.minWidth() }
func (*backref) minWidth() int  { return 0 }
func (assertion) minWidth() int { return 0 }
func (*look) minWidth() int     { return 0 }
func (n *repeat) minWidth() int { return min(n.min, 1<<10) * min(n.body.minWidth(), 1<<10) }
