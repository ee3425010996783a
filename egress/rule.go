package egress

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// Rule names traffic that may leave the box. Every field that is set must match.
type Rule struct {
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

// check refuses rules that cannot mean what they say, and folds their hosts.
func (r Rule) check() (Rule, error) {
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
	name, ok := Hostname(rest)
	if !ok || wild && IsAddress(name) {
		return r, fmt.Errorf("host %q: not a host name or address", r.Host)
	}
	r.Host = name
	if wild {
		r.Host = "*." + name
	}
	return r, nil
}

// matchHost compares with a folded host.
func (r Rule) matchHost(host string) bool {
	switch {
	case r.Host == host:
		return true
	case IsAddress(host): // only by its own form
		return false
	case r.Host == "*":
		return true
	}
	suffix, wild := strings.CutPrefix(r.Host, "*")
	return wild && strings.HasSuffix(host, suffix) && len(host) > len(suffix)
}

// matchPort says for which of http, https and tcp the rule speaks on a port.
func (r Rule) matchPort(port int) (http, https, tcp bool) {
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
func (r Rule) matchRequest(method string, u *url.URL) bool {
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
