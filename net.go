package sandpit

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/egress"
	"github.com/sandpit-dev/sandpit/netstack"
)

// Network says which names a box has beside its own, and which way out. The zero value is a loopback without a way out.
type Network struct {
	// Hosts are names that exist inside the box only, each served by a Go handler: a `curl https://api.example.com/v1`
	// in the box reaches the handler and nothing else. They answer http on port 80 and https on port 443 (HTTP/1.1 and
	// HTTP/2) with a certificate that the box's programs trust; see CertPool.
	Hosts map[string]http.Handler
	// Log is told of each request to Hosts after it was answered. Sandbox.Requests lists the last ones.
	Log func(Request)

	// Allow lists what may leave the box; empty = nothing. Each HTTP request is checked, whatever connection it comes on,
	// and so is each address that a name leads to: see AllowRule.
	Allow []AllowRule
	// Dialer is how allowed traffic leaves; nil = sockets of the host. When Resolver is nil, too, it gets names as they are
	// and what they lead to is its own affair; else it gets addresses that were checked.
	Dialer func(ctx context.Context, network, addr string) (net.Conn, error)
	// Resolver finds the addresses of an allowed name; nil = the host's resolver. All of them must be public, or allowed.
	Resolver func(ctx context.Context, host string) ([]netip.Addr, error)
	// RootCAs are the authorities that servers outside are checked against; nil = the host's.
	RootCAs *x509.CertPool
	// Rate bounds requests a minute per host; "*" is for all together. Beyond it a request gets 429.
	Rate map[string]int
	// MaxResponse bounds the bytes of one response, as they travel; default 256 MiB, negative = no bound. It is cut there.
	MaxResponse int64
	// Timeout bounds one request from its first byte to the last of the response; default 2 minutes, negative = no bound.
	// Connections that were upgraded (WebSocket) have until their end.
	Timeout time.Duration
	// Audit is told of each request and connection that wanted to leave, allowed or not, before it leaves; one call at a
	// time. The same goes to Options.Log.
	Audit func(NetworkEvent)
}

// AllowRule names traffic that may leave the box. Every field that is set must match.
type AllowRule = egress.Rule

// NetworkEvent tells of one request or connection that wanted to leave the box.
type NetworkEvent = egress.Event

// gateway refuses what cannot be meant, and makes the way out.
func (n Network) gateway(log *slog.Logger) (*egress.Gateway, error) {
	for name, h := range n.Hosts {
		if folded, ok := egress.Hostname(name); !ok || egress.IsAddress(folded) || h == nil {
			return nil, fmt.Errorf("sandpit: Network.Hosts[%q]: a host name and a handler are needed", name)
		}
	}
	g, err := egress.New(egress.Config{
		Rules: n.Allow, Dialer: n.Dialer, Resolver: n.Resolver, RootCAs: n.RootCAs, Rate: n.Rate,
		MaxResponse: n.MaxResponse, Timeout: n.Timeout, Audit: n.Audit, Log: log,
	})
	if err != nil {
		return nil, fmt.Errorf("sandpit: Network.%w", err)
	}
	return g, nil
}

// Dial connects to a server of the box: network "tcp", "udp" or "unix". The address of a unix socket is a path on the disk
// (relative ones are under Dir), or an abstract name after "@".
func (sb *Sandbox) Dial(ctx context.Context, network, addr string) (net.Conn, error) {
	if err := sb.check(); err != nil {
		return nil, err
	}
	if network == "unix" {
		return sb.k.DialUnix(ctx, sb.k.FS(), sb.unixPath(addr), netstack.DialConfig{})
	}
	return sb.k.Net().Dial(ctx, network, addr)
}

func (sb *Sandbox) unixPath(name string) string {
	if name == "" || strings.HasPrefix(name, "@") || path.IsAbs(name) {
		return name
	}
	return path.Join(sb.Dir(), name)
}

// Listen opens a port of the box for a server in Go: network "tcp" or "unix". It ends with the box.
func (sb *Sandbox) Listen(network, addr string) (net.Listener, error) {
	if err := sb.check(); err != nil {
		return nil, err
	}
	if network == "unix" {
		return sb.k.ListenUnix(sb.k.FS(), sb.unixPath(addr), netstack.ListenConfig{})
	}
	return sb.k.Net().Listen(network, addr)
}

// ListenPacket opens a datagram socket of the box for a server in Go: network "udp". It ends with the box.
func (sb *Sandbox) ListenPacket(network, addr string) (net.PacketConn, error) {
	if err := sb.check(); err != nil {
		return nil, err
	}
	u, err := sb.k.Net().ListenPacket(network, addr)
	if err != nil {
		return nil, err
	}
	return u, nil
}

// Serve serves h on a port of the box until Close: HTTP/1.1, and HTTP/2 for clients that begin with it (h2c).
func (sb *Sandbox) Serve(port int, h http.Handler) error { return sb.serveOn(port, h, nil) }

// ServeTLS is Serve for https: HTTP/1.1 and HTTP/2, with a certificate for localhost, the loopback addresses and the box's
// hostname that the box's programs trust.
func (sb *Sandbox) ServeTLS(port int, h http.Handler) error {
	return sb.serveOn(port, h, sb.serverTLS("localhost", "127.0.0.1", "::1", strings.ToLower(sb.opts.Hostname)))
}

func (sb *Sandbox) serveOn(port int, h http.Handler, secure *tls.Config) error {
	l, err := sb.Listen("tcp", net.JoinHostPort("", strconv.Itoa(port)))
	if err != nil {
		return err
	}
	if sb.serve(l, h, secure) == nil {
		return ErrClosed
	}
	return nil
}

// serve serves h on l until the box or the server is closed; nil when the box is closed already. secure is for https.
func (sb *Sandbox) serve(l net.Listener, h http.Handler, secure *tls.Config) *httpServer {
	s := newHTTPServer(h, secure)
	go s.run(l)
	if !sb.adopt(s) {
		return nil
	}
	return s
}

func newHTTPServer(h http.Handler, secure *tls.Config) *httpServer {
	ctx, cancel := context.WithCancel(context.Background())
	s := &httpServer{cancel: cancel, done: make(chan struct{})}
	s.Server = http.Server{
		Handler: h, ErrorLog: quietLog, ReadHeaderTimeout: readHeaderTimeout, TLSConfig: secure, Protocols: new(http.Protocols),
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	s.Protocols.SetHTTP1(true)
	s.Protocols.SetHTTP2(true)
	s.Protocols.SetUnencryptedHTTP2(true)
	return s
}

func (s *httpServer) run(l net.Listener) {
	defer close(s.done)
	if s.TLSConfig != nil {
		s.ServeTLS(l, "", "")
	} else {
		s.Serve(l)
	}
}

// readHeaderTimeout ends a client that sends its request's head a byte at a time (nginx has the same default).
const readHeaderTimeout = time.Minute

// httpServer is an http.Server whose Close waits for the accept loop and ends the contexts of its requests: also those
// of connections that were taken over (WebSockets), which http.Server does not know any more.
type httpServer struct {
	http.Server
	cancel context.CancelFunc
	done   chan struct{}
}

func (s *httpServer) Close() error {
	s.cancel()
	err := s.Server.Close()
	<-s.done
	return err
}

// WaitForPort returns as soon as something listens on port; it does not poll. The error names the port and what
// listens instead.
func (sb *Sandbox) WaitForPort(ctx context.Context, port int) error {
	if err := sb.check(); err != nil {
		return err
	}
	if err := sb.k.Net().WaitForPort(ctx, port); err != nil {
		if closed := sb.check(); closed != nil {
			return closed
		}
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		var open []string
		for _, p := range sb.Ports() {
			if p.Port == 0 || !strings.HasPrefix(p.Network, "tcp") {
				continue
			}
			at := strconv.Itoa(p.Port)
			if p.Label != "" {
				at += " (" + p.Label + ")"
			}
			open = append(open, at)
		}
		what := "nothing else does"
		if len(open) > 0 {
			what = "listening: " + strings.Join(open, ", ")
		}
		return fmt.Errorf("sandpit: nothing listens on port %d (%s): %w", port, what, err)
	}
	return nil
}

// Ports lists what listens, sorted by port.
func (sb *Sandbox) Ports() []netstack.PortInfo { return sb.k.Net().Ports() }
