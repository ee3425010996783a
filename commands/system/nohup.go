package system

import (
	"context"
	"os"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var nohupUsage = optparse.Define("nohup", "COMMAND [ARG]...\nOPTION", "Run COMMAND, ignoring hangup signals.", ``).Posix().Status(125)

func nohup(ctx context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, nohupUsage)
	if done {
		return status
	}
	if len(o.Args) == 0 {
		return cmd.MissingOperand(p, nohupUsage, nil)
	}
	terminal := func(n int) bool {
		fd := p.FD(n)
		return fd != nil && fd.IsTerminal()
	}
	in, out, errOut := terminal(0), terminal(1), terminal(2)
	if in {
		if f, err := p.Open("/dev/null", os.O_WRONLY, 0); err == nil {
			_ = p.SetFD(0, f, false)
		}
	}
	if out {
		name := "nohup.out"
		f, err := p.Open(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		if err != nil {
			name = p.Getenv("HOME") + "/nohup.out"
			f, err = p.Open(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		}
		if err != nil {
			cmd.Errorf(p, "failed to open %s: %s", cmd.Quote(name), kernel.Strerror(err))
			return 125
		}
		what := "appending output to "
		if in {
			what = "ignoring input and appending output to "
		}
		cmd.Errorf(p, "%s%s", what, cmd.Quote(name))
		_ = p.SetFD(1, f, false)
	} else if in {
		cmd.Errorf(p, "ignoring input")
	}
	if errOut {
		if fd := p.FD(1); fd != nil {
			_ = p.SetFD(2, fd.File().Ref(), false)
		}
	}
	p.SetDisposition(kernel.SIGHUP, kernel.SigIgnore)
	args := o.Args
	st, err := p.Exec(ctx, kernel.Spec{Args: args})
	if err != nil {
		cmd.Errorf(p, "failed to run command %s: %s", cmd.Quote(args[0]), kernel.Strerror(err))
		return execStatus(err)
	}
	return st
}
