package git

import (
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// graph draws lines of history beside a log, laid out as git lays them out. Each line of history has a column, two
// characters wide. Where lines join or shift, the edges move one character left a row until each stands in its column.
type graph struct {
	columns []plumbing.Hash // what each column waits for, before the commit
	next    []plumbing.Hash // and after it
	mapping []int           // by character: the column that the edge there goes to, -1 for none
	width   int
	commit  *object.Commit
	at      int  // the commit's column
	known   bool // it had a column
	layout  int  // of a merge: 0 when its first parent stands left of it
	added   int  // edges that the merge adds
	after   bool // the row before was that of a merge's edges
	lastAt  int
	lastAdd int
	bent    bool // the row before was one of edges moving
	before  []int
}

func newGraph() *graph { return &graph{} }

// take makes c the commit to draw and lays its parents out.
func (gr *graph) take(c *object.Commit) {
	gr.lastAt, gr.lastAdd = gr.at, gr.added
	gr.commit, gr.columns, gr.next = c, gr.next, nil
	gr.width, gr.added, gr.layout, gr.known = 0, 0, -1, false
	for _, h := range gr.columns {
		gr.known = gr.known || h == c.Hash
	}
	gr.mapping = make([]int, 2*(len(gr.columns)+len(c.ParentHashes)+2))
	for i := range gr.mapping {
		gr.mapping[i] = -1
	}
	for i := 0; i <= len(gr.columns); i++ {
		if i == len(gr.columns) && gr.known {
			break
		}
		if i < len(gr.columns) && gr.columns[i] != c.Hash {
			gr.insert(gr.columns[i], -1)
			continue
		}
		gr.at = i
		for _, p := range c.ParentHashes {
			gr.insert(p, i)
		}
		if len(c.ParentHashes) == 0 {
			gr.width += 2
		}
	}
	for len(gr.mapping) > 1 && gr.mapping[len(gr.mapping)-1] < 0 {
		gr.mapping = gr.mapping[:len(gr.mapping)-1]
	}
}

// insert gives h a column after the commit; from is the commit's own when h is one of its parents.
func (gr *graph) insert(h plumbing.Hash, from int) {
	i := 0
	for i < len(gr.next) && gr.next[i] != h {
		i++
	}
	if i == len(gr.next) {
		gr.next = append(gr.next, h)
	}
	var pos int
	switch {
	case len(gr.commit.ParentHashes) > 1 && from >= 0 && gr.layout == -1:
		shift := 1
		if from-i > 1 {
			shift = 2*(from-i) - 3
		}
		if gr.layout = 1; from > i {
			gr.layout = 0
		}
		gr.added = len(gr.commit.ParentHashes) + gr.layout - 2
		pos = gr.width + (gr.layout-1)*shift
		gr.width += 2 * gr.layout
	case gr.added > 0 && gr.width >= 2 && gr.mapping[gr.width-2] == i:
		pos = gr.width - 2
		gr.added = -1
	default:
		pos = gr.width
		gr.width += 2
	}
	if pos >= 0 && pos < len(gr.mapping) {
		gr.mapping[pos] = i
	}
}

func (gr *graph) settled() bool {
	for i, to := range gr.mapping {
		if to >= 0 && to != i/2 {
			return false
		}
	}
	return true
}

func (gr *graph) padded(b *strings.Builder) string {
	if n := gr.width - b.Len(); n > 0 {
		b.WriteString(strings.Repeat(" ", n))
	}
	return b.String()
}

// rows gives the rows of the commit: its own, that of a merge's edges, and those in which edges move.
func (gr *graph) rows(c *object.Commit) []string {
	gr.take(c)
	out := []string{gr.commitRow()}
	gr.after, gr.bent = false, false
	if len(c.ParentHashes) > 1 {
		out = append(out, gr.mergeRow())
		gr.after = true
	}
	for !gr.settled() && len(out) < 10000 {
		out = append(out, gr.moveRow())
		gr.after, gr.bent = false, true
	}
	return out
}

// padding is the row beside further text.
func (gr *graph) padding() string {
	var b strings.Builder
	for range gr.next {
		b.WriteString("| ")
	}
	return gr.padded(&b)
}

func (gr *graph) commitRow() string {
	var b strings.Builder
	seen := false
	for i := 0; i <= len(gr.columns); i++ {
		if i == len(gr.columns) && gr.known {
			break
		}
		switch {
		case i == len(gr.columns) || gr.columns[i] == gr.commit.Hash:
			seen = true
			b.WriteByte('*')
			if n := len(gr.commit.ParentHashes); n > 2 {
				for range n - 3 {
					b.WriteString("--")
				}
				b.WriteString("-.")
			}
		case seen && gr.added > 1:
			b.WriteByte('\\')
		case seen && gr.added == 1:
			if gr.after && gr.lastAdd > 0 && gr.lastAt < i {
				b.WriteByte('\\')
			} else {
				b.WriteByte('|')
			}
		case gr.bent && 2*i+1 < len(gr.before) && gr.before[2*i+1] == i && 2*i < len(gr.mapping) && gr.mapping[2*i] < i:
			b.WriteByte('/')
		default:
			b.WriteByte('|')
		}
		b.WriteByte(' ')
	}
	return gr.padded(&b)
}

func (gr *graph) mergeRow() string {
	var b strings.Builder
	seen, underParent := false, false
	parents := gr.commit.ParentHashes
	for i := 0; i <= len(gr.columns); i++ {
		if i == len(gr.columns) && gr.known {
			break
		}
		var h plumbing.Hash
		if i < len(gr.columns) {
			h = gr.columns[i]
		} else {
			h = gr.commit.Hash
		}
		switch {
		case h == gr.commit.Hash:
			seen = true
			k := gr.layout
			for j := range parents {
				b.WriteByte(`/|\`[k])
				if k == 2 {
					if gr.added > 0 || j < len(parents)-1 {
						b.WriteByte(' ')
					}
				} else {
					k++
				}
			}
			if gr.added == 0 {
				b.WriteByte(' ')
			}
		case seen:
			if gr.added > 0 {
				b.WriteString(`\ `)
			} else {
				b.WriteString("| ")
			}
		default:
			b.WriteByte('|')
			if gr.layout != 0 || i != gr.at-1 {
				if underParent {
					b.WriteByte('_')
				} else {
					b.WriteByte(' ')
				}
			}
		}
		if h == parents[0] {
			underParent = true
		}
	}
	return gr.padded(&b)
}

func (gr *graph) moveRow() string {
	old := gr.mapping
	now := make([]int, len(old))
	for i := range now {
		now[i] = -1
	}
	edge, edgeTo := -1, -1 // an edge that crosses several columns is drawn with underscores
	run := func(at, to, upto int) {
		edge, edgeTo = at, to
		for j := to*2 + 3; j < upto-2; j += 2 {
			now[j] = to
		}
	}
	for i, to := range old {
		switch {
		case to < 0:
		case to*2 == i:
			now[i] = to
		case now[i-1] < 0:
			now[i-1] = to
			if edge == -1 {
				run(i, to, i)
			}
		case now[i-1] == to:
		case i >= 2:
			now[i-2] = to
			if edge == -1 {
				run(i-1, to, i)
			}
		}
	}
	gr.before = append([]int{}, now...)
	if n := len(now); n > 1 && now[n-1] < 0 {
		now = now[:n-1]
	}
	var b strings.Builder
	flat := false
	for i, to := range now {
		switch {
		case to < 0:
			b.WriteByte(' ')
		case to*2 == i:
			b.WriteByte('|')
		case to == edgeTo && i != edge-1:
			if i != to*2+3 {
				now[i] = -1
			}
			flat = true
			b.WriteByte('_')
		default:
			if flat && i < edge {
				now[i] = -1
			}
			b.WriteByte('/')
		}
	}
	gr.mapping = now
	return gr.padded(&b)
}

// printGraph prints a commit with its rows of the graph at the left.
func (cp *commitPrinter) printGraph(c *object.Commit) error {
	g := cp.g
	compact := cp.p.user || cp.p.format == "oneline" || cp.p.format == "reference"
	if cp.count++; cp.count > 1 && !compact {
		g.printf("%s\n", strings.TrimRight(cp.graph.padding(), "")) // a row between two commits
	}
	rows := cp.graph.rows(c)
	next := func() string {
		if len(rows) == 0 {
			return cp.graph.padding()
		}
		r := rows[0]
		rows = rows[1:]
		return r
	}
	text := strings.TrimSuffix(cp.p.text(c), "\n")
	for line := range strings.SplitSeq(text, "\n") {
		g.printf("%s%s\n", next(), line)
	}
	if cp.wantsDiff() && len(c.ParentHashes) < 2 {
		var buf strings.Builder
		held, err := g.capture(func() error { return cp.diff(c, compact) })
		if err != nil {
			return err
		}
		buf.WriteString(held)
		for line := range strings.Lines(buf.String()) {
			g.printf("%s%s", next(), line)
		}
	}
	for len(rows) > 0 {
		g.printf("%s\n", next())
	}
	return nil
}
