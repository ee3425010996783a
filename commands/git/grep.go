package git

import (
	"bytes"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/sandpit-dev/sandpit/internal/optparse"
)

var grepUsage = optparse.Define("grep", "[<options>] [-e] <pattern> [<rev>...] [[--] <path>...]", "", `
-n, --line-number
-i, --ignore-case
-l, --files-with-matches
-L, --files-without-match
-c, --count
-w, --word-regexp
-v, --invert-match
-E, --extended-regexp
-G, --basic-regexp
-F, --fixed-strings
-q, --quiet
-h
-H
-e=<pattern>
-I
    --cached
    --untracked
`)

func (g *run) grep(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	o, err := g.options(grepUsage, args)
	if err != nil {
		return err
	}
	operands := o.Args
	pat, ok := o.Value("e")
	if !ok {
		if len(operands) == 0 {
			return fatal("no pattern given")
		}
		pat, operands = operands[0], operands[1:]
	}
	match, err := grepMatcher(o, pat)
	if err != nil {
		return fatal("%v", err)
	}
	revs, paths, err := g.splitRevisions(withDashes(args, operands))
	if err != nil {
		return err
	}
	specs, err := g.pathspecs(paths)
	if err != nil {
		return err
	}
	if len(specs) == 0 && g.repo.prefix != "" {
		specs = []string{strings.TrimSuffix(g.repo.prefix, "/")}
	}
	found := false
	one := func(label, name string, data []byte) {
		n := 0
		shown := label + quoted(g.repo.rel(name))
		for i, line := range bytes.SplitAfter(data, []byte("\n")) {
			if len(line) == 0 || match(bytes.TrimRight(line, "\n")) == o.Has("v") {
				continue
			}
			if n++; o.Has("l") || o.Has("L") || o.Has("c") || o.Has("q") {
				continue
			}
			if isBinary(data) {
				g.printf("Binary file %s matches\n", shown)
				break
			}
			if !o.Has("h") {
				g.printf("%s:", shown)
			}
			if o.Has("n") {
				g.printf("%d:", i+1)
			}
			g.printf("%s\n", bytes.TrimRight(line, "\n"))
		}
		found = found || n > 0
		switch {
		case o.Has("q"):
		case o.Has("c") && n > 0:
			g.printf("%s:%d\n", shown, n)
		case o.Has("l") && n > 0, o.Has("L") && n == 0:
			g.printf("%s\n", shown)
		}
	}
	if len(revs) > 0 {
		for _, r := range revs {
			h, err := g.revision(r)
			if err != nil {
				return err
			}
			if h, ok = g.peel(h, plumbing.TreeObject); !ok {
				return fatal("unable to grep from object of type blob")
			}
			t, err := g.readTree(h)
			if err != nil {
				return err
			}
			for _, n := range sortedKeys(t) {
				if !pathMatches(specs, n) || isLink(t[n]) {
					continue
				}
				data, err := g.readBlob(t[n].hash)
				if err != nil {
					return err
				}
				one(r+":", n, data)
			}
		}
	} else {
		s, err := g.readIndex()
		if err != nil {
			return err
		}
		for _, n := range s.names() {
			if !pathMatches(specs, n) {
				continue
			}
			if err := g.alive(); err != nil {
				return err
			}
			e := s.get(n)
			if e != nil && isLink(file{mode: e.Mode}) {
				continue
			}
			var data []byte
			if info, err := g.repo.lstat(n); err == nil && info.Mode().IsRegular() && !o.Has("cached") {
				data, _ = g.repo.content(n, info)
			} else if e != nil && o.Has("cached") {
				if data, err = g.readBlob(e.Hash); err != nil {
					return err
				}
			} else {
				continue
			}
			one("", n, data)
		}
	}
	if !found {
		return status(1)
	}
	return nil
}
