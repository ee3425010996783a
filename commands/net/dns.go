package net

import (
	"context"
	"fmt"
	"net/netip"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// host, dig and nslookup answer from the names the box knows: /etc/hosts and its own. There is no name server; the
// one they show is the address a resolver on the machine itself would have.
const nameServer = "127.0.0.1"

// lookup gives the addresses of a name in both families.
func lookup(p *kernel.Process, name string) (v4, v6 []netip.Addr) {
	addrs, err := p.Kernel().Net().Lookup(strings.TrimSuffix(name, "."))
	if err != nil {
		return nil, nil
	}
	for _, a := range addrs {
		if a.Is4() {
			v4 = append(v4, a)
		} else {
			v6 = append(v6, a)
		}
	}
	return v4, v6
}

// reverse finds the names of an address in /etc/hosts.
func reverse(p *kernel.Process, addr netip.Addr) []string {
	data, _ := p.FS().ReadFile("/etc/hosts")
	for line := range strings.Lines(string(data)) {
		line, _, _ = strings.Cut(line, "#")
		f := strings.Fields(line)
		if len(f) < 2 {
			continue
		}
		if a, err := netip.ParseAddr(f[0]); err == nil && a == addr {
			return f[1:]
		}
	}
	return nil
}

// arpa is the name that stands for an address in reverse look-ups.
func arpa(a netip.Addr) string {
	if a.Is4() {
		b := a.As4()
		return fmt.Sprintf("%d.%d.%d.%d.in-addr.arpa.", b[3], b[2], b[1], b[0])
	}
	b := a.As16()
	var s strings.Builder
	for i := 15; i >= 0; i-- {
		fmt.Fprintf(&s, "%x.%x.", b[i]&15, b[i]>>4)
	}
	return s.String() + "ip6.arpa."
}

func hostCommand(_ context.Context, p *kernel.Process) int {
	typ, names := "", []string(nil)
	args := p.Args()[1:]
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "-t" && i+1 < len(args):
			i++
			typ = strings.ToUpper(args[i])
		case strings.HasPrefix(a, "-t"):
			typ = strings.ToUpper(a[2:])
		case strings.HasPrefix(a, "-"):
		default:
			names = append(names, a)
		}
	}
	if len(names) == 0 {
		cmd.Raw(p, "Usage: host [-aCdilrTvVw] [-c class] [-N ndots] [-t type] [-W time]\n            [-R number] [-m flag] [-p port] hostname [server]\n")
		return 1
	}
	w := cmd.NewWriter(p)
	name := names[0]
	if a, err := netip.ParseAddr(name); err == nil {
		found := reverse(p, a)
		if len(found) == 0 {
			w.Printf("Host %s not found: 3(NXDOMAIN)\n", arpa(a))
			return w.Finish(1)
		}
		for _, n := range found {
			w.Printf("%s domain name pointer %s.\n", strings.TrimSuffix(arpa(a), "."), n)
		}
		return w.Finish(0)
	}
	v4, v6 := lookup(p, name)
	if len(v4)+len(v6) == 0 {
		w.Printf("Host %s not found: 3(NXDOMAIN)\n", name)
		return w.Finish(1)
	}
	shown := 0
	if typ == "" || typ == "A" || typ == "ANY" {
		for _, a := range v4 {
			w.Printf("%s has address %s\n", name, a)
			shown++
		}
	}
	if typ == "" || typ == "AAAA" || typ == "ANY" {
		for _, a := range v6 {
			w.Printf("%s has IPv6 address %s\n", name, a)
			shown++
		}
	}
	if shown == 0 {
		w.Printf("%s has no %s record\n", name, typ)
	}
	return w.Finish(0)
}

func dig(_ context.Context, p *kernel.Process) int {
	name, typ, short, answerOnly, back := "", "A", false, false, ""
	args := p.Args()[1:]
	noAll := false
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "+short":
			short = true
		case a == "+noall":
			noAll = true
		case a == "+answer":
			answerOnly = noAll
		case strings.HasPrefix(a, "+"), strings.HasPrefix(a, "@"):
		case a == "-x" && i+1 < len(args):
			i++
			back, typ = args[i], "PTR"
		case (a == "-t" || a == "-p" || a == "-c") && i+1 < len(args):
			i++
			if a == "-t" {
				typ = strings.ToUpper(args[i])
			}
		case strings.HasPrefix(a, "-"):
		default:
			switch up := strings.ToUpper(a); up {
			case "A", "AAAA", "MX", "TXT", "NS", "CNAME", "PTR", "SOA", "ANY", "SRV", "CAA":
				if name != "" || i+1 < len(args) {
					typ = up
					continue
				}
			case "IN":
				continue
			}
			name = a
		}
	}
	var answers []string
	exists := true
	if back != "" {
		a, err := netip.ParseAddr(back)
		if err != nil {
			cmd.Raw(p, "Invalid IP address "+back+"\n")
			return 1
		}
		name = arpa(a)
		found := reverse(p, a)
		exists = len(found) > 0
		for _, n := range found {
			answers = append(answers, n+".")
		}
	} else {
		if name == "" {
			name, typ = ".", "NS"
		}
		v4, v6 := lookup(p, name)
		exists = len(v4)+len(v6) > 0
		list := v4
		if typ == "AAAA" {
			list = v6
		} else if typ != "A" && typ != "ANY" {
			list = nil
		}
		for _, a := range list {
			answers = append(answers, a.String())
		}
	}
	w := cmd.NewWriter(p)
	if short {
		for _, a := range answers {
			w.Printf("%s\n", a)
		}
		return w.Finish(0)
	}
	fqdn := strings.TrimSuffix(name, ".") + "."
	status := "NOERROR"
	if !exists {
		status = "NXDOMAIN"
	}
	if !answerOnly {
		w.Printf("\n; <<>> DiG 9.18 (sandpit) <<>> %s\n;; global options: +cmd\n;; Got answer:\n;; ->>HEADER<<- opcode: QUERY, status: %s, id: %d\n;; flags: qr rd ra; QUERY: 1, ANSWER: %d, AUTHORITY: 0, ADDITIONAL: 0\n\n;; QUESTION SECTION:\n;%s\t\t\tIN\t%s\n\n",
			strings.Join(args, " "), status, p.Kernel().Rand().Uint64()%65536, len(answers), fqdn, typ)
	}
	if len(answers) > 0 {
		if !answerOnly {
			w.Printf(";; ANSWER SECTION:\n")
		}
		for _, a := range answers {
			w.Printf("%s\t\t0\tIN\t%s\t%s\n", fqdn, typ, a)
		}
		if !answerOnly {
			w.Printf("\n")
		}
	}
	if !answerOnly {
		w.Printf(";; Query time: 0 msec\n;; SERVER: %s#53(%s) (UDP)\n;; WHEN: %s\n;; MSG SIZE  rcvd: 0\n\n",
			nameServer, nameServer, p.Kernel().Clock().Now().In(cmd.Location(p)).Format("Mon Jan 02 15:04:05 MST 2006"))
	}
	return w.Finish(0)
}

func nslookup(_ context.Context, p *kernel.Process) int {
	var names []string
	for _, a := range p.Args()[1:] {
		if !strings.HasPrefix(a, "-") {
			names = append(names, a)
		}
	}
	w := cmd.NewWriter(p)
	if len(names) == 0 {
		cmd.Raw(p, "nslookup: the interactive mode is not supported\n")
		return 1
	}
	if a, err := netip.ParseAddr(names[0]); err == nil {
		found := reverse(p, a)
		if len(found) == 0 {
			w.Printf("** server can't find %s: NXDOMAIN\n\n", strings.TrimSuffix(arpa(a), "."))
			return w.Finish(1)
		}
		for _, n := range found {
			w.Printf("%s\tname = %s.\n", strings.TrimSuffix(arpa(a), "."), n)
		}
		w.Printf("\n")
		return w.Finish(0)
	}
	w.Printf("Server:\t\t%s\nAddress:\t%s#53\n\n", nameServer, nameServer)
	v4, v6 := lookup(p, names[0])
	if len(v4)+len(v6) == 0 {
		w.Printf("** server can't find %s: NXDOMAIN\n\n", names[0])
		return w.Finish(1)
	}
	for _, a := range append(v4, v6...) {
		w.Printf("Name:\t%s\nAddress: %s\n", names[0], a)
	}
	w.Printf("\n")
	return w.Finish(0)
}
