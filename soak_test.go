package sandpit_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sandpit-dev/sandpit"
)

// 10,000 requests over 200 connections to two boxes, one of which closes in the middle: every answer of the other is its
// own, and every call to the one that is gone ends.
func TestSoak(t *testing.T) {
	echo := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, "%s %s", r.URL.Path, body)
	})
	stays, goes := create(t, sandpit.Options{}), create(t, sandpit.Options{})
	for _, sb := range []*sandpit.Sandbox{stays, goes} {
		if err := sb.Serve(3000, echo); err != nil {
			t.Fatal(err)
		}
	}
	const conns, each = 200, 50
	var good, cut, wrong atomic.Int64
	var wg sync.WaitGroup
	for i := range conns {
		sb := []*sandpit.Sandbox{stays, goes}[i%2]
		client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 1, DialContext: sb.Dial}} // one connection each
		wg.Go(func() {
			defer client.CloseIdleConnections()
			for n := range each {
				id := fmt.Sprintf("%d-%d", i, n)
				res, err := client.Post("http://localhost:3000/"+id, "text/plain", strings.NewReader(strings.Repeat(id, 100)))
				var body []byte
				if err == nil {
					body, err = io.ReadAll(res.Body)
					res.Body.Close()
				}
				switch {
				case err != nil && sb == goes:
					cut.Add(1)
				case err != nil || string(body) != "/"+id+" "+strings.Repeat(id, 100):
					wrong.Add(1)
					t.Errorf("%s: %v", id, err)
				default:
					if good.Add(1) == conns*each/4 {
						goes.Close()
					}
				}
			}
		})
	}
	wg.Wait()
	if good.Load()+cut.Load() != conns*each || cut.Load() == 0 || wrong.Load() != 0 {
		t.Errorf("%d good, %d cut, %d wrong", good.Load(), cut.Load(), wrong.Load())
	}
	if _, err := goes.Fetch(context.Background(), "http://localhost:3000/", nil); !errors.Is(err, sandpit.ErrClosed) {
		t.Errorf("after close: %v", err)
	}
	waitFor(t, func() bool { return len(stays.Kernel().Net().Conns()) == 1 })
}

// waitFor polls for what other goroutines bring about.
func waitFor(t *testing.T, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Second); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it does not come to be")
		}
	}
}

// Clients that send their request a byte at a time do not keep others out, and are ended.
func TestSlowLoris(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sb, err := sandpit.Create(context.Background(), sandpit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer sb.Close()
		if err := sb.Serve(3000, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "ok") })); err != nil {
			t.Fatal(err)
		}
		const slow = 300
		var ended atomic.Int64
		var wg sync.WaitGroup
		start := time.Now()
		for range slow {
			c, err := sb.Dial(context.Background(), "tcp", "localhost:3000")
			if err != nil {
				t.Fatal(err)
			}
			wg.Go(func() {
				defer c.Close()
				for _, b := range []byte("GET / HTTP/1.1\r\nHost: a\r\nX-Long: " + strings.Repeat("z", 1000)) {
					if _, err := c.Write([]byte{b}); err != nil {
						ended.Add(1)
						return
					}
					time.Sleep(time.Second)
				}
			})
		}
		time.Sleep(10 * time.Second)
		res, err := sb.Fetch(context.Background(), "http://localhost:3000/", nil)
		if code, body := read(t, res, err); code != 200 || body != "ok" {
			t.Errorf("meanwhile: %d %q", code, body)
		}
		wg.Wait()
		if d := time.Since(start); ended.Load() != slow || d > 2*time.Minute {
			t.Errorf("%d of %d ended after %v", ended.Load(), slow, d)
		}
	})
}

// A thousand connections that say nothing cost little.
func TestIdleConnections(t *testing.T) {
	sb := create(t, sandpit.Options{})
	if err := sb.Serve(3000, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "ok") })); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var conns []net.Conn
	for range 1000 {
		c, err := sb.Dial(context.Background(), "tcp", "localhost:3000")
		if err != nil {
			t.Fatal(err)
		}
		conns = append(conns, c)
	}
	res, err := sb.Fetch(context.Background(), "http://localhost:3000/", nil)
	if code, _ := read(t, res, err); code != 200 {
		t.Error(code)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if per := (int64(after.HeapAlloc) - int64(before.HeapAlloc)) / 1000; per > 20<<10 {
		t.Errorf("%d bytes for a connection", per)
	}
	start := time.Now()
	sb.Close()
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("close took %v", d)
	}
	buf := make([]byte, 1)
	for _, c := range conns {
		if _, err := c.Read(buf); err == nil {
			t.Fatal("a connection outlives its box")
		}
		c.Close()
	}
}

// The limits on ports and connections are Unix errors inside and LimitErrors outside.
func TestNetworkLimits(t *testing.T) {
	sb := create(t, sandpit.Options{Limits: sandpit.Limits{Ports: 3, Connections: 5}})
	for i := range 3 {
		if _, err := sb.Listen("tcp", fmt.Sprintf(":%d", 4000+i)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := sb.Listen("tcp", ":0"); !errors.Is(err, syscall.EMFILE) {
		t.Errorf("a fourth port: %v", err)
	}
	if _, err := sb.ListenPacket("udp", ":0"); !errors.Is(err, syscall.EMFILE) {
		t.Errorf("a datagram socket: %v", err)
	}
	for range 5 {
		c, err := sb.Dial(context.Background(), "tcp", ":4000")
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	if _, err := sb.Dial(context.Background(), "tcp", ":4000"); !errors.Is(err, syscall.EMFILE) {
		t.Errorf("a sixth connection: %v", err)
	}
	var limit *sandpit.LimitError
	if _, err := sb.Run(context.Background(), "nc -l 5000"); !errors.As(err, &limit) {
		t.Errorf("a command: %v", err)
	}
	if _, err := sb.Run(context.Background(), "curl -s http://localhost:4000/"); !errors.As(err, &limit) {
		t.Errorf("a client: %v", err)
	}
}

// A thousand boxes have a thousand ports 3000.
func TestPortSpaces(t *testing.T) {
	boxes := make([]*sandpit.Sandbox, 200)
	for i := range boxes {
		boxes[i] = create(t, sandpit.Options{})
		if err := boxes[i].Serve(3000, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, i) })); err != nil {
			t.Fatal(err)
		}
	}
	for i, sb := range boxes {
		res, err := sb.Fetch(context.Background(), "http://localhost:3000/", nil)
		if _, body := read(t, res, err); body != fmt.Sprint(i) {
			t.Errorf("box %d answers %q", i, body)
		}
	}
}

// Unix sockets lie on the disk: a server in Go, clients in the box, permissions, what a fork and a snapshot make of them.
func TestUnixSockets(t *testing.T) {
	ctx := context.Background()
	sb := create(t, sandpit.Options{})
	l, err := sb.Listen("unix", "app.sock")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, "at %s\n", r.URL) })}
	go server.Serve(l)
	defer server.Close()
	if got := sh(t, sb, "curl -sS --unix-socket app.sock http://any/x; stat -c %F app.sock; ls -F; grep -c '00010000 .*app.sock' /proc/net/unix; ss -xl | grep -c app.sock"); got != "at /x\nsocket\napp.sock=\n1\n1\n" {
		t.Errorf("%q", got)
	}
	if _, err := sb.Listen("unix", "/home/user/app.sock"); !errors.Is(err, syscall.EADDRINUSE) {
		t.Errorf("twice: %v", err)
	}
	for name, want := range map[string]error{"none.sock": os.ErrNotExist, "/etc/passwd": syscall.ECONNREFUSED, "@abstract": syscall.ECONNREFUSED, "": syscall.EINVAL} {
		if _, err := sb.Dial(ctx, "unix", name); !errors.Is(err, want) {
			t.Errorf("dial %q: %v", name, err)
		}
	}
	sh(t, sb, "sudo chmod 600 app.sock; sudo chown root app.sock")
	if res, err := sb.Run(ctx, "curl -sS --unix-socket app.sock http://any/x; echo $?"); err != nil || !strings.HasSuffix(res.Stdout, "7\n") {
		t.Errorf("without permission: %+v %v", res, err)
	}
	sh(t, sb, "sudo chmod 666 app.sock; mv app.sock moved.sock; ln -s moved.sock link")
	if got := sh(t, sb, "curl -sS --unix-socket link http://any/y"); got != "at /y\n" {
		t.Errorf("moved: %q", got)
	}
	twin, err := sb.Fork(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer twin.Close()
	if _, err := twin.Dial(ctx, "unix", "/home/user/moved.sock"); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("in a fork: %v", err)
	}
	abstract, err := sb.Listen("unix", "@name")
	if err != nil {
		t.Fatal(err)
	}
	defer abstract.Close()
	if c, err := sb.Dial(ctx, "unix", "@name"); err != nil {
		t.Error(err)
	} else {
		c.Close()
	}
	l2, err := sb.Listen("unix", "gone.sock")
	if err != nil {
		t.Fatal(err)
	}
	l2.Close()
	if there, _ := sb.Exists("gone.sock"); there {
		t.Error("Close leaves the file")
	}
}

// Datagrams between Go and the box.
func TestDatagrams(t *testing.T) {
	sb := create(t, sandpit.Options{})
	u, err := sb.ListenPacket("udp", ":5353")
	if err != nil {
		t.Fatal(err)
	}
	sh(t, sb, "echo hello > /dev/udp/localhost/5353; ss -uln | grep -q 5353; netstat -uln | grep -q 5353")
	buf := make([]byte, 100)
	u.SetReadDeadline(time.Now().Add(5 * time.Second))
	n, from, err := u.ReadFrom(buf)
	if err != nil || string(buf[:n]) != "hello\n" || !strings.HasPrefix(from.String(), "127.0.0.1:") {
		t.Errorf("%q from %v: %v", buf[:n], from, err)
	}
	if got := sh(t, sb, "(exec 3<>/dev/udp/127.0.0.1/9; echo x >&3; echo y >&3) 2>&1 | sed 's/.*: //'"); got != "Connection refused\n" {
		t.Errorf("nobody listens: %q", got)
	}
}
