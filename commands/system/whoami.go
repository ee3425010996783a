package system

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var (
	whoamiUsage   = optparse.Define("whoami", "[OPTION]...", "Print the user name associated with the current effective user ID.\nSame as id -un.", ``)
	lognameUsage  = optparse.Define("logname", "[OPTION]", "Print the user's login name.", ``)
	hostnameUsage = optparse.Define("hostname", "[-f|-i|-s|-d|-I]", "Show the system's host name.", `
-a, --alias             alias names
-d, --domain            DNS domain name
-f, --fqdn, --long      long host name (FQDN)
-i, --ip-address        addresses for the host name
-I, --all-ip-addresses  all addresses for the host
-s, --short             short host name
`)
	nprocUsage = optparse.Define("nproc", "[OPTION]...", "Print the number of processing units available to the current process.", `
    --all       print the number of installed processors
    --ignore=N  if possible, exclude N processing units
`)
	groupsUsage = optparse.Define("groups", "[OPTION]... [USERNAME]...", "Print group memberships for each USERNAME.", ``)
	ttyUsage    = optparse.Define("tty", "[OPTION]...", "Print the file name of the terminal connected to standard input.", `
-s, --silent, --quiet  print nothing, only return an exit status
`).Status(2)
)

func whoami(_ context.Context, p *kernel.Process) int {
	return printFixed(p, whoamiUsage, func() string { return p.User() })
}

func logname(_ context.Context, p *kernel.Process) int {
	return printFixed(p, lognameUsage, func() string { return p.User() })
}

func printFixed(p *kernel.Process, u *optparse.Command, text func() string) int {
	o, status, done := cmd.Parse(p, u)
	if done {
		return status
	}
	if len(o.Args) > 0 {
		return cmd.ExtraOperand(p, u, o.Args[0])
	}
	w := cmd.NewWriter(p)
	_, _ = w.WriteString(text() + "\n")
	return w.Finish(0)
}

func hostname(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, hostnameUsage)
	if done {
		return status
	}
	if len(o.Args) > 0 {
		cmd.Errorf(p, "you must be root to change the host name")
		return 1
	}
	name := p.Kernel().Hostname()
	text := name
	for _, m := range o.Options {
		switch m.Key {
		case "s":
			text, _, _ = strings.Cut(name, ".")
		case "d":
			_, text, _ = strings.Cut(name, ".")
		case "i", "I":
			text = "127.0.0.1"
		case "a":
			text = ""
		}
	}
	w := cmd.NewWriter(p)
	_, _ = w.WriteString(text + "\n")
	return w.Finish(0)
}

// nproc answers 1 unless OMP_NUM_THREADS says otherwise: the host's count is the host's.
// processors counts those of the box.
func processors(p *kernel.Process) int {
	info, err := p.FS().ReadFile("/proc/cpuinfo")
	if err != nil {
		return 1
	}
	n := 0
	for line := range strings.Lines(string(info)) {
		if strings.HasPrefix(line, "processor") {
			n++
		}
	}
	return max(1, n)
}

func nproc(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, nprocUsage)
	if done {
		return status
	}
	if len(o.Args) > 0 {
		return cmd.ExtraOperand(p, nprocUsage, o.Args[0])
	}
	n := processors(p)
	if v, err := strconv.Atoi(p.Getenv("OMP_NUM_THREADS")); err == nil && v > 0 && !o.Has("all") {
		n = v
	}
	if s, ok := o.Value("ignore"); ok {
		v, err := strconv.ParseUint(s, 10, 31)
		if err != nil {
			cmd.Errorf(p, "invalid number: %s", cmd.QuoteC(s))
			return 1
		}
		n = max(1, n-int(v))
	}
	w := cmd.NewWriter(p)
	w.Printf("%d\n", n)
	return w.Finish(0)
}

func tty(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, ttyUsage)
	if done {
		return status
	}
	text, code := "not a tty", 1
	if fd := p.FD(0); fd != nil && fd.IsTerminal() {
		text, code = fd.Name(), 0
	}
	if o.Has("s") {
		return code
	}
	w := cmd.NewWriter(p)
	_, _ = w.WriteString(text + "\n")
	return w.FinishAs(code, 3)
}

// memberships lists the group ids of a user, the primary one first.
func memberships(n *cmd.Names, a cmd.Account) []int {
	gids := []int{a.GID}
	for _, g := range n.Groups() {
		for _, m := range g.Members {
			if m == a.Name && g.GID != a.GID {
				gids = append(gids, g.GID)
			}
		}
	}
	return gids
}

func ownGroups(p *kernel.Process) []int {
	c := p.Cred()
	gids := []int{c.GID}
	for _, g := range c.Groups {
		if g != c.GID {
			gids = append(gids, g)
		}
	}
	return gids
}

func groups(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, groupsUsage)
	if done {
		return status
	}
	n := cmd.NewNames(p)
	w := cmd.NewWriter(p)
	list := func(gids []int) string {
		out := make([]string, len(gids))
		for i, g := range gids {
			out[i] = n.Group(g)
		}
		return strings.Join(out, " ")
	}
	if len(o.Args) == 0 {
		_, _ = w.WriteString(list(ownGroups(p)) + "\n")
	}
	for _, name := range o.Args {
		a, ok := n.LookupUser(name)
		if !ok || a.GID < 0 {
			_ = w.Flush()
			cmd.Errorf(p, "%s: no such user", cmd.QuoteC(name))
			status = 1
			continue
		}
		w.Printf("%s : %s\n", name, list(memberships(n, a)))
	}
	return w.Finish(status)
}

var idUsage = optparse.Define("id", "[OPTION]... [USER]...", "Print user and group information for each specified USER,\nor (when USER omitted) for the current process.", `
-a             ignore, for compatibility with other versions
-Z, --context  print only the security context of the process
-g, --group    print only the effective group ID
-G, --groups   print all group IDs
-n, --name     print a name instead of a number, for -ugG
-r, --real     print the real ID instead of the effective ID, with -ugG
-u, --user     print only the effective user ID
-z, --zero     delimit entries with NUL characters, not whitespace
`)

func id(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, idUsage)
	if done {
		return status
	}
	which := byte(0)
	for _, m := range o.Options {
		if m.Key == "u" || m.Key == "g" || m.Key == "G" {
			if which != 0 && which != m.Key[0] {
				cmd.Errorf(p, "cannot print \"only\" of more than one choice")
				return 1
			}
			which = m.Key[0]
		}
		if m.Key == "Z" {
			cmd.Errorf(p, "--context (-Z) works only on an SELinux-enabled kernel")
			return 1
		}
	}
	byName := o.Has("n")
	if which == 0 && (byName || o.Has("r")) {
		cmd.Errorf(p, "cannot print only names or real IDs in default format")
		return 1
	}
	eol, sep := "\n", " "
	if o.Has("z") {
		if which == 0 {
			cmd.Errorf(p, "option --zero not permitted in default format")
			return 1
		}
		eol, sep = "\x00", "\x00"
	}
	n := cmd.NewNames(p)
	w := cmd.NewWriter(p)
	show := func(a cmd.Account, gids []int) {
		user, group := strconv.Itoa, strconv.Itoa
		if byName {
			user, group = n.User, n.Group
		}
		switch which {
		case 'u':
			_, _ = w.WriteString(user(a.UID) + eol)
		case 'g':
			_, _ = w.WriteString(group(a.GID) + eol)
		case 'G':
			out := make([]string, len(gids))
			for i, g := range gids {
				out[i] = group(g)
			}
			_, _ = w.WriteString(strings.Join(out, sep) + eol)
		default:
			named := func(id int, has bool, name string) string {
				if has {
					return fmt.Sprintf("%d(%s)", id, name)
				}
				return strconv.Itoa(id)
			}
			out := make([]string, len(gids))
			for i, g := range gids {
				out[i] = named(g, n.HasGroup(g), n.Group(g))
			}
			w.Printf("uid=%s gid=%s groups=%s\n", named(a.UID, n.HasUser(a.UID), n.User(a.UID)), named(a.GID, n.HasGroup(a.GID), n.Group(a.GID)), strings.Join(out, ","))
		}
	}
	if len(o.Args) == 0 {
		c := p.Cred()
		show(cmd.Account{UID: c.UID, GID: c.GID}, ownGroups(p))
	}
	for _, name := range o.Args {
		a, ok := n.LookupUser(name)
		if !ok || a.GID < 0 {
			_ = w.Flush()
			cmd.Errorf(p, "%s: no such user", cmd.QuoteC(name))
			status = 1
			continue
		}
		show(a, memberships(n, a))
	}
	return w.Finish(status)
}
