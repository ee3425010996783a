package sandpit_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/sandpit-dev/sandpit"
)

// echoServer is the Node program that most tests here talk to.
const echoServer = `
const http = require('node:http');
const s = http.createServer(async (req, res) => {
  if (req.url === '/slow') return;
  if (req.url === '/die') return req.socket.destroy();
  if (req.url === '/old') { res.writeHead(302, { Location: '/new' }); return res.end(); }
  if (req.url === '/out') { res.writeHead(302, { Location: 'http://example.com/' }); return res.end(); }
  if (req.url === '/sse') {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    let n = 0;
    (http.tick = () => n === 3 ? res.end() : res.write('data: ' + n++ + '\n\n'))();
    return;
  }
  if (req.url === '/next') { http.tick(); return res.end(); }
  let body = '';
  for await (const c of req) body += c;
  res.setHeader('Set-Cookie', ['a=1', 'b=2']);
  res.end(req.method + ' ' + req.url + ' ' + (req.headers['x-test'] || '') + ' ' + body);
});
s.listen(3000);
`

func serveEcho(t *testing.T) *sandpit.Sandbox {
	t.Helper()
	sb := create(t, sandpit.Options{Files: map[string]string{"s.js": echoServer}})
	sh(t, sb, "node s.js &")
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := sb.WaitForPort(ctx, 3000); err != nil {
		t.Fatal(err)
	}
	return sb
}

// read takes a response apart.
func read(t *testing.T, res *http.Response, err error) (int, string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(b)
}

func TestFetch(t *testing.T) {
	ctx := context.Background()
	sb := serveEcho(t)
	res, err := sb.Fetch(ctx, "http://localhost:3000/a?b=c", &sandpit.FetchInit{
		Method: "POST", Header: http.Header{"X-Test": {"yes"}}, Body: strings.NewReader("body"),
	})
	if code, body := read(t, res, err); code != 200 || body != "POST /a?b=c yes body" {
		t.Errorf("post: %d %q", code, body)
	}
	if got := res.Header.Values("Set-Cookie"); len(got) != 2 {
		t.Errorf("cookies: %v", got)
	}
	for _, url := range []string{"http://127.0.0.1:3000/x", "http://[::1]:3000/x"} {
		res, err = sb.Fetch(ctx, url, nil)
		if code, body := read(t, res, err); code != 200 || body != "GET /x  " {
			t.Errorf("%s: %d %q", url, code, body)
		}
	}
	res, err = sb.Fetch(ctx, "/old", &sandpit.FetchInit{Port: 3000})
	if code, _ := read(t, res, err); code != 302 {
		t.Errorf("a redirect was followed: %d", code)
	}
	res, err = sb.Fetch(ctx, "/old", &sandpit.FetchInit{Port: 3000, FollowRedirects: true})
	if code, body := read(t, res, err); code != 200 || body != "GET /new  " {
		t.Errorf("redirect: %d %q", code, body)
	}
	if _, err = sb.Fetch(ctx, "/out", &sandpit.FetchInit{Port: 3000, FollowRedirects: true}); !errors.Is(err, sandpit.ErrNotLoopback) {
		t.Errorf("redirect out of the box: %v", err)
	}
}

// Trouble is a response; its body and header are lifo's.
func TestFetchTrouble(t *testing.T) {
	ctx := context.Background()
	sb := serveEcho(t)
	for _, c := range []struct {
		url        string
		timeout    time.Duration
		code       int
		kind, body string
	}{
		{"http://localhost:3999/", 0, 404, sandpit.LifoNoServer, "No server listening on port 3999"},
		{"http://localhost:3000/slow", 50 * time.Millisecond, 504, sandpit.LifoTimeout, "Gateway timeout: server did not respond for http://localhost:3000/slow"},
		{"http://localhost:3000/die", 0, 500, sandpit.LifoHandlerError, "Internal server error: "},
	} {
		res, err := sb.Fetch(ctx, c.url, &sandpit.FetchInit{Timeout: c.timeout, Method: "POST"})
		code, body := read(t, res, err)
		if code != c.code || res.Header.Get("X-Lifo") != c.kind || !strings.HasPrefix(body, c.body) {
			t.Errorf("%s: %d %q %q", c.url, code, res.Header.Get("X-Lifo"), body)
		}
	}
	for url, want := range map[string]error{
		"http://example.com/":         sandpit.ErrNotLoopback,
		"http://169.254.169.254/":     sandpit.ErrNotLoopback,
		"http://localhost.evil.com/":  sandpit.ErrNotLoopback,
		"http://127.0.0.1@evil.com/":  sandpit.ErrNotLoopback,
		"/path":                       sandpit.ErrNoPort,
		"//example.com/":              sandpit.ErrNotLoopback,
		"ftp://localhost:1/":          nil,
		"not a url":                   nil,
		"http://localhost:99999999/x": nil,
	} {
		res, err := sb.Fetch(ctx, url, nil)
		if err == nil && res.Header.Get("X-Lifo") == "" {
			t.Errorf("%s: answered", url)
		}
		if want != nil && !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", url, err, want)
		}
	}
	cctx, cancel := context.WithCancelCause(ctx)
	why := errors.New("gone")
	time.AfterFunc(20*time.Millisecond, func() { cancel(why) })
	if _, err := sb.Fetch(cctx, "http://localhost:3000/slow", nil); !errors.Is(err, why) {
		t.Errorf("cancelled: %v", err)
	}
}

// An event arrives before the next one is written.
func TestFetchStreams(t *testing.T) {
	sb := serveEcho(t)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	res, err := sb.Fetch(ctx, "http://localhost:3000/sse", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	events := 0
	for s := bufio.NewScanner(res.Body); s.Scan(); {
		if strings.HasPrefix(s.Text(), "data:") {
			events++
			res, err := sb.Fetch(ctx, "http://localhost:3000/next", nil)
			read(t, res, err)
		}
	}
	if events != 3 {
		t.Errorf("%d events arrived as they were written", events)
	}
}

func TestClientTransport(t *testing.T) {
	sb := serveEcho(t)
	res, err := sb.Client().Get("http://localhost:3000/old")
	if code, body := read(t, res, err); code != 200 || body != "GET /new  " {
		t.Errorf("%d %q", code, body)
	}
	if _, err := sb.Client().Get("http://example.com/"); !errors.Is(err, sandpit.ErrNotLoopback) {
		t.Errorf("example.com: %v", err)
	}
}

func TestGoServers(t *testing.T) {
	ctx := context.Background()
	sb := create(t, sandpit.Options{Network: sandpit.Network{Hosts: map[string]http.Handler{
		"api.example.com": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, "host %s%s", r.Host, r.URL) }),
	}}})
	hello := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, "hello %s", r.URL.Path) })
	if err := sb.Serve(8080, hello); err != nil {
		t.Fatal(err)
	}
	if err := sb.Serve(8080, hello); err == nil {
		t.Error("a port was taken twice")
	}
	const get = `node -e 'require("http").get(process.argv[1], r => r.pipe(process.stdout))' `
	if got := sh(t, sb, get+"http://localhost:8080/box"); got != "hello /box" {
		t.Errorf("from node: %q", got)
	}
	if got := sh(t, sb, get+"http://api.example.com/v1"); got != "host api.example.com/v1" {
		t.Errorf("a name of the box: %q", got)
	}
	res, err := sb.Fetch(ctx, "http://api.example.com/v2", nil)
	if _, body := read(t, res, err); body != "host api.example.com/v2" {
		t.Errorf("fetch of a name: %q", body)
	}
	l, err := sb.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		io.Copy(c, c)
		c.Close()
	}()
	c, err := sb.Dial(ctx, "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprint(c, "ping")
	c.(interface{ CloseWrite() error }).CloseWrite()
	if got, err := io.ReadAll(c); err != nil || string(got) != "ping" {
		t.Errorf("echo: %q, %v", got, err)
	}
	if ports := sb.Ports(); len(ports) != 4 {
		t.Errorf("ports: %v", ports)
	}
}

func TestWaitForPort(t *testing.T) {
	sb := create(t, sandpit.Options{})
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	err := sb.WaitForPort(ctx, 4000)
	if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "4000") {
		t.Errorf("nobody listens: %v", err)
	}
	sh(t, sb, "nc -lk 4002 >/dev/null &")
	for sb.WaitForPort(context.Background(), 4002) != nil {
	}
	ctx, cancel = context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if err := sb.WaitForPort(ctx, 4000); err == nil || !strings.Contains(err.Error(), "4002 (nc)") {
		t.Errorf("nc listens: %v", err)
	}
	woken := make(chan error)
	go func() { woken <- sb.WaitForPort(context.Background(), 4001) }()
	time.Sleep(20 * time.Millisecond)
	if _, err := sb.Listen("tcp", ":4001"); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-woken:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("not woken")
	}
}

// wsServer speaks RFC 6455 by the library, so that Connect is tested against another's server.
func wsServer(t *testing.T, serve func(c *websocket.Conn)) *sandpit.Sandbox {
	t.Helper()
	sb := create(t, sandpit.Options{})
	up := websocket.Upgrader{Subprotocols: []string{"v2"}}
	err := sb.Serve(9000, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/ws" {
			http.NotFound(w, r)
			return
		}
		c, err := up.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer c.Close()
		serve(c)
	}))
	if err != nil {
		t.Fatal(err)
	}
	return sb
}

func TestConnect(t *testing.T) {
	ctx := context.Background()
	sb := wsServer(t, func(c *websocket.Conn) {
		c.WriteMessage(websocket.TextMessage, []byte("welcome"))
		for {
			kind, data, err := c.ReadMessage()
			if err != nil {
				return
			}
			if string(data) == "bye" {
				c.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(4001, "server's reason"))
				c.ReadMessage()
				return
			}
			c.WriteMessage(kind, data)
		}
	})
	ws, err := sb.Connect(ctx, 9000, "/ws", &sandpit.ConnectOptions{Subprotocols: []string{"v1", "v2"}})
	if err != nil {
		t.Fatal(err)
	}
	if ws.Subprotocol() != "v2" {
		t.Errorf("subprotocol %q", ws.Subprotocol())
	}
	big := strings.Repeat("x", 200_000)
	if m, err := ws.Next(ctx); err != nil || m.Text() != "welcome" {
		t.Errorf("early message: %q, %v", m.Data, err)
	}
	if err := ws.Send(big); err != nil {
		t.Fatal(err)
	}
	if err := ws.SendBytes([]byte{0, 255}); err != nil {
		t.Fatal(err)
	}
	if m, err := ws.Next(ctx); err != nil || m.Text() != big || m.Binary {
		t.Errorf("big message: %d bytes, %v", len(m.Data), err)
	}
	if m, err := ws.Next(ctx); err != nil || string(m.Data) != "\x00\xff" || !m.Binary {
		t.Errorf("binary message: %q, %v", m.Data, err)
	}
	short, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	if _, err := ws.Next(short); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("nothing to read: %v", err)
	}
	if code, _ := ws.CloseStatus(); code != 0 {
		t.Errorf("open, yet close status %d", code)
	}
	ws.Send("bye")
	n := 0
	for _, err := range ws.Messages() {
		n++
		if err == nil || !websocket.IsCloseError(err, 4001) {
			t.Errorf("end: %v", err)
		}
	}
	if code, reason := ws.CloseStatus(); n != 1 || code != 4001 || reason != "server's reason" {
		t.Errorf("close status %d %q after %d", code, reason, n)
	}
	ws, err = sb.Connect(ctx, 9000, "ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := ws.Close(0, "done"); err != nil {
		t.Errorf("close: %v", err)
	}
	if err := ws.Send("late"); err == nil {
		t.Error("send after close")
	}
	if _, err := sb.Connect(ctx, 9000, "/other", nil); !errors.Is(err, sandpit.ErrNoUpgrade) || !strings.Contains(err.Error(), "404") {
		t.Errorf("no upgrade: %v", err)
	}
	if _, err := sb.Connect(ctx, 9001, "/", nil); err == nil || !strings.Contains(err.Error(), "9001") {
		t.Errorf("no server: %v", err)
	}
}

// A box that closes ends its WebSockets, also one whose messages nobody takes.
func TestConnectBoxCloses(t *testing.T) {
	sb := wsServer(t, func(c *websocket.Conn) {
		for c.WriteMessage(websocket.TextMessage, []byte("more")) == nil {
		}
	})
	ws, err := sb.Connect(context.Background(), 9000, "/ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(10 * time.Millisecond)
	sb.Close()
	for {
		if _, err := ws.Next(context.Background()); err != nil {
			break
		}
	}
}

func TestHandler(t *testing.T) {
	sb := serveEcho(t)
	mux := http.NewServeMux()
	mux.Handle("/app/", http.StripPrefix("/app", sb.Handler(3000)))
	mux.Handle("/none/", sb.Handler(3999))
	host := httptest.NewServer(mux)
	defer host.Close()
	res, err := http.Post(host.URL+"/app/x", "text/plain", strings.NewReader("hi"))
	if code, body := read(t, res, err); code != 200 || body != "POST /x  hi" {
		t.Errorf("%d %q", code, body)
	}
	res, err = http.Get(host.URL + "/none/")
	if code, body := read(t, res, err); code != 404 || res.Header.Get("X-Lifo") != "no-server" || body != "No server listening on port 3999" {
		t.Errorf("%d %q", code, body)
	}
	http.DefaultClient.CloseIdleConnections()
}

func TestExpose(t *testing.T) {
	sb := wsServer(t, func(c *websocket.Conn) {
		kind, data, err := c.ReadMessage()
		if err == nil {
			c.WriteMessage(kind, append([]byte("got "), data...))
		}
	})
	e, err := sb.Expose(context.Background(), 9000, "")
	if err != nil {
		t.Fatal(err)
	}
	if host, _, _ := net.SplitHostPort(e.Addr); host != "127.0.0.1" {
		t.Errorf("exposed on %s", e.Addr)
	}
	c, _, err := websocket.DefaultDialer.Dial("ws://"+e.Addr+"/ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	c.WriteMessage(websocket.TextMessage, []byte("hi"))
	if _, data, err := c.ReadMessage(); err != nil || string(data) != "got hi" {
		t.Errorf("%q, %v", data, err)
	}
	c.Close()
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	if _, err := net.DialTimeout("tcp", e.Addr, time.Second); err == nil {
		t.Error("still open after Close")
	}
	if _, err := sb.Expose(context.Background(), 9000, "256.0.0.1:1"); err == nil {
		t.Error("a bad address was taken")
	}
}
