// Package ignore reads the rules of gitignore(5) and walks a tree by them. git, rg and fd share it.
package ignore

import (
	"path"
	"strings"

	"github.com/sandpit-dev/sandpit/internal/pattern"
)

// Glob is a pattern of gitignore(5) cut at its slashes: * and ? stay within a name, "**" stands for any names.
type Glob []*pattern.Matcher // nil is **

// NewGlob compiles a pattern.
func NewGlob(src string, flags pattern.Flags) Glob {
	var g Glob
	for part := range strings.SplitSeq(src, "/") {
		if part == "**" {
			g = append(g, nil)
		} else {
			g = append(g, pattern.Glob(part, flags))
		}
	}
	return g
}

// Match follows all ways through the pattern at once, so its time is the product of both lengths at most.
func (g Glob) Match(name string) bool {
	at := make([]bool, len(g)+1)
	at[0] = true
	for part := range strings.SplitSeq(name, "/") {
		next := make([]bool, len(g)+1)
		for j, m := range g {
			if !at[j] {
				continue
			}
			switch {
			case m == nil:
				next[j] = true // it takes this name and may take more
				if j+1 < len(g) {
					at[j+1] = true // or none
				} else {
					next[j+1] = true
				}
			case m.Match(part):
				next[j+1] = true
			}
		}
		at = next
	}
	return at[len(g)]
}

// rule is a line of a .gitignore.
type rule struct {
	dir      string // where the file stands: "" or "a/b/"
	negate   bool
	dirOnly  bool
	anchored bool // holds a slash: matched from dir, not against the last name
	match    Glob
}

// Rules are what was read so far; later ones win. The zero value ignores nothing.
type Rules struct{ rules []rule }

// Len is for Truncate: a walk drops the rules of a directory when it leaves it.
func (r *Rules) Len() int { return len(r.rules) }

// Truncate drops the rules added since Len was n.
func (r *Rules) Truncate(n int) { r.rules = r.rules[:n] }

// Add reads the lines of a file that stands in dir, which is "" or ends in a slash.
func (r *Rules) Add(text, dir string) {
	for line := range strings.Lines(text) {
		r.addLine(strings.TrimRight(line, "\r\n"), dir)
	}
}

func (r *Rules) addLine(line, dir string) {
	for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
		line = line[:len(line)-1]
	}
	if line == "" || line[0] == '#' {
		return
	}
	n := rule{dir: dir}
	if line[0] == '!' {
		n.negate, line = true, line[1:]
	} else if strings.HasPrefix(line, `\!`) || strings.HasPrefix(line, `\#`) {
		line = line[1:]
	}
	if rest, ok := strings.CutSuffix(line, "/"); ok {
		n.dirOnly, line = true, rest
	}
	if strings.Contains(line, "/") {
		n.anchored, line = true, strings.TrimPrefix(line, "/")
	}
	if line == "" {
		return
	}
	n.match = NewGlob(line, 0)
	r.rules = append(r.rules, n)
}

// Match gives the verdict of the last rule that matches a path; decided is false when none does.
func (r *Rules) Match(name string, isDir bool) (ignored, decided bool) {
	base := path.Base(name)
	for i := len(r.rules) - 1; i >= 0; i-- {
		n := &r.rules[i]
		if n.dirOnly && !isDir {
			continue
		}
		rel, ok := strings.CutPrefix(name, n.dir)
		if !ok {
			continue
		}
		if !n.anchored {
			rel = base
		}
		if n.match.Match(rel) {
			return !n.negate, true
		}
	}
	return false, false
}

// Ignored reports whether the last rule that matches a path excludes it.
func (r *Rules) Ignored(name string, isDir bool) bool {
	ignored, _ := r.Match(name, isDir)
	return ignored
}
