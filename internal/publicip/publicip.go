// Package publicip tells addresses of the Internet at large from those that lead somewhere else: to the host itself, to its
// private networks, to a cloud's metadata service.
package publicip

import "net/netip"

// special are the ranges that no public service has, with what they are (RFC 6890 and its registry).
var special = []struct {
	prefix netip.Prefix
	what   string
}{
	{netip.MustParsePrefix("0.0.0.0/8"), "unspecified"},
	{netip.MustParsePrefix("10.0.0.0/8"), "private"},
	{netip.MustParsePrefix("100.64.0.0/10"), "shared address space"},
	{netip.MustParsePrefix("127.0.0.0/8"), "loopback"},
	{netip.MustParsePrefix("168.63.129.16/32"), "metadata"},
	{netip.MustParsePrefix("169.254.0.0/16"), "link-local"},
	{netip.MustParsePrefix("172.16.0.0/12"), "private"},
	{netip.MustParsePrefix("192.0.0.0/24"), "reserved"},
	{netip.MustParsePrefix("192.0.2.0/24"), "documentation"},
	{netip.MustParsePrefix("192.88.99.0/24"), "reserved"},
	{netip.MustParsePrefix("192.168.0.0/16"), "private"},
	{netip.MustParsePrefix("198.18.0.0/15"), "benchmarking"},
	{netip.MustParsePrefix("198.51.100.0/24"), "documentation"},
	{netip.MustParsePrefix("203.0.113.0/24"), "documentation"},
	{netip.MustParsePrefix("224.0.0.0/4"), "multicast"},
	{netip.MustParsePrefix("240.0.0.0/4"), "reserved"},
	{netip.MustParsePrefix("::/96"), "unspecified"}, // and the IPv4-compatible form
	{netip.MustParsePrefix("::ffff:0:0/96"), "mapped"},
	{netip.MustParsePrefix("::ffff:0:0:0/96"), "translated"},
	{netip.MustParsePrefix("64:ff9b:1::/48"), "translated"},
	{netip.MustParsePrefix("100::/64"), "discard"},
	{netip.MustParsePrefix("2001::/23"), "reserved"}, // Teredo among them
	{netip.MustParsePrefix("2001:db8::/32"), "documentation"},
	{netip.MustParsePrefix("3fff::/20"), "documentation"},
	{netip.MustParsePrefix("5f00::/16"), "reserved"},
	{netip.MustParsePrefix("fc00::/7"), "private"},
	{netip.MustParsePrefix("fe80::/10"), "link-local"},
	{netip.MustParsePrefix("fec0::/10"), "site-local"},
	{netip.MustParsePrefix("ff00::/8"), "multicast"},
}

var (
	nat64   = netip.MustParsePrefix("64:ff9b::/96")
	sixto4  = netip.MustParsePrefix("2002::/16")
	invalid = netip.Addr{}
)

// Kind says what kind of address that no public service has ip is ("private", "loopback", "link-local", "metadata", ...); "" for
// a public one. Addresses that carry
// an IPv4 address (mapped, NAT64, 6to4) are what that one is.
func Kind(ip netip.Addr) string {
	ip = ip.Unmap().WithZone("")
	if ip == invalid {
		return "invalid"
	}
	if ip.Is6() {
		b := ip.As16()
		switch {
		case nat64.Contains(ip):
			return Kind(netip.AddrFrom4([4]byte(b[12:16])))
		case sixto4.Contains(ip):
			return Kind(netip.AddrFrom4([4]byte(b[2:6])))
		}
		if ip.IsLoopback() {
			return "loopback"
		}
	}
	for _, s := range special {
		if s.prefix.Contains(ip) {
			return s.what
		}
	}
	return ""
}
