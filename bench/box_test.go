// Package bench measures whole boxes. Each benchmark names what it is compared with: the host's own bash and node where
// they are installed (sub-benchmarks "host"), a start of a process included, since that is what a box replaces.
//
//	go test ./bench -bench . -benchtime 200x
//
// The programs of testdata/js are measured in a box, in the engine alone, and in the host's node with and without its compiler;
// express is measured when SANDPIT_EXPRESS names a directory with it in its node_modules:
//
//	go test ./bench -bench Peers -benchtime 1x -count 3
//	SANDPIT_EXPRESS=$HOME/app go test ./bench -bench 'Server|Express' -benchtime 2000x
package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"runtime"
	"testing"

	"github.com/sandpit-dev/sandpit"
)

var ctx = context.Background()

func create(b *testing.B) *sandpit.Sandbox {
	b.Helper()
	sb, err := sandpit.Create(ctx, sandpit.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { sb.Close() })
	return sb
}

func BenchmarkCreateClose(b *testing.B) {
	sandpit.DefaultImage()
	b.ReportAllocs()
	for b.Loop() {
		sb, err := sandpit.Create(ctx, sandpit.Options{})
		if err != nil {
			b.Fatal(err)
		}
		sb.Close()
	}
}

// Heap of an idle box: 500 of them alive.
func BenchmarkIdleBox(b *testing.B) {
	const n = 500
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		boxes := make([]*sandpit.Sandbox, n)
		for i := range boxes {
			sb, err := sandpit.Create(ctx, sandpit.Options{})
			if err != nil {
				b.Fatal(err)
			}
			boxes[i] = sb
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc+after.StackInuse-before.StackInuse)/n, "B/box")
		for _, sb := range boxes {
			sb.Close()
		}
	}
}

// Scripts, in a box and in the host's bash.
func BenchmarkScript(b *testing.B) {
	for _, s := range []struct{ name, script string }{
		{"echo", "echo hi"},
		{"ls", "ls /"},
		{"subst", "x=$(echo hi)"},
		{"pipeline", "seq 1 1000 | grep 7 | wc -l"},
		{"while10k", "i=0; while [ $i -lt 10000 ]; do i=$((i+1)); done"},
		{"for10k", "s=0; for ((i=0; i<10000; i++)); do s=$((s+i)); done"},
		{"calls2k", "f() { :; }; for ((i=0; i<2000; i++)); do f $i; done"},
	} {
		b.Run(s.name+"/box", func(b *testing.B) {
			sb := create(b)
			b.ReportAllocs()
			for b.Loop() {
				res, err := sb.Run(ctx, s.script)
				if err != nil || res.ExitCode != 0 {
					b.Fatal(res, err)
				}
			}
		})
		b.Run(s.name+"/host", func(b *testing.B) {
			bash, err := exec.LookPath("bash")
			if err != nil {
				b.Skip("no bash on this host")
			}
			for b.Loop() {
				if err := exec.Command(bash, "--norc", "-c", s.script).Run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// What a fork costs must not depend on the size of the disk.
func BenchmarkFork(b *testing.B) {
	for _, n := range []int{0, 10_000} {
		b.Run(fmt.Sprintf("files=%d", n), func(b *testing.B) {
			sb := create(b)
			for i := range n {
				if err := sb.WriteFile(fmt.Sprintf("d%d/f%d", i/100, i), []byte("content")); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				twin, err := sb.Fork(ctx)
				if err != nil {
					b.Fatal(err)
				}
				twin.Close()
			}
		})
	}
}

// Fetch from a Go handler in a box, and from the same handler over the host's loopback.
func BenchmarkFetch(b *testing.B) {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "hello") })
	check := func(b *testing.B, res *http.Response, err error) {
		if err != nil {
			b.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil || string(body) != "hello" {
			b.Fatal(string(body), err)
		}
	}
	b.Run("go/box", func(b *testing.B) {
		sb := create(b)
		if err := sb.Serve(80, h); err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			res, err := sb.Fetch(ctx, "http://localhost/", nil)
			check(b, res, err)
		}
	})
	b.Run("go/host", func(b *testing.B) {
		s := httptest.NewServer(h)
		defer s.Close()
		b.ReportAllocs()
		for b.Loop() {
			res, err := s.Client().Get(s.URL)
			check(b, res, err)
		}
	})
	b.Run("node/box", func(b *testing.B) {
		sb := create(b)
		if _, err := sb.Run(ctx, `node -e 'require("http").createServer((q, r) => r.end("hello")).listen(80)' &`); err != nil {
			b.Fatal(err)
		}
		if err := sb.WaitForPort(ctx, 80); err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			res, err := sb.Fetch(ctx, "http://localhost/", nil)
			check(b, res, err)
		}
	})
}

func BenchmarkNodeStart(b *testing.B) {
	const script = `console.log(1)`
	b.Run("box", func(b *testing.B) {
		sb := create(b)
		b.ReportAllocs()
		for b.Loop() {
			out, err := sb.Command("node", "-e", script).Output()
			if err != nil || string(out) != "1\n" {
				b.Fatal(string(out), err)
			}
		}
	})
	b.Run("host", func(b *testing.B) {
		node, err := exec.LookPath("node")
		if err != nil {
			b.Skip("no node on this host")
		}
		for b.Loop() {
			if err := exec.Command(node, "-e", script).Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkSnapshot(b *testing.B) {
	sb := create(b)
	for i := range 1000 {
		if err := sb.WriteFile(fmt.Sprintf("d%d/f%d", i/100, i), bytes.Repeat([]byte{byte(i), byte(i >> 8), 'x', '\n'}, 2500)); err != nil {
			b.Fatal(err)
		}
	}
	var archive bytes.Buffer
	b.Run("export", func(b *testing.B) {
		b.SetBytes(10_000_000)
		for b.Loop() {
			archive.Reset()
			if err := sb.ExportSnapshot(ctx, &archive, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("import", func(b *testing.B) {
		to := create(b)
		b.SetBytes(10_000_000)
		for b.Loop() {
			if _, err := to.ImportSnapshot(ctx, bytes.NewReader(archive.Bytes())); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkRestore goes back to a checkpoint of a disk of 5,000 files, one of them changed since.
func BenchmarkRestore(b *testing.B) {
	sb := create(b)
	for i := range 5000 {
		if err := sb.WriteFile(fmt.Sprintf("d%d/f%d", i/100, i), bytes.Repeat([]byte{byte(i)}, 10_000)); err != nil {
			b.Fatal(err)
		}
	}
	c := sb.Checkpoint()
	b.ReportAllocs()
	for b.Loop() {
		if err := sb.WriteFile("d1/f100", []byte("changed")); err != nil {
			b.Fatal(err)
		}
		if err := sb.Restore(c); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkImage boots and closes a box from an image of 5,000 files.
func BenchmarkImage(b *testing.B) {
	sb := create(b)
	for i := range 5000 {
		if err := sb.WriteFile(fmt.Sprintf("d%d/f%d", i/100, i), bytes.Repeat([]byte{byte(i)}, 10_000)); err != nil {
			b.Fatal(err)
		}
	}
	img := sb.Image()
	b.ReportAllocs()
	for b.Loop() {
		box, err := sandpit.Create(ctx, sandpit.Options{Image: img})
		if err != nil {
			b.Fatal(err)
		}
		box.Close()
	}
}
