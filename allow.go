package sandpit

import (
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/idna"

	"github.com/sandpit-dev/sandpit/netstack"
)

// AllowRule names traffic that may leave the box. Every field that is set must match.
type AllowRule struct {
	// Scheme is "http", "https" or "tcp"; "" is http and https. https goes through a proxy of the host that shows the box a
	// certificate of the box's own authority, so that method and path are seen, and checks the server's own certificate
	// on the other side. A tcp rule passes bytes that nobody looks at; TLS is then between the two ends.
	Scheme string
	// Host is a name ("api.example.com"), "*.example.com" (every name below it, not itself), "*" (every name), or an IP
	// address in its usual form. Names are compared after IDNA; addresses match only requests that give the address.
	Host string
	// Port; 0 is the scheme's own (80, 443). A tcp rule needs one.
	Port int
	// PathPrefix holds http and https to a path and what is below it, by segments: "/v1" is /v1 and /v1/x, not /v1x.
	// Paths that are not in their simplest form (dot segments, encoded slashes) are denied where a prefix is asked for.
	PathPrefix string
	// Methods are the HTTP methods; empty = all. CONNECT and TRACE never pass.
	Methods []string
	// Private lets Host stand for addresses that are refused otherwise: private networks, the host's loopback, link-local,
	// CGNAT, multicast. A rule whose Host is such an address names it, and needs no Private.
	Private bool
}

// hostname folds a name or address to the form in which two are compared: lower case, ASCII, no final dot, one
// form for an address. ok is false for what can be neither.
func hostname(host string) (name string, ok bool) {
	host = strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(host, "["), "."), "]")
	if host == "" || len(host) > 253 {
		return "", false
	}
	if ip, ok := netstack.ParseHost(host); ok {
		return ip.String(), true
	}
	name = strings.ToLower(host)
	if strings.IndexFunc(host, func(r rune) bool { return r >= 0x80 }) >= 0 {
		var err error
		if name, err = idna.Lookup.ToASCII(host); err != nil {
			return "", false
		}
	}
	if name == "" || name[0] == '.' || name[len(name)-1] == '.' || strings.Contains(name, "..") {
		return "", false
	}
	for i := range len(name) {
		if c := name[i]; c != '-' && c != '.' && c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return "", false
		}
	}
	if _, ok := netstack.ParseHost(name); ok { // full-width digits and the like: not what the caller saw
		return "", false
	}
	return name, true
}

// check refuses rules that cannot mean what they say, and folds their hosts.
func (r AllowRule) check() (AllowRule, error) {
	switch r.Scheme {
	case "", "http", "https":
	case "tcp":
		if r.Port == 0 || r.PathPrefix != "" || len(r.Methods) > 0 {
			return r, fmt.Errorf("a tcp rule needs a port and has neither path nor methods")
		}
	default:
		return r, fmt.Errorf("scheme %q: not http, https or tcp", r.Scheme)
	}
	if r.Port < 0 || r.Port > 65535 {
		return r, fmt.Errorf("port %d: not in 1..65535", r.Port)
	}
	if r.PathPrefix != "" && !strings.HasPrefix(r.PathPrefix, "/") {
		return r, fmt.Errorf("path prefix %q: does not begin with a slash", r.PathPrefix)
	}
	methods := slices.Clone(r.Methods)
	for i, m := range methods {
		methods[i] = strings.ToUpper(m)
	}
	r.Methods = methods
	if r.Host == "*" {
		return r, nil
	}
	rest, wild := strings.CutPrefix(r.Host, "*.")
	name, ok := hostname(rest)
	if !ok || wild && isAddress(name) {
		return r, fmt.Errorf("host %q: not a host name or address", r.Host)
	}
	r.Host = name
	if wild {
		r.Host = "*." + name
	}
	return r, nil
}

func isAddress(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil
}

// matchHost compares with a folded host.
func (r AllowRule) matchHost(host string) bool {
	switch {
	case r.Host == host:
		return true
	case isAddress(host): // only by its own form
		return false
	case r.Host == "*":
		return true
	}
	suffix, wild := strings.CutPrefix(r.Host, "*")
	return wild && strings.HasSuffix(host, suffix) && len(host) > len(suffix)
}

// matchPort says for which of http, https and tcp the rule speaks on a port.
func (r AllowRule) matchPort(port int) (http, https, tcp bool) {
	is := func(own int) bool { return r.Port == port || r.Port == 0 && port == own }
	switch r.Scheme {
	case "http":
		http = is(80)
	case "https":
		https = is(443)
	case "tcp":
		tcp = r.Port == port
	default:
		http, https = is(80), is(443)
	}
	return http, https, tcp
}

// matchRequest compares method and path; the host is known to match.
func (r AllowRule) matchRequest(method string, u *url.URL) bool {
	if len(r.Methods) > 0 && !slices.Contains(r.Methods, method) {
		return false
	}
	if r.PathPrefix == "" || r.PathPrefix == "/" {
		return true
	}
	if !simplePath(u) {
		return false
	}
	rest, ok := strings.CutPrefix(u.Path, r.PathPrefix)
	return ok && (rest == "" || rest[0] == '/' || strings.HasSuffix(r.PathPrefix, "/"))
}

// simplePath reports whether every server reads the path as the same segments.
func simplePath(u *url.URL) bool {
	escaped := strings.ToLower(u.EscapedPath())
	for _, bad := range []string{"%2f", "%5c", "%00", "%25", "\\", "//", ";"} {
		if strings.Contains(escaped, bad) {
			return false
		}
	}
	for seg := range strings.SplitSeq(u.Path, "/") {
		if seg == "." || seg == ".." {
			return false
		}
	}
	return true
}

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

// specialAddress says what kind of address that no public service has ip is; "" for a public one. Addresses that carry
// an IPv4 address (mapped, NAT64, 6to4) are what that one is.
func specialAddress(ip netip.Addr) string {
	ip = ip.Unmap().WithZone("")
	if ip == invalid {
		return "invalid"
	}
	if ip.Is6() {
		b := ip.As16()
		switch {
		case nat64.Contains(ip):
			return specialAddress(netip.AddrFrom4([4]byte(b[12:16])))
		case sixto4.Contains(ip):
			return specialAddress(netip.AddrFrom4([4]byte(b[2:6])))
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
