package netstack

import (
	"net"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"syscall"
)

var (
	loopback4 = netip.AddrFrom4([4]byte{127, 0, 0, 1})
	loopback6 = netip.IPv6Loopback()
	any4      = netip.IPv4Unspecified()
	any6      = netip.IPv6Unspecified()
)

// bind is what a listening socket occupies.
type bind struct {
	ip   netip.Addr
	port uint16
	dual bool // "::" that also takes IPv4
}

// conflicts reports whether two listening sockets on one port exclude each other. The rule is that of
// inet_rcv_saddr_equal() in Linux, where SO_REUSEADDR does not help against a listening socket.
func (a bind) conflicts(b bind) bool {
	if a.ip.Is4() != b.ip.Is4() {
		return a.dual || b.dual
	}
	return a.ip == b.ip || a.ip.IsUnspecified() || b.ip.IsUnspecified()
}

// accepts reports whether a connection to ip ends at this socket.
func (a bind) accepts(ip netip.Addr) bool {
	return a.ip == ip || a.ip.IsUnspecified() && (a.dual || a.ip.Is4() == ip.Is4())
}

// family is 0 for either, 4 or 6; ok is false for networks that are not TCP.
func family(network string) (fam int, ok bool) {
	switch network {
	case "tcp":
		return 0, true
	case "tcp4":
		return 4, true
	case "tcp6":
		return 6, true
	}
	return 0, false
}

func fits(ip netip.Addr, fam int) bool { return fam == 0 || (fam == 4) == ip.Is4() }

// local reports whether ip is an address of this machine.
func local(ip netip.Addr) bool { return ip.IsLoopback() || ip.IsUnspecified() }

// unsupported is the error for networks that Linux has and this package has not, and for unknown ones.
func unsupported(op, network string) error {
	switch network {
	case "unixgram", "unixpacket":
		return &net.OpError{Op: op, Net: network, Err: os.NewSyscallError("socket", syscall.EPROTONOSUPPORT)}
	}
	return &net.OpError{Op: op, Net: network, Err: net.UnknownNetworkError(network)}
}

// splitAddr takes "host:port" apart. The port is a number or one of the few service names programs rely on; the
// host's /etc/services is not consulted.
func splitAddr(addr string) (host string, port uint16, err error) {
	if addr == "" {
		return "", 0, nil
	}
	host, service, err := net.SplitHostPort(addr)
	if err != nil {
		return "", 0, err
	}
	switch service {
	case "":
		return host, 0, nil
	case "http":
		return host, 80, nil
	case "https":
		return host, 443, nil
	}
	n, err := strconv.ParseUint(service, 10, 16)
	if err != nil {
		return "", 0, &net.AddrError{Err: "invalid port", Addr: service}
	}
	return host, uint16(n), nil
}

// ParseHost reads an address literal as getaddrinfo(3) does: besides the usual forms those of inet_aton(3), in which
// "127.1", "2130706433" and "0x7f.1" are all 127.0.0.1. A v4-mapped address comes out as IPv4, a zone is dropped.
func ParseHost(name string) (netip.Addr, bool) {
	if ip, err := netip.ParseAddr(name); err == nil {
		return ip.Unmap().WithZone(""), true
	}
	parts := strings.Split(name, ".")
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	var v uint64
	for i, part := range parts {
		if part == "" || part[0] == '+' || part[0] == '-' || strings.Contains(part, "_") {
			return netip.Addr{}, false
		}
		base := 10
		switch {
		case len(part) > 1 && (part[1] == 'x' || part[1] == 'X') && part[0] == '0':
			part, base = part[2:], 16
		case len(part) > 1 && part[0] == '0':
			base = 8
		}
		n, err := strconv.ParseUint(part, base, 32)
		last := i == len(parts)-1
		if err != nil || !last && n > 255 || last && n >= 1<<(8*(4-i)) {
			return netip.Addr{}, false
		}
		if last {
			v = v<<(8*(4-i)) | n
		} else {
			v = v<<8 | n
		}
	}
	return netip.AddrFrom4([4]byte{byte(v >> 24), byte(v >> 16), byte(v >> 8), byte(v)}), true
}

// Lookup returns the addresses of a host name or address literal (see [ParseHost]), IPv4 first. [Config.Hosts] is asked
// before the built-in names, which are localhost (and what ends in .localhost, RFC 6761), ip6-localhost, ip6-loopback and
// the box's own hostname. The error is a *net.DNSError.
func (s *Stack) Lookup(name string) ([]netip.Addr, error) {
	if ip, ok := ParseHost(name); ok {
		return []netip.Addr{ip}, nil
	}
	n := strings.ToLower(strings.TrimSuffix(name, "."))
	if n != "" {
		if s.hosts != nil {
			if text, ok := s.hosts(n); ok {
				if ip, err := netip.ParseAddr(text); err == nil {
					ip = ip.Unmap().WithZone("")
					if n == "localhost" && ip == loopback4 {
						return []netip.Addr{loopback4, loopback6}, nil
					}
					return []netip.Addr{ip}, nil
				}
			}
		}
		switch {
		case n == "localhost", strings.HasSuffix(n, ".localhost"):
			return []netip.Addr{loopback4, loopback6}, nil
		case n == "ip6-localhost", n == "ip6-loopback":
			return []netip.Addr{loopback6}, nil
		case n == s.hostname:
			return []netip.Addr{loopback4}, nil
		}
		s.mu.Lock()
		p, ok := s.peers[n]
		s.mu.Unlock()
		if ok {
			return []netip.Addr{p.ip}, nil
		}
	}
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

// bindAddr turns a listening address into what it occupies.
func (s *Stack) bindAddr(network, addr string, fam int) (bind, error) {
	host, port, err := splitAddr(addr)
	if err != nil {
		return bind{}, err
	}
	if host == "" {
		if fam == 4 {
			return bind{ip: any4, port: port}, nil
		}
		return bind{ip: any6, port: port, dual: fam == 0}, nil
	}
	ips, err := s.Lookup(host)
	if err != nil {
		return bind{}, err
	}
	for _, ip := range ips {
		if !fits(ip, fam) {
			continue
		}
		b := bind{ip: ip, port: port, dual: ip == any6 && fam == 0}
		if !s.own(ip) {
			return b, os.NewSyscallError("bind", syscall.EADDRNOTAVAIL)
		}
		return b, nil
	}
	return bind{}, &net.AddrError{Err: "no suitable address found", Addr: host}
}

func tcpAddr(ip netip.Addr, port uint16) *net.TCPAddr {
	return &net.TCPAddr{IP: ip.AsSlice(), Port: int(port)}
}
