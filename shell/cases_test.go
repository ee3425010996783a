package shell_test

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

// confirm runs the cases through the host's bash as well and fails where it answers otherwise.
var confirm = flag.Bool("confirm", false, "check the cases against /usr/bin/bash")

// update rewrites the expected results from the host's bash.
var update = flag.Bool("update", false, "rewrite the expected results from /usr/bin/bash")

// scriptCase is one case of a file of testdata: a script, and what bash prints.
type scriptCase struct {
	name, script, stdout string
	status               int
	differs              string // why the result may differ from the host's bash
}

// The files of cases look like this:
//
//	=== name
//	script
//	--- status
//	stdout
//
// A line "=== name # differs: reason" is not confirmed.
func readCases(t *testing.T, file string) []scriptCase {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var cases []scriptCase
	blocks := strings.Split("\n"+string(data), "\n=== ")
	for i, block := range blocks {
		if i == 0 {
			continue
		}
		head, rest, _ := strings.Cut(block, "\n")
		c := scriptCase{name: head}
		if name, why, ok := strings.Cut(head, " # differs: "); ok {
			c.name, c.differs = name, why
		}
		script, result, ok := strings.Cut("\n"+rest, "\n--- ")
		c.script = strings.TrimPrefix(script, "\n") + "\n"
		if ok {
			status, out, printed := strings.Cut(result, "\n")
			fmt.Sscanf(status, "%d", &c.status)
			c.stdout = out
			if printed && i < len(blocks)-1 {
				c.stdout += "\n" // taken by the cut between cases
			}
		}
		cases = append(cases, c)
	}
	return cases
}

func writeCases(t *testing.T, file string, cases []scriptCase) {
	t.Helper()
	var b strings.Builder
	for _, c := range cases {
		b.WriteString("=== " + c.name)
		if c.differs != "" {
			b.WriteString(" # differs: " + c.differs)
		}
		fmt.Fprintf(&b, "\n%s--- %d\n%s", c.script, c.status, c.stdout)
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

var caseEnv = []string{"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TZ=UTC", "TERM=dumb", "USER=user"}

// runHost runs a script file with the host's bash in an empty directory.
func runHost(t *testing.T, script string) (string, string, int) {
	dir := t.TempDir()
	file := filepath.Join(t.TempDir(), "case.sh")
	if err := os.WriteFile(file, []byte(script), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/usr/bin/bash", "--noprofile", "--norc", file)
	cmd.Dir = dir
	cmd.Env = append([]string{"HOME=" + dir, "PWD=" + dir}, caseEnv...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		t.Fatal(err)
	}
	return strings.ReplaceAll(out.String(), dir, "$PWD"), errs.String(), cmd.ProcessState.ExitCode()
}

// newBox boots a kernel with the programs that the cases use.
func newBox(t testing.TB) *kernel.Kernel {
	t.Helper()
	return boxWith(t, kernel.Limits{})
}

// boxWith is newBox with limits.
func boxWith(t testing.TB, limits kernel.Limits) *kernel.Kernel {
	t.Helper()
	disk := vfs.New()
	programs := testPrograms()
	names := make([]string, 0, len(programs))
	for name := range programs {
		names = append(names, name)
	}
	if err := kernel.Populate(disk, names, "sandpit"); err != nil {
		t.Fatal(err)
	}
	k, err := kernel.New(kernel.Config{FS: disk, Programs: programs, Hostname: "sandpit", Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// testPrograms are bash itself and the whole userland.
func testPrograms() map[string]kernel.Program {
	programs := commands.All()
	programs["bash"], programs["sh"] = shell.Program, shell.Program
	return programs
}

// runBox runs a script file in a new box.
func runBox(t testing.TB, script string) (string, string, int) {
	t.Helper()
	k := newBox(t)
	defer k.Close()
	root := k.FS()
	if err := root.MkdirAll("/w", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := root.WriteFile("/tmp/case.sh", []byte(script), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	p, err := k.Spawn(ctx, kernel.Spec{
		Path: "/usr/bin/bash", Args: []string{"bash", "--noprofile", "--norc", "/tmp/case.sh"},
		Env: append([]string{"HOME=/w", "PWD=/w"}, caseEnv...), Dir: "/w",
		Files: []*kernel.File{nil, kernel.NewWriterFile(&out, "out"), kernel.NewWriterFile(&errs, "err")},
	})
	if err != nil {
		t.Fatal(err)
	}
	st, err := p.Wait()
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(out.String(), "/w", "$PWD"), errs.String(), st.ExitCode()
}

func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.cases")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		cases := readCases(t, file)
		t.Run(strings.TrimSuffix(filepath.Base(file), ".cases"), func(t *testing.T) {
			for i, c := range cases {
				t.Run(c.name, func(t *testing.T) {
					if *update && c.differs == "" {
						cases[i].stdout, _, cases[i].status = runHost(t, c.script)
						c = cases[i]
					} else if *confirm && c.differs == "" {
						out, errs, status := runHost(t, c.script)
						if out != c.stdout || status != c.status {
							t.Errorf("the host's bash says status %d\n%s\nnot %d\n%s\nstderr: %s", status, out, c.status, c.stdout, errs)
						}
					}
					out, errs, status := runBox(t, c.script)
					if out != c.stdout || status != c.status {
						t.Errorf("script:\n%s\ngot status %d, stdout:\n%s\nwant %d:\n%s\nstderr: %s", c.script, status, out, c.status, c.stdout, errs)
					}
				})
			}
			if *update {
				writeCases(t, file, cases)
			}
		})
	}
}
