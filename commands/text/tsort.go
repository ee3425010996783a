package text

import (
	"context"
	"slices"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var tsortUsage = optparse.Define("tsort", "[OPTION] [FILE]", "Write totally ordered list consistent with the partial ordering in FILE.", "")

type tsortItem struct {
	name  string
	count int // predecessors not printed yet
	after []*tsortItem
	done  bool
	mark  *tsortItem // the way through a loop
}

func tsort(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, tsortUsage)
	if done {
		return status
	}
	if len(o.Args) > 1 {
		return cmd.ExtraOperand(p, tsortUsage, o.Args[1])
	}
	name := "-"
	if len(o.Args) == 1 {
		name = o.Args[0]
	}
	in, err := cmd.Open(p, name)
	if err != nil {
		cmd.FileError(p, name, err)
		return 1
	}
	defer in.Close()
	data, err := cmd.ReadAll(in)
	if err != nil {
		cmd.Errorf(p, "%s: read error: %s", cmd.Quotef(name), kernel.Strerror(err))
		return 1
	}
	items := map[string]*tsortItem{}
	var order []*tsortItem
	get := func(s string) *tsortItem {
		it := items[s]
		if it == nil {
			it = &tsortItem{name: s}
			items[s] = it
			order = append(order, it)
		}
		return it
	}
	tokens := strings.Fields(string(data))
	for i := 0; i+1 < len(tokens); i += 2 {
		a, b := get(tokens[i]), get(tokens[i+1])
		if a != b {
			b.count++
			a.after = append(a.after, b)
		}
	}
	if len(tokens)%2 != 0 {
		cmd.Errorf(p, "%s: input contains an odd number of tokens", cmd.Quotef(name))
		return 1
	}
	// GNU walks its items by name, and frees the successors of one from the last added to the first.
	sortItems(order)
	w := cmd.NewWriter(p)
	left := len(order)
	for left > 0 && p.Safepoint() == nil {
		var queue []*tsortItem
		for _, it := range order {
			if !it.done && it.count == 0 {
				queue = append(queue, it)
			}
		}
		for len(queue) > 0 {
			it := queue[0]
			queue = queue[1:]
			it.done = true
			left--
			_, _ = w.WriteString(it.name + "\n")
			for i := len(it.after) - 1; i >= 0; i-- {
				if next := it.after[i]; !next.done {
					if next.count--; next.count == 0 {
						queue = append(queue, next)
					}
				}
			}
		}
		if left > 0 {
			_ = w.Flush()
			cmd.Errorf(p, "%s: input contains a loop:", cmd.Quotef(name))
			status = 1
			breakLoop(p, order)
		}
	}
	return w.Finish(status)
}

func sortItems(list []*tsortItem) {
	// Names are unique.
	less := func(a, b *tsortItem) int { return strings.Compare(a.name, b.name) }
	slices.SortFunc(list, less)
}

// breakLoop names a loop and takes one relation out of it.
func breakLoop(p *kernel.Process, order []*tsortItem) {
	for _, it := range order {
		it.mark = nil
	}
	var loop *tsortItem
	for {
		for _, it := range order {
			if it.done || it.count == 0 {
				continue
			}
			if loop == nil {
				loop = it
				continue
			}
			for i := 0; i < len(it.after); i++ {
				if it.after[i] != loop {
					continue
				}
				if it.mark == nil {
					it.mark = loop
					loop = it
					break
				}
				for {
					next := loop.mark
					cmd.Errorf(p, "%s", loop.name)
					if loop == it {
						it.after[i].count--
						it.after = append(it.after[:i:i], it.after[i+1:]...)
						return
					}
					loop.mark = nil
					loop = next
					if loop == nil {
						return
					}
				}
			}
		}
		if loop == nil || p.Safepoint() != nil {
			return
		}
	}
}
