package git

import (
	"sort"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/sandpit-dev/sandpit/internal/optparse"
)

var fetchUsage = optparse.Define("fetch", "[<options>] [<repository> [<refspec>...]]", "", `
-q, --quiet
-v, --verbose
    --all
-p, --prune
-t, --tags
-n, --no-tags
-f, --force
-a, --append
    --dry-run
    --depth=<depth>
    --unshallow
-j, --jobs=<n>
    --progress
    --no-progress
    --recurse-submodules[=<mode>]
    --no-recurse-submodules
`)

func (g *run) fetch(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	o, err := g.options(fetchUsage, args)
	if err != nil {
		return err
	}
	if o.Has("all") {
		for _, r := range g.remotes() {
			g.printf("Fetching %s\n", r)
			if _, err := g.fetchFrom(o, r, nil); err != nil {
				return err
			}
		}
		return nil
	}
	name := g.defaultRemote()
	var specs []string
	if len(o.Args) > 0 {
		name, specs = o.Args[0], o.Args[1:]
	}
	_, err = g.fetchFrom(o, name, specs)
	return err
}

func (g *run) defaultRemote() string {
	if branch, _, err := g.head(); err == nil && branch != "" {
		if v, ok := g.setting("branch." + branch.Short() + ".remote"); ok {
			return v
		}
	}
	if all := g.remotes(); len(all) == 1 {
		return all[0]
	}
	return "origin"
}

type fetched struct {
	hash     plumbing.Hash
	merge    bool
	describe string
}

func (g *run) fetchFrom(o *optparse.Result, name string, specs []string) ([]fetched, error) {
	url, configured := g.setting("remote." + name + ".url")
	if !configured {
		url = name
		if !isURL(name) {
			if _, _, ok := gitDirOf(g.p.FS(), g.p.FS().Abs(name)); !ok {
				return nil, &failure{"fatal: '" + name + "' does not appear to be a git repository\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.", 128}
			}
		}
	}
	rm, err := g.connect(url)
	if err != nil {
		return nil, err
	}
	defer rm.Close()
	configuredSpec := ""
	if configured {
		configuredSpec, _ = g.setting("remote." + name + ".fetch")
	}
	given := len(specs) > 0
	if !given && configuredSpec != "" {
		specs = []string{configuredSpec}
	} else if !given {
		specs = []string{"HEAD"}
	}
	type move struct {
		from, to string
		hash     plumbing.Hash
		force    bool
	}
	var moves []move
	for _, spec := range specs {
		force := strings.HasPrefix(spec, "+") || o.Has("f")
		src, dst, _ := strings.Cut(strings.TrimPrefix(spec, "+"), ":")
		if pre, post, ok := strings.Cut(src, "*"); ok {
			for _, n := range sortedKeys(rm.refs) {
				if strings.HasPrefix(n, pre) && strings.HasSuffix(n, post) && len(n) >= len(pre)+len(post) {
					moves = append(moves, move{n, strings.Replace(dst, "*", n[len(pre):len(n)-len(post)], 1), rm.refs[n], force})
				}
			}
			continue
		}
		full, h, ok := rm.find(src)
		if !ok {
			return nil, fatal("couldn't find remote ref %s", src)
		}
		if dst != "" && !strings.HasPrefix(dst, "refs/") {
			dst = "refs/heads/" + dst
		}
		if dst == "" && given && strings.HasPrefix(configuredSpec, "+refs/heads/*:") && strings.HasPrefix(full, "refs/heads/") {
			moves = append(moves, move{full, "", h, force}) // its tracking branch follows by the way
			moves = append(moves, move{full, strings.Replace(strings.TrimPrefix(configuredSpec, "+refs/heads/*:"), "*", strings.TrimPrefix(full, "refs/heads/"), 1), h, true})
			continue
		}
		moves = append(moves, move{full, dst, h, force})
	}
	var wants []plumbing.Hash
	for _, m := range moves {
		wants = append(wants, m.hash)
	}
	if err := rm.fetch(wants); err != nil {
		return nil, err
	}
	if !o.Has("n") { // tags of what came
		for _, n := range sortedKeys(rm.refs) {
			if !strings.HasPrefix(n, "refs/tags/") || strings.HasSuffix(n, "^{}") {
				continue
			}
			if _, err := g.repo.st.Reference(plumbing.ReferenceName(n)); err == nil {
				continue
			}
			h := rm.refs[n]
			if o.Has("t") {
				if err := rm.fetch([]plumbing.Hash{h}); err != nil {
					return nil, err
				}
			} else if g.repo.st.HasEncodedObject(h) != nil {
				target := plumbing.ZeroHash
				if rm.local != nil {
					if c, ok := rm.peel(h); ok {
						target = c
					}
				} else if p, ok := rm.refs[n+"^{}"]; ok {
					target = p
				}
				if target.IsZero() || g.repo.st.HasEncodedObject(target) != nil {
					continue
				}
				if err := rm.fetch([]plumbing.Hash{h}); err != nil {
					return nil, err
				}
			}
			moves = append(moves, move{n, n, h, false})
		}
	}
	var lines []string
	var out []fetched
	branch, _, _ := g.head()
	mergeRef, _ := g.setting("branch." + branch.Short() + ".merge")
	failed := false
	short := func(n string) string {
		return strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(n, "refs/heads/"), "refs/tags/"), "refs/remotes/")
	}
	width := 10
	for _, m := range moves {
		width = max(width, len(short(m.from)))
	}
	report := func(mark, what, from, to, tail string) {
		lines = append(lines, " "+mark+" "+what+strings.Repeat(" ", max(0, 2*shortLength+3-len(what)))+" "+from+strings.Repeat(" ", width-len(from))+" -> "+to+tail)
	}
	for _, m := range moves {
		kind := "branch"
		if strings.HasPrefix(m.from, "refs/tags/") {
			kind = "tag"
		}
		if m.to == "" || !given || m.to != "" {
			toMerge := given || m.from == mergeRef || !configured
			if m.to == "" || m.to != "" && !(given && m.to != "" && strings.HasPrefix(m.to, "refs/remotes/")) {
				desc := kind + " '" + short(m.from) + "' of " + rm.shownURL()
				if m.from == "HEAD" {
					desc = rm.shownURL()
				}
				if kind == "branch" {
					out = append(out, fetched{m.hash, toMerge, desc})
				}
			}
		}
		if m.to == "" {
			report("*", "branch", short(m.from), "FETCH_HEAD", "")
			continue
		}
		to := plumbing.ReferenceName(m.to)
		old, err := g.repo.st.Reference(to)
		var oldHash plumbing.Hash
		if err == nil {
			oldHash, _ = g.resolveRef(old)
		}
		if oldHash == m.hash {
			continue
		}
		if o.Has("dry-run") {
			continue
		}
		switch {
		case err != nil:
			what := "[new branch]"
			if kind == "tag" {
				what = "[new tag]"
			}
			report("*", what, short(m.from), short(m.to), "")
		case kind == "tag":
			if !m.force {
				report("!", "[rejected]", short(m.from), short(m.to), "  (would clobber existing tag)")
				failed = true
				continue
			}
			report("t", "[tag update]", short(m.from), short(m.to), "")
		default:
			forward, err := g.isAncestor(oldHash, m.hash)
			if err != nil {
				return nil, err
			}
			switch {
			case forward:
				report(" ", g.short(oldHash)+".."+g.short(m.hash), short(m.from), short(m.to), "")
			case m.force:
				report("+", g.short(oldHash)+"..."+g.short(m.hash), short(m.from), short(m.to), "  (forced update)")
			default:
				report("!", "[rejected]", short(m.from), short(m.to), "  (non-fast-forward)")
				failed = true
				continue
			}
		}
		what := "fetch"
		if !configured || given {
			what = "fetch " + name
		}
		if err != nil {
			what += ": storing head"
		} else {
			what += ": fast-forward"
		}
		if err := g.setRef(to, m.hash, what); err != nil {
			return nil, err
		}
	}
	if o.Has("p") && configured {
		keep := map[string]bool{"refs/remotes/" + name + "/HEAD": true}
		for _, m := range moves {
			keep[m.to] = true
		}
		for _, r := range g.references("refs/remotes/" + name + "/") {
			if !keep[r.Name().String()] {
				if err := g.removeRef(r.Name()); err != nil {
					return nil, err
				}
				report("-", "[deleted]", "(none)", short(r.Name().String()), "")
			}
		}
	}
	if len(lines) > 0 && !o.Has("q") {
		g.warn("From %s\n%s", rm.shownURL(), strings.Join(lines, "\n"))
	}
	var b strings.Builder
	sort.SliceStable(out, func(i, j int) bool { return out[i].merge && !out[j].merge })
	for _, f := range out {
		mark := "not-for-merge"
		if f.merge {
			mark = ""
		}
		b.WriteString(f.hash.String() + "\t" + mark + "\t" + f.describe + "\n")
	}
	if err := g.writeState("FETCH_HEAD", b.String()); err != nil {
		return nil, err
	}
	if failed {
		return out, status(1)
	}
	return out, nil
}

func (r *remote) find(name string) (string, plumbing.Hash, bool) {
	if name == "HEAD" || name == "" {
		return "HEAD", r.headHash, !r.headHash.IsZero()
	}
	for _, rule := range refRules {
		if h, ok := r.refs[rule+name]; ok {
			return rule + name, h, true
		}
	}
	if len(name) == 40 && isHex(name) {
		return name, plumbing.NewHash(name), true
	}
	return "", plumbing.ZeroHash, false
}

func (r *remote) peel(h plumbing.Hash) (plumbing.Hash, bool) {
	other := &run{ctx: r.g.ctx, p: r.g.p, w: r.g.w, repo: &repository{st: r.local}}
	return other.peel(h, plumbing.AnyObject)
}

var pullUsage = optparse.Define("pull", "[<options>] [<repository> [<refspec>...]]", "", `
-q, --quiet
-v, --verbose
-r, --rebase[=<mode>]
    --no-rebase
    --ff
    --no-ff
    --ff-only
    --squash
    --commit
    --no-commit
-e, --edit
    --no-edit
-n, --no-stat
    --stat
-X, --strategy-option=<option>
-s, --strategy=<strategy>
-p, --prune
-t, --tags
-f, --force
    --all
    --allow-unrelated-histories
    --autostash
    --depth=<n>
`)

func (g *run) pull(args []string) error {
	if _, err := g.openWork(); err != nil {
		return err
	}
	o, err := g.options(pullUsage, args)
	if err != nil {
		return err
	}
	v, _ := o.Value("r")
	rebase := o.Has("r") && v != "false" || !o.Has("r") && !o.Has("no-rebase") && g.settingBool("pull.rebase", false) && !o.Has("ff-only")
	if rebase {
		if err := g.cleanForPull(); err != nil {
			return err
		}
	}
	if s, err := g.readIndex(); err == nil && s.anyUnmerged() {
		return &failure{"error: Pulling is not possible because you have unmerged files.\nhint: Fix them up in the work tree, and then use 'git add/rm <file>'\nhint: as appropriate to mark resolution and make a commit.\nfatal: Exiting because of an unresolved conflict.", 128}
	}
	name := g.defaultRemote()
	var specs []string
	if len(o.Args) > 0 {
		name, specs = o.Args[0], o.Args[1:]
	}
	branch, head, err := g.head()
	if err != nil {
		return err
	}
	if _, known := g.setting("remote." + name + ".url"); len(o.Args) == 0 && !known {
		if rebase {
			return noPullTarget(branch, name, "rebase against")
		}
		return noPullTarget(branch, "<remote>", "merge with")
	}
	list, err := g.fetchFrom(o, name, specs)
	if err != nil {
		return err
	}
	var merge *fetched
	for i := range list {
		if list[i].merge {
			merge = &list[i]
			break
		}
	}
	if merge == nil {
		return noPullTarget(branch, name, "merge with")
	}
	if !head.IsZero() && !o.Has("no-rebase") && !o.Has("r") && !o.Has("ff") && !o.Has("no-ff") && !o.Has("ff-only") && !o.Has("squash") {
		_, said := g.setting("pull.rebase")
		_, ff := g.setting("pull.ff")
		forward, err := g.isAncestor(head, merge.hash)
		if err != nil {
			return err
		}
		behind, err := g.isAncestor(merge.hash, head)
		if err != nil {
			return err
		}
		if !forward && !behind && !said && !ff {
			return &failure{"hint: You have divergent branches and need to specify how to reconcile them.\nhint: You can do so by running one of the following commands sometime before\nhint: your next pull:\nhint: \nhint:   git config pull.rebase false  # merge\nhint:   git config pull.rebase true   # rebase\nhint:   git config pull.ff only       # fast-forward only\nhint: \nhint: You can replace \"git config\" with \"git config --global\" to set a default\nhint: preference for all repositories. You can also pass --rebase, --no-rebase,\nhint: or --ff-only on the command line to override the configured default per\nhint: invocation.\nfatal: Need to specify how to reconcile divergent branches.", 128}
		}
	}
	if rebase && !head.IsZero() {
		return g.rebaseOnto(merge.hash, o.Has("q"))
	}
	message := "Merge " + merge.describe + g.into()
	if rest, ok := strings.CutSuffix(message, " of ."); ok {
		message = rest
	}
	if v, ok := g.setting("pull.ff"); ok && v == "only" && !o.Has("ff") && !o.Has("no-ff") {
		o.Options = append(o.Options, optparse.Match{Key: "ff-only"})
	}
	return g.mergeCommit(o, merge.hash.String(), merge.hash, message)
}

// noPullTarget is what pull says when it does not know what to merge.
func noPullTarget(branch plumbing.ReferenceName, name, doing string) error {
	if branch == "" {
		return &failure{"You are not currently on a branch.\nPlease specify which branch you want to " + doing + ".\nSee git-pull(1) for details.\n\n    git pull <remote> <branch>\n", 1}
	}
	return &failure{"There is no tracking information for the current branch.\nPlease specify which branch you want to " + doing + ".\nSee git-pull(1) for details.\n\n    git pull <remote> <branch>\n\nIf you wish to set tracking information for this branch you can do so with:\n\n    git branch --set-upstream-to=" + orDefault(name, "origin") + "/<branch> " + branch.Short() + "\n", 1}
}
