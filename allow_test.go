package sandpit

import (
	"net/netip"
	"net/url"
	"path"
	"strings"
	"testing"

	"github.com/sandpit-dev/sandpit/netstack"
)

func TestSpecialAddresses(t *testing.T) {
	for in, special := range map[string]bool{
		"8.8.8.8": false, "93.184.216.34": false, "2606:4700::1111": false, "2001:4860:4860::8888": false, "172.32.0.1": false, "100.128.0.1": false, "11.0.0.1": false,
		"0.0.0.0": true, "0.1.2.3": true, "10.1.2.3": true, "100.64.0.1": true, "100.100.100.200": true, "127.0.0.1": true, "127.255.0.1": true, "168.63.129.16": true,
		"169.254.169.254": true, "172.16.0.1": true, "172.31.255.255": true, "192.0.0.1": true, "192.168.0.1": true, "198.18.0.1": true, "198.19.255.255": true,
		"224.0.0.1": true, "239.1.1.1": true, "240.0.0.1": true, "255.255.255.255": true, "192.0.2.1": true, "203.0.113.1": true,
		"::": true, "::1": true, "::127.0.0.1": true, "::ffff:127.0.0.1": true, "::ffff:8.8.8.8": false, "64:ff9b::8.8.8.8": false, "64:ff9b::127.0.0.1": true,
		"64:ff9b::a9fe:a9fe": true, "64:ff9b:1::1": true, "2002:7f00:1::": true, "2002:a9fe:a9fe::1": true, "2002:808:808::1": false, "2001::1": true, "2001:db8::1": true,
		"fc00::1": true, "fd00:ec2::254": true, "fe80::1": true, "fe80::1%eth0": true, "fec0::1": true, "ff02::1": true, "100::1": true,
	} {
		if got := specialAddress(netip.MustParseAddr(in)); (got != "") != special {
			t.Errorf("%s: %q", in, got)
		}
	}
	if specialAddress(netip.Addr{}) == "" {
		t.Error("no address is a public one")
	}
}

func TestHostnameFolding(t *testing.T) {
	for in, want := range map[string]string{
		"Example.COM": "example.com", "example.com.": "example.com", "bücher.example": "xn--bcher-kva.example", "ＥＸＡＭＰＬＥ.com": "example.com", "good。test": "good.test",
		"127.1": "127.0.0.1", "0x7f.1": "127.0.0.1", "[::1]": "::1", "::FFFF:1.2.3.4": "1.2.3.4", "a_b.test": "a_b.test",
		"１２７.0.0.1": "", "a b": "", "a\x00b": "", "a/b": "", "a%2fb": "", "a@b": "", "": "", ".": "", "a..b": "", "a\r\nb": "", "*": "", "-a-.test\x7f": "",
	} {
		got, ok := hostname(in)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q %v, want %q", in, got, ok, want)
		}
	}
}

func TestRulesMatch(t *testing.T) {
	for _, c := range []struct {
		prefix, path string
		want         bool
	}{
		{"", "/x/../y", true}, {"/", "//", true}, {"/v1", "/v1", true}, {"/v1", "/v1/", true}, {"/v1", "/v1/x?y", true}, {"/v1", "/v1x", false}, {"/v1", "/V1", false},
		{"/v1/", "/v1/x", true}, {"/v1/", "/v1", false}, {"/v1", "/v1/../x", false}, {"/v1", "/v1/./x", false}, {"/v1", "/v1/%2e%2e/x", false}, {"/v1", "/v1/%2E./x", false},
		{"/v1", "/v1/a%2fb", false}, {"/v1", "/v1/a%5cb", false}, {"/v1", `/v1/a\b`, false}, {"/v1", "/v1//x", false}, {"/v1", "/v1/%00", false}, {"/v1", "/v1/%252e", false}, {"/v1", "/v1/;x/..", false},
		{"/v1", "/v1/...", true}, {"/v1", "/v1/a%20b", true}, {"/a b", "/a%20b/c", true}, {"/v1", "/v1?/../..", true},
	} {
		u, err := url.ParseRequestURI(c.path)
		if err != nil {
			t.Fatal(err)
		}
		if got := (AllowRule{PathPrefix: c.prefix}).matchRequest("GET", u); got != c.want {
			t.Errorf("%s under %q: %v", c.path, c.prefix, got)
		}
	}
}

// Whatever a guest calls a host: the fold is stable, is no address in disguise, and a rule for one name does not match it
// unless it is that name.
func FuzzHostname(f *testing.F) {
	for _, s := range []string{"good.test", "GOOD.TEST.", "0x7f.1", "[::1]", "good.test\x00.evil", "ｇood.test", "good。test", "xn--bcher-kva", "::ffff:7f00:1", "1.2.3.4.", "evilgood.test"} {
		f.Add(s)
	}
	rule, err := AllowRule{Host: "good.test"}.check()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, host string) {
		name, ok := hostname(host)
		if !ok {
			return
		}
		if again, ok := hostname(name); !ok || again != name {
			t.Errorf("%q folds to %q and that to %q", host, name, again)
		}
		if strings.ContainsAny(name, " /\\@?#%\x00\r\n") || len(name) > 253 {
			t.Errorf("%q folds to %q", host, name)
		}
		if ip, literal := netstack.ParseHost(name); literal && ip.String() != name {
			t.Errorf("%q folds to an address in disguise, %q", host, name)
		}
		if rule.matchHost(name) != (name == "good.test") {
			t.Errorf("%q is taken for good.test", host)
		}
	})
}

// A path that a rule lets through is below its prefix for whoever cleans or unescapes it once more.
func FuzzPathPrefix(f *testing.F) {
	for _, s := range []string{"/v1", "/v1/x", "/v1/../x", "/v1/%2e%2e/x", "/v1%2f..", "/v1/a;b", "/v1/%252e", "/v1//", "/v1/\\..\\"} {
		f.Add(s)
	}
	rule := AllowRule{PathPrefix: "/v1"}
	f.Fuzz(func(t *testing.T, raw string) {
		u, err := url.ParseRequestURI(raw)
		if err != nil || !rule.matchRequest("GET", u) {
			return
		}
		for _, p := range []string{u.Path, u.EscapedPath()} {
			for range 3 {
				clean := path.Clean(strings.ReplaceAll(p, "\\", "/"))
				if clean != "/v1" && !strings.HasPrefix(clean, "/v1/") {
					t.Fatalf("%q is %q", raw, clean)
				}
				if next, err := url.PathUnescape(p); err == nil {
					p = next
				}
			}
		}
	})
}
