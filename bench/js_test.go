package bench

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
)

// The programs under testdata/js define run(); this measures one call of it, without the start of the program.
const benchTail = `
{
  const begin = performance.now();
  const done = (v) => { process.stderr.write(String(performance.now() - begin) + '\n'); };
  const r = run();
  if (r instanceof Promise) r.then(done); else done(r);
}`

// peer runs a program of testdata/js once and tells how long its run() took.
type peer struct {
	name string
	run  func(b *testing.B, code string) time.Duration
}

func inBox(b *testing.B, code string) time.Duration {
	sb := create(b)
	defer sb.Close()
	cmd := sb.Command("node", "-e", code+benchTail)
	var errb bytes.Buffer
	cmd.Stderr = &errb
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, out)
	if err := cmd.Wait(); err != nil {
		b.Fatal(err, errb.String())
	}
	return milliseconds(b, errb.String())
}

func onHost(flags ...string) func(b *testing.B, code string) time.Duration {
	return func(b *testing.B, code string) time.Duration {
		cmd := exec.Command("node", append(flags, "-e", code+benchTail)...)
		cmd.Dir = b.TempDir()
		var errb bytes.Buffer
		cmd.Stderr = &errb
		out, err := cmd.StdoutPipe()
		if err != nil {
			b.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, out)
		if err := cmd.Wait(); err != nil {
			b.Fatal(err, errb.String())
		}
		return milliseconds(b, errb.String())
	}
}

// inGoja runs the program in the engine alone.
func inGoja(b *testing.B, code string) time.Duration {
	vm := goja.New()
	if _, err := vm.RunString(code); err != nil {
		b.Fatal(err)
	}
	run, _ := goja.AssertFunction(vm.Get("run"))
	begin := time.Now()
	if _, err := run(goja.Undefined()); err != nil {
		b.Fatal(err)
	}
	return time.Since(begin)
}

func milliseconds(b *testing.B, stderr string) time.Duration {
	words := strings.Fields("? " + stderr) // node itself may have warned of something before
	f, err := strconv.ParseFloat(words[len(words)-1], 64)
	if err != nil {
		b.Fatal(err, stderr)
	}
	return time.Duration(f * float64(time.Millisecond))
}

// BenchmarkPeers runs each program of testdata/js in a box, in the engine alone where it needs nothing else, and in the
// host's node with and without its compiler where there is one. ns/op is the time of run() alone.
func BenchmarkPeers(b *testing.B) {
	peers := []peer{{"box", inBox}, {"goja", inGoja}}
	if _, err := exec.LookPath("node"); err == nil {
		peers = append(peers, peer{"jitless", onHost("--jitless")}, peer{"node", onHost()})
	}
	for _, dir := range []string{"testdata/js", "testdata/js/node"} {
		files, err := filepath.Glob(dir + "/*.js")
		if err != nil || len(files) == 0 {
			b.Fatal("no programs in ", dir, err)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(strings.TrimSuffix(filepath.Base(f), ".js"), func(b *testing.B) {
				for _, p := range peers {
					if p.name == "goja" && dir != "testdata/js" {
						continue
					}
					b.Run(p.name, func(b *testing.B) {
						var sum time.Duration
						for b.Loop() {
							sum += p.run(b, string(text))
						}
						b.ReportMetric(float64(sum.Nanoseconds())/float64(b.N), "ns/op")
					})
				}
			})
		}
	}
}
