package system

import (
	"context"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/kernel"
)

const pgrepOptions = `
-d, --delimiter=STRING  specify output delimiter
-l, --list-name         list PID and process name
-a, --list-full         list PID and full command line
-v, --inverse           negates the matching
-c, --count             count of matching processes
-e, --echo              display what is killed
-f, --full              use full process name to match
-g, --pgroup=PGID       match listed process group IDs
-i, --ignore-case       match case insensitively
-n, --newest            select most recently started
-o, --oldest            select least recently started
-P, --parent=PPID       match only child processes of the given parent
-s, --session=SID       match session IDs
    --signal=SIG        signal to send (either number or name)
-u, --euid=ID           match by effective IDs
-U, --uid=ID            match by real IDs
-x, --exact             match exactly with the command name
`

var (
	pgrepUsage = optparse.Define("pgrep", "[options] <pattern>", "", pgrepOptions).Status(2)
	pkillUsage = optparse.Define("pkill", "[options] <pattern>", "", pgrepOptions).Status(2)
)

func pgrep(_ context.Context, p *kernel.Process) int { return pgrepRun(p, pgrepUsage, false) }
func pkill(_ context.Context, p *kernel.Process) int { return pgrepRun(p, pkillUsage, true) }

func pgrepRun(p *kernel.Process, u *optparse.Command, kills bool) int {
	args := p.Args()[1:]
	sig := kernel.SIGTERM
	if kills {
		var rest []string
		for _, a := range args {
			if len(a) > 1 && a[0] == '-' {
				if s, ok := kernel.ParseSignal(a[1:]); ok {
					sig = s
					continue
				}
			}
			rest = append(rest, a)
		}
		args = rest
	}
	o, status, done := cmd.ParseArgs(p, u, args)
	if done {
		return status
	}
	var full, exact, inverse, count, list, listFull, newest, oldest, echo bool
	var flags pattern.Flags
	delim := "\n"
	var filters []func(*kernel.Process) bool
	ids := func(text string, get func(*kernel.Process) int, self int) {
		var want []int
		for f := range strings.SplitSeq(text, ",") {
			if n, err := strconv.Atoi(f); err == nil {
				if n == 0 && self != 0 {
					n = self
				}
				want = append(want, n)
			}
		}
		filters = append(filters, func(q *kernel.Process) bool {
			for _, n := range want {
				if get(q) == n {
					return true
				}
			}
			return false
		})
	}
	for _, m := range o.Options {
		switch m.Key {
		case "d":
			delim = m.Value
		case "l":
			list = true
		case "a":
			list, listFull = true, true
		case "v":
			inverse = true
		case "c":
			count = true
		case "e":
			echo = true
		case "f":
			full = true
		case "i":
			flags |= pattern.IgnoreCase
		case "n":
			newest = true
		case "o":
			oldest = true
		case "x":
			exact = true
		case "signal":
			s, ok := kernel.ParseSignal(m.Value)
			if !ok {
				return cmd.UsageError(p, u, "Unknown signal \"%s\".", m.Value)
			}
			sig = s
		case "g":
			ids(m.Value, (*kernel.Process).PGID, p.PGID())
		case "P":
			ids(m.Value, (*kernel.Process).PPID, 0)
		case "s":
			ids(m.Value, (*kernel.Process).SID, p.SID())
		case "u", "U":
			n := cmd.NewNames(p)
			var want []string
			for f := range strings.SplitSeq(m.Value, ",") {
				a, ok := n.LookupUser(f)
				if !ok {
					return cmd.UsageError(p, u, "invalid user name: %s", f)
				}
				want = append(want, strconv.Itoa(a.UID))
			}
			ids(strings.Join(want, ","), func(q *kernel.Process) int { return q.Cred().UID }, 0)
		}
	}
	if len(o.Args) == 0 && len(filters) == 0 {
		return cmd.UsageError(p, u, "no matching criteria specified")
	}
	if len(o.Args) > 1 {
		return cmd.UsageError(p, u, "only one pattern can be provided")
	}
	var re *pattern.Regexp
	if len(o.Args) == 1 {
		src := o.Args[0]
		if exact {
			src = "^(" + src + ")$"
		}
		var err error
		if re, err = pattern.ERE(src, flags); err != nil {
			cmd.Errorf(p, "regex error: %s", err)
			return 2
		}
	}
	var hits []*kernel.Process
	for _, q := range p.Kernel().Processes() {
		if q == p {
			continue
		}
		ok := true
		for _, f := range filters {
			ok = ok && f(q)
		}
		if ok && re != nil {
			text := q.Name()
			if full {
				text = strings.Join(q.Args(), " ")
			} else if len(text) > 15 {
				text = text[:15]
			}
			ok = re.MatchString(text)
		}
		if ok != inverse {
			hits = append(hits, q)
		}
	}
	if len(hits) > 1 && (newest || oldest) {
		if newest {
			hits = hits[len(hits)-1:]
		} else {
			hits = hits[:1]
		}
	}
	if len(hits) == 0 {
		status = 1
	}
	w := cmd.NewWriter(p)
	if count {
		w.Printf("%d\n", len(hits))
	}
	for i, q := range hits {
		if kills {
			if err := p.Kernel().Kill(p, q.PID(), sig); err != nil {
				cmd.Errorf(p, "killing pid %d failed: %s", q.PID(), kernel.Strerror(err))
				continue
			}
			if echo {
				w.Printf("%s killed (pid %d)\n", q.Name(), q.PID())
			}
			continue
		}
		if count {
			continue
		}
		if i > 0 {
			_, _ = w.WriteString(delim)
		}
		w.Printf("%d", q.PID())
		if listFull {
			_, _ = w.WriteString(" " + strings.Join(q.Args(), " "))
		} else if list {
			_, _ = w.WriteString(" " + q.Name())
		}
	}
	if !kills && !count && len(hits) > 0 {
		_ = w.WriteByte('\n')
	}
	return w.Finish(status)
}
