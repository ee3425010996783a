package git

import (
	"container/heap"
	"errors"
	"strconv"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
)

var errStop = errors.New("stop")

var emptyBlob = plumbing.NewHash("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")

func itoa(n int) string { return strconv.Itoa(n) }

// byDate is a heap of commits, the youngest first; equal dates keep the order they came in.
type byDate struct {
	commits []*object.Commit
	order   []int
	next    int
}

func (q *byDate) Len() int { return len(q.commits) }
func (q *byDate) Less(i, j int) bool {
	a, b := q.commits[i].Committer.When, q.commits[j].Committer.When
	if a.Equal(b) {
		return q.order[i] < q.order[j]
	}
	return a.After(b)
}
func (q *byDate) Swap(i, j int) {
	q.commits[i], q.commits[j] = q.commits[j], q.commits[i]
	q.order[i], q.order[j] = q.order[j], q.order[i]
}
func (q *byDate) Push(x any) {
	q.commits, q.order, q.next = append(q.commits, x.(*object.Commit)), append(q.order, q.next), q.next+1
}
func (q *byDate) Pop() any {
	n := len(q.commits) - 1
	c := q.commits[n]
	q.commits, q.order = q.commits[:n], q.order[:n]
	return c
}

// walker goes through history as rev-list does.
type walker struct {
	g           *run
	firstParent bool
	topo        bool
}

// eachCommit calls fn for what can be reached from some commits and not from others, the youngest first.
func (g *run) eachCommit(from, without []plumbing.Hash, fn func(*object.Commit) error) error {
	return (&walker{g: g}).each(from, without, fn)
}

// hidden collects everything that can be reached from some commits.
func (w *walker) hidden(without []plumbing.Hash) (map[plumbing.Hash]bool, error) {
	hide := map[plumbing.Hash]bool{}
	stack := append([]plumbing.Hash{}, without...)
	for len(stack) > 0 {
		if err := w.g.alive(); err != nil {
			return nil, err
		}
		h := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if h.IsZero() || hide[h] {
			continue
		}
		hide[h] = true
		c, err := w.g.commitOf(h)
		if err != nil {
			return nil, err
		}
		stack = append(stack, c.ParentHashes...)
	}
	return hide, nil
}

func (w *walker) each(from, without []plumbing.Hash, fn func(*object.Commit) error) error {
	hide, err := w.hidden(without)
	if err != nil {
		return err
	}
	if w.topo {
		list, err := w.sorted(from, hide)
		if err != nil {
			return err
		}
		for _, c := range list {
			if err := fn(c); err != nil {
				if err == errStop {
					return nil
				}
				return err
			}
		}
		return nil
	}
	seen := map[plumbing.Hash]bool{}
	q := &byDate{}
	push := func(h plumbing.Hash) error {
		if seen[h] || hide[h] || h.IsZero() {
			return nil
		}
		seen[h] = true
		c, err := w.g.commitOf(h)
		if err != nil {
			return err
		}
		heap.Push(q, c)
		return nil
	}
	for _, h := range from {
		if err := push(h); err != nil {
			return err
		}
	}
	for q.Len() > 0 {
		if err := w.g.alive(); err != nil {
			return err
		}
		c := heap.Pop(q).(*object.Commit)
		if err := fn(c); err != nil {
			if err == errStop {
				return nil
			}
			return err
		}
		for i, p := range c.ParentHashes {
			if i > 0 && w.firstParent {
				break
			}
			if err := push(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// sorted lists commits so that none stands before its children: --topo-order, --graph.
func (w *walker) sorted(from []plumbing.Hash, hide map[plumbing.Hash]bool) ([]*object.Commit, error) {
	var all []*object.Commit
	children := map[plumbing.Hash]int{}
	byHash := map[plumbing.Hash]*object.Commit{}
	plain := &walker{g: w.g, firstParent: w.firstParent}
	var stops []plumbing.Hash
	for h := range hide {
		stops = append(stops, h)
	}
	err := plain.each(from, stops, func(c *object.Commit) error {
		all = append(all, c)
		byHash[c.Hash] = c
		for i, p := range c.ParentHashes {
			if i == 0 || !w.firstParent {
				children[p]++
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	// A stack, so that a line of history is shown to its end before the next.
	var stack []*object.Commit
	for i := len(all) - 1; i >= 0; i-- {
		if children[all[i].Hash] == 0 {
			stack = append(stack, all[i])
		}
	}
	var out []*object.Commit
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		out = append(out, c)
		for i, p := range c.ParentHashes {
			if i > 0 && w.firstParent {
				break
			}
			if children[p]--; children[p] == 0 && byHash[p] != nil {
				stack = append(stack, byHash[p])
			}
		}
	}
	return out, nil
}

// isAncestor reports whether a can be reached from b.
func (g *run) isAncestor(a, b plumbing.Hash) (bool, error) {
	found := false
	err := g.eachCommit([]plumbing.Hash{b}, nil, func(c *object.Commit) error {
		if c.Hash == a {
			found = true
			return errStop
		}
		return nil
	})
	return found, err
}

// mergeBases lists the best common ancestors of two commits.
func (g *run) mergeBases(a, b plumbing.Hash) ([]plumbing.Hash, error) {
	w := &walker{g: g}
	left, err := w.hidden([]plumbing.Hash{a})
	if err != nil {
		return nil, err
	}
	var common []plumbing.Hash
	covered := map[plumbing.Hash]bool{}
	err = g.eachCommit([]plumbing.Hash{b}, nil, func(c *object.Commit) error {
		if !left[c.Hash] || covered[c.Hash] {
			if covered[c.Hash] {
				for _, p := range c.ParentHashes {
					covered[p] = true
				}
			}
			return nil
		}
		common = append(common, c.Hash)
		for _, p := range c.ParentHashes {
			covered[p] = true
		}
		return nil
	})
	if err != nil || len(common) < 2 {
		return common, err
	}
	// Dates can lie: drop what another one reaches.
	var best []plumbing.Hash
	for i, h := range common {
		reached := false
		for j, other := range common {
			if i != j && !reached {
				if reached, err = g.isAncestor(h, other); err != nil {
					return nil, err
				}
			}
		}
		if !reached {
			best = append(best, h)
		}
	}
	return best, nil
}

func (g *run) mergeBase(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	ancestor, all, rest := false, false, []string{}
	for _, a := range args {
		switch a {
		case "--is-ancestor":
			ancestor = true
		case "-a", "--all":
			all = true
		default:
			rest = append(rest, a)
		}
	}
	if len(rest) != 2 {
		return &failure{"usage: git merge-base [-a | --all] <commit> <commit>\n   or: git merge-base --is-ancestor <commit> <commit>\n", 129}
	}
	var h [2]plumbing.Hash
	for i, r := range rest {
		found, ok := g.lookup(r)
		if ok {
			found, ok = g.peel(found, plumbing.CommitObject)
		}
		if !ok {
			return fatal("Not a valid object name %s", r)
		}
		h[i] = found
	}
	if ancestor {
		yes, err := g.isAncestor(h[0], h[1])
		if err == nil && !yes {
			err = status(1)
		}
		return err
	}
	bases, err := g.mergeBases(h[0], h[1])
	if err != nil {
		return err
	}
	if len(bases) == 0 {
		return status(1)
	}
	if !all {
		bases = bases[:1]
	}
	for _, b := range bases {
		g.printf("%s\n", b)
	}
	return nil
}

func pushCommit(q *byDate, c *object.Commit) { heap.Push(q, c) }

func popCommit(q *byDate) *object.Commit { return heap.Pop(q).(*object.Commit) }
