package system

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var getentUsage = optparse.Define("getent", "[OPTION...] database [key ...]", "Get entries from administrative database.", `
-A, --no-addrconfig     accepted for compatibility
-i, --no-idn            accepted for compatibility
-s, --service=CONFIG    accepted for compatibility
`).Trailer("Supported databases:\nahosts ahostsv4 ahostsv6 group gshadow hosts initgroups networks passwd protocols services shadow")

// getent prints entries of the databases in /etc. Status 2: a key was not found.
func getent(ctx context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, getentUsage)
	if done {
		return status
	}
	if len(o.Args) == 0 {
		cmd.Errorf(p, "wrong number of arguments")
		return tryGetent(p)
	}
	g := getentQuery{ctx: ctx, p: p, w: cmd.NewWriter(p)}
	keys := o.Args[1:]
	switch db := o.Args[0]; db {
	case "passwd", "shadow", "group", "gshadow":
		g.colons(db, keys)
	case "hosts", "ahosts", "ahostsv4", "ahostsv6":
		g.hosts(db, keys)
	case "services", "protocols", "networks":
		g.columns(db, keys)
	case "initgroups":
		g.initgroups(keys)
	default:
		cmd.Raw(p, "Unknown database: "+db+"\n")
		return tryGetent(p)
	}
	return g.w.Finish(g.status)
}

// tryGetent points to the help, on standard output as glibc's does.
func tryGetent(p *kernel.Process) int {
	w := cmd.NewWriter(p)
	_, _ = w.WriteString("Try `getent --help' or `getent --usage' for more information.\n")
	return w.Finish(1)
}

// getentQuery is one call.
type getentQuery struct {
	ctx    context.Context
	p      *kernel.Process
	w      *cmd.Writer
	status int
}

func (g *getentQuery) lines(db string) []string {
	b, err := g.p.FS().ReadFile("/etc/" + db)
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
}

// colons prints the lines of passwd and its like: by name, or by number in the third field.
func (g *getentQuery) colons(db string, keys []string) {
	lines := g.lines(db)
	if len(keys) == 0 {
		for _, l := range lines {
			fmt.Fprintln(g.w, l)
		}
		return
	}
	for _, key := range keys {
		_, err := strconv.ParseUint(key, 10, 32)
		byID := err == nil && (db == "passwd" || db == "group")
		i := slices.IndexFunc(lines, func(l string) bool {
			f := strings.Split(l, ":")
			return f[0] == key || byID && len(f) > 2 && f[2] == key
		})
		if i < 0 {
			g.status = 2
			continue
		}
		fmt.Fprintln(g.w, lines[i])
	}
}

// columns prints the lines of files with a name, a value and aliases.
func (g *getentQuery) columns(db string, keys []string) {
	show := func(f []string) {
		fmt.Fprintf(g.w, "%-21s %s\n", f[0], strings.Join(f[1:], " "))
	}
	var entries [][]string
	for _, l := range g.lines(db) {
		l, _, _ = strings.Cut(l, "#")
		if f := strings.Fields(l); len(f) >= 2 {
			entries = append(entries, f)
		}
	}
	if len(keys) == 0 {
		for _, f := range entries {
			show(f)
		}
		return
	}
	for _, key := range keys {
		name, proto, hasProto := strings.Cut(key, "/")
		i := slices.IndexFunc(entries, func(f []string) bool {
			value, valueProto, _ := strings.Cut(f[1], "/")
			if hasProto && proto != valueProto {
				return false
			}
			return f[0] == name || value == name || slices.Contains(f[2:], name)
		})
		if i < 0 {
			g.status = 2
			continue
		}
		show(entries[i])
	}
}

// hosts resolves names and, for the database hosts, addresses.
func (g *getentQuery) hosts(db string, keys []string) {
	if len(keys) == 0 {
		for _, l := range g.lines("hosts") {
			l, _, _ = strings.Cut(l, "#")
			if f := strings.Fields(l); len(f) >= 2 {
				fmt.Fprintf(g.w, "%-15s %s\n", f[0], strings.Join(f[1:], " "))
			}
		}
		return
	}
	for _, key := range keys {
		var addrs []netip.Addr
		name := key
		if a, err := netip.ParseAddr(key); err == nil {
			if names := g.namesOf(a); len(names) > 0 || db != "hosts" {
				addrs = []netip.Addr{a}
				if len(names) > 0 && db == "hosts" {
					name = strings.Join(names, " ")
				}
			}
		} else {
			addrs = g.lookup(key)
		}
		found := false
		for _, a := range addrs {
			if db == "ahostsv4" && !a.Is4() || db == "ahostsv6" && !a.Is6() {
				continue
			}
			if db == "hosts" {
				if found {
					continue
				}
				fmt.Fprintf(g.w, "%-15s %s\n", a, name)
			} else {
				first := name
				if found {
					first = ""
				}
				fmt.Fprintf(g.w, "%-15s STREAM %s\n%-15s DGRAM  \n%-15s RAW    \n", a, first, a, a)
			}
			found = true
		}
		if !found {
			g.status = 2
		}
	}
}

func (g *getentQuery) namesOf(a netip.Addr) (names []string) {
	for _, l := range g.lines("hosts") {
		l, _, _ = strings.Cut(l, "#")
		f := strings.Fields(l)
		if len(f) < 2 {
			continue
		}
		if b, err := netip.ParseAddr(f[0]); err == nil && a == b {
			return f[1:]
		}
	}
	return nil
}

// lookup finds the addresses of a name in the box: those of /etc/hosts, then of the network.
func (g *getentQuery) lookup(name string) (addrs []netip.Addr) {
	addrs, _ = g.p.Kernel().Net().Lookup(name)
	slices.SortStableFunc(addrs, func(a, b netip.Addr) int { return a.BitLen() - b.BitLen() })
	return addrs
}

// initgroups prints a user's groups by number, as initgroups(3) would set them.
func (g *getentQuery) initgroups(keys []string) {
	if len(keys) == 0 {
		cmd.Errorf(g.p, "Enumeration not supported on initgroups")
		g.status = 3
		return
	}
	for _, user := range keys {
		fmt.Fprintf(g.w, "%-21s", user)
		for _, l := range g.lines("group") {
			f := strings.Split(l, ":")
			if len(f) == 4 && slices.Contains(strings.Split(f[3], ","), user) {
				fmt.Fprintf(g.w, " %s", f[2])
			}
		}
		fmt.Fprintln(g.w)
	}
}
