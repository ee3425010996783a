package net

import (
	"context"
	"fmt"
	"net/netip"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// The box has one interface, lo, and one for each network that it was joined to; ip and ifconfig show it and change nothing.

const (
	loFlags = "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN "
	loMac   = "    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n"
	loV4    = "    inet 127.0.0.1/8 scope host lo\n       valid_lft forever preferred_lft forever\n"
	loV6    = "    inet6 ::1/128 scope host \n       valid_lft forever preferred_lft forever\n"
)

func ip(_ context.Context, p *kernel.Process) int {
	w := cmd.NewWriter(p)
	v4, v6, brief, json := true, true, false, false
	args := p.Args()[1:]
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		switch a := strings.TrimLeft(args[0], "-"); {
		case a == "4":
			v6 = false
		case a == "6":
			v4 = false
		case a == "br" || a == "brief":
			brief = true
		case a == "j" || a == "json":
			json = true
		case a == "V" || a == "Version":
			w.Printf("ip utility, iproute2-6.1.0 (sandpit)\n")
			return w.Finish(0)
		case a == "c" || a == "color" || a == "o" || a == "oneline" || a == "d" || a == "details" || a == "s" || a == "p":
		default:
			cmd.Raw(p, "Option \""+args[0]+"\" is unknown, try \"ip -help\".\n")
			return 255
		}
		args = args[1:]
	}
	if len(args) == 0 {
		cmd.Raw(p, "Usage: ip [ OPTIONS ] OBJECT { COMMAND | help }\nwhere  OBJECT := { address | link | route }\n")
		return 255
	}
	object, rest := args[0], args[1:]
	verb := "show"
	if len(rest) > 0 {
		verb, rest = rest[0], rest[1:]
	}
	isShow := len(verb) > 0 && (strings.HasPrefix("show", verb) || strings.HasPrefix("list", verb) || verb == "ls" || verb == "get")
	matches := func(name string) bool { return object != "" && strings.HasPrefix(name, object) }
	if !matches("address") && !matches("addr") && !matches("link") && !matches("route") {
		cmd.Raw(p, "Object \""+object+"\" is unknown, try \"ip help\".\n")
		return 1
	}
	if !isShow {
		switch verb {
		case "add", "del", "delete", "set", "change", "replace", "flush":
			cmd.Raw(p, "RTNETLINK answers: Operation not permitted\n")
			return 2
		}
		cmd.Raw(p, "Command \""+verb+"\" is unknown, try \"ip "+object+" help\".\n")
		return 255
	}
	if matches("route") && !matches("address") {
		if verb == "get" && len(rest) > 0 {
			if strings.HasPrefix(rest[0], "127.") {
				w.Printf("local %s dev lo src 127.0.0.1 uid %d \n    cache <local> \n", rest[0], p.Cred().UID)
				return w.Finish(0)
			}
			cmd.Raw(p, "RTNETLINK answers: Network is unreachable\n")
			return 2
		}
		return 0
	}
	if len(rest) > 0 && rest[0] == "dev" {
		rest = rest[1:]
	}
	joined := p.Kernel().Net().Addrs()
	if len(rest) > 0 && rest[0] != "lo" && rest[0] != "up" && !strings.HasPrefix(rest[0], "eth") {
		cmd.Raw(p, "Device \""+rest[0]+"\" does not exist.\n")
		return 1
	}
	link := matches("link") && !matches("addr")
	switch {
	case json:
		addrs := ""
		if !link {
			addrs = `,"addr_info":[{"family":"inet","local":"127.0.0.1","prefixlen":8,"scope":"host","label":"lo"},{"family":"inet6","local":"::1","prefixlen":128,"scope":"host"}]`
		}
		w.Printf(`[{"ifindex":1,"ifname":"lo","flags":["LOOPBACK","UP","LOWER_UP"],"mtu":65536,"qdisc":"noqueue","operstate":"UNKNOWN","group":"default","txqlen":1000,"link_type":"loopback","address":"00:00:00:00:00:00","broadcast":"00:00:00:00:00:00"%s}]`+"\n", addrs)
	case brief && link:
		w.Printf("lo               UNKNOWN        00:00:00:00:00:00 <LOOPBACK,UP,LOWER_UP> \n")
	case brief:
		w.Printf("lo               UNKNOWN        ")
		if v4 {
			w.Printf("127.0.0.1/8 ")
		}
		if v6 {
			w.Printf("::1/128 ")
		}
		w.Printf("\n")
	case link:
		w.Printf("%smode DEFAULT group default qlen 1000\n%s", loFlags, loMac)
	default:
		w.Printf("%sgroup default qlen 1000\n", loFlags)
		if v4 && v6 {
			w.Printf("%s", loMac)
		}
		if v4 {
			w.Printf("%s", loV4)
		}
		if v6 {
			w.Printf("%s", loV6)
		}
	}
	if json || len(rest) > 0 && rest[0] == "lo" {
		return w.Finish(0)
	}
	for i, a := range joined { // one interface a network that the box was joined to
		b := a.Addr().As4()
		mac := fmt.Sprintf("02:42:%02x:%02x:%02x:%02x", b[0], b[1], b[2], b[3])
		name := fmt.Sprintf("eth%d", i)
		switch {
		case brief && link:
			w.Printf("%-16s UP             %s <BROADCAST,MULTICAST,UP,LOWER_UP> \n", name, mac)
		case brief:
			w.Printf("%-16s UP             %s \n", name, a)
		default:
			mode := ""
			if link {
				mode = "mode DEFAULT "
			}
			w.Printf("%d: %s: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state UP %sgroup default qlen 1000\n", i+2, name, mode)
			if v4 && v6 || link {
				w.Printf("    link/ether %s brd ff:ff:ff:ff:ff:ff\n", mac)
			}
			if v4 && !link {
				w.Printf("    inet %s brd %s scope global %s\n       valid_lft forever preferred_lft forever\n", a, netip.AddrFrom4([4]byte{b[0], b[1], b[2], 255}), name)
			}
		}
	}
	return w.Finish(0)
}

func ifconfig(_ context.Context, p *kernel.Process) int {
	w := cmd.NewWriter(p)
	for _, a := range p.Args()[1:] {
		if strings.HasPrefix(a, "-") {
			continue
		}
		if a != "lo" {
			cmd.Raw(p, a+": error fetching interface information: Device not found\n")
			return 1
		}
		if len(p.Args()) > 2 {
			cmd.Raw(p, "SIOCSIFFLAGS: Operation not permitted\n")
			return 255
		}
	}
	w.Printf("lo: flags=73<UP,LOOPBACK,RUNNING>  mtu 65536\n        inet 127.0.0.1  netmask 255.0.0.0\n        inet6 ::1  prefixlen 128  scopeid 0x10<host>\n        loop  txqueuelen 1000  (Local Loopback)\n        RX packets 0  bytes 0 (0.0 B)\n        RX errors 0  dropped 0  overruns 0  frame 0\n        TX packets 0  bytes 0 (0.0 B)\n        TX errors 0  dropped 0 overruns 0  carrier 0  collisions 0\n\n")
	return w.Finish(0)
}
