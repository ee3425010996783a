package text

import (
	"context"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/internal/printf"
	"github.com/sandpit-dev/sandpit/kernel"
)

func printfCommand(_ context.Context, p *kernel.Process) int {
	args := p.Args()[1:]
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		cmd.Errorf(p, "missing operand")
		cmd.TryHelp(p)
		return 1
	}
	if args[0] == "--help" && len(args) == 1 {
		w := cmd.NewWriter(p)
		_, _ = w.WriteString("Usage: " + cmd.Name(p) + " FORMAT [ARGUMENT]...\n  or:  " + cmd.Name(p) + " OPTION\nPrint ARGUMENT(s) according to FORMAT.\n")
		return w.Finish(0)
	}
	if args[0] == "--version" && len(args) == 1 {
		_ = cmd.Standard(p, optparse.Define("printf", "", "", ""), "version")
		return 0
	}
	r := printf.Format(args[0], args[1:], printf.Options{GNU: true, ASCII: !cmd.UTF8(p), Quote: cmd.Quotef})
	w := cmd.NewWriter(p)
	_, _ = w.Write(r.Out)
	status := w.Finish(0)
	for _, e := range r.Errors {
		if !cmd.UTF8(p) {
			e = strings.NewReplacer("‘", "'", "’", "'").Replace(e)
		}
		cmd.Errorf(p, "%s", e)
	}
	if r.Failed || r.Fatal {
		return 1
	}
	return status
}
