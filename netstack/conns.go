package netstack

import (
	"cmp"
	"slices"
	"strings"
)

// ConnInfo describes a socket as ss(8) and netstat(8) show it.
type ConnInfo struct {
	Network string // tcp, udp or unix
	Local   string
	Remote  string // "" for a listening socket
	State   string // UNCONN (udp), LISTEN, SYN_SENT, ESTABLISHED, FIN_WAIT2, CLOSE_WAIT, TIME_WAIT, CLOSE
	Owner   int
}

// Conns lists the listening sockets and then both ends of every connection, sorted by their local and remote
// address. An end that its owner closed stays in the list while the other end is open.
func (s *Stack) Conns() []ConnInfo {
	var infos []ConnInfo
	for _, p := range s.Ports() {
		switch {
		case p.Network == "unix":
			infos = append(infos, ConnInfo{Network: "unix", Local: p.Addr, State: "LISTEN", Owner: p.Owner})
		case strings.HasPrefix(p.Network, "tcp"):
			infos = append(infos, ConnInfo{Network: "tcp", Local: p.Addr, State: "LISTEN", Owner: p.Owner})
		}
	}
	n := len(infos)
	s.mu.Lock()
	for _, us := range s.udp {
		for _, u := range us {
			info := ConnInfo{Network: "udp", Local: u.local.String(), State: "UNCONN", Owner: u.owner}
			if u.remote != nil {
				info.Remote, info.State = u.remote.String(), "ESTABLISHED"
			}
			infos = append(infos, info)
		}
	}
	pairs := make([]*pair, 0, len(s.conns))
	for p := range s.conns {
		pairs = append(pairs, p)
	}
	s.mu.Unlock()
	for _, p := range pairs {
		if p.stack == s {
			state := "SYN_SENT"
			if p.established.Load() {
				state = p.client.state()
			}
			infos = append(infos, p.client.info(state))
		}
		if p.established.Load() && !p.outside && (p.far == nil || p.far == s) {
			infos = append(infos, p.server.info(p.server.state()))
		}
	}
	slices.SortFunc(infos[n:], func(a, b ConnInfo) int {
		return cmp.Or(cmp.Compare(a.Local, b.Local), cmp.Compare(a.Remote, b.Remote))
	})
	return infos
}

func (c *Conn) info(state string) ConnInfo {
	return ConnInfo{Network: c.pair.network, Local: c.local.String(), Remote: c.remote.String(), State: state, Owner: int(c.owner.Load())}
}

// state names this end's place in the TCP state diagram (RFC 9293, 3.3.2).
func (c *Conn) state() string {
	c.out.mu.Lock()
	sent, reset := c.out.fin, c.out.reset
	c.out.mu.Unlock()
	c.in.mu.Lock()
	got := c.in.fin
	reset = reset || c.in.reset
	c.in.mu.Unlock()
	switch {
	case reset:
		return "CLOSE"
	case sent && got:
		return "TIME_WAIT"
	case sent:
		return "FIN_WAIT2"
	case got:
		return "CLOSE_WAIT"
	}
	return "ESTABLISHED"
}
