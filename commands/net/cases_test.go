package net_test

import (
	"bytes"
	"compress/gzip"
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit/commands"
	"github.com/sandpit-dev/sandpit/commands/internal/cmdtest"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/netstack"
	"github.com/sandpit-dev/sandpit/shell"
)

var testEnv = []string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "TZ=UTC", "LC_ALL=C.UTF-8", "TERM=dumb", "USER=root"}

// suite works in /w as root, as the recording does; for a recording the server listens on the host's loopback.
var suite = cmdtest.Suite{Box: newBox, Dir: "/w", Env: testEnv, Host: func(t *testing.T) func() {
	l, err := net.Listen("tcp", "127.0.0.1:18499")
	if err != nil {
		t.Fatal(err)
	}
	secure, err := net.Listen("tcp", "127.0.0.1:18496")
	if err != nil {
		t.Fatal(err)
	}
	return serve(t, l, secure)
}}

func TestCases(t *testing.T) { suite.Run(t, "testdata/*.txt") }

// newBox boots a kernel with the commands, the shell and the server of the cases.
func newBox(t testing.TB) *kernel.Kernel {
	programs := commands.All()
	programs["bash"], programs["sh"] = shell.Program, shell.Program
	k := cmdtest.NewBox(t, programs, "/w")
	l, err := k.Net().Listen("tcp", "127.0.0.1:18499")
	if err != nil {
		t.Fatal(err)
	}
	secure, err := k.Net().Listen("tcp", "127.0.0.1:18496")
	if err != nil {
		t.Fatal(err)
	}
	serve(t, l, secure)
	return k
}

func inBox(t testing.TB, k *kernel.Kernel, script string) (string, int) {
	return suite.InBox(t, k, script)
}

// serve runs the server of the cases: on the host's loopback for -record, in the box's network otherwise.
func serve(t testing.TB, l, secure net.Listener) (stop func()) {
	ca := netstack.New(netstack.Config{Hostname: "test"}).CA()
	h := func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/ca.pem" {
			_, _ = w.Write(ca.PEM())
			return
		}
		handle(w, r)
	}
	s := &http.Server{Handler: http.HandlerFunc(h), Protocols: new(http.Protocols), ErrorLog: log.New(io.Discard, "", 0)}
	s.Protocols.SetHTTP1(true)
	s.Protocols.SetHTTP2(true)
	s.Protocols.SetUnencryptedHTTP2(true)
	s.TLSConfig = &tls.Config{GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
		c, err := ca.Certificate("localhost")
		return &c, err
	}}
	go func() { _ = s.Serve(l) }()
	go func() { _ = s.ServeTLS(secure, "", "") }()
	t.Cleanup(func() { _ = s.Close() })
	return func() { _ = s.Close() }
}

// handle echoes requests and has a page for each behaviour that the cases need.
func handle(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	h := w.Header()
	h.Set("Date", "Mon, 01 Jan 2024 00:00:00 GMT")
	h.Set("X-Test", "Yes")
	h.Set("Content-Type", "text/plain")
	switch r.URL.Path {
	case "/redir":
		h.Set("Location", "/echo?from=redir")
		w.WriteHeader(302)
		_, _ = io.WriteString(w, "moved")
	case "/to":
		h.Set("Location", r.URL.Query().Get("u"))
		w.WriteHeader(302)
	case "/redir307":
		h.Set("Location", "echo")
		w.WriteHeader(307)
	case "/redir303":
		h.Set("Location", "//"+r.Host+"/echo")
		w.WriteHeader(303)
	case "/loop":
		h.Set("Location", "/loop")
		w.WriteHeader(302)
	case "/404":
		w.WriteHeader(404)
		_, _ = io.WriteString(w, "nope\n")
	case "/500":
		w.WriteHeader(500)
	case "/204":
		w.WriteHeader(204)
	case "/slow":
		select {
		case <-time.After(1500 * time.Millisecond):
		case <-r.Context().Done():
		}
	case "/cookie":
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "1", Path: "/"})
		http.SetCookie(w, &http.Cookie{Name: "b", Value: "2", Path: "/", HttpOnly: true})
		http.SetCookie(w, &http.Cookie{Name: "c", Value: "3", Path: "/deep"})
		_, _ = io.WriteString(w, "set\n")
	case "/ck", "/deep/ck":
		_, _ = io.WriteString(w, r.Header.Get("Cookie")+"\n")
	case "/drop":
		c, _, _ := http.NewResponseController(w).Hijack()
		_ = c.Close()
	case "/cut":
		c, _, _ := http.NewResponseController(w).Hijack()
		_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
		_ = c.Close()
	case "/odd":
		c, _, _ := http.NewResponseController(w).Hijack()
		_, _ = io.WriteString(c, "HTTP/1.1 200 Fine\r\nx-lower: a\r\nX-UPPER: b\r\nContent-Length: 3\r\nConnection: close\r\n\r\nodd")
		_ = c.Close()
	case "/old":
		c, _, _ := http.NewResponseController(w).Hijack()
		_, _ = io.WriteString(c, "no http at all\n")
		_ = c.Close()
	case "/gz":
		h.Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = io.WriteString(z, "unpacked\n")
		_ = z.Close()
	case "/name":
		h.Set("Content-Disposition", `attachment; filename="../../given.txt"`)
		_, _ = io.WriteString(w, "named\n")
	case "/range":
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader("0123456789"))
	case "/chunk":
		for range 3 {
			_, _ = io.WriteString(w, "piece\n")
			_ = http.NewResponseController(w).Flush()
		}
	case "/form":
		r.Body = io.NopCloser(bytes.NewReader(body))
		if err := r.ParseMultipartForm(1 << 20); err != nil {
			_, _ = io.WriteString(w, err.Error()+"\n")
			return
		}
		fmt.Fprintln(w, r.MultipartForm.Value)
		for k, fs := range r.MultipartForm.File {
			for _, f := range fs {
				fmt.Fprintln(w, k, f.Filename, f.Header.Get("Content-Type"), f.Size)
			}
		}
	default:
		fmt.Fprintf(w, "%s %s %s\n", r.Method, r.RequestURI, r.Host)
		names := []string{"Accept", "Authorization", "Content-Length", "Content-Type", "Range", "Referer", "User-Agent", "X-A", "X-B", "Expect"}
		for _, n := range names {
			if v, ok := r.Header[n]; ok {
				fmt.Fprintf(w, "%s: %q\n", n, v)
			}
		}
		fmt.Fprintf(w, "%q\n", body)
	}
}
