package sandpit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/shell"
)

// Result is what a script printed and how it ended.
type Result struct {
	Stdout, Stderr string
	ExitCode       int           // 128+n when a signal ended it, 124 after WithTimeout, 130 when ctx was cancelled
	Signal         kernel.Signal // the signal that ended it, 0 = none
	Duration       time.Duration // by the box's clock
}

// RunOption changes one Run.
type RunOption func(*runConfig)

type runConfig struct {
	dir            string
	env            map[string]string
	stdin          io.Reader
	stdout, stderr io.Writer
	noCapture      bool
	timeout        time.Duration
	user           string
	session        *shell.Session
	ownSession     bool
}

// WithDir runs the script in dir; the session's own directory is as before afterwards unless the script changes it
// to another one.
func WithDir(dir string) RunOption { return func(c *runConfig) { c.dir = dir } }

// WithEnv exports variables for this script alone.
func WithEnv(env map[string]string) RunOption { return func(c *runConfig) { c.env = env } }

// WithStdin feeds the script; without it standard input is empty.
func WithStdin(r io.Reader) RunOption { return func(c *runConfig) { c.stdin = r } }

// WithStdout streams standard output to w as it is written; it is captured in the Result as well unless NoCapture.
func WithStdout(w io.Writer) RunOption { return func(c *runConfig) { c.stdout = w } }

// WithStderr is WithStdout for standard error.
func WithStderr(w io.Writer) RunOption { return func(c *runConfig) { c.stderr = w } }

// NoCapture leaves Result.Stdout and Result.Stderr empty.
func NoCapture() RunOption { return func(c *runConfig) { c.noCapture = true } }

// WithTimeout ends the script, and all that it started, after d: exit code 124 and an error that is
// context.DeadlineExceeded.
func WithTimeout(d time.Duration) RunOption { return func(c *runConfig) { c.timeout = d } }

// WithUser runs the script as another user ("root"), in a session of its own.
func WithUser(name string) RunOption { return func(c *runConfig) { c.user = name } }

// WithSession runs the script in s. nil stands for a new session that starts with the environment and directory of
// Shell() and ends with the script: such runs do not wait for each other.
func WithSession(s *shell.Session) RunOption {
	return func(c *runConfig) { c.session, c.ownSession = s, s == nil }
}

// run is one Run in progress.
type run struct {
	cancel context.CancelCauseFunc
	done   chan struct{} // closed when it is over
}

// Run runs a script in the box's shell session, which keeps variables, functions and directory from one Run to the
// next. Plain Runs queue in order.
//
// The error is nil whenever the script ran, whatever its exit code. It is not nil for a closed box, a ctx that ended
// (context.Cause) and a limit that was hit (*LimitError); the Result then holds what was printed. What the script
// left in the background goes on running after Run returns; its later output is dropped. When ctx ends the script,
// all that it started is killed.
func (sb *Sandbox) Run(ctx context.Context, script string, opts ...RunOption) (*Result, error) {
	var cfg runConfig
	for _, o := range opts {
		o(&cfg)
	}
	if err := ctx.Err(); err != nil {
		return &Result{ExitCode: 130}, context.Cause(ctx)
	}
	if err := checkEnv(cfg.env); err != nil {
		return nil, err
	}
	session, release, err := sb.sessionFor(cfg)
	if err != nil {
		return nil, err
	}
	defer release()

	caller := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if cfg.timeout > 0 {
		cause := fmt.Errorf("sandpit: run ended after %v: %w", cfg.timeout, context.DeadlineExceeded)
		timed, stop := context.WithTimeoutCause(ctx, cfg.timeout, cause)
		defer stop()
		ctx = timed
	}
	r := &run{cancel, make(chan struct{})}
	if err := sb.begin(r); err != nil {
		return nil, err
	}
	defer sb.end(r)

	limit := sb.k.Limits().OutputBytes
	budget := &outputBudget{limit: limit, hit: func() {
		cancel(&LimitError{Limit: "output bytes", Max: limit})
	}}
	stdout, stderr := newOutput(cfg.stdout, cfg.noCapture, budget), newOutput(cfg.stderr, cfg.noCapture, budget)
	if cfg.stderr != nil && sameWriter(cfg.stdout, cfg.stderr) {
		stderr.turn = stdout.turn
	}
	ropts := shell.RunOptions{
		Dir:    cfg.dir,
		Env:    environ(cfg.env),
		Stdout: stdout.file("stdout"),
		Stderr: stderr.file("stderr"),
	}
	if cfg.stdin != nil {
		ropts.Stdin = kernel.NewReaderFile(cfg.stdin, "stdin")
	} else {
		ropts.Stdin = kernel.NewBytesFile(nil, "stdin")
	}

	clock := sb.k.Clock()
	start := clock.Now()
	status, err := session.Run(ctx, script, ropts)
	res := &Result{
		Stdout: stdout.detach(ctx, sb.k.Closed()), Stderr: stderr.detach(ctx, sb.k.Closed()),
		ExitCode: status.ExitCode(), Signal: status.Signal,
		Duration: clock.Now().Sub(start),
	}
	if ctx.Err() != nil && (err != nil || status.Signal != 0) {
		err = context.Cause(ctx)
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			res.ExitCode = 124
		case caller.Err() != nil:
			res.ExitCode = 130
		}
	}
	return res, sb.closedErr(err)
}

// sessionFor picks the session of a Run; release ends one that was made for it.
func (sb *Sandbox) sessionFor(cfg runConfig) (_ *shell.Session, release func(), err error) {
	switch {
	case cfg.session != nil:
		return cfg.session, func() {}, nil
	case !cfg.ownSession && cfg.user == "":
		return sb.session, func() {}, nil
	}
	if err := sb.check(); err != nil {
		return nil, nil, err
	}
	user, env := sb.user, sb.Env()
	if cfg.user != "" && cfg.user != user.Name {
		if user, err = lookupUser(sb.k.FS(), cfg.user); err != nil {
			return nil, nil, err
		}
		env["HOME"], env["USER"], env["LOGNAME"], env["SHELL"] = user.Home, user.Name, user.Name, user.Shell
	}
	s, err := sb.newSession(env, sb.Dir(), user)
	if err != nil {
		return nil, nil, sb.closedErr(fmt.Errorf("sandpit: session: %w", err))
	}
	return s, func() { s.Close() }, nil
}

func (sb *Sandbox) begin(r *run) error {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	if sb.closed {
		return ErrClosed
	}
	if sb.resetting {
		return errRestored
	}
	sb.runs[r] = struct{}{}
	return nil
}

func (sb *Sandbox) end(r *run) {
	sb.mu.Lock()
	delete(sb.runs, r)
	sb.mu.Unlock()
	close(r.done)
}

// outputBudget counts what one Run prints on both streams; hit is called once, when it is too much.
type outputBudget struct {
	mu    sync.Mutex
	limit int64 // <= 0: none
	used  int64
	hit   func()
}

// take returns how much of n bytes may be kept.
func (b *outputBudget) take(n int) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.limit <= 0 {
		return n
	}
	room := max(0, b.limit-b.used)
	b.used += int64(n)
	if int64(n) <= room {
		return n
	}
	if b.hit != nil {
		b.hit()
		b.hit = nil
	}
	return int(room)
}

// output is where a Run's stream goes: to the caller's writer and into the capture, until the Run is over.
// Background processes keep their descriptors; what they write later is dropped, and no writer of the caller is
// touched after Run has returned, unless ctx (or the box) has ended and the writer still blocks writerGrace later.
type output struct {
	turn chan struct{} // holds a token while the caller's writer is in use; one for both streams of one writer

	mu       sync.Mutex
	w        io.Writer
	buf      bytes.Buffer
	capture  bool
	detached bool
	budget   *outputBudget
}

// writerGrace is how long a Run that was cut short waits for a caller's writer.
const writerGrace = time.Second

func newOutput(w io.Writer, noCapture bool, budget *outputBudget) *output {
	return &output{w: w, capture: !noCapture, budget: budget, turn: make(chan struct{}, 1)}
}

// file is the box's end. What only collects in memory is written directly; a writer of the caller's may block.
func (o *output) file(name string) *kernel.File {
	if o.w == nil {
		return kernel.NewWriterFile(memory{o}, name)
	}
	return kernel.NewWriterFile(o, name)
}

// memory marks an output without a writer of the caller's; see kernel.NeverBlocks.
type memory struct{ *output }

func (memory) NeverBlocks() {}

func (o *output) Write(p []byte) (int, error) {
	if kept, w := o.keep(p); w != nil {
		o.turn <- struct{}{}
		defer func() { <-o.turn }()
		if w = o.writer(); w != nil {
			if _, err := w.Write(kept); err != nil {
				o.drop() // the caller does not want more; the script is not to blame
			}
		}
	}
	return len(p), nil
}

// keep collects what the budget allows of p and returns it, and the writer it should go to.
func (o *output) keep(p []byte) (kept []byte, w io.Writer) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.detached {
		return nil, nil
	}
	kept = p[:o.budget.take(len(p))]
	if o.capture {
		o.buf.Write(kept)
	}
	if len(kept) == 0 {
		return nil, nil
	}
	return kept, o.w
}

func (o *output) writer() io.Writer {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.w
}

func (o *output) drop() {
	o.mu.Lock()
	o.w = nil
	o.mu.Unlock()
}

// detach ends the capture and returns it. It waits until the caller's writer is not in use any more.
func (o *output) detach(ctx context.Context, closed <-chan struct{}) string {
	o.mu.Lock()
	o.detached = true
	used := o.w != nil
	o.w = nil
	text := o.buf.String()
	o.mu.Unlock()
	if !used {
		return text
	}
	select {
	case o.turn <- struct{}{}:
		<-o.turn
		return text
	case <-ctx.Done():
	case <-closed:
	}
	grace := time.NewTimer(writerGrace)
	defer grace.Stop()
	select {
	case o.turn <- struct{}{}:
		<-o.turn
	case <-grace.C:
	}
	return text
}
