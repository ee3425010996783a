package text

import (
	"bytes"
	"context"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var yesUsage = optparse.Define("yes", "[STRING]...\nOPTION",
	"Repeatedly output a line with all specified STRING(s), or 'y'.", ``)

func yes(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, yesUsage)
	if done {
		return status
	}
	line := "y\n"
	if len(o.Args) > 0 {
		line = strings.Join(o.Args, " ") + "\n"
	}
	block := bytes.Repeat([]byte(line), max(1, cmd.BufferSize/2/len(line)))
	for p.Safepoint() == nil {
		if _, err := p.Stdout().Write(block); err != nil {
			if p.Safepoint() == nil {
				cmd.Errorf(p, "standard output: %s", kernel.Strerror(err))
			}
			break
		}
	}
	return 1
}
