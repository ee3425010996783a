package system

import (
	"context"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var getoptUsage = optparse.Define("getopt", "<optstring> <parameters>\n[options] [--] <optstring> <parameters>\n[options] -o|--options <optstring> [options] [--] <parameters>", "Parse command options.", `
-a, --alternative             allow long options starting with single -
-l, --longoptions <longopts>  the long options to be recognized
-n, --name <progname>         the name under which errors are reported
-o, --options <optstring>     the short options to be recognized
-q, --quiet                   disable error reporting by getopt(3)
-Q, --quiet-output            no normal output
-s, --shell <shell>           set quoting conventions to those of <shell>
-T, --test                    test for getopt(1) version
-u, --unquoted                do not quote the output
!-V                           version
`).Posix().Status(2)

// getoptRun parses by the options that the caller describes, unlike the commands' own parser whose table is fixed.
type getoptRun struct {
	p          *kernel.Process
	short      string
	longs      []longOption
	name       string
	alt, quiet bool
	mode       byte // 0 permute, '+' stop at the first operand, '-' in place
	failed     bool
	out        []string
	quote      func(string) string
}

type longOption struct {
	name string
	arg  int // 0 none, 1 required, 2 optional
}

func shellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func getopt(_ context.Context, p *kernel.Process) int {
	args := p.Args()[1:]
	if len(args) == 0 {
		cmd.Errorf(p, "missing optstring argument")
		cmd.TryHelp(p)
		return 2
	}
	g := &getoptRun{p: p, name: cmd.Name(p), quote: shellQuote}
	w := cmd.NewWriter(p)
	if args[0] == "" || args[0][0] != '-' && args[0][0] != '+' {
		// The old form: no quotes.
		g.quote = func(s string) string { return s }
		g.short = args[0]
		params := args[1:]
		if len(params) > 0 && params[0] == "--" {
			params = params[1:]
		}
		g.parse(params)
		_, _ = w.WriteString(g.text())
		return g.finish(w)
	}
	o, status, done := cmd.Parse(p, getoptUsage)
	if done {
		return status
	}
	hasShort, silent := false, false
	for _, m := range o.Options {
		switch m.Key {
		case "a":
			g.alt = true
		case "o":
			g.short, hasShort = m.Value, true
		case "l":
			for _, name := range strings.FieldsFunc(m.Value, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' }) {
				l := longOption{name: name}
				for l.arg = 0; strings.HasSuffix(l.name, ":") && l.arg < 2; l.arg++ {
					l.name = strings.TrimSuffix(l.name, ":")
				}
				if l.name == "" {
					cmd.Errorf(p, "empty long option after -l or --long argument")
					return 2
				}
				g.longs = append(g.longs, l)
			}
		case "n":
			g.name = m.Value
		case "q":
			g.quiet = true
		case "Q":
			silent = true
		case "s":
			if m.Value != "bash" && m.Value != "sh" && m.Value != "csh" && m.Value != "tcsh" {
				cmd.Errorf(p, "unknown shell after -s or --shell argument")
				cmd.TryHelp(p)
				return 2
			}
		case "T":
			return 4
		case "u":
			g.quote = func(s string) string { return s }
		case "V":
			cmd.Standard(p, getoptUsage, "version")
			return 0
		}
	}
	params := o.Args
	if !hasShort {
		if len(params) == 0 {
			cmd.Errorf(p, "missing optstring argument")
			cmd.TryHelp(p)
			return 2
		}
		g.short, params = params[0], params[1:]
	}
	g.parse(params)
	if !silent {
		_, _ = w.WriteString(g.text())
	}
	return g.finish(w)
}

func (g *getoptRun) finish(w *cmd.Writer) int {
	if g.failed {
		return w.Finish(1)
	}
	return w.Finish(0)
}

func (g *getoptRun) text() string {
	if len(g.out) == 0 {
		return "\n"
	}
	return " " + strings.Join(g.out, " ") + "\n"
}

func (g *getoptRun) fail(text string) {
	g.failed = true
	if !g.quiet {
		cmd.Raw(g.p, g.name+": "+text+"\n")
	}
}

func (g *getoptRun) parse(params []string) {
	if g.short != "" && (g.short[0] == '+' || g.short[0] == '-') {
		g.mode, g.short = g.short[0], g.short[1:]
	} else if g.p.Getenv("POSIXLY_CORRECT") != "" {
		g.mode = '+'
	}
	if strings.HasPrefix(g.short, ":") {
		g.quiet, g.short = true, g.short[1:]
	}
	var operands []string
	for i := 0; i < len(params); i++ {
		a := params[i]
		switch {
		case a == "--":
			operands = append(operands, params[i+1:]...)
			i = len(params)
		case len(a) < 2 || a[0] != '-':
			if g.mode == '+' {
				operands = append(operands, params[i:]...)
				i = len(params)
			} else if g.mode == '-' {
				g.out = append(g.out, g.quote(a))
			} else {
				operands = append(operands, a)
			}
		case strings.HasPrefix(a, "--"), g.alt && g.isLong(a[1:]):
			i += g.long(a, params[i+1:])
		default:
			i += g.cluster(a[1:], params[i+1:])
		}
	}
	g.out = append(g.out, "--")
	for _, a := range operands {
		g.out = append(g.out, g.quote(a))
	}
}

func (g *getoptRun) matches(name string) (found []longOption) {
	for _, l := range g.longs {
		if l.name == name {
			return []longOption{l}
		}
		if strings.HasPrefix(l.name, name) {
			found = append(found, l)
		}
	}
	return found
}

// isLong reports whether a single-dash word is a long option (-a): its name must be long, or no short option.
func (g *getoptRun) isLong(word string) bool {
	name, _, _ := strings.Cut(word, "=")
	return len(g.matches(name)) > 0 && (len(word) > 1 || strings.IndexByte(g.short, word[0]) < 0)
}

func (g *getoptRun) long(a string, rest []string) (used int) {
	name, value, has := strings.Cut(strings.TrimLeft(a, "-"), "=")
	dashes := a[:len(a)-len(strings.TrimLeft(a, "-"))]
	found := g.matches(name)
	switch {
	case len(found) == 0:
		g.fail("unrecognized option '" + dashes + strings.TrimLeft(a, "-") + "'")
		return 0
	case len(found) > 1:
		var all []string
		for _, l := range found {
			all = append(all, "'"+dashes+l.name+"'")
		}
		g.fail("option '" + a + "' is ambiguous; possibilities: " + strings.Join(all, " "))
		return 0
	}
	l := found[0]
	switch {
	case has && l.arg == 0:
		g.fail("option '" + dashes + l.name + "' doesn't allow an argument")
		return 0
	case !has && l.arg == 1:
		if len(rest) == 0 {
			g.fail("option '" + dashes + l.name + "' requires an argument")
			return 0
		}
		value, used = rest[0], 1
	}
	g.out = append(g.out, "--"+l.name)
	if l.arg > 0 {
		g.out = append(g.out, g.quote(value))
	}
	return used
}

func (g *getoptRun) cluster(s string, rest []string) (used int) {
	for i := 0; i < len(s); i++ {
		at := strings.IndexByte(g.short, s[i])
		if at < 0 || s[i] == ':' {
			g.fail("invalid option -- '" + s[i:i+1] + "'")
			continue
		}
		colons := len(g.short[at+1:]) - len(strings.TrimLeft(g.short[at+1:], ":"))
		if colons == 0 {
			g.out = append(g.out, "-"+s[i:i+1])
			continue
		}
		value := s[i+1:]
		if value == "" && colons == 1 {
			if len(rest) == 0 {
				g.fail("option requires an argument -- '" + s[i:i+1] + "'")
				return 0
			}
			value, used = rest[0], 1
		}
		g.out = append(g.out, "-"+s[i:i+1], g.quote(value))
		return used
	}
	return 0
}
