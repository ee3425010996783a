package net_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit/commands"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/shell"
	"github.com/sandpit-dev/sandpit/vfs"
)

// The expected output of every case was written by the real tools: go test -record runs the scripts with the host's
// bash and rewrites testdata/*.txt. A case whose name is followed by "!" and a reason must differ: it is recorded from the box, to be read by a human.
var record = flag.Bool("record", false, "rewrite testdata with the output of the host's tools")

// testCase is one case of a file: a script, what it prints on both streams together, its exit status.
type testCase struct {
	name, why, script, want string
	status                  int
}

func readCases(t *testing.T, file string) (list []testCase) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split("\n"+strings.TrimSuffix(string(data), "\n"), "\n=== ")[1:] {
		head, rest, _ := strings.Cut(part, "\n")
		c := testCase{}
		c.name, c.why, _ = strings.Cut(head, " ! ")
		script, out, found := strings.Cut(rest, "\n--- ")
		c.script = script
		if found {
			st, text, _ := strings.Cut(out, "\n")
			if _, err := fmt.Sscanf(st, "%d", &c.status); err != nil {
				t.Fatalf("%s: %s: bad status %q", file, c.name, st)
			}
			c.want = text
		} else {
			c.script = rest
		}
		list = append(list, c)
	}
	return list
}

var testEnv = []string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "TZ=UTC", "LC_ALL=C.UTF-8", "TERM=dumb", "USER=root"}

func onHost(t *testing.T, script string) (string, int) {
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, "/bin/bash", "--noprofile", "--norc", "-c", script)
	c.Dir, c.Env = dir, append([]string{"HOME=" + dir, "PWD=" + dir}, testEnv...)
	out, _ := c.CombinedOutput()
	return strings.ReplaceAll(string(out), dir, "$PWD"), c.ProcessState.ExitCode()
}

// newBox boots a kernel with the commands and the shell, working in /w as root, as the recording does.
func newBox(t testing.TB) *kernel.Kernel {
	programs := commands.All()
	programs["bash"], programs["sh"] = shell.Program, shell.Program
	names := make([]string, 0, len(programs))
	for n := range programs {
		names = append(names, n)
	}
	disk := vfs.New()
	if err := kernel.Populate(disk, names, "box"); err != nil {
		t.Fatal(err)
	}
	k, err := kernel.New(kernel.Config{FS: disk, Programs: programs, Hostname: "box"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = k.Close() })
	l, err := k.Net().Listen("tcp", "127.0.0.1:18499")
	if err != nil {
		t.Fatal(err)
	}
	serve(t, l)
	if err := k.FS().MkdirAll("/w", 0o755); err != nil {
		t.Fatal(err)
	}
	return k
}

type safeBuffer struct{ bytes.Buffer }

func (*safeBuffer) NeverBlocks() {}

func inBox(t testing.TB, k *kernel.Kernel, script string) (string, int) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	var out safeBuffer
	w := kernel.NewWriterFile(&out, "out")
	in := kernel.NewBytesFile(nil, "in")
	p, err := k.Spawn(ctx, kernel.Spec{
		Path: "/bin/bash", Args: []string{"bash", "--noprofile", "--norc", "-c", script}, Dir: "/w",
		Env: append([]string{"HOME=/w", "PWD=/w"}, testEnv...), Files: []*kernel.File{in, w, w},
	})
	if err != nil {
		t.Fatal(err)
	}
	st, err := p.Wait()
	if err != nil {
		t.Fatal(err)
	}
	_, _, _ = w.Close(), in.Close(), ctx.Err()
	return out.String(), st.ExitCode()
}

// serve runs the server of the cases: on the host's loopback for -record, in the box's network otherwise.
func serve(t testing.TB, l net.Listener) (stop func()) {
	s := &http.Server{Handler: http.HandlerFunc(handle)}
	go func() { _ = s.Serve(l) }()
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

func TestCases(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txt")
	for _, file := range files {
		list := readCases(t, file)
		if *record {
			l, err := net.Listen("tcp", "127.0.0.1:18499")
			if err != nil {
				t.Fatal(err)
			}
			stop := serve(t, l)
			var b strings.Builder
			for _, c := range list {
				if c.why == "" {
					c.want, c.status = onHost(t, c.script)
					c.want = strings.TrimSuffix(c.want, "\n")
					fmt.Fprintf(&b, "=== %s\n%s\n--- %d\n%s\n", c.name, c.script, c.status, c.want)
				} else {
					c.want, c.status = inBox(t, newBox(t), c.script)
					c.want = strings.TrimSuffix(c.want, "\n")
					fmt.Fprintf(&b, "=== %s ! %s\n%s\n--- %d\n%s\n", c.name, c.why, c.script, c.status, c.want)
				}
			}
			stop()
			if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		for _, c := range list {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txt")+"/"+c.name, func(t *testing.T) {
				k := newBox(t)
				got, status := inBox(t, k, c.script)
				got = strings.TrimSuffix(strings.ReplaceAll(got, "/w/", "$PWD/"), "\n")
				if got != c.want || status != c.status {
					t.Errorf("script:\n%s\ngot (%d):\n%s\nwant (%d):\n%s", c.script, status, got, c.status, c.want)
				}
			})
		}
	}
}
