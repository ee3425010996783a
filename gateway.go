package sandpit

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
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
	net    Network
	rules  []AllowRule
	log    *slog.Logger
	clock  kernel.Clock
	stack  *netstack.Stack
	adopt  func(io.Closer) bool
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

func newGateway(n Network, rules []AllowRule, log *slog.Logger) *gateway {
	return &gateway{net: n, rules: rules, log: log}
}

// outsideServer is what HTTP connections end at, made for the first.
type outsideServer struct {
	*httpServer
	conns     chan net.Conn
	done      chan struct{}
	closeOnce sync.Once
	tls       *tls.Config
	proxy     *httputil.ReverseProxy
	transport *http.Transport
	gw        *gateway
}

// leg is a connection from the box: where it was meant to go.
type leg struct {
	net.Conn
	r      *bufio.Reader
	host   string
	port   int
	secure bool
}

func (l *leg) Read(b []byte) (int, error) { return l.r.Read(b) }

// CloseWrite is for net/http, which ends a connection in good order by it.
func (l *leg) CloseWrite() error {
	if c, ok := l.Conn.(interface{ CloseWrite() error }); ok {
		return c.CloseWrite()
	}
	return nil
}

type legKey struct{}

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
	if g.closed {
		c.Close()
		return nil, &net.OpError{Op: "dial", Net: network, Err: net.ErrClosed}
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

// sniff finds out whether a connection begins with TLS, and hands it to the server.
func (s *outsideServer) sniff(l *leg) {
	l.SetReadDeadline(time.Now().Add(sniffTimeout))
	first, err := l.r.Peek(1)
	if err != nil {
		l.Close()
		return
	}
	l.SetReadDeadline(time.Time{})
	c := net.Conn(l)
	if first[0] == 22 { // a TLS handshake record, RFC 8446 5.1
		l.secure = true
		c = tls.Server(l, s.tls)
	}
	select {
	case s.conns <- c:
	case <-s.done:
		l.Close()
	}
}

// serve returns the server, nil when the box is closed.
func (g *gateway) serve() *outsideServer {
	g.mu.Lock()
	if g.server != nil || g.closed {
		defer g.mu.Unlock()
		if g.closed {
			return nil
		}
		return g.server
	}
	s := &outsideServer{gw: g, conns: make(chan net.Conn), done: make(chan struct{})}
	s.tls = &tls.Config{
		MinVersion: tls.VersionTLS12, Time: g.clock.Now, NextProtos: []string{"h2", "http/1.1"},
		GetCertificate: func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
			l := hello.Conn.(*leg)
			if name, ok := hostname(hello.ServerName); hello.ServerName != "" && (!ok || name != l.host) {
				g.audit(NetworkEvent{Rule: -1, Reason: "the TLS server name is another", Scheme: "https", Host: name, Port: l.port})
				return nil, errors.New("denied")
			}
			c, err := g.stack.CA().Certificate(l.host)
			return &c, err
		},
	}
	s.transport = &http.Transport{
		DialContext: func(ctx context.Context, _, addr string) (net.Conn, error) {
			host, port, err := net.SplitHostPort(addr)
			if err != nil {
				return nil, err
			}
			n, err := strconv.Atoi(port)
			if err != nil {
				return nil, err
			}
			return g.open(ctx, host, n)
		},
		TLSClientConfig:        &tls.Config{RootCAs: g.net.RootCAs, MinVersion: tls.VersionTLS12},
		ForceAttemptHTTP2:      true,
		DisableCompression:     true,
		MaxResponseHeaderBytes: maxOutsideHead,
		MaxIdleConnsPerHost:    16,
		MaxConnsPerHost:        256,
		IdleConnTimeout:        30 * time.Second,
		TLSHandshakeTimeout:    tlsHandshakeTimeout,
		ExpectContinueTimeout:  time.Second,
	}
	s.proxy = &httputil.ReverseProxy{
		Rewrite:        s.rewrite,
		Transport:      s.transport,
		FlushInterval:  -1,
		ErrorLog:       quietLog,
		ModifyResponse: s.limit,
		ErrorHandler:   s.failed,
	}
	s.httpServer = newHTTPServer(http.HandlerFunc(s.handle), nil)
	s.Protocols.SetUnencryptedHTTP2(false)
	s.TLSNextProto = nil
	s.Server.TLSConfig = s.tls // tells net/http to set HTTP/2 up for the connections that have agreed on it
	s.Server.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		if tc, ok := c.(*tls.Conn); ok {
			c = tc.NetConn()
		}
		return context.WithValue(ctx, legKey{}, c)
	}
	g.server = s
	g.mu.Unlock()
	go func() {
		defer close(s.httpServer.done)
		s.Server.Serve(s)
	}()
	if !g.adopt(g) {
		return nil
	}
	return s
}

// Accept, Close and Addr make a net.Listener of the server's queue.
func (s *outsideServer) Accept() (net.Conn, error) {
	select {
	case c := <-s.conns:
		return c, nil
	case <-s.done:
		return nil, net.ErrClosed
	}
}

func (s *outsideServer) Close() error {
	s.closeOnce.Do(func() { close(s.done) })
	return nil
}

func (s *outsideServer) Addr() net.Addr { return &net.TCPAddr{} }

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

// handle checks one request and sends it on.
func (s *outsideServer) handle(w http.ResponseWriter, r *http.Request) {
	g := s.gw
	l := r.Context().Value(legKey{}).(*leg)
	e := NetworkEvent{Rule: -1, Scheme: "http", Method: r.Method, Host: l.host, Port: l.port, Path: r.URL.RequestURI()}
	if l.secure {
		e.Scheme = "https"
	}
	if reason := s.judge(r, l, &e); reason != "" {
		e.Reason = reason
		g.audit(e)
		deny(w, http.StatusForbidden)
		return
	}
	if !g.take(l.host) {
		e.Reason, e.Rule = "rate", -1
		g.audit(e)
		w.Header().Set("Retry-After", "60")
		deny(w, http.StatusTooManyRequests)
		return
	}
	e.Allowed = true
	g.audit(e)
	ctx := context.WithValue(r.Context(), eventKey{}, &e)
	if timeout := g.net.Timeout; timeout >= 0 && !upgrades(r) {
		if timeout == 0 {
			timeout = defaultOutTimeout
		}
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	s.proxy.ServeHTTP(w, r.WithContext(ctx))
}

type eventKey struct{}

func upgrades(r *http.Request) bool {
	return r.ProtoMajor == 1 && strings.EqualFold(r.Header.Get("Upgrade"), "websocket")
}

// deny answers with what the box may know.
func deny(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set(HeaderLifo, LifoDenied)
	w.WriteHeader(status)
	io.WriteString(w, "denied\n")
}

// judge says why a request may not leave, "" when it may; it sets the rule of e.
func (s *outsideServer) judge(r *http.Request, l *leg, e *NetworkEvent) string {
	host, port, ok := splitAuthority(r.Host, l.secure)
	if ok {
		e.Host, e.Port = host, port
	}
	switch {
	case !ok || host != l.host || port != l.port:
		return "the request's host is not the connection's"
	case r.Method == http.MethodConnect || r.Method == http.MethodTrace:
		return "method"
	case !strings.HasPrefix(r.URL.Path, "/") && r.RequestURI != "*":
		return "path"
	}
	reason := "no rule"
	for i, rule := range s.gw.rules {
		http, https, _ := rule.matchPort(l.port)
		if !rule.matchHost(l.host) || l.secure && !https || !l.secure && !http {
			continue
		}
		if rule.matchRequest(r.Method, r.URL) {
			e.Rule = i
			return ""
		}
		reason = "method or path"
	}
	return reason
}

// splitAuthority takes a Host header apart.
func splitAuthority(authority string, secure bool) (host string, port int, ok bool) {
	port = 80
	if secure {
		port = 443
	}
	u, err := url.Parse("//" + authority)
	if err != nil || u.User != nil || u.Path != "" || u.RawQuery != "" || u.Fragment != "" {
		return "", 0, false
	}
	if p := u.Port(); p != "" {
		if port, err = strconv.Atoi(p); err != nil {
			return "", 0, false
		}
	}
	host, ok = hostname(u.Hostname())
	return host, port, ok
}

// rewrite makes the request that goes out.
func (s *outsideServer) rewrite(pr *httputil.ProxyRequest) {
	l := pr.In.Context().Value(legKey{}).(*leg)
	pr.Out.URL.Scheme = "http"
	if l.secure {
		pr.Out.URL.Scheme = "https"
	}
	host := l.host
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if l.secure && l.port != 443 || !l.secure && l.port != 80 {
		host += ":" + strconv.Itoa(l.port)
	}
	pr.Out.URL.Host, pr.Out.Host = host, host
	pr.Out.Header.Del("Proxy-Authorization")
	pr.Out.Trailer = pr.In.Trailer // one map: its values come with the end of the body
}

// limit bounds the response.
func (s *outsideServer) limit(res *http.Response) error {
	res.Header.Del("Alt-Svc") // nothing else leads there
	bound := s.gw.net.MaxResponse
	if bound == 0 {
		bound = defaultMaxResponse
	}
	if bound < 0 || res.StatusCode == http.StatusSwitchingProtocols {
		return nil
	}
	if res.ContentLength > bound {
		return &errDenied{reason: "response too large"}
	}
	e := *res.Request.Context().Value(eventKey{}).(*NetworkEvent)
	res.Body = &boundedBody{ReadCloser: res.Body, left: bound, over: func() {
		e.Allowed, e.Reason = false, "response too large: cut"
		s.gw.audit(e)
	}}
	return nil
}

// boundedBody fails after so many bytes.
type boundedBody struct {
	io.ReadCloser
	left int64
	over func()
}

func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, errTooLarge
	}
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.ReadCloser.Read(p)
	if b.left -= int64(n); b.left < 0 {
		b.over()
		return n - 1, errTooLarge
	}
	return n, err
}

var errTooLarge = errors.New("sandpit: response too large")

// failed answers for a server outside that gave no answer. What is wrong there is the host's affair.
func (s *outsideServer) failed(w http.ResponseWriter, r *http.Request, err error) {
	if denied, ok := errors.AsType[*errDenied](err); ok {
		e := *r.Context().Value(eventKey{}).(*NetworkEvent)
		e.Allowed, e.Rule, e.Reason, e.Addr = false, -1, denied.reason, denied.addr
		s.gw.audit(e)
		deny(w, http.StatusForbidden)
		return
	}
	status, kind, text := http.StatusBadGateway, LifoHandlerError, "Bad gateway\n"
	if errors.Is(err, context.DeadlineExceeded) {
		status, kind, text = http.StatusGatewayTimeout, LifoTimeout, "Gateway timeout\n"
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set(HeaderLifo, kind)
	w.WriteHeader(status)
	fmt.Fprint(w, text)
}
