package net

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/netstack"
)

// socketFilter says which sockets ss and netstat show.
type socketFilter struct {
	tcp, unix, udp, listening, all bool
	v4, v6                         bool
}

func (f socketFilter) sockets(p *kernel.Process) []netstack.ConnInfo {
	var list []netstack.ConnInfo
	for _, c := range p.Kernel().Net().Conns() {
		isUnix, waits := c.Network == "unix", c.State == "LISTEN" || c.State == "UNCONN"
		shown := map[string]bool{"tcp": f.tcp, "udp": f.udp, "unix": f.unix}[c.Network]
		if !shown || waits != f.listening && !f.all {
			continue
		}
		if !isUnix {
			v6 := strings.HasPrefix(c.Local, "[")
			if f.v4 && !f.v6 && v6 || f.v6 && !f.v4 && !v6 {
				continue
			}
		}
		list = append(list, c)
	}
	return list
}

var ssUsage = optparse.Define("ss", "[ OPTIONS ]", "", `
-h                  this message
-n, --numeric       don't resolve service names
-r, --resolve       resolve host names
-a, --all           display all sockets
-l, --listening     display listening sockets
-o, --options       show timer information
-e, --extended      show detailed socket information
-m, --memory        show socket memory usage
-p, --processes     show process using socket
-s, --summary       show socket usage summary
-4, --ipv4          display only IP version 4 sockets
-6, --ipv6          display only IP version 6 sockets
-t, --tcp           display only TCP sockets
-u, --udp           display only UDP sockets
-x, --unix          display only Unix domain sockets
-w, --raw           display only RAW sockets
-H, --no-header     suppress header line
-O, --oneline       socket's data printed on a single line
-i, --info          show internal TCP information
`).Status(255)

func ss(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, ssUsage)
	if done {
		return status
	}
	f := socketFilter{tcp: o.Has("t"), unix: o.Has("x"), udp: o.Has("u") || o.Has("w"), listening: o.Has("l"), all: o.Has("a"), v4: o.Has("4"), v6: o.Has("6")}
	netid := !o.Has("t") && !o.Has("u") || f.tcp && f.udp || f.unix
	if !f.tcp && !f.unix && !f.udp {
		f.tcp, f.udp, f.unix = true, true, !f.v4 && !f.v6
	}
	filter, unknown, err := parseSSFilter(o.Args)
	switch {
	case unknown != "":
		cmd.Errorf(p, "wrong state name: %s", unknown)
		return 255
	case err != nil:
		_, _ = fmt.Fprintf(p.Stderr(), "Error: %v\nCannot parse dst/src address.\n", err)
		return 1
	}
	if filter.states != nil {
		f.all = true
	}
	list := f.sockets(p)
	list = slices.DeleteFunc(list, func(c netstack.ConnInfo) bool {
		return filter.states != nil && !filter.states[ssState(c.State)] || filter.match != nil && !filter.match(c)
	})
	w := cmd.NewWriter(p)
	if o.Has("s") {
		ssSummary(w, p.Kernel().Net().Conns())
		return w.Finish(0)
	}

	rows := [][]string{}
	if !o.Has("H") {
		rows = append(rows, []string{"Netid", "State", "Recv-Q", "Send-Q", "Local Address", "Port", "Peer Address", "Port", "Process"})
	}
	for _, c := range list {
		row := []string{c.Network, ssState(c.State), "0", "0", "", "", "", "", ""}
		if c.State == "LISTEN" {
			row[3] = "4096"
		}
		if strings.HasPrefix(c.Network, "unix") {
			row[0] = "u_str"
			row[4], row[5] = c.Local, "0"
			row[6], row[7] = "*", "0"
			if c.Remote != "" {
				row[6] = c.Remote
			}
		} else {
			row[4], row[5] = ssAddr(c.Local)
			if c.Remote == "" {
				row[6], row[7] = "0.0.0.0", "*"
				if strings.HasPrefix(row[4], "[") || row[4] == "*" {
					row[6] = "[::]"
				}
				if row[4] == "*" {
					row[6] = "*"
				}
			} else {
				row[6], row[7] = ssAddr(c.Remote)
			}
		}
		if o.Has("p") && c.Owner > 0 {
			name := "?"
			if q := p.Kernel().Lookup(c.Owner); q != nil {
				name = q.Name()
			}
			row[8] = fmt.Sprintf("users:((%q,pid=%d,fd=3))", name, c.Owner)
		}
		rows = append(rows, row)
	}
	header, processes := !o.Has("H"), o.Has("p")
	width := [9]int{2: 6, 3: 6} // the queues are this wide, header or not
	for _, r := range rows {
		for i, s := range r {
			width[i] = max(width[i], len(s))
		}
	}

	for _, r := range rows {
		if netid {
			w.Printf("%-*s ", width[0], r[0])
		}
		if len(filter.states) != 1 {
			w.Printf("%-*s ", width[1], r[1])
		}
		line := fmt.Sprintf("%-*s %-*s %*s:%-*s %*s:%-*s", width[2], r[2], width[3], r[3],
			width[4], r[4], width[5], r[5], width[6], r[6], width[7], r[7])
		switch {
		case header:
			line += ssProcess(r[8])
		case processes:
			line += " " + r[8]
		default:
			line = strings.TrimRight(line, " ")
		}
		w.Printf("%s\n", line)
	}
	return w.Finish(0)
}

func ssSummary(w *cmd.Writer, list []netstack.ConnInfo) {
	var tcp, udp [2]int // by family
	established := 0
	for _, c := range list {
		six := 0
		if strings.HasPrefix(c.Local, "[") {
			six = 1
		}
		switch c.Network {
		case "tcp":
			if tcp[six]++; c.State == "ESTABLISHED" {
				established++
			}
		case "udp":
			udp[six]++
		}
	}
	w.Printf("Total: %d\nTCP:   %d (estab %d, closed 0, orphaned 0, timewait 0)\n\nTransport Total     IP        IPv6\n", len(list), tcp[0]+tcp[1], established)
	row := func(name string, n [2]int) { w.Printf("%s\t  %-9d %-9d %-9d\n", name, n[0]+n[1], n[0], n[1]) }
	row("RAW", [2]int{})
	row("UDP", udp)
	row("TCP", tcp)
	row("INET", [2]int{tcp[0] + udp[0], tcp[1] + udp[1]})
	row("FRAG", [2]int{})
	w.Printf("\n")
}

func ssProcess(s string) string {
	if s == "" || s == "Process" {
		return fmt.Sprintf("%-7s", s)
	}
	return " " + s
}

func ssState(s string) string {
	switch s {
	case "ESTABLISHED":
		return "ESTAB"
	}
	return strings.NewReplacer("FIN_WAIT", "FIN-WAIT-", "_", "-").Replace(s)
}

func ssAddr(s string) (host, port string) {
	host, port, err := net.SplitHostPort(s)
	if err != nil {
		return s, ""
	}
	switch {
	case host == "::":
		host = "*"
	case strings.Contains(host, ":"):
		host = "[" + host + "]"
	}
	return host, port
}

var netstatUsage = optparse.Define("netstat", "[-vWeenNcCF] [<Af>] -r | [-46tuwxlanp]", "", `
-r, --route         display routing table
-i, --interfaces    display interface table
-s, --statistics    display networking statistics
-v, --verbose       be verbose
-W, --wide          don't truncate IP addresses
-n, --numeric       don't resolve names
-e, --extend        display other/more information
-p, --programs      display PID/Program name for sockets
-l, --listening     display listening server sockets
-a, --all           display all sockets (default: connected)
-t, --tcp           tcp sockets
-u, --udp           udp sockets
-x, --unix          unix sockets
-w, --raw           raw sockets
-4                  IPv4
-6                  IPv6
`).Status(2)

func netstat(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, netstatUsage)
	if done {
		return status
	}
	w := cmd.NewWriter(p)
	if o.Has("r") {
		w.Printf("Kernel IP routing table\nDestination     Gateway         Genmask         Flags   MSS Window  irtt Iface\n")
		return w.Finish(0)
	}
	f := socketFilter{tcp: o.Has("t"), unix: o.Has("x"), udp: o.Has("u") || o.Has("w"), listening: o.Has("l"), all: o.Has("a"), v4: o.Has("4"), v6: o.Has("6")}
	if !f.tcp && !f.unix && !f.udp {
		f.tcp, f.udp, f.unix = true, true, true
	}
	what := "(w/o servers)"
	switch {
	case f.all:
		what = "(servers and established)"
	case f.listening:
		what = "(only servers)"
	}
	programs := ""
	if o.Has("p") {
		programs = " PID/Program name    "
	}
	if f.tcp || f.udp {
		w.Printf("Active Internet connections %s\nProto Recv-Q Send-Q Local Address           Foreign Address         State      %s\n", what, programs)
		for _, c := range f.sockets(p) {
			if strings.HasPrefix(c.Network, "unix") {
				continue
			}
			proto, remote, state := c.Network+" ", c.Remote, c.State
			six := strings.HasPrefix(c.Local, "[")
			if six {
				proto = c.Network + "6"
			}
			if remote == "" {
				remote = "0.0.0.0:*"
				if six {
					remote = ":::*"
				}
			}
			if state == "UNCONN" {
				state = ""
			}
			local := strings.NewReplacer("[", "", "]", "").Replace(c.Local)
			remote = strings.NewReplacer("[", "", "]", "").Replace(remote)
			w.Printf("%s  %6d %6d %-23s %-23s %-11s%s\n", proto, 0, 0, local, remote, state, netstatOwner(p, o.Has("p"), c.Owner))
		}
	}
	if f.unix {
		w.Printf("Active UNIX domain sockets %s\nProto RefCnt Flags       Type       State         I-Node  %s Path\n", what, strings.TrimPrefix(programs, " "))
		for _, c := range f.sockets(p) {
			if !strings.HasPrefix(c.Network, "unix") {
				continue
			}
			flags, state := "[ ]", "CONNECTED"
			if c.State == "LISTEN" {
				flags, state = "[ ACC ]", "LISTENING"
			}
			w.Printf("unix  2      %-11s STREAM     %-13s 0       %s %s\n", flags, state, strings.TrimPrefix(netstatOwner(p, o.Has("p"), c.Owner), " "), c.Local)
		}
	}
	return w.Finish(0)
}

func netstatOwner(p *kernel.Process, show bool, owner int) string {
	if !show {
		return ""
	}
	s := "-"
	if q := p.Kernel().Lookup(owner); q != nil && owner > 0 {
		s = fmt.Sprintf("%d/%s", owner, q.Name())
	}
	return fmt.Sprintf(" %-20s", s)
}
