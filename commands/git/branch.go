package git

import (
	"path"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/sandpit-dev/sandpit/internal/optparse"
)

// upstream is the remote-tracking branch that a branch follows.
func (g *run) upstream(branch string) (plumbing.ReferenceName, bool) {
	remote, ok := g.setting("branch." + branch + ".remote")
	if !ok {
		return "", false
	}
	merge, ok := g.setting("branch." + branch + ".merge")
	if !ok {
		return "", false
	}
	if remote == "." {
		return plumbing.ReferenceName(merge), true
	}
	return plumbing.ReferenceName("refs/remotes/" + remote + "/" + strings.TrimPrefix(merge, "refs/heads/")), true
}

var branchUsage = optparse.Define("branch", "[<options>] [<branch-name>] [<start-point>]", "", `
-a, --all
-r, --remotes
-l, --list
-v, --verbose
-q, --quiet
-d, --delete
-D
-m, --move
-M
-c, --copy
-C
-f, --force
-u, --set-upstream-to=<upstream>
    --unset-upstream
-t, --track[=<mode>]
    --no-track
    --show-current
    --merged[=<commit>]
    --no-merged[=<commit>]
    --contains=<commit>
    --no-contains=<commit>
    --points-at=<object>
    --sort=<key>
    --format=<format>
    --column[=<style>]
    --no-column
    --color[=<when>]
    --no-color
    --abbrev[=<n>]
    --edit-description
-i, --ignore-case
`)

func (g *run) branch(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	// --merged and its like take HEAD when nothing follows; a word that follows is theirs.
	for i, a := range args {
		if (a == "--merged" || a == "--no-merged" || a == "--contains" || a == "--no-contains" || a == "--points-at") && (i+1 == len(args) || strings.HasPrefix(args[i+1], "-")) {
			args[i] = a + "=HEAD"
		} else if a == "--merged" || a == "--no-merged" {
			args[i] = a + "=" + args[i+1]
			args = append(args[:i+1:i+1], args[i+2:]...)
			break
		}
	}
	o, err := g.options(branchUsage, args)
	if err != nil {
		return err
	}
	current, head, err := g.head()
	if err != nil {
		return err
	}
	switch {
	case o.Has("show-current"):
		if current != "" {
			g.printf("%s\n", current.Short())
		}
		return nil
	case o.Has("d"), o.Has("D"):
		return g.deleteBranches(o, current, head)
	case o.Has("m"), o.Has("M"), o.Has("c"), o.Has("C"):
		return g.moveBranch(o, current)
	case o.Has("u"):
		v, _ := o.Value("u")
		name := current.Short()
		if len(o.Args) > 0 {
			name = o.Args[0]
		}
		if name == "" {
			return fatal("could not set upstream of HEAD to %s when it does not point to any branch.", v)
		}
		if _, err := g.repo.st.Reference(plumbing.NewBranchReferenceName(name)); err != nil {
			return fatal("branch '%s' does not exist", name)
		}
		return g.track(name, v, false)
	case o.Has("unset-upstream"):
		name := current.Short()
		if len(o.Args) > 0 {
			name = o.Args[0]
		}
		if _, ok := g.upstream(name); !ok {
			return fatal("Branch '%s' has no upstream information", name)
		}
		if err := g.unsetConfig("branch." + name + ".remote"); err != nil {
			return err
		}
		return g.unsetConfig("branch." + name + ".merge")
	case o.Has("edit-description"):
		return fatal("--edit-description is not supported in this git")
	}
	listing := o.Has("l") || o.Has("a") || o.Has("r") || o.Has("merged") || o.Has("no-merged") || o.Has("contains") || o.Has("no-contains") || o.Has("points-at") || o.Has("format") || o.Has("sort")
	if len(o.Args) == 0 || listing {
		return g.listBranches(o, current, head)
	}
	name, start := o.Args[0], "HEAD"
	if len(o.Args) > 1 {
		start = o.Args[1]
	}
	if len(o.Args) > 2 {
		return &failure{"usage: git branch [<options>] [-f] <branch-name> [<start-point>]\n", 129}
	}
	return g.createBranch(name, start, o.Has("f"), o.Has("t") || !o.Has("no-track"))
}

func (g *run) unsetConfig(key string) error {
	return g.editConfig(path.Join(g.repo.dir, "config"), key, func([]string) ([]string, error) { return nil, nil })
}

// createBranch makes a branch; one that starts at a remote-tracking branch follows it.
func (g *run) createBranch(name, start string, force, track bool) error {
	ref := plumbing.NewBranchReferenceName(name)
	if !validRef(ref.String()) || name == "HEAD" {
		return fatal("'%s' is not a valid branch name", name)
	}
	_, existing := g.repo.st.Reference(ref)
	if existing == nil && !force {
		return fatal("a branch named '%s' already exists", name)
	}
	h, ok := g.lookup(start)
	if ok {
		h, ok = g.peel(h, plumbing.CommitObject)
	}
	if !ok {
		return fatal("not a valid object name: '%s'", start)
	}
	if existing == nil {
		if current, _, _ := g.head(); current == ref {
			return fatal("cannot force update the branch '%s' used by worktree at '%s'", name, g.repo.work)
		}
	}
	what := "branch: Created from " + start
	if existing == nil {
		what = "branch: Reset to " + start
	}
	if err := g.refRoom(ref); err != nil {
		return err
	}
	if err := g.setRef(ref, h, what); err != nil {
		return err
	}
	if r, ok := g.ref(start); ok && track && strings.HasPrefix(r.Name().String(), "refs/remotes/") {
		return g.track(name, start, false)
	}
	return nil
}

// refRoom refuses a reference that would have to be a directory and a file at once.
func (g *run) refRoom(name plumbing.ReferenceName) error {
	n := name.String()
	for _, r := range g.references("refs/") {
		other := r.Name().String()
		if strings.HasPrefix(other, n+"/") || strings.HasPrefix(n, other+"/") {
			return fatal("cannot lock ref '%s': '%s' exists; cannot create '%s'", n, other, n)
		}
	}
	return nil
}

// track makes a branch follow another.
func (g *run) track(branch, upstream string, quiet bool) error {
	r, ok := g.ref(upstream)
	if !ok {
		return fatal("the requested upstream branch '%s' does not exist\nhint: \nhint: If you are planning on basing your work on an upstream\nhint: branch that already exists at the remote, you may need to\nhint: run \"git fetch\" to retrieve it.\nhint: \nhint: If you are planning to push out a new local branch that\nhint: will track its remote counterpart, you may want to use\nhint: \"git push -u\" to set the upstream config as you push.\nhint: Turn this message off by running\nhint: \"git config advice.setUpstreamFailure false\"", upstream)
	}
	remote, merge, shown := ".", r.Name().String(), r.Name().Short()
	if rest, found := strings.CutPrefix(merge, "refs/remotes/"); found {
		var b string
		remote, b, _ = strings.Cut(rest, "/")
		merge, shown = "refs/heads/"+b, rest
	}
	if err := g.setConfig("branch."+branch+".remote", remote); err != nil {
		return err
	}
	if err := g.setConfig("branch."+branch+".merge", merge); err != nil {
		return err
	}
	if !quiet {
		g.printf("branch '%s' set up to track '%s'.\n", branch, shown)
	}
	return nil
}

func (g *run) deleteBranches(o *optparse.Result, current plumbing.ReferenceName, head plumbing.Hash) error {
	if len(o.Args) == 0 {
		return fatal("branch name required")
	}
	force := o.Has("D") || o.Has("f")
	code := 0
	for _, name := range o.Args {
		ref := plumbing.NewBranchReferenceName(name)
		kind := "branch"
		if o.Has("r") {
			ref, kind = plumbing.ReferenceName("refs/remotes/"+name), "remote-tracking branch"
		}
		r, err := g.repo.st.Reference(ref)
		if err != nil {
			g.warn("error: %s '%s' not found.", kind, name)
			code = 1
			continue
		}
		if ref == current {
			g.warn("error: Cannot delete branch '%s' checked out at '%s'", name, g.repo.work)
			code = 1
			continue
		}
		if !force && !o.Has("r") {
			base := head
			if up, ok := g.upstream(name); ok {
				if u, err := g.repo.st.Reference(up); err == nil {
					base = u.Hash()
				}
			}
			merged, err := g.isAncestor(r.Hash(), base)
			if err != nil {
				return err
			}
			if !merged {
				g.warn("error: The branch '%s' is not fully merged.\nIf you are sure you want to delete it, run 'git branch -D %s'.", name, name)
				code = 1
				continue
			}
		}
		if err := g.removeRef(ref); err != nil {
			return err
		}
		if !o.Has("r") {
			_ = g.dropConfigSection("branch", name)
		}
		if !o.Has("q") {
			h, _ := g.resolveRef(r)
			g.printf("Deleted %s %s (was %s).\n", kind, name, g.short(h))
		}
	}
	if code != 0 {
		return status(code)
	}
	return nil
}

// dropConfigSection removes [section "sub"] from the repository's configuration.
func (g *run) dropConfigSection(section, sub string) error {
	return g.changeSection(path.Join(g.repo.dir, "config"), []string{section + "." + sub}, false)
}

func (g *run) moveBranch(o *optparse.Result, current plumbing.ReferenceName) error {
	from, to := current.Short(), ""
	switch len(o.Args) {
	case 1:
		to = o.Args[0]
	case 2:
		from, to = o.Args[0], o.Args[1]
	default:
		return fatal("branch name required")
	}
	copying := o.Has("c") || o.Has("C")
	src, dst := plumbing.NewBranchReferenceName(from), plumbing.NewBranchReferenceName(to)
	if !validRef(dst.String()) {
		return fatal("'%s' is not a valid branch name", to)
	}
	r, err := g.repo.st.Reference(src)
	if err != nil {
		if src == current { // no commit yet: HEAD alone moves
			return g.repo.st.SetReference(plumbing.NewSymbolicReference(plumbing.HEAD, dst))
		}
		return fatal("no branch named '%s'", from)
	}
	if _, err := g.repo.st.Reference(dst); err == nil && src != dst && !o.Has("M") && !o.Has("C") && !o.Has("f") {
		return fatal("a branch named '%s' already exists", to)
	}
	if src == dst {
		return nil
	}
	log, _ := g.repo.fs.ReadFile(path.Join(g.repo.dir, "logs", src.String()))
	if !copying {
		if err := g.removeRef(src); err != nil {
			return err
		}
	}
	if err := g.repo.st.SetReference(plumbing.NewHashReference(dst, r.Hash())); err != nil {
		return err
	}
	logFile := path.Join(g.repo.dir, "logs", dst.String())
	if g.repo.fs.MkdirAll(path.Dir(logFile), 0o777) == nil {
		_ = g.repo.fs.WriteFile(logFile, log, 0o644)
	}
	if src == current && !copying {
		if err := g.repo.st.SetReference(plumbing.NewSymbolicReference(plumbing.HEAD, dst)); err != nil {
			return err
		}
	}
	for _, k := range []string{"remote", "merge"} {
		if v, ok := g.setting("branch." + from + "." + k); ok {
			if err := g.setConfig("branch."+to+"."+k, v); err != nil {
				return err
			}
		}
	}
	if !copying {
		_ = g.dropConfigSection("branch", from)
	}
	return nil
}

// listed is a branch or tag of a listing.
func (g *run) listBranches(o *optparse.Result, current plumbing.ReferenceName, head plumbing.Hash) error {
	var all []listed
	add := func(prefix, shown string) {
		for _, r := range g.references(prefix) {
			h, ok := g.resolveRef(r)
			if !ok {
				continue
			}
			all = append(all, listed{ref: r, hash: h, name: shown + strings.TrimPrefix(r.Name().String(), prefix)})
		}
	}
	if !o.Has("r") {
		if current == "" && !head.IsZero() && len(o.Args) == 0 {
			all = append(all, listed{hash: head, name: "(" + g.detachedAt(head) + ")"})
		}
		add("refs/heads/", "")
	}
	if o.Has("r") {
		add("refs/remotes/", "")
	} else if o.Has("a") {
		add("refs/remotes/", "remotes/")
	}
	kept, err := g.filterRefs(o, all)
	if err != nil {
		return err
	}
	if f, ok := o.Value("format"); ok {
		return g.formatRefs(f, kept, current)
	}
	width := 0
	for _, b := range kept {
		width = max(width, len(b.name))
	}
	for _, b := range kept {
		mark := "  "
		if b.ref == nil || b.ref.Name() == current {
			mark = "* "
		}
		if b.ref != nil && b.ref.Type() == plumbing.SymbolicReference {
			to := strings.TrimPrefix(b.ref.Target().String(), "refs/remotes/")
			if o.Has("v") {
				g.printf("%s%-*s -> %s\n", mark, width, b.name, to)
			} else {
				g.printf("%s%s -> %s\n", mark, b.name, to)
			}
			continue
		}
		if !o.Has("v") {
			g.printf("%s%s\n", mark, b.name)
			continue
		}
		c, err := g.commitOf(b.hash)
		if err != nil {
			return err
		}
		subject, _ := subjectOf(c.Message)
		trackInfo := ""
		if b.ref != nil {
			if up, ok := g.upstream(b.ref.Name().Short()); ok && strings.HasPrefix(b.ref.Name().String(), "refs/heads/") {
				state := ""
				if u, err := g.repo.st.Reference(up); err != nil {
					state = "gone"
				} else {
					ahead, behind := g.divergence(b.hash, u.Hash())
					state = strings.Trim(trackText(ahead, behind), " []")
				}
				verbose := 0
				for _, m := range o.Options {
					if m.Key == "v" {
						verbose++
					}
				}
				switch {
				case verbose > 1 && state != "":
					trackInfo = "[" + up.Short() + ": " + state + "] "
				case verbose > 1:
					trackInfo = "[" + up.Short() + "] "
				case state != "":
					trackInfo = "[" + state + "] "
				}
			}
		}
		g.printf("%s%-*s %s %s%s\n", mark, width, b.name, g.short(b.hash), trackInfo, subject)
	}
	return nil
}

// filterRefs applies patterns, --merged, --contains, --points-at and --sort.
// versionLess compares runs of digits as numbers.
// formatRefs prints references by a format of git-for-each-ref(1), the common fields of it.
