package git

import (
	"path"
	"sort"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/sandpit-dev/sandpit/internal/optparse"
)

// remotes lists the configured ones.
func (g *run) remotes() []string {
	c, err := g.readConfig(path.Join(g.repo.dir, "config"))
	if err != nil {
		return nil
	}
	var out []string
	for _, s := range c.Sections {
		if strings.EqualFold(s.Name, "remote") {
			for _, sub := range s.Subsections {
				out = append(out, sub.Name)
			}
		}
	}
	sort.Strings(out)
	return out
}

func (g *run) isRemote(name string) bool {
	for _, r := range g.remotes() {
		if r == name {
			return true
		}
	}
	return false
}

func (g *run) remote(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	verbose := false
	for len(args) > 0 && (args[0] == "-v" || args[0] == "--verbose") {
		verbose, args = true, args[1:]
	}
	if len(args) == 0 {
		for _, r := range g.remotes() {
			if !verbose {
				g.printf("%s\n", r)
				continue
			}
			url, _ := g.setting("remote." + r + ".url")
			push, ok := g.setting("remote." + r + ".pushurl")
			if !ok {
				push = url
			}
			g.printf("%s\t%s (fetch)\n%s\t%s (push)\n", r, url, r, push)
		}
		return nil
	}
	verb, rest := args[0], []string{}
	var flags []string
	for _, a := range args[1:] {
		if strings.HasPrefix(a, "-") {
			flags = append(flags, a)
		} else {
			rest = append(rest, a)
		}
	}
	usage := func(text string) error { return &failure{"usage: git remote " + text + "\n", 129} }
	missing := func(name string) error {
		return &failure{"error: No such remote '" + name + "'", 2}
	}
	switch verb {
	case "add":
		if len(rest) != 2 {
			return usage("add [<options>] <name> <url>")
		}
		if g.isRemote(rest[0]) {
			return &failure{"error: remote " + rest[0] + " already exists.", 3}
		}
		if !validRef("refs/remotes/" + rest[0] + "/x") {
			return fatal("'%s' is not a valid remote name", rest[0])
		}
		if err := g.setConfig("remote."+rest[0]+".url", rest[1]); err != nil {
			return err
		}
		if err := g.setConfig("remote."+rest[0]+".fetch", "+refs/heads/*:refs/remotes/"+rest[0]+"/*"); err != nil {
			return err
		}
		for _, f := range flags {
			if f == "-f" || f == "--fetch" {
				return g.fetch([]string{rest[0]})
			}
		}
		return nil
	case "remove", "rm":
		if len(rest) != 1 {
			return usage("remove <name>")
		}
		if !g.isRemote(rest[0]) {
			return missing(rest[0])
		}
		for _, r := range g.references("refs/remotes/" + rest[0] + "/") {
			if err := g.removeRef(r.Name()); err != nil {
				return err
			}
		}
		for _, b := range g.references("refs/heads/") {
			if v, ok := g.setting("branch." + b.Name().Short() + ".remote"); ok && v == rest[0] {
				_ = g.unsetConfig("branch." + b.Name().Short() + ".remote")
				_ = g.unsetConfig("branch." + b.Name().Short() + ".merge")
			}
		}
		return g.dropConfigSection("remote", rest[0])
	case "rename":
		if len(rest) != 2 {
			return usage("rename [--[no-]progress] <old> <new>")
		}
		if !g.isRemote(rest[0]) {
			return missing(rest[0])
		}
		if g.isRemote(rest[1]) {
			return &failure{"error: remote " + rest[1] + " already exists.", 3}
		}
		if err := g.changeSection(path.Join(g.repo.dir, "config"), []string{"remote." + rest[0], "remote." + rest[1]}, true); err != nil {
			return err
		}
		if err := g.setConfig("remote."+rest[1]+".fetch", "+refs/heads/*:refs/remotes/"+rest[1]+"/*"); err != nil {
			return err
		}
		for _, r := range g.references("refs/remotes/" + rest[0] + "/") {
			to := plumbing.ReferenceName("refs/remotes/" + rest[1] + strings.TrimPrefix(r.Name().String(), "refs/remotes/"+rest[0]))
			moved := plumbing.NewHashReference(to, r.Hash())
			if r.Type() == plumbing.SymbolicReference {
				moved = plumbing.NewSymbolicReference(to, plumbing.ReferenceName("refs/remotes/"+rest[1]+strings.TrimPrefix(r.Target().String(), "refs/remotes/"+rest[0])))
			}
			if err := g.repo.st.SetReference(moved); err != nil {
				return err
			}
			if err := g.removeRef(r.Name()); err != nil {
				return err
			}
		}
		for _, b := range g.references("refs/heads/") {
			if v, ok := g.setting("branch." + b.Name().Short() + ".remote"); ok && v == rest[0] {
				if err := g.setConfig("branch."+b.Name().Short()+".remote", rest[1]); err != nil {
					return err
				}
			}
		}
		return nil
	case "get-url":
		if len(rest) != 1 {
			return usage("get-url [--push] [--all] <name>")
		}
		url, ok := g.setting("remote." + rest[0] + ".url")
		if !ok {
			return missing(rest[0])
		}
		g.printf("%s\n", url)
		return nil
	case "set-url":
		if len(rest) < 2 {
			return usage("set-url [--push] <name> <newurl> [<oldurl>]")
		}
		if !g.isRemote(rest[0]) {
			return missing(rest[0])
		}
		key := "url"
		for _, f := range flags {
			if f == "--push" {
				key = "pushurl"
			}
		}
		return g.setConfig("remote."+rest[0]+"."+key, rest[1])
	case "prune":
		if len(rest) != 1 {
			return usage("prune [<options>] <name>")
		}
		return g.fetch([]string{"--prune", rest[0]})
	case "update":
		return g.fetch(rest)
	case "show":
		if len(rest) == 0 {
			return g.remote(nil)
		}
		url, ok := g.setting("remote." + rest[0] + ".url")
		if !ok {
			return fatal("'%s' does not appear to be a git repository", rest[0])
		}
		head := "(unknown)"
		if rm, err := g.connect(url); err == nil {
			if rm.head != "" {
				head = strings.TrimPrefix(rm.head, "refs/heads/")
			}
			rm.Close()
		}
		g.printf("* remote %s\n  Fetch URL: %s\n  Push  URL: %s\n  HEAD branch: %s\n", rest[0], url, url, head)
		return nil
	}
	return &failure{"error: unknown subcommand: `" + verb + "'\nusage: git remote [-v | --verbose]\n", 129}
}

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

// defaultRemote is the current branch's, or origin, or the only one.
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

// fetched is a line of FETCH_HEAD.
type fetched struct {
	hash     plumbing.Hash
	merge    bool
	describe string
}

// fetchFrom brings what refspecs ask for and tells what moved.
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

// peel follows a tag in a remote that is a directory.
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
	if v, _ := o.Value("r"); o.Has("r") && v != "false" || !o.Has("r") && !o.Has("no-rebase") && g.settingBool("pull.rebase", false) && !o.Has("ff-only") {
		return fatal("rebase is not supported in this git: use git pull --no-rebase")
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
		if branch == "" {
			return &failure{"You are not currently on a branch.\nPlease specify which branch you want to merge with.\nSee git-pull(1) for details.\n\n    git pull <remote> <branch>\n", 1}
		}
		return &failure{"There is no tracking information for the current branch.\nPlease specify which branch you want to merge with.\nSee git-pull(1) for details.\n\n    git pull <remote> <branch>\n\nIf you wish to set tracking information for this branch you can do so with:\n\n    git branch --set-upstream-to=" + orDefault(name, "origin") + "/<branch> " + branch.Short() + "\n", 1}
	}
	if !head.IsZero() && !o.Has("no-rebase") && !o.Has("r") && !o.Has("ff") && !o.Has("no-ff") && !o.Has("ff-only") && !o.Has("squash") {
		_, rebase := g.setting("pull.rebase")
		_, ff := g.setting("pull.ff")
		forward, err := g.isAncestor(head, merge.hash)
		if err != nil {
			return err
		}
		behind, err := g.isAncestor(merge.hash, head)
		if err != nil {
			return err
		}
		if !forward && !behind && !rebase && !ff {
			return &failure{"hint: You have divergent branches and need to specify how to reconcile them.\nhint: You can do so by running one of the following commands sometime before\nhint: your next pull:\nhint: \nhint:   git config pull.rebase false  # merge\nhint:   git config pull.rebase true   # rebase\nhint:   git config pull.ff only       # fast-forward only\nhint: \nhint: You can replace \"git config\" with \"git config --global\" to set a default\nhint: preference for all repositories. You can also pass --rebase, --no-rebase,\nhint: or --ff-only on the command line to override the configured default per\nhint: invocation.\nfatal: Need to specify how to reconcile divergent branches.", 128}
		}
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

var pushUsage = optparse.Define("push", "[<options>] [<repository> [<refspec>...]]", "", `
-q, --quiet
-v, --verbose
-u, --set-upstream
-f, --force
    --force-with-lease[=<refname>]
    --all
    --mirror
    --tags
    --follow-tags
-d, --delete
-n, --dry-run
    --porcelain
    --prune
    --no-verify
    --progress
    --no-progress
    --atomic
-o, --push-option=<option>
`)

func (g *run) push(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	o, err := g.options(pushUsage, args)
	if err != nil {
		return err
	}
	if o.Has("mirror") || o.Has("atomic") || o.Has("prune") {
		return fatal("push --mirror, --atomic and --prune are not supported in this git")
	}
	name := g.defaultRemote()
	specs := []string{}
	if len(o.Args) > 0 {
		name, specs = o.Args[0], o.Args[1:]
	}
	url, configured := g.setting("remote." + name + ".pushurl")
	if !configured {
		url, configured = g.setting("remote." + name + ".url")
	}
	if !configured {
		url = name
		if len(o.Args) == 0 {
			return fatal("No configured push destination.\nEither specify the URL from the command-line or configure a remote repository using\n\n    git remote add <name> <url>\n\nand then push using the remote name\n\n    git push <name>\n")
		}
	}
	branch, head, err := g.head()
	if err != nil {
		return err
	}
	if len(specs) == 0 && !o.Has("all") && !o.Has("tags") {
		if branch == "" {
			return fatal("You are not currently on a branch.\nTo push the history leading to the current (detached HEAD)\nstate now, use\n\n    git push %s HEAD:<name-of-remote-branch>\n", name)
		}
		mode, _ := g.setting("push.default")
		up, hasUp := g.upstream(branch.Short())
		auto := g.settingBool("push.autoSetupRemote", false)
		if !hasUp && !o.Has("u") && mode != "current" && !auto && len(o.Args) == 0 {
			return fatal("The current branch %s has no upstream branch.\nTo push the current branch and set the remote as upstream, use\n\n    git push --set-upstream %s %s\n\nTo have this happen automatically for branches without a tracking\nupstream, see 'push.autoSetupRemote' in 'git help config'.\n", branch.Short(), name, branch.Short())
		}
		dst := branch.String()
		if hasUp && len(o.Args) == 0 {
			if merge, ok := g.setting("branch." + branch.Short() + ".merge"); ok {
				if merge != dst && mode != "upstream" {
					return fatal("The upstream branch of your current branch does not match\nthe name of your current branch.  To push to the upstream branch\non the remote, use\n\n    git push %s HEAD:%s\n\nTo push to the branch of the same name on the remote, use\n\n    git push %s HEAD\n\nTo choose either option permanently, see push.default in 'git help config'.\n", name, strings.TrimPrefix(merge, "refs/heads/"), name)
				}
				dst = merge
			}
			_ = up
		}
		if auto && !hasUp {
			o.Options = append(o.Options, optparse.Match{Key: "u"})
		}
		specs = []string{branch.String() + ":" + dst}
	}
	_ = head
	if o.Has("all") {
		for _, r := range g.references("refs/heads/") {
			specs = append(specs, r.Name().String()+":"+r.Name().String())
		}
	}
	if o.Has("tags") {
		for _, r := range g.references("refs/tags/") {
			specs = append(specs, r.Name().String()+":"+r.Name().String())
		}
	}
	rm, err := g.connect(url)
	if err != nil {
		return err
	}
	defer rm.Close()
	var updates []*update
	for i := 0; i < len(specs); i++ {
		if specs[i] == "tag" && i+1 < len(specs) {
			i++
			specs[i] = "refs/tags/" + specs[i]
		}
		u, err := g.pushUpdate(rm, specs[i], o)
		if err != nil {
			if f, ok := err.(*failure); ok && f.status == 1 {
				f.text += "\nerror: failed to push some refs to '" + rm.shownURL() + "'"
			}
			return err
		}
		updates = append(updates, u)
	}
	current := 0
	var todo []*update
	for _, u := range updates {
		if u.old == u.new {
			current++
			continue
		}
		todo = append(todo, u)
	}
	if !o.Has("n") {
		if err := rm.push(todo); err != nil {
			return err
		}
	}
	if err := g.pushReport(o, rm, name, configured, updates, todo, current); err != nil {
		return err
	}
	return nil
}

// pushUpdate reads a refspec of push.
func (g *run) pushUpdate(rm *remote, spec string, o *optparse.Result) (*update, error) {
	u := &update{force: strings.HasPrefix(spec, "+") || o.Has("f") || o.Has("force-with-lease")}
	src, dst, hasDst := strings.Cut(strings.TrimPrefix(spec, "+"), ":")
	if o.Has("d") {
		src, dst, hasDst = "", src, true
	}
	u.source = src
	full := ""
	if src != "" {
		h, ok := g.lookup(src)
		if !ok {
			return nil, &failure{"error: src refspec " + src + " does not match any", 1}
		}
		u.new = h
		if ref, ok := g.ref(src); ok {
			full = ref.Name().String()
			if full == "HEAD" {
				if b, _, err := g.head(); err == nil {
					full = b.String()
				}
			}
		}
	}
	if !hasDst {
		dst = full
	}
	if dst == "" {
		return nil, &failure{"error: The destination you provided is not a full refname", 1}
	}
	if !strings.HasPrefix(dst, "refs/") {
		found, _, ok := rm.find(dst)
		switch {
		case ok && strings.HasPrefix(found, "refs/"):
			dst = found
		case strings.HasPrefix(full, "refs/tags/"):
			dst = "refs/tags/" + dst
		case src == "":
			return nil, &failure{"error: unable to delete '" + dst + "': remote ref does not exist", 1}
		default:
			dst = "refs/heads/" + dst
		}
	}
	if !validRef(dst) {
		return nil, fatal("invalid refspec '%s'", spec)
	}
	u.name = dst
	u.old = rm.refs[dst]
	if u.old.IsZero() || u.new.IsZero() || u.force || u.old == u.new {
		return u, nil
	}
	if strings.HasPrefix(dst, "refs/tags/") {
		u.rejected, u.status = "already exists", "rejected"
		return u, nil
	}
	if g.repo.st.HasEncodedObject(u.old) != nil {
		u.rejected, u.status = "fetch first", "rejected"
		return u, nil
	}
	forward, err := g.isAncestor(u.old, u.new)
	if err != nil {
		return nil, err
	}
	if !forward {
		u.rejected, u.status = "non-fast-forward", "rejected"
	}
	return u, nil
}

func (g *run) pushReport(o *optparse.Result, rm *remote, name string, configured bool, updates, todo []*update, current int) error {
	short := func(n string) string {
		return strings.TrimPrefix(strings.TrimPrefix(n, "refs/heads/"), "refs/tags/")
	}
	var lines []string
	failed := ""
	for _, u := range todo {
		from := short(u.source)
		if from == "" {
			from = short(u.name)
		}
		switch {
		case u.rejected != "":
			lines = append(lines, " ! ["+u.status+"]"+strings.Repeat(" ", max(1, 16-len(u.status)))+from+" -> "+short(u.name)+" ("+u.rejected+")")
			failed = u.rejected
		case u.new.IsZero():
			lines = append(lines, " - [deleted]         "+short(u.name))
		case u.old.IsZero() && strings.HasPrefix(u.name, "refs/tags/"):
			lines = append(lines, " * [new tag]         "+from+" -> "+short(u.name))
		case u.old.IsZero():
			lines = append(lines, " * [new branch]      "+from+" -> "+short(u.name))
		default:
			forward := false
			if g.repo.st.HasEncodedObject(u.old) == nil {
				forward, _ = g.isAncestor(u.old, u.new)
			}
			if forward {
				lines = append(lines, "   "+g.short(u.old)+".."+g.short(u.new)+"  "+from+" -> "+short(u.name))
			} else {
				lines = append(lines, " + "+g.short(u.old)+"..."+g.short(u.new)+" "+from+" -> "+short(u.name)+" (forced update)")
			}
		}
	}
	if len(lines) > 0 && (!o.Has("q") || failed != "") {
		g.warn("To %s\n%s", rm.shownURL(), strings.Join(lines, "\n"))
	} else if len(todo) == 0 && current >= 0 && !o.Has("q") {
		g.warn("Everything up-to-date")
	}
	for _, u := range updates {
		if u.rejected != "" || o.Has("n") || !configured {
			continue
		}
		b, ok := strings.CutPrefix(u.name, "refs/heads/")
		if !ok {
			continue
		}
		tracking := plumbing.ReferenceName("refs/remotes/" + name + "/" + b)
		if u.new.IsZero() {
			_ = g.removeRef(tracking)
			continue
		}
		if old, err := g.repo.st.Reference(tracking); err != nil || old.Hash() != u.new {
			if err := g.setRef(tracking, u.new, "update by push"); err != nil {
				return err
			}
		}
		if o.Has("u") {
			local := short(u.source)
			if local == "HEAD" || local == "" {
				cur, _, _ := g.head()
				local = cur.Short()
			}
			if err := g.track(local, "refs/remotes/"+name+"/"+b, o.Has("q")); err != nil {
				return err
			}
		}
	}
	if failed == "" {
		return nil
	}
	text := "error: failed to push some refs to '" + rm.shownURL() + "'"
	switch failed {
	case "fetch first":
		text += "\nhint: Updates were rejected because the remote contains work that you do\nhint: not have locally. This is usually caused by another repository pushing\nhint: to the same ref. You may want to first integrate the remote changes\nhint: (e.g., 'git pull ...') before pushing again.\nhint: See the 'Note about fast-forwards' in 'git push --help' for details."
	case "non-fast-forward":
		text += "\nhint: Updates were rejected because the tip of your current branch is behind\nhint: its remote counterpart. Integrate the remote changes (e.g.\nhint: 'git pull ...') before pushing again.\nhint: See the 'Note about fast-forwards' in 'git push --help' for details."
	case "already exists":
		text += "\nhint: Updates were rejected because the tag already exists in the remote."
	}
	return &failure{text, 1}
}

func (g *run) lsRemote(args []string) error {
	var rest []string
	heads, tags := false, false
	for _, a := range args {
		switch a {
		case "--heads", "-h":
			heads = true
		case "--tags", "-t":
			tags = true
		default:
			if !strings.HasPrefix(a, "-") {
				rest = append(rest, a)
			}
		}
	}
	_, openErr := g.open()
	url := ""
	if len(rest) > 0 {
		url = rest[0]
	} else if openErr != nil {
		return openErr
	} else {
		url = g.defaultRemote()
	}
	if openErr == nil {
		if v, ok := g.setting("remote." + url + ".url"); ok {
			url = v
		}
	}
	rm, err := g.connect(url)
	if err != nil {
		return err
	}
	defer rm.Close()
	if !rm.headHash.IsZero() && !heads && !tags {
		g.printf("%s\tHEAD\n", rm.headHash)
	}
	for _, n := range sortedKeys(rm.refs) {
		if heads && !strings.HasPrefix(n, "refs/heads/") || tags && !strings.HasPrefix(n, "refs/tags/") {
			continue
		}
		match := len(rest) < 2
		for _, pat := range rest[min(1, len(rest)):] {
			match = match || n == pat || strings.HasSuffix(n, "/"+pat) || globMatch("*/"+pat, n)
		}
		if !match {
			continue
		}
		g.printf("%s\t%s\n", rm.refs[n], n)
		if rm.local != nil && strings.HasPrefix(n, "refs/tags/") {
			if c, ok := rm.peel(rm.refs[n]); ok && c != rm.refs[n] {
				g.printf("%s\t%s^{}\n", c, n)
			}
		}
	}
	return nil
}
