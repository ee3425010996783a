package sandpit

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/netstack"
)

// Network says which names a box has beside its own, and which way out.
type Network struct {
	// Hosts are names that exist inside the box only, each served by a Go handler: a `curl http://api.example.com/v1`
	// in the box reaches the handler and nothing else. Plain HTTP on port 80.
	Hosts map[string]http.Handler
	// Allow lists what may leave the box; empty = nothing. Rules are not carried out yet: Create refuses them.
	Allow []AllowRule
	// Dialer is how allowed traffic leaves.
	Dialer func(ctx context.Context, network, addr string) (net.Conn, error)
	// Rate bounds requests a minute per host; "*" for all.
	Rate map[string]int
}

// AllowRule names traffic that may leave the box.
type AllowRule struct {
	Scheme, Host string
	Port         int
	PathPrefix   string
	Methods      []string
}

// check refuses what is declared but not there yet, rather than leaving a user to believe in it.
func (n Network) check() error {
	if len(n.Allow) > 0 || n.Dialer != nil || len(n.Rate) > 0 {
		return errors.New("sandpit: Network.Allow, Dialer and Rate are not supported yet: nothing leaves a box")
	}
	for name, h := range n.Hosts {
		if name == "" || h == nil {
			return fmt.Errorf("sandpit: Network.Hosts[%q]: a name and a handler are needed", name)
		}
	}
	return nil
}

// hostTable gives each of Network.Hosts a loopback address of its own.
type hostTable struct {
	ips      map[string]string
	handlers map[string]http.Handler
}

func newHostTable(hosts map[string]http.Handler) *hostTable {
	t := &hostTable{ips: make(map[string]string, len(hosts)), handlers: make(map[string]http.Handler, len(hosts))}
	names := make([]string, 0, len(hosts))
	for name, h := range hosts {
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

func (t *hostTable) serve(sb *Sandbox) error {
	for name, ip := range t.ips {
		l, err := sb.k.Net().Listen("tcp", net.JoinHostPort(ip, "80"))
		if err != nil {
			return fmt.Errorf("sandpit: host %s: %w", name, err)
		}
		sb.serve(l, t.handlers[name])
	}
	return nil
}

// newTransport makes the host-side HTTP client of a box.
func newTransport(sb *Sandbox) *http.Transport {
	return &http.Transport{
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			if err := sb.check(); err != nil {
				return nil, err
			}
			return sb.k.Net().Dial(ctx, network, addr)
		},
		MaxIdleConnsPerHost:   64,
		IdleConnTimeout:       30 * time.Second,
		ExpectContinueTimeout: time.Second,
		DisableCompression:    true, // a caller sees what the server sent
	}
}

// Transport returns a RoundTripper for any http.Client: localhost:port goes into the box, names of Network.Hosts
// to their handlers. Any other host is ErrNotLoopback. Errors are those of the connection; Fetch turns them into responses.
func (sb *Sandbox) Transport() http.RoundTripper { return roundTripper{sb} }

// Client returns an http.Client over Transport.
func (sb *Sandbox) Client() *http.Client { return &http.Client{Transport: sb.Transport()} }

type roundTripper struct{ sb *Sandbox }

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
	return t.sb.transport.RoundTrip(req)
}

// reachable tells whether host is the box or one of its names.
func (sb *Sandbox) reachable(scheme, host string) error {
	host = strings.ToLower(host)
	_, known := sb.hosts.ips[host]
	if ip := net.ParseIP(host); !known && host != "localhost" && host != strings.ToLower(sb.opts.Hostname) && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("%w: %q", ErrNotLoopback, host)
	}
	if scheme != "http" {
		return fmt.Errorf("sandpit: scheme %q: only http is served inside a box so far", scheme)
	}
	return nil
}

// Dial connects to a server of the box: network "tcp" or "unix".
func (sb *Sandbox) Dial(ctx context.Context, network, addr string) (net.Conn, error) {
	if err := sb.check(); err != nil {
		return nil, err
	}
	return sb.k.Net().Dial(ctx, network, addr)
}

// Listen opens a port of the box for a server in Go. It ends with the box.
func (sb *Sandbox) Listen(network, addr string) (net.Listener, error) {
	if err := sb.check(); err != nil {
		return nil, err
	}
	return sb.k.Net().Listen(network, addr)
}

// Serve serves h on a port of the box until Close.
func (sb *Sandbox) Serve(port int, h http.Handler) error {
	l, err := sb.Listen("tcp", net.JoinHostPort("", strconv.Itoa(port)))
	if err != nil {
		return err
	}
	if sb.serve(l, h) == nil {
		return ErrClosed
	}
	return nil
}

// serve serves h on l until the box or the server is closed; nil when the box is closed already.
func (sb *Sandbox) serve(l net.Listener, h http.Handler) *httpServer {
	ctx, cancel := context.WithCancel(context.Background())
	s := &httpServer{
		Server: http.Server{
			Handler: h, ErrorLog: quietLog, ReadHeaderTimeout: readHeaderTimeout,
			BaseContext: func(net.Listener) context.Context { return ctx },
		},
		cancel: cancel,
		done:   make(chan struct{}),
	}
	go func() {
		defer close(s.done)
		s.Serve(l)
	}()
	if !sb.adopt(s) {
		return nil
	}
	return s
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
			open = append(open, strconv.Itoa(p.Port))
		}
		return fmt.Errorf("sandpit: nothing listens on port %d (listening: %v): %w", port, open, err)
	}
	return nil
}

// Ports lists what listens, sorted by port.
func (sb *Sandbox) Ports() []netstack.PortInfo { return sb.k.Net().Ports() }
