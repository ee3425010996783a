package netstack

import (
	"fmt"
	"io"
	"net"
	"testing"
)

// transports are what the benchmarks compare: this package, net.Pipe, and the host's loopback.
func transports(b *testing.B, run func(b *testing.B, c, s net.Conn)) {
	b.Run("netstack", func(b *testing.B) {
		c, s := dialPair(b, New(Config{}), "tcp", "127.0.0.1:0")
		run(b, c, s)
	})
	b.Run("pipe", func(b *testing.B) {
		c, s := net.Pipe()
		run(b, c, s)
	})
	b.Run("hosttcp", func(b *testing.B) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			b.Fatal(err)
		}
		defer l.Close()
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			b.Fatal(err)
		}
		s, err := l.Accept()
		if err != nil {
			b.Fatal(err)
		}
		run(b, c, s)
	})
}

func BenchmarkThroughput(b *testing.B) {
	for _, size := range []int{4 << 10, 32 << 10, 256 << 10} {
		b.Run(fmt.Sprint(size>>10, "KiB"), func(b *testing.B) {
			transports(b, func(b *testing.B, c, s net.Conn) {
				done := make(chan struct{})
				go func() {
					defer close(done)
					buf := make([]byte, 64<<10)
					for {
						if _, err := s.Read(buf); err != nil {
							return
						}
					}
				}()
				buf := make([]byte, size)
				b.SetBytes(int64(size))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := c.Write(buf); err != nil {
						b.Fatal(err)
					}
				}
				c.Close()
				<-done
				s.Close()
			})
		})
	}
}

func BenchmarkRoundTrip(b *testing.B) {
	transports(b, func(b *testing.B, c, s net.Conn) {
		done := make(chan struct{})
		go func() {
			defer close(done)
			buf := make([]byte, 64)
			for {
				n, err := s.Read(buf)
				if err != nil {
					return
				}
				s.Write(buf[:n])
			}
		}()
		buf := make([]byte, 64)
		b.ReportAllocs()
		for b.Loop() {
			c.Write(buf)
			if _, err := io.ReadFull(c, buf); err != nil {
				b.Fatal(err)
			}
		}
		c.Close()
		<-done
		s.Close()
	})
}

func BenchmarkDialAccept(b *testing.B) {
	s := New(Config{})
	l, err := s.Listen("tcp", ":80")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		c, err := s.Dial(b.Context(), "tcp", "127.0.0.1:80")
		if err != nil {
			b.Fatal(err)
		}
		d, _ := l.Accept()
		c.Close()
		d.Close()
	}
}
