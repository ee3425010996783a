package git

import (
	"path"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"

	"github.com/sandpit-dev/sandpit/internal/optparse"
)

const stashRef plumbing.ReferenceName = "refs/stash"

var stashUsage = optparse.Define("stash", "[push | pop | apply | list | show | drop | clear | branch]", "", `
-m, --message=<message>
-u, --include-untracked
-a, --all
-k, --keep-index
    --no-keep-index
-q, --quiet
    --index
-p, --patch
-S, --staged
    --stat
    --name-only
`)

func (g *run) stash(args []string) error {
	if _, err := g.openWork(); err != nil {
		return err
	}
	verb := "push"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		verb, args = args[0], args[1:]
	}
	o, err := g.options(stashUsage, args)
	if err != nil {
		return err
	}
	if o.Has("p") && verb != "show" || o.Has("S") {
		return fatal("stash -p and -S are not supported in this git")
	}
	switch verb {
	case "push", "save":
		return g.stashPush(o, verb == "save")
	case "list":
		for i, e := range g.readReflog(stashRef.String()) {
			g.printf("stash@{%d}: %s\n", i, e.message)
		}
		return nil
	case "clear":
		_ = g.removeRef(stashRef)
		return nil
	case "show", "pop", "apply", "drop", "branch":
	default:
		return &failure{"error: unknown subcommand: `" + verb + "'\nusage: git stash list [<log-options>]\n", 129}
	}
	operands := o.Args
	branch := ""
	if verb == "branch" {
		if len(operands) == 0 {
			return &failure{"No branch name specified", 1}
		}
		branch, operands = operands[0], operands[1:]
	}
	n, name := 0, "stash@{0}"
	if len(operands) > 0 {
		name = operands[0]
		digits := strings.TrimSuffix(strings.TrimPrefix(name, "stash@{"), "}")
		if isDigits(digits) {
			_, _ = sscan(digits, &n)
			name = "stash@{" + digits + "}"
		} else if name != "stash" {
			return &failure{"error: " + name + " is not a stash reference", 1}
		}
	}
	log := g.readReflog(stashRef.String())
	if len(log) == 0 {
		return &failure{"No stash entries found.", 1}
	}
	if n >= len(log) {
		return &failure{"error: " + name + " is not a valid reference", 1}
	}
	h := log[n].to
	c, err := g.commitOf(h)
	if err != nil {
		return err
	}
	if len(c.ParentHashes) < 2 {
		return &failure{"error: " + h.String() + " is not a stash-like commit", 1}
	}
	shown := "refs/" + name
	if len(operands) > 0 {
		shown = name
	}
	switch verb {
	case "drop":
		if err := g.stashDrop(n, log); err != nil {
			return err
		}
		if !o.Has("q") {
			g.printf("Dropped %s (%s)\n", shown, h)
		}
		return nil
	case "show":
		base, err := g.treeOf(c.ParentHashes[0])
		if err != nil {
			return err
		}
		now, err := g.readTree(c.TreeHash)
		if err != nil {
			return err
		}
		d := &differ{g: g, context: 3, format: formatStat, nameOnly: o.Has("name-only")}
		if o.Has("p") {
			d.format = formatPatch
		}
		return d.print(g.renames(compareTrees(base, now)))
	case "branch":
		if err := g.newBranchAndSwitch(branch, c.ParentHashes[0].String(), false, false, false, false, false); err != nil {
			return err
		}
	}
	if err := g.stashApply(c, o.Has("index") || verb == "branch", o.Has("q")); err != nil {
		if verb == "pop" {
			g.warn("The stash entry is kept in case you need it again.")
		}
		return err
	}
	if verb == "apply" {
		return nil
	}
	if err := g.stashDrop(n, log); err != nil {
		return err
	}
	if !o.Has("q") {
		g.printf("Dropped %s (%s)\n", shown, h)
	}
	return nil
}

func (g *run) stashPush(o *optparse.Result, save bool) error {
	branch, head, err := g.head()
	if err != nil {
		return err
	}
	if head.IsZero() {
		return &failure{"You do not have the initial commit yet", 1}
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
		return status(1)
	}
	message, _ := o.Value("m")
	var specs []string
	if save {
		message = strings.Join(o.Args, " ")
	} else if specs, err = g.pathspecs(o.Args); err != nil {
		return err
	}
	mode := "no"
	if o.Has("u") || o.Has("a") {
		mode = "all"
	}
	st, err := g.inspect(s, specs, mode, o.Has("a"))
	if err != nil {
		return err
	}
	if len(st.staged)+len(st.unstaged)+len(st.untracked) == 0 {
		if !o.Has("q") {
			g.printf("No local changes to save\n")
		}
		return nil
	}
	who, err := g.identity("COMMITTER")
	if err != nil {
		return err
	}
	base, err := g.commitOf(head)
	if err != nil {
		return err
	}
	subject, _ := subjectOf(base.Message)
	on := "(no branch)"
	if branch != "" {
		on = branch.Short()
	}
	label := on + ": " + g.short(head) + " " + subject
	commit := func(t tree, message string, parents ...plumbing.Hash) (plumbing.Hash, error) {
		root, err := g.writeTree(t)
		if err != nil {
			return root, err
		}
		return g.store(&object.Commit{Author: who, Committer: who, Message: message, TreeHash: root, ParentHashes: parents})
	}
	staged := s.tree()
	index, err := commit(staged, "index on "+label+"\n", head)
	if err != nil {
		return err
	}
	work := tree{}
	for n, f := range staged {
		work[n] = f
	}
	for _, c := range st.unstaged {
		if c.kind == 'D' {
			delete(work, c.path)
			continue
		}
		info, err := g.repo.lstat(c.path)
		if err != nil {
			return err
		}
		data, err := g.repo.content(c.path, info)
		if err != nil {
			return err
		}
		h, err := g.storeBlob(data)
		if err != nil {
			return err
		}
		work[c.path] = file{modeOf(info), h}
	}
	parents := []plumbing.Hash{head, index}
	if mode == "all" {
		others := tree{}
		for _, n := range append(append([]string{}, st.untracked...), st.ignored...) {
			if strings.HasSuffix(n, "/") {
				continue
			}
			info, err := g.repo.lstat(n)
			if err != nil {
				continue
			}
			data, err := g.repo.content(n, info)
			if err != nil {
				return err
			}
			h, err := g.storeBlob(data)
			if err != nil {
				return err
			}
			others[n] = file{modeOf(info), h}
		}
		if len(others) > 0 {
			h, err := commit(others, "untracked files on "+label+"\n")
			if err != nil {
				return err
			}
			parents = append(parents, h)
			for n := range others {
				if err := g.removeFile(n); err != nil {
					return err
				}
			}
		}
	}
	text := "WIP on " + label
	if message != "" {
		text = "On " + on + ": " + message
	}
	h, err := commit(work, text, parents...)
	if err != nil {
		return err
	}
	if err := g.setRef(stashRef, h, text); err != nil {
		return err
	}
	target, err := g.treeOf(head)
	if err != nil {
		return err
	}
	if o.Has("k") {
		target = staged
	}
	if len(specs) > 0 {
		kept := s.tree()
		for n := range kept {
			if pathMatches(specs, n) {
				delete(kept, n)
			}
		}
		for n, f := range target {
			if pathMatches(specs, n) {
				kept[n] = f
			}
		}
		for _, n := range sortedKeys(kept) {
			if pathMatches(specs, n) {
				if err := g.checkOut(s, n, kept[n]); err != nil {
					return err
				}
			}
		}
		for _, n := range s.names() {
			if _, ok := kept[n]; !ok {
				if err := g.removeFile(n); err != nil {
					return err
				}
				s.remove(n)
			}
		}
	} else if err := g.resetTo(s, target, true); err != nil {
		return err
	}
	if err := g.writeIndex(s); err != nil {
		return err
	}
	if !o.Has("q") {
		g.printf("Saved working directory and index state %s\n", text)
	}
	return nil
}

// stashApply merges a stash into the working tree; what it added stays staged.
func (g *run) stashApply(c *object.Commit, index, quiet bool) error {
	s, err := g.readIndex()
	if err != nil {
		return err
	}
	if s.anyUnmerged() {
		return &failure{"error: could not write index", 1}
	}
	base, err := g.treeOf(c.ParentHashes[0])
	if err != nil {
		return err
	}
	theirs, err := g.readTree(c.TreeHash)
	if err != nil {
		return err
	}
	ours := s.tree()
	m, err := g.mergeTrees(base, ours, theirs, "Updated upstream", "Stashed changes", "Stash base", "")
	if err != nil {
		return err
	}
	if len(c.ParentHashes) > 2 {
		others, err := g.treeOf(c.ParentHashes[2])
		if err != nil {
			return err
		}
		for _, n := range sortedKeys(others) {
			if g.repo.exists(n) {
				return &failure{n + " already exists, no checkout\nerror: could not restore untracked files from stash", 1}
			}
		}
		for _, n := range sortedKeys(others) {
			if err := g.checkOut(nil, n, others[n]); err != nil {
				return err
			}
		}
	}
	if err := g.applyMerge(s, ours, m, "merge"); err != nil {
		return err
	}
	for _, line := range m.report {
		g.printf("%s\n", line)
	}
	if len(m.conflicts) > 0 {
		return status(1)
	}
	// The index goes back to what it was, but for files that are new.
	staged := tree{}
	if index {
		if staged, err = g.treeOf(c.ParentHashes[1]); err != nil {
			return err
		}
	} else {
		for n, f := range ours {
			staged[n] = f
		}
		for n, f := range m.files {
			if _, ok := ours[n]; !ok {
				staged[n] = f
			}
		}
	}
	if err := g.resetTo(s, staged, false); err != nil {
		return err
	}
	if err := g.writeIndex(s); err != nil {
		return err
	}
	if quiet {
		return nil
	}
	return g.status(nil)
}

// stashDrop takes one entry out of the stash's log.
func (g *run) stashDrop(n int, log []logEntry) error {
	rest := append(append([]logEntry{}, log[:n]...), log[n+1:]...)
	if len(rest) == 0 {
		return g.removeRef(stashRef)
	}
	var b strings.Builder
	from := plumbing.ZeroHash
	for i := len(rest) - 1; i >= 0; i-- {
		e := rest[i]
		b.WriteString(from.String() + " " + e.to.String() + " " + identText(e.who) + "\t" + e.message + "\n")
		from = e.to
	}
	if err := g.repo.fs.WriteFile(path.Join(g.repo.dir, "logs", stashRef.String()), []byte(b.String()), 0o644); err != nil {
		return err
	}
	return g.repo.st.SetReference(plumbing.NewHashReference(stashRef, rest[0].to))
}
