package files

import (
	"context"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var syncUsage = optparse.Define("sync", "[OPTION] [FILE]...", "Synchronize cached writes to persistent storage", `
-d, --data         sync only file data, no unneeded metadata
-f, --file-system  sync the file systems that contain the files
`)

// syncDisk has nothing to write back: the disk is memory. It still checks the files it is given.
func syncDisk(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, syncUsage)
	if done {
		return status
	}
	for _, name := range o.Args {
		if _, err := p.FS().Stat(name); err != nil {
			cmd.Errorf(p, "error opening %s: %s", cmd.Quote(name), kernel.Strerror(err))
			status = 1
		}
	}
	return status
}
