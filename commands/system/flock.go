package system

import (
	"context"
	"errors"
	"os"
	"strconv"
	"syscall"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

var flockUsage = optparse.Define("flock", "[options] <file>|<directory> <command> [<argument>...]\n[options] <file>|<directory> -c <command>\n[options] <file descriptor number>",
	"Manage file locks from shell scripts.", `
-s, --shared             get a shared lock
-x, -e, --exclusive      get an exclusive lock (default)
-u, --unlock             remove a lock
-n, --nb, --nonblock     fail rather than wait
-w, --wait, --timeout <secs>  wait for a limited amount of time
-E, --conflict-exit-code <number>  exit code after conflict or timeout
-o, --close              close file descriptor before running command
-F, --no-fork            execute command without forking
    --verbose            increase verbosity
`).Posix().Status(64)

// The statuses of flock that are not its command's, sysexits.h.
const (
	exUsage       = 64
	exDataErr     = 65
	exNoInput     = 66
	exUnavailable = 69
	exOSErr       = 71
)

// flock takes a lock of flock(2) on a file and runs a command under it, or on a descriptor that the caller has open.
func flock(ctx context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, flockUsage)
	if done {
		return status
	}
	how, conflict, wait := vfs.LockExclusive, 1, time.Duration(-1)
	for _, m := range o.Options {
		switch m.Key {
		case "s":
			how = vfs.LockShared
		case "x":
			how = vfs.LockExclusive
		case "u":
			how = vfs.Unlock
		case "w":
			secs, err := strconv.ParseFloat(m.Value, 64)
			if err != nil {
				cmd.Errorf(p, "invalid timeout value: '%s'", m.Value)
				return exUsage
			}
			if secs < 0 || secs > 1e9 {
				cmd.Errorf(p, "cannot set up timer: Invalid argument")
				return exOSErr
			}
			wait = time.Duration(secs * float64(time.Second))
		case "E":
			n, err := strconv.Atoi(m.Value)
			if err != nil {
				cmd.Errorf(p, "invalid exit code: '%s'", m.Value)
				return exUsage
			}
			if n < 0 || n > 255 {
				cmd.Errorf(p, "exit code out of range (expected 0 to 255)")
				return exUsage
			}
			conflict = n
		}
	}
	args := o.Args
	switch {
	case len(args) == 0:
		return cmd.UsageError(p, flockUsage, "not enough arguments")
	case len(args) > 1 && (args[1] == "-c" || args[1] == "--command"):
		if len(args) != 3 {
			cmd.Errorf(p, "%s requires exactly one command argument", args[1])
			return exUsage
		}
		shell := p.Getenv("SHELL")
		if shell == "" {
			shell = "/bin/sh"
		}
		args = []string{args[0], shell, "-c", args[2]}
	}
	var file *kernel.File
	if len(args) == 1 {
		n, err := strconv.Atoi(args[0])
		if err != nil || n < 0 {
			cmd.Errorf(p, "bad file descriptor: '%s'", args[0])
			return exUsage
		}
		fd := p.FD(n)
		if fd == nil {
			cmd.Errorf(p, "%d: Bad file descriptor", n)
			return exDataErr
		}
		file = fd.File()
	} else {
		var err error
		if file, err = openLock(p, args[0]); err != nil {
			cmd.Errorf(p, "cannot open lock file %s: %s", args[0], kernel.Strerror(err))
			return exNoInput
		}
		// What the command starts inherits the lock with the descriptor, as on Linux.
		if _, err := p.AddFD(file, 3, o.Has("o")); err != nil {
			cmd.Errorf(p, "cannot open lock file %s: %s", args[0], kernel.Strerror(err))
			return exNoInput
		}
	}
	if o.Has("n") && how != vfs.Unlock {
		how |= vfs.LockNonblock
	}
	start := p.Kernel().Clock().Now()
	switch err := lockWithin(ctx, p, file, how, wait); {
	case errors.Is(err, syscall.EWOULDBLOCK), errors.Is(err, syscall.EINTR) && wait >= 0 && ctx.Err() == nil:
		if o.Has("verbose") && wait >= 0 {
			cmd.Errorf(p, "timeout while waiting to get lock")
		} else if o.Has("verbose") {
			cmd.Errorf(p, "failed to get lock")
		}
		return conflict
	case err != nil:
		cmd.Errorf(p, "%s: %s", args[0], kernel.Strerror(err))
		return exDataErr
	}
	if o.Has("verbose") {
		w := cmd.NewWriter(p)
		_, _ = w.WriteString("flock: getting lock took " + strconv.FormatFloat(p.Kernel().Clock().Now().Sub(start).Seconds(), 'f', 6, 64) + " seconds\n")
		if len(args) > 1 {
			_, _ = w.WriteString("flock: executing " + args[1] + "\n")
		}
		w.Finish(0)
	}
	if len(args) == 1 {
		return 0
	}
	if o.Has("F") {
		st, err := p.Exec(ctx, kernel.Spec{Args: args[1:]})
		if err != nil {
			return notExecuted(p, args[1], err)
		}
		return st
	}
	c, err := p.Spawn(ctx, kernel.Spec{Args: args[1:]})
	if err != nil {
		return notExecuted(p, args[1], err)
	}
	_, st, err := p.WaitChild(ctx, c.PID(), 0)
	if err != nil {
		return exOSErr
	}
	return st.ExitCode()
}

// openLock opens a lock file, made when it is missing; a directory can be locked, too.
func openLock(p *kernel.Process, name string) (*kernel.File, error) {
	f, err := p.Open(name, os.O_RDONLY|os.O_CREATE, 0o666)
	if errors.Is(err, syscall.EISDIR) {
		f, err = p.Open(name, os.O_RDONLY, 0)
	}
	return f, err
}

// lockWithin locks the file; EINTR when the time is over.
func lockWithin(ctx context.Context, p *kernel.Process, f *kernel.File, how int, wait time.Duration) error {
	l, ok := f.Unwrap().(vfs.Flocker)
	if !ok {
		return syscall.EBADF
	}
	if wait >= 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithCancel(ctx)
		defer cancel()
		clock, outer := p.Kernel().Clock(), ctx
		p.Go(func() {
			if kernel.Sleep(outer, clock, wait) == nil {
				cancel()
			}
		})
	}
	return l.Flock(ctx, how)
}

func notExecuted(p *kernel.Process, name string, err error) int {
	cmd.Errorf(p, "failed to execute %s: %s", name, kernel.Strerror(err))
	return exUnavailable
}
