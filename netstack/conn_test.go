package netstack

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/net/nettest"
)

// dialPair returns both ends of a new connection.
func dialPair(t testing.TB, s *Stack, network, addr string) (client, server *Conn) {
	t.Helper()
	l, err := s.Listen(network, addr)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c, err := s.Dial(context.Background(), network, l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	d, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	return c.(*Conn), d.(*Conn)
}

func TestConnConformance(t *testing.T) {
	for _, network := range []string{"tcp", "unix"} {
		for _, buffer := range []int{1024, 4096, 0} {
			t.Run(network, func(t *testing.T) {
				nettest.TestConn(t, func() (c1, c2 net.Conn, stop func(), err error) {
					s := New(Config{BufferBytes: buffer})
					addr := "127.0.0.1:0"
					if network == "unix" {
						addr = "/run/x"
					}
					a, b := dialPair(t, s, network, addr)
					return a, b, func() { s.Close(); a.Close(); b.Close() }, nil
				})
			})
		}
	}
}

func TestDeadlinesAreExactInBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{})
		c, d := dialPair(t, s, "tcp", "127.0.0.1:0")
		start := time.Now()
		c.SetReadDeadline(start.Add(time.Hour))
		if _, err := c.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatalf("read: %v", err)
		}
		if got := time.Since(start); got != time.Hour {
			t.Fatalf("read ended after %v", got)
		}
		c.SetReadDeadline(time.Time{})
		go func() {
			time.Sleep(time.Minute)
			d.Write([]byte("x"))
		}()
		start = time.Now()
		if n, err := c.Read(make([]byte, 8)); n != 1 || err != nil {
			t.Fatalf("read: %d %v", n, err)
		}
		if got := time.Since(start); got != time.Minute {
			t.Fatalf("data came after %v", got)
		}
		// A deadline that moves while somebody waits: both the holder of the turn and the one behind it end.
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				if _, err := c.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
					t.Errorf("read: %v", err)
				}
			})
		}
		synctest.Wait()
		c.SetReadDeadline(time.Now().Add(time.Second))
		wg.Wait()
		// A full buffer.
		c.SetWriteDeadline(time.Now().Add(time.Second))
		n, err := c.Write(make([]byte, 1<<20))
		if n != 64<<10 || !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatalf("write: %d %v", n, err)
		}
		c.Close()
		d.Close()
		s.Close()
	})
}

func TestContextEndsReadAndWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{})
		c, d := dialPair(t, s, "tcp", "127.0.0.1:0")
		cause := errors.New("stop")
		ctx, cancel := context.WithCancelCause(t.Context())
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() {
				if _, err := c.ReadContext(ctx, make([]byte, 1)); !errors.Is(err, cause) {
					t.Errorf("read: %v", err)
				}
			})
			wg.Go(func() {
				if _, err := c.WriteContext(ctx, make([]byte, 1<<20)); !errors.Is(err, cause) {
					t.Errorf("write: %v", err)
				}
			})
		}
		synctest.Wait()
		cancel(cause)
		wg.Wait()
		if n, err := io.ReadFull(d, make([]byte, 64<<10)); err != nil {
			t.Fatalf("what was written is there: %d %v", n, err)
		}
		if _, err := d.Write([]byte("still works")); err != nil {
			t.Fatal(err)
		}
		buf := make([]byte, 32)
		if n, err := c.ReadContext(t.Context(), buf); err != nil || string(buf[:n]) != "still works" {
			t.Fatalf("%q %v", buf[:n], err)
		}
		c.Close()
		d.Close()
	})
}

func TestTryNeverBlocks(t *testing.T) {
	s := New(Config{})
	c, d := dialPair(t, s, "tcp", "127.0.0.1:0")
	buf := make([]byte, 100<<10)
	if n, err := c.TryRead(buf); n != 0 || err != nil {
		t.Fatalf("empty: %d %v", n, err)
	}
	if n, err := c.TryWrite(buf); n != 64<<10 || err != nil {
		t.Fatalf("write: %d %v", n, err)
	}
	if n, err := c.TryWrite(buf); n != 0 || err != nil {
		t.Fatalf("full: %d %v", n, err)
	}
	if got := d.Buffered(); got != 64<<10 {
		t.Fatalf("buffered %d", got)
	}
	if n, err := d.TryRead(buf); n != 64<<10 || err != nil {
		t.Fatalf("read: %d %v", n, err)
	}
	c.CloseWrite()
	if n, err := d.TryRead(buf); n != 0 || err != io.EOF {
		t.Fatalf("end: %d %v", n, err)
	}
	c.Close()
	if _, err := c.TryRead(buf); !errors.Is(err, net.ErrClosed) {
		t.Fatalf("closed: %v", err)
	}
	if _, err := c.TryWrite(buf); !errors.Is(err, net.ErrClosed) {
		t.Fatalf("closed: %v", err)
	}
}

func TestRingGrowsUnderTraffic(t *testing.T) {
	s := New(Config{BufferBytes: 1 << 20})
	c, d := dialPair(t, s, "tcp", "127.0.0.1:0")
	var wg sync.WaitGroup
	const total = 20 << 20
	wg.Go(func() {
		var seq byte
		sizes := []int{1, 100, 3000, 5000, 70_000, 300_000}
		for i, sent := 0, 0; sent < total; i++ {
			b := make([]byte, min(sizes[i%len(sizes)], total-sent))
			for j := range b {
				b[j] = seq
				seq++
			}
			if _, err := c.Write(b); err != nil {
				t.Error(err)
				return
			}
			sent += len(b)
		}
		c.Close()
	})
	var seq byte
	buf := make([]byte, 40_000)
	got := 0
	for i := 0; ; i++ {
		n, err := d.Read(buf[:1+i*997%len(buf)])
		for _, b := range buf[:n] {
			if b != seq {
				t.Fatalf("byte %d is %d, want %d", got, b, seq)
			}
			seq++
			got++
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if got != total {
		t.Fatalf("%d bytes", got)
	}
	wg.Wait()
}
