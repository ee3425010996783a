package git

import (
	"strings"

	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var cleanUsage = optparse.Define("clean", "[-d] [-f] [-n] [-q] [-x | -X] [--] [<pathspec>...]", "", `
-d
-f, --force
-n, --dry-run
-q, --quiet
-x
-X
-e, --exclude=<pattern>
-i, --interactive
`)

func (g *run) clean(args []string) error {
	if _, err := g.openWork(); err != nil {
		return err
	}
	o, err := g.options(cleanUsage, args)
	if err != nil {
		return err
	}
	if o.Has("i") {
		return fatal("clean -i is not supported in this git")
	}
	if !o.Has("f") && !o.Has("n") && g.settingBool("clean.requireForce", true) {
		return fatal("clean.requireForce defaults to true and neither -i, -n, nor -f given; refusing to clean")
	}
	specs, err := g.pathspecs(o.Args)
	if err != nil {
		return err
	}
	if len(specs) == 0 && g.repo.prefix != "" {
		specs = []string{strings.TrimSuffix(g.repo.prefix, "/")}
	}
	s, err := g.readIndex()
	if err != nil {
		return err
	}
	u := g.newUntracked(s, specs, false)
	if o.Has("x") {
		u.ig = &ignores{g: g, off: true}
	}
	for _, m := range o.Options {
		if m.Key == "e" {
			u.ig.Add(m.Value, "")
		}
	}
	if err := u.walk("", 0); err != nil {
		return err
	}
	list := u.out
	if o.Has("X") {
		list = u.ignored
	}
	sortStable(list, func(a, b string) bool { return a < b })
	for _, n := range list {
		dir := strings.HasSuffix(n, "/")
		if dir && !o.Has("d") && len(specs) == 0 {
			continue
		}
		if _, _, repo := gitDirOf(g.repo.fs, g.repo.abs(n)); dir && repo {
			continue
		}
		word := "Removing"
		if o.Has("n") {
			word = "Would remove"
		}
		if !o.Has("q") {
			g.printf("%s %s\n", word, quoted(g.repo.rel(n)))
		}
		if o.Has("n") {
			continue
		}
		if dir {
			err = g.repo.fs.RemoveAll(g.repo.abs(n))
		} else {
			err = g.repo.fs.Remove(g.repo.abs(n))
		}
		if err != nil {
			g.warn("warning: failed to remove %s: %s", n, kernel.Strerror(err))
		}
	}
	return nil
}

// blamed is a line with the commit that it came with.
// blameLines follows each line of a file back through the first parent that has it.
