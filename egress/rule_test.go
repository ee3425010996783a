package egress

import (
	"net/url"
	"path"
	"strings"
	"testing"

	"github.com/sandpit-dev/sandpit/netstack"
)

func TestHostnameFolding(t *testing.T) {
	for in, want := range map[string]string{
		"Example.COM": "example.com", "example.com.": "example.com", "bücher.example": "xn--bcher-kva.example", "ＥＸＡＭＰＬＥ.com": "example.com", "good。test": "good.test",
		"127.1": "127.0.0.1", "0x7f.1": "127.0.0.1", "[::1]": "::1", "::FFFF:1.2.3.4": "1.2.3.4", "a_b.test": "a_b.test",
		"１２７.0.0.1": "", "a b": "", "a\x00b": "", "a/b": "", "a%2fb": "", "a@b": "", "": "", ".": "", "a..b": "", "a\r\nb": "", "*": "", "-a-.test\x7f": "",
	} {
		got, ok := Hostname(in)
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
		if got := (Rule{PathPrefix: c.prefix}).matchRequest("GET", u); got != c.want {
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
	rule, err := Rule{Host: "good.test"}.check()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, host string) {
		name, ok := Hostname(host)
		if !ok {
			return
		}
		if again, ok := Hostname(name); !ok || again != name {
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
	rule := Rule{PathPrefix: "/v1"}
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
