package sandpit

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/sandpit-dev/sandpit/netstack"
)

// transports are the host-side HTTP clients of a box, made when they are first used.
type transports struct {
	mu  sync.Mutex
	all [4]*http.Transport // by way
}

// way is how a client speaks to the box: a sum of the flags.
type way int

const (
	plainWay way = 0
	h2cWay   way = 1 // http: is HTTP/2 from the first byte
	anyCert  way = 2 // https: whatever the certificate
)

func (t *transports) get(sb *Sandbox, w way) *http.Transport {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all[w] == nil {
		t.all[w] = newTransport(sb, w)
	}
	return t.all[w]
}

func (t *transports) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, tr := range t.all {
		if tr != nil {
			tr.CloseIdleConnections()
		}
	}
}

// tlsHandshakeTimeout is that of http.DefaultTransport.
const tlsHandshakeTimeout = 10 * time.Second

func newTransport(sb *Sandbox, w way) *http.Transport {
	dial := func(ctx context.Context, network, addr string) (net.Conn, error) {
		if err := sb.check(); err != nil {
			return nil, err
		}
		return sb.k.Net().Dial(ctx, network, addr)
	}
	t := &http.Transport{
		DialContext:           dial,
		MaxIdleConnsPerHost:   64,
		IdleConnTimeout:       30 * time.Second,
		ExpectContinueTimeout: time.Second,
		DisableCompression:    true, // a caller sees what the server sent
		Protocols:             new(http.Protocols),
		// The authorities are asked for at each handshake: joining another box adds to them.
		DialTLSContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			c, err := dial(ctx, network, addr)
			if err != nil {
				return nil, err
			}
			host, _, err := net.SplitHostPort(addr)
			if err != nil {
				c.Close()
				return nil, err
			}
			tc := tls.Client(c, &tls.Config{
				ServerName: host, RootCAs: sb.CertPool(), Time: sb.k.Clock().Now, NextProtos: []string{"h2", "http/1.1"},
				MinVersion: tls.VersionTLS12, InsecureSkipVerify: w&anyCert != 0,
			})
			ctx, cancel := context.WithTimeout(ctx, tlsHandshakeTimeout)
			defer cancel()
			if err := tc.HandshakeContext(ctx); err != nil {
				c.Close()
				return nil, err
			}
			return tc, nil
		},
	}
	t.Protocols.SetHTTP2(true)
	if w&h2cWay != 0 {
		t.Protocols.SetUnencryptedHTTP2(true)
	} else {
		t.Protocols.SetHTTP1(true)
	}
	return t
}

// Transport returns a RoundTripper for any http.Client: localhost:port goes into the box, names of Network.Hosts
// to their handlers. https is checked against CertPool. Any other host is ErrNotLoopback. Errors are those of the
// connection; Fetch turns them into responses.
func (sb *Sandbox) Transport() http.RoundTripper { return roundTripper{sb, plainWay} }

// Client returns an http.Client over Transport.
func (sb *Sandbox) Client() *http.Client { return &http.Client{Transport: sb.Transport()} }

type roundTripper struct {
	sb  *Sandbox
	way way
}

func (t roundTripper) RoundTrip(req *http.Request) (*http.Response, error) {
	err := t.sb.check()
	if err == nil {
		err = t.sb.reachable(req.URL.Scheme, req.URL.Hostname())
	}
	if err != nil {
		if req.Body != nil {
			req.Body.Close()
		}
		return nil, err
	}
	if t.way == plainWay && t.sb.direct.takes(req) {
		return t.sb.direct.roundTrip(req)
	}
	return t.sb.transports.get(t.sb, t.way).RoundTrip(req)
}

// reachable tells whether host is the box or one of its names.
func (sb *Sandbox) reachable(scheme, host string) error {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	switch _, known := sb.hosts.ips[host]; {
	case known, host == "localhost", strings.HasSuffix(host, ".localhost"), host == strings.ToLower(sb.opts.Hostname), sb.k.Net().Joined(host):
	default:
		if ip, ok := netstack.ParseHost(host); !ok || !ip.IsLoopback() {
			return fmt.Errorf("%w: %q", ErrNotLoopback, host)
		}
	}
	if scheme != "http" && scheme != "https" {
		return fmt.Errorf("sandpit: scheme %q: not http or https", scheme)
	}
	return nil
}
