package git

import (
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/sandpit-dev/sandpit/internal/optparse"
)

var checkoutUsage = optparse.Define("checkout", "[<options>] [<branch>] [--] [<file>...]", "", `
-b=<branch>
-B=<branch>
-q, --quiet
-f, --force
-d, --detach
-t, --track[=<mode>]
    --no-track
    --guess
    --no-guess
    --orphan=<branch>
    --ours
    --theirs
-m, --merge
-p, --patch
    --progress
    --no-progress
    --overwrite-ignore
    --conflict=<style>
    --ignore-other-worktrees
`)

func (g *run) checkout(args []string) error {
	if _, err := g.openWork(); err != nil {
		return err
	}
	o, err := g.options(checkoutUsage, args)
	if err != nil {
		return err
	}
	if o.Has("p") || o.Has("m") {
		return fatal("checkout -p and -m are not supported in this git")
	}
	operands := withDashes(args, o.Args)
	for _, k := range []string{"b", "B", "orphan"} {
		name, ok := o.Value(k)
		if !ok {
			continue
		}
		start := "HEAD"
		if len(o.Args) > 0 {
			start = o.Args[0]
		}
		return g.newBranchAndSwitch(name, start, k == "B", k == "orphan", !o.Has("no-track"), o.Has("f"), o.Has("q"))
	}
	dash := -1
	for i, a := range operands {
		if a == "--" {
			dash = i
			break
		}
	}
	switch {
	case dash == 0:
		return g.checkoutPaths(o, "", operands[1:], false)
	case dash > 0:
		if dash == 1 && len(operands) == 2 {
			return g.switchTo(operands[0], o)
		}
		if dash > 1 {
			return fatal("only one reference expected, %d given.", dash)
		}
		return g.checkoutPaths(o, operands[0], operands[dash+1:], false)
	case len(operands) == 0:
		if o.Has("d") {
			return g.switchTo("HEAD", o)
		}
		return g.trackReport(o.Has("q"))
	}
	first := operands[0]
	_, isRev := g.lookup(first)
	if len(operands) == 1 {
		switch {
		case isRev || first == "-":
			if g.repo.exists(first) && first != "-" {
				if _, isBranch := g.ref(first); isBranch && g.knownFile(first) {
					return fatal("'%s' could be both a local file and a tracking branch.\nPlease use -- (and optionally --no-guess) to disambiguate", first)
				}
			}
			return g.switchTo(first, o)
		case !g.knownFile(first) && !o.Has("no-guess"):
			if remote, ok := g.guessRemote(first); ok {
				return g.newBranchAndSwitch(first, remote, false, false, true, o.Has("f"), o.Has("q"))
			}
		}
	}
	if isRev && len(operands) > 1 {
		return g.checkoutPaths(o, first, operands[1:], !o.Has("q"))
	}
	return g.checkoutPaths(o, "", operands, !o.Has("q"))
}

func (g *run) knownFile(arg string) bool {
	name, err := g.inRepo(arg)
	if err != nil {
		return false
	}
	s, err := g.readIndex()
	return err == nil && g.known(s, name)
}

// guessRemote finds the one remote-tracking branch of a name that no local branch has.
func (g *run) guessRemote(name string) (string, bool) {
	found := ""
	for _, r := range g.references("refs/remotes/") {
		rest := strings.TrimPrefix(r.Name().String(), "refs/remotes/")
		if _, b, ok := strings.Cut(rest, "/"); ok && b == name {
			if found != "" {
				return "", false
			}
			found = rest
		}
	}
	return found, found != ""
}

func (g *run) trackReport(quiet bool) error {
	branch, head, err := g.head()
	if err != nil {
		return err
	}
	if !quiet {
		g.printf("%s", g.trackLong(branch, head))
	}
	return nil
}

// newBranchAndSwitch is checkout -b and switch -c.
func (g *run) newBranchAndSwitch(name, start string, reset, orphan, track, force, quiet bool) error {
	ref := plumbing.NewBranchReferenceName(name)
	if !validRef(ref.String()) || name == "HEAD" {
		return fatal("'%s' is not a valid branch name", name)
	}
	_, exists := g.repo.st.Reference(ref)
	if exists == nil && !reset {
		return fatal("a branch named '%s' already exists", name)
	}
	current, head, err := g.head()
	if err != nil {
		return err
	}
	if head.IsZero() && start == "HEAD" {
		if err := g.repo.st.SetReference(plumbing.NewSymbolicReference(plumbing.HEAD, ref)); err != nil {
			return err
		}
		if !quiet {
			g.warn("Switched to a new branch '%s'", name)
		}
		return nil
	}
	c, err := g.startPoint(start, name)
	if err != nil {
		return err
	}
	if err := g.goTo(head, c, force, "checkout"); err != nil {
		return err
	}
	if orphan {
		if err := g.repo.st.SetReference(plumbing.NewSymbolicReference(plumbing.HEAD, ref)); err != nil {
			return err
		}
	} else {
		if err := g.refRoom(ref); err != nil {
			return err
		}
		what := "branch: Created from " + start
		if exists == nil {
			what = "branch: Reset to " + start
		}
		if err := g.setRef(ref, c, what); err != nil {
			return err
		}
		if err := g.attach(ref, c, "checkout: moving from "+g.headName(current, head)+" to "+name); err != nil {
			return err
		}
		if r, ok := g.ref(start); ok && track && strings.HasPrefix(r.Name().String(), "refs/remotes/") {
			if err := g.track(name, start, quiet); err != nil {
				return err
			}
		}
	}
	switch {
	case quiet:
	case exists == nil && !orphan && current == ref:
		g.warn("Reset branch '%s'", name)
	case exists == nil && !orphan:
		g.warn("Switched to and reset branch '%s'", name)
	default:
		g.warn("Switched to a new branch '%s'", name)
	}
	return nil
}

func (g *run) startPoint(start, branch string) (plumbing.Hash, error) {
	if a, b, symmetric, ok := splitRange(start); ok && symmetric {
		x, err := g.commitish(a)
		if err != nil {
			return plumbing.ZeroHash, err
		}
		y, err := g.commitish(b)
		if err != nil {
			return plumbing.ZeroHash, err
		}
		bases, err := g.mergeBases(x.Hash, y.Hash)
		if err == nil && len(bases) == 1 {
			return bases[0], nil
		}
	}
	h, ok := g.lookup(start)
	if ok {
		h, ok = g.peel(h, plumbing.CommitObject)
	}
	if !ok {
		return h, fatal("'%s' is not a commit and a branch '%s' cannot be created from it", start, branch)
	}
	return h, nil
}

// headName is how HEAD is called in its log.
func (g *run) headName(branch plumbing.ReferenceName, head plumbing.Hash) string {
	if branch != "" {
		return branch.Short()
	}
	return head.String()
}

// goTo brings index and working tree from one commit to another.
func (g *run) goTo(from, to plumbing.Hash, force bool, verb string) error {
	s, err := g.readIndex()
	if err != nil {
		return err
	}
	next, err := g.treeOf(to)
	if err != nil {
		return err
	}
	if force {
		if err := g.resetTo(s, next, true); err != nil {
			return err
		}
		g.dropState()
		return g.writeIndex(s)
	}
	if s.anyUnmerged() {
		var b strings.Builder
		for _, n := range s.names() {
			if s.unmerged(n) {
				b.WriteString(n + ": needs merge\n")
			}
		}
		return &failure{b.String() + "error: you need to resolve your current index first", 1}
	}
	before, err := g.treeOf(from)
	if err != nil {
		return err
	}
	if err := g.switchTree(s, before, next, false, verb); err != nil {
		return err
	}
	return g.writeIndex(s)
}

// switchTo makes a branch, or a commit on its own, the current one.
func (g *run) switchTo(name string, o *optparse.Result) error {
	quiet, force := o.Has("q"), o.Has("f") || o.Has("discard-changes")
	current, head, err := g.head()
	if err != nil {
		return err
	}
	shown := name
	if (name == "HEAD" || name == "@") && !o.Has("d") { // stays where it is
		if err := g.goTo(head, head, force, "checkout"); err != nil {
			return err
		}
		return g.trackReport(quiet)
	}
	if name == "-" || strings.HasPrefix(name, "@{-") {
		n := 1
		if name != "-" {
			_, _ = sscan(strings.TrimSuffix(name[3:], "}"), &n)
		}
		previous, ok := g.previousBranch(n)
		if !ok {
			return &failure{"error: pathspec '-' did not match any file(s) known to git", 1}
		}
		shown = previous
	}
	ref := plumbing.NewBranchReferenceName(shown)
	_, refErr := g.repo.st.Reference(ref)
	isBranch := refErr == nil && !o.Has("d") && shown != "HEAD"
	c, ok := g.lookup(shown)
	if isBranch {
		c, ok = g.lookup(ref.String())
	}
	if ok {
		c, ok = g.peel(c, plumbing.CommitObject)
	}
	if !ok {
		if ref == current && head.IsZero() {
			return nil
		}
		return fatal("reference is not a tree: %s", shown)
	}
	if err := g.goTo(head, c, force, "checkout"); err != nil {
		return err
	}
	if isBranch {
		if ref == current {
			if !quiet {
				g.keptChanges()
				g.warn("Already on '%s'", shown)
				g.printf("%s", g.trackLong(ref, c))
			}
			return nil
		}
		if err := g.attach(ref, c, "checkout: moving from "+g.headName(current, head)+" to "+shown); err != nil {
			return err
		}
		if !quiet {
			g.keptChanges()
			g.leaving(current, head, c)
			g.warn("Switched to branch '%s'", shown)
			g.printf("%s", g.trackLong(ref, c))
		}
		return nil
	}
	if err := g.attach("", c, "checkout: moving from "+g.headName(current, head)+" to "+shown); err != nil {
		return err
	}
	if quiet {
		return nil
	}
	g.keptChanges()
	commit, err := g.commitOf(c)
	if err != nil {
		return err
	}
	subject, _ := subjectOf(commit.Message)
	if current != "" && !o.Has("d") && g.settingBool("advice.detachedHead", true) {
		g.warn("Note: switching to '%s'.\n\nYou are in 'detached HEAD' state. You can look around, make experimental\nchanges and commit them, and you can discard any commits you make in this\nstate without impacting any branches by switching back to a branch.\n\nIf you want to create a new branch to retain commits you create, you may\ndo so (now or later) by using -c with the switch command. Example:\n\n  git switch -c <new-branch-name>\n\nOr undo this operation with:\n\n  git switch -\n\nTurn off this advice by setting config variable advice.detachedHead to false\n", shown)
	} else {
		g.leaving(current, head, c)
	}
	g.warn("HEAD is now at %s %s", g.short(c), subject)
	return nil
}

// leaving tells where HEAD was when no branch held it.
func (g *run) leaving(current plumbing.ReferenceName, head, to plumbing.Hash) {
	if current != "" || head.IsZero() || head == to {
		return
	}
	if c, err := g.commitOf(head); err == nil {
		subject, _ := subjectOf(c.Message)
		g.warn("Previous HEAD position was %s %s", g.short(head), subject)
	}
}

// keptChanges lists the local changes that a switch carried over.
func (g *run) keptChanges() {
	s, err := g.readIndex()
	if err != nil {
		return
	}
	st, err := g.inspect(s, nil, "no", false)
	if err != nil {
		return
	}
	rows := map[string]byte{}
	for _, c := range st.staged {
		rows[c.path] = c.kind
		if c.kind == 'R' {
			rows[c.path], rows[c.from] = 'A', 'D'
		}
	}
	for _, c := range st.unstaged {
		if _, ok := rows[c.path]; !ok {
			rows[c.path] = c.kind
		}
	}
	for _, n := range sortedKeys(rows) {
		g.printf("%c\t%s\n", rows[n], quoted(n))
	}
}

// checkoutPaths takes files from the index or a commit, and tells how many when it is to report.
func (g *run) checkoutPaths(o *optparse.Result, rev string, paths []string, report bool) error {
	specs, err := g.pathspecs(paths)
	if err != nil {
		return err
	}
	s, err := g.readIndex()
	if err != nil {
		return err
	}
	count := 0
	if rev != "" {
		h, ok := g.lookup(rev)
		if ok {
			h, ok = g.peel(h, plumbing.TreeObject)
		}
		if !ok {
			return fatal("invalid reference: %s", rev)
		}
		t, err := g.readTree(h)
		if err != nil {
			return err
		}
		if err := g.matchAll(specs, paths, sortedKeys(t)); err != nil {
			return err
		}
		for _, n := range sortedKeys(t) {
			if !pathMatches(specs, n) {
				continue
			}
			if e := s.get(n); e == nil || e.Hash != t[n].hash || e.Mode != t[n].mode || g.dirty(s, n) || !g.repo.exists(n) {
				count++
			}
			if err := g.checkOut(s, n, t[n]); err != nil {
				return err
			}
		}
		if report {
			g.warn("Updated %s from %s", plural(count, "path"), g.short(h))
		}
		return g.writeIndex(s)
	}
	if err := g.matchAll(specs, paths, s.names()); err != nil {
		return err
	}
	stage := 0
	if o.Has("ours") {
		stage = 2
	} else if o.Has("theirs") {
		stage = 3
	}
	for _, n := range s.names() {
		if !pathMatches(specs, n) {
			continue
		}
		if s.unmerged(n) {
			if stage == 0 {
				return &failure{"error: path '" + n + "' is unmerged", 1}
			}
			e := s.entry(n, stage)
			if e == nil {
				return &failure{"error: path '" + n + "' does not have " + map[int]string{2: "our", 3: "their"}[stage] + " version", 1}
			}
			if err := g.checkOut(nil, n, file{e.Mode, e.Hash}); err != nil {
				return err
			}
			count++
			continue
		}
		e := s.get(n)
		if !g.dirty(s, n) && g.repo.exists(n) {
			continue
		}
		count++
		if err := g.checkOut(s, n, file{e.Mode, e.Hash}); err != nil {
			return err
		}
	}
	if report {
		g.warn("Updated %s from the index", plural(count, "path"))
	}
	return g.writeIndex(s)
}

// matchAll reports the first pathspec that nothing matches.
func (g *run) matchAll(specs, shown, names []string) error {
	var text []string
	for i, spec := range specs {
		found := false
		for _, n := range names {
			if found = specMatches(spec, n); found {
				break
			}
		}
		if !found {
			text = append(text, "error: pathspec '"+shown[i]+"' did not match any file(s) known to git")
		}
	}
	if len(text) > 0 {
		return &failure{strings.Join(text, "\n"), 1}
	}
	return nil
}

var switchUsage = optparse.Define("switch", "[<options>] [<branch>]", "", `
-c, --create=<branch>
-C, --force-create=<branch>
-d, --detach
-f, --force
    --discard-changes
-q, --quiet
-t, --track[=<mode>]
    --no-track
    --guess
    --no-guess
    --orphan=<branch>
-m, --merge
    --progress
    --no-progress
`)

func (g *run) switchBranch(args []string) error {
	if _, err := g.openWork(); err != nil {
		return err
	}
	o, err := g.options(switchUsage, args)
	if err != nil {
		return err
	}
	for _, k := range []string{"c", "C", "orphan"} {
		if name, ok := o.Value(k); ok {
			start := "HEAD"
			if len(o.Args) > 0 {
				start = o.Args[0]
			}
			return g.newBranchAndSwitch(name, start, k == "C", k == "orphan", !o.Has("no-track"), o.Has("f"), o.Has("q"))
		}
	}
	if len(o.Args) == 0 {
		return fatal("missing branch or commit argument")
	}
	name := o.Args[0]
	if name != "-" && !o.Has("d") {
		if _, err := g.repo.st.Reference(plumbing.NewBranchReferenceName(name)); err != nil {
			if remote, ok := g.guessRemote(name); ok && !o.Has("no-guess") {
				return g.newBranchAndSwitch(name, remote, false, false, true, o.Has("f"), o.Has("q"))
			}
			if h, ok := g.lookup(name); ok {
				kind := "commit"
				if r, isRef := g.ref(name); isRef && strings.HasPrefix(r.Name().String(), "refs/tags/") {
					kind = "tag"
				} else if isRef && strings.HasPrefix(r.Name().String(), "refs/remotes/") {
					kind = "remote branch"
				}
				_ = h
				return fatal("a branch is expected, got %s '%s'\nhint: If you want to detach HEAD at the commit, try again with the --detach option.", kind, name)
			}
			return fatal("invalid reference: %s", name)
		}
	}
	return g.switchTo(name, o)
}

// afterReset lists what is not staged any more.
