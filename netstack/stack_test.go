package netstack

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

func listen(t testing.TB, s *Stack, network, addr string) *Listener {
	t.Helper()
	l, err := s.Listen(network, addr)
	if err != nil {
		t.Fatal(err)
	}
	return l.(*Listener)
}

func TestDialReachesTheMostSpecificListener(t *testing.T) {
	s := New(Config{Hostname: "Box", Hosts: func(n string) (string, bool) {
		if n == "db" {
			return "127.0.0.7", true
		}
		return "", false
	}})
	listen(t, s, "tcp4", "127.0.0.2:80")
	listen(t, s, "tcp4", "127.0.0.7:80")
	v6 := listen(t, s, "tcp6", "[::1]:80")
	listen(t, s, "tcp", ":90")
	for _, c := range []struct{ network, addr, local, remote string }{
		{"tcp", "127.0.0.2:80", "127.0.0.1", "127.0.0.2:80"},
		{"tcp", "db:80", "127.0.0.1", "127.0.0.7:80"},
		{"tcp", "localhost:80", "::1", "[::1]:80"}, // nothing on 127.0.0.1
		{"tcp", "LOCALHOST.:90", "127.0.0.1", "127.0.0.1:90"},
		{"tcp", "app.localhost:90", "127.0.0.1", "127.0.0.1:90"},
		{"tcp", "box:90", "127.0.0.1", "127.0.0.1:90"},
		{"tcp6", "localhost:90", "::1", "[::1]:90"},
		{"tcp", "0.0.0.0:90", "127.0.0.1", "127.0.0.1:90"},
		{"tcp", "[::]:90", "::1", "[::1]:90"},
		{"tcp", ":90", "127.0.0.1", "127.0.0.1:90"},
		{"tcp", "[::ffff:127.0.0.9]:90", "127.0.0.1", "127.0.0.9:90"},
	} {
		conn, err := s.Dial(context.Background(), c.network, c.addr)
		if err != nil {
			t.Errorf("%s: %v", c.addr, err)
			continue
		}
		host, _, _ := net.SplitHostPort(conn.LocalAddr().String())
		if host != c.local || conn.RemoteAddr().String() != c.remote {
			t.Errorf("%s: from %s to %s", c.addr, host, conn.RemoteAddr())
		}
		conn.Close()
	}
	v6.Close()
	for addr, want := range map[string]error{
		"localhost:80": syscall.ECONNREFUSED, "10.0.0.1:80": syscall.ENETUNREACH, "[2001:db8::1]:80": syscall.ENETUNREACH,
	} {
		if _, err := s.Dial(context.Background(), "tcp", addr); !errors.Is(err, want) {
			t.Errorf("%s: %v", addr, err)
		}
	}
	var dns *net.DNSError
	if _, err := s.Dial(context.Background(), "tcp", "example.com:80"); !errors.As(err, &dns) || !dns.IsNotFound {
		t.Errorf("unknown name: %v", err)
	}
	if _, err := s.Listen("unixgram", "x"); !errors.Is(err, syscall.EPROTONOSUPPORT) {
		t.Errorf("unixgram: %v", err)
	}
	if ips, err := s.Lookup("localhost"); err != nil || !slices.Equal(ips, []netip.Addr{loopback4, loopback6}) {
		t.Errorf("localhost: %v %v", ips, err)
	}
}

func TestOutboundMakesForeignConnections(t *testing.T) {
	var asked []string
	s := New(Config{Outbound: func(_ context.Context, network, addr string) (net.Conn, error) {
		asked = append(asked, network+" "+addr)
		return nil, errors.New("no way out")
	}})
	for _, addr := range []string{"example.com:443", "10.0.0.1:80", "127.0.0.1:80", "localhost:80"} {
		s.Dial(context.Background(), "tcp", addr)
	}
	if diff := cmp.Diff([]string{"tcp example.com:443", "tcp 10.0.0.1:80"}, asked); diff != "" {
		t.Error(diff)
	}
}

func TestPortsEventsAndReuse(t *testing.T) {
	s := New(Config{})
	var events []string
	cancel := s.Subscribe(func(e PortEvent) {
		s.Ports() // may call back
		events = append(events, fmt.Sprint(e.Open, " ", e.Addr, " ", e.Owner, " ", e.Label))
	})
	a, err := s.ListenWith("tcp4", "127.0.0.1:3000", ListenConfig{Owner: 7, Label: "node"})
	if err != nil {
		t.Fatal(err)
	}
	e1, e2 := listen(t, s, "tcp", ":0"), listen(t, s, "tcp", "localhost:0")
	if e1.Addr().String() != "[::]:32769" || e2.Addr().String() != "127.0.0.1:32771" {
		t.Errorf("ephemeral %v %v", e1.Addr(), e2.Addr())
	}
	listen(t, s, "unix", "/run/x.sock")
	want := []PortInfo{
		{Network: "unix", Addr: "/run/x.sock"},
		{Network: "tcp4", Addr: "127.0.0.1:3000", Port: 3000, Owner: 7, Label: "node"},
		{Network: "tcp", Addr: "[::]:32769", Port: 32769}, {Network: "tcp", Addr: "127.0.0.1:32771", Port: 32771},
	}
	if diff := cmp.Diff(want, s.Ports()); diff != "" {
		t.Error(diff)
	}
	c, err := s.Dial(context.Background(), "tcp", "127.0.0.1:3000")
	if err != nil {
		t.Fatal(err)
	}
	srv, _ := a.Accept()
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("second close: %v", err)
	}
	// The port is free at once although a connection lives on.
	for range 20 {
		listen(t, s, "tcp4", "127.0.0.1:3000").Close()
	}
	go srv.Write([]byte("alive"))
	if b := make([]byte, 5); true {
		if _, err := io.ReadFull(c, b); err != nil || string(b) != "alive" {
			t.Errorf("%q %v", b, err)
		}
	}
	if len(events) != 4+1+40 || events[0] != "true 127.0.0.1:3000 7 node" || events[4] != "false 127.0.0.1:3000 7 node" {
		t.Errorf("%d events: %q", len(events), events[:5])
	}
	cancel()
	n := len(events)
	e1.Close()
	if len(events) != n {
		t.Error("event after cancel")
	}
	// A port in use by the client end of a connection cannot be bound, as on Linux.
	if _, err := s.Listen("tcp", c.LocalAddr().String()); !errors.Is(err, syscall.EADDRINUSE) {
		t.Errorf("bind over a client: %v", err)
	}
	c.Close()
	srv.Close()
	listen(t, s, "tcp", c.LocalAddr().String())
}

func TestLimits(t *testing.T) {
	s := New(Config{MaxPorts: 2, MaxConns: 2})
	l := listen(t, s, "tcp", ":80")
	listen(t, s, "unix", "x")
	if _, err := s.Listen("tcp", ":81"); !errors.Is(err, syscall.EMFILE) {
		t.Errorf("ports: %v", err)
	}
	dial := func() (net.Conn, error) { return s.Dial(context.Background(), "tcp", "localhost:80") }
	a, _ := dial()
	if _, err := dial(); err != nil {
		t.Fatal(err)
	}
	if _, err := dial(); !errors.Is(err, syscall.EMFILE) {
		t.Errorf("conns: %v", err)
	}
	if _, err := s.Dial(context.Background(), "unix", "x"); !errors.Is(err, syscall.EMFILE) {
		t.Errorf("conns: %v", err)
	}
	a.Close()
	if _, err := dial(); !errors.Is(err, syscall.EMFILE) {
		t.Errorf("one end is still open: %v", err)
	}
	srv, _ := l.Accept()
	srv.Close()
	if _, err := dial(); err != nil {
		t.Errorf("after close: %v", err)
	}
}

func TestBacklogHoldsConnectionsBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{})
		ln, err := s.ListenWith("tcp", ":80", ListenConfig{Backlog: 1})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		dial := func(ctx context.Context) (net.Conn, error) { return s.Dial(ctx, "tcp", "localhost:80") }
		for range 2 {
			if _, err := dial(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := dial(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("third: %v", err)
		}
		var wg sync.WaitGroup
		wg.Go(func() {
			if c, err := dial(t.Context()); err != nil {
				t.Error(err)
			} else if _, err := c.Read(make([]byte, 1)); !errors.Is(err, syscall.ECONNRESET) {
				t.Errorf("not accepted: %v", err)
			}
		})
		synctest.Wait()
		if _, err := ln.Accept(); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		wg.Go(func() {
			if _, err := dial(t.Context()); !errors.Is(err, syscall.ECONNREFUSED) {
				t.Errorf("listener closed meanwhile: %v", err)
			}
		})
		synctest.Wait()
		ln.Close()
		wg.Wait()
		if _, err := ln.Accept(); !errors.Is(err, net.ErrClosed) {
			t.Errorf("accept: %v", err)
		}
	})
}

func TestAcceptDeadlineAndContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{})
		l := listen(t, s, "tcp", ":80")
		start := time.Now()
		l.SetDeadline(start.Add(time.Second))
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				_, err := l.Accept()
				var ne net.Error
				if !errors.As(err, &ne) || !ne.Timeout() {
					t.Errorf("accept: %v", err)
				}
			})
		}
		wg.Wait()
		if time.Since(start) != time.Second {
			t.Errorf("after %v", time.Since(start))
		}
		l.SetDeadline(time.Time{})
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := l.AcceptContext(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("accept: %v", err)
		}
	})
}

func TestWaitForPort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{})
		if _, err := s.ListenWith("tcp", "127.0.0.1:8080", ListenConfig{Label: "node"}); err != nil {
			t.Fatal(err)
		}
		if err := s.WaitForPort(t.Context(), 8080); err != nil {
			t.Error(err)
		}
		start := time.Now()
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				if err := s.WaitForPort(t.Context(), 3000); err != nil || time.Since(start) != time.Hour {
					t.Error(err, time.Since(start))
				}
			})
		}
		time.Sleep(time.Hour)
		l := listen(t, s, "tcp", ":3000")
		wg.Wait()
		l.Close()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		err := s.WaitForPort(ctx, 3000)
		if !errors.Is(err, context.DeadlineExceeded) || err.Error() != "wait for port 3000: context deadline exceeded (listening: 127.0.0.1:8080 (node))" {
			t.Error(err)
		}
		wg.Go(func() {
			if err := s.WaitForPort(t.Context(), 3000); !errors.Is(err, net.ErrClosed) {
				t.Error(err)
			}
		})
		synctest.Wait()
		s.Close()
		wg.Wait()
		if err := s.WaitForPort(t.Context(), 8080); !errors.Is(err, net.ErrClosed) {
			t.Error(err)
		}
		if len(s.ports) != 0 {
			t.Errorf("%d ports left in the table", len(s.ports))
		}
	})
}

func TestConnsShowStates(t *testing.T) {
	s := New(Config{})
	l := listen(t, s, "tcp", ":80")
	c, err := s.DialWith(context.Background(), "tcp", "localhost:80", DialConfig{Owner: 9})
	if err != nil {
		t.Fatal(err)
	}
	d, _ := l.Accept()
	states := func() string {
		var b strings.Builder
		for _, i := range s.Conns() {
			fmt.Fprintf(&b, "%s %s %s %d;", i.Local, i.Remote, i.State, i.Owner)
		}
		return b.String()
	}
	want := func(client, server string) {
		t.Helper()
		w := "[::]:80  LISTEN 0;127.0.0.1:32768 127.0.0.1:80 " + client + " 9;127.0.0.1:80 127.0.0.1:32768 " + server + " 0;"
		if got := states(); got != w {
			t.Errorf("got  %s\nwant %s", got, w)
		}
	}
	want("ESTABLISHED", "ESTABLISHED")
	c.(*Conn).CloseWrite()
	want("FIN_WAIT2", "CLOSE_WAIT")
	d.Close()
	want("TIME_WAIT", "TIME_WAIT")
	c.Close()
	if got := states(); got != "[::]:80  LISTEN 0;" {
		t.Error(got)
	}
}

func TestHTTPOverStack(t *testing.T) {
	defer goleak.VerifyNone(t)
	s := New(Config{})
	l := listen(t, s, "tcp", ":80")
	srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.NewResponseController(w).EnableFullDuplex()
		n, err := io.Copy(w, r.Body)
		if err != nil {
			t.Errorf("%d %v", n, err)
		}
	})}
	go srv.Serve(l)
	tr := &http.Transport{DialContext: s.Dial}
	client := &http.Client{Transport: tr}
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			for range 10 {
				body := strings.Repeat(fmt.Sprint(i), 200_000)
				resp, err := client.Post("http://localhost/", "", strings.NewReader(body))
				if err != nil {
					t.Error(err)
					return
				}
				got, err := io.ReadAll(resp.Body)
				resp.Body.Close()
				if err != nil || string(got) != body {
					t.Errorf("%d bytes, %v", len(got), err)
				}
			}
		})
	}
	wg.Wait()
	tr.CloseIdleConnections()
	srv.Close()
	s.Close()
}

// TestStress opens and closes connections from many goroutines and closes the stack in the middle: nobody may hang,
// and nothing may be left in the tables.
func TestStress(t *testing.T) {
	defer goleak.VerifyNone(t)
	for _, network := range []string{"tcp", "unix"} {
		s := New(Config{BufferBytes: 4096})
		l := listen(t, s, network, map[string]string{"tcp": ":80", "unix": "x"}[network])
		addr := l.Addr().String()
		var served, opened atomic.Int64
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for {
					c, err := l.Accept()
					if err != nil {
						if !errors.Is(err, net.ErrClosed) {
							t.Error(err)
						}
						return
					}
					served.Add(1)
					wg.Go(func() {
						defer c.Close()
						io.Copy(c, c)
					})
				}
			})
		}
		for i := range 100 {
			wg.Go(func() {
				msg := []byte(strings.Repeat("x", 1+i*199) + "\n")
				for round := 0; ; round++ {
					c, err := s.Dial(context.Background(), network, addr)
					if err != nil {
						if !errors.Is(err, net.ErrClosed) && !errors.Is(err, syscall.ECONNREFUSED) {
							t.Error(err)
						}
						return
					}
					opened.Add(1)
					if round%5 == 1 {
						c.SetDeadline(time.Now().Add(time.Duration(round) * time.Millisecond))
					}
					wg.Go(func() { c.Write(msg) })
					if line, err := bufio.NewReader(c).ReadBytes('\n'); err == nil && len(line) != len(msg) {
						t.Errorf("%d bytes for %d", len(line), len(msg))
					}
					if round%7 == 3 {
						c.(*Conn).SetLinger(0)
					}
					if round%3 == 2 {
						wg.Go(func() { c.(*Conn).CloseWrite(); s.Conns() })
					}
					c.Close()
				}
			})
		}
		for limit := time.Now().Add(20 * time.Second); (opened.Load() < 500 || served.Load() < 300) && time.Now().Before(limit); {
			time.Sleep(time.Millisecond)
		}
		s.Close()
		wg.Wait()
		if opened.Load() < 200 || served.Load() < 100 {
			t.Errorf("only %d connections, %d served", opened.Load(), served.Load())
		}
		if len(s.conns) != 0 || len(s.tuples) != 0 || len(s.ports) != 0 || s.listeners != 0 {
			t.Errorf("left: %d conns, %d tuples, %d ports, %d listeners", len(s.conns), len(s.tuples), len(s.ports), s.listeners)
		}
	}
}
