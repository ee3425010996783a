package git

import (
	"path"
	"sort"
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/sandpit-dev/sandpit/internal/optparse"
)

var forEachRefUsage = optparse.Define("for-each-ref", "[<options>] [<pattern>]", "", `
    --count=<n>
    --format=<format>
    --sort=<key>
    --points-at=<object>
    --merged[=<commit>]
    --no-merged[=<commit>]
    --contains=<commit>
    --no-contains=<commit>
    --color[=<when>]
-i, --ignore-case
`)

// refMatches tells whether a pattern of for-each-ref selects a reference: whole, by a directory of it, or as a glob.
func refMatches(pattern, name string) bool {
	if strings.ContainsAny(pattern, "*?[") {
		ok, _ := path.Match(pattern, name)
		return ok
	}
	return name == pattern || strings.HasPrefix(name, strings.TrimSuffix(pattern, "/")+"/")
}

func (g *run) forEachRef(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	o, err := g.options(forEachRefUsage, args)
	if err != nil {
		return err
	}
	patterns := o.Args
	var all []listed
	for _, r := range g.references("refs/") {
		name := r.Name().String()
		h, ok := g.resolveRef(r)
		if !ok {
			continue
		}
		wanted := len(patterns) == 0
		for _, p := range patterns {
			wanted = wanted || refMatches(p, name)
		}
		if wanted {
			all = append(all, listed{ref: r, hash: h, name: name})
		}
	}
	o.Args = nil // they are no names of branches
	kept, err := g.filterRefs(o, all)
	if err != nil {
		return err
	}
	if v, ok := o.Value("count"); ok {
		n, err := strconv.Atoi(v)
		if err != nil || n < 0 {
			return &failure{"error: option `count' expects a numerical value", 129}
		}
		if n > 0 {
			kept = kept[:min(n, len(kept))]
		}
	}
	format, ok := o.Value("format")
	if !ok {
		format = "%(objectname) %(objecttype)\t%(refname)"
	}
	current, _, err := g.head()
	if err != nil {
		return err
	}
	return g.formatRefs(format, kept, current)
}

var showRefUsage = optparse.Define("show-ref", "[-q | --quiet] [--verify] [--head] [-d | --dereference] [-s | --hash[=<n>]] [--abbrev[=<n>]] [--tags] [--heads] [--] [<pattern>...]", "", `
    --tags
    --heads
    --verify
    --head
-d, --dereference
-s, --hash[=<n>]
    --abbrev[=<n>]
-q, --quiet
`)

func (g *run) showRef(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	o, err := g.options(showRefUsage, args)
	if err != nil {
		return err
	}
	text := func(h plumbing.Hash) string {
		for _, key := range []string{"s", "abbrev"} {
			if v, ok := o.Value(key); ok && (v != "" || key == "abbrev") {
				n, _ := strconv.Atoi(orDefault(v, "7"))
				return h.String()[:min(max(n, 4), 40)]
			}
		}
		return h.String()
	}
	shown := 0
	show := func(name string, h plumbing.Hash) {
		shown++
		if o.Has("q") {
			return
		}
		line := func(h plumbing.Hash, name string) {
			if o.Has("s") {
				g.printf("%s\n", text(h))
			} else {
				g.printf("%s %s\n", text(h), name)
			}
		}
		line(h, name)
		if o.Has("d") {
			if to, ok := g.peel(h, plumbing.CommitObject); ok && to != h {
				line(to, name+"^{}")
			}
		}
	}
	if o.Has("verify") {
		if len(o.Args) == 0 {
			return fatal("--verify requires a reference")
		}
		for _, name := range o.Args {
			ref, err := g.repo.st.Reference(plumbing.ReferenceName(name))
			h, ok := plumbing.ZeroHash, false
			if err == nil && (strings.HasPrefix(name, "refs/") || name == "HEAD") {
				h, ok = g.resolveRef(ref)
			}
			if !ok {
				if o.Has("q") {
					return status(1)
				}
				return fatal("'%s' - not a valid ref", name)
			}
			show(name, h)
		}
		return nil
	}
	if o.Has("head") {
		if _, h, err := g.head(); err == nil && !h.IsZero() {
			show("HEAD", h)
		}
	}
	refs := g.references("refs/")
	sort.SliceStable(refs, func(i, j int) bool { return refs[i].Name() < refs[j].Name() })
	for _, r := range refs {
		name := r.Name().String()
		if (o.Has("heads") || o.Has("tags")) && !(o.Has("heads") && strings.HasPrefix(name, "refs/heads/") || o.Has("tags") && strings.HasPrefix(name, "refs/tags/")) {
			continue
		}
		wanted := len(o.Args) == 0
		for _, p := range o.Args { // parts of the name, from its end
			wanted = wanted || name == p || strings.HasSuffix(name, "/"+p)
		}
		if h, ok := g.resolveRef(r); ok && wanted {
			show(name, h)
		}
	}
	if shown == 0 {
		return status(1)
	}
	return nil
}

var checkIgnoreUsage = optparse.Define("check-ignore", "[<options>] <pathname>...", "", `
-q, --quiet
-v, --verbose
-n, --non-matching
    --no-index
`)

func (g *run) checkIgnore(args []string) error {
	if _, err := g.openWork(); err != nil {
		return err
	}
	o, err := g.options(checkIgnoreUsage, args)
	if err != nil {
		return err
	}
	if o.Has("v") {
		return fatal("check-ignore -v is not supported in this git")
	}
	if len(o.Args) == 0 {
		return fatal("no path specified")
	}
	s, err := g.readIndex()
	if err != nil {
		return err
	}
	ig, found := g.newIgnores(), false
	for _, a := range o.Args {
		name, err := g.inRepo(a)
		if err != nil {
			return err
		}
		if !o.Has("no-index") && s.get(name) != nil {
			continue
		}
		info, err := g.repo.fs.Stat(g.repo.abs(name))
		if name != "" && ig.excluded(name, strings.HasSuffix(a, "/") || err == nil && info.IsDir()) {
			found = true
			if !o.Has("q") {
				g.printf("%s\n", a)
			}
		}
	}
	if !found {
		return status(1)
	}
	return nil
}

// gc has nothing to do: objects are small files of a disk in memory.
func (g *run) gc([]string) error {
	_, err := g.open()
	return err
}

// variable is git var.
func (g *run) variable(args []string) error {
	if len(args) != 1 {
		return &failure{"usage: git var (-l | <variable>)", 129}
	}
	switch args[0] {
	case "GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT":
		if _, err := g.open(); err != nil {
			return err
		}
		who, err := g.identity(strings.TrimSuffix(strings.TrimPrefix(args[0], "GIT_"), "_IDENT"))
		if err != nil {
			return err
		}
		g.printf("%s\n", identText(who))
		return nil
	case "GIT_DEFAULT_BRANCH":
		name, ok := g.setting("init.defaultBranch")
		if !ok {
			name = "master"
		}
		g.printf("%s\n", name)
		return nil
	}
	return &failure{"usage: git var (-l | <variable>)", 129}
}

// plumbingDiff is diff-index, diff-files and diff-tree for scripts that ask whether, or which files: what those print beside
// it is diff's.
func (g *run) plumbingDiff(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	readable := false
	kept := make([]string, 0, len(args))
	for _, a := range args {
		switch a {
		case "--quiet", "--exit-code", "--name-only", "--name-status", "--stat", "--numstat", "--shortstat", "-p", "-u", "--patch":
			readable = true
		case "-r", "--no-commit-id", "--root", "-q":
			continue
		}
		kept = append(kept, a)
	}
	if !readable {
		return fatal("%s without --quiet, --name-only, --name-status, --stat or -p is not supported in this git", g.name)
	}
	if g.name == "diff-tree" {
		revs := 0
		for _, a := range kept {
			if a == "--" {
				break
			}
			if !strings.HasPrefix(a, "-") {
				if _, ok := g.lookup(a); ok {
					revs++
				}
			}
		}
		if revs < 2 {
			return g.show(append([]string{"--format="}, kept...))
		}
	}
	return g.diff(kept)
}
