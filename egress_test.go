package sandpit_test

import (
	"bytes"
	"context"
	"crypto/x509"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"github.com/sandpit-dev/sandpit"
)

// internet is a server outside: plain on one port, TLS on another, whatever the name.
type internet struct {
	plain, secure *httptest.Server
	hits          atomic.Int64
	dialed        sync.Map // addresses that the box's traffic asked for
}

func newInternet(t *testing.T) *internet {
	in := &internet{}
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		in.hits.Add(1)
		switch {
		case r.URL.Path == "/redirect":
			http.Redirect(w, r, r.URL.Query().Get("to"), http.StatusFound)
		case r.URL.Path == "/big":
			io.CopyN(w, zeros{}, 10<<20)
		case r.URL.Path == "/declared":
			w.Header().Set("Content-Length", "99999999999")
			w.WriteHeader(200)
		case r.URL.Path == "/slow":
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		case r.URL.Path == "/head":
			for i := range 2000 {
				w.Header().Set(fmt.Sprintf("X-%d", i), strings.Repeat("y", 500))
			}
		case r.URL.Path == "/ws":
			up := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
			if c, err := up.Upgrade(w, r, nil); err == nil {
				kind, data, _ := c.ReadMessage()
				c.WriteMessage(kind, append([]byte("echo "), data...))
				c.Close()
			}
		default:
			b, _ := io.ReadAll(r.Body)
			w.Header().Set("Alt-Svc", `h3=":443"`)
			fmt.Fprintf(w, "%s %s%s tls=%v auth=%q cookie=%q fwd=%q body=%s\n", r.Method, r.Host, r.URL, r.TLS != nil,
				r.Header.Get("Authorization"), r.Header.Get("Cookie"), r.Header.Get("X-Forwarded-For"), b)
		}
	})
	in.plain = httptest.NewServer(h)
	in.secure = httptest.NewUnstartedServer(h)
	in.secure.EnableHTTP2 = true
	in.secure.StartTLS()
	t.Cleanup(func() { in.plain.Close(); in.secure.Close() })
	return in
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

// network leads every address to the servers: port 443 and 8443 to TLS.
func (in *internet) network(rules ...sandpit.AllowRule) sandpit.Network {
	roots := x509.NewCertPool()
	roots.AddCert(in.secure.Certificate()) // for example.com
	return sandpit.Network{
		Allow: rules, RootCAs: roots,
		Dialer: func(ctx context.Context, network, addr string) (net.Conn, error) {
			in.dialed.Store(addr, true)
			to := in.plain.Listener.Addr().String()
			if strings.HasSuffix(addr, "443") {
				to = in.secure.Listener.Addr().String()
			}
			var d net.Dialer
			return d.DialContext(ctx, network, to)
		},
	}
}

// auditor keeps events.
type auditor struct {
	mu     sync.Mutex
	events []sandpit.NetworkEvent
}

func (a *auditor) add(e sandpit.NetworkEvent) {
	a.mu.Lock()
	a.events = append(a.events, e)
	a.mu.Unlock()
}

func (a *auditor) take() []sandpit.NetworkEvent {
	a.mu.Lock()
	defer a.mu.Unlock()
	e := a.events
	a.events = nil
	return e
}

func TestWayOut(t *testing.T) {
	in := newInternet(t)
	log := &auditor{}
	n := in.network(
		sandpit.AllowRule{Scheme: "https", Host: "example.com"},
		sandpit.AllowRule{Scheme: "http", Host: "good.test", Port: 8080, PathPrefix: "/v1", Methods: []string{"get", "HEAD"}},
		sandpit.AllowRule{Scheme: "http", Host: "*.wild.test"},
		sandpit.AllowRule{Scheme: "tcp", Host: "raw.test", Port: 7000},
	)
	n.Audit = log.add
	sb := create(t, sandpit.Options{Network: n})
	for _, c := range []struct{ script, want string }{
		{"curl -sS https://example.com/a?b=c", "GET example.com/a?b=c tls=true auth=\"\" cookie=\"\" fwd=\"\" body=\n"},
		{"curl -sS --http1.1 -d x https://EXAMPLE.com./a", "POST example.com/a tls=true auth=\"\" cookie=\"\" fwd=\"\" body=x\n"},
		{"curl -sS -u u:p -b k=v http://good.test:8080/v1", "GET good.test:8080/v1 tls=false auth=\"Basic dTpw\" cookie=\"k=v\" fwd=\"\" body=\n"},
		{"curl -sS http://good.test:8080/v1/x%20y", "GET good.test:8080/v1/x%20y tls=false auth=\"\" cookie=\"\" fwd=\"\" body=\n"},
		{"wget -qO- http://a.b.wild.test/", "GET a.b.wild.test/ tls=false auth=\"\" cookie=\"\" fwd=\"\" body=\n"},
		{"printf 'GET /t HTTP/1.0\\r\\nHost: x\\r\\n\\r\\n' | nc -N raw.test 7000 | tail -1", "GET x/t tls=false auth=\"\" cookie=\"\" fwd=\"\" body=\n"},
		{`node -e 'require("http").get("http://x.wild.test/n", r => r.pipe(process.stdout))'`, "GET x.wild.test/n tls=false auth=\"\" cookie=\"\" fwd=\"\" body=\n"},
		{"curl -sSI http://good.test:8080/v1 | grep -ci alt-svc || true", "0\n"},
	} {
		log.take()
		if got := sh(t, sb, c.script); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.script, got, c.want)
		}
		if e := log.take(); len(e) != 1 || !e[0].Allowed || e[0].Rule < 0 || e[0].Time.IsZero() {
			t.Errorf("%s: audit %+v", c.script, e)
		}
	}
	hits := in.hits.Load()
	// Denied: the box sees 403 or no host at all, and the audit has it.
	for _, c := range []struct{ script, want, reason string }{
		{"curl -s http://example.com/; echo $?", "6\n", "no rule"},
		{"curl -s http://evil.test/; echo $?", "6\n", "no rule"},
		{"curl -s http://wild.test/; echo $?", "6\n", "no rule"},
		{"curl -s http://good.test.evil.test:8080/v1; echo $?", "6\n", "no rule"},
		{"curl -s http://evilgood.test:8080/v1; echo $?", "6\n", "no rule"},
		{"curl -s http://good.test:80/v1; echo $?", "6\n", "no rule"},
		{"curl -s https://good.test:8080/v1", "denied\n", "no rule"},
		{"curl -s http://good.test:8080/v1evil", "denied\n", "method or path"},
		{"curl -s --path-as-is http://good.test:8080/v1/../admin", "denied\n", "method or path"},
		{"curl -s http://good.test:8080/v1/%2e%2e/admin", "denied\n", "method or path"},
		{"curl -s http://good.test:8080/v1/%252e%252e/admin", "denied\n", "method or path"},
		{"curl -s http://good.test:8080/v1%2f..%2fadmin", "denied\n", "method or path"},
		{"curl -s -X DELETE http://good.test:8080/v1", "denied\n", "method or path"},
		{"curl -s -H 'Host: evil.test' http://good.test:8080/v1", "denied\n", "the request's host is not the connection's"},
		{"curl -s -X TRACE http://x.wild.test/", "denied\n", "method"},
		{"curl -s http://93.184.216.34/; echo $?", "7\n", "no rule"},
		{"curl -s --resolve example.com:443:93.184.216.34 https://example.com/; echo $?", "7\n", "no rule"},
		{"curl -s http://raw.test:7001/; echo $?", "6\n", "no rule"},
	} {
		log.take()
		if got := sh(t, sb, c.script); got != c.want {
			t.Errorf("%s: %q, want %q", c.script, got, c.want)
		}
		e := log.take()
		if len(e) != 1 || e[0].Allowed || e[0].Reason != c.reason {
			t.Errorf("%s: audit %+v", c.script, e)
		}
	}
	if in.hits.Load() != hits {
		t.Errorf("%d denied requests went out", in.hits.Load()-hits)
	}
	// The client in the box sees a certificate of the box; a server name that is another's ends the handshake.
	log.take()
	got := sh(t, sb, "curl -s --connect-to evil.test:443:example.com:443 https://evil.test/; echo $?")
	if e := log.take(); got != "35\n" || len(e) != 1 || e[0].Reason != "the TLS server name is another" {
		t.Errorf("server name: %q %+v", got, e)
	}
}

// What is in a name: nothing special can be reached by any spelling (escape.md E37).
func TestWayOutSpellings(t *testing.T) {
	in := newInternet(t)
	log := &auditor{}
	n := in.network(sandpit.AllowRule{Host: "*"}, sandpit.AllowRule{Host: "*", Port: 8080})
	n.Audit = log.add
	n.Resolver = func(_ context.Context, host string) ([]netip.Addr, error) {
		switch host {
		case "public.test":
			return []netip.Addr{netip.MustParseAddr("93.184.216.34")}, nil
		case "both.test":
			return []netip.Addr{netip.MustParseAddr("93.184.216.34"), netip.IPv6Loopback()}, nil
		case "mapped.test":
			return []netip.Addr{netip.MustParseAddr("::ffff:10.0.0.1")}, nil
		case "nat64.test":
			return []netip.Addr{netip.MustParseAddr("64:ff9b::a9fe:a9fe")}, nil
		case "metadata.google.internal":
			return []netip.Addr{netip.MustParseAddr("169.254.169.254")}, nil
		}
		return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
	}
	sb := create(t, sandpit.Options{Network: n})
	if got := sh(t, sb, "curl -sS http://public.test/"); !strings.HasPrefix(got, "GET public.test/ ") {
		t.Errorf("public: %q", got)
	}
	if _, ok := in.dialed.Load("93.184.216.34:80"); !ok {
		t.Error("what was dialed is not the address that was checked")
	}
	hits := in.hits.Load()
	for _, url := range []string{
		"http://169.254.169.254/latest/meta-data/", "http://metadata.google.internal/", "http://[fd00:ec2::254]/", "http://[::ffff:169.254.169.254]/",
		"http://[::ffff:a9fe:a9fe]/", "http://2852039166/", "http://0xa9fea9fe/", "http://0251.0376.0251.0376/", "http://169.254.43518/",
		"http://both.test/", "http://mapped.test/", "http://nat64.test/", "http://rebound.test/", "http://host.docker.internal/", "http://public.test@evil.test/",
		"http://10.0.0.1/", "http://192.168.1.1/", "http://172.16.0.1/", "http://100.100.100.200/", "http://224.0.0.1/", "http://[fe80::1]/", "http://[fc00::1]/", "http://[64:ff9b::7f00:1]/",
		"http://255.255.255.255/", "http://198.18.0.9/", "http://127.1/", "http://0/", "http://localhost./", "http://LOCALHOST/", "http://[::]/", "http://2130706433:8080/",
		"http://evil.test%23@public.test%00/", `http://evil.test\@public.test/`, "http://public.test%2f@evil.test", "gopher://public.test/", "ftp://public.test/", "dict://public.test/",
		"http://p%0d%0aublic.test/", "http:///public.test",
	} {
		log.take()
		res, err := sb.Run(context.Background(), `curl -s -m 5 "$U"`, sandpit.WithEnv(map[string]string{"U": url}))
		if err != nil {
			t.Fatal(err)
		}
		if res.ExitCode == 0 && res.Stdout != "denied\n" {
			t.Errorf("%s: %q", url, res.Stdout)
		}
		for _, e := range log.take() {
			if e.Allowed && e.Reason == "" && !strings.HasSuffix(e.Host, ".test") && e.Host != "metadata.google.internal" && e.Host != "host.docker.internal" {
				t.Errorf("%s: %+v", url, e)
			}
		}
	}
	if in.hits.Load() != hits {
		t.Errorf("%d requests went out", in.hits.Load()-hits)
	}
	for name, host := range map[string]string{"IDN": "ｐublic.test", "dot": "public。test", "NUL": "public.test\x00.evil.test", "line": "public.test\r\nX: y"} {
		c, err := sb.Dial(context.Background(), "tcp", net.JoinHostPort(host, "80"))
		if err == nil {
			if a := c.RemoteAddr().String(); a != "198.18.0.1:80" { // the fold of a full-width letter is the name itself
				t.Errorf("%s: %s", name, a)
			}
			c.Close()
		}
	}
	if _, err := sb.Dial(context.Background(), "tcp", "public.test\r\n:80"); err == nil {
		t.Error("a line end in a name")
	}
}

// A redirect is a request of its own; credentials stay with the host they were for.
func TestWayOutRedirects(t *testing.T) {
	in := newInternet(t)
	sb := create(t, sandpit.Options{Network: in.network(sandpit.AllowRule{Host: "good.test"}, sandpit.AllowRule{Host: "other.test"})})
	if err := sb.Serve(80, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://good.test"+r.URL.Path, http.StatusFound)
	})); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ to, want string }{
		{"http://other.test/x", "GET other.test/x tls=false auth=\"\" cookie=\"\" fwd=\"\" body=\n0\n"},
		{"/same", "GET good.test/same tls=false auth=\"Basic dTpw\" cookie=\"\" fwd=\"\" body=\n0\n"},
		{"http://169.254.169.254/", "7\n"},
		{"//evil.test/", "6\n"},
		{"file:///etc/passwd", "1\n"},
		{"http://good.test:8080/", "6\n"},
	} {
		res, err := sb.Run(context.Background(), `curl -sL -u u:p -H 'Cookie: a=b' "http://good.test/redirect?to=$TO"; echo $?`, sandpit.WithEnv(map[string]string{"TO": c.to}))
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Replace(res.Stdout, `cookie="a=b"`, `cookie=""`, 1)
		if c.to == "http://other.test/x" {
			got = res.Stdout
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.to, res.Stdout, c.want)
		}
	}
}

func TestWayOutBounds(t *testing.T) {
	in := newInternet(t)
	log := &auditor{}
	n := in.network(sandpit.AllowRule{Host: "good.test"}, sandpit.AllowRule{Host: "other.test"})
	n.MaxResponse, n.Timeout, n.Rate, n.Audit = 1<<20, 300*time.Millisecond, map[string]int{"good.test": 5, "*": 7}, log.add
	sb := create(t, sandpit.Options{Network: n})
	for _, c := range []struct{ script, want string }{
		{"curl -s http://good.test/big | wc -c", "1048576\n"},
		{"curl -s http://good.test/declared", "denied\n"},
		{"curl -s http://good.test/slow; echo $?", "18\n"},
		{"curl -s -o /dev/null -w '%{http_code}' http://good.test/head", "502"},
		{"curl -s -o /dev/null -w '%{http_code}' http://good.test/", "200"},
		{"curl -s -w '%{http_code}' http://good.test/", "denied\n429"}, // five a minute
		{"for i in 1 2 3; do curl -s -o /dev/null -w '%{http_code}' http://other.test/; done", "200200429"},
	} {
		if got := sh(t, sb, c.script); got != c.want {
			t.Errorf("%s: %q, want %q", c.script, got, c.want)
		}
	}
	reasons := map[string]int{}
	for _, e := range log.take() {
		reasons[e.Reason]++
	}
	if reasons["rate"] != 2 || reasons["response too large: cut"] != 1 || reasons["response too large"] != 1 || reasons[""] != 7 {
		t.Errorf("audit: %v", reasons)
	}
}

// A minute is one of the box's clock.
func TestWayOutRateByTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe() // what stands for a connection to the outside
		far.Close()
		sb, err := sandpit.Create(context.Background(), sandpit.Options{Network: sandpit.Network{
			Allow:  []sandpit.AllowRule{{Host: "good.test"}},
			Rate:   map[string]int{"GOOD.test": 2},
			Dialer: func(context.Context, string, string) (net.Conn, error) { return near, nil },
		}})
		if err != nil {
			t.Fatal(err)
		}
		defer sb.Close()
		res, err := sb.Run(context.Background(), `get() { curl -s -o /dev/null -w '%{http_code} ' http://good.test/; }; get; get; get; sleep 59; get; sleep 2; get; get; get`)
		if err != nil || res.Stdout != "502 502 429 429 502 502 429 " {
			t.Errorf("%+v, %v", res, err)
		}
	})
}

// Without rules a denied attempt is recorded, and what is recorded is one line without secrets.
func TestWayOutClosed(t *testing.T) {
	var text bytes.Buffer
	var mu sync.Mutex
	log := &auditor{}
	sb := create(t, sandpit.Options{
		Network: sandpit.Network{Audit: log.add},
		Log:     slog.New(slog.NewTextHandler(&lockedWriter{w: &text, mu: &mu}, nil)),
	})
	got := sh(t, sb, `curl -s http://example.com/; echo $?; curl -s http://8.8.8.8/; echo $?; (echo > /dev/tcp/169.254.169.254/80) 2>/dev/null || echo no`)
	if got != "6\n7\nno\n" {
		t.Errorf("%q", got)
	}
	e := log.take()
	if len(e) != 3 || e[0].Host != "example.com" || e[1].Host != "8.8.8.8" || e[2].Host != "169.254.169.254" || e[2].Port != 80 {
		t.Errorf("audit: %+v", e)
	}
	mu.Lock()
	defer mu.Unlock()
	if n := strings.Count(text.String(), `msg="request denied"`); n != 3 {
		t.Errorf("%d records:\n%s", n, text.String())
	}
}

type lockedWriter struct {
	w  io.Writer
	mu *sync.Mutex
}

func (l *lockedWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}

// WebSockets go out as any request does.
func TestWayOutWebSocket(t *testing.T) {
	in := newInternet(t)
	sb := create(t, sandpit.Options{Network: in.network(sandpit.AllowRule{Host: "example.com"})})
	for _, scheme := range []string{"ws", "wss"} {
		d := websocket.Dialer{NetDialContext: func(ctx context.Context, network, addr string) (net.Conn, error) { return sb.Dial(ctx, network, addr) }, TLSClientConfig: nil}
		if scheme == "wss" {
			d.TLSClientConfig = tlsConfig(sb)
		}
		c, _, err := d.Dial(scheme+"://example.com/ws", nil)
		if err != nil {
			t.Fatal(scheme, err)
		}
		c.WriteMessage(websocket.TextMessage, []byte("hi"))
		if _, data, err := c.ReadMessage(); err != nil || string(data) != "echo hi" {
			t.Errorf("%s: %q %v", scheme, data, err)
		}
		c.Close()
	}
}

// Only WebSocket may take a connection over: after h2c the proxy would not see the requests.
func TestWayOutNoOtherUpgrade(t *testing.T) {
	seen := make(chan http.Header, 1)
	outside := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen <- r.Header
		if r.Header.Get("Upgrade") != "" {
			c, _, _ := w.(http.Hijacker).Hijack()
			io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n")
			c.Close()
		}
	}))
	defer outside.Close()
	sb := create(t, sandpit.Options{Network: sandpit.Network{
		Allow: []sandpit.AllowRule{{Host: "good.test", PathPrefix: "/v1"}},
		Dialer: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return net.Dial(network, outside.Listener.Addr().String())
		},
	}})
	if got := sh(t, sb, "curl -sS --http2 -o /dev/null -w '%{http_code}' http://good.test/v1"); got != "200" {
		t.Errorf("%q", got)
	}
	if h := <-seen; h.Get("Upgrade") != "" || h.Get("Http2-Settings") != "" || h.Get("Connection") != "" {
		t.Errorf("what went out: %v", h)
	}
}

// Rules that cannot be meant are refused at boot.
func TestAllowRuleChecks(t *testing.T) {
	for _, r := range []sandpit.AllowRule{
		{}, {Host: "a b"}, {Host: "x", Scheme: "ftp"}, {Host: "x", Scheme: "tcp"}, {Host: "x", Scheme: "tcp", Port: 1, PathPrefix: "/"}, {Host: "x", Port: 70000},
		{Host: "x", PathPrefix: "v1"}, {Host: "*.10.0.0.1"}, {Host: "x/y"}, {Host: "x:80"}, {Host: "a*b"},
	} {
		if sb, err := sandpit.Create(context.Background(), sandpit.Options{Network: sandpit.Network{Allow: []sandpit.AllowRule{r}}}); err == nil {
			sb.Close()
			t.Errorf("%+v was taken", r)
		}
	}
}

// The host's own loopback: only by name.
func TestWayOutToHostLoopback(t *testing.T) {
	in := newInternet(t)
	_, port, _ := net.SplitHostPort(in.plain.Listener.Addr().String())
	num := in.plain.Listener.Addr().(*net.TCPAddr).Port
	n := sandpit.Network{Allow: []sandpit.AllowRule{{Scheme: "http", Host: "*", Port: num}, {Scheme: "http", Host: "dev.test", Port: num, Private: true}},
		Resolver: func(context.Context, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
		}}
	sb := create(t, sandpit.Options{Network: n})
	if got := sh(t, sb, "curl -s http://any.test:"+port+"/; curl -s http://dev.test:"+port+"/ | cut -c1-13; curl -s http://127.0.0.1:"+port+"/; echo $?"); got != "denied\nGET dev.test:\n7\n" {
		t.Errorf("%q", got)
	}
}

// A box that closes ends what is under way.
func TestWayOutCloses(t *testing.T) {
	in := newInternet(t)
	sb := create(t, sandpit.Options{Network: in.network(sandpit.AllowRule{Host: "good.test"}, sandpit.AllowRule{Scheme: "tcp", Host: "raw.test", Port: 9})})
	done := make(chan string, 3)
	for _, script := range []string{"curl -sN http://good.test/slow", "nc raw.test 9", "exec 3<>/dev/tcp/good.test/80; cat <&3"} {
		go func() {
			sb.Run(context.Background(), script, sandpit.WithSession(nil))
			done <- script
		}()
	}
	time.Sleep(100 * time.Millisecond)
	start := time.Now()
	sb.Close()
	for range 3 {
		<-done
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %v", d)
	}
}
