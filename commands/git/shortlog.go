package git

import (
	"github.com/go-git/go-git/v5/plumbing/object"

	"github.com/sandpit-dev/sandpit/internal/optparse"
)

var shortlogUsage = optparse.Define("shortlog", "[<options>] [<revision-range>]", "", `
-n, --numbered
-s, --summary
-e, --email
-c, --committer
    --no-merges
    --all
`)

func (g *run) shortlog(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	o, err := g.options(shortlogUsage, args)
	if err != nil {
		return err
	}
	if len(o.Args) == 0 {
		if fd := g.p.FD(0); fd == nil || !fd.IsTerminal() {
			return fatal("shortlog of a log on standard input is not supported in this git: name a revision")
		}
	}
	numbered := o.Has("n")
	for i := range o.Options { // -n is the number of commits elsewhere
		if o.Options[i].Key == "n" {
			o.Options[i].Key = "numbered"
		}
	}
	q, err := g.newQuery(o, args, o.Args)
	if err != nil {
		return err
	}
	by := map[string][]string{}
	err = q.each(func(c *object.Commit) error {
		who := c.Author
		if o.Has("c") {
			who = c.Committer
		}
		key := who.Name
		if o.Has("e") {
			key += " <" + who.Email + ">"
		}
		subject, _ := subjectOf(c.Message)
		by[key] = append(by[key], subject)
		return nil
	})
	if err != nil {
		return err
	}
	names := sortedKeys(by)
	if numbered {
		sortStable(names, func(a, b string) bool { return len(by[a]) > len(by[b]) })
	}
	for _, n := range names {
		if o.Has("s") {
			g.printf("%6d\t%s\n", len(by[n]), n)
			continue
		}
		g.printf("%s (%d):\n", n, len(by[n]))
		for i := len(by[n]) - 1; i >= 0; i-- {
			g.printf("      %s\n", by[n][i])
		}
		g.printf("\n")
	}
	return nil
}
