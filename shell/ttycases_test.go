package shell_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"go.uber.org/goleak"

	"github.com/sandpit-dev/sandpit/internal/ttytest"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/shell"
)

// TestTerminalCases types at an interactive shell what was typed at bash 5.2 and compares the screens
// (testdata/tty, internal/ttytest/record.py).
func TestTerminalCases(t *testing.T) {
	files, err := filepath.Glob("testdata/tty/*.t")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		cases, err := ttytest.Parse(string(data))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".t")+"/"+c.Name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					k := newBox(t)
					defer k.Close()
					ttytest.RunCase(t, c, k, caseSpec(t, k, c))
				})
			})
		}
	}
	goleak.VerifyNone(t)
}

// caseSpec prepares the directory of a case and says what runs in it.
func caseSpec(t *testing.T, k *kernel.Kernel, c ttytest.Case) kernel.Spec {
	t.Helper()
	if err := k.FS().MkdirAll("/tmp/case/home", 0o777); err != nil {
		t.Fatal(err)
	}
	env := []string{"PATH=/usr/bin:/bin", "HOME=/tmp/case/home", "TERM=xterm", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "PS1=$ ", "INPUTRC=/dev/null", "USER=user"}
	if len(c.Setup) > 0 {
		s, err := shell.NewSession(k, shell.SessionOptions{Env: env, Dir: "/tmp/case"})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		f := kernel.NewWriterFile(&out, "stdout")
		if st, err := s.Run(t.Context(), strings.Join(c.Setup, "\n"), shell.RunOptions{Stdout: f, Stderr: f.Ref()}); err != nil || st.ExitCode() != 0 {
			t.Fatalf("setup: %v %v %s", st, err, out.String())
		}
		s.Close()
	}
	argv := c.Argv
	if argv == nil {
		argv = []string{"bash", "--norc", "--noprofile"}
	}
	return kernel.Spec{Args: argv, Env: env, Dir: "/tmp/case"}
}
