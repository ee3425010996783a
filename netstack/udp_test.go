package netstack

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestDatagramBindsAsLinux opens pairs of datagram sockets on one port, here and on this machine.
func TestDatagramBindsAsLinux(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Log("the reference is Linux; nothing is compared elsewhere")
		return
	}
	binds := [][2]string{{"udp4", "127.0.0.1"}, {"udp4", "127.0.0.2"}, {"udp4", "0.0.0.0"}, {"udp6", "::1"}, {"udp6", "::"}, {"udp", ""}, {"udp4", ""}}
	for _, a := range binds {
		for _, b := range binds {
			real, err := net.ListenPacket(a[0], net.JoinHostPort(a[1], "0"))
			if err != nil {
				t.Fatal(err)
			}
			_, port, _ := net.SplitHostPort(real.LocalAddr().String())
			second, err := net.ListenPacket(b[0], net.JoinHostPort(b[1], port))
			want := errText(err)
			if err == nil {
				second.Close()
			}
			real.Close()
			s := New(Config{})
			if _, err := s.ListenPacket(a[0], net.JoinHostPort(a[1], "700")); err != nil {
				t.Fatal(err)
			}
			_, err = s.ListenPacket(b[0], net.JoinHostPort(b[1], "700"))
			if got := errText(err); got != want {
				t.Errorf("%v then %v: %s, Linux says %s", a, b, got, want)
			}
			s.Close()
		}
	}
}

// datagrams is what this machine and a Stack have in common.
type datagrams struct {
	listen func(network, addr string) (net.PacketConn, error)
	dial   func(network, addr string) (net.Conn, error)
}

// TestDatagramsAsLinux plays one scenario on both.
func TestDatagramsAsLinux(t *testing.T) {
	play := func(n datagrams) (out []string) {
		say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
		must := func(err error) {
			if err != nil {
				t.Fatal(err)
			}
		}
		server, err := n.listen("udp4", "127.0.0.1:0")
		must(err)
		addr := server.LocalAddr().String()
		a, err := n.dial("udp4", addr)
		must(err)
		b, err := n.dial("udp", addr)
		must(err)
		buf := make([]byte, 70000)
		read := func(what string, c net.Conn, size int) {
			c.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
			k, err := c.Read(buf[:size])
			say("%s: %d %q %s", what, k, buf[:min(k, 20)], errText(err))
		}
		from := func(what string, size int) net.Addr {
			server.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
			k, who, err := server.ReadFrom(buf[:size])
			say("%s: %d %q %s %v %v", what, k, buf[:min(k, 20)], errText(err), who != nil && who.String() == a.LocalAddr().String(), who != nil && who.String() == b.LocalAddr().String())
			return who
		}
		a.Write([]byte("one"))
		b.Write([]byte("two"))
		a.Write(nil)
		who := from("first", 100)
		from("cut", 2)
		from("empty", 100)
		from("nothing", 100)
		k, err := server.WriteTo([]byte("answer"), who)
		say("answer: %d %s", k, errText(err))
		read("a", a, 100)
		read("b", b, 100)
		k, err = a.Write(make([]byte, 65507))
		say("largest: %d %s", k, errText(err))
		from("largest", 70000)
		k, err = a.Write(make([]byte, 65508))
		say("too large: %d %s", k, errText(err))
		_, err = a.(net.PacketConn).WriteTo([]byte("x"), server.LocalAddr())
		say("sendto when connected: %v", errors.Is(err, net.ErrWriteToConnected))
		_, err = server.WriteTo([]byte("x"), &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1})
		say("to nobody, not connected: %s", errText(err))
		_, err = server.WriteTo([]byte("x"), &net.UDPAddr{IP: net.IPv6loopback, Port: 9})
		say("other family: %v", err != nil)
		// the second socket of one connection is not answered by another's
		server.Close()
		k, err = a.Write([]byte("lost"))
		say("after close: %d %s", k, errText(err))
		time.Sleep(5 * time.Millisecond)
		k, err = a.Write([]byte("lost"))
		say("then: %d %s", k, errText(err))
		time.Sleep(5 * time.Millisecond)
		read("then read", a, 10)
		read("then nothing", a, 10)
		a.Close()
		read("closed", a, 10)
		k, err = a.Write([]byte("x"))
		say("closed: %d %s", k, errText(err))
		say("close again: %s", errText(a.Close()))
		b.Close()
		// a connected socket hears its peer only
		s1, err := n.listen("udp4", "127.0.0.1:0")
		must(err)
		s2, err := n.listen("udp4", "127.0.0.1:0")
		must(err)
		c, err := n.dial("udp4", s1.LocalAddr().String())
		must(err)
		to, _ := net.ResolveUDPAddr("udp4", c.LocalAddr().String())
		s2.WriteTo([]byte("stranger"), to)
		s1.WriteTo([]byte("friend"), to)
		read("peer only", c, 100)
		read("peer only", c, 100)
		for _, x := range []interface{ Close() error }{s1, s2, c} {
			x.Close()
		}
		return out
	}
	s := New(Config{})
	defer s.Close()
	got := play(datagrams{
		listen: func(n, a string) (net.PacketConn, error) { return s.ListenPacket(n, a) },
		dial:   func(n, a string) (net.Conn, error) { return s.Dial(context.Background(), n, a) },
	})
	if runtime.GOOS == "linux" {
		want := play(datagrams{listen: net.ListenPacket, dial: net.Dial})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Linux (-) and ours (+):\n%s", diff)
		}
	}
	if len(s.Ports()) != 0 || len(s.Conns()) != 0 {
		t.Errorf("left: %v %v", s.Ports(), s.Conns())
	}
}

func TestDatagramBounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{MaxPorts: 2})
		u, err := s.ListenPacket("udp", ":53")
		if err != nil {
			t.Fatal(err)
		}
		c, err := s.Dial(context.Background(), "udp", "[::1]:53")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.ListenPacket("udp", ":54"); !errors.Is(err, syscall.EMFILE) {
			t.Errorf("a third socket: %v", err)
		}
		for range 10000 {
			c.Write(make([]byte, 1000))
		}
		if n := u.Buffered(); n < 100 || n > 250 {
			t.Errorf("%d datagrams of 1000 bytes are held", n)
		}
		for range u.Buffered() {
			u.Read(make([]byte, 10))
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
		defer cancel()
		if _, _, err := u.ReadFromContext(ctx, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("context: %v", err)
		}
		done := make(chan error)
		go func() {
			_, _, err := u.ReadFrom(make([]byte, 1))
			done <- err
		}()
		synctest.Wait()
		s.Close()
		if err := <-done; !errors.Is(err, net.ErrClosed) {
			t.Errorf("closed: %v", err)
		}
	})
}

func TestDatagramsGoNowhere(t *testing.T) {
	asked := ""
	s := New(Config{Outbound: func(_ context.Context, network, addr string) (net.Conn, error) {
		asked += network + " " + addr + ";"
		return nil, &net.OpError{Op: "dial", Err: syscall.ENETUNREACH}
	}})
	defer s.Close()
	if _, err := s.Dial(context.Background(), "udp", "8.8.8.8:53"); !errors.Is(err, syscall.ENETUNREACH) {
		t.Errorf("dial: %v", err)
	}
	u, err := s.ListenPacket("udp4", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{"169.254.169.254:80", "224.0.0.251:5353", "255.255.255.255:9"} {
		if _, err := u.WriteTo([]byte("x"), net.UDPAddrFromAddrPort(netip.MustParseAddrPort(to))); !errors.Is(err, syscall.ENETUNREACH) {
			t.Errorf("%s: %v", to, err)
		}
	}
	if strings.Count(asked, "udp") != 4 {
		t.Errorf("asked: %s", asked)
	}
}

func TestJoinedStacks(t *testing.T) {
	a, b, c := New(Config{Hostname: "a"}), New(Config{Hostname: "b"}), New(Config{Hostname: "c"})
	for _, s := range []*Stack{a, b, c} {
		defer s.Close()
	}
	if err := Join(a, b); err != nil {
		t.Fatal(err)
	}
	if err := Join(b, c); err != nil {
		t.Fatal(err)
	}
	if err := Join(a, New(Config{Hostname: "a"})); err == nil {
		t.Error("two of one name")
	}
	ctx := context.Background()
	l, err := b.Listen("tcp", ":80")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Listen("tcp", "127.0.0.1:81"); err != nil {
		t.Fatal(err)
	}
	conn, err := a.Dial(ctx, "tcp", "b:80")
	if err != nil {
		t.Fatal(err)
	}
	far, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	if got := far.RemoteAddr().String(); !strings.HasPrefix(got, "10.89.0.2:") || conn.RemoteAddr().String() != "10.89.0.3:80" {
		t.Errorf("addresses: %s %s", got, conn.RemoteAddr())
	}
	far.Write([]byte("hi"))
	buf := make([]byte, 9)
	if n, err := conn.Read(buf); n != 2 || err != nil {
		t.Errorf("read: %d %v", n, err)
	}
	if x, y := a.Conns(), b.Conns(); len(x) != 1 || len(y) != 3 {
		t.Errorf("sockets: %v and %v", x, y)
	}
	for addr, want := range map[string]error{"b:81": syscall.ECONNREFUSED, "b:82": syscall.ECONNREFUSED, "10.89.0.9:80": syscall.ENETUNREACH, "10.89.1.2:80": syscall.ENETUNREACH} {
		if _, err := a.Dial(ctx, "tcp", addr); !errors.Is(err, want) {
			t.Errorf("%s: %v", addr, err)
		}
	}
	if _, err := a.Dial(ctx, "tcp", "c:80"); err == nil || a.Joined("c") || !c.Joined("b") {
		t.Error("a reaches c, which it was not joined with")
	}
	u, err := c.ListenPacket("udp", ":53")
	if err != nil {
		t.Fatal(err)
	}
	q, err := b.Dial(ctx, "udp", "c:53")
	if err != nil {
		t.Fatal(err)
	}
	q.Write([]byte("?"))
	if n, from, err := u.ReadFrom(buf); n != 1 || err != nil || !strings.HasPrefix(from.String(), "10.89.1.2:") {
		t.Errorf("datagram: %d %v %v", n, from, err)
	}
	// the end of one box is seen by the other
	b.Close()
	if _, err := conn.Read(buf); !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("read from a box that is gone: %v", err)
	}
	if _, err := a.Dial(ctx, "tcp", "b:80"); !errors.Is(err, syscall.EHOSTUNREACH) {
		t.Errorf("dial to a box that is gone: %v", err)
	}
	conn.Close()
	far.Close()
	if len(a.Conns()) != 0 || len(a.conns)+len(b.conns) != 0 {
		t.Errorf("left: %v", a.Conns())
	}
}
