package netstack

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestCertificates(t *testing.T) {
	s := New(Config{Hostname: "box"})
	defer s.Close()
	ca := s.CA()
	if s.CA() != ca {
		t.Fatal("two authorities")
	}
	c, err := ca.Certificate("api.test", "*.wild.test", "127.0.0.1", "::1")
	if err != nil {
		t.Fatal(err)
	}
	again, err := ca.Certificate("api.test", "*.wild.test", "127.0.0.1", "::1")
	if err != nil || again.Leaf.SerialNumber.Cmp(c.Leaf.SerialNumber) != 0 {
		t.Errorf("made twice: %v", err)
	}
	for name, want := range map[string]bool{"api.test": true, "a.wild.test": true, "wild.test": false, "127.0.0.1": true, "::1": true, "evil.test": false} {
		_, err := c.Leaf.Verify(x509.VerifyOptions{Roots: ca.CertPool(), DNSName: name})
		if (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := c.Leaf.Verify(x509.VerifyOptions{Roots: New(Config{}).CA().CertPool()}); err == nil {
		t.Error("another's authority trusts it")
	}
	// A server certificate signs nothing.
	if c.Leaf.IsCA || c.Leaf.KeyUsage&x509.KeyUsageCertSign != 0 || !ca.cert.MaxPathLenZero {
		t.Error("a leaf is an authority")
	}
	for _, bad := range [][]string{nil, {""}, {"a b"}, {"a\x00b"}, {"a,b"}, {"a\r\nb"}, {"../x"}, {strings.Repeat("x", 254)}, make([]string, 101)} {
		if _, err := ca.Certificate(bad...); err == nil {
			t.Errorf("%q was certified", bad)
		}
	}
	for i := range maxLeaves {
		ca.leaves[fmt.Sprint(i)] = c
	}
	if _, err := ca.Certificate("one.more.test"); err != nil || len(ca.leaves) > maxLeaves {
		t.Errorf("%d certificates are kept, %v", len(ca.leaves), err)
	}
}

// Validity follows the clock that the network was given, not the host's.
func TestCertificatesByTheBoxsClock(t *testing.T) {
	for _, year := range []int{1975, 2000, 2040, 2200} {
		now := time.Date(year, 6, 15, 12, 30, 0, 0, time.UTC)
		s := New(Config{Now: func() time.Time { return now }})
		c, err := s.CA().Certificate("x.test")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Leaf.Verify(x509.VerifyOptions{Roots: s.CA().CertPool(), DNSName: "x.test", CurrentTime: now}); err != nil {
			t.Errorf("%d: %v", year, err)
		}
		if want := time.Date(year, 6, 14, 0, 0, 0, 0, time.UTC); !c.Leaf.NotBefore.Equal(want) {
			t.Errorf("from %v", c.Leaf.NotBefore)
		}
	}
}

func TestTLSOverStack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := New(Config{Hostname: "a"}), New(Config{Hostname: "b"})
		defer a.Close()
		defer b.Close()
		if err := Join(a, b); err != nil {
			t.Fatal(err)
		}
		l, err := b.Listen("tcp", ":443")
		if err != nil {
			t.Fatal(err)
		}
		cert, err := b.CA().Certificate("b")
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			c, err := l.Accept()
			if err != nil {
				return
			}
			tc := tls.Server(c, &tls.Config{Certificates: []tls.Certificate{cert}})
			io.Copy(tc, tc)
			tc.Close()
		}()
		c, err := a.Dial(context.Background(), "tcp", "b:443")
		if err != nil {
			t.Fatal(err)
		}
		tc := tls.Client(c, &tls.Config{ServerName: "b", RootCAs: a.CA().CertPool()}) // a trusts what it was joined with
		if _, err := tc.Write([]byte("hello")); err != nil {
			t.Fatal(err)
		}
		tc.CloseWrite()
		if got, err := io.ReadAll(tc); err != nil || string(got) != "hello" {
			t.Errorf("%q %v", got, err)
		}
		tc.Close()
	})
}

// The answers are those of inet_aton(3) (glibc 2.36).
func TestParseHost(t *testing.T) {
	for in, want := range map[string]string{
		"127.1": "127.0.0.1", "0x7f.1": "127.0.0.1", "0177.0.0.1": "127.0.0.1", "2130706433": "127.0.0.1", "0x7f000001": "127.0.0.1", "017700000001": "127.0.0.1",
		"1.2.3": "1.2.0.3", "1.2.65535": "1.2.255.255", "1.65536": "1.1.0.0", "1.16777216": "", "256.1": "", "1.256.1.1": "", "1.2.3.256": "", "1.2.3.4.5": "",
		"": "", "1.": "", "1..2": "", ".1": "", "0x": "", "0x.1": "", "08": "", "1.2.3.0x10": "1.2.3.16", "00.0.0.1": "0.0.0.1", "4294967295": "255.255.255.255",
		"4294967296": "", "+1": "", "-1": "", "1_0": "", "0x7F.0X1": "127.0.0.1", "١.1": "", "1e3": "", "0b1": "", "0o17": "", "1.2.3.04": "1.2.3.4", "1.2.3.08": "",
		"::ffff:127.0.0.1": "127.0.0.1", "fe80::1%lo": "fe80::1", "::1": "::1", "localhost": "",
	} {
		ip, ok := ParseHost(in)
		if ok != (want != "") || ok && ip != netip.MustParseAddr(want) {
			t.Errorf("%q: %v %v, want %q", in, ip, ok, want)
		}
	}
}
