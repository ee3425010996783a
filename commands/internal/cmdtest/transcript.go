package cmdtest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A transcript is a list of sections, each run in a fresh directory:
//
//	## title
//	$ command line
//	| a line of standard output
//	! a line of standard error
//	? exit status, when it is not 0
//	~ why the next command differs from the host's tools
//
// Lines that are not plain text are Go-quoted; "\" alone after a line says that it had no newline.
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

// Line runs one command line in a box and gives its exit status.
type Line func(ctx context.Context, line string, out, errOut *Buffer) int

// Transcripts runs the transcripts that a pattern names. box gives the runner of the lines of one section, in a box of
// its own.
func Transcripts(t *testing.T, glob string, box func(t *testing.T) Line) {
	names, err := filepath.Glob(glob)
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
						s.onHost(t, func(st *step, stdout, stderr string, status int) {
							if st.differs == "" {
								st.compare(t, stdout, stderr, status)
							}
						})
						return
					}
					run := box(t)
					ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
					defer cancel()
					for _, st := range s.steps {
						var out, errOut Buffer
						status := run(ctx, st.line, &out, &errOut)
						st.compare(t, out.String(), errOut.String(), status)
					}
				})
			}
		})
	}
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
		b.WriteString(mark + " " + body + "\n")
	}
	return b.String()
}

func (st *step) compare(t *testing.T, stdout, stderr string, status int) {
	t.Helper()
	if stdout != st.stdout || stderr != st.stderr || status != st.status {
		t.Errorf("$ %s\ngot\n%s%s? %d\nwant\n%s%s? %d", st.line, show("|", stdout), show("!", stderr), status, show("|", st.stdout), show("!", st.stderr), st.status)
	}
}

func (s *section) onHost(t *testing.T, each func(st *step, stdout, stderr string, status int)) {
	dir := t.TempDir()
	for _, st := range s.steps {
		cmd := exec.Command("bash", "--noprofile", "--norc", "-c", st.line)
		cmd.Dir = dir
		cmd.Env = append([]string{"PATH=/usr/bin:/bin", "HOME=" + dir}, Environment...)
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
		s.onHost(t, func(st *step, stdout, stderr string, status int) {
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
