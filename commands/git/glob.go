package git

import (
	"strings"

	"github.com/sandpit-dev/sandpit/internal/pattern"
)

// wildmatch is a pattern of gitignore(5) cut at its slashes: * and ? stay within a name, "**" stands for any names.
type wildmatch []*pattern.Matcher // nil is **

func newWildmatch(src string) wildmatch {
	var w wildmatch
	for part := range strings.SplitSeq(src, "/") {
		if part == "**" {
			w = append(w, nil)
		} else {
			w = append(w, pattern.Glob(part, 0))
		}
	}
	return w
}

// Match follows all ways through the pattern at once, so its time is the product of both lengths at most.
func (w wildmatch) Match(name string) bool {
	at := make([]bool, len(w)+1)
	at[0] = true
	parts := strings.Split(name, "/")
	for i, part := range parts {
		next := make([]bool, len(w)+1)
		for j, m := range w {
			if !at[j] {
				continue
			}
			switch {
			case m == nil:
				if j+1 < len(w) || i < len(parts) { // it takes this name and may take more
					next[j] = true
				}
				if j+1 < len(w) { // or none
					at[j+1] = true
				} else {
					next[j+1] = true
				}
			case m.Match(part):
				next[j+1] = true
			}
		}
		at = next
	}
	return at[len(w)]
}

// globMatch matches a pathspec, whose * goes over slashes.
func globMatch(src, name string) bool { return pattern.Glob(src, 0).Match(name) }

// regexpERE compiles an extended regular expression.
func regexpERE(src string) (*pattern.Regexp, error) { return pattern.ERE(src, 0) }
