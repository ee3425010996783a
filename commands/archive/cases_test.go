package archive_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
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
	for name, data := range hostileArchives() {
		if strings.Contains(script, name) {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
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
	if err := k.FS().MkdirAll("/w", 0o755); err != nil {
		t.Fatal(err)
	}
	return k
}

type safeBuffer struct{ bytes.Buffer }

func (*safeBuffer) NeverBlocks() {}

func inBox(t testing.TB, k *kernel.Kernel, script string) (string, int) {
	for name, data := range hostileArchives() {
		if strings.Contains(script, name) {
			if err := k.FS().WriteFile("/w/"+name, data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
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

func TestCases(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txt")
	for _, file := range files {
		list := readCases(t, file)
		if *record {
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
