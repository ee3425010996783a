package jsrt

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
)

// lockedBuffer is what a running program writes to while the test looks on.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func (b *box) start(ctx context.Context, env []string, out *lockedBuffer, args ...string) *kernel.Process {
	b.t.Helper()
	p, err := b.k.Spawn(ctx, kernel.Spec{
		Path: "/usr/bin/node", Args: append([]string{"node"}, args...), Dir: "/home/user",
		Env:   append([]string{"HOME=/home/user", "PATH=/usr/local/bin:/usr/bin:/bin"}, env...),
		Files: []*kernel.File{kernel.NewBytesFile(nil, "stdin"), kernel.NewWriterFile(out, "stdout"), kernel.NewWriterFile(out, "stderr")},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return p
}

// TestFlags holds what Node 20.20.2 prints for flags and NODE_OPTIONS, standard output and error together.
func TestFlags(t *testing.T) {
	b := newBox(t, map[string]string{
		".env":   "A=1\nexport B=\"two\\nlines\"\nC='q' # c\nPATH=/nope\nD=${A}x\n",
		"pre.js": `console.log("pre", process.argv.length)`, "imp.mjs": `console.log("imp")`,
		"e.js": `console.log(process.env.A, JSON.stringify(process.env.B), process.env.C, process.env.D)`,
	})
	for _, c := range []struct {
		env  string
		args []string
		want string
		code int
	}{
		{"", []string{"--env-file=.env", "e.js"}, "1 \"two\\nlines\" q ${A}x\n", 0},
		{"", []string{"--env-file", ".env", "-p", "process.env.A"}, "1\n", 0},
		{"A=9", []string{"--env-file=.env", "-p", "process.env.A"}, "9\n", 0},
		{"", []string{"--env-file=nope", "e.js"}, "node: nope: not found\n", 9},
		{"", []string{"--require=./pre.js", "e.js"}, "pre 2\nundefined undefined undefined undefined\n", 0},
		{"", []string{"--import", "./imp.mjs", "-e", "console.log(1)"}, "imp\n1\n", 0},
		{"NODE_OPTIONS=--require ./pre.js", []string{"-e", "1"}, "pre 1\n", 0},
		{`NODE_OPTIONS=--require "./pre.js" --no-warnings`, []string{"-p", "process.execArgv"}, "pre 1\n[ '-p', 'process.execArgv' ]\n", 0},
		{"NODE_OPTIONS=--bogus", []string{"-e", "1"}, "node: --bogus is not allowed in NODE_OPTIONS\n", 9},
		{"NODE_OPTIONS=-e 1", []string{"-e", "2"}, "node: -e is not allowed in NODE_OPTIONS\n", 9},
		{`NODE_OPTIONS="--require`, []string{"-e", "2"}, "node: invalid value for NODE_OPTIONS (unterminated string)\n\n", 9},
		{"", []string{"--bogus"}, "node: bad option: --bogus\n", 9},
		{"", []string{"-e"}, "node: -e requires an argument\n", 9},
		{"", []string{"--watch"}, "node: --watch requires specifying a file\n", 9},
	} {
		var out lockedBuffer
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		var env []string
		if c.env != "" {
			env = []string{c.env}
		}
		st, err := b.start(ctx, env, &out, c.args...).Wait()
		cancel()
		if err != nil || out.String() != c.want || st.ExitCode() != c.code {
			t.Errorf("%s node %q: status %d, want %d, error %v\n%s--- want\n%s", c.env, c.args, st.ExitCode(), c.code, err, out.String(), c.want)
		}
	}
}

// TestWatch: --watch starts the program again when a file that it has loaded changes.
func TestWatch(t *testing.T) {
	b := newBox(t, map[string]string{"a.js": `console.log(require("./b"))`, "b.js": `module.exports = "one"`})
	var out lockedBuffer
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	p := b.start(ctx, nil, &out, "--watch", "a.js")
	wait := func(text string) {
		t.Helper()
		for !strings.Contains(out.String(), text) {
			if kernel.Sleep(ctx, kernel.RealClock{}, 5*time.Millisecond) != nil {
				t.Fatalf("no %q in %q", text, out.String())
			}
		}
	}
	wait("one\nCompleted running 'a.js'\n")
	if err := b.k.FS().WriteFile("/home/user/b.js", []byte(`module.exports = "two"`), 0o644); err != nil {
		t.Fatal(err)
	}
	wait("Restarting 'a.js'\n")
	wait("two\nCompleted running 'a.js'\n")
	p.Signal(kernel.SIGTERM)
	if st, err := p.Wait(); err != nil || st.ExitCode() != 143 {
		t.Errorf("status %v, %v", st, err)
	}
}
