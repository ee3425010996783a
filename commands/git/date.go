package git

import (
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/commands/internal/dateparse"
	"github.com/sandpit-dev/sandpit/internal/timefmt"
)

// parseDate reads git's own form (@secs or secs, and a zone), ISO 8601 and what date -d reads.
func (g *run) parseDate(s string) (time.Time, bool) {
	f := strings.Fields(strings.TrimPrefix(s, "@"))
	if len(f) > 0 && len(f) <= 2 && (strings.HasPrefix(s, "@") || len(f[0]) >= 9) {
		if secs, err := strconv.ParseInt(f[0], 10, 64); err == nil && secs < 1<<40 {
			loc := time.UTC
			if len(f) == 2 {
				if t, err := time.Parse("-0700", f[1]); err == nil {
					loc = t.Location()
				} else {
					return time.Time{}, false
				}
			}
			return time.Unix(secs, 0).In(loc), true
		}
	}
	for _, layout := range []string{"2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05-0700", "2006-01-02 15:04:05 -0700", "Mon, 2 Jan 2006 15:04:05 -0700", "Mon Jan 2 15:04:05 2006 -0700"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	now := g.now()
	if t, ok := dateparse.Parse(strings.ReplaceAll(s, ".", " "), now, func(zone string) *time.Location { return cmd.Zone(g.p, zone) }); ok {
		return t, true
	}
	return time.Time{}, false
}

func dateDefault(t time.Time) string { return t.Format("Mon Jan 2 15:04:05 2006 -0700") }

// dateText writes a date as --date says.
func (g *run) dateText(t time.Time, mode string) string {
	local := false
	if rest, ok := strings.CutSuffix(mode, "-local"); ok {
		local, mode = true, rest
	}
	if mode == "local" {
		local, mode = true, ""
	}
	if local {
		t = t.In(g.location())
	}
	switch mode {
	case "iso", "iso8601":
		return t.Format("2006-01-02 15:04:05 -0700")
	case "iso-strict", "iso8601-strict":
		return t.Format("2006-01-02T15:04:05-07:00")
	case "short":
		return t.Format("2006-01-02")
	case "rfc", "rfc2822":
		return t.Format("Mon, 2 Jan 2006 15:04:05 -0700")
	case "raw":
		return strconv.FormatInt(t.Unix(), 10) + " " + t.Format("-0700")
	case "unix":
		return strconv.FormatInt(t.Unix(), 10)
	case "relative":
		return relativeDate(g.p.Kernel().Clock().Now().Sub(t))
	case "human":
		return relativeDate(g.p.Kernel().Clock().Now().Sub(t))
	}
	if f, ok := strings.CutPrefix(mode, "format:"); ok {
		return timefmt.Format(f, t)
	}
	if local {
		return t.Format("Mon Jan 2 15:04:05 2006")
	}
	return dateDefault(t)
}

// relativeDate is git's "3 days ago".
func relativeDate(d time.Duration) string {
	if d < 0 {
		return "in the future"
	}
	n := int64(d / time.Second)
	say := func(n int64, unit string) string { return plural(int(n), unit) + " ago" }
	if n < 90 {
		return say(n, "second")
	}
	if n = (n + 30) / 60; n < 90 {
		return say(n, "minute")
	}
	if n = (n + 30) / 60; n < 36 {
		return say(n, "hour")
	}
	if n = (n + 12) / 24; n < 14 {
		return say(n, "day")
	}
	if n < 70 {
		return say((n+3)/7, "week")
	}
	if n < 365 {
		return say((n+15)/30, "month")
	}
	if n < 1825 {
		months := (n*12*2 + 365) / (365 * 2)
		years, rest := months/12, months%12
		if rest > 0 {
			return plural(int(years), "year") + ", " + say(rest, "month")
		}
		return say(years, "year")
	}
	return say((n+183)/365, "year")
}
