package git

import (
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"

	"github.com/sandpit-dev/sandpit/internal/optparse"
)

// logOptions are those of log, show and rev-list about commits.
var logUsage = optparse.Define("log", "[<options>] [<revision-range>] [[--] <path>...]", "", logOptions+diffOptions).Digits()

// query is what log and its like look for.
// expandDigits lets -3 stand for -n 3; optparse hands it over as "digits".
// withDashes puts the "--" back that the option parser takes away: what follows it in args are paths.
// each calls fn for every commit found, in order, limits applied.
// eachTouching follows history as far as it matters to the paths: of a merge's parents only one that has the paths as
// the merge has them, when there is such a one.
// same reports whether two trees agree in the paths asked for. Only the way to each path is read.
// picks is -S and -G: the commit changes how often a string is there, or a changed line matches.
// changesOf lists what a commit changed against its first parent.
func (g *run) changesOf(c *object.Commit, specs []string) ([]change, error) {
	old := tree{}
	if len(c.ParentHashes) > 0 {
		var err error
		if old, err = g.treeOf(c.ParentHashes[0]); err != nil {
			return nil, err
		}
	}
	now, err := g.readTree(c.TreeHash)
	if err != nil {
		return nil, err
	}
	var out []change
	for _, ch := range compareTrees(old, now) {
		if pathMatches(specs, ch.path) {
			out = append(out, ch)
		}
	}
	return out, nil
}

// newPretty reads the options about the form of commits.
func (g *run) newPretty(o *optparse.Result) (*pretty, error) {
	p := &pretty{g: g, terminate: true, format: "medium"}
	if v, ok := g.setting("format.pretty"); ok {
		if err := p.set(v); err != nil {
			return nil, err
		}
	}
	p.date, _ = g.setting("log.date")
	if v, ok := g.setting("log.decorate"); ok && v != "auto" && v != "no" && v != "false" {
		p.decorate = true
	}
	if fd := g.p.FD(1); fd != nil && fd.IsTerminal() {
		p.decorate = true
	}
	for _, m := range o.Options {
		var err error
		switch m.Key {
		case "oneline":
			p.abbrev = true
			err = p.set("oneline")
		case "pretty", "format":
			if err = p.set(m.Value); m.Key == "format" && m.Value == "" { // nothing of the commit
				err = p.set("tformat:")
			}
			if m.Key == "format" && !strings.Contains(m.Value, ":") && err != nil {
				err = p.set("tformat:" + m.Value)
			}
		case "abbrev-commit":
			p.abbrev = true
		case "no-abbrev-commit":
			p.abbrev = false
		case "date":
			p.date = m.Value
		case "relative-date":
			p.date = "relative"
		case "decorate":
			p.decorate = m.Value != "no" && m.Value != "auto"
		case "no-decorate":
			p.decorate = false
		}
		if err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (g *run) log(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	o, err := g.options(logUsage, args)
	if err != nil {
		return err
	}
	q, err := g.newQuery(o, args, o.Args)
	if err != nil {
		return err
	}
	p, err := g.newPretty(o)
	if err != nil {
		return err
	}
	d, err := g.newDiffer(o, 0)
	if err != nil {
		return err
	}
	if q.pickaxe != nil && d.format == 0 {
		d.format = 0
	}
	out := &commitPrinter{g: g, p: p, d: d, specs: q.specs}
	if o.Has("graph") {
		out.graph = newGraph()
		q.walker.topo = true
	}
	if o.Has("reverse") {
		var all []*object.Commit
		if err := q.each(func(c *object.Commit) error { all = append(all, c); return nil }); err != nil {
			return err
		}
		for i := len(all) - 1; i >= 0; i-- {
			if err := out.print(all[i]); err != nil {
				return err
			}
		}
		return nil
	}
	return q.each(func(c *object.Commit) error {
		if g.w.Err() != nil {
			return errStop
		}
		return out.print(c)
	})
}

// commitPrinter prints a row of commits with what stands between them.
type commitPrinter struct {
	g      *run
	p      *pretty
	d      *differ
	specs  []string
	graph  *graph
	count  int
	merges bool // leave the place of a merge's diff
}

func (cp *commitPrinter) wantsDiff() bool {
	return cp.d.nameOnly || cp.d.status || cp.d.format&^formatNone != 0 || cp.d.summary
}

func (cp *commitPrinter) print(c *object.Commit) error {
	g, p := cp.g, cp.p
	if cp.graph != nil {
		return cp.printGraph(c)
	}
	compact := p.user || p.format == "oneline" || p.format == "reference"
	if cp.count++; cp.count > 1 && (!compact || !p.terminate) {
		g.printf("\n")
	}
	text := p.text(c)
	g.printf("%s", text)
	if compact && (p.terminate || cp.wantsDiff()) && !(p.user && text == "" && p.format == "") {
		g.printf("\n")
	}
	return cp.diff(c, compact)
}

func (cp *commitPrinter) diff(c *object.Commit, compact bool) error {
	g := cp.g
	if !cp.wantsDiff() {
		return nil
	}
	if len(c.ParentHashes) > 1 {
		if cp.merges { // a merge's own changes, of which a clean one has none
			g.printf("\n")
		}
		return nil
	}
	changes, err := g.changesOf(c, cp.specs)
	if err != nil || len(changes) == 0 {
		return err
	}
	if !cp.d.noRenames {
		changes = g.renames(changes)
	}
	both := cp.d.format&formatPatch != 0 && cp.d.format&(formatStat|formatShortStat|formatNumStat) != 0
	switch {
	case both && !compact:
		g.printf("---\n")
	case cp.p.format == "oneline" && !cp.p.user, cp.p.format == "" && cp.p.user:
	default:
		g.printf("\n")
	}
	return cp.d.print(changes)
}

var showUsage = optparse.Define("show", "[<options>] [<object>...]", "", logOptions+diffOptions).Digits()

func (g *run) show(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	o, err := g.options(showUsage, args)
	if err != nil {
		return err
	}
	p, err := g.newPretty(o)
	if err != nil {
		return err
	}
	d, err := g.newDiffer(o, formatPatch)
	if err != nil {
		return err
	}
	revs, paths, err := g.splitRevisions(withDashes(args, o.Args))
	if err != nil {
		return err
	}
	specs, err := g.pathspecs(paths)
	if err != nil {
		return err
	}
	if len(revs) == 0 {
		branch, head, err := g.head()
		if err != nil {
			return err
		}
		if head.IsZero() {
			return fatal("your current branch '%s' does not have any commits yet", branch.Short())
		}
		revs = []string{"HEAD"}
	}
	out := &commitPrinter{g: g, p: p, d: d, specs: specs, merges: d.format&formatPatch != 0}
	for _, r := range revs {
		if _, _, _, ok := splitRange(r); ok {
			q, err := g.newQuery(o, nil, []string{r})
			if err != nil {
				return err
			}
			if err := q.each(out.print); err != nil {
				return err
			}
			continue
		}
		h, err := g.revision(r)
		if err != nil {
			return err
		}
		if err := g.showObject(out, r, h, 0); err != nil {
			return err
		}
	}
	return nil
}

func (g *run) showObject(out *commitPrinter, name string, h plumbing.Hash, depth int) error {
	e, err := g.repo.st.EncodedObject(plumbing.AnyObject, h)
	if err != nil {
		return fatal("bad object %s", name)
	}
	switch e.Type() {
	case plumbing.CommitObject:
		c, err := g.commitOf(h)
		if err != nil {
			return err
		}
		return out.print(c)
	case plumbing.TreeObject:
		if out.count++; out.count > 1 {
			g.printf("\n")
		}
		t, err := object.GetTree(g.repo.st, h)
		if err != nil {
			return err
		}
		g.printf("tree %s\n\n", name)
		for _, e := range t.Entries {
			slash := ""
			if !e.Mode.IsFile() {
				slash = "/"
			}
			g.printf("%s%s\n", e.Name, slash)
		}
		return nil
	case plumbing.TagObject:
		t, err := object.GetTag(g.repo.st, h)
		if err != nil || depth > 16 {
			return g.objectError(h, err)
		}
		if out.count++; out.count > 1 {
			g.printf("\n")
		}
		g.printf("tag %s\nTagger: %s <%s>\nDate:   %s\n\n%s", t.Name, t.Tagger.Name, t.Tagger.Email, g.dateText(t.Tagger.When, out.p.date), t.Message)
		return g.showObject(out, t.Target.String(), t.Target, depth+1)
	}
	_, data, err := g.readObject(h)
	if err != nil {
		return err
	}
	_, _ = g.w.Write(data)
	return nil
}

var revListUsage = optparse.Define("rev-list", "[<options>] <commit>... [-- <path>...]", "", logOptions).Digits()

func (g *run) revList(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	o, err := g.options(revListUsage, args)
	if err != nil {
		return err
	}
	if len(o.Args) == 0 && !o.Has("all") && !o.Has("branches") && !o.Has("tags") {
		return &failure{"usage: git rev-list [<options>] <commit>... [--] [<path>...]\n", 129}
	}
	q, err := g.newQuery(o, args, o.Args)
	if err != nil {
		return err
	}
	p, err := g.newPretty(o)
	if err != nil {
		return err
	}
	n := 0
	var all []*object.Commit
	err = q.each(func(c *object.Commit) error {
		if n++; o.Has("count") {
			return nil
		}
		if o.Has("reverse") {
			all = append(all, c)
			return nil
		}
		g.revListLine(o, p, c)
		return nil
	})
	for i := len(all) - 1; i >= 0; i-- {
		g.revListLine(o, p, all[i])
	}
	if o.Has("count") {
		g.printf("%d\n", n)
	}
	return err
}

func (g *run) revListLine(o *optparse.Result, p *pretty, c *object.Commit) {
	switch {
	case o.Has("oneline"):
		g.printf("%s\n", p.text(c))
	case o.Has("pretty") || o.Has("format"):
		if p.user || p.format == "oneline" {
			if p.user {
				g.printf("commit %s\n", c.Hash)
			}
			g.printf("%s\n", p.text(c))
		} else {
			g.printf("%s\n", p.text(c))
		}
	case o.Has("parents"):
		g.printf("%s", c.Hash)
		for _, h := range c.ParentHashes {
			g.printf(" %s", h)
		}
		g.printf("\n")
	default:
		g.printf("%s\n", p.hash(c.Hash))
	}
}
