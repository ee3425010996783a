package shell_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/shell"
)

func newSession(t testing.TB, k *kernel.Kernel) *shell.Session {
	t.Helper()
	s, err := shell.NewSession(k, shell.SessionOptions{
		Env:  []string{"PATH=/usr/bin:/bin", "HOME=/home/user", "USER=user"},
		Cred: kernel.Cred{UID: 1000, GID: 1000},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func runSession(t testing.TB, s *shell.Session, ctx context.Context, script string, opt shell.RunOptions) (string, kernel.Status, error) {
	t.Helper()
	var out bytes.Buffer
	f := kernel.NewWriterFile(&out, "stdout")
	opt.Stdout, opt.Stderr = f, f.Ref()
	st, err := s.Run(ctx, script, opt)
	return out.String(), st, err
}

func TestSessionKeepsState(t *testing.T) {
	k := newBox(t)
	defer k.Close()
	s := newSession(t, k)
	for _, c := range []struct {
		script, want string
		status       int
	}{
		{"x=1; f() { echo f$x; }; cd /tmp; export E=2; shopt -s extglob; alias a=b", "", 0},
		{"f; pwd; shopt extglob; alias a", "f1\n/tmp\nextglob        \ton\nalias a='b'\n", 0},
		{"set -e; trap 'echo bye' EXIT; false; echo no", "bye\n", 1},
		{"echo $-; false; echo still $x", "hB\nstill 1\n", 0},
		{"exit 7; echo no", "", 7},
		{"(exit 3)", "", 3},
		{"echo $((1/0)); echo no\necho next line", "bash: line 1: 1/0: division by 0 (error token is \"0\")\nnext line\n", 0},
		{"echo ok\nif true; fi", "ok\nbash: line 2: syntax error near unexpected token `fi'\nbash: line 2: `if true; fi'\n", 2},
		{"nosuch", "bash: line 1: nosuch: command not found\n", 127},
		{"kill -TERM $$; echo no", "", 143},
		{"echo $x", "1\n", 0},
		{"sleep 100 & echo started", "started\n", 0},
		{"jobs; kill %1; wait %1; echo $?", "[1]+  Running                 sleep 100 &\n143\n", 0},
		{"exec echo replaced; echo no", "replaced\n", 0},
		{"f() { return 4; }; f; cat <<< $?", "4\n", 0},
	} {
		got, st, err := runSession(t, s, context.Background(), c.script, shell.RunOptions{})
		if err != nil || got != c.want || st.ExitCode() != c.status {
			t.Errorf("%s:\ngot  %q, status %d, %v\nwant %q, status %d", c.script, got, st.ExitCode(), err, c.want, c.status)
		}
	}
	if s.Dir() != "/tmp" || s.Env()["E"] != "2" {
		t.Errorf("dir %q, env %v", s.Dir(), s.Env())
	}
}

func TestSessionRunOptions(t *testing.T) {
	k := newBox(t)
	defer k.Close()
	s := newSession(t, k)
	s.Setenv("A", "outer")
	if err := s.Chdir("/tmp"); err != nil {
		t.Fatal(err)
	}
	got, _, err := runSession(t, s, context.Background(), "echo $A $B; pwd; read x; echo $x; env | grep ^B=", shell.RunOptions{
		Dir: "/usr", Env: []string{"A=inner", "B=b"}, Stdin: kernel.NewBytesFile([]byte("line\n"), "stdin"),
	})
	if want := "inner b\n/usr\nline\nB=b\n"; err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	got, _, _ = runSession(t, s, context.Background(), "echo $A ${B-unset}; pwd", shell.RunOptions{})
	if want := "outer unset\n/tmp\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	runSession(t, s, context.Background(), "cd /etc", shell.RunOptions{Dir: "/usr"})
	if s.Dir() != "/etc" {
		t.Errorf("a script that moves moves the session: %q", s.Dir())
	}
}

func TestSessionCancel(t *testing.T) {
	k := newBox(t)
	defer k.Close()
	s := newSession(t, k)
	for _, script := range []string{
		"sleep 1000", "while :; do :; done", "sleep 1000 | cat", "x=$(sleep 1000)", "x=$(echo $(sleep 1000))", "while :; do x=$(echo $(echo y)); done", "(sleep 1000)", "sleep 1000 & wait",
		"f() { f2; }; f2() { while true; do sleep 0.01; done; }; f", "cat < <(sleep 1000)", "trap '' TERM INT; while :; do :; done",
		"bash -c 'while :; do :; done'", "yes | while read x; do :; done", "for ((;;)); do x=1; done",
	} {
		ctx, cancel := context.WithCancelCause(context.Background())
		cause := errors.New("enough")
		time.AfterFunc(30*time.Millisecond, func() { cancel(cause) })
		start := time.Now()
		_, st, err := runSession(t, s, ctx, "y=kept; "+script+"; echo no", shell.RunOptions{})
		if !errors.Is(err, cause) || st.Signal != kernel.SIGKILL {
			t.Errorf("%s: %+v, %v", script, st, err)
		}
		if d := time.Since(start); d > 5*time.Second { // the sleeps are 1000 s
			t.Errorf("%s took %v", script, d)
		}
		cancel(nil)
		got, _, err := runSession(t, s, context.Background(), "echo $y; unset y", shell.RunOptions{})
		if got != "kept\n" || err != nil {
			t.Errorf("after %s: %q, %v", script, got, err)
		}
	}
}

func TestSessionKilled(t *testing.T) {
	k := newBox(t)
	defer k.Close()
	s := newSession(t, k)
	_, st, err := runSession(t, s, context.Background(), "z=3; kill -9 $$; echo no", shell.RunOptions{})
	if st.Signal != kernel.SIGKILL || err != nil {
		t.Errorf("%+v, %v", st, err)
	}
	got, _, err := runSession(t, s, context.Background(), "echo $z; [ $$ = $BASHPID ] && echo new", shell.RunOptions{})
	if got != "3\nnew\n" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

func TestSessionQueue(t *testing.T) {
	k := newBox(t)
	defer k.Close()
	s := newSession(t, k)
	done := make(chan string)
	for i := range 20 {
		go func() {
			got, _, err := runSession(t, s, context.Background(), fmt.Sprintf("v=%d; sleep 0.001; echo $v", i), shell.RunOptions{})
			if err != nil {
				got = err.Error()
			}
			done <- fmt.Sprintf("%d=%s", i, strings.TrimSpace(got))
		}()
	}
	for range 20 {
		r := <-done
		a, b, _ := strings.Cut(r, "=")
		if a != b {
			t.Errorf("runs mixed: %s", r)
		}
	}
	s.Close()
	if _, _, err := runSession(t, s, context.Background(), "echo", shell.RunOptions{}); !errors.Is(err, shell.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

func TestLimits(t *testing.T) {
	k := boxWith(t, kernel.Limits{ShellSteps: 10000, ExpansionBytes: 1 << 20, Nesting: 50, Processes: 30})
	defer k.Close()
	s := newSession(t, k)
	for _, c := range []struct{ script, limit string }{
		{"while :; do :; done", "shell steps"},
		{"x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done", "expansion bytes"},
		{"x=$(yes)", "expansion bytes"},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		_, _, err := runSession(t, s, ctx, c.script, shell.RunOptions{})
		var le *kernel.LimitError
		if !errors.As(err, &le) || le.Limit != c.limit {
			t.Errorf("%s: %v", c.script, err)
		}
		cancel()
	}
	for _, c := range []struct{ script, want string }{
		{"f() { f; }; f\necho after", "bash: line 1: f: maximum nesting level exceeded (50)\nafter\n"},
		{"eval '" + strings.Repeat("(", 200000) + "'", "nested"},
		{strings.Repeat("((", 100000), "nested"},
		{strings.Repeat("$(", 100000), "nested"},
		{strings.Repeat("{ ", 100000), "nested"},
		{strings.Repeat("if ", 100000), "nested"},
		{"echo $((" + strings.Repeat("(", 100000), "nested"},
	} {
		got, _, err := runSession(t, s, context.Background(), c.script, shell.RunOptions{})
		var le *kernel.LimitError
		if err != nil && !errors.As(err, &le) || !strings.Contains(got, c.want) {
			t.Errorf("%.40s: %.200q, %v", c.script, got, err)
		}
	}
}

func TestNoLeaks(t *testing.T) {
	defer goleak.VerifyNone(t)
	k := newBox(t)
	s := newSession(t, k)
	runSession(t, s, context.Background(), "sleep 100 & cat <(sleep 50) & coproc cat; read -t 0.01 x < /dev/zero; yes | head -1; (sleep 9 &); exec 5< <(sleep 3)", shell.RunOptions{})
	s.Close()
	k.Close()
}

func BenchmarkRun(b *testing.B) {
	for _, c := range []struct{ name, script string }{
		{"echo", "echo hi"},
		{"loop10000", "i=0; while [ $i -lt 10000 ]; do i=$((i+1)); done"},
		{"pipeline3", "seq 1 1000 | grep 7 | wc -l"},
		{"subst", "x=$(echo hi)"},
		{"function", "f() { :; }; f;f;f;f;f;f;f;f;f;f"},
		{"append", "a=(); for ((i=0;i<1000;i++)); do a+=(x); done"},
	} {
		b.Run(c.name, func(b *testing.B) {
			k := newBox(b)
			defer k.Close()
			s := newSession(b, k)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.Run(context.Background(), c.script, shell.RunOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
