package bench

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/sandpit-dev/sandpit"
)

// The doors of a box beside httptest over the host's TCP loopback: the same handler, the same client code of net/http.

var small = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "hello, world") })

type noughts struct{ n int64 }

func (z *noughts) Read(b []byte) (int, error) {
	if z.n <= 0 {
		return 0, io.EOF
	}
	n := min(int64(len(b)), z.n)
	z.n -= n
	return int(n), nil
}

// get is one request whose body is read.
func get(b testing.TB, do func() (*http.Response, error)) int64 {
	res, err := do()
	if err != nil {
		b.Fatal(err)
	}
	n, err := io.Copy(io.Discard, res.Body)
	res.Body.Close()
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// both runs a benchmark on a box and on TCP; the function gets what makes one request to a path.
func both(b *testing.B, h http.Handler, run func(b *testing.B, do func(path string) (*http.Response, error))) {
	b.Run("box", func(b *testing.B) {
		sb, err := sandpit.Create(context.Background(), sandpit.Options{})
		if err != nil {
			b.Fatal(err)
		}
		defer sb.Close()
		if err := sb.Serve(3000, h); err != nil {
			b.Fatal(err)
		}
		run(b, func(path string) (*http.Response, error) {
			return sb.Fetch(context.Background(), "http://localhost:3000"+path, nil)
		})
	})
	b.Run("tcp", func(b *testing.B) {
		s := httptest.NewServer(h)
		defer s.Close()
		c := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true}}
		defer c.CloseIdleConnections()
		run(b, func(path string) (*http.Response, error) { return c.Get(s.URL + path) })
	})
}

func BenchmarkFetchLatency(b *testing.B) {
	both(b, small, func(b *testing.B, do func(string) (*http.Response, error)) {
		b.ReportAllocs()
		times := make([]time.Duration, 0, 1<<16)
		for b.Loop() {
			start := time.Now()
			get(b, func() (*http.Response, error) { return do("/") })
			if len(times) < cap(times) {
				times = append(times, time.Since(start))
			}
		}
		slices.Sort(times)
		b.ReportMetric(float64(times[len(times)/2].Nanoseconds()), "p50-ns")
		b.ReportMetric(float64(times[len(times)*99/100].Nanoseconds()), "p99-ns")
	})
}

func BenchmarkFetchThroughput(b *testing.B) {
	both(b, small, func(b *testing.B, do func(string) (*http.Response, error)) {
		b.ReportAllocs()
		b.SetParallelism(16)
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				get(b, func() (*http.Response, error) { return do("/") })
			}
		})
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "req/s")
	})
}

// BenchmarkFetchGiB streams a body of 1 GiB down; MB/s is what counts.
func BenchmarkFetchGiB(b *testing.B) {
	const size = 1 << 30
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(size))
		io.CopyBuffer(struct{ io.Writer }{w}, &noughts{size}, make([]byte, 256<<10))
	})
	both(b, h, func(b *testing.B, do func(string) (*http.Response, error)) {
		b.SetBytes(size)
		b.ReportAllocs()
		for b.Loop() {
			if n := get(b, func() (*http.Response, error) { return do("/") }); n != size {
				b.Fatal(n)
			}
		}
	})
}

func BenchmarkWebSocketRoundTrip(b *testing.B) {
	up := websocket.Upgrader{}
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := up.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer c.Close()
		for {
			kind, data, err := c.ReadMessage()
			if err != nil || c.WriteMessage(kind, data) != nil {
				return
			}
		}
	})
	b.Run("box", func(b *testing.B) {
		sb, err := sandpit.Create(context.Background(), sandpit.Options{})
		if err != nil {
			b.Fatal(err)
		}
		defer sb.Close()
		if err := sb.Serve(3000, h); err != nil {
			b.Fatal(err)
		}
		ws, err := sb.Connect(context.Background(), 3000, "/", nil)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			if err := ws.Send("ping"); err != nil {
				b.Fatal(err)
			}
			if _, err := ws.Next(context.Background()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("tcp", func(b *testing.B) {
		s := httptest.NewServer(h)
		defer s.Close()
		c, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(s.URL, "http"), nil)
		if err != nil {
			b.Fatal(err)
		}
		defer c.Close()
		b.ReportAllocs()
		for b.Loop() {
			if err := c.WriteMessage(websocket.TextMessage, []byte("ping")); err != nil {
				b.Fatal(err)
			}
			if _, _, err := c.ReadMessage(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkWaitForPort is from the moment a port listens to the return of who waits for it.
func BenchmarkWaitForPort(b *testing.B) {
	sb, err := sandpit.Create(context.Background(), sandpit.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer sb.Close()
	for b.Loop() {
		woken := make(chan error)
		ready := make(chan struct{})
		go func() {
			close(ready)
			woken <- sb.WaitForPort(context.Background(), 3000)
		}()
		<-ready
		l, err := sb.Listen("tcp", ":3000")
		if err != nil {
			b.Fatal(err)
		}
		if err := <-woken; err != nil {
			b.Fatal(err)
		}
		l.Close()
	}
}
