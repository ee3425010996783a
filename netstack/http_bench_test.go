package netstack

import (
	"io"
	"net"
	"net/http"
	"testing"
)

// BenchmarkHTTP is a small GET over a kept-alive connection, and a streamed body, on this package and on the host's
// loopback.
func BenchmarkHTTP(b *testing.B) {
	chunk := make([]byte, 64<<10)
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/big" {
			for range 1024 {
				w.Write(chunk)
			}
			return
		}
		io.WriteString(w, "ok")
	})
	run := func(b *testing.B, l net.Listener, tr *http.Transport) {
		srv := &http.Server{Handler: handler}
		go srv.Serve(l)
		defer srv.Close()
		defer tr.CloseIdleConnections()
		buf := make([]byte, 64<<10)
		get := func(path string) (n int64) {
			resp, err := (&http.Client{Transport: tr}).Get("http://" + l.Addr().String() + path)
			if err != nil {
				b.Fatal(err)
			}
			for {
				k, err := resp.Body.Read(buf)
				n += int64(k)
				if err != nil {
					break
				}
			}
			resp.Body.Close()
			return n
		}
		b.Run("small", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				get("/")
			}
		})
		b.Run("64MiB", func(b *testing.B) {
			b.SetBytes(64 << 20)
			for b.Loop() {
				if n := get("/big"); n != 64<<20 {
					b.Fatal(n)
				}
			}
		})
	}
	b.Run("netstack", func(b *testing.B) {
		s := New(Config{})
		l, err := s.Listen("tcp", "127.0.0.1:80")
		if err != nil {
			b.Fatal(err)
		}
		run(b, l, &http.Transport{DialContext: s.Dial})
	})
	b.Run("hosttcp", func(b *testing.B) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			b.Fatal(err)
		}
		run(b, l, &http.Transport{})
	})
}
