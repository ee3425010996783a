package git

import (
	"path"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var commitUsage = optparse.Define("commit", "[<options>] [--] <pathspec>...", "", `
-m, --message=<message>
-F, --file=<file>
-a, --all
-q, --quiet
-v, --verbose
-n, --no-verify
-s, --signoff
-e, --edit
-o, --only
-i, --include
-p, --patch
-C, --reuse-message=<commit>
-c, --reedit-message=<commit>
-t, --template=<file>
-u[<mode>], --untracked-files[=<mode>]
-S, --gpg-sign[=<key>]
    --no-gpg-sign
    --amend
    --no-edit
    --reset-author
    --author=<author>
    --date=<date>
    --allow-empty
    --allow-empty-message
    --no-allow-empty
    --cleanup=<mode>
    --dry-run
    --short
    --porcelain
    --fixup=<commit>
    --squash=<commit>
    --trailer=<trailer>
    --no-status
    --status
    --verify
`)

func (g *run) commit(args []string) error {
	if _, err := g.openWork(); err != nil {
		return err
	}
	o, err := g.options(commitUsage, args)
	if err != nil {
		return err
	}
	if o.Has("p") || o.Has("S") {
		return fatal("commit -p and -S are not supported in this git")
	}
	if o.Has("a") && len(o.Args) > 0 {
		return fatal("paths '%s ...' with -a does not make sense", o.Args[0])
	}
	s, err := g.readIndex()
	if err != nil {
		return err
	}
	if s.anyUnmerged() && !o.Has("a") {
		var list strings.Builder
		for _, n := range s.names() {
			if s.unmerged(n) {
				list.WriteString("U\t" + n + "\n")
			}
		}
		g.printf("%s", list.String())
		return &failure{"error: Committing is not possible because you have unmerged files.\nhint: Fix them up in the work tree, and then use 'git add/rm <file>'\nhint: as appropriate to mark resolution and make a commit.\nfatal: Exiting because of an unresolved conflict.", 128}
	}
	branch, head, err := g.head()
	if err != nil {
		return err
	}
	base, err := g.treeOf(head)
	if err != nil {
		return err
	}
	toCommit := s
	switch {
	case o.Has("a"):
		for _, n := range s.names() {
			if err := g.restage(s, n); err != nil {
				return err
			}
		}
	case len(o.Args) > 0:
		if g.merging() && !o.Has("i") {
			return fatal("cannot do a partial commit during a merge.")
		}
		specs, err := g.pathspecs(o.Args)
		if err != nil {
			return err
		}
		for i, spec := range specs {
			found := g.known(s, spec)
			for n := range base {
				found = found || specMatches(spec, n)
			}
			if !found {
				return &failure{"error: pathspec '" + o.Args[i] + "' did not match any file(s) known to git", 1}
			}
		}
		for _, n := range s.names() {
			if pathMatches(specs, n) {
				if err := g.restage(s, n); err != nil {
					return err
				}
			}
		}
		if !o.Has("i") { // only these paths; what else is staged stays staged
			only := tree{}
			for n, f := range base {
				if !pathMatches(specs, n) {
					only[n] = f
				}
			}
			for n, f := range s.tree() {
				if pathMatches(specs, n) {
					only[n] = f
				}
			}
			toCommit = &staging{entries: map[string]*[4]*indexEntry{}}
			for n, f := range only {
				toCommit.set(n, f, nil)
			}
		}
	}
	files := toCommit.tree()

	amend := o.Has("amend")
	var previous *object.Commit
	if amend {
		if head.IsZero() {
			return fatal("You have nothing to amend.")
		}
		if g.merging() {
			return fatal("You are in the middle of a merge -- cannot amend.")
		}
		if previous, err = g.commitOf(head); err != nil {
			return err
		}
	}
	var parents []plumbing.Hash
	compared := base
	switch {
	case amend:
		parents = previous.ParentHashes
		compared = tree{}
		if len(parents) > 0 {
			if compared, err = g.treeOf(parents[0]); err != nil {
				return err
			}
		}
	case !head.IsZero():
		parents = []plumbing.Hash{head}
		for _, h := range strings.Fields(g.stateFile("MERGE_HEAD")) {
			parents = append(parents, plumbing.NewHash(h))
		}
	}
	changes := compareTrees(compared, files)
	if o.Has("dry-run") {
		st, err := g.inspect(s, nil, "normal", false)
		if err != nil {
			return err
		}
		return g.printLong(s, st, "normal", true)
	}
	if len(changes) == 0 && !o.Has("allow-empty") && len(parents) < 2 && (!amend || len(parents) > 0) {
		if amend {
			g.printf("On branch %s\nNo changes\n", branch.Short())
			return &failure{"You asked to amend the most recent commit, but doing so would make\nit empty. You can repeat your command with --allow-empty, or you can\nremove the commit entirely with \"git reset HEAD^\".", 1}
		}
		if err := g.writeIndex(s); err != nil {
			return err
		}
		st, err := g.inspect(s, nil, "normal", false)
		if err != nil {
			return err
		}
		if err := g.printLong(s, st, "normal", true); err != nil {
			return err
		}
		if g.stateFile("CHERRY_PICK_HEAD") != "" {
			return &failure{"The previous cherry-pick is now empty, possibly due to conflict resolution.\nIf you wish to commit it anyway, use:\n\n    git commit --allow-empty\n\nOtherwise, please use 'git cherry-pick --skip'", 1}
		}
		return status(1)
	}

	committer, err := g.identity("COMMITTER")
	if err != nil {
		return err
	}
	author, err := g.identity("AUTHOR")
	if err != nil {
		return err
	}
	reuse := previous
	for _, k := range []string{"C", "c"} {
		if rev, ok := o.Value(k); ok {
			if reuse, err = g.commitish(rev); err != nil {
				return err
			}
		}
	}
	if pick := g.stateFile("CHERRY_PICK_HEAD"); pick != "" && reuse == nil {
		if reuse, err = g.commitOf(plumbing.NewHash(pick)); err != nil {
			return err
		}
	}
	if reuse != nil && !o.Has("reset-author") {
		author = reuse.Author
	}
	if a, ok := o.Value("author"); ok {
		name, email, found := strings.Cut(a, " <")
		if !found || !strings.HasSuffix(email, ">") {
			return fatal("--author '%s' is not 'Name <email>' and matches no existing author", a)
		}
		author.Name, author.Email = name, strings.TrimSuffix(email, ">")
	}
	if d, ok := o.Value("date"); ok {
		when, valid := g.parseDate(d)
		if !valid {
			return fatal("invalid date format: %s", d)
		}
		author.When = when
	}

	message, given, err := g.commitMessage(o)
	if err != nil {
		return err
	}
	if !given {
		switch {
		case reuse != nil && (amend && (o.Has("no-edit") || o.Has("C")) || !amend):
			message = reuse.Message
		case g.stateFile("MERGE_MSG") != "":
			message = g.stateFile("MERGE_MSG")
		case amend:
			message = previous.Message
		}
		edit := !o.Has("no-edit") && !o.Has("C") && (message == "" || amend || o.Has("c") || g.merging() || g.stateFile("MERGE_MSG") != "") || o.Has("e")
		if edit {
			if message, err = g.edit(message, s); err != nil {
				return err
			}
		}
	} else if o.Has("e") {
		if message, err = g.edit(message, s); err != nil {
			return err
		}
	}
	if mode, _ := o.Value("cleanup"); mode != "verbatim" {
		message = cleanMessage(message, mode == "strip" || !given && mode == "")
	}
	if o.Has("s") {
		line := "Signed-off-by: " + committer.Name + " <" + committer.Email + ">"
		message = addTrailer(message, line)
	}
	for _, m := range o.Options {
		if m.Key == "trailer" {
			key, value, ok := strings.Cut(m.Value, "=")
			if !ok {
				key, value, _ = strings.Cut(m.Value, ":")
			}
			message = addTrailer(message, strings.TrimSpace(key)+": "+strings.TrimSpace(value))
		}
	}
	if strings.TrimSpace(message) == "" && !o.Has("allow-empty-message") {
		return &failure{"Aborting commit due to empty commit message.", 1}
	}
	if err := g.writeState("COMMIT_EDITMSG", message); err != nil {
		return err
	}
	root, err := g.writeTree(files)
	if err != nil {
		return err
	}
	c := &object.Commit{Author: author, Committer: committer, Message: message, TreeHash: root, ParentHashes: parents}
	h, err := g.store(c)
	if err != nil {
		return err
	}
	subject, _, _ := strings.Cut(message, "\n")
	what := "commit"
	switch {
	case amend:
		what = "commit (amend)"
	case len(parents) == 0:
		what = "commit (initial)"
	case len(parents) > 1:
		what = "commit (merge)"
	}
	if err := g.moveHead(h, what+": "+subject); err != nil {
		return err
	}
	if err := g.writeIndex(s); err != nil {
		return err
	}
	g.dropState()
	if o.Has("q") {
		return nil
	}
	where := "detached HEAD"
	if branch != "" {
		where = branch.Short()
	}
	if len(parents) == 0 {
		where += " (root-commit)"
	}
	g.printf("[%s %s] %s\n", where, g.short(h), subject)
	if author.Name != committer.Name || author.Email != committer.Email {
		g.printf(" Author: %s <%s>\n", author.Name, author.Email)
	}
	if _, dated := o.Value("date"); dated || amend && !o.Has("reset-author") || reuse != nil {
		g.printf(" Date: %s\n", dateDefault(author.When))
	}
	if len(parents) > 1 {
		return nil
	}
	return g.printSummary(changes)
}

// restage takes over what the working tree has of a known path.
func (g *run) restage(s *staging, name string) error {
	info, err := g.repo.lstat(name)
	if err != nil || info.IsDir() {
		s.remove(name)
		return nil
	}
	if e := s.get(name); e != nil && s.fresh(e, info) {
		return nil
	}
	return g.stage(s, name)
}

// commitMessage gives what -m, -F, --fixup say.
func (g *run) commitMessage(o *optparse.Result) (message string, given bool, err error) {
	var parts []string
	for _, m := range o.Options {
		switch m.Key {
		case "m":
			parts = append(parts, strings.TrimRight(m.Value, "\n"))
		case "fixup", "squash":
			c, err := g.commitish(m.Value)
			if err != nil {
				return "", false, err
			}
			subject, _, _ := strings.Cut(c.Message, "\n")
			parts = append(parts, m.Key+"! "+subject)
		case "F":
			var data []byte
			if m.Value == "-" {
				data, err = cmd.ReadAll(g.p.Stdin())
			} else {
				data, err = g.p.FS().ReadFile(m.Value)
			}
			if err != nil {
				return "", false, fatal("could not read log file '%s': %s", m.Value, kernel.Strerror(err))
			}
			parts = append(parts, string(data))
		}
	}
	if len(parts) == 0 {
		return "", false, nil
	}
	return strings.Join(parts, "\n\n") + "\n", true, nil
}

// edit runs the user's editor over a message.
func (g *run) edit(message string, s *staging) (string, error) {
	editor := g.p.Getenv("GIT_EDITOR")
	if editor == "" {
		editor, _ = g.setting("core.editor")
	}
	for _, k := range []string{"VISUAL", "EDITOR"} {
		if editor == "" {
			editor = g.p.Getenv(k)
		}
	}
	if editor == "" {
		fd := g.p.FD(0)
		if fd == nil || !fd.IsTerminal() {
			return "", &failure{"error: Terminal is dumb, but EDITOR unset\nPlease supply the message using either -m or -F option.", 1}
		}
		editor = "vi"
	}
	file := path.Join(g.repo.dir, "COMMIT_EDITMSG")
	text := message
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	text += "\n# Please enter the commit message for your changes. Lines starting\n# with '#' will be ignored, and an empty message aborts the commit.\n#\n"
	if err := g.repo.fs.WriteFile(file, []byte(text), 0o644); err != nil {
		return "", err
	}
	_ = g.w.Flush()
	st, err := cmd.Run(g.ctx, g.p, kernel.Spec{Args: []string{"sh", "-c", editor + ` "$@"`, editor, file}})
	if err != nil || st.ExitCode() != 0 {
		return "", &failure{"error: There was a problem with the editor '" + editor + "'.\nPlease supply the message using either -m or -F option.", 1}
	}
	data, err := g.repo.fs.ReadFile(file)
	return string(data), err
}

// cleanMessage strips blank lines at both ends and doubled ones within, and comments when asked.
func cleanMessage(text string, comments bool) string {
	var out []string
	blank := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		if comments && strings.HasPrefix(line, "#") {
			continue
		}
		if line == "" {
			blank = len(out) > 0
			continue
		}
		if blank {
			out = append(out, "")
			blank = false
		}
		out = append(out, line)
	}
	if len(out) == 0 {
		return ""
	}
	return strings.Join(out, "\n") + "\n"
}

// addTrailer puts a "Key: value" line into the last paragraph of a message.
func addTrailer(message, line string) string {
	if strings.HasSuffix(message, "\n"+line+"\n") {
		return message
	}
	body := strings.TrimRight(message, "\n")
	last := body[strings.LastIndex(body, "\n\n")+1:]
	sep := "\n\n"
	if strings.Contains(body, "\n\n") {
		trailers := true
		for l := range strings.Lines(strings.TrimLeft(last, "\n")) {
			key, _, ok := strings.Cut(l, ": ")
			trailers = trailers && ok && !strings.Contains(key, " ")
		}
		if trailers {
			sep = "\n"
		}
	}
	return body + sep + line + "\n"
}
