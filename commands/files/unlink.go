package files

import (
	"context"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var unlinkUsage = optparse.Define("unlink", "FILE\nOPTION", "Call the unlink function to remove the specified FILE.", ``)

func unlink(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, unlinkUsage)
	if done {
		return status
	}
	switch {
	case len(o.Args) == 0:
		return cmd.MissingOperand(p, unlinkUsage, nil)
	case len(o.Args) > 1:
		return cmd.ExtraOperand(p, unlinkUsage, o.Args[1])
	}
	name := o.Args[0]
	info, err := p.FS().Lstat(name)
	if err == nil && info.IsDir() {
		err = errIsDir
	}
	if err == nil {
		err = p.FS().Remove(name)
	}
	if err != nil {
		cmd.Errorf(p, "cannot unlink %s: %s", cmd.Quote(name), kernel.Strerror(err))
		return 1
	}
	return 0
}
