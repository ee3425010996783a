package sandpit

import (
	"bufio"
	"context"
	"errors"
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

	"github.com/sandpit-dev/sandpit/internal/redact"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/netstack"
)

// The way out of a box. A connection to a name or address that is not the box's own comes here. HTTP and HTTPS end at a
// server of the gateway, which reads each request with net/http's parser, checks it against the rules and sends it on
// with net/http's client: what the outside sees is never the bytes that the box wrote. Only a "tcp" rule passes bytes.
//
// Names of the rules have addresses inside the box that mean nothing outside (198.18.0.0/15, the range for benchmarks,
// RFC 2544): no query leaves the box, and which address a name has is found out when an allowed request is on its way,
// once, and that address is connected to.

const (
	defaultMaxResponse = 256 << 20
	defaultOutTimeout  = 2 * time.Minute
	maxOutsideNames    = 4096      // names that have an address inside
	maxOutsideHead     = 256 << 10 // bytes of a response's header
	sniffTimeout       = time.Minute
)

// NetworkEvent tells of one request or connection that wanted to leave the box. Text in it is fit for a log: control
// characters are escaped, secrets masked.
type NetworkEvent struct {
	Time    time.Time
	Allowed bool
	Reason  string // why not: "no rule", "rate", "private address", ...
	Rule    int    // index in Network.Allow of the rule that allowed it; -1 = none
	Scheme  string // http, https, tcp; "" when the connection was refused before it showed
	Method  string
	Host    string // folded: lower case, IDNA, addresses in their usual form
	Port    int
	Path    string // and query
	Addr    string // the address that was checked, when it was its fault
}

var (
	errNetUnreachable = os.NewSyscallError("connect", syscall.ENETUNREACH)
	errConnRefused    = os.NewSyscallError("connect", syscall.ECONNREFUSED)
)

// errDenied is what the rules do not allow; the text is for the audit.
type errDenied struct{ reason, addr string }

func (e *errDenied) Error() string { return "denied: " + e.reason }

type gateway struct {
	net   Network
	rules []AllowRule
	// maxConns bounds what leaves as it is; the other connections are those of the stack, which counts them.
	maxConns int
	log      *slog.Logger
	clock    kernel.Clock
	stack    *netstack.Stack
	adopt    func(io.Closer) bool
	serial   sync.Mutex // one Audit call at a time

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

func newGateway(n Network, rules []AllowRule, log *slog.Logger) *gateway {
	return &gateway{net: n, rules: rules, log: log}
}

// lookup gives a name that some rule speaks of an address inside the box.
func (g *gateway) lookup(name string) (ip string, ok bool) {
	if len(g.rules) == 0 {
		return "", false
	}
	name, ok = hostname(name)
	if !ok || isAddress(name) || !slices.ContainsFunc(g.rules, func(r AllowRule) bool { return r.matchHost(name) }) {
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

// dial is netstack.Config.Outbound.
func (g *gateway) dial(ctx context.Context, network, addr string) (net.Conn, error) {
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
	name, ok := hostname(host)
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
		g.audit(NetworkEvent{Rule: -1, Reason: reason, Host: name, Port: port, Addr: where})
		if !isAddress(name) && reason == "no rule" {
			return nil, &net.OpError{Op: "dial", Net: network, Err: &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}}
		}
		return nil, &net.OpError{Op: "dial", Net: network, Err: errNetUnreachable}
	}
	var http, https bool
	tcp := -1
	for i, r := range g.rules {
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
func (g *gateway) pass(ctx context.Context, network, host string, port, rule int, refuse func(string, string) (net.Conn, error)) (net.Conn, error) {
	if !g.take(host) {
		return refuse("rate", "")
	}
	c, err := g.open(ctx, host, port)
	if denied, ok := errors.AsType[*errDenied](err); ok {
		return refuse(denied.reason, denied.addr)
	}
	g.audit(NetworkEvent{Allowed: true, Rule: rule, Scheme: "tcp", Host: host, Port: port})
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
	case g.maxConns > 0 && len(g.raw) >= g.maxConns:
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
	gw *gateway
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
func (g *gateway) accept(host string, port int, network string) (net.Conn, error) {
	s := g.serve()
	if s == nil {
		return nil, &net.OpError{Op: "dial", Net: network, Err: net.ErrClosed}
	}
	target, err := netip.ParseAddr(host)
	if err != nil {
		ip, ok := g.lookup(host)
		if !ok {
			return nil, &net.OpError{Op: "dial", Net: network, Err: &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}}
		}
		target = netip.MustParseAddr(ip)
	}
	near, far, err := g.stack.Outside(netip.AddrPortFrom(target, uint16(port)))
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
func (g *gateway) Close() error {
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
		s.Close()
		s.httpServer.Close()
		s.transport.CloseIdleConnections()
	}
	g.pending.Wait()
	return nil
}

// open resolves a name, checks every address it has, and connects to one of them.
func (g *gateway) open(ctx context.Context, host string, port int) (net.Conn, error) {
	service := strconv.Itoa(port)
	private := slices.ContainsFunc(g.rules, func(r AllowRule) bool {
		h, s, t := r.matchPort(port)
		return r.matchHost(host) && (h || s || t) && (r.Private || r.Host == host && isAddress(host))
	})
	var addrs []netip.Addr
	if ip, err := netip.ParseAddr(host); err == nil {
		addrs = []netip.Addr{ip}
	} else {
		resolve := g.net.Resolver
		if resolve == nil && g.net.Dialer != nil {
			return g.net.Dialer(ctx, "tcp", net.JoinHostPort(host, service))
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
		if what := specialAddress(a); what != "" && !private {
			return nil, &errDenied{reason: what + " address", addr: a.String()}
		}
	}
	dial := g.net.Dialer
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
func (g *gateway) take(host string) bool {
	if len(g.net.Rate) == 0 {
		return true
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.clock.Now()
	var used []*rateWindow
	for name, perMinute := range g.net.Rate {
		if folded, _ := hostname(name); name != "*" && folded != host {
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

// audit records an event.
func (g *gateway) audit(e NetworkEvent) {
	if g.net.Audit == nil && g.log == nil {
		return
	}
	g.serial.Lock()
	defer g.serial.Unlock()
	e.Time = g.clock.Now()
	e.Host, e.Path, e.Method = redact.Printable(clip(e.Host)), redact.Text(e.Path), redact.Printable(clip(e.Method))
	if g.log != nil {
		level, msg := slog.LevelInfo, "request allowed"
		if !e.Allowed {
			level, msg = slog.LevelWarn, "request denied"
		}
		g.log.Log(context.Background(), level, msg, "scheme", e.Scheme, "method", e.Method, "host", e.Host, "port", e.Port,
			"path", e.Path, "rule", e.Rule, "reason", e.Reason, "addr", e.Addr)
	}
	if g.net.Audit != nil {
		g.net.Audit(e)
	}
}

func clip(s string) string { return s[:min(len(s), 256)] }
