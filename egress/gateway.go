package egress

import (
	"bufio"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/sandpit-dev/sandpit/internal/publicip"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/netstack"
)

const (
	defaultMaxResponse = 256 << 20
	defaultOutTimeout  = 2 * time.Minute
	maxOutsideNames    = 4096      // names that have an address inside
	maxOutsideHead     = 256 << 10 // bytes of a response's header
	sniffTimeout       = time.Minute
)

var (
	errNetUnreachable = os.NewSyscallError("connect", syscall.ENETUNREACH)
	errConnRefused    = os.NewSyscallError("connect", syscall.ECONNREFUSED)
)

// errDenied is what the rules do not allow; the text is for the audit.
type errDenied struct{ reason, addr string }

func (e *errDenied) Error() string { return "denied: " + e.reason }

// Config says what may leave a box, and how. The zero value lets nothing out.
type Config struct {
	// Rules list what may leave; empty = nothing.
	Rules []Rule
	// Dialer is how allowed traffic leaves; nil = sockets of the host. When Resolver is nil, too, it gets names as they are
	// and what they lead to is its own affair; else it gets addresses that were checked.
	Dialer func(ctx context.Context, network, addr string) (net.Conn, error)
	// Resolver finds the addresses of an allowed name; nil = the host's resolver. All of them must be public, or allowed.
	Resolver func(ctx context.Context, host string) ([]netip.Addr, error)
	// RootCAs are the authorities that servers outside are checked against; nil = the host's.
	RootCAs *x509.CertPool
	// Rate bounds requests a minute per host; "*" is for all together.
	Rate map[string]int
	// MaxResponse bounds the bytes of one response; 0 = 256 MiB, negative = no bound.
	MaxResponse int64
	// Timeout bounds one request until the last byte of its response; 0 = 2 minutes, negative = no bound.
	Timeout time.Duration
	// Audit and Log are told of each request and connection before it leaves, allowed or not; one call at a time.
	Audit func(Event)
	Log   *slog.Logger
}

// Place is what a gateway needs of its box.
type Place struct {
	Stack *netstack.Stack
	Clock kernel.Clock
	// MaxConns bounds the connections that leave as they are; the others are those of the stack, which counts them.
	MaxConns int
	// Adopt makes the box close the gateway with itself; it returns false when the box is closed already.
	Adopt func(io.Closer) bool
}

// Gateway is the way out of one box.
type Gateway struct {
	config Config
	place  Place
	serial sync.Mutex // one Audit call at a time

	mu      sync.Mutex
	names   map[string]netip.Addr // of Lookup, and back
	byAddr  map[netip.Addr]string
	rates   map[string]*rateWindow
	server  *outsideServer
	closed  bool
	raw     map[io.Closer]struct{} // what leaves as it is, and what has not said anything yet
	pending sync.WaitGroup
}

// rateWindow counts the requests of one minute.
type rateWindow struct {
	start time.Time
	n     int
}

// New checks a configuration. The gateway works once it is attached to a box.
func New(c Config) (*Gateway, error) {
	rules := make([]Rule, len(c.Rules))
	for i, r := range c.Rules {
		var err error
		if rules[i], err = r.check(); err != nil {
			return nil, fmt.Errorf("Allow[%d]: %w", i, err)
		}
	}
	c.Rules = rules
	for host, perMinute := range c.Rate {
		if _, ok := Hostname(host); host != "*" && !ok || perMinute < 1 {
			return nil, fmt.Errorf("Rate[%q]: a host name and a number are needed", host)
		}
	}
	return &Gateway{config: c}, nil
}

// Attach gives the gateway its box, before the first Dial.
func (g *Gateway) Attach(p Place) { g.place = p }

// Lookup gives a name that some rule speaks of an address inside the box.
func (g *Gateway) Lookup(name string) (ip string, ok bool) {
	if len(g.config.Rules) == 0 {
		return "", false
	}
	name, ok = Hostname(name)
	if !ok || IsAddress(name) || !slices.ContainsFunc(g.config.Rules, func(r Rule) bool { return r.matchHost(name) }) {
		return "", false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if a, ok := g.names[name]; ok {
		return a.String(), true
	}
	n := len(g.names) + 1
	if n > maxOutsideNames {
		return "", false
	}
	a := netip.AddrFrom4([4]byte{198, 18, byte(n >> 8), byte(n)})
	if g.names == nil {
		g.names, g.byAddr = map[string]netip.Addr{}, map[netip.Addr]string{}
	}
	g.names[name], g.byAddr[a] = a, name
	return a.String(), true
}

// Dial is for netstack.Config.Outbound: a connection of the box to an address that is none of its own.
func (g *Gateway) Dial(ctx context.Context, network, addr string) (net.Conn, error) {
	host, service, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, &net.OpError{Op: "dial", Net: network, Err: err}
	}
	port, _ := strconv.Atoi(service)
	switch service {
	case "http":
		port = 80
	case "https":
		port = 443
	}
	name, ok := Hostname(host)
	if !ok {
		name = host
	}
	if a, err := netip.ParseAddr(name); err == nil {
		g.mu.Lock()
		if n, ok := g.byAddr[a]; ok {
			name = n
		}
		g.mu.Unlock()
	}
	refuse := func(reason, where string) (net.Conn, error) {
		g.audit(Event{Rule: -1, Reason: reason, Host: name, Port: port, Addr: where})
		if !IsAddress(name) && reason == "no rule" {
			return nil, &net.OpError{Op: "dial", Net: network, Err: &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}}
		}
		return nil, &net.OpError{Op: "dial", Net: network, Err: errNetUnreachable}
	}
	var http, https bool
	tcp := -1
	for i, r := range g.config.Rules {
		if !ok || !r.matchHost(name) {
			continue
		}
		h, s, t := r.matchPort(port)
		http, https = http || h, https || s
		if t && tcp < 0 {
			tcp = i
		}
	}
	switch {
	case !strings.HasPrefix(network, "tcp"):
		return refuse("only tcp leaves", "")
	case tcp >= 0:
		return g.pass(ctx, network, name, port, tcp, refuse)
	case !http && !https:
		return refuse("no rule", "")
	}
	return g.accept(name, port, network)
}

// pass opens a connection for a tcp rule.
func (g *Gateway) pass(ctx context.Context, network, host string, port, rule int, refuse func(string, string) (net.Conn, error)) (net.Conn, error) {
	if !g.take(host) {
		return refuse("rate", "")
	}
	c, err := g.open(ctx, host, port)
	if denied, ok := errors.AsType[*errDenied](err); ok {
		return refuse(denied.reason, denied.addr)
	}
	g.audit(Event{Allowed: true, Rule: rule, Scheme: "tcp", Host: host, Port: port})
	if err != nil {
		if ctx.Err() != nil {
			return nil, &net.OpError{Op: "dial", Net: network, Err: context.Cause(ctx)}
		}
		return nil, &net.OpError{Op: "dial", Net: network, Err: errConnRefused} // what exactly is the host's affair
	}
	p := &passed{Conn: c, gw: g}
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.closed:
		c.Close()
		return nil, &net.OpError{Op: "dial", Net: network, Err: net.ErrClosed}
	case g.place.MaxConns > 0 && len(g.raw) >= g.place.MaxConns:
		c.Close()
		return nil, &net.OpError{Op: "dial", Net: network, Err: os.NewSyscallError("socket", syscall.EMFILE)}
	}
	if g.raw == nil {
		g.raw = map[io.Closer]struct{}{}
	}
	g.raw[p] = struct{}{}
	return p, nil
}

// passed is a connection that leaves as it is.
type passed struct {
	net.Conn
	gw *Gateway
}

func (p *passed) Close() error {
	p.gw.mu.Lock()
	delete(p.gw.raw, p)
	p.gw.mu.Unlock()
	return p.Conn.Close()
}

func (p *passed) CloseWrite() error {
	if c, ok := p.Conn.(interface{ CloseWrite() error }); ok {
		return c.CloseWrite()
	}
	return nil
}

// accept gives the box a connection that ends at the gateway's server.
func (g *Gateway) accept(host string, port int, network string) (net.Conn, error) {
	s := g.serve()
	if s == nil {
		return nil, &net.OpError{Op: "dial", Net: network, Err: net.ErrClosed}
	}
	target, err := netip.ParseAddr(host)
	if err != nil {
		ip, ok := g.Lookup(host)
		if !ok {
			return nil, &net.OpError{Op: "dial", Net: network, Err: &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}}
		}
		target = netip.MustParseAddr(ip)
	}
	near, far, err := g.place.Stack.Outside(netip.AddrPortFrom(target, uint16(port)))
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	if g.closed {
		g.mu.Unlock()
		near.Close()
		far.Close()
		return nil, &net.OpError{Op: "dial", Net: network, Err: net.ErrClosed}
	}
	g.pending.Add(1)
	if g.raw == nil {
		g.raw = map[io.Closer]struct{}{}
	}
	g.raw[far] = struct{}{}
	g.mu.Unlock()
	go func() {
		defer g.pending.Done()
		s.sniff(&leg{Conn: far, r: bufio.NewReader(far), host: host, port: port})
		g.mu.Lock()
		delete(g.raw, far)
		g.mu.Unlock()
	}()
	return near, nil
}

// Close ends every connection that leads out.
func (g *Gateway) Close() error {
	g.mu.Lock()
	g.closed = true
	s := g.server
	raw := make([]io.Closer, 0, len(g.raw))
	for c := range g.raw {
		raw = append(raw, c)
	}
	g.mu.Unlock()
	for _, c := range raw {
		c.Close()
	}
	if s != nil {
		s.end()
	}
	g.pending.Wait()
	return nil
}

// open resolves a name, checks every address it has, and connects to one of them.
func (g *Gateway) open(ctx context.Context, host string, port int) (net.Conn, error) {
	service := strconv.Itoa(port)
	private := slices.ContainsFunc(g.config.Rules, func(r Rule) bool {
		h, s, t := r.matchPort(port)
		return r.matchHost(host) && (h || s || t) && (r.Private || r.Host == host && IsAddress(host))
	})
	var addrs []netip.Addr
	if ip, err := netip.ParseAddr(host); err == nil {
		addrs = []netip.Addr{ip}
	} else {
		resolve := g.config.Resolver
		if resolve == nil && g.config.Dialer != nil {
			return g.config.Dialer(ctx, "tcp", net.JoinHostPort(host, service))
		}
		if resolve == nil {
			resolve = hostResolve
		}
		if addrs, err = resolve(ctx, host); err != nil {
			return nil, err
		}
		if len(addrs) == 0 {
			return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
		}
	}
	for _, a := range addrs {
		if what := publicip.Kind(a); what != "" && !private {
			return nil, &errDenied{reason: what + " address", addr: a.String()}
		}
	}
	dial := g.config.Dialer
	if dial == nil {
		dial = hostDial
	}
	var first error
	for _, a := range addrs {
		c, err := dial(ctx, "tcp", net.JoinHostPort(a.Unmap().WithZone("").String(), service))
		if err == nil {
			return c, nil
		}
		if first == nil {
			first = err
		}
		if ctx.Err() != nil {
			break
		}
	}
	return nil, first
}

// take counts a request against the rates.
func (g *Gateway) take(host string) bool {
	if len(g.config.Rate) == 0 {
		return true
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.place.Clock.Now()
	var used []*rateWindow
	for name, perMinute := range g.config.Rate {
		if folded, _ := Hostname(name); name != "*" && folded != host {
			continue
		}
		w := g.rates[name]
		if w == nil || now.Sub(w.start) >= time.Minute || now.Before(w.start) {
			w = &rateWindow{start: now}
			if g.rates == nil {
				g.rates = map[string]*rateWindow{}
			}
			g.rates[name] = w
		}
		if w.n >= perMinute {
			return false
		}
		used = append(used, w)
	}
	for _, w := range used {
		w.n++
	}
	return true
}
