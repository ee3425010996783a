package net_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// answer reads one request from a connection as bytes and answers it.
func answer(l net.Listener, body int) <-chan string {
	got := make(chan string, 1)
	go func() {
		c, err := l.Accept()
		if err != nil {
			got <- err.Error()
			return
		}
		defer c.Close()
		r := bufio.NewReader(c)
		var b strings.Builder
		for {
			line, err := r.ReadString('\n')
			b.WriteString(line)
			if err != nil || line == "\r\n" {
				break
			}
		}
		if strings.Contains(b.String(), "100-continue") {
			_, _ = io.WriteString(c, "HTTP/1.1 100 Continue\r\n\r\n")
		}
		data := make([]byte, body)
		n, _ := io.ReadFull(r, data)
		b.Write(data[:n])
		_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
		got <- b.String()
	}()
	return got
}

// TestWire compares the requests of curl and wget, byte for byte, with those of the host's.
func TestWire(t *testing.T) {
	for _, tt := range []struct {
		command string
		body    int
	}{
		{"curl -s http://127.0.0.1:18498/x", 0},
		{"curl -s -d a=1 -d b=2 http://127.0.0.1:18498/x?y", 7},
		{"curl -s -u a:b -r 0-3 -e ref -b c=d -H X-A:1 -H Host:h http://127.0.0.1:18498", 0},
		{"curl -sI -A agent http://127.0.0.1:18498/", 0},
		{"curl -s --json {} http://127.0.0.1:18498/", 2},
		{"curl -s -0 http://127.0.0.1:18498/", 0},
		{"curl -s -X PUT -H Content-Type: -d x http://127.0.0.1:18498/", 1},
		{"curl -s -T /etc/passwd http://127.0.0.1:18498/up/", 0},
		{"wget -q -O - http://127.0.0.1:18498/x", 0},
		{"wget -q -O - --post-data=a=1 --header=X-B:1 http://127.0.0.1:18498/p", 3},
		{"wget -q --spider -U ua http://127.0.0.1:18498/p", 0},
	} {
		l, err := net.Listen("tcp", "127.0.0.1:18498")
		if err != nil {
			t.Fatal(err)
		}
		host := answer(l, tt.body)
		args := strings.Fields(tt.command)
		_ = exec.Command(args[0], args[1:]...).Run()
		want := <-host
		_ = l.Close()

		k := newBox(t)
		bl, err := k.Net().Listen("tcp", "127.0.0.1:18498")
		if err != nil {
			t.Fatal(err)
		}
		box := answer(bl, tt.body)
		inBox(t, k, tt.command)
		got := <-box
		if strings.Contains(tt.command, "/etc/passwd") { // the files differ in size
			cut := func(s string) string {
				a, b, _ := strings.Cut(s, "Content-Length:")
				_, b, _ = strings.Cut(b, "\r\n")
				return a + b
			}
			got, want = cut(got), cut(want)
		}
		if got != want {
			t.Errorf("%s\ngot  %q\nwant %q", tt.command, got, want)
		}
	}
}

// TestKilled: a curl that waits, an nc that listens and a ping end when they are killed.
func TestKilled(t *testing.T) {
	for _, script := range []string{"curl -s http://127.0.0.1:18499/slow", "nc -l 127.0.0.1 18515", "nc 127.0.0.1 18499", "ping -q localhost", "wget -q http://127.0.0.1:18499/slow"} {
		k := newBox(t)
		start := time.Now()
		inBox(t, k, "timeout 0.2 "+script)
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%s: ended after %v", script, d)
		}
	}
}

// TestSynctest: timeouts are exact and cost no time in a bubble.
func TestSynctest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newBox(t)
		l, err := k.Net().Listen("tcp", "127.0.0.1:80")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		s := &http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-ctx.Done() })}
		done := make(chan struct{})
		go func() { _ = s.Serve(l); close(done) }()
		out, st := inBox(t, k, "curl -sS -m 7 http://localhost/; echo $?; ping -c 3 -q localhost | grep -o 'time .*'")
		if out != "curl: (28) Operation timed out after 7000 milliseconds with 0 bytes received\n28\ntime 2000ms\n" || st != 0 {
			t.Errorf("%d %q", st, out)
		}
		cancel()
		_ = s.Close()
		<-done
		_ = k.Close()
	})
}

// TestHostileServer: headers without end and odd encodings end a transfer, not the box.
func TestHostileServer(t *testing.T) {
	k := newBox(t)
	l, err := k.Net().Listen("tcp", "127.0.0.1:81")
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\n")
			line := "X-Fill: " + strings.Repeat("x", 8000) + "\r\n"
			for err == nil {
				_, err = io.WriteString(c, line)
			}
			_ = c.Close()
		}
	}()
	out, st := inBox(t, k, "curl -sS http://127.0.0.1:81/")
	if st != 56 || !strings.Contains(out, "Too large response headers") {
		t.Errorf("%d %q", st, out)
	}
}
