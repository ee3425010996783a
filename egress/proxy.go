package egress

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"
)

// outsideServer is what HTTP connections end at, made for the first.
type outsideServer struct {
	http      http.Server
	cancel    context.CancelFunc // ends the contexts of the requests, also of connections that were taken over
	served    chan struct{}      // closed when the accept loop has ended
	conns     chan net.Conn
	done      chan struct{}
	closeOnce sync.Once
	tls       *tls.Config
	proxy     *httputil.ReverseProxy
	transport *http.Transport
	gw        *Gateway
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

// The header and its values are those of the box's other doors, which have them from lifo.
const (
	headerLifo       = "X-Lifo"
	lifoDenied       = "denied"
	lifoHandlerError = "handler-error"
	lifoTimeout      = "timeout"
)

// quietLog takes what net/http would print on the host's stderr.
var quietLog = log.New(io.Discard, "", 0)

// readHeaderTimeout ends a client that sends its request's head a byte at a time (nginx has the same default).
const readHeaderTimeout = time.Minute

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
func (g *Gateway) serve() *outsideServer {
	g.mu.Lock()
	if g.server != nil || g.closed {
		defer g.mu.Unlock()
		if g.closed {
			return nil
		}
		return g.server
	}
	s := &outsideServer{gw: g, served: make(chan struct{}), conns: make(chan net.Conn), done: make(chan struct{})}
	s.tls = &tls.Config{
		MinVersion: tls.VersionTLS12, Time: g.place.Clock.Now, NextProtos: []string{"h2", "http/1.1"},
		GetCertificate: func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
			l := hello.Conn.(*leg)
			if name, ok := Hostname(hello.ServerName); hello.ServerName != "" && (!ok || name != l.host) {
				g.audit(Event{Rule: -1, Reason: "the TLS server name is another", Scheme: "https", Host: name, Port: l.port})
				return nil, errors.New("denied")
			}
			c, err := g.place.Stack.CA().Certificate(l.host)
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
		TLSClientConfig:        &tls.Config{RootCAs: g.config.RootCAs, MinVersion: tls.VersionTLS12},
		ForceAttemptHTTP2:      true,
		DisableCompression:     true,
		MaxResponseHeaderBytes: maxOutsideHead,
		MaxIdleConnsPerHost:    16,
		MaxConnsPerHost:        256,
		IdleConnTimeout:        30 * time.Second,
		TLSHandshakeTimeout:    10 * time.Second,
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
	var ctx context.Context
	ctx, s.cancel = context.WithCancel(context.Background())
	s.http = http.Server{
		Handler: http.HandlerFunc(s.handle), ErrorLog: quietLog, ReadHeaderTimeout: readHeaderTimeout,
		TLSConfig:   s.tls, // tells net/http to set HTTP/2 up for the connections that have agreed on it
		BaseContext: func(net.Listener) context.Context { return ctx },
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			if tc, ok := c.(*tls.Conn); ok {
				c = tc.NetConn()
			}
			return context.WithValue(ctx, legKey{}, c)
		},
	}
	g.server = s
	g.mu.Unlock()
	go func() {
		defer close(s.served)
		s.http.Serve(s)
	}()
	if !g.place.Adopt(g) {
		return nil
	}
	return s
}

// end closes the server and waits for its accept loop.
func (s *outsideServer) end() {
	s.Close()
	s.cancel()
	s.http.Close()
	<-s.served
	s.transport.CloseIdleConnections()
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

// handle checks one request and sends it on.
func (s *outsideServer) handle(w http.ResponseWriter, r *http.Request) {
	g := s.gw
	l := r.Context().Value(legKey{}).(*leg)
	e := Event{Rule: -1, Scheme: "http", Method: r.Method, Host: l.host, Port: l.port, Path: r.URL.RequestURI()}
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
	if !upgrades(r) { // after any other (h2c) the proxy would pass bytes that it has not read
		r.Header.Del("Upgrade")
		r.Header.Del("Http2-Settings")
	}
	ctx := context.WithValue(r.Context(), eventKey{}, &e)
	if timeout := g.config.Timeout; timeout >= 0 && !upgrades(r) {
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
	w.Header().Set(headerLifo, lifoDenied)
	w.WriteHeader(status)
	io.WriteString(w, "denied\n")
}

// judge says why a request may not leave, "" when it may; it sets the rule of e.
func (s *outsideServer) judge(r *http.Request, l *leg, e *Event) string {
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
	for i, rule := range s.gw.config.Rules {
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
	host, ok = Hostname(u.Hostname())
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
	bound := s.gw.config.MaxResponse
	if bound == 0 {
		bound = defaultMaxResponse
	}
	if bound < 0 || res.StatusCode == http.StatusSwitchingProtocols {
		return nil
	}
	if res.ContentLength > bound {
		return &errDenied{reason: "response too large"}
	}
	e := *res.Request.Context().Value(eventKey{}).(*Event)
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

var errTooLarge = errors.New("egress: response too large")

// failed answers for a server outside that gave no answer. What is wrong there is the host's affair.
func (s *outsideServer) failed(w http.ResponseWriter, r *http.Request, err error) {
	if denied, ok := errors.AsType[*errDenied](err); ok {
		e := *r.Context().Value(eventKey{}).(*Event)
		e.Allowed, e.Rule, e.Reason, e.Addr = false, -1, denied.reason, denied.addr
		s.gw.audit(e)
		deny(w, http.StatusForbidden)
		return
	}
	status, kind, text := http.StatusBadGateway, lifoHandlerError, "Bad gateway\n"
	if errors.Is(err, context.DeadlineExceeded) {
		status, kind, text = http.StatusGatewayTimeout, lifoTimeout, "Gateway timeout\n"
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set(headerLifo, kind)
	w.WriteHeader(status)
	fmt.Fprint(w, text)
}
