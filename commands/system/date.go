package system

import (
	"context"
	"io"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/commands/internal/dateparse"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/internal/timefmt"
	"github.com/sandpit-dev/sandpit/kernel"
)

var dateUsage = optparse.Define("date", "[OPTION]... [+FORMAT]\n[-u|--utc|--universal] [MMDDhhmm[[CC]YY][.ss]]",
	"Display date and time in the given FORMAT.", `
-d, --date=STRING          display time described by STRING, not 'now'
    --debug                accepted for compatibility
-f, --file=DATEFILE        like --date; once for each line of DATEFILE
-I[FMT], --iso-8601[=FMT]  output date/time in ISO 8601 format.\nFMT='date' for date only (the default),\n'hours', 'minutes', 'seconds', or 'ns'
    --resolution           output the available resolution of timestamps
-R, --rfc-email, --rfc-2822, --rfc-822  output date and time in RFC 5322 format
    --rfc-3339=FMT         output date/time in RFC 3339 format.\nFMT='date', 'seconds', or 'ns'
-r, --reference=FILE       display the last modification time of FILE
-s, --set=STRING           set time described by STRING
-u, --utc, --universal, --uct  print or set Coordinated Universal Time (UTC)
`)

func date(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, dateUsage)
	if done {
		return status
	}
	loc := cmd.Location(p)
	format, hasFormat := "", false
	text, hasText := "", false
	file, ref, set := "", "", false
	for _, m := range o.Options {
		f := ""
		switch m.Key {
		case "d":
			text, hasText = m.Value, true
		case "f":
			file = m.Value
		case "s":
			text, hasText, set = m.Value, true, true
		case "r":
			ref = m.Value
		case "u":
			loc = time.UTC
		case "resolution":
			_, _ = io.WriteString(p.Stdout(), "0.000000001\n")
			return 0
		case "I", "rfc-3339":
			var ok bool
			if f, ok = isoFormat(m.Key, m.Value, m.HasValue); !ok {
				cmd.Errorf(p, "invalid argument %s for %s", cmd.QuoteC(m.Value), cmd.QuoteC(map[string]string{"I": "--iso-8601", "rfc-3339": "--rfc-3339"}[m.Key]))
				valid := "Valid arguments are:\n  - 'hours'\n  - 'minutes'\n  - 'date'\n  - 'seconds'\n  - 'ns'\n"
				if m.Key == "rfc-3339" {
					valid = "Valid arguments are:\n  - 'date'\n  - 'seconds'\n  - 'ns'\n"
				}
				cmd.Raw(p, valid)
				cmd.TryHelp(p)
				return 1
			}
		case "R":
			f = "%a, %d %b %Y %H:%M:%S %z"
		}
		if f != "" {
			if hasFormat {
				cmd.Errorf(p, "multiple output formats specified")
				return 1
			}
			format, hasFormat = f, true
		}
	}
	sources := 0
	for _, on := range []bool{hasText, file != "", ref != ""} {
		if on {
			sources++
		}
	}
	if sources > 1 {
		return cmd.UsageError(p, dateUsage, "the options to specify dates for printing are mutually exclusive")
	}
	now := p.Kernel().Clock().Now().In(loc)
	for i, a := range o.Args {
		if f, ok := strings.CutPrefix(a, "+"); ok {
			if i > 0 {
				return cmd.ExtraOperand(p, dateUsage, a)
			}
			if hasFormat {
				cmd.Errorf(p, "multiple output formats specified")
				return 1
			}
			format, hasFormat = f, true
			continue
		}
		if i > 0 {
			return cmd.ExtraOperand(p, dateUsage, a)
		}
		if sources > 0 {
			cmd.Errorf(p, "the argument %s lacks a leading '+';\nwhen using an option to specify date(s), any non-option\nargument must be a format string beginning with '+'", cmd.Quote(a))
			cmd.TryHelp(p)
			return 1
		}
		if _, ok := dateparse.Stamp(setOrder(a), now); !ok {
			cmd.Errorf(p, "invalid date %s", cmd.Quote(a))
			return 1
		}
		set = true
	}
	if !hasFormat {
		format = "%a %b %e %H:%M:%S %Z %Y"
		if strings.TrimSpace(p.Getenv("LC_ALL")+p.Getenv("LC_TIME")+p.Getenv("LANG")) != "" && strings.HasPrefix(firstSet(p, "LC_ALL", "LC_TIME", "LANG"), "en_US") {
			format = "%a %b %e %r %Z %Y"
		}
	}
	w := cmd.NewWriter(p)
	zone := func(tz string) *time.Location { return cmd.Zone(p, tz) }
	show := func(t time.Time) { _, _ = w.WriteString(timefmt.Format(format, t.In(loc)) + "\n") }
	switch {
	case file != "":
		st := cmd.EachInput(p, []string{file}, func(in *cmd.Input) error {
			lines := cmd.NewLineReader(in, '\n')
			for {
				line, _, err := lines.Next()
				if err == io.EOF {
					return nil
				}
				if err != nil {
					return err
				}
				t, ok := dateparse.Parse(string(line), now, zone)
				if !ok {
					_ = w.Flush()
					cmd.Errorf(p, "invalid date %s", cmd.Quote(string(line)))
					status = 1
					continue
				}
				show(t)
			}
		})
		return w.Finish(max(st, status))
	case ref != "":
		info, err := p.FS().Stat(ref)
		if err != nil {
			cmd.FileError(p, ref, err)
			return 1
		}
		now = info.ModTime()
	case hasText:
		t, ok := dateparse.Parse(text, now, zone)
		if !ok {
			cmd.Errorf(p, "invalid date %s", cmd.Quote(text))
			return 1
		}
		now = t
	}
	if set {
		cmd.Errorf(p, "cannot set date: Operation not permitted")
		status = 1
	}
	show(now)
	return w.Finish(status)
}

func firstSet(p *kernel.Process, keys ...string) string {
	for _, k := range keys {
		if v := p.Getenv(k); v != "" {
			return v
		}
	}
	return ""
}

// setOrder turns date's MMDDhhmm[[CC]YY][.ss] into touch's [[CC]YY]MMDDhhmm[.ss].
func setOrder(s string) string {
	main, secs, has := strings.Cut(s, ".")
	if len(main) > 8 {
		main = main[8:] + main[:8]
	}
	if has {
		main += "." + secs
	}
	return main
}

func isoFormat(key, value string, has bool) (string, bool) {
	if !has {
		return "%Y-%m-%d", true
	}
	sep := "T"
	if key == "rfc-3339" {
		sep = " "
	}
	for _, c := range []struct{ word, format string }{
		{"date", "%Y-%m-%d"},
		{"hours", "%Y-%m-%d" + sep + "%H%:z"},
		{"minutes", "%Y-%m-%d" + sep + "%H:%M%:z"},
		{"seconds", "%Y-%m-%d" + sep + "%H:%M:%S%:z"},
		{"ns", "%Y-%m-%d" + sep + "%H:%M:%S,%N%:z"},
	} {
		if value != "" && strings.HasPrefix(c.word, value) {
			if key == "rfc-3339" {
				if c.word == "hours" || c.word == "minutes" {
					continue
				}
				return strings.Replace(c.format, ",%N", ".%N", 1), true
			}
			return c.format, true
		}
	}
	return "", false
}
