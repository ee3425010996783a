package service_test

import (
	"bytes"
	"context"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sandpit-dev/sandpit/commands"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/kernel/service"
	"github.com/sandpit-dev/sandpit/shell"
	"github.com/sandpit-dev/sandpit/vfs"
)

// box is a kernel with the userland and the shell.
type box struct {
	t *testing.T
	k *kernel.Kernel
	s *shell.Session
}

func newBox(t *testing.T, user string, files map[string]string) *box {
	t.Helper()
	programs := maps.Clone(commands.All())
	programs["sh"], programs["bash"] = shell.Program, shell.Program
	disk := vfs.New()
	if err := kernel.Populate(disk, slices.Sorted(maps.Keys(programs)), "sandpit"); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := disk.MkdirAll(path.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := disk.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	k, err := kernel.New(kernel.Config{FS: disk, Programs: programs})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { k.Close() })
	u, ok := k.LookupUser(user)
	if !ok {
		t.Fatalf("no user %s", user)
	}
	s, err := shell.NewSession(k, shell.SessionOptions{
		Env: []string{"HOME=" + u.Home, "PATH=" + kernel.DefaultPath, "LANG=C.UTF-8", "TZ=UTC", "USER=" + user}, Dir: "/", Cred: u.Cred(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return &box{t, k, s}
}

// run runs a script and returns what it printed, both streams in one, and its status.
func (b *box) run(script string) (string, int) {
	b.t.Helper()
	var out bytes.Buffer
	w := kernel.NewWriterFile(&out, "output")
	defer w.Close()
	ctx, cancel := context.WithTimeout(b.t.Context(), 20*time.Second)
	defer cancel()
	st, err := b.s.Run(ctx, script, shell.RunOptions{Stdout: w.Ref(), Stderr: w.Ref()})
	if err != nil {
		b.t.Fatalf("%s: %v\n%s", script, err, out.String())
	}
	return out.String(), st.ExitCode()
}

// normal makes equal what differs between two runs on two machines: times, pids, limits.
var normal = []struct {
	re *regexp.Regexp
	to string
}{
	{regexp.MustCompile(`(?m)^[A-Z][a-z]{2} [0-9]{2} [0-9:]{8} `), "STAMP "},
	{regexp.MustCompile(`[A-Z][a-z]{2} 20[0-9]{2}-[0-9]{2}-[0-9]{2} [0-9:]{8} UTC`), "TIME"},
	{regexp.MustCompile(`TIME; .* ago`), "TIME; ago"},
	{regexp.MustCompile(`Duration: .*`), "Duration: D"},
	{regexp.MustCompile(`(PID|Process): [0-9]+`), "$1: PID"},
	{regexp.MustCompile(`([├└]─)[0-9]+ `), "${1}PID "},
	{regexp.MustCompile(`\[[0-9]+\]: `), "[PID]: "},
	{regexp.MustCompile(`\(limit: [0-9]+\)`), "(limit)"},
	{regexp.MustCompile(`(main|control) process [0-9]+`), "$1 process PID"},
}

func normalise(s string) string {
	for _, n := range normal {
		s = n.re.ReplaceAllString(s, n.to)
	}
	return s
}

// TestTranscript compares with what systemd itself printed; see the head of testdata/systemd.txtar.
func TestTranscript(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/systemd.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"/etc/app.env": "E=\"quoted # value\"\n# c\nF=a\\ b\n"}
	for _, f := range ar.Files {
		files["/etc/systemd/system/"+f.Name] = string(f.Data)
	}
	b := newBox(t, "root", files)
	steps := strings.Split("\n"+string(ar.Comment), "\n$ ")[1:]
	if len(steps) < 100 {
		t.Fatalf("only %d steps", len(steps))
	}
	for _, step := range steps {
		command, rest, _ := strings.Cut(step, "\n")
		want, status := "", 0
		for line := range strings.Lines(rest + "\n") {
			switch {
			case strings.HasPrefix(line, "| "):
				want += line[2:]
			case strings.HasPrefix(line, "? "):
				status, _ = strconv.Atoi(strings.TrimSpace(line[2:]))
			}
		}
		got, code := b.run(command)
		if g, w := normalise(got), normalise(want); g != w || code != status {
			t.Errorf("$ %s\ngot (%d):\n%s\nsystemd (%d):\n%s", command, code, g, status, w)
		}
	}
}

// boot returns a box whose units are started as at a boot.
func boot(t *testing.T, files map[string]string) *box {
	b := newBox(t, "root", files)
	service.Boot(b.k)
	return b
}

// eventually runs script until it prints want.
func (b *box) eventually(script, want string) {
	b.t.Helper()
	got := ""
	for range 200 {
		if got, _ = b.run(script); got == want {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	b.t.Fatalf("%s: got %q, want %q", script, got, want)
}
