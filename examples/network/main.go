// Network shows what a box can reach: names that Go handlers answer, one host outside by rule, another box by name.
//
//	go run ./examples/network
package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"

	"github.com/sandpit-dev/sandpit"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "network:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer) error {
	// What stands for the internet here, so that the example needs none.
	internet := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "outside: %s %s%s\n", r.Method, r.Host, r.URL.Path)
	}))
	defer internet.Close()

	api := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s asks for %s\n", r.UserAgent(), r.URL.Path)
	})
	web, err := sandpit.Create(ctx, sandpit.Options{
		Hostname: "web",
		Network: sandpit.Network{
			Hosts: map[string]http.Handler{"api.example.com": api},
			Allow: []sandpit.AllowRule{{Scheme: "http", Host: "packages.test", PathPrefix: "/pool", Methods: []string{"GET"}}},
			Rate:  map[string]int{"*": 60},
			Dialer: func(ctx context.Context, network, addr string) (net.Conn, error) {
				var d net.Dialer
				return d.DialContext(ctx, network, internet.Listener.Addr().String())
			},
			Audit: func(e sandpit.NetworkEvent) {
				fmt.Fprintf(out, "audit: allowed=%v %s %s%s %s\n", e.Allowed, e.Method, e.Host, e.Path, e.Reason)
			},
		},
	})
	if err != nil {
		return err
	}
	defer web.Close()
	db, err := sandpit.Create(ctx, sandpit.Options{Hostname: "db"})
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.Serve(5000, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprintln(w, "rows") })); err != nil {
		return err
	}
	if err := sandpit.Join(web, db); err != nil {
		return err
	}

	for _, script := range []string{
		"curl -sS https://api.example.com/v1/users",   // a Go handler, over TLS
		"curl -sS http://packages.test/pool/a.tar.gz", // outside, by rule
		"curl -sS http://packages.test/admin",         // not that path
		"curl -sS http://evil.test/ || echo status $?",
		"curl -sS http://db:5000/", // the other box
	} {
		res, err := web.Run(ctx, script)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "$ %s\n%s%s", script, res.Stdout, res.Stderr)
	}
	for _, r := range web.Requests() {
		fmt.Fprintf(out, "api.example.com was asked: %s %s, answered %d\n", r.Method, r.URL, r.Status)
	}
	return nil
}
