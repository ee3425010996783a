package git

import (
	"path"
	"sort"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"

	"github.com/sandpit-dev/sandpit/internal/optparse"
)

var statusUsage = optparse.Define("status", "[<options>] [--] [<pathspec>...]", "", `
-s, --short
-b, --branch
    --porcelain[=<version>]
    --long
-u[<mode>], --untracked-files[=<mode>]
    --ignored[=<mode>]
-z, --null
-v, --verbose
    --no-renames
    --find-renames[=<n>]
    --column[=<style>]
    --no-column
    --ahead-behind
    --show-stash
`)

// state is all that status tells.
type state struct {
	branch    plumbing.ReferenceName
	head      plumbing.Hash
	staged    []change
	unstaged  []change
	unmerged  []string
	untracked []string
	ignored   []string
}

// inspect compares HEAD, index and working tree.
func (g *run) inspect(s *staging, specs []string, untrackedMode string, ignored bool) (*state, error) {
	st := &state{}
	var err error
	if st.branch, st.head, err = g.head(); err != nil {
		return nil, err
	}
	base, err := g.treeOf(st.head)
	if err != nil {
		return nil, err
	}
	for _, c := range g.renames(compareTrees(base, s.tree())) {
		if !s.unmerged(c.path) && (pathMatches(specs, c.path) || c.from != "" && pathMatches(specs, c.from)) {
			st.staged = append(st.staged, c)
		}
	}
	for _, n := range s.names() {
		if s.unmerged(n) && pathMatches(specs, n) {
			st.unmerged = append(st.unmerged, n)
		}
	}
	if st.unstaged, err = g.unstaged(s, specs); err != nil {
		return nil, err
	}
	if untrackedMode != "no" {
		u := g.newUntracked(s, specs, untrackedMode == "all")
		if err := u.walk("", 0); err != nil {
			return nil, err
		}
		st.untracked = u.out
		if ignored {
			st.ignored = u.ignored
		}
		sort.Strings(st.untracked)
		sort.Strings(st.ignored)
	}
	return st, nil
}

func (g *run) statusCommandOptions(args []string) (*optparse.Result, []string, error) {
	o, err := g.options(statusUsage, args)
	if err != nil {
		return nil, nil, err
	}
	specs, err := g.pathspecs(o.Args)
	return o, specs, err
}

func (g *run) status(args []string) error {
	if _, err := g.openWork(); err != nil {
		return err
	}
	o, specs, err := g.statusCommandOptions(args)
	if err != nil {
		return err
	}
	mode := "normal"
	if v, ok := g.setting("status.showUntrackedFiles"); ok {
		mode = v
	}
	for _, m := range o.Options {
		if m.Key == "u" {
			if mode = m.Value; mode == "" {
				mode = "all"
			}
		}
	}
	s, err := g.readIndex()
	if err != nil {
		return err
	}
	st, err := g.inspect(s, specs, mode, o.Has("ignored"))
	if err != nil {
		return err
	}
	_ = g.writeIndex(s) // what was found unchanged; a read-only disk is no failure
	version, porcelain := o.Value("porcelain")
	if porcelain && (version == "2" || version == "v2") {
		return fatal("--porcelain=v2 is not supported in this git")
	}
	if (porcelain || o.Has("s") || o.Has("z") || g.settingBool("status.short", false)) && !o.Has("long") {
		return g.printShort(s, st, porcelain, o.Has("b") || !porcelain && g.settingBool("status.branch", false), o.Has("z"))
	}
	return g.printLong(s, st, mode, false)
}

// conflictLetters are XY of a path in conflict.
func conflictLetters(s *staging, name string) (short, long string) {
	e := s.entries[name]
	switch {
	case e[1] != nil && e[2] == nil && e[3] == nil:
		return "DD", "both deleted:    "
	case e[1] == nil && e[2] != nil && e[3] == nil:
		return "AU", "added by us:     "
	case e[1] != nil && e[2] != nil && e[3] == nil:
		return "UD", "deleted by them: "
	case e[1] == nil && e[2] == nil && e[3] != nil:
		return "UA", "added by them:   "
	case e[1] != nil && e[2] == nil && e[3] != nil:
		return "DU", "deleted by us:   "
	case e[1] == nil:
		return "AA", "both added:      "
	}
	return "UU", "both modified:   "
}

func (g *run) printShort(s *staging, st *state, porcelain, branch, zero bool) error {
	end, show := "\n", func(n string) string {
		if !porcelain {
			n = g.repo.rel(n)
		}
		q := quoted(n)
		if q == n && strings.Contains(n, " ") {
			return `"` + n + `"`
		}
		return q
	}
	if zero {
		end, show = "\x00", func(n string) string { return n }
	}
	if branch {
		g.printf("## %s%s", g.branchLine(st), end)
	}
	type row struct {
		xy   [2]byte
		from string
	}
	rows := map[string]*row{}
	for _, c := range st.staged {
		rows[c.path] = &row{[2]byte{c.kind, ' '}, c.from}
	}
	for _, c := range st.unstaged {
		if rows[c.path] == nil {
			rows[c.path] = &row{xy: [2]byte{' ', ' '}}
		}
		rows[c.path].xy[1] = c.kind
	}
	for _, n := range st.unmerged {
		xy, _ := conflictLetters(s, n)
		rows[n] = &row{xy: [2]byte{xy[0], xy[1]}}
	}
	names := make([]string, 0, len(rows))
	for n := range rows {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		r := rows[n]
		switch {
		case r.from != "" && zero:
			g.printf("%s %s%s%s%s", r.xy[:], n, end, r.from, end)
		case r.from != "":
			g.printf("%s %s -> %s%s", r.xy[:], show(r.from), show(n), end)
		default:
			g.printf("%s %s%s", r.xy[:], show(n), end)
		}
	}
	for _, n := range st.untracked {
		g.printf("?? %s%s", show(n), end)
	}
	for _, n := range st.ignored {
		g.printf("!! %s%s", show(n), end)
	}
	return nil
}

// branchLine is what follows ## of status -sb.
func (g *run) branchLine(st *state) string {
	if st.branch == "" {
		return "HEAD (no branch)"
	}
	name := st.branch.Short()
	if st.head.IsZero() {
		return "No commits yet on " + name
	}
	up, ok := g.upstream(name)
	if !ok {
		return name
	}
	ref, err := g.repo.st.Reference(up)
	if err != nil {
		return name + "..." + up.Short() + " [gone]"
	}
	ahead, behind := g.divergence(st.head, ref.Hash())
	return name + "..." + up.Short() + trackText(ahead, behind)
}

func trackText(ahead, behind int) string {
	var parts []string
	if ahead > 0 {
		parts = append(parts, "ahead "+itoa(ahead))
	}
	if behind > 0 {
		parts = append(parts, "behind "+itoa(behind))
	}
	if len(parts) == 0 {
		return ""
	}
	return " [" + strings.Join(parts, ", ") + "]"
}

// trackLong tells how a branch stands to its upstream, in words; empty when it has none.
func (g *run) trackLong(branch plumbing.ReferenceName, head plumbing.Hash) string {
	up, ok := g.upstream(branch.Short())
	if !ok || head.IsZero() {
		return ""
	}
	name := up.Short()
	ref, err := g.repo.st.Reference(up)
	if err != nil {
		return "Your branch is based on '" + name + "', but the upstream is gone.\n  (use \"git branch --unset-upstream\" to fixup)\n"
	}
	ahead, behind := g.divergence(head, ref.Hash())
	switch {
	case ahead == 0 && behind == 0:
		return "Your branch is up to date with '" + name + "'.\n"
	case behind == 0:
		return "Your branch is ahead of '" + name + "' by " + plural(ahead, "commit") + ".\n  (use \"git push\" to publish your local commits)\n"
	case ahead == 0:
		return "Your branch is behind '" + name + "' by " + plural(behind, "commit") + ", and can be fast-forwarded.\n  (use \"git pull\" to update your local branch)\n"
	}
	return "Your branch and '" + name + "' have diverged,\nand have " + itoa(ahead) + " and " + itoa(behind) + " different commits each, respectively.\n  (use \"git pull\" to merge the remote branch into yours)\n"
}

func plural(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return itoa(n) + " " + what
}

// detachedAt says where HEAD was detached, from its log.
func (g *run) detachedAt(head plumbing.Hash) string {
	for _, e := range g.readReflog("HEAD") {
		if rest, ok := strings.CutPrefix(e.message, "checkout: moving from "); ok {
			i := strings.LastIndex(rest, " to ")
			if i < 0 {
				break
			}
			to := rest[i+4:]
			name := to
			if ref, ok := g.ref(to); ok && to != "HEAD" {
				name = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(ref.Name().String(), "refs/tags/"), "refs/heads/"), "refs/remotes/")
			} else {
				name = g.short(e.to)
			}
			if e.to == head {
				return "HEAD detached at " + name
			}
			return "HEAD detached from " + name
		}
	}
	return "Not currently on any branch."
}

// printLong is the long form of status; in a commit it is the reason that there is nothing to commit.
func (g *run) printLong(s *staging, st *state, mode string, committing bool) error {
	if g.rebaseWaits() {
		if err := g.printRebase(s.anyUnmerged()); err != nil {
			return err
		}
	} else if st.branch != "" {
		g.printf("On branch %s\n", st.branch.Short())
		if t := g.trackLong(st.branch, st.head); t != "" {
			g.printf("%s\n", t)
		}
	} else {
		g.printf("%s\n", g.detachedAt(st.head))
	}
	g.printProgress(s, st)
	if st.head.IsZero() {
		if committing {
			g.printf("\nInitial commit\n\n")
		} else {
			g.printf("\nNo commits yet\n\n")
		}
	}
	labels := map[byte]string{'A': "new file:   ", 'M': "modified:   ", 'D': "deleted:    ", 'R': "renamed:    ", 'T': "typechange: "}
	if len(st.staged) > 0 {
		g.printf("Changes to be committed:\n")
		switch {
		case g.merging():
		case st.head.IsZero():
			g.printf("  (use \"git rm --cached <file>...\" to unstage)\n")
		default:
			g.printf("  (use \"git restore --staged <file>...\" to unstage)\n")
		}
		for _, c := range st.staged {
			name := quoted(g.repo.rel(c.path))
			if c.from != "" {
				name = quoted(g.repo.rel(c.from)) + " -> " + name
			}
			g.printf("\t%s%s\n", labels[c.kind], name)
		}
		g.printf("\n")
	}
	if len(st.unmerged) > 0 {
		g.printf("Unmerged paths:\n")
		deleted := false
		for _, n := range st.unmerged {
			if xy, _ := conflictLetters(s, n); xy[0] == 'D' || xy[1] == 'D' {
				deleted = true
			}
		}
		if !g.merging() {
			g.printf("  (use \"git restore --staged <file>...\" to unstage)\n")
		}
		if deleted {
			g.printf("  (use \"git add/rm <file>...\" as appropriate to mark resolution)\n")
		} else {
			g.printf("  (use \"git add <file>...\" to mark resolution)\n")
		}
		for _, n := range st.unmerged {
			_, label := conflictLetters(s, n)
			g.printf("\t%s%s\n", label, quoted(g.repo.rel(n)))
		}
		g.printf("\n")
	}
	if len(st.unstaged) > 0 {
		g.printf("Changes not staged for commit:\n")
		add := "add"
		for _, c := range st.unstaged {
			if c.kind == 'D' {
				add = "add/rm"
			}
		}
		g.printf("  (use \"git %s <file>...\" to update what will be committed)\n  (use \"git restore <file>...\" to discard changes in working directory)\n", add)
		for _, c := range st.unstaged {
			g.printf("\t%s%s\n", labels[c.kind], quoted(g.repo.rel(c.path)))
		}
		g.printf("\n")
	}
	if len(st.untracked) > 0 {
		g.printf("Untracked files:\n  (use \"git add <file>...\" to include in what will be committed)\n")
		for _, n := range st.untracked {
			g.printf("\t%s\n", quoted(g.repo.rel(n)))
		}
		g.printf("\n")
	}
	if len(st.ignored) > 0 {
		g.printf("Ignored files:\n  (use \"git add -f <file>...\" to include in what will be committed)\n")
		for _, n := range st.ignored {
			g.printf("\t%s\n", quoted(g.repo.rel(n)))
		}
		g.printf("\n")
	}
	if mode == "no" && !committing {
		g.printf("Untracked files not listed")
		if len(st.staged) > 0 {
			g.printf(" (use -u option to show untracked files)")
		}
		g.printf("\n")
	}
	switch {
	case len(st.staged) > 0:
	case len(st.unstaged) > 0 || len(st.unmerged) > 0:
		g.printf("no changes added to commit (use \"git add\" and/or \"git commit -a\")\n")
	case len(st.untracked) > 0:
		g.printf("nothing added to commit but untracked files present (use \"git add\" to track)\n")
	case st.head.IsZero() && !committing:
		g.printf("nothing to commit (create/copy files and use \"git add\" to track)\n")
	case mode == "no":
		g.printf("nothing to commit (use -u to show untracked files)\n")
	case committing && st.head.IsZero():
		g.printf("nothing to commit (create/copy files and use \"git add\" to track)\n")
	default:
		if !g.merging() {
			g.printf("nothing to commit, working tree clean\n")
		}
	}
	return nil
}

// printProgress tells of a merge, cherry-pick or revert that waits.
func (g *run) printProgress(s *staging, st *state) {
	conflicts := s.anyUnmerged()
	switch {
	case g.merging():
		if conflicts {
			g.printf("You have unmerged paths.\n  (fix conflicts and run \"git commit\")\n  (use \"git merge --abort\" to abort the merge)\n\n")
		} else {
			g.printf("All conflicts fixed but you are still merging.\n  (use \"git commit\" to conclude merge)\n\n")
		}
	case g.stateFile("CHERRY_PICK_HEAD") != "":
		g.printf("You are currently cherry-picking commit %s.\n", g.short(plumbing.NewHash(g.stateFile("CHERRY_PICK_HEAD"))))
		if conflicts {
			g.printf("  (fix conflicts and run \"git cherry-pick --continue\")\n")
		} else {
			g.printf("  (all conflicts fixed: run \"git cherry-pick --continue\")\n")
		}
		g.printf("  (use \"git cherry-pick --skip\" to skip this patch)\n  (use \"git cherry-pick --abort\" to cancel the cherry-pick operation)\n\n")
	case g.stateFile("REVERT_HEAD") != "":
		g.printf("You are currently reverting commit %s.\n", g.short(plumbing.NewHash(g.stateFile("REVERT_HEAD"))))
		if conflicts {
			g.printf("  (fix conflicts and run \"git revert --continue\")\n")
		} else {
			g.printf("  (all conflicts fixed: run \"git revert --continue\")\n")
		}
		g.printf("  (use \"git revert --skip\" to skip this patch)\n  (use \"git revert --abort\" to cancel the revert operation)\n\n")
	}
}

// stateFile reads a small file of the repository, without the newline.
func (g *run) stateFile(name string) string {
	data, err := g.repo.fs.ReadFile(path.Join(g.repo.dir, name))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(data))
}

func (g *run) writeState(name, text string) error {
	return g.repo.fs.WriteFile(path.Join(g.repo.dir, name), []byte(text), 0o644)
}

func (g *run) dropState() {
	for _, n := range []string{"MERGE_HEAD", "MERGE_MSG", "MERGE_MODE", "CHERRY_PICK_HEAD", "REVERT_HEAD", "SQUASH_MSG"} {
		_ = g.repo.fs.Remove(path.Join(g.repo.dir, n))
	}
}

func (g *run) merging() bool { return g.stateFile("MERGE_HEAD") != "" }

// divergence counts the commits that only one of two has.
func (g *run) divergence(a, b plumbing.Hash) (ahead, behind int) {
	count := func(from, without plumbing.Hash) (n int) {
		_ = g.eachCommit([]plumbing.Hash{from}, []plumbing.Hash{without}, func(*object.Commit) error { n++; return nil })
		return n
	}
	return count(a, b), count(b, a)
}
