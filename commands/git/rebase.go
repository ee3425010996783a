package git

import (
	"os"
	"path"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
)

var rebaseUsage = optparse.Define("rebase", "[--onto <newbase>] [<upstream> [<branch>]]", "", `
    --onto=<newbase>
-q, --quiet
-v, --verbose
    --stat
-n, --no-stat
-f, --force-rebase
    --no-ff
-m, --merge
    --reapply-cherry-picks
    --root
-X, --strategy-option=<option>
-s, --strategy=<strategy>
-i, --interactive
    --autostash
    --no-autostash
    --continue
    --skip
    --abort
    --quit
    --show-current-patch
`)

// rebasing is a rebase under way: what it is to end on, and the commits that it has still to apply.
type rebasing struct {
	headName string // the branch; "detached HEAD"
	onto     plumbing.Hash
	orig     plumbing.Hash
	todo     []*object.Commit
	done     []*object.Commit
	favour   string
	quiet    bool
}

func (g *run) rebase(args []string) error {
	if _, err := g.openWork(); err != nil {
		return err
	}
	o, err := g.options(rebaseUsage, args)
	if err != nil {
		return err
	}
	if o.Has("i") {
		return fatal("interactive rebase is not supported in this git: use reset --soft, commit --amend and cherry-pick")
	}
	if o.Has("autostash") {
		return fatal("rebase --autostash is not supported in this git: use stash")
	}
	for _, action := range []string{"continue", "skip", "abort", "quit", "show-current-patch"} {
		if o.Has(action) {
			if action == "quit" && g.rebaseWaits() { // whatever is left of it
				g.dropRebase()
				return nil
			}
			r, err := g.readRebase()
			if err != nil {
				return err
			}
			return g.rebaseAction(r, action)
		}
	}
	if g.rebaseWaits() {
		return &failure{"fatal: It seems that there is already a rebase-merge directory, and\nI wonder if you are in the middle of another rebase.  If that is the\ncase, please try\n\tgit rebase (--continue | --abort | --skip)\nIf that is not the case, please\n\trm -fr \"" + g.repo.rel(".git/"+rebaseState) + "\"\nand run me again.  I am stopping in case you still have something\nvaluable there.\n", 128}
	}
	favour, _ := o.Value("X")
	if favour != "" && favour != "ours" && favour != "theirs" {
		return fatal("unknown strategy option: -X%s", favour)
	}
	branch, head, err := g.head()
	if err != nil {
		return err
	}
	operands := o.Args
	var upstream *object.Commit
	upstreamName := ""
	switch {
	case o.Has("root"):
		if !o.Has("onto") {
			return fatal("rebase --root is not supported in this git without --onto")
		}
	case len(operands) == 0:
		up, ok := g.upstream(branch.Short())
		if branch == "" || !ok {
			return g.noRebaseTarget(branch)
		}
		upstreamName = up.Short()
	default:
		upstreamName, operands = operands[0], operands[1:]
		if upstreamName == "-" {
			upstreamName = "@{-1}"
		}
	}
	if upstreamName != "" {
		if upstream, err = g.commitish(upstreamName); err != nil {
			return fatal("invalid upstream '%s'", upstreamName)
		}
	}
	onto, ontoName := upstream, upstreamName
	if v, ok := o.Value("onto"); ok {
		if onto, err = g.commitish(v); err != nil {
			return fatal("Does not point to a valid commit '%s'", v)
		}
		ontoName = v
	}
	if head.IsZero() {
		return fatal("your current branch '%s' does not have any commits yet", branch.Short())
	}
	if err := g.cleanForRebase(); err != nil {
		return err
	}
	if len(operands) > 0 {
		if err := g.switchQuietly(operands[0]); err != nil {
			return err
		}
		if branch, head, err = g.head(); err != nil {
			return err
		}
	}
	return g.startRebase(&rebasing{headName: orDefault(branch.String(), "detached HEAD"), onto: onto.Hash, orig: head, favour: favour, quiet: o.Has("q")},
		upstream, ontoName, o.Has("f") || o.Has("no-ff"), o.Has("reapply-cherry-picks"))
}

// switchQuietly makes the branch that is to be rebased the current one.
func (g *run) switchQuietly(name string) error {
	if _, ok := g.lookup(name); !ok {
		return fatal("no such branch/commit '%s'", name)
	}
	return g.checkout([]string{"-q", name})
}

func (g *run) noRebaseTarget(branch plumbing.ReferenceName) error {
	if branch == "" {
		g.printf("You are not currently on a branch.\nPlease specify which branch you want to rebase against.\nSee git-rebase(1) for details.\n\n    git rebase '<branch>'\n\n")
		return status(1)
	}
	g.printf("There is no tracking information for the current branch.\nPlease specify which branch you want to rebase against.\nSee git-rebase(1) for details.\n\n    git rebase '<branch>'\n\nIf you wish to set tracking information for this branch you can do so with:\n\n    git branch --set-upstream-to=<remote>/<branch> %s\n\n", branch.Short())
	return status(1)
}

// cleanForRebase refuses to begin with changes that are not committed.
func (g *run) cleanForRebase() error {
	s, err := g.readIndex()
	if err != nil {
		return err
	}
	_, head, err := g.head()
	if err != nil {
		return err
	}
	ours, err := g.treeOf(head)
	if err != nil {
		return err
	}
	text := ""
	unstaged, err := g.unstaged(s, nil)
	if err != nil {
		return err
	}
	staged := s.anyUnmerged() || len(compareTrees(ours, s.tree())) > 0
	switch {
	case len(unstaged) > 0 && staged:
		text = "error: cannot rebase: You have unstaged changes.\nerror: additionally, your index contains uncommitted changes."
	case len(unstaged) > 0:
		text = "error: cannot rebase: You have unstaged changes."
	case staged:
		text = "error: cannot rebase: Your index contains uncommitted changes."
	default:
		return nil
	}
	return &failure{text + "\nerror: Please commit or stash them.", 1}
}

// cleanForPull is cleanForRebase in the words of pull.
func (g *run) cleanForPull() error {
	err := g.cleanForRebase()
	if f, ok := err.(*failure); ok {
		return &failure{strings.NewReplacer("cannot rebase:", "cannot pull with rebase:", "Please commit", "please commit").Replace(f.text), 128}
	}
	return err
}

// rebaseOnto is what pull --rebase does with what it has fetched.
func (g *run) rebaseOnto(to plumbing.Hash, quiet bool) error {
	upstream, err := g.commitOf(to)
	if err != nil {
		return err
	}
	branch, head, err := g.head()
	if err != nil {
		return err
	}
	return g.startRebase(&rebasing{headName: orDefault(branch.String(), "detached HEAD"), onto: to, orig: head, quiet: quiet}, upstream, to.String(), false, false)
}

// startRebase finds what is to be applied and begins. upstream is nil for all of the branch's history.
func (g *run) startRebase(r *rebasing, upstream *object.Commit, ontoName string, force, again bool) error {
	without := []plumbing.Hash{}
	if upstream != nil {
		without = append(without, upstream.Hash)
	}
	w := &walker{g: g, topo: true}
	merges := false
	if err := w.each([]plumbing.Hash{r.orig}, without, func(c *object.Commit) error {
		if len(c.ParentHashes) > 1 {
			merges = true
		} else {
			r.todo = append(r.todo, c)
		}
		return g.alive()
	}); err != nil {
		return err
	}
	for i, j := 0, len(r.todo)-1; i < j; i, j = i+1, j-1 {
		r.todo[i], r.todo[j] = r.todo[j], r.todo[i]
	}
	if !force && !merges {
		bases, err := g.mergeBases(r.onto, r.orig)
		if err != nil {
			return err
		}
		same := upstream == nil || upstream.Hash == r.onto
		if !same {
			ups, err := g.mergeBases(upstream.Hash, r.orig)
			if err != nil {
				return err
			}
			same = len(ups) == 1 && ups[0] == r.onto
		}
		if same && len(bases) == 1 && bases[0] == r.onto {
			if !r.quiet {
				if rest, ok := strings.CutPrefix(r.headName, "refs/heads/"); ok {
					g.printf("Current branch %s is up to date.\n", rest)
				} else {
					g.printf("HEAD is up to date.\n")
				}
			}
			return nil
		}
	}
	if upstream != nil && !again {
		if err := g.dropApplied(r, upstream.Hash); err != nil {
			return err
		}
	}
	if err := g.goTo(r.orig, r.onto, false, "checkout"); err != nil {
		return err
	}
	if err := g.attach("", r.onto, "rebase (start): checkout "+ontoName); err != nil {
		return err
	}
	if err := g.repo.st.SetReference(plumbing.NewHashReference("ORIG_HEAD", r.orig)); err != nil {
		return err
	}
	return g.runRebase(r)
}

// dropApplied leaves out commits whose very change is upstream already.
func (g *run) dropApplied(r *rebasing, upstream plumbing.Hash) error {
	if len(r.todo) == 0 {
		return nil
	}
	there := map[string]bool{}
	if err := g.eachCommit([]plumbing.Hash{upstream}, []plumbing.Hash{r.orig}, func(c *object.Commit) error {
		if len(c.ParentHashes) < 2 {
			id, err := g.patchID(c)
			if err != nil {
				return err
			}
			there[id] = true
		}
		return g.alive()
	}); err != nil {
		return err
	}
	if len(there) == 0 {
		return nil
	}
	kept, skipped := r.todo[:0], 0
	for _, c := range r.todo {
		id, err := g.patchID(c)
		if err != nil {
			return err
		}
		if id != "" && there[id] {
			skipped++
			g.warn("warning: skipped previously applied commit %s", g.short(c.Hash))
			continue
		}
		kept = append(kept, c)
	}
	r.todo = kept
	if skipped > 0 {
		g.warn("hint: use --reapply-cherry-picks to include skipped commits\nhint: Disable this message with \"git config advice.skippedCherryPicks false\"")
	}
	return nil
}

// patchID tells changes apart by the files they touch and what of them.
func (g *run) patchID(c *object.Commit) (string, error) {
	parent := plumbing.ZeroHash
	if len(c.ParentHashes) > 0 {
		parent = c.ParentHashes[0]
	}
	before, err := g.treeOf(parent)
	if err != nil {
		return "", err
	}
	after, err := g.readTree(c.TreeHash)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, ch := range compareTrees(before, after) {
		b.WriteString(ch.path + "\x00" + ch.old.hash.String() + ch.new.hash.String() + ch.new.mode.String() + "\n")
	}
	return b.String(), nil
}

// progress tells on standard error how far it is.
func (g *run) progress(r *rebasing) {
	if !r.quiet {
		_ = g.w.Flush()
		cmd.Raw(g.p, "Rebasing ("+itoa(len(r.done))+"/"+itoa(len(r.done)+len(r.todo))+")\r")
	}
}

// runRebase applies what is left and ends the rebase, or stops at a conflict.
func (g *run) runRebase(r *rebasing) error {
	for len(r.todo) > 0 {
		if err := g.alive(); err != nil {
			return err
		}
		c := r.todo[0]
		r.todo, r.done = r.todo[1:], append(r.done, c)
		_, head, err := g.head()
		if err != nil {
			return err
		}
		if len(c.ParentHashes) == 1 && c.ParentHashes[0] == head { // nothing to do but to go there
			if err := g.goTo(head, c.Hash, false, "checkout"); err != nil {
				return err
			}
			if err := g.moveHead(c.Hash, "rebase (pick): "+firstLine(c.Message)); err != nil {
				return err
			}
			continue
		}
		g.progress(r)
		if err := g.rebaseOne(r, c, head); err != nil {
			return err
		}
	}
	return g.finishRebase(r)
}

func firstLine(message string) string {
	subject, _ := subjectOf(message)
	return subject
}

// rebaseOne applies one commit to HEAD.
func (g *run) rebaseOne(r *rebasing, c *object.Commit, head plumbing.Hash) error {
	parent := plumbing.ZeroHash
	if len(c.ParentHashes) > 0 {
		parent = c.ParentHashes[0]
	}
	s, err := g.readIndex()
	if err != nil {
		return err
	}
	base, err := g.treeOf(parent)
	if err != nil {
		return err
	}
	ours, err := g.treeOf(head)
	if err != nil {
		return err
	}
	theirs, err := g.readTree(c.TreeHash)
	if err != nil {
		return err
	}
	subject := firstLine(c.Message)
	label := g.short(c.Hash) + " (" + subject + ")"
	m, err := g.mergeTrees(base, ours, theirs, "HEAD", label, "parent of "+label, r.favour)
	if err != nil {
		return err
	}
	if err := g.applyMerge(s, ours, m, "merge"); err != nil {
		return err
	}
	if len(m.conflicts) > 0 {
		for _, line := range m.report {
			g.printf("%s\n", line)
		}
		text := strings.TrimRight(c.Message, "\n") + "\n\n# Conflicts:\n"
		for _, n := range sortedKeys(m.conflicts) {
			text += "#\t" + n + "\n"
		}
		if err := g.writeState("MERGE_MSG", text); err != nil {
			return err
		}
		if err := g.saveRebase(r); err != nil {
			return err
		}
		at := g.short(c.Hash) + "... " + subject
		return &failure{"error: could not apply " + at + "\nhint: Resolve all conflicts manually, mark them as resolved with\nhint: \"git add/rm <conflicted_files>\", then run \"git rebase --continue\".\nhint: You can instead skip this commit: run \"git rebase --skip\".\nhint: To abort and get back to the state before \"git rebase\", run \"git rebase --abort\".\nCould not apply " + at, 1}
	}
	if len(compareTrees(ours, m.files)) == 0 && len(compareTrees(base, theirs)) > 0 {
		g.warn("dropping %s %s -- patch contents already upstream", c.Hash, subject)
		return nil
	}
	committer, err := g.identity("COMMITTER")
	if err != nil {
		return err
	}
	root, err := g.writeTree(m.files)
	if err != nil {
		return err
	}
	h, err := g.store(&object.Commit{Author: c.Author, Committer: committer, Message: c.Message, TreeHash: root, ParentHashes: []plumbing.Hash{head}})
	if err != nil {
		return err
	}
	return g.moveHead(h, "rebase (pick): "+subject)
}

// finishRebase puts the branch where HEAD has come to.
func (g *run) finishRebase(r *rebasing) error {
	_, head, err := g.head()
	if err != nil {
		return err
	}
	if strings.HasPrefix(r.headName, "refs/") {
		name := plumbing.ReferenceName(r.headName)
		if err := g.setRef(name, head, "rebase (finish): "+r.headName+" onto "+r.onto.String()); err != nil {
			return err
		}
		if err := g.attach(name, head, "rebase (finish): returning to "+r.headName); err != nil {
			return err
		}
	}
	g.dropRebase()
	if !r.quiet {
		_ = g.w.Flush()
		erase := "\r\x1b[K"
		if term := g.p.Getenv("TERM"); term == "" || term == "dumb" {
			erase = "\r" + strings.Repeat(" ", 80) + "\r"
		}
		cmd.Raw(g.p, erase+"Successfully rebased and updated "+r.headName+".\n")
	}
	return nil
}

func (g *run) rebaseAction(r *rebasing, action string) error {
	_, head, err := g.head()
	if err != nil {
		return err
	}
	switch action {
	case "show-current-patch":
		return g.show([]string{g.stateFile(rebaseState + "/stopped-sha")})
	case "abort":
		if err := g.goTo(head, r.orig, true, "reset"); err != nil {
			return err
		}
		if strings.HasPrefix(r.headName, "refs/") {
			err = g.attach(plumbing.ReferenceName(r.headName), r.orig, "rebase (abort): returning to "+r.headName)
		} else {
			err = g.attach("", r.orig, "rebase (abort): returning to "+r.orig.String())
		}
		g.dropRebase()
		return err
	case "skip":
		if err := g.goTo(head, head, true, "reset"); err != nil {
			return err
		}
		return g.resumeRebase(r)
	}
	s, err := g.readIndex()
	if err != nil {
		return err
	}
	if s.anyUnmerged() {
		for _, n := range s.names() {
			if s.unmerged(n) {
				g.printf("%s: needs merge\n", n)
			}
		}
		g.printf("You must edit all merge conflicts and then\nmark them as resolved using git add\n")
		return status(1)
	}
	ours, err := g.treeOf(head)
	if err != nil {
		return err
	}
	if changes := compareTrees(ours, s.tree()); len(changes) > 0 {
		if err := g.commitStopped(r, s, head, changes); err != nil {
			return err
		}
	}
	return g.resumeRebase(r)
}

// commitStopped makes the commit of what was resolved: the author of the one that stopped, its message edited.
func (g *run) commitStopped(r *rebasing, s *staging, head plumbing.Hash, changes []change) error {
	stopped := r.done[len(r.done)-1]
	message := g.stateFile("MERGE_MSG")
	if message == "" {
		message = stopped.Message
	}
	message, err := g.edit(message, s)
	if err != nil {
		return err
	}
	if message = cleanMessage(message, true); strings.TrimSpace(message) == "" {
		return &failure{"Aborting commit due to empty commit message.", 1}
	}
	committer, err := g.identity("COMMITTER")
	if err != nil {
		return err
	}
	root, err := g.writeTree(s.tree())
	if err != nil {
		return err
	}
	h, err := g.store(&object.Commit{Author: stopped.Author, Committer: committer, Message: message, TreeHash: root, ParentHashes: []plumbing.Hash{head}})
	if err != nil {
		return err
	}
	subject := firstLine(message)
	if err := g.moveHead(h, "rebase (continue): "+subject); err != nil {
		return err
	}
	g.printf("[detached HEAD %s] %s\n", g.short(h), subject)
	if stopped.Author.Name != committer.Name || stopped.Author.Email != committer.Email {
		g.printf(" Author: %s <%s>\n", stopped.Author.Name, stopped.Author.Email)
	}
	return g.printSummary(changes)
}

func (g *run) resumeRebase(r *rebasing) error {
	g.dropState()
	if err := g.repo.fs.RemoveAll(path.Join(g.repo.dir, rebaseState)); err != nil && !os.IsNotExist(err) {
		return err
	}
	return g.runRebase(r)
}
