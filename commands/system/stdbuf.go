package system

import (
	"context"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var stdbufUsage = optparse.Define("stdbuf", "OPTION... COMMAND", "Run COMMAND, with modified buffering operations for its standard streams.", `
-i, --input=MODE   adjust standard input stream buffering
-o, --output=MODE  adjust standard output stream buffering
-e, --error=MODE   adjust standard error stream buffering
`).Posix().Status(125)

// stdbuf runs a command. The programs of a box buffer by what they write to, which cannot be changed from outside: the
// modes are checked and otherwise without effect.
func stdbuf(ctx context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, stdbufUsage)
	if done {
		return status
	}
	for _, m := range o.Options {
		if m.Value == "L" && m.Key == "i" {
			return cmd.UsageError(p, stdbufUsage, "line buffering stdin is meaningless")
		}
		if m.Value == "L" {
			continue
		}
		if _, err := cmd.ParseSize(m.Value); err != nil {
			cmd.Errorf(p, "invalid mode %s", cmd.Quote(m.Value))
			return 125
		}
	}
	if len(o.Args) == 0 {
		return cmd.UsageError(p, stdbufUsage, "missing operand")
	}
	if len(o.Options) == 0 {
		return cmd.UsageError(p, stdbufUsage, "you must specify a buffering mode option")
	}
	return execReplaceAs(ctx, p, o.Args, "failed to run command ")
}
