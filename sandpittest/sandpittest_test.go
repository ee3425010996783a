package sandpittest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sandpit-dev/sandpit"
	"github.com/sandpit-dev/sandpit/kernel"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestRunDir(t *testing.T) {
	setups := make(chan string, 16)
	RunDir(t, "testdata/scripts", Params{
		Options: sandpit.Options{Env: map[string]string{"FROM": "params"}},
		Setup:   func(t testing.TB, sb *sandpit.Sandbox) { setups <- sb.Env()["FROM"] },
	})
	t.Cleanup(func() { // the subtests are parallel
		close(setups)
		n := 0
		for from := range setups {
			n++
			if from != "params" {
				t.Errorf("FROM=%q in a box", from)
			}
		}
		if files, _ := filepath.Glob("testdata/scripts/*.txtar"); n != len(files) {
			t.Errorf("%d set-ups for %d scripts", n, len(files))
		}
	})
}

func TestFromTxtar(t *testing.T) {
	sb := FromTxtar(t, "testdata/scripts/files.txtar")
	res, err := sb.Run(t.Context(), "cat a.txt sub/b.txt")
	if err != nil || res.Stdout != "hello you\nb\n" {
		t.Errorf("%+v, %v", res, err)
	}
}

// recorder is a testing.TB that notes what would have failed.
type recorder struct {
	testing.TB
	failures []string
	skipped  bool
}

func (r *recorder) Helper() {}
func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}
func (r *recorder) Fatalf(format string, args ...any) { r.Errorf(format, args...); runtime.Goexit() }
func (r *recorder) Fatal(args ...any)                 { r.Fatalf("%s", fmt.Sprint(args...)) }
func (r *recorder) Skip(...any)                       { r.skipped = true; runtime.Goexit() }

// record runs f, which may end its goroutine as a failing test does.
func record(t *testing.T, f func(r *recorder)) *recorder {
	r := &recorder{TB: t}
	done := make(chan struct{})
	go func() { defer close(done); f(r) }()
	<-done
	return r
}

func TestScriptFailures(t *testing.T) {
	sb := New(t, sandpit.Options{Files: map[string]string{"f": "one\n"}})
	for _, test := range []struct{ script, want string }{
		{"exec true\nexec false", "x.txtar:2: exec false: exit status 1"},
		{"exec sh -c 'echo hm >&2; exit 3'", "[stderr]\nhm\n"},
		{"! exec true", "x.txtar:1: exec true was to fail and did not"},
		{"ls", `unknown command "ls" (programs of the box are run by: exec ls)`},
		{"exec echo 'open", "a quote is not closed"},
		{"! cd /", "cd cannot be negated"},
		{"!", "! and ? stand before a command"},
		{"[moon] exec true", "unknown condition [moon]"},
		{"exec echo a\nstdout ^b$", "no match for `^b$` in:\na\n"},
		{"stdout -count=2 .", "no match for"},
		{"exec echo aa\nstdout -count=3 a", "2 matches for `a`, not 3"},
		{"exec echo aa\n! stdout (", "error parsing regexp"},
		{"! grep x nowhere", "nowhere: no such file or directory"},
		{"cmp f g", "g: no such file or directory"},
		{"exec echo two\ncmp stdout f", "-want +got"},
		{"exists f g", "no such file"},
		{"! exists f", "exists f was to fail"},
		{"exists -readonly f", "f is writable"},
		{"! exists -readonly f", "cannot be negated"},
		{"cd f", "f is not a directory"},
		{"chmod 9 f", "not an octal number"},
		{"exec false &\nwait", "false: exit status 1"},
		{"! exec true &\nwait", "true was to fail and did not"},
		{"wait nobody", `nothing in the background is called "nobody"`},
		{"kill -NOSUCH", "unknown signal -NOSUCH"},
		{"waitport 99999", "usage: waitport port"},
		{"fetch http://localhost:1/", "status 404"},
		{"fetch http://example.com/", "loopback"},
		{"fetch -Q x y", "usage: fetch"},
		{"# first\nexec echo hidden\n# second\nexec false", "> # second\n> exec false\n"},
		{"cp f f2 nodir", "nodir is not a directory"},
		{"symlink a b c", "usage: symlink link -> target"},
		{"env =x", "usage: env"},
	} {
		r := record(t, func(r *recorder) {
			s := newScript(r, sb, "dir/x.txtar")
			defer s.endBackground()
			s.run(test.script)
		})
		if len(r.failures) != 1 || !strings.Contains(r.failures[0], test.want) {
			t.Errorf("%q: failures %q, want one with %q", test.script, r.failures, test.want)
		}
		if strings.Contains(strings.Join(r.failures, ""), "hidden") {
			t.Errorf("%q: shows a phase that went well: %q", test.script, r.failures)
		}
	}
}

func TestScriptSkip(t *testing.T) {
	sb := New(t, sandpit.Options{})
	r := record(t, func(r *recorder) { newScript(r, sb, "x").run("exec sleep 600 &\nskip 'not today'\nexec false") })
	if !r.skipped || len(r.failures) > 0 {
		t.Errorf("skipped: %v, failures %q", r.skipped, r.failures)
	}
}

// A Go command that does not heed its ctx holds up Close; the test that made it fails and names it.
func TestNewLeak(t *testing.T) {
	release := make(chan struct{})
	started := make(chan struct{})
	sb, err := sandpit.Create(context.Background(), sandpit.Options{Commands: map[string]sandpit.Command{
		"stubborn": func(context.Context, *kernel.Process) int { close(started); <-release; return 0 },
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := sb.Command("stubborn").Start(); err != nil {
		t.Fatal(err)
	}
	<-started
	r := record(t, func(r *recorder) { closeBox(r, sb, 10*time.Millisecond) })
	if len(r.failures) != 1 || !strings.Contains(r.failures[0], "stubborn") || !strings.Contains(r.failures[0], "did not close") {
		t.Errorf("failures: %q", r.failures)
	}
	close(release)
	sb.Close()
}

func TestNewClosed(t *testing.T) {
	var sb *sandpit.Sandbox
	t.Run("inner", func(t *testing.T) {
		sb = New(t, sandpit.Options{})
		if err := sb.Command("sleep", "600").Start(); err != nil {
			t.Fatal(err)
		}
	})
	if _, err := sb.Run(t.Context(), "true"); !errors.Is(err, sandpit.ErrClosed) {
		t.Errorf("after the test: %v", err)
	}
}

func TestBadUse(t *testing.T) {
	empty := t.TempDir()
	if err := os.WriteFile(filepath.Join(empty, "readme"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for want, use := range map[string]func(r *recorder){
		"no such file":       func(r *recorder) { FromTxtar(r, filepath.Join(empty, "none.txtar")) },
		`user "nobody-here"`: func(r *recorder) { New(r, sandpit.Options{User: "nobody-here"}) },
	} {
		r := record(t, use)
		if len(r.failures) != 1 || !strings.Contains(r.failures[0], want) {
			t.Errorf("failures %q, want one with %q", r.failures, want)
		}
	}
}
