package system

import (
	"context"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var manUsage = optparse.Define("man", "[OPTION...] [SECTION] PAGE...", "Show the help of a command: a box has no manual pages.", `
-a, -f, -k, -w  accepted for compatibility
`).Posix()

// man runs PAGE --help: a box carries no manual.
func man(ctx context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, manUsage)
	if done {
		return status
	}
	pages := o.Args
	if len(pages) > 1 && len(pages[0]) == 1 && pages[0][0] >= '1' && pages[0][0] <= '9' {
		pages = pages[1:]
	}
	if len(pages) == 0 {
		cmd.Raw(p, "What manual page do you want?\nFor example, try 'man man'.\n")
		return 1
	}
	for _, page := range pages {
		if _, err := kernel.LookPath(p, page, p.Getenv("PATH")); err != nil {
			cmd.Raw(p, "No manual entry for "+page+"\n")
			status = 16
			continue
		}
		if st, err := cmd.Run(ctx, p, kernel.Spec{Args: []string{page, "--help"}}); err != nil || st.ExitCode() != 0 {
			status = 16
		}
	}
	return status
}
