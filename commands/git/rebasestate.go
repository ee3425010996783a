package git

import (
	"path"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// rebaseState is the directory that git keeps a rebase under way in.
const rebaseState = "rebase-merge"

// rebaseWaits tells that a rebase has stopped and is not yet ended.
func (g *run) rebaseWaits() bool {
	_, err := g.repo.fs.Stat(path.Join(g.repo.dir, rebaseState))
	return err == nil
}

func (g *run) dropRebase() {
	_ = g.repo.fs.RemoveAll(path.Join(g.repo.dir, rebaseState))
	_ = g.repo.st.RemoveReference("REBASE_HEAD")
	g.dropState()
}

// saveRebase writes the state that --continue and the others read, in the files that git has it in.
func (g *run) saveRebase(r *rebasing) error {
	dir := path.Join(g.repo.dir, rebaseState)
	if err := g.repo.fs.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	list := func(commits []*object.Commit) string {
		var b strings.Builder
		for _, c := range commits {
			b.WriteString("pick " + c.Hash.String() + " " + firstLine(c.Message) + "\n")
		}
		return b.String()
	}
	stopped := r.done[len(r.done)-1]
	files := map[string]string{
		"head-name": r.headName + "\n", "onto": r.onto.String() + "\n", "orig-head": r.orig.String() + "\n", "interactive": "",
		"done": list(r.done), "git-rebase-todo": list(r.todo), "msgnum": itoa(len(r.done)) + "\n", "end": itoa(len(r.done)+len(r.todo)) + "\n",
		"stopped-sha": stopped.Hash.String() + "\n", "message": strings.TrimRight(stopped.Message, "\n") + "\n",
		"author-script": "GIT_AUTHOR_NAME=" + shellQuoted(stopped.Author.Name) + "\nGIT_AUTHOR_EMAIL=" + shellQuoted(stopped.Author.Email) + "\nGIT_AUTHOR_DATE=" + shellQuoted("@"+itoa(int(stopped.Author.When.Unix()))+" "+stopped.Author.When.Format("-0700")) + "\n",
	}
	if r.quiet {
		files["quiet"] = "\n"
	}
	if r.favour != "" {
		files["strategy_opts"] = " '--" + r.favour + "'\n"
	}
	for _, n := range sortedKeys(files) {
		if err := g.repo.fs.WriteFile(path.Join(dir, n), []byte(files[n]), 0o666); err != nil {
			return err
		}
	}
	return g.repo.st.SetReference(plumbing.NewHashReference("REBASE_HEAD", stopped.Hash))
}

func shellQuoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func (g *run) readRebase() (*rebasing, error) {
	if !g.rebaseWaits() {
		return nil, fatal("No rebase in progress?")
	}
	file := func(name string) string { return g.stateFile(rebaseState + "/" + name) }
	r := &rebasing{headName: file("head-name"), onto: plumbing.NewHash(file("onto")), orig: plumbing.NewHash(file("orig-head"))}
	if r.headName != "detached HEAD" && (!strings.HasPrefix(r.headName, "refs/heads/") || !validRef(r.headName)) {
		return nil, fatal("could not read '%s'", g.repo.rel(".git/"+rebaseState+"/head-name"))
	}
	_, err := g.repo.fs.Stat(path.Join(g.repo.dir, rebaseState, "quiet"))
	r.quiet = err == nil
	for _, f := range []string{"ours", "theirs"} {
		if strings.Contains(file("strategy_opts"), f) {
			r.favour = f
		}
	}
	for _, part := range []struct {
		name string
		into *[]*object.Commit
	}{{"done", &r.done}, {"git-rebase-todo", &r.todo}} {
		for line := range strings.Lines(file(part.name)) {
			f := strings.Fields(line)
			if len(f) < 2 || f[0] != "pick" && f[0] != "p" {
				if len(f) > 0 && !strings.HasPrefix(f[0], "#") {
					return nil, fatal("the command '%s' of a rebase is not supported in this git", f[0])
				}
				continue
			}
			c, err := g.commitish(f[1])
			if err != nil {
				return nil, err
			}
			*part.into = append(*part.into, c)
		}
	}
	if len(r.done) == 0 {
		return nil, fatal("could not read '%s'", g.repo.rel(".git/"+rebaseState+"/done"))
	}
	return r, nil
}

// printRebase is how status tells of a rebase that has stopped.
func (g *run) printRebase(conflicts bool) error {
	r, err := g.readRebase()
	if err != nil {
		return err
	}
	lines := func(list []*object.Commit) {
		for _, c := range list {
			g.printf("   pick %s %s\n", g.short(c.Hash), firstLine(c.Message))
		}
	}
	g.printf("interactive rebase in progress; onto %s\n", g.short(r.onto))
	switch n := len(r.done); n {
	case 0:
		g.printf("No commands done.\n")
	case 1:
		g.printf("Last command done (1 command done):\n")
		lines(r.done)
	default:
		g.printf("Last commands done (%d commands done):\n", n)
		lines(r.done[n-2:])
		if n > 2 {
			g.printf("  (see more in file %s)\n", g.repo.rel(".git/"+rebaseState+"/done"))
		}
	}
	switch n := len(r.todo); n {
	case 0:
		g.printf("No commands remaining.\n")
	case 1:
		g.printf("Next command to do (1 remaining command):\n")
	default:
		g.printf("Next commands to do (%d remaining commands):\n", n)
	}
	lines(r.todo[:min(2, len(r.todo))])
	if len(r.todo) > 0 {
		g.printf("  (use \"git rebase --edit-todo\" to view and edit)\n")
	}
	if name, ok := strings.CutPrefix(r.headName, "refs/heads/"); ok {
		g.printf("You are currently rebasing branch '%s' on '%s'.\n", name, g.short(r.onto))
	} else {
		g.printf("You are currently rebasing.\n")
	}
	if conflicts {
		g.printf("  (fix conflicts and then run \"git rebase --continue\")\n  (use \"git rebase --skip\" to skip this patch)\n  (use \"git rebase --abort\" to check out the original branch)\n\n")
	} else {
		g.printf("  (all conflicts fixed: run \"git rebase --continue\")\n\n")
	}
	return nil
}
