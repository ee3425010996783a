package bench

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/sandpit-dev/sandpit"
)

const plainServer = `require('http').createServer((q, r) => { r.setHeader('Content-Type', 'text/plain'); r.end('hello world'); }).listen(process.env.PORT || 3000, () => console.log('up'));`

const expressServer = `const app = require('express')(); app.get('/', (q, r) => { r.send('hello world'); }); app.listen(process.env.PORT || 3000, () => console.log('up'));`

// expressDir is a directory of the host with express in its node_modules, as $SANDPIT_EXPRESS names it; "" = none.
func expressDir() string { return os.Getenv("SANDPIT_EXPRESS") }

// load sends b.N requests over n connections.
func load(b *testing.B, n int, do func() error) {
	b.Helper()
	work := make(chan struct{}, n)
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			for range work {
				if err := do(); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	for b.Loop() {
		work <- struct{}{}
	}
	close(work)
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "req/s")
}

func body(res *http.Response, err error) error {
	if err != nil {
		return err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err == nil && string(text) != "hello world" {
		b, _ := strconv.Unquote(string(text))
		return &net.AddrError{Err: "unexpected body", Addr: b}
	}
	return err
}

// BenchmarkServer measures servers in a box, reached through Fetch and through a client in Go on the box's own network, and
// the host's node over TCP. Express is measured when SANDPIT_EXPRESS names a directory where it was installed.
func BenchmarkServer(b *testing.B) {
	servers := []struct{ name, code, dir string }{{"http", plainServer, ""}}
	if dir := expressDir(); dir != "" {
		servers = append(servers, struct{ name, code, dir string }{"express", expressServer, dir})
	}
	for _, s := range servers {
		for _, conns := range []int{1, 8, 64} {
			at := s.name + "/" + strconv.Itoa(conns)
			b.Run(at+"/fetch", func(b *testing.B) {
				sb := serve(b, s.code, s.dir)
				load(b, conns, func() error {
					res, err := sb.Fetch(ctx, "http://localhost:3000/", nil)
					return body(res, err)
				})
			})
			b.Run(at+"/node", func(b *testing.B) {
				url := serveOnHost(b, s.code, s.dir)
				c := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: conns}}
				defer c.CloseIdleConnections()
				load(b, conns, func() error { return body(c.Get(url)) })
			})
		}
	}
}

// createWith makes a box with a copy of a directory of the host, "" for none, at /home/user/app.
func createWith(b *testing.B, dir string) *sandpit.Sandbox {
	b.Helper()
	sb := create(b)
	if err := sb.MkdirAll("/home/user/app", 0o755); err != nil {
		b.Fatal(err)
	}
	if dir == "" {
		return sb
	}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsDir() && !d.Type().IsRegular() {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return sb.MkdirAll(path.Join("/home/user/app", filepath.ToSlash(rel)), 0o755)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return sb.WriteFile(path.Join("/home/user/app", filepath.ToSlash(rel)), text)
	})
	if err != nil {
		b.Fatal(err)
	}
	return sb
}

// serve starts a server in a box and waits until it listens on port 3000.
func serve(b *testing.B, code, dir string) *sandpit.Sandbox {
	b.Helper()
	sb := createWith(b, dir)
	cmd := sb.Command("node", "-e", code)
	cmd.Dir = "/home/user/app"
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	if err := sb.WaitForPort(ctx, 3000); err != nil {
		b.Fatal(err)
	}
	return sb
}

// serveOnHost starts a server in the host's node and returns its URL.
func serveOnHost(b *testing.B, code, dir string) string {
	b.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		b.Skip("no node on this host")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	_, port, _ := net.SplitHostPort(addr)
	c, cancel := context.WithCancel(ctx)
	cmd := exec.CommandContext(c, "node", "-e", code)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PORT="+port)
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { cancel(); _ = cmd.Wait() })
	up := make([]byte, 3)
	if _, err := io.ReadFull(out, up); err != nil || !bytes.Equal(up, []byte("up\n")) {
		b.Fatal(strings.TrimSpace(string(up)), err)
	}
	return "http://" + addr + "/"
}

// BenchmarkExpressLoad is a program that loads express and ends: first with nothing compiled, then with its programs cached.
func BenchmarkExpressLoad(b *testing.B) {
	dir := expressDir()
	if dir == "" {
		b.Skip("SANDPIT_EXPRESS names no directory with express")
	}
	const code = `require('express')()`
	b.Run("box", func(b *testing.B) {
		sb := createWith(b, dir)
		for b.Loop() {
			cmd := sb.Command("node", "-e", code)
			cmd.Dir = "/home/user/app"
			if out, err := cmd.CombinedOutput(); err != nil {
				b.Fatal(string(out), err)
			}
		}
	})
	b.Run("node", func(b *testing.B) {
		for b.Loop() {
			cmd := exec.Command("node", "-e", code)
			cmd.Dir = dir
			if out, err := cmd.CombinedOutput(); err != nil {
				b.Fatal(string(out), err)
			}
		}
	})
}
