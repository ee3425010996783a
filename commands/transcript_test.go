package commands_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit/commands"
	"github.com/sandpit-dev/sandpit/commands/git"
	"github.com/sandpit-dev/sandpit/commands/sqlite"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

var (
	confirm = flag.Bool("confirm", false, "compare the transcripts with the host's own tools")
	record  = flag.Bool("record", false, "write the transcripts anew from the host's own tools")
)

// environment is what every command of a transcript sees, here and on the host.
var environment = []string{"LC_ALL=C", "TZ=UTC", "TERM=dumb", "USER=user", "LOGNAME=user"}

// A transcript (testdata/*.t) is a list of sections, each run in a fresh directory:
//
//	## title
//	$ command line
//	| a line of standard output
//	! a line of standard error
//	? exit status, when it is not 0
//	~ why the next command differs from the host's tools
//
// Lines that are not plain text are Go-quoted; "\" alone after a line says that it had no newline. Expected values are
// never typed: -record takes them from the host.
type section struct {
	title string
	steps []*step
}

type step struct {
	line           string
	differs        string
	stdout, stderr string
	status         int
}

func parseTranscript(t *testing.T, name string) []*section {
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var out []*section
	var cur *section
	var st *step
	differs := ""
	for i, line := range strings.Split(strings.TrimRight(string(data), "\n"), "\n") {
		if line == "" {
			continue
		}
		rest := strings.TrimPrefix(line[1:], " ")
		switch line[0] {
		case '#':
			cur = &section{title: strings.TrimLeft(line, "# ")}
			out = append(out, cur)
		case '~':
			differs = rest
		case '$':
			st = &step{line: rest, differs: differs}
			differs = ""
			cur.steps = append(cur.steps, st)
		case '|':
			st.stdout += unshow(t, rest)
		case '!':
			st.stderr += unshow(t, rest)
		case '?':
			if st.status, err = strconv.Atoi(rest); err != nil {
				t.Fatalf("%s:%d: %v", name, i+1, err)
			}
		default:
			t.Fatalf("%s:%d: %q", name, i+1, line)
		}
	}
	return out
}

func unshow(t *testing.T, s string) string {
	end := "\n"
	if strings.HasSuffix(s, `\`) && !strings.HasSuffix(s, `\\`) {
		s, end = strings.TrimSuffix(s, `\`), ""
	}
	if strings.HasPrefix(s, `"`) {
		u, err := strconv.Unquote(s)
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		return u + end
	}
	return s + end
}

func show(mark, s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		body, terminated := strings.CutSuffix(line, "\n")
		q := strconv.Quote(body)
		if q != `"`+body+`"` || strings.HasPrefix(body, `"`) || strings.HasSuffix(body, `\`) {
			body = q
		}
		if !terminated {
			body += `\`
		}
		b.WriteString(strings.TrimRight(mark+" "+body, "") + "\n")
	}
	return b.String()
}

func TestTranscripts(t *testing.T) {
	names, err := filepath.Glob("testdata/*.t")
	if err != nil || len(names) == 0 {
		t.Fatal("no transcripts", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".t"), func(t *testing.T) {
			sections := parseTranscript(t, name)
			if *record {
				recordTranscript(t, name, sections)
				return
			}
			for _, s := range sections {
				t.Run(s.title, func(t *testing.T) {
					if *confirm {
						onHost(t, s, func(st *step, stdout, stderr string, status int) {
							if st.differs == "" {
								compare(t, st, stdout, stderr, status)
							}
						})
						return
					}
					inBox(t, s)
				})
			}
		})
	}
}

func compare(t *testing.T, st *step, stdout, stderr string, status int) {
	t.Helper()
	if stdout != st.stdout || stderr != st.stderr || status != st.status {
		t.Errorf("$ %s\ngot\n%s%s? %d\nwant\n%s%s? %d", st.line, show("|", stdout), show("!", stderr), status, show("|", st.stdout), show("!", st.stderr), st.status)
	}
}

func onHost(t *testing.T, s *section, each func(st *step, stdout, stderr string, status int)) {
	dir := t.TempDir()
	for _, st := range s.steps {
		cmd := exec.Command("bash", "--noprofile", "--norc", "-c", st.line)
		cmd.Dir = dir
		cmd.Env = append([]string{"PATH=/usr/bin:/bin", "HOME=" + dir}, environment...)
		var out, errOut bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errOut
		if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
			t.Fatal(err)
		}
		status := cmd.ProcessState.ExitCode()
		if ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
			status = 128 + int(ws.Signal())
		}
		each(st, out.String(), errOut.String(), status)
	}
}

func recordTranscript(t *testing.T, name string, sections []*section) {
	var b strings.Builder
	for _, s := range sections {
		fmt.Fprintf(&b, "## %s\n", s.title)
		onHost(t, s, func(st *step, stdout, stderr string, status int) {
			if st.differs != "" {
				fmt.Fprintf(&b, "~ %s\n", st.differs)
				stdout, stderr, status = st.stdout, st.stderr, st.status
			}
			fmt.Fprintf(&b, "$ %s\n%s%s", st.line, show("|", stdout), show("!", stderr))
			if status != 0 {
				fmt.Fprintf(&b, "? %d\n", status)
			}
		})
		b.WriteByte('\n')
	}
	if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// newBox boots a kernel with the commands installed and gives a directory to work in.
func newBox(t testing.TB) *kernel.Kernel {
	all := commands.All()
	all["git"], all["sqlite3"] = git.Program, sqlite.Program // not part of All: they bring libraries of their own
	var names []string
	for n := range all {
		names = append(names, n)
	}
	disk := vfs.New()
	if err := kernel.Populate(disk, names, "box"); err != nil {
		t.Fatal(err)
	}
	k, err := kernel.New(kernel.Config{FS: disk, Programs: all, Hostname: "box", Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = k.Close() })
	return k
}

func inBox(t *testing.T, s *section) {
	k := newBox(t)
	if err := k.FS().MkdirAll("/tmp/work", 0o755); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for _, st := range s.steps {
		var out, errOut bytes.Buffer
		status := runLine(ctx, t, k, st.line, &out, &errOut)
		compare(t, st, out.String(), errOut.String(), status)
	}
}
