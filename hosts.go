package sandpit

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"slices"
	"sort"
	"strings"

	"github.com/sandpit-dev/sandpit/egress"
)

// hostTable gives each of Network.Hosts a loopback address of its own.
type hostTable struct {
	ips      map[string]string
	handlers map[string]http.Handler
	log      *requestLog
}

func newHostTable(n Network) *hostTable {
	t := &hostTable{log: &requestLog{done: n.Log}}
	if len(n.Hosts) == 0 {
		return t
	}
	t.ips, t.handlers = make(map[string]string, len(n.Hosts)), make(map[string]http.Handler, len(n.Hosts))
	names := make([]string, 0, len(n.Hosts))
	for name, h := range n.Hosts {
		name = strings.ToLower(name) // RFC 4343
		if t.handlers[name] == nil {
			names = append(names, name)
		}
		t.handlers[name] = h
	}
	sort.Strings(names)
	for i, name := range names {
		t.ips[name] = fmt.Sprintf("127.1.%d.%d", i/250, i%250+1)
	}
	return t
}

func (t *hostTable) lookup(name string) (ip string, ok bool) {
	ip, ok = t.ips[name]
	return ip, ok
}

// serve answers http on port 80 and https on port 443 of each name.
func (t *hostTable) serve(sb *Sandbox) error {
	t.log.now = sb.k.Clock().Now
	for name, ip := range t.ips {
		plain, err := sb.k.Net().Listen("tcp", net.JoinHostPort(ip, "80"))
		if err != nil {
			return fmt.Errorf("sandpit: host %s: %w", name, err)
		}
		secure, err := sb.k.Net().Listen("tcp", net.JoinHostPort(ip, "443"))
		if err != nil {
			return fmt.Errorf("sandpit: host %s: %w", name, err)
		}
		h := t.log.wrap(t.handlers[name])
		sb.serve(plain, h, nil)
		sb.serve(secure, h, sb.serverTLS(name))
	}
	return nil
}

// serverTLS is for a server of the box that is known by names: its certificates are made when a client comes.
func (sb *Sandbox) serverTLS(names ...string) *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		Time:       sb.k.Clock().Now,
		NextProtos: []string{"h2", "http/1.1"},
		GetCertificate: func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
			all := names
			if sni, ok := egress.Hostname(hello.ServerName); ok && !slices.Contains(all, sni) && strings.HasSuffix(sni, ".localhost") {
				all = append(slices.Clip(all), sni)
			}
			c, err := sb.k.Net().CA().Certificate(all...)
			return &c, err
		},
	}
}

// CertPool returns the authorities that the box's programs trust: its own, made at the first use of TLS, which has signed
// the certificates of Network.Hosts, of ServeTLS and of what Network.Allow lets through. For a client on the host that
// speaks TLS to the box over Dial.
func (sb *Sandbox) CertPool() *x509.CertPool { return sb.k.Net().CA().CertPool() }
