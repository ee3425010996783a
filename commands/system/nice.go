package system

import (
	"context"
	"strconv"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var niceUsage = optparse.Define("nice", "[OPTION] [COMMAND [ARG]...]", "Run COMMAND with an adjusted niceness, which affects process scheduling.", `
-n, --adjustment=N  add integer N to the niceness (default 10)
`).Posix().Digits().Status(125)

// nice runs the command with another niceness, which a box keeps and shows but does not schedule by.
func nice(ctx context.Context, p *kernel.Process) int {
	args := p.Args()[1:]
	if len(args) > 0 && len(args[0]) > 2 && args[0][:2] == "--" && args[0][2] >= '0' && args[0][2] <= '9' {
		args = append([]string{"-n", args[0][1:]}, args[1:]...)
	}
	o, status, done := cmd.ParseArgs(p, niceUsage, args)
	if done {
		return status
	}
	adjust := 10
	for _, m := range o.Options {
		n, err := strconv.Atoi(m.Value)
		if err != nil {
			cmd.Errorf(p, "invalid adjustment %s", cmd.QuoteC(m.Value))
			return 125
		}
		adjust = min(max(n, -39), 39)
	}
	if len(o.Args) == 0 {
		if len(o.Options) > 0 {
			return cmd.UsageError(p, niceUsage, "a command must be given with an adjustment")
		}
		w := cmd.NewWriter(p)
		_, _ = w.WriteString(strconv.Itoa(p.Nice()) + "\n")
		return w.Finish(0)
	}
	if err := p.SetNice(p.Nice() + adjust); err != nil { // the command runs all the same
		cmd.Errorf(p, "cannot set niceness: %s", kernel.Strerror(err))
	}
	return execReplace(ctx, p, o.Args)
}
