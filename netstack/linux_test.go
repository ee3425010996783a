package netstack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// stream is what *net.TCPConn, *net.UnixConn and *Conn have in common.
type halfConn interface {
	net.Conn
	CloseRead() error
	CloseWrite() error
}

// errText names an error by what a program can test for.
func errText(err error) string {
	var errno syscall.Errno
	switch {
	case err == nil:
		return "ok"
	case err == io.EOF:
		return "EOF"
	case errors.Is(err, net.ErrClosed):
		return "ErrClosed"
	case errors.Is(err, os.ErrDeadlineExceeded):
		return "timeout"
	case errors.As(err, &errno):
		return errno.Error()
	}
	return err.Error()
}

// steps runs a scenario: words of an end (c or s) and what it does. Every result is a line of the transcript.
func steps(c, s halfConn, script string, pause func()) []string {
	var out []string
	for line := range strings.FieldsFuncSeq(script, func(r rune) bool { return r == ';' }) {
		f := strings.Fields(line)
		end := map[string]halfConn{"c": c, "s": s}[f[0]]
		var res string
		switch f[1] {
		case "write":
			n, err := end.Write([]byte(f[2]))
			res = fmt.Sprint(n, " ", errText(err))
		case "read":
			buf := make([]byte, 100)
			end.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
			n, err := end.Read(buf)
			end.SetReadDeadline(time.Time{})
			res = fmt.Sprintf("%q %s", buf[:n], errText(err))
		case "close":
			res = errText(end.Close())
		case "linger0":
			res = errText(end.(interface{ SetLinger(int) error }).SetLinger(0))
		case "closewrite":
			res = errText(end.CloseWrite())
		case "closeread":
			res = errText(end.CloseRead())
		default:
			panic(f[1])
		}
		out = append(out, strings.Join(f, " ")+": "+res)
		pause()
	}
	return out
}

// TestCloseAndResetAsLinux plays each scenario on this machine's own loopback too; there the expected transcript is
// made, not written down.
func TestCloseAndResetAsLinux(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Log("the reference is Linux; nothing is compared elsewhere")
		return
	}
	scripts := []string{
		"c write hi; s read; s write yo; c read; c close; s read; s close",
		// what is written is delivered after close
		"c write a; c write b; c close; s read; s read; s read",
		// writing to a closed peer: lost, then EPIPE
		"s close; c read; c write one; c write two; c write three; c read",
		"s close; c write one; c write two; c read; c close; c close",
		// closing with unread data resets
		"c write unread; s close; c read; c read; c write x; c write y",
		"c write unread; s close; c write x; c write y; c read",
		"c write unread; s write pending; s close; c read; c read; c read",
		// linger 0
		"s linger0; s close; c read; c read; c write x",
		"s linger0; s close; c write x; c write y; c read",
		"s write data; s linger0; s close; c read; c read; c read",
		// half-close
		"c closewrite; s read; s write back; c read; c write x; c closewrite; s close; c read; c closewrite",
		"c closewrite; c linger0; c close; s read; s write x; s write y",
		"c closewrite; s closewrite; c read; s read; c close; s close",
		"c closeread; s write x; c read; c read; s write y; c read",
		"s write x; c closeread; c read; c read; c close; s read",
		"c close; c read; c write x; c closewrite; c closeread",
		"c read; s write late; c read",
		"s linger0; s close; c closewrite; c closeread; c close",
	}
	for _, network := range []string{"tcp", "unix"} {
		for _, script := range scripts {
			if network == "unix" && strings.Contains(script, "linger0") {
				continue // means nothing there
			}
			t.Run(network+"/"+script, func(t *testing.T) {
				t.Parallel()
				addr := "127.0.0.1:0"
				if network == "unix" {
					addr = filepath.Join(t.TempDir(), "s")
				}
				l, err := net.Listen(network, addr)
				if err != nil {
					t.Fatal(err)
				}
				defer l.Close()
				c, err := net.Dial(network, l.Addr().String())
				if err != nil {
					t.Fatal(err)
				}
				s, err := l.Accept()
				if err != nil {
					t.Fatal(err)
				}
				want := steps(c.(halfConn), s.(halfConn), script, func() { time.Sleep(5 * time.Millisecond) })
				c.Close()
				s.Close()
				mc, ms := dialPair(t, New(Config{}), network, addr)
				got := steps(mc, ms, script, func() {})
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("Linux (-) and ours (+):\n%s", diff)
				}
			})
		}
	}
}

// TestBindRulesAsLinux opens pairs of listening sockets on one port, here and on this machine.
func TestBindRulesAsLinux(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Log("the reference is Linux; nothing is compared elsewhere")
		return
	}
	binds := [][2]string{
		{"tcp4", "127.0.0.1"}, {"tcp4", "127.0.0.2"}, {"tcp4", "0.0.0.0"}, {"tcp6", "::1"}, {"tcp6", "::"}, {"tcp", ""}, {"tcp4", ""},
	}
	for _, a := range binds {
		for _, b := range binds {
			real, err := net.Listen(a[0], net.JoinHostPort(a[1], "0"))
			if err != nil {
				t.Fatal(err)
			}
			_, port, _ := net.SplitHostPort(real.Addr().String())
			second, err := net.Listen(b[0], net.JoinHostPort(b[1], port))
			want := errText(err)
			if err == nil {
				second.Close()
			}
			real.Close()

			s := New(Config{})
			if _, err := s.Listen(a[0], net.JoinHostPort(a[1], "700")); err != nil {
				t.Fatal(err)
			}
			_, err = s.Listen(b[0], net.JoinHostPort(b[1], "700"))
			if got := errText(err); got != want {
				t.Errorf("%v then %v: %s, Linux says %s", a, b, got, want)
			}
		}
	}
}

// TestErrorTextsAsGo compares whole messages, which users see.
func TestErrorTextsAsGo(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Log("the reference is Linux; nothing is compared elsewhere")
		return
	}
	probe, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	used := probe.Addr().String()
	defer probe.Close()
	free, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := free.Addr().String()
	free.Close()
	s := New(Config{})
	if _, err := s.Listen("tcp4", used); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][3]string{
		{"listen", "tcp", used}, {"dial", "tcp", closed}, {"listen", "tcp", "8.8.8.8:80"}, {"listen", "tcp", "127.0.0.1:99999"},
		{"dial", "tcp", "127.0.0.1"}, {"dial", "tcp", "127.0.0.1:-1"}, {"dial", "unix", "/no/such/socket"}, {"dial", "unix", "@nobody"},
		{"dial", "tcp4", "[::1]:80"}, {"dial", "tcp6", "127.0.0.1:80"}, {"listen", "nonsense", "x"}, {"dial", "nonsense", "x"}, {"dial", "tcp", "127.0.0.1:0"},
	} {
		var want, got error
		if c[0] == "listen" {
			_, want = net.Listen(c[1], c[2])
			_, got = s.Listen(c[1], c[2])
		} else {
			_, want = net.Dial(c[1], c[2])
			_, got = s.Dial(context.Background(), c[1], c[2])
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v: %v, Go says %v", c, got, want)
		}
	}
	c, d := dialPair(t, s, "tcp", "127.0.0.1:0")
	d.Close()
	c.Write([]byte("x"))
	_, err = c.Write([]byte("x"))
	if want := fmt.Sprintf("write tcp %s->%s: write: broken pipe", c.LocalAddr(), c.RemoteAddr()); err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	c.Close()
	_, err = c.Read(make([]byte, 1))
	if want := fmt.Sprintf("read tcp %s->%s: use of closed network connection", c.LocalAddr(), c.RemoteAddr()); err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if !slices.Contains([]string{"tcp"}, c.RemoteAddr().Network()) {
		t.Error(c.RemoteAddr().Network())
	}
}
