package sandpit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
)

// TerminalOptions says what a terminal is and what runs on it. The zero value is 24 by 80 cells with an interactive bash.
type TerminalOptions struct {
	Rows, Cols int               // size in character cells; 0 = 24 and 80
	Term       string            // TERM of the programs; "" = xterm-256color
	Command    []string          // what runs on it; nil = bash, which is interactive there
	Dir        string            // working directory; "" = the session's
	Env        map[string]string // merged over the session's environment
	User       string            // who it runs as; "" = the box's user
}

// Terminal is a pseudo-terminal of a box with a program on it: what is written is typed, what is read is shown. The program
// leads a session of its own with job control; it shares the disk and the network with everything else in the box.
// Terminal implements io.ReadWriteCloser; its methods may be called from several goroutines.
type Terminal struct {
	sb     *Sandbox
	tty    *kernel.TTY
	master *kernel.File
	proc   *kernel.Process
	cgroup *kernel.Cgroup
	ctx    context.Context // ends with the program
	cancel context.CancelFunc

	once   sync.Once
	closed chan struct{}
}

// hangupGrace is how long a program may take to end after its terminal has been closed.
const hangupGrace = 200 * time.Millisecond

// Terminal starts a program on a new pseudo-terminal. When ctx ends the terminal is closed as by Close, as it is when the
// box is closed. Who has it must read what it shows: a program waits when some 64 KiB are not read.
func (sb *Sandbox) Terminal(ctx context.Context, opts TerminalOptions) (*Terminal, error) {
	if err := sb.check(); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err := checkEnv(opts.Env); err != nil {
		return nil, err
	}
	if opts.Rows == 0 {
		opts.Rows = 24
	}
	if opts.Cols == 0 {
		opts.Cols = 80
	}
	if len(opts.Command) == 0 {
		opts.Command = []string{"bash"}
	}
	if opts.Term == "" {
		opts.Term = "xterm-256color"
	}
	user, env := sb.user, sb.Env()
	if opts.User != "" && opts.User != user.Name {
		var err error
		if user, err = lookupUser(sb.k.FS(), opts.User); err != nil {
			return nil, err
		}
		env["HOME"], env["USER"], env["LOGNAME"], env["SHELL"] = user.Home, user.Name, user.Name, user.Shell
	}
	env["TERM"] = opts.Term
	for k, v := range opts.Env {
		env[k] = v
	}
	delete(env, "SHLVL")
	dir := opts.Dir
	if dir == "" {
		dir = sb.Dir()
	}
	tty, master := sb.k.NewTTY(opts.Rows, opts.Cols)
	sb.k.FS().Chown(tty.Name(), user.UID, 5)
	slave := tty.Open(os.O_RDWR)
	cred := user.Cred()
	t := &Terminal{sb: sb, tty: tty, master: master, cgroup: sb.k.NewCgroup(), closed: make(chan struct{})}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	proc, err := sb.k.Spawn(context.Background(), kernel.Spec{
		Args: opts.Command, Env: environ(env), Dir: dir, Cred: &cred, Cgroup: t.cgroup,
		NewSession: true, TTY: tty, Files: []*kernel.File{slave, slave, slave},
	})
	slave.Close()
	if err != nil {
		t.cancel()
		master.Close()
		return nil, sb.closedErr(fmt.Errorf("sandpit: terminal: %w", err))
	}
	t.proc = proc
	if !sb.adopt(t) {
		return nil, ErrClosed
	}
	go t.watch(ctx)
	return t, nil
}

// watch ends the terminal with its context and notes the end of its program.
func (t *Terminal) watch(ctx context.Context) {
	select {
	case <-t.proc.Done():
		t.cancel()
	case <-ctx.Done():
		t.Close()
	case <-t.closed:
	}
}

// Read returns what the program shows; io.EOF when it has ended and everything was read, and after Close.
func (t *Terminal) Read(b []byte) (int, error) {
	for {
		n, err := t.master.Read(t.ctx, b)
		switch {
		case n > 0:
			return n, nil
		case err == nil:
			return 0, nil
		case errors.Is(err, io.EOF) && t.ctx.Err() == nil: // nobody has it open at the moment
			select {
			case <-t.ctx.Done():
			case <-t.proc.Done():
			}
			return 0, io.EOF
		case t.ctx.Err() != nil && t.master.Readable(): // what is left
			if n, _ = t.master.Read(context.Background(), b); n > 0 {
				return n, nil
			}
			return 0, io.EOF
		default:
			return 0, io.EOF
		}
	}
}

// Write types: the bytes go through the line discipline, so that "\x03" is an interrupt and "\r" the return key. It waits
// while the program does not read its input. After the end of the program the error is io.ErrClosedPipe.
func (t *Terminal) Write(b []byte) (int, error) {
	select {
	case <-t.proc.Done():
		return 0, io.ErrClosedPipe
	default:
	}
	n, err := t.master.Write(t.ctx, b)
	if err != nil {
		return n, io.ErrClosedPipe
	}
	return n, nil
}

// Resize changes the size in character cells; the program in the foreground gets SIGWINCH.
func (t *Terminal) Resize(rows, cols int) { t.tty.SetSize(rows, cols) }

// Size is the size in character cells.
func (t *Terminal) Size() (rows, cols int) { return t.tty.Size() }

// Name is the path of the terminal in the box: /dev/pts/0.
func (t *Terminal) Name() string { return t.tty.Name() }

// Process is the program's process.
func (t *Terminal) Process() *kernel.Process { return t.proc }

// Wait waits for the program and returns how it ended. The error is the cause of ctx, or the *LimitError of a limit that
// the terminal's processes ran into.
func (t *Terminal) Wait(ctx context.Context) (kernel.Status, error) {
	select {
	case <-t.proc.Done():
	case <-ctx.Done():
		return kernel.Status{}, context.Cause(ctx)
	}
	st, _ := t.proc.ExitStatus()
	if limit := t.cgroup.LimitError(); limit != nil {
		return st, limit
	}
	return st, nil
}

// Close hangs up: the program gets SIGHUP, as when the window of a terminal is closed, and SIGKILL when it has not ended
// soon after; what it has put into the background with nohup goes on until the box is closed. Close may be called again.
func (t *Terminal) Close() error {
	t.once.Do(func() {
		t.sb.disown(t)
		t.master.Close()
		timer := time.NewTimer(hangupGrace)
		defer timer.Stop()
		select {
		case <-t.proc.Done():
		case <-timer.C:
			t.proc.Signal(kernel.SIGKILL)
			<-t.proc.Done()
		case <-t.sb.k.Closed():
			t.proc.Signal(kernel.SIGKILL)
		}
		t.cancel()
		close(t.closed)
	})
	<-t.closed
	return nil
}
