package git

import (
	"github.com/go-git/go-git/v5/plumbing"

	"github.com/sandpit-dev/sandpit/internal/optparse"
)

var restoreUsage = optparse.Define("restore", "[<options>] [--source=<branch>] <file>...", "", `
-s, --source=<tree-ish>
-S, --staged
-W, --worktree
-q, --quiet
    --ours
    --theirs
-m, --merge
-p, --patch
    --ignore-unmerged
    --progress
    --no-progress
    --overlay
    --no-overlay
`)

func (g *run) restore(args []string) error {
	if _, err := g.openWork(); err != nil {
		return err
	}
	o, err := g.options(restoreUsage, args)
	if err != nil {
		return err
	}
	if o.Has("p") || o.Has("m") {
		return fatal("restore -p and -m are not supported in this git")
	}
	if len(o.Args) == 0 {
		return fatal("you must specify path(s) to restore")
	}
	specs, err := g.pathspecs(o.Args)
	if err != nil {
		return err
	}
	s, err := g.readIndex()
	if err != nil {
		return err
	}
	staged, work := o.Has("S"), o.Has("W") || !o.Has("S")
	source, given := o.Value("s")
	if !given && !staged {
		if o.Has("ours") || o.Has("theirs") {
			return g.checkoutPaths(o, "", o.Args, false)
		}
		if err := g.matchAll(specs, o.Args, s.names()); err != nil {
			return err
		}
		for _, n := range s.names() {
			if !pathMatches(specs, n) {
				continue
			}
			if s.unmerged(n) {
				if o.Has("ignore-unmerged") {
					g.warn("warning: path '%s' is unmerged", n)
					continue
				}
				return &failure{"error: path '" + n + "' is unmerged", 1}
			}
			if e := s.get(n); g.dirty(s, n) || !g.repo.exists(n) {
				if err := g.checkOut(s, n, file{e.Mode, e.Hash}); err != nil {
					return err
				}
			}
		}
		return g.writeIndex(s)
	}
	var t tree
	if !given {
		source = "HEAD"
	}
	if _, head, err := g.head(); source == "HEAD" && err == nil && head.IsZero() {
		return fatal("could not resolve HEAD")
	}
	h, ok := g.lookup(source)
	if ok {
		h, ok = g.peel(h, plumbing.TreeObject)
	}
	if !ok {
		return fatal("could not resolve %s", source)
	}
	if t, err = g.readTree(h); err != nil {
		return err
	}
	if err := g.matchAll(specs, o.Args, append(s.names(), sortedKeys(t)...)); err != nil {
		return err
	}
	for _, n := range s.names() {
		if _, there := t[n]; there || !pathMatches(specs, n) || o.Has("overlay") {
			continue
		}
		if work {
			if err := g.removeFile(n); err != nil {
				return err
			}
		}
		if staged {
			s.remove(n)
		}
	}
	for _, n := range sortedKeys(t) {
		if !pathMatches(specs, n) {
			continue
		}
		switch {
		case work && staged:
			err = g.checkOut(s, n, t[n])
		case work:
			err = g.checkOut(nil, n, t[n])
		default:
			if e := s.get(n); e == nil || e.Hash != t[n].hash || e.Mode != t[n].mode {
				s.set(n, t[n], nil)
			}
		}
		if err != nil {
			return err
		}
	}
	return g.writeIndex(s)
}

var resetUsage = optparse.Define("reset", "[--mixed | --soft | --hard | --merge | --keep] [<commit>]", "", `
    --soft
    --mixed
    --hard
    --merge
    --keep
-q, --quiet
-p, --patch
-N, --intent-to-add
    --no-refresh
    --refresh
`)

func (g *run) reset(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	o, err := g.options(resetUsage, args)
	if err != nil {
		return err
	}
	if o.Has("p") {
		return fatal("reset -p is not supported in this git")
	}
	operands := withDashes(args, o.Args)
	rev, paths := "HEAD", operands
	if len(operands) > 0 && operands[0] != "--" {
		if _, ok := g.lookup(operands[0]); ok {
			rev, paths = operands[0], operands[1:]
		} else if len(operands) == 1 || operands[1] != "--" {
			if name, err := g.inRepo(operands[0]); err != nil || !g.repo.exists(name) && !g.knownFile(operands[0]) {
				return ambiguous(operands[0])
			}
		} else {
			return fatal("Failed to resolve '%s' as a valid revision.", operands[0])
		}
	}
	if len(paths) > 0 && paths[0] == "--" {
		paths = paths[1:]
	}
	mode := "mixed"
	for _, m := range []string{"soft", "hard", "merge", "keep"} {
		if o.Has(m) {
			mode = m
		}
	}
	_, head, err := g.head()
	if err != nil {
		return err
	}
	s, err := g.readIndex()
	if err != nil {
		return err
	}
	var c plumbing.Hash
	if !(rev == "HEAD" && head.IsZero()) {
		h, err := g.revision(rev)
		if err != nil {
			return err
		}
		var ok bool
		if c, ok = g.peel(h, plumbing.CommitObject); !ok {
			if len(paths) == 0 {
				return fatal("Could not parse object '%s'.", rev)
			}
			c = plumbing.ZeroHash
			if _, ok := g.peel(h, plumbing.TreeObject); !ok {
				return fatal("Could not parse object '%s'.", rev)
			}
		}
	}
	t, err := g.treeOf(c)
	if err != nil {
		return err
	}
	if len(paths) > 0 {
		if mode != "mixed" {
			return fatal("Cannot do %s reset with paths.", mode)
		}
		specs, err := g.pathspecs(paths)
		if err != nil {
			return err
		}
		for _, n := range s.names() {
			if _, there := t[n]; !there && pathMatches(specs, n) {
				s.remove(n)
			}
		}
		for _, n := range sortedKeys(t) {
			if e := s.get(n); pathMatches(specs, n) && (e == nil || e.Hash != t[n].hash || e.Mode != t[n].mode) {
				s.set(n, t[n], nil)
			}
		}
		return g.afterReset(s, o.Has("q"))
	}
	if mode == "soft" && s.anyUnmerged() {
		return fatal("Cannot do a soft reset in the middle of a merge.")
	}
	if mode != "soft" && mode != "mixed" && g.repo.work == "" {
		return fatal("this operation must be run in a work tree")
	}
	switch mode {
	case "hard":
		err = g.resetTo(s, t, true)
	case "mixed":
		err = g.resetTo(s, t, false)
	case "merge", "keep":
		var from tree
		if from, err = g.treeOf(head); err == nil {
			for _, n := range s.names() {
				if s.unmerged(n) {
					if f, ok := from[n]; ok {
						err = g.checkOut(s, n, f)
					} else {
						s.remove(n)
						err = g.removeFile(n)
					}
				}
			}
			if err == nil {
				err = g.switchTree(s, s.tree(), t, false, "reset")
			}
		}
	}
	if err != nil {
		return err
	}
	if !c.IsZero() {
		if err := g.repo.st.SetReference(plumbing.NewHashReference("ORIG_HEAD", head)); err != nil {
			return err
		}
		if err := g.moveHead(c, "reset: moving to "+rev); err != nil {
			return err
		}
	}
	g.dropState()
	switch mode {
	case "hard":
		if !o.Has("q") {
			commit, err := g.commitOf(c)
			if err == nil {
				subject, _ := subjectOf(commit.Message)
				g.printf("HEAD is now at %s %s\n", g.short(c), subject)
			}
		}
	case "mixed":
		return g.afterReset(s, o.Has("q"))
	}
	return g.writeIndex(s)
}

func (g *run) afterReset(s *staging, quiet bool) error {
	if g.repo.work != "" && !quiet {
		changes, err := g.unstaged(s, nil)
		if err != nil {
			return err
		}
		if len(changes) > 0 {
			g.printf("Unstaged changes after reset:\n")
		}
		for _, c := range changes {
			g.printf("%c\t%s\n", c.kind, quoted(c.path))
		}
	}
	return g.writeIndex(s)
}
