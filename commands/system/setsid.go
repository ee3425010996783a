package system

import (
	"context"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var setsidUsage = optparse.Define("setsid", "[options] <program> [arguments ...]", "Run a program in a new session.", `
-c, --ctty   accepted for compatibility: a new session of a box has no terminal
-f, --fork   always fork
-w, --wait   wait program to exit, and use the same return
`).Posix()

// setsid runs a program as the leader of a new session. A process group leader cannot become one, so it forks then, and does
// not wait unless it is told to.
func setsid(ctx context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, setsidUsage)
	if done {
		return status
	}
	if len(o.Args) == 0 {
		return cmd.UsageError(p, setsidUsage, "no command specified")
	}
	failed := func(err error) int {
		cmd.Errorf(p, "failed to execute %s: %s", o.Args[0], kernel.Strerror(err))
		return execStatus(err)
	}
	if p.PGID() != p.PID() && !o.Has("f") {
		if _, err := p.SetSID(); err == nil {
			st, err := p.Exec(ctx, kernel.Spec{Args: o.Args})
			if err != nil {
				return failed(err)
			}
			return st
		}
	}
	c, err := p.Spawn(context.Background(), kernel.Spec{Args: o.Args, NewSession: true})
	if err != nil {
		return failed(err)
	}
	if !o.Has("w") {
		return 0
	}
	_, st, err := p.WaitChild(ctx, c.PID(), 0)
	if err != nil {
		return 1
	}
	return st.ExitCode()
}
