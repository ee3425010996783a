package commands_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit/commands"
	"github.com/sandpit-dev/sandpit/commands/internal/cmdtest"
)

// withoutHelp are the commands that have no --help, as those they follow have none, and why.
var withoutHelp = map[string]string{
	"[": "an expression", "test": "an expression", "false": "fails whatever it is given", "kill": "-l and the manual say it",
	"ar": "keys without dashes", "dig": "-h", "host": "no operand at all", "ifconfig": "no options", "ip": "ip -help", "killall": "no operand at all",
	"nc": "-h", "netcat": "-h", "nslookup": "names alone", "ping": "no operand at all", "bunzip2": "on standard error", "bzcat": "on standard error", "bzip2": "on standard error",
	"unzip": "-h", "zip": "-h", "which": "none",
	"npm": "a page of its own", "npx": "a page of its own",
}

// TestHelp reads the help of every command, as a user would, and gives the command each option that it shows: none may be
// refused. What optparse parses is what it shows, so for most commands this cannot fail; it holds those with a parser of
// their own (find, jq, ps, curl).
func TestHelp(t *testing.T) {
	k := newBox(t)
	run := func(args ...string) (out, errOut string, status int) {
		ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
		defer cancel()
		var so, se cmdtest.Buffer
		env := append([]string{"PATH=/usr/bin:/bin", "HOME=/tmp/work"}, cmdtest.Environment...)
		status = cmdtest.Spawn(ctx, t, k, "/tmp/work", env, args, &so, &se)
		return so.String(), se.String(), status
	}
	refused := regexp.MustCompile(`(?i)(invalid|unrecogni[sz]ed|unknown|unsupported|illegal) (gnu long |long |SysV )?(option|predicate)`)
	names := make([]string, 0, 200)
	for name := range commands.All() {
		names = append(names, name)
	}
	slices.Sort(names)
	options := 0
	for _, name := range names {
		out, errOut, status := run(name, "--help")
		if withoutHelp[name] != "" {
			continue
		}
		if status != 0 || errOut != "" || !strings.Contains(strings.ToLower(out), "usage:") {
			t.Errorf("%s --help: status %d, %q, %.80q", name, status, errOut, out)
			continue
		}
		for _, option := range shownOptions(out) {
			options++
			if _, errOut, _ := run(append([]string{name}, option...)...); refused.MatchString(errOut) {
				t.Errorf("%s shows %q but says %q", name, option, errOut)
			}
		}
		if page, errOut, status := run("man", name); status != 0 || errOut != "" || !strings.HasPrefix(page, strings.ToUpper(name)+"(1)") || !strings.Contains(page, "\nSYNOPSIS\n") {
			t.Errorf("man %s: status %d, %q, %.80q", name, status, errOut, page)
		}
	}
	if options < 1000 {
		t.Errorf("only %d options were found", options)
	}
}

// shownOptions finds the options of a help text, each as arguments with a value where one is shown.
func shownOptions(help string) (list [][]string) {
	for line := range strings.Lines(help) {
		line = strings.TrimRight(line, "\n")
		body := strings.TrimLeft(line, " \t")
		if !strings.HasPrefix(body, "-") || body == line {
			continue
		}
		spec, _, _ := strings.Cut(body, "  ")
		for word := range strings.SplitSeq(spec, ", ") {
			word, _, _ = strings.Cut(word, "\t")
			name, _, valued := strings.Cut(word, "=")
			if short, _, ok := strings.Cut(name, " "); ok {
				name, valued = short, true
			}
			name, _, _ = strings.Cut(name, "[")
			if !strings.HasPrefix(name, "-") || len(name) < 2 || name == "--" || strings.ContainsAny(name, "<>|/") {
				continue
			}
			switch {
			case valued && strings.HasPrefix(name, "--") && strings.Contains(word, "=") && !strings.Contains(word, "["):
				list = append(list, []string{name + "=1"})
			case valued && !strings.Contains(word, "["):
				list = append(list, []string{name, "1"})
			default:
				list = append(list, []string{name})
			}
		}
	}
	return list
}
