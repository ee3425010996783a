package archive

import (
	"fmt"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// errorf reports an error that makes the status 2.
func (t *tarRun) errorf(format string, args ...any) {
	_ = t.out.Flush()
	cmd.Errorf(t.p, format, args...)
	t.status = 2
}

// warnf reports what leaves the status alone.
func (t *tarRun) warnf(format string, args ...any) {
	if t.out != nil {
		_ = t.out.Flush()
	}
	cmd.Errorf(t.p, format, args...)
}

// fatalf ends the run.
func (t *tarRun) fatalf(format string, args ...any) {
	t.warnf(format, args...)
	cmd.Errorf(t.p, "Error is not recoverable: exiting now")
	t.fatal = true
}

// quote puts a name into the quotes of the locale.
func (t *tarRun) quote(s string) string {
	if cmd.UTF8(t.p) {
		return "‘" + tarEscape(s) + "’"
	}
	return "'" + tarEscape(s) + "'"
}

// fail reports "name: what: reason".
func (t *tarRun) fail(name, what string, err error) {
	if t.p.Safepoint() != nil {
		t.fatal = true
		return
	}
	t.errorf("%s: %s: %s", tarEscape(name), what, kernel.Strerror(err))
}

func (t *tarRun) totalsLine(verb string) {
	if t.totals {
		t.warnTotals(fmt.Sprintf("Total bytes %s: %d (%s)", verb, t.bytes, tarHuman(t.bytes)))
	}
}

func (t *tarRun) warnTotals(s string) {
	_ = t.out.Flush()
	cmd.Raw(t.p, s+"\n")
}

func tarHuman(n int64) string {
	const units = "KMGTPE"
	f, u := float64(n), -1
	for f >= 1024 && u < len(units)-1 {
		f /= 1024
		u++
	}
	if u < 0 {
		return fmt.Sprintf("%dB", n)
	}
	if f < 10 {
		return fmt.Sprintf("%.1f%ciB", f, units[u])
	}
	return fmt.Sprintf("%.0f%ciB", f, units[u])
}
