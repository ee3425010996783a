package git

import (
	"github.com/sandpit-dev/sandpit/commands/internal/linediff"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/internal/pattern"
)

// grepMatcher compiles the pattern of git grep.
func grepMatcher(o *optparse.Result, src string) (func([]byte) bool, error) {
	var flags pattern.Flags
	if o.Has("i") {
		flags |= pattern.IgnoreCase
	}
	if o.Has("w") {
		if o.Has("F") {
			src = pattern.QuoteERE(src)
		}
		if o.Has("E") || o.Has("F") {
			re, err := pattern.ERE(`\<(`+src+`)\>`, flags)
			if err != nil {
				return nil, err
			}
			return re.Match, nil
		}
		src = `\<\(` + src + `\)\>`
	} else if o.Has("F") {
		return pattern.Fixed(src, flags).Match, nil
	}
	re, err := pattern.BRE(src, flags)
	if o.Has("E") {
		re, err = pattern.ERE(src, flags)
	}
	if err != nil {
		return nil, err
	}
	return re.Match, nil
}

// lastChange stands after all changes of two sequences.
func lastChange(a, b int) linediff.Change { return linediff.Change{A0: a, A1: a, B0: b, B1: b} }
