package git

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"

	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/internal/pattern"
)

const logOptions = `
-n, --max-count=<n>
    --skip=<n>
    --oneline
    --pretty[=<format>]
    --format=<format>
    --abbrev-commit
    --no-abbrev-commit
    --graph
    --all
    --branches[=<pattern>]
    --tags[=<pattern>]
    --remotes[=<pattern>]
    --author=<pattern>
    --committer=<pattern>
    --grep=<pattern>
    --all-match
    --invert-grep
-i, --regexp-ignore-case
-E, --extended-regexp
-F, --fixed-strings
    --since=<date>
    --after=<date>
    --until=<date>
    --before=<date>
    --merges
    --no-merges
    --first-parent
    --reverse
    --follow
    --decorate[=<mode>]
    --no-decorate
    --date=<format>
    --relative-date
-S=<string>
-G=<regex>
    --topo-order
    --date-order
    --author-date-order
    --left-right
    --count
    --full-history
    --simplify-merges
    --no-walk
    --boundary
    --source
    --no-notes
    --notes
    --show-signature
    --no-show-signature
-m
-c
    --cc
-L=<range>
-z
    --root
-t
-r
    --parents
-g, --walk-reflogs
`

type query struct {
	g                 *run
	from, without     []plumbing.Hash
	specs             []string
	limit, skip       int
	author, committer []*pattern.Regexp
	grep              []*pattern.Regexp
	allMatch, invert  bool
	since, until      time.Time
	merges, noMerges  bool
	walker            *walker
	noWalk            bool
	pickaxe           []byte
	pickRegexp        *pattern.Regexp
}

func (g *run) newQuery(o *optparse.Result, args []string, operands []string) (*query, error) {
	q := &query{g: g, limit: -1, walker: &walker{g: g}}
	var flags pattern.Flags
	if o.Has("i") {
		flags |= pattern.IgnoreCase
	}
	compile := func(s string) (*pattern.Regexp, error) {
		if o.Has("F") {
			return pattern.Fixed(s, flags), nil
		}
		re, err := pattern.BRE(s, flags)
		if o.Has("E") {
			re, err = pattern.ERE(s, flags)
		}
		if err != nil {
			return nil, fatal("command line, '%s': %v", s, err)
		}
		return re, nil
	}
	var err error
	var re *pattern.Regexp
	for _, m := range o.Options {
		err = nil
		switch m.Key {
		case "n", "digits":
			q.limit, err = strconv.Atoi(m.Value)
			if err != nil {
				return nil, fatal("'%s': not an integer", m.Value)
			}
		case "skip":
			if q.skip, err = strconv.Atoi(m.Value); err != nil {
				return nil, fatal("'%s': not an integer", m.Value)
			}
		case "author":
			if re, err = compile(m.Value); err == nil {
				q.author = append(q.author, re)
			}
		case "committer":
			if re, err = compile(m.Value); err == nil {
				q.committer = append(q.committer, re)
			}
		case "grep":
			if re, err = compile(m.Value); err == nil {
				q.grep = append(q.grep, re)
			}
		case "all-match":
			q.allMatch = true
		case "invert-grep":
			q.invert = true
		case "since", "after":
			q.since, _ = g.parseDate(m.Value)
		case "until", "before":
			q.until, _ = g.parseDate(m.Value)
		case "merges":
			q.merges = true
		case "no-merges":
			q.noMerges = true
		case "first-parent":
			q.walker.firstParent = true
		case "topo-order", "graph":
			q.walker.topo = true
		case "no-walk":
			q.noWalk = true
		case "S":
			q.pickaxe = []byte(m.Value)
		case "G":
			if q.pickRegexp, err = pattern.ERE(m.Value, flags); err != nil {
				return nil, fatal("invalid regex: %v", err)
			}
		case "all":
			q.from = append(q.from, g.allTips()...)
		case "branches", "tags", "remotes":
			prefix := map[string]string{"branches": "refs/heads/", "tags": "refs/tags/", "remotes": "refs/remotes/"}[m.Key]
			for _, r := range g.references(prefix) {
				if h, ok := g.resolveRef(r); ok && (m.Value == "" || globMatch(m.Value, strings.TrimPrefix(r.Name().String(), prefix))) {
					if c, ok := g.peel(h, plumbing.CommitObject); ok {
						q.from = append(q.from, c)
					}
				}
			}
		case "L", "g", "left-right", "boundary", "c", "cc", "m":
			if m.Key == "L" || m.Key == "g" || m.Key == "boundary" {
				return nil, fatal("%s is not supported in this git", m.Name)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	chosen := o.Has("all") || o.Has("branches") || o.Has("tags") || o.Has("remotes")
	revs, paths, err := g.splitRevisions(withDashes(args, operands))
	if err != nil {
		return nil, err
	}
	if q.specs, err = g.pathspecs(paths); err != nil {
		return nil, err
	}
	for _, r := range revs {
		if from, to, symmetric, ok := splitRange(r); ok {
			a, err := g.commitish(from)
			if err != nil {
				return nil, err
			}
			b, err := g.commitish(to)
			if err != nil {
				return nil, err
			}
			if !symmetric {
				q.without, q.from = append(q.without, a.Hash), append(q.from, b.Hash)
				continue
			}
			bases, err := g.mergeBases(a.Hash, b.Hash)
			if err != nil {
				return nil, err
			}
			q.from, q.without = append(q.from, a.Hash, b.Hash), append(q.without, bases...)
			continue
		}
		rest, not := strings.CutPrefix(r, "^")
		c, err := g.commitish(rest)
		if err != nil {
			return nil, err
		}
		if not {
			q.without = append(q.without, c.Hash)
		} else {
			q.from = append(q.from, c.Hash)
		}
	}
	if len(q.from) == 0 && !chosen {
		branch, head, err := g.head()
		if err != nil {
			return nil, err
		}
		if head.IsZero() {
			if len(q.without) > 0 {
				return q, nil
			}
			return nil, fatal("your current branch '%s' does not have any commits yet", branch.Short())
		}
		q.from = append(q.from, head)
	}
	return q, nil
}

func withDashes(args, operands []string) []string {
	for i, a := range args {
		if a == "--" {
			n := len(args) - i - 1
			return append(append(append([]string{}, operands[:len(operands)-n]...), "--"), operands[len(operands)-n:]...)
		}
	}
	return operands
}

func (q *query) each(fn func(*object.Commit) error) error {
	skipped, shown := 0, 0
	visit := func(c *object.Commit) error {
		ok, err := q.matches(c)
		if err != nil || !ok {
			return err
		}
		if skipped < q.skip {
			skipped++
			return nil
		}
		if q.limit >= 0 && shown >= q.limit {
			return errStop
		}
		shown++
		if err := fn(c); err != nil {
			return err
		}
		if q.limit >= 0 && shown >= q.limit {
			return errStop
		}
		return nil
	}
	if q.limit == 0 {
		return nil
	}
	if q.noWalk {
		for _, h := range q.from {
			c, err := q.g.commitOf(h)
			if err != nil {
				return err
			}
			if err := visit(c); err != nil {
				if err == errStop {
					return nil
				}
				return err
			}
		}
		return nil
	}
	if len(q.specs) > 0 {
		return q.eachTouching(visit)
	}
	return q.walker.each(q.from, q.without, visit)
}

func (q *query) eachTouching(visit func(*object.Commit) error) error {
	hide, err := q.walker.hidden(q.without)
	if err != nil {
		return err
	}
	list := map[plumbing.Hash][]plumbing.Hash{} // the parents that count
	touched := map[plumbing.Hash]bool{}
	simplify := func(c *object.Commit) error {
		parents := c.ParentHashes
		if q.walker.firstParent && len(parents) > 1 {
			parents = parents[:1]
		}
		if len(parents) == 0 {
			same, err := q.same(plumbing.ZeroHash, c.TreeHash)
			touched[c.Hash] = !same
			return err
		}
		for _, h := range parents {
			p, err := q.g.commitOf(h)
			if err != nil {
				return err
			}
			same, err := q.same(p.TreeHash, c.TreeHash)
			if err != nil {
				return err
			}
			if same {
				list[c.Hash] = []plumbing.Hash{h}
				return nil
			}
		}
		touched[c.Hash], list[c.Hash] = true, parents
		return nil
	}
	// The walk is over rewritten parents, so it is done here by date.
	seen := map[plumbing.Hash]bool{}
	heapq := &byDate{}
	push := func(h plumbing.Hash) error {
		if seen[h] || hide[h] || h.IsZero() {
			return nil
		}
		seen[h] = true
		c, err := q.g.commitOf(h)
		if err != nil {
			return err
		}
		pushCommit(heapq, c)
		return nil
	}
	for _, h := range q.from {
		if err := push(h); err != nil {
			return err
		}
	}
	for heapq.Len() > 0 {
		if err := q.g.alive(); err != nil {
			return err
		}
		c := popCommit(heapq)
		if err := simplify(c); err != nil {
			return err
		}
		if touched[c.Hash] {
			if err := visit(c); err != nil {
				if err == errStop {
					return nil
				}
				return err
			}
		}
		for _, h := range list[c.Hash] {
			if err := push(h); err != nil {
				return err
			}
		}
	}
	return nil
}

func (q *query) same(a, b plumbing.Hash) (bool, error) {
	if a == b {
		return true, nil
	}
	find := func(root plumbing.Hash, name string) (file, error) {
		if root.IsZero() {
			return file{}, nil
		}
		t, err := object.GetTree(q.g.repo.st, root)
		if err != nil {
			return file{}, q.g.objectError(root, err)
		}
		if name == "" {
			return file{hash: root}, nil
		}
		e, err := t.FindEntry(name)
		if err != nil {
			return file{}, nil
		}
		return file{e.Mode, e.Hash}, nil
	}
	for _, s := range q.specs {
		if strings.ContainsAny(s, "*?[") {
			x, err := q.g.readTree(a)
			if err != nil {
				return false, err
			}
			y, err := q.g.readTree(b)
			if err != nil {
				return false, err
			}
			for _, c := range compareTrees(x, y) {
				if specMatches(s, c.path) {
					return false, nil
				}
			}
			continue
		}
		x, err := find(a, s)
		if err != nil {
			return false, err
		}
		y, err := find(b, s)
		if err != nil {
			return false, err
		}
		if x != y {
			return false, nil
		}
	}
	return true, nil
}

func (q *query) matches(c *object.Commit) (bool, error) {
	if q.merges && len(c.ParentHashes) < 2 || q.noMerges && len(c.ParentHashes) > 1 {
		return false, nil
	}
	if !q.since.IsZero() && c.Committer.When.Before(q.since) || !q.until.IsZero() && c.Committer.When.After(q.until) {
		return false, nil
	}
	any := func(list []*pattern.Regexp, text string) bool {
		for _, re := range list {
			if re.MatchString(text) {
				return true
			}
		}
		return len(list) == 0
	}
	if !any(q.author, c.Author.Name+" <"+c.Author.Email+">") || !any(q.committer, c.Committer.Name+" <"+c.Committer.Email+">") {
		return false, nil
	}
	if len(q.grep) > 0 {
		hits := 0
		for _, re := range q.grep {
			for line := range strings.Lines(c.Message) {
				if re.MatchString(strings.TrimRight(line, "\n")) {
					hits++
					break
				}
			}
		}
		ok := hits > 0
		if q.allMatch {
			ok = hits == len(q.grep)
		}
		if ok == q.invert {
			return false, nil
		}
	}
	if q.pickaxe != nil || q.pickRegexp != nil {
		return q.picks(c)
	}
	return true, nil
}

func (q *query) picks(c *object.Commit) (bool, error) {
	changes, err := q.g.changesOf(c, q.specs)
	if err != nil {
		return false, err
	}
	d := &differ{g: q.g}
	for _, ch := range changes {
		a, b, err := d.sides(ch)
		if err != nil {
			return false, err
		}
		if q.pickaxe != nil {
			if len(q.pickaxe) > 0 && bytes.Count(a, q.pickaxe) != bytes.Count(b, q.pickaxe) {
				return true, nil
			}
			continue
		}
		x, y, lines := d.compare(a, b)
		for _, l := range lines {
			for _, t := range x[l.A0:l.A1] {
				if q.pickRegexp.Match(bytes.TrimRight(t, "\n")) {
					return true, nil
				}
			}
			for _, t := range y[l.B0:l.B1] {
				if q.pickRegexp.Match(bytes.TrimRight(t, "\n")) {
					return true, nil
				}
			}
		}
	}
	return false, nil
}
