package sandpit_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/spf13/afero"

	"github.com/sandpit-dev/sandpit"
	"github.com/sandpit-dev/sandpit/kernel"
)

func TestCreateDefaults(t *testing.T) {
	sb := create(t, sandpit.Options{})
	if got, want := sh(t, sb, `echo "$USER $HOME $PWD $(hostname) $(id -u) $SHELL"`), "user /home/user /home/user sandpit 1000 /bin/bash\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if sb.Dir() != "/home/user" || sb.Env()["HOME"] != "/home/user" {
		t.Errorf("dir %q, env %v", sb.Dir(), sb.Env())
	}
}

func TestCreateOptions(t *testing.T) {
	var events bytes.Buffer
	sb := create(t, sandpit.Options{
		Files: map[string]string{
			"bin/hello":   "#!/bin/sh\necho hello $1\n",
			"/etc/my.cfg": "x=1\n",
			"a/b/c.txt":   "deep",
		},
		FilesFS:  fstest.MapFS{"from/fs.txt": {Data: []byte("fs"), Mode: 0o644}, "tool.sh": {Data: []byte("#!/bin/sh\n"), Mode: 0o755}},
		Dir:      "work",
		Env:      map[string]string{"GREETING": "hi there"},
		Hostname: "box7",
		Mounts:   []sandpit.Mount{{Path: "/mnt/data", FS: memFS(t, "f.txt", "mounted"), ReadOnly: true}},
		Commands: map[string]sandpit.Command{"shout": func(ctx context.Context, p *kernel.Process) int {
			fmt.Fprintln(p.Stdout(), strings.ToUpper(strings.Join(p.Args()[1:], " ")))
			return 7
		}},
		Log: slog.New(slog.NewTextHandler(&events, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	for _, c := range []struct{ script, want string }{
		{"pwd; bin/hello you; cat a/b/c.txt from/fs.txt; echo", "/home/user/work\nhello you\ndeepfs\n"},
		{"cat /etc/my.cfg; echo $GREETING; hostname; cat /etc/hostname", "x=1\nhi there\nbox7\nbox7\n"},
		{"cat /mnt/data/f.txt; echo; echo x 2>/dev/null >/mnt/data/g || echo refused", "mounted\nrefused\n"},
		{"shout a b; echo $?; which shout", "A B\n7\n/usr/local/bin/shout\n"},
		{"test -x tool.sh && ! test -x a/b/c.txt && echo modes", "modes\n"},
	} {
		res, err := sb.Run(context.Background(), c.script)
		if err != nil {
			t.Fatal(err)
		}
		if got := res.Stdout; got != c.want && !strings.HasSuffix(got, c.want) {
			t.Errorf("%s: got %q (stderr %q), want %q", c.script, got, res.Stderr, c.want)
		}
	}
	if !strings.Contains(events.String(), "shout") {
		t.Errorf("no event names the command:\n%s", events.String())
	}
}

func memFS(t *testing.T, name, text string) afero.Fs {
	t.Helper()
	m := afero.NewMemMapFs()
	if err := afero.WriteFile(m, name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestCreateBadOptions(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for name, c := range map[string]struct {
		ctx  context.Context
		opts sandpit.Options
		want string
	}{
		"user":     {context.Background(), sandpit.Options{User: "nobody-here"}, "nobody-here"},
		"env":      {context.Background(), sandpit.Options{Env: map[string]string{"A B": "x"}}, `"A B"`},
		"hostname": {context.Background(), sandpit.Options{Hostname: "a/b"}, "host name"},
		"file":     {context.Background(), sandpit.Options{Files: map[string]string{"": "x"}}, "not a file name"},
		"file dir": {context.Background(), sandpit.Options{Files: map[string]string{"/etc/passwd/x": "x"}}, "/etc/passwd/x"},
		"mount":    {context.Background(), sandpit.Options{Mounts: []sandpit.Mount{{Path: "/m"}}}, "no file system"},
		"command":  {context.Background(), sandpit.Options{Commands: map[string]sandpit.Command{"a/b": nil}}, "a/b"},
		"network":  {context.Background(), sandpit.Options{Network: sandpit.Network{Rate: map[string]int{"x": 0}}}, `Network.Rate["x"]`},
		"ctx":      {cancelled, sandpit.Options{}, "context canceled"},
	} {
		sb, err := sandpit.Create(c.ctx, c.opts)
		if err == nil {
			sb.Close()
			t.Errorf("%s: no error", name)
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v does not name %s", name, err, c.want)
		}
	}
}

func TestClose(t *testing.T) {
	ctx := context.Background()
	sb, err := sandpit.Create(ctx, sandpit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sh(t, sb, "sleep 1000 & sleep 2000 &")
	running := make(chan error)
	go func() {
		_, err := sb.Run(ctx, "while :; do :; done")
		running <- err
	}()
	time.Sleep(20 * time.Millisecond)
	start := time.Now()
	if err := sb.Close(); err != nil {
		t.Fatal(err)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("close took %v", d)
	}
	if err := <-running; !errors.Is(err, sandpit.ErrClosed) {
		t.Errorf("the run in progress: %v", err)
	}
	if err := sb.Close(); err != nil {
		t.Errorf("second close: %v", err)
	}
	_, errRun := sb.Run(ctx, "echo")
	_, errRead := sb.ReadFile("/etc/passwd")
	_, errFetch := sb.Fetch(ctx, "http://localhost:1/", nil)
	_, errConnect := sb.Connect(ctx, 1, "/", nil)
	_, errFork := sb.Fork(ctx)
	_, errImport := sb.ImportSnapshot(ctx, strings.NewReader(""))
	for name, err := range map[string]error{
		"run": errRun, "read": errRead, "fetch": errFetch, "connect": errConnect, "fork": errFork, "import": errImport,
		"chdir": sb.Chdir("/"), "write": sb.WriteFile("x", nil), "wait": sb.WaitForPort(ctx, 1),
		"export": sb.ExportSnapshot(ctx, &bytes.Buffer{}, nil), "register": sb.Register("x", func(context.Context, *kernel.Process) int { return 0 }),
		"command": sb.Command("true").Run(),
	} {
		if !errors.Is(err, sandpit.ErrClosed) {
			t.Errorf("%s after close: %v", name, err)
		}
	}
}

// A hundred boxes at once: made, used and closed, none sees another.
func TestManyBoxes(t *testing.T) {
	ctx := context.Background()
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() {
			sb, err := sandpit.Create(ctx, sandpit.Options{Env: map[string]string{"N": fmt.Sprint(i)}})
			if err != nil {
				t.Error(err)
				return
			}
			defer sb.Close()
			res, err := sb.Run(ctx, `echo $N >n; seq $N | tail -n 1; sleep 0.01 & for f in *; do cat $f; done | sort -u; wait; (exit 3); echo $?`)
			if err != nil {
				t.Error(err)
				return
			}
			want := fmt.Sprintf("%d\n%d\n3\n", i, i)
			if i == 0 {
				want = "0\n3\n"
			}
			if res.Stdout != want || res.Stderr != "" {
				t.Errorf("box %d: %q %q, want %q", i, res.Stdout, res.Stderr, want)
			}
		})
	}
	wg.Wait()
}

// Nothing of the host shows in a box.
func TestHostDoesNotShow(t *testing.T) {
	t.Setenv("SANDPIT_HOST_SECRET", "sk-host-secret")
	t.Setenv("TZ", "America/New_York")
	sb := create(t, sandpit.Options{})
	out := sh(t, sb, `env; set; date +%Z; cat /proc/self/environ /proc/cpuinfo /proc/mounts; ls /; node -p 'JSON.stringify(process.env)+new Date(0).getHours()'`)
	if strings.Contains(out, "sk-host-secret") {
		t.Error("the host's environment shows")
	}
	if host, err := os.Hostname(); err == nil && host != "sandpit" && len(host) > 3 && strings.Contains(out, host) {
		t.Errorf("the host's name %q shows", host)
	}
	if wd, err := os.Getwd(); err == nil && strings.Contains(out, wd) {
		t.Errorf("the host's directory %q shows", wd)
	}
	if !strings.Contains(out, "UTC\n") || !strings.HasSuffix(out, "}0\n") {
		t.Errorf("the box's zone is not UTC:\n%s", out)
	}
}

func TestSynctest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sb, err := sandpit.Create(context.Background(), sandpit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer sb.Close()
		start := time.Now()
		if got := sh(t, sb, "sleep 3600; date +%H:%M; echo $SECONDS"); got != "01:00\n3600\n" {
			t.Errorf("got %q", got)
		}
		if d := time.Since(start); d != time.Hour {
			t.Errorf("an hour in the bubble took %v of its time", d)
		}
	})
}

// A seed makes what is random repeat.
func TestSeed(t *testing.T) {
	const script = `echo $RANDOM $RANDOM $SRANDOM $$ $(mktemp -u); od -An -tx1 -N8 /dev/urandom; node -p 'Math.random()+" "+require("crypto").randomUUID()'`
	var got [3]string
	for i, seed := range []uint64{7, 7, 8} {
		got[i] = sh(t, create(t, sandpit.Options{Seed: seed}), script)
	}
	if got[0] != got[1] {
		t.Errorf("the same seed, other values:\n%s%s", got[0], got[1])
	}
	if got[0] == got[2] {
		t.Errorf("another seed, the same values:\n%s", got[0])
	}
}
