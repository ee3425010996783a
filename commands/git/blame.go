package git

import (
	"bytes"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"

	"github.com/sandpit-dev/sandpit/internal/optparse"
)

var blameUsage = optparse.Define("blame", "[<options>] [<rev>] [--] <file>", "", `
-L=<range>
-l
-s
-e, --show-email
-p, --porcelain
-w
-M
-C
    --date=<format>
    --abbrev=<n>
`)

func (g *run) blame(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	o, err := g.options(blameUsage, args)
	if err != nil {
		return err
	}
	if len(o.Args) == 0 || len(o.Args) > 2 {
		return &failure{"usage: git blame [<options>] [<rev-opts>] [<rev>] [--] <file>\n", 129}
	}
	if o.Has("p") {
		return fatal("blame -p is not supported in this git")
	}
	rev, name := "HEAD", o.Args[len(o.Args)-1]
	if len(o.Args) == 2 {
		rev = o.Args[0]
	}
	file, err := g.inRepo(name)
	if err != nil {
		return err
	}
	c, err := g.commitish(rev)
	if err != nil {
		return err
	}
	lines, err := g.blameLines(c, file)
	if err != nil {
		return err
	}
	if lines == nil {
		return fatal("no such path '%s' in %s", file, rev)
	}
	from, to := 1, len(lines)
	if v, ok := o.Value("L"); ok {
		a, b, _ := strings.Cut(v, ",")
		if _, err := sscan(a, &from); err != nil && a != "" {
			return fatal("-L %s is not supported in this git", v)
		}
		if rest, plus := strings.CutPrefix(b, "+"); plus {
			n := 0
			_, _ = sscan(rest, &n)
			to = from + n - 1
		} else if b != "" {
			_, _ = sscan(b, &to)
		}
		if from < 1 || from > len(lines) {
			return fatal("file %s has only %s", file, plural(len(lines), "line"))
		}
		to = min(to, len(lines))
	}
	date, _ := o.Value("date")
	if date == "" {
		date = "iso"
	}
	width := 0
	author := func(c *object.Commit) string {
		if o.Has("e") {
			return "<" + c.Author.Email + ">"
		}
		return c.Author.Name
	}
	for _, l := range lines[from-1 : to] {
		width = max(width, len([]rune(author(l.commit))))
	}
	number := digits(to)
	for i, l := range lines[from-1 : to] {
		hash := l.commit.Hash.String()[:8]
		if o.Has("l") {
			hash = l.commit.Hash.String()
		}
		if len(l.commit.ParentHashes) == 0 {
			hash = "^" + hash[:len(hash)-1]
		}
		text := bytes.TrimRight(l.text, "\n")
		if o.Has("s") {
			g.printf("%s %*d) %s\n", hash, number, from+i, text)
			continue
		}
		name := author(l.commit)
		g.printf("%s (%s%s %s %*d) %s\n", hash, name, strings.Repeat(" ", width-len([]rune(name))), g.dateText(l.commit.Author.When, date), number, from+i, text)
	}
	return nil
}

type blamed struct {
	text   []byte
	commit *object.Commit
}

func (g *run) blameLines(c *object.Commit, name string) ([]blamed, error) {
	find := func(c *object.Commit) (plumbing.Hash, bool) {
		t, err := object.GetTree(g.repo.st, c.TreeHash)
		if err != nil {
			return plumbing.ZeroHash, false
		}
		e, err := t.FindEntry(name)
		if err != nil || e.Mode == filemode.Dir {
			return plumbing.ZeroHash, false
		}
		return e.Hash, true
	}
	h, ok := find(c)
	if !ok {
		return nil, nil
	}
	data, err := g.readBlob(h)
	if err != nil {
		return nil, err
	}
	d := &differ{g: g}
	out := []blamed{}
	for _, l := range bytes.SplitAfter(data, []byte("\n")) {
		if len(l) > 0 {
			out = append(out, blamed{text: l})
		}
	}
	// The lines still open at a commit: where they are in its file, and in the one asked for.
	type open struct {
		commit *object.Commit
		hash   plumbing.Hash
		at     map[int]int
	}
	start := map[int]int{}
	for i := range out {
		start[i] = i
	}
	work := []open{{commit: c, hash: h, at: start}}
	for len(work) > 0 {
		if err := g.alive(); err != nil {
			return nil, err
		}
		w := work[0]
		work = work[1:]
		left := w.at
		for _, ph := range w.commit.ParentHashes {
			if len(left) == 0 {
				break
			}
			p, err := g.commitOf(ph)
			if err != nil {
				return nil, err
			}
			old, ok := find(p)
			if !ok {
				continue
			}
			if old == w.hash {
				work = append(work, open{commit: p, hash: old, at: left})
				left = nil
				break
			}
			a, err := g.readBlob(old)
			if err != nil {
				return nil, err
			}
			b, err := g.readBlob(w.hash)
			if err != nil {
				return nil, err
			}
			x, y, changes := d.compare(a, b)
			from := make([]int, len(y)) // the line of the parent, -1 for none
			i, j := 0, 0
			for _, ch := range append(changes, lastChange(len(x), len(y))) {
				for i < ch.A0 {
					from[j] = i
					i++
					j++
				}
				for j < ch.B1 && j < len(from) {
					from[j] = -1
					j++
				}
				i = ch.A1
			}
			passed, kept := map[int]int{}, map[int]int{}
			for at, final := range left {
				if at < len(from) && from[at] >= 0 {
					passed[from[at]] = final
				} else {
					kept[at] = final
				}
			}
			if len(passed) > 0 {
				work = append(work, open{commit: p, hash: old, at: passed})
			}
			left = kept
		}
		for _, final := range left {
			out[final].commit = w.commit
		}
	}
	return out, nil
}
