package system

import (
	"context"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var printenvUsage = optparse.Define("printenv", "[OPTION]... [VARIABLE]...",
	"Print the values of the specified environment VARIABLE(s).\nIf no VARIABLE is specified, print name and value pairs for them all.", `
-0, --null  end each output line with NUL, not newline
`).Posix().Status(2)

func printenv(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, printenvUsage)
	if done {
		return status
	}
	eol := byte('\n')
	if o.Has("0") {
		eol = 0
	}
	w := cmd.NewWriter(p)
	line := func(s string) {
		_, _ = w.WriteString(s)
		_ = w.WriteByte(eol)
	}
	if len(o.Args) == 0 {
		for _, kv := range p.Environ() {
			line(kv)
		}
		return w.FinishAs(0, 2)
	}
	for _, name := range o.Args {
		if v, ok := p.LookupEnv(name); ok {
			line(v)
		} else {
			status = 1
		}
	}
	return w.FinishAs(status, 2)
}
