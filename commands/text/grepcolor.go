package text

import (
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
)

// grepColors are the sequences that start what --color marks; colorOff ends each.
type grepColors struct{ name, sep, number, match string }

const colorOff = "\x1b[m\x1b[K"

// setColors takes grep's usual colours and what GREP_COLORS (and GREP_COLOR of old) change in them.
func (g *grepper) setColors() {
	start := func(code string) string { return "\x1b[" + code + "m\x1b[K" }
	g.colors = grepColors{start("35"), start("36"), start("32"), start("01;31")}
	if code := g.p.Getenv("GREP_COLOR"); code != "" && strings.Trim(code, "0123456789;") == "" {
		cmd.Errorf(g.p, "warning: GREP_COLOR='%s' is deprecated; use GREP_COLORS='mt=%s'", code, code)
		g.colors.match = start(code)
	}
	for pair := range strings.SplitSeq(g.p.Getenv("GREP_COLORS"), ":") {
		key, code, ok := strings.Cut(pair, "=")
		if !ok || strings.Trim(code, "0123456789;") != "" {
			continue
		}
		switch key {
		case "mt", "ms":
			g.colors.match = start(code)
		case "fn":
			g.colors.name = start(code)
		case "ln":
			g.colors.number = start(code)
		case "se":
			g.colors.sep = start(code)
		}
	}
}
