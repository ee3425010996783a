package commands_test

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/shell"
)

// TestShellTranscripts runs the transcripts in testdata/shell, whose commands start others through /bin/sh (awk) or
// use more of the shell's language than the others do. They take -record and -confirm too.
func TestShellTranscripts(t *testing.T) {
	names, err := filepath.Glob("testdata/shell/*.t")
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
					inShell(t, s)
				})
			}
		})
	}
}

func inShell(t *testing.T, s *section) {
	k := newShellBox(t)
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	for _, st := range s.steps {
		var out, errOut bytes.Buffer
		status := runShell(ctx, t, k, st.line, &out, &errOut)
		compare(t, st, out.String(), errOut.String(), status)
	}
}

// newShellBox is a box with the commands and the shell.
func newShellBox(t testing.TB) *kernel.Kernel {
	k := newBox(t)
	for _, name := range []string{"bash", "sh"} {
		k.Register(name, shell.Program)
		if err := k.FS().WriteFile("/usr/bin/"+name, kernel.ProgramFile(name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := k.FS().MkdirAll("/tmp/work", 0o755); err != nil {
		t.Fatal(err)
	}
	return k
}

func runShell(ctx context.Context, t testing.TB, k *kernel.Kernel, line string, out, errOut *bytes.Buffer) int {
	stdin := kernel.NewBytesFile(nil, "stdin")
	stdout, stderr := kernel.NewWriterFile(out, "stdout"), kernel.NewWriterFile(errOut, "stderr")
	defer func() {
		for _, f := range []*kernel.File{stdin, stdout, stderr} {
			_ = f.Close()
		}
	}()
	p, err := k.Spawn(ctx, kernel.Spec{
		Path: "/usr/bin/bash", Args: []string{"bash", "--noprofile", "--norc", "-c", line}, Dir: "/tmp/work",
		Env:   append([]string{"PATH=/usr/bin:/bin", "HOME=/tmp/work"}, environment...),
		Files: []*kernel.File{stdin, stdout, stderr},
	})
	if err != nil {
		t.Fatal(err)
	}
	st, err := p.Wait()
	if err != nil {
		t.Fatal(err)
	}
	return st.ExitCode()
}
