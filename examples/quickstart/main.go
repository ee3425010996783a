// Quickstart is the main job from end to end: a project seeded by a bash script, served by node, reached from Go,
// saved as a snapshot, restored in a second box, forked into a third.
//
//	go run ./examples/quickstart
package main

import (
	"bufio"
	"bytes"
	"context"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"strings"

	"github.com/sandpit-dev/sandpit"
)

//go:embed project
var files embed.FS

const port = 3000

func main() {
	if err := run(context.Background(), os.Stdout, ""); err != nil {
		fmt.Fprintln(os.Stderr, "quickstart:", err)
		os.Exit(1)
	}
}

// run does the job and writes a transcript. before is run in the first box before anything else.
func run(ctx context.Context, out io.Writer, before string) error {
	t := transcript{out}

	t.title("A box with the notes project on its disk")
	project, err := fs.Sub(files, "project")
	if err != nil {
		return err
	}
	sb, err := sandpit.Create(ctx, sandpit.Options{FilesFS: project})
	if err != nil {
		return err
	}
	defer sb.Close()
	if err := t.run(ctx, sb, before); err != nil {
		return err
	}
	if err := t.run(ctx, sb, "bash seed.sh notes.csv data"); err != nil {
		return err
	}

	t.title("The server: node in the background, reached from Go")
	if err := t.serve(ctx, sb); err != nil {
		return err
	}
	ws, err := sb.Connect(ctx, port, "/changes", nil)
	if err != nil {
		return err
	}
	if err := t.fetch(ctx, sb, "GET", "/notes?tag=garden&limit=2", ""); err != nil {
		return err
	}
	if err := t.fetch(ctx, sb, "POST", "/notes", `{"title": "Try sandpit", "tags": ["ideas"]}`); err != nil {
		return err
	}
	change, err := ws.Next(ctx)
	if err != nil {
		return err
	}
	t.printf("  pushed by the WebSocket: %s\n", change.Text())
	if err := t.fetch(ctx, sb, "GET", "/nowhere", ""); err != nil {
		return err
	}
	if err := t.stream(ctx, sb, "/export"); err != nil {
		return err
	}
	if err := ws.Close(1000, "seen enough"); err != nil {
		return err
	}
	if err := t.run(ctx, sb, "cat access.log; ps -o comm= | grep -c node"); err != nil {
		return err
	}

	t.title("A snapshot, restored in a second box")
	var snapshot bytes.Buffer
	if err := sb.ExportSnapshot(ctx, &snapshot, nil); err != nil {
		return err
	}
	second, err := sandpit.Create(ctx, sandpit.Options{})
	if err != nil {
		return err
	}
	defer second.Close()
	meta, err := second.ImportSnapshot(ctx, &snapshot)
	if err != nil {
		return err
	}
	t.printf("restored to %s\n", meta.Cwd)
	if err := t.serve(ctx, second); err != nil {
		return err
	}
	same, err := sameBytes(ctx, sb, second, "/notes?limit=1000000")
	if err != nil {
		return err
	}
	t.printf("  both boxes answer with the same bytes: %v\n", same)

	t.title("A fork: a third box from the second, copy on write")
	third, err := second.Fork(ctx)
	if err != nil {
		return err
	}
	defer third.Close()
	if err := t.run(ctx, third, "rm -rf data && ls; ps -o comm= | grep -c node || true"); err != nil {
		return err
	}
	return t.run(ctx, second, "ls data; grep -c '\"id\"' data/notes.json")
}

// transcript prints what is done and what comes of it.
type transcript struct{ out io.Writer }

func (t transcript) printf(format string, args ...any) { fmt.Fprintf(t.out, format, args...) }

func (t transcript) title(s string) { t.printf("\n== %s\n", s) }

// run runs a script and prints its output; a status other than 0 is an error here.
func (t transcript) run(ctx context.Context, sb *sandpit.Sandbox, script string) error {
	if script == "" {
		return nil
	}
	t.printf("$ %s\n", script)
	res, err := sb.Run(ctx, script)
	if err != nil {
		return err
	}
	t.printf("%s%s", res.Stdout, res.Stderr)
	if res.ExitCode != 0 {
		return fmt.Errorf("%q ended with status %d", script, res.ExitCode)
	}
	return nil
}

// serve starts the server in the background and waits until it listens.
func (t transcript) serve(ctx context.Context, sb *sandpit.Sandbox) error {
	if err := t.run(ctx, sb, "node server.js >server.log 2>&1 &"); err != nil {
		return err
	}
	if err := sb.WaitForPort(ctx, port); err != nil {
		return err
	}
	for _, p := range sb.Ports() {
		t.printf("  port %d is open\n", p.Port)
	}
	return nil
}

func (t transcript) fetch(ctx context.Context, sb *sandpit.Sandbox, method, path, body string) error {
	init := &sandpit.FetchInit{Method: method, Port: port}
	if body != "" {
		init.Body = strings.NewReader(body)
		init.Header = http.Header{"Content-Type": {"application/json"}}
	}
	res, err := sb.Fetch(ctx, path, init)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	t.printf("> %s %s\n  %s\n  %s\n", method, path, res.Status, bytes.TrimSpace(text))
	return nil
}

// stream reads a response line by line, as it arrives.
func (t transcript) stream(ctx context.Context, sb *sandpit.Sandbox, path string) error {
	res, err := sb.Fetch(ctx, path, &sandpit.FetchInit{Port: port})
	if err != nil {
		return err
	}
	defer res.Body.Close()
	lines, last := 0, ""
	for s := bufio.NewScanner(res.Body); s.Scan(); lines++ {
		last = s.Text()
	}
	t.printf("> GET %s\n  %s, length unknown: %v\n  %d lines, the last one %s\n", path, res.Status, res.ContentLength < 0, lines, last)
	return nil
}

func sameBytes(ctx context.Context, a, b *sandpit.Sandbox, path string) (bool, error) {
	var bodies [2][]byte
	for i, sb := range []*sandpit.Sandbox{a, b} {
		res, err := sb.Fetch(ctx, path, &sandpit.FetchInit{Port: port})
		if err != nil {
			return false, err
		}
		bodies[i], err = io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil {
			return false, err
		}
	}
	return len(bodies[0]) > 0 && bytes.Equal(bodies[0], bodies[1]), nil
}
