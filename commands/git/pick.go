package git

import (
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"

	"github.com/sandpit-dev/sandpit/internal/optparse"
)

var pickUsage = optparse.Define("cherry-pick", "[<options>] <commit>...", "", `
-n, --no-commit
-x
-e, --edit
    --no-edit
-m, --mainline=<parent>
-s, --signoff
    --ff
    --allow-empty
    --keep-redundant-commits
    --abort
    --continue
    --skip
    --quit
-X, --strategy-option=<option>
    --strategy=<strategy>
`)

func (g *run) cherryPick(args []string) error { return g.pick(args, false) }

func (g *run) revert(args []string) error { return g.pick(args, true) }

// pick applies what commits changed, or takes it back.
func (g *run) pick(args []string, backwards bool) error {
	if _, err := g.openWork(); err != nil {
		return err
	}
	o, err := g.options(pickUsage, args)
	if err != nil {
		return err
	}
	stateName := "CHERRY_PICK_HEAD"
	if backwards {
		stateName = "REVERT_HEAD"
	}
	waiting := g.stateFile(stateName)
	switch {
	case o.Has("abort"), o.Has("skip"):
		if waiting == "" {
			return &failure{"error: no cherry-pick or revert in progress\nfatal: " + g.name + " failed", 128}
		}
		return g.reset([]string{"--merge", "-q"})
	case o.Has("quit"):
		g.dropState()
		return nil
	case o.Has("continue"):
		if waiting == "" {
			return &failure{"error: no cherry-pick or revert in progress\nfatal: " + g.name + " failed", 128}
		}
		return g.commit([]string{"--no-edit"})
	}
	if len(o.Args) == 0 {
		return &failure{"usage: git " + g.name + " [<options>] <commit-ish>...\n", 129}
	}
	var list []*object.Commit
	for _, a := range o.Args {
		if from, to, symmetric, ok := splitRange(a); ok && !symmetric {
			x, err := g.commitish(from)
			if err != nil {
				return err
			}
			y, err := g.commitish(to)
			if err != nil {
				return err
			}
			var span []*object.Commit
			w := &walker{g: g, topo: true}
			if err := w.each([]plumbing.Hash{y.Hash}, []plumbing.Hash{x.Hash}, func(c *object.Commit) error { span = append(span, c); return nil }); err != nil {
				return err
			}
			for i := range span {
				if backwards {
					list = append(list, span[i])
				} else {
					list = append(list, span[len(span)-1-i])
				}
			}
			continue
		}
		h, ok := g.lookup(a)
		if ok {
			h, ok = g.peel(h, plumbing.CommitObject)
		}
		if !ok {
			return fatal("bad revision '%s'", a)
		}
		c, err := g.commitOf(h)
		if err != nil {
			return err
		}
		list = append(list, c)
	}
	for _, c := range list {
		if err := g.pickOne(o, c, backwards, stateName); err != nil {
			return err
		}
	}
	return nil
}

func (g *run) pickOne(o *optparse.Result, c *object.Commit, backwards bool, stateName string) error {
	parent := plumbing.ZeroHash
	mainline := 0
	if v, ok := o.Value("m"); ok {
		if _, err := sscan(v, &mainline); err != nil || mainline < 1 {
			return &failure{"error: option `mainline' expects a number greater than zero", 129}
		}
	}
	switch {
	case len(c.ParentHashes) > 1:
		if mainline == 0 {
			return &failure{"error: commit " + c.Hash.String() + " is a merge but no -m option was given.\nfatal: " + g.name + " failed", 128}
		}
		if mainline > len(c.ParentHashes) {
			return &failure{"error: commit " + c.Hash.String() + " does not have parent " + itoa(mainline) + "\nfatal: " + g.name + " failed", 128}
		}
		parent = c.ParentHashes[mainline-1]
	case mainline > 1:
		return &failure{"error: mainline was specified but commit " + c.Hash.String() + " is not a merge.\nfatal: " + g.name + " failed", 128}
	case len(c.ParentHashes) == 1:
		parent = c.ParentHashes[0]
	}
	branch, head, err := g.head()
	if err != nil {
		return err
	}
	s, err := g.readIndex()
	if err != nil {
		return err
	}
	ours, err := g.treeOf(head)
	if err != nil {
		return err
	}
	verb := g.name
	if o.Has("n") {
		ours = s.tree()
	} else if len(compareTrees(ours, s.tree())) > 0 || s.anyUnmerged() {
		return &failure{"error: your local changes would be overwritten by " + verb + ".\nhint: commit your changes or stash them to proceed.\nfatal: " + verb + " failed", 128}
	}
	before, err := g.treeOf(parent)
	if err != nil {
		return err
	}
	after, err := g.readTree(c.TreeHash)
	if err != nil {
		return err
	}
	subject, _ := subjectOf(c.Message)
	label := g.short(c.Hash) + " (" + subject + ")"
	base, theirs, theirsName, baseName := before, after, label, "parent of "+label
	message := c.Message
	if backwards {
		base, theirs, theirsName, baseName = after, before, "parent of "+label, label
		message = "Revert \"" + subject + "\"\n\nThis reverts commit " + c.Hash.String()
		if mainline > 0 {
			message += ", reversing\nchanges made to " + parent.String()
		}
		message += ".\n"
	} else if o.Has("x") {
		message = strings.TrimRight(message, "\n") + "\n\n(cherry picked from commit " + c.Hash.String() + ")\n"
	}
	favour, _ := o.Value("X")
	m, err := g.mergeTrees(base, ours, theirs, "HEAD", theirsName, baseName, favour)
	if err != nil {
		return err
	}
	if err := g.applyMerge(s, ours, m, "merge"); err != nil {
		return err
	}
	for _, line := range m.report {
		g.printf("%s\n", line)
	}
	if len(m.conflicts) > 0 {
		if !o.Has("n") {
			if err := g.writeState(stateName, c.Hash.String()+"\n"); err != nil {
				return err
			}
		}
		text := strings.TrimRight(message, "\n") + "\n\n# Conflicts:\n"
		for _, n := range sortedKeys(m.conflicts) {
			text += "#\t" + n + "\n"
		}
		if err := g.writeState("MERGE_MSG", text); err != nil {
			return err
		}
		what := "apply"
		if backwards {
			what = "revert"
		}
		return &failure{"error: could not " + what + " " + g.short(c.Hash) + "... " + subject + "\nhint: After resolving the conflicts, mark them with\nhint: \"git add/rm <pathspec>\", then run\nhint: \"git " + verb + " --continue\".\nhint: You can instead skip this commit with \"git " + verb + " --skip\".\nhint: To abort and get back to the state before \"git " + verb + "\",\nhint: run \"git " + verb + " --abort\".", 1}
	}
	if o.Has("n") {
		return nil
	}
	changes := compareTrees(ours, m.files)
	if len(changes) == 0 && !o.Has("allow-empty") && !o.Has("keep-redundant-commits") {
		if !backwards {
			if err := g.writeState(stateName, c.Hash.String()+"\n"); err != nil {
				return err
			}
		}
		st, err := g.inspect(s, nil, "normal", false)
		if err != nil {
			return err
		}
		if err := g.printLong(s, st, "normal", true); err != nil {
			return err
		}
		if backwards {
			return status(1)
		}
		return &failure{"The previous cherry-pick is now empty, possibly due to conflict resolution.\nIf you wish to commit it anyway, use:\n\n    git commit --allow-empty\n\nOtherwise, please use 'git cherry-pick --skip'", 1}
	}
	committer, err := g.identity("COMMITTER")
	if err != nil {
		return err
	}
	author := c.Author
	if backwards {
		if author, err = g.identity("AUTHOR"); err != nil {
			return err
		}
	}
	if o.Has("s") {
		message = addTrailer(message, "Signed-off-by: "+committer.Name+" <"+committer.Email+">")
	}
	root, err := g.writeTree(m.files)
	if err != nil {
		return err
	}
	h, err := g.store(&object.Commit{Author: author, Committer: committer, Message: message, TreeHash: root, ParentHashes: []plumbing.Hash{head}})
	if err != nil {
		return err
	}
	made, _ := subjectOf(message)
	if err := g.moveHead(h, verb+": "+made); err != nil {
		return err
	}
	where := "detached HEAD"
	if branch != "" {
		where = branch.Short()
	}
	g.printf("[%s %s] %s\n", where, g.short(h), made)
	if author.Name != committer.Name || author.Email != committer.Email {
		g.printf(" Author: %s <%s>\n", author.Name, author.Email)
	}
	g.printf(" Date: %s\n", dateDefault(author.When))
	return g.printSummary(changes)
}
