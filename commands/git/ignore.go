package git

import (
	"path"
	"strings"
)

// ignoreRule is a line of a .gitignore.
type ignoreRule struct {
	dir      string // where the file stands: "" or "a/b/"
	negate   bool
	dirOnly  bool
	anchored bool // holds a slash: matched from dir, not against the last name
	match    wildmatch
}

// ignores holds the rules met so far; those of a directory are read when the walk enters it.
type ignores struct {
	g     *run
	rules []ignoreRule
	off   bool // nothing is ignored
}

func (g *run) newIgnores() *ignores {
	ig := &ignores{g: g}
	if f, ok := g.setting("core.excludesFile"); ok {
		if rest, home := strings.CutPrefix(f, "~/"); home {
			f = path.Join(g.p.Getenv("HOME"), rest)
		}
		ig.read(f, "")
	} else {
		ig.read(path.Join(g.p.Getenv("HOME"), ".config/git/ignore"), "")
	}
	ig.read(path.Join(g.repo.dir, "info/exclude"), "")
	return ig
}

// maxIgnore bounds an ignore file, in bytes.
const maxIgnore = 1 << 20

// read adds the rules of a file that stands in dir.
func (ig *ignores) read(file, dir string) {
	fsys := ig.g.repo.fs
	if ig.off {
		return
	}
	info, err := fsys.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxIgnore {
		return
	}
	data, err := fsys.ReadFile(file)
	if err != nil {
		return
	}
	for line := range strings.Lines(string(data)) {
		ig.add(strings.TrimRight(line, "\r\n"), dir)
	}
}

func (ig *ignores) add(line, dir string) {
	for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
		line = line[:len(line)-1]
	}
	if line == "" || line[0] == '#' {
		return
	}
	r := ignoreRule{dir: dir}
	if line[0] == '!' {
		r.negate, line = true, line[1:]
	} else if strings.HasPrefix(line, `\!`) || strings.HasPrefix(line, `\#`) {
		line = line[1:]
	}
	if rest, ok := strings.CutSuffix(line, "/"); ok {
		r.dirOnly, line = true, rest
	}
	if strings.Contains(line, "/") {
		r.anchored, line = true, strings.TrimPrefix(line, "/")
	}
	if line == "" {
		return
	}
	r.match = newWildmatch(line)
	ig.rules = append(ig.rules, r)
}

// ignored reports whether the last rule that matches a path excludes it.
func (ig *ignores) ignored(name string, isDir bool) bool {
	base := path.Base(name)
	for i := len(ig.rules) - 1; i >= 0; i-- {
		r := &ig.rules[i]
		if r.dirOnly && !isDir {
			continue
		}
		rel, ok := strings.CutPrefix(name, r.dir)
		if !ok {
			continue
		}
		if !r.anchored {
			rel = base
		}
		if r.match.Match(rel) {
			return !r.negate
		}
	}
	return false
}

// excluded is ignored for a path that no walk has come to: its directories count as well, and their rules are read.
func (ig *ignores) excluded(name string, isDir bool) bool {
	n := len(ig.rules)
	defer func() { ig.rules = ig.rules[:n] }()
	at := ""
	parts := strings.Split(name, "/")
	for i, part := range parts {
		ig.read(ig.g.repo.abs(at+".gitignore"), at)
		if ig.ignored(at+part, i < len(parts)-1 || isDir) {
			return true
		}
		at += part + "/"
	}
	return false
}
