package system

import (
	"context"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var (
	trueUsage  = optparse.Define("true", "[ignored command line arguments]\nOPTION", "Exit with a status code indicating success.", ``)
	falseUsage = optparse.Define("false", "[ignored command line arguments]\nOPTION", "Exit with a status code indicating failure.", ``)
)

func trueCommand(_ context.Context, p *kernel.Process) int {
	soleOption(p, trueUsage)
	return 0
}

func falseCommand(_ context.Context, p *kernel.Process) int {
	soleOption(p, falseUsage)
	return 1
}

// soleOption answers --help and --version where they are the only argument, as the coreutils that take no options do.
func soleOption(p *kernel.Process, u *optparse.Command) {
	if args := p.Args(); len(args) == 2 && (args[1] == "--help" || args[1] == "--version") {
		cmd.Standard(p, u, args[1][2:])
	}
}
