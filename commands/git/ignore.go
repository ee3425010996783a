package git

import (
	"path"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/ignore"
	"github.com/sandpit-dev/sandpit/internal/pattern"
)

// ignores holds the rules met so far; those of a directory are read when the walk enters it.
type ignores struct {
	ignore.Rules
	g   *run
	off bool // nothing is ignored
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
	ig.Add(string(data), dir)
}

// excluded is ignored for a path that no walk has come to: its directories count as well, and their rules are read.
func (ig *ignores) excluded(name string, isDir bool) bool {
	n := ig.Len()
	defer ig.Truncate(n)
	at := ""
	parts := strings.Split(name, "/")
	for i, part := range parts {
		ig.read(ig.g.repo.abs(at+".gitignore"), at)
		if ig.Ignored(at+part, i < len(parts)-1 || isDir) {
			return true
		}
		at += part + "/"
	}
	return false
}

// globMatch matches a pathspec, whose * goes over slashes.
func globMatch(src, name string) bool { return pattern.Glob(src, 0).Match(name) }

// regexpERE compiles an extended regular expression.
func regexpERE(src string) (*pattern.Regexp, error) { return pattern.ERE(src, 0) }
