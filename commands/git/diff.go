package git

import (
	"sort"
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"

	"github.com/sandpit-dev/sandpit/internal/optparse"
)

// diffOptions are those that diff, log and show share.
const diffOptions = `
-p, --patch
-u
-s, --no-patch
-U, --unified=<n>
    --raw
    --stat[=<width>]
    --numstat
    --shortstat
    --dirstat
    --summary
    --name-only
    --name-status
    --full-index
    --abbrev[=<n>]
-R
-M[<n>], --find-renames[=<n>]
-C[<n>], --find-copies[=<n>]
    --no-renames
    --diff-filter=<filter>
-w, --ignore-all-space
-b, --ignore-space-change
    --ignore-space-at-eol
    --ignore-blank-lines
    --minimal
    --patience
    --histogram
    --diff-algorithm=<name>
    --indent-heuristic
    --no-indent-heuristic
-a, --text
    --binary
    --color[=<when>]
    --no-color
    --no-prefix
    --relative
    --no-relative
    --exit-code
    --no-ext-diff
    --ext-diff
    --textconv
    --no-textconv
    --word-diff[=<mode>]
    --check
-W, --function-context
    --compact-summary
    --patch-with-stat
`

var diffUsage = optparse.Define("diff", "[<options>] [<commit>] [--] [<path>...]", "", diffOptions+`
    --cached
    --staged
    --merge-base
    --no-index
-z
    --quiet
-q
`)

// newDiffer reads the shared options.
func (g *run) newDiffer(o *optparse.Result, otherwise diffFormat) (*differ, error) {
	d := &differ{g: g, context: 3}
	if v, ok := g.setting("diff.context"); ok {
		if n, err := strconv.Atoi(v); err == nil && n >= 0 {
			d.context = n
		}
	}
	for _, m := range o.Options {
		switch m.Key {
		case "p", "u":
			d.format |= formatPatch
		case "patch-with-stat":
			d.format |= formatPatch | formatStat
		case "s":
			d.format = formatNone
		case "U":
			n, err := strconv.Atoi(m.Value)
			if err != nil || n < 0 {
				return nil, &failure{"error: option `unified' expects a numerical value", 129}
			}
			d.context = min(n, 1<<30)
			d.format |= formatPatch
		case "raw":
			d.format |= formatRaw
		case "stat", "compact-summary":
			d.format |= formatStat
			if w, _, _ := strings.Cut(m.Value, ","); w != "" {
				d.statWidth, _ = strconv.Atoi(w)
			}
		case "numstat":
			d.format |= formatNumStat
		case "shortstat":
			d.format |= formatShortStat
		case "summary":
			d.summary = true
			d.format |= formatNone
		case "name-only":
			d.nameOnly = true
		case "name-status":
			d.status = true
		case "full-index":
			d.full = true
		case "R":
			d.reverse = true
		case "no-renames":
			d.noRenames = true
		case "M":
			d.noRenames = false
		case "diff-filter":
			d.filter = m.Value
		case "w":
			d.space = 'w'
		case "b":
			d.space = 'b'
		case "ignore-space-at-eol":
			d.space = 'Z'
		case "minimal":
			d.minimal = true
		case "no-prefix":
			d.noPrefix = true
		case "relative":
			d.relative = true
		case "z":
			d.zero = true
		case "quiet", "q":
			d.quiet = true
		case "word-diff", "check", "W", "dirstat", "C", "ignore-blank-lines":
			return nil, fatal("%s is not supported in this git", m.Name)
		}
	}
	if d.format == 0 {
		d.format = otherwise
	}
	return d, nil
}

func (g *run) diff(args []string) error {
	o, err := g.options(diffUsage, args)
	if err != nil {
		return err
	}
	_, repoErr := g.open()
	if o.Has("no-index") || repoErr != nil {
		if repoErr != nil && len(o.Args) != 2 {
			return &failure{"warning: Not a git repository. Use --no-index to compare two paths outside a working tree\nusage: git diff --no-index [<options>] <path> <path>\n", 129}
		}
		return g.diffNoIndex(o)
	}
	d, err := g.newDiffer(o, formatPatch)
	if err != nil {
		return err
	}
	var operands []string
	operands = append(operands, o.Args...)
	for i, a := range args { // optparse swallows "--"; paths after it need not exist
		if a == "--" {
			n := len(args) - i - 1
			operands = append(append(append([]string{}, o.Args[:len(o.Args)-n]...), "--"), o.Args[len(o.Args)-n:]...)
			break
		}
	}
	revs, paths, err := g.splitRevisions(operands)
	if err != nil {
		return err
	}
	specs, err := g.pathspecs(paths)
	if err != nil {
		return err
	}
	if d.relative && g.repo.prefix != "" {
		specs = append(specs, strings.TrimSuffix(g.repo.prefix, "/"))
	}
	cached := o.Has("cached") || o.Has("staged")
	changes, err := g.diffChanges(d, revs, specs, cached, o.Has("merge-base"))
	if err != nil {
		return err
	}
	if !d.noRenames {
		changes = g.renamesOf(d, changes)
	}
	if d.quiet {
		d.format = formatNone
	}
	if err := d.print(changes); err != nil {
		return err
	}
	if (o.Has("exit-code") || d.quiet) && len(changes) > 0 {
		return status(1)
	}
	return nil
}

// renamesOf looks for renames; the new side being the working tree, its content is hashed already but not stored, so
// only exact ones are found there.
func (g *run) renamesOf(d *differ, changes []change) []change { return g.renames(changes) }

// diffChanges lists the changes between what the operands name.
func (g *run) diffChanges(d *differ, revs, specs []string, cached, mergeBase bool) ([]change, error) {
	treeish := func(rev string) (tree, error) {
		h, err := g.revision(rev)
		if err != nil {
			return nil, err
		}
		h, ok := g.peel(h, plumbing.TreeObject)
		if !ok {
			return nil, fatal("bad revision '%s'", rev)
		}
		return g.readTree(h)
	}
	keep := func(t tree) tree {
		if len(specs) == 0 {
			return t
		}
		out := tree{}
		for n, f := range t {
			if pathMatches(specs, n) {
				out[n] = f
			}
		}
		return out
	}
	if len(revs) == 1 {
		if from, to, symmetric, ok := splitRange(revs[0]); ok {
			if symmetric {
				a, err := g.commitish(from)
				if err != nil {
					return nil, err
				}
				b, err := g.commitish(to)
				if err != nil {
					return nil, err
				}
				bases, err := g.mergeBases(a.Hash, b.Hash)
				if err != nil {
					return nil, err
				}
				if len(bases) == 0 {
					return nil, fatal("%s: no merge base", revs[0])
				}
				from = bases[0].String()
			}
			revs = []string{from, to}
		}
	}
	switch {
	case len(revs) >= 2:
		if t1, a, err := g.blobPair(revs); err == nil {
			return []change{{path: t1[1], from: "", kind: 'M', old: a[0], new: a[1]}}, nil
		}
		a, err := treeish(revs[0])
		if err != nil {
			return nil, err
		}
		b, err := treeish(revs[1])
		if err != nil {
			return nil, err
		}
		return compareTrees(keep(a), keep(b)), nil
	case cached:
		s, err := g.readIndex()
		if err != nil {
			return nil, err
		}
		var a tree
		if len(revs) == 1 {
			a, err = treeish(revs[0])
		} else {
			var head plumbing.Hash
			if _, head, err = g.head(); err == nil {
				a, err = g.treeOf(head)
			}
		}
		if err != nil {
			return nil, err
		}
		b := s.tree()
		var unmerged []change
		for _, n := range s.names() {
			if s.unmerged(n) {
				delete(a, n)
				if pathMatches(specs, n) {
					unmerged = append(unmerged, change{path: n, kind: 'U'})
				}
			}
		}
		out := append(compareTrees(keep(a), keep(b)), unmerged...)
		sort.SliceStable(out, func(i, j int) bool { return out[i].path < out[j].path })
		return out, nil
	}
	if g.repo.work == "" {
		return nil, fatal("this operation must be run in a work tree")
	}
	s, err := g.readIndex()
	if err != nil {
		return nil, err
	}
	d.workSide = true
	now, err := g.unstaged(s, specs)
	if err != nil {
		return nil, err
	}
	if len(revs) == 0 {
		for _, n := range s.names() {
			if s.unmerged(n) && pathMatches(specs, n) {
				now = append(now, change{path: n, kind: 'U'})
				if e, info := s.entry(n, 2), g.lstatOrNil(n); d.format&formatPatch == 0 || d.nameOnly || d.status {
					if e != nil && info != nil {
						now = append(now, change{path: n, kind: 'M', old: file{e.Mode, e.Hash}, new: file{mode: modeOf(info)}})
					}
				}
			}
		}
		sort.SliceStable(now, func(i, j int) bool { return now[i].path < now[j].path })
		_ = g.writeIndex(s)
		return now, nil
	}
	// A commit against the working tree: the index with the local changes over it.
	a, err := treeish(revs[0])
	if err != nil {
		return nil, err
	}
	b := s.tree()
	for _, c := range now {
		if c.kind == 'D' {
			delete(b, c.path)
		} else {
			b[c.path] = c.new
		}
	}
	return compareTrees(keep(a), keep(b)), nil
}

// blobPair serves diff rev:a rev:b.
func (g *run) blobPair(revs []string) (names [2]string, files [2]file, err error) {
	for i, r := range revs[:2] {
		colon := colonOf(r)
		if colon < 0 {
			return names, files, errStop
		}
		h, ok := g.lookup(r)
		if !ok {
			return names, files, errStop
		}
		o, e := g.repo.st.EncodedObject(plumbing.AnyObject, h)
		if e != nil || o.Type() != plumbing.BlobObject {
			return names, files, errStop
		}
		names[i], files[i] = r[colon+1:], file{filemode.Regular, h}
	}
	return names, files, nil
}

// diffNoIndex compares two files that need not be in a repository.
func (g *run) diffNoIndex(o *optparse.Result) error {
	if len(o.Args) != 2 {
		return &failure{"usage: git diff --no-index [<options>] <path> <path>\n", 129}
	}
	d, err := g.newDiffer(o, formatPatch)
	if err != nil {
		return err
	}
	var data [2][]byte
	var side [2]file
	for i, name := range o.Args {
		info, err := g.p.FS().Stat(name)
		if err != nil {
			return &failure{"error: Could not access '" + name + "'", 1}
		}
		if info.IsDir() {
			return fatal("comparing directories with --no-index is not supported in this git")
		}
		if data[i], err = g.p.FS().ReadFile(name); err != nil {
			return err
		}
		side[i] = file{modeOf(info), plumbing.ComputeHash(plumbing.BlobObject, data[i])}
	}
	if side[0] == side[1] {
		return nil
	}
	g.printf("diff --git %s %s\nindex %s..%s %06o\n", quoted("a/"+o.Args[0]), quoted("b/"+o.Args[1]), side[0].hash.String()[:7], side[1].hash.String()[:7], uint32(side[1].mode))
	if isBinary(data[0]) || isBinary(data[1]) {
		g.printf("Binary files %s and %s differ\n", quoted("a/"+o.Args[0]), quoted("b/"+o.Args[1]))
		return status(1)
	}
	x, y, changes := d.compare(data[0], data[1])
	if len(changes) > 0 {
		g.printf("--- %s\n+++ %s\n", quoted("a/"+o.Args[0]), quoted("b/"+o.Args[1]))
		d.hunks(x, y, changes)
	}
	return status(1)
}
