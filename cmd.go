package sandpit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/sandpit-dev/sandpit/kernel"
)

// Cmd is a program of the box that is being prepared or run, in the shape of os/exec.Cmd. It cannot be used again
// after Run, Output or CombinedOutput.
type Cmd struct {
	Path           string   // the program: a path, or a name that is looked up on PATH
	Args           []string // argv, [0] included
	Env            []string // nil = the session's exported variables
	Dir            string   // "" = the session's directory
	Stdin          io.Reader
	Stdout, Stderr io.Writer // nil = discarded; the same writer for both is written by one at a time
	Process        *kernel.Process
	Status         kernel.Status // set by Wait

	sb      *Sandbox
	ctx     context.Context
	outputs []*output
	pipes   []*pipeEnd // ours: closed by Wait
	files   [3]*kernel.File
	waited  bool
}

// ExitError is returned when a program ran and did not end with status 0.
type ExitError struct {
	kernel.Status
	Stderr []byte // the program's standard error when Output collected it
}

func (e *ExitError) Error() string {
	if e.Signal != 0 {
		return "signal: " + strings.ToLower(e.Signal.Describe())
	}
	return fmt.Sprintf("exit status %d", e.Code)
}

// Command prepares a program; it is ended by Close alone.
func (sb *Sandbox) Command(name string, args ...string) *Cmd {
	return sb.CommandContext(context.Background(), name, args...)
}

// CommandContext is Command with a ctx that kills the program (SIGKILL) when it ends.
func (sb *Sandbox) CommandContext(ctx context.Context, name string, args ...string) *Cmd {
	return &Cmd{Path: name, Args: append([]string{name}, args...), sb: sb, ctx: ctx}
}

// String returns the command line, for people.
func (c *Cmd) String() string { return strings.Join(c.Args, " ") }

// Run starts the program and waits for it.
func (c *Cmd) Run() error {
	if err := c.Start(); err != nil {
		return err
	}
	return c.Wait()
}

// Output runs the program and returns its standard output.
func (c *Cmd) Output() ([]byte, error) {
	if c.Stdout != nil {
		return nil, errors.New("sandpit: Stdout already set")
	}
	var stdout, stderr bytes.Buffer
	c.Stdout = &stdout
	captured := c.Stderr == nil
	if captured {
		c.Stderr = &stderr
	}
	err := c.Run()
	if exit, ok := errors.AsType[*ExitError](err); ok && captured {
		exit.Stderr = stderr.Bytes()
	}
	return stdout.Bytes(), err
}

// CombinedOutput runs the program and returns its standard output and standard error together.
func (c *Cmd) CombinedOutput() ([]byte, error) {
	if c.Stdout != nil || c.Stderr != nil {
		return nil, errors.New("sandpit: Stdout or Stderr already set")
	}
	var both bytes.Buffer
	c.Stdout, c.Stderr = &both, &both
	err := c.Run()
	return both.Bytes(), err
}

// StdinPipe returns a pipe to the program's standard input; closing it is end of file.
func (c *Cmd) StdinPipe() (io.WriteCloser, error) {
	return c.pipe(0, c.Stdin != nil)
}

// StdoutPipe returns a pipe from the program's standard output. Wait closes it: read to the end first.
func (c *Cmd) StdoutPipe() (io.ReadCloser, error) { return c.pipe(1, c.Stdout != nil) }

// StderrPipe is StdoutPipe for standard error.
func (c *Cmd) StderrPipe() (io.ReadCloser, error) { return c.pipe(2, c.Stderr != nil) }

func (c *Cmd) pipe(fd int, set bool) (*pipeEnd, error) {
	if set || c.files[fd] != nil {
		return nil, fmt.Errorf("sandpit: %s already set", [...]string{"Stdin", "Stdout", "Stderr"}[fd])
	}
	if c.Process != nil {
		return nil, errors.New("sandpit: pipe after the program has started")
	}
	r, w := c.sb.k.Pipe()
	ours := r
	c.files[fd] = w
	if fd == 0 {
		ours, c.files[fd] = w, r
	}
	end := &pipeEnd{file: ours}
	c.pipes = append(c.pipes, end)
	return end, nil
}

// Start starts the program and does not wait for it.
func (c *Cmd) Start() error {
	if c.Process != nil {
		return errors.New("sandpit: already started")
	}
	if err := c.sb.check(); err != nil {
		return c.abort(err)
	}
	if c.ctx.Err() != nil {
		return c.abort(context.Cause(c.ctx))
	}
	if c.files[0] == nil {
		if c.Stdin != nil {
			c.files[0] = kernel.NewReaderFile(c.Stdin, "stdin")
		} else {
			c.files[0] = kernel.NewBytesFile(nil, "stdin")
		}
	}
	if c.files[1] == nil {
		c.files[1] = c.output(c.Stdout, "stdout")
	}
	switch {
	case c.files[2] != nil: // a pipe
	case c.Stderr != nil && sameWriter(c.Stdout, c.Stderr):
		c.files[2] = c.files[1].Ref()
	default:
		c.files[2] = c.output(c.Stderr, "stderr")
	}
	env := c.Env
	if env == nil {
		env = environ(c.sb.Env())
	}
	dir := c.Dir
	if dir == "" {
		dir = c.sb.Dir()
	}
	cred := c.sb.user.Cred()
	p, err := c.sb.k.Spawn(c.ctx, kernel.Spec{
		Path: c.Path, Args: c.Args, Env: env, Dir: dir,
		Files: c.files[:], Cred: &cred, Cgroup: c.sb.k.NewCgroup(), NewGroup: true,
	})
	if err != nil {
		return c.abort(c.sb.closedErr(fmt.Errorf("sandpit: exec %q: %w", c.Path, err)))
	}
	for i, f := range c.files { // the program has its own references
		f.Close()
		c.files[i] = nil
	}
	c.Process = p
	return nil
}

// output makes the program's end of a stream that goes to w until Wait.
func (c *Cmd) output(w io.Writer, name string) *kernel.File {
	out := newOutput(w, true, &outputBudget{})
	c.outputs = append(c.outputs, out)
	return out.file(name)
}

// abort gives back what a program that could not start would have had.
func (c *Cmd) abort(err error) error {
	for i, f := range c.files {
		if f != nil {
			f.Close()
			c.files[i] = nil
		}
	}
	c.finish()
	return err
}

func (c *Cmd) finish() {
	for _, p := range c.pipes {
		p.Close()
	}
	for _, o := range c.outputs {
		o.detach(c.ctx, c.sb.k.Closed())
	}
}

// Wait waits for the program to end. The error is *ExitError when its status is not 0, and ctx's cause when ctx
// has killed it.
func (c *Cmd) Wait() error {
	if c.Process == nil {
		return errors.New("sandpit: not started")
	}
	if c.waited {
		return errors.New("sandpit: Wait was already called")
	}
	c.waited = true
	status, err := c.Process.Wait()
	c.Status = status
	c.finish()
	switch {
	case err != nil:
		return err
	case c.ctx.Err() != nil && status.Signal == kernel.SIGKILL:
		return context.Cause(c.ctx)
	case status.ExitCode() != 0:
		return &ExitError{Status: status}
	}
	return nil
}

// sameWriter tells whether both streams go to one writer, without a panic for writers that cannot be compared.
func sameWriter(a, b io.Writer) (same bool) {
	defer func() { _ = recover() }()
	return a == b
}

// pipeEnd is the host's end of a pipe.
type pipeEnd struct {
	file *kernel.File
	once sync.Once
}

func (p *pipeEnd) Read(b []byte) (int, error)  { return p.file.Read(context.Background(), b) }
func (p *pipeEnd) Write(b []byte) (int, error) { return p.file.Write(context.Background(), b) }

func (p *pipeEnd) Close() (err error) {
	p.once.Do(func() { err = p.file.Close() })
	return err
}
