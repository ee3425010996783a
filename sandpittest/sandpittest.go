// Package sandpittest helps Go tests that use boxes.
//
// [New] makes a box that ends with its test. [FromTxtar] makes one from a txtar file. [RunDir] runs a folder of txtar
// files as tests: the text before the first file is a script in the language of testscript (cmd/go's script engine and
// github.com/rogpeppe/go-internal/testscript), and what it executes runs in a box of its own instead of on the host:
//
//	# the server answers
//	exec node server.js &
//	waitport 3000
//	fetch http://localhost:3000/you
//	stdout '^hello /you$'
//
//	-- server.js --
//	require('http').createServer((q, r) => r.end('hello ' + q.url)).listen(3000)
//
// See [RunDir] for the commands.
package sandpittest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit"
)

// closeGrace is how long a box may take to end its goroutines after the test.
const closeGrace = 10 * time.Second

// New boots a box that is closed when the test ends. Its events go to the test's log (shown when the test fails, or with
// -v) unless opts.Log is set. The test fails when the box does not boot, and when it does not close within ten seconds:
// then a program of the box, most likely a Go Command that does not heed its ctx, has leaked; it is named.
func New(t testing.TB, opts sandpit.Options) *sandpit.Sandbox {
	t.Helper()
	if opts.Log == nil {
		opts.Log = slog.New(slog.NewTextHandler(t.Output(), nil))
	}
	sb, err := sandpit.Create(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeBox(t, sb, closeGrace) })
	return sb
}

// closeBox closes sb and fails the test when that takes longer than grace.
func closeBox(t testing.TB, sb *sandpit.Sandbox, grace time.Duration) {
	t.Helper()
	running := processes(sb)
	done := make(chan error, 1)
	go func() { done <- sb.Close() }()
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case err := <-done:
		if err != nil && !errors.Is(err, sandpit.ErrClosed) {
			t.Errorf("sandpittest: close: %v", err)
		}
	case <-timer.C:
		stacks := make([]byte, 1<<20)
		stacks = stacks[:runtime.Stack(stacks, true)]
		t.Errorf("sandpittest: the box did not close within %v; it ran:\n%s\ngoroutines:\n%s", grace, running, stacks)
	}
}

// processes lists what runs in sb, a line each.
func processes(sb *sandpit.Sandbox) string {
	var b strings.Builder
	for _, p := range sb.Kernel().Processes() {
		if p.PID() > 1 {
			fmt.Fprintf(&b, "%5d %q\n", p.PID(), p.Args())
		}
	}
	return b.String()
}
