package git

import (
	"bytes"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"

	"github.com/sandpit-dev/sandpit/commands/internal/linediff"
	"github.com/sandpit-dev/sandpit/internal/optparse"
)

// region is a piece of a merge of three texts: lines taken as they are, or a conflict.
type region struct {
	conflict           bool
	lines              [][]byte // when it is none
	base, ours, theirs [][]byte
}

// mergeText merges two descendants of a text line by line, as diff3 does.
func (g *run) mergeText(base, ours, theirs []byte) []region {
	o, a, b := linediff.Lines(base), linediff.Lines(ours), linediff.Lines(theirs)
	n := linediff.Number(nil, o, a, b)
	left := linediff.Diff(g.p.Safepoint, n[0], n[1], 0, false)
	right := linediff.Diff(g.p.Safepoint, n[0], n[2], 0, false)
	var out []region
	at, i, j := 0, 0, 0 // lines of the base done; changes done
	da, db := 0, 0      // what to add to a line of the base for the line of ours and theirs
	for i < len(left) || j < len(right) {
		start := len(o) + 1
		if i < len(left) {
			start = left[i].A0
		}
		if j < len(right) && right[j].A0 < start {
			start = right[j].A0
		}
		end, i0, j0 := start, i, j
		for grown := true; grown; {
			grown = false
			for i < len(left) && (left[i].A0 < end || left[i].A0 == end && (i == i0 || j > j0)) {
				end, grown = max(end, left[i].A1), true
				i++
			}
			for j < len(right) && (right[j].A0 < end || right[j].A0 == end && (j == j0 || i > i0)) {
				end, grown = max(end, right[j].A1), true
				j++
			}
		}
		if start > at {
			out = append(out, region{lines: o[at:start]})
		}
		a0, b0 := start+da, start+db
		if i > i0 {
			da = left[i-1].B1 - left[i-1].A1
		}
		if j > j0 {
			db = right[j-1].B1 - right[j-1].A1
		}
		x, y, z := o[start:end], a[a0:end+da], b[b0:end+db]
		switch {
		case i == i0 || sameLines(x, y):
			out = append(out, region{lines: z})
		case j == j0 || sameLines(x, z) || sameLines(y, z):
			out = append(out, region{lines: y})
		default:
			out = append(out, trimConflict(region{conflict: true, base: x, ours: y, theirs: z})...)
		}
		at = end
	}
	if at < len(o) {
		out = append(out, region{lines: o[at:]})
	}
	return out
}

// trimConflict takes the lines that both sides share at either end out of a conflict.
func trimConflict(r region) []region {
	head := 0
	for head < len(r.ours) && head < len(r.theirs) && bytes.Equal(r.ours[head], r.theirs[head]) {
		head++
	}
	tail := 0
	for tail < len(r.ours)-head && tail < len(r.theirs)-head && bytes.Equal(r.ours[len(r.ours)-1-tail], r.theirs[len(r.theirs)-1-tail]) {
		tail++
	}
	out := []region{}
	if head > 0 {
		out = append(out, region{lines: r.ours[:head]})
	}
	end := r.ours[len(r.ours)-tail:]
	r.ours, r.theirs = r.ours[head:len(r.ours)-tail], r.theirs[head:len(r.theirs)-tail]
	out = append(out, r)
	if tail > 0 {
		out = append(out, region{lines: end})
	}
	return out
}

func sameLines(a, b [][]byte) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !bytes.Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

// render writes merged regions with conflict markers.
func render(regions []region, ours, theirs, base string, diff3 bool) (text []byte, conflicts int) {
	var b bytes.Buffer
	put := func(lines [][]byte) {
		for _, l := range lines {
			b.Write(l)
		}
		if n := len(lines); n > 0 && !bytes.HasSuffix(lines[n-1], []byte("\n")) {
			b.WriteByte('\n')
		}
	}
	for _, r := range regions {
		if !r.conflict {
			for _, l := range r.lines {
				b.Write(l)
			}
			continue
		}
		conflicts++
		b.WriteString("<<<<<<< " + ours + "\n")
		put(r.ours)
		if diff3 {
			b.WriteString("||||||| " + base + "\n")
			put(r.base)
		}
		b.WriteString("=======\n")
		put(r.theirs)
		b.WriteString(">>>>>>> " + theirs + "\n")
	}
	return b.Bytes(), conflicts
}

// merged is what a merge of three trees comes to.
type merged struct {
	files     tree
	conflicts map[string][3]file // base, ours, theirs
	work      map[string][]byte  // what the working tree gets of a conflict
	modes     map[string]filemode.FileMode
	report    []string
}

// mergeTrees merges path by path. favour is "ours" or "theirs" for conflicts, or empty.
func (g *run) mergeTrees(base, ours, theirs tree, oursName, theirsName, baseName, favour string) (*merged, error) {
	m := &merged{files: tree{}, conflicts: map[string][3]file{}, work: map[string][]byte{}, modes: map[string]filemode.FileMode{}}
	all := map[string]bool{}
	for _, t := range []tree{base, ours, theirs} {
		for n := range t {
			all[n] = true
		}
	}
	style, _ := g.setting("merge.conflictStyle")
	for _, n := range sortedKeys(all) {
		if err := g.alive(); err != nil {
			return nil, err
		}
		b, inBase := base[n]
		o, inOurs := ours[n]
		t, inTheirs := theirs[n]
		switch {
		case o == t && inOurs == inTheirs:
			if inOurs {
				m.files[n] = o
			}
			continue
		case o == b && inOurs == inBase:
			if inTheirs {
				m.files[n] = t
			}
			continue
		case t == b && inTheirs == inBase:
			if inOurs {
				m.files[n] = o
			}
			continue
		}
		if favour == "ours" && inOurs || favour == "theirs" && !inTheirs && inOurs && false {
			if !inTheirs || isLink(o) || isLink(t) {
				m.files[n] = o
				continue
			}
		}
		if !inOurs || !inTheirs {
			m.conflicts[n] = [3]file{b, o, t}
			left, kept, from := theirsName, o, oursName
			if !inOurs {
				left, kept, from = oursName, t, theirsName
			}
			m.report = append(m.report, "CONFLICT (modify/delete): "+n+" deleted in "+left+" and modified in "+from+".  Version "+from+" of "+n+" left in tree.")
			data, err := g.readBlob(kept.hash)
			if err != nil {
				return nil, err
			}
			m.work[n], m.modes[n] = data, kept.mode
			continue
		}
		mode := o.mode
		if inBase && o.mode == b.mode {
			mode = t.mode
		}
		if o.hash == t.hash || inBase && o.hash == b.hash {
			m.files[n] = file{mode, t.hash}
			continue
		}
		if inBase && t.hash == b.hash {
			m.files[n] = file{mode, o.hash}
			continue
		}
		x, err := g.contentOrEmpty(b, inBase)
		if err != nil {
			return nil, err
		}
		y, err := g.readBlob(o.hash)
		if err != nil {
			return nil, err
		}
		z, err := g.readBlob(t.hash)
		if err != nil {
			return nil, err
		}
		m.report = append(m.report, "Auto-merging "+n)
		if isBinary(x) || isBinary(y) || isBinary(z) || isLink(o) || isLink(t) {
			if favour != "" {
				if m.files[n] = o; favour == "theirs" {
					m.files[n] = t
				}
				continue
			}
			if !isLink(o) && !isLink(t) {
				m.report[len(m.report)-1] = "warning: Cannot merge binary files: " + n + " (" + oursName + " vs. " + theirsName + ")\nAuto-merging " + n
			}
			m.conflict(n, b, o, t, inBase)
			m.work[n], m.modes[n] = y, o.mode
			continue
		}
		regions := g.mergeText(x, y, z)
		if favour != "" {
			for i := range regions {
				if regions[i].conflict {
					lines := regions[i].ours
					if favour == "theirs" {
						lines = regions[i].theirs
					}
					regions[i] = region{lines: lines}
				}
			}
		}
		text, conflicts := render(regions, oursName, theirsName, baseName, style == "diff3" || style == "zdiff3")
		if conflicts == 0 {
			h, err := g.storeBlob(text)
			if err != nil {
				return nil, err
			}
			m.files[n] = file{mode, h}
			continue
		}
		m.conflict(n, b, o, t, inBase)
		m.work[n], m.modes[n] = text, mode
	}
	return m, nil
}

func isLink(f file) bool { return f.mode == filemode.Symlink || f.mode == filemode.Submodule }

func (m *merged) conflict(n string, b, o, t file, inBase bool) {
	kind := "content"
	if !inBase {
		kind, b = "add/add", file{}
	}
	m.conflicts[n] = [3]file{b, o, t}
	m.report = append(m.report, "CONFLICT ("+kind+"): Merge conflict in "+n)
}

func (g *run) contentOrEmpty(f file, there bool) ([]byte, error) {
	if !there {
		return nil, nil
	}
	return g.readBlob(f.hash)
}

// apply brings index and working tree from ours to what a merge came to.
func (g *run) applyMerge(s *staging, ours tree, m *merged, verb string) error {
	target := tree{}
	for n, f := range m.files {
		target[n] = f
	}
	for n := range m.conflicts {
		if f, ok := ours[n]; ok {
			target[n] = f
		}
	}
	for n := range m.conflicts {
		if g.dirty(s, n) {
			return &failure{"error: Your local changes to the following files would be overwritten by " + verb + ":\n\t" + n + "\nPlease commit your changes or stash them before you " + verb + ".\nAborting", 1}
		}
	}
	if err := g.switchTree(s, ours, target, false, verb); err != nil {
		return err
	}
	for n, c := range m.conflicts {
		if err := g.writeFile(n, m.work[n], m.modes[n]); err != nil {
			return err
		}
		s.conflict(n, c[0], c[1], c[2])
	}
	return g.writeIndex(s)
}

var mergeUsage = optparse.Define("merge", "[<options>] [<commit>...]", "", `
-m, --message=<message>
-F, --file=<file>
    --ff
    --no-ff
    --ff-only
    --squash
    --no-squash
    --commit
    --no-commit
    --abort
    --quit
    --continue
-q, --quiet
-v, --verbose
-e, --edit
    --no-edit
-n, --no-stat
    --stat
-s, --strategy=<strategy>
-X, --strategy-option=<option>
    --allow-unrelated-histories
    --no-verify
    --verify
    --log[=<n>]
    --no-log
    --signoff
    --autostash
    --no-autostash
    --progress
    --no-progress
`)

func (g *run) merge(args []string) error {
	if _, err := g.openWork(); err != nil {
		return err
	}
	o, err := g.options(mergeUsage, args)
	if err != nil {
		return err
	}
	switch {
	case o.Has("abort"):
		if !g.merging() {
			return fatal("There is no merge to abort (MERGE_HEAD missing).")
		}
		return g.reset([]string{"--merge", "-q"})
	case o.Has("quit"):
		g.dropState()
		return nil
	case o.Has("continue"):
		if !g.merging() {
			return fatal("There is no merge in progress (MERGE_HEAD missing).")
		}
		return g.commit([]string{"--no-edit"})
	}
	if g.merging() {
		s, err := g.readIndex()
		if err == nil && s.anyUnmerged() {
			return &failure{"error: Merging is not possible because you have unmerged files.\nhint: Fix them up in the work tree, and then use 'git add/rm <file>'\nhint: as appropriate to mark resolution and make a commit.\nfatal: Exiting because of an unresolved conflict.", 128}
		}
		return fatal("You have not concluded your merge (MERGE_HEAD exists).\nPlease, commit your changes before you merge.")
	}
	if len(o.Args) > 1 {
		return fatal("merging more than one commit is not supported in this git")
	}
	name := "@{u}"
	if len(o.Args) == 1 {
		name = o.Args[0]
	} else if branch, _, err := g.head(); err == nil {
		up, ok := g.upstream(branch.Short())
		if !ok {
			return fatal("No remote for the current branch.")
		}
		name = up.Short()
	}
	h, ok := g.lookup(name)
	if ok {
		h, ok = g.peel(h, plumbing.CommitObject)
	}
	if !ok {
		return &failure{"merge: " + name + " - not something we can merge", 1}
	}
	message, _ := o.Value("m")
	if message == "" {
		message = g.mergeMessage(name)
	}
	return g.mergeCommit(o, name, h, message)
}

// mergeMessage is the message that git proposes.
func (g *run) mergeMessage(name string) string {
	what := "commit '" + name + "'"
	if r, ok := g.ref(name); ok && name != "HEAD" {
		switch full := r.Name().String(); {
		case strings.HasPrefix(full, "refs/heads/"):
			what = "branch '" + name + "'"
		case strings.HasPrefix(full, "refs/tags/"):
			what = "tag '" + name + "'"
		case strings.HasPrefix(full, "refs/remotes/"):
			what = "remote-tracking branch '" + name + "'"
		}
	}
	return "Merge " + what + g.into()
}

// into names the branch that a merge goes to, unless it is the main one.
func (g *run) into() string {
	branch, _, _ := g.head()
	switch branch.Short() {
	case "main", "master":
		return ""
	case "":
		return " into HEAD"
	}
	if def, ok := g.setting("init.defaultBranch"); ok && def == branch.Short() {
		return ""
	}
	return " into " + branch.Short()
}

// mergeCommit merges a commit into HEAD.
func (g *run) mergeCommit(o *optparse.Result, name string, h plumbing.Hash, message string) error {
	quiet := o.Has("q")
	_, head, err := g.head()
	if err != nil {
		return err
	}
	s, err := g.readIndex()
	if err != nil {
		return err
	}
	if head.IsZero() {
		t, err := g.treeOf(h)
		if err != nil {
			return err
		}
		if err := g.switchTree(s, tree{}, t, false, "merge"); err != nil {
			return err
		}
		if err := g.moveHead(h, "initial pull"); err != nil {
			return err
		}
		return g.writeIndex(s)
	}
	bases, err := g.mergeBases(head, h)
	if err != nil {
		return err
	}
	if len(bases) == 0 && !o.Has("allow-unrelated-histories") {
		return fatal("refusing to merge unrelated histories")
	}
	if len(bases) > 0 && bases[0] == h {
		if !quiet {
			g.printf("Already up to date.\n")
		}
		return nil
	}
	ours, err := g.treeOf(head)
	if err != nil {
		return err
	}
	theirs, err := g.treeOf(h)
	if err != nil {
		return err
	}
	ff, _ := g.setting("merge.ff")
	noFF := o.Has("no-ff") || ff == "false" && !o.Has("ff") && !o.Has("ff-only")
	onlyFF := o.Has("ff-only") || ff == "only" && !o.Has("no-ff") && !o.Has("ff")
	stat := func() error {
		if quiet || o.Has("n") {
			return nil
		}
		now, err := g.readIndex()
		if err != nil {
			return err
		}
		d := &differ{g: g, context: 3, format: formatStat, summary: true}
		return d.print(g.renames(compareTrees(ours, now.tree())))
	}
	if len(bases) > 0 && bases[0] == head && !noFF {
		if !quiet {
			g.printf("Updating %s..%s\n", g.short(head), g.short(h))
		}
		if err := g.switchTree(s, ours, theirs, false, "merge"); err != nil {
			return err
		}
		if err := g.writeIndex(s); err != nil {
			return err
		}
		if o.Has("squash") {
			g.printf("Fast-forward\nSquash commit -- not updating HEAD\n")
			if err := g.squashMessage(head, h); err != nil {
				return err
			}
			return stat()
		}
		if err := g.repo.st.SetReference(plumbing.NewHashReference("ORIG_HEAD", head)); err != nil {
			return err
		}
		if err := g.moveHead(h, "merge "+name+": Fast-forward"); err != nil {
			return err
		}
		if !quiet {
			g.printf("Fast-forward\n")
		}
		return stat()
	}
	if onlyFF {
		return fatal("Not possible to fast-forward, aborting.")
	}
	for _, c := range compareTrees(ours, s.tree()) {
		if f, ok := theirs[c.path]; !ok || f != c.new {
			return &failure{"error: Your local changes to the following files would be overwritten by merge:\n  " + c.path + "\nMerge with strategy ort failed.", 2}
		}
	}
	if _, err := g.identity("COMMITTER"); err != nil {
		return err
	}
	base := tree{}
	baseName := "empty tree"
	if len(bases) > 0 {
		if base, err = g.treeOf(bases[0]); err != nil {
			return err
		}
		baseName = g.short(bases[0])
		if len(bases) > 1 {
			if base, err = g.virtualBase(bases); err != nil {
				return err
			}
			baseName = "merged common ancestors"
		}
	}
	favour := ""
	for _, m := range o.Options {
		if m.Key == "X" {
			favour = m.Value
		}
	}
	if favour != "" && favour != "ours" && favour != "theirs" {
		return fatal("Unknown option for merge-ort: -X%s", favour)
	}
	var m *merged
	if strategy, _ := o.Value("s"); strategy == "ours" {
		m = &merged{files: ours}
	} else if m, err = g.mergeTrees(base, ours, theirs, "HEAD", name, baseName, favour); err != nil {
		return err
	}
	if err := g.applyMerge(s, ours, m, "merge"); err != nil {
		if f, ok := err.(*failure); ok {
			f.text += ""
			f.status = 1
		}
		return err
	}
	if !quiet || len(m.conflicts) > 0 {
		for _, line := range m.report {
			g.printf("%s\n", line)
		}
	}
	if len(m.conflicts) > 0 {
		if !o.Has("squash") {
			if err := g.writeState("MERGE_HEAD", h.String()+"\n"); err != nil {
				return err
			}
			if err := g.writeState("MERGE_MODE", ""); err != nil {
				return err
			}
			if err := g.repo.st.SetReference(plumbing.NewHashReference("ORIG_HEAD", head)); err != nil {
				return err
			}
		}
		text := message + "\n\n# Conflicts:\n"
		for _, n := range sortedKeys(m.conflicts) {
			text += "#\t" + n + "\n"
		}
		if err := g.writeState("MERGE_MSG", text); err != nil {
			return err
		}
		g.printf("Automatic merge failed; fix conflicts and then commit the result.\n")
		return status(1)
	}
	if o.Has("squash") {
		g.printf("Squash commit -- not updating HEAD\n")
		if err := g.squashMessage(head, h); err != nil {
			return err
		}
		g.warn("Automatic merge went well; stopped before committing as requested")
		return nil
	}
	if o.Has("no-commit") {
		if err := g.writeState("MERGE_HEAD", h.String()+"\n"); err != nil {
			return err
		}
		if err := g.writeState("MERGE_MSG", message+"\n"); err != nil {
			return err
		}
		g.printf("Automatic merge went well; stopped before committing as requested\n")
		return nil
	}
	root, err := g.writeTree(m.files)
	if err != nil {
		return err
	}
	author, err := g.identity("AUTHOR")
	if err != nil {
		return err
	}
	committer, err := g.identity("COMMITTER")
	if err != nil {
		return err
	}
	c := &object.Commit{Author: author, Committer: committer, Message: cleanMessage(message, false), TreeHash: root, ParentHashes: []plumbing.Hash{head, h}}
	made, err := g.store(c)
	if err != nil {
		return err
	}
	if err := g.moveHead(made, "merge "+name+": Merge made by the 'ort' strategy."); err != nil {
		return err
	}
	if !quiet {
		g.printf("Merge made by the 'ort' strategy.\n")
	}
	return stat()
}

// virtualBase merges several bases into one; their conflicts stay marked in it.
func (g *run) virtualBase(bases []plumbing.Hash) (tree, error) {
	t, err := g.treeOf(bases[0])
	if err != nil {
		return nil, err
	}
	for _, h := range bases[1:min(len(bases), 8)] {
		other, err := g.treeOf(h)
		if err != nil {
			return nil, err
		}
		older, err := g.mergeBases(bases[0], h)
		if err != nil {
			return nil, err
		}
		base := tree{}
		if len(older) > 0 {
			if base, err = g.treeOf(older[0]); err != nil {
				return nil, err
			}
		}
		m, err := g.mergeTrees(base, t, other, "Temporary merge branch 1", "Temporary merge branch 2", "", "")
		if err != nil {
			return nil, err
		}
		for n := range m.conflicts {
			b, err := g.storeBlob(m.work[n])
			if err != nil {
				return nil, err
			}
			m.files[n] = file{m.modes[n], b}
		}
		t = m.files
	}
	return t, nil
}

// squashMessage leaves the messages of the squashed commits for the next commit.
func (g *run) squashMessage(head, h plumbing.Hash) error {
	var b strings.Builder
	b.WriteString("Squashed commit of the following:\n")
	p := &pretty{g: g, format: "medium"}
	err := g.eachCommit([]plumbing.Hash{h}, []plumbing.Hash{head}, func(c *object.Commit) error {
		b.WriteString("\n" + p.text(c))
		return nil
	})
	if err != nil {
		return err
	}
	return g.writeState("MERGE_MSG", b.String())
}
