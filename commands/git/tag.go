package git

import (
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"

	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var tagUsage = optparse.Define("tag", "[<options>] [<tagname> [<commit>]]", "", `
-a, --annotate
-m, --message=<message>
-F, --file=<file>
-d, --delete
-f, --force
-l, --list
-n[<n>]
-s, --sign
-v, --verify
    --contains=<commit>
    --no-contains=<commit>
    --merged=<commit>
    --no-merged=<commit>
    --points-at=<object>
    --sort=<key>
    --format=<format>
    --column[=<style>]
    --no-column
    --color[=<when>]
-i, --ignore-case
`)

func (g *run) tag(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	o, err := g.options(tagUsage, args)
	if err != nil {
		return err
	}
	switch {
	case o.Has("s"), o.Has("v"):
		return fatal("signatures are not supported in this git")
	case o.Has("d"):
		code := 0
		for _, name := range o.Args {
			ref := plumbing.NewTagReferenceName(name)
			r, err := g.repo.st.Reference(ref)
			if err != nil {
				g.warn("error: tag '%s' not found.", name)
				code = 1
				continue
			}
			if err := g.removeRef(ref); err != nil {
				return err
			}
			g.printf("Deleted tag '%s' (was %s)\n", name, g.short(r.Hash()))
		}
		if code != 0 {
			return status(code)
		}
		return nil
	case len(o.Args) == 0, o.Has("l"), o.Has("n"), o.Has("contains"), o.Has("no-contains"), o.Has("merged"), o.Has("no-merged"), o.Has("points-at"), o.Has("sort"), o.Has("format"):
		return g.listTags(o)
	}
	if len(o.Args) > 2 {
		return fatal("too many arguments")
	}
	name, target := o.Args[0], "HEAD"
	if len(o.Args) == 2 {
		target = o.Args[1]
	}
	ref := plumbing.NewTagReferenceName(name)
	h, ok := g.lookup(target)
	if !ok {
		return fatal("Failed to resolve '%s' as a valid ref.", target)
	}
	if !validRef(ref.String()) {
		return fatal("'%s' is not a valid tag name.", name)
	}
	old, oldErr := g.repo.st.Reference(ref)
	if oldErr == nil && !o.Has("f") {
		return fatal("tag '%s' already exists", name)
	}
	var message []string
	for _, m := range o.Options {
		if m.Key == "m" {
			message = append(message, strings.TrimRight(m.Value, "\n"))
		}
	}
	text := strings.Join(message, "\n\n")
	if f, ok := o.Value("F"); ok {
		data, err := g.p.FS().ReadFile(f)
		if err != nil {
			return fatal("could not open or read '%s': %s", f, kernel.Strerror(err))
		}
		text = string(data)
	}
	if text != "" || o.Has("a") || o.Has("m") {
		if text == "" && !o.Has("m") {
			if text, err = g.edit("", nil); err != nil {
				return err
			}
			text = cleanMessage(text, true)
		}
		text = cleanMessage(text, false)
		if text == "" && !o.Has("m") {
			return fatal("no tag message?")
		}
		who, err := g.identity("COMMITTER")
		if err != nil {
			return err
		}
		e, err := g.repo.st.EncodedObject(plumbing.AnyObject, h)
		if err != nil {
			return g.objectError(h, err)
		}
		if h, err = g.store(&object.Tag{Name: name, Tagger: who, Message: text, TargetType: e.Type(), Target: h}); err != nil {
			return err
		}
	}
	if err := g.refRoom(ref); err != nil {
		return err
	}
	if err := g.setRef(ref, h, ""); err != nil {
		return err
	}
	if oldErr == nil && old.Hash() != h {
		g.printf("Updated tag '%s' (was %s)\n", name, g.short(old.Hash()))
	}
	return nil
}

func (g *run) listTags(o *optparse.Result) error {
	var all []listed
	for _, r := range g.references("refs/tags/") {
		if h, ok := g.resolveRef(r); ok {
			all = append(all, listed{ref: r, hash: h, name: strings.TrimPrefix(r.Name().String(), "refs/tags/")})
		}
	}
	kept, err := g.filterRefs(o, all)
	if err != nil {
		return err
	}
	if f, ok := o.Value("format"); ok {
		return g.formatRefs(f, kept, "")
	}
	lines := 0
	if v, ok := o.Value("n"); ok {
		if lines, _ = strconv.Atoi(v); v == "" {
			lines = 1
		}
	}
	for _, t := range kept {
		if lines == 0 {
			g.printf("%s\n", t.name)
			continue
		}
		message := ""
		if tag, err := object.GetTag(g.repo.st, t.hash); err == nil {
			message = tag.Message
		} else if t.commit != nil {
			message = t.commit.Message
		}
		var shown []string
		for line := range strings.Lines(strings.TrimRight(message, "\n")) {
			if len(shown) == lines {
				break
			}
			shown = append(shown, strings.TrimRight(line, "\n"))
		}
		g.printf("%-15s %s\n", t.name, strings.Join(shown, "\n    "))
	}
	return nil
}

var describeUsage = optparse.Define("describe", "[<options>] [<commit-ish>...]", "", `
    --tags
    --all
    --long
    --always
    --dirty[=<mark>]
    --broken[=<mark>]
    --abbrev=<n>
    --match=<pattern>
    --exclude=<pattern>
    --exact-match
    --first-parent
    --contains
    --candidates=<n>
    --debug
`)

func (g *run) describe(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	o, err := g.options(describeUsage, args)
	if err != nil {
		return err
	}
	if o.Has("contains") {
		return fatal("describe --contains is not supported in this git")
	}
	revs := o.Args
	if len(revs) == 0 {
		revs = []string{"HEAD"}
	}
	names := map[plumbing.Hash]listed{}
	for _, prefix := range []string{"refs/heads/", "refs/remotes/", "refs/tags/"} {
		if prefix != "refs/tags/" && !o.Has("all") {
			continue
		}
		for _, r := range g.references(prefix) {
			h, ok := g.resolveRef(r)
			if !ok {
				continue
			}
			name := strings.TrimPrefix(r.Name().String(), "refs/tags/")
			if o.Has("all") {
				name = strings.TrimPrefix(r.Name().String(), "refs/")
			}
			if m, ok := o.Value("match"); ok && !globMatch(m, name) {
				continue
			}
			if m, ok := o.Value("exclude"); ok && globMatch(m, name) {
				continue
			}
			c, ok := g.peel(h, plumbing.CommitObject)
			if !ok || c == h && !o.Has("tags") && !o.Has("all") {
				continue
			}
			if have, dup := names[c]; dup {
				a, errA := object.GetTag(g.repo.st, have.hash)
				b, errB := object.GetTag(g.repo.st, h)
				if errA == nil && (errB != nil || !b.Tagger.When.After(a.Tagger.When)) {
					continue
				}
			}
			names[c] = listed{hash: h, name: name}
		}
	}
	for _, rev := range revs {
		c, ok := g.lookup(rev)
		if ok {
			c, ok = g.peel(c, plumbing.CommitObject)
		}
		if !ok {
			return fatal("Not a valid object name %s", rev)
		}
		dirty := ""
		if v, given := "", false; true {
			for _, m := range o.Options {
				if m.Key == "dirty" {
					given, v = true, orDefault(m.Value, "-dirty")
				}
			}
			if given && g.repo.work != "" {
				s, err := g.readIndex()
				if err != nil {
					return err
				}
				st, err := g.inspect(s, nil, "no", false)
				if err != nil {
					return err
				}
				if len(st.staged)+len(st.unstaged)+len(st.unmerged) > 0 {
					dirty = v
				}
			}
		}
		text, err := g.describeOne(o, rev, c, names)
		if err != nil {
			return err
		}
		g.printf("%s%s\n", text, dirty)
	}
	return nil
}

func (g *run) describeOne(o *optparse.Result, rev string, c plumbing.Hash, names map[plumbing.Hash]listed) (string, error) {
	if n, ok := names[c]; ok && !o.Has("long") {
		return n.name, nil
	}
	if _, ok := names[c]; !ok && o.Has("exact-match") {
		return "", fatal("no tag exactly matches '%s'", c)
	}
	found := plumbing.ZeroHash
	w := &walker{g: g, firstParent: o.Has("first-parent")}
	best := -1
	err := w.each([]plumbing.Hash{c}, nil, func(x *object.Commit) error {
		if _, ok := names[x.Hash]; ok {
			depth := 0
			if err := w.each([]plumbing.Hash{c}, []plumbing.Hash{x.Hash}, func(*object.Commit) error { depth++; return nil }); err != nil {
				return err
			}
			if best < 0 || depth < best {
				best, found = depth, x.Hash
			}
			return errStop
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	if found.IsZero() {
		if o.Has("always") {
			return g.short(c), nil
		}
		if len(names) == 0 && !o.Has("tags") && len(g.references("refs/tags/")) > 0 {
			return "", fatal("No annotated tags can describe '%s'.\nHowever, there were unannotated tags: try --tags.", c)
		}
		if len(names) == 0 {
			return "", fatal("No names found, cannot describe anything.")
		}
		return "", fatal("No tags can describe '%s'.\nTry --always, or create some tags.", c)
	}
	short := g.short(c)
	if v, ok := o.Value("abbrev"); ok {
		n, _ := strconv.Atoi(v)
		if n == 0 {
			return names[found].name, nil
		}
		short = c.String()[:max(4, min(n, 40))]
	}
	return names[found].name + "-" + itoa(best) + "-g" + short, nil
}
