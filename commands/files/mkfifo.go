package files

import (
	"context"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var mkfifoUsage = optparse.Define("mkfifo", "[OPTION]... NAME...", "Create named pipes (FIFOs) with the given NAMEs.", `
-m, --mode=MODE  set file permission bits to MODE, not a=rw - umask
`)

func mkfifo(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, mkfifoUsage)
	if done {
		return status
	}
	if len(o.Args) == 0 {
		return cmd.MissingOperand(p, mkfifoUsage, nil)
	}
	var mode *cmd.ModeChange
	if v, ok := o.Value("m"); ok {
		if mode, ok = cmd.ParseMode(v); !ok {
			cmd.Errorf(p, "invalid mode")
			return 1
		}
	}
	for _, name := range o.Args {
		err := p.FS().Mkfifo(name, 0o666)
		if err == nil && mode != nil {
			err = p.FS().Chmod(name, cmd.FromBits(mode.Apply(0o666, false, uint32(p.Umask().Perm()))))
		}
		if err != nil {
			cmd.Errorf(p, "cannot create fifo %s: %s", cmd.Quote(name), kernel.Strerror(err))
			status = 1
		}
	}
	return status
}
