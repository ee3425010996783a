package files

import (
	"context"
	"os"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/commands/internal/dateparse"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var touchUsage = optparse.Define("touch", "[OPTION]... FILE...",
	"Update the access and modification times of each FILE to the current time.", `
-a                     change only the access time
-c, --no-create        do not create any files
-d, --date=STRING      parse STRING and use it instead of current time
-f                     (ignored)
-h, --no-dereference   affect each symbolic link instead of any referenced file
-m                     change only the modification time
-r, --reference=FILE   use this file's times instead of current time
-t STAMP               use [[CC]YY]MMDDhhmm[.ss] instead of current time
    --time=WORD        change the specified time:\nWORD is access, atime, or use: equivalent to -a\nWORD is modify or mtime: equivalent to -m
`)

func touch(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, touchUsage)
	if done {
		return status
	}
	now := p.Kernel().Clock().Now()
	atime, mtime := now, now
	doA, doM, create, follow := false, false, true, true
	sources := 0
	var ref, date string
	hasRef, hasDate := false, false
	for _, m := range o.Options {
		switch m.Key {
		case "a":
			doA = true
		case "m":
			doM = true
		case "c":
			create = false
		case "h":
			follow = false
		case "d":
			date, hasDate = m.Value, true
		case "r":
			ref, hasRef = m.Value, true
		case "t":
			t, ok := dateparse.Stamp(m.Value, now.In(cmd.Location(p)))
			if !ok {
				cmd.Errorf(p, "invalid date format %s", cmd.Quote(m.Value))
				return 1
			}
			atime, mtime = t, t
			sources++
		case "time":
			switch {
			case m.Value != "" && (strings.HasPrefix("access", m.Value) || strings.HasPrefix("atime", m.Value) || strings.HasPrefix("use", m.Value)):
				doA = true
			case m.Value != "" && (strings.HasPrefix("modify", m.Value) || strings.HasPrefix("mtime", m.Value)):
				doM = true
			default:
				cmd.Errorf(p, "invalid argument %s for '--time'", cmd.QuoteC(m.Value))
				cmd.Raw(p, "Valid arguments are:\n  - 'atime', 'access', 'use'\n  - 'mtime', 'modify'\n")
				cmd.TryHelp(p)
				return 1
			}
		}
	}
	if !doA && !doM {
		doA, doM = true, true
	}
	if sources > 0 && (hasRef || hasDate) {
		return cmd.UsageError(p, touchUsage, "cannot specify times from more than one source")
	}
	if hasRef {
		stat := p.FS().Stat
		if !follow {
			stat = p.FS().Lstat
		}
		info, err := stat(ref)
		if err != nil {
			cmd.Errorf(p, "failed to get attributes of %s: %s", cmd.Quote(ref), kernel.Strerror(err))
			return 1
		}
		atime, mtime = statOf(info).Atime, info.ModTime()
	}
	if hasDate {
		for _, t := range []*time.Time{&atime, &mtime} {
			got, ok := dateparse.Parse(date, t.In(cmd.Location(p)), func(tz string) *time.Location { return cmd.Zone(p, tz) })
			if !ok {
				cmd.Errorf(p, "invalid date format %s", cmd.Quote(date))
				return 1
			}
			*t = got
		}
	}
	if len(o.Args) == 0 {
		return cmd.UsageError(p, touchUsage, "missing file operand")
	}
	for _, name := range o.Args {
		now := !hasRef && !hasDate && sources == 0 && doA && doM
		if err := touchFile(p, name, atime, mtime, now, doA, doM, create, follow); err != nil {
			verb := "touch"
			if _, serr := p.FS().Stat(name); serr == nil {
				verb = "setting times of"
				cmd.Errorf(p, "%s %s: %s", verb, cmd.Quote(name), kernel.Strerror(err))
			} else {
				cmd.Errorf(p, "cannot %s %s: %s", verb, cmd.Quote(name), kernel.Strerror(err))
			}
			status = 1
		}
	}
	return status
}

// touchFile sets the times of a file, or both to now, which whoever may write to the file may do.
func touchFile(p *kernel.Process, name string, atime, mtime time.Time, now, doA, doM, create, follow bool) error {
	f := p.FS()
	stat := f.Stat
	if !follow {
		stat = f.Lstat
	}
	info, err := stat(name)
	if isNotExist(err) && (!create || !follow) {
		if !create {
			return nil
		}
		return err
	}
	if isNotExist(err) {
		file, cerr := f.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)
		if cerr != nil {
			return cerr
		}
		_ = file.Close()
		info, err = f.Stat(name)
	}
	if err != nil {
		return err
	}
	if now && follow {
		return f.Touch(name)
	}
	if !doA {
		atime = statOf(info).Atime
	}
	if !doM {
		mtime = info.ModTime()
	}
	if follow {
		return f.Chtimes(name, atime, mtime)
	}
	return f.Lchtimes(name, atime, mtime)
}
