package shell

import (
	"time"

	"github.com/sandpit-dev/sandpit/internal/timefmt"
	"github.com/sandpit-dev/sandpit/internal/tz"
)

// timeBuffer is the size of bash's buffer for a formatted time: what does not fit is nothing.
const timeBuffer = 128

// strftime formats a time as strftime(3) does in the C locale, in the zone of TZ.
func (sh *Shell) strftime(layout string, t time.Time) string {
	s := timefmt.Format(layout, t.In(sh.location()))
	if len(s) >= timeBuffer {
		return ""
	}
	return s
}

// location is the time zone of TZ. The C library sees the environment only: a TZ that is not exported does not count.
func (sh *Shell) location() *time.Location {
	readFile := sh.p.FS().ReadFile
	if name, ok := sh.getVar("TZ"); ok && sh.raw("TZ").has(attrExport) {
		return tz.Zone(readFile, name)
	}
	return tz.Local(readFile)
}
