package sandpit_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sandpit-dev/sandpit"
)

// apiHost answers with what it was asked.
func apiHost() map[string]http.Handler {
	return map[string]http.Handler{"api.example.com": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		if r.URL.Path == "/missing" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprintf(w, "%s %s %s tls=%v %s", r.Proto, r.Host, r.URL, r.TLS != nil, b)
	})}
}

func TestHostsHTTPS(t *testing.T) {
	sb := create(t, sandpit.Options{Network: sandpit.Network{Hosts: apiHost()}})
	for _, c := range []struct{ script, want string }{
		{"curl -sS http://api.example.com/v1", "HTTP/1.1 api.example.com /v1 tls=false "},
		{"curl -sS --http1.1 https://api.example.com/v1?a=b", "HTTP/1.1 api.example.com /v1?a=b tls=true "},
		{"curl -sS -d data https://API.example.com/v1", " /v1 tls=true data"},
		{"wget -qO- https://api.example.com/w", "HTTP/1.1 api.example.com /w tls=true "},
		{"curl -sS --cacert /etc/ssl/cert.pem https://api.example.com/c", "/c tls=true "},
		{"cat /etc/ssl/certs/ca-certificates.crt > own.pem; curl -sS --cacert own.pem https://api.example.com/c", "/c tls=true "},
	} {
		if got := sh(t, sb, c.script); !strings.HasSuffix(got, c.want) {
			t.Errorf("%s: %q", c.script, got)
		}
	}
	res, err := sb.Client().Get("https://api.example.com/go")
	if _, body := read(t, res, err); body != "HTTP/2.0 api.example.com /go tls=true " {
		t.Errorf("Go client: %q", body)
	}
	res, err = sb.Fetch(context.Background(), "https://api.example.com/fetch", nil)
	if _, body := read(t, res, err); body != "HTTP/2.0 api.example.com /fetch tls=true " {
		t.Errorf("Fetch: %q", body)
	}
	// A certificate that the box has no reason to trust.
	run, err := sb.Run(context.Background(), `: > none.pem; curl -sS --cacert none.pem https://api.example.com/; echo $?
		curl -sS https://127.1.0.1/ ; echo $?; curl -sSk https://127.1.0.1/k; curl -sS https://api.example.com:80/; echo $?`)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(run.Stdout, "77\n60\n") || !strings.Contains(run.Stdout, "127.1.0.1 /k tls=true 35\n") {
		t.Errorf("trust: %q %q", run.Stdout, run.Stderr)
	}
}

func TestRequestLog(t *testing.T) {
	var logged []sandpit.Request
	sb := create(t, sandpit.Options{Network: sandpit.Network{Hosts: apiHost(), Log: func(r sandpit.Request) { logged = append(logged, r) }}})
	sh(t, sb, `curl -s -H 'X-Key: v' -d '{"a":1}' http://api.example.com/v1?q=1; curl -s https://api.example.com/missing`)
	list := sb.Requests()
	if len(list) != 2 {
		t.Fatalf("%d requests", len(list))
	}
	a, b := list[0], list[1]
	if a.Method != "POST" || a.Scheme != "http" || a.Host != "api.example.com" || a.URL != "/v1?q=1" || string(a.Body) != `{"a":1}` || a.Header.Get("X-Key") != "v" || a.Status != 200 || a.Bytes == 0 {
		t.Errorf("first: %+v", a)
	}
	if b.Method != "GET" || b.Scheme != "https" || b.URL != "/missing" || b.Status != 404 || a.Time.IsZero() {
		t.Errorf("second: %+v", b)
	}
	sb.Close() // waits for the handlers
	if len(logged) != 2 || logged[1].Status != 404 {
		t.Errorf("log: %+v", logged)
	}
}

func TestRequestLogIsBounded(t *testing.T) {
	sb := create(t, sandpit.Options{Network: sandpit.Network{Hosts: apiHost()}})
	body := bytes.Repeat([]byte("x"), 100<<10)
	for i := range 1100 {
		var b io.Reader
		if i%5 == 0 {
			b = bytes.NewReader(body)
		}
		res, err := sb.Fetch(context.Background(), fmt.Sprintf("http://api.example.com/%d", i), &sandpit.FetchInit{Method: "POST", Body: b})
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
	}
	list, held := sb.Requests(), 0
	for _, r := range list {
		held += len(r.Body)
	}
	if len(list) > 1000 || list[len(list)-1].URL != "/1099" || held > 8<<20 {
		t.Errorf("%d requests with %d bytes, last %s", len(list), held, list[len(list)-1].URL)
	}
}

// The key of the authority is nowhere in the box: not on its disk, not in /proc, not in a snapshot.
func TestCAKeyStaysOutside(t *testing.T) {
	sb := create(t, sandpit.Options{Network: sandpit.Network{Hosts: apiHost()}, User: "root"})
	sh(t, sb, "curl -s https://api.example.com/")
	bundle, err := sb.ReadFile("/etc/ssl/certs/ca-certificates.crt")
	if err != nil {
		t.Fatal(err)
	}
	block, rest := pem.Decode(bundle)
	if block == nil || block.Type != "CERTIFICATE" || len(rest) != 0 {
		t.Fatalf("bundle: %q", bundle)
	}
	ca, err := x509.ParseCertificate(block.Bytes)
	if err != nil || !ca.IsCA {
		t.Fatalf("%v, CA %v", err, ca.IsCA)
	}
	if !sb.CertPool().Equal(poolOf(ca)) {
		t.Error("CertPool is not the bundle")
	}
	found := 0
	err = fs.WalkDir(sb.FS().In("/").IO(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !d.Type().IsRegular() || strings.HasPrefix(name, "dev/") {
			return nil
		}
		if b, err := sb.ReadFile("/" + name); err == nil {
			found++
			if bytes.Contains(b, []byte("PRIVATE KEY")) {
				t.Errorf("a key in %s", name)
			}
		}
		return nil
	})
	if err != nil || found < 100 {
		t.Errorf("walk: %d files, %v", found, err)
	}
	var snap bytes.Buffer
	if err := sb.ExportSnapshot(context.Background(), &snap, &sandpit.SnapshotOptions{Full: true}); err != nil {
		t.Fatal(err)
	}
	twin, err := sb.Fork(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer twin.Close()
	if b, err := twin.ReadFile("/etc/ssl/cert.pem"); err != nil || bytes.Equal(b, bundle) {
		t.Errorf("a fork has its parent's authority: %v", err)
	}
	other := create(t, sandpit.Options{})
	if _, err := other.ImportSnapshot(context.Background(), &snap); err != nil {
		t.Fatal(err)
	}
	if b, err := other.ReadFile("/etc/ssl/cert.pem"); err != nil || bytes.Equal(b, bundle) {
		t.Errorf("a snapshot carries the authority: %v", err)
	}
}

func poolOf(c *x509.Certificate) *x509.CertPool {
	p := x509.NewCertPool()
	p.AddCert(c)
	return p
}

// In a bubble the clock stands in the year 2000; certificates are of that time.
func TestTLSInBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sb, err := sandpit.Create(context.Background(), sandpit.Options{Network: sandpit.Network{Hosts: apiHost()}})
		if err != nil {
			t.Fatal(err)
		}
		defer sb.Close()
		res, err := sb.Run(context.Background(), "sleep 3600; curl -sS https://api.example.com/x")
		if err != nil || !strings.HasSuffix(res.Stdout, "/x tls=true ") {
			t.Errorf("%+v, %v", res, err)
		}
		if at := sb.Requests()[0].Time; at.UTC() != time.Date(2000, 1, 1, 1, 0, 0, 0, time.UTC) {
			t.Errorf("at %v", at)
		}
	})
}

func TestServeTLS(t *testing.T) {
	sb := create(t, sandpit.Options{})
	if err := sb.ServeTLS(8443, apiHost()["api.example.com"]); err != nil {
		t.Fatal(err)
	}
	for _, url := range []string{"https://localhost:8443/a", "https://127.0.0.1:8443/a", "https://[::1]:8443/a", "https://sandpit:8443/a", "https://app.localhost:8443/a"} {
		if got := sh(t, sb, "curl -sS "+url); !strings.HasSuffix(got, "/a tls=true ") {
			t.Errorf("%s: %q", url, got)
		}
		res, err := sb.Client().Get(url)
		if _, body := read(t, res, err); !strings.HasPrefix(body, "HTTP/2.0 ") {
			t.Errorf("%s: %q", url, body)
		}
	}
	res, err := sb.Fetch(context.Background(), "https://localhost:8443/", &sandpit.FetchInit{Insecure: true})
	if code, _ := read(t, res, err); code != 200 {
		t.Errorf("insecure: %d", code)
	}
}

// HTTP/2 without TLS.
func TestH2C(t *testing.T) {
	sb := create(t, sandpit.Options{Network: sandpit.Network{Hosts: apiHost()}})
	if err := sb.Serve(8080, apiHost()["api.example.com"]); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		h2   bool
		want string
	}{{true, "HTTP/2.0"}, {false, "HTTP/1.1"}} {
		for _, url := range []string{"http://localhost:8080/", "http://api.example.com/"} {
			res, err := sb.Fetch(context.Background(), url, &sandpit.FetchInit{HTTP2: c.h2})
			if _, body := read(t, res, err); !strings.HasPrefix(body, c.want+" ") {
				t.Errorf("%s: %q", url, body)
			}
		}
	}
}

// Boxes that are joined know each other by name and trust each other's certificates; loopback stays private.
func TestJoin(t *testing.T) {
	web := create(t, sandpit.Options{Hostname: "web"})
	db := create(t, sandpit.Options{Hostname: "db"})
	for _, err := range []error{
		db.Serve(80, apiHost()["api.example.com"]),
		db.ServeTLS(443, apiHost()["api.example.com"]),
		sandpit.Join(web, db),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if l, err := db.Listen("tcp", "127.0.0.1:5432"); err != nil || l == nil {
		t.Fatal(err)
	}
	if got := sh(t, web, "curl -sS http://db/x; curl -sS https://db/y; dig +short db"); !strings.Contains(got, "db /x tls=false") || !strings.Contains(got, "db /y tls=true") || !strings.Contains(got, "10.89.0.3") {
		t.Errorf("%q", got)
	}
	if got := sh(t, web, "curl -sS http://db:5432/; echo $?"); got != "7\n" {
		t.Errorf("the other's loopback: %q", got)
	}
	res, err := web.Fetch(context.Background(), "http://db/f", nil)
	if _, body := read(t, res, err); !strings.Contains(body, "db /f") {
		t.Errorf("fetch: %q", body)
	}
	if err := sandpit.Join(web, create(t, sandpit.Options{Hostname: "web"})); err == nil {
		t.Error("two of one name were joined")
	}
	db.Close()
	run, err := web.Run(context.Background(), "curl -sS http://db/x; echo $?")
	if err != nil || run.Stdout != "7\n" {
		t.Errorf("after the other's end: %+v, %v", run, err)
	}
}

// tlsConfig is that of a client on the host that trusts the box.
func tlsConfig(sb *sandpit.Sandbox) *tls.Config { return &tls.Config{RootCAs: sb.CertPool()} }
