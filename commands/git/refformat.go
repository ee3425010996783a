package git

import (
	"sort"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"

	"github.com/sandpit-dev/sandpit/internal/optparse"
)

type listed struct {
	ref    *plumbing.Reference
	hash   plumbing.Hash
	name   string
	commit *object.Commit
}

func (g *run) filterRefs(o *optparse.Result, all []listed) ([]listed, error) {
	value := func(key string) (plumbing.Hash, bool, error) {
		v, ok := o.Value(key)
		if !ok {
			return plumbing.ZeroHash, false, nil
		}
		if v == "" {
			v = "HEAD"
		}
		h, found := g.lookup(v)
		if !found {
			return h, false, &failure{"error: malformed object name " + v, 129}
		}
		c, _ := g.peel(h, plumbing.CommitObject)
		return c, true, nil
	}
	merged, hasMerged, err := value("merged")
	if err != nil {
		return nil, err
	}
	notMerged, hasNotMerged, err := value("no-merged")
	if err != nil {
		return nil, err
	}
	contains, hasContains, err := value("contains")
	if err != nil {
		return nil, err
	}
	without, hasWithout, err := value("no-contains")
	if err != nil {
		return nil, err
	}
	var points plumbing.Hash
	v, hasPoints := o.Value("points-at")
	if hasPoints {
		if points, err = g.revision(orDefault(v, "HEAD")); err != nil {
			return nil, err
		}
	}
	w := &walker{g: g}
	var inMerged, inNotMerged map[plumbing.Hash]bool
	if hasMerged {
		if inMerged, err = w.hidden([]plumbing.Hash{merged}); err != nil {
			return nil, err
		}
	}
	if hasNotMerged {
		if inNotMerged, err = w.hidden([]plumbing.Hash{notMerged}); err != nil {
			return nil, err
		}
	}
	var kept []listed
	for _, b := range all {
		match := len(o.Args) == 0
		for _, pat := range o.Args {
			match = match || globMatch(pat, b.name) || globMatch(pat, strings.TrimPrefix(b.name, "remotes/"))
		}
		if !match {
			continue
		}
		c, isCommit := g.peel(b.hash, plumbing.CommitObject)
		if hasMerged && !inMerged[c] || hasNotMerged && inNotMerged[c] || hasPoints && b.hash != points && c != points {
			continue
		}
		if hasContains || hasWithout {
			if !isCommit {
				continue
			}
			if hasContains {
				if yes, err := g.isAncestor(contains, c); err != nil || !yes {
					if err != nil {
						return nil, err
					}
					continue
				}
			}
			if hasWithout {
				if yes, err := g.isAncestor(without, c); err != nil || yes {
					if err != nil {
						return nil, err
					}
					continue
				}
			}
		}
		if isCommit {
			b.commit, _ = object.GetCommit(g.repo.st, c)
		}
		kept = append(kept, b)
	}
	keys := []string{}
	for _, m := range o.Options {
		if m.Key == "sort" {
			keys = append(keys, m.Value)
		}
	}
	for _, key := range keys {
		name, reverse := strings.CutPrefix(key, "-")
		less, ok := refOrders[name]
		if !ok {
			return nil, fatal("unknown field name: %s", name)
		}
		sort.SliceStable(kept, func(i, j int) bool {
			if reverse {
				return less(kept[j], kept[i])
			}
			return less(kept[i], kept[j])
		})
	}
	return kept, nil
}

var refOrders = map[string]func(a, b listed) bool{
	"refname":       func(a, b listed) bool { return a.name < b.name },
	"committerdate": byCommitter,
	"creatordate":   byCommitter,
	"authordate": func(a, b listed) bool {
		return a.commit != nil && b.commit != nil && a.commit.Author.When.Before(b.commit.Author.When)
	},
	"version:refname": func(a, b listed) bool { return versionLess(a.name, b.name) },
	"v:refname":       func(a, b listed) bool { return versionLess(a.name, b.name) },
	"objectname":      func(a, b listed) bool { return a.hash.String() < b.hash.String() },
	"taggerdate":      byCommitter,
}

func byCommitter(a, b listed) bool {
	return a.commit != nil && b.commit != nil && a.commit.Committer.When.Before(b.commit.Committer.When)
}

func versionLess(a, b string) bool {
	for a != "" && b != "" {
		da, db := a[:len(a)-len(strings.TrimLeft(a, "0123456789"))], b[:len(b)-len(strings.TrimLeft(b, "0123456789"))]
		if da != "" && db != "" {
			x, y := strings.TrimLeft(da, "0"), strings.TrimLeft(db, "0")
			if len(x) != len(y) {
				return len(x) < len(y)
			}
			if x != y {
				return x < y
			}
			a, b = a[len(da):], b[len(db):]
			continue
		}
		if a[0] != b[0] {
			return a[0] < b[0]
		}
		a, b = a[1:], b[1:]
	}
	return len(a) < len(b)
}

func (g *run) formatRefs(format string, refs []listed, current plumbing.ReferenceName) error {
	for _, b := range refs {
		var out strings.Builder
		rest := format
		for rest != "" {
			i := strings.Index(rest, "%")
			if i < 0 || i+1 >= len(rest) {
				out.WriteString(rest)
				break
			}
			out.WriteString(rest[:i])
			rest = rest[i+1:]
			if rest[0] == '%' {
				out.WriteByte('%')
				rest = rest[1:]
				continue
			}
			field, after, ok := strings.Cut(strings.TrimPrefix(rest, "("), ")")
			if rest[0] != '(' || !ok {
				out.WriteByte('%')
				continue
			}
			rest = after
			text, err := g.refField(field, b, current)
			if err != nil {
				return err
			}
			out.WriteString(text)
		}
		g.printf("%s\n", out.String())
	}
	return nil
}

func (g *run) refField(field string, b listed, current plumbing.ReferenceName) (string, error) {
	name, arg, _ := strings.Cut(field, ":")
	full := b.name
	if b.ref != nil {
		full = b.ref.Name().String()
	}
	switch name {
	case "refname":
		if arg == "short" {
			return strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(full, "refs/heads/"), "refs/tags/"), "refs/remotes/"), nil
		}
		return full, nil
	case "objectname":
		if arg == "short" {
			return g.short(b.hash), nil
		}
		return b.hash.String(), nil
	case "objecttype":
		if t, _, err := g.readObject(b.hash); err == nil {
			return t.String(), nil
		}
		return "", nil
	case "HEAD":
		if b.ref != nil && b.ref.Name() == current {
			return "*", nil
		}
		return " ", nil
	case "upstream":
		if up, ok := g.upstream(strings.TrimPrefix(full, "refs/heads/")); ok {
			if arg == "short" {
				return up.Short(), nil
			}
			return up.String(), nil
		}
		return "", nil
	case "color":
		return "", nil
	}
	if b.commit == nil {
		return "", nil
	}
	subject, body := subjectOf(b.commit.Message)
	switch name {
	case "subject", "contents":
		if name == "contents" && arg == "" {
			return b.commit.Message, nil
		}
		return subject, nil
	case "body":
		return body, nil
	case "authorname":
		return b.commit.Author.Name, nil
	case "authoremail":
		return "<" + b.commit.Author.Email + ">", nil
	case "committername":
		return b.commit.Committer.Name, nil
	case "authordate":
		return g.dateText(b.commit.Author.When, arg), nil
	case "committerdate", "creatordate", "taggerdate":
		return g.dateText(b.commit.Committer.When, arg), nil
	case "tree":
		return b.commit.TreeHash.String(), nil
	}
	return "", fatal("unknown field name: %s", name)
}
