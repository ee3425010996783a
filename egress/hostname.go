package egress

import (
	"net/netip"
	"strings"

	"golang.org/x/net/idna"

	"github.com/sandpit-dev/sandpit/netstack"
)

// Hostname folds a name or address to the form in which two are compared: lower case, ASCII, no final dot, one
// form for an address. ok is false for what can be neither.
func Hostname(host string) (name string, ok bool) {
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

// IsAddress reports whether a folded host is an address.
func IsAddress(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil
}
