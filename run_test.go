package sandpit_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sandpit-dev/sandpit"
	"github.com/sandpit-dev/sandpit/kernel"
)

func TestRunKeepsState(t *testing.T) {
	sb := create(t, sandpit.Options{})
	sh(t, sb, "x=1; export Y=2; f() { echo f$1; }; mkdir -p d; cd d; set -- a b")
	if got, want := sh(t, sb, "echo $x $Y $(f 3) ${PWD##*/}; bash -c 'echo ${x-unset} $Y'"), "1 2 f3 d\nunset 2\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if sb.Dir() != "/home/user/d" || sb.Env()["Y"] != "2" {
		t.Errorf("dir %q, Y %q", sb.Dir(), sb.Env()["Y"])
	}
	sb.Setenv("Z", "from go")
	if err := sb.Chdir(".."); err != nil {
		t.Fatal(err)
	}
	if err := sb.Chdir("nowhere"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("chdir nowhere: %v", err)
	}
	if got, want := sh(t, sb, "echo $Z; pwd; exit 0; echo not reached"), "from go\n/home/user\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := sh(t, sb, "echo still $x"); got != "still 1\n" {
		t.Errorf("after exit: %q", got)
	}
}

func TestRunStatus(t *testing.T) {
	sb := create(t, sandpit.Options{})
	for _, c := range []struct {
		script         string
		status         int
		stdout, stderr string
	}{
		{"true", 0, "", ""},
		{"exit 300", 44, "", ""},
		{"echo out; echo err >&2; false", 1, "out\n", "err\n"},
		{"nosuch", 127, "", "bash: line 1: nosuch: command not found\n"},
		{"echo a\necho b\necho 'c", 2, "a\nb\n", "bash: line 3: unexpected EOF while looking for matching `''\n"},
		{"echo a\nif true; then\n)", 2, "a\n", "bash: line 3: syntax error near unexpected token `)'\nbash: line 3: `)'\n"},
		{"cat missing", 1, "", "cat: missing: No such file or directory\n"},
		{"ls --no-such-option", 2, "", "ls: unrecognized option '--no-such-option'\nTry 'ls --help' for more information.\n"},
		{"bash -c 'kill -TERM $$'", 143, "", "Terminated\n"},
		{"echo 'throw new Error(\"boom\")' >t.js; node t.js", 1, "", "Error: boom\n"},
		{"yes | head -n 1; echo ${PIPESTATUS[0]}", 0, "y\n141\n", ""},
	} {
		res, err := sb.Run(context.Background(), c.script)
		if err != nil {
			t.Errorf("%s: %v", c.script, err)
			continue
		}
		stderrOK := res.Stderr == c.stderr || strings.HasPrefix(c.stderr, "Error:") && strings.Contains(res.Stderr, c.stderr)
		if res.ExitCode != c.status || res.Stdout != c.stdout || !stderrOK {
			t.Errorf("%s:\n got %d %q %q\nwant %d %q %q", c.script, res.ExitCode, res.Stdout, res.Stderr, c.status, c.stdout, c.stderr)
		}
	}
}

func TestRunOptions(t *testing.T) {
	ctx := context.Background()
	sb := create(t, sandpit.Options{})
	sh(t, sb, "mkdir sub")
	var streamed bytes.Buffer
	res, err := sb.Run(ctx, `pwd; echo $A; cat; id -un >&2`,
		sandpit.WithDir("sub"), sandpit.WithEnv(map[string]string{"A": "one"}),
		sandpit.WithStdin(strings.NewReader("in\x00put")), sandpit.WithStdout(&streamed))
	if err != nil {
		t.Fatal(err)
	}
	want := "/home/user/sub\none\nin\x00put"
	if res.Stdout != want || streamed.String() != want || res.Stderr != "user\n" {
		t.Errorf("got %q, streamed %q, stderr %q", res.Stdout, streamed.String(), res.Stderr)
	}
	if got := sh(t, sb, "pwd; echo [${A-}]"); got != "/home/user\n[]\n" {
		t.Errorf("options stay: %q", got)
	}
	res, err = sb.Run(ctx, "echo gone", sandpit.NoCapture(), sandpit.WithStdout(&streamed))
	if err != nil || res.Stdout != "" || !strings.HasSuffix(streamed.String(), "gone\n") {
		t.Errorf("NoCapture: %v %q %q", err, res.Stdout, streamed.String())
	}
	if got := sh(t, sb, "id -un; echo $HOME; touch /root/x && echo wrote", sandpit.WithUser("root")); got != "root\n/root\nwrote\n" {
		t.Errorf("as root: %q", got)
	}
	if _, err := sb.Run(ctx, "true", sandpit.WithUser("nobody-here")); err == nil {
		t.Error("an unknown user runs")
	}
}

func TestRunEnds(t *testing.T) {
	sb := create(t, sandpit.Options{})
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("enough")
	time.AfterFunc(50*time.Millisecond, func() { cancel(why) })
	start := time.Now()
	res, err := sb.Run(ctx, "x=kept; echo before; sleep 100 | cat")
	if !errors.Is(err, why) || res.Stdout != "before\n" || res.ExitCode != 130 {
		t.Errorf("cancelled: %+v, %v", res, err)
	}
	if _, err := sb.Run(ctx, "echo never"); !errors.Is(err, why) {
		t.Errorf("already cancelled: %v", err)
	}
	for _, script := range []string{"sleep 100", "while :; do :; done", "read x </dev/zero", "wait & sleep 50", "node -e 'for(;;){}'", "yes >/dev/null"} {
		res, err = sb.Run(context.Background(), script, sandpit.WithTimeout(50*time.Millisecond))
		if !errors.Is(err, context.DeadlineExceeded) || res.ExitCode != 124 {
			t.Errorf("%s: %+v, %v", script, res, err)
		}
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %v", d)
	}
	if got := sh(t, sb, "echo $x; ps -e -o comm= | grep -c -e sleep -e node -e yes || true"); got != "kept\n0\n" {
		t.Errorf("the session after that: %q", got)
	}
}

// In a bubble time stands still while anything runs: what 8 sleeps of 0.2 s take together tells whether they waited.
func TestRunConcurrent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sb := create(t, sandpit.Options{Env: map[string]string{"BASE": "b"}})
		start := time.Now()
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if got := sh(t, sb, "sleep 0.2; echo $BASE; private=1", sandpit.WithSession(nil)); got != "b\n" {
					t.Errorf("got %q", got)
				}
			})
		}
		wg.Wait()
		if d := time.Since(start); d != 200*time.Millisecond {
			t.Errorf("8 runs of 0.2 s took %v: they waited for each other", d)
		}
		if got := sh(t, sb, "echo [${private-}]"); got != "[]\n" {
			t.Errorf("a session of its own reached the shared one: %q", got)
		}
	})
}

// Plain runs share the session and take turns, first come, first served.
func TestRunTakesTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sb := create(t, sandpit.Options{})
		var order []string
		var mu sync.Mutex
		var wg sync.WaitGroup
		for i := range 4 {
			wg.Go(func() {
				time.Sleep(time.Duration(i) * 20 * time.Millisecond)
				name := string(rune('a' + i))
				sh(t, sb, "sleep 0.1; turns+="+name)
				mu.Lock()
				order = append(order, name)
				mu.Unlock()
			})
		}
		wg.Wait()
		if got := strings.Join(order, "") + sh(t, sb, "echo $turns"); got != "abcdabcd\n" {
			t.Errorf("plain runs ended in the order %s", got)
		}
	})
}

func TestRunLimits(t *testing.T) {
	for name, c := range map[string]struct {
		limits sandpit.Limits
		script string
		limit  string
	}{
		"output":    {sandpit.Limits{OutputBytes: 1000}, "yes", "output"},
		"processes": {sandpit.Limits{Processes: 20}, "f() { f | f & }; f; sleep 1; echo over", "process"},
		"disk":      {sandpit.Limits{DiskBytes: 4 << 20}, "cat /dev/zero >f; echo $?", "disk"},
		"file size": {sandpit.Limits{FileSize: 1 << 20}, "cat /dev/zero >f; echo $?", "file size"},
		"steps":     {sandpit.Limits{ShellSteps: 10000}, "while :; do :; done", "steps"},
		"nesting":   {sandpit.Limits{Nesting: 100}, "f() { f; }; f", "nesting"},
		"open":      {sandpit.Limits{OpenFiles: 30}, "for ((i=3; i<100; i++)); do eval \"exec $i</dev/null\" || break; done", "open files"},
		"wall":      {sandpit.Limits{WallClock: 50 * time.Millisecond}, "sleep 10", "wall"},
		"expansion": {sandpit.Limits{ExpansionBytes: 1 << 20}, "x=xxxxxxxx; while :; do x=$x$x; done", "expansion"},
	} {
		t.Run(name, func(t *testing.T) {
			sb := create(t, sandpit.Options{Limits: c.limits})
			res, err := sb.Run(context.Background(), c.script, sandpit.WithTimeout(10*time.Second))
			le, ok := errors.AsType[*sandpit.LimitError](err)
			if !ok || !strings.Contains(le.Limit, c.limit) {
				t.Fatalf("got %v, want a limit error for %s; result %.200v", err, c.limit, res)
			}
			if name == "output" && len(res.Stdout) != 1000 {
				t.Errorf("%d bytes captured", len(res.Stdout))
			}
		})
	}
}

func TestCommand(t *testing.T) {
	ctx := context.Background()
	sb := create(t, sandpit.Options{Files: map[string]string{"in.txt": "c\na\nb\n"}})
	out, err := sb.Command("sort", "in.txt").Output()
	if err != nil || string(out) != "a\nb\nc\n" {
		t.Errorf("sort: %q, %v", out, err)
	}
	out, err = sb.Command("ls", "missing").Output()
	exit, ok := errors.AsType[*sandpit.ExitError](err)
	if !ok || exit.Code != 2 || string(exit.Stderr) != "ls: cannot access 'missing': No such file or directory\n" || err.Error() != "exit status 2" {
		t.Errorf("ls: %q, %v", out, err)
	}
	out, err = sb.Command("sh", "-c", "echo 1; echo 2 >&2; echo 3").CombinedOutput()
	if err != nil || string(out) != "1\n2\n3\n" {
		t.Errorf("both: %q, %v", out, err)
	}
	if err := sb.Command("nosuch").Run(); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("nosuch: %v", err)
	}
	cmd := sb.Command("tr", "a-z", "A-Z")
	stdin, _ := cmd.StdinPipe()
	stdout, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		stdin.Write([]byte("hello"))
		stdin.Close()
	}()
	var got bytes.Buffer
	got.ReadFrom(stdout)
	if err := cmd.Wait(); err != nil || got.String() != "HELLO" {
		t.Errorf("pipes: %q, %v", got.String(), err)
	}
	cctx, cancel := context.WithTimeout(ctx, 30*time.Millisecond)
	defer cancel()
	if err := sb.CommandContext(cctx, "sleep", "100").Run(); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("deadline: %v", err)
	}
	cmd = sb.Command("sleep", "100")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	cmd.Process.Signal(kernel.SIGTERM)
	if err := cmd.Wait(); err == nil || err.Error() != "signal: terminated" {
		t.Errorf("signal: %v", err)
	}
}

// A filter in the middle of one huge line, or writing to a full disk, ends with its Run and leaves nothing behind.
func TestRunEndsFilters(t *testing.T) {
	sb := create(t, sandpit.Options{Limits: sandpit.Limits{DiskBytes: 64 << 20}})
	for _, script := range []string{
		`head -c 60000000 /dev/zero | tr '\0' a | sed 's/[ab]/bb/g' >/dev/null`,
		`awk 'BEGIN { while (1) n++ }'`,
		`awk 'BEGIN { while (1) print "x" >"/dev/null" }'`,
		`yes | tr y z | sort >/dev/null`,
	} {
		start := time.Now()
		_, err := sb.Run(context.Background(), script, sandpit.WithTimeout(300*time.Millisecond))
		if !errors.Is(err, context.DeadlineExceeded) && err == nil {
			t.Errorf("%s: ended by itself", script)
		}
		if d := time.Since(start); d > 10*time.Second {
			t.Errorf("%s: took %v to end", script, d)
		}
	}
	res, err := sb.Run(context.Background(), `awk 'BEGIN { while (1) print "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" >"f" }'; echo $?; rm f`, sandpit.WithTimeout(20*time.Second))
	if le, ok := errors.AsType[*sandpit.LimitError](err); !ok || le.Limit != "disk bytes" || !strings.Contains(res.Stderr, "No space left on device") || res.Stdout != "2\n" {
		t.Errorf("full disk: %+v, %v", res, err)
	}
	if got := sh(t, sb, "ls; ps -e -o comm= | grep -c -e awk -e sed -e sort || true"); got != "0\n" {
		t.Errorf("left behind: %q", got)
	}
}
