package sandpit_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/textproto"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit"
)

// doorServer is a server in Go that uses every part of HTTP/1.1.
func doorServer(gone chan<- struct{}) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/trailer", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Trailer", "X-Sum")
		fmt.Fprintf(w, "%s up=%s", body, r.Trailer.Get("X-Up"))
		w.Header().Set("X-Sum", "42")
	})
	mux.HandleFunc("/hints", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Link", "</a.css>; rel=preload")
		w.WriteHeader(http.StatusEarlyHints)
		w.Header().Set("X-Final", "yes")
		io.WriteString(w, "done")
	})
	mux.HandleFunc("/refuse", func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "too large", http.StatusRequestEntityTooLarge)
	})
	mux.HandleFunc("/count", func(w http.ResponseWriter, r *http.Request) {
		n, err := io.Copy(io.Discard, r.Body)
		fmt.Fprintf(w, "%d %v %v", n, err, r.TransferEncoding)
	})
	mux.HandleFunc("/status/", func(w http.ResponseWriter, r *http.Request) {
		var code int
		fmt.Sscanf(r.URL.Path, "/status/%d", &code)
		w.Header().Set("X-Code", fmt.Sprint(code))
		w.WriteHeader(code)
	})
	mux.HandleFunc("/dup", func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Set-Cookie"] = []string{"a=1", "b=2"}
		w.Header()["X-Two"] = r.Header["X-Two"]
		fmt.Fprint(w, strings.Join(r.Header["X-Two"], "|"))
	})
	next := make(chan struct{}) // what /next sends: the reader of /sse has seen an event
	mux.HandleFunc("/sse", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for i := range 3 {
			fmt.Fprintf(w, "data: %d\n\n", i)
			w.(http.Flusher).Flush()
			select {
			case <-next:
			case <-r.Context().Done():
				return
			}
		}
	})
	mux.HandleFunc("/next", func(w http.ResponseWriter, r *http.Request) {
		select {
		case next <- struct{}{}:
		case <-r.Context().Done():
		}
	})
	mux.HandleFunc("/hold", func(w http.ResponseWriter, r *http.Request) {
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		gone <- struct{}{}
	})
	mux.HandleFunc("/frame", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Frame-Options", "DENY")
		w.Header().Set("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'")
	})
	mux.HandleFunc("/to", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Set-Cookie", "s=1; Path=/; HttpOnly")
		w.Header().Set("Location", r.URL.Query().Get("u"))
		w.WriteHeader(302)
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s %s for=%s host=%s proto=%s prefix=%s", r.Host, r.URL, r.Header.Get("X-Forwarded-For"), r.Header.Get("X-Forwarded-Host"), r.Header.Get("X-Forwarded-Proto"), r.Header.Get("X-Forwarded-Prefix"))
	})
	return mux
}

// Each sentence of HTTP is held by every door: Fetch, Handler and Expose.
func TestDoorsHTTP(t *testing.T) {
	gone := make(chan struct{}, 10)
	sb := create(t, sandpit.Options{})
	if err := sb.Serve(8080, doorServer(gone)); err != nil {
		t.Fatal(err)
	}
	host := httptest.NewServer(sb.Handler(8080))
	defer host.Close()
	ex, err := sb.Expose(context.Background(), 8080, "")
	if err != nil {
		t.Fatal(err)
	}
	defer ex.Close()
	client := &http.Client{Transport: &http.Transport{DisableCompression: true, ExpectContinueTimeout: time.Second}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	defer client.CloseIdleConnections()
	doors := map[string]func(*http.Request) (*http.Response, error){
		"fetch": func(r *http.Request) (*http.Response, error) {
			r.URL.Scheme, r.URL.Host = "http", "localhost:8080"
			return sb.Transport().RoundTrip(r)
		},
		"handler": func(r *http.Request) (*http.Response, error) {
			r.URL.Scheme, r.URL.Host = "http", strings.TrimPrefix(host.URL, "http://")
			return client.Do(r)
		},
		"expose": func(r *http.Request) (*http.Response, error) {
			r.URL.Scheme, r.URL.Host = "http", ex.Addr
			return client.Do(r)
		},
	}
	for name, do := range doors {
		t.Run(name, func(t *testing.T) {
			req := func(method, path string, body io.Reader) *http.Request {
				r, err := http.NewRequest(method, "http://x"+path, body)
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			send := func(r *http.Request) (*http.Response, string) {
				t.Helper()
				res, err := do(r)
				if err != nil {
					t.Fatal(r.URL, err)
				}
				defer res.Body.Close()
				b, err := io.ReadAll(res.Body)
				if err != nil {
					t.Fatal(r.URL, err)
				}
				return res, string(b)
			}
			r := req("POST", "/trailer", io.MultiReader(strings.NewReader("body")))
			r.Trailer = http.Header{"X-Up": {"there"}}
			if res, body := send(r); body != "body up=there" || res.Trailer.Get("X-Sum") != "42" {
				t.Errorf("trailers: %q %v", body, res.Trailer)
			}
			hints := 0
			r = req("GET", "/hints", nil)
			r = r.WithContext(httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{Got1xxResponse: func(code int, h textproto.MIMEHeader) error {
				if code == 103 && h.Get("Link") != "" {
					hints++
				}
				return nil
			}}))
			if res, body := send(r); body != "done" || hints != 1 || res.Header.Get("X-Final") != "yes" || res.StatusCode != 200 {
				t.Errorf("early hints: %q %d %v", body, hints, res.Header)
			}
			// 100-continue: a body that nobody wants is not read; one that is, is sent.
			for path, want := range map[string]bool{"/refuse": false, "/count": true} {
				sent := false
				r = req("POST", path, readerFunc(func(b []byte) (int, error) { sent = true; return 0, io.EOF }))
				r.ContentLength = -1
				r.Header.Set("Expect", "100-continue")
				if res, _ := send(r); sent != want {
					t.Errorf("100-continue %s: sent %v, status %d", path, sent, res.StatusCode)
				}
			}
			// Uploads are not held in memory: what is read is counted.
			if _, body := send(req("POST", "/count", io.LimitReader(zeros{}, 64<<20))); body != "67108864 <nil> [chunked]" {
				t.Errorf("chunked upload: %q", body)
			}
			r = req("PUT", "/count", io.LimitReader(zeros{}, 8<<20))
			r.ContentLength = 8 << 20
			if _, body := send(r); body != "8388608 <nil> []" {
				t.Errorf("upload: %q", body)
			}
			for _, code := range []int{204, 304, 205, 299, 418, 500, 599} {
				res, body := send(req("GET", fmt.Sprintf("/status/%d", code), nil))
				if res.StatusCode != code || body != "" || res.Header.Get("X-Code") == "" || res.Header.Get("X-Lifo") != "" {
					t.Errorf("%d: %d %q %v", code, res.StatusCode, body, res.Header)
				}
				if (code == 204 || code == 304) && (res.Header.Get("Content-Length") != "" || len(res.TransferEncoding) != 0) {
					t.Errorf("%d: a length: %v", code, res.Header)
				}
			}
			if res, body := send(req("HEAD", "/count", nil)); body != "" || res.ContentLength != 10 {
				t.Errorf("HEAD: %q %d", body, res.ContentLength)
			}
			r = req("GET", "/dup", nil)
			r.Header["X-Two"] = []string{"one", "two, three"}
			if res, body := send(r); body != "one|two, three" || !slices.Equal(res.Header["Set-Cookie"], []string{"a=1", "b=2"}) || len(res.Header["X-Two"]) != 2 {
				t.Errorf("duplicates: %q %v", body, res.Header)
			}
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			defer cancel()
			res, err := do(req("GET", "/sse", nil).WithContext(ctx))
			if err != nil {
				t.Fatal(err)
			}
			events := 0
			for s := bufio.NewScanner(res.Body); s.Scan(); {
				if s.Text() != "" { // the server writes the next event when this one has arrived
					events++
					send(req("GET", "/next", nil))
				}
			}
			res.Body.Close()
			if events != 3 {
				t.Errorf("%d events", events)
			}
			ctx, cancel = context.WithCancel(context.Background())
			defer cancel()
			if res, err = do(req("GET", "/hold", nil).WithContext(ctx)); err != nil {
				t.Fatal(err)
			}
			cancel()
			select {
			case <-gone:
			case <-time.After(10 * time.Second):
				t.Error("the server does not see that the client is gone")
			}
			res.Body.Close()
		})
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// What is malformed or could be read in two ways is refused at every door, with the connection.
func TestDoorsRefuse(t *testing.T) {
	sb := create(t, sandpit.Options{Network: sandpit.Network{Hosts: apiHost()}})
	seen := make(chan string, 1000)
	if err := sb.Serve(8080, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		seen <- r.Method + " " + r.URL.Path
	})); err != nil {
		t.Fatal(err)
	}
	ex, err := sb.Expose(context.Background(), 8080, "")
	if err != nil {
		t.Fatal(err)
	}
	smuggled := "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"
	for _, raw := range []string{
		"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
		"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +3\r\n\r\nabc",
		"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
		"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3, 3\r\n\r\nabc" + smuggled,
		"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + smuggled,
		"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n" + smuggled,
		"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + smuggled,
		"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5 \n;x\r\nhello\r\n0x0\r\n\r\n" + smuggled,
		"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nx",
		"GET / HTTP/1.1\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: a\r\nX\x00Y: 1\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: a\r\nX: a\x00b\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: a\r\n folded: 1\r\n\r\n",
		"GET /a b HTTP/1.1\r\nHost: a\r\n\r\n",
		"GET / HTTP/9.9\r\nHost: a\r\n\r\n",
		"G@T / HTTP/1.1\r\nHost: a\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: a\r\nX: " + strings.Repeat("y", 2<<20) + "\r\n\r\n",
		"\x16\x03\x01\x02\x00\x01",
	} {
		for door, dial := range map[string]func() (net.Conn, error){
			"in the box": func() (net.Conn, error) { return sb.Dial(context.Background(), "tcp", "localhost:8080") },
			"exposed":    func() (net.Conn, error) { return net.Dial("tcp", ex.Addr) },
		} {
			c, err := dial()
			if err != nil {
				t.Fatal(err)
			}
			go func() {
				io.Copy(c, strings.NewReader(raw))
				c.(interface{ CloseWrite() error }).CloseWrite()
			}()
			c.SetReadDeadline(time.Now().Add(10 * time.Second))
			answer, _ := io.ReadAll(c)
			c.Close()
			first, _, _ := bytes.Cut(answer, []byte("\r\n"))
			status := string(first)
			if strings.Contains(raw, "Transfer-Encoding: chunked\r\n\r\n5") || strings.Contains(raw, "ffffffff") { // found out while the body is read
				status = "HTTP/1.1 400"
			}
			if !strings.HasPrefix(status, "HTTP/1.1 4") && !strings.HasPrefix(status, "HTTP/1.1 50") && status != "" {
				t.Errorf("%s: %.60q: %s", door, raw, first)
			}
		}
	}
	// Both lengths at once: net/http takes the chunks and drops the other, RFC 9112 6.3, and what goes on through a door
	// has the one length alone.
	c, err := net.Dial("tcp", ex.Addr)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(c, "POST /both HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 50\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"+smuggled)
	io.Copy(io.Discard, c)
	c.Close()
	time.Sleep(20 * time.Millisecond)
	for len(seen) > 0 {
		if s := <-seen; strings.Contains(s, "smuggled") {
			t.Errorf("smuggled: %s", s)
		}
	}
}

func TestHandlerPrefix(t *testing.T) {
	sb := create(t, sandpit.Options{})
	if err := sb.Serve(8080, doorServer(nil)); err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/", sb.HandlerWith(8080, sandpit.HandlerOptions{Prefix: "/deep/app/", Frames: true}))
	host := httptest.NewServer(mux)
	defer host.Close()
	client := &http.Client{Transport: &http.Transport{}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	defer client.CloseIdleConnections()
	get := func(path string) (*http.Response, string) {
		res, err := client.Get(host.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		b, _ := io.ReadAll(res.Body)
		return res, string(b)
	}
	name := strings.TrimPrefix(host.URL, "http://")
	if _, body := get("/deep/app/x/y?q=1"); body != "localhost:8080 /x/y?q=1 for=127.0.0.1 host="+name+" proto=http prefix=/deep/app" {
		t.Errorf("%q", body)
	}
	if res, _ := get("/deep/app?q"); res.StatusCode != 308 || res.Header.Get("Location") != "/deep/app/?q" {
		t.Errorf("prefix: %d %v", res.StatusCode, res.Header)
	}
	for _, p := range []string{"/deep/application", "/deep", "/"} {
		if res, _ := get(p); res.StatusCode != 404 {
			t.Errorf("%s: %d", p, res.StatusCode)
		}
	}
	for to, want := range map[string]string{
		"/login": "/deep/app/login", "http://localhost:8080/z%3Fq": "/deep/app/z?q", "http://example.com/z": "http://example.com/z", "rel": "rel", "//evil/": "//evil/", "/": "/deep/app/",
		"http://localhost:8080": "/deep/app/",
	} {
		res, _ := get("/deep/app/to?u=" + to)
		if got := res.Header.Get("Location"); got != want || res.Header.Get("Set-Cookie") != "s=1; Path=/deep/app/; HttpOnly" {
			t.Errorf("%s: %s %s", to, got, res.Header.Get("Set-Cookie"))
		}
	}
	if res, _ := get("/deep/app/frame"); res.Header.Get("X-Frame-Options") != "" || res.Header.Get("Content-Security-Policy") != "default-src 'self'" {
		t.Errorf("frames: %v", res.Header)
	}
	res, err := sb.Fetch(context.Background(), "/frame", &sandpit.FetchInit{Port: 8080})
	if read(t, res, err); res.Header.Get("X-Frame-Options") != "DENY" {
		t.Error("Fetch changes headers")
	}
}

// A host port may be there before the server, and is free again after Close.
func TestExposeEarly(t *testing.T) {
	sb := create(t, sandpit.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	e, err := sb.Expose(ctx, 9100, "")
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	res, err := client.Get(e.URL)
	if code, body := read(t, res, err); code != 404 || res.Header.Get("X-Lifo") != sandpit.LifoNoServer || body != "No server listening on port 9100" {
		t.Errorf("before: %d %q", code, body)
	}
	if err := sb.Serve(9100, doorServer(nil)); err != nil {
		t.Fatal(err)
	}
	res, err = client.Get(e.URL + "x")
	if code, body := read(t, res, err); code != 200 || !strings.HasPrefix(body, "localhost:9100 /x ") {
		t.Errorf("then: %d %q", code, body)
	}
	if _, err := sb.Expose(ctx, 9100, e.Addr); err == nil {
		t.Error("one host port twice")
	}
	client.CloseIdleConnections()
	cancel() // the context ends it, too
	deadline := time.Now().Add(10 * time.Second)
	for {
		l, err := net.Listen("tcp", e.Addr)
		if err == nil {
			l.Close()
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the port is not free: %v", err)
		}
		time.Sleep(time.Millisecond)
	}
	if err := e.Close(); err != nil {
		t.Errorf("close again: %v", err)
	}
}
