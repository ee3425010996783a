package sandpit_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sandpit-dev/sandpit"
)

// rawHTTP is a server that answers each request on a connection with the next of its answers, byte for byte; "" closes.
func rawHTTP(t *testing.T, sb *sandpit.Sandbox, port int, answers ...string) (conns func() int) {
	t.Helper()
	l, err := sb.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	n, next := 0, 0
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			n++
			mu.Unlock()
			go func() {
				defer c.Close()
				br := bufio.NewReader(c)
				for {
					if _, err := http.ReadRequest(br); err != nil {
						return
					}
					mu.Lock()
					a := answers[next%len(answers)]
					next++
					mu.Unlock()
					if a == "" {
						return
					}
					io.WriteString(c, a)
				}
			}()
		}
	}()
	return func() int {
		mu.Lock()
		defer mu.Unlock()
		return n
	}
}

// What Fetch makes of every kind of answer, and whether the connection is used again.
func TestFetchAnswers(t *testing.T) {
	long := strings.Repeat("z", 100000)
	for i, c := range []struct {
		name    string
		answers []string
		want    []string // status and body of fetches one after the other
		conns   int
	}{
		{"kept", []string{"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"}, []string{"200 ok", "200 ok", "200 ok"}, 1},
		{"chunked", []string{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"}, []string{"200 ok", "200 ok"}, 1},
		{"empty", []string{"HTTP/1.1 204 No Content\r\n\r\n"}, []string{"204 ", "204 "}, 1},
		{"length 0", []string{"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"}, []string{"200 ", "200 "}, 1},
		{"closing", []string{"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok"}, []string{"200 ok", "200 ok"}, 2},
		{"old", []string{"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok"}, []string{"200 ok", "200 ok"}, 2},
		{"hints", []string{"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"}, []string{"200 ok", "200 ok"}, 1},
		{"dies between", []string{"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nup"}, []string{"200 ok", "200 up"}, 2},
		{"says nothing", []string{""}, []string{"500 Internal server error: EOF"}, 1},
		{"garbage", []string{"nonsense\r\n\r\n"}, []string{"500 "}, 1},
		{"two answers", []string{"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"}, []string{"200 ok", "200 ok"}, 2},
		{"short", []string{"HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\nok"}, nil, 1},
		{"switches", []string{"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"}, []string{"500 "}, 1},
		{"informs for ever", []string{strings.Repeat("HTTP/1.1 102 Processing\r\n\r\n", 100)}, []string{"500 "}, 1},
		{"huge header", []string{"HTTP/1.1 200 OK\r\n" + strings.Repeat("X: "+long+"\r\n", 120) + "\r\n"}, []string{"500 "}, 1},
		{"two lengths", []string{"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok!"}, []string{"500 "}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			sb := create(t, sandpit.Options{})
			conns := rawHTTP(t, sb, 4000+i, c.answers...)
			for n, want := range c.want {
				res, err := sb.Fetch(context.Background(), "/", &sandpit.FetchInit{Port: 4000 + i, Timeout: 5 * time.Second})
				code, body := read(t, res, err)
				if got := fmt.Sprintf("%d %s", code, body); got != want && !(strings.HasSuffix(want, "500 ") && strings.HasPrefix(got, want)) {
					t.Errorf("fetch %d: %.100q, want %q", n, got, want)
				}
			}
			if c.want == nil {
				ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
				defer cancel()
				res, err := sb.Fetch(ctx, "/", &sandpit.FetchInit{Port: 4000 + i})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := io.ReadAll(res.Body); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("a body that does not end: %v", err)
				}
				res.Body.Close()
			}
			if got := conns(); got != c.conns {
				t.Errorf("%d connections, want %d", got, c.conns)
			}
		})
	}
}

// Idle connections are closed after half a minute, and a Close in the middle of a body costs the connection.
func TestFetchConnections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sb, err := sandpit.Create(context.Background(), sandpit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer sb.Close()
		if err := sb.Serve(3000, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.CopyN(w, zeros{}, 1<<20) })); err != nil {
			t.Fatal(err)
		}
		open := func() int { return (len(sb.Kernel().Net().Conns()) - 1) / 2 }
		var all []*http.Response
		for range 5 {
			res, err := sb.Fetch(context.Background(), "http://localhost:3000/", nil)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, res)
		}
		for i, res := range all {
			if i < 3 {
				io.Copy(io.Discard, res.Body)
			} else {
				io.CopyN(io.Discard, res.Body, 100)
			}
			res.Body.Close()
			if _, err := res.Body.Read(make([]byte, 1)); err == nil {
				t.Error("read after close")
			}
		}
		synctest.Wait()
		if n := open(); n != 3 {
			t.Errorf("%d connections are open", n)
		}
		time.Sleep(61 * time.Second)
		synctest.Wait()
		if n := open(); n != 0 {
			t.Errorf("%d connections are open after a minute", n)
		}
	})
}

// Header values that could end a line are refused before anything is sent.
func TestFetchRefusesCRLF(t *testing.T) {
	sb := create(t, sandpit.Options{})
	conns := rawHTTP(t, sb, 4000, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
	for _, h := range []http.Header{{"X": {"a\r\nY: b"}}, {"X\r\nY": {"a"}}, {"X Y": {"a"}}, {"": {"a"}}, {"X": {"a\x00b"}}} {
		res, err := sb.Fetch(context.Background(), "/", &sandpit.FetchInit{Port: 4000, Header: h})
		if err == nil && res.Header.Get("X-Lifo") == "" {
			t.Errorf("%q was sent", h)
		}
	}
	for _, u := range []string{"http://localhost:4000/a\r\nX: y", "http://localhost:4000/\x00", "http://local host:4000/"} {
		if res, err := sb.Fetch(context.Background(), u, nil); err == nil && res.Header.Get("X-Lifo") == "" {
			t.Errorf("%q was asked", u)
		}
	}
	if n := conns(); n > 0 {
		t.Errorf("%d connections were made", n)
	}
}
