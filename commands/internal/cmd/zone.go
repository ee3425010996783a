package cmd

import (
	"time"

	"github.com/sandpit-dev/sandpit/internal/tz"
	"github.com/sandpit-dev/sandpit/kernel"
)

// Location is the time zone of p: TZ as a zone name or a POSIX rule, else the box's /etc/localtime, else UTC.
func Location(p *kernel.Process) *time.Location {
	if name, ok := p.LookupEnv("TZ"); ok {
		return Zone(p, name)
	}
	return tz.Local(p.FS().ReadFile)
}

// Zone resolves a value of TZ; what nothing knows is UTC, as in glibc.
func Zone(p *kernel.Process, name string) *time.Location { return tz.Zone(p.FS().ReadFile, name) }
